"""A drive's command queue depth, and the reason why NCQ isn't active."""

from __future__ import annotations

import re
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from storage_tuner.core.device import QueueDepth
from storage_tuner.core.message import Message, sentence
from storage_tuner.probe.block.attributes import read_attribute, read_table, whole_number
from storage_tuner.probe.block.hosts import ScsiHost

_LIBATA_DEPTH = 32
_QUEUE_DEPTH_WORD, _CAPABILITY_WORD, _WORDS = 75, 76, 256
_NCQ_BIT = 1 << 8

_ADDRESS = re.compile(r"/ata(\d+)/(?:.*/)?\d+:(\d+):(\d+):\d+/block/")

_FORCED = re.compile(r'(?:^|\s)"?libata\.force=(\S*)')
_FORCE_ENTRY = re.compile(r"(?:(\d+)(?:\.(\d+))?:)?(.*)", re.DOTALL)


@dataclass(frozen=True)
class ForcedNcq:
    """An entry of libata.force; None means every port, or every device of the port."""

    port: int | None
    device: int | None
    allowed: bool


def read_forced(base: str) -> tuple[ForcedNcq, ...]:
    """The NCQ entries on the kernel's command line, in order: the last match applies.

    An entry without a port inherits that of the entry before. Source: admin-guide,
    kernel-parameters.txt; drivers/ata/libata-core.c, ata_parse_force_param.
    """
    found = _FORCED.findall(read_table(f"{base}/proc/cmdline"))
    forced, port, device = [], None, None
    for entry in found[-1].strip('"').split(",") if found else ():
        match = _FORCE_ENTRY.fullmatch(entry)
        if match and match[1]:
            port, device = int(match[1][:9]), int(match[2][:9]) if match[2] else None
        if match and match[3] in ("ncq", "noncq"):
            forced.append(ForcedNcq(port, device, match[3] == "ncq"))
    return tuple(forced)


def read_queue_depth(
    base: str,
    folder: str,
    transport: str | None,
    settings: Mapping[str, str],
    host: ScsiHost | None,
    forced: tuple[ForcedNcq, ...],
) -> QueueDepth | None:
    """The queue depth of a SCSI or ATA device, limited by the host, libata and the drive.

    Depth 1 switches NCQ off. Source: drivers/ata/libata-sata.c, ata_change_queue_depth.
    """
    value = whole_number(settings.get("queue_depth", ""))
    if value is None:
        return None
    can_queue = host.can_queue if host else None
    fixed = _is_fixed(folder)
    if transport != "sata":
        return QueueDepth(value, value if fixed else can_queue, None)
    drive = _drive_depth(base, folder)
    maximum = _maximum(can_queue, drive)
    supported = _supported(value, maximum, drive)
    if value > 1:
        return QueueDepth(value, value if fixed else maximum, True, supported)
    reason = _why_off(folder, host, drive, forced, fixed)
    return QueueDepth(value, value if fixed else maximum, False, supported, reason)


def _maximum(can_queue: int | None, drive: int | None) -> int | None:
    if not can_queue:
        return None
    return min(_LIBATA_DEPTH, can_queue, drive or _LIBATA_DEPTH)


def _supported(value: int, maximum: int | None, drive: int | None) -> bool | None:
    if maximum == 1:
        return False
    return True if value > 1 or (drive and maximum) else None


def _why_off(
    folder: str,
    host: ScsiHost | None,
    drive: int | None,
    forced: tuple[ForcedNcq, ...],
    fixed: bool,
) -> Message:
    if drive == 1:
        return sentence("the drive doesn't support it")
    if host and host.can_queue == 1:
        return sentence(
            "the driver {driver} doesn't support it",
            driver=host.driver or sentence("of its controller"),
        )
    if is_forced_off(folder, forced):
        return sentence("libata.force=noncq is set on the kernel command line")
    if fixed:
        return sentence("the driver doesn't allow changing the queue depth")
    return sentence("the queue depth is set to 1")


def is_forced_off(folder: str, forced: tuple[ForcedNcq, ...]) -> bool:
    """Return whether a kernel parameter disables NCQ for the drive in this folder."""
    address = _ADDRESS.search(folder)
    if address is None:
        return False
    port, device = int(address[1]), _device_number(address)
    fitting = [
        entry.allowed
        for entry in forced
        if entry.port in (None, port) and entry.device in (None, device)
    ]
    return bool(fitting) and not fitting[-1]


def _device_number(address: re.Match[str]) -> int:
    """The device number: behind a port multiplier the channel, otherwise the target (master or
    slave)."""
    return int(address[2]) or int(address[3])


def _drive_depth(base: str, folder: str) -> int | None:
    """The number of commands that the drive can queue, from its IDENTIFY data: 1 without NCQ.

    Source: include/linux/ata.h, ata_id_has_ncq and ata_id_queue_depth; ATA8-ACS, words 75 and 76.
    """
    address = _ADDRESS.search(folder)
    if address is None:
        return None
    name = f"dev{address[1]}.{_device_number(address)}" + (".0" if int(address[2]) else "")
    words = (read_attribute(f"{base}/sys/class/ata_device/{name}/id").text or "").split()
    if len(words) != _WORDS or not re.fullmatch(r"[0-9a-fA-F]{4}", words[_CAPABILITY_WORD]):
        return None
    capability = int(words[_CAPABILITY_WORD], 16)
    if capability == 0xFFFF or not capability & _NCQ_BIT:
        return 1
    return (_hexadecimal(words[_QUEUE_DEPTH_WORD]) & 0x1F) + 1


def _hexadecimal(word: str) -> int:
    return int(word, 16) if re.fullmatch(r"[0-9a-fA-F]{4}", word) else 0


def _is_fixed(folder: str) -> bool:
    """Return whether the driver can't change the depth: the kernel then omits the write permission
    (drivers/scsi/scsi_sysfs.c, scsi_sdev_attr_is_visible). A capture may have lost all
    permissions."""
    return not _is_writable(f"{folder}/device/queue_depth") and _is_writable(
        f"{folder}/queue/read_ahead_kb"
    )


def _is_writable(path: str) -> bool:
    try:
        return bool(Path(path).stat(follow_symlinks=False).st_mode & stat.S_IWUSR)
    except OSError:
        return False
