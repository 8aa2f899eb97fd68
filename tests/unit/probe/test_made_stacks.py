"""Arrays of every level and mappings of every kind, from made-up computers."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from storage_tuner.core.device import (
    BackgroundWork,
    Content,
    Device,
    DeviceMapping,
    MdMember,
    MdState,
)
from storage_tuner.core.errors import NotAWholeDisk, UnknownDevice
from storage_tuner.probe.block.devices import find_device, read_devices
from storage_tuner.probe.files.target import resolve_path
from tests.sysfs_trees.disks import add, ssd
from tests.sysfs_trees.files import write_files
from tests.sysfs_trees.machines import make_arrays, make_stacks
from tests.sysfs_trees.stacks import array, folder_of, mapped, stack
from tests.unit.said import said

WHOLE = ("in_sync",)
UUID = "09cd1379:4d9e5bee:abf12841:11ed0807"


def by_name(root: Path) -> dict[str, Device]:
    return {device.name: said(device) for device in read_devices(root)}


@pytest.fixture(scope="module")
def arrays(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Device]:
    return by_name(make_arrays(tmp_path_factory.mktemp("arrays")))


@pytest.fixture(scope="module")
def stack_root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_stacks(tmp_path_factory.mktemp("stacks"))


@pytest.fixture(scope="module")
def stacks(stack_root: Path) -> dict[str, Device]:
    return by_name(stack_root)


def members(*names: str) -> tuple[MdMember, ...]:
    return tuple(MdMember(name, slot, WHOLE) for slot, name in enumerate(names))


RAID10 = MdState(
    level="raid10",
    layout="near=2",
    chunk_bytes=512 << 10,
    state="clean",
    sync_action="idle",
    degraded=0,
    disks=2,
    spares=0,
    bitmap="none",
    consistency_policy="resync",
    uuid=UUID,
    metadata="1.2",
)

ARRAYS = {
    "md0": replace(
        RAID10,
        level="raid0",
        layout=None,
        sync_action=None,
        degraded=None,
        consistency_policy="none",
        member_states=members("sda", "sdb"),
    ),
    "md1": replace(
        RAID10,
        level="raid1",
        layout=None,
        chunk_bytes=None,
        degraded=1,
        bitmap="internal",
        consistency_policy="bitmap",
        member_states=(
            MdMember("sdc", 0, ("in_sync", "write_mostly")),
            MdMember("sdd", None, ("faulty",)),
        ),
    ),
    "md5": replace(
        RAID10,
        level="raid5",
        layout="left-symmetric",
        sync_action="recover",
        sync_percent=25.0,
        degraded=1,
        disks=3,
        spares=2,
        uuid=None,
        member_states=(
            *members("sde", "sdf"),
            MdMember("sdg", 2, ("spare",)),
            MdMember("sdh", None, ("spare",)),
        ),
    ),
    "md6": replace(
        RAID10,
        level="raid6",
        layout="left-symmetric",
        chunk_bytes=64 << 10,
        state="active",
        sync_action="reshape",
        sync_percent=14.7,
        disks=5,
        member_states=members("sdi", "sdj", "sdk", "sdl"),
    ),
    "md10": replace(RAID10, sync_action="resync", member_states=members("sdm", "sdn")),
    "md11": replace(RAID10, layout="far=2", member_states=members("sdo", "sdp")),
    "md12": replace(RAID10, layout="offset=2", member_states=members("sdq", "sdr")),
    "md13": replace(
        RAID10,
        level="raid5",
        layout="left-symmetric",
        state="inactive",
        disks=3,
        spares=None,
        member_states=(MdMember("sdu", None, ("spare",)), MdMember("sdv", None, ("spare",))),
    ),
    "md126": replace(
        RAID10,
        level="raid1",
        layout=None,
        chunk_bytes=None,
        metadata="external:/md127/0",
        member_states=members("sds", "sdt"),
    ),
    "md127": MdState(
        level="container",
        layout=None,
        chunk_bytes=None,
        state="inactive",
        sync_action=None,
        degraded=None,
        disks=0,
        bitmap="none",
        consistency_policy="unknown",
        metadata="external:imsm",
        member_states=(MdMember("sds", None, ("spare",)), MdMember("sdt", None, ("spare",))),
    ),
}


@pytest.mark.parametrize("name", ARRAYS)
def test_an_array_in_every_field(arrays: dict[str, Device], name: str) -> None:
    assert arrays[name].md == ARRAYS[name]


@pytest.mark.parametrize("name", ARRAYS)
def test_an_array_and_its_members_know_each_other(arrays: dict[str, Device], name: str) -> None:
    expected = tuple(member.name for member in ARRAYS[name].member_states)
    assert arrays[name].members == expected
    for member in expected:
        assert name in arrays[member].holders
        assert f"member of {name}" in said(arrays[member].in_use)


def test_what_arrays_do_of_themselves(arrays: dict[str, Device]) -> None:
    assert {name: arrays[name].background for name in ARRAYS if arrays[name].background} == {
        "md5": BackgroundWork("recover", 25.0),
        "md6": BackgroundWork("reshape", 14.7),
        "md10": BackgroundWork("resync", None),
    }


def test_settings_of_arrays(arrays: dict[str, Device]) -> None:
    assert arrays["md5"].settings["stripe_cache_size"] == "8192"
    assert arrays["md5"].defaults["stripe_cache_size"] == "256"
    assert arrays["md5"].settings["sync_speed_min"] == "2000"
    assert arrays["md5"].settings["sync_speed_max"] == "system"
    assert arrays["md6"].settings["group_thread_cnt"] == "4"
    assert said(arrays["md10"].missing["stripe_cache_size"]) == "this device has no such setting"
    assert "sync_speed_min" not in arrays["md0"].settings
    assert said(arrays["md0"].missing["scheduler"]) == "this device has no request queue of its own"


@pytest.mark.parametrize(
    ("level", "layout", "expected"),
    [
        ("raid5", "0", "left-asymmetric"),
        ("raid5", "5", "parity-last"),
        ("raid6", "8", "ddf-zero-restart"),
        ("raid6", "18", "left-symmetric-6"),
        ("raid6", "77", "77"),
        ("raid6", "2 (18)", "left-symmetric"),
        ("raid10", "257", "near=1"),
        ("raid10", "259", "near=3"),
        ("raid10", "514", "near=2, far=2"),
        ("raid10", "769", "far=3"),
        ("raid1", "0", None),
        ("raid5", "many", None),
    ],
)
def test_layouts(tmp_path: Path, level: str, layout: str, expected: str | None) -> None:
    add(tmp_path, array("md0", "9:0", level, 8, [], layout=layout))
    md = by_name(tmp_path)["md0"].md
    assert md and md.layout == expected


@pytest.mark.parametrize(
    ("location", "metadata", "kind", "expected"),
    [
        ("none", "internal", None, "none"),
        ("+8", "internal", None, "internal"),
        ("-16", "external", None, "external"),
        ("+8", "clustered", None, "clustered"),
        ("file", "internal", None, "file"),
        (None, None, "none [llbitmap] bitmap", "llbitmap"),
        (None, None, "[none] bitmap llbitmap", "none"),
        (None, None, None, None),
    ],
)
def test_bitmaps(
    tmp_path: Path, location: str | None, metadata: str | None, kind: str | None, expected: str
) -> None:
    told = {"location": location, "metadata": metadata}
    files = {
        "md/level": "raid1",
        **{f"md/bitmap/{name}": text for name, text in told.items() if text},
        **({"md/bitmap_type": kind} if kind else {}),
    }
    made = array("md0", "9:0", "raid1", 8, [])
    add(tmp_path, replace(made, files={"removable": "0", **files}))
    md = by_name(tmp_path)["md0"].md
    assert md and md.bitmap == expected


def test_old_metadata_has_its_uuid_from_udev(tmp_path: Path) -> None:
    """Version 0.90 keeps four numbers in the processor's order, which sysfs prints bytewise."""
    add(tmp_path, array("md0", "9:0", "raid1", 8, [], metadata_version="0.90"))
    md = by_name(tmp_path)["md0"].md
    assert md and md.uuid is None
    write_files(tmp_path / "run/udev/data", {"b9:0": "E:MD_UUID=aaaaaaaa:bbbbbbbb:cccccccc:dd"})
    md = by_name(tmp_path)["md0"].md
    assert md and md.uuid == "aaaaaaaa:bbbbbbbb:cccccccc:dd"


