"""Devices of recorded computers, against what their captures say in other places."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

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
)
from storage_tuner.core.errors import NotAWholeDisk, UnknownDevice
from storage_tuner.core.tunable import LINK_POLICY, OF_DEVICES, Scope
from storage_tuner.probe.block.devices import find_device, read_devices
from tests.recorded_computers import Recorded
from tests.unit.probe.agreement import (
    agree_on_topology,
    agree_with_lsblk,
    agree_with_mdadm,
    agree_with_udevadm,
    udevadm_records,
)
from tests.unit.said import said

KERNEL_DEFAULTS = {
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
    "read_expire": "500",
    "write_expire": "5000",
    "prio_aging_expire": "10000",
    "fifo_batch": "16",
    "writes_starved": "2",
    "front_merges": "1",
    "async_depth": "64",
}


OF_OTHERS = {
    **{
        tunable.name: f"only available with the scheduler {tunable.scheduler}"
        for tunable in OF_DEVICES
        if tunable.scheduler in ("bfq", "kyber")
    },
    **{
        tunable.name: "only available for arrays"
        for tunable in OF_DEVICES
        if tunable.scope is Scope.ARRAY
    },
    **{
        tunable.name: "only available for units of a 3ware controller"
        for tunable in OF_DEVICES
        if tunable.scope is Scope.UNIT
    },
    LINK_POLICY: "the port or a drive on it doesn't support link power management",
    "autosuspend_delay_ms": "this device has no such setting",
    "power_control": "the kernel never suspends this device on its own",
}
"""What a disk with mq-deadline can't have, and why; QEMU's ports have no link power
management, and the files of runtime power management weren't recorded."""


def by_name(root: Path) -> dict[str, Device]:
    return {device.name: said(device) for device in read_devices(root)}


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
        links=(
            "/dev/disk/by-diskseq/15",
            "/dev/disk/by-id/ata-ST4000NM0035-1V4107_ZC100003",
            "/dev/disk/by-id/wwn-0x5000c50000000003",
            "/dev/disk/by-path/pci-0000:00:1f.2-ata-3",
            "/dev/disk/by-path/pci-0000:00:1f.2-ata-3.0",
        ),
        model="ST4000NM0035-1V4107",
        serial="ZC100003",
        wwn="0x5000c50000000003",
        firmware="82.00A82",
        logical_block_bytes=512,
        physical_block_bytes=512,
        optimal_io_bytes=0,
        rotational=True,
        rotational_believed=True,
        write_cache="write back",
        removable=False,
        read_only=False,
        diskseq=15,
        scheduler=SchedulerState("mq-deadline", ("none", "mq-deadline", "bfq", "kyber")),
        queue_depth=QueueDepth(32, 32, True, True),
        settings={**KERNEL_DEFAULTS, "rotational": "1"},
        limits={"max_sectors_kb": (4, 128), "queue_depth": (1, 32)},
        defaults=KERNEL_DEFAULTS,
        partitions=(
            Partition("sde1", 67108864, "/dev/sde1", 1048576),
            Partition(
                "sde2",
                468713472,
                "/dev/sde2",
                68157440,
                Content(
                    "linux_raid_member", "raid", "st-vm:r5", "09cd1379-4d9e-5bee-abf1-284111ed0807"
                ),
                (),
                uses,
            ),
        ),
        holders=("md126",),
        in_use=uses,
        missing={
            "vendor": "not reported by the drive",
            "content": "it holds partitions",
            **OF_OTHERS,
        },
    )


