"""The settings of the member disks of an array or a mapped device, and of the paths to an NVMe
drive.

md, device-mapper and NVMe multipath pass requests on unchanged, so most tunables only have an
effect on the underlying disks or paths, and should be set to the same value on all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from storage_tuner.core.device import Device
from storage_tuner.core.message import Message, counted, listed, sentence, together
from storage_tuner.core.tunable import Scope, named


@dataclass(frozen=True)
class MemberSetting:
    """The values of ``tunable`` on the underlying disks of a device.

    ``members`` are the kernel names of those disks. ``values`` maps each value to the members that
    have it, the most frequent value first; ``lacking`` are the members without this tunable.
    ``of_paths``: the members are the paths to an NVMe drive.
    """

    tunable: str
    members: tuple[str, ...]
    values: Mapping[str, tuple[str, ...]]
    lacking: tuple[str, ...] = ()
    of_paths: bool = False

    @property
    def agreed(self) -> bool:
        """Whether all members have the tunable, with the same value."""
        return len(self.values) == 1 and not self.lacking

    @property
    def common(self) -> str | None:
        """The value of more than half of the members; None when there is no such value."""
        value, names = next(iter(self.values.items()))
        return value if 2 * len(names) > len(self.members) else None

    @property
    def dissenting(self) -> tuple[str, ...]:
        """The members that don't have the common value; all of them when there is none."""
        agreeing = self.values[self.common] if self.common is not None else ()
        return tuple(name for name in self.members if name not in agreeing)

    @property
    def differences(self) -> Message:
        """The dissenting members' values: "bfq on sdd, not there on nvme0n1"; "" if none."""
        differing = [
            sentence("{value} on {disks}", value=value, disks=listed(names))
            for value, names in self.values.items()
            if value != self.common
        ]
        if self.lacking:
            differing.append(sentence("not available on {disks}", disks=listed(self.lacking)))
        return together(differing, ", ")


def member_settings(device: Device, devices: Iterable[Device]) -> tuple[MemberSetting, ...]:
    """Every tunable that at least one underlying disk of ``device`` has, in the catalogue's order.

    Empty for a device with its own scheduler, or without underlying disks.
    """
    disks = disks_that_count(device, devices)
    if disks == (device,):
        return ()
    found = []
    for tunable in named({name for disk in disks for name in disk.settings}):
        if tunable.scope is not Scope.ARRAY and (values := _values(tunable.name, disks)):
            lacking = tuple(disk.name for disk in disks if tunable.name not in disk.settings)
            names = tuple(disk.name for disk in disks)
            of_paths = device.multipath is not None
            found.append(MemberSetting(tunable.name, names, values, lacking, of_paths))
    return tuple(found)


def disks_that_count(device: Device, devices: Iterable[Device]) -> tuple[Device, ...]:
    """The devices whose queue orders the requests of ``device``: itself when it has a scheduler or
    no members, else the underlying ones at any depth, each once, in the order of the members.

    A cycle in a damaged capture is followed only once.
    """
    if device.scheduler is not None or not device.members:
        return (device,)
    owners = _owners_of_names(devices)
    found: dict[str, Device] = {}
    _collect(device, owners, found, {device.name})
    return tuple(found.values())


def tunable_devices(device: Device, known: Mapping[str, Device]) -> tuple[Device, ...]:
    """The devices whose scheduler counts for ``device``, among those in ``known``: itself, or the
    underlying disks at any depth when it passes its requests on."""
    return tuple(
        disk
        for disk in disks_that_count(device, known.values())
        if disk.scheduler is not None and len(disk.scheduler.available) > 1
    )


def listed_devices(devices: Iterable[Device]) -> tuple[Device, ...]:
    """``devices`` without the paths to NVMe drives, which can't be opened or set alone."""
    return tuple(device for device in devices if device.head is None)


def members_sentence(device: str, setting: MemberSetting) -> Message:
    """A sentence for the user, such as "The scheduler of md0 is that of its members sdb, sdc and
    sdd: none; they differ: bfq on sdd."
    """
    beginning = _of_paths(device, setting) if setting.of_paths else _of_members(device, setting)
    if setting.agreed:
        return together([beginning, f"{next(iter(setting.values))}."], ": ")
    differences = sentence("they differ: {differences}.", differences=setting.differences)
    return together([together([beginning, setting.common or ""], ": "), differences], "; ")


def _of_members(device: str, setting: MemberSetting) -> Message:
    return counted(
        len(setting.members),
        "The {tunable} of {device} is that of its member {members}",
        "The {tunable} of {device} is that of its members {members}",
        tunable=setting.tunable,
        device=device,
        members=listed(setting.members),
    )


def _of_paths(device: str, setting: MemberSetting) -> Message:
    return counted(
        len(setting.members),
        "The {tunable} of {device} is that of its path {members}",
        "The {tunable} of {device} is that of its paths {members}",
        tunable=setting.tunable,
        device=device,
        members=listed(setting.members),
    )


def _values(tunable: str, disks: tuple[Device, ...]) -> dict[str, tuple[str, ...]]:
    names: dict[str, tuple[str, ...]] = {}
    for disk in disks:
        if (value := disk.settings.get(tunable)) is not None:
            names[value] = (*names.get(value, ()), disk.name)
    return dict(sorted(names.items(), key=lambda item: -len(item[1])))


def _owners_of_names(devices: Iterable[Device]) -> dict[str, Device]:
    """The whole devices, by their own names and those of their partitions."""
    return {
        name: device
        for device in devices
        for name in (device.name, *(partition.name for partition in device.partitions))
    }


def _collect(
    device: Device, owners: Mapping[str, Device], found: dict[str, Device], seen: set[str]
) -> None:
    below = [owners[name] for name in device.members if name in owners]
    if device.scheduler is not None or not below:
        found[device.name] = device
        return
    for disk in below:
        if disk.name not in seen:
            seen.add(disk.name)
            _collect(disk, owners, found, seen)
