"""The block devices of this computer, or of a captured tree, as ``core.device.Device`` values."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from storage_tuner.core.device import Device, Partition, QueueDepth, SchedulerState
from storage_tuner.core.errors import NotAWholeDisk, UnknownDevice
from storage_tuner.core.tunable import CATALOGUE
from storage_tuner.probe.arrays import read_md
from storage_tuner.probe.attributes import (
    NOT_TOLD,
    AttributeReader,
    read_attribute,
    whole_number,
)
from storage_tuner.probe.identity import read_identity
from storage_tuner.probe.kinds import is_memory, kind_of, transport_of
from storage_tuner.probe.udev import read_properties
from storage_tuner.probe.usage import Node, Uses, describe, direct_uses

SECTOR_BYTES = 512
"""The unit of ``size`` and ``stat`` in sysfs, whatever the device's block size."""

_NEEDS_QUEUE = ("scheduler", "nr_requests", "rq_affinity", "wbt_lat_usec")
"""Without effect on a device that hands its requests on, though older kernels show the files."""

_NO_QUEUE = "this device has no queue of its own"
_LIBATA_DEPTH = 32
_DM_WORDS = (("LVM-", "LVM"), ("CRYPT-LUKS", "LUKS"), ("CRYPT-", "encrypted"), ("mpath-", "paths"))


@dataclass(frozen=True)
class Block:
    """One entry of ``sys/block`` before it is known by what it's used.

    ``folder`` is its real path, ``number`` "major:minor". Partitions come with their own nodes.
    """

    name: str
    kind: str
    folder: str
    number: str | None
    size_bytes: int | None
    reader: AttributeReader
    partitions: tuple[tuple[Node, int], ...]
    holders: tuple[str, ...]
    members: tuple[str, ...]
    backing_file: str | None
    dm_name: str | None
    dm_uuid: str


@dataclass(frozen=True)
class Graph:
    """Who stands on whom in the tree at ``base``; ``members`` maps a holder to what is below."""

    base: str
    nodes: Mapping[str, Node]
    members: Mapping[str, tuple[str, ...]]
    uses: Uses


def read_devices(root: Path = Path("/"), *, include_empty: bool = False) -> tuple[Device, ...]:
    """All whole block devices below ``root``, sorted by name.

    Left out unless ``include_empty``: devices of size 0, RAM disks, loop devices without a file.
    Never fails: what can't be read is None, and ``Device.missing`` says why.
    """
    base = tree_root(root)
    blocks = {name: block for name in _names(base) if (block := _read_block(base, name))}
    nodes = _nodes(blocks)
    graph = Graph(base, nodes, _members(nodes), direct_uses(nodes, base))
    wanted = (block for block in blocks.values() if include_empty or not _is_empty(block))
    return tuple(
        _device(block, graph) for block in sorted(wanted, key=lambda block: name_order(block.name))
    )


def tree_root(root: Path) -> str:
    """``root`` as the beginning of a path: "" for the running system."""
    try:
        return str(root.resolve()).rstrip("/")
    except (OSError, RuntimeError):
        return str(root).rstrip("/")


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


def name_order(name: str) -> tuple[str, int, str]:
    """Sorts kernel names as a person would: sdz before sdaa, loop9 before loop10."""
    return re.split(r"\d", name, maxsplit=1)[0][:2], len(name), name


def _names(base: str) -> list[str]:
    return _entries(f"{base}/sys/block")


def _entries(folder: str) -> list[str]:
    """What stands in a folder, sorted; nothing when it can't be read."""
    try:
        with os.scandir(folder) as entries:
            return sorted((entry.name for entry in entries), key=name_order)
    except OSError:
        return []


def _read_block(base: str, name: str) -> Block | None:
    """None for what isn't there (any more) and for hidden paths, which have no device node."""
    folder = _real_folder(base, name)
    if folder is None or read_attribute(f"{folder}/hidden").text == "1":
        return None
    kind, reader = kind_of(name), AttributeReader(folder)
    sectors = reader.number("size_bytes", "size")
    return Block(
        name=name,
        kind=kind,
        folder=folder,
        number=read_attribute(f"{folder}/dev").text,
        size_bytes=None if sectors is None else sectors * SECTOR_BYTES,
        reader=reader,
        partitions=_read_partitions(folder, name),
        holders=tuple(_entries(f"{folder}/holders")),
        members=tuple(_entries(f"{folder}/slaves")),
        backing_file=reader.text("backing_file", "loop/backing_file") if kind == "loop" else None,
        dm_name=read_attribute(f"{folder}/dm/name").text if kind == "dm" else None,
        dm_uuid=(read_attribute(f"{folder}/dm/uuid").text or "") if kind == "dm" else "",
    )


