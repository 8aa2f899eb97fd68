"""What couldn't be brought back when its session ended, as of an array that was just checked: it's
tried again as long as the helper lives, and the helper lives for it.

Looked for in the journal, so that it's also known what an earlier helper had to leave.
"""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

from storage_tuner_helper.restoring.ownership import Ownership
from storage_tuner_helper.restoring.recovery import is_anything_left, logged_message

_SECONDS = 60.0
_LONGEST_SECONDS = 3 * 24 * 3600.0
"""The check of a large array takes a day or two. What refuses for longer than that won't take it by
waiting: the next use of the helper, or the next start, tries."""


class UnrestoredDevices:
    """``seconds`` lie between two tries, and ``longest_seconds`` after the first one nobody needs
    to wait any more."""

    def __init__(
        self,
        state: Path,
        ownership: Ownership,
        seconds: float = _SECONDS,
        longest_seconds: float = _LONGEST_SECONDS,
    ) -> None:
        self._state = state
        self._ownership = ownership
        self._seconds = seconds
        self._longest_seconds = longest_seconds
        self._since: float | None = None
        self._trying = asyncio.Lock()

    @property
    def are_worth_waiting(self) -> bool:
        """Whether there were some when last looked for, and not for too long."""
        if self._since is None:
            return False
        return time.monotonic() - self._since < self._longest_seconds

    async def check(self) -> bool:
        """Whether there are any, on devices that are there, and nobody is at work on; not in the
        middle of a try."""
        async with self._trying:
            return await self._check()

    async def watch(self) -> None:
        """Try again and again, until it's cancelled."""
        await self.check()
        while True:
            await asyncio.sleep(self._seconds)
            async with self._trying:
                if await self._check():
                    await self._try()
                    await self._check()

    async def _try(self) -> None:
        try:
            await self._ownership.recover_all()
        except Exception as error:
            logged_message(error, "what was left")

    async def _check(self) -> bool:
        found = await asyncio.to_thread(is_anything_left, self._state)
        if not found:
            self._since = None
        elif self._since is None:
            self._since = time.monotonic()
        return found
