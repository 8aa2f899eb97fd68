"""Keeps and finds single sessions among the user's runs."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from pathlib import Path

from storage_tuner.core.errors import NoSuchRun, RunsDamaged, UnreadableResult
from storage_tuner.core.measurement import RawOutput, SessionRecord
from storage_tuner.core.verdict import Judgement
from storage_tuner.store.bounded_reading import mode_of
from storage_tuner.store.database.run_store import RunStore, StoredRun, open_runs, runs_file
from storage_tuner.store.folders import StoredSession
from storage_tuner.store.results import read_results
from storage_tuner.store.session_journal import interrupted_folder


def keep(record: SessionRecord, judgement: Judgement, raw: Iterable[RawOutput] = ()) -> str:
    """Keep a session among this user's runs, replacing an earlier state of it, and return its
    identifier. Raises ``NoSpace``, ``InvalidInput`` and ``StorageTunerError``."""
    outputs = tuple(raw)
    with contextlib.suppress(RunsDamaged), open_runs() as runs:
        return runs.save(record, judgement, raw=outputs)
    # opening it again sets the damaged file aside
    with open_runs() as runs:
        return runs.save(record, judgement, raw=outputs)


def kept_session(runs: RunStore, line: StoredRun) -> StoredSession:
    """The session of a line. Raises ``UnreadableResult``."""
    return StoredSession(address_of(line.identifier), runs.opened(line.identifier))


def records_of(runs: RunStore, lines: Iterable[StoredRun]) -> Iterator[SessionRecord]:
    """The readable records, loaded on demand."""
    return (session.record for session in sessions_of(runs, lines))


def sessions_of(runs: RunStore, lines: Iterable[StoredRun]) -> Iterator[StoredSession]:
    """As ``records_of``, with their paths."""
    for line in lines:
        with contextlib.suppress(UnreadableResult, NoSuchRun):
            yield kept_session(runs, line)


def address_of(identifier: str) -> Path:
    """A path for a kept run, for use in place of a file's."""
    return runs_file() / identifier


def named_session(word: Path) -> StoredSession:
    """The file ``word``, or the kept run whose identifier is or begins with ``word``.

    Raises ``UnreadableResult`` and ``NoSuchRun``, and ``InvalidInput`` if several runs match.
    """
    if word.parent == runs_file():
        word = Path(word.name)
    if not is_name_of_run(word):
        return StoredSession(word, read_results(word))
    with open_runs() as runs:
        identifier = runs.identified(str(word))
        return StoredSession(address_of(identifier), runs.opened(identifier))


def is_name_of_run(word: Path) -> bool:
    """Return whether ``word`` can't be a file: a name without folder or suffix that doesn't
    exist."""
    return not mode_of(word) and not word.suffix and len(word.parts) == 1


def supersede(before: Path, after: Path) -> None:
    """Remove ``before``, a session that was resumed: the kept run ``after`` has all its
    measurements, and gets its note, its tags and its fio output. A file that isn't ours stays."""
    if before == after:
        return
    if before.parent == interrupted_folder():
        before.unlink(missing_ok=True)
    elif before.parent == runs_file():
        with open_runs() as runs, contextlib.suppress(NoSuchRun):
            runs.supersede(before.name, after.name)
