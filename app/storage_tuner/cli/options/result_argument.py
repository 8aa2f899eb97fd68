"""What RESULT on the command line stands for: read once, since it may be a pipe."""

from __future__ import annotations

import stat
from pathlib import Path

from storage_tuner.cli.runs_files import tell_problems
from storage_tuner.core.errors import UnreadableResult
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.store.bounded_reading import mode_of, read_bytes
from storage_tuner.store.importing import Imported, import_content, import_path
from storage_tuner.store.importing.csv_table import is_table
from storage_tuner.store.kept_sessions import is_name_of_run, named_session
from storage_tuner.store.results import is_results, session_of
from storage_tuner.store.tables.delimited import DelimitedTable, table_of

Given = SessionRecord | DelimitedTable | tuple[SessionRecord, ...]
"""A session of ours, a table of runs or of means, or the sessions of another program's file."""


def given(path: Path) -> Given:
    """What couldn't be understood of another program's file is told on standard error.

    Raises ``UnreadableResult``, and as ``named_session`` for what is no file.
    """
    if is_name_of_run(path):
        return named_session(path).record
    if stat.S_ISDIR(mode_of(path)):
        return _foreign(path, import_path(path))
    content = read_bytes(path)
    if is_results(content):
        return session_of(str(path), content)
    if is_table(content):
        return table_of(str(path), content)
    if foreign := _foreign(path, import_content(path, content)):
        return foreign
    # of no form that is known: its ending tells what it was meant to be, and what is wrong with it
    if path.suffix.lower() == ".json":
        return session_of(str(path), content)
    return table_of(str(path), content)


def _foreign(path: Path, found: Imported) -> tuple[SessionRecord, ...]:
    """None of no form that is known. Raises ``UnreadableResult`` where nothing could be
    understood."""
    if found.form and not found.records:
        raise UnreadableResult(str(path), found.problems[0].reason)
    if found.records:
        tell_problems(path, found.problems)
    return found.records
