"""Tracks what this helper works on, and undoes what a killed one left behind.

A lock is acquired before a device's snapshot is written and released after the snapshot was
removed, so an idle helper blocks no other one. A running helper holds the locks of its snapshots,
which protects them.
"""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict, deque
from dataclasses import dataclass
from pathlib import Path

from storage_tuner_helper.errors import DeviceBusy
from storage_tuner_helper.files import storing_refusal
from storage_tuner_helper.restoring.locks import Locks
from storage_tuner_helper.restoring.recovery import PERSISTING, recover, recover_device
from storage_tuner_protocol.message import Message, said

_WAIT_SECONDS = 5.0
_POLL_SECONDS = 0.05
_MAXIMUM_SENTENCES = 100


@dataclass
class _Held:
    descriptor: int
    times: int = 1


class Ownership:
    """The locks that this helper holds, with a count of acquisitions each."""

    def __init__(self, state: Path, runtime: Path) -> None:
        self._state = state
        self._runtime = runtime
        self._locks = Locks(state)
        self._held: dict[str, _Held] = {}
        self._taking: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self.recovered: deque[Message] = deque(maxlen=_MAXIMUM_SENTENCES)

    @property
    def at_work(self) -> bool:
        return bool(self._held)

    async def start(self) -> None:
        """Undo what killed helpers left behind; what running ones work on isn't touched."""
        self.recovered += await asyncio.to_thread(recover, self._state, self._runtime)

    async def recover_all(self) -> list[Message]:
        """Retry what ``start`` couldn't undo; return sentences on that. Each is logged once."""
        done = await asyncio.to_thread(recover, self._state, self._runtime)
        self.recovered += [message for message in done if message not in self.recovered]
        return done

    async def take(self, key: str, holder: str, wait_seconds: float = _WAIT_SECONDS) -> None:
        """Acquire the lock ``key``, a device's name, once more; ``holder`` describes its user.
        Raises ``DeviceBusy`` naming the other holder."""
        async with self._taking[key]:
            held = self._held.get(key)
            if held:
                held.times += 1
            else:
                await self._take_first(key, holder, wait_seconds)

    async def take_alone(self, key: str, holder: str) -> None:
        """Acquire the lock like ``take``, but refuse also when this helper holds it already."""
        async with self._taking[key]:
            if key in self._held:
                raise DeviceBusy(busy_sentence(key, self._locks.holder(key)))
            await self._take_first(key, holder, _WAIT_SECONDS)

    async def _take_first(self, key: str, holder: str, wait_seconds: float) -> None:
        descriptor = await self._lock(key, holder, wait_seconds)
        try:
            await self._recover(key)
        except BaseException:
            self._locks.give_back(key, descriptor)
            raise
        self._held[key] = _Held(descriptor)

    def give_back(self, key: str) -> None:
        held = self._held[key]
        held.times -= 1
        if not held.times:
            del self._held[key]
            self._locks.give_back(key, held.descriptor)

    async def _recover(self, key: str) -> None:
        """Undo what was left of this device, and then everything else that isn't in use."""
        self.recovered += await asyncio.to_thread(recover_device, self._state, self._runtime, key)
        self.recovered += await asyncio.to_thread(recover, self._state, self._runtime)

    async def _lock(self, key: str, holder: str, wait_seconds: float) -> int:
        deadline = time.monotonic() + wait_seconds
        try:
            while (descriptor := self._locks.take(key, holder)) is None:
                if time.monotonic() >= deadline:
                    raise DeviceBusy(busy_sentence(key, self._locks.holder(key)))
                await asyncio.sleep(_POLL_SECONDS)
        except OSError as error:
            raise storing_refusal(error) from None
        return descriptor


def busy_sentence(device: str, holder: str) -> Message:
    if device == PERSISTING:
        return said(
            "Settings are being made permanent by {holder}; try again in a moment.", holder=holder
        )
    return said(
        "{device} is already being tuned by {holder}; wait until that ends.",
        device=device,
        holder=holder,
    )
