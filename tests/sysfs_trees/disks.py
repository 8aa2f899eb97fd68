"""Drives: what Linux 6.12 shows of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
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

ADIOS = {
    "queue/iosched/adios_version": "3.3.0",
    "queue/iosched/batch_actual_max": "Total  : 12\nDiscard: 0\nRead   : 9\nWrite  : 3",
    "queue/iosched/batch_limit_discard": "1",
    "queue/iosched/batch_limit_read": "36",
    "queue/iosched/batch_limit_write": "72",
    "queue/iosched/batch_order": "0",
    "queue/iosched/bq_refill_below_ratio": "20",
    "queue/iosched/compliance_flags": "7",
    "queue/iosched/global_latency_window": "16000000",
    "queue/iosched/lat_model_discard": "base : 0 ns\nslope: 0 ns/KiB",
    "queue/iosched/lat_model_latency_limit": "500000000",
    "queue/iosched/lat_model_read": "base : 81250 ns\nslope: 1024 ns/KiB",
    "queue/iosched/lat_model_write": "base : 20312 ns\nslope: 977 ns/KiB",
    "queue/iosched/lat_target_discard": "8000000000",
    "queue/iosched/lat_target_read": "2000000",
    "queue/iosched/lat_target_write": "2000000000",
    "queue/iosched/read_priority": "8",
    "queue/iosched/shrink_at_gbytes": "50",
    "queue/iosched/shrink_at_kreqs": "5000",
    "queue/iosched/shrink_resist": "2",
}
"""What CachyOS's block/adios.c shows."""

ADIOS_READ_ONLY = ("adios_version", "batch_actual_max")
ADIOS_WRITE_ONLY = ("reset_bq_stats", "reset_lat_model")

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
    folder, below the root; ``number`` "major:minor", "" for a hidden disk; ``files`` are relative
    to the device's folder. ``paths`` has a link to each of these folders below the root.

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
    paths: tuple[str, ...] = ()


def add(root: Path, disk: MadeDisk) -> Path:
    """Write ``disk`` below ``root`` with its link in sys/block and its record of udev."""
    folder = root / disk.folder / disk.name
    (folder / "holders").mkdir(parents=True)
    (folder / "slaves").mkdir(parents=True)
    number = {"dev": disk.number} if disk.number else {}
    write_files(folder, {**number, "size": str(disk.sectors), **disk.files})
    write_files(folder, {"uevent": uevent(disk.number, disk.name, "disk")})
    for path in disk.paths:
        make_link(folder / "multipath" / path.rpartition("/")[2], root / path)
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
    if not number:
        return f"DEVTYPE={kind}"
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
            "device/vpd_pgb1": bytes.fromhex("00b1003c1c20") + bytes(58),
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


def ssd(name: str = "sdb", number: str = "8:16", port: int = 2) -> MadeDisk:
    """A SATA SSD with NCQ, whose vendor pages tell that nothing in it turns."""
    serial = f"S3Z1NB0K{port:05}"
    return MadeDisk(
        name,
        number,
        f"{PCI}/0000:00:1f.2/ata{port}/host{port}/target{port}:0:0/{port}:0:0:0/block",
        976773168,
        {
            **DISK,
            **QUEUE,
            **SORTING,
            **BFQ,
            "diskseq": str(port),
            "queue/scheduler": "none mq-deadline kyber [bfq] ",
            "queue/discard_granularity": "512",
            "device/model": "Samsung SSD 860 ",
            "device/vendor": "ATA     ",
            "device/rev": "4B6Q",
            "device/queue_depth": "32",
            "device/vpd_pgb1": bytes.fromhex("00b1003c0001") + bytes(58),
            "device/vpd_pg80": b"\0\x80\0\x14" + serial.rjust(20).encode(),
        },
    )


