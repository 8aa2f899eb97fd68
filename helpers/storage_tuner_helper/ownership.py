"""Only one helper at a time works on the state folder.

The lock is taken before the first snapshot is written and given back after the last was removed,
so an idle helper is in nobody's way. Whoever takes it first undoes what a killed one left behind;
a living one's snapshots can't be touched, because it holds the lock.

The descriptor is shared by supervisor and worker: the lock outlives either, not both.
"""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import os
import time
from collections import deque
from pathlib import Path

from storage_tuner_helper.errors import Busy
from storage_tuner_helper.recovery import recover

_WAIT_SECONDS = 5.0
_POLL_SECONDS = 0.05
_MAXIMUM_SENTENCES = 100


def open_lock(state: Path) -> int:
    """A descriptor of the lock file, not yet locked."""
    flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
    return os.open(state / "lock", flags, 0o600)


def try_lock(descriptor: int) -> bool:
    """Take the lock, or keep it, if nobody else has it; notes who we are for others to read."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    _note(descriptor, str(os.getpid()))
    return True


def unlock(descriptor: int) -> None:
    _note(descriptor, "")
    fcntl.flock(descriptor, fcntl.LOCK_UN)


def _note(descriptor: int, text: str) -> None:
    """Only for others to read: a full or broken file system mustn't get in the way of restoring."""
    with contextlib.suppress(OSError):
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, text.encode(), 0)


class Ownership:
    """Counts what is at stake and holds the lock as long as that isn't nothing."""

    def __init__(self, state: Path, runtime: Path, descriptor: int) -> None:
        self._state = state
        self._runtime = runtime
        self._descriptor = descriptor
        self._holders = 0
        self._taking = asyncio.Lock()
        self.recovered: deque[str] = deque(maxlen=_MAXIMUM_SENTENCES)

    @property
    def held(self) -> bool:
        return self._holders > 0

    async def start(self) -> None:
        """Undo what a killed helper left behind, unless a living one is at work."""
        try:
            await self.take(0)
        except Busy:
            return
        self.give_back()

    async def take(self, wait_seconds: float = _WAIT_SECONDS) -> None:
        """Hold the lock once more. Raises ``Busy`` naming the process that has it."""
        async with self._taking:
            if not self.held:
                await self._lock(wait_seconds)
            self._holders += 1

    def give_back(self) -> None:
        self._holders -= 1
        if not self.held:
            unlock(self._descriptor)

    async def _lock(self, wait_seconds: float) -> None:
        deadline = time.monotonic() + wait_seconds
        while not try_lock(self._descriptor):
            if time.monotonic() >= deadline:
                raise Busy(
                    f"Another Storage Tuner ({self._holder()}) is at work; let it end first."
                )
            await asyncio.sleep(_POLL_SECONDS)
        try:
            self.recovered += await asyncio.to_thread(recover, self._state, self._runtime)
        except BaseException:
            unlock(self._descriptor)
            raise

    def _holder(self) -> str:
        text = os.pread(self._descriptor, 16, 0).decode("ascii", "replace")
        return f"process {text}" if text.isdecimal() else "another process"
