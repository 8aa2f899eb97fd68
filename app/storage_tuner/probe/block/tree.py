"""The contents of ``sys/block``: disks, partitions and the storage layers between them."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from storage_tuner.core.device import DeviceMapping
from storage_tuner.core.device_use import member_of, path_to
from storage_tuner.core.message import Text
from storage_tuner.core.topology import natural
from storage_tuner.probe.block.attributes import (
    NOT_REPORTED,
    AttributeReader,
    entries,
    read_attribute,
)
from storage_tuner.probe.block.kinds import is_memory, kind_of
from storage_tuner.probe.block.mapping import held_as, read_mapping
from storage_tuner.probe.block.usage import UsageNode
from storage_tuner_protocol.kernel import drive_of_path

SECTOR_BYTES = 512
"""The unit of ``size`` and ``stat`` in sysfs, whatever the device's block size."""

_WITHOUT_DISC = 0x1FFFFF * SECTOR_BYTES
"""The size of an optical drive without a disc (drivers/scsi/sr.c, get_sectorsize)."""

_FOLDER = os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC

_UNMADE = ("disk", "optical", "nvme", "mmc", "loop", "zram", "nbd")
"""Kinds of devices that the kernel never builds on other devices."""

_NUMBER = re.compile(r"\d{1,10}:\d{1,10}", re.ASCII)


@dataclass(frozen=True)
class PartitionNode:
    """A partition; sizes in bytes, ``start_bytes`` from the beginning of the disk."""

    node: UsageNode
    size_bytes: int | None
    start_bytes: int | None


@dataclass(frozen=True)
class Block:
    """One entry of ``sys/block``, before its uses are known.

    ``folder`` is its real path, ``number`` "major:minor". Partitions have their own nodes. ``head``
    is the NVMe drive that it's a path to.
    ``diskseq`` is read first: if the disk is exchanged while it's being read, the previous disk's
    number never identifies the new one, and the helper refuses the changes.
    """

    name: str
    kind: str
    folder: str
    number: str | None
    diskseq: int | None
    size_bytes: int | None
    reader: AttributeReader
    partitions: tuple[PartitionNode, ...]
    holders: tuple[str, ...]
    members: tuple[str, ...]
    backing_file: str | None
    mapping: DeviceMapping | None
    head: str | None = None

    @property
    def is_empty(self) -> bool:
        """Return whether there is no storage: size 0, a RAM disk, a drive without a disc, or a loop
        device without a file. An array that isn't running has size 0 too, but has disks."""
        without_file = self.reader.missing.get("backing_file") == NOT_REPORTED
        without_size = self.size_bytes == 0 and not (self.kind == "md" and self.members)
        without_disc = self.kind == "optical" and self.size_bytes == _WITHOUT_DISC
        return without_file or without_size or without_disc or is_memory(self.name)


@dataclass(frozen=True)
class BlockTree:
    """All block devices below ``base`` by kernel name, sorted.

    ``nodes`` also has the partitions, ``disks`` their disks. ``members`` maps a holder to the
    devices directly underlying it.
    """

    base: str
    blocks: Mapping[str, Block]
    nodes: Mapping[str, UsageNode]
    disks: Mapping[str, str]
    members: Mapping[str, tuple[str, ...]]


def read_tree(base: str) -> BlockTree:
    """Read ``sys/block`` below ``base``; empty when it doesn't exist."""
    names = sorted(entries(f"{base}/sys/block"), key=natural)
    blocks = {name: block for name in names if (block := _read_block(base, name))}
    nodes = _nodes(blocks)
    disks = {part: name for name, node in nodes.items() for part in node.partitions}
    return BlockTree(base, blocks, nodes, disks, _members(blocks, nodes))


def tree_root(root: Path) -> str:
    """``root`` as the prefix of a path: "" for the running system."""
    try:
        return str(root.resolve()).rstrip("/")
    except (OSError, RuntimeError):
        return str(root).rstrip("/")


def _read_block(base: str, name: str) -> Block | None:
    """Read one entry; None when it has disappeared, and for a hidden disk that isn't a path."""
    folder = _real_folder(base, name)
    if folder is None:
        return None
    reader, kind = AttributeReader(folder), kind_of(name)
    hidden, head = reader.reported("hidden"), drive_of_path(name)
    is_path = hidden != "0" and head != name
    if hidden == "1" and not is_path:
        return None
    diskseq = reader.number("diskseq", "diskseq")
    sectors = reader.number("size_bytes", "size")
    return Block(
        name=name,
        kind=kind,
        folder=folder,
        number=_read_number(folder),
        diskseq=diskseq,
        size_bytes=None if sectors is None else sectors * SECTOR_BYTES,
        reader=reader,
        partitions=_read_partitions(folder, name, reader),
        holders=(head,) if is_path else _sorted_entries(f"{folder}/holders"),
        members=() if kind in _UNMADE else _sorted_entries(f"{folder}/slaves"),
        backing_file=reader.text("backing_file", "loop/backing_file") if kind == "loop" else None,
        mapping=_read_mapping(reader) if kind == "dm" else None,
        head=head if is_path else None,
    )


