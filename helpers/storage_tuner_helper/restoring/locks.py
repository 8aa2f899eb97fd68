"""Locks of a helper: one for every device, and for every practice disk being made.

There may be several helpers, such as the system service and one below pkexec. Whoever holds the
lock of a device may write and restore what is noted of it; the kernel lets go of it when the holder
dies, and only then, so that what nobody holds is left over.
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
    """A folder with one file a lock, which is there only as long as somebody holds it."""

    def __init__(self, state: Path) -> None:
        self._path = private_folder(state / "locks")

    def take(self, key: str, holder: str) -> int | None:
        """A descriptor that holds the lock, None when somebody else has it. ``holder`` says in
        words who we are, for others to read. Raises ``OSError``."""
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
            # its last holder took it away between our opening and our locking
            os.close(descriptor)

    def give_back(self, key: str, descriptor: int) -> None:
        """Taken away while it's still ours: whoever opened it before finds out."""
        with contextlib.suppress(OSError):
            (self._path / key).unlink(missing_ok=True)
        os.close(descriptor)

    @contextmanager
    def attempted(self, key: str) -> Iterator[bool]:
        """Hold the lock inside if nobody else does; whether nobody does. Where no lock can be made,
        as on a file system that broke, nobody has one."""
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
        """The files of those whose holders died."""
        for entry in list(self._path.iterdir()):
            with self.attempted(entry.name):
                pass

    def holder(self, key: str) -> str:
        """Who has the lock, in words."""
        try:
            with (self._path / key).open("rb") as file:
                text = file.read(_MAXIMUM_NOTE_BYTES).decode("ascii", "replace")
        except OSError:
            return UNKNOWN_HOLDER
        return text if _NOTE.fullmatch(text) else UNKNOWN_HOLDER

    def _open(self, key: str) -> int:
        """One that is there can be locked on a full or read-only file system, too."""
        flags = os.O_NOFOLLOW | os.O_CLOEXEC
        try:
            return os.open(self._path / key, os.O_RDWR | os.O_CREAT | flags, 0o600)
        except OSError as error:
            with contextlib.suppress(OSError):
                return os.open(self._path / key, os.O_RDONLY | flags)
            raise error from None


def _note(descriptor: int, text: str) -> None:
    """Only for others to read: a full or broken file system mustn't get in the way of restoring."""
    with contextlib.suppress(OSError):
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, text.encode("ascii", "replace")[:_MAXIMUM_NOTE_BYTES], 0)
