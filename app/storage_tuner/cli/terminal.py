"""Text that fits a terminal: tables, paragraphs, sizes, and nothing that moves the cursor."""

from __future__ import annotations

import json
import shutil
import textwrap
from collections.abc import Sequence
from typing import Any

UNKNOWN = "–"
GAP = "  "
_NARROWEST = 8
"""To how many columns a cell may be cut to make the table fit."""

JSON_COLUMNS = 160
"""How long a line of JSON is where it may be shorter: a whole tunable stands on one."""

_SIZES = (("TB", 10**12), ("GB", 10**9), ("MB", 10**6), ("kB", 10**3))


def columns() -> int:
    """How wide the terminal is; 80 where there is none."""
    return shutil.get_terminal_size((80, 24)).columns


def print_json(value: dict[str, Any]) -> None:
    print(json_text(value))


def json_text(value: object, indent: str = "") -> str:
    """``value`` as JSON, what fits a line on one line.

    That reads better than a line for every number, and is several times faster than the indenting
    of the standard library, which is written in Python.
    """
    line = json.dumps(value)
    if not isinstance(value, dict | list | tuple) or len(indent) + len(line) < JSON_COLUMNS:
        return line
    deeper = indent + "  "
    if isinstance(value, dict):
        items = [f"{json.dumps(name)}: {json_text(item, deeper)}" for name, item in value.items()]
        first, last = "{", "}"
    else:
        items = [json_text(item, deeper) for item in value]
        first, last = "[", "]"
    return "\n".join((first, deeper + f",\n{deeper}".join(items), indent + last))


def printable(text: str) -> str:
    """``text`` without anything that could move the cursor or break a line.

    Names and models come from the devices, and may hold whatever somebody put there.
    """
    return "".join(
        letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text
    )


def size_text(size_bytes: int | None) -> str:
    """As printed on the drive, in powers of ten: "512 MB", "4.0 TB"."""
    if size_bytes is None:
        return UNKNOWN
    for unit, factor in _SIZES:
        number = size_bytes / factor
        if number >= 0.9995:
            return f"{number:.1f} {unit}" if number < 99.95 else f"{number:.0f} {unit}"
    return f"{size_bytes} B"


def table(
    rows: Sequence[tuple[str, ...]],
    room: int,
    *,
    shrinkable: tuple[int, ...] = (),
    right: tuple[int, ...] = (),
) -> list[str]:
    """The rows with their cells below each other, as lines.

    Where they don't fit ``room`` columns, the widest of the ``shrinkable`` ones are cut; those in
    ``right`` stand at the right. Every cell becomes printable.
    """
    shown = [tuple(printable(cell) for cell in row) for row in rows]
    widths = [max(len(row[column]) for row in shown) for column in range(len(shown[0]))]
    _narrow(widths, shrinkable, room - len(GAP) * (len(widths) - 1))
    return [_line(row, widths, right) for row in shown]


def wrapped(text: str, label: str, room: int) -> list[str]:
    """``text`` behind ``label``, broken into lines that begin below its first letter."""
    return textwrap.wrap(
        printable(text),
        max(room, len(label) + 20),
        initial_indent=label,
        subsequent_indent=" " * len(label),
        break_on_hyphens=False,
    )


def labelled(facts: Sequence[tuple[str, str | None]], room: int) -> list[str]:
    """A fact a line, its label in front; what isn't known is told as such."""
    width = max(len(label) for label, _ in facts) + len(GAP)
    return [
        line
        for label, value in facts
        for line in wrapped(value or UNKNOWN, label.ljust(width), room)
    ]


def _narrow(widths: list[int], shrinkable: tuple[int, ...], room: int) -> None:
    """Cut the widest of the ``shrinkable`` columns, letter by letter, until the row fits."""
    while shrinkable and sum(widths) > room:
        widest = max(shrinkable, key=lambda column: widths[column])
        if widths[widest] <= _NARROWEST:
            return
        widths[widest] -= 1


def _line(row: tuple[str, ...], widths: list[int], right: tuple[int, ...]) -> str:
    cells = []
    for column, (text, width) in enumerate(zip(row, widths, strict=True)):
        shown = text if len(text) <= width else text[: width - 1] + "…"
        cells.append(shown.rjust(width) if column in right else shown.ljust(width))
    return GAP.join(cells).rstrip()
