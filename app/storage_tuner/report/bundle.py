"""The files that a finished session, or a comparison of several, leaves in a folder."""

from __future__ import annotations

from pathlib import Path

from storage_tuner.advice.comparison_of_records import SideBySide
from storage_tuner.core.language import speaking
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.plan import Protocol
from storage_tuner.core.verdict import Judgement
from storage_tuner.report.content import comparison_content
from storage_tuner.report.html import render_content
from storage_tuner.report.layout import PLAIN, Layout
from storage_tuner.report.pdf import write_pdf_of
from storage_tuner.report.writers import WRITERS
from storage_tuner.store.atomic import write_atomically


def write_bundle(
    record: SessionRecord, judgement: Judgement, folder: Path, layout: Layout = PLAIN
) -> tuple[Path, ...]:
    """Write results.json, results.csv, seconds.csv where there is anything by seconds, article.csv
    of a session with that protocol, and report.pdf, and give their paths, the report first.

    The numbers come first: whatever may go wrong with the PDF, they are safe.
    """
    names = {"json": "results.json", "csv": "results.csv"}
    if len(record.time_course):
        names["seconds"] = "seconds.csv"
    if record.plan.protocol is Protocol.ARTICLE:
        names["article"] = "article.csv"
    names["pdf"] = "report.pdf"
    for kind, name in names.items():
        WRITERS[kind].write(record, judgement, folder / name, layout)
    return tuple(folder / name for name in reversed(names.values()))


def write_comparison(
    comparison: SideBySide, margin: float, folder: Path, layout: Layout = PLAIN
) -> tuple[Path, ...]:
    """Write report.html and report.pdf, and give their paths, the PDF first."""
    with speaking(layout.language):
        page = render_content(comparison_content(comparison, margin), layout)
    html, pdf = folder / "report.html", folder / "report.pdf"
    write_atomically(html, page.encode())
    write_pdf_of(page, pdf)
    return pdf, html
