"""Evicts files from the page cache, and finds out what is left of them there.

posix_fadvise(2) with POSIX_FADV_DONTNEED drops the clean pages of one file. Pages that any running
program has mapped stay. The caches of folders and inodes aren't files' pages, so they stay, too.
"""

from __future__ import annotations

import ctypes
import mmap
import os
import stat
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass

_LIBC = ctypes.CDLL(None, use_errno=True)
_LIBC.mmap.restype = ctypes.c_void_p
_LIBC.mmap.argtypes = (
    *(ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int),
    *(ctypes.c_int, ctypes.c_int, ctypes.c_long),
)
_LIBC.munmap.argtypes = (ctypes.c_void_p, ctypes.c_size_t)
_LIBC.mincore.argtypes = (ctypes.c_void_p, ctypes.c_size_t, ctypes.c_char_p)
_MAP_FAILED = ctypes.c_void_p(-1).value


@dataclass(frozen=True)
class Eviction:
    """Sizes in bytes. ``whole`` is that of all files, ``left`` of their pages that are still in the
    page cache, and ``unknown`` of files of which the kernel doesn't report it to this user."""

    files: int
    whole: int
    left: int
    unknown: int

    def document(self) -> dict[str, object]:
        return asdict(self)


def eviction_from(document: object) -> Eviction:
    """The inverse of ``Eviction.document``."""
    assert isinstance(document, Mapping)
    return Eviction(**document)


def evict(paths: Iterable[str]) -> Eviction:
    """Evict the regular files among ``paths``; those that can't be opened are left out."""
    files = whole = left = unknown = 0
    for path in paths:
        with suppress(OSError), _opened(path) as descriptor:
            size = os.fstat(descriptor).st_size
            os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
            files += 1
            whole += size
            if not _may_see(descriptor):
                unknown += size
            elif size:
                left += cached_bytes(descriptor, size)
    return Eviction(files, whole, left, unknown)


def cached_bytes(descriptor: int, size: int) -> int:
    """How many of the first ``size`` bytes of an open file are in the page cache, mincore(2).
    Raises ``OSError``."""
    address = _LIBC.mmap(None, size, mmap.PROT_READ, mmap.MAP_SHARED, descriptor, 0)
    if address == _MAP_FAILED:
        raise OSError(ctypes.get_errno(), "mmap")
    try:
        pages = ctypes.create_string_buffer(-(-size // mmap.PAGESIZE))
        if _LIBC.mincore(address, size, pages):
            raise OSError(ctypes.get_errno(), "mincore")
    finally:
        _LIBC.munmap(address, size)
    return min(sum(page & 1 for page in pages.raw) * mmap.PAGESIZE, size)


@contextmanager
def _opened(path: str) -> Iterator[int]:
    """Open a regular file; a FIFO or a device isn't waited for. Raises ``OSError``."""
    descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOCTTY)
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(path)
        yield descriptor
    finally:
        os.close(descriptor)


def _may_see(descriptor: int) -> bool:
    """Whether mincore(2) reports the truth: otherwise it reports every page as cached. Source:
    can_do_mincore in mm/mincore.c, Linux 6.12 (2024-11-17)."""
    if os.geteuid() in (0, os.fstat(descriptor).st_uid):
        return True
    return os.access(f"/proc/self/fd/{descriptor}", os.W_OK, effective_ids=True)
