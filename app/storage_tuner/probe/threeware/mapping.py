"""Maps the units of 3ware controllers to Linux disks.

A controller is a SCSI host, a unit a target of it with the unit's number, and the pieces that a
unit may be carved into are its LUNs: drivers/scsi/3w-9xxx.c, 3w-xxxx.c and 3w-sas.c. Which host
belongs to which controller nobody tells: the program numbers them its own way. So a host counts as
a controller's when a unit's serial number says so, or when it's the only one that contradicts
nothing known. A wrong answer would change another array's caches, so in doubt there's none.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from storage_tuner.core.controller import Controller, Unit
from storage_tuner.core.device import Device
from storage_tuner.core.message import Text, listed, sentence
from storage_tuner.probe.block.attributes import read_attribute, read_bytes
from storage_tuner.probe.block.tree import tree_root
from storage_tuner.probe.threeware.policies import driver_of, without_switching
from storage_tuner_protocol.kernel import serial_of
from storage_tuner_protocol.threeware import DRIVERS, SIZE_TOLERANCE

_DRIVERS_BY_PCI = {
    ("0x13c1", "0x1001"): "3w-xxxx",
    ("0x13c1", "0x1002"): "3w-9xxx",
    ("0x13c1", "0x1003"): "3w-9xxx",
    ("0x13c1", "0x1004"): "3w-9xxx",
    ("0x13c1", "0x1005"): "3w-9xxx",
}
"""For captured trees without the link. The drivers set no name in ``proc_name``."""

_ADDRESS = re.compile(r"(.*)/host([0-9]+)/(?:.*/)?target\2:0:([0-9]+)/\2:0:\3:([0-9]+)/block/[^/]+")
_WITHOUT_DISK = frozenset({"SPARE"})

_NO_HOST = sentence("Linux has no 3ware controller that fits")
_NO_DISK = sentence("Linux has no disk for this unit")
_OTHER_SERIAL = sentence("the disk in its place has another serial number")
_OTHER_SIZE = sentence("the disk in its place has another size")
_SHARED = sentence("the program names two controllers for one that Linux has")
_SWITCHING_REFUSED = sentence("it isn't sure which disk this unit is")


@dataclass(frozen=True)
class _Disk:
    name: str
    lun: int
    size_bytes: int | None
    serials: frozenset[str]


@dataclass(frozen=True)
class _Host:
    """A SCSI host of a 3ware driver; ``models`` are what its disks call themselves."""

    number: int
    driver: str
    disks: Mapping[int, tuple[_Disk, ...]]
    models: frozenset[str]


def with_disks(
    controllers: tuple[Controller, ...], devices: Sequence[Device], root: Path
) -> tuple[Controller, ...]:
    """``controllers`` with the units' disks, or with the reason why they can't be told."""
    if not controllers:
        return ()
    hosts = _read_hosts(devices, tree_root(root))
    choices = {controller.id: _fitting(controller, hosts) for controller in controllers}
    _settle(choices)
    return tuple(_with_host(controller, choices) for controller in controllers)


def _read_hosts(devices: Sequence[Device], base: str) -> tuple[_Host, ...]:
    found: dict[tuple[int, str], dict[int, list[_Disk]]] = {}
    models: dict[tuple[int, str], set[str]] = {}
    for device in devices:
        folder = os.path.realpath(f"{base}/sys/block/{device.name}")
        address = _ADDRESS.fullmatch(folder) if folder.startswith(f"{base}/") else None
        driver = _driver(address[1]) if address else None
        if address is None or driver is None:
            continue
        key = int(address[2]), driver
        disk = _Disk(device.name, int(address[4]), device.size_bytes, _serials(device, folder))
        found.setdefault(key, {}).setdefault(int(address[3]), []).append(disk)
        models.setdefault(key, set()).add(read_attribute(f"{folder}/device/model").text or "")
    return tuple(
        _Host(number, driver, _in_order(disks), frozenset(models[number, driver]))
        for (number, driver), disks in sorted(found.items())
    )


def _in_order(disks: Mapping[int, Sequence[_Disk]]) -> dict[int, tuple[_Disk, ...]]:
    return {
        target: tuple(sorted(parts, key=lambda disk: (disk.lun, disk.name)))
        for target, parts in disks.items()
    }


def _driver(pci: str) -> str | None:
    """The driver of the PCI device a host stands on, if it's one of 3ware's."""
    try:
        name = Path(f"{pci}/driver").readlink().name
    except OSError:
        ids = (read_attribute(f"{pci}/{name}").text or "" for name in ("vendor", "device"))
        return _DRIVERS_BY_PCI.get((next(ids), next(ids)))
    return name if name in DRIVERS else None


def _serials(device: Device, folder: str) -> frozenset[str]:
    """The unit's serial number as its disk tells it; a WWN is no serial number."""
    told = {_plain(_unit_serial_page(folder)), _plain(device.serial)}
    wwn = _plain((device.wwn or "").removeprefix("0x").removeprefix("naa."))
    return frozenset(serial for serial in told if serial and serial != wwn and not _is_wwn(serial))


