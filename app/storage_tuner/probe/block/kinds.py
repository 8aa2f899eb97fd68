"""The kind and connection of a block device, from its kernel name and its location in sysfs."""

from __future__ import annotations

import re

from storage_tuner_protocol import threeware

_KINDS = (
    (re.compile(r"(sd|hd|vd|xvd)[a-z]+\d*"), "disk"),
    (re.compile(r"sr\d"), "optical"),
    (re.compile(r"nvme\d"), "nvme"),
    (re.compile(r"mmcblk\d"), "mmc"),
    (re.compile(r"loop\d"), "loop"),
    (re.compile(r"zram\d"), "zram"),
    (re.compile(r"md(\d|_)"), "md"),
    (re.compile(r"dm-\d"), "dm"),
    (re.compile(r"nbd\d"), "nbd"),
    (re.compile(r"(dasd[a-z]|pmem\d|cciss!|ida!)"), "disk"),
)

_TRANSPORTS = (
    (re.compile(r"/usb\d+/"), "usb"),
    (re.compile(r"/end_device-"), "sas"),
    (re.compile(r"/ata\d+/"), "sata"),
    (re.compile(r"/mmc_host/"), "mmc"),
    (re.compile(r"/nvme(-fabrics|-subsystem)?/"), "nvme"),
    (re.compile(r"/virtio\d+/block/"), "virtio"),
    (re.compile(r"/host\d+/"), "scsi"),
)
"""The first that matches the folder's real path applies: an ATA disk in a USB case is a USB
disk."""


_THREE_WARE = re.compile(r"AMCC |3ware |LSI +97\d\d-")
"""Vendor and model of units, for captures that lack the driver: drivers/scsi/3w-*.c."""


def kind_of(name: str) -> str:
    """The value of ``core.device.Device.kind`` for a kernel name."""
    return next((kind for pattern, kind in _KINDS if pattern.match(name)), "other")


def transport_of(folder: str) -> str | None:
    """The value of ``core.device.Device.transport`` for the real path of the device's folder in
    sysfs; "scsi" for units of 3ware controllers."""
    return next((word for pattern, word in _TRANSPORTS if pattern.search(folder)), None)


def is_3ware(driver: str | None, inquiry: str) -> bool:
    """Return whether it's a 3ware unit, by the driver of the SCSI host, or else by the vendor and
    model in the INQUIRY data."""
    return driver in threeware.DRIVERS or _THREE_WARE.match(inquiry) is not None


def is_memory(name: str) -> bool:
    """Return whether it's one of the RAM disks that exist even when unused."""
    return re.fullmatch(r"ram\d+", name) is not None
