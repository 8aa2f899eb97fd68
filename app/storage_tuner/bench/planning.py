"""From a target and a wish to a plan: what will be measured, and how long that takes."""

from __future__ import annotations

from dataclasses import dataclass

from storage_tuner.core.plan import Operation, Plan, Target, Thoroughness, Use, Variant

THREADS = (1, 2, 4, 8)
START_UP_S = 0.45
"""What one run costs beside its ramp and run time: starting fio and switching the settings."""


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


def scheduler_variants(schedulers: tuple[str, ...]) -> tuple[Variant, ...]:
    """One variant a scheduler, named like it."""
    return tuple(Variant(name, (("scheduler", name),)) for name in schedulers)


def make_plan(
    target: Target,
    *,
    current: str | None,
    operations: tuple[Operation, ...],
    schedulers: tuple[str, ...],
    use: Use,
    thoroughness: Thoroughness,
    seed: int,
) -> Plan:
    """Every operation × thread count × scheduler, ``EFFORTS[thoroughness].repeats`` times each.

    Without schedulers there is one variant, ``as it is``, that changes nothing. ``current`` is the
    scheduler from before.
    """
    effort = EFFORTS[thoroughness]
    return Plan(
        target=target,
        variants=scheduler_variants(schedulers) or (Variant("as it is", ()),),
        operations=operations,
        threads=THREADS,
        repeats=effort.repeats,
        runtime_ms=effort.runtime_ms,
        ramp_ms=effort.ramp_ms,
        seed=seed,
        use=use,
        thoroughness=thoroughness,
        current=current,
    )


def run_count(plan: Plan) -> int:
    return len(plan.variants) * len(plan.operations) * len(plan.threads) * plan.repeats


def run_seconds(plan: Plan) -> float:
    """How long one run takes, start-up included."""
    return (plan.runtime_ms + plan.ramp_ms) / 1000 + START_UP_S


def estimate_seconds(plan: Plan) -> float:
    """How long the whole plan takes, as expected before the first run."""
    return run_count(plan) * run_seconds(plan)
