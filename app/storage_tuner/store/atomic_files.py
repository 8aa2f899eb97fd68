"""Writing a file so that it's there whole, or not at all."""

from __future__ import annotations

import errno
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from storage_tuner.core.errors import InvalidInput, NoSpace
from storage_tuner.core.message import sentence

_FULL = (errno.ENOSPC, errno.EDQUOT)
_NOT_SYNCED = (errno.EACCES, errno.EINVAL, errno.EOPNOTSUPP)
_MOST_LINKS = 40
"""As many as the kernel follows."""


def write_atomically(path: Path, content: bytes) -> None:
    """Put ``content`` into ``path``; a file that was there stays until the new one is complete.

    What was opened for us (``/dev/stdout``, ``/dev/fd/3``) is gone on with where it is, and what
    isn't a regular file (a pipe, a device) is written into directly. Any other symbolic link is
    followed. Raises ``NoSpace``, and ``InvalidInput`` when the place can't be written for another
    reason; then what was to be replaced is as it was, and nothing is left beside it.
    """
    with explained(path):
        if (opened := _opened_for_us(path)) is not None:
            # a duplicate shares the position, and whether what is written is appended
            with os.fdopen(os.dup(opened), "wb") as file:
                file.write(content)
        elif path.exists() and not path.is_file():
            path.write_bytes(content)
        else:
            _replace(Path(os.path.realpath(path)), content)


def is_file_by_name(path: Path) -> bool:
    """Whether what was written to ``path`` lies there, and didn't go into a pipe, a device, or
    what was opened for us."""
    return path.is_file() and _opened_for_us(path) is None


def _opened_for_us(path: Path) -> int | None:
    """The descriptor of ours that ``path`` stands for, if it does."""
    ours = Path("/proc", str(os.getpid()), "fd")
    for _ in range(_MOST_LINKS):
        # /dev/stdout, /dev/fd and /proc/self are links, too
        path = Path(os.path.realpath(path.parent)) / path.name
        if path.parent == ours:
            return int(path.name) if path.name.isdecimal() else None
        if not path.is_symlink():
            return None
        path = path.parent / path.readlink()
    return None


def _replace(path: Path, content: bytes) -> None:
    temporary = path.with_name(f".storage-tuner-{secrets.token_hex(6)}.part")
    try:
        _write_synced(temporary, content)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def _write_synced(path: Path, content: bytes) -> None:
    # mode "x" leaves the permissions to the user's umask, which mkstemp wouldn't
    with path.open("xb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    """Make the new name survive a power cut, too, where that's possible."""
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except OSError as error:
        # who may write into a folder may not be allowed to list it, and some file systems (shared
        # folders of virtual machines) sync none: the file is there all the same
        if error.errno not in _NOT_SYNCED:
            raise


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Say what the system's refusal to write ``path`` means: ``NoSpace`` or ``InvalidInput``."""
    try:
        yield
    except OSError as error:
        if error.errno in _FULL:
            raise NoSpace(sentence("to write {path}", path=path)) from error
        reason = error.strerror or str(error)
        raise InvalidInput(
            sentence("{path} can't be written: {reason}.", path=path, reason=reason),
            sentence("Choose another folder or name."),
        ) from error
