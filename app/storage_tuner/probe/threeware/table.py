"""Parses tables in human-readable output into cells, each assigned to its column or to none.

Cells usually begin below the beginning of their column's name, but not always: a long one pushes
the rest of its row to the right, some versions misplace them by a few characters, a cell may
contain blanks, and one without a value may be left blank. So a row is accepted when

1. every word begins where a column begins, none reaches into the next column, and none matches
   another column's pattern instead of its own; or else
2. there are as many words as columns, and each matches its column's pattern; or else
3. only its first word is accepted, which identifies the row.

A missing cell moves the following ones to the left: in a row of the first kind without a last
cell, those that would also fit one column further right aren't accepted.

Unaccepted words are omitted from the row's cells, and the whole row is kept as text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

COLUMNS_LIMIT = 32
WORDS_LIMIT = 64

_RULE = re.compile(r"\s*-{8,}[-\s]*")
_WORDS = re.compile(r"[0-9]+(?:\.[0-9]+)? {1,2}[KMGTP]B?(?!\S)|\S+")
"""A size such as "931.51 GB" or "64 K" counts as one word."""

_NUMBER = re.compile(r"[0-9]")


@dataclass(frozen=True)
class Kind:
    """The known facts about tables whose header begins with certain words.

    ``patterns`` are the formats of cells, by column; rows begin with a match of the first one.
    ``free`` is the column that may contain blanks when it's the last one.
    """

    starts: tuple[str, str]
    patterns: Mapping[str, re.Pattern[str]]
    free: str = ""

    def has_row(self, line: str) -> bool:
        words = line.split(maxsplit=1)
        return bool(words) and self.patterns[self.starts[0]].fullmatch(words[0]) is not None


@dataclass(frozen=True)
class PrintedRow:
    """A row of a table. ``cells`` are by column name. ``unsure`` is the row's text when cells may
    be missing."""

    cells: dict[str, str]
    unsure: str = ""


@dataclass(frozen=True)
class PrintedTable:
    kind: Kind
    rows: list[PrintedRow]


@dataclass(frozen=True)
class _Word:
    """A word in a line. ``cut``: it may be truncated, so its format is unknown."""

    start: int
    text: str
    cut: bool = False

    @property
    def end(self) -> int:
        return self.start + len(self.text)


@dataclass(frozen=True)
class _Header:
    """The columns' names and starting positions; ``patterns`` is None where any text is allowed."""

    columns: tuple[str, ...]
    starts: tuple[int, ...]
    patterns: tuple[re.Pattern[str] | None, ...]
    last_is_free: bool

    @property
    def last(self) -> int:
        return len(self.columns) - 1

    def fits(self, column: int, text: str) -> bool:
        pattern = self.patterns[column]
        return pattern is None or pattern.fullmatch(text) is not None

    def may_hold(self, column: int, word: _Word) -> bool:
        return word.cut or self.fits(column, word.text)

    def is_misplaced(self, column: int, word: _Word) -> bool:
        """Return whether it matches the pattern of another column but not of this one.

        Text that matches no pattern may be a new value in the right column.
        """
        return not self.may_hold(column, word) and any(
            pattern is not None and pattern.fullmatch(word.text) for pattern in self.patterns
        )


def split_tables(
    lines: Sequence[str], kinds: Sequence[Kind]
) -> tuple[list[PrintedTable], list[str]]:
    """The tables of ``kinds`` in ``lines``, and the other lines, in their order.

    A table's rows are all lines that begin like its rows, up to the next header: a known one, or
    any other line above a rule of dashes. The last line may be truncated when it has no line end.
    """
    tables: list[PrintedTable] = []
    rest: list[str] = []
    header: _Header | None = None
    for index, line in enumerate(lines):
        ruled = _is_ruled(lines, index)
        if kind := _kind_of(line, kinds):
            header = _header(line, kind)
            tables.append(PrintedTable(kind, []))
        elif header and not ruled and tables[-1].kind.has_row(line):
            tables[-1].rows.append(_row(line, header, is_cut=index == len(lines) - 1))
        else:
            rest.append(line)
            header = None if ruled else header
    return tables, [line for line in rest if line.strip() and not _RULE.fullmatch(line)]


def _kind_of(line: str, kinds: Sequence[Kind]) -> Kind | None:
    return next((kind for kind in kinds if tuple(line.split()[:2]) == kind.starts), None)


