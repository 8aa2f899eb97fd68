"""``sweep --command``: own programs in a folder, measured, failing, hanging and killed."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from tests.loop_device import MEBIBYTE, NOTHING_LATER, LoopDevice, scratch_folder
from tests.system.conftest import PATIENCE_S, PROJECT, Household, kill_hard, until
from tests.system.sweeps import Sweeps

WRITES = ("--command", "dd if=/dev/zero of=x bs=1M count=4 conv=fsync", "--clean-up", "rm x")
STUBBORN = (
    "--command",
    'sh -c \'trap "" TERM INT; echo $$ >> $NOTES/pids; touch x $NOTES/begun; '
    "sleep 1000 & wait; wait'",
    "--clean-up",
    "sh -c 'rm x; touch $NOTES/clean'",
)


@pytest.fixture
def formatted(sweeps: Sweeps) -> Sweeps:
    subprocess.run(["mkfs.ext4", "-q", *NOTHING_LATER, sweeps.disk.path], check=True)
    return sweeps


def living(note: Path) -> list[int]:
    return [pid for pid in map(int, note.read_text().split()) if psutil.pid_exists(pid)]


@pytest.mark.slow
def test_two_schedulers_are_compared(formatted: Sweeps) -> None:
    before = formatted.disk.settings()
    record = formatted.finish(*WRITES, "--times", "3", "--schedulers", "none,bfq")
    runs = record["measurements"]
    assert {run["operation"] for run in runs} == {"command-dd"}
    assert sorted(run["variant"] for run in runs) == ["bfq"] * 3 + ["none"] * 3
    for run in runs:
        assert run["bytes_moved"] >= 4 * MEBIBYTE
        assert run["iops"] == pytest.approx(1 / run["duration_s"])
        assert 0 <= run["utilisation"] <= 1
    assert "warm caches" not in " ".join(record["caveats"])
    assert formatted.disk.settings() == before
    assert formatted.content() == set()


@pytest.mark.slow
def test_a_command_that_reads_finds_cold_caches(formatted: Sweeps) -> None:
    """What its preparation wrote comes from the disk each time."""
    words = ("--command", "cat x", "--prepare", "dd if=/dev/urandom of=x bs=1M count=16")
    record = formatted.finish(*words, "--times", "2", "--schedulers", "none")
    moved = [run["bytes_moved"] for run in record["measurements"]]
    assert len(moved) == 2
    assert all(16 * MEBIBYTE <= count < 20 * MEBIBYTE for count in moved)


@pytest.mark.slow
def test_it_is_raced_without_a_number_of_runs(formatted: Sweeps) -> None:
    """The slow one is found out, and the rest of the time isn't used."""
    scheduler = f"/sys/block/{formatted.disk.name}/queue/scheduler"
    script = f'grep -qF "[bfq]" {scheduler} && sleep 0.3; sleep 0.05'
    words = ("--command", f"sh -c '{script}'", "--schedulers", "none,bfq", "--minutes", "10")
    with formatted.begin(*words, "--json") as running:
        output, said = running.communicate()
    assert running.returncode == 0, said
    rate = json.loads(output)["verdicts"][0]
    assert (rate["state"], rate["winner"]) == ("better", "none"), output


def test_a_failing_command_is_one_message_and_leaves_nothing(formatted: Sweeps) -> None:
    before = formatted.disk.settings()
    words = ("--command", "sh -c 'touch x; echo no rule; exit 3'", "--clean-up", "rm x")
    with formatted.begin(*words, "--times", "2", "--schedulers", "none,bfq") as running:
        said = running.communicate()[1]
    assert running.returncode == 4, said
    assert said.count("exit code 3 (no rule)") == 1
    assert "Traceback" not in said
    assert formatted.disk.settings() == before
    assert formatted.content() == set()


@pytest.mark.slow
def test_a_full_disk_spoils_one_test_and_not_the_others(formatted: Sweeps) -> None:
    command = ("--command", "dd if=/dev/zero of=x bs=1M count=2000", "--clean-up", "rm -f x")
    fio = ("--operations", "rand-read", "--schedulers", "none", "--protocol", "restarts")
    record = formatted.finish(*command, *fio, "--size", "64M", "--times", "1", "--quick")
    assert {run["operation"] for run in record["measurements"]} == {"rand-read"}
    assert any("No space left on device" in caveat for caveat in record["caveats"])
    assert formatted.content() == set()


