"""However short the time: every cell gets its turn, also where measuring takes longer than it was
planned with."""

from __future__ import annotations

import math
import random
from collections import Counter
from dataclasses import replace

import pytest

from storage_tuner.bench.adaptive_runner import Recording
from storage_tuner.bench.planning import make_plan
from storage_tuner.bench.slice_length import SOLID_STATE, UNKNOWN_MEDIUM, Pace
from storage_tuner.bench.thread_counts import with_threads
from storage_tuner.bench.time_costs import least_seconds
from storage_tuner.core.plan import Plan, Protocol, Target, TargetKind, Thoroughness, Use
from storage_tuner.core.workload import CLASSICAL_OPERATIONS, Workload, classical_workloads
from tests.unit.bench.test_adaptive_runner import LEADS, Session

LOADS = classical_workloads(CLASSICAL_OPERATIONS[:3])


def uneven(request_ms: float | None) -> Recording:
    """What makes the pace as slow as can be."""
    source = random.Random(2)
    rates = tuple(100 * math.exp(source.gauss(0, 0.5)) for _ in range(40))
    return Recording(rates, request_ms)


def short_plan(pace: Pace, workloads: tuple[Workload, ...] = LOADS, budget_s: float = 30) -> Plan:
    return make_plan(
        Target(TargetKind.DEVICE, "sdz"),
        current="none",
        workloads=workloads,
        schedulers=tuple(LEADS),
        use=Use.DESKTOP,
        thoroughness=Thoroughness.NORMAL,
        seed=1,
        protocol=Protocol.ADAPTIVE,
        pace=pace,
        budget_s=budget_s,
    )


def blocks(plan: Plan, request_ms: float | None) -> list[int]:
    """How many each cell gets, in the plan's order."""
    session = Session()
    session.load.recording = uneven(request_ms)
    log = session.go(plan)
    assert session.control.seconds <= 1.05 * (plan.budget_s or 0)
    found = Counter(
        (run.operation, run.threads) for run in log.measurements if run.variant == "none"
    )
    return [found[cell.workload.operations[0], cell.threads] for cell in plan.cells]


@pytest.mark.parametrize("pace", [SOLID_STATE, UNKNOWN_MEDIUM])
@pytest.mark.parametrize("request_ms", [None, 100.0, 300.0])
@pytest.mark.parametrize("threads", [(2,), (1, 4)])
def test_a_slower_pace_takes_no_cell_its_turn(
    pace: Pace, request_ms: float | None, threads: tuple[int, ...]
) -> None:
    plan = with_threads(short_plan(pace), threads)
    found = blocks(plan, request_ms)
    assert 1 <= max(found) <= 3 * min(found), found


def test_requests_that_take_seconds_still_leave_each_cell_a_block() -> None:
    assert min(blocks(with_threads(short_plan(SOLID_STATE), (1, 4)), 5000.0)) >= 1


def test_chosen_thread_counts_get_the_time_that_they_take_at_least() -> None:
    plan = short_plan(SOLID_STATE)
    more = with_threads(plan, (1, 2, 4, 8))
    assert more.budget_s == pytest.approx(least_seconds(more))
    assert (more.budget_s or 0) > (plan.budget_s or 0)
    enough = replace(plan, budget_s=3600.0)
    assert with_threads(enough, (1, 2, 4, 8)).budget_s == 3600
