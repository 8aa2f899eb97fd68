"""Trees that no kernel would show: nothing raises, and what's missing is said to be."""

from __future__ import annotations

import inspect
import json
import os
import sys
import tempfile
from errno import EACCES, EINTR, EIO, ENODEV, ENOMEM
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from storage_tuner.cli.devices import device_keys
from storage_tuner.core.device import Device
from storage_tuner.core.message import english
from storage_tuner.core.tunable import CATALOGUE, UNDESCRIBED
from storage_tuner.probe.block import attributes, identity, medium, udev
from storage_tuner.probe.block.devices import read_devices
from storage_tuner.probe.files.target import devices_to_tune, resolve_path
from storage_tuner_protocol.kernel import drive_of_path
from storage_tuner_protocol.tunables import is_undescribed_value
from tests.sysfs_trees.disks import (
    MadePartition,
    add,
    add_ata_device,
    add_scsi_host,
    loop,
    nvme_with_paths,
    sata,
)
from tests.sysfs_trees.many import make_many_disks
from tests.sysfs_trees.stacks import array, folder_of, mapped, stack, write_proc
from tests.unit.probe.made_trees import add_disk, write_tree
from tests.unit.said import said

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
    "optimal_io_bytes",
    "write_cache",
    "content",
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

WORDS = {tunable.name: (*tunable.choices, *tunable.words) for tunable in CATALOGUE}

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


def said_devices(root: Path, *, include_empty: bool = False) -> tuple[Device, ...]:
    return said(read_devices(root, include_empty=include_empty))


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
    for text in (device.model, device.serial, device.vendor, device.firmware):
        assert text is None or text.isprintable()
    for use in device.in_use:
        assert "\0" not in str(use)
    assert (device.rotational is None) is (device.rotational_believed is None)
    assert (said(device.rotational_doubt is None)) is (device.rotational_believed is not False)
    assert device.defaults.keys() | device.limits.keys() <= device.settings.keys()
    for name, value in device.settings.items():
        assert (
            value in WORDS.get(name, ())
            or value.isdecimal()
            or name == "scheduler"
            or (name.startswith(UNDESCRIBED) and is_undescribed_value(value))
        )
    assert len(set(device.in_use)) == len(device.in_use)


@settings(max_examples=60)
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
        devices = said_devices(root, include_empty=True)
        assert len(devices) == (0 if contents.get("hidden") == b"1\n" else 1)
        for device in devices:
            check(device)
        keys = {"devices": [device_keys(device) for device in devices], "controllers": []}
        text = json.dumps(keys, default=english).encode("utf-8")
        Draft202012Validator(json.loads(SCHEMA.read_text())).validate(json.loads(text))
        resolve_path(Path("/a"), root)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        ("missing", "not reported by the kernel"),
        (b"", "empty"),
        (b" \n", "empty"),
        (b"\xff\xff\n", "not text"),
        (b"a\0b\n", "not text"),
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
    (disk,) = said_devices(tmp_path)
    assert said((disk.model, disk.missing["model"])) == (None, reason)


def test_a_setting_that_is_no_number_is_none(tmp_path: Path) -> None:
    add_disk(tmp_path, "sda", "8:0", queue__read_ahead_kb="many\n", device__queue_depth="\n")
    (disk,) = said_devices(tmp_path)
    assert disk.settings == {}
    assert said(disk.queue_depth) is None
    assert said(disk.missing["queue_depth"]) == "empty"
    assert said(disk.missing["read_ahead_kb"]) == "not a number"


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
            devices = said_devices(root)
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
    first, second = said_devices(tmp_path)
    assert (first.members, first.holders) == (("dm-1",), ("dm-1",))
    assert "holds the running system" in said(first.in_use)
    assert said(second.in_use[0]) == "mounted at /"
    assert resolve_path(Path("/x"), tmp_path).devices == ()


def test_what_one_side_tells_is_enough(tmp_path: Path) -> None:
    """A damaged capture has the array's slaves, but the disk's holders are lost."""
    add_disk(tmp_path, "sda", "8:0")
    array = add_disk(tmp_path, "md0", "9:0", "virtual")
    write_tree(array, {"slaves/sda/x": "", "slaves/sdz/x": "", "md/level": "raid1\n"})
    devices = {device.name: device for device in said_devices(tmp_path)}
    assert devices["md0"].members == ("sda", "sdz")
    assert devices["sda"].holders == ("md0",)
    assert said(devices["sda"].in_use) == ("member of md0",)


def test_a_link_out_of_the_tree_is_not_followed(tmp_path: Path) -> None:
    outside = add_disk(tmp_path / "outside", "sda", "8:0")
    root = tmp_path / "root"
    (root / "sys/block").mkdir(parents=True)
    (root / "sys/block/sda").symlink_to(outside)
    assert said_devices(root) == ()


@pytest.mark.parametrize("root", ["nowhere", "file"])
def test_no_tree_at_all(tmp_path: Path, root: str) -> None:
    (tmp_path / "file").write_text("")
    assert said_devices(tmp_path / root) == ()


