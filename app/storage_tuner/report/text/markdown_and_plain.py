"""The report to paste in a forum: as Markdown, and as plain text. Neither has any HTML in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from storage_tuner.core.language import speaking
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.verdict import Judgement
from storage_tuner.present.numbers import plain_spaces
from storage_tuner.report.content import ReportContent, report_content
from storage_tuner.report.layout import PLAIN, Layout
from storage_tuner.report.text.line_breaking import WIDTH, columns, wrapped
from storage_tuner.report.text.outline import (
    Bullets,
    Commands,
    Heading,
    Paragraph,
    Part,
    TextDrawing,
    outline,
)
from storage_tuner.report.text.tables import TextTable
from storage_tuner.store.atomic import write_atomically

MARKDOWN_WIDTH = 100
"""Of tables: wider ones are scrolled in a forum, or broken."""
_LONGEST_KEY = 24
_LISTED = re.compile(r"^(\d*)([-+.)])(?=\s)")
"""What makes a list of a line, as a German date does: 3. März."""
_SPECIAL = re.compile(r"([\\`*\[\]<>|]|(?<!\w)[_#~]|_(?!\w))")


def write_markdown(
    record: SessionRecord, judgement: Judgement, path: Path, layout: Layout = PLAIN
) -> None:
    """Raises ``NoSpace`` and ``InvalidInput``."""
    write_atomically(path, markdown(record, judgement, layout).encode())


def write_text(
    record: SessionRecord, judgement: Judgement, path: Path, layout: Layout = PLAIN
) -> None:
    """Raises ``NoSpace`` and ``InvalidInput``."""
    write_atomically(path, plain_text(record, judgement, layout).encode())


def markdown(record: SessionRecord, judgement: Judgement, layout: Layout = PLAIN) -> str:
    """Tables are at most ``MARKDOWN_WIDTH`` columns wide; paragraphs are one line each, as forums
    keep line ends."""
    with speaking(layout.language):
        return markdown_of(report_content(record, judgement))


def markdown_of(content: ReportContent) -> str:
    """As ``markdown``."""
    parts = outline(content)
    return _joined("\n".join(_as_markdown(part)) for part in parts)


def plain_text(record: SessionRecord, judgement: Judgement, layout: Layout = PLAIN) -> str:
    """No line but of a command is wider than 80 columns: a broken command can't be copied."""
    with speaking(layout.language):
        return text_of(report_content(record, judgement))


def text_of(content: ReportContent) -> str:
    """As ``plain_text``."""
    parts = outline(content)
    return _joined("\n".join(_as_text(part)) for part in parts)


def _joined(parts: Iterator[str]) -> str:
    return "\n\n".join(filter(None, parts)) + "\n"


def _as_markdown(part: Part) -> Iterator[str]:
    match part:
        case Heading(text, level):
            yield f"{'#' * level} {_escaped(text)}"
        case Paragraph(text, strong):
            yield f"**{_escaped(text)}**" if strong else _begun(text)
        case Bullets(items):
            for name, text in items:
                yield f"- **{_escaped(name)}**: {_escaped(text)}" if name else f"- {_begun(text)}"
        case Commands(items):
            yield "```sh"
            for label, command in items:
                yield f"# {label}"
                yield command
            yield "```"
        case TextDrawing(lines):
            yield "```"
            yield from map(plain_spaces, lines)
            yield "```"
        case TextTable():
            yield from _markdown_table(part)


def _markdown_table(table: TextTable) -> Iterator[str]:
    escaped = _with_cells(table, _escaped)
    for number, part in enumerate(escaped.parts(MARKDOWN_WIDTH - 4, between=3)):
        if number:
            yield ""
        head, *rows = part.lines()
        yield _markdown_row(head)
        rule = [
            f"{'-' * (width - 1)}:" if column in part.figures else "-" * width
            for column, width in enumerate(map(columns, head))
        ]
        yield _markdown_row(tuple(rule))
        yield from map(_markdown_row, rows)


def _with_cells(table: TextTable, written: Callable[[str], str]) -> TextTable:
    """Short enough for a line, each cell as it is ``written``."""
    return TextTable(
        tuple(map(written, table.head)),
        tuple(tuple(map(written, row)) for row in table.shortened(_LONGEST_KEY).rows),
        table.keys,
        table.figures,
    )


def _markdown_row(cells: tuple[str, ...]) -> str:
    return f"| {' | '.join(cells)} |"


def _escaped(text: str) -> str:
    """Without meaning in Markdown."""
    return _SPECIAL.sub(r"\\\1", " ".join(text.split("\n")))


def _begun(text: str) -> str:
    """At the beginning of a line."""
    return _LISTED.sub(r"\1\\\2", _escaped(text))


def _as_text(part: Part) -> Iterator[str]:
    match part:
        case Heading(text, level):
            lines = wrapped(text)
            yield from lines
            yield ("=" if level == 1 else "-") * max(map(columns, lines))
        case Paragraph(text, _):
            yield from wrapped(text)
        case Bullets(items):
            for name, text in items:
                yield from wrapped(f"{name}: {text}" if name else text, "- ")
        case Commands(items):
            for label, command in items:
                yield from wrapped(f"{label}:")
                yield f"  {command}"
        case TextDrawing(lines):
            yield from map(plain_spaces, lines)
        case TextTable():
            yield from _text_table(part)


def _text_table(table: TextTable) -> Iterator[str]:
    plain = _with_cells(table, plain_spaces)
    for number, part in enumerate(plain.parts(WIDTH, between=2)):
        if number:
            yield ""
        head, *rows = ("  ".join(line).rstrip() for line in part.lines())
        yield head
        yield "  ".join("-" * width for width in part.widths)
        yield from rows
