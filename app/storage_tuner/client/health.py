"""A drive's health, asked of the helper; without Qt."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from storage_tuner.client.helper import HelperConnection, Value, call
from storage_tuner.core.controller import Controller, Unit
from storage_tuner.core.device import Device
from storage_tuner.core.health import Health
from storage_tuner.core.sentence import sentence
from storage_tuner.core.topology import Topology, flat
from storage_tuner.probe.smart import parse_health

_PORT_ID = re.compile(r"p(\d{1,3})", re.ASCII)
_CONTROLLER_ID = re.compile(r"c(\d{1,3})", re.ASCII)


@dataclass(frozen=True)
class DrivePort:
    """A drive behind a 3ware controller. ``node`` counts the controllers of one driver, as the
    kernel's character devices do; ``name`` is how 3ware's tool calls the drive, such as c0/p3."""

    name: str
    node: int
    port: int


def why_no_health(device: Device) -> str:
    """Why there is no drive to ask, as sentences; "" when there is one."""
    if device.kind == "md":
        return sentence("An array has no health of its own.")
    if device.kind == "dm":
        return sentence("A mapped device has no health of its own.")
    if device.kind in ("loop", "zram", "nbd"):
        return sentence("There is no drive here that could tell of its health.")
    if device.transport == "3ware":
        return sentence("A unit of a controller has no health of its own.")
    if device.transport == "virtio":
        return sentence("A virtual disk doesn't tell. Ask on the computer it is on.")
    return ""


def underlying_drives(device: Device, devices: Iterable[Device]) -> tuple[str, ...]:
    """The drives that can be asked instead of what stands on them, at any depth."""
    known = {each.name: each for each in devices}
    below = flat(Topology(known.values()).underlying(device.name))
    return tuple(name for name in below if not why_no_health(known[name]))


def read_health(connection: HelperConnection, device: str, port: DrivePort | None = None) -> Health:
    """Ask the drive ``device``, or the one at ``port`` of the controller that makes that disk.

    Somebody may have to type a password first. Raises ``HelperError``, ``DeviceError``, and
    ``ToolError`` without smartctl or when the drive doesn't answer; ``OperationRefused`` for what
    is no drive.
    """
    arguments: dict[str, Value] = {"controller": port.node, "port": port.port} if port else {}
    reply = call(connection, "ReadHealth", device, arguments, timeout=None)
    name = port.name if port else device
    return parse_health(str(reply["smartctl_json"]), name, int(str(reply["exit_code"])))


def drive_ports(device: str, controllers: Iterable[Controller]) -> tuple[DrivePort, ...]:
    """The drives that the 3ware unit ``device`` is made of; nothing for any other disk."""
    return tuple(
        port
        for node, controller in _numbered(controllers)
        for unit in controller.units
        if device in unit.disks
        for port in _ports(controller, node, unit)
    )


def _numbered(controllers: Iterable[Controller]) -> Iterator[tuple[int, Controller]]:
    """Each driver counts its own controllers, in the order in which it found them."""
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
