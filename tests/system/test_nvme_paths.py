"""``show``, ``set`` and ``restore`` of an NVMe drive with paths, against the real helper."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.bus.nvme_drive import DRIVE, FIRST, SECOND, THIRD, DriveWithPaths
from tests.loop_device import LoopDeviceFactory
from tests.system.conftest import Household


@pytest.fixture
def drive(loop_devices: LoopDeviceFactory, tmp_path: Path) -> DriveWithPaths:
    own, *paths = (loop_devices() for _ in range(4))
    return DriveWithPaths(tmp_path, own, paths)


@pytest.mark.slow
def test_all_paths_are_set_and_restored_by_the_name_of_the_drive(
    household: Household, drive: DriveWithPaths
) -> None:
    def run(*words: str) -> subprocess.CompletedProcess[str]:
        argv = [*drive.prefix, sys.executable, "-m", "storage_tuner", *words]
        return subprocess.run(
            argv, env=household.environment, capture_output=True, text=True, check=False
        )

    before = [path.settings() for path in drive.paths]
    done = run("set", DRIVE, "scheduler=bfq", "low_latency=0")
    assert done.returncode == 0, done.stderr
    assert [path.scheduler for path in drive.paths] == ["bfq", "bfq", before[2]["scheduler"]]
    drive.connect(THIRD, drive.paths[2])
    shown = json.loads(run("show", DRIVE, "--json").stdout)["member_settings"]
    assert shown[0]["values"] == {"bfq": [FIRST, SECOND], "none": [THIRD]}
    listed = json.loads(run("devices", "--json").stdout)["devices"]
    assert [device["name"] for device in listed] == [DRIVE]
    kept = run("set", DRIVE, "scheduler=kyber", "--persist")
    assert kept.returncode == 5 and "udev isn't notified of paths" in kept.stderr
    alone = run("set", FIRST, "scheduler=none")
    assert alone.returncode == 3 and f"Use /dev/{DRIVE} instead." in alone.stderr
    assert [path.scheduler for path in drive.paths] == ["bfq", "bfq", before[2]["scheduler"]]
    restored = run("restore", DRIVE)
    assert restored.returncode == 0, restored.stderr
    assert [path.settings() for path in drive.paths] == before
    # a path that is already set is set with the others again
    drive.paths[0].write("scheduler", "mq-deadline")
    done = run("set", DRIVE, "scheduler=mq-deadline")
    assert done.returncode == 0, done.stderr
    assert {path.scheduler for path in drive.paths} == {"mq-deadline"}
