"""Journals sessions while they are measured, append-only, so that no measurement is lost.

Each session has a file of JSON lines next to the folder of finished sessions: first the record
before the first block, then the measurements of each block. Every line is on the disk before the
next block begins. A line that was being written at a power failure is ignored.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import secrets
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from storage_tuner.core.errors import UnreadableResult
from storage_tuner.core.measurement import Measurement, SessionRecord
from storage_tuner.core.message import sentence
from storage_tuner.core.verdict import Judgement
from storage_tuner.store.atomic_files import sync_folder
from storage_tuner.store.bounded_reading import read_bytes
from storage_tuner.store.folders import StoredSession, StoredSessions, sessions_folder
from storage_tuner.store.results import measurement_document, results_document, session_of

_SUFFIX = ".jsonl"
_NO_JUDGEMENT = Judgement((), None)


def interrupted_folder() -> Path:
    """The folder of this user's unfinished sessions; it need not exist."""
    return sessions_folder().parent / "interrupted"


class SessionJournal:
    """The file of one session, locked until ``close`` or the end of the process, so that no other
    process treats the session as interrupted.

    A write error doesn't end a measurement: ``problem`` describes it, and no more is written.
    """

    def __init__(self, folder: Path) -> None:
        self._path = folder / f"{secrets.token_hex(8)}{_SUFFIX}"
        self._descriptor: int | None = None
        self._draft: SessionRecord | None = None
        self.problem = ""

    def begin(self, draft: SessionRecord) -> None:
        """Remember the plan and earlier measurements; the file is created with the first block."""
        self._draft = draft

    def add(self, block: Sequence[Measurement]) -> None:
        """Append a block, which is on the disk when this returns; an empty one is ignored, as it
        holds nothing to resume from."""
        if not block:
            return
        line = _line([measurement_document(run) for run in block])
        draft, self._draft = self._draft, None
        if draft is None:
            self._append(line)
        else:
            self._create(_line(results_document(draft, _NO_JUDGEMENT)) + line)

    def _create(self, content: bytes) -> None:
        """Create the file, which others find neither unlocked nor without its first block."""
        new = self._path.with_suffix(".new")
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND | os.O_CLOEXEC
        try:
            new.parent.mkdir(parents=True, exist_ok=True)
            self._descriptor = os.open(new, flags, 0o600)
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            _write_to_disk(self._descriptor, content)
            new.rename(self._path)
            sync_folder(self._path.parent)
        except OSError as error:
            self._give_up(error)
            with contextlib.suppress(OSError):
                new.unlink(missing_ok=True)

    def close(self) -> None:
        """Unlock and close the file; it stays."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def discard(self) -> None:
        """Delete the file, once its content is kept elsewhere."""
        self.close()
        with contextlib.suppress(OSError):
            self._path.unlink(missing_ok=True)

    def _append(self, content: bytes) -> None:
        if self._descriptor is None:
            return
        try:
            _write_to_disk(self._descriptor, content)
        except OSError as error:
            self._give_up(error)

    def _give_up(self, error: OSError) -> None:
        self.problem = error.strerror or str(error)
        self.close()


def _line(document: object) -> bytes:
    """The newline comes first, so that a truncated line before can't damage this one."""
    return b"\n" + json.dumps(document, ensure_ascii=False, allow_nan=False).encode() + b"\n"


def interrupted_sessions(folder: Path | None = None) -> StoredSessions:
    """Sessions that are no longer measured, newest first; their records aren't completed."""
    found: list[StoredSession] = []
    damaged: list[UnreadableResult] = []
    for path in (folder or interrupted_folder()).glob(f"*{_SUFFIX}"):
        if _is_held(path):
            continue
        try:
            found.append(StoredSession(path, read_journal(path)))
        except UnreadableResult as error:
            damaged.append(error)
    found.sort(key=lambda item: item.record.created_at, reverse=True)
    return StoredSessions(tuple(found), tuple(damaged))


def running_sessions(folder: Path | None = None) -> tuple[SessionRecord, ...]:
    """The sessions being measured now by this user, in any process, from their first complete block
    on."""
    found: list[SessionRecord] = []
    for path in sorted((folder or interrupted_folder()).glob(f"*{_SUFFIX}")):
        if path.exists() and _is_held(path):
            with contextlib.suppress(UnreadableResult):
                found.append(read_journal(path))
    return tuple(found)


def read_journal(path: Path) -> SessionRecord:
    """The measurements, as a record that isn't completed. Raises ``UnreadableResult``."""
    lines = [line for line in read_bytes(path).split(b"\n") if line]
    documents = [document for line in lines if (document := _parsed(line)) is not None]
    top, blocks = (documents or [None])[0], documents[1:]
    if not isinstance(top, dict):
        raise UnreadableResult(str(path), sentence("its plan is missing"))
    measured = top.get("measurements")
    runs = [*(measured if isinstance(measured, list) else []), *_runs(blocks)]
    whole = json.dumps({**top, "measurements": runs, "completed": False}).encode()
    return replace(session_of(str(path), whole), completed=False)


def _runs(blocks: Sequence[object]) -> list[object]:
    """The runs in their order; a run that was written again, because it doesn't count after all, in
    its last state."""
    runs = [run for block in blocks if isinstance(block, list) for run in block]
    return list({_key(run): run for run in runs}.values())


def _key(run: object) -> str:
    """A key that identifies a run; for anything else, its whole content."""
    reported = run if isinstance(run, dict) else {}
    names = [reported.get(name) for name in ("index", "operation", "variant", "started_at")]
    return json.dumps(names if None not in names else run, sort_keys=True)


def _parsed(line: bytes) -> object:
    try:
        return json.loads(line)
    except ValueError:
        return None


def _is_held(path: Path) -> bool:
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError:
        return True
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(descriptor)
    return False


def _write_to_disk(descriptor: int, content: bytes) -> None:
    while content:
        content = content[os.write(descriptor, content) :]
    os.fsync(descriptor)
