"""``--overwrite``: tests that write on a disk itself, which must be empty and named by a person."""

from __future__ import annotations

import hashlib
import json
import os
import pty
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.bus.test_overwriting import at, dos_table, made_by
from tests.loop_device import MEBIBYTE, LoopDevice, LoopDeviceFactory, slowed
from tests.system.conftest import PATIENCE_S, Household, active_scheduler, family, kill_hard, until

WRITES = ("--minutes", "0.1", "--operations", "rand-write", "--schedulers", "none,bfq")
LONG = ("--minutes", "5", "--operations", "rand-write", "--schedulers", "none,bfq")


def called(device: LoopDevice) -> str:
    return f"{device.name} {device.file.stat().st_size}"


def digest(device: LoopDevice) -> str:
    return hashlib.sha256(device.file.read_bytes()).hexdigest()


def is_free(device: LoopDevice) -> bool:
    """Whether it can be claimed."""
    try:
        os.close(os.open(device.path, os.O_RDONLY | os.O_EXCL))
    except OSError:
        return False
    return True


def on_a_terminal(home: Household, typed: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Run it where ``typed`` is what a person answers."""
    ours, its = pty.openpty()
    try:
        os.write(ours, typed.encode() + b"\n")
        return subprocess.run(
            [sys.executable, "-m", "storage_tuner", *words],
            env=home.environment,
            stdin=its,
            capture_output=True,
            text=True,
            timeout=600,
        )
    finally:
        os.close(ours)
        os.close(its)


def test_an_empty_disk_is_written_and_nothing_beside_it(
    household: Household, loop_devices: LoopDeviceFactory, tmp_path: Path
) -> None:
    neighbours = [loop_devices(8 * MEBIBYTE)]
    device = loop_devices()
    neighbours.append(loop_devices(8 * MEBIBYTE))
    for neighbour in neighbours:
        neighbour.file.write_bytes(os.urandom(8 * MEBIBYTE))
    before, empty = [digest(neighbour) for neighbour in neighbours], digest(device)
    settings = device.settings()
    report = ("--report", str(tmp_path / "out"))
    with slowed(device.name):
        done = household.run("tune", device.path, *WRITES, "--overwrite", called(device), *report)
    assert done.returncode == 0, done.stderr
    assert f"All data on {device.path}" in done.stderr
    assert digest(device) != empty
    assert [digest(neighbour) for neighbour in neighbours] == before
    assert device.settings() == settings
    assert is_free(device)
    written = json.loads((tmp_path / "out/results.json").read_text())
    assert {run["operation"] for run in written["measurements"]} == {"rand-write"}
    assert any("previous contents are lost" in caveat for caveat in written["caveats"])
    assert household.leftovers() == []


@pytest.mark.slow
def test_a_person_types_its_name(household: Household, device: LoopDevice) -> None:
    empty = digest(device)
    words = ("sweep", device.path, *WRITES, "--threads", "1", "--overwrite")
    for wrong in ("", "y", "yes", called(device)[:-1]):
        done = on_a_terminal(household, wrong, *words)
        assert done.returncode == 2, done.stderr
        assert f"doesn't match {device.name}: nothing was written" in done.stderr
    assert digest(device) == empty
    done = on_a_terminal(household, called(device), *words)
    assert done.returncode == 0, done.stderr
    assert f"To continue, type {called(device)}: " in done.stderr
    assert digest(device) != empty


def test_without_a_terminal_the_name_must_be_given(
    household: Household, device: LoopDevice
) -> None:
    empty = digest(device)
    for given, said in (
        (["--overwrite"], f'--overwrite "{called(device)}"'),
        (["--overwrite", device.name], "doesn't match"),
        (["--overwrite", "yes"], "doesn't match"),
        ([], "--overwrite allows it"),
    ):
        done = household.run("sweep", device.path, *WRITES, *given)
        assert (done.returncode, done.stdout) == (2, ""), done.stderr
        assert said in done.stderr
        assert "Traceback" not in done.stderr
    assert digest(device) == empty


def test_it_is_never_a_default(household: Household, device: LoopDevice) -> None:
    """What nobody needs it for is refused, and without it only reading is what is usual."""
    empty = digest(device)
    done = household.run("sweep", device.path, "--check", "--json")
    assert "write" not in {each["name"] for each in json.loads(done.stdout)["plan"]["workloads"]}
    reading = ("--operations", "rand-read", "--overwrite", called(device))
    done = household.run("sweep", device.path, *reading)
    assert (done.returncode, "leave out --overwrite" in done.stderr) == (2, True)
    done = household.run("sweep", "--practice", "--overwrite", called(device))
    assert (done.returncode, "--overwrite requires a device" in done.stderr) == (2, True)
    assert digest(device) == empty


def test_a_look_at_what_would_be_done_writes_nothing(
    household: Household, device: LoopDevice
) -> None:
    empty = digest(device)
    done = household.run("sweep", device.path, "--overwrite", "--check", "--json")
    names = {each["name"] for each in json.loads(done.stdout)["plan"]["workloads"]}
    assert "rand-write" in names
    assert digest(device) == empty


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("make", "kind"),
    [
        (made_by("mkfs.ext4", "-q"), "ext4"),
        (made_by("mkswap"), "swap"),
        (at(0, dos_table()), "dos"),
    ],
)
def test_a_disk_that_holds_something_is_left_alone(
    household: Household, device: LoopDevice, make: Callable[[LoopDevice], None], kind: str
) -> None:
    make(device)
    before, settings = digest(device), device.settings()
    done = household.run("sweep", device.path, *WRITES, "--overwrite", called(device))
    assert (done.returncode, done.stdout) == (3, ""), done.stderr
    assert f"{device.name} isn't empty: it holds {kind}" in done.stderr
    assert "Nothing was written" in done.stderr
    assert digest(device) == before
    assert device.settings() == settings
    assert household.leftovers() == []


def test_a_disk_in_use_is_refused_before_anybody_is_asked(
    household: Household, device: LoopDevice
) -> None:
    second = subprocess.run(
        ["losetup", "--find", "--show", device.path], check=True, capture_output=True, text=True
    ).stdout.strip()
    try:
        done = household.run("sweep", device.path, *WRITES, "--overwrite")
    finally:
        subprocess.run(["losetup", "--detach", second], check=True)
    assert done.returncode == 3, done.stderr
    assert f"{device.name} is in use" in done.stderr
    assert "All data on" not in done.stderr


def begun(household: Household, device: LoopDevice) -> subprocess.Popen[str]:
    """A sweep that writes on the device, with a setting of its own."""
    empty = digest(device)
    program = household.start("sweep", device.path, *LONG, "--overwrite", called(device))
    until(lambda: digest(device) != empty, "writing")
    until(lambda: active_scheduler(device.name) == "bfq", "bfq under test")
    return program


@pytest.mark.slow
def test_ctrl_c_in_the_middle(household: Household, device: LoopDevice) -> None:
    settings = device.settings()
    program = begun(household, device)
    program.send_signal(signal.SIGINT)
    output, _ = program.communicate(timeout=PATIENCE_S)
    assert program.returncode == 130, output
    assert device.settings() == settings
    assert is_free(device)
    assert household.leftovers() == []


@pytest.mark.parametrize("whole_family", [pytest.param(False, marks=pytest.mark.slow), True])
def test_a_kill_in_the_middle_leaves_the_settings_from_before_and_a_free_disk(
    household: Household, device: LoopDevice, whole_family: bool
) -> None:
    settings = device.settings()
    program = begun(household, device)
    helpers = family(program)
    kill_hard(program)
    for child in helpers if whole_family else []:
        kill_hard(child)
    program.communicate()
    if whole_family:
        household.run("restore", "--all")
    until(lambda: device.settings() == settings and is_free(device), "the state from before")
    until(lambda: not any(child.is_running() for child in helpers), "the end of all children")
    assert household.leftovers() == []


@pytest.mark.slow
def test_going_on_needs_the_word_again(household: Household, device: LoopDevice) -> None:
    program = begun(household, device)
    folder = household.data / "storage-tuner/interrupted"
    until(lambda: any(folder.glob("*.jsonl")), "a block")
    kill_hard(program)
    program.communicate()
    until(lambda: is_free(device), "a free disk")
    before = digest(device)
    done = household.run("sweep", "--resume")
    assert (done.returncode, "--overwrite allows it" in done.stderr) == (2, True), done.stderr
    assert digest(device) == before
    again = household.start("sweep", "--resume", "--overwrite", called(device))
    until(lambda: digest(device) != before, "writing again")
    again.send_signal(signal.SIGINT)
    output, _ = again.communicate(timeout=PATIENCE_S)
    assert again.returncode == 130, output
