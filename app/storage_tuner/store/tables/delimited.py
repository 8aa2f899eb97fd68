"""Reads and writes tables as text: cells separated by commas, semicolons or tabs, with a header.

A table from a spreadsheet may begin with a byte order mark, end its lines with CR LF, separate its
cells by semicolons or tabs, and then use a decimal comma.
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from storage_tuner.core.errors import UnreadableResult
from storage_tuner.core.message import Text, sentence
from storage_tuner.store.atomic_files import write_atomically
from storage_tuner.store.bounded_reading import read_bytes, text_of
from storage_tuner.typed_documents import is_measurable

if TYPE_CHECKING:
    from _csv import Reader

Value = TypeVar("Value")

LONGEST_LINE = 1 << 16
"""In characters; our own rows have a thousand."""

_LONGEST_SHOWN = 40
_FORMULA = re.compile(r"'*[=+\-@\t]")
_DEFUSED = re.compile(r"'+[=+\-@\t]")
# looked for from a first backslash on only: else a line full of them takes half a minute
_ESCAPE = re.compile(r"(?<!\\)(?P<slashes>\\+)u\{(?P<code>[0-9a-f]{1,5})\}")
_PERHAPS_HIDDEN = re.compile(r"(?<!\\)(?P<slashes>\\*)(?P<letter>[^ -~])")
_HIDDEN = ("Cc", "Cf", "Zl", "Zp")
"""Unicode categories."""

_SEPARATOR_LINE = re.compile(rb'\A"?sep=[;,\t]"?\r?(?=\n)', re.IGNORECASE)
_NUMBER = re.compile(r"\d+(?:\.\d+)?(?:[eE][+-]?\d{1,3})?")
_WHOLE = re.compile(r"[0-9]{1,18}")


def defused(text: str) -> str:
    """A text on one line that a spreadsheet won't run as a formula (an apostrophe prevents it) and
    in which nothing is hidden: control characters, including those that change the direction of
    writing, are written as ``\\u{1b}``."""
    line = _ESCAPE.sub(r"\g<slashes>\g<0>", " ".join(text.splitlines()))
    line = _PERHAPS_HIDDEN.sub(_escaped, line)
    return f"'{line}" if _FORMULA.match(line) else line


def original(text: str) -> str:
    """The text that ``defused`` was given, if that was one line."""
    line = text[1:] if _DEFUSED.match(text) else text
    return _ESCAPE.sub(_unescaped, line)


def _escaped(found: re.Match[str]) -> str:
    """Backslashes before it are doubled, as those before ``u{1b}`` in a text of its own."""
    slashes, letter = found["slashes"], found["letter"]
    return rf"{slashes * 2}\u{{{ord(letter):x}}}" if _is_hidden(letter) else found[0]


def _unescaped(found: re.Match[str]) -> str:
    pairs, is_escape = divmod(len(found["slashes"]), 2)
    letter = chr(int(found["code"], 16))
    if not is_escape:
        return found[0][pairs:]
    return "\\" * pairs + letter if _is_hidden(letter) else found[0]


def _is_hidden(letter: str) -> bool:
    return unicodedata.category(letter) in _HIDDEN


@dataclass(frozen=True)
class DelimitedTable:
    """A file's rows; ``columns`` are the names in its header, in lower case."""

    file: str
    columns: tuple[str, ...]
    rows: Rows

    def require(self, needed: Collection[str], known: Collection[str]) -> None:
        """Check the columns. Raises ``UnreadableResult`` if a needed one is missing or a known one
        occurs twice."""
        if lacking := [name for name in needed if name not in self.columns]:
            raise UnreadableResult(
                self.file, sentence("the table has no column {lacking}", lacking=", ".join(lacking))
            )
        if doubled := [name for name in known if self.columns.count(name) > 1]:
            raise UnreadableResult(
                self.file, sentence("the table has two columns {doubled}", doubled=doubled[0])
            )

    def unknown(self, known: Collection[str]) -> tuple[str, ...]:
        """The columns that aren't in ``known``, in their original spelling."""
        return tuple(name for name in dict.fromkeys(self.columns) if name and name not in known)


