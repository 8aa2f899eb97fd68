"""The targets that hold something: a device is only read, a folder gets a file that goes again."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.loop_device import MEBIBYTE, LoopDevice, LoopDeviceFactory, attach
from tests.system.conftest import PATIENCE_S, Household, active_scheduler, until

READS = ("--minutes", "0.1", "--operations", "rand-read", "--schedulers", "none,bfq")


def digest(device: LoopDevice) -> str:
    return hashlib.sha256(device.file.read_bytes()).hexdigest()


def in_a_namespace(
    home: Household, device: LoopDevice, folder: Path, *words: str
) -> subprocess.CompletedProcess[str]:
    """Run with ``device`` formatted and mounted on ``folder``, where nobody else sees it."""
    subprocess.run(["mkfs.ext4", "-q", device.path], check=True)
    program = f"mount {device.path} {folder} && exec {sys.executable} -m storage_tuner"
    return subprocess.run(
        ["unshare", "--mount", "sh", "-c", f'{program} "$@"', "sh", *words],
        env=home.environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=600,
    )


@pytest.mark.slow
def test_a_device_is_read_and_nothing_else(household: Household, device: LoopDevice) -> None:
    device.file.write_bytes(bytes(range(256)) * (64 * MEBIBYTE // 256))
    before, settings = digest(device), device.settings()
    done = household.run("tune", device.path, *READS, "--json")
    assert done.returncode == 0, done.stderr
    assert digest(device) == before
    assert device.settings() == settings


def test_writing_to_a_device_is_refused(household: Household, device: LoopDevice) -> None:
    before = digest(device)
    done = household.run("sweep", device.path, "--operations", "rand-write", "--quick")
    assert (done.returncode, done.stdout) == (2, "")
    assert "a disk is only read, unless it is empty and you allow overwriting it" in done.stderr
    assert digest(device) == before


def test_set_restore_and_dry_run(household: Household, device: LoopDevice) -> None:
    before = device.settings()
    dry = household.run("set", device.path, "scheduler=kyber", "read_ahead_kb=64", "--dry-run")
    assert f"/sys/block/{device.name}/queue/scheduler: none → kyber" in dry.stdout
    assert device.settings() == before
    assert household.run("set", device.path, "scheduler=kyber", "read_ahead_kb=64").returncode == 0
    assert (device.scheduler, device.read("read_ahead_kb")) == ("kyber", "64")
    assert household.run("set", device.path, "scheduler=bfq").returncode == 0
    restored = household.run("restore", "--all", "--json")
    assert json.loads(restored.stdout)["restored"]
    assert device.settings() == before
    assert "Nothing to restore" in household.run("restore", "--all").stdout


@pytest.mark.slow
def test_a_folder_compares_the_schedulers_of_its_disk(
    household: Household, loop_devices: LoopDeviceFactory, tmp_path: Path
) -> None:
    device = loop_devices(1024 * MEBIBYTE)
    before = device.settings()
    folder = tmp_path / "mounted"
    folder.mkdir()
    done = in_a_namespace(
        household, device, folder, "tune", str(folder), "--size", "64M", "--json", *READS
    )
    assert done.returncode == 0, done.stderr
    verdicts = json.loads(done.stdout)["verdicts"]
    compared = {summary["variant"] for verdict in verdicts for summary in verdict["summaries"]}
    assert compared == {"none", "bfq"}
    assert device.settings() == before
    assert list(folder.iterdir()) == []


def test_a_full_file_system_is_said_before_anything_is_written(
    household: Household, loop_devices: LoopDeviceFactory, tmp_path: Path
) -> None:
    done = in_a_namespace(household, loop_devices(), tmp_path, "sweep", str(tmp_path), "--quick")
    assert done.returncode == 8
    assert "Free some space, set a smaller --size" in done.stderr
    assert not done.stdout


def test_a_device_that_goes_in_the_middle(household: Household, device: LoopDevice) -> None:
    """Detached while fio reads it: the next run finds another device under the name."""
    program = household.start(
        *("sweep", device.path, "--protocol", "restarts", "--schedulers", "none,bfq")
    )
    until(lambda: active_scheduler(device.name) == "bfq", "bfq under test")
    subprocess.run(["losetup", "--detach", device.path], check=True)
    output, _ = program.communicate(timeout=120)
    attach(device)
    assert program.returncode == 3, output
    assert "no longer the same device" in output
    assert "Traceback" not in output


@pytest.mark.slow
@pytest.mark.parametrize("command", ["tune", "sweep"])
def test_a_second_tuning_of_the_same_device_is_refused(
    household: Household, device: LoopDevice, command: str
) -> None:
    first = household.start("tune", device.path, "--schedulers", "none,bfq")
    until(lambda: active_scheduler(device.name) == "bfq", "bfq under test")
    second = household.run(command, device.path, *READS)
    assert second.returncode == 3, second.stderr
    assert (
        f" already being tuned by storage-tuner (process {first.pid}, user root)" in second.stderr
    )
    assert "Traceback" not in second.stderr
    first.terminate()
    first.communicate(timeout=PATIENCE_S)
    assert first.returncode == 130
    assert device.scheduler == "none"
