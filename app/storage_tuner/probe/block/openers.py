"""The programs that have a device open now, as far as this user may see them."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from pathlib import Path

from storage_tuner.core.device import Device
from storage_tuner.core.message import tr
from storage_tuner.probe.block.attributes import entries, read_attribute
from storage_tuner.probe.block.tree import tree_root


def programs_with_open(device: Device, root: Path = Path("/")) -> tuple[str, ...]:
    """Names and process IDs, such as "fio (4711)", of the programs that have the device or one of
    its partitions open. It scans every process, so call it for a single device and not at every
    refresh.

    Without root only the user's own processes are visible. Exclusive opening can't be detected: the
    kernel drops O_EXCL once the file is open (fs/open.c, do_dentry_open), and trying would claim
    the device. For a captured tree the result is empty.
    """
    if tree_root(root):
        return ()
    numbers = set(_numbers(device))
    processes = sorted((name for name in entries("/proc") if name.isdecimal()), key=int)
    return tuple(
        "{} ({})".format(read_attribute(f"/proc/{process}/comm").text or tr("a program"), process)
        for process in processes
        if _holds(process, numbers)
    )


def _numbers(device: Device) -> Iterator[int]:
    for path in (device.path, *(partition.path for partition in device.partitions)):
        number = _block_number(path)
        if number is not None:
            yield number


def _holds(process: str, numbers: set[int]) -> bool:
    folder = f"/proc/{process}/fd"
    return any(_block_number(f"{folder}/{name}") in numbers for name in entries(folder))


def _block_number(path: str) -> int | None:
    try:
        status = Path(path).stat()
    except (OSError, ValueError):
        return None
    return status.st_rdev if stat.S_ISBLK(status.st_mode) else None