def test_a_thousand_devices_need_few_calls_each(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What counts is the number of files read; time on a shared machine proves nothing."""
    for number in range(1000):
        add_disk(tmp_path, f"sd{number:04}", f"8:{number}", queue__scheduler="[none] bfq\n")
    calls, devices = counted_reads(tmp_path, monkeypatch)
    assert devices == 1000
    assert 1000 < calls < 41 * 1000


def test_twice_the_disks_cost_twice_the_calls(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of disks as Linux and udev show them, each with a host and a mounted partition."""
    calls = []
    for count in (10, 20, 40):
        root = make_many_disks(tmp_path / str(count), count)
        found, devices = counted_reads(root, monkeypatch)
        assert devices == count
        calls.append(found)
    assert calls[2] - calls[1] == 2 * (calls[1] - calls[0]), "linear"
    assert (calls[2] - calls[1]) // 20 <= 50, "a disk"


def counted_reads(root: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[int, int]:
    """How many files are read for how many devices."""
    calls = 0
    read = attributes.read_bytes

    def counting_read(path: str, limit: int = attributes.LIMIT_BYTES) -> bytes:
        nonlocal calls
        calls += 1
        return read(path, limit)

    with monkeypatch.context() as patch:
        for module in (attributes, identity, medium, udev):
            patch.setattr(module, "read_bytes", counting_read)
        devices = said_devices(root)
    return calls, len(devices)


MACHINE = ("sda", "sdb", "md0", "dm-0", "loop0", "nvme1n1")

HOSTILE = st.one_of(
    CONTENTS,
    st.sampled_from(
        [
            b"[]\n",
            b"[ ]\n",
            b"9" * 300 + b"\n",
            b"18446744073709551616\n",
            b"1 / 0\n",
            b"none / 7\n",
            b"100 / 3\n",
            b"8 (4)\n",
            b"(system)\n",
            b"x (system)\n",
            b"-1 (local)\n",
            b"\xd9\xa3\n",
            b"../../../../etc/passwd\n",
            b"host-managed\n",
            b"LVM-\n",
            b"a" * 4097,
            "a\u2028b\u202ec\nd".encode(),
        ]
    ),
)

NAMES = st.one_of(
    st.sampled_from([*MACHINE, "sda1", "sdz", "nvme1c0n1", "cciss!c0d0", "\N{SNOWMAN}", "a\nb"]),
    st.text(st.characters(codec="utf-8", exclude_characters="/\0"), min_size=1).filter(
        lambda name: name not in (".", "..") and len(name.encode()) < 200
    ),
)


def small_machine(root: Path) -> list[Path]:
    """An array of two disks with a volume and a loop on it; gives all of its files."""
    part = MadePartition(1, 2048, 8192, {"ID_FS_TYPE": "ext4"})
    add(root, sata("sda", "8:0", 1, partitions=(part,)))
    add(root, sata("sdb", "8:16", 2))
    add(root, array("md0", "9:0", "raid5", 8, [("sda1", "0", "in_sync"), ("sdb", "1", "spare")]))
    add(root, mapped("dm-0", "253:0", 8, "vg-lv", "LVM-0123456789"))
    add(root, loop("/srv/image"))
    for drive in nvme_with_paths():
        add(root, drive)
    stack(root, "md0", "sda1", "sdb")
    stack(root, "dm-0", "md0")
    for port in (1, 2):
        add_scsi_host(root, port)
        add_ata_device(root, port)
    write_proc(root, ["253:0 /srv ext4 /dev/mapper/vg-lv"], mdstat="md0 : active", cmdline="quiet")
    return sorted(path for path in root.rglob("*") if path.is_file() and not path.is_symlink())


@settings(max_examples=20)
@given(
    st.lists(st.tuples(st.integers(0, 10_000), HOSTILE), max_size=25),
    st.lists(st.tuples(st.sampled_from(MACHINE), st.booleans(), NAMES), max_size=8),
    st.lists(NAMES, max_size=3),
)
def test_a_whole_machine_with_damaged_files_edges_and_names(
    damages: list[tuple[int, bytes | str]], edges: list[tuple[str, bool, str]], names: list[str]
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        files = small_machine(root)
        for index, content in damages:
            path = files[index % len(files)]
            if path.is_symlink() or path.is_file():
                path.unlink()
                put(path, content)
        for name, up, other in edges:
            link = folder_of(root, name) / ("holders" if up else "slaves") / other
            if not link.is_symlink():
                link.symlink_to(link.parent)
        for name in names:
            (root / "sys/block" / name).unlink(missing_ok=True)
            (root / "sys/block" / name).symlink_to("../devices")
        devices = said_devices(root, include_empty=True)
        for device in devices:
            check(device)
            resolve_path(Path(f"/{device.name}"), root)
            devices_to_tune(device, root)
        keys = {"devices": [device_keys(device) for device in devices], "controllers": []}
        text = json.dumps(keys, default=english)
        Draft202012Validator(json.loads(SCHEMA.read_text())).validate(json.loads(text))


@pytest.mark.slow
def test_one_damaged_file_costs_nothing_but_its_field(tmp_path: Path) -> None:
    """Each file of a machine in turn becomes binary: no device is lost, and of the others nothing
    changes."""
    files = small_machine(tmp_path)
    whole = {device.name: device for device in said_devices(tmp_path)}
    for path in files:
        content = path.read_bytes()
        path.write_bytes(b"\xff\0\xfe" * 5)
        damaged = {device.name: device for device in said_devices(tmp_path)}
        path.write_bytes(content)
        assert damaged.keys() == whole.keys(), path
        own = [name for name in whole if f"/{name}/" in f"{path}/"]
        if own and path.parent.name not in ("dm", "loop"):  # told of by those beneath as well
            others = whole.keys() - {*own, *(drive_of_path(name) for name in own), "md0", "dm-0"}
            assert all(damaged[name] == whole[name] for name in others), path
    assert {device.name: device for device in said_devices(tmp_path)} == whole


@pytest.mark.parametrize("error", [EACCES, EIO, ENODEV, ENOMEM, EINTR])
def test_a_kernel_that_refuses_to_tell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: int
) -> None:
    """Every second attribute can't be read, in two ways of counting."""
    small_machine(tmp_path)
    read = attributes.read_bytes
    for turn in (0, 1):
        calls = turn

        def refusing(path: str, limit: int = attributes.LIMIT_BYTES) -> bytes:
            nonlocal calls
            calls += 1
            if calls % 2:
                raise OSError(error, os.strerror(error))
            return read(path, limit)

        with monkeypatch.context() as patch:
            for module in (attributes, identity, medium, udev):
                patch.setattr(module, "read_bytes", refusing)
            devices = said_devices(tmp_path)
        assert devices
        for device in devices:
            check(device)


def test_files_that_change_between_two_readings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever was read, or something new each time, but never a mixture within one attribute."""
    small_machine(tmp_path)
    read, calls = attributes.read_bytes, 0

    def changing(path: str, limit: int) -> bytes:
        nonlocal calls
        calls += 1
        name = path.rpartition("/")[2]
        if name == "scheduler":
            return b"[none] bfq\n" if calls % 2 else b"none [bfq]\n"
        return (
            str(calls).encode() if name in ("size", "nr_requests", "level") else read(path, limit)
        )

    monkeypatch.setattr(attributes, "read_bytes", changing)
    for device in said_devices(tmp_path):
        check(device)
        if device.scheduler:
            assert device.settings["scheduler"] == device.scheduler.active


def test_a_model_of_many_lines_and_letters(tmp_path: Path) -> None:
    folder = add_disk(tmp_path, "sda", "8:0", device__model="Größe\n\x1b[2JΩ \u202etxt\t7\n")
    assert said_devices(tmp_path)[0].model == "Größe  [2JΩ  txt 7"
    put(folder / "device/serial", b"\x01\x02\n")
    (disk,) = said_devices(tmp_path)
    assert said((disk.serial, disk.missing["serial"])) == (None, "not text")


def test_a_partition_whose_size_is_not_told(tmp_path: Path) -> None:
    add_disk(tmp_path, "sda", "8:0", sda1__partition="1\n", sda1__size="huge\n")
    (disk,) = said_devices(tmp_path)
    assert [part.size_bytes for part in disk.partitions] == [0]
    assert said(disk.missing["partitions.sda1.size_bytes"]) == "not a number"


def test_a_number_that_leads_out_of_udevs_folder(tmp_path: Path) -> None:
    write_tree(tmp_path, {"run/udev/secret": "E:ID_MODEL_ENC=stolen\n", "run/udev/data/b": ""})
    add_disk(tmp_path, "sda", "/../../secret\n", device__model="honest\n")
    assert said_devices(tmp_path)[0].model == "honest"


@pytest.mark.slow
def test_a_very_deep_stack_and_a_circle_at_its_end(tmp_path: Path) -> None:
    """Deeper than Python may call itself."""
    depth = 400
    for level in range(depth):
        folder = add_disk(tmp_path, f"dm-{level}", f"253:{level}", "virtual")
        above, below = f"dm-{(level + 1) % depth}", f"dm-{level - 1 if level else depth - 1}"
        write_tree(
            folder,
            {f"slaves/{below}/x": "", f"holders/{above}/x": "", "queue/rotational": "1\n"},
        )
    write_tree(tmp_path, {"proc/self/mountinfo": "1 0 253:7 / / rw - ext4 /dev/dm-7 rw\n"})
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(len(inspect.stack(0)) + depth // 2)
    try:
        (first, *rest) = said_devices(tmp_path)
        beneath = resolve_path(Path("/x"), tmp_path)
    finally:
        sys.setrecursionlimit(limit)
    assert len(rest) == depth - 1
    assert said(first.in_use[-1]) == "holds the running system"
    assert first.rotational_believed is False
    assert beneath.devices == ()
