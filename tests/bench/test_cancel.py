"""How long a cancel takes, from the signal to the end of the program, wherever it comes."""

from __future__ import annotations

import signal
import subprocess
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from tests.loop_device import LoopDevice, LoopDeviceFactory, loop_devices
from tests.system.conftest import Household, household, until

__all__ = ["household", "loop_devices"]

pytestmark = [pytest.mark.root, pytest.mark.slow]

TIMES = 3
LIMIT_S = 2.0

SWEEP = ("--operations", "rand-read", "--schedulers", "none,bfq", "--threads", "1,4")


@pytest.fixture
def device(loop_devices: LoopDeviceFactory) -> LoopDevice:
    return loop_devices()


def told(log: Path, words: str) -> Callable[[], bool]:
    return lambda: words in log.read_text()


PHASES = {
    "looking around": ((*SWEEP, "--minutes", "60"), ""),
    "noise": ((*SWEEP, "--minutes", "60"), "measuring how much results vary"),
    "race": ((*SWEEP, "--minutes", "60"), "detectable here"),
    "restarts": ((*SWEEP, "--minutes", "60", "--protocol", "restarts"), "test 1 of"),
    "article": ((*SWEEP, "--protocol", "article"), "run 1 of"),
    "filling": (("--practice", "--size", "2G"), "Filling the practice disk"),
}


@pytest.mark.parametrize("phase", PHASES)
def test_a_cancel_takes_less_than_two_seconds(
    household: Household, device: LoopDevice, tmp_path: Path, phase: str
) -> None:
    words, sign = PHASES[phase]
    target = () if "--practice" in words else (device.path,)
    before = device.settings()
    times = []
    for number in range(TIMES):
        log = tmp_path / f"log {number}"
        with log.open("w") as output:
            program = household.start("sweep", *target, *words, output=output)
            until(told(log, sign), sign)
            until(partial(_obeys, program), "a program that obeys signals")
            time.sleep(0.3 * number)  # somewhere in a slice, a wash-out or a switch
            begun = time.monotonic()
            program.send_signal(signal.SIGINT)
            program.wait(60)
        times.append(time.monotonic() - begun)
        assert program.returncode == 130, log.read_text()
        assert device.settings() == before
        assert household.leftovers() == []
    print(f"cancel, {phase}: {', '.join(f'{each:.2f}' for each in times)} s")
    assert min(times) <= LIMIT_S


def _obeys(program: subprocess.Popen[str]) -> bool:
    """Whether SIGINT has a handler of its own by now (proc(5), SigCgt)."""
    status = Path(f"/proc/{program.pid}/status").read_text()
    caught = int(status.partition("SigCgt:")[2].split()[0], 16)
    return bool(caught >> (signal.SIGUSR1 - 1) & 1)
