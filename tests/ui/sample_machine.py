"""An invented computer with every kind of device, for pictures and tests of the window."""

from __future__ import annotations

from dataclasses import replace

from storage_tuner.core.controller import Battery, Controller, Policy, Port, Unit
from storage_tuner.core.device import (
    BackgroundWork,
    Content,
    Device,
    DeviceMapping,
    MdMember,
    MdState,
    Partition,
    QueueDepth,
    SchedulerState,
    SettingOwner,
    Zones,
)
from storage_tuner.core.device_use import RUNNING_SYSTEM
from storage_tuner.core.health import Health, SectorFormat, SectorPerformance
from storage_tuner.core.message import Text, sentence
from storage_tuner.core.virtual_memory import VirtualMemory

SCHEDULERS = ("none", "mq-deadline", "kyber", "bfq")
NO_QUEUE = "this device has no request queue of its own"

_MQ_DEADLINE = {
    "read_expire": "500",
    "write_expire": "5000",
    "prio_aging_expire": "10000",
    "fifo_batch": "16",
    "writes_starved": "2",
    "front_merges": "1",
    "async_depth": "64",
}
_BFQ = {
    "low_latency": "1",
    "slice_idle": "8",
    "slice_idle_us": "8000",
    "strict_guarantees": "0",
    "timeout_sync": "125",
    "max_budget": "0",
    "fifo_expire_sync": "125",
    "fifo_expire_async": "250",
    "back_seek_max": "16384",
    "back_seek_penalty": "2",
}
_QUEUE = {
    "nr_requests": "64",
    "queue_depth": "32",
    "read_ahead_kb": "128",
    "max_sectors_kb": "1280",
    "rq_affinity": "1",
    "nomerges": "0",
    "wbt_lat_usec": "75000",
    "add_random": "1",
    "iostats": "1",
    "rotational": "1",
}


def mounted(*points: str) -> tuple[Text, ...]:
    return tuple(sentence("mounted at {point}", point=point) for point in points)


def hdd(name: str, **more: object) -> Device:
    """A SATA disk with everything that there is to know of one."""
    serial = f"EXHD4000-{name.upper()}7K31"
    values: dict[str, object] = {
        "kind": "disk",
        "size_bytes": 4_000_787_030_016,
        "transport": "sata",
        "links": (
            f"/dev/disk/by-id/ata-Example_HDD_4TB_{serial}",
            f"/dev/disk/by-id/wwn-0x5000c500a1b2c3{name[-1]}4",
            "/dev/disk/by-path/pci-0000:00:1f.2-ata-1.0",
        ),
        "vendor": "Example",
        "model": "Example HDD 4 TB",
        "serial": serial,
        "wwn": f"0x5000c500a1b2c3{name[-1]}4",
        "firmware": "82.00A82",
        "logical_block_bytes": 512,
        "physical_block_bytes": 4096,
        "optimal_io_bytes": 0,
        "rotational": True,
        "rotational_believed": True,
        "write_cache": "write back",
        "removable": False,
        "read_only": False,
        "diskseq": 10 + ord(name[-1]),
        "scheduler": SchedulerState("mq-deadline", SCHEDULERS),
        "queue_depth": QueueDepth(32, 32, True, True),
        "settings": {"scheduler": "mq-deadline", **_QUEUE, **_MQ_DEADLINE},
        "limits": {"queue_depth": (1, 32), "max_sectors_kb": (4, 32767)},
        "defaults": {"read_ahead_kb": "128", "nr_requests": "64", "wbt_lat_usec": "75000"},
        "missing": {"backing_file": "not a loop device"},
    }
    return Device(name, f"/dev/{name}", **{**values, **more})  # type: ignore[arg-type]


def ssd(name: str, **more: object) -> Device:
    """An NVMe disk."""
    values: dict[str, object] = {
        "kind": "nvme",
        "transport": "nvme",
        "model": "Example SSD 1 TB",
        "vendor": None,
        "serial": "S4EXNF0M123456",
        "wwn": "eui.0025385b71b0c0d1",
        "links": ("/dev/disk/by-id/nvme-Example_SSD_1TB_S4EXNF0M123456",),
        "size_bytes": 1_000_204_886_016,
        "rotational": False,
        "physical_block_bytes": 512,
        "scheduler": SchedulerState("none", SCHEDULERS),
        "queue_depth": None,
        "settings": {
            "scheduler": "none",
            **{name: value for name, value in _QUEUE.items() if name != "queue_depth"},
            "nr_requests": "1023",
            "rotational": "0",
            "wbt_lat_usec": "2000",
            "add_random": "0",
        },
        "missing": {
            "vendor": "NVMe tells the model only",
            "queue_depth": sentence("this device has no such setting"),
        },
    }
    return hdd(name, **{**values, **more})


