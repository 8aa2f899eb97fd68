"""A disk's persistent name: unlike ``sda`` and ``diskseq``, the same after a reboot.

udev's database is read first, since udev's rules can match only its properties; if it has no entry
of the device (no udev, or not yet), the kernel reports the same in another form.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from storage_tuner_helper.devices.nvme_paths import drive_of
from storage_tuner_helper.devices.sysfs import PinnedDevice
from storage_tuner_helper.errors import DeviceChanged, NotSupported
from storage_tuner_protocol.kernel import md_uuid

UDEV_DATABASE = "/run/udev/data"
KEYS = ("ID_WWN_WITH_EXTENSION", "ID_WWN", "ID_SERIAL", "MD_UUID", "DM_UUID")
"""The extension is used only where it contains more than ID_WWN: the volumes of one RAID controller
may share that."""

_MAXIMUM_ENTRY_BYTES = 1 << 16
_VALUE = re.compile(r"[A-Za-z0-9#+.:=@_/%,-]{3,200}", re.ASCII)
_NUMBER_PREFIX = re.compile(r"(0x|eui\.|uuid\.)", re.ASCII)
_NAA = re.compile(r"naa\.([0-9a-f]{16})([0-9a-f]{16})?", re.ASCII)
_NVME = re.compile(r"(eui|uuid|nvme)\.[A-Za-z0-9-]+", re.ASCII)


@dataclass(frozen=True, order=True)
class Identity:
    """One of ``KEYS`` and its value: printable ASCII without spaces, quotes, ``\\`` or any of
    ``*?[]|{}$``, so that it's literal in a rule, in a log and in a dialog."""

    key: str
    value: str

    def __post_init__(self) -> None:
        if self.key not in KEYS or not is_distinctive(self.value):
            raise ValueError("nothing that tells a device from others")

    def __str__(self) -> str:
        return f"{self.key}={self.value}"

    @classmethod
    def parse(cls, text: str) -> Identity:
        """Parse a text that ``str`` returned. Raises ``ValueError``."""
        key, _, value = text.partition("=")
        return cls(key, value)


def is_distinctive(value: str) -> bool:
    """Return whether ``value`` is harmless, and not a placeholder of the manufacturer, such as
    ``0x0000000000000000`` or ``eui.0000000000000001``."""
    return bool(_VALUE.fullmatch(value)) and len(set(_NUMBER_PREFIX.sub("", value, 1))) > 2


def identity_of(device: PinnedDevice) -> Identity | None:
    """Return the identity; None if the device has no persistent one (a loop device, a RAM disk, a
    virtual disk without a serial number, a path to a drive), or none that is harmless. Raises
    ``DeviceChanged``."""
    if drive_of(device.name):
        return None
    known = udev_properties(device)
    properties = _kernel_properties(device) if known is None else known
    device.check()
    for key in _keys_for(device.name, properties):
        value = properties.get(key, "")
        if is_distinctive(value):
            return Identity(key, value)
    return None


def udev_properties(device: PinnedDevice) -> dict[str, str] | None:
    """Return udev's properties of the device; None if it has no entry."""
    descriptor = _open_udev_entry(device)
    if descriptor is None:
        return None
    try:
        text = os.read(descriptor, _MAXIMUM_ENTRY_BYTES).decode("utf-8", "replace")
    finally:
        os.close(descriptor)
    lines = (line[2:] for line in text.split("\n") if line.startswith("E:"))
    return {key: value for key, _, value in (line.partition("=") for line in lines)}


def udev_entry_version(device: PinnedDevice) -> tuple[int, int]:
    """Identify a version of the device's entry: udev replaces the file at each event."""
    descriptor = _open_udev_entry(device)
    if descriptor is None:
        return (0, 0)
    try:
        status = os.fstat(descriptor)
    finally:
        os.close(descriptor)
    return (status.st_ino, status.st_mtime_ns)


def _open_udev_entry(device: PinnedDevice) -> int | None:
    try:
        major, minor = device.number()
        return os.open(
            f"{UDEV_DATABASE}/b{major}:{minor}", os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW
        )
    except (NotSupported, OSError):
        return None


def _keys_for(name: str, properties: Mapping[str, str]) -> tuple[str, ...]:
    """Return the keys for a device. Arrays and mappings have names of their own; a mapping's other
    names belong to the underlying disk (for example a multipath device's)."""
    if name.startswith("md"):
        return ("MD_UUID",)
    if name.startswith("dm-"):
        return ("DM_UUID",)
    if properties.get("ID_WWN_WITH_EXTENSION") == properties.get("ID_WWN"):
        return ("ID_WWN", "ID_SERIAL")
    return ("ID_WWN_WITH_EXTENSION", "ID_WWN", "ID_SERIAL")


def _kernel_properties(device: PinnedDevice) -> Mapping[str, str]:
    if device.name.startswith("md"):
        return _array_properties(device)
    if device.name.startswith("dm-"):
        return {"DM_UUID": _read(device, "dm/uuid")}
    serial = _read(device, "device/serial" if device.name.startswith("mmcblk") else "serial")
    return {**_world_wide_names(device), "ID_SERIAL": "_".join(serial.split())}


def _array_properties(device: PinnedDevice) -> Mapping[str, str]:
    """Return the array's UUID, for metadata 1.x only: 0.90 orders the bytes unlike mdadm."""
    digits = _read(device, "md/uuid").replace("-", "")
    if len(digits) != 32 or not _read(device, "md/metadata_version").startswith("1."):
        return {}
    return {"MD_UUID": md_uuid(digits)}


def _world_wide_names(device: PinnedDevice) -> Mapping[str, str]:
    """Return the world wide names as udev's ata_id, scsi_id and NVMe rule write them."""
    own = _read(device, "wwid")
    if _NVME.fullmatch(own):
        return {"ID_WWN": own}
    match = _NAA.fullmatch(_read(device, "device/wwid"))
    if match is None:
        return {}
    name, extension = match.groups()
    return {"ID_WWN": f"0x{name}", "ID_WWN_WITH_EXTENSION": f"0x{name}{extension or ''}"}


def _read(device: PinnedDevice, attribute: str) -> str:
    try:
        return device.read(attribute)
    except (NotSupported, DeviceChanged):
        return ""


def udev_is_running() -> bool:
    """Return whether a udev daemon listens; then its database is up to date, and rules have
    effect."""
    return Path("/run/udev/control").is_socket()
