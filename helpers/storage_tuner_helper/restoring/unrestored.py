"""Settings that couldn't be restored when their session ended, such as those of an array during a
check. Restoring is retried as long as the helper runs, and the helper keeps running for it.

They are looked up in the journal, so that those of an earlier helper are included.
"""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

from storage_tuner_helper.restoring.ownership import Ownership
from storage_tuner_helper.restoring.recovery import is_anything_left, logged_message

_SECONDS = 60.0
_LONGEST_SECONDS = 3 * 24 * 3600.0
"""The check of a large array takes a day or two. A refusal that lasts longer won't end by waiting:
the next use of the helper, or the next start, tries again."""


class UnrestoredDevices:
    """Retries restoring. ``seconds`` lie between two tries; ``longest_seconds`` after the first
    one, waiting is no longer worthwhile."""

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
        """Return whether there were any at the last check, and not for too long."""
        if self._since is None:
            return False
        return time.monotonic() - self._since < self._longest_seconds

    async def check(self) -> bool:
        """Return whether there are any on devices that are present and not in use; never during a
        try."""
        async with self._trying:
            return await self._check()

    async def watch(self) -> None:
        """Retry until cancelled."""
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