def write_table(path: Path, columns: Iterable[str], rows: Iterable[Iterable[str]]) -> None:
    """Write a table as CSV, or nothing. Raises ``NoSpace`` and ``InvalidInput``."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    write_atomically(path, text.getvalue().encode())


def read_table(path: Path) -> DelimitedTable:
    """The header, and rows that are read on demand. Raises ``UnreadableResult``, which names the
    line, also while the rows are read."""
    return table_of(str(path), read_bytes(path))


def table_of(file: str, content: bytes) -> DelimitedTable:
    """As ``read_table``, for the content of ``file``."""
    content = in_utf_8(content)
    if b"\0" in content[:LONGEST_LINE].partition(b"\n")[0]:
        raise UnreadableResult(file, sentence("it isn't text"))
    dialect = _Dialect.of(content)
    reader = csv.reader(_lines(file, content), delimiter=dialect.separator, strict=True)
    columns = tuple(cell.strip().lower() for cell in _next_cells(file, reader))
    return DelimitedTable(file, columns, Rows(file, reader, dialect.decimal_mark, columns))


def in_utf_8(content: bytes) -> bytes:
    """A table in UTF-8, decoded as by ``text_of``; without the line that declares the separator for
    Excel, as the header shows it too."""
    return _SEPARATOR_LINE.sub(b"", text_of(content).encode("utf-8", "replace"))


class DelimitedRow(NamedTuple):
    """One row of the table: its cells by column, and its line number."""

    file: str
    line: int
    decimal_mark: str
    cells: Mapping[str, str]

    def cell(self, column: str) -> str:
        """A cell's text; "" also where the table has no such column."""
        return self.cells.get(column, "").strip()

    def text(self, column: str) -> str:
        """The text in ``column``. Raises ``UnreadableResult`` if it's empty."""
        return original(self.needed(column, self.cell(column) or None))

    def needed(self, column: str, value: Value | None) -> Value:
        """``value`` of ``column``. Raises ``UnreadableResult`` if it's None."""
        if value is None:
            raise self.refused(column, sentence("the cell is empty"))
        return value

    def one_of(self, column: str, word: str, known: Iterable[str]) -> str:
        """``word`` from ``column``. Raises ``UnreadableResult`` if it isn't known."""
        words = list(known)
        if word not in words:
            raise self.refused(
                column,
                sentence(
                    "expected one of {words}, found {word!r}", words=", ".join(words), word=word
                ),
            )
        return word

    def whole(self, column: str, minimum: int) -> int | None:
        cell = self.cell(column)
        if not cell:
            return None
        if not _WHOLE.fullmatch(cell) or int(cell) < minimum:
            raise self.refused(
                column,
                sentence(
                    "expected a whole number from {minimum}, found {cell!r}",
                    minimum=minimum,
                    cell=_shown(cell),
                ),
            )
        return int(cell)

    def number(self, column: str) -> float | None:
        if not (cell := self.cell(column)):
            return None
        plain = cell.replace(",", ".") if self.decimal_mark == "," and "." not in cell else cell
        if not _NUMBER.fullmatch(plain):
            raise self.refused(
                column, sentence("expected a number, found {cell!r}", cell=_shown(cell))
            )
        if not is_measurable(value := float(plain)):
            raise self.refused(
                column, sentence("{cell} is too large or too small", cell=_shown(cell))
            )
        return value

    def refused(self, column: str, reason: Text) -> UnreadableResult:
        return UnreadableResult(
            self.file,
            sentence(
                "line {line}, column {column}: {reason}",
                line=self.line,
                column=column,
                reason=reason,
            ),
        )


def _shown(cell: str) -> str:
    return cell if len(cell) <= _LONGEST_SHOWN else f"{cell[: _LONGEST_SHOWN - 1]}…"


@dataclass(frozen=True)
class _Dialect:
    separator: str
    decimal_mark: str

    @classmethod
    def of(cls, content: bytes) -> _Dialect:
        """The dialect of the header; a character that separates cells isn't a decimal mark.

        With semicolons or tabs, decimals decide: a comma between two digits, if no cell has a point
        there.
        """
        header = content[: 4 * LONGEST_LINE].lstrip(b"\r\n").partition(b"\n")[0]
        separator = max(";\t,", key=lambda each: header.count(each.encode()))
        if separator == ",":
            return cls(separator, ".")
        cell = rf"(?:^|{separator})\d+%s\d+(?=\r?$|{separator})"
        commas = re.search((cell % ",").encode(), content, re.MULTILINE)
        points = re.search((cell % r"\.").encode(), content, re.MULTILINE)
        return cls(separator, "," if commas and not points else ".")


def _lines(file: str, content: bytes) -> Iterator[str]:
    text = io.TextIOWrapper(io.BytesIO(content), encoding="utf-8", newline="")
    for number, line in enumerate(text, start=1):
        if len(line) > LONGEST_LINE:
            raise UnreadableResult(
                file,
                sentence(
                    "line {number} is longer than {most:,} characters",
                    number=number,
                    most=LONGEST_LINE,
                ),
            )
        yield line


def _next_cells(file: str, reader: Reader) -> list[str]:
    """The cells of the next line that isn't empty; none at the end."""
    try:
        for cells in reader:
            if "".join(cells).strip():
                return cells
    except csv.Error as error:
        raise UnreadableResult(
            file, sentence("line {line_num}: {error}", line_num=reader.line_num, error=error)
        ) from None
    return []


class Rows:
    """The rows of a table, one after the other. Iteration can continue after
    ``UnreadableResult``."""

    def __init__(
        self, file: str, reader: Reader, decimal_mark: str, columns: tuple[str, ...]
    ) -> None:
        self._file = file
        self._reader = reader
        self._decimal_mark = decimal_mark
        self._columns = columns

    @property
    def line(self) -> int:
        """The line number of the last row."""
        return self._reader.line_num

    def __iter__(self) -> Rows:
        return self

    def __next__(self) -> DelimitedRow:
        cells, width = _next_cells(self._file, self._reader), len(self._columns)
        if not cells:
            raise StopIteration
        if len(cells) < width or any(cell.strip() for cell in cells[width:]):
            reason = sentence(
                "line {line_num} has {cells} cells, the header {width}",
                line_num=self.line,
                cells=len(cells),
                width=width,
            )
            raise UnreadableResult(self._file, reason)
        named = dict(zip(self._columns, cells, strict=False))
        return DelimitedRow(self._file, self.line, self._decimal_mark, named)
