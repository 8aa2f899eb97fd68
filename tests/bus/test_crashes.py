"""Every tunable is set and read back; then something is killed, at any moment: all comes back.

The moment is a random one, from a seed that the test's name tells. Nothing waits for a time to pass
to be sure of anything.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from tests.bus.connections import LAUNCHER, StdioClient, child_of, leaving, wait_gone
from tests.bus.test_kills import nothing_is_left
from tests.bus.test_tunables import MEMORY_VALUES, OTHER_VALUES
from tests.loop_device import LoopDevice
from tests.virtual_memory import VirtualMemory, virtual_memory

__all__ = ["virtual_memory"]

PROGRAM = Path(__file__).with_name("tuner.py")
LONGEST_DELAY_S = 0.35
MOMENTS = 25
MANY_MOMENTS = 400
VICTIMS: dict[str, tuple[str, ...]] = {
    "application": ("application",),
    "worker": ("worker",),
    "supervisor": ("supervisor",),
    "helper": ("supervisor", "worker"),
    "both": ("application", "supervisor", "worker"),
}
"""A helper of which neither process is left can't restore; the next start does."""

VALUES = {
    "nr_requests": "60",
    "read_ahead_kb": "32",
    "max_sectors_kb": "256",
    "rq_affinity": "2",
    "nomerges": "1",
    "wbt_lat_usec": "9000",
}
SWITCHES = ("add_random", "iostats", "rotational")
ORIGINALS: dict[str, dict[str, str]] = {
    "none": {},
    "mq-deadline": {"iosched/fifo_batch": "9", "iosched/async_depth": "77"},
    "bfq": {"iosched/slice_idle_us": "2500", "iosched/low_latency": "0"},
    "kyber": {"iosched/read_lat_nsec": "1234567"},
}
Round = list[tuple[str, int, dict[str, str]]]


def prepare(device: LoopDevice, scheduler: str) -> dict[str, str]:
    """Settings of somebody's own, which are nobody's default."""
    given = {"scheduler": scheduler, "nr_requests": "100", **ORIGINALS[scheduler]}
    for attribute, value in {**given, "read_ahead_kb": "64"}.items():
        device.write(attribute, value)
    return device.settings()


def rounds_for(device: LoopDevice, before: dict[str, str]) -> list[Round]:
    """All tunables at once, with one scheduler after the other; of the machine's, sizes and ratios
    take turns."""
    flipped = {name: str(1 - int(before[name])) for name in SWITCHES}
    ratios = {name: value for name, value in MEMORY_VALUES.items() if not name.endswith("_bytes")}
    sizes = {name: value for name, value in MEMORY_VALUES.items() if not name.endswith("_ratio")}
    rounds: list[Round] = []
    for number, (scheduler, own) in enumerate(OTHER_VALUES.items()):
        wanted = {"scheduler": scheduler, **VALUES, **flipped, **own}
        rounds.append(
            [(device.name, device.diskseq, wanted), ("vm", 0, ratios if number % 2 else sizes)]
        )
    return rounds


def crash(
    state: Path, rounds: list[Round], victims: tuple[str, ...], chance: random.Random
) -> None:
    """Returns when nothing of application and helper is left."""
    environment = {
        "STATE_DIRECTORY": str(state / "state"),
        "RUNTIME_DIRECTORY": str(state / "runtime"),
    }
    argv = [sys.executable, str(PROGRAM), str(LAUNCHER), json.dumps(rounds)]
    with subprocess.Popen(
        argv, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment
    ) as application:
        assert application.stdout
        for _ in rounds:
            assert application.stdout.readline() == b"set\n"
        supervisor = child_of(application.pid)
        pids = {
            "application": application.pid,
            "supervisor": supervisor,
            "worker": child_of(supervisor),
        }
        time.sleep(chance.uniform(0, LONGEST_DELAY_S))
        for victim in victims:
            with suppress(ProcessLookupError):  # the one before took it along
                os.kill(pids[victim], signal.SIGKILL)
        application.stdout.close()
        application.wait()
    for pid in pids.values():
        wait_gone(pid)


def check_moment(
    device: LoopDevice, memory: VirtualMemory, state: Path, moment: int, victim: str
) -> None:
    chance = random.Random(moment)
    before = prepare(device, list(ORIGINALS)[moment % len(ORIGINALS)])
    if moment % 2:
        memory.write("dirty_bytes", "300000000")
    memory_before = memory.settings()
    rounds = rounds_for(device, before)
    chance.shuffle(rounds)
    crash(state, rounds, VICTIMS[victim], chance)
    if victim in ("helper", "both"):
        with leaving(StdioClient(state)):
            pass
    assert device.settings() == before
    assert memory.settings() == memory_before
    assert nothing_is_left(state)
    assert not list((state / "runtime/measuring").iterdir())


@pytest.mark.sampled(10)
@pytest.mark.parametrize("moment", range(MOMENTS))
def test_all_comes_back_whoever_is_killed_whenever(
    device: LoopDevice, virtual_memory: VirtualMemory, state: Path, moment: int
) -> None:
    victim = list(VICTIMS)[moment % len(VICTIMS)]
    check_moment(device, virtual_memory, state, moment, victim)


@pytest.mark.slow
@pytest.mark.parametrize("victim", VICTIMS)
def test_all_comes_back_at_many_more_moments(
    device: LoopDevice, virtual_memory: VirtualMemory, state: Path, victim: str
) -> None:
    for moment in range(1000, 1000 + MANY_MOMENTS // len(VICTIMS)):
        check_moment(device, virtual_memory, state, moment, victim)