def ssd_with_adios(name: str = "sda", number: str = "8:0", port: int = 1) -> MadeDisk:
    """A SATA SSD under CachyOS's Linux 7.0, with adios, which no other kernel has."""
    made = ssd(name, number, port)
    files = {path: text for path, text in made.files.items() if path not in BFQ}
    others = {
        "queue/scheduler": "none mq-deadline kyber bfq [adios] ",
        "queue/async_depth": "64",
        **ADIOS,
    }
    return replace(made, files={**files, **others})


def restrict_adios(folder: Path) -> None:
    """Give adios's files below the device's ``folder`` the permissions that they have."""
    iosched = folder / "queue/iosched"
    for name in ADIOS_READ_ONLY:
        (iosched / name).chmod(0o444)
    for name in ADIOS_WRITE_ONLY:
        write_files(iosched, {name: ""})
        (iosched / name).chmod(0o200)


def usb_stick(name: str = "sdc", number: str = "8:32") -> MadeDisk:
    """A stick, which as most of them says that it turns, with a file system on all of it."""
    return MadeDisk(
        name,
        number,
        f"{PCI}/0000:00:14.0/usb2/2-1/2-1:1.0/host6/target6:0:0/6:0:0:0/block",
        60063744,
        {
            **DISK,
            **QUEUE,
            **SORTING,
            **MQ_DEADLINE,
            "diskseq": "31",
            "removable": "1",
            "ro": "1",
            "mq/0/nr_tags": "1",
            "queue/add_random": "1",
            "queue/nr_requests": "2",
            "queue/iosched/async_depth": "2",
            "queue/max_hw_sectors_kb": "1024",
            "queue/max_sectors_kb": "1024",
            "queue/rotational": "1",
            "queue/wbt_lat_usec": "75000",
            "queue/write_cache": "write through",
            "device/model": "Ultra Fit       ",
            "device/vendor": "SanDisk ",
            "device/rev": "1.00",
            "device/queue_depth": "1",
        },
        {
            "ID_BUS": "usb",
            "ID_MODEL_ENC": "Ultra\\x20Fit\\x20\\x20\\x20\\x20\\x20\\x20\\x20",
            "ID_VENDOR_ENC": "SanDisk\\x20",
            "ID_REVISION": "1.00",
            "ID_SERIAL": "SanDisk_Ultra_Fit_4C530001-0:0",
            "ID_SERIAL_SHORT": "4C530001",
            "ID_FS_TYPE": "vfat",
            "ID_FS_USAGE": "filesystem",
            "ID_FS_LABEL": "Ferien_2024",
            "ID_FS_LABEL_ENC": "Ferien\\x202024\\x20ü",
            "ID_FS_UUID": "5F3A-1C2B",
            "ID_FS_UUID_ENC": "5F3A-1C2B",
        },
        ("disk/by-id/usb-SanDisk_Ultra_Fit_4C530001-0:0", "disk/by-uuid/5F3A-1C2B"),
    )


def virtio(name: str = "vda", number: str = "254:0") -> MadeDisk:
    """A virtual machine's disk with two queues."""
    return MadeDisk(
        name,
        number,
        f"{PCI}/0000:00:02.0/virtio1/block",
        41943040,
        {
            **DISK,
            **QUEUE,
            **SORTING,
            "diskseq": "1",
            "serial": "ROOT",
            "device/vendor": "0x1af4",
            "mq/0/nr_tags": "256",
            "mq/1/nr_tags": "256",
            "queue/max_hw_sectors_kb": "2147483647",
            "queue/nr_requests": "256",
            "queue/rotational": "1",
            "queue/scheduler": "[none] mq-deadline kyber bfq ",
            "queue/wbt_lat_usec": "75000",
        },
    )


_NVME_DRIVE = {
    "model": "SAMSUNG MZVL21T0HCLR-00B00              ",
    "serial": "S676NX0R000001      ",
    "firmware_rev": "GXA7801Q",
}

_NVME_QUEUE = {
    **DISK,
    **QUEUE,
    "nsid": "1",
    "queue/max_hw_sectors_kb": "2048",
    "queue/virt_boundary_mask": "4095",
    "queue/discard_granularity": "512",
    "range": "0",
    "wwid": "eui.002538b111111111",
}