@pytest.mark.parametrize(
    ("name", "kind", "transport", "medium"),
    [
        ("sda", "disk", "scsi", "disk"),
        ("sdg", "disk", "sata", "SSD"),
        ("sdj", "disk", "usb", "disk"),
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
    assert said((device.kind, device.transport, device.medium)) == (kind, transport, medium)


def test_ncq_is_off_at_depth_one(degraded_tree: Path) -> None:
    devices = by_name(degraded_tree)
    by_hand = QueueDepth(1, 32, False, True, "the queue depth is set to 1")
    assert said(devices["sdc"].queue_depth) == by_hand
    assert said(devices["sda"].queue_depth) == QueueDepth(128, 256, None)
    assert said(devices["sdj"].queue_depth) == QueueDepth(1, 1, None)
    assert said(devices["nvme0n1"].queue_depth) is None


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
    assert devices["md126"].md == MdState(
        level="raid5",
        layout="left-symmetric",
        chunk_bytes=65536,
        state="clean",
        sync_action="idle",
        degraded=0,
        disks=3,
        spares=0,
        bitmap="none",
        consistency_policy="resync",
        uuid=devices["md126"].links[2].removeprefix("/dev/disk/by-id/md-uuid-"),
        metadata="1.2",
        member_states=tuple(
            MdMember(name, slot, ("in_sync",)) for slot, name in enumerate(("sde2", "sdf2", "sdi2"))
        ),
    )
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
    assert devices["md127"].md.member_states[1] == MdMember("sdc", None, ("faulty",))
    assert devices["md127"].content == Content(
        "ext4", "filesystem", "data1", "9d95a4fe-fb17-42df-a493-a6919b617388"
    )
    assert devices["md126"].background == BackgroundWork("check", 3.5)


def test_settings_of_an_array(degraded_tree: Path) -> None:
    settings = by_name(degraded_tree)["md126"].settings
    assert settings["stripe_cache_size"] == "4096"
    assert settings["group_thread_cnt"] == "2"
    assert (settings["sync_speed_min"], settings["sync_speed_max"]) == ("500", "1000")
    assert by_name(degraded_tree)["md127"].settings["sync_speed_max"] == "system"


def test_a_logical_volume(degraded_tree: Path) -> None:
    volume = by_name(degraded_tree)["dm-0"]
    uuid = "LVM-WD0eJSPcT4aICkbXlQNGMaNnieWRDi0JgBmyc2g0iG5ACw5U7DMb9pfEa30JB0uL"
    assert volume.mapping == DeviceMapping("LVM", "vg5-lv1", uuid, "vg5", "lv1")
    assert volume.mount_points == ("/data5",)
    assert "/dev/vg5/lv1" in volume.links


def test_an_array_has_no_queue_of_its_own_on_any_kernel(
    mounted_tree: Path, degraded_tree: Path
) -> None:
    for root in (mounted_tree, degraded_tree):
        array = by_name(root)["md126"]
        assert array.scheduler is None
        assert not {"scheduler", "nr_requests", "wbt_lat_usec"} & set(array.settings)
        assert said(array.missing["scheduler"]) == "this device has no request queue of its own"


def test_uses(mounted_tree: Path, plain_tree: Path) -> None:
    devices = by_name(mounted_tree)
    assert said(devices["vda"].in_use) == ("mounted at /", "holds the running system")
    assert said(devices["vdb"].in_use) == ("swap",)
    assert said(devices["sdc"].in_use) == ("member of md127", "mounted at /data1")
    assert said(devices["sda"].in_use) == ("member of md125",)
    assert said(devices["nvme0n1"].in_use) == ()
    assert said(by_name(plain_tree)["sdc"].in_use) == ()


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


def lsblk(root: Path) -> list[dict[str, object]]:
    forest: list[dict[str, object]] = json.loads((root / "cmd/lsblk-JOb.json").read_text())[
        "blockdevices"
    ]
    return forest


def test_every_device_agrees_with_lsblk(any_tree: Path) -> None:
    told = {str(one["kname"]): one for one in _all_of(lsblk(any_tree))}
    devices = by_name(any_tree)
    assert devices.keys() <= told.keys()
    assert {name for name, one in told.items() if one["type"] not in ("part", "rom")} == set(
        devices
    )
    for name, device in devices.items():
        agree_with_lsblk(device, told[name], udev=True)


def _all_of(forest: list[dict[str, object]]) -> list[dict[str, object]]:
    found = []
    for one in forest:
        children = one.get("children", [])
        assert isinstance(children, list)
        found += [one, *_all_of(children)]
    return found


def test_what_stands_on_what_agrees_with_lsblk(any_tree: Path) -> None:
    devices = by_name(any_tree)
    edges = agree_on_topology(devices, lsblk(any_tree))
    assert edges == (10 if "md127" in devices else 0)


def test_every_device_agrees_with_udevadm(any_tree: Path) -> None:
    records = udevadm_records((any_tree / "cmd/udevadm-export-db.txt").read_text())
    devices = by_name(any_tree)
    for name, device in devices.items():
        agree_with_udevadm(device, records[name])
    assert devices


def test_every_array_agrees_with_mdadm(any_tree: Path) -> None:
    arrays = [device for device in read_devices(any_tree) if device.md]
    for device in arrays:
        agree_with_mdadm(device, (any_tree / f"cmd/mdadm-detail-{device.name}.txt").read_text())
    assert len(arrays) in (0, 3)


@pytest.mark.parametrize("kernel", ["6.1", "6.12"])
def test_the_kernels_defaults_are_what_an_untouched_computer_has(
    kernel: str, recorded: Recorded
) -> None:
    """Nobody had changed anything there, so that each default that's claimed must be the value."""
    root = recorded(f"{kernel}-01-plain")
    claimed = 0
    for device in read_devices(root, include_empty=True):
        assert device.defaults == {name: device.settings[name] for name in device.defaults}
        claimed += len(device.defaults)
    assert claimed > 150


def test_what_the_tuned_computer_changed_differs_from_the_defaults(recorded: Recorded) -> None:
    devices = by_name(recorded("6.1-03-tuned"))
    changed = {
        name: {key for key, value in device.defaults.items() if device.settings[key] != value}
        for name, device in devices.items()
    }
    assert {name: keys for name, keys in changed.items() if keys} == {
        "sdc": {"scheduler", "queue_depth"},
        "sdd": {"scheduler", "queue_depth"},
        "sdg": {"scheduler"},
        "sdh": {"scheduler"},
        "md126": {"stripe_cache_size", "group_thread_cnt", "sync_speed_max"},
    }


def test_nothing_that_pretends_to_be_a_drive_is_believed(plain_tree: Path) -> None:
    devices = by_name(plain_tree)
    believed = {name for name, device in devices.items() if device.rotational_believed}
    assert believed == {"sdc", "sdd", "sde", "sdf", "sdg", "sdh", "sdi"}
    assert (
        said(devices["sda"].rotational_doubt)
        == "a virtual disk doesn't report the hardware behind it"
    )