def _real_folder(base: str, name: str) -> str | None:
    """The target of the link in ``sys/block``, unless it's outside the tree.

    The kernel resolves the links and returns the resulting path, which takes three calls instead of
    one per path component.
    """
    try:
        descriptor = os.open(f"{base}/sys/block/{name}", _FOLDER)
    except (OSError, ValueError):
        return None
    try:
        folder = str(Path(f"/proc/self/fd/{descriptor}").readlink())
    except OSError:
        return None
    finally:
        os.close(descriptor)
    return folder if folder.startswith(f"{base}/") else None


def _read_number(folder: str) -> str | None:
    number = read_attribute(f"{folder}/dev").text
    return number if number and _NUMBER.fullmatch(number) else None


def _read_mapping(reader: AttributeReader) -> DeviceMapping | None:
    name = reader.text("mapping", "dm/name")
    mapping = read_mapping(name, reader.reported("dm/uuid"))
    if mapping:
        reader.missing.pop("mapping", None)
    return mapping


def _sorted_entries(folder: str) -> tuple[str, ...]:
    names = entries(folder)
    return tuple(sorted(names, key=natural) if len(names) > 1 else names)


def _read_partitions(folder: str, disk: str, reader: AttributeReader) -> tuple[PartitionNode, ...]:
    """The partitions' nodes; their folders begin with the disk's name."""
    names = [name for name in entries(folder) if name.startswith(disk)]
    found = (_read_partition(folder, name, reader) for name in sorted(names, key=natural))
    return tuple(part for part in found if part)


def _read_partition(disk: str, name: str, reader: AttributeReader) -> PartitionNode | None:
    """Read a partition; None for other folders. An unknown size has its reason among the disk's."""
    if reader.reported(f"{name}/partition") is None:
        return None
    sectors = reader.number(f"partitions.{name}.size_bytes", f"{name}/size")
    start = reader.count(f"{name}/start")
    return PartitionNode(
        UsageNode(
            name, _read_number(f"{disk}/{name}"), holders=_sorted_entries(f"{disk}/{name}/holders")
        ),
        None if sectors is None else sectors * SECTOR_BYTES,
        None if start is None else start * SECTOR_BYTES,
    )


def _nodes(blocks: Mapping[str, Block]) -> dict[str, UsageNode]:
    """The graph of holders and members; a relation reported by only one side counts as well."""
    holders: dict[str, list[str]] = {}
    for block in blocks.values():
        for member in block.members:
            holders.setdefault(member, []).append(block.name)
    nodes: dict[str, UsageNode] = {}
    paths = {block.head for block in blocks.values()}
    for block in blocks.values():
        for part in block.partitions:
            reported = (*part.node.holders, *holders.get(part.node.name, ()))
            nodes[part.node.name] = replace(part.node, holders=unique(reported))
        nodes[block.name] = UsageNode(
            block.name,
            block.number,
            partitions=tuple(part.node.name for part in block.partitions),
            holders=unique((*block.holders, *holders.get(block.name, ()))),
            held_as=_held_as(block, paths),
            dm_name=block.mapping.name if block.mapping else None,
            backing_file=block.backing_file,
        )
    return nodes


def unique(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))


def _held_as(block: Block, with_paths: Collection[str | None]) -> Text:
    """The use of a device that is underlying ``block``, as a phrase; ``with_paths`` are the drives
    with paths."""
    if block.name in with_paths:
        return path_to(block.name)
    if block.kind == "md":
        return member_of(block.name)
    if block.kind == "dm":
        return held_as(block.name, block.mapping)
    return ""


def _members(
    blocks: Mapping[str, Block], nodes: Mapping[str, UsageNode]
) -> dict[str, tuple[str, ...]]:
    """The members by holder: those it reports, and those that report it as their holder, or lead to
    it."""
    members = {block.name: set(block.members) for block in blocks.values() if block.members}
    for node in nodes.values():
        for holder in node.holders:
            members.setdefault(holder, set()).add(node.name)
    return {holder: tuple(sorted(found, key=natural)) for holder, found in members.items()}
