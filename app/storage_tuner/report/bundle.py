"""The three files that a finished session leaves in a folder."""

from __future__ import annotations

from pathlib import Path

from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.verdict import Judgement
from storage_tuner.report.pdf import write_pdf
from storage_tuner.store.results import write_results
from storage_tuner.store.table import write_csv


def write_bundle(record: SessionRecord, judgement: Judgement, folder: Path) -> tuple[Path, ...]:
    """Write results.json, results.csv and report.pdf and give their paths.

    The numbers come first: whatever may go wrong with the PDF, they are safe.
    """
    numbers, table, report = (
        folder / "results.json",
        folder / "results.csv",
        folder / "report.pdf",
    )
    write_results(record, judgement, numbers)
    write_csv(record, table)
    write_pdf(record, judgement, report)
    return report, table, numbers