def nvme(name: str = "nvme0n1", number: str = "259:0", controller: int = 0) -> MadeDisk:
    """An NVMe drive with a queue for each of four processors."""
    return MadeDisk(
        name,
        number,
        f"{PCI}/0000:01:00.0/nvme/nvme{controller}",
        2000409264,
        {
            **_NVME_QUEUE,
            **SORTING,
            "diskseq": "9",
            **{f"mq/{queue}/nr_tags": "1023" for queue in range(4)},
            "queue/max_sectors_kb": "1280",
            "queue/nr_requests": "1023",
            "queue/scheduler": "[none] mq-deadline kyber bfq ",
            **{f"device/{name}": value for name, value in _NVME_DRIVE.items()},
        },
    )


def nvme_with_paths(
    name: str = "nvme1n1",
    number: str = "259:1",
    paths: int = 2,
    scheduler: str = "[none] mq-deadline kyber bfq ",
    *,
    listed: bool = True,
) -> tuple[MadeDisk, ...]:
    """The drive as it's used, without a queue, and the hidden ways to it, which have no node. With
    ``listed`` the drive has links to them, as since Linux 6.15.

    Source: drivers/nvme/host/multipath.c; block/genhd.c, __add_disk, on numbers and events.
    """
    subsystem, _, namespace = name.removeprefix("nvme").partition("n")
    hidden = tuple(
        MadeDisk(
            f"nvme{subsystem}c{path}n{namespace}",
            "",
            f"{PCI}/0000:0{path + 2}:00.0/nvme/nvme{path}",
            2000409264,
            {
                **_NVME_QUEUE,
                **SORTING,
                "diskseq": str(20 + path),
                "hidden": "1",
                "ana_state": "optimized" if path == 0 else "non-optimized",
                "mq/0/nr_tags": "1023",
                "queue/nr_requests": "1023",
                "queue/scheduler": scheduler,
                "device/state": "live",
                **{f"device/{name}": value for name, value in _NVME_DRIVE.items()},
            },
        )
        for path in range(paths)
    )
    head = MadeDisk(
        name,
        number,
        f"sys/devices/virtual/nvme-subsystem/nvme-subsys{subsystem}",
        2000409264,
        {
            **_NVME_QUEUE,
            "diskseq": "10",
            "device/iopolicy": "numa",
            **{f"device/{name}": value for name, value in _NVME_DRIVE.items()},
        },
        paths=tuple(f"{path.folder}/{path.name}" for path in hidden) if listed else (),
    )
    return head, *hidden


def card(name: str = "mmcblk0", number: str = "179:0") -> MadeDisk:
    """An SD card with a boot partition and a system."""
    return MadeDisk(
        name,
        number,
        "sys/devices/platform/soc/fe340000.mmc/mmc_host/mmc0/mmc0:aaaa/block",
        62333952,
        {
            **DISK,
            **QUEUE,
            **SORTING,
            **MQ_DEADLINE,
            "diskseq": "2",
            "mq/0/nr_tags": "64",
            "queue/nr_requests": "128",
            "queue/iosched/async_depth": "128",
            "queue/max_hw_sectors_kb": "1024",
            "queue/max_sectors_kb": "1024",
            "queue/optimal_io_size": "4194304",
            "queue/read_ahead_kb": "8192",
            "device/name": "SC32G",
            "device/serial": "0x1a2b3c4d",
            "device/fwrev": "0x0",
            "device/type": "SD",
        },
        partitions=(MadePartition(1, 8192, 524288), MadePartition(2, 532480, 61801472)),
    )


def network_disk(name: str = "nbd0", number: str = "43:0") -> MadeDisk:
    return MadeDisk(
        name,
        number,
        "sys/devices/virtual/block",
        2097152,
        {
            **DISK,
            **QUEUE,
            **SORTING,
            **MQ_DEADLINE,
            "diskseq": "3",
            "pid": "4711",
            "mq/0/nr_tags": "128",
            "queue/nr_requests": "256",
            "queue/iosched/async_depth": "256",
        },
    )


