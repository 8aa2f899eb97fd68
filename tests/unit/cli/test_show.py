"""The command ``show`` on recorded and made-up computers."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from storage_tuner.cli.show import OF_THE_MACHINE, add_parsers
from storage_tuner.core.errors import NotAWholeDisk, UnknownDevice
from storage_tuner.core.member_settings import listed_devices
from storage_tuner.core.tunable import OF_DEVICES
from storage_tuner.probe.block.devices import read_devices
from tests.schemas import devices_schema
from tests.sysfs_trees.disks import add, nvme_with_paths
from tests.sysfs_trees.machines import make_arrays, make_drives, make_stacks
from tests.unit.probe.made_trees import add_disk, write_tree


def run(*words: str | Path) -> int:
    parser = argparse.ArgumentParser()
    add_parsers(parser.add_subparsers())
    arguments = parser.parse_args(["show", *map(str, words)])
    code = arguments.run(arguments)
    assert isinstance(code, int)
    return code


def shown(capsys: pytest.CaptureFixture[str], *words: str | Path) -> str:
    assert run(*words) == 0
    return capsys.readouterr().out


def told(capsys: pytest.CaptureFixture[str], *words: str | Path) -> dict[str, Any]:
    found = json.loads(shown(capsys, *words, "--json"))
    assert isinstance(found, dict)
    devices_schema("show").validate(found)
    return found


def test_every_tunable_that_is_there_is_explained(
    capsys: pytest.CaptureFixture[str], degraded_tree: Path
) -> None:
    text = shown(capsys, "/dev/sdc", "--sysroot", degraded_tree)
    rows = [line.split() for line in reversed(text.splitlines()) if line[:1].strip()]
    lines = {row[0]: row for row in rows}
    settings = told(capsys, "sdc", "--sysroot", degraded_tree)["device"]["settings"]
    assert {"scheduler", "queue_depth", "low_latency"} <= set(settings)
    for tunable in OF_DEVICES:
        explained = str(tunable.meaning) in " ".join(text.split())
        assert explained is (tunable.name in settings), tunable.name
        assert tunable.name in text
    assert lines["queue_depth"][1] == "1"
    assert lines["queue_depth"][-4:] == ["1", "to", "32", "commands"]
    assert lines["scheduler"][-4:] == ["none,", "mq-deadline,", "bfq,", "kyber"]
    assert "WD-WCC7K0000001" in text
    assert "mounted at /data1" in text


def test_what_is_not_there_is_folded_by_its_reason(
    capsys: pytest.CaptureFixture[str], degraded_tree: Path
) -> None:
    text = shown(capsys, "sdc", "--sysroot", degraded_tree)
    folded = " ".join(text[text.index("Not available:") :].split())
    assert "only available with the scheduler kyber: read_lat_nsec, write_lat_nsec" in folded
    assert "Not available:" not in text[: text.index("Not available:")]
    assert len(text[text.index("Not available:") :].splitlines()) < 13


def test_it_fits_the_terminal(
    capsys: pytest.CaptureFixture[str], degraded_tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    for name in ("sdc", "md126", "dm-0", "vda"):
        text = shown(capsys, name, "--sysroot", degraded_tree)
        assert max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize("room", ["40", "80", "120"])
def test_what_may_be_set_is_told_in_full(
    capsys: pytest.CaptureFixture[str],
    degraded_tree: Path,
    monkeypatch: pytest.MonkeyPatch,
    room: str,
) -> None:
    monkeypatch.setenv("COLUMNS", room)
    text = " ".join(shown(capsys, "sde", "--sysroot", degraded_tree).split())
    assert text.count("none, mq-deadline, bfq, kyber") == 1
    text = " ".join(shown(capsys, "md126", "--sysroot", degraded_tree).split())
    assert text.count("1 to 2147483647 KiB/s per member, or system") == 2


def test_a_default_that_drivers_or_ticks_decide_is_not_claimed(
    capsys: pytest.CaptureFixture[str], degraded_tree: Path
) -> None:
    """bfq's timeout_sync is 124 ms there, as the kernel rounds its 125."""
    found = told(capsys, "sdc", "--sysroot", degraded_tree)
    tunables = {tunable["name"]: tunable for tunable in found["tunables"]}
    assert tunables["timeout_sync"]["value"] == "124"
    assert tunables["timeout_sync"]["default"] is None
    assert tunables["slice_idle"]["default"] == "8"
    assert tunables["read_lat_nsec"]["value"] is None
    assert tunables["read_lat_nsec"]["default"] == "2000000"
    array = told(capsys, "md127", "--sysroot", degraded_tree)
    defaults = {tunable["name"]: tunable["default"] for tunable in array["tunables"]}
    for name in set(array["device"]["settings"]) - set(array["device"]["defaults"]):
        assert defaults[name] is None, name


