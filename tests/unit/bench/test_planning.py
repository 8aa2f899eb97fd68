from __future__ import annotations

from collections import Counter

import pytest

from storage_tuner.bench.planning import EFFORTS, THREADS, estimate_seconds, make_plan, run_count
from storage_tuner.bench.protocol import schedule
from storage_tuner.core.plan import Operation, Plan, Target, TargetKind, Thoroughness, Use

FOUR = ("none", "mq-deadline", "kyber", "bfq")


def plan(
    thoroughness: Thoroughness = Thoroughness.QUICK,
    schedulers: tuple[str, ...] = FOUR,
    seed: int = 1,
) -> Plan:
    return make_plan(
        Target(TargetKind.DEVICE, "sdz"),
        current="kyber",
        operations=tuple(Operation),
        schedulers=schedulers,
        use=Use.DESKTOP,
        thoroughness=thoroughness,
        seed=seed,
    )


def test_every_cell_gets_every_variant_as_often() -> None:
    counts = Counter(
        (run.operation, run.threads, run.variant.name, run.repeat) for run in schedule(plan())
    )
    assert set(counts.values()) == {1}
    assert len(counts) == 4 * len(THREADS) * 4 * EFFORTS[Thoroughness.QUICK].repeats
    assert run_count(plan()) == len(counts)


def test_blocks_are_complete_and_together() -> None:
    """Four runs in a row are one block: same cell, each variant once."""
    runs = schedule(plan())
    assert [run.index for run in runs] == list(range(len(runs)))
    for start in range(0, len(runs), 4):
        block = runs[start : start + 4]
        assert len({(run.operation, run.threads, run.repeat) for run in block}) == 1
        assert {run.variant.name for run in block} == set(FOUR)


def test_the_order_within_blocks_is_random_but_reproducible() -> None:
    first = Counter(schedule(plan())[start].variant.name for start in range(0, 192, 4))
    assert set(first) == set(FOUR)
    assert schedule(plan(seed=5)) == schedule(plan(seed=5))
    assert schedule(plan(seed=5)) != schedule(plan(seed=6))


def test_the_setting_from_before_is_noted() -> None:
    assert plan().current == "kyber"


def test_without_schedulers_one_variant_changes_nothing() -> None:
    (variant,) = plan(schedulers=()).variants
    assert variant.settings == ()


def test_quick_stays_below_five_minutes_and_more_takes_longer() -> None:
    quick, normal, thorough = (estimate_seconds(plan(level)) for level in Thoroughness)
    assert quick < 270 < normal < thorough


@pytest.mark.parametrize("level", Thoroughness)
def test_enough_repeats_for_a_verdict(level: Thoroughness) -> None:
    assert EFFORTS[level].repeats >= 3
