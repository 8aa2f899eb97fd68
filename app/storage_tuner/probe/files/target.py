"""The disks under a file or a folder, and the free space there."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from storage_tuner.core.device import Device
from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.message import Message, Text, sentence
from storage_tuner.probe.block.attributes import read_attribute
from storage_tuner.probe.block.tree import BlockTree, read_tree, tree_root
from storage_tuner.probe.block.usage import Mount, NodeIndex, mount_of, read_mounts
from storage_tuner_protocol.kernel import drive_of_path

_NETWORK = ("nfs", "nfs4", "cifs", "smb3", "smbfs", "ceph", "glusterfs", "9p", "afs", "fuse.sshfs")
_MEMORY = ("tmpfs", "ramfs", "devtmpfs", "hugetlbfs")


@dataclass(frozen=True)
class UnderlyingDisks:
    """The disks underlying a path.

    ``devices`` are the kernel names of the whole devices whose settings count, in the order found,
    which may be paths to NVMe drives; when there are none, ``reason`` is a sentence with the
    reason. ``mount_point`` and ``file_system`` are those of the mount, "" for the path of a block
    device.
    """

    devices: tuple[str, ...]
    reason: Text = ""
    mount_point: str = ""
    file_system: str = ""

    @property
    def drive(self) -> str | None:
        """The first device, or the NVMe drive that it's a path to; None without devices."""
        return drive_of_path(self.devices[0]) if self.devices else None


def resolve_path(path: Path, root: Path = Path("/")) -> UnderlyingDisks:
    """Find the devices to tune for ``path``, which need not exist if its folder does.

    With a ``root`` other than "/" the path is on the captured computer, and only its mounts decide.
    Raises ``InvalidInput`` when neither the file nor its folder exists.
    """
    tree = read_tree(tree_root(root))
    index = NodeIndex(tree.nodes, tree.base)
    if tree.base:
        return _underlying_mount(str(path), None, tree, index)
    existing, status = _nearest(path)
    if stat.S_ISBLK(status.st_mode):
        name = index.by_number(_number(status.st_rdev))
        return _underlying(() if name is None else (name,), tree, UnderlyingDisks(()))
    return _underlying_mount(str(existing), _number(status.st_dev), tree, index)


def devices_to_tune(device: Device, root: Path = Path("/")) -> tuple[str, ...]:
    """The whole devices whose settings decide the speed of ``device``: itself, or its members."""
    return _underlying((device.name,), read_tree(tree_root(root)), UnderlyingDisks(())).devices


def counters_of_path(path: str) -> str | None:
    """The ``stat`` file of the whole disk or mapped device that holds ``path``.

    None for a file system without its own block device for the files (btrfs, network, memory).
    """
    device = Path(f"/sys/dev/block/{_number(Path(path).stat().st_dev)}").resolve()
    disk = device.parent if (device / "partition").exists() else device
    return str(disk / "stat") if (disk / "stat").exists() else None


def _nearest(path: Path) -> tuple[Path, os.stat_result]:
    """The path itself, with links resolved, or its folder when it doesn't exist yet."""
    try:
        resolved = path.resolve()
        existing = resolved if resolved.exists() else resolved.parent
        if existing != resolved and not existing.is_dir():
            raise NotADirectoryError(existing)
        return existing, existing.stat()
    except (OSError, RuntimeError, ValueError):
        raise InvalidInput(
            sentence("There is no file or folder {path!r}.", path=str(path)),
            sentence("Use an existing path."),
        ) from None


def _number(device: int) -> str:
    return f"{os.major(device)}:{os.minor(device)}"


def _underlying_mount(
    path: str, number: str | None, tree: BlockTree, index: NodeIndex
) -> UnderlyingDisks:
    """The disks from the file's device number, or from the mounts where it has none (btrfs)."""
    mount = mount_of(path, read_mounts(tree.base))
    found = index.by_number(number) if number else None
    names = (found,) if found else index.by_mount(mount) if mount else ()
    if mount is None:
        return _underlying(
            names,
            tree,
            UnderlyingDisks((), sentence("The disk of this path is unknown.")),
        )
    without = UnderlyingDisks((), _why_none(mount), mount.point, mount.kind)
    return _underlying(names, tree, without)


def _underlying(
    names: tuple[str, ...], tree: BlockTree, without: UnderlyingDisks
) -> UnderlyingDisks:
    """``without`` with the devices found for ``names``, if any."""
    found: dict[str, None] = {}
    for name in names:
        found.update(dict.fromkeys(_settings_below(name, tree)))
    if not found:
        return without
    return UnderlyingDisks(tuple(found), "", without.mount_point, without.file_system)


def _settings_below(name: str, tree: BlockTree) -> Iterable[str]:
    """The devices whose settings count: a partition's disk; the members of a device without its own
    queue; otherwise the device itself.

    A device reached again, in a cycle or by another path, isn't repeated.
    """
    waiting, seen = [name], {name}
    while waiting:
        current = waiting.pop()
        below = _directly_below(current, tree)
        if not below and current in tree.nodes:
            yield current
        new = [member for member in below if member not in seen]
        seen.update(new)
        waiting.extend(reversed(new))


def _directly_below(name: str, tree: BlockTree) -> tuple[str, ...]:
    """The devices whose settings count for ``name``; empty when they are its own."""
    if name in tree.disks:
        return (tree.disks[name],)
    members = tuple(member for member in tree.members.get(name, ()) if member in tree.nodes)
    return () if members and _has_queue(name, tree) else members


def _has_queue(name: str, tree: BlockTree) -> bool:
    """Return whether the device schedules requests: an active scheduler in brackets, as on
    multipath, whose members then don't."""
    folder = tree.blocks[name].folder if name in tree.blocks else ""
    return "[" in (read_attribute(f"{folder}/queue/scheduler").text or "")


def _why_none(mount: Mount) -> Message:
    if mount.kind in _NETWORK:
        return sentence(
            "{point} is a network file system ({kind}): its disks are in another computer.",
            point=mount.point,
            kind=mount.kind,
        )
    if mount.kind in _MEMORY:
        return sentence(
            "{point} is in memory ({kind}): it has no underlying disk.",
            point=mount.point,
            kind=mount.kind,
        )
    return sentence(
        "{point} is a file system ({kind}) that doesn't report its disk.",
        point=mount.point,
        kind=mount.kind,
    )
