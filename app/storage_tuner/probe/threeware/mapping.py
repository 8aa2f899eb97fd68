"""Maps the units of 3ware controllers to Linux disks.

A controller is a SCSI host, a unit is a target with the unit's number, and the volumes into which a
unit may be divided are its LUNs: drivers/scsi/3w-9xxx.c, 3w-xxxx.c and 3w-sas.c. Nothing reports
which host belongs to which controller: the program has its own numbering. So a host is assigned to
a controller when a unit's serial number matches, or when it's the only one that contradicts no
known fact. A wrong assignment would change another array's caches, so doubtful ones are omitted.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path

from storage_tuner.core.controller import Controller, Unit
from storage_tuner.core.device import Device
from storage_tuner.core.message import Text, listed, sentence
from storage_tuner.probe.block.attributes import read_attribute, read_bytes
from storage_tuner.probe.block.tree import tree_root
from storage_tuner.probe.threeware.policies import driver_of
from storage_tuner_protocol.kernel import serial_of
from storage_tuner_protocol.threeware import DISK_PATH, DRIVERS, is_same_size, plain_serial

_PCI_VENDOR = "0x13c1"
_DRIVERS_BY_PCI = {
    "0x1001": "3w-xxxx",
    "0x1002": "3w-9xxx",
    "0x1003": "3w-9xxx",
    "0x1004": "3w-9xxx",
    "0x1005": "3w-9xxx",
}
"""For captured trees without the link; the drivers set no name in ``proc_name``."""

_WITHOUT_DISK = frozenset({"SPARE"})


@dataclass(frozen=True)
class _Disk:
    """A volume of the unit with the number ``unit``. ``model`` is the one that it reports."""

    name: str
    host: tuple[int, str]
    unit: int
    lun: int
    size_bytes: int | None
    serials: frozenset[str]
    model: str


@dataclass(frozen=True)
class _Host:
    """A SCSI host of a 3ware driver. ``units`` are its disks by unit number."""

    number: int
    driver: str
    units: Mapping[int, tuple[_Disk, ...]]


def with_disks(
    controllers: tuple[Controller, ...], devices: Sequence[Device], root: Path
) -> tuple[Controller, ...]:
    """``controllers`` with the units' disks, or with the reason why they are unknown."""
    if not controllers:
        return ()
    hosts = _read_hosts(devices, tree_root(root))
    choices = {controller.id: _fitting(controller, hosts) for controller in controllers}
    _settle(choices)
    return tuple(_with_host(controller, choices) for controller in controllers)


def _read_hosts(devices: Sequence[Device], base: str) -> list[_Host]:
    disks = [disk for device in devices if (disk := _read_disk(device, base))]
    disks.sort(key=lambda disk: (disk.host, disk.unit, disk.lun, disk.name))
    return [
        _Host(host, driver, _by_unit(own))
        for (host, driver), own in groupby(disks, lambda disk: disk.host)
    ]


def _by_unit(disks: Iterable[_Disk]) -> dict[int, tuple[_Disk, ...]]:
    return {unit: tuple(pieces) for unit, pieces in groupby(disks, lambda disk: disk.unit)}


def _read_disk(device: Device, base: str) -> _Disk | None:
    """Read a disk; None when it isn't on a 3ware controller."""
    folder = os.path.realpath(f"{base}/sys/block/{device.name}")
    place = DISK_PATH.fullmatch(folder.removesuffix(f"/block/{device.name}"))
    driver = _driver(place["controller"]) if place and folder.startswith(f"{base}/") else None
    if place is None or driver is None:
        return None
    return _Disk(
        device.name,
        (int(place["host"]), driver),
        int(place["unit"]),
        int(place["lun"]),
        device.size_bytes,
        _serials(device, folder),
        read_attribute(f"{folder}/device/model").text or "",
    )


def _driver(pci: str) -> str | None:
    """The driver of the host's PCI device, if it's one of 3ware's."""
    try:
        name = Path(f"{pci}/driver").readlink().name
    except OSError:
        if read_attribute(f"{pci}/vendor").text != _PCI_VENDOR:
            return None
        return _DRIVERS_BY_PCI.get(read_attribute(f"{pci}/device").text or "")
    return name if name in DRIVERS else None


def _serials(device: Device, folder: str) -> frozenset[str]:
    """The unit's serial number as reported by its disk; a WWN isn't a serial number."""
    reported = {plain_serial(_unit_serial_page(folder)), plain_serial(device.serial or "")}
    wwn = plain_serial((device.wwn or "").removeprefix("0x").removeprefix("naa."))
    return frozenset(serial for serial in reported - {"", wwn} if not _is_wwn(serial))


def _is_wwn(serial: str) -> bool:
    return len(serial) in (16, 32) and re.fullmatch(r"[56][0-9A-F]+", serial) is not None


def _unit_serial_page(folder: str) -> str:
    try:
        return serial_of(read_bytes(f"{folder}/device/vpd_pg80"))
    except OSError:
        return ""