def test_who_has_it_open_is_told_of_this_computer_only(
    capsys: pytest.CaptureFixture[str], degraded_tree: Path
) -> None:
    assert "Open in" not in shown(capsys, "sdc", "--sysroot", degraded_tree)
    some = min(path.name for path in Path("/sys/block").iterdir())
    assert "Open in" in shown(capsys, some)


def test_the_settings_of_an_array_are_those_of_its_members(
    capsys: pytest.CaptureFixture[str], degraded_tree: Path
) -> None:
    text = " ".join(shown(capsys, "md126", "--sysroot", degraded_tree).split())
    assert "The scheduler of md126 is that of its members sde, sdf and sdi: mq-deadline." in text
    assert "Underlying devices sde, sdf, sdi" in text
    assert "Devices on top dm-0" in text
    found = told(capsys, "dm-0", "--sysroot", degraded_tree)
    scheduler = found["member_settings"][0]
    assert scheduler == {
        "tunable": "scheduler",
        "members": ["sde", "sdf", "sdi"],
        "values": {"mq-deadline": ["sde", "sdf", "sdi"]},
        "lacking": [],
        "of_paths": False,
        "agreed": True,
        "common": "mq-deadline",
    }


def test_a_member_that_differs_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for index, scheduler in enumerate(("[none] bfq", "[none] bfq", "none [bfq]")):
        add_disk(tmp_path, f"sd{'bcd'[index]}", f"8:{16 * index}", queue__scheduler=scheduler)
    below = {f"slaves__sd{letter}": "" for letter in "bcd"}
    add_disk(tmp_path, "md0", "9:0", md__level="raid5", **below)
    text = " ".join(shown(capsys, "md0", "--sysroot", tmp_path).split())
    assert "sdb, sdc and sdd: none; they differ: bfq on sdd." in text
    assert "scheduler none but bfq on sdd" in text


def test_json_says_why_a_tunable_has_no_value(
    capsys: pytest.CaptureFixture[str], degraded_tree: Path
) -> None:
    found = told(capsys, "md126", "--sysroot", degraded_tree)
    tunables = {tunable["name"]: tunable for tunable in found["tunables"]}
    assert [*tunables] == [tunable.name for tunable in OF_DEVICES]
    assert tunables["scheduler"]["value"] is None
    assert tunables["scheduler"]["reason"] == "this device has no request queue of its own"
    assert tunables["read_ahead_kb"]["value"] == "256"
    assert tunables["read_ahead_kb"]["reason"] is None
    assert tunables["stripe_cache_size"]["risk"] == "stall"
    assert tunables["stripe_cache_size"]["path"] == "/sys/block/md126/md/stripe_cache_size"
    assert found["device"]["name"] == "md126"


def test_other_owners_of_a_setting_are_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    disk = add_disk(tmp_path, "sda", "8:0", queue__scheduler="[none] bfq\n")
    rule = 'ACTION=="add|change", KERNEL=="sda", ATTR{queue/scheduler}="bfq"\n'
    write_tree(tmp_path, {"etc/udev/rules.d/60-ours.rules": rule})
    write_tree(disk, {"uevent": "MAJOR=8\nMINOR=0\nDEVNAME=sda\nDEVTYPE=disk\n"})
    text = " ".join(shown(capsys, "sda", "--sysroot", tmp_path).split())
    assert "Set by: udev rule, to bfq; /etc/udev/rules.d/60-ours.rules:1" in text


