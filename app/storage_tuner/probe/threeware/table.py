"""Tables that a program prints for persons, cut into cells: each in its column, or in none.

Cells stand below the beginning of their column's name, but not always: a long one pushes the rest
of its row to the right, some versions misplace them by a few letters, a cell may hold blanks, and
one without a value may be left blank. So a row is believed when

1. every word begins where a column begins, none reaches into the next column, and none looks like
   what another column holds instead; or else
2. there are as many words as columns, and each looks like what its column holds; or else
3. only as far as its cells can stand in just one column, by their order and by what the columns
   hold.

A cell that is lost moves those behind it to the left: in a row of the first kind without a last
cell, those that could as well stand one column further right aren't believed.

What isn't believed is left out of the row's cells, and the whole row is kept as text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

COLUMNS_LIMIT = 32
WORDS_LIMIT = 64

_RULE = re.compile(r"\s*-{8,}[-\s]*")
_WORDS = re.compile(r"[0-9]+(?:\.[0-9]+)? {1,2}[KMGTP]B?(?!\S)|\[[^\[\]]*(?:\]|$)|\S+")
"""A size such as "931.51 GB" or "64 K" is one word, and so is a date in brackets."""

_NAMES = re.compile(r"\S+(?: \S+)*")
"""The names in a header that isn't known: two blanks part them, one is within a name."""

_NUMBER = re.compile(r"[0-9]")


@dataclass(frozen=True)
class Kind:
    """What is known of the tables whose header begins with certain words.

    ``patterns`` says what cells look like, by column; ``free`` are columns that may hold blanks
    when they are the last one; ``keys`` is what rows begin with.
    """

    starts: tuple[str, str]
    keys: re.Pattern[str]
    patterns: Mapping[str, re.Pattern[str]]
    free: frozenset[str] = frozenset()


@dataclass(frozen=True)
class PrintedRow:
    """``cells`` by column name. ``unsure`` is the row's text when cells may be missing."""

    cells: dict[str, str]
    unsure: str = ""


@dataclass(frozen=True)
class PrintedTable:
    columns: tuple[str, ...]
    rows: tuple[PrintedRow, ...]
    kind: Kind | None = None


@dataclass(frozen=True)
class _Word:
    """``cut``: perhaps only the beginning of a word, of which nothing tells what it looks like."""

    start: int
    text: str
    cut: bool = False

    @property
    def end(self) -> int:
        return self.start + len(self.text)


@dataclass(frozen=True)
class _Header:
    """The columns' names and where they begin; ``patterns`` has None where anything goes."""

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
        """Whether it looks like what another column holds, and not like what this one does.

        What looks like nothing that is known may be new, and may be right.
        """
        return not self.may_hold(column, word) and any(
            pattern is not None and pattern.fullmatch(word.text) for pattern in self.patterns
        )


def split_tables(
    lines: Sequence[str], kinds: Sequence[Kind]
) -> tuple[tuple[PrintedTable, ...], tuple[str, ...]]:
    """The tables in ``lines``, and the lines that belong to none of them, in their order.

    A header is a line of several names above a rule of dashes, or one that begins as a known one
    does; a single name is a title, and belongs to no table. The rows of an unknown table end at an
    empty line; those of a known one are all lines up to the next header that begin with what its
    rows begin with. The last line may be cut when it has no end.
    """
    tables: list[PrintedTable] = []
    rest: list[str] = []
    index = 0
    while index < len(lines):
        kind = _kind_of(lines[index], kinds)
        ruled = _is_ruled(lines, index)
        if kind is None and not _is_header(lines, index):
            rest.append(lines[index])
            index += 1
            continue
        start = index + (2 if ruled else 1)
        end = _end_of_rows(lines, start, kind, kinds)
        rows = [line for line in lines[start:end] if _may_be_row(line, kind)]
        rest.extend(line for line in lines[start:end] if not _may_be_row(line, kind))
        is_cut = end == len(lines) and _may_be_row(lines[-1], kind)
        tables.append(_table(lines[index], rows, kind, is_cut=is_cut))
        index = end
    return tuple(tables), tuple(line for line in rest if line.strip() and not _RULE.fullmatch(line))


def _kind_of(line: str, kinds: Sequence[Kind]) -> Kind | None:
    return next((kind for kind in kinds if tuple(line.split()[:2]) == kind.starts), None)


def _is_header(lines: Sequence[str], index: int) -> bool:
    return _is_ruled(lines, index) and len(_NAMES.findall(lines[index])) > 1


def _is_ruled(lines: Sequence[str], index: int) -> bool:
    if index + 1 >= len(lines) or not _RULE.fullmatch(lines[index + 1]):
        return False
    return bool(lines[index].strip()) and not _RULE.fullmatch(lines[index])


def _end_of_rows(lines: Sequence[str], start: int, kind: Kind | None, kinds: Sequence[Kind]) -> int:
    for index in range(start, len(lines)):
        if not lines[index].strip() and kind is None:
            return index
        if _is_header(lines, index) or _kind_of(lines[index], kinds):
            return index
    return len(lines)


def _may_be_row(line: str, kind: Kind | None) -> bool:
    words = line.split(maxsplit=1)
    return bool(words) and (kind is None or kind.keys.fullmatch(words[0]) is not None)


def _table(
    header_line: str, lines: Sequence[str], kind: Kind | None, *, is_cut: bool
) -> PrintedTable:
    header = _header(header_line, kind)
    last = len(lines) - 1
    rows = (_row(line, header, is_cut and index == last) for index, line in enumerate(lines))
    return PrintedTable(header.columns, tuple(rows), kind)


