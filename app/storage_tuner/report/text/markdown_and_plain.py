"""The report to paste in a forum: as Markdown, and as plain text. Neither has any HTML in it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from storage_tuner.core.language import speaking
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.verdict import Judgement
from storage_tuner.present.blocks import (
    Block,
    DotPlot,
    Facts,
    Headline,
    Notice,
    Section,
    Table,
    TableCell,
)
from storage_tuner.present.numbers import plain_spaces
from storage_tuner.report.charts.text_dot_plot import dot_lines
from storage_tuner.report.content import OperationSection, ReportContent, report_content
from storage_tuner.report.layout import PLAIN, Layout
from storage_tuner.report.text.line_breaking import WIDTH, columns, wrapped
from storage_tuner.report.text.tables import TextTable, legend_line, rows_of, text_table

_TOP = 2
"""The level of the headings below the title."""


@dataclass(frozen=True)
class Heading:
    text: str
    level: int = _TOP


@dataclass(frozen=True)
class Paragraph:
    """``strong``: the report's conclusion."""

    text: str
    strong: bool = False


@dataclass(frozen=True)
class Bullets:
    """Each may have a name before it."""

    items: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Commands:
    """Command lines, each with what it does."""

    items: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class TextDrawing:
    """Lines of characters of one width."""

    lines: tuple[str, ...]


Part = Heading | Paragraph | Bullets | Commands | TextTable | TextDrawing


def outline(report: ReportContent) -> tuple[Part, ...]:
    """The report without the charts by threads, whose values stand in the tables."""
    return (*_beginning(report), *_sections(report), *_measured(report), *_commands(report))


def _beginning(report: ReportContent) -> Iterator[Part]:
    yield Heading(report.title, 1)
    if report.subtitle:
        yield Paragraph(report.subtitle)
    yield Paragraph(report.created)
    yield Paragraph(report.headline.text, strong=True)
    yield Bullets(tuple(("", detail) for detail in report.headline.details))
    for block in report.first:
        yield from _block(block, _TOP)


def _sections(report: ReportContent) -> Iterator[Part]:
    for section in report.sections:
        yield from _block(section, _TOP)


def _block(block: Block, level: int) -> Iterator[Part]:
    match block:
        case Headline(_, text, _) | Notice(_, text):
            yield Paragraph(text)
        case DotPlot():
            yield TextDrawing(tuple(dot_lines(block)))
        case Table(title, _, _, legend):
            if title and level > _TOP:
                yield Heading(title, level)
            yield text_table(block)
            yield Paragraph(legend_line(block)) if legend else Paragraph("")
        case Facts(title, rows):
            if title:
                yield Heading(title, level + 1)
            yield Bullets(tuple((fact.name, fact.text) for fact in rows))
        case Section(title, blocks):
            yield Heading(title, level)
            for each in blocks:
                yield from _block(each, level + 1)


def _measured(report: ReportContent) -> Iterator[Part]:
    for section in report.operations:
        if section.groups:
            yield Heading(section.label)
            yield _values(report, section)


def _values(report: ReportContent, section: OperationSection) -> TextTable:
    names = (section.group_title, str(report.headings.variant))
    return TextTable(
        (*names, *section.columns),
        rows_of(
            (row.group, row.label, *map(_cell, row.cells))
            for rows in section.groups
            for row in rows
        ),
        keys=len(names),
        figures=frozenset(range(len(names), len(names) + len(section.columns))),
    )


def _commands(report: ReportContent) -> Iterator[Part]:
    if not report.repeatable:
        return
    words = report.headings
    yield Heading(str(words.commands))
    if not report.commands:
        yield Paragraph(str(words.no_commands))
        return
    yield Paragraph(f"{words.commands_use} {report.commands_note}".rstrip())
    yield Commands(tuple((each.label, each.command) for each in report.commands))


def _cell(cell: TableCell) -> str:
    return f"{cell.text} {cell.tip}".rstrip()


MARKDOWN_WIDTH = 100
"""Of tables: wider ones are scrolled in a forum, or broken."""
_LONGEST_KEY = 24
_LISTED = re.compile(r"^(\d*)([-+.)])(?=\s)")
"""The start of a line that Markdown takes for a list, such as a German date: 3. März."""
_SPECIAL = re.compile(r"([\\`*\[\]<>|]|(?<!\w)[_#~]|_(?!\w))")


def markdown(record: SessionRecord, judgement: Judgement, layout: Layout = PLAIN) -> str:
    """Tables are at most ``MARKDOWN_WIDTH`` columns wide; paragraphs are one line each, as forums
    keep line ends."""
    with speaking(layout.language):
        parts = outline(report_content(record, judgement))
    return _joined("\n".join(_as_markdown(part)) for part in parts)


def plain_text(record: SessionRecord, judgement: Judgement, layout: Layout = PLAIN) -> str:
    """No line but of a command is wider than 80 columns: a broken command can't be copied."""
    with speaking(layout.language):
        parts = outline(report_content(record, judgement))
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
