"""Reads the bytes of a file given as a result, a plan or a workload, up to a limit."""

from __future__ import annotations

import codecs
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from storage_tuner.core.errors import UnreadableResult
from storage_tuner.core.message import Text, sentence

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
"""A Windows shell writes UTF-16 when output is redirected to a file."""

LARGEST_BYTES = 256 << 20
"""A result of a hundred thousand runs has 60 MB; more is something else, such as a disk."""

LARGEST_SMALL_BYTES = 1 << 20
"""Plans and workloads have a few thousand; more is something else."""


def mode_of(path: Path) -> int:
    """``st_mode`` of ``path``; 0 if it doesn't exist or the name is too long."""
    try:
        return path.stat().st_mode
    except (OSError, ValueError):
        return 0


def read_bytes(path: Path) -> bytes:
    """The content of ``path``, which may be a pipe. Raises ``UnreadableResult``: no such file, not
    permitted, too large, a device."""
    with _explained(path):
        is_pipe = stat.S_ISFIFO(path.stat().st_mode)
        too_large = sentence("it is too large for a result")
        return _bounded(path, LARGEST_BYTES, too_large, may_wait=is_pipe)


def text_of(content: bytes) -> str:
    """``content`` decoded from any encoding that a terminal or an editor may use.

    Anything but UTF-8 and UTF-16 is read as Latin 1: figures and the words around them are the same
    in all other encodings.
    """
    for mark, encoding in _MARKS:
        if content.startswith(mark):
            return content[len(mark) :].decode(encoding, "replace")
    try:
        return content.decode()
    except UnicodeDecodeError:
        return content.decode("latin-1")


def read_small_file(path: Path) -> bytes:
    """As ``read_bytes``, for a plan or a workload; refuses pipes, which could block."""
    with _explained(path):
        too_large = sentence("it is too large")
        return _bounded(path, LARGEST_SMALL_BYTES, too_large, may_wait=False)


@contextmanager
def _explained(path: Path) -> Iterator[None]:
    try:
        yield
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise UnreadableResult(str(path), reason) from error


def _bounded(path: Path, largest: int, too_large: Text, *, may_wait: bool) -> bytes:
    """Read up to ``largest`` bytes. ``may_wait`` allows pipes, and waits for their writer. Kernel
    files such as /proc/kmsg would block forever."""
    if not may_wait and not path.is_file():
        raise UnreadableResult(str(path), sentence("it isn't a file"))
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | (0 if may_wait else os.O_NONBLOCK))
    with os.fdopen(descriptor, "rb") as file:
        content: bytes | None = file.read(largest + 1)
    if content is None:
        raise UnreadableResult(str(path), sentence("it can't be read now"))
    if len(content) > largest:
        raise UnreadableResult(str(path), too_large)
    return content
