"""The block devices of this computer, or of a captured tree, as ``core.device.Device`` values."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from storage_tuner.core.device import Device, Partition, QueueDepth, SchedulerState
from storage_tuner.core.errors import NotAWholeDisk, UnknownDevice
from storage_tuner.core.tunable import OF_DEVICES, Scope, Tunable
from storage_tuner.probe.arrays import read_md
from storage_tuner.probe.attributes import (
    NOT_TOLD,
    AttributeReader,
    read_attribute,
    whole_number,
)
from storage_tuner.probe.identity import read_identity
from storage_tuner.probe.kinds import transport_of
from storage_tuner.probe.tree import Block, Tree, read_tree, tree_root, unique
from storage_tuner.probe.udev import read_properties
from storage_tuner.probe.usage import Node, Uses, describe, direct_uses

_NEEDS_QUEUE = ("scheduler", "nr_requests", "rq_affinity", "wbt_lat_usec")
"""Without effect on a device that hands its requests on, though older kernels show the files."""

_NO_QUEUE = "this device has no queue of its own"
_LIBATA_DEPTH = 32


def read_devices(root: Path = Path("/"), *, include_empty: bool = False) -> tuple[Device, ...]:
    """All whole block devices below ``root``, sorted by name.

    Left out unless ``include_empty``: devices of size 0, RAM disks, loop devices without a file.
    Never fails: what can't be read is None, and ``Device.missing`` says why.
    """
    tree = read_tree(tree_root(root))
    uses = direct_uses(tree.nodes, tree.base)
    wanted = (block for block in tree.blocks.values() if include_empty or not block.is_empty)
    return tuple(_device(block, tree, uses) for block in wanted)


def find_device(name: str, devices: Iterable[Device], root: Path = Path("/")) -> Device:
    """The device that a person means by "sda", "/dev/sda" or a link such as /dev/disk/by-id/….

    Raises ``NotAWholeDisk`` for a partition and ``UnknownDevice`` for anything else.
    """
    found = {device.name: device for device in devices}
    for candidate in _candidates(name, tree_root(root)):
        if candidate in found:
            return found[candidate]
        for device in found.values():
            if any(partition.name == candidate for partition in device.partitions):
                raise NotAWholeDisk(candidate, device.path)
    raise UnknownDevice(name)


def _candidates(name: str, base: str) -> Iterable[str]:
    """Kernel names that ``name`` may stand for."""
    plain = name.removeprefix("/dev/")
    yield plain.replace("/", "!")
    if name.startswith("/"):
        try:
            target = Path(base + name).resolve()
        except (OSError, RuntimeError, ValueError):
            return
        yield target.name


def _device(block: Block, tree: Tree, uses: Uses) -> Device:
    reader = block.reader
    transport = transport_of(block.folder)
    if transport is None:
        reader.missing["transport"] = "not on a bus"
    properties = read_properties(tree.base, block.number) if block.number else {}
    identity = read_identity(block.folder, block.kind, reader, properties)
    scheduler, settings = _read_settings(reader, block.kind)
    return Device(
        name=block.name,
        path="/dev/" + block.name.replace("!", "/"),
        kind=block.kind,
        size_bytes=block.size_bytes,
        transport=transport,
        vendor=identity.vendor,
        model=identity.model,
        serial=identity.serial,
        wwn=identity.wwn,
        firmware=identity.firmware,
        logical_block_bytes=reader.number("logical_block_bytes", "queue/logical_block_size"),
        physical_block_bytes=reader.number("physical_block_bytes", "queue/physical_block_size"),
        rotational=reader.flag("rotational", "queue/rotational"),
        removable=reader.flag("removable", "removable"),
        read_only=reader.flag("read_only", "ro"),
        diskseq=reader.number("diskseq", "diskseq"),
        backing_file=block.backing_file,
        scheduler=scheduler,
        queue_depth=_queue_depth(tree.base, block.folder, settings),
        settings=settings,
        partitions=_partitions(block, tree, uses),
        members=tree.members.get(block.name, ()),
        holders=_holders(block.name, tree.nodes),
        in_use=describe(block.name, tree.nodes, uses),
        md=read_md(block.folder, reader) if block.kind == "md" else None,
        missing=reader.missing,
    )


def _read_settings(
    reader: AttributeReader, kind: str
) -> tuple[SchedulerState | None, dict[str, str]]:
    """The scheduler, and every tunable that has a value, in the kernel's notation."""
    scheduler = _scheduler(reader)
    settings = {} if scheduler is None else {"scheduler": scheduler.active}
    for tunable in OF_DEVICES:
        if tunable.name == "scheduler":
            continue
        if reason := _foreign(tunable, scheduler, kind):
            reader.missing[tunable.name] = reason
        elif value := reader.text(tunable.name, tunable.attribute):
            if whole_number(value) is None:
                reader.missing[tunable.name] = "not a number"
            else:
                settings[tunable.name] = value
        elif reader.missing[tunable.name] == NOT_TOLD:
            reader.missing[tunable.name] = "this device has no such setting"
    return scheduler, settings


def _foreign(tunable: Tunable, scheduler: SchedulerState | None, kind: str) -> str:
    """Why this device can't have the tunable, whatever its files say; "" when it may."""
    if tunable.scope is Scope.ARRAY and kind != "md":
        return "only arrays have it"
    if tunable.scheduler and (scheduler is None or scheduler.active != tunable.scheduler):
        return f"only with the scheduler {tunable.scheduler}"
    if scheduler is None and tunable.name in _NEEDS_QUEUE:
        return _NO_QUEUE
    return ""


def _scheduler(reader: AttributeReader) -> SchedulerState | None:
    """None where no name is in brackets: such a device hands its requests on unsorted."""
    text = reader.text("scheduler", "queue/scheduler")
    if text is None:
        if reader.missing["scheduler"] == NOT_TOLD:
            reader.missing["scheduler"] = _NO_QUEUE
        return None
    words = text.split()
    active = next((word[1:-1] for word in words if word[0] == "[" and word[-1] == "]"), "")
    if not active:
        reader.missing["scheduler"] = _NO_QUEUE
        return None
    return SchedulerState(active, tuple(word.strip("[]") for word in words))


def _queue_depth(base: str, folder: str, settings: Mapping[str, str]) -> QueueDepth | None:
    """What a SCSI or ATA device may hold; the host's limit, and libata's, bound it.

    Source: drivers/ata/libata-scsi.c, ata_change_queue_depth; depth 1 switches NCQ off.
    """
    value = whole_number(settings.get("queue_depth", ""))
    if value is None:
        return None
    host = re.search(r"/(host\d+)/", folder)
    limit = f"{base}/sys/class/scsi_host/{host[1]}/can_queue" if host else ""
    maximum = whole_number(read_attribute(limit).text or "")
    if transport_of(folder) != "sata":
        return QueueDepth(value, maximum, None)
    maximum = min(_LIBATA_DEPTH, maximum) if maximum else None
    return QueueDepth(value, maximum, None if maximum == 1 else value > 1)


def _partitions(block: Block, tree: Tree, uses: Uses) -> tuple[Partition, ...]:
    return tuple(
        Partition(node.name, size_bytes, describe(node.name, tree.nodes, uses))
        for node, size_bytes in block.partitions
    )


def _holders(name: str, nodes: Mapping[str, Node]) -> tuple[str, ...]:
    """What stands directly on the device or on one of its partitions."""
    node = nodes[name]
    parts = (nodes[partition].holders for partition in node.partitions)
    return unique((*node.holders, *(holder for holders in parts for holder in holders)))
