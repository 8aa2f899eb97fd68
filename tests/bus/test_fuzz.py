"""Very many calls at random: each is answered or refused, and nothing else happens."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from storage_tuner_helper.dispatcher import METHODS
from tests.bus.udev_system import WWN, udev_system
from tests.loop_device import LoopDevice
from tests.machine_settings import changed, machine_settings
from tests.virtual_memory import steady_memory

__all__ = ["steady_memory"]

PROGRAM = Path(__file__).with_name("fuzzing.py")
MORE_MEMORY_KIB = 32 << 10
SELDOM = {
    *("ReadHealth", "DropCaches", "CreatePracticeDisk", "RemovePracticeDisk"),
    *("StopBenchmark", "SampleBenchmark"),
    "AllowRisk",
}
"""A loop device is no drive and no unit of a controller; the others take long, or need one that is
just running."""

STAY_EVER = ("persisting.lock",)


@pytest.mark.usefixtures("steady_memory")
@pytest.mark.parametrize(
    ("seed", "calls"),
    [(1, 4_000), *(pytest.param(seed, 30_000, marks=pytest.mark.slow) for seed in (2, 3, 4))],
)
def test_the_dispatcher_takes_whatever_comes(
    state: Path, device: LoopDevice, seed: int, calls: int
) -> None:
    before, own = machine_settings(), device.settings()
    with udev_system(state, daemon=False) as system:
        system.identify(device, WWN)
        argv = (sys.executable, str(PROGRAM), str(state / "state"), device.name)
        found = json.loads(system.run(*argv, str(seed), str(calls)))
    outcomes = found["outcomes"]
    print(f"{sum(outcomes.values())} calls: {dict(sorted(outcomes.items()))}")
    assert found["crashes"] == [] and found["left_well"]
    assert sum(outcomes.values()) == calls
    never_done = {name for name in METHODS if f"{name} done" not in outcomes}
    assert never_done <= SELDOM
    assert changed(before, machine_settings()) == {}
    assert_bounded(found["warm"], found["hot"])
    left = [path for path in map(Path, found["left_over"]) if path.name not in STAY_EVER]
    # what was kept for this device until reboot, and the note on who set it
    assert {path.parent.name for path in left} <= {"originals", "left"} and len(left) <= 2, left
    assert left or device.settings() == own


def assert_bounded(warm: dict[str, int], hot: dict[str, int]) -> None:
    """A quarter of the calls may still fill what is kept for later; nothing grows with the rest."""
    print(f"after a quarter {warm}, at the end {hot}")
    assert hot["memory_kib"] - warm["memory_kib"] < MORE_MEMORY_KIB
    for name in ("descriptors", "tasks", "threads"):
        assert hot[name] - warm[name] < 64, name