def _real_folder(base: str, name: str) -> str | None:
    """The folder that the link in ``sys/block`` leads to, unless it leads out of the tree."""
    try:
        folder = Path(f"{base}/sys/block/{name}").resolve(strict=True)
    except (OSError, RuntimeError):
        return None
    inside = str(folder).startswith(f"{base}/")
    return str(folder) if inside and folder.is_dir() else None


def _read_partitions(folder: str, disk: str) -> tuple[tuple[Node, int], ...]:
    """The partitions' nodes and sizes in bytes; their folders begin with the disk's name."""
    found = []
    for name in _entries(folder):
        if not name.startswith(disk) or read_attribute(f"{folder}/{name}/partition").text is None:
            continue
        sectors = whole_number(read_attribute(f"{folder}/{name}/size").text or "") or 0
        number = read_attribute(f"{folder}/{name}/dev").text
        node = Node(name, number, holders=tuple(_entries(f"{folder}/{name}/holders")))
        found.append((node, max(sectors, 0) * SECTOR_BYTES))
    return tuple(found)


def _is_empty(block: Block) -> bool:
    without_file = block.kind == "loop" and block.backing_file is None
    return without_file or block.size_bytes == 0 or is_memory(block.name)


def _nodes(blocks: Mapping[str, Block]) -> dict[str, Node]:
    """The graph of who stands on whom; what only one side tells is believed as well."""
    holders: dict[str, list[str]] = {}
    for block in blocks.values():
        for member in block.members:
            holders.setdefault(member, []).append(block.name)
    nodes = {}
    for block in blocks.values():
        for partition, _ in block.partitions:
            told = (*partition.holders, *holders.get(partition.name, ()))
            nodes[partition.name] = Node(partition.name, partition.number, holders=_unique(told))
        nodes[block.name] = Node(
            block.name,
            block.number,
            partitions=tuple(partition.name for partition, _ in block.partitions),
            holders=_unique((*block.holders, *holders.get(block.name, ()))),
            held_as=_held_as(block),
            dm_name=block.dm_name,
            backing_file=block.backing_file,
        )
    return nodes


def _unique(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))


def _held_as(block: Block) -> str:
    """What to say of a device that ``block`` stands on."""
    if block.kind == "md":
        return f"member of {block.name}"
    if block.kind == "dm":
        word = next((word for start, word in _DM_WORDS if block.dm_uuid.startswith(start)), "")
        return f"holds {word} {block.name}" if word else f"holds {block.name}"
    return ""


def _members(nodes: Mapping[str, Node]) -> dict[str, tuple[str, ...]]:
    members: dict[str, list[str]] = {}
    for node in nodes.values():
        for holder in node.holders:
            members.setdefault(holder, []).append(node.name)
    return {holder: tuple(sorted(names, key=name_order)) for holder, names in members.items()}


def _device(block: Block, graph: Graph) -> Device:
    reader = block.reader
    transport = transport_of(block.folder)
    if transport is None:
        reader.missing["transport"] = "not on a bus"
    properties = read_properties(graph.base, block.number) if block.number else {}
    identity = read_identity(block.folder, block.kind, reader, properties)
    scheduler, settings = _read_settings(reader)
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
        queue_depth=_queue_depth(graph.base, block.folder, settings),
        settings=settings,
        partitions=_partitions(block, graph),
        members=_unique((*block.members, *graph.members.get(block.name, ()))),
        holders=_holders(block.name, graph.nodes),
        in_use=describe(block.name, graph.nodes, graph.uses),
        md=read_md(block.folder, reader) if block.kind == "md" else None,
        missing=reader.missing,
    )


def _read_settings(reader: AttributeReader) -> tuple[SchedulerState | None, dict[str, str]]:
    """The scheduler, and every tunable that has a value, in the kernel's notation."""
    scheduler = _scheduler(reader)
    settings = {} if scheduler is None else {"scheduler": scheduler.active}
    for tunable in CATALOGUE:
        if tunable.name == "scheduler":
            continue
        if scheduler is None and tunable.name in _NEEDS_QUEUE:
            reader.missing[tunable.name] = _NO_QUEUE
        elif value := reader.text(tunable.name, tunable.attribute):
            settings[tunable.name] = value
        elif reader.missing[tunable.name] == NOT_TOLD:
            reader.missing[tunable.name] = "this device has no such setting"
    return scheduler, settings


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


def _partitions(block: Block, graph: Graph) -> tuple[Partition, ...]:
    return tuple(
        Partition(node.name, size_bytes, describe(node.name, graph.nodes, graph.uses))
        for node, size_bytes in block.partitions
    )


def _holders(name: str, nodes: Mapping[str, Node]) -> tuple[str, ...]:
    """What stands directly on the device or on one of its partitions."""
    node = nodes[name]
    parts = (nodes[partition].holders for partition in node.partitions)
    return _unique((*node.holders, *(holder for holders in parts for holder in holders)))
