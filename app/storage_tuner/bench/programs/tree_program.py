"""Creates and removes a tree once, as a child process (``bench.programs.child_protocol``).

It receives ``{folder, counters, depth, folders, files, file_bytes, files_everywhere, four_phases}``
and sends a ``TreeRun``, or ``{"error": phrase}``. When the result is no longer wanted, it removes
what it created, and exits.
"""

from __future__ import annotations

import ctypes
import errno
import os
import resource
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import asdict, dataclass
from functools import partial

from storage_tuner.bench.counter_snapshot import CounterSnapshot, moment_from, read_counter_snapshot
from storage_tuner.bench.measured_file import RESERVE_BYTES
from storage_tuner.bench.programs.child_protocol import Parent
from storage_tuner.bench.programs.tree_folder import own_folder, remove_leftovers
from storage_tuner.bench.programs.tree_statistics import entry_count, room_bytes
from storage_tuner.core.message import sentence
from storage_tuner.core.workload import FileTree, Operation, RateUnit

_LIBC = ctypes.CDLL(None, use_errno=True)
_PIECE_BYTES = 4 << 20
_SHIFTS = 4096
"""The number of consecutive files whose contents no disk can deduplicate: blocks of the same random
bytes, each shifted by one byte."""

_Work = Callable[[int, int], None]
"""Gets a folder and the number of levels of folders below it."""

_FOLDERS, _FILES = frozenset({"folders"}), frozenset({"files"})
_EVERYTHING = _FOLDERS | _FILES

_NO_OPERATION = Operation("tree", "Tree", RateUnit.FILES, writes=True)


class Stopped(Exception):
    """Raised when the result is no longer wanted."""


@dataclass(frozen=True)
class TreePhase:
    """A phase of a tree test. Times in seconds, until all is on the disk; ``user_s`` and
    ``system_s`` are those of this process."""

    duration_s: float
    user_s: float
    system_s: float
    before: CounterSnapshot
    after: CounterSnapshot


@dataclass(frozen=True)
class TreeRun:
    """``phases`` in the order of the tree's operations. ``left`` is the folder's name if it wasn't
    removed, because it contains something of others."""

    phases: tuple[TreePhase, ...]
    left: str | None

    def document(self) -> dict[str, object]:
        return asdict(self)


def tree_run_from(document: Mapping[str, object]) -> TreeRun:
    """The ``TreeRun`` in ``document``; the inverse of ``TreeRun.document``."""
    phases, left = document["phases"], document["left"]
    assert isinstance(phases, list | tuple)
    return TreeRun(tuple(map(_phase_from, phases)), None if left is None else str(left))


def _phase_from(document: object) -> TreePhase:
    assert isinstance(document, Mapping)
    return TreePhase(
        float(document["duration_s"]),
        float(document["user_s"]),
        float(document["system_s"]),
        moment_from(document["before"]),
        moment_from(document["after"]),
    )