def memory_disk(name: str = "zram0", number: str = "253:0") -> MadeDisk:
    return MadeDisk(
        name,
        number,
        "sys/devices/virtual/block",
        8388608,
        {
            **DISK,
            **QUEUE,
            "diskseq": "4",
            "disksize": "4294967296",
            "queue/logical_block_size": "4096",
            "queue/physical_block_size": "4096",
            "queue/write_cache": "write through",
        },
    )


def loop(file: str, name: str = "loop0", number: str = "7:0") -> MadeDisk:
    return MadeDisk(
        name,
        number,
        "sys/devices/virtual/block",
        131072,
        {
            **DISK,
            **QUEUE,
            **SORTING,
            "diskseq": "5",
            "mq/0/nr_tags": "128",
            "loop/backing_file": file,
            "loop/dio": "0",
            "queue/max_hw_sectors_kb": "1280",
            "queue/nr_requests": "128",
            "queue/scheduler": "[none] mq-deadline kyber bfq ",
        },
    )


def zoned(name: str = "sdd", number: str = "8:48", port: int = 4) -> MadeDisk:
    """A shingled 14 TB disk whose 52156 zones of 256 MiB its host has to manage."""
    return sata(
        name,
        number,
        port,
        sectors=27344764928,
        files={
            "queue/zoned": "host-managed",
            "queue/nr_zones": "52156",
            "queue/chunk_sectors": "524288",
            "queue/zone_append_max_bytes": "1048576",
        },
    )


def unit_of_3ware(name: str, number: str, target: int) -> MadeDisk:
    """An array of a 9650SE at host 8; ``add_3ware`` writes the controller."""
    serial = f"U{target}0A1B2C3D"
    return MadeDisk(
        name,
        number,
        f"{PCI}/0000:03:00.0/host8/target8:0:{target}/8:0:{target}:0/block",
        5859311616,
        {
            **DISK,
            **QUEUE,
            **SORTING,
            **MQ_DEADLINE,
            "diskseq": str(40 + target),
            "mq/0/nr_tags": "254",
            "queue/nr_requests": "256",
            "queue/iosched/async_depth": "256",
            "queue/add_random": "1",
            "queue/max_hw_sectors_kb": "128",
            "queue/max_sectors_kb": "128",
            "queue/rotational": "1",
            "queue/wbt_lat_usec": "75000",
            "device/model": "9650SE-4LP DISK ",
            "device/vendor": "AMCC    ",
            "device/rev": "4.10",
            "device/queue_depth": "254",
            "device/vpd_pg80": b"\0\x80\0\x14" + serial.ljust(20).encode(),
        },
    )


def add_3ware(root: Path) -> None:
    """The driver gives no name to its host, so that the controller's driver has to tell."""
    add_scsi_host(root, 8, proc_name="(null)", can_queue="254", cmd_per_lun="254")
    make_link(root / PCI / "0000:03:00.0/driver", root / "sys/bus/pci/drivers/3w-9xxx")


def smart_array(name: str = "cciss!c0d0", number: str = "104:0") -> MadeDisk:
    """A unit of an old controller, whose name has a slash in /dev."""
    return MadeDisk(
        name,
        number,
        f"{PCI}/0000:04:00.0/cciss0/c0d0/block",
        286677120,
        {**DISK, **QUEUE, "diskseq": "6", "queue/rotational": "1"},
        partitions=(MadePartition(1, 2048, 1024000),),
    )


def add_ata_device(root: Path, port: int, *, depth: int = 32, ncq: bool = True) -> None:
    """The drive's IDENTIFY data as sysfs prints it: 256 words, eight a line (ATA8-ACS)."""
    words = ["0000"] * 256
    words[75] = f"{depth - 1:04x}"
    words[76] = "0100" if ncq else "0002"
    lines = [" ".join(words[start : start + 8]) for start in range(0, 256, 8)]
    write_files(root / f"sys/class/ata_device/dev{port}.0", {"id": "\n".join(lines)})
