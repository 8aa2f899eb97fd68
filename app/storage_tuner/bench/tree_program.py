"""Creates and removes a tree once, in a process of its own: ``python -m``, see ``bench.parent``.

It's told ``{folder, counters, depth, folders, files, file_bytes}`` and says a ``TreeRun``, or
``{"error": phrase}``. When nobody waits for that any more it removes what it made, and ends itself.
"""

from __future__ import annotations

import ctypes
import errno
import os
import resource
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass

from storage_tuner.bench.measured_file import RESERVE_BYTES
from storage_tuner.bench.moment import Moment, moment_from, read_moment
from storage_tuner.bench.parent import Parent
from storage_tuner.bench.tree_folder import own_folder, remove_leftovers
from storage_tuner.bench.trees import entry_count, room_bytes
from storage_tuner.core.sentence import sentence
from storage_tuner.core.workload import Operation, RateUnit, Tree

_LIBC = ctypes.CDLL(None, use_errno=True)
_PIECE_BYTES = 4 << 20
_SHIFTS = 4096
"""So many files in a row have contents that no disk can take for the same: blocks of the same
random bytes, each begun one byte later."""

_NO_OPERATION = Operation("tree", "Tree", RateUnit.FILES, writes=True)


class Stopped(Exception):
    """Nobody waits for the result any more."""


@dataclass(frozen=True)
class Phase:
    """Times in seconds, until all is on the disk; ``user_s`` and ``system_s`` are our own."""

    duration_s: float
    user_s: float
    system_s: float
    before: Moment
    after: Moment


@dataclass(frozen=True)
class TreeRun:
    """``left`` is the folder's name when somebody else put something into it; it wasn't removed."""

    create: Phase
    remove: Phase
    left: str | None

    def document(self) -> dict[str, object]:
        return asdict(self)


def tree_run_from(document: Mapping[str, object]) -> TreeRun:
    """The opposite of ``TreeRun.document``."""
    left = document["left"]
    return TreeRun(
        _phase_from(document["create"]),
        _phase_from(document["remove"]),
        None if left is None else str(left),
    )


def _phase_from(document: object) -> Phase:
    assert isinstance(document, Mapping)
    return Phase(
        float(document["duration_s"]),
        float(document["user_s"]),
        float(document["system_s"]),
        moment_from(document["before"]),
        moment_from(document["after"]),
    )


class TreeTest:
    """``go_on`` is called before each folder and file, and may raise."""

    def __init__(self, tree: Tree, counters: str | None, go_on: Callable[[], None]) -> None:
        self._tree = tree
        self._counters = counters
        self._go_on = go_on
        self._content = memoryview(os.urandom(min(tree.file_bytes, _PIECE_BYTES) + _SHIFTS))
        self._files = 0

    def carry_out(self, parent: int) -> TreeRun:
        """In a folder of our own in ``parent``. Raises ``OSError`` and what ``go_on`` raises."""
        remove_leftovers(parent, self._go_on)
        _require_space(parent, self._tree)
        with own_folder(parent) as folder:
            _sync(parent)
            create = self._timed(self._create, folder.descriptor)
            remove = self._timed(self._remove, folder.descriptor)
        return TreeRun(create, remove, folder.name if folder.is_left else None)

    def _timed(self, work: Callable[[int, int], None], folder: int) -> Phase:
        usage = resource.getrusage(resource.RUSAGE_SELF)
        before = read_moment(self._counters)
        started = time.monotonic()
        work(folder, self._tree.depth)
        _sync(folder)
        duration_s = time.monotonic() - started
        after = read_moment(self._counters)
        later = resource.getrusage(resource.RUSAGE_SELF)
        user_s, system_s = later.ru_utime - usage.ru_utime, later.ru_stime - usage.ru_stime
        return Phase(duration_s, user_s, system_s, before, after)

    def _create(self, folder: int, levels: int) -> None:
        """``levels`` of folders below ``folder``, and files in the lowest."""
        if not levels:
            for number in range(self._tree.files):
                self._create_file(folder, f"f{number}")
            return
        for number in range(self._tree.folders):
            self._go_on()
            os.mkdir(f"d{number}", 0o700, dir_fd=folder)
            self._within(folder, f"d{number}", self._create, levels - 1)

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

    def _remove(self, folder: int, levels: int) -> None:
        if not levels:
            for number in range(self._tree.files):
                self._go_on()
                os.unlink(f"f{number}", dir_fd=folder)
            return
        for number in range(self._tree.folders):
            self._go_on()
            self._within(folder, f"d{number}", self._remove, levels - 1)
            os.rmdir(f"d{number}", dir_fd=folder)

    def _within(
        self, folder: int, name: str, work: Callable[[int, int], None], levels: int
    ) -> None:
        flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
        descriptor = os.open(name, flags, dir_fd=folder)
        try:
            work(descriptor, levels)
        finally:
            os.close(descriptor)


def _require_space(folder: int, tree: Tree) -> None:
    """Bytes and inodes; some file systems make inodes as they need them, and tell of none."""
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
    shape = [int(str(job[name])) for name in ("depth", "folders", "files", "file_bytes")]
    tree = Tree(_NO_OPERATION, _NO_OPERATION, *shape)
    counters = str(job["counters"]) if job["counters"] else None
    try:
        parent = os.open(str(job["folder"]), os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        return TreeTest(tree, counters, go_on).carry_out(parent).document()
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            return {"error": sentence("there is not enough free space")}
        return {"error": (error.strerror or sentence("unknown error")).lower()}


def main() -> int:
    parent = Parent()
    job = parent.next_document()
    if job is None:
        return 0

    def go_on() -> None:
        if parent.is_gone():
            raise Stopped

    try:
        parent.tell(_result(job, go_on))
    except Stopped:
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
