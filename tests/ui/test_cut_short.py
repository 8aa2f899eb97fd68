"""The application is ended in every phase of the assistant's work: all settings are back then."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest

from storage_tuner.ui.tree.device_tree import PRACTICE
from tests.loop_device import LoopDevice, LoopDeviceFactory
from tests.packages import PACKAGES
from tests.system.conftest import until
from tests.ui.phases import SUCCEEDING, Phase
from tests.ui.test_assistant import practice_devices, practice_files

PROJECT = Path(__file__).parents[2]
PATIENCE_S = 60

pytestmark = pytest.mark.root


@dataclass(frozen=True)
class Application:
    """The application in its phase; ``family`` is its helper with all that it started."""

    process: subprocess.Popen[str]
    family: tuple[psutil.Process, ...]
    said: Path

    def wait(self) -> int:
        return self.process.wait(timeout=PATIENCE_S)

    def wait_for_the_helper(self) -> None:
        psutil.wait_procs(self.family, timeout=PATIENCE_S)
        until(lambda: not any(each.is_running() for each in self.family), "the helper's end")


@contextlib.contextmanager
def application(state: Path, device: str, phase: Phase) -> Iterator[Application]:
    said = state / "said"
    with said.open("w", encoding="utf-8") as file:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.ui.driven", device, phase, str(state / "report.pdf")],
            cwd=PROJECT,
            env={
                **os.environ,
                "PYTHONPATH": f"{PACKAGES}:{PROJECT}",
                "PYTHONFAULTHANDLER": "yes",
            },
            stdout=subprocess.PIPE,
            stderr=file,
            text=True,
        )
    with process:
        try:
            assert process.stdout
            assert process.stdout.readline() == "there\n", said.read_text(encoding="utf-8")
            family = psutil.Process(process.pid).children(recursive=True)
            yield Application(process, tuple(family), said)
        finally:
            process.kill()


@pytest.fixture
def disk(loop_devices: LoopDeviceFactory) -> LoopDevice:
    return loop_devices()


def target_of(phase: Phase, disk: LoopDevice) -> str:
    return PRACTICE if phase is Phase.FILLING else disk.name


@pytest.mark.slow
@pytest.mark.parametrize("phase", SUCCEEDING)
def test_who_ends_the_session_ends_it_in_order(state: Path, disk: LoopDevice, phase: Phase) -> None:
    before = disk.settings()
    with application(state, target_of(phase, disk), phase) as program:
        assert (phase is not Phase.TRYING) or disk.settings() != before
        program.process.send_signal(signal.SIGTERM)
        assert program.wait() == 0, program.said.read_text(encoding="utf-8")
        assert disk.settings() == before
        assert not any(each.is_running() for each in program.family)
    assert "Traceback" not in program.said.read_text(encoding="utf-8")
    assert practice_devices(state) == []
    assert practice_files(state) == []


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    "phase",
    [
        Phase.MEASURING,
        Phase.TRYING,
        pytest.param(Phase.FILLING, marks=pytest.mark.slow),
        pytest.param(Phase.PAUSED, marks=pytest.mark.slow),
        pytest.param(Phase.NOISE, marks=pytest.mark.slow),
        pytest.param(Phase.CONFIRMING, marks=pytest.mark.slow),
        pytest.param(Phase.SAVING, marks=pytest.mark.slow),
    ],
)
def test_a_killed_window_leaves_the_rest_to_the_helper(
    state: Path, disk: LoopDevice, phase: Phase
) -> None:
    before = disk.settings()
    with application(state, target_of(phase, disk), phase) as program:
        program.process.kill()
        program.wait()
        program.wait_for_the_helper()
    assert disk.settings() == before
    assert practice_devices(state) == []
    assert practice_files(state) == []
