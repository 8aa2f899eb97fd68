"""The whole program as a child process, with a state folder of its own and real loop devices."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import psutil
import pytest

from tests.in_process import run_here
from tests.loop_device import MEBIBYTE, LoopDevice, LoopDeviceFactory, loop_devices
from tests.packages import PACKAGES
from tests.system.sweeps import Sweeps

__all__ = ["loop_devices"]

PROJECT = Path(__file__).parents[2]
PATIENCE_S = 300
"""How long a state may take to come about on a busy machine; nothing is asserted about it."""


def until(condition: Callable[[], bool], what: str) -> None:
    """Wait for ``condition``; fail with ``what`` when it doesn't come about."""
    deadline = time.monotonic() + PATIENCE_S
    while not condition():
        if time.monotonic() > deadline:
            pytest.fail(f"never came about: {what}")
        time.sleep(0.02)


@pytest.fixture
def device(loop_devices: LoopDeviceFactory) -> LoopDevice:
    return loop_devices()


@dataclass(frozen=True)
class Household:
    """Where the helper of a test keeps its things."""

    state: Path
    runtime: Path
    data: Path

    @property
    def environment(self) -> dict[str, str]:
        return {
            **os.environ,
            "PYTHONPATH": PACKAGES,
            "STATE_DIRECTORY": str(self.state),
            "RUNTIME_DIRECTORY": str(self.runtime),
            "XDG_DATA_HOME": str(self.data),
        }

    def start(self, *words: str, output: IO[str] | int = subprocess.PIPE) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [sys.executable, "-m", "storage_tuner", *words],
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        return run_here(words, self.environment)

    def practice_disk(self) -> str | None:
        """The kernel name of the practice disk of this household, if there is one."""
        for file in Path("/sys/block").glob("loop*/loop/backing_file"):
            try:
                backing = file.read_text()
            except OSError:
                continue  # it was detached between the listing and the reading
            if backing.startswith(str(self.state)):
                return file.parts[3]
        return None

    def leftovers(self) -> list[str]:
        """Whatever of a practice disk or a session is still there."""
        files = [str(path) for path in self.state.rglob("*") if path.is_file()]
        found = [path for path in files if not path.endswith("lock")]
        disk = self.practice_disk()
        return [*found, disk] if disk else found


@pytest.fixture
def household(tmp_path: Path) -> Iterator[Household]:
    folders = [tmp_path / name for name in ("state", "runtime", "data")]
    for folder in folders:
        folder.mkdir(mode=0o700)
    home = Household(*folders)
    yield home
    if home.leftovers():  # a failed test: let the helper clean up as it would at its next start
        home.run("restore", "--all")


@pytest.fixture
def sweeps(household: Household, loop_devices: LoopDeviceFactory, tmp_path: Path) -> Sweeps:
    """With a disk of 1 GiB that has no file system yet."""
    folder, notes = tmp_path / "mounted", tmp_path / "notes"
    folder.mkdir()
    notes.mkdir()
    return Sweeps(loop_devices(1024 * MEBIBYTE), folder, notes, household.environment)


def family(process: subprocess.Popen[str]) -> list[psutil.Process]:
    """The children of the application, helper and fio included, the deepest last."""
    return psutil.Process(process.pid).children(recursive=True)


def kill_hard(process: psutil.Process | subprocess.Popen[str]) -> None:
    with contextlib.suppress(psutil.NoSuchProcess, ProcessLookupError):
        process.send_signal(signal.SIGKILL)


@contextlib.contextmanager
def stuck(attribute: Path, value: str, folder: Path) -> Iterator[None]:
    """A kernel that neither takes nor tells another value once it has this one, as an array's while
    it is checked."""
    stand_in = folder / attribute.name
    stand_in.write_text(f"{value}\n")
    subprocess.run(("mount", "--bind", stand_in, stand_in), check=True)
    try:
        # before it's in its place: a switch in between would be written to it
        subprocess.run(("mount", "-o", "remount,bind,ro", stand_in), check=True)
        until(lambda: _replaced(attribute, stand_in), f"{attribute.name} is {value}")
        try:
            yield
        finally:
            subprocess.run(("umount", attribute), check=True)
    finally:
        subprocess.run(("umount", stand_in), check=True)


def stopped_while_stuck(program: subprocess.Popen[str], device: LoopDevice, folder: Path) -> str:
    """The output of a program that sets nomerges to 2, and can't restore it when it's stopped."""
    with stuck(device.queue / "nomerges", "2", folder):
        helper = family(program)
        program.send_signal(signal.SIGINT)
        output, _ = program.communicate(timeout=PATIENCE_S)
        psutil.wait_procs(helper)  # it tries once more when it ends
    assert program.returncode == 1, output
    assert f"nomerges of {device.name} couldn't be restored." in output
    return output


def _replaced(attribute: Path, stand_in: Path) -> bool:
    """Put the stand-in in the attribute's place while this has the same value; return whether it
    still has it then, since a trial's value is over in milliseconds."""
    with attribute.open() as real:
        value = stand_in.read_text()
        if real.read() != value:
            return False
        subprocess.run(("mount", "--bind", stand_in, attribute), check=True)
        real.seek(0)
        if real.read() == value:
            return True
        subprocess.run(("umount", "--lazy", attribute), check=True)
    return False


def active_scheduler(device: str) -> str:
    text = Path(f"/sys/block/{device}/queue/scheduler").read_text()
    return text.partition("[")[2].partition("]")[0]
