"""A drive's health, read through the helper."""

from __future__ import annotations

import contextlib
import re
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from storage_tuner.client.helper import HelperConnection, Value, call
from storage_tuner.core.controller import Controller, Unit
from storage_tuner.core.device import Device
from storage_tuner.core.errors import HelperGone, StorageTunerError
from storage_tuner.core.health import Health
from storage_tuner.core.message import Text, sentence
from storage_tuner.core.topology import Topology, flat
from storage_tuner.probe.smart import parse_health

_PORT_ID = re.compile(r"p(\d{1,3})", re.ASCII)
_CONTROLLER_ID = re.compile(r"c(\d{1,3})", re.ASCII)


@dataclass(frozen=True)
class DrivePort:
    """A drive behind a 3ware controller. ``node`` is the number of the controller within its
    driver, as in the kernel's character devices; ``name`` is the drive's name in 3ware's tool, such
    as c0/p3."""

    name: str
    node: int
    port: int


def why_no_health(device: Device) -> Text:
    """The reason why there is no drive to read, as sentences; "" when there is one."""
    if device.head is not None:
        return sentence("A path to a drive has no health data of its own.")
    if device.kind == "md":
        return sentence("An array has no health data of its own.")
    if device.kind == "dm":
        return sentence("A mapped device has no health data of its own.")
    if device.kind in ("loop", "zram", "nbd"):
        return sentence("This device has no physical drive to check.")
    if device.transport == "3ware":
        return sentence("A controller unit has no health data of its own.")
    if device.transport == "virtio":
        return sentence("A virtual disk reports no health data. Check its drive on the host.")
    return ""


def underlying_drives(device: Device, devices: Iterable[Device]) -> tuple[str, ...]:
    """The underlying drives that can be read instead, at any depth."""
    known = {each.name: each for each in devices}
    below = flat(Topology(known.values()).underlying(device.name))
    return tuple(name for name in below if not why_no_health(known[name]))


def read_health(connection: HelperConnection, device: str, port: DrivePort | None = None) -> Health:
    """Read the health of the drive ``device``, or of the one at ``port`` of its controller.

    The helper may prompt for a password first. Raises ``HelperError``, ``DeviceError``, and
    ``ToolError`` without smartctl or when the drive doesn't respond; ``OperationRefused`` for a
    device that isn't a drive.
    """
    arguments: dict[str, Value] = {"controller": port.node, "port": port.port} if port else {}
    reply = call(connection, "ReadHealth", device, arguments, timeout=None)
    name = port.name if port else device
    return parse_health(str(reply["smartctl_json"]), name, int(str(reply["exit_code"])))


class HealthQueue:
    """A queue of drives to be read one after the other, in the order of ``add``.

    The connection to the helper lasts while drives wait, so that there is only one password prompt;
    if connecting fails, all waiting drives fail.
    """

    def __init__(self, connect: Callable[[], HelperConnection]) -> None:
        self._connect = connect
        self._lock = threading.Lock()
        self._waiting: deque[tuple[str, DrivePort | None]] = deque()
        self._is_worked_off = False

    def add(self, device: str, port: DrivePort | None = None) -> bool:
        """Append ``device``, or the drive at a port of its controller; return whether ``work_off``
        has to be called for it."""
        with self._lock:
            self._waiting.append((device, port))
            began, self._is_worked_off = self._is_worked_off, True
        return not began

    def work_off(
        self, known: Callable[[Health], None], failed: Callable[[StorageTunerError], None]
    ) -> None:
        """Read each drive and call ``known`` or ``failed`` for it, until the queue is empty."""
        connection: HelperConnection | None = None
        while (waiting := self._next()) is not None:
            try:
                connection = connection or self._connect()
            except StorageTunerError as error:
                self._fail_all(error, failed)
                continue
            try:
                known(read_health(connection, *waiting))
            except HelperGone as error:
                _leave(connection)
                connection = None
                failed(error)
            except StorageTunerError as error:
                failed(error)
        if connection is not None:
            _leave(connection)

    def _fail_all(
        self, error: StorageTunerError, failed: Callable[[StorageTunerError], None]
    ) -> None:
        """Fail all waiting drives: a user who closed one password dialog doesn't want another one
        for each of them."""
        with self._lock:
            count = 1 + len(self._waiting)
            self._waiting.clear()
        for _ in range(count):
            failed(error)

    def _next(self) -> tuple[str, DrivePort | None] | None:
        with self._lock:
            if self._waiting:
                return self._waiting.popleft()
            self._is_worked_off = False
            return None


def _leave(connection: HelperConnection) -> None:
    with contextlib.suppress(StorageTunerError):
        connection.close()


def drive_ports(device: str, controllers: Iterable[Controller]) -> tuple[DrivePort, ...]:
    """The drives of the 3ware unit ``device``; empty for any other disk."""
    return tuple(
        port
        for node, controller in _numbered(controllers)
        for unit in controller.units
        if device in unit.disks
        for port in _ports(controller, node, unit)
    )


def _numbered(controllers: Iterable[Controller]) -> Iterator[tuple[int, Controller]]:
    """Each controller with its number: every driver counts its own in the order of detection."""
    counted: dict[str | None, int] = {}
    for controller in sorted(controllers, key=_controller_number):
        node = counted.get(controller.driver, 0)
        counted[controller.driver] = node + 1
        yield node, controller


def _controller_number(controller: Controller) -> int:
    found = _CONTROLLER_ID.fullmatch(controller.id)
    return int(found[1]) if found else 1000


def _ports(controller: Controller, node: int, unit: Unit) -> Iterator[DrivePort]:
    for identifier in unit.ports:
        if found := _PORT_ID.fullmatch(identifier):
            yield DrivePort(f"{controller.id}/{identifier}", node, int(found[1]))
    for part in unit.sub_units:
        yield from _ports(controller, node, part)
