"""``sys/block`` as it stands: disks, partitions, and who stands on whom."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from storage_tuner.probe.attributes import NOT_TOLD, AttributeReader, read_attribute, whole_number
from storage_tuner.probe.kinds import is_memory, kind_of
from storage_tuner.probe.usage import Node

SECTOR_BYTES = 512
"""The unit of ``size`` and ``stat`` in sysfs, whatever the device's block size."""

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

    @property
    def is_empty(self) -> bool:
        """Nothing to tune: size 0, a RAM disk, or a loop device without a file."""
        without_file = self.reader.missing.get("backing_file") == NOT_TOLD
        return without_file or self.size_bytes == 0 or is_memory(self.name)


@dataclass(frozen=True)
class Tree:
    """Everything below ``base`` by kernel name, sorted.

    ``nodes`` also has the partitions, ``disks`` their disks. ``members`` maps a holder to what is
    directly below it.
    """

    base: str
    blocks: Mapping[str, Block]
    nodes: Mapping[str, Node]
    disks: Mapping[str, str]
    members: Mapping[str, tuple[str, ...]]


def read_tree(base: str) -> Tree:
    """Read what ``sys/block`` below ``base`` holds; empty when there is none."""
    names = _entries(f"{base}/sys/block")
    blocks = {name: block for name in names if (block := _read_block(base, name))}
    nodes = _nodes(blocks)
    disks = {part: name for name, node in nodes.items() for part in node.partitions}
    return Tree(base, blocks, nodes, disks, _members(blocks, nodes))


def tree_root(root: Path) -> str:
    """``root`` as the beginning of a path: "" for the running system."""
    try:
        return str(root.resolve()).rstrip("/")
    except (OSError, RuntimeError):
        return str(root).rstrip("/")


def name_order(name: str) -> tuple[str, int, str]:
    """Sorts kernel names as a person would: sdz before sdaa, loop9 before loop10."""
    return re.split(r"\d", name, maxsplit=1)[0][:2], len(name), name


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
            nodes[partition.name] = Node(partition.name, partition.number, holders=unique(told))
        nodes[block.name] = Node(
            block.name,
            block.number,
            partitions=tuple(partition.name for partition, _ in block.partitions),
            holders=unique((*block.holders, *holders.get(block.name, ()))),
            held_as=_held_as(block),
            dm_name=block.dm_name,
            backing_file=block.backing_file,
        )
    return nodes


def unique(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))


def _held_as(block: Block) -> str:
    """What to say of a device that ``block`` stands on."""
    if block.kind == "md":
        return f"member of {block.name}"
    if block.kind == "dm":
        word = next((word for start, word in _DM_WORDS if block.dm_uuid.startswith(start)), "")
        return f"holds {word} {block.name}" if word else f"holds {block.name}"
    return ""


def _members(blocks: Mapping[str, Block], nodes: Mapping[str, Node]) -> dict[str, tuple[str, ...]]:
    """By holder: what it says of itself, and what says that it's held by it."""
    members = {block.name: set(block.members) for block in blocks.values() if block.members}
    for node in nodes.values():
        for holder in node.holders:
            members.setdefault(holder, set()).add(node.name)
    return {holder: tuple(sorted(names, key=name_order)) for holder, names in members.items()}