def _without_queue(name: str, kind: str, size_bytes: int, **more: object) -> Device:
    values: dict[str, object] = {
        "logical_block_bytes": 512,
        "physical_block_bytes": 4096,
        "rotational": True,
        "rotational_believed": True,
        "removable": False,
        "read_only": False,
        "settings": {"read_ahead_kb": "1024", "max_sectors_kb": "1280", "iostats": "1"},
        "missing": {
            "scheduler": NO_QUEUE,
            "nr_requests": NO_QUEUE,
            "transport": "not on a bus",
            "vendor": "arrays and mapped devices have none",
            "model": "arrays and mapped devices have none",
            "serial": "arrays and mapped devices have none",
            "wwn": "arrays and mapped devices have none",
            "firmware": "arrays and mapped devices have none",
            "write_cache": "set on the disks beneath",
        },
    }
    path = f"/dev/{name}"
    return Device(name, path, kind, size_bytes, **{**values, **more})  # type: ignore[arg-type]


MEMORY = VirtualMemory(
    settings={
        "dirty_ratio": "20",
        "dirty_bytes": "0",
        "dirty_background_ratio": "0",
        "dirty_background_bytes": "67108864",
        "dirty_expire_centisecs": "3000",
        "dirty_writeback_centisecs": "500",
        "swappiness": "10",
    },
    limits={"dirty_bytes": (8192, 1 << 50), "dirty_background_bytes": (8192, 1 << 50)},
    defaults={
        "dirty_ratio": "20",
        "dirty_bytes": "0",
        "dirty_background_ratio": "10",
        "dirty_background_bytes": "0",
        "dirty_expire_centisecs": "3000",
        "dirty_writeback_centisecs": "500",
        "swappiness": "60",
    },
    owners=(SettingOwner("sysctl.d", "swappiness", "10", "/etc/sysctl.d/60-desktop.conf:2"),),
)

DEGRADED = _without_queue(
    "md0",
    "md",
    8_001_300_000_000,
    links=("/dev/disk/by-id/md-name-workshop:0", "/dev/md/archive"),
    optimal_io_bytes=1 << 20,
    diskseq=31,
    members=("sda", "sdb1", "sdc"),
    mount_points=("/srv/archive",),
    in_use=(sentence("mounted at {point}", point="/srv/archive"),),
    content=Content("ext4", "filesystem", "archive", "0f3c0f6e-1b9a-4c55-8a2b-6a4f8c7d9e10"),
    background=BackgroundWork("recover", 43.2),
    settings={
        "read_ahead_kb": "2048",
        "max_sectors_kb": "1280",
        "iostats": "1",
        "stripe_cache_size": "256",
        "group_thread_cnt": "0",
        "sync_speed_min": "system",
        "sync_speed_max": "200000",
    },
    owners=(
        SettingOwner(
            "udev rule", "stripe_cache_size", "256", "/etc/udev/rules.d/60-md-stripe-cache.rules:4"
        ),
    ),
    md=MdState(
        "raid5",
        "left-symmetric",
        524288,
        "active",
        "recover",
        1,
        43.2,
        3,
        0,
        "internal",
        "bitmap",
        "3aaa0122:29827cfa:5331ad66:ca767371",
        "1.2",
        (
            MdMember("sda", 0, ("in_sync",)),
            MdMember("sdb1", 1, ("in_sync", "write_mostly")),
            MdMember("sdc", 2, ("spare",)),
        ),
    ),
)

_RAID = (
    sentence("member of {block}", block="md0"),
    sentence("mounted at {point}", point="/srv/archive"),
)
_STACK = (
    sentence("member of {block}", block="md1"),
    "LUKS secret",
    "LVM vg0-home",
    sentence("mounted at {point}", point="/home"),
)

SYSTEM = ssd(
    "nvme0n1",
    partitions=(
        Partition(
            "nvme0n1p1",
            536_870_912,
            "/dev/nvme0n1p1",
            1 << 20,
            Content("vfat", "filesystem", "EFI", "A1B2-C3D4"),
            ("/boot/efi",),
            (sentence("mounted at {point}", point="/boot/efi"),),
        ),
        Partition(
            "nvme0n1p2",
            982_000_000_000,
            "/dev/nvme0n1p2",
            537_919_488,
            Content("ext4", "filesystem", "system", "8a9d3c1e-74a1-4a57-a1f5-7d3f65cc0d11"),
            ("/", "/var/lib/docker"),
            mounted("/", "/var/lib/docker"),
        ),
        Partition(
            "nvme0n1p3",
            17_179_869_184,
            "/dev/nvme0n1p3",
            982_537_919_488,
            Content("swap", "other", None, "c0ffee00-1111-4222-8333-444455556666"),
            (),
            (sentence("swap"),),
        ),
        Partition("nvme0n1p4", 1_000_000_000, "/dev/nvme0n1p4", 999_800_000_000),
    ),
    in_use=(*mounted("/boot/efi", "/"), RUNNING_SYSTEM, sentence("swap")),
    owners=(
        SettingOwner(
            "udev rule", "scheduler", "none", "/usr/lib/udev/rules.d/60-block-scheduler.rules:5"
        ),
        SettingOwner("tuned", "read_ahead_kb", "4096", "/usr/lib/tuned/throughput/tuned.conf:12"),
    ),
)  # fmt: skip

