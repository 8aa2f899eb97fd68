"""Devices of recorded computers, against what their captures say in other places."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from storage_tuner.core.device import Device, MdState, Partition, QueueDepth, SchedulerState
from storage_tuner.core.errors import NotAWholeDisk, UnknownDevice
from storage_tuner.probe.devices import find_device, read_devices


def by_name(root: Path) -> dict[str, Device]:
    return {device.name: device for device in read_devices(root)}


def test_a_sata_disk_in_every_field(degraded_tree: Path) -> None:
    disk = by_name(degraded_tree)["sde"]
    uses = ("member of md126", "holds LVM dm-0", "mounted at /data5")
    assert disk == Device(
        name="sde",
        path="/dev/sde",
        kind="disk",
        size_bytes=536870912,
        transport="sata",
        vendor=None,
        model="ST4000NM0035-1V4107",
        serial="ZC100003",
        wwn="0x5000c50000000003",
        firmware="82.00A82",
        logical_block_bytes=512,
        physical_block_bytes=512,
        rotational=True,
        removable=False,
        read_only=False,
        diskseq=15,
        scheduler=SchedulerState("mq-deadline", ("none", "mq-deadline", "bfq", "kyber")),
        queue_depth=QueueDepth(32, 32, True),
        settings={
            "scheduler": "mq-deadline",
            "nr_requests": "64",
            "queue_depth": "32",
            "read_ahead_kb": "128",
            "max_sectors_kb": "128",
            "rq_affinity": "1",
            "nomerges": "0",
            "wbt_lat_usec": "75000",
            "add_random": "1",
            "iostats": "1",
            "rotational": "1",
        },
        partitions=(Partition("sde1", 67108864), Partition("sde2", 468713472, uses)),
        holders=("md126",),
        in_use=uses,
        missing={"vendor": "the drive doesn't tell"},
    )


@pytest.mark.parametrize(
    ("name", "kind", "transport", "medium"),
    [
        ("sda", "disk", "scsi", "HDD"),
        ("sdg", "disk", "sata", "SSD"),
        ("sdj", "disk", "usb", "HDD"),
        ("nvme0n1", "nvme", "nvme", "NVMe"),
        ("vda", "disk", "virtio", "virtual disk"),
        ("md125", "md", None, "RAID"),
        ("dm-0", "dm", None, "mapped"),
    ],
)
def test_kind_and_transport(
    mounted_tree: Path, name: str, kind: str, transport: str | None, medium: str
) -> None:
    device = by_name(mounted_tree)[name]
    assert (device.kind, device.transport, device.medium) == (kind, transport, medium)


def test_ncq_is_off_at_depth_one(degraded_tree: Path) -> None:
    devices = by_name(degraded_tree)
    assert devices["sdc"].queue_depth == QueueDepth(1, 32, False)
    assert devices["sda"].queue_depth == QueueDepth(128, 256, None)
    assert devices["sdj"].queue_depth == QueueDepth(1, 1, None)
    assert devices["nvme0n1"].queue_depth is None


def test_identity_from_udev_and_sysfs(plain_tree: Path) -> None:
    devices = by_name(plain_tree)
    assert devices["sdc"].model == "WDC WD40EFRX-68N32N0", "sysfs alone cuts it after 16 letters"
    assert (devices["sda"].vendor, devices["sda"].serial) == ("SEAGATE", "SCSI0")
    assert (devices["nvme0n1"].model, devices["nvme0n1"].serial) == ("QEMU NVMe Ctrl", "NVME0")
    assert devices["vdb"].serial == "VBLK0"
    assert devices["vdb"].model is None
    assert devices["vdb"].missing["model"]


def test_arrays_and_their_members_both_ways(mounted_tree: Path) -> None:
    devices = by_name(mounted_tree)
    assert devices["md126"].members == ("sde2", "sdf2", "sdi2")
    assert devices["md126"].holders == ("dm-0",)
    assert devices["dm-0"].members == ("md126",)
    assert devices["sdi"].holders == ("md126",)
    assert devices["md126"].md == MdState("raid5", "left-symmetric", 65536, "clean", "idle", 0)
    assert devices["md125"].md is not None
    assert devices["md125"].md.layout == "far=2"


def test_arrays_agree_with_mdstat(degraded_tree: Path) -> None:
    arrays = [device for device in read_devices(degraded_tree) if device.md]
    told = (degraded_tree / "proc/mdstat").read_text()
    for device in arrays:
        line = re.search(rf"^{device.name} : active (\w+) (.*)$", told, re.MULTILINE)
        assert line and device.md
        members = {word.partition("[")[0] for word in line[2].split()}
        assert (device.md.level, set(device.members)) == (line[1], members)
    assert len(arrays) == 3


def test_a_degraded_array_and_a_check(degraded_tree: Path) -> None:
    devices = by_name(degraded_tree)
    assert devices["md127"].md and devices["md126"].md
    assert devices["md127"].md.degraded == 1
    assert devices["md126"].md.sync_action == "check"


def test_an_array_has_no_queue_of_its_own_on_any_kernel(
    mounted_tree: Path, degraded_tree: Path
) -> None:
    for root in (mounted_tree, degraded_tree):
        array = by_name(root)["md126"]
        assert array.scheduler is None
        assert not {"scheduler", "nr_requests", "wbt_lat_usec"} & set(array.settings)
        assert array.missing["scheduler"] == "this device has no queue of its own"


def test_uses(mounted_tree: Path, plain_tree: Path) -> None:
    devices = by_name(mounted_tree)
    assert devices["vda"].in_use == ("mounted at /", "holds the running system")
    assert devices["vdb"].in_use == ("swap",)
    assert devices["sdc"].in_use == ("member of md127", "mounted at /data1")
    assert devices["sda"].in_use == ("member of md125",)
    assert devices["nvme0n1"].in_use == ()
    assert by_name(plain_tree)["sdc"].in_use == ()


def test_unused_loops_are_left_out_unless_asked_for(plain_tree: Path) -> None:
    assert not [name for name in by_name(plain_tree) if name.startswith("loop")]
    everything = {device.name for device in read_devices(plain_tree, include_empty=True)}
    assert everything - set(by_name(plain_tree)) == {"loop0", "loop1"}


@pytest.mark.parametrize(
    "name", ["sde", "/dev/sde", "/dev/disk/by-id/ata-ST4000NM0035-1V4107_ZC100003"]
)
def test_lookup(degraded_tree: Path, name: str) -> None:
    assert find_device(name, read_devices(degraded_tree), degraded_tree).name == "sde"


@pytest.mark.parametrize(
    "name", ["sde2", "/dev/sde2", "/dev/disk/by-id/wwn-0x5000c50000000003-part2"]
)
def test_lookup_of_a_partition_names_the_disk(degraded_tree: Path, name: str) -> None:
    with pytest.raises(NotAWholeDisk, match="/dev/sde") as caught:
        find_device(name, read_devices(degraded_tree), degraded_tree)
    assert caught.value.disk == "/dev/sde"


@pytest.mark.parametrize("name", ["", "sdz", "/dev/sdz", "/", "..", "../sde/x", "a\0b", "sd\n"])
def test_lookup_of_nothing(degraded_tree: Path, name: str) -> None:
    with pytest.raises(UnknownDevice):
        find_device(name, read_devices(degraded_tree), degraded_tree)


def test_devices_are_in_a_persons_order(degraded_tree: Path) -> None:
    names = [device.name for device in read_devices(degraded_tree, include_empty=True)]
    assert names.index("sdj") == names.index("sda") + 9
    assert names == [*dict.fromkeys(names)]
