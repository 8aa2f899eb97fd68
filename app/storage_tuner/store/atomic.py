"""Writing a file so that it's there whole, or not at all."""

from __future__ import annotations

import errno
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from storage_tuner.core.errors import InvalidInput, NoSpace
from storage_tuner.core.sentence import sentence

_FULL = (errno.ENOSPC, errno.EDQUOT)


def write_atomically(path: Path, content: bytes) -> None:
    """Put ``content`` into ``path``; a file that was there stays until the new one is complete.

    What isn't a regular file (``/dev/stdout``, a pipe) is written into directly. A symbolic link
    is followed. Raises ``NoSpace``, and ``InvalidInput`` when the place can't be written for
    another reason; neither leaves anything behind.
    """
    with explained(path):
        if path.exists() and not path.is_file():
            path.write_bytes(content)
        else:
            _replace(Path(os.path.realpath(path)), content)


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
    """Make the new name survive a power cut, too."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


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
            sentence("Choose another place or name."),
        ) from error
