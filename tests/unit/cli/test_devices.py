"""The command ``devices`` on recorded, made-up and this computer."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from storage_tuner.cli.devices import add_parsers
from storage_tuner.core.controller import Controller, Policy, Port, Unit
from storage_tuner.core.device import (
    BackgroundWork,
    Content,
    DeviceMapping,
    MdMember,
    MdState,
    NvmePath,
    QueueDepth,
    SchedulerState,
    SettingOwner,
    Zones,
)
from storage_tuner.core.errors import InvalidInput, NoSuchProgram
from storage_tuner.core.member_settings import listed_devices
from storage_tuner.core.tunable import OF_DEVICES
from storage_tuner.probe.block.devices import read_devices
from storage_tuner.store.documents import document_of
from tests.loop_device import block_devices
from tests.schemas import SCHEMAS, devices_schema
from tests.sysfs_trees.machines import make_arrays, make_drives, make_stacks
from tests.threeware.machines import SysfsTree, controller, install, machine
from tests.unit.probe.made_trees import add_disk, write_tree

SCHEMA = SCHEMAS / "devices.schema.json"


def run(*words: str | Path) -> int:
    parser = argparse.ArgumentParser()
    add_parsers(parser.add_subparsers())
    arguments = parser.parse_args([str(word) for word in words])
    code = arguments.run(arguments)
    assert isinstance(code, int)
    return code


def printed_json(capsys: pytest.CaptureFixture[str], *words: str | Path) -> dict[str, Any]:
    assert run(*words, "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert isinstance(told, dict)
    return told


def test_json_of_this_computer_fits_the_schema(capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(100):
        before = block_devices()
        told = printed_json(capsys, "devices", "--all")
        if block_devices() == before:
            break  # no other test has added or removed one meanwhile
    devices_schema().validate(told)
    assert {device["name"] for device in told["devices"]} == before


@pytest.mark.parametrize("tree", ["plain_tree", "mounted_tree", "degraded_tree"])
def test_json_of_recorded_trees_fits_the_schema(
    capsys: pytest.CaptureFixture[str], tree: str, request: pytest.FixtureRequest
) -> None:
    root = request.getfixturevalue(tree)
    devices_schema().validate(printed_json(capsys, "devices", "--all", "--sysroot", root))


@pytest.mark.parametrize("make", [make_drives, make_arrays, make_stacks])
def test_json_of_made_up_computers_fits_the_schema(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, make: Callable[[Path], Path]
) -> None:
    told = printed_json(capsys, "devices", "--all", "--sysroot", make(tmp_path))
    devices_schema().validate(told)
    assert len(told["devices"]) > 5


@pytest.mark.parametrize("make", [make_drives, make_arrays, make_stacks])
@pytest.mark.parametrize("columns", ["80", "120"])
def test_made_up_computers_fit_the_terminal(
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    make: Callable[[Path], Path],
    columns: str,
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    root = make(tmp_path)
    run("devices", "--all", "--sysroot", root)
    lines = capsys.readouterr().out.splitlines()
    assert max(len(line) for line in lines) <= int(columns)
    shown = {line.split()[0].lstrip("├└│─ ") for line in lines if "see above" not in line}
    devices = listed_devices(read_devices(root, include_empty=True))
    assert {device.name for device in devices} - shown == set()
    assert not shown & {"nvme1c0n1", "nvme1c1n1"}


def test_luks_on_lvm_on_md_on_sata_is_a_tree(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    run("devices", "--sysroot", make_stacks(tmp_path))
    lines = capsys.readouterr().out.splitlines()
    depths = [line.index(line.lstrip("├└│─ ")[0]) for line in lines]
    assert max(depths) >= 8
    text = "\n".join(lines)
    for word in ("LUKS", "LVM", "multipath", "raid1"):
        assert word in text


def test_a_controller_is_shown_with_its_units(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    tool = install(tmp_path / "3ware", machine(controller())).program
    tree = SysfsTree(tmp_path / "tree")
    disk = tree.add_disk(tree.add_host(0), 0, serial="SERIALU0")
    told = printed_json(capsys, "devices", "--sysroot", tree.root, "--tw-cli", tool)
    devices_schema().validate(told)
    (found,) = told["controllers"]
    assert (found["vendor"], found["id"], found["model"]) == ("3ware", "c0", "9650SE-8LPML")
    assert found["units"][0]["type"] == "RAID-1"
    assert found["units"][0]["disks"] == [disk]
    run("devices", "--sysroot", tree.root, "--tw-cli", tool)
    text = capsys.readouterr().out
    line = next(line for line in text.splitlines() if line.startswith("  u0 "))
    assert line.split()[1:3] == ["RAID-1", "OK"]
    assert disk in line.split()
    assert any(
        line.startswith("c0 ") and "3ware 9650SE-8LPML" in line for line in text.splitlines()
    )


def test_a_captured_tree_asks_no_controller(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, degraded_tree: Path
) -> None:
    """A tw_cli of this computer would tell of this computer's controllers."""
    tool = install(tmp_path, machine(controller()))
    assert printed_json(capsys, "devices", "--sysroot", degraded_tree)["controllers"] == []
    assert not (tool.folder / "calls.jsonl").exists()


