"""Locks of a helper: one for each device, and for each practice disk being created.

Several helpers may run, such as the system service and one below pkexec. The holder of a device's
lock may write and restore the device's records. The kernel releases a lock only when its holder
dies, so records without a lock holder are left over.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from storage_tuner_helper.files import is_at, private_folder

_MAXIMUM_NOTE_BYTES = 128
_NOTE = re.compile(r"[A-Za-z0-9 ._+,()-]{1,128}", re.ASCII)
UNKNOWN_HOLDER = "another program"


class Locks:
    """A folder with one file per lock, which exists only while the lock is held."""

    def __init__(self, state: Path) -> None:
        self._path = private_folder(state / "locks")

    def take(self, key: str, holder: str) -> int | None:
        """Return a descriptor that holds the lock, None when another process holds it. ``holder``
        describes us to other processes. Raises ``OSError``."""
        while True:
            descriptor = self._open(key)
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                os.close(descriptor)
                return None
            if is_at(self._path / key, descriptor):
                _note(descriptor, holder)
                return descriptor
            # its last holder removed it between our opening and our locking
            os.close(descriptor)

    def give_back(self, key: str, descriptor: int) -> None:
        """Release the lock. Its file is removed first: a process that opened it before notices
        that."""
        with contextlib.suppress(OSError):
            (self._path / key).unlink(missing_ok=True)
        os.close(descriptor)

    @contextmanager
    def attempted(self, key: str) -> Iterator[bool]:
        """Hold the lock inside if it's free; yield whether it was. Where no lock can be created, as
        on a broken file system, it counts as free."""
        try:
            descriptor = self.take(key, UNKNOWN_HOLDER)
        except OSError:
            yield True
            return
        try:
            yield descriptor is not None
        finally:
            if descriptor is not None:
                self.give_back(key, descriptor)

    def remove_left_over(self) -> None:
        """Remove the files of locks whose holders died."""
        for entry in list(self._path.iterdir()):
            with self.attempted(entry.name):
                pass

    def holder(self, key: str) -> str:
        """Return the description of the lock's holder."""
        try:
            with (self._path / key).open("rb") as file:
                text = file.read(_MAXIMUM_NOTE_BYTES).decode("ascii", "replace")
        except OSError:
            return UNKNOWN_HOLDER
        return text if _NOTE.fullmatch(text) else UNKNOWN_HOLDER

    def _open(self, key: str) -> int:
        """Open the lock's file. An existing one can be locked on a full or read-only file system,
        too."""
        flags = os.O_NOFOLLOW | os.O_CLOEXEC
        try:
            return os.open(self._path / key, os.O_RDWR | os.O_CREAT | flags, 0o600)
        except OSError as error:
            with contextlib.suppress(OSError):
                return os.open(self._path / key, os.O_RDONLY | flags)
            raise error from None


def _note(descriptor: int, text: str) -> None:
    """Write a text that only informs others: a full or broken file system mustn't prevent
    restoring."""
    with contextlib.suppress(OSError):
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, text.encode("ascii", "replace")[:_MAXIMUM_NOTE_BYTES], 0)
