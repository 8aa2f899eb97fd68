"""The method table: which method exists, who may call it and what runs. Both transports use it."""

from __future__ import annotations

import asyncio
import syslog
import traceback
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from enum import Enum
from typing import Any

from storage_tuner_helper.arguments import Arguments, is_device_name
from storage_tuner_helper.devices.targets import check_name
from storage_tuner_helper.errors import (
    Busy,
    Ending,
    Internal,
    InvalidArgument,
    NoSuchDevice,
    NotAuthorized,
    Refusal,
    UnknownMethod,
)
from storage_tuner_helper.operations import Operations, Reply
from storage_tuner_helper.requests import (
    Change,
    CloseSession,
    Examination,
    InSession,
    KeepForGood,
    KeepSessions,
    NewPracticeDisk,
    Nothing,
    OfJob,
    OpenSession,
    Overwriting,
    Restoration,
    Risk,
    RunWorkload,
    Trial,
)
from storage_tuner_helper.transport.client import Client
from storage_tuner_protocol.interface import MAXIMUM_DEVICES, ErrorName
from storage_tuner_protocol.kernel import drive_of_path
from storage_tuner_protocol.message import said

TUNE = "org.storagetuner.tune"
PRACTICE_DISK = "org.storagetuner.practice-disk"
PERSIST = "org.storagetuner.persist"
OVERWRITE = "org.storagetuner.overwrite"
ALLOW_RISK = "org.storagetuner.allow-risk"
SET_THREEWARE = "org.storagetuner.set-threeware"

MAXIMUM_CALLS_PER_CLIENT = 8
MAXIMUM_CALLS_PER_USER = 32
"""The limit over all connections of one user together, so that one user can't lock out others."""

TOO_MANY_CALLS = said("Too many calls are waiting for a reply.")


class Access(Enum):
    """Which clients may call a method that has no polkit action."""

    ANYBODY = "anybody"
    OWNER = "owner"


class DeviceRule(Enum):
    """Which devices a call may name."""

    NONE = "none"
    GIVEN = "given"
    EITHER = "either"


@dataclass(frozen=True)
class Method:
    """One row of the method table.

    ``access`` is a polkit action, or the reason why none is needed: an owner is identified by a
    session or practice disk that only an authorised call could have made. A call that changes
    nothing is abandoned when its client leaves, however long it would take. ``unit_settings``
    returns, from the call's arguments, the devices for which a call also needs the polkit action
    for units of 3ware controllers.
    """

    access: str | Access
    device: DeviceRule
    parse: Callable[[Arguments], Any]
    handler: Callable[[Operations, Client, str, Any], Awaitable[Reply]]
    changes_nothing: bool = False
    unit_settings: Callable[[Operations, Client, str, Any], list[str]] | None = None


