"""The order and nesting of devices in the tree; no widgets.

Keys are kernel names; controllers, and those units and ports that have no kernel name, have keys
of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from storage_tuner.core.controller import Controller, Port, Unit
from storage_tuner.core.device import Device
from storage_tuner.core.member_settings import listed_devices
from storage_tuner.core.topology import Topology, natural

_KINDS = ("disk", "nvme", "mmc", "nbd", "optical", "other", "loop", "zram")


@dataclass(frozen=True)
class TreeEntry:
    key: str
    entries: tuple[TreeEntry, ...] = ()

    def all_keys(self) -> Iterator[str]:
        yield self.key
        for entry in self.entries:
            yield from entry.all_keys()


@dataclass(frozen=True)
class ControllerPart:
    """A piece of a controller: the controller itself where both others are None."""

    controller: Controller
    unit: Unit | None = None
    port: Port | None = None


def controller_key(controller: Controller) -> str:
    return f"{controller.vendor}:{controller.id}"


def unit_key(controller: Controller, unit: Unit) -> str:
    """The kernel's name where the unit is exactly one disk."""
    if len(unit.disks) == 1:
        return unit.disks[0]
    return f"{controller_key(controller)}/{unit.id}"


def port_key(controller: Controller, port: str) -> str:
    return f"{controller_key(controller)}/{port}"


def parts(controllers: Iterable[Controller]) -> dict[str, ControllerPart]:
    """Every piece of the controllers by its key."""
    found = {}
    for controller in controllers:
        found[controller_key(controller)] = ControllerPart(controller)
        for unit in _all_units(controller.units):
            found[unit_key(controller, unit)] = ControllerPart(controller, unit)
        for port in controller.ports:
            found[port_key(controller, port.id)] = ControllerPart(controller, port=port)
    return found


def arrange(devices: Iterable[Device], controllers: Iterable[Controller]) -> tuple[TreeEntry, ...]:
    """Arrays and mapped devices with their underlying devices, then controllers with units and
    drives, other disks, and finally memory and file-backed devices."""
    known = {device.name: device for device in listed_devices(devices)}
    topology = Topology(known.values())
    of_controllers = tuple(_controller(each, known) for each in controllers)
    claimed = {key for entry in of_controllers for key in entry.all_keys()}
    seen: set[str] = set()
    tops = sorted(
        (name for name in known if not topology.above[name] and name not in claimed),
        key=lambda name: (_rank(known[name], topology), natural(name)),
    )
    entries = [_device(name, topology, seen) for name in tops]
    # of a circle no device is the topmost one
    left = [name for name in known if name not in seen and name not in claimed]
    entries += [_device(name, topology, seen) for name in left if name not in seen]
    stacked = sum(bool(entry.entries) for entry in entries[: len(tops)])
    return (*entries[:stacked], *of_controllers, *entries[stacked:])


def _rank(device: Device, topology: Topology) -> int:
    if topology.below[device.name]:
        return -2 if device.kind == "md" else -1
    return _KINDS.index(device.kind) if device.kind in _KINDS else 0


def _device(name: str, topology: Topology, seen: set[str]) -> TreeEntry:
    """A device that occurs again is listed without its members."""
    if name in seen:
        return TreeEntry(name)
    seen.add(name)
    return TreeEntry(name, tuple(_device(below, topology, seen) for below in topology.below[name]))


def _controller(controller: Controller, known: Iterable[str]) -> TreeEntry:
    names = frozenset(known)
    units = [_unit(controller, unit, names) for unit in controller.units]
    used = {port for unit in _all_units(controller.units) for port in unit.ports}
    used |= {port.id for port in controller.ports if port.unit is not None}
    spare = [TreeEntry(port_key(controller, port.id)) for port in controller.ports]
    unused = [
        entry for entry, port in zip(spare, controller.ports, strict=True) if port.id not in used
    ]
    return TreeEntry(controller_key(controller), (*units, *unused))


def _unit(controller: Controller, unit: Unit, known: frozenset[str]) -> TreeEntry:
    several = unit.disks if len(unit.disks) > 1 else ()
    disks = [TreeEntry(disk) for disk in several if disk in known]
    return TreeEntry(
        unit_key(controller, unit),
        (*disks, *(TreeEntry(port_key(controller, port)) for port in ports_of(controller, unit))),
    )


def ports_of(controller: Controller, unit: Unit) -> tuple[str, ...]:
    """The ports of a unit with those of its legs; only such as the controller has."""
    listed = [port for each in _all_units((unit,)) for port in each.ports]
    listed += [port.id for port in controller.ports if port.unit == unit.id]
    present = {port.id for port in controller.ports}
    return tuple(port for port in dict.fromkeys(listed) if port in present)


def _all_units(units: Iterable[Unit]) -> Iterator[Unit]:
    for unit in units:
        yield unit
        yield from _all_units(unit.sub_units)