def _header(line: str, kind: Kind | None) -> _Header:
    pattern = re.compile(r"\S+") if kind else _NAMES
    words = [_Word(found.start(), found[0]) for found in pattern.finditer(line)]
    words = words[:COLUMNS_LIMIT]
    names = [word.text for word in words]
    columns = tuple(
        f"{name} ({names[:index].count(name) + 1})" if name in names[:index] else name
        for index, name in enumerate(names)
    )
    return _Header(
        columns,
        tuple(word.start for word in words),
        tuple(kind.patterns.get(column) if kind else None for column in columns),
        kind is None or bool(columns and columns[-1] in kind.free),
    )


def _row(line: str, header: _Header, is_cut: bool) -> PrintedRow:
    words = [_Word(found.start(), found[0]) for found in _WORDS.finditer(line)]
    if len(words) > WORDS_LIMIT or not header.columns:
        return PrintedRow({}, line.strip())
    if is_cut and (header.last_is_free or not line.endswith("  ")):
        words = _with_cut_end(words)
    places = _by_position(words, header) or _by_order(words, header) or _by_looks(words, header)
    unsure = {place for word, place in zip(words, places, strict=True) if word.cut}
    cells: dict[int, str] = {}
    for word, place in zip(words, places, strict=True):
        if place is not None and place not in unsure:
            cells[place] = f"{cells[place]} {word.text}" if place in cells else word.text
    named = {header.columns[place]: text for place, text in sorted(cells.items())}
    is_sure = not unsure and None not in places
    return PrintedRow(named, "" if is_sure else line.strip())


def _with_cut_end(words: Sequence[_Word]) -> list[_Word]:
    """The last word is cut, and with it a number one blank before: half of a size, perhaps."""
    count = 1
    if len(words) > 1 and words[-1].start == words[-2].end + 1 and _NUMBER.match(words[-2].text):
        count = 2
    return [*words[:-count], *(replace(word, cut=True) for word in words[-count:])]


def _by_position(words: Sequence[_Word], header: _Header) -> list[int | None] | None:
    """Each word's column when all stand exactly below a name; None when any doesn't."""
    column_at = {start: index for index, start in enumerate(header.starts)}
    places: list[int] = []
    for word in words:
        place = column_at.get(word.start)
        if header.last_is_free and places and places[-1] == header.last:
            place = header.last
        if place is None or header.is_misplaced(place, word):
            return None
        if place < header.last and word.end >= header.starts[place + 1]:
            return None  # it pushes the following ones: where they stand says nothing
        places.append(place)
    return _without_movable(words, places, header)


def _without_movable(
    words: Sequence[_Word], places: Sequence[int], header: _Header
) -> list[int | None]:
    """None for the last words that would fit one column further right, when there is room."""
    kept: list[int | None] = list(places)
    if header.last in places:
        return kept
    for index in range(len(words) - 1, 0, -1):
        if not header.may_hold(places[index] + 1, words[index]):
            break
        kept[index] = None
    return kept


def _by_order(words: Sequence[_Word], header: _Header) -> list[int | None] | None:
    """One word per column, from left to right, when each looks as it should."""
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
    """Whether there are enough words perhaps only because the last cell holds several.

    Then one stands further right of its column than the one before, and isn't pushed; or left of
    its column, just behind the one before.
    """
    shifts = [word.start - start for word, start in zip(words, header.starts, strict=True)]
    pushed = [word.start == before.end + 1 for before, word in pairwise(words)]
    return any(
        shift < 0 if push else shift - before > 1
        for (before, shift), push in zip(pairwise(shifts), pushed, strict=True)
    )


def _by_looks(words: Sequence[_Word], header: _Header) -> list[int | None]:
    """The first word is what the row begins with; the others stand where only they can."""
    return [0, *_only_places(words[1:], header, 1)] if words else []


def _only_places(words: Sequence[_Word], header: _Header, first: int) -> list[int | None]:
    """For each word the one column that it has in every arrangement, or None.

    An arrangement gives each word a column from ``first`` on that it looks like, in order.
    """
    before = _reachable(words, header, first)
    after = _reachable_from_behind(words, header, first)
    possible = [ahead & behind for ahead, behind in zip(before, after, strict=True)]
    last = len(header.columns) - 1
    # a cell of several words is whole, or not there
    blurred = header.last_is_free and any(last in each and len(each) > 1 for each in possible)
    places: list[int | None] = []
    for columns in possible:
        place = next(iter(columns)) if len(columns) == 1 else None
        places.append(None if place == last and blurred else place)
    return places


def _reachable(words: Sequence[_Word], header: _Header, first: int) -> list[set[int]]:
    """For each word the columns it can have when only the words before it are looked at."""
    found: list[set[int]] = []
    least, last = first, len(header.columns) - 1
    for word in words:
        columns = {column for column in range(least, last + 1) if header.may_hold(column, word)}
        if header.last_is_free and found and last in found[-1]:
            columns.add(last)
        found.append(columns)
        least = min(columns) + 1 if columns else last + 1
        if header.last_is_free and columns == {last}:
            least = last
    return found


def _reachable_from_behind(words: Sequence[_Word], header: _Header, first: int) -> list[set[int]]:
    found: list[set[int]] = []
    greatest, last = len(header.columns) - 1, len(header.columns) - 1
    for word in reversed(words):
        columns = {column for column in range(first, greatest + 1) if header.may_hold(column, word)}
        found.append(columns)
        greatest = max(columns) - 1 if columns else first - 1
        if header.last_is_free and last in columns:
            greatest = last
    return found[::-1]
