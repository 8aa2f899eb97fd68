"""Jain's index, and the short runs that it needs."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from storage_tuner.bench.control import Control
from storage_tuner.bench.fairness import (
    MOST_THREADS,
    jain,
    measure_fairness,
    thread_by_thread,
)
from storage_tuner.bench.listener import Ignoring
from storage_tuner.bench.runner import RunLog, carry_out
from storage_tuner.core.measurement import Measurement
from storage_tuner.core.plan import Cell, Plan, RunSpecification
from storage_tuner.core.workload import Operation, Region, Workload, classical_workload
from storage_tuner.fio.job import arguments
from tests.unit.bench.test_saturation_runner import PLAN, FormulaPlace

RANDOM = classical_workload(Operation.RANDOM_READ)
SEQUENTIAL = classical_workload(Operation.SEQUENTIAL_READ)
SHARES = {"quick": (100.0, 100.0, 100.0, 100.0), "slow": (300.0, 100.0, 0.0, 0.0)}


@pytest.mark.parametrize(
    ("shares", "index"),
    [
        ([5.0], 1.0),
        ([2.0, 2.0, 2.0], 1.0),
        ([7.0, 0.0, 0.0, 0.0], 0.25),
        ([1.0, 2.0, 3.0], 36 / 42),
        ([], None),
        ([0.0, 0.0], None),
    ],
)
def test_jains_index(shares: list[float], index: float | None) -> None:
    assert jain(shares) == (None if index is None else pytest.approx(index))


@dataclass
class UnequalPlace(FormulaPlace):
    """Each thread does what ``SHARES`` says."""

    def execute(self, specification: RunSpecification, plan: Plan) -> tuple[Measurement, ...]:
        (run,) = super().execute(specification, plan)
        operations = specification.cell.workload.operations
        if len(operations) == 1:
            return (run,)
        shares = SHARES[specification.variant.name]
        return tuple(
            replace(run, operation=operation, iops=iops)
            for operation, iops in zip(operations, shares, strict=True)
        )


def measured(threads: tuple[int, ...]) -> tuple[Plan, RunLog, UnequalPlace]:
    plan, place, log = replace(PLAN, threads=threads), UnequalPlace(), RunLog([], [])
    carry_out(plan, place, log, Control(), Ignoring())
    return plan, log, place


def test_the_last_run_of_each_gets_the_index() -> None:
    plan, log, place = measured((1, 4))
    before, runs = len(log.measurements), len(place.made)
    measure_fairness(plan, place, log, Control(), Ignoring())
    assert len(log.measurements) == before
    assert len(place.made) == runs + 2
    found = {
        (run.variant, run.threads, run.repeat): run.fairness
        for run in log.measurements
        if run.fairness is not None
    }
    assert found == {("quick", 4, 1): 1.0, ("slow", 4, 1): pytest.approx(400**2 / (4 * 100_000))}


def test_a_thread_alone_costs_no_run() -> None:
    plan, log, place = measured((1,))
    runs = len(place.made)
    measure_fairness(plan, place, log, Control(), Ignoring())
    assert len(place.made) == runs


@pytest.mark.parametrize("threads", [1, MOST_THREADS + 1])
def test_what_cannot_be_told_apart(threads: int) -> None:
    assert thread_by_thread(Cell(RANDOM, threads)) is None
    both = Workload("both", "Both", streams=RANDOM.streams * 2)
    assert thread_by_thread(Cell(both, 4)) is None


def test_each_thread_keeps_to_its_own_part() -> None:
    apart = thread_by_thread(Cell(SEQUENTIAL, 4))
    assert apart
    assert [stream.region for stream in apart.streams] == [
        Region(start, 25) for start in (0, 25, 50, 75)
    ]
    assert len({operation.name for operation in apart.operations}) == 4
    shared = thread_by_thread(Cell(RANDOM, 4))
    assert shared
    assert {stream.region for stream in shared.streams} == {Region()}


def test_together_they_do_what_the_grouped_load_does() -> None:
    """Option for option, but for how many jobs a group has."""
    apart = thread_by_thread(Cell(RANDOM, 4))
    assert apart

    def options(workload: Workload, threads: int) -> set[str]:
        argv = arguments(
            workload.streams,
            path="F",
            size_bytes=1 << 30,
            threads=threads,
            runtime_ms=1000,
            ramp_ms=0,
            fio_version="3.33",
        )
        return {word for word in argv if not word.startswith("--numjobs")}

    assert options(apart, 1) == options(RANDOM, 4)