@pytest.mark.sampled(1)
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_stopping_ends_a_stubborn_command_and_cleans_up(
    formatted: Sweeps, number: signal.Signals
) -> None:
    disk, notes = formatted.disk, formatted.notes
    before = disk.settings()
    with formatted.begin(*STUBBORN, "--schedulers", "bfq") as running:
        until(lambda: (notes / "begun").exists() or running.poll() is not None, "the command")
        running.send_signal(number)
        said = running.communicate()[1]
    assert running.returncode == 130, said
    until((notes / "clean").exists, "the clean-up")
    until(lambda: not living(notes / "pids"), "the command's end")
    until(lambda: disk.settings() == before, "the settings from before")
    assert formatted.content() == set()


@pytest.mark.slow
def test_who_stops_it_is_told_of_a_long_clean_up(formatted: Sweeps) -> None:
    notes = formatted.notes
    clean_up = "until test -e $NOTES/enough; do sleep 0.1; done; rm x; touch $NOTES/clean"
    words = (*STUBBORN[:2], "--clean-up", f"sh -c '{clean_up}'", "--time-limit", "50")
    with formatted.begin(*words, "--schedulers", "bfq") as running:
        until(lambda: (notes / "begun").exists() or running.poll() is not None, "the command")
        running.send_signal(signal.SIGINT)
        said = running.communicate()[1]
    (notes / "enough").touch()
    assert running.returncode == 130, said
    (line,) = [line for line in said.splitlines() if "continues in the background" in line]
    assert line.startswith("The clean-up sh -c ")
    assert line.endswith("is stopped after 50 s.")
    until((notes / "clean").exists, "the clean-up")
    assert formatted.content() == set()


def test_a_killed_application_leaves_nothing(formatted: Sweeps) -> None:
    disk, notes = formatted.disk, formatted.notes
    before = disk.settings()
    with formatted.begin(*STUBBORN, "--schedulers", "bfq") as running:
        until(lambda: (notes / "begun").exists() or running.poll() is not None, "the command")
        kill_hard(running)
        running.communicate()
    until((notes / "clean").exists, "the clean-up")
    until(lambda: not living(notes / "pids"), "the command's end")
    until(lambda: disk.settings() == before, "the settings from before")
    assert formatted.content() == set()


def test_a_device_is_no_place_for_a_command(household: Household, device: LoopDevice) -> None:
    done = household.run("sweep", device.path, "--command", "touch x")
    assert (done.returncode, done.stdout) == (2, "")
    assert "needs a folder on a file system" in done.stderr


AS_NOBODY = """
import sys
from pathlib import Path
from storage_tuner.client.sessions import TunedDevices
from storage_tuner.bench.programs.command import command_workload
from storage_tuner.core.errors import CommandFailed
from storage_tuner.measuring.command_executor import CommandExecutor
from storage_tuner.measuring.system_sampler import SystemSampler
workload = command_workload(sys.argv[1:], clean_up=["touch", "clean"], timeout_s=3)
try:
    sampler = SystemSampler(TunedDevices(), None, lambda: False)
    CommandExecutor(Path.cwd(), sampler).run(workload.command)
except CommandFailed as error:
    print(error.reason)
"""
BECOMES_ROOT = """
import os, time
os.setresuid(0, 0, 0)
with open("pid", "w") as note:
    note.write(str(os.getpid()))
time.sleep(1000)
"""


def test_what_belongs_to_root_by_now_cannot_be_ended_and_that_is_told() -> None:
    """As with sudo: whoever started it may not end it. Nobody may be let into the checkout."""
    with scratch_folder() as folder:
        python = folder / "python"
        shutil.copy(Path(sys.executable).resolve(), python)
        python.chmod(0o4755)
        folder.chmod(0o777)
        shutil.copytree(PROJECT / "app/storage_tuner", folder / "app/storage_tuner")
        protocol = "storage_tuner_protocol"
        shutil.copytree(PROJECT / "helpers" / protocol, folder / "app" / protocol)
        nobody = ("setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups")
        try:
            done = subprocess.run(
                [
                    *nobody,
                    str(Path(sys.executable).resolve()),
                    "-c",
                    AS_NOBODY,
                    str(python),
                    "-c",
                    BECOMES_ROOT,
                ],
                cwd=folder,
                env={**os.environ, "PYTHONPATH": str(folder / "app")},
                capture_output=True,
                text=True,
                timeout=PATIENCE_S,
            )
            assert (folder / "clean").exists(), done.stderr
            assert "1 of its processes couldn't be stopped" in done.stdout, done.stderr
        finally:
            os.kill(int((folder / "pid").read_text()), signal.SIGKILL)
