"""Trees that no kernel would show: nothing raises, and what's missing is said to be."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from storage_tuner.cli.devices import device_keys
from storage_tuner.core.device import Device
from storage_tuner.probe import attributes
from storage_tuner.probe.devices import read_devices
from storage_tuner.probe.target import resolve_path
from tests.unit.probe.made_trees import add_disk, write_tree

SCHEMA = Path(__file__).parents[3] / "resources/schema/devices.schema.json"

ALWAYS_EXPLAINED = [
    "size_bytes",
    "transport",
    "vendor",
    "model",
    "serial",
    "wwn",
    "firmware",
    "logical_block_bytes",
    "physical_block_bytes",
    "rotational",
    "removable",
    "read_only",
    "diskseq",
    "scheduler",
    "queue_depth",
]

ATTRIBUTES = [
    "size",
    "dev",
    "hidden",
    "removable",
    "ro",
    "diskseq",
    "wwid",
    "serial",
    "device/model",
    "device/vendor",
    "device/serial",
    "device/rev",
    "device/wwid",
    "device/vpd_pg80",
    "device/queue_depth",
    "queue/scheduler",
    "queue/nr_requests",
    "queue/rotational",
    "queue/logical_block_size",
    "queue/wbt_lat_usec",
    "sda1/partition",
    "sda1/size",
    "sda1/dev",
    "md/level",
    "md/layout",
    "md/chunk_size",
    "loop/backing_file",
]

TABLES = ("proc/self/mountinfo", "proc/swaps", "run/udev/data/b8:0")

CONTENTS = st.one_of(
    st.sampled_from(["missing", "folder", "fifo", "link to itself", "link to /dev/zero"]),
    st.sampled_from([b"", b"\n", b"\0" * 40, b"\xff\xfe\n", b"9" * 10_000, b"-7\n", b"[\n", b"[]"]),
    st.sampled_from([b"1\n", b"512\n", b"8:0\n", b"none [bfq]\n", b"raid10\n", b"a\x1b[2Jb\nc\n"]),
    st.binary(max_size=60),
)

LINES = st.one_of(
    st.binary(max_size=80),
    st.sampled_from(
        [
            b"1 0 8:0 / / rw - ext4 /dev/sda rw",
            b"1 0 8:1 / /a\\012b\\999\\377 rw - ext4 /dev/sda1 rw",
            b"1 0 0:9 / /b rw - btrfs /dev/../../sda rw",
            b"E:ID_MODEL_ENC=\\x1b\\xff\\x20\\xzz\xff",
            b"E:ID_SERIAL_SHORT=\xff\x1b[31m",
            b"/dev/sda1 partition 1 0 -2",
        ]
    ),
)


def put(path: Path, content: bytes | str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(content, bytes):
        path.write_bytes(content)
    elif content == "folder":
        path.mkdir()
    elif content == "fifo":
        os.mkfifo(path)
    elif content.startswith("link"):
        path.symlink_to(path if content.endswith("itself") else "/dev/zero")


def check(device: Device) -> None:
    for field in ALWAYS_EXPLAINED:
        assert getattr(device, field) is not None or device.missing[field], field
    for text in (device.model, device.serial, device.vendor, device.firmware, *device.in_use):
        assert text is None or "\0" not in text
    assert len(set(device.in_use)) == len(device.in_use)


@settings(max_examples=60, deadline=None)
@given(
    st.dictionaries(st.sampled_from(ATTRIBUTES), CONTENTS, max_size=len(ATTRIBUTES)),
    st.dictionaries(st.sampled_from(TABLES), st.lists(LINES, max_size=6)),
    st.sampled_from(["sda", "md0", "loop0", "dm-0", "nvme0n1", "zram0", "mmcblk0", "?"]),
)
def test_whatever_stands_in_the_files(
    contents: dict[str, bytes | str], tables: dict[str, list[bytes]], name: str
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        disk = root / "sys/devices/pci0/ata1/host0/block" / name
        for attribute, content in contents.items():
            put(disk / attribute.replace("sda1", f"{name}1"), content)
        for table, lines in tables.items():
            put(root / table, b"\n".join(lines))
        disk.mkdir(parents=True, exist_ok=True)
        (root / "sys/block").mkdir(exist_ok=True)
        (root / "sys/block" / name).symlink_to(disk)
        devices = read_devices(root, include_empty=True)
        assert len(devices) == (0 if contents.get("hidden") == b"1\n" else 1)
        for device in devices:
            check(device)
        keys = {"devices": [device_keys(device) for device in devices], "controllers": []}
        text = json.dumps(keys).encode("utf-8")
        Draft202012Validator(json.loads(SCHEMA.read_text())).validate(json.loads(text))
        resolve_path(Path("/a"), root)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("missing", "the kernel doesn't tell"),
        (b"", "empty"),
        (b" \n", "empty"),
        (b"\xff\xff\n", "not a text"),
        (b"a\0b\n", "not a text"),
        (b"x" * 5000, "too long for an attribute"),
        ("folder", "not an attribute"),
        ("fifo", "empty"),
        ("link to itself", "not an attribute"),
        ("link to /dev/zero", "not an attribute"),
    ],
)
def test_each_sort_of_bad_attribute_has_its_reason(
    tmp_path: Path, content: bytes | str, reason: str
) -> None:
    folder = add_disk(tmp_path, "sda", "8:0")
    put(folder / "device/model", content)
    (disk,) = read_devices(tmp_path)
    assert (disk.model, disk.missing["model"]) == (None, reason)


def test_a_setting_that_is_no_number_is_none(tmp_path: Path) -> None:
    add_disk(tmp_path, "sda", "8:0", queue__read_ahead_kb="many\n", device__queue_depth="\n")
    (disk,) = read_devices(tmp_path)
    assert disk.settings == {}
    assert disk.queue_depth is None
    assert disk.missing["queue_depth"] == "empty"
    assert disk.missing["read_ahead_kb"] == "not a number"


def test_a_device_that_vanishes_at_any_moment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk's folder is taken away before the n-th file is read, for every n there is."""
    reads = 0
    vanish_at = -1
    read = attributes.read_bytes

    def vanish_and_read(path: str, limit: int) -> bytes:
        nonlocal reads
        reads += 1
        if reads == vanish_at:
            (root / "sys/devices/pci").rename(root / "gone")
        return read(path, limit)

    outcomes = set()
    for vanish_at in range(1, 60):
        root = tmp_path / str(vanish_at)
        add_disk(root, "sda", "8:0", device__model="Vanisher\n", sda1__partition="1\n")
        with monkeypatch.context() as patch:
            patch.setattr(attributes, "read_bytes", vanish_and_read)
            reads = 0
            devices = read_devices(root)
        outcomes.add((bool(devices), devices[0].model if devices else None, reads >= vanish_at))
        for device in devices:
            check(device)
    assert (True, None, True) in outcomes, "gone before the model was read"
    assert (True, "Vanisher", False) in outcomes, "the last rounds are past the end"


