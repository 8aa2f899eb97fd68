"""The devices as a tree, each below its underlying device or partition; then the RAID controllers
with their units."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from storage_tuner.cli.output.terminal import UNKNOWN, table
from storage_tuner.core.controller import Controller, Unit
from storage_tuner.core.device import Device, MdState, Partition
from storage_tuner.core.message import english_text, sentence, tr
from storage_tuner.present.device import size

_SIZE, _DEPTH, _MODEL, _USED = 1, 4, 5, 6
_SHOWN_ABOVE = sentence("see above")
"""An array is listed below each of its members, but only once with the devices stacked on it."""


@dataclass(frozen=True)
class _Branch:
    """The prefixes printed before a name and before the names below it."""

    own: str = ""
    below: str = ""

    def child(self, *, last: bool) -> _Branch:
        return _Branch(self.below + ("└─" if last else "├─"), self.below + ("  " if last else "│ "))


def device_tree(devices: Sequence[Device], room: int) -> list[str]:
    """The lines of a table of ``devices``, in at most ``room`` columns if possible."""
    heading = (
        tr("NAME"),
        tr("SIZE"),
        tr("KIND"),
        tr("SCHEDULER"),
        tr("DEPTH"),
        tr("MODEL"),
        tr("USED"),
    )
    rows = [heading, *_Forest(devices).rows()]
    return table(rows, room, shrinkable=(_MODEL, _USED), right=(_SIZE, _DEPTH))


class _Forest:
    """Walks from the disks up through the stacked devices, each once."""

    def __init__(self, devices: Sequence[Device]) -> None:
        self._devices = {device.name: device for device in devices}
        self._stacked_on = _stacked_on(devices)
        self._seen: set[str] = set()

    def rows(self) -> Iterator[tuple[str, ...]]:
        names = {name for device in self._devices.values() for name in _names(device)}
        for device in self._devices.values():
            if not names.intersection(device.members):
                yield from self._device(device, _Branch())
        # in a damaged capture, a device may be its own member
        for device in self._devices.values():
            if device.name not in self._seen:
                yield from self._device(device, _Branch())

    def _device(self, device: Device, branch: _Branch) -> Iterator[tuple[str, ...]]:
        if device.name in self._seen:
            yield (branch.own + device.name, "", "", "", "", str(_SHOWN_ABOVE), "")
            return
        self._seen.add(device.name)
        yield _device_row(device, branch.own)
        below: list[Partition | Device] = [*device.partitions, *self._on(device.name)]
        for index, one in enumerate(below):
            child = branch.child(last=index == len(below) - 1)
            if isinstance(one, Device):
                yield from self._device(one, child)
            else:
                yield from self._partition(one, child)

    def _partition(self, partition: Partition, branch: _Branch) -> Iterator[tuple[str, ...]]:
        yield _partition_row(partition, branch.own)
        stacked_on = self._on(partition.name)
        for index, device in enumerate(stacked_on):
            yield from self._device(device, branch.child(last=index == len(stacked_on) - 1))

    def _on(self, name: str) -> tuple[Device, ...]:
        return tuple(self._devices[upper] for upper in self._stacked_on.get(name, ()))


def _stacked_on(devices: Sequence[Device]) -> Mapping[str, tuple[str, ...]]:
    """The devices directly stacked on each device and partition, by name."""
    stacked_on: dict[str, tuple[str, ...]] = {}
    for device in devices:
        for member in dict.fromkeys(device.members):
            stacked_on[member] = (*stacked_on.get(member, ()), device.name)
    return stacked_on


def _names(device: Device) -> Iterator[str]:
    yield device.name
    yield from (partition.name for partition in device.partitions)


def _device_row(device: Device, indent: str) -> tuple[str, ...]:
    """The row of a device, with only its nearest use; ``show`` lists the others."""
    return (
        indent + device.name,
        UNKNOWN if device.size_bytes is None else size(device.size_bytes),
        _kind(device),
        device.scheduler.active if device.scheduler else UNKNOWN,
        str(device.queue_depth.value) if device.queue_depth else UNKNOWN,
        _what_it_is(device) or UNKNOWN,
        str(device.in_use[0]) if device.in_use else tr("no"),
    )


def _partition_row(partition: Partition, indent: str) -> tuple[str, ...]:
    content = partition.content
    return (
        indent + partition.name,
        size(partition.size_bytes),
        tr("part"),
        "",
        "",
        " ".join(filter(None, (content.kind, content.label))) if content else "",
        str(partition.in_use[0]) if partition.in_use else tr("no"),
    )


def _kind(device: Device) -> str:
    medium = device.medium
    return tr("virtual") if english_text(medium) == "virtual disk" else str(medium)


def _what_it_is(device: Device) -> str | None:
    if device.md:
        return _array(device.md)
    if device.mapping:
        named = (device.mapping.target, device.mapping.name)
        return " ".join(filter(None, named))
    return device.model or device.backing_file


def _array(md: MdState) -> str:
    degraded = tr(", {count} missing", count=md.degraded) if md.degraded else ""
    working = md.sync_action if md.sync_action not in (None, "idle") else None
    percent = f" {md.sync_percent:.0f} %" if working and md.sync_percent is not None else ""
    layout = f" {md.layout}" if md.layout and md.level == "raid10" else ""
    inactive = tr(", inactive") if md.state == "inactive" else ""
    working_on = f", {working}{percent}" if working else ""
    return md.level + layout + inactive + degraded + working_on


def controller_lines(controllers: Sequence[Controller], room: int) -> list[str]:
    """The lines of each controller, with its units indented; empty without controllers."""
    rows = [row for controller in controllers for row in _rows(controller)]
    if not rows:
        return []
    heading = (
        tr("CONTROLLER"),
        tr("TYPE"),
        tr("STATUS"),
        tr("SIZE"),
        tr("CACHE"),
        tr("DISK"),
        tr("PORTS"),
    )
    return table([heading, *rows], room, shrinkable=(1, 2, 5, 6), right=(3,))


def _rows(controller: Controller) -> Iterator[tuple[str, ...]]:
    name = f"{controller.vendor} {controller.model or ''}".strip()
    battery = tr("battery {status}", status=controller.bbu.status) if controller.bbu else ""
    unused = [port.id for port in controller.ports if port.unit is None]
    spare = tr("unused: {ports}", ports=" ".join(unused)) if unused else ""
    yield (controller.id, name, battery, "", "", "", spare)
    for unit in controller.units:
        yield from _unit_rows(unit, "  ")


def _unit_rows(unit: Unit, indent: str) -> Iterator[tuple[str, ...]]:
    percent = f" {unit.percent:.0f} %" if unit.percent is not None else ""
    yield (
        indent + unit.id,
        unit.type,
        unit.status + percent,
        size(unit.size_bytes) if unit.size_bytes is not None else "",
        unit.cache or "",
        " ".join(unit.disks) or (tr("unknown") if unit.mapping_doubt else ""),
        " ".join(unit.ports),
    )
    for leg in unit.sub_units:
        yield from _unit_rows(leg, indent + "  ")
