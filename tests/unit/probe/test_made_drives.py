"""One drive of each kind from a made-up computer: everything that's told of it, written by hand."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

from storage_tuner.core.device import (
    Content,
    Device,
    NvmeMultipath,
    NvmePath,
    Partition,
    QueueDepth,
    SchedulerState,
    Zones,
)
from storage_tuner.core.errors import OnlyAPath
from storage_tuner.core.member_settings import listed_devices, member_settings, members_sentence
from storage_tuner.jobs.planning.candidates import candidates
from storage_tuner.probe.block.devices import find_device, read_devices
from storage_tuner.probe.block.schedulers import offered_schedulers
from storage_tuner.probe.files.target import devices_to_tune, resolve_path
from tests.sysfs_trees.disks import (
    MQ_DEADLINE as MQ_DEADLINE_FILES,
)
from tests.sysfs_trees.disks import (
    add,
    add_ata_device,
    add_scsi_host,
    nvme_with_paths,
    sata,
    unit_of_3ware,
    zoned,
)
from tests.sysfs_trees.files import write_files
from tests.sysfs_trees.machines import make_drives
from tests.sysfs_trees.stacks import write_proc
from tests.unit.probe.made_trees import write_tree
from tests.unit.said import said

ALL = ("none", "mq-deadline", "kyber", "bfq")
MQ_DEADLINE = SchedulerState("mq-deadline", ALL)
NONE = SchedulerState("none", ALL)
TESTED_APART = ("name", "path", "settings", "defaults", "limits", "missing")
GIB = 1 << 30


@pytest.fixture(scope="module")
def drives(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Device]:
    return by_name(make_drives(tmp_path_factory.mktemp("drives")))


def by_name(root: Path) -> dict[str, Device]:
    return {device.name: said(device) for device in read_devices(root)}


def told(device: Device) -> dict[str, Any]:
    """Every field that says something, but for those about settings, which have tests below."""
    values = {field.name: getattr(device, field.name) for field in fields(Device)}
    return {
        name: value
        for name, value in values.items()
        if name not in TESTED_APART and value not in (None, (), {})
    }


BLOCKS = {"logical_block_bytes": 512, "physical_block_bytes": 512, "optimal_io_bytes": 0}
FIXED = {"removable": False, "read_only": False, "write_cache": "write back", **BLOCKS}
STILL = {"rotational": False, "rotational_believed": True}

SRV = ("mounted at /srv", "mounted at /home/me/a b", "backing file of loop0")
ST4000 = "ST4000NM0035-1V4107"

EXPECTED: dict[str, dict[str, Any]] = {
    "sda": {
        **FIXED,
        "kind": "disk",
        "transport": "sata",
        "size_bytes": 4_000_787_030_016,
        "physical_block_bytes": 4096,
        "links": (
            f"/dev/disk/by-id/ata-{ST4000}_ZC100001",
            "/dev/disk/by-id/wwn-0x5000c50000000001",
            "/dev/disk/by-path/pci-0000:00:1f.2-ata-1.0",
        ),
        "model": ST4000,
        "serial": "ZC100001",
        "wwn": "0x5000c50000000001",
        "firmware": "TN05",
        "diskseq": 1,
        "rotational": True,
        "rotational_believed": True,
        "scheduler": MQ_DEADLINE,
        "queue_depth": QueueDepth(32, 32, True, True),
        "partitions": (
            Partition(
                "sda1",
                4_000_785_981_440,
                "/dev/sda1",
                1 << 20,
                Content("ext4", "filesystem", "my data", "9a6d5c9d-1d6d-4f0f-bb7a-65081e8534b5"),
                ("/srv", "/home/me/a b"),
                SRV,
            ),
        ),
        "in_use": SRV,
    },
    "sdb": {
        **FIXED,
        **STILL,
        "kind": "disk",
        "transport": "sata",
        "size_bytes": 500_107_862_016,
        "model": "Samsung SSD 860",
        "serial": "S3Z1NB0K00002",
        "firmware": "4B6Q",
        "diskseq": 2,
        "scheduler": SchedulerState("bfq", ALL),
        "queue_depth": QueueDepth(32, 32, True, True),
    },
    "sdc": {
        **BLOCKS,
        "kind": "disk",
        "transport": "usb",
        "size_bytes": 30_752_636_928,
        "links": (
            "/dev/disk/by-id/usb-SanDisk_Ultra_Fit_4C530001-0:0",
            "/dev/disk/by-uuid/5F3A-1C2B",
        ),
        "vendor": "SanDisk",
        "model": "Ultra Fit",
        "serial": "4C530001",
        "firmware": "1.00",
        "diskseq": 31,
        "rotational": True,
        "rotational_believed": False,
        "rotational_doubt": "USB enclosures and sticks often report any drive as rotational",
        "write_cache": "write through",
        "removable": True,
        "read_only": True,
        "scheduler": MQ_DEADLINE,
        "queue_depth": QueueDepth(1, 1, None),
        "content": Content("vfat", "filesystem", "Ferien 2024 ü", "5F3A-1C2B"),
    },
    "sdd": {
        **FIXED,
        "kind": "disk",
        "transport": "sata",
        "size_bytes": 14_000_519_643_136,
        "physical_block_bytes": 4096,
        "links": (
            f"/dev/disk/by-id/ata-{ST4000}_ZC100004",
            "/dev/disk/by-id/wwn-0x5000c50000000004",
            "/dev/disk/by-path/pci-0000:00:1f.2-ata-4.0",
        ),
        "model": ST4000,
        "serial": "ZC100004",
        "wwn": "0x5000c50000000004",
        "firmware": "TN05",
        "diskseq": 4,
        "rotational": True,
        "rotational_believed": True,
        "scheduler": MQ_DEADLINE,
        "queue_depth": QueueDepth(32, 32, True, True),
        "zones": Zones("host-managed", 52156, 256 << 20),
    },
    "sde": {
        **FIXED,
        "kind": "disk",
        "transport": "3ware",
        "size_bytes": 2_999_967_547_392,
        "vendor": "AMCC",
        "model": "9650SE-4LP DISK",
        "serial": "U00A1B2C3D",
        "firmware": "4.10",
        "diskseq": 40,
        "rotational": True,
        "rotational_believed": False,
        "rotational_doubt": "a RAID controller doesn't report the type of its drives",
        "scheduler": MQ_DEADLINE,
        "queue_depth": QueueDepth(254, 254, None),
    },
    "vda": {
        **FIXED,
        "kind": "disk",
        "transport": "virtio",
        "size_bytes": 20 * GIB,
        "serial": "ROOT",
        "diskseq": 1,
        "rotational": True,
        "rotational_believed": False,
        "rotational_doubt": "a virtual disk doesn't report the hardware behind it",
        "scheduler": NONE,
    },
    "nvme0n1": {
        **FIXED,
        **STILL,
        "kind": "nvme",
        "transport": "nvme",
        "size_bytes": 1_024_209_543_168,
        "model": "SAMSUNG MZVL21T0HCLR-00B00",
        "serial": "S676NX0R000001",
        "wwn": "eui.002538b111111111",
        "firmware": "GXA7801Q",
        "diskseq": 9,
        "scheduler": NONE,
    },
    "nvme1n1": {
        **FIXED,
        **STILL,
        "kind": "nvme",
        "transport": "nvme",
        "size_bytes": 1_024_209_543_168,
        "model": "SAMSUNG MZVL21T0HCLR-00B00",
        "serial": "S676NX0R000001",
        "wwn": "eui.002538b111111111",
        "firmware": "GXA7801Q",
        "diskseq": 10,
        "members": ("nvme1c0n1", "nvme1c1n1"),
        "multipath": NvmeMultipath(
            "numa",
            (
                NvmePath("nvme1c0n1", "nvme0", "live", "optimized"),
                NvmePath("nvme1c1n1", "nvme1", "live", "non-optimized"),
            ),
        ),
    },
    "mmcblk0": {
        **FIXED,
        **STILL,
        "kind": "mmc",
        "transport": "mmc",
        "size_bytes": 31_914_983_424,
        "optimal_io_bytes": 4 << 20,
        "model": "SC32G",
        "serial": "0x1a2b3c4d",
        "firmware": "0x0",
        "diskseq": 2,
        "scheduler": MQ_DEADLINE,
        "partitions": (
            Partition(
                "mmcblk0p1",
                256 << 20,
                "/dev/mmcblk0p1",
                4 << 20,
                Content("vfat", "filesystem"),
                ("/boot/firmware",),
                ("mounted at /boot/firmware",),
            ),
            Partition(
                "mmcblk0p2",
                31_642_353_664,
                "/dev/mmcblk0p2",
                260 << 20,
                Content("ext4", "filesystem"),
                ("/",),
                ("mounted at /", "holds the running system"),
            ),
        ),
        "in_use": ("mounted at /boot/firmware", "mounted at /", "holds the running system"),
    },
    "nbd0": {
        **FIXED,
        "kind": "nbd",
        "size_bytes": GIB,
        "diskseq": 3,
        "rotational": False,
        "rotational_believed": False,
        "rotational_doubt": "its disk is in another computer",
        "scheduler": MQ_DEADLINE,
    },
    "zram0": {
        **FIXED,
        "kind": "zram",
        "size_bytes": 4 * GIB,
        "logical_block_bytes": 4096,
        "physical_block_bytes": 4096,
        "diskseq": 4,
        "rotational": False,
        "rotational_believed": False,
        "rotational_doubt": "its data is in memory",
        "write_cache": "write through",
        "content": Content("swap", "other"),
        "in_use": ("swap",),
    },
    "loop0": {
        **FIXED,
        "kind": "loop",
        "size_bytes": 64 << 20,
        "diskseq": 5,
        "rotational": False,
        "rotational_believed": False,
        "rotational_doubt": "a loop device is as fast as the disk that holds its file",
        "backing_file": "/srv/images/disk one.img",
        "scheduler": NONE,
    },
    "cciss!c0d0": {
        **FIXED,
        "kind": "disk",
        "size_bytes": 146_778_685_440,
        "diskseq": 6,
        "rotational": True,
        "rotational_believed": False,
        "rotational_doubt": "a RAID controller doesn't report the type of its drives",
        "partitions": (
            Partition(
                "cciss!c0d0p1",
                500 << 20,
                "/dev/cciss/c0d0p1",
                1 << 20,
                Content("ext3", "filesystem"),
                ("/old",),
                ("mounted at /old",),
            ),
        ),
        "in_use": ("mounted at /old",),
    },
}


@pytest.mark.parametrize("name", EXPECTED)
def test_all_that_is_told_of_a_drive(drives: dict[str, Device], name: str) -> None:
    assert told(drives[name]) == EXPECTED[name]
    assert drives[name].path == "/dev/" + name.replace("!", "/")


def test_there_is_nothing_else(drives: dict[str, Device]) -> None:
    """The hidden paths of the NVMe drive have no node, so they aren't listed."""
    listed = {device.name for device in listed_devices(drives.values())}
    assert listed == {*EXPECTED, "sdf"}
    assert drives.keys() - listed == {"nvme1c0n1", "nvme1c1n1"}
    assert drives["sdf"].serial == "U10A1B2C3D"