LVM = "LVM-WD0eJSPcT4aICkbXlQNGMaNnieWRDi0JgBmyc2g0iG5ACw5U7DMb9pfEa30JB0uL"

MAPPINGS = {
    "dm-0": DeviceMapping("LVM", "my--group-lv--home", LVM, "my-group", "lv-home"),
    "dm-1": DeviceMapping(
        "LUKS", "home_crypt", "CRYPT-LUKS2-2b7e151628aed2a6abf7158809cf4f3c-home_crypt"
    ),
    "dm-2": DeviceMapping("multipath", "mpatha", "mpath-3600508b400105e21"),
    "dm-3": DeviceMapping("other", "mpatha-part1", "part1-mpath-3600508b400105e21"),
    "dm-4": DeviceMapping("crypt", "swap", "CRYPT-PLAIN-swap"),
}


@pytest.mark.parametrize("name", MAPPINGS)
def test_a_mapping(stacks: dict[str, Device], name: str) -> None:
    assert stacks[name].mapping == MAPPINGS[name]


def test_luks_on_lvm_on_md_on_sata_both_ways(stacks: dict[str, Device]) -> None:
    down = {name: stacks[name].members for name in ("dm-1", "dm-0", "md0")}
    up = {name: stacks[name].holders for name in ("sda", "sdb", "md0", "dm-0", "dm-1")}
    assert down == {"dm-1": ("dm-0",), "dm-0": ("md0",), "md0": ("sda1", "sdb1")}
    assert up == {
        "sda": ("md0",),
        "sdb": ("md0",),
        "md0": ("dm-0",),
        "dm-0": ("dm-1",),
        "dm-1": (),
    }
    uses = ("member of md0", "holds LVM dm-0", "holds LUKS dm-1", "mounted at /home")
    assert said(stacks["sda"].in_use) == said(stacks["sda"].partitions[0].in_use) == uses
    assert stacks["dm-1"].mount_points == ("/home",)
    assert stacks["dm-1"].content == Content("ext4", "filesystem")