METHODS: Mapping[str, Method] = {
    "Describe": Method(
        Access.ANYBODY,
        DeviceRule.NONE,
        Nothing.parse,
        Operations.describe,
        changes_nothing=True,
    ),
    "BeginSession": Method(TUNE, DeviceRule.GIVEN, OpenSession.parse, Operations.begin_session),
    "SetSettings": Method(
        Access.OWNER,
        DeviceRule.GIVEN,
        Change.parse,
        Operations.set_settings,
        unit_settings=Operations.set_without_leave,
    ),
    "TrySettings": Method(
        Access.OWNER,
        DeviceRule.GIVEN,
        Trial.parse,
        Operations.try_settings,
        unit_settings=Operations.set_without_leave,
    ),
    "AllowRisk": Method(ALLOW_RISK, DeviceRule.GIVEN, Risk.parse, Operations.allow_risk),
    "Revert": Method(Access.OWNER, DeviceRule.GIVEN, InSession.parse, Operations.revert),
    "EndSession": Method(
        Access.OWNER, DeviceRule.GIVEN, CloseSession.parse, Operations.end_session
    ),
    "PreviewPersistent": Method(
        Access.OWNER, DeviceRule.GIVEN, Change.parse, Operations.preview_persistent
    ),
    "Persist": Method(PERSIST, DeviceRule.GIVEN, KeepForGood.parse, Operations.persist),
    "Unpersist": Method(PERSIST, DeviceRule.EITHER, Nothing.parse, Operations.unpersist),
    "KeepTogether": Method(
        Access.OWNER, DeviceRule.NONE, KeepSessions.parse, Operations.keep_together
    ),
    "AllowOverwriting": Method(
        OVERWRITE, DeviceRule.GIVEN, Overwriting.parse, Operations.allow_overwriting
    ),
    "StartBenchmark": Method(
        Access.OWNER, DeviceRule.GIVEN, RunWorkload.parse, Operations.start_benchmark
    ),
    "SampleBenchmark": Method(
        Access.OWNER,
        DeviceRule.GIVEN,
        OfJob.parse,
        Operations.sample_benchmark,
        changes_nothing=True,
    ),
    "StopBenchmark": Method(Access.OWNER, DeviceRule.GIVEN, OfJob.parse, Operations.stop_benchmark),
    "DropCaches": Method(
        Access.OWNER,
        DeviceRule.GIVEN,
        InSession.parse,
        Operations.drop_caches,
        changes_nothing=True,
    ),
    "ReadHealth": Method(
        TUNE, DeviceRule.GIVEN, Examination.parse, Operations.read_health, changes_nothing=True
    ),
    "CreatePracticeDisk": Method(
        PRACTICE_DISK, DeviceRule.NONE, NewPracticeDisk.parse, Operations.create_practice_disk
    ),
    "RemovePracticeDisk": Method(
        Access.OWNER, DeviceRule.EITHER, Nothing.parse, Operations.remove_practice_disk
    ),
    "Restore": Method(TUNE, DeviceRule.EITHER, Restoration.parse, Operations.restore),
}


class Dispatcher:
    """Checks, limits, authorises and runs calls; cleans up after clients that leave."""

    def __init__(self, operations: Operations) -> None:
        self._operations = operations
        self._calls: Counter[int] = Counter()
        self._leaving: set[asyncio.Task[bool]] = set()
        self._given_up: set[asyncio.Task[None]] = set()
        self._closing = False

    @property
    def idle(self) -> bool:
        return not (self._calls.total() or self._leaving or self._operations.at_work)

    def is_forgettable(self, client: Client) -> bool:
        """Return whether nothing is lost by forgetting the client: it has no call running and no
        state beyond its name."""
        known_for_something = client.authorised or self._operations.has_anything_of(client)
        return not client.calls and not known_for_something

    def check_room(self, client: Client) -> None:
        """Check that another call fits. Raises ``Busy`` when too many calls are waiting, or
        ``Ending``."""
        if client.gone or self._closing:
            raise Ending
        too_many = len(client.calls) >= MAXIMUM_CALLS_PER_CLIENT
        if too_many or self._calls[client.user] >= MAXIMUM_CALLS_PER_USER:
            raise Busy(TOO_MANY_CALLS)

    def accept(self, client: Client, calling: Callable[[], Awaitable[None]]) -> None:
        """Run a call concurrently with the others. Raises what ``check_room`` raises."""
        self.check_room(client)
        self._calls[client.user] += 1
        task = asyncio.ensure_future(_as_coroutine(calling))
        client.calls.add(task)
        task.add_done_callback(lambda ended: self._call_ended(client, ended))

    async def call(
        self, client: Client, name: str, device: str, values: Mapping[str, object], ask: bool
    ) -> Reply:
        """Run one call. Raises a ``Refusal`` and nothing else.

        Names and arguments are checked before any of them reaches a dialog or a log.
        """
        method = METHODS.get(name)
        if method is None:
            raise UnknownMethod
        devices: Sequence[str] = (device,)
        try:
            _check_device(method, device)
            arguments = Arguments(values, MAXIMUM_DEVICES)
            request = method.parse(arguments)
            arguments.finish()
            devices = _concerned(method, device, request)
            if isinstance(method.access, str):
                await self._authorize(client, method.access, _shown(devices), ask)
            if method.unit_settings and (
                units := method.unit_settings(self._operations, client, device, request)
            ):
                await self._authorize(client, SET_THREEWARE, units, ask)
            with self._given_up_with_client() if method.changes_nothing else nullcontext():
                reply = await method.handler(self._operations, client, device, request)
        except Refusal as refusal:
            _log(client, name, devices, refusal.name)
            raise
        except Exception:
            syslog.syslog(syslog.LOG_ERR, traceback.format_exc())
            raise Internal from None
        if method.access is not Access.ANYBODY:
            _log(client, name, devices, "done")
        return reply

    def leave(self, client: Client) -> asyncio.Task[bool]:
        """Handle a client that left: end its calls, then stop, restore and remove what it owns; the
        task returns whether all of that worked."""
        client.gone = True
        task = asyncio.ensure_future(self._clean_up(client))
        self._leaving.add(task)
        task.add_done_callback(self._leaving.discard)
        return task

    async def close(self, clients: list[Client]) -> bool:
        """Treat every client as gone, and return once everything is restored or has failed. Return
        whether everything is restored, including what belonged to clients that left earlier."""
        self._closing = True
        for client in clients:
            if not client.gone:
                self.leave(client)
        well = all(await asyncio.gather(*self._leaving))
        return well and not await self._operations.is_anything_left()

    async def _authorize(
        self, client: Client, action: str, devices: Sequence[str], ask: bool
    ) -> None:
        """Wait for a person's authorisation, but only as long as the client is connected."""
        with self._given_up_with_client():
            await client.transport.authorize(client, action, devices, ask)
        if client.gone:
            raise NotAuthorized
        client.authorised = True

    @contextmanager
    def _given_up_with_client(self) -> Iterator[None]:
        """Abandon what the present call does inside when its client leaves."""
        task = asyncio.current_task()
        assert task is not None
        self._given_up.add(task)
        try:
            yield
        finally:
            self._given_up.discard(task)

    async def _clean_up(self, client: Client) -> bool:
        """Restore at once, since a call may hang with its device; then restore again what running
        calls began meanwhile."""
        self._operations.cancel_making(client)
        for task in client.calls & self._given_up:
            task.cancel()
        well = await self._leave(client)
        if client.calls:
            await asyncio.wait(client.calls)
            well = await self._leave(client) and well
        return well

    async def _leave(self, client: Client) -> bool:
        try:
            problems = await self._operations.leave(client)
        except Exception:
            syslog.syslog(syslog.LOG_WARNING, traceback.format_exc())
            return False
        for problem in problems:
            syslog.syslog(syslog.LOG_WARNING, str(problem))
        return not problems

    def _call_ended(self, client: Client, task: asyncio.Task[None]) -> None:
        self._calls[client.user] -= 1
        client.calls.discard(task)
        if not task.cancelled() and task.exception():
            syslog.syslog(syslog.LOG_ERR, repr(task.exception()))


