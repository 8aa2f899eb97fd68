"""Results as plain text for a terminal of 80 columns: folded sections are left out, except
results by threads and advice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from storage_tuner.advice.comparison_of_records import Differing, SideBySide
from storage_tuner.advice.statistics.methods import MARGIN
from storage_tuner.core.fleet import Fleet, Grouping
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.message import sentence, tr
from storage_tuner.core.verdict import Judgement
from storage_tuner.present import (
    advice,
    article_tables,
    priority_table,
    recommended,
    start_times,
    tradeoff,
    wording,
)
from storage_tuner.present.blocks import (
    Block,
    DotPlot,
    Headline,
    Notice,
    Section,
    Table,
    TableCell,
)
from storage_tuner.present.fleet import fleet_blocks
from storage_tuner.present.numbers import plain_spaces
from storage_tuner.present.result import (
    BY_THREADS,
    SAME_LOAD,
    comparison_blocks,
    judgement_blocks,
    result_blocks,
)
from storage_tuner.report.charts.text_dot_plot import dot_lines
from storage_tuner.report.text.line_breaking import WIDTH, columns, wrapped
from storage_tuner.report.text.tables import legend_line, text_table

_SHOWN = (
    BY_THREADS,
    article_tables.TITLE,
    priority_table.TITLE,
    start_times.TITLE,
    tradeoff.TITLE,
    SAME_LOAD,
    recommended.MEASURE_THIS,
)
_LONGEST_KEY = 30
MOST_ITEMS = 4
"""Of each part of the advice; the report has all."""


def summary_lines(record: SessionRecord, judgement: Judgement) -> tuple[str, ...]:
    """The result of a session."""
    return (
        *_lines(result_blocks(record, judgement)),
        *advice_lines(judgement),
        *_notes(judgement),
    )


def judgement_lines(judgement: Judgement, margin: float = MARGIN) -> tuple[str, ...]:
    """The result of numbers without a session."""
    return (
        *_lines(judgement_blocks(judgement, margin)),
        *advice_lines(judgement),
        *_notes(judgement),
    )


def comparison_lines(comparison: SideBySide, margin: float = MARGIN) -> tuple[str, ...]:
    """Several results side by side, and in what else they differ."""
    judgement = comparison.judgement
    return (
        *_lines(comparison_blocks(judgement, comparison.differing, margin)),
        *_notes(judgement),
        *_differing(comparison.differing),
    )


def fleet_lines(fleet: Fleet, grouping: Grouping) -> tuple[str, ...]:
    """The disks of many computers, and which of them deviate."""
    return _lines(fleet_blocks(fleet, grouping))


def _lines(blocks: Iterable[Block]) -> tuple[str, ...]:
    shown = (
        line
        for block in blocks
        if not isinstance(block, Section) or block.title in map(str, _SHOWN)
        for line in ("", *block_lines(block))
    )
    return tuple(shown)[1:]


def block_lines(block: Block) -> Iterator[str]:
    """One block."""
    match block:
        case Headline(_, text, details):
            yield from wrapped(text)
            for detail in details:
                yield from wrapped(detail, "- ")
        case DotPlot():
            yield from map(plain_spaces, dot_lines(block))
        case Table(title):
            if title:
                yield from wrapped(f"{title}:")
            yield from _table_lines(block)
        case Notice(_, text):
            yield from wrapped(text)
        case Section(title, blocks):
            yield from wrapped(f"{title}:")
            for each in blocks:
                if isinstance(each, Table) and each.title:
                    yield ""
                yield from block_lines(each)
        case _:
            for fact in block.rows:
                yield from wrapped(f"{fact.name}: {fact.text}" if fact.name else fact.text, "- ")


def _table_lines(table: Table) -> Iterator[str]:
    """A name that is too long for its column has a line of its own: cut, those of one workload's
    streams would be the same."""
    names = [plain_spaces(row[0].text) for row in table.rows]
    long = {number for number, name in enumerate(names) if columns(name) > _LONGEST_KEY}
    rows = tuple(
        (TableCell(""), *row[1:]) if number in long else row
        for number, row in enumerate(table.rows)
    )
    shown = text_table(replace(table, rows=rows))
    for number, part in enumerate(shown.parts(WIDTH, between=2)):
        if number:
            yield ""
        head, *lines = (plain_spaces("  ".join(line)).rstrip() for line in part.lines())
        yield head
        for row, line in enumerate(lines):
            if row in long:
                yield from wrapped(names[row])
            yield line
    if table.legend:
        yield from wrapped(legend_line(table))


def advice_lines(judgement: Judgement) -> tuple[str, ...]:
    """One sentence per item, with notes where action is needed; the report and the JSON have the
    rest."""
    lines: list[str] = []
    found = judgement.recommended
    has_set = found is not None and recommended.is_shown_in_session(found)
    for part in advice.advice_parts(judgement):
        if part.title == str(advice.NOT_COMPARED) and has_set:
            continue  # the recommended set says it
        lines += ["", f"{part.title}:"]
        for item in part.items[:MOST_ITEMS]:
            lines += wrapped(f"{item.name}: {item.text}", "- ")
            for note in item.notes if item.strong else ():
                lines += wrapped(note, "  ", "  ")
        if len(part.items) > MOST_ITEMS:
            left = len(part.items) - MOST_ITEMS
            lines.append("- " + tr("… and {count} more (in the report)", count=left))
    return tuple(lines)


def _notes(judgement: Judgement) -> Iterator[str]:
    for note in judgement.notes:
        yield ""
        yield from wrapped(wording.printable(note))


def _differing(differing: tuple[Differing, ...]) -> Iterator[str]:
    yield ""
    yield tr("Differing conditions:") if differing else str(ALIKE)
    for each in differing:
        values = "; ".join(f"{label}: {value}" for label, value in each.values)
        yield from wrapped(wording.printable(f"{each.condition}: {values}"), "- ")


ALIKE = sentence("All recorded conditions are the same.")
