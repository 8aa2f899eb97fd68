"""Small kernel files, read without ever failing: the text, or the reason why there is none."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from errno import EACCES, EINVAL, EISDIR, ELOOP, ENODEV, ENOENT, ENOTDIR, ENXIO, EOPNOTSUPP, EPERM
from pathlib import Path
from typing import NamedTuple

from storage_tuner.core.message import Text, sentence

LIMIT_BYTES = 4096
"""An attribute of sysfs is at most a page long; a longer file isn't an attribute."""

TABLE_LIMIT_BYTES = 1 << 22

NOT_REPORTED = sentence("not reported by the kernel")

_FLAGS = os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOCTTY

_REASONS = {
    ENOENT: NOT_REPORTED,
    ENOTDIR: NOT_REPORTED,
    EACCES: sentence("no permission to read it"),
    EPERM: sentence("no permission to read it"),
    EINVAL: sentence("not supported by this device"),
    EOPNOTSUPP: sentence("not supported by this device"),
    ENODEV: sentence("the device is gone"),
    ENXIO: sentence("the device is gone"),
    EISDIR: sentence("not an attribute"),
    ELOOP: sentence("not an attribute"),
}


class Attribute(NamedTuple):
    """``text`` without surrounding white space, or None and ``reason`` as a phrase."""

    text: str | None
    reason: Text = ""


def read_bytes(path: str, limit: int = LIMIT_BYTES) -> bytes:
    """Up to ``limit`` bytes of an attribute, in one read. Raises ``OSError``.

    A symbolic link as the last component isn't followed: attributes are files, and a captured tree
    must not make us open a device. Nothing blocks, not even a FIFO.
    """
    descriptor = os.open(path, _FLAGS | os.O_NOFOLLOW)
    try:
        return os.read(descriptor, limit)
    finally:
        os.close(descriptor)


def read_attribute(path: str) -> Attribute:
    """Read one attribute. Raises nothing, whatever the file is."""
    try:
        content = read_bytes(path, LIMIT_BYTES + 1)
    except OSError as error:
        number = error.errno or 0
        return Attribute(None, _REASONS.get(number) or os.strerror(number).lower())
    if len(content) > LIMIT_BYTES:
        return Attribute(None, sentence("too long for an attribute"))
    return _decoded(content)


def read_table(path: str, limit: int = TABLE_LIMIT_BYTES) -> str:
    """A file of many lines, such as /proc/self/mountinfo; "" when it can't be read.

    /proc returns a page at a time, so the file is read to the end. Undecodable bytes are kept as
    surrogates, because they may be part of a path.
    """
    try:
        with opened(path) as descriptor:
            return _to_the_end(descriptor, limit).decode("utf-8", "surrogateescape")
    except OSError:
        return ""


@contextlib.contextmanager
def opened(path: str | Path) -> Iterator[int]:
    """A descriptor for reading; opening it never blocks. Raises ``OSError``."""
    descriptor = os.open(path, _FLAGS)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def _to_the_end(descriptor: int, limit: int) -> bytes:
    pieces: list[bytes] = []
    while limit > 0 and (piece := os.read(descriptor, limit)):
        pieces.append(piece)
        limit -= len(piece)
    return b"".join(pieces)


def _decoded(content: bytes) -> Attribute:
    try:
        text = content.decode("utf-8").strip(" \t\r\n\0")
    except UnicodeDecodeError:
        return Attribute(None, sentence("not text"))
    if "\0" in text:
        return Attribute(None, sentence("not text"))
    return Attribute(text) if text else Attribute(None, "empty")


def clean(text: str) -> str:
    """``text`` from ``read_table``, for display and storage: undecodable bytes become "�"."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def whole_number(text: str) -> int | None:
    """``text`` as a number that the kernel could have written, or None."""
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) <= 20):
        return None
    return int(text)


def read_number(path: str) -> int | None:
    """The number in an attribute, or None."""
    return whole_number(read_attribute(path).text or "")


def matching(folder: str, pattern: str) -> list[str]:
    """The paths in a folder that match a pattern, sorted; empty when it can't be read."""
    try:
        return [str(path) for path in sorted(Path(folder).glob(pattern))]
    except OSError:
        return []


def entries(folder: str) -> list[str]:
    """The names in a folder, unsorted; empty when it can't be read."""
    try:
        with os.scandir(folder) as found:
            return [entry.name for entry in found]
    except OSError:
        return []


class AttributeReader:
    """Reads the attributes in one folder and records, by field, why a value is missing.

    A folder ``*`` in an attribute's path stands for the first one that has it, as in udev's rules.
    """

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.missing: dict[str, Text] = {}

    def reported(self, name: str) -> str | None:
        """The text of an attribute that needs no reason when it's missing."""
        return read_attribute(self._path(name)).text

    def count(self, name: str) -> int | None:
        """A non-negative number that needs no reason when it's missing."""
        text = self.reported(name)
        number = None if text is None else whole_number(text)
        return number if number is not None and number >= 0 else None

    def text(self, field: str, *names: str) -> str | None:
        """The first non-empty text among the attributes ``names``."""
        reason: Text = ""
        for name in names:
            attribute = read_attribute(self._path(name))
            if attribute.text is not None:
                return attribute.text
            reason = reason or attribute.reason
        self.missing[field] = reason
        return None

    def _path(self, name: str) -> str:
        above, star, below = name.partition("/*/")
        found = matching(f"{self.folder}/{above}", f"*/{below}") if star else []
        return found[0] if found else f"{self.folder}/{name}"

    def number(self, field: str, name: str) -> int | None:
        """A non-negative number."""
        text = self.text(field, name)
        if text is None:
            return None
        number = whole_number(text)
        if number is None or number < 0:
            self.missing[field] = sentence("not a number")
            return None
        return number

    def flag(self, field: str, name: str) -> bool | None:
        number = self.number(field, name)
        return None if number is None else number != 0
