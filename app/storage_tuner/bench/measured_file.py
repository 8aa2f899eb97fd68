"""The file that a measurement through a file system uses.

fio gets it as ``/proc/<our process>/fd/<n>``, which contains no ``:``, a separator in fio's file
names, can't be replaced by another file meanwhile, and allows our test file to be nameless: it
disappears with our process, however that ends.
"""

from __future__ import annotations

import contextlib
import errno
import os
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from storage_tuner.core.errors import Cancelled, InvalidInput, NoSpace, StorageTunerError
from storage_tuner.core.message import sentence

CHUNK_BYTES = 4 << 20
SMALLEST_BYTES = 64 << 20
"""Below this the sequential streams of eight threads have too little to read."""
RESERVE_BYTES = 256 << 20
"""The space that stays free, so that other programs don't meet a full file system."""


@dataclass(frozen=True)
class MeasuredFile:
    """An open file to measure on; ``path`` is what fio opens."""

    path: str
    size_bytes: int


NO_FILE = MeasuredFile(os.devnull, 0)
"""A placeholder; nothing is measured on it."""


@contextlib.contextmanager
def existing_file(path: Path) -> Iterator[MeasuredFile]:
    """An existing file, opened for reading only. Raises ``InvalidInput`` when it's unsuitable."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except OSError as error:
        raise InvalidInput(
            sentence("{path} can't be read: {strerror}.", path=path, strerror=error.strerror)
        ) from None
    try:
        size = os.fstat(descriptor).st_size
        require_large_enough(path, size)
        yield MeasuredFile(_path_of(descriptor), size)
    finally:
        os.close(descriptor)


def require_large_enough(path: Path, size_bytes: int) -> None:
    """Raises ``InvalidInput`` for a file that is too small to measure on."""
    if size_bytes < SMALLEST_BYTES:
        raise InvalidInput(
            sentence("{path} is too small to measure.", path=path),
            sentence(
                "Use a file of at least {least} MiB, or a folder.",
                least=SMALLEST_BYTES >> 20,
            ),
        )


@contextlib.contextmanager
def new_file(
    folder: Path,
    size_bytes: int,
    *,
    on_progress: Callable[[int], None],
    is_cancelled: Callable[[], bool],
) -> Iterator[MeasuredFile]:
    """A nameless file in ``folder``, full of random bytes; gone when the block is left.

    Raises ``NoSpace`` before writing when the file system is too full, ``Cancelled`` when
    requested.
    """
    _require_space(folder, size_bytes)
    descriptor = _nameless(folder)
    try:
        _fill(descriptor, size_bytes, on_progress, is_cancelled)
        yield MeasuredFile(_path_of(descriptor), size_bytes)
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise NoSpace(sentence("in {folder}", folder=folder)) from None
        raise
    finally:
        os.close(descriptor)


@contextlib.contextmanager
def empty_file(folder: Path, size_bytes: int) -> Iterator[MeasuredFile]:
    """As ``new_file``, but nothing is written, since that would fill a disk's write cache before
    it's measured: reading gives zeros.

    Raises ``NoSpace`` when the file system is too full for the file's size.
    """
    _require_space(folder, size_bytes)
    descriptor = _nameless(folder)
    try:
        os.truncate(descriptor, size_bytes)
        yield MeasuredFile(_path_of(descriptor), size_bytes)
    finally:
        os.close(descriptor)


def _require_space(folder: Path, size_bytes: int) -> None:
    try:
        free = os.statvfs(folder)
    except OSError as error:
        raise InvalidInput(
            sentence("{folder} can't be used: {strerror}.", folder=folder, strerror=error.strerror)
        ) from None
    if free.f_bavail * free.f_frsize < size_bytes + RESERVE_BYTES:
        raise NoSpace(sentence("in {folder}", folder=folder))


def _nameless(folder: Path) -> int:
    try:
        return os.open(folder, os.O_TMPFILE | os.O_RDWR | os.O_CLOEXEC, 0o600)
    except OSError as error:
        if error.errno not in (errno.EOPNOTSUPP, errno.EISDIR, errno.ENOENT, errno.EINVAL):
            raise _unusable(folder, error) from None
    try:  # a file system without O_TMPFILE: make one with a name and take the name away
        descriptor, name = tempfile.mkstemp(prefix=".storage-tuner-", dir=folder)
    except OSError as error:
        raise _unusable(folder, error) from None
    Path(name).unlink()
    return descriptor


def _unusable(folder: Path, error: OSError) -> StorageTunerError:
    return InvalidInput(
        sentence(
            "No test file can be created in {folder}: {strerror}.",
            folder=folder,
            strerror=error.strerror,
        ),
        sentence("Choose a folder that you can write to."),
    )


def _fill(
    descriptor: int,
    size_bytes: int,
    on_progress: Callable[[int], None],
    is_cancelled: Callable[[], bool],
) -> None:
    """Write every block: unwritten extents and compressed zeros read back at memory speed."""
    written = 0
    while written < size_bytes:
        if is_cancelled():
            raise Cancelled
        chunk = os.urandom(min(CHUNK_BYTES, size_bytes - written))
        while chunk:
            count = os.write(descriptor, chunk)
            chunk = chunk[count:]
            written += count
        on_progress(written)
    os.fsync(descriptor)


def _path_of(descriptor: int) -> str:
    return f"/proc/{os.getpid()}/fd/{descriptor}"
