"""Text that fits a terminal: tables, paragraphs, sizes, and nothing that moves the cursor."""

from __future__ import annotations

import json
import shutil
import sys
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from storage_tuner.core.message import Text, english
from storage_tuner.present.blocks import Block, Facts, Notice, Section, Table
from storage_tuner.present.numbers import SPACE, THOUSANDS, plain_spaces

UNKNOWN = "–"
GAP = "  "
_NARROWEST = 8
"""The minimum width, in columns, to which a cell is cut to make the table fit."""

JSON_LEVELS = 4
"""The levels of JSON on separate lines: down to a tunable of a device in the list of devices."""

_UNBROKEN = (SPACE, THOUSANDS)


def columns() -> int:
    """The width of the terminal; 80 without one."""
    return shutil.get_terminal_size((80, 24)).columns


def print_json(value: dict[str, Any] | list[dict[str, Any]]) -> None:
    print(json_text(value))


def json_text(value: object, indent: str = "", levels: int = JSON_LEVELS) -> str:
    """``value`` as JSON, with a line for each element of the outer ``levels``; deeper levels share
    the line of their element.

    The standard library indents in Python, which for a thousand disks takes as long as reading
    them; here most of the work is done by its C code.
    """
    if not value or not levels or not isinstance(value, dict | list | tuple):
        return json.dumps(value, default=english)
    deeper = indent + "  "
    if isinstance(value, dict):
        lines = [
            f"{json.dumps(str(name))}: {json_text(item, deeper, levels - 1)}"
            for name, item in value.items()
        ]
        first, last = "{", "}"
    else:
        lines = [json_text(item, deeper, levels - 1) for item in value]
        first, last = "[", "]"
    return "\n".join((first, deeper + f",\n{deeper}".join(lines), indent + last))


def printable(text: Text) -> str:
    """``text`` without anything that could move the cursor or break a line, and with plain spaces.

    Names and models come from the devices and may contain any characters.
    """
    return plain_spaces(_safe(str(text)))


def _safe(text: str) -> str:
    """``text`` made printable, keeping its non-breaking spaces."""
    return "".join(
        letter if letter.isprintable() or letter in _UNBROKEN else "\N{REPLACEMENT CHARACTER}"
        for letter in text
    )


def print_error(text: str) -> None:
    """Print a line to standard error; it may contain another program's message."""
    print(f"storage-tuner: {printable(text)}", file=sys.stderr)


def table(
    rows: Sequence[tuple[str, ...]],
    room: int,
    *,
    shrinkable: tuple[int, ...] = (),
    right: tuple[int, ...] = (),
) -> list[str]:
    """The rows as lines, with aligned columns.

    If they don't fit ``room`` columns, the widest of the ``shrinkable`` ones are cut, but never so
    far that different cells look the same; those in ``right`` are right-aligned. Every cell is made
    printable.
    """
    shown = [tuple(printable(cell) for cell in row) for row in rows]
    columns_of_cells = list(zip(*shown, strict=True))
    widths = [max(map(len, cells)) for cells in columns_of_cells]
    least = {column: _least_width(columns_of_cells[column]) for column in shrinkable}
    _narrow(widths, least, room - len(GAP) * (len(widths) - 1))
    cut = [_cut(cells, width) for cells, width in zip(columns_of_cells, widths, strict=True)]
    return [_line(row, widths, right) for row in zip(*cut, strict=True)]


def folded(
    rows: Sequence[tuple[str, ...]],
    room: int,
    foldable: tuple[int, ...],
    right: tuple[int, ...] = (),
) -> list[str]:
    """As ``table``, but nothing is cut: cells of the ``foldable`` columns wrap within their column
    where the rows don't fit."""
    widths = [max(map(len, cells)) for cells in zip(*rows, strict=True)]
    _narrow(widths, dict.fromkeys(foldable, _NARROWEST), room - len(GAP) * (len(widths) - 1))
    return [line for row in rows for line in _folded_row(row, widths, right)]


def _folded_row(row: tuple[str, ...], widths: list[int], right: tuple[int, ...]) -> list[str]:
    cells = [
        textwrap.wrap(printable(text), width, break_on_hyphens=False)
        for text, width in zip(row, widths, strict=True)
    ]
    return [_line(part, widths, right) for part in zip_longest(*cells, fillvalue="")]


