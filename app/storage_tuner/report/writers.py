"""The kinds of file that a result can be written as."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from storage_tuner.advice.comparison_of_records import SideBySide
from storage_tuner.core.language import speaking
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.message import Message, sentence
from storage_tuner.core.plan import Protocol
from storage_tuner.core.verdict import Judgement
from storage_tuner.report.article_csv import write_article_csv
from storage_tuner.report.content import comparison_content
from storage_tuner.report.html import render_content, render_html
from storage_tuner.report.layout import PLAIN, Layout
from storage_tuner.report.pdf import write_pdf, write_pdf_of
from storage_tuner.report.text.markdown_and_plain import markdown, plain_text
from storage_tuner.store.atomic_files import write_atomically
from storage_tuner.store.results import write_results
from storage_tuner.store.tables.run_table import write_csv
from storage_tuner.store.tables.seconds_table import write_seconds

_Write = Callable[[SessionRecord, Judgement, Path, Layout], None]


@dataclass(frozen=True)
class Writer:
    """``suffix`` ends the file's name; ``meaning`` describes the file in a few words."""

    suffix: str
    meaning: Message
    _write: _Write

    def write(
        self, record: SessionRecord, judgement: Judgement, path: Path, layout: Layout = PLAIN
    ) -> None:
        """Write ``path``, replacing an existing file. Raises the errors of ``core.errors``."""
        self._write(record, judgement, path, layout)


def _text(rendered: Callable[[SessionRecord, Judgement, Layout], str]) -> _Write:
    return lambda record, judgement, path, layout: write_atomically(
        path, rendered(record, judgement, layout).encode()
    )


WRITERS: dict[str, Writer] = {
    "pdf": Writer(".pdf", sentence("report with charts"), write_pdf),
    "csv": Writer(
        ".csv",
        sentence("one row per run"),
        lambda record, _judgement, path, _layout: write_csv(record, path),
    ),
    "html": Writer(".html", sentence("report as a single web page"), _text(render_html)),
    "json": Writer(
        ".json",
        sentence("result with recalculated verdicts"),
        lambda record, judgement, path, _layout: write_results(record, judgement, path),
    ),
    "md": Writer(".md", sentence("report in Markdown, for forums"), _text(markdown)),
    "txt": Writer(".txt", sentence("report as plain text"), _text(plain_text)),
    "seconds": Writer(
        "-seconds.csv",
        sentence("disk activity, one row per second"),
        lambda record, _judgement, path, _layout: write_seconds(record, path),
    ),
    "article": Writer(
        "-article.csv",
        sentence("tables in the articles’ format"),
        lambda record, judgement, path, _layout: write_article_csv(record.plan, judgement, path),
    ),
}
"""By format name: the suffix of the file's name where only one kind has it."""


def write_bundle(
    record: SessionRecord, judgement: Judgement, folder: Path, layout: Layout = PLAIN
) -> tuple[Path, ...]:
    """Write results.json, results.csv, seconds.csv where there is anything by seconds, article.csv
    of a session with that protocol, and report.pdf, and give their paths, the report first.

    The numbers come first, so that they are safe if the PDF fails.
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
