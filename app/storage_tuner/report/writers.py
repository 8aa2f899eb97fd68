"""The kinds of file that a result can be written as."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.message import Message, sentence
from storage_tuner.core.verdict import Judgement
from storage_tuner.report.article_csv import write_article_csv
from storage_tuner.report.html import write_html
from storage_tuner.report.layout import PLAIN, Layout
from storage_tuner.report.pdf import write_pdf
from storage_tuner.report.text.markdown_and_plain import write_markdown, write_text
from storage_tuner.store.results import write_results
from storage_tuner.store.tables.run_table import write_csv
from storage_tuner.store.tables.seconds_table import write_seconds

_Write = Callable[[SessionRecord, Judgement, Path, Layout], None]


@dataclass(frozen=True)
class Writer:
    """``suffix`` ends the file's name; ``meaning`` says in a few words what the file holds."""

    suffix: str
    meaning: Message
    _write: _Write

    def write(
        self, record: SessionRecord, judgement: Judgement, path: Path, layout: Layout = PLAIN
    ) -> None:
        """Replace a file that was there. Raises the errors of the tree."""
        self._write(record, judgement, path, layout)


def _table(record: SessionRecord, _judgement: Judgement, path: Path, _layout: Layout) -> None:
    write_csv(record, path)


def _seconds(record: SessionRecord, _judgement: Judgement, path: Path, _layout: Layout) -> None:
    write_seconds(record, path)


def _article(record: SessionRecord, judgement: Judgement, path: Path, _layout: Layout) -> None:
    write_article_csv(record.plan, judgement, path)


def _data(record: SessionRecord, judgement: Judgement, path: Path, _layout: Layout) -> None:
    write_results(record, judgement, path)


WRITERS: dict[str, Writer] = {
    "pdf": Writer(".pdf", sentence("the report for persons, with charts"), write_pdf),
    "csv": Writer(".csv", sentence("one row per run"), _table),
    "html": Writer(".html", sentence("the report as one web page"), write_html),
    "json": Writer(".json", sentence("the result with verdicts judged anew"), _data),
    "md": Writer(".md", sentence("the report in Markdown, to paste in a forum"), write_markdown),
    "txt": Writer(".txt", sentence("the report as plain text"), write_text),
    "seconds": Writer("-seconds.csv", sentence("what the disk did, one row per second"), _seconds),
    "article": Writer(
        "-article.csv", sentence("the tables of a session like the article’s"), _article
    ),
}
"""By the word that chooses it: the suffix of the file's name where one kind has it."""