def _fitting(controller: Controller, hosts: Sequence[_Host]) -> tuple[_Host, ...]:
    """The hosts that may be this controller: those matched by a serial number, or all that fit."""
    proven = tuple(host for host in hosts if _is_proven(controller, host))
    return proven or tuple(host for host in hosts if _fits(controller, host))


def _is_proven(controller: Controller, host: _Host) -> bool:
    return any(
        serial in disk.serials
        for unit in controller.units
        if (serial := plain_serial(unit.serial or ""))
        for disk in host.units.get(_number(unit), ())
    )


def _fits(controller: Controller, host: _Host) -> bool:
    """Return whether nothing contradicts it: driver, model, the units' numbers, serials, sizes."""
    disks = [disk for pieces in host.units.values() for disk in pieces]
    if driver_of(controller.model) not in (None, host.driver):
        return False
    if not all(_same_model(controller.model or "", disk.model) for disk in disks):
        return False
    if "units" in controller.missing:
        return True
    units = {_number(unit): unit for unit in controller.units if unit.type not in _WITHOUT_DISK}
    return all(
        number in units and not _contradiction(units[number], pieces)
        for number, pieces in host.units.items()
    )


def _same_model(model: str, inquiry: str) -> bool:
    """Return whether the models match, such as "9650SE-8LP DISK" and 9650SE-8LPML: the field has
    sixteen characters and ends in DISK."""
    stem, _, word = inquiry.strip().rpartition(" ")
    if word != "DISK" or not model:
        return True
    stem = stem.strip()
    return model.startswith(stem) or stem.startswith(model)


def _contradiction(unit: Unit, disks: Sequence[_Disk]) -> Text:
    """The reason why the disks with the unit's number can't be the unit; "" when nothing
    contradicts."""
    serial = plain_serial(unit.serial or "")
    reported = [disk.serials for disk in disks if disk.serials]
    if serial and reported:
        if all(serial in serials for serials in reported):
            return ""
        return sentence("the disk at its address has another serial number")
    sizes = [disk.size_bytes for disk in disks if disk.size_bytes is not None]
    if (
        unit.size_bytes is None
        or len(sizes) < len(disks)
        or is_same_size(sum(sizes), unit.size_bytes)
    ):
        return ""
    return sentence("the disk at its address has another size")


def _settle(choices: dict[str, tuple[_Host, ...]]) -> None:
    """Exclude a host that is certain for one controller from all others, which may become certain
    too."""
    settled: set[str] = set()
    while sure := [
        name for name, hosts in choices.items() if len(hosts) == 1 and name not in settled
    ]:
        settled.update(sure)
        taken = {choices[name][0].number for name in sure}
        for name, hosts in choices.items():
            if len(hosts) > 1:
                choices[name] = tuple(host for host in hosts if host.number not in taken)


def _with_host(controller: Controller, choices: Mapping[str, tuple[_Host, ...]]) -> Controller:
    hosts = choices[controller.id]
    if doubt := _doubt(hosts, choices):
        return replace(controller, units=tuple(_doubted(unit, doubt) for unit in controller.units))
    [host] = hosts
    units = tuple(_mapped(unit, host.units.get(_number(unit), ())) for unit in controller.units)
    return replace(controller, driver=host.driver, units=units)


def _doubt(hosts: Sequence[_Host], choices: Mapping[str, tuple[_Host, ...]]) -> Text:
    """The reason why a controller's host is uncertain; "" when it's certain."""
    if not hosts:
        return sentence("Linux has no matching 3ware controller")
    if len(hosts) > 1:
        return sentence(
            "{hosts} look the same, and no serial number identifies this controller",
            hosts=listed(f"host{host.number}" for host in hosts),
        )
    if sum(chosen == hosts for chosen in choices.values()) > 1:
        return sentence("the program lists two controllers, but Linux has one")
    return ""


def _mapped(unit: Unit, disks: Sequence[_Disk]) -> Unit:
    if unit.type in _WITHOUT_DISK or not disks:
        return _doubted(unit, sentence("Linux has no disk for this unit"))
    if contradiction := _contradiction(unit, disks):
        return _doubted(unit, contradiction)
    return replace(unit, disks=tuple(disk.name for disk in disks), mapping_doubt=None)


def _doubted(unit: Unit, doubt: Text) -> Unit:
    """The unit with ``doubt`` as its mapping's, and no policy that can be set, since it might be
    another unit's; existing reasons are kept. A spare isn't a disk, so it has no doubt."""
    if unit.type in _WITHOUT_DISK:
        return unit
    unsure = sentence("its disk isn't known for certain")
    policies = (replace(policy, reason=policy.reason or unsure) for policy in unit.policies)
    return replace(unit, policies=tuple(policies), mapping_doubt=doubt)


def _number(unit: Unit) -> int:
    """The SCSI target of a unit such as u5; -1, which no target has, for anything else."""
    found = re.fullmatch("u([0-9]{1,4})", unit.id)
    return int(found[1]) if found else -1
