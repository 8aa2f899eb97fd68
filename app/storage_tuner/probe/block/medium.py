"""Decides whether ``queue/rotational`` describes the medium under the data."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from storage_tuner.core.device import Device
from storage_tuner.core.message import Message, Text, sentence
from storage_tuner.probe.block.attributes import read_bytes
from storage_tuner.probe.block.hosts import RAID_DRIVERS

_WITHOUT_DRIVE = {
    "loop": sentence("a loop device is as fast as the disk that holds its file"),
    "zram": sentence("its data is in memory"),
    "nbd": sentence("its disk is in another computer"),
}
_VIRTUAL = sentence("a virtual disk doesn't report the hardware behind it")
_CONTROLLER = sentence("a RAID controller doesn't report the type of its drives")
_USB = sentence("USB enclosures and sticks often report any drive as rotational")
_SILENT = sentence("the drive doesn't report it, and the kernel then assumes a rotational one")
_CONTRADICTED = sentence("the drive itself reports the opposite")
_SOFTWARE = sentence("it isn't a physical drive of this computer")

_EMULATED = re.compile(
    r"QEMU|VBOX|VMware|Virtual (disk|HD)|^(Google|Amazon Elastic Block Store|Msft)", re.IGNORECASE
)
"""Names that hypervisors give their virtual drives."""

_STACKED = ("md", "dm")
_CHARACTERISTICS = 0xB1
_NON_ROTATING = 1


@dataclass(frozen=True)
class Drive:
    """Facts about a device that may be a drive. ``rate`` is the reported rotation rate in
    turns per minute: 0 for a non-rotational medium, None when unknown. ``silent``: the drive was
    queried and reported nothing."""

    flag: bool
    kind: str
    transport: str | None
    folder: str
    driver: str | None
    description: str
    rate: int | None
    silent: bool = False


def doubt(drive: Drive) -> Message | None:
    """Return why the flag is unreliable; None when it is reliable."""
    if drive.kind in _WITHOUT_DRIVE:
        return _WITHOUT_DRIVE[drive.kind]
    if "/virtio" in drive.folder or _EMULATED.search(drive.description):
        return _VIRTUAL
    if drive.driver in RAID_DRIVERS or drive.transport == "3ware" or "/cciss" in drive.folder:
        return _CONTROLLER
    if drive.rate is not None:
        return None if drive.flag is (drive.rate > 0) else _CONTRADICTED
    if drive.transport is None and "/virtual/" in drive.folder:
        return _SOFTWARE
    if drive.flag and drive.transport == "usb":
        return _USB
    return _SILENT if drive.flag and drive.silent else None


def read_rate(folder: str, properties: Mapping[str, str]) -> tuple[int | None, bool]:
    """``Drive.rate`` and ``Drive.silent`` from udev, which queries ATA drives, or from the SCSI
    page of block device characteristics.

    Source: SBC-4, VPD page B1h: bytes 4 and 5 are the rate, 0 when it isn't reported, 1 for a
    non-rotational medium.
    """
    reported = properties.get("ID_ATA_ROTATION_RATE_RPM", "")
    if reported.isascii() and reported.isdigit() and len(reported) <= 6:
        return int(reported), False
    try:
        page = read_bytes(f"{folder}/device/vpd_pgb1")
    except OSError:
        return None, False
    if len(page) < 6 or page[1] != _CHARACTERISTICS:
        return None, False
    rate = int.from_bytes(page[4:6], "big")
    return (0 if rate == _NON_ROTATING else rate or None), rate == 0


def with_stacked_doubts(devices: Iterable[Device]) -> tuple[Device, ...]:
    """Add the doubts about arrays and mapped devices, which inherit the flag from their members: it
    is as reliable as theirs.

    Each device is judged once, after its members; in a cycle, which occurs only in a damaged
    capture, no flag is considered reliable.
    """
    known = tuple(devices)
    owners = {part.name: device for device in known for part in device.partitions}
    owners.update({device.name: device for device in known})
    stacked = [device for device in known if device.kind in _STACKED]
    doubts: dict[str, Text | None] = {}
    for device in stacked:
        _judge_from_below(device, owners, doubts)
    return tuple(_judged(device, doubts) for device in known)


def _judge_from_below(
    device: Device, owners: Mapping[str, Device], doubts: dict[str, Text | None]
) -> None:
    waiting, met = [device], {device.name}
    while waiting:
        current = waiting[-1]
        members = [owners.get(name) for name in current.members]
        new = [
            member
            for member in members
            if member
            and member.kind in _STACKED
            and member.name not in doubts
            and member.name not in met
        ]
        if new:
            met.update(member.name for member in new)
            waiting.extend({member.name: member for member in new}.values())
        else:
            doubts[waiting.pop().name] = _stacked_doubt(current, owners, doubts)


def _stacked_doubt(
    device: Device, owners: Mapping[str, Device], doubts: Mapping[str, Text | None]
) -> Message | None:
    for name in device.members:
        member = owners.get(name)
        if member is None:
            return sentence("the underlying device {name} is unknown", name=name)
        believed = (
            doubts.get(member.name, sentence("its members form a circle")) is None
            if member.kind in _STACKED
            else member.rotational_believed
        )
        if not believed:
            return sentence(
                "the underlying device {member} doesn't report it reliably", member=member.name
            )
        if member.rotational is not device.rotational:
            return sentence(
                "the underlying device {member} reports the opposite", member=member.name
            )
    return None if device.members else sentence("the underlying devices are unknown")


def _judged(device: Device, doubts: Mapping[str, Text | None]) -> Device:
    if device.kind not in _STACKED or device.rotational is None:
        return device
    reason = doubts[device.name]
    return replace(device, rotational_believed=reason is None, rotational_doubt=reason)
