"""Reads and writes parts of a file until it's killed: the readers and writers beside a start.

    python -m storage_tuner.bench.programs.copying_program FILE BYTES READERS

The first half of the file is read in equal parts, the second half written, by as many threads. They
go through the page cache, as a copy does, and drop what they have passed, so that the disk does the
work however much memory there is: a reader reads ahead, and a writer has at most two windows of
dirty pages, which the kernel writes asynchronously (sync_file_range(2)). It prints a line once each
thread has passed its first window. How much was done is in /proc/PID/io.
"""

from __future__ import annotations

import ctypes
import os
import sys
import threading
from collections.abc import Callable

PIECE_BYTES = 256 << 10
"""The size of one read or write, that of cp in coreutils 9.1 and later."""

WINDOW_BYTES = 4 << 20
_START_WRITING, _WAIT_FOR_WRITING = 2, 1
"""SYNC_FILE_RANGE_WRITE and SYNC_FILE_RANGE_WAIT_BEFORE of sync_file_range(2)."""

_OUTPUT, _ERRORS = 1, 2

_LIBC = ctypes.CDLL(None, use_errno=True)
_LIBC.sync_file_range.argtypes = (ctypes.c_int, ctypes.c_int64, ctypes.c_int64, ctypes.c_uint)


class Part:
    """The bytes from ``start`` of a file, passed window by window, over and over."""

    def __init__(self, path: str, flags: int, start: int, size: int) -> None:
        self._file = os.open(path, flags | os.O_CLOEXEC)
        self._start = start
        self._windows = max(size // WINDOW_BYTES, 1)
        self._number = 0

    def pass_window(self) -> None:
        """Pass the next window. Raises ``OSError``."""
        start = self._start + self._number * WINDOW_BYTES
        for place in range(start, start + WINDOW_BYTES, PIECE_BYTES):
            self._pass_piece(self._file, place)
        self._leave(self._file, start)
        self._number = (self._number + 1) % self._windows

    def _pass_piece(self, file: int, place: int) -> None:
        raise NotImplementedError

    def _leave(self, file: int, start: int) -> None:
        raise NotImplementedError


class ReadPart(Part):
    """A part that is read."""

    def __init__(self, path: str, start: int, size: int) -> None:
        super().__init__(path, os.O_RDONLY, start, size)
        os.posix_fadvise(self._file, start, size, os.POSIX_FADV_DONTNEED)

    def _pass_piece(self, file: int, place: int) -> None:
        os.pread(file, PIECE_BYTES, place)

    def _leave(self, file: int, start: int) -> None:
        os.posix_fadvise(file, start, WINDOW_BYTES, os.POSIX_FADV_DONTNEED)


class WrittenPart(Part):
    """A part that is overwritten with random bytes."""

    def __init__(self, path: str, start: int, size: int) -> None:
        super().__init__(path, os.O_WRONLY, start, size)
        self._content = os.urandom(PIECE_BYTES)
        self._before: int | None = None

    def _pass_piece(self, file: int, place: int) -> None:
        os.pwrite(file, self._content, place)

    def _leave(self, file: int, start: int) -> None:
        """Let the kernel write this window, and wait for the one before."""
        _LIBC.sync_file_range(file, start, WINDOW_BYTES, _START_WRITING)
        if self._before is not None:
            _LIBC.sync_file_range(file, self._before, WINDOW_BYTES, _WAIT_FOR_WRITING)
            os.posix_fadvise(file, self._before, WINDOW_BYTES, os.POSIX_FADV_DONTNEED)
        self._before = start


def _keep_passing(part: Part, begun: Callable[[], object]) -> None:
    """Pass windows for ever; call ``begun`` after the first. An error ends the whole program."""
    try:
        part.pass_window()
        begun()
        while True:
            part.pass_window()
    except OSError as error:
        os.write(_ERRORS, f"{error.strerror}\n".encode())
        os._exit(1)


def _report_begun() -> None:
    os.write(_OUTPUT, b"begun\n")


def main() -> int:
    path, size, readers = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    half, each = size // 2, size // 2 // readers // WINDOW_BYTES * WINDOW_BYTES
    parts: list[Part] = [ReadPart(path, number * each, each) for number in range(readers)]
    parts += [WrittenPart(path, half + number * each, each) for number in range(readers)]
    begun = threading.Barrier(len(parts), _report_begun)
    threads = [threading.Thread(target=_keep_passing, args=(part, begun.wait)) for part in parts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return 1


if __name__ == "__main__":
    sys.exit(main())