def _is_wwn(serial: str) -> bool:
    return len(serial) in (16, 32) and re.fullmatch(r"[56][0-9A-F]+", serial) is not None


def _plain(serial: str | None) -> str:
    return (serial or "").strip().upper().removeprefix("AMCC_")


def _unit_serial_page(folder: str) -> str:
    try:
        return serial_of(read_bytes(f"{folder}/device/vpd_pg80"))
    except OSError:
        return ""


def _fitting(controller: Controller, hosts: Sequence[_Host]) -> tuple[_Host, ...]:
    """The hosts that can be this controller: those a serial number names, or all that fit."""
    proven = tuple(host for host in hosts if _is_proven(controller, host))
    if proven:
        return proven
    return tuple(host for host in hosts if _fits(controller, host))


def _is_proven(controller: Controller, host: _Host) -> bool:
    return any(
        _plain(unit.serial) in disk.serials
        for unit in controller.units
        if unit.serial
        for disk in host.disks.get(_number(unit.id), ())
    )


def _fits(controller: Controller, host: _Host) -> bool:
    """Whether nothing speaks against it: driver, model, the units' numbers, serials, sizes."""
    expected = driver_of(controller.model)
    if expected is not None and host.driver != expected:
        return False
    if not all(_same_model(controller.model or "", model) for model in host.models):
        return False
    if "units" in controller.missing:
        return True
    units = {_number(unit.id): unit for unit in controller.units}
    return all(
        target in units
        and units[target].type not in _WITHOUT_DISK
        and not _contradiction(units[target], disks)
        for target, disks in host.disks.items()
    )


def _same_model(model: str, inquiry: str) -> bool:
    """ "9650SE-8LP DISK" is a 9650SE-8LPML: the field has sixteen letters, and ends in DISK."""
    stem, _, word = inquiry.strip().rpartition(" ")
    if word != "DISK" or not model:
        return True
    stem = stem.strip()
    return model.startswith(stem) or stem.startswith(model)


def _contradiction(unit: Unit, disks: Sequence[_Disk]) -> Text:
    """Why the disks at the unit's place can't be the unit; "" when nothing speaks against it."""
    serial = _plain(unit.serial)
    told = [disk.serials for disk in disks if disk.serials]
    if serial and told:
        return "" if all(serial in serials for serials in told) else _OTHER_SERIAL
    sizes = [disk.size_bytes for disk in disks if disk.size_bytes is not None]
    if unit.size_bytes is None or len(sizes) < len(disks):
        return ""
    difference = abs(sum(sizes) - unit.size_bytes)
    return _OTHER_SIZE if difference > SIZE_TOLERANCE * unit.size_bytes else ""


def _settle(choices: dict[str, tuple[_Host, ...]]) -> None:
    """A host that one controller must be is no other's; so others may become certain, too."""
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
    owners = [name for name, chosen in choices.items() if len(hosts) == 1 and chosen == hosts]
    doubt: Text = ""
    if not hosts:
        doubt = _NO_HOST
    elif len(hosts) > 1:
        doubt = sentence(
            "{hosts} look alike, and no serial number tells which one this controller is",
            hosts=listed(f"host{host.number}" for host in hosts),
        )
    elif len(owners) > 1:
        doubt = _SHARED
    if doubt:
        return replace(controller, units=tuple(_doubted(unit, doubt) for unit in controller.units))
    host = hosts[0]
    units = tuple(_mapped(unit, host.disks.get(_number(unit.id), ())) for unit in controller.units)
    return replace(controller, driver=host.driver, units=units)


def _mapped(unit: Unit, disks: Sequence[_Disk]) -> Unit:
    if unit.type in _WITHOUT_DISK or not disks:
        return _doubted(unit, _NO_DISK)
    if contradiction := _contradiction(unit, disks):
        return _doubted(unit, contradiction)
    return replace(unit, disks=tuple(disk.name for disk in disks), mapping_doubt=None)


def _doubted(unit: Unit, doubt: Text) -> Unit:
    """A spare is no disk, and about that there's no doubt."""
    if unit.type in _WITHOUT_DISK:
        return unit
    return replace(without_switching(unit, _SWITCHING_REFUSED), mapping_doubt=doubt)


def _number(unit_id: str) -> int:
    """The SCSI target of u5; -1, which no target has, for what is no unit."""
    digits = unit_id.removeprefix("u")
    return int(digits) if re.fullmatch("[0-9]{1,4}", digits) else -1