def test_what_is_tuned_beneath_a_stack(stacks: dict[str, Device], stack_root: Path) -> None:
    assert resolve_path(Path("/home/me"), stack_root).devices == ("sda", "sdb")
    assert resolve_path(Path("/multi/x"), stack_root).devices == ("dm-2",)
    assert stacks["dm-2"].scheduler
    assert stacks["dm-2"].settings["fifo_batch"] == "8"


def test_multipath_and_swap(stacks: dict[str, Device]) -> None:
    assert said(stacks["sdc"].in_use) == ("holds paths dm-2", "holds dm-3", "mounted at /multi")
    assert said(stacks["sde"].in_use) == ("holds encrypted dm-4", "swap")
    assert stacks["dm-4"].content == Content("swap", "other")


@pytest.mark.parametrize(
    ("name", "group", "volume"),
    [
        ("vg-lv", "vg", "lv"),
        ("a--b-c--d", "a-b", "c-d"),
        ("vg---lv", "vg-", "lv"),
        ("vg-lv-real", "vg", "lv"),
        ("vg-lv_tdata", "vg", "lv_tdata"),
        ("vg", None, None),
        ("", None, None),
    ],
)
def test_names_of_logical_volumes(
    tmp_path: Path, name: str, group: str | None, volume: str | None
) -> None:
    add(tmp_path, mapped("dm-0", "253:0", 8, name, LVM))
    mapping = by_name(tmp_path)["dm-0"].mapping
    assert mapping
    assert (mapping.volume_group, mapping.logical_volume) == (group, volume)


def test_an_arrays_flag_is_as_good_as_its_members(
    arrays: dict[str, Device], tmp_path: Path
) -> None:
    assert arrays["md5"].rotational_believed is True
    made = array("md0", "9:0", "raid1", 8, [])
    add(tmp_path, replace(made, files={**made.files, "queue/rotational": "1"}))
    assert said(by_name(tmp_path)["md0"].rotational_doubt) == "the underlying devices are unknown"
    add(tmp_path, ssd("sdb"))
    stack(tmp_path, "md0", "sdb")
    assert (
        said(by_name(tmp_path)["md0"].rotational_doubt)
        == "the underlying device sdb reports the opposite"
    )
    write_files(folder_of(tmp_path, "sdb"), {"queue/rotational": "1"})
    doubted = by_name(tmp_path)["md0"]
    assert said(doubted.rotational_doubt) == "the underlying device sdb doesn't report it reliably"
    assert doubted.rotational_believed is False


def test_lookup_by_what_udev_and_the_mapper_call_a_device(stacks: dict[str, Device]) -> None:
    """The capture has no folder dev: udev's record and the mapper's name are enough."""
    by_id = "/dev/disk/by-id/ata-ST4000NM0035-1V4107_ZC100001"
    assert find_device("/dev/mapper/home_crypt", stacks.values()).name == "dm-1"
    assert find_device(by_id, stacks.values()).name == "sda"
    with pytest.raises(NotAWholeDisk, match="/dev/sda"):
        find_device(f"{by_id}-part1", stacks.values())
    with pytest.raises(UnknownDevice):
        find_device(f"{by_id}-part7", stacks.values())
