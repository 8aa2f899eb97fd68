"""Finds the users of a disk through the kernel, without opening it.

Each rule has a reason of its own. Uses that the rules can't detect, such as a mount in another
namespace, are caught by the exclusive claim that follows (``overwriting``).
"""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path

from storage_tuner_helper.devices.identity import identity_of
from storage_tuner_helper.devices.sysfs import (
    SYS_BLOCK,
    PinnedDevice,
    all_names,
    current_diskseq,
    pinned,
    visible_names,
)
from storage_tuner_helper.errors import DeviceBusy, NotEmpty, NotSupported, Refusal
from storage_tuner_helper.practice import loop_device
from storage_tuner_protocol.kernel import without_octal
from storage_tuner_protocol.message import said

_NUMBERS = Path("/sys/dev/block")
_MOUNTS = Path("/proc/self/mountinfo")
_SWAPS = Path("/proc/swaps")
_SYSTEM = frozenset({"/", "/usr", "/var", "/boot", "/boot/efi", "/boot/firmware", "/efi"})


def check_unused(device: PinnedDevice) -> None:
    """Raise ``NotSupported``, ``DeviceBusy`` or ``NotEmpty`` with the rule that forbids overwriting
    this disk; the disk's contents aren't checked."""
    name = device.name
    if device.read("ro") != "0":
        raise NotSupported(said("{device} is read-only.", device=name))
    if int(device.read("size")) == 0:
        raise NotSupported(said("{name} has no medium.", name=name))
    if device.read("queue/zoned") != "none":
        raise NotSupported(
            said("{name} is a zoned disk, which can't be written in arbitrary order.", name=name)
        )
    mounted = {point for point, disk in _mounted() if disk == name}
    if mounted & _SYSTEM:
        raise DeviceBusy(said("This computer runs from {name}.", name=name))
    if mounted:
        raise DeviceBusy(said("A file system on {name} is mounted.", name=name))
    if name in set(_swapped()):
        raise DeviceBusy(said("{name} is used as swap.", name=name))
    for holder in _holders(device):
        raise DeviceBusy(said("{holder} uses {device}.", holder=holder, device=name))
    if _partitions(device):
        raise NotEmpty(said("{device} has partitions.", device=name))
    for twin in _twins(device):
        raise NotSupported(
            said("{name} and {twin} report that they are the same disk.", name=name, twin=twin)
        )
    device.check()


def _mounted() -> Iterator[tuple[str, str]]:
    """Return mount points, each with every disk that is below its file system (proc(5),
    mountinfo)."""
    for line in _MOUNTS.read_text(encoding="utf-8", errors="surrogateescape").splitlines():
        head, _, tail = line.partition(" - ")
        fields, source = head.split(" "), tail.split(" ")[1]
        number = fields[2]
        if number.startswith("0:"):
            number = _number_of(without_octal(source))
        for disk in disks_below(number):
            yield without_octal(fields[4]), disk


def _swapped() -> Iterator[str]:
    lines = _SWAPS.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    for line in lines[1:]:
        yield from disks_below(_number_of(without_octal(line.split()[0])))


def _number_of(path: str) -> str:
    """Return a number such as 8:1 for a block device's node; empty for anything else."""
    try:
        status = Path(path).stat()
    except (OSError, ValueError):
        return ""
    if not stat.S_ISBLK(status.st_mode):
        return ""
    return f"{os.major(status.st_rdev)}:{os.minor(status.st_rdev)}"


def disks_below(number: str) -> set[str]:
    """Return the disk that a block device is or lies on, and all its underlying disks."""
    found: set[str] = set()
    waiting = [_NUMBERS / number] if number else []
    while waiting:
        try:
            folder = waiting.pop().resolve(strict=True)
        except OSError:
            continue
        if (folder / "partition").exists():
            folder = folder.parent
        if folder.name not in found:
            found.add(folder.name)
            waiting.extend((folder / "slaves").glob("*"))
    return found


def _holders(device: PinnedDevice) -> Iterator[str]:
    """Return the holders: arrays and mappings, which the kernel lists, and loop devices, which it
    doesn't."""
    folders = ["holders", *(f"{part}/holders" for part in _partitions(device))]
    for folder in folders:
        yield from device.names(folder)
    own = {device.name}
    for name in sorted(all_names()):
        number = loop_device.device_behind(name)
        if number and disks_below(f"{os.major(number)}:{os.minor(number)}") & own:
            yield name


def _partitions(device: PinnedDevice) -> list[str]:
    return [path.parent.name for path in Path(SYS_BLOCK, device.name).glob("*/partition")]


def _twins(device: PinnedDevice) -> Iterator[str]:
    """Return other paths to the same disk, which may be in use, and clones of it."""
    identity = identity_of(device)
    if identity is None:
        return
    for name in sorted(visible_names() - {device.name}):
        with contextlib.suppress(Refusal), pinned(name, current_diskseq(name)) as other:
            if identity_of(other) == identity:
                yield name