def test_virtual_memory(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "sys/block").mkdir(parents=True)
    values = {
        "dirty_ratio": "20",
        "dirty_bytes": "0",
        "dirty_background_ratio": "10",
        "dirty_background_bytes": "0",
        "dirty_expire_centisecs": "3000",
        "dirty_writeback_centisecs": "500",
    }
    write_tree(tmp_path, {f"proc/sys/vm/{name}": f"{value}\n" for name, value in values.items()})
    text = shown(capsys, "vm", "--sysroot", tmp_path)
    assert "dirty_ratio" in text
    assert "Not available:" in text
    found = told(capsys, "vm", "--sysroot", tmp_path)
    assert found["device"] is None
    tunables = {tunable["name"]: tunable for tunable in found["tunables"]}
    assert [*tunables] == [tunable.name for tunable in OF_THE_MACHINE]
    assert {name: one["value"] for name, one in tunables.items()} == values | {"swappiness": None}
    assert tunables["swappiness"]["reason"]
    assert tunables["dirty_ratio"]["path"] == "/proc/sys/vm/dirty_ratio"


def test_no_control_character_reaches_the_terminal(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    disk = add_disk(tmp_path, "sda", "8:0", device__model="Evil\x1b[2J\nDisk\x9b31m\u202ex\n")
    write_tree(
        tmp_path,
        {
            "proc/self/mountinfo": "1 0 8:0 / /a\\012b\\033c rw - ext4 /dev/sda rw\n",
            "run/udev/data/b8:0": "E:ID_REVISION=\x1b]0;title\x07\nE:ID_FS_TYPE=e\x1bx\n",
        },
    )
    write_tree(disk, {"queue/scheduler": "[no\x1b[1mne]\n", "device/wwid": "naa.5\r6\n"})
    text = shown(capsys, "sda", "--sysroot", tmp_path)
    assert all(letter.isprintable() or letter == "\n" for letter in text)
    assert "Evil" in text


@pytest.mark.sampled(1)
@pytest.mark.parametrize("make", [make_drives, make_arrays, make_stacks])
def test_every_device_of_made_up_computers(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    make: Callable[[Path], Path],
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    root = make(tmp_path)
    for device in listed_devices(read_devices(root, include_empty=True)):
        text = shown(capsys, device.name, "--sysroot", root)
        assert max(map(len, text.splitlines())) <= 80
        assert device.path in text
        found = told(capsys, device.name, "--sysroot", root)
        tunables = {one["name"]: one for one in found["tunables"]}
        for name, value in device.settings.items():
            assert tunables[name]["value"] == value
        for one in tunables.values():
            assert (one["value"] is None) == bool(one["reason"]), one


@pytest.mark.parametrize(
    ("device", "error"),
    [("sdz", UnknownDevice), ("/dev/sde1", NotAWholeDisk), ("", UnknownDevice)],
)
def test_what_is_no_device(degraded_tree: Path, device: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        run(device, "--sysroot", degraded_tree)


def test_the_settings_of_an_nvme_drive_are_those_of_its_paths(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    for disk in nvme_with_paths("nvme0n1"):
        add(tmp_path, disk)
    text = " ".join(shown(capsys, "nvme0n1", "--sysroot", tmp_path).split())
    assert (
        "The scheduler of nvme0n1 is that of its paths nvme0c0n1 and nvme0c1n1: none. The same "
        "applies to: scheduler none nr_requests 1023"
    ) in text
    assert "I/O policy numa" in text
    assert "nvme0c1n1 nvme1 live, non-optimized" in text
    assert "Underlying devices" not in text
    found = told(capsys, "nvme0n1", "--sysroot", tmp_path)
    assert all(setting["of_paths"] for setting in found["member_settings"])
    assert found["device"]["multipath"]["io_policy"] == "numa"