ZONED = hdd(
    "sdh",
    model="Example HDD 20 TB SMR with a name that is longer than most rows",
    size_bytes=20_000_588_955_648,
    zones=Zones("host-managed", 74508, 256 << 20),
    logical_block_bytes=4096,
    owners=(
        SettingOwner(
            "kernel command line", "scheduler", None, "elevator=mq-deadline (without an effect)"
        ),
    ),
)
VIRTUAL = hdd(
    "vda",
    transport="virtio",
    vendor=None,
    model=None,
    serial="disk-0",
    wwn=None,
    firmware=None,
    links=("/dev/disk/by-path/virtio-pci-0000:00:04.0",),
    rotational_believed=False,
    rotational_doubt="virtio says 1 whatever is behind it",
    queue_depth=None,
    missing={
        "vendor": "virtio tells a number only",
        "model": "virtio has none",
        "wwn": "virtio has none",
        "firmware": "virtio has none",
    },
)

EVERYTHING: tuple[Device, ...] = (
    DEGRADED,
    hdd("sda", holders=("md0",), in_use=_RAID),
    hdd(
        "sdb",
        in_use=_RAID,
        partitions=(
            Partition(
                "sdb1",
                4_000_000_000_000,
                "/dev/sdb1",
                1 << 20,
                Content("linux_raid_member", "raid", "workshop:0", "3aaa0122-2982-7cfa"),
                (),
                _RAID,
            ),
        ),
        holders=("md0",),
    ),
    hdd(
        "sdc",
        holders=("md0",),
        in_use=_RAID,
        scheduler=SchedulerState("bfq", SCHEDULERS),
        queue_depth=QueueDepth(1, 32, False, True, "the queue depth is 1"),
        settings={
            "scheduler": "bfq",
            **_QUEUE,
            "nr_requests": "256",
            "queue_depth": "1",
            **_BFQ,
        },
    ),
    _without_queue(
        "md1",
        "md",
        4_000_000_000_000,
        members=("sde", "sdf"),
        holders=("dm-0",),
        in_use=_STACK[1:],
        md=MdState(
            "raid1",
            None,
            None,
            "clean",
            "idle",
            0,
            None,
            2,
            0,
            "internal",
            "bitmap",
            "91ab44f0:0cde0f3c:1d2e3f40:aa55aa55",
            "1.2",
            (MdMember("sde", 0, ("in_sync",)), MdMember("sdf", 1, ("in_sync",))),
        ),
    ),
    hdd("sde", holders=("md1",), in_use=_STACK),
    hdd("sdf", holders=("md1",), in_use=_STACK),
    _without_queue(
        "dm-0",
        "dm",
        4_000_000_000_000,
        members=("md1",),
        holders=("dm-1", "dm-2"),
        in_use=_STACK[2:],
        mapping=DeviceMapping("LUKS", "secret", "CRYPT-LUKS2-9f86d081884c7d659a2feaa0c55ad015"),
        content=Content("LVM2_member", "raid", None, "Yb3n1W-xkcd"),
    ),
    _without_queue(
        "dm-1",
        "dm",
        2_000_000_000_000,
        links=("/dev/disk/by-id/dm-name-vg0-home", "/dev/vg0/home"),
        members=("dm-0",),
        mount_points=("/home",),
        in_use=(sentence("mounted at {point}", point="/home"),),
        mapping=DeviceMapping("LVM", "vg0-home", "LVM-GWb1xkcd0001", "vg0", "home"),
        content=Content("xfs", "filesystem", "home", "5d41402a-bc4b-2a76-b971-9d911017c592"),
    ),
    _without_queue(
        "dm-2",
        "dm",
        1_000_000_000_000,
        members=("dm-0",),
        mapping=DeviceMapping("LVM", "vg0-scratch", "LVM-GWb1xkcd0002", "vg0", "scratch"),
    ),
    SYSTEM,
    hdd(
        "sdg",
        transport="3ware",
        vendor="AMCC",
        model="9650SE-4LP DISK",
        size_bytes=5_999_000_000_000,
        queue_depth=QueueDepth(254, 254, None),
        mount_points=("/srv/backup",),
        in_use=(sentence("mounted at {point}", point="/srv/backup"),),
        background=BackgroundWork("rebuild", 17),
    ),
    ZONED,
    hdd(
        "sdi",
        transport="usb",
        removable=True,
        read_only=True,
        model="Example USB stick",
        size_bytes=31_000_000_000,
        rotational=False,
        queue_depth=QueueDepth(1, 1, None),
    ),
    replace(
        hdd("sdj", transport="sas", model="Example SAS 2 TB"),
        holders=("dm-3",),
        in_use=(sentence("member of {block}", block="mpatha"),),
    ),
    replace(
        hdd("sdk", transport="sas", model="Example SAS 2 TB"),
        holders=("dm-3",),
        in_use=(sentence("member of {block}", block="mpatha"),),
    ),
    replace(
        hdd("dm-3", model=None, serial=None, vendor=None, wwn=None, firmware=None, transport=None),
        kind="dm",
        members=("sdj", "sdk"),
        mapping=DeviceMapping("multipath", "mpatha", "mpath-35000c500a1b2c3d4"),
    ),
    VIRTUAL,
    replace(
        hdd("mmcblk0", transport="mmc", model="SD64G", rotational=False),
        kind="mmc",
        size_bytes=63_864_569_856,
    ),
    replace(
        hdd("nbd0", transport=None, model=None, serial=None, vendor=None, wwn=None),
        kind="nbd",
        size_bytes=10_000_000_000,
    ),
    replace(
        hdd("loop0", transport=None, model=None, serial=None, vendor=None, wwn=None),
        kind="loop",
        size_bytes=1_073_741_824,
        backing_file="/var/lib/images/a-disk-with-quite-a-long-name-for-the-tests.img",
    ),
    replace(
        hdd("zram0", transport=None, model=None, serial=None, vendor=None, wwn=None),
        kind="zram",
        size_bytes=8_000_000_000,
        scheduler=None,
        queue_depth=None,
        in_use=(sentence("swap"),),
    ),
)

