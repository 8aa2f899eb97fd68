"""Kept sessions one at a time: for whoever keeps one, looks for one, or is told its name."""

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
    """Keep a session among this user's runs, in place of an earlier state of it; gives its
    identifier. Raises ``NoSpace``, ``InvalidInput`` and ``StorageTunerError``."""
    outputs = tuple(raw)
    with contextlib.suppress(RunsDamaged), open_runs() as runs:
        return runs.save(record, judgement, raw=outputs)
    # the damaged file is set aside when it's opened again
    with open_runs() as runs:
        return runs.save(record, judgement, raw=outputs)


def kept_session(runs: RunStore, line: StoredRun) -> StoredSession:
    """Raises ``UnreadableResult``."""
    return StoredSession(address_of(line.identifier), runs.opened(line.identifier))


def records_of(runs: RunStore, lines: Iterable[StoredRun]) -> Iterator[SessionRecord]:
    """Those that can be read, while they are asked for."""
    return (session.record for session in sessions_of(runs, lines))


def sessions_of(runs: RunStore, lines: Iterable[StoredRun]) -> Iterator[StoredSession]:
    """As ``records_of``."""
    for line in lines:
        with contextlib.suppress(UnreadableResult, NoSuchRun):
            yield kept_session(runs, line)


def address_of(identifier: str) -> Path:
    """Stands for a kept run where a file might, too."""
    return runs_file() / identifier


def named_session(word: Path) -> StoredSession:
    """The file ``word``, or the kept run that is called so or begins so.

    Raises ``UnreadableResult`` and ``NoSuchRun``, and ``InvalidInput`` where several runs begin so.
    """
    if word.parent == runs_file():
        word = Path(word.name)
    if not is_name_of_run(word):
        return StoredSession(word, read_results(word))
    with open_runs() as runs:
        identifier = runs.identified(str(word))
        return StoredSession(address_of(identifier), runs.opened(identifier))


def is_name_of_run(word: Path) -> bool:
    """Whether no file is meant: a name without a folder and an ending that isn't there."""
    return not mode_of(word) and not word.suffix and len(word.parts) == 1


def supersede(before: Path, after: Path) -> None:
    """Let go of ``before``, a session that was gone on with: all that was measured is in the kept
    run ``after``, which gets its note, its tags and what fio printed. What isn't ours stays."""
    if before == after:
        return
    if before.parent == interrupted_folder():
        before.unlink(missing_ok=True)
    elif before.parent == runs_file():
        with open_runs() as runs, contextlib.suppress(NoSuchRun):
            runs.supersede(before.name, after.name)
