"""What the report says as headings, paragraphs, lists and tables: for Markdown and plain text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.verdict import Evidence, Judgement
from storage_tuner.present.blocks import Table
from storage_tuner.report.advice import Part
from storage_tuner.report.article_tables import TITLE as ARTICLE_TITLE
from storage_tuner.report.article_tables import article_tables
from storage_tuner.report.content import Cell, OperationSection, ReportContent, report_content
from storage_tuner.report.facts import Fact
from storage_tuner.report.language import Language
from storage_tuner.report.priority_table import TITLE as CLASSES_TITLE
from storage_tuner.report.priority_table import priority_tables
from storage_tuner.report.tables import TextTable, rows_of, text_table


@dataclass(frozen=True)
class Heading:
    text: str
    level: int = 2


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


Block = Heading | Paragraph | Bullets | Commands | TextTable


def outline(record: SessionRecord, judgement: Judgement, language: Language) -> tuple[Block, ...]:
    """The report without its charts, whose values stand in the tables."""
    report = language.whole(report_content(record, judgement))
    plan = record.plan
    article = language.whole((ARTICLE_TITLE, article_tables(plan, judgement)))
    classes = language.whole((CLASSES_TITLE, priority_tables(plan, judgement)))
    return (
        *_beginning(report),
        *_verdicts(report),
        *_tables(*article),
        *_tables(*classes),
        *_measured(report),
        *_end(report),
    )


def _beginning(report: ReportContent) -> Iterator[Block]:
    yield Heading(report.title, 1)
    yield Paragraph(report.subtitle)
    yield Paragraph(report.created)
    yield Paragraph(report.headline, strong=True)
    if report.gain:
        yield Paragraph(report.gain)
    yield Paragraph(report.outcome)
    if report.notes:
        yield Heading(report.headings.notes)
        yield Bullets(tuple(("", note) for note in report.notes))


def _verdicts(report: ReportContent) -> Iterator[Block]:
    words = report.headings
    yield Heading(words.verdict)
    head = (words.operation, *report.metrics)
    yield TextTable(
        head, rows_of((row.label, *(cell.text for cell in row.cells)) for row in report.verdicts)
    )
    yield Bullets(
        tuple(
            (f"{row.label}, {metric}", _cell(cell))
            for row in report.verdicts
            for metric, cell in zip(report.metrics, row.cells, strict=True)
            if cell.detail
        )
    )
    yield Bullets(report.legend)
    for part in report.advice:
        yield from _part(part)
    if report.evidence:
        yield Heading(words.why)
        yield Bullets(tuple(("", _evidence(each)) for each in report.evidence))
    if report.by_threads:
        yield Heading(words.by_threads)
        yield TextTable(
            (words.operation, words.threads, *report.metrics),
            rows_of(
                (row.group, row.label, *map(_cell, row.cells))
                for rows in report.by_threads
                for row in rows
            ),
            keys=2,
        )


def _tables(title: str, tables: Sequence[Table]) -> Iterator[Block]:
    """What only some sessions have beside the verdicts."""
    if tables:
        yield Heading(title)
    for table in tables:
        yield Heading(table.title, 3)
        yield text_table(table)
        yield Bullets(tuple((mark.value, meaning) for mark, meaning in table.legend))


def _part(part: Part) -> Iterator[Block]:
    yield Heading(part.title)
    yield Bullets(tuple((item.name, " ".join((item.text, *item.notes))) for item in part.items))


def _measured(report: ReportContent) -> Iterator[Block]:
    for section in report.operations:
        yield Heading(section.label)
        yield _values(report, section)
    if report.variants:
        yield Heading(report.headings.variants)
        yield _facts(report.variants)


def _values(report: ReportContent, section: OperationSection) -> TextTable:
    grouped = bool(section.group_title)
    names = (
        (section.group_title, report.headings.variant) if grouped else (report.headings.variant,)
    )
    return TextTable(
        (*names, *section.columns),
        rows_of(
            (*((row.group,) if grouped else ()), row.label, *map(_cell, row.cells))
            for rows in section.groups
            for row in rows
        ),
        keys=len(names),
        numbers=len(names),
    )


def _end(report: ReportContent) -> Iterator[Block]:
    words = report.headings
    yield Heading(words.method)
    yield from map(Paragraph, report.method)
    if report.settings:
        yield Heading(words.settings)
        yield Bullets(tuple((each.name, each.value) for each in report.settings))
    if report.device:
        yield Heading(words.device)
        yield _facts(report.device)
    yield Heading(words.machine)
    yield _facts(report.machine)
    if report.repeatable:
        yield Heading(words.commands)
        yield from _commands(report)


def _commands(report: ReportContent) -> Iterator[Block]:
    words = report.headings
    if not report.commands:
        yield Paragraph(words.no_commands)
        return
    yield Paragraph(f"{words.commands_use} {report.commands_note}".rstrip())
    yield Commands(tuple((each.label, each.command) for each in report.commands))


def _facts(facts: Iterable[Fact]) -> Bullets:
    return Bullets(tuple((fact.name, fact.value) for fact in facts))


def _evidence(each: Evidence) -> str:
    return f"{each.statement} ({each.source})"


def _cell(cell: Cell) -> str:
    return f"{cell.text} {cell.detail}".rstrip()
