"""Drives: what Linux 6.12 shows of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tests.sysfs_trees.files import make_link, write_files

SECTOR_BYTES = 512
PCI = "sys/devices/pci0000:00"

MQ_DEADLINE = {
    "queue/iosched/async_depth": "64",
    "queue/iosched/fifo_batch": "16",
    "queue/iosched/front_merges": "1",
    "queue/iosched/prio_aging_expire": "10000",
    "queue/iosched/read_expire": "500",
    "queue/iosched/write_expire": "5000",
    "queue/iosched/writes_starved": "2",
}

BFQ = {
    "queue/iosched/back_seek_max": "16384",
    "queue/iosched/back_seek_penalty": "2",
    "queue/iosched/fifo_expire_async": "250",
    "queue/iosched/fifo_expire_sync": "125",
    "queue/iosched/low_latency": "1",
    "queue/iosched/max_budget": "0",
    "queue/iosched/slice_idle": "8",
    "queue/iosched/slice_idle_us": "8000",
    "queue/iosched/strict_guarantees": "0",
    "queue/iosched/timeout_sync": "125",
}

QUEUE = {
    "queue/add_random": "0",
    "queue/chunk_sectors": "0",
    "queue/dax": "0",
    "queue/discard_granularity": "0",
    "queue/discard_max_bytes": "0",
    "queue/discard_max_hw_bytes": "0",
    "queue/discard_zeroes_data": "0",
    "queue/dma_alignment": "511",
    "queue/fua": "0",
    "queue/hw_sector_size": "512",
    "queue/io_poll": "0",
    "queue/io_poll_delay": "-1",
    "queue/iostats": "1",
    "queue/logical_block_size": "512",
    "queue/max_discard_segments": "1",
    "queue/max_hw_sectors_kb": "32767",
    "queue/max_integrity_segments": "0",
    "queue/max_sectors_kb": "1280",
    "queue/max_segment_size": "65536",
    "queue/max_segments": "168",
    "queue/minimum_io_size": "512",
    "queue/nomerges": "0",
    "queue/nr_zones": "0",
    "queue/optimal_io_size": "0",
    "queue/physical_block_size": "512",
    "queue/read_ahead_kb": "128",
    "queue/rotational": "0",
    "queue/stable_writes": "0",
    "queue/virt_boundary_mask": "0",
    "queue/write_cache": "write back",
    "queue/write_zeroes_max_bytes": "0",
    "queue/zone_append_max_bytes": "0",
    "queue/zone_write_granularity": "0",
    "queue/zoned": "none",
}
"""What every device has, bio-based ones too; those that sort requests have more."""

SORTING = {
    "queue/io_timeout": "30000",
    "queue/nr_requests": "64",
    "queue/rq_affinity": "1",
    "queue/scheduler": "none [mq-deadline] kyber bfq ",
    "queue/wbt_lat_usec": "2000",
    "mq/0/nr_reserved_tags": "0",
    "mq/0/nr_tags": "32",
}

DISK = {
    "alignment_offset": "0",
    "capability": "0",
    "discard_alignment": "0",
    "events": "",
    "events_async": "",
    "events_poll_msecs": "-1",
    "ext_range": "256",
    "hidden": "0",
    "inflight": "       0        0",
    "partscan": "1",
    "range": "16",
    "removable": "0",
    "ro": "0",
    "stat": "  46 0 2916 77 0 0 0 0 0 84 77 0 0 0 0 0 0",
}


@dataclass(frozen=True)
class MadePartition:
    """``start`` and ``size`` in 512-byte sectors; ``udev`` are properties of its own."""

    number: int
    start: int
    size: int
    udev: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class MadeDisk:
    """A block device to be written. ``folder`` is the path of what contains the device's own
    folder, below the root; ``number`` "major:minor"; ``files`` are relative to the device's folder.

    ``udev`` are the properties and ``links`` the "S:" lines of udev's record; without either
    there is no record.
    """

    name: str
    number: str
    folder: str
    sectors: int
    files: Mapping[str, str | bytes]
    udev: Mapping[str, str] = field(default_factory=dict)
    links: tuple[str, ...] = ()
    partitions: tuple[MadePartition, ...] = ()


def add(root: Path, disk: MadeDisk) -> Path:
    """Write ``disk`` below ``root`` with its link in sys/block and its record of udev."""
    folder = root / disk.folder / disk.name
    (folder / "holders").mkdir(parents=True)
    (folder / "slaves").mkdir(parents=True)
    write_files(folder, {"dev": disk.number, "size": str(disk.sectors), **disk.files})
    write_files(folder, {"uevent": uevent(disk.number, disk.name, "disk")})
    make_link(root / "sys/block" / disk.name, folder)
    write_udev(root, disk.number, disk.udev, disk.links)
    for partition in disk.partitions:
        _add_partition(root, folder, disk, partition)
    return folder


def _add_partition(root: Path, folder: Path, disk: MadeDisk, partition: MadePartition) -> None:
    name = partition_name(disk.name, partition.number)
    major, _, minor = disk.number.partition(":")
    number = f"{major}:{int(minor) + partition.number}"
    (folder / name / "holders").mkdir(parents=True)
    write_files(
        folder / name,
        {
            "partition": str(partition.number),
            "dev": number,
            "start": str(partition.start),
            "size": str(partition.size),
            "ro": "0",
            "stat": DISK["stat"],
            "uevent": uevent(number, name, "partition"),
        },
    )
    links = tuple(f"{link}-part{partition.number}" for link in disk.links)
    write_udev(root, number, {**disk.udev, **partition.udev} if partition.udev else {}, links)


def partition_name(disk: str, number: int) -> str:
    """nvme0n1p1, but sda1."""
    return f"{disk}p{number}" if disk[-1].isdigit() else f"{disk}{number}"


def uevent(number: str, name: str, kind: str) -> str:
    major, _, minor = number.partition(":")
    return f"MAJOR={major}\nMINOR={minor}\nDEVNAME={name.replace('!', '/')}\nDEVTYPE={kind}"


def write_udev(
    root: Path, number: str, properties: Mapping[str, str], links: Iterable[str] = ()
) -> None:
    """A record as systemd-udevd writes it (device-private.c: device_update_db)."""
    lines = [
        *(f"S:{link}" for link in links),
        "I:57855451",
        *(f"E:{name}={value}" for name, value in properties.items()),
        "G:systemd",
        "Q:systemd",
        "V:1",
    ]
    if properties or links:
        write_files(root / "run/udev/data", {f"b{number}": "\n".join(lines)})


def sd_name(index: int) -> str:
    """sda, sdb, …, sdz, sdaa: drivers/scsi/sd.c, sd_format_disk_name."""
    letters = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        letters = chr(ord("a") + rest) + letters
    return f"sd{letters}"


def sata(
    name: str = "sda",
    number: str = "8:0",
    port: int = 1,
    *,
    files: Mapping[str, str | bytes] | None = None,
    partitions: tuple[MadePartition, ...] = (),
    sectors: int = 7814037168,
) -> MadeDisk:
    """A spinning 4 TB disk with NCQ at ``port`` of an AHCI controller."""
    serial = f"ZC1{port:05}"
    wwn = f"5000c500{port:08x}"
    return MadeDisk(
        name,
        number,
        f"{PCI}/0000:00:1f.2/ata{port}/host{port}/target{port}:0:0/{port}:0:0:0/block",
        sectors,
        {
            **DISK,
            **QUEUE,
            **SORTING,
            **MQ_DEADLINE,
            "diskseq": str(port),
            "queue/add_random": "1",
            "queue/physical_block_size": "4096",
            "queue/rotational": "1",
            "queue/wbt_lat_usec": "75000",
            "device/model": "ST4000NM0035-1V4",
            "device/vendor": "ATA     ",
            "device/rev": "TN05",
            "device/queue_depth": "32",
            "device/queue_type": "simple",
            "device/wwid": f"naa.{wwn}",
            **(files or {}),
        },
        {
            "ID_ATA": "1",
            "ID_TYPE": "disk",
            "ID_BUS": "ata",
            "ID_MODEL": "ST4000NM0035-1V4107",
            "ID_MODEL_ENC": "ST4000NM0035-1V4107" + "\\x20" * 21,
            "ID_REVISION": "TN05",
            "ID_SERIAL": f"ST4000NM0035-1V4107_{serial}",
            "ID_SERIAL_SHORT": serial,
            "ID_ATA_ROTATION_RATE_RPM": "7200",
            "ID_WWN": f"0x{wwn}",
            "ID_WWN_WITH_EXTENSION": f"0x{wwn}",
            "ID_PATH": f"pci-0000:00:1f.2-ata-{port}.0",
        },
        (
            f"disk/by-id/ata-ST4000NM0035-1V4107_{serial}",
            f"disk/by-id/wwn-0x{wwn}",
            f"disk/by-path/pci-0000:00:1f.2-ata-{port}.0",
        ),
        partitions,
    )


def add_scsi_host(root: Path, host: int, **attributes: str) -> None:
    """The host's entry in sys/class, as an AHCI port has it unless told otherwise."""
    told = {"proc_name": "ahci", "can_queue": "32", "cmd_per_lun": "1", "nr_hw_queues": "1"}
    write_files(root / f"sys/class/scsi_host/host{host}", {**told, **attributes})