def test_holders_in_a_circle(tmp_path: Path) -> None:
    for name, number, below in (("dm-0", "253:0", "dm-1"), ("dm-1", "253:1", "dm-0")):
        folder = add_disk(tmp_path, name, number, "virtual")
        write_tree(folder, {f"slaves/{below}/x": "", f"holders/{below}/x": ""})
    write_tree(tmp_path, {"proc/self/mountinfo": "1 0 253:1 / / rw - ext4 /dev/dm-1 rw\n"})
    first, second = read_devices(tmp_path)
    assert (first.members, first.holders) == (("dm-1",), ("dm-1",))
    assert "holds the running system" in first.in_use
    assert second.in_use[0] == "mounted at /"
    assert resolve_path(Path("/x"), tmp_path).devices == ()


def test_what_one_side_tells_is_enough(tmp_path: Path) -> None:
    """A damaged capture has the array's slaves, but the disk's holders are lost."""
    add_disk(tmp_path, "sda", "8:0")
    array = add_disk(tmp_path, "md0", "9:0", "virtual")
    write_tree(array, {"slaves/sda/x": "", "slaves/sdz/x": "", "md/level": "raid1\n"})
    devices = {device.name: device for device in read_devices(tmp_path)}
    assert devices["md0"].members == ("sda", "sdz")
    assert devices["sda"].holders == ("md0",)
    assert devices["sda"].in_use == ("member of md0",)


def test_a_link_out_of_the_tree_is_not_followed(tmp_path: Path) -> None:
    outside = add_disk(tmp_path / "outside", "sda", "8:0")
    root = tmp_path / "root"
    (root / "sys/block").mkdir(parents=True)
    (root / "sys/block/sda").symlink_to(outside)
    assert read_devices(root) == ()


@pytest.mark.parametrize("root", ["nowhere", "file"])
def test_no_tree_at_all(tmp_path: Path, root: str) -> None:
    (tmp_path / "file").write_text("")
    assert read_devices(tmp_path / root) == ()


def test_a_thousand_devices_need_few_calls_each(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What counts is the number of files read; time on a shared machine proves nothing."""
    for number in range(1000):
        add_disk(tmp_path, f"sd{number:04}", f"8:{number}", queue__scheduler="[none] bfq\n")
    calls = 0
    read = attributes.read_bytes

    def counting_read(path: str, limit: int) -> bytes:
        nonlocal calls
        calls += 1
        return read(path, limit)

    monkeypatch.setattr(attributes, "read_bytes", counting_read)
    assert len(read_devices(tmp_path)) == 1000
    assert 1000 < calls < 40 * 1000
