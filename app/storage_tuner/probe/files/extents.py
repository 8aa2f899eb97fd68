"""Checks whether the blocks of a file were ever written, from the file system's extent map."""

from __future__ import annotations

import errno
import fcntl
import os
import struct
from dataclasses import dataclass, replace

from storage_tuner.core.condition import Condition, ConditionKind, note, warning
from storage_tuner.core.message import Message, quantity, sentence

_FIEMAP = 0xC020660B
_HEADER = struct.Struct("=QQIIII")
_EXTENT = struct.Struct("=QQQQQIIII")
_AT_ONCE = 512
_MOST_EXTENTS = 200_000
"""Reading this number takes a second; a file with more is judged by these."""

_LAST, _DELAYED, _ENCODED, _UNWRITTEN = 0x1, 0x4, 0x8, 0x800
"""Flags from linux/fiemap.h. Encoded: compressed or encrypted, so the data on the disk differ from
those read; delayed: no location on the disk has been chosen yet."""

_MATERIAL_SHARE = 0.001
_FRAGMENT_BYTES = 4 << 20
"""Mean length below which a sequential read of a rotational disk becomes partly random: at 200 MB/s
this size takes 20 ms, about twice a seek."""


@dataclass(frozen=True)
class FileLayout:
    """Bytes of a file by their allocation; ``extents`` is None when only holes can be detected.

    ``hole_bytes`` are not allocated, ``unwritten_bytes`` are allocated but hold no data: both are
    read as zeros without accessing the disk.
    """

    size_bytes: int
    hole_bytes: int = 0
    unwritten_bytes: int = 0
    encoded_bytes: int = 0
    extents: int | None = None


def read_layout(descriptor: int) -> FileLayout:
    """Read the layout of an open file. Flushes delayed allocations first, if the file system needs
    that to report the layout. Raises ``OSError`` when there is no layout, such as for a pipe."""
    size = os.fstat(descriptor).st_size
    try:
        return _by_extents(descriptor, size)
    except OSError as error:
        if error.errno not in (errno.EOPNOTSUPP, errno.ENOTTY, errno.EINVAL, errno.EBADR):
            raise
    return FileLayout(size, hole_bytes=_holes(descriptor, size))


def _by_extents(descriptor: int, size: int) -> FileLayout:
    """The layout from FIEMAP, read in parts. Kernel: Documentation/filesystems/fiemap.rst."""
    layout = FileLayout(size, hole_bytes=size, extents=0)
    start, previous_end, last = 0, -1, False
    while start < size and not last and (layout.extents or 0) < _MOST_EXTENTS:
        found = _extents_from(descriptor, start, size)
        if not found:
            break
        for logical, physical, length, flags in found:
            inside = max(min(logical + length, size) - max(logical, start), 0)
            layout = _with_extent(layout, inside, flags, joined=physical == previous_end)
            start, previous_end = logical + length, physical + length
            last = bool(flags & _LAST)
    if start < size and not last and (layout.extents or 0) >= _MOST_EXTENTS:
        return replace(layout, hole_bytes=max(layout.hole_bytes - (size - start), 0))
    return layout


def _extents_from(descriptor: int, start: int, size: int) -> list[tuple[int, int, int, int]]:
    """Logical offset, physical offset, length and flags of the next extents."""
    synchronise = 0x1
    buffer = bytearray(_HEADER.size + _AT_ONCE * _EXTENT.size)
    _HEADER.pack_into(buffer, 0, start, size - start, synchronise, 0, _AT_ONCE, 0)
    fcntl.ioctl(descriptor, _FIEMAP, buffer)
    mapped = _HEADER.unpack_from(buffer)[3]
    extents = (
        _EXTENT.unpack_from(buffer, _HEADER.size + place * _EXTENT.size) for place in range(mapped)
    )
    return [(each[0], each[1], each[2], each[5]) for each in extents]


def _with_extent(layout: FileLayout, length: int, flags: int, *, joined: bool) -> FileLayout:
    def of(flag: int) -> int:
        return length if flags & flag else 0

    return replace(
        layout,
        hole_bytes=layout.hole_bytes - length,
        unwritten_bytes=layout.unwritten_bytes + of(_UNWRITTEN | _DELAYED),
        encoded_bytes=layout.encoded_bytes + of(_ENCODED),
        extents=(layout.extents or 0) + (not joined),
    )


def _holes(descriptor: int, size: int) -> int:
    """The bytes in holes, from SEEK_DATA and SEEK_HOLE; 0 on a file system without support for
    holes."""
    place, data = 0, 0
    while place < size:
        try:
            begin = os.lseek(descriptor, place, os.SEEK_DATA)
        except OSError as error:
            if error.errno == errno.ENXIO:  # nothing but a hole up to the end
                break
            raise
        place = os.lseek(descriptor, begin, os.SEEK_HOLE)
        data += min(place, size) - begin
    return size - data


def layout_conditions(layout: FileLayout, *, turning: bool) -> tuple[Condition, ...]:
    """The conditions of an existing file; pure. ``turning``: it's on a rotational disk, where every
    seek takes time."""
    found = []
    empty = layout.hole_bytes + layout.unwritten_bytes
    if empty > _MATERIAL_SHARE * layout.size_bytes:
        found.append(
            warning(
                ConditionKind.EXTENTS,
                sentence(
                    "{empty} of the file were never written and are read as zeros at memory speed.",
                    empty=_share(empty, layout),
                ),
                sentence("Use a folder, where a file of random data is created, or another file."),
            )
        )
    if layout.encoded_bytes > _MATERIAL_SHARE * layout.size_bytes:
        found.append(
            warning(
                ConditionKind.EXTENTS,
                sentence(
                    "{encoded_bytes} of the file are compressed or encrypted on the disk, "
                    "so results also depend on the CPUs.",
                    encoded_bytes=_share(layout.encoded_bytes, layout),
                ),
                sentence("Use a file without compression or encryption, or a folder without them."),
            )
        )
    pieces = layout.extents or 0
    if turning and pieces > 1 and layout.size_bytes / pieces < _FRAGMENT_BYTES:
        found.append(
            note(
                ConditionKind.EXTENTS,
                sentence(
                    "The file is fragmented into {pieces} pieces: sequential reads become "
                    "partly random.",
                    pieces=pieces,
                ),
                sentence("Use another file, or a folder on a file system with more free space."),
            )
        )
    return tuple(found)


def _share(part: int, layout: FileLayout) -> Message:
    return quantity(max(100 * part / layout.size_bytes, 0.1), ".3g", "%")
