"""Writes a file completely or not at all."""

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
"""The kernel's own limit."""


def write_atomically(path: Path, content: bytes) -> None:
    """Write ``content`` to ``path``; an existing file stays until the new one is complete.

    A descriptor that was opened for us (``/dev/stdout``, ``/dev/fd/3``) is written to at its
    position, and anything that isn't a regular file (a pipe, a device) directly. Any other symbolic
    link is followed. Raises ``NoSpace``, and ``InvalidInput`` when the path can't be written for
    another reason; then an existing file is unchanged and nothing is left next to it.
    """
    with explained(path):
        if (opened := _opened_for_us(path)) is not None:
            # a duplicate shares the position and the append mode
            with os.fdopen(os.dup(opened), "wb") as file:
                file.write(content)
        elif path.exists() and not path.is_file():
            path.write_bytes(content)
        else:
            _replace(Path(os.path.realpath(path)), content)


def is_file_by_name(path: Path) -> bool:
    """Return whether writing to ``path`` creates a file there, rather than writing to a pipe, a
    device, or a descriptor that was opened for us."""
    return path.is_file() and _opened_for_us(path) is None


def _opened_for_us(path: Path) -> int | None:
    """Our descriptor that ``path`` refers to; None if it doesn't."""
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
    sync_folder(path.parent)


def _write_synced(path: Path, content: bytes) -> None:
    # mode "x" leaves the permissions to the user's umask, which mkstemp wouldn't
    with path.open("xb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """Sync the folder, so that the new name survives a power cut, where that's possible."""
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except OSError as error:
        # a folder may be writable but not readable, and some file systems (shared folders of
        # virtual machines) can't sync one: the file exists all the same
        if error.errno not in _NOT_SYNCED:
            raise


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Convert the system's error when writing ``path`` to ``NoSpace`` or ``InvalidInput``."""
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