@pytest.mark.parametrize("tool", ["nosuch", "."])
def test_a_tool_that_is_none(tmp_path: Path, degraded_tree: Path, tool: str) -> None:
    with pytest.raises(NoSuchProgram):
        run("devices", "--sysroot", degraded_tree, "--tw-cli", tmp_path / tool)


def test_the_schema_knows_every_key(
    capsys: pytest.CaptureFixture[str], degraded_tree: Path
) -> None:
    told = printed_json(capsys, "devices", "--sysroot", degraded_tree)
    kinds = json.loads(SCHEMA.read_text())["$defs"]
    for device in told["devices"]:
        assert set(kinds["device"]["properties"]) == set(device)
        assert [one["name"] for one in device["tunables"]] == [one.name for one in OF_DEVICES]
        assert set(device["tunables"][0]) == set(kinds["tunable"]["properties"])
        for partition in device["partitions"]:
            assert set(partition) == set(kinds["partition"]["properties"])


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (Content("ext4"), "content"),
        (SettingOwner("tuned", "scheduler", None, "x"), "owner"),
        (MdMember("sda", 0, ()), "md_member"),
        (NvmePath("nvme0c0n1"), "nvme_path"),
        (Controller("3ware", "c0", None), "controller"),
        (Unit("u0", "RAID-5", "OK"), "unit"),
        (Port("p0", "OK"), "port"),
        (Policy("cache", "on"), "policy"),
    ],
)
def test_the_schema_knows_every_field(value: Any, kind: str) -> None:  # noqa: ANN401 - any value
    schema = json.loads(SCHEMA.read_text())["$defs"][kind]
    assert set(document_of(value)) == set(schema["properties"]) == set(schema["required"])


@pytest.mark.parametrize(
    ("value", "key"),
    [
        (QueueDepth(1, 1, None), "queue_depth"),
        (MdState("raid1", None, None, None, None, None), "md"),
        (DeviceMapping("LVM", None, None), "mapping"),
        (Zones("host-aware", None, None), "zones"),
        (BackgroundWork("check", None), "background"),
        (SchedulerState("none", ()), "scheduler"),
    ],
)
def test_the_schema_knows_every_part_of_a_device(value: Any, key: str) -> None:  # noqa: ANN401
    schema = json.loads(SCHEMA.read_text())["$defs"]["device"]["properties"][key]
    assert set(document_of(value)) == set(schema["properties"]) == set(schema["required"])


def test_a_tunable_tells_this_devices_limits(
    capsys: pytest.CaptureFixture[str], degraded_tree: Path
) -> None:
    told = printed_json(capsys, "devices", "--sysroot", degraded_tree)
    devices = {device["name"]: device for device in told["devices"]}
    tunables = {one["name"]: one for one in devices["sdc"]["tunables"]}
    assert (
        tunables["queue_depth"].items()
        >= {
            "value": "1",
            "reason": None,
            "unit": "commands",
            "minimum": 1,
            "maximum": 32,
            "choices": [],
        }.items()
    )
    assert tunables["scheduler"]["choices"] == ["none", "mq-deadline", "bfq", "kyber"]
    assert tunables["low_latency"]["default"] == "1"
    assert tunables["fifo_batch"]["value"] is None
    assert "mq-deadline" in tunables["fifo_batch"]["reason"]


def test_json_has_the_stable_keys(capsys: pytest.CaptureFixture[str], degraded_tree: Path) -> None:
    told = printed_json(capsys, "devices", "--sysroot", degraded_tree)
    devices_schema().validate(told)
    devices = {device["name"]: device for device in told["devices"]}
    assert told["controllers"] == []
    depth = devices["sdc"]["queue_depth"]
    assert (depth["value"], depth["maximum"], depth["ncq"]) == (1, 32, False)
    assert devices["sdc"]["scheduler"]["active"] == "bfq"
    assert (
        devices["md127"]["md"].items()
        >= {
            "level": "raid1",
            "layout": None,
            "chunk_bytes": None,
            "state": "clean",
            "sync_action": "idle",
            "degraded": 1,
        }.items()
    )
    assert devices["md127"]["members"] == ["sdc", "sdd"]
    assert devices["sdj"]["md"] is None


