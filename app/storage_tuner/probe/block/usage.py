"""The uses of a device in plain words, through partitions and holders at any depth."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from storage_tuner.core.device_use import RUNNING_SYSTEM, member_of_pool, mounted_at
from storage_tuner.core.message import Text, sentence
from storage_tuner.probe.block.attributes import clean, read_table
from storage_tuner.probe.block.content import read_content
from storage_tuner.probe.block.udev import read_record
from storage_tuner_protocol.kernel import without_octal


@dataclass(frozen=True)
class Mount:
    """A line of mountinfo; ``number`` is "major:minor", ``source`` what is mounted, ``options``
    those of the mount and of the file system."""

    number: str
    point: str
    kind: str
    source: str
    options: tuple[str, ...] = ()


@dataclass(frozen=True)
class UsageNode:
    """A disk or partition in the graph of storage layers; all names are the kernel's.

    ``held_as`` describes a device that is underlying this one, such as "member of md0".
    """

    name: str
    number: str | None
    partitions: tuple[str, ...] = ()
    holders: tuple[str, ...] = ()
    held_as: Text = ""
    dm_name: str | None = None
    backing_file: str | None = None


@dataclass
class Uses:
    """Direct uses of each kernel name, and the loop devices backed by its files.

    ``points`` are its mount points, ``kinds`` the file system or "swap" that is in use on it.
    """

    texts: dict[str, list[Text]] = field(default_factory=dict)
    points: dict[str, list[str]] = field(default_factory=dict)
    kinds: dict[str, str] = field(default_factory=dict)
    loops: dict[str, list[str]] = field(default_factory=dict)


def read_mounts(root: str) -> tuple[Mount, ...]:
    """The mounted file systems, in the order in which they were mounted (proc(5))."""
    lines = read_table(f"{root}/proc/self/mountinfo").split("\n")
    return tuple(mount for line in lines if (mount := _parse_mount(line)))


def _parse_mount(line: str) -> Mount | None:
    front, separator, back = line.partition(" - ")
    fields, source = front.split(" "), back.split(" ")
    if not separator or len(fields) < 6 or len(source) < 2:
        return None
    options = (*fields[5].split(","), *(source[2].split(",") if len(source) > 2 else ()))
    return Mount(fields[2], without_octal(fields[4]), source[0], without_octal(source[1]), options)


def read_swaps(root: str) -> tuple[str, ...]:
    """The paths of swap areas, from /proc/swaps, whose first line is a heading."""
    lines = read_table(f"{root}/proc/swaps").split("\n")[1:]
    return tuple(without_octal(line.split()[0]) for line in lines if line.split())


def btrfs_devices(root: str) -> dict[str, tuple[str, ...]]:
    """All devices of a file system, itself included, for each device of a mounted btrfs."""
    groups: dict[str, tuple[str, ...]] = {}
    try:
        folders = sorted(Path(root, "sys/fs/btrfs").glob("*/devices"))
        for folder in folders:
            names = tuple(sorted(entry.name for entry in folder.iterdir()))
            groups.update(dict.fromkeys(names, names))
    except OSError:
        return groups
    return groups


def mount_of(path: str, mounts: Iterable[Mount]) -> Mount | None:
    """The mount that contains the absolute ``path``: the deepest mount point, mounted last."""
    best: Mount | None = None
    for mount in mounts:
        inside = mount.point == "/" or path == mount.point or path.startswith(mount.point + "/")
        if inside and (best is None or len(mount.point) >= len(best.point)):
            best = mount
    return best


class NodeIndex:
    """Finds kernel names by "major:minor" and by the path of a device node."""

    def __init__(self, nodes: Mapping[str, UsageNode], root: str) -> None:
        self._by_number = {node.number: name for name, node in nodes.items() if node.number}
        self._by_dm_name = {node.dm_name: name for name, node in nodes.items() if node.dm_name}
        self._names = nodes.keys()
        self._btrfs = btrfs_devices(root)
        self._root = root

    def by_path(self, path: str) -> str | None:
        """/dev/sda1, /dev/mapper/vg-home, or a link in /dev to one of them."""
        if not path.startswith("/dev/"):
            return None
        plain = path.removeprefix("/dev/").replace("/", "!")
        if plain in self._names:
            return plain
        mapped = self._by_dm_name.get(path.removeprefix("/dev/mapper/"))
        return mapped or self._by_link(path)

    def by_number(self, number: str) -> str | None:
        return self._by_number.get(number)

    def by_mount(self, mount: Mount) -> tuple[str, ...]:
        """The devices of a mounted file system; empty for a network or virtual one.

        btrfs has its own device number (major 0) and may span several devices; so may bcachefs,
        which lists them as /dev/sda:/dev/sdb.
        """
        if mount.kind == "bcachefs":
            return tuple(filter(None, map(self.by_path, mount.source.split(":"))))
        name = self._by_number.get(mount.number) or self.by_path(mount.source)
        if name is None:
            return ()
        return self._btrfs.get(name, (name,)) if mount.kind == "btrfs" else (name,)

    def _by_link(self, path: str) -> str | None:
        try:
            name = Path(self._root + path).resolve().name
        except (OSError, RuntimeError, ValueError):
            return None
        return name if name in self._names else None


def _in_pools(nodes: Mapping[str, UsageNode], root: str) -> Iterator[tuple[str, str]]:
    """Pairs of a member of an imported ZFS pool and the pool's name, from udev's label: the kernel
    doesn't record who uses it.

    Source: OpenZFS, module/zfs/spa_stats.c: each imported pool has a folder.
    """
    folder = Path(root, "proc/spl/kstat/zfs")
    try:
        pools = {clean(entry.name) for entry in folder.iterdir() if entry.is_dir()}
    except OSError:
        return
    for node in nodes.values():
        content = read_content(read_record(root, node.number).properties, None) if pools else None
        if content and content.kind == "zfs_member" and content.label in pools:
            yield node.name, content.label


def _pool_of(mount: Mount) -> str:
    """The pool of a data set such as tank/home."""
    return mount.source.partition("/")[0]


def direct_uses(nodes: Mapping[str, UsageNode], root: str) -> Uses:
    """Mounts, swap areas, ZFS pools and loops of every name; reads /proc and sys/fs/btrfs once."""
    uses, index, mounts = Uses(), NodeIndex(nodes, root), read_mounts(root)
    for mount in mounts:
        for name in index.by_mount(mount):
            _add_mount(uses, name, mount)
    for name, pool in _in_pools(nodes, root):
        uses.texts.setdefault(name, []).append(member_of_pool(pool))
        for mount in mounts:
            if mount.kind == "zfs" and mount.point == "/" and _pool_of(mount) == pool:
                _add_mount(uses, name, mount)
    for path in read_swaps(root):
        if swap := index.by_path(path):
            uses.texts.setdefault(swap, []).append(sentence("swap"))
            uses.kinds.setdefault(swap, "swap")
    for node in nodes.values():
        if node.backing_file:
            for name in _disk_of_file(node.backing_file, index, mounts):
                uses.loops.setdefault(name, []).append(node.name)
    return uses


def _add_mount(uses: Uses, name: str, mount: Mount) -> None:
    """Add a mount. fuseblk may be any file system outside the kernel, so it isn't reported as the
    kind."""
    point = clean(mount.point)
    uses.texts.setdefault(name, []).append(mounted_at(point))
    points = uses.points.setdefault(name, [])
    if point not in points:
        points.append(point)
    if mount.kind != "fuseblk":
        uses.kinds.setdefault(name, clean(mount.kind))


def _disk_of_file(path: str, index: NodeIndex, mounts: tuple[Mount, ...]) -> tuple[str, ...]:
    if name := index.by_path(path):
        return (name,)
    mount = mount_of(path, mounts)
    return index.by_mount(mount) if mount else ()


def describe(name: str, nodes: Mapping[str, UsageNode], uses: Uses) -> tuple[Text, ...]:
    """All uses of ``name`` and of the layers above it, each once, nearest first."""
    found: dict[Text, None] = {}
    seen = {name}
    waiting = deque([name])
    while waiting:
        current = waiting.popleft()
        found.update(dict.fromkeys(uses.texts.get(current, ())))
        for above, text in _standing_on(current, nodes, uses):
            if text:
                found[text] = None
            if above not in seen:
                seen.add(above)
                waiting.append(above)
    if mounted_at("/") in found:
        found[RUNNING_SYSTEM] = None
    return tuple(found)


def _standing_on(
    name: str, nodes: Mapping[str, UsageNode], uses: Uses
) -> Iterable[tuple[str, Text]]:
    """The devices directly above ``name``, with a phrase for each ("" for a partition)."""
    node = nodes.get(name)
    if node:
        yield from ((partition, "") for partition in node.partitions)
        for holder in node.holders:
            above = nodes.get(holder)
            yield (
                holder,
                above.held_as
                if above and above.held_as
                else sentence("held by {holder}", holder=holder),
            )
    yield from (
        (loop, sentence("backing file of {loop}", loop=loop)) for loop in uses.loops.get(name, ())
    )
