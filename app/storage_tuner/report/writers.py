"""The kinds of file that a result can be written as."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.verdict import Judgement
from storage_tuner.report.html import write_html
from storage_tuner.report.pdf import write_pdf
from storage_tuner.store.results import write_results
from storage_tuner.store.table import write_csv


@dataclass(frozen=True)
class Writer:
    """``write`` replaces a file that was there and raises the errors of the tree; ``meaning`` says
    in a few words what the file holds."""

    write: Callable[[SessionRecord, Judgement, Path], None]
    meaning: str


def _write_table(record: SessionRecord, _judgement: Judgement, path: Path) -> None:
    write_csv(record, path)


WRITERS: dict[str, Writer] = {
    "pdf": Writer(write_pdf, "the report for persons, with charts"),
    "csv": Writer(_write_table, "one row per run"),
    "html": Writer(write_html, "the report as one web page"),
    "json": Writer(write_results, "the result with verdicts judged anew"),
}
"""By the suffix of the file's name, without the dot."""