BY_NAME = {device.name: device for device in EVERYTHING}


def _port(number: int) -> Port:
    return Port(
        f"p{number}",
        "OK" if number != 1 else "DEGRADED",
        "u0" if number < 3 else "u1",
        3_000_000_000_000,
        "Example HDD 3 TB",
        f"9QJ04KB{number}",
        "CV11",
        True,
        number != 2,
        {"Spindle Speed": "7200 RPM"},
    )


CONTROLLER = Controller(
    "3ware",
    "c0",
    "9650SE-4LPML",
    "FE9X 4.10.00.027",
    "2.26.02.014",
    "L326018A8320487",
    units=(
        Unit(
            "u0",
            "RAID-5",
            "REBUILDING",
            17,
            5_999_000_000_000,
            65536,
            "RiW",
            "9QJ04KBX0A7A1200A2B1",
            (
                Policy("qpolicy", "on"),
                Policy("autoverify", "off"),
                Policy("storsave", "balance"),
                Policy("rapid-recovery", None, "only units of RAID 1, 10 and 5 on 9690SA have it"),
            ),
            ("p0", "p1", "p2"),
            disks=("sdg",),
            details={"Ignore ECC": "off"},
        ),
        Unit(
            "u1",
            "RAID-10",
            "DEGRADED",
            None,
            2_000_000_000_000,
            65536,
            "W",
            sub_units=(
                Unit("u1-0", "RAID-1", "OK", ports=("p3", "p4")),
                Unit("u1-1", "RAID-1", "DEGRADED", ports=("p5",)),
            ),
            mapping_doubt="two disks have this size, and neither tells a serial number",
        ),
    ),
    ports=(
        *(_port(number) for number in range(6)),
        Port("p6", "OK", None, 3_000_000_000_000, "Example HDD 3 TB", "9QJ04KB6"),
        Port("p7", "NOT-PRESENT"),
    ),
    bbu=Battery("Charging", False, {"Temperature": "31 °C", "Capacity": "255 hours"}),
    details={"Bios": "BE9X 4.08.00.004", "Available Memory": "224MB"},
)  # fmt: skip

HEALTHY = Health("nvme0n1", True, False, 38, 12345, None, None, 0, 4, missing={
    "reallocated_sectors": "NVMe drives don't count them",
    "pending_sectors": "NVMe drives don't count them",
}, sector_formats=(
    SectorFormat(512, 0, SectorPerformance.GOOD, in_use=True),
    SectorFormat(4096, 0, SectorPerformance.BETTER),
))  # fmt: skip
WORN = Health(
    "sda", True, False, 51, 43210, 24, 8, 3, None,
    (
        "24 sectors were replaced by spare ones.",
        "8 sectors can't be read and wait to be replaced.",
    ),
    {"wear_percent": "a spinning disk doesn't wear that way"},
)  # fmt: skip
FAILING = Health(
    "sde", False, False, 44, 61000, 1632, 411, 97, None, ("The drive failed its self-assessment.",)
)
ASLEEP = Health("sdf", None, True)
