"""Results of other programs, given where a result of ours can be."""

from __future__ import annotations

from pathlib import Path

from storage_tuner.cli.runs_import import tell_problems
from storage_tuner.core.errors import UnreadableResult
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.store.importing import import_path
from storage_tuner.store.importing.entry import is_ours


def foreign_records(path: Path) -> tuple[SessionRecord, ...]:
    """The sessions in a file or folder of another program; none if it is ours, or of no form that
    is known. What couldn't be understood is told on standard error.

    Raises ``UnreadableResult`` where nothing could.
    """
    if not path.exists() or is_ours(path):
        return ()
    found = import_path(path)
    if found.form and not found.records:
        raise UnreadableResult(str(path), found.problems[0].reason)
    if found.records:
        tell_problems(path, found.problems)
    return found.records
