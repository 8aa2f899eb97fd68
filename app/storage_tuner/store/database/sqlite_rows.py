"""Reads rows from an SQLite file that SQLite refuses: every page describes its own content.

The format: https://www.sqlite.org/fileformat2.html. A row that can't be decoded is left out; a
decoded row may belong to another table, which only its types show.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

Value = None | int | float | str | bytes

_MAGIC = b"SQLite format 3\0"
_USUAL_PAGE_BYTES = 4096
_HEADER_BYTES = 100
"""Length of the file header, which precedes the content of the first page."""

_TABLE_LEAF = 0x0D
_CELLS_BEGIN = {_TABLE_LEAF: 8, 0x0A: 8, 0x02: 12}
"""Page types that hold rows: table leaves, and index leaves and inner pages, which hold the rows of
a table WITHOUT ROWID. The values are the lengths of the page headers."""

_WAL_MAGIC = (0x377F0682, 0x377F0683)
_WAL_HEADER_BYTES = 32
_FRAME_HEADER_BYTES = 24
_INTEGER_BYTES = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
_FLOAT, _ZERO, _ONE, _FIRST_BLOB = 7, 8, 9, 12
_UNREADABLE = (struct.error, IndexError, ValueError)


@dataclass(frozen=True)
class PageRow:
    """A row. ``number`` is the rowid, None in a table WITHOUT ROWID; a column that is an alias of
    the rowid has the value None."""

    number: int | None
    values: tuple[Value, ...]


def rows_in(path: Path) -> Iterator[PageRow]:
    """The rows of all tables and indexes, including those that are only in the log next to the
    file. Raises ``OSError``."""
    content, log = path.read_bytes(), Path(f"{path}-wal")
    pages = _Pages(content, log.read_bytes() if log.exists() else b"")
    for number in range(1, pages.count + 1):
        yield from _rows_of(pages, number)


class _Pages:
    """The pages as the last transaction left them, numbered from 1."""

    def __init__(self, content: bytes, log: bytes) -> None:
        self.size = _page_bytes(content)
        is_reported = content.startswith(_MAGIC)
        self.usable = self.size - (content[20] if is_reported and len(content) > 20 else 0)
        self._content = content
        self._newer = dict(_logged(log))
        self.count = max(len(content) // self.size, max(self._newer, default=0))

    def __getitem__(self, number: int) -> bytes:
        if number in self._newer:
            return self._newer[number]
        return self._content[(number - 1) * self.size : number * self.size]


def _page_bytes(content: bytes) -> int:
    if content.startswith(_MAGIC) and len(content) >= _HEADER_BYTES:
        (reported,) = struct.unpack_from(">H", content, 16)
        size: int = 1 << 16 if reported == 1 else reported
        if size >= 512 and size.bit_count() == 1:
            return size
    return _USUAL_PAGE_BYTES


def _logged(log: bytes) -> Iterator[tuple[int, bytes]]:
    """Pages of committed transactions, the newest of each number last."""
    if len(log) < _WAL_HEADER_BYTES:
        return
    magic, _, size, _, *salts = struct.unpack_from(">6I", log)
    if magic not in _WAL_MAGIC:
        return
    begun: list[tuple[int, bytes]] = []
    step = _FRAME_HEADER_BYTES + size
    for begin in range(_WAL_HEADER_BYTES, len(log) - step + 1, step):
        number, pages_after, *frame_salts = struct.unpack_from(">4I", log, begin)
        if frame_salts != salts:
            return
        begun.append((number, log[begin + _FRAME_HEADER_BYTES : begin + step]))
        if pages_after:
            yield from begun
            begun.clear()


def _rows_of(pages: _Pages, number: int) -> Iterator[PageRow]:
    page = pages[number]
    begin = _HEADER_BYTES if number == 1 else 0
    if len(page) < pages.size or (kind := page[begin]) not in _CELLS_BEGIN:
        return
    (count,) = struct.unpack_from(">H", page, begin + 3)
    for each in range(count):
        try:
            (place,) = struct.unpack_from(">H", page, begin + _CELLS_BEGIN[kind] + 2 * each)
            yield _row(pages, page, place, kind)
        except _UNREADABLE:
            continue


def _row(pages: _Pages, page: bytes, place: int, kind: int) -> PageRow:
    if _CELLS_BEGIN[kind] == 12:
        place += 4  # the page number of the left child
    length, place = _varint(page, place)
    number = None
    if kind == _TABLE_LEAF:
        number, place = _varint(page, place)
    return PageRow(_signed(number), tuple(_values(_payload(pages, page, place, length, kind))))


def _payload(pages: _Pages, page: bytes, place: int, length: int, kind: int) -> bytes:
    """A row's content, including the part on overflow pages."""
    here = _local_bytes(pages.usable, length, is_table=kind == _TABLE_LEAF)
    parts = [page[place : place + here]]
    left = length - len(parts[0])
    if left > pages.count * pages.size or here > len(page) - place:
        raise ValueError
    following = page[place + here : place + here + 4]
    while left > 0:
        (number,) = struct.unpack(">I", following)
        content = pages[number]
        parts.append(content[4 : min(pages.usable, 4 + left)])
        if not parts[-1]:
            raise ValueError
        left -= len(parts[-1])
        following = content[:4]
    return b"".join(parts)


def _local_bytes(usable: int, length: int, *, is_table: bool) -> int:
    """The number of bytes of a row that are on the page itself."""
    most = usable - 35 if is_table else (usable - 12) * 64 // 255 - 23
    if length <= most:
        return length
    least = (usable - 12) * 32 // 255 - 23
    fitting = least + (length - least) % (usable - 4)
    return fitting if fitting <= most else least


def _values(payload: bytes) -> Iterator[Value]:
    end, place = _varint(payload, 0)
    content = end
    while place < end:
        kind, place = _varint(payload, place)
        length = _length(kind)
        if content + length > len(payload):
            raise ValueError
        yield _value(kind, payload[content : content + length])
        content += length


def _length(kind: int) -> int:
    if kind >= _FIRST_BLOB:
        return (kind - _FIRST_BLOB) // 2
    return 8 if kind == _FLOAT else _INTEGER_BYTES.get(kind, 0)


def _value(kind: int, content: bytes) -> Value:
    if kind in _INTEGER_BYTES:
        return int.from_bytes(content, "big", signed=True)
    if kind == _FLOAT:
        return float(struct.unpack(">d", content)[0])
    if kind in (_ZERO, _ONE):
        return kind - _ZERO
    if kind >= _FIRST_BLOB:
        return content.decode() if kind % 2 else content
    if kind:
        raise ValueError
    return None


def _varint(content: bytes, place: int) -> tuple[int, int]:
    """The number (seven bits per byte, eight in a ninth byte) and the offset of the next one."""
    value = 0
    for each in range(8):
        byte = content[place + each]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, place + each + 1
    return value << 8 | content[place + 8], place + 9


def _signed(number: int | None) -> int | None:
    return number if number is None or number < 1 << 63 else number - (1 << 64)
