"""The commands ``devices`` and ``show`` on recorded, made-up and this computer."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from storage_tuner.cli.devices import add_parsers, size_text
from storage_tuner.core.errors import InvalidInput, NotAWholeDisk, UnknownDevice
from storage_tuner.core.tunable import OF_DEVICES
from tests.unit.probe.conftest import degraded_tree
from tests.unit.probe.made_trees import add_disk, write_tree

__all__ = ["degraded_tree"]

SCHEMA = Path(__file__).parents[3] / "resources/schema/devices.schema.json"


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
    told = printed_json(capsys, "devices", "--all")
    Draft202012Validator(json.loads(SCHEMA.read_text())).validate(told)
    names = {device["name"] for device in told["devices"]}
    assert names == {path.name for path in Path("/sys/block").iterdir()}


def test_json_has_the_stable_keys(capsys: pytest.CaptureFixture[str], degraded_tree: Path) -> None:
    told = printed_json(capsys, "devices", "--sysroot", degraded_tree)
    Draft202012Validator(json.loads(SCHEMA.read_text())).validate(told)
    devices = {device["name"]: device for device in told["devices"]}
    assert told["controllers"] == []
    assert devices["sdc"]["queue_depth"] == {"value": 1, "maximum": 32, "ncq": False}
    assert devices["sdc"]["scheduler"]["active"] == "bfq"
    assert devices["md127"]["md"] == {
        "level": "raid1",
        "layout": None,
        "chunk_bytes": None,
        "state": "clean",
        "sync_action": "idle",
        "degraded": 1,
    }
    assert devices["md127"]["members"] == ["sdc", "sdd"]
    assert devices["sdj"]["md"] is None


def test_the_schema_refuses_a_missing_key(capsys: pytest.CaptureFixture[str]) -> None:
    told = printed_json(capsys, "devices", "--all")
    del told["devices"][0]["serial"]
    assert not Draft202012Validator(json.loads(SCHEMA.read_text())).is_valid(told)


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
    assert "–" in next(line for line in lines if line.startswith("dm-0 "))


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
    run("show", "sda", "--sysroot", tmp_path)
    shown = table + capsys.readouterr().out
    assert all(letter.isprintable() or letter == "\n" for letter in shown)
    assert "Evil" in shown


def test_show_tells_every_tunable(capsys: pytest.CaptureFixture[str], degraded_tree: Path) -> None:
    run("show", "/dev/sdc", "--sysroot", degraded_tree)
    shown = capsys.readouterr().out
    lines = {line.split()[0]: line.split() for line in shown.splitlines() if line.strip()}
    for tunable in OF_DEVICES:
        assert tunable.name in lines
        assert tunable.meaning in " ".join(shown.split())
    assert lines["queue_depth"][1:] == ["1", "1", "to", "32", "commands"]
    assert lines["scheduler"][1:] == ["bfq", "none,", "mq-deadline,", "bfq,", "kyber"]
    assert "WD-WCC7K0000001" in shown
    assert "mounted at /data1" in shown


def test_show_says_why_a_tunable_has_no_value(
    capsys: pytest.CaptureFixture[str], degraded_tree: Path
) -> None:
    told = printed_json(capsys, "show", "md126", "--sysroot", degraded_tree)
    tunables = {tunable["name"]: tunable for tunable in told["tunables"]}
    assert [*tunables] == [tunable.name for tunable in OF_DEVICES]
    assert tunables["scheduler"]["value"] is None
    assert tunables["scheduler"]["reason"] == "this device has no queue of its own"
    assert tunables["read_ahead_kb"]["value"] == "256"
    assert tunables["read_ahead_kb"]["reason"] is None
    assert told["device"]["name"] == "md126"


@pytest.mark.parametrize(
    ("device", "error"),
    [("sdz", UnknownDevice), ("/dev/sde1", NotAWholeDisk), ("", UnknownDevice)],
)
def test_show_of_what_is_no_device(
    degraded_tree: Path, device: str, error: type[Exception]
) -> None:
    with pytest.raises(error):
        run("show", device, "--sysroot", degraded_tree)


def test_a_sysroot_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="no captured tree"):
        run("devices", "--sysroot", tmp_path / "nowhere")


def test_no_devices(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "sys/block").mkdir(parents=True)
    assert run("devices", "--sysroot", tmp_path) == 0
    assert "no block devices" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("size_bytes", "text"),
    [
        (None, "–"),
        (0, "0 B"),
        (1_440_000, "1.4 MB"),
        (256_060_514_304, "256 GB"),
        (4_000_787_030_016, "4.0 TB"),
        (999_950_000, "1.0 GB"),
    ],
)
def test_sizes_are_in_powers_of_ten(size_bytes: int | None, text: str) -> None:
    assert size_text(size_bytes) == text
