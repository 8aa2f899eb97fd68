"""A session: one client's work on one device, or on several that are changed together."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from storage_tuner_helper.arguments import Value
from storage_tuner_helper.benchmark.benchmarks import Benchmark
from storage_tuner_helper.errors import InvalidArgument, NoSuchSession
from storage_tuner_helper.restoring.journal import Snapshot
from storage_tuner_helper.transport.client import Client
from storage_tuner_protocol.message import said


@dataclass(eq=False)
class HeldDevice:
    """One device of a session. Whatever touches its settings, or starts a benchmark on it, holds
    ``lock``. ``ending`` counts the calls that want to close it, ``starting`` tells that a benchmark
    is about to start, ``may_overwrite`` that the owner was allowed to overwrite the device, if it's
    empty. ``may_set_policies``: he was allowed to set those of a 3ware unit, ``allowed_risks`` by
    which names. ``claimed`` are the unit's other disks, as long as this session has changed its
    policies through this one."""

    owner: Client
    snapshot: Snapshot
    tunables_at_start: dict[str, str]
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    benchmark: Benchmark | None = None
    starting: bool = False
    may_overwrite: bool = False
    may_set_policies: bool = False
    allowed_risks: set[str] = field(default_factory=set)
    claimed: list[str] = field(default_factory=list)
    ending: int = 0
    ended: bool = False

    @property
    def name(self) -> str:
        return self.snapshot.device

    @property
    def diskseq(self) -> int:
        return self.snapshot.diskseq

    async def stop_benchmark(self) -> None:
        """Stop what runs, and wait until it's gone from the device."""
        if self.benchmark:
            self.benchmark.stop()
            await self.benchmark.ended()


@dataclass(eq=False)
class Session:
    """``devices`` are those that it's still about, by their names. Calls that are about all of them
    hold ``turn``, and each device's lock only while they are at that one: when one hangs and the
    client leaves, the others are brought back all the same. ``by_name``: in calls and replies
    everything is called ``DEVICE.NAME``, also when there is one device."""

    identifier: str
    owner: Client
    by_name: bool
    devices: dict[str, HeldDevice] = field(default_factory=dict)
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    try_timer: asyncio.TimerHandle | None = None

    def cancel_timer(self) -> None:
        if self.try_timer:
            self.try_timer.cancel()
            self.try_timer = None

    def of_devices(self, given: Mapping[str, dict[str, str]]) -> dict[str, dict[str, str]]:
        """What a call gave, by the names of the devices; what it gave for "" is for the only one.
        Raises ``InvalidArgument`` for what is called as in another kind of session."""
        if not given.keys() <= (self.devices.keys() if self.by_name else {""}):
            raise InvalidArgument(
                said(
                    "Settings must be named DEVICE.NAME if BeginSession listed devices, otherwise "
                    "NAME."
                )
            )
        return {name or self._only: given[name] for name in sorted(given)}

    def reply(self, values: Mapping[str, Mapping[str, Value]]) -> dict[str, Value]:
        """``values`` of the devices as a reply calls them."""
        return {
            self._called(device, name): value
            for device, found in values.items()
            for name, value in found.items()
        }

    def names(self, found: Mapping[str, Sequence[str]]) -> list[str]:
        """As ``reply``, of names without values."""
        return [self._called(device, name) for device in found for name in found[device]]

    def _called(self, device: str, name: str) -> str:
        return f"{device}.{name}" if self.by_name else name

    @property
    def _only(self) -> str:
        return next(iter(self.devices))

    def held(self, device: str) -> HeldDevice:
        """Raises ``NoSuchSession`` for one that was let go of."""
        if device not in self.devices:
            raise NoSuchSession
        return self.devices[device]


@contextlib.contextmanager
def starting(device: HeldDevice) -> Iterator[None]:
    """A benchmark is about to run; the caller holds the device's lock."""
    device.starting = True
    try:
        yield
    finally:
        device.starting = False


@asynccontextmanager
async def in_turn(session: Session) -> AsyncIterator[None]:
    """Waits for the turn of a call that is about all of a session's devices; raises
    ``NoSuchSession`` if it ended meanwhile."""
    async with session.turn:
        if not session.devices:
            raise NoSuchSession
        yield


@contextlib.contextmanager
def ending(devices: Sequence[HeldDevice]) -> Iterator[None]:
    """No benchmark begins on them meanwhile."""
    for device in devices:
        device.ending += 1
    try:
        yield
    finally:
        for device in devices:
            device.ending -= 1


@asynccontextmanager
async def locked(device: HeldDevice) -> AsyncIterator[None]:
    """Waits for a device's turn; raises ``NoSuchSession`` if it was let go of meanwhile."""
    async with device.lock:
        if device.ended:
            raise NoSuchSession
        yield