def test_the_schema_refuses_a_missing_key(capsys: pytest.CaptureFixture[str]) -> None:
    told = printed_json(capsys, "devices", "--all")
    del told["devices"][0]["serial"]
    assert not devices_schema().is_valid(told)


def test_the_table_fits_80_columns(
    capsys: pytest.CaptureFixture[str], degraded_tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    run("devices", "--sysroot", degraded_tree)
    lines = capsys.readouterr().out.splitlines()
    assert max(len(line) for line in lines) <= 80
    assert lines[0].split() == ["NAME", "SIZE", "KIND", "SCHEDULER", "DEPTH", "MODEL", "USED"]
    row = next(line for line in lines if line.startswith("sdc "))
    assert row.split()[:6] == ["sdc", "537", "MB", "HDD", "bfq", "1"]
    assert row.index("bfq") == lines[0].index("SCHEDULER")
    assert "–" in next(line for line in lines if "dm-0 " in line)


def test_what_stands_on_a_device_is_indented_below_it(
    capsys: pytest.CaptureFixture[str], degraded_tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    run("devices", "--sysroot", degraded_tree)
    lines = capsys.readouterr().out.splitlines()
    names = [line[: lines[0].index("SIZE") - 5].rstrip() for line in lines]
    first, second = names.index("sde"), names.index("sdf")
    assert names[first:second] == ["sde", "├─sde1", "└─sde2", "  └─md126", "    └─dm-0"]
    assert names[second : second + 4] == ["sdf", "├─sdf1", "└─sdf2", "  └─md126"]
    assert "see above" in lines[second + 3]
    assert not any("dm-0" in name for name in names[second:])
    assert "raid5, check" in lines[first + 3]
    assert "raid1, 1 missing" in lines[names.index("└─md127")]


def test_arrays_that_stand_on_each_other_are_listed_once(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    add_disk(tmp_path, "md0", "9:0", slaves__md1="", md__level="raid0\n")
    add_disk(tmp_path, "md1", "9:1", slaves__md0="", md__level="raid0\n")
    add_disk(tmp_path, "sda", "8:0")
    run("devices", "--sysroot", tmp_path)
    names = [line.split()[0].lstrip("└─├│") for line in capsys.readouterr().out.splitlines()]
    assert sorted(set(names)) == ["NAME", "md0", "md1", "sda"]
    assert len(names) <= 5


def test_a_wide_terminal_cuts_nothing(
    capsys: pytest.CaptureFixture[str], degraded_tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    run("devices", "--sysroot", degraded_tree)
    shown = capsys.readouterr().out
    assert "Samsung SSD 860 EVO 500GB" in shown
    assert "…" not in shown


def test_no_control_character_reaches_the_terminal(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    disk = add_disk(tmp_path, "sda", "8:0", device__model="Evil\x1b[2J\nDisk\x9b31m\u202ex\n")
    write_tree(
        tmp_path,
        {
            "proc/self/mountinfo": "1 0 8:0 / /a\\012b\\033c rw - ext4 /dev/sda rw\n",
            "run/udev/data/b8:0": "E:ID_REVISION=\x1b]0;title\x07\n",
        },
    )
    write_tree(disk, {"queue/scheduler": "[no\x1b[1mne]\n", "device/wwid": "naa.5\r6\n"})
    run("devices", "--sysroot", tmp_path)
    table = capsys.readouterr().out
    assert len(table.splitlines()) == 2
    shown = table
    assert all(letter.isprintable() or letter == "\n" for letter in shown)
    assert "Evil" in shown


def test_a_sysroot_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="no copy of /sys"):
        run("devices", "--sysroot", tmp_path / "nowhere")


def test_no_devices(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "sys/block").mkdir(parents=True)
    assert run("devices", "--sysroot", tmp_path) == 0
    assert "No block devices" in capsys.readouterr().out


def test_the_arrays_of_members_are_told_apart_on_a_narrow_terminal(
    capsys: pytest.CaptureFixture[str], degraded_tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert run("devices", "--sysroot", degraded_tree) == 0
    lines = capsys.readouterr().out.splitlines()
    used = {line.split()[-1] for line in lines if line.startswith("sd") and "md12" in line}
    assert {name[-5:] for name in used} == {"md125", "md126", "md127"}
