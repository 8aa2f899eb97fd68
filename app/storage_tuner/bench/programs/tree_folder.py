"""A temporary folder inside the user's, and removal of leftovers of killed programs.

All access is by descriptors of folders that were opened without following links. Our folder is
identified by its name, its owner, and a marker inside that repeats the name: a copied or renamed
folder isn't ours. The process that works in it holds a lock on it.
"""

from __future__ import annotations

import fcntl
import os
import re
import secrets
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

PREFIX = ".storage-tuner-tree-"
MARKER = ".storage-tuner"
_NAME = re.compile(rf"{re.escape(PREFIX)}[0-9a-f]{{16}}")
_FOLDER = re.compile(r"d[0-9]+")
_FILE = re.compile(r"f[0-9]+")
_OPEN_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_ATTEMPTS = 8
_DEEPEST = 64
"""Deeper than any tree test."""


class OwnFolder:
    """A temporary folder. ``descriptor`` is that of the folder. ``is_left``: at the end it
    contained something that isn't ours, so it wasn't removed."""

    def __init__(self, parent: int) -> None:
        self._parent = parent
        self.is_left = False
        for _ in range(_ATTEMPTS):
            self.name = f"{PREFIX}{secrets.token_hex(8)}"
            os.mkdir(self.name, 0o700, dir_fd=parent)
            with suppress(FileNotFoundError):  # somebody's remove_leftovers saw it still empty
                self.descriptor = os.open(self.name, _OPEN_FOLDER, dir_fd=parent)
                self._mark()
                return
        raise FileNotFoundError(self.name)

    def remove(self) -> None:
        """Remove the folder with our content."""
        remove_content(self.descriptor)
        self.is_left = not _remove_emptied(self._parent, self.name, self.descriptor)
        os.close(self.descriptor)

    def _mark(self) -> None:
        _is_locked_by_us(self.descriptor)
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        try:
            marker = os.open(MARKER, flags, 0o600, dir_fd=self.descriptor)
        except BaseException:
            os.close(self.descriptor)
            raise
        with os.fdopen(marker, "wb") as file:
            file.write(_marking(self.name))


@contextmanager
def own_folder(parent: int) -> Iterator[OwnFolder]:
    """Create a folder in ``parent`` that is removed at the end in every case. Raises
    ``OSError``."""
    folder = OwnFolder(parent)
    try:
        yield folder
    finally:
        folder.remove()


def remove_leftovers(parent: int, go_on: Callable[[], None] = lambda: None) -> int:
    """Remove leftovers of our killed programs in the folder ``parent``, and return their number.

    ``go_on`` is called regularly, and may raise. Anything not certainly ours isn't touched.
    """
    with os.scandir(parent) as entries:
        names = [entry.name for entry in entries if _NAME.fullmatch(entry.name)]
    return sum(_is_removed(parent, name, go_on) for name in names)


def remove_content(folder: int, go_on: Callable[[], None] = lambda: None) -> None:
    """Remove everything that a tree test creates, and nothing else: plain files ``f…`` and folders
    ``d…`` that belong to us, on this mount."""
    _remove_below(folder, _mount_of(folder), _DEEPEST, go_on)


def _remove_below(folder: int, mount: str, levels: int, go_on: Callable[[], None]) -> None:
    with os.scandir(folder) as entries:
        names = [entry.name for entry in entries]
    for name in names:
        go_on()
        mode = _own_mode(folder, name)
        if stat.S_ISREG(mode) and _FILE.fullmatch(name):
            os.unlink(name, dir_fd=folder)
        elif stat.S_ISDIR(mode) and _FOLDER.fullmatch(name) and levels:
            _remove_folder(folder, name, mount, levels - 1, go_on)


def _remove_folder(
    parent: int, name: str, mount: str, levels: int, go_on: Callable[[], None]
) -> None:
    with suppress(FileNotFoundError, NotADirectoryError):
        folder = os.open(name, _OPEN_FOLDER, dir_fd=parent)
        try:
            if _mount_of(folder) == mount:
                _remove_below(folder, mount, levels, go_on)
        finally:
            os.close(folder)
        with suppress(OSError):  # there is something else in it
            os.rmdir(name, dir_fd=parent)


def _is_removed(parent: int, name: str, go_on: Callable[[], None]) -> bool:
    """Remove folder ``name`` if it's ours and not in use. Return whether it was removed."""
    if not stat.S_ISDIR(_own_mode(parent, name)):
        return False
    try:
        folder = os.open(name, _OPEN_FOLDER, dir_fd=parent)
    except OSError:
        return False
    try:
        if not _is_locked_by_us(folder) or not _is_ours(folder, name):
            return False
        remove_content(folder, go_on)
        return _remove_emptied(parent, name, folder)
    finally:
        os.close(folder)


def _remove_emptied(parent: int, name: str, folder: int) -> bool:
    """Remove the marker last: as long as the folder contains anything else, it stays identifiable
    as ours."""
    if os.listdir(folder) not in ([MARKER], []):
        return False
    with suppress(FileNotFoundError):
        os.unlink(MARKER, dir_fd=folder)
    with suppress(OSError):
        os.rmdir(name, dir_fd=parent)
        return True
    return False


def _is_ours(folder: int, name: str) -> bool:
    """Return whether it's marked, or left from being killed while marking: then it's otherwise
    empty."""
    found = _marking_in(folder)
    if found == _marking(name):
        return True
    content = os.listdir(folder)
    return content == [] or (
        content == [MARKER] and found is not None and _marking(name).startswith(found)
    )


def _marking(name: str) -> bytes:
    return f"Storage Tuner, tree test, format 1\n{name}\n".encode("ascii")


def _marking_in(folder: int) -> bytes | None:
    if not stat.S_ISREG(_own_mode(folder, MARKER)):
        return None
    try:
        marker = os.open(MARKER, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=folder)
    except OSError:
        return None
    with os.fdopen(marker, "rb") as file:
        return file.read(1 << 10)


def _own_mode(folder: int, name: str) -> int:
    """The file's mode, without following links; 0 when it doesn't exist or has another owner."""
    try:
        status = os.stat(name, dir_fd=folder, follow_symlinks=False)
    except OSError:
        return 0
    return status.st_mode if status.st_uid == os.geteuid() else 0


def _is_locked_by_us(folder: int) -> bool:
    """Lock the folder. Return False when another process works in it, or where locks aren't
    supported."""
    try:
        fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _mount_of(folder: int) -> str:
    """The mount's ID, which also distinguishes bind mounts of one disk; proc_pid_fdinfo(5)."""
    lines = Path(f"/proc/self/fdinfo/{folder}").read_text("ascii").splitlines()
    return next(line for line in lines if line.startswith("mnt_id:"))