def _is_ruled(lines: Sequence[str], index: int) -> bool:
    """Return whether the line is the header of a table, or a title, by the rule below it."""
    if index + 1 >= len(lines) or not _RULE.fullmatch(lines[index + 1]):
        return False
    return bool(lines[index].strip()) and not _RULE.fullmatch(lines[index])


def _header(line: str, kind: Kind) -> _Header:
    words = list(re.finditer(r"\S+", line))[:COLUMNS_LIMIT]
    columns = tuple(word[0] for word in words)
    return _Header(
        columns,
        tuple(word.start() for word in words),
        tuple(kind.patterns.get(column) for column in columns),
        columns[-1] == kind.free,
    )


def _row(line: str, header: _Header, *, is_cut: bool) -> PrintedRow:
    words = [_Word(found.start(), found[0]) for found in _WORDS.finditer(line)]
    if len(words) > WORDS_LIMIT or len(set(header.columns)) < len(header.columns):
        return PrintedRow({}, line.strip())
    if is_cut and (header.last_is_free or not line.endswith("  ")):
        words = _with_cut_end(words)
    places = _by_position(words, header) or _by_order(words, header)
    if places is None:
        places = [0, *(None for _ in words[1:])]
    unsure = {place for word, place in zip(words, places, strict=True) if word.cut}
    cells: dict[str, str] = {}
    for word, place in zip(words, places, strict=True):
        if place is not None and place not in unsure:
            column = header.columns[place]
            cells[column] = f"{cells[column]} {word.text}" if column in cells else word.text
    is_sure = not unsure and None not in places
    return PrintedRow(cells, "" if is_sure else line.strip())


def _with_cut_end(words: Sequence[_Word]) -> list[_Word]:
    """The words, with the last one marked as cut, and with it a number one blank before, which may
    be half of a size."""
    count = 1
    if len(words) > 1 and words[-1].start == words[-2].end + 1 and _NUMBER.match(words[-2].text):
        count = 2
    return [*words[:-count], *(replace(word, cut=True) for word in words[-count:])]


def _by_position(words: Sequence[_Word], header: _Header) -> list[int | None] | None:
    """Each word's column when all begin exactly below a name; otherwise None."""
    column_at = {start: index for index, start in enumerate(header.starts)}
    places: list[int] = []
    for word in words:
        place = column_at.get(word.start)
        if header.last_is_free and places and places[-1] == header.last:
            place = header.last
        if place is None or header.is_misplaced(place, word):
            return None
        if place < header.last and word.end >= header.starts[place + 1]:
            return None  # it pushes the following ones, so their positions are unreliable
        places.append(place)
    return _without_movable(words, places, header)


def _without_movable(
    words: Sequence[_Word], places: Sequence[int], header: _Header
) -> list[int | None]:
    """The columns, with None for the last words that would also fit one column further right, when
    there is room."""
    kept: list[int | None] = list(places)
    if header.last in places:
        return kept
    for index in range(len(words) - 1, 0, -1):
        if not header.may_hold(places[index] + 1, words[index]):
            break
        kept[index] = None
    return kept


def _by_order(words: Sequence[_Word], header: _Header) -> list[int | None] | None:
    """One word per column, from left to right, when each matches its column's pattern."""
    count = len(header.columns)
    extra = len(words) - count
    if extra < 0 or (extra and not header.last_is_free):
        return None
    if header.last_is_free and _lacks_a_cell(words[:count], header):
        return None
    texts = [word.text for word in words[: count - 1]]
    texts.append(" ".join(word.text for word in words[count - 1 :]))
    if not all(header.fits(column, text) for column, text in enumerate(texts)):
        return None
    return [min(index, count - 1) for index in range(len(words))]


def _lacks_a_cell(words: Sequence[_Word], header: _Header) -> bool:
    """Return whether a cell may be missing although there are enough words, because the last cell
    holds several.

    Then a word is further right of its column than the one before, without being pushed; or left of
    its column, directly after the one before.
    """
    shifts = [word.start - start for word, start in zip(words, header.starts, strict=True)]
    pushed = [word.start == before.end + 1 for before, word in pairwise(words)]
    return any(
        shift < 0 if push else shift - before > 1
        for (before, shift), push in zip(pairwise(shifts), pushed, strict=True)
    )
