"""Makes plans from a target and a request, and estimates how long they take."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

from storage_tuner.bench.cell_weights import smaller_plans
from storage_tuner.bench.restart_reasons import RESTART_S, restarted_paces
from storage_tuner.bench.searches.load_map import SETTLE_MS
from storage_tuner.bench.searches.load_map import SLICES_MS as MAP_SLICES_MS
from storage_tuner.bench.slice_length import SLICES_MS, UNKNOWN_MEDIUM, Pace
from storage_tuner.bench.sustained import BUDGET_S, LONGEST_S, SHORTEST_SLICE_MS
from storage_tuner.bench.time_costs import LEAST_BLOCKS, in_rounds, least_seconds
from storage_tuner.core.plan import (
    UNCHANGED,
    Plan,
    Protocol,
    Target,
    TargetKind,
    Thoroughness,
    Use,
    Variant,
)
from storage_tuner.core.workload import Operation, Workload, classical_workloads

THREADS = (1, 2, 4, 8)

ARTICLE_RUNTIME_MS = 60_000
ARTICLE_PAUSE_MS = 5_000
"""Lets the disk come to rest after a run, as in the published measurements."""

MOST_REPEATS = 1000
REPEATS = 10
"""Long runs of each cell and variant, for a mean and a standard deviation."""

LONG_RAMP_MS = 500

MOST_BLOCKS = 1000
"""The limit for a cell in the adaptive protocol; its time ends long before that."""


@dataclass(frozen=True)
class Effort:
    """The amount of measuring; times in ms."""

    repeats: int
    runtime_ms: int
    ramp_ms: int


EFFORTS = {
    Thoroughness.QUICK: Effort(repeats=3, runtime_ms=700, ramp_ms=100),
    Thoroughness.NORMAL: Effort(repeats=6, runtime_ms=2000, ramp_ms=300),
    Thoroughness.THOROUGH: Effort(repeats=10, runtime_ms=5000, ramp_ms=500),
}
"""For RESTARTS: the number of blocks, unless they are raced within a time limit."""

BUDGETS_S = {
    Thoroughness.QUICK: 180.0,
    Thoroughness.NORMAL: 900.0,
    Thoroughness.THOROUGH: 2700.0,
}
"""For ADAPTIVE: the longest total time, in seconds. A quick measurement of a practice disk ends
within five minutes even where the first start has to install missing packages."""


def usual_thoroughness(target: Target) -> Thoroughness:
    """The default thoroughness: on a practice disk a short demonstration is enough."""
    practice = target.kind is TargetKind.PRACTICE
    return Thoroughness.QUICK if practice else Thoroughness.NORMAL


def scheduler_variants(schedulers: tuple[str, ...]) -> tuple[Variant, ...]:
    """One variant per scheduler, with the scheduler's name."""
    return tuple(Variant(name, (("scheduler", name),)) for name in schedulers)


def make_plan(
    target: Target,
    *,
    current: str | None,
    workloads: tuple[Workload, ...],
    schedulers: tuple[str, ...],
    use: Use,
    thoroughness: Thoroughness,
    seed: int,
    protocol: Protocol = Protocol.RESTARTS,
    pace: Pace = UNKNOWN_MEDIUM,
    budget_s: float | None = None,
    variants: tuple[Variant, ...] = (),
) -> Plan:
    """Every workload × thread count × variant, as ``protocol`` measures them.

    The variants are the ``schedulers`` unless others are given. Without any there is one, ``as it
    is``, that changes nothing. ``current`` names the variant with the current settings. ``pace``
    matters for ADAPTIVE only. ``budget_s`` is the longest total time: for ADAPTIVE it replaces that
    of ``thoroughness``, as for MAP; RESTARTS with it continue until everything is decided;
    SUSTAINED ends then at the latest. Tests for which there isn't enough time are left out.
    """
    bare = Plan(
        target=target,
        variants=variants or scheduler_variants(schedulers) or (Variant(UNCHANGED, ()),),
        workloads=workloads,
        threads=THREADS,
        repeats=1,
        runtime_ms=0,
        ramp_ms=0,
        seed=seed,
        use=use,
        thoroughness=thoroughness,
        current=current,
        protocol=protocol,
    )
    if protocol is Protocol.SUSTAINED:
        return _sustained(bare, budget_s or BUDGET_S)
    if protocol is Protocol.MAP:
        return _map(bare, budget_s or BUDGETS_S[thoroughness])
    if protocol is Protocol.ADAPTIVE:
        return _raced(bare, pace, budget_s or BUDGETS_S[thoroughness])
    if protocol is Protocol.RESTARTS and budget_s is not None:
        effort = EFFORTS[thoroughness]
        return _raced(bare, Pace(effort.runtime_ms, effort.ramp_ms), budget_s)
    return _COMPLETED[protocol](bare)


