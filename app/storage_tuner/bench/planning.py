"""From a target and a wish to a plan: what will be measured, and how long that takes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from storage_tuner.bench.cell_weights import smaller_plans
from storage_tuner.bench.restart_reasons import RESTART_S, restarted_paces
from storage_tuner.bench.slice_length import SLICES_MS, UNKNOWN_MEDIUM, Pace
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
from storage_tuner.core.workload import Workload

THREADS = (1, 2, 4, 8)

ARTICLE_RUNTIME_MS = 60_000
ARTICLE_PAUSE_MS = 5_000
"""So that the disk comes to rest after a run, as published measurements were made."""

MOST_REPEATS = 1000
REPEATS = 10
"""Long runs of each cell and variant, for a mean and a standard deviation."""

LONG_RAMP_MS = 500

MOST_BLOCKS = 1000
"""Of a cell in the adaptive protocol: its time ends long before that."""


@dataclass(frozen=True)
class Effort:
    """How much is measured; times in ms."""

    repeats: int
    runtime_ms: int
    ramp_ms: int


EFFORTS = {
    Thoroughness.QUICK: Effort(repeats=3, runtime_ms=700, ramp_ms=100),
    Thoroughness.NORMAL: Effort(repeats=6, runtime_ms=2000, ramp_ms=300),
    Thoroughness.THOROUGH: Effort(repeats=10, runtime_ms=5000, ramp_ms=500),
}
"""For RESTARTS: so many blocks, unless they are raced in a time given."""

BUDGETS_S = {
    Thoroughness.QUICK: 180.0,
    Thoroughness.NORMAL: 900.0,
    Thoroughness.THOROUGH: 2700.0,
}
"""For ADAPTIVE: the longest time in all, in seconds. A quick look with a practice disk ends within
five minutes also where the first start has to install what is missing."""


def usual_thoroughness(target: Target) -> Thoroughness:
    """Where nobody chose one: on a practice disk it's enough to see how it goes."""
    practice = target.kind is TargetKind.PRACTICE
    return Thoroughness.QUICK if practice else Thoroughness.NORMAL


def scheduler_variants(schedulers: tuple[str, ...]) -> tuple[Variant, ...]:
    """One variant a scheduler, named like it."""
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
    is``, that changes nothing. ``current`` names the variant from before. ``pace`` counts for
    ADAPTIVE only. ``budget_s`` is the longest time in all: instead of that of ``thoroughness`` for
    ADAPTIVE; RESTARTS with it go on until it's decided. What the time doesn't suffice for is left
    out.
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
    if protocol is Protocol.ADAPTIVE:
        return _raced(bare, pace, budget_s or BUDGETS_S[thoroughness])
    if protocol is Protocol.RESTARTS and budget_s is not None:
        effort = EFFORTS[thoroughness]
        return _raced(bare, Pace(effort.runtime_ms, effort.ramp_ms), budget_s)
    return _COMPLETED[protocol](bare)


def with_repeats(plan: Plan, repeats: int) -> Plan:
    """``plan`` with so many runs of each test and variant instead of as many as it takes."""
    return replace(plan, repeats=repeats, budget_s=None, paces=())


def run_count(plan: Plan) -> int:
    """How many runs are made; where cells are raced, how many slices or runs at most."""
    return sum(len(plan.variants_in(cell)) for cell in plan.cells) * plan.repeats


def run_seconds(plan: Plan) -> float:
    """How long one run takes, start-up and the pause after it included."""
    return (plan.runtime_ms + plan.ramp_ms + plan.pause_ms) / 1000 + RESTART_S


def estimate_seconds(plan: Plan) -> float:
    """How long the whole plan takes, as expected before the first run; at most, if raced."""
    if plan.budget_s is not None:
        return plan.budget_s
    return run_count(plan) * run_seconds(plan)


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
    """In slices so short, and with so few cells, that each has time for ``LEAST_BLOCKS``; where it
    isn't enough for a single one, as when there are many variants, it takes longer."""
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
