"""Imports tables of runs in CSV, as docs/verdict-format.md describes them."""

from __future__ import annotations

from storage_tuner.core.errors import UnreadableResult
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.message import counted, sentence
from storage_tuner.core.plan import RunOrder
from storage_tuner.store.importing.records import ReportedFacts, session_in_order
from storage_tuner.store.importing.values import Problems
from storage_tuner.store.tables.delimited import LONGEST_LINE, in_utf_8, table_of
from storage_tuner.store.tables.means_table import is_table_of_means
from storage_tuner.store.tables.run_table import read_what_can

FORM = "CSV"

_NAMES = {"variant", "operation", "metric", "threads"}


def is_table(content: bytes) -> bool:
    """Return whether the header has the columns of such a table."""
    beginning = in_utf_8(content[: 2 * LONGEST_LINE])
    header = beginning.lstrip(b"\r\n").partition(b"\n")[0].lower()
    for separator in (b",", b";", b"\t"):
        cells = {cell.strip(b" \r\"'") for cell in header.split(separator)}
        if len(cells & {name.encode() for name in _NAMES}) >= 2:
            return True
    return False


def read_runs_of(file: str, content: bytes, problems: Problems) -> tuple[SessionRecord, ...]:
    """One session of all runs, or nothing. Raises ``UnreadableResult``."""
    table = table_of(file, content)
    if is_table_of_means(table):
        raise UnreadableResult(
            file,
            sentence("a table of means has no runs to keep; 'storage-tuner verdict' judges it"),
        )
    found, refusals = read_what_can(table)
    for refusal in refusals:
        problems.add(refusal.line, refusal.reason)
    if found.copies:
        problems.add(
            None,
            counted(
                found.copies,
                "{count} row is an exact duplicate and was left out",
                "{count} rows are exact duplicates and were left out",
            ),
        )
    if found.ignored:
        problems.add(
            None,
            sentence("unknown columns: {columns}", columns=", ".join(found.ignored[:20])),
        )
    order = RunOrder(found.in_blocks, found.timed, found.when_decided)
    started = min((run.started_at for run in found.runs if run.started_at), default="")
    return (session_in_order(found.runs, ReportedFacts(created_at=started), order),)