@pytest.fixture(params=[True, False], ids=["6.15", "6.12"])
def dual(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A computer with one NVMe drive with two paths, with and without the folder of links."""
    for disk in nvme_with_paths("nvme0n1", listed=request.param):
        add(tmp_path, disk)
    return tmp_path


def test_the_paths_of_an_nvme_drive_are_tuned(dual: Path) -> None:
    drives = by_name(dual)
    drive, path = drives["nvme0n1"], drives["nvme0c1n1"]
    assert devices_to_tune(drive, dual) == drive.members == ("nvme0c0n1", "nvme0c1n1")
    assert said(drive.missing["scheduler"]) == "this device has no request queue of its own"
    assert (path.head, path.path, path.holders) == ("nvme0n1", "", ("nvme0n1",))
    assert (path.serial, path.wwn) == (drive.serial, drive.wwn)
    assert said(path.in_use) == ("path to nvme0n1",)
    assert path.scheduler == NONE
    assert path.limits["nr_requests"] == (4, 1023)


def test_a_setting_of_an_nvme_drive_is_in_one_place(dual: Path) -> None:
    drives = by_name(dual)
    drive, path = drives["nvme0n1"], drives["nvme0c0n1"]
    assert {"read_ahead_kb", "max_sectors_kb", "iostats"} <= drive.settings.keys()
    assert {"scheduler", "nr_requests", "nomerges", "wbt_lat_usec"} <= path.settings.keys()
    assert drive.missing["nomerges"] == drive.missing["add_random"] == "that of its paths applies"
    assert path.missing["read_ahead_kb"] == "that of nvme0n1 applies"


def test_settings_of_paths_are_shown_as_one_and_differences_named(tmp_path: Path) -> None:
    drive, first, second = nvme_with_paths("nvme0n1")
    other = {**second.files, **MQ_DEADLINE_FILES, "queue/scheduler": "none [mq-deadline] kyber bfq"}
    for disk in (drive, first, replace(second, files=other)):
        add(tmp_path, disk)
    devices = read_devices(tmp_path)
    found = {one.tunable: one for one in member_settings(by_name(tmp_path)["nvme0n1"], devices)}
    assert str(members_sentence("nvme0n1", found["scheduler"])) == (
        "The scheduler of nvme0n1 is that of its paths nvme0c0n1 and nvme0c1n1; they differ: "
        "none on nvme0c0n1, mq-deadline on nvme0c1n1."
    )
    assert found["nr_requests"].agreed
    assert found["fifo_batch"].lacking == ("nvme0c0n1",)


def test_a_drive_with_a_single_path(tmp_path: Path) -> None:
    """So it is as soon as the drive supports several controllers, even in an ordinary computer."""
    for disk in nvme_with_paths("nvme0n1", paths=1):
        add(tmp_path, disk)
    devices = read_devices(tmp_path)
    drive = find_device("/dev/nvme0n1", devices, tmp_path)
    assert devices_to_tune(drive, tmp_path) == ("nvme0c0n1",)
    scheduler, *_ = member_settings(drive, devices)
    assert str(members_sentence("nvme0n1", scheduler)) == (
        "The scheduler of nvme0n1 is that of its path nvme0c0n1: none."
    )


def test_a_path_isnt_chosen_alone(dual: Path) -> None:
    with pytest.raises(OnlyAPath) as refused:
        find_device("nvme0c0n1", read_devices(dual), dual)
    assert refused.value.drive == "/dev/nvme0n1"


def test_a_file_on_a_drive_with_paths(dual: Path) -> None:
    write_proc(dual, ("259:1 / ext4 /dev/nvme0n1",))
    found = resolve_path(Path("/some/file"), dual)
    assert (found.devices, found.drive) == (("nvme0c0n1", "nvme0c1n1"), "nvme0n1")
    assert "mounted at /" in by_name(dual)["nvme0c0n1"].in_use


def test_rules_of_udev_never_set_a_path_but_tmpfiles_may(dual: Path) -> None:
    """The kernel announces no events of hidden disks."""
    write_tree(
        dual,
        {
            "usr/lib/udev/rules.d/60-io.rules": (
                'ACTION=="add|change", KERNEL=="nvme*", ATTR{queue/scheduler}="bfq"\n'
            ),
            "etc/tmpfiles.d/io.conf": "w /sys/block/nvme0c1n1/queue/scheduler - - - - kyber\n",
        },
    )
    drives = by_name(dual)
    assert drives["nvme0n1"].owners == drives["nvme0c0n1"].owners == ()
    (owner,) = drives["nvme0c1n1"].owners
    assert (owner.tool, owner.value) == ("tmpfiles.d", "kyber")


def test_settings_with_limits_and_defaults_of_a_sata_disk(drives: dict[str, Device]) -> None:
    disk = drives["sda"]
    assert disk.settings == {
        "scheduler": "mq-deadline",
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
        "read_expire": "500",
        "write_expire": "5000",
        "prio_aging_expire": "10000",
        "fifo_batch": "16",
        "writes_starved": "2",
        "front_merges": "1",
        "async_depth": "64",
    }
    assert disk.limits == {"max_sectors_kb": (4, 32767), "queue_depth": (1, 32)}
    assert disk.defaults == {
        name: value for name, value in disk.settings.items() if name != "rotational"
    }, "as the kernel set it up, and nobody changed anything"
    assert said(disk.missing["slice_idle"]) == "only available with the scheduler bfq"
    assert said(disk.missing["stripe_cache_size"]) == "only available for arrays"


def test_defaults_of_others_than_what_is_set(drives: dict[str, Device]) -> None:
    assert drives["sdb"].defaults["scheduler"] == "mq-deadline"
    assert drives["sdb"].settings["slice_idle_us"] == "8000"
    assert drives["mmcblk0"].defaults["read_ahead_kb"] == "8192", "twice the optimal 4 MiB"
    assert drives["nvme0n1"].defaults["scheduler"] == "none", "more than one queue"
    assert drives["nvme0n1"].limits == {"max_sectors_kb": (4, 2048), "nr_requests": (4, 1023)}
    assert "scheduler" not in drives["nbd0"].defaults


@pytest.mark.parametrize(
    ("depth", "can_queue", "drive", "command_line", "expected"),
    [
        ("32", "32", 32, "", QueueDepth(32, 32, True, True)),
        ("31", "31", 32, "", QueueDepth(31, 31, True, True)),
        ("16", "32", 16, "", QueueDepth(16, 16, True, True)),
        ("1", "32", 32, "", QueueDepth(1, 32, False, True, "the queue depth is set to 1")),
        ("1", "32", 1, "", QueueDepth(1, 1, False, False, "the drive doesn't support it")),
        (
            "1",
            "1",
            32,
            "",
            QueueDepth(1, 1, False, False, "the driver ata_piix doesn't support it"),
        ),
        ("1", "32", None, "", QueueDepth(1, 32, False, None, "the queue depth is set to 1")),
        (
            "1",
            "32",
            32,
            "quiet libata.force=3:1.5Gbps,3.00:noncq ro",
            QueueDepth(1, 32, False, True, "libata.force=noncq is set on the kernel command line"),
        ),
        (
            "1",
            "32",
            32,
            "libata.force=noncq,3:ncq",
            QueueDepth(1, 32, False, True, "the queue depth is set to 1"),
        ),
        (
            "1",
            "32",
            32,
            "libata.force=2:noncq,3.01:noncq",
            QueueDepth(1, 32, False, True, "the queue depth is set to 1"),
        ),
    ],
)
def test_whether_ncq_is_at_work_and_why_not(
    tmp_path: Path,
    depth: str,
    can_queue: str,
    drive: int | None,
    command_line: str,
    expected: QueueDepth,
) -> None:
    add(tmp_path, sata(port=3, files={"device/queue_depth": depth}))
    add_scsi_host(tmp_path, 3, can_queue=can_queue, proc_name="ata_piix")
    if drive:
        add_ata_device(tmp_path, 3, depth=drive, ncq=drive > 1)
    write_proc(tmp_path, cmdline=command_line)
    disk = by_name(tmp_path)["sda"]
    assert said(disk.queue_depth) == expected
    forced_or_supported = expected.ncq_supported and "queue_depth" in disk.defaults
    assert bool(forced_or_supported) is bool(expected.ncq_supported)


def test_a_queue_depth_that_cannot_be_set(tmp_path: Path) -> None:
    folder = add(tmp_path, sata(files={"device/queue_depth": "1"}))
    add_scsi_host(tmp_path, 1)
    (folder / "device/queue_depth").chmod(0o444)
    disk = by_name(tmp_path)["sda"]
    assert disk.queue_depth is not None
    assert said(disk.queue_depth.reason) == "the driver doesn't allow changing the queue depth"
    assert disk.limits["queue_depth"] == (1, 1)
    (folder / "queue/read_ahead_kb").chmod(0o444)
    assert by_name(tmp_path)["sda"].limits["queue_depth"] == (1, 32), "the capture lost all rights"


@pytest.mark.parametrize(
    ("vendor", "model"),
    [("AMCC", "9690SA-8E  DISK"), ("3ware", "Logical Disk 0"), ("LSI", "9750-8i    DISK")],
)
def test_a_3ware_unit_whose_driver_the_capture_lacks(
    tmp_path: Path, vendor: str, model: str
) -> None:
    folder = add(tmp_path, unit_of_3ware("sda", "8:0", 0))
    write_files(folder, {"device/vendor": vendor.ljust(8), "device/model": model})
    assert by_name(tmp_path)["sda"].transport == "3ware"


@pytest.mark.parametrize(
    ("flag", "page", "rpm", "believed"),
    [
        ("1", b"", "7200", True),
        ("0", b"", "7200", False),
        ("0", bytes.fromhex("00b1003c0001"), "", True),
        ("1", bytes.fromhex("00b1003c0001"), "", False),
        ("1", bytes.fromhex("00b1003c1c20"), "", True),
        ("1", bytes.fromhex("00b1003c0000"), "", False),
        ("0", bytes.fromhex("00b1003c0000"), "", True),
        ("1", b"\x00\xb1", "", True),
    ],
)
def test_the_rotational_flag_against_the_drives_own_word(
    tmp_path: Path, flag: str, page: bytes, rpm: str, believed: bool
) -> None:
    disk = sata(files={"queue/rotational": flag, "device/vpd_pgb1": page})
    udev = {**disk.udev, "ID_ATA_ROTATION_RATE_RPM": rpm}
    folder = add(tmp_path, disk)
    write_files(
        tmp_path / "run/udev/data",
        {"b8:0": "\n".join(f"E:{name}={value}" for name, value in udev.items())},
    )
    device = by_name(tmp_path)["sda"]
    assert folder.is_dir()
    assert device.rotational_believed is believed
    assert (said(device.rotational_doubt is None)) is believed


@pytest.mark.parametrize(("sectors", "told"), [(2097151, False), (2097150, True)])
def test_an_optical_drive_is_told_when_a_disc_is_in_it(
    tmp_path: Path, sectors: int, told: bool
) -> None:
    """Without one its size is 0x1fffff sectors, not 0; and it's no disk that turns."""
    add(tmp_path, sata("sr0", "11:0", sectors=sectors))
    found = by_name(tmp_path)
    assert list(found) == ["sr0"] * told
    assert said([device.medium for device in found.values()]) == ["optical"] * told
    (device,) = read_devices(tmp_path, include_empty=True)
    assert device.kind == "optical"


@pytest.mark.parametrize(
    ("kernel", "scheduler", "locked", "offered"),
    [
        ("6.8.0-31-generic", "[mq-deadline] none", True, ()),
        ("6.8.0-31-generic", "mq-deadline [none]", False, ()),
        ("6.10.3", "[mq-deadline] none", False, ("none", "mq-deadline")),
    ],
)
def test_a_zoned_disk_keeps_mq_deadline_where_nothing_else_keeps_the_order(
    tmp_path: Path, kernel: str, scheduler: str, locked: bool, offered: tuple[str, ...]
) -> None:
    """From another scheduler the way back is open, but there is nothing to compare."""
    made = zoned()
    add(tmp_path, replace(made, files={**made.files, "queue/scheduler": scheduler}))
    write_proc(tmp_path, version=f"Linux version {kernel} (x) #1 SMP")
    device = by_name(tmp_path)["sdd"]
    assert (
        said("zones must be written sequentially" in str(device.locked.get("scheduler", "")))
    ) is locked
    assert offered_schedulers(device, tmp_path) == offered
    (candidate,) = candidates([device])
    assert candidate.refusal == said(device.locked.get("scheduler", ""))
