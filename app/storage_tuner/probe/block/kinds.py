"""The kind and connection of a block device, from its kernel name and its place in sysfs."""

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
"""The first that matches the folder's real path: an ATA disk in a USB case is a USB disk."""


_THREE_WARE = re.compile(r"AMCC |3ware |LSI +97\d\d-")
"""Vendor and model of units, for captures that lack the driver: drivers/scsi/3w-*.c."""


def kind_of(name: str) -> str:
    """``core.device.Device.kind`` of a kernel name."""
    return next((kind for pattern, kind in _KINDS if pattern.match(name)), "other")


def transport_of(folder: str) -> str | None:
    """``core.device.Device.transport``, from the real path of the device's folder in sysfs; units
    of 3ware's controllers are "scsi" by it."""
    return next((word for pattern, word in _TRANSPORTS if pattern.search(folder)), None)


def is_3ware(driver: str | None, inquiry: str) -> bool:
    """By the driver of the SCSI host, or else by what the unit answers to INQUIRY, vendor and
    model."""
    return driver in threeware.DRIVERS or _THREE_WARE.match(inquiry) is not None


def is_memory(name: str) -> bool:
    """Whether it is one of the RAM disks that are there also without being used."""
    return re.fullmatch(r"ram\d+", name) is not None