def with_repeats(plan: Plan, repeats: int) -> Plan:
    """Return ``plan`` with ``repeats`` runs of each test and variant, instead of as many as
    needed."""
    return replace(plan, repeats=repeats, budget_s=None, paces=())


def run_count(plan: Plan) -> int:
    """The number of runs; where cells are raced, the largest number of slices or runs."""
    return sum(len(plan.variants_in(cell)) for cell in plan.cells) * plan.repeats


def run_seconds(plan: Plan) -> float:
    """The duration of one run, including start-up and the pause after it."""
    return (plan.runtime_ms + plan.ramp_ms + plan.pause_ms) / 1000 + RESTART_S


def estimate_seconds(plan: Plan) -> float:
    """The expected duration of the whole plan before the first run; the longest one, if raced."""
    if plan.budget_s is not None:
        return plan.budget_s
    return plan.repeats * math.fsum(
        len(plan.variants_in(cell)) * run_seconds(plan.paced(cell)) for cell in plan.cells
    )


def _sustained(plan: Plan, budget_s: float) -> Plan:
    return replace(
        plan, threads=(1,), runtime_ms=SHORTEST_SLICE_MS, budget_s=min(budget_s, LONGEST_S)
    )


def _map(plan: Plan, budget_s: float) -> Plan:
    """The random workloads that are possible; their loads are known once they are measured."""
    wanted = classical_workloads((Operation.RANDOM_READ, Operation.RANDOM_WRITE))
    return replace(
        plan,
        workloads=tuple(each for each in plan.workloads if each in wanted),
        threads=(1,),
        runtime_ms=MAP_SLICES_MS[0],
        ramp_ms=SETTLE_MS,
        budget_s=budget_s,
    )


def _restarts(plan: Plan) -> Plan:
    effort = EFFORTS[plan.thoroughness]
    return replace(
        plan,
        repeats=effort.repeats,
        runtime_ms=effort.runtime_ms,
        ramp_ms=effort.ramp_ms,
    )


def _article(plan: Plan) -> Plan:
    return replace(
        plan,
        runtime_ms=ARTICLE_RUNTIME_MS,
        ramp_ms=LONG_RAMP_MS,
        pause_ms=ARTICLE_PAUSE_MS,
    )


def _repeats(plan: Plan) -> Plan:
    return replace(_article(plan), repeats=REPEATS)


def _raced(plan: Plan, pace: Pace, budget_s: float) -> Plan:
    """``plan`` with slices short enough, and cells few enough, that each has time for
    ``LEAST_BLOCKS``; where the time isn't enough for a single cell, as with many variants, it takes
    longer."""
    whole = replace(
        plan,
        repeats=MOST_BLOCKS if len(plan.variants) > 1 else LEAST_BLOCKS,
        ramp_ms=pace.settle_ms,
        budget_s=budget_s,
    )
    whole = replace(whole, paces=restarted_paces(whole))
    shorter = [each for each in SLICES_MS if each < pace.slice_ms]
    lengths = [pace.slice_ms, *(reversed(shorter) if plan.protocol is Protocol.ADAPTIVE else ())]
    offers = [replace(whole, runtime_ms=each) for each in lengths]
    offers += smaller_plans(offers[-1])
    for offer in offers:
        if least_seconds(offer) <= budget_s:
            return in_rounds(offer)
    return in_rounds(replace(offers[-1], budget_s=least_seconds(offers[-1])))


_COMPLETED: dict[Protocol, Callable[[Plan], Plan]] = {
    Protocol.RESTARTS: _restarts,
    Protocol.ARTICLE: _article,
    Protocol.REPEATS: _repeats,
}
