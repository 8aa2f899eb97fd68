"""The report as headings, paragraphs, lists and tables: for Markdown and plain text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from storage_tuner.present.blocks import (
    Block,
    DotPlot,
    Facts,
    Headline,
    Message,
    Section,
    Table,
    TableCell,
)
from storage_tuner.report.charts.text_dot_plot import dot_lines
from storage_tuner.report.content import OperationSection, ReportContent
from storage_tuner.report.language import Language
from storage_tuner.report.text.tables import TextTable, legend_line, rows_of, text_table

_TOP = 2
"""The level of the headings below the title."""


@dataclass(frozen=True)
class Heading:
    text: str
    level: int = _TOP


@dataclass(frozen=True)
class Paragraph:
    """``strong``: it's what the report comes to."""

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


def outline(content: ReportContent, language: Language) -> tuple[Part, ...]:
    """The report without the charts by threads, whose values stand in the tables."""
    report = language.whole(content)
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
        case Headline(_, text, _) | Message(_, text):
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
        yield Heading(section.label)
        yield _values(report, section)


def _values(report: ReportContent, section: OperationSection) -> TextTable:
    names = (section.group_title, report.headings.variant)
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
    yield Heading(words.commands)
    if not report.commands:
        yield Paragraph(words.no_commands)
        return
    yield Paragraph(f"{words.commands_use} {report.commands_note}".rstrip())
    yield Commands(tuple((each.label, each.command) for each in report.commands))


def _cell(cell: TableCell) -> str:
    return f"{cell.text} {cell.tip}".rstrip()
