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
    """One device of a session.

    Every change of its settings, and every start of a benchmark on it, holds ``lock``. ``ending``
    counts the calls that want to close it; ``starting``: a benchmark is about to start;
    ``may_overwrite``: the owner may overwrite the device if it's empty; ``may_set_policies``: the
    owner may set those of a 3ware unit; ``allowed_risks``: the names of accepted risks;
    ``claimed``: the unit's other disks, as long as this session has changed its policies through
    this device.
    """

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
        """Stop the running benchmark, and wait until it has released the device."""
        if self.benchmark:
            self.benchmark.stop()
            await self.benchmark.ended()


@dataclass(eq=False)
class Session:
    """One client's session.

    ``devices`` are those still in the session, by name. Calls on all of them hold ``turn``, and
    each device's lock only while they work on that one: when one hangs and the client leaves, the
    others are still restored. ``by_name``: calls and replies use ``DEVICE.NAME`` for everything,
    even with a single device.
    """

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
        """Return a call's values by device name; those for "" are for the only device. Raises
        ``InvalidArgument`` for names that belong to the other kind of session."""
        if not given.keys() <= (self.devices.keys() if self.by_name else {""}):
            raise InvalidArgument(
                said(
                    "Settings must be named DEVICE.NAME if BeginSession listed devices, otherwise "
                    "NAME."
                )
            )
        return {name or self._only: given[name] for name in sorted(given)}

    def reply(self, values: Mapping[str, Mapping[str, Value]]) -> dict[str, Value]:
        """Return ``values`` of the devices under the names that a reply uses."""
        return {
            self._called(device, name): value
            for device, found in values.items()
            for name, value in found.items()
        }

    def names(self, found: Mapping[str, Sequence[str]]) -> list[str]:
        """Like ``reply``, for names without values."""
        return [self._called(device, name) for device in found for name in found[device]]

    def _called(self, device: str, name: str) -> str:
        return f"{device}.{name}" if self.by_name else name

    @property
    def _only(self) -> str:
        return next(iter(self.devices))

    def held(self, device: str) -> HeldDevice:
        """Return the held device. Raises ``NoSuchSession`` if it was released."""
        if device not in self.devices:
            raise NoSuchSession
        return self.devices[device]


@contextlib.contextmanager
def starting(device: HeldDevice) -> Iterator[None]:
    """Mark a benchmark as about to start; the caller holds the device's lock."""
    device.starting = True
    try:
        yield
    finally:
        device.starting = False


@asynccontextmanager
async def in_turn(session: Session) -> AsyncIterator[None]:
    """Wait for the turn of a call on all of a session's devices; raises ``NoSuchSession`` if the
    session ended meanwhile."""
    async with session.turn:
        if not session.devices:
            raise NoSuchSession
        yield


@contextlib.contextmanager
def ending(devices: Sequence[HeldDevice]) -> Iterator[None]:
    """Prevent benchmarks from starting on the devices meanwhile."""
    for device in devices:
        device.ending += 1
    try:
        yield
    finally:
        for device in devices:
            device.ending -= 1


@asynccontextmanager
async def locked(device: HeldDevice) -> AsyncIterator[None]:
    """Wait for a device's lock; raises ``NoSuchSession`` if the device was released meanwhile."""
    async with device.lock:
        if device.ended:
            raise NoSuchSession
        yield
