"""A computer with as many disks as one likes, to see how reading them scales."""

from __future__ import annotations

from pathlib import Path

from tests.sysfs_trees.disks import MadePartition, add, add_scsi_host, sata, sd_name
from tests.sysfs_trees.files import write_files


def make_many_disks(folder: Path, count: int) -> Path:
    """A tree below ``folder`` with ``count`` SATA disks, each with everything that Linux and udev
    tell of one and a mounted partition; gives ``folder``, which ``read_devices`` takes."""
    mounts = []
    for index in range(count):
        port, minor = index + 1, 16 * index
        part = MadePartition(
            1, 2048, 7814035120, {"ID_FS_TYPE": "ext4", "ID_FS_USAGE": "filesystem"}
        )
        add(folder, sata(sd_name(index), f"8:{minor}", port, partitions=(part,)))
        add_scsi_host(folder, port)
        mounts.append(
            f"{port} 1 8:{minor + 1} / /disks/{port} rw,relatime shared:1 - ext4 "
            f"/dev/{sd_name(index)}1 rw"
        )
    write_files(folder / "proc", {"self/mountinfo": "\n".join(mounts)})
    return folder
