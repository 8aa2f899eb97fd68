"""Reads the RESULT argument of the command line, only once since it may be a pipe."""

from __future__ import annotations

import stat
from dataclasses import dataclass
from pathlib import Path

from storage_tuner.cli.runs_files import print_problems
from storage_tuner.core.errors import UnreadableResult
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.store.bounded_reading import mode_of, read_bytes
from storage_tuner.store.importing import Imported, import_content, import_path
from storage_tuner.store.importing.csv_table import is_table
from storage_tuner.store.kept_sessions import is_name_of_run, named_session
from storage_tuner.store.results import is_results, session_of
from storage_tuner.store.tables.delimited import DelimitedTable, table_of


@dataclass(frozen=True)
class Given:
    """A session, or a table of runs or of means. A session from another program's file
    ``is_foreign``; if there are several, ``name`` numbers them."""

    name: str
    content: SessionRecord | DelimitedTable
    is_foreign: bool = False


def given(path: Path, name: str) -> tuple[Given, ...]:
    """The contents of a result. Parts of another program's file that couldn't be read are printed
    to standard error.

    Raises ``UnreadableResult``, and as ``named_session`` if ``path`` is no file.
    """
    if is_name_of_run(path):
        return (Given(name, named_session(path).record),)
    if stat.S_ISDIR(mode_of(path)):
        return _foreign(path, name, import_path(path))
    content = read_bytes(path)
    if is_results(content):
        return (Given(name, session_of(str(path), content)),)
    if is_table(content):
        return (Given(name, table_of(str(path), content)),)
    if foreign := _foreign(path, name, import_content(path, content)):
        return foreign
    # unknown format: the extension decides which parser reports the error
    meant = session_of if path.suffix.lower() == ".json" else table_of
    return (Given(name, meant(str(path), content)),)


def _foreign(path: Path, name: str, found: Imported) -> tuple[Given, ...]:
    """The sessions of another program's file; empty for an unknown format. Raises
    ``UnreadableResult`` where nothing could be read."""
    records = found.records
    if found.form and not records:
        raise UnreadableResult(str(path), found.problems[0].reason)
    if records:
        print_problems(path, found.problems)
    return tuple(
        Given(f"{name} {number}" if len(records) > 1 else name, record, is_foreign=True)
        for number, record in enumerate(records, 1)
    )
