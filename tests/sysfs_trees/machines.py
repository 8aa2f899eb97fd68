"""Whole made-up computers that have one of everything."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tests.sysfs_trees import disks, stacks
from tests.sysfs_trees.disks import MadePartition, add, add_ata_device, add_scsi_host
from tests.sysfs_trees.stacks import BITMAP, FAR_2, NEAR_2, OFFSET_2, array, mapped, stack


def make_drives(root: Path) -> Path:
    """A drive of each kind, with nothing standing on them but mounts and a loop."""
    system = MadePartition(
        1,
        2048,
        7814035120,
        {
            "ID_FS_TYPE": "ext4",
            "ID_FS_USAGE": "filesystem",
            "ID_FS_LABEL_ENC": "my\\x20data",
            "ID_FS_UUID_ENC": "9a6d5c9d-1d6d-4f0f-bb7a-65081e8534b5",
        },
    )
    for disk in (
        disks.sata(partitions=(system,)),
        disks.ssd(),
        disks.usb_stick(),
        disks.zoned(),
        disks.virtio(),
        disks.nvme(),
        *disks.nvme_with_paths(),
        disks.card(),
        disks.network_disk(),
        disks.memory_disk(),
        disks.loop("/srv/images/disk one.img"),
        disks.unit_of_3ware("sde", "8:64", 0),
        disks.unit_of_3ware("sdf", "8:80", 1),
        disks.smart_array(),
    ):
        add(root, disk)
    for port in (1, 2, 4):
        add_scsi_host(root, port)
        add_ata_device(root, port)
    add_scsi_host(root, 6, proc_name="usb-storage", can_queue="1")
    disks.add_3ware(root)
    stacks.write_proc(
        root,
        (
            "179:2 / ext4 /dev/root",
            "179:1 /boot/firmware vfat /dev/mmcblk0p1",
            "8:1 /srv ext4 /dev/sda1",
            "8:1 /home/me/a\\040b ext4 /dev/sda1",
            "104:1 /old ext3 /dev/cciss/c0d0p1",
        ),
        swaps="Filename Type Size Used Priority\n/dev/zram0 partition 4194300 0 100",
    )
    return root


def make_cachyos(root: Path) -> Path:
    """CachyOS with Linux 7.0: one SSD with adios, one with bfq, and an NVMe drive without a
    scheduler. Every queue has async_depth."""
    disks.restrict_adios(add(root, disks.ssd_with_adios()))
    for disk, schedulers, depth in (
        (disks.ssd("sdb", "8:16", 2), "none mq-deadline kyber [bfq] adios ", "48"),
        (disks.nvme(), "[none] mq-deadline kyber bfq adios ", "1023"),
    ):
        queue = {"queue/scheduler": schedulers, "queue/async_depth": depth}
        add(root, replace(disk, files={**disk.files, **queue}))
    for port in (1, 2):
        add_scsi_host(root, port)
        add_ata_device(root, port)
    stacks.write_proc(root, version="Linux version 7.0.3-2-cachyos (linux@cachyos) #1 SMP")
    return root


def make_arrays(root: Path) -> Path:
    """An array of each level, whole, degraded, being rebuilt, waiting, not running, contained."""
    for index in range(26):
        add(root, disks.sata(disks.sd_name(index), f"8:{16 * index}", index + 1))
        add_scsi_host(root, index + 1)
    whole = "in_sync"
    for made in (
        array("md0", "9:0", "raid0", 15627546624, [("sda", "0", whole), ("sdb", "1", whole)],
              consistency_policy="none"),
        array("md1", "9:1", "raid1", 7813773312,
              [("sdc", "0", "in_sync,write_mostly"), ("sdd", "none", "faulty")],
              chunk_size="0", degraded="1", **_bare(BITMAP)),
        array("md5", "9:5", "raid5", 15627546624,
              [("sde", "0", whole), ("sdf", "1", whole), ("sdg", "2", "spare"),
               ("sdh", "none", "spare")],
              layout="2", raid_disks="3", degraded="1", sync_action="recover",
              sync_completed="1953443328 / 7813773312", sync_speed_min="2000 (local)",
              stripe_cache_size="8192", uuid="00000000-0000-0000-0000-000000000000"),
        array("md6", "9:6", "raid6", 15627546624,
              [("sdi", "0", whole), ("sdj", "1", whole), ("sdk", "2", whole), ("sdl", "3", whole)],
              layout="2", chunk_size="65536 (131072)", raid_disks="5 (4)", array_state="active",
              sync_action="reshape", sync_completed="100 / 800", group_thread_cnt="4"),
        array("md10", "9:10", "raid10", 15627546624,
              [("sdm", "0", whole), ("sdn", "1", whole)], layout=str(NEAR_2),
              sync_action="resync", sync_completed="delayed"),
        array("md11", "9:11", "raid10", 7813773312,
              [("sdo", "0", whole), ("sdp", "1", whole)], layout=str(FAR_2)),
        array("md12", "9:12", "raid10", 7813773312,
              [("sdq", "0", whole), ("sdr", "1", whole)], layout=str(OFFSET_2)),
        array("md126", "9:126", "raid1", 7813773312, [("sds", "0", whole), ("sdt", "1", whole)],
              metadata_version="external:/md127/0", chunk_size="0"),
        array("md127", "9:127", "", 0, [("sds", "none", "spare"), ("sdt", "none", "spare")],
              metadata_version="external:imsm", array_state="inactive", raid_disks="0",
              chunk_size="0", uuid="", consistency_policy="unknown"),
        array("md13", "9:13", "raid5", 0, [("sdu", "none", "spare"), ("sdv", "none", "spare")],
              array_state="inactive", raid_disks="3", layout="2"),
    ):  # fmt: skip
        add(root, made)
        stack(root, made.name, *_member_names(made))
    stacks.write_proc(
        root,
        mdstat="Personalities : [raid1] [raid6] [raid5] [raid4] [raid10]\n"
        "md6 : active raid6 sdl[3] sdk[2] sdj[1] sdi[0]\n"
        "      7813773312 blocks super 1.2 level 6, 64k chunk, algorithm 2 [5/4] [UUUU_]\n"
        "      [===>..........]  reshape = 14.7% (118/800) finish=3.5min speed=2064K/sec\n"
        "\n"
        "md10 : active raid10 sdn[1] sdm[0]\n"
        "      7813773312 blocks super 1.2 512K chunks 2 near-copies [2/2] [UU]\n"
        "        resync=DELAYED\n\n"
        "unused devices: <none>",
    )
    return root


def make_stacks(root: Path) -> Path:
    """LUKS on LVM on md on SATA, multipath with a partition on it, and a crypt without a head."""
    for index in range(5):
        parts = (MadePartition(1, 2048, 7814035120),) if index < 2 else ()
        add(root, disks.sata(disks.sd_name(index), f"8:{16 * index}", index + 1, partitions=parts))
        add_scsi_host(root, index + 1)
    volumes = "LVM-WD0eJSPcT4aICkbXlQNGMaNnieWRDi0JgBmyc2g0iG5ACw5U7DMb9pfEa30JB0uL"
    for made, *below in (
        (array("md0", "9:0", "raid1", 7813773312, [("sda1", "0", "in_sync"),
               ("sdb1", "1", "in_sync")], chunk_size="0"), "sda1", "sdb1"),
        (mapped("dm-0", "253:0", 409600, "my--group-lv--home", volumes), "md0"),
        (mapped("dm-1", "253:1", 405504, "home_crypt",
                "CRYPT-LUKS2-2b7e151628aed2a6abf7158809cf4f3c-home_crypt"), "dm-0"),
        (mapped("dm-2", "253:2", 7814037168, "mpatha", "mpath-3600508b400105e21",
                queue__scheduler="none [mq-deadline] kyber bfq",
                queue__nr_requests="256", queue__iosched__fifo_batch="8"), "sdc", "sdd"),
        (mapped("dm-3", "253:3", 7814033072, "mpatha-part1", "part1-mpath-3600508b400105e21"),
         "dm-2"),
        (mapped("dm-4", "253:4", 7814037168, "swap", "CRYPT-PLAIN-swap"), "sde"),
    ):  # fmt: skip
        add(root, made)
        stack(root, made.name, *below)
    stacks.write_proc(
        root,
        ("253:1 /home ext4 /dev/mapper/home_crypt", "253:3 /multi xfs /dev/mapper/mpatha-part1"),
        swaps="Filename Type Size Used Priority\n/dev/mapper/swap partition 4 0 -2",
    )
    return root


def _bare(files: dict[str, str]) -> dict[str, str]:
    return {path.removeprefix("md/"): text for path, text in files.items()}


def _member_names(made: disks.MadeDisk) -> list[str]:
    return [
        path[7:-5] for path in made.files if path.startswith("md/dev-") and path[-5:] == "/slot"
    ]