async def _as_coroutine(calling: Callable[[], Awaitable[None]]) -> None:
    await calling()


def _check_device(method: Method, device: str) -> None:
    """Check the device's name. A disk that was unplugged still has its session, so an owner's call
    may name a device that is no longer present."""
    if method.device is DeviceRule.NONE and device:
        raise InvalidArgument(said("No device is expected here."))
    if method.device is DeviceRule.NONE or not (device or method.device is DeviceRule.GIVEN):
        return
    if method.access is not Access.OWNER:
        check_name(device)
    elif not is_device_name(device):
        raise NoSuchDevice


_OVER_SEVERAL = OpenSession | Change | Risk | Restoration
"""Requests that may name several devices, which one dialog then covers."""


def _concerned(method: Method, device: str, request: object) -> tuple[str, ...]:
    """Return the devices of a call: those it lists one by one, or the call's own."""
    if not isinstance(request, _OVER_SEVERAL) or not request.devices:
        return (device,)
    for name in request.devices:
        _check_device(method, name)
    return request.devices


def _shown(devices: Iterable[str]) -> tuple[str, ...]:
    """Return the names that a dialog shows: the drive instead of the paths to it."""
    return tuple(dict.fromkeys(map(drive_of_path, devices)))


_UNCHECKED = (ErrorName.NO_SUCH_DEVICE, ErrorName.NO_SUCH_SESSION, ErrorName.INVALID_ARGUMENT)


def _log(client: Client, method: str, devices: Sequence[str], outcome: str) -> None:
    """Log a call. Only names from the table, existing devices and our own texts get here; an
    unchecked device name doesn't."""
    where = "?" if outcome in _UNCHECKED else " ".join(devices)
    syslog.syslog(syslog.LOG_INFO, f"{client.name} {method} {where or '-'}: {outcome}")