def wrapped(text: str, label: str, room: int) -> list[str]:
    """``text`` after ``label``, wrapped into lines that are aligned with its first letter."""
    lines = textwrap.wrap(
        _safe(text),
        max(room, len(label) + 20),
        initial_indent=label,
        subsequent_indent=" " * len(label),
        break_on_hyphens=False,
    )
    return list(map(plain_spaces, lines))


def labelled(facts: Sequence[tuple[str, str | None]], room: int) -> list[str]:
    """The facts, one per line after its label; unknown values are marked."""
    width = max(len(label) for label, _ in facts)
    width += len(GAP) if width else 0
    return [
        line
        for label, value in facts
        for line in wrapped(value or UNKNOWN, label.ljust(width), room)
    ]


def _narrow(widths: list[int], least: Mapping[int, int], room: int) -> None:
    """Reduce the widest of the columns in ``least``, letter by letter, until the row fits; none
    below its width in ``least``."""
    while sum(widths) > room:
        possible = [column for column, width in least.items() if widths[column] > width]
        if not possible:
            return
        widths[max(possible, key=lambda column: widths[column])] -= 1


def _least_width(cells: Sequence[str]) -> int:
    """The smallest width at which different cells still look different."""
    different = tuple(dict.fromkeys(cells))
    longest = max(map(len, cells))
    widths = range(min(_NARROWEST, longest), longest)
    return next((width for width in widths if _is_clear(_cut(different, width))), longest)


def _is_clear(cells: Sequence[str]) -> bool:
    return len(set(cells)) == len(cells)


def _cut(cells: Sequence[str], width: int) -> list[str]:
    """The cells cut to at most ``width`` letters: their beginnings, or if these are the same, their
    beginnings and ends."""
    uses = Counter(_beginning(cell, width) for cell in dict.fromkeys(cells))
    return [
        short if uses[short := _beginning(cell, width)] == 1 else _both_ends(cell, width)
        for cell in cells
    ]


def _beginning(text: str, width: int) -> str:
    return text if len(text) <= width else text[: width - 1] + "…"


def _both_ends(text: str, width: int) -> str:
    if len(text) <= width:
        return text
    end = width // 2
    return f"{text[: width - 1 - end]}…{text[len(text) - end :]}"


def _line(row: tuple[str, ...], widths: list[int], right: tuple[int, ...]) -> str:
    cells = []
    for column, (text, width) in enumerate(zip(row, widths, strict=True)):
        cells.append(text.rjust(width) if column in right else text.ljust(width))
    return GAP.join(cells).rstrip()


def lines_of(blocks: Iterable[Block], room: int) -> list[str]:
    """The lines of the blocks, separated by empty lines."""
    return [line for block in blocks for line in (*block_lines(block, room), "")][:-1]


def block_lines(block: Block, room: int) -> Iterator[str]:
    match block:
        case Facts(title, rows):
            yield from wrapped(title, "", room) if title else ()
            facts = [(fact.name, fact.text) for fact in rows]
            yield from _indented(labelled(facts, room - len(GAP)))
        case Table(title):
            yield from wrapped(title, "", room) if title else ()
            yield from _indented(_table(block, room - len(GAP)))
        case Notice(_, text):
            yield from wrapped(text, "", room)
        case Section(title, blocks):
            yield from wrapped(title, "", room)
            yield from _indented(lines_of(blocks, room - len(GAP)))
        case _:
            raise TypeError(block)


def _indented(lines: Iterable[str]) -> Iterator[str]:
    return (f"{GAP}{line}".rstrip() for line in lines)


def _table(block: Table, room: int) -> list[str]:
    """The lines of a table. Texts wrap within their columns; if that isn't enough, each row becomes
    a list of its cells, labelled with their column heads."""
    rows = [block.heads, *(tuple(cell.text for cell in row) for row in block.rows)]
    texts = {
        column for row in rows[1:] for column, text in enumerate(row) if column and " " in text
    }
    lines = folded(rows, room, foldable=tuple(texts), right=tuple(block.figures))
    if max(map(len, lines)) <= room:
        return lines
    first = max(len(name) for name, *_ in rows) + len(GAP)
    return [
        line
        for name, *cells in rows[1:]
        for line in wrapped(_in_words(block.heads[1:], cells), name.ljust(first), room)
    ]


def _in_words(heads: Iterable[str], cells: Iterable[str]) -> str:
    return ", ".join(f"{head} {cell}" for head, cell in zip(heads, cells, strict=True) if cell)
