"""The facts that rules ask for, derived from a device and its underlying devices; pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from storage_tuner.core.controller import Controller, Unit
from storage_tuner.core.device import Device
from storage_tuner.core.knowledge import Choice, Facts
from storage_tuner.core.member_settings import disks_that_count
from storage_tuner.core.message import english_text
from storage_tuner.core.topology import Topology, flat

Value = TypeVar("Value", str, bool)

NONE = "none"
_LEVELS = ("raid0", "raid1", "raid4", "raid5", "raid6", "raid10")
_COPIES = ("near", "far", "offset")
_SINGLE = ("SINGLE", "JBOD", "DISK")


@dataclass(frozen=True)
class ComputerFacts:
    """The computer around the devices; None: not known."""

    virtual_machine: bool | None = None
    kernel: tuple[int, int] | None = None


@dataclass(frozen=True)
class Setup:
    """A device as its rules see it. ``disks`` are those whose queues order its requests, ``array``
    the md array that it is, or is in; ``unit`` with ``controller`` the hardware RAID behind it."""

    device: Device
    disks: tuple[Device, ...]
    array: Device | None
    unit: Unit | None
    controller: Controller | None
    facts: Facts

    @property
    def chunk_bytes(self) -> int | None:
        """Of its array, or of the unit behind it."""
        md = self.array.md if self.array else None
        return (md.chunk_bytes if md else None) or (self.unit.chunk_bytes if self.unit else None)


def setup_of(
    device: Device,
    devices: Sequence[Device],
    controllers: Sequence[Controller],
    machine: ComputerFacts,
) -> Setup:
    """All facts except use and priorities, which only a person knows."""
    disks = disks_that_count(device, devices)
    array = _array(device, devices)
    controller, unit = _unit(disks, controllers)
    facts = Facts(
        kind=_common(disks, lambda disk: disk.kind),
        transport=_common(disks, lambda disk: disk.transport),
        rotational=_common(disks, _believed_rotational),
        raid=_raid(array, disks, unit),
        level=_level(array, disks, unit),
        layout=_layout(array, disks, unit),
        controller=_controller_model(controller, disks),
        mapping=_mapping(device, devices),
        virtual_machine=machine.virtual_machine,
        zoned=_common(disks, _zoned),
        kernel=machine.kernel,
        scheduler=_common(disks, lambda disk: disk.scheduler.active if disk.scheduler else None),
        disks=_count(array, disks, unit),
    )
    return Setup(device, disks, array, unit, controller, facts)


def _common(disks: Iterable[Device], read: Callable[[Device], Value | None]) -> Value | None:
    """What all of them have; None where they differ or one is unknown."""
    found = {read(disk) for disk in disks}
    return found.pop() if len(found) == 1 else None


def _believed_rotational(disk: Device) -> bool | None:
    return disk.rotational if disk.rotational_believed else None


def _zoned(disk: Device) -> str | None:
    if disk.zones is not None:
        return disk.zones.model
    return None if "zones" in disk.missing else NONE


def _array(device: Device, devices: Sequence[Device]) -> Device | None:
    """The one md array that it is, stands on, or is a member of; None where there are several."""
    if device.md is not None:
        return device
    known = {one.name: one for one in devices}
    topology = Topology(devices)
    for names in (flat(topology.underlying(device.name)), topology.above.get(device.name, ())):
        arrays = [known[name] for name in names if known[name].md is not None]
        if arrays:
            return arrays[0] if len(arrays) == 1 else None
    return None


def _unit(
    disks: Sequence[Device], controllers: Iterable[Controller]
) -> tuple[Controller | None, Unit | None]:
    """The unit that all the disks are; the controller alone where they are several of its units."""
    names = {disk.name for disk in disks}
    for controller in controllers:
        for unit in controller.units:
            if names and names <= set(unit.disks):
                return controller, unit
        if names and names <= {name for unit in controller.units for name in unit.disks}:
            return controller, None
    return None, None


def _is_single(unit: Unit) -> bool:
    return unit.type.upper() in _SINGLE


def is_behind_raid_driver(disk: Device) -> bool:
    """A RAID controller that reports nothing: its drives are unknown."""
    doubt = english_text(disk.rotational_doubt or "")
    return disk.transport == "3ware" or "RAID controller" in doubt


def _raid(array: Device | None, disks: Sequence[Device], unit: Unit | None) -> str | None:
    if array is not None:
        return "software"
    if unit is not None:
        return NONE if _is_single(unit) else "hardware"
    return None if any(map(is_behind_raid_driver, disks)) or not disks else NONE


def _level(array: Device | None, disks: Sequence[Device], unit: Unit | None) -> str | None:
    if array is not None:
        return array.md.level if array.md and array.md.level in _LEVELS else None
    if unit is not None:
        return NONE if _is_single(unit) else unit.type.lower().replace("-", "")
    return NONE if _raid(None, disks, None) == NONE else None


def _layout(array: Device | None, disks: Sequence[Device], unit: Unit | None) -> str | None:
    """near, far or offset of a RAID 10, which md reports with the number of copies: "far=2". A
    controller doesn't report it."""
    if array is None or array.md is None:
        level = _level(None, disks, unit)
        return None if level is None or level == "raid10" else NONE
    if array.md.level != "raid10":
        return array.md.layout or NONE
    found = (array.md.layout or "").partition("=")[0]
    return found if found in _COPIES else None


def copies_of(array: Device | None) -> int | None:
    """How many copies a RAID 10 keeps, by its layout; None if unknown."""
    if array is None or array.md is None:
        return None
    number = (array.md.layout or "").partition("=")[2]
    return int(number) if number.isdecimal() and int(number) > 0 else None


def _controller_model(controller: Controller | None, disks: Sequence[Device]) -> str | None:
    if controller is not None:
        return controller.model
    if (model := _common(disks, _model_of_3ware)) is not None:
        return model
    return None if any(map(is_behind_raid_driver, disks)) or not disks else NONE


def _model_of_3ware(disk: Device) -> str | None:
    """Its units call themselves by the controller: "9650SE-4LP DISK"."""
    if disk.transport != "3ware" or not (disk.model or "").endswith(" DISK"):
        return None
    return (disk.model or "").removesuffix(" DISK")


def built_as(setup: Setup) -> dict[Choice, str]:
    """What was chosen when this storage was built, as far as it is known."""
    facts, chunk = setup.facts, setup.chunk_bytes
    reported = {
        Choice.RAID_KIND: facts.raid,
        Choice.LEVEL: facts.level,
        Choice.LAYOUT: facts.layout if facts.level == "raid10" else None,
        Choice.CHUNK: f"{chunk >> 10} KiB" if chunk else None,
        Choice.SPINDLES: str(facts.disks) if facts.disks else None,
        Choice.VOLUME_MANAGER: facts.mapping,
    }
    return {choice: value for choice, value in reported.items() if value is not None}


def _mapping(device: Device, devices: Sequence[Device]) -> str | None:
    known = {one.name: one for one in devices}
    underlying = (known[name].mapping for name in flat(Topology(devices).underlying(device.name)))
    targets = {mapping.target for mapping in (device.mapping, *underlying) if mapping is not None}
    if not targets:
        return NONE
    return device.mapping.target if device.mapping else targets.pop() if len(targets) == 1 else None


def _count(array: Device | None, disks: Sequence[Device], unit: Unit | None) -> int | None:
    if array is not None and array.md is not None:
        return array.md.disks or len(array.members) or None
    if unit is not None:
        return len(unit.ports) or None
    return 1 if _raid(None, disks, None) == NONE and len(disks) == 1 else None
