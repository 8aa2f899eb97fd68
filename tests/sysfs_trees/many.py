"""A computer with as many disks as one likes, to see how reading them scales."""

from __future__ import annotations

from pathlib import Path

from tests.sysfs_trees.disks import (
    MadePartition,
    add,
    add_ata_device,
    add_scsi_host,
    sata,
    sd_name,
)
from tests.sysfs_trees.stacks import write_proc


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
        add_ata_device(folder, port)
        mounts.append(f"8:{minor + 1} /disks/{port} ext4 /dev/{sd_name(index)}1")
    write_proc(folder, mounts)
    return folder
