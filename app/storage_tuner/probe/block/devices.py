"""The block devices of this computer, or of a captured tree, as ``core.device.Device`` values."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from storage_tuner.core.device import Device
from storage_tuner.core.errors import NotAWholeDisk, OnlyAPath, UnknownDevice
from storage_tuner.probe.block.device import MachineTables, read_device, read_machine_tables
from storage_tuner.probe.block.kinds import is_memory
from storage_tuner.probe.block.medium import with_stacked_doubts
from storage_tuner.probe.block.tree import Block, tree_root
from storage_tuner.probe.block.usage import describe
from storage_tuner.probe.owners import with_owners


def read_devices(root: Path = Path("/"), *, include_empty: bool = False) -> tuple[Device, ...]:
    """Return all whole block devices below ``root``, sorted by name.

    Omitted unless ``include_empty``: devices of size 0 (except arrays with disks), unused RAM
    disks, drives without a disc, loop devices without a file. The paths to NVMe drives are included
    (``listed_devices`` removes them).

    Never fails: what can't be read is None, with the reason in ``Device.missing``.
    """
    around = read_machine_tables(tree_root(root))
    blocks = around.tree.blocks.values()
    wanted = (
        block
        for block in blocks
        if include_empty or not block.is_empty or _is_used_memory(block, around)
    )
    return with_owners(with_stacked_doubts(read_device(block, around) for block in wanted), root)


def _is_used_memory(block: Block, around: MachineTables) -> bool:
    return is_memory(block.name) and bool(describe(block.name, around.tree.nodes, around.uses))


def find_device(name: str, devices: Iterable[Device], root: Path = Path("/")) -> Device:
    """Find the device by a user's name for it: "sda", "/dev/sda" or a link in /dev/disk/by-id.

    Raises ``NotAWholeDisk`` for a partition, ``OnlyAPath`` for a path to an NVMe drive, and
    ``UnknownDevice`` for anything else.
    """
    found = {device.name: device for device in devices}
    for candidate in (*_by_link(name, found.values()), *_candidates(name, tree_root(root))):
        if candidate in found:
            return _whole(found[candidate])
        for device in found.values():
            if any(partition.name == candidate for partition in device.partitions):
                raise NotAWholeDisk(candidate, device.path)
    raise UnknownDevice(name)


def devices_named(names: Iterable[str], devices: Iterable[Device]) -> tuple[Device, ...]:
    """Return the devices with these kernel names, in their order, which may be paths. Raises
    ``UnknownDevice``."""
    found = {device.name: device for device in devices}
    for name in names:
        if name not in found:
            raise UnknownDevice(name)
    return tuple(found[name] for name in names)


def _whole(device: Device) -> Device:
    if device.head is not None:
        raise OnlyAPath(device.name, f"/dev/{device.head}")
    return device


def _by_link(name: str, devices: Iterable[Device]) -> Iterable[str]:
    """The kernel names of what udev or the device mapper calls ``name``; udev numbers
    partitions."""
    disk, _, number = name.rpartition("-part")
    for device in devices:
        if name in device.links or (
            device.mapping and name == f"/dev/mapper/{device.mapping.name}"
        ):
            yield device.name
        if number.isdecimal() and disk in device.links:
            yield from (f"{device.name}{number}", f"{device.name}p{number}")


def _candidates(name: str, base: str) -> Iterable[str]:
    """The kernel names that ``name`` may refer to."""
    plain = name.removeprefix("/dev/")
    yield plain.replace("/", "!")
    if name.startswith("/"):
        try:
            target = Path(base + name).resolve()
        except (OSError, RuntimeError, ValueError):
            return
        yield target.name
