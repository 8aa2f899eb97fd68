"""Arrays and mapped devices, and who stands on whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.sysfs_trees.disks import DISK, QUEUE, MadeDisk
from tests.sysfs_trees.files import make_link, write_files

VIRTUAL = "sys/devices/virtual/block"

NEAR_2, FAR_2, OFFSET_2 = 0x102, 0x201, 0x10201
"""Layouts of RAID 10 with two copies (drivers/md/raid10.c, setup_geo)."""

REDUNDANT = {
    "md/sync_action": "idle",
    "md/last_sync_action": "idle",
    "md/sync_completed": "none",
    "md/sync_speed": "none",
    "md/sync_speed_min": "1000 (system)",
    "md/sync_speed_max": "200000 (system)",
    "md/degraded": "0",
    "md/mismatch_cnt": "0",
}
"""What only levels with a second copy or parity have (drivers/md/md.c, md_redundancy_attrs)."""

PARITY = {
    "md/stripe_cache_size": "256",
    "md/stripe_cache_active": "0",
    "md/group_thread_cnt": "0",
    "md/preread_bypass_threshold": "1",
    "md/skip_copy": "0",
}

BITMAP = {
    "md/consistency_policy": "bitmap",
    "md/bitmap/location": "+8",
    "md/bitmap/metadata": "internal",
}


def array(
    name: str,
    number: str,
    level: str,
    sectors: int,
    members: Sequence[tuple[str, str, str]],
    **md: str,
) -> MadeDisk:
    """``members`` are (kernel name, slot, state), ``md`` other attributes by name."""
    files = {
        **DISK,
        **QUEUE,
        "diskseq": number.rpartition(":")[2],
        "queue/rotational": "1",
        "md/level": level,
        "md/layout": "0",
        "md/chunk_size": "524288",
        "md/raid_disks": str(len(members)),
        "md/metadata_version": "1.2",
        "md/array_state": "clean",
        "md/consistency_policy": "resync",
        "md/bitmap/location": "none",
        "md/bitmap/metadata": "internal",
        "md/uuid": "09cd1379-4d9e-5bee-abf1-284111ed0807",
        **(REDUNDANT if level not in ("raid0", "linear", "") else {}),
        **(PARITY if level in ("raid4", "raid5", "raid6") else {}),
        **{f"md/{attribute}": value for attribute, value in md.items()},
    }
    for member, slot, state in members:
        files[f"md/dev-{member}/slot"] = slot
        files[f"md/dev-{member}/state"] = state
    return MadeDisk(name, number, VIRTUAL, sectors, files)


def mapped(name: str, number: str, sectors: int, dm_name: str, uuid: str, **files: str) -> MadeDisk:
    """What the device-mapper made; ``files`` with "__" in place of "/"."""
    return MadeDisk(
        name,
        number,
        VIRTUAL,
        sectors,
        {
            **DISK,
            **QUEUE,
            "diskseq": str(60 + int(number.rpartition(":")[2])),
            "queue/rotational": "1",
            "dm/name": dm_name,
            "dm/uuid": uuid,
            "dm/suspended": "0",
            **{path.replace("__", "/"): content for path, content in files.items()},
        },
    )


def stack(root: Path, upper: str, *lower: str) -> None:
    """Link ``upper`` with the disks or partitions that it stands on, both ways."""
    above = folder_of(root, upper)
    for name in lower:
        below = folder_of(root, name)
        make_link(above / "slaves" / name, below)
        make_link(below / "holders" / upper, above)


def folder_of(root: Path, name: str) -> Path:
    """Where the disk or partition stands below ``root``."""
    link = root / "sys/block" / name
    if link.exists():
        return link.resolve()
    return next(link.parent.glob(f"*/{name}")).resolve()


def write_proc(root: Path, mounts: Sequence[str] = (), **files: str) -> None:
    """``mounts`` are "major:minor point kind source"; ``files`` with "__" in place of "/"."""
    lines = []
    for index, mount in enumerate(mounts):
        number, point, kind, source = mount.split(" ")
        lines.append(f"{30 + index} 1 {number} / {point} rw,relatime shared:1 - {kind} {source} rw")
    write_files(root / "proc", {"self/mountinfo": "\n".join(lines)})
    told: Mapping[str, str] = {"version": "Linux version 6.12.0-1-amd64 (x) #1 SMP", **files}
    write_files(root / "proc", {path.replace("__", "/"): text for path, text in told.items()})
