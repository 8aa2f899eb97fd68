"""A recorded start on a device through the real helper, from the command line to the report."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.loop_device import LoopDevice
from tests.recordings import invented, replay_invented
from tests.system.conftest import Household

NAMES = ("start-small-0", "start-small-1-read")


def test_two_schedulers_are_compared_on_a_disk_that_is_only_read(
    household: Household, device: LoopDevice, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    replay_invented(monkeypatch)
    before, content = device.settings(), device.file.read_bytes()
    words = ("--schedulers", "none,bfq", "--protocol", "restarts", "--repeats", "1")
    where = ("--workloads", ",".join(NAMES), "--report", str(tmp_path / "report"))
    done = household.run("sweep", device.name, *where, *words)
    assert done.returncode == 0, done.stderr
    assert "Start time and copying" in done.stdout
    runs = json.loads((tmp_path / "report" / "results.json").read_text())["measurements"]
    idle, beside = NAMES
    found = {(run["operation"], run["variant"]) for run in runs}
    assert found == {
        (name, variant) for name in (idle, beside, f"{beside}/read") for variant in ("none", "bfq")
    }
    whole = sum(read.length for read in invented().reads)
    for run in runs:
        if run["operation"] in NAMES:
            assert run["bytes_moved"] == whole
            assert run["iops"] == pytest.approx(1 / run["duration_s"])
        else:
            assert run["rate_mb_s"] > 0
    assert device.settings() == before and device.file.read_bytes() == content


def test_writers_need_permission(household: Household, device: LoopDevice) -> None:
    done = household.run("sweep", device.name, "--workloads", "start-small-?")
    assert done.returncode != 0
    assert "a disk is only read" in done.stderr.replace("\n", " ")
