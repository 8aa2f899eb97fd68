"""Whether switching beneath a running load says what restarts say: the classical tests on a loop
device and on a file of a file system that lies on one, bfq against none.

What is asserted is only that they never both decide and contradict each other by more than the
margin; how often they agree, and by how much their figures differ, is printed.
"""

from __future__ import annotations

import math
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from storage_tuner.bench.adaptive import complete_blocks, race_rules
from storage_tuner.bench.adaptive_runner import carry_out_adaptively
from storage_tuner.bench.control import Control
from storage_tuner.bench.listener import Ignoring
from storage_tuner.bench.measured_file import MeasuredFile, new_file
from storage_tuner.bench.race import Block, standing
from storage_tuner.bench.runner import RunLog
from storage_tuner.client.sessions import TunedDevices
from storage_tuner.core.measurement import Measurement
from storage_tuner.core.plan import Plan, Protocol, Target, TargetKind, Variant
from storage_tuner.core.workload import CLASSICAL_OPERATIONS, CLASSICAL_WORKLOADS, Workload
from storage_tuner.measuring.executors import FileExecutor
from storage_tuner.measuring.loads import FileRun
from storage_tuner.measuring.monitored_load import MonitoredLoad
from tests.bench.conftest import MEMORY
from tests.loop_device import MEBIBYTE, LoopDevice, attached_loop
from tests.unit.advice.sessions import simulated_runs

pytestmark = [pytest.mark.root, pytest.mark.slow]

NAMES = ("none", "bfq")
SIZE = 512 * MEBIBYTE
BLOCKS = 14
MARGIN = 0.03


class SwitchedLoad(MonitoredLoad):
    def __init__(self, run: FileRun, device: LoopDevice) -> None:
        super().__init__(run, TunedDevices(), f"/sys/block/{device.name}/stat")
        self._device = device

    def apply(self, variant: Variant) -> None:
        self._device.write("scheduler", variant.name)


class RestartedPlace(FileExecutor):
    def __init__(self, file: MeasuredFile, device: LoopDevice) -> None:
        super().__init__(file, TunedDevices(), lambda: False, "")
        self._device = device

    def apply(self, variant: Variant) -> None:
        self._device.write("scheduler", variant.name)


@dataclass(frozen=True)
class Found:
    """``lead`` of bfq over none as a difference of logarithms, its standard error, and who won:
    a name, "=" or "" while that's open. ``disturbed``: too little was undisturbed, so that the
    figures are those of all slices, and nobody can have won."""

    lead: float
    error: float
    winner: str
    disturbed: bool = False


@pytest.fixture
def device() -> Iterator[LoopDevice]:
    """In memory, since a disk that others use, too, spreads more than what is compared."""
    with (
        tempfile.TemporaryDirectory(dir=MEMORY) as folder,
        attached_loop(Path(folder), SIZE) as made,
    ):
        yield made


@pytest.fixture
def file(device: LoopDevice, tmp_path: Path) -> Iterator[MeasuredFile]:
    folder = tmp_path / "mounted"
    folder.mkdir()
    subprocess.run(["mkfs.ext4", "-q", "-E", "lazy_itable_init=0", device.path], check=True)
    subprocess.run(["mount", device.path, folder], check=True)
    try:
        with new_file(
            folder, 128 * MEBIBYTE, on_progress=lambda _: None, is_cancelled=lambda: False
        ) as made:
            yield made
    finally:
        subprocess.run(["umount", folder], check=True)


def plan_of(device: LoopDevice, workload: Workload) -> Plan:
    return Plan(
        target=Target(TargetKind.DEVICE, device.name),
        variants=tuple(Variant(name, (("scheduler", name),)) for name in NAMES),
        workloads=(workload,),
        threads=(4,),
        repeats=BLOCKS,
        runtime_ms=500,
        ramp_ms=250,
        seed=1,
        protocol=Protocol.ADAPTIVE,
        budget_s=600,
    )


def race(plan: Plan, file: MeasuredFile, device: LoopDevice) -> Found:
    log = RunLog([], [])
    run = FileRun(file, f"/sys/block/{device.name}/stat", lambda: False, "")
    carry_out_adaptively(
        plan,
        SwitchedLoad(run, device),
        log,
        Control(),
        Ignoring(),
        place=RestartedPlace(file, device),
    )
    return found_in(plan, log.measurements)


def found_in(plan: Plan, measurements: Sequence[Measurement]) -> Found:
    blocks = complete_blocks(measurements, NAMES)
    if len(blocks) < 2:
        everything = complete_blocks(
            [replace(each, disturbed=None) for each in measurements], NAMES
        )
        return Found(*lead_of(everything), "", disturbed=True)
    end = standing(NAMES, blocks, race_rules(plan))
    winner = end.running[0] if len(end.running) == 1 else "=" if end.equal else ""
    return Found(*lead_of(blocks), winner)


def lead_of(blocks: Sequence[Block]) -> tuple[float, float]:
    leads = [math.log(block["bfq"] / block["none"]) for block in blocks]
    assert len(leads) >= 2, f"{len(leads)} whole blocks: not even disturbed slices were measured"
    mean = math.fsum(leads) / len(leads)
    squares = math.fsum((lead - mean) ** 2 for lead in leads)
    return mean, math.sqrt(squares / (len(leads) - 1) / len(leads))


def compare(file: MeasuredFile, device: LoopDevice, workload: Workload, where: str) -> None:
    plan = plan_of(device, workload)
    switched = race(plan, file, device)
    by_restarts = replace(plan, protocol=Protocol.RESTARTS, runtime_ms=2000, ramp_ms=300)
    restarted = race(by_restarts, file, device)
    difference = switched.lead - restarted.lead
    error = math.hypot(switched.error, restarted.error)
    print(
        f"{where}, {workload.phrase}: bfq ÷ none "
        f"switched {text(switched)}, restarted {text(restarted)}; "
        f"ratio of both {math.exp(difference):.3f} ({abs(difference) / error:.1f} standard errors)"
    )
    if switched.winner in NAMES and restarted.winner in NAMES:
        assert switched.winner == restarted.winner


def text(found: Found) -> str:
    end = "open, disturbed" if found.disturbed else found.winner or "open"
    return f"{math.exp(found.lead):.3f} ± {2 * found.error:.3f} ({end})"


@pytest.mark.parametrize("undisturbed", [0, 1, 14])
def test_disturbed_slices_are_shown_and_decide_nothing(
    undisturbed: int, device: LoopDevice
) -> None:
    plan = plan_of(device, CLASSICAL_WORKLOADS[0])
    slices = [
        replace(run, disturbed=None if run.repeat < undisturbed else "the disk was busy")
        for run in simulated_runs(
            {"none": 100.0, "bfq": 50.0},
            seed=1,
            repeats=BLOCKS,
            threads=[4],
            operations=[CLASSICAL_OPERATIONS[0]],
        )
    ]
    found = found_in(plan, slices)
    assert math.exp(found.lead) == pytest.approx(0.5, abs=0.1)
    assert (found.winner, found.disturbed) == (("", True) if undisturbed < 2 else ("none", False))


@pytest.mark.parametrize("workload", CLASSICAL_WORKLOADS, ids=lambda each: each.name)
def test_on_a_device(device: LoopDevice, workload: Workload) -> None:
    compare(MeasuredFile(device.path, SIZE), device, workload, "device")


@pytest.mark.parametrize("workload", CLASSICAL_WORKLOADS, ids=lambda each: each.name)
def test_on_a_file(file: MeasuredFile, device: LoopDevice, workload: Workload) -> None:
    compare(file, device, workload, "file")