class TreeTest:
    """Creates and removes a tree. ``go_on`` is called before each folder and file, and may
    raise."""

    def __init__(self, tree: FileTree, counters: str | None, go_on: Callable[[], None]) -> None:
        self._tree = tree
        self._counters = counters
        self._go_on = go_on
        self._content = memoryview(os.urandom(min(tree.file_bytes, _PIECE_BYTES) + _SHIFTS))
        self._files = 0

    def carry_out(self, parent: int) -> TreeRun:
        """Create and remove the tree in a new folder in ``parent``. Raises ``OSError`` and what
        ``go_on`` raises."""
        remove_leftovers(parent, self._go_on)
        _require_space(parent, self._tree)
        with own_folder(parent) as folder:
            _sync(parent)
            phases = tuple(self._timed(work, folder.descriptor) for work in self._phases())
        return TreeRun(phases, folder.name if folder.is_left else None)

    def _phases(self) -> Iterator[_Work]:
        """The work of the phases, in the order of ``Tree.operations``."""
        if self._tree.create_folders is None:
            yield partial(self._create, _EVERYTHING)
            yield partial(self._remove, _EVERYTHING)
            return
        yield partial(self._create, _FOLDERS)
        yield partial(self._create, _FILES)
        yield partial(self._remove, _FILES)
        yield partial(self._remove, _FOLDERS)

    def _timed(self, work: _Work, folder: int) -> TreePhase:
        usage = resource.getrusage(resource.RUSAGE_SELF)
        before = read_counter_snapshot(self._counters)
        started = time.monotonic()
        work(folder, self._tree.depth)
        _sync(folder)
        duration_s = time.monotonic() - started
        after = read_counter_snapshot(self._counters)
        later = resource.getrusage(resource.RUSAGE_SELF)
        user_s, system_s = later.ru_utime - usage.ru_utime, later.ru_stime - usage.ru_stime
        return TreePhase(duration_s, user_s, system_s, before, after)

    def _create(self, kinds: Set[str], folder: int, levels: int) -> None:
        """Create ``levels`` of folders below ``folder``, or the files in existing folders."""
        if "files" in kinds and self._holds_files(levels):
            for number in range(self._tree.files):
                self._create_file(folder, f"f{number}")
        for number in range(self._tree.folders if levels else 0):
            if "folders" in kinds:
                self._go_on()
                os.mkdir(f"d{number}", 0o700, dir_fd=folder)
            self._within(folder, f"d{number}", partial(self._create, kinds), levels - 1)

    def _holds_files(self, levels: int) -> bool:
        return self._tree.files_everywhere or not levels

    def _create_file(self, folder: int, name: str) -> None:
        self._go_on()
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        descriptor = os.open(name, flags, 0o600, dir_fd=folder)
        try:
            self._fill(descriptor)
        finally:
            os.close(descriptor)

    def _fill(self, descriptor: int) -> None:
        self._files += 1
        shifted = self._content[self._files % _SHIFTS :]
        left = self._tree.file_bytes
        while left:
            left -= os.write(descriptor, shifted[: min(left, _PIECE_BYTES)])
            if left:
                self._go_on()

    def _remove(self, kinds: Set[str], folder: int, levels: int) -> None:
        if "files" in kinds and self._holds_files(levels):
            for number in range(self._tree.files):
                self._go_on()
                os.unlink(f"f{number}", dir_fd=folder)
        for number in range(self._tree.folders if levels else 0):
            if "folders" in kinds:
                self._go_on()
            self._within(folder, f"d{number}", partial(self._remove, kinds), levels - 1)
            if "folders" in kinds:
                os.rmdir(f"d{number}", dir_fd=folder)

    def _within(self, folder: int, name: str, work: _Work, levels: int) -> None:
        flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
        descriptor = os.open(name, flags, dir_fd=folder)
        try:
            work(descriptor, levels)
        finally:
            os.close(descriptor)


def _require_space(folder: int, tree: FileTree) -> None:
    """Check the free bytes and inodes; file systems that create inodes on demand report none."""
    room = os.fstatvfs(folder)
    needed = room_bytes(tree, room.f_frsize)
    too_few = bool(room.f_files) and room.f_favail < entry_count(tree)
    if room.f_bavail * room.f_frsize < needed + RESERVE_BYTES or too_few:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def _sync(folder: int) -> None:
    """Wait until the whole file system is on the disk, its journal and the disk's cache included;
    syncfs(2)."""
    if _LIBC.syncfs(folder) != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


def _result(job: Mapping[str, object], go_on: Callable[[], None]) -> dict[str, object]:
    names = ("depth", "folders", "files", "file_bytes")
    depth, folders, files, file_bytes = (int(str(job[name])) for name in names)
    apart = _NO_OPERATION if job["four_phases"] else None
    everywhere = bool(job["files_everywhere"])
    tree = FileTree(
        _NO_OPERATION,
        _NO_OPERATION,
        depth,
        folders,
        files,
        file_bytes,
        files_everywhere=everywhere,
        create_folders=apart,
        remove_folders=apart,
    )
    counters = str(job["counters"]) if job["counters"] else None
    try:
        parent = os.open(str(job["folder"]), os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        return TreeTest(tree, counters, go_on).carry_out(parent).document()
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            return {"error": sentence("there isn't enough free space").english}
        return {"error": (error.strerror or "unknown error").lower()}


def main() -> int:
    parent = Parent()
    job = parent.next_document()
    if job is None:
        return 0

    def go_on() -> None:
        if parent.is_gone():
            raise Stopped

    try:
        parent.send(_result(job, go_on))
    except Stopped:
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
