"""Drops in curves whose levels are known: how often they are found, and how often one is claimed
that isn't there."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from storage_tuner.advice.sustained import LEAST_SLICES, sustained_writes
from storage_tuner.core.sustained import SustainedWrites
from tests.unit.advice.simulated_writes import GB, Rate, curve, ramp, slice_of, steps

WHOLE_GB = 64
NEAR_GB = 0.03 * WHOLE_GB
"""How far from the true place a drop may be found."""


@dataclass(frozen=True)
class Case:
    """``drops`` are the true places in GB."""

    name: str
    rate: Rate
    drops: tuple[float, ...]
    noise: dict[str, float] = field(default_factory=dict)

    def found(self, seed: int) -> SustainedWrites:
        return sustained_writes(curve(self.rate, WHOLE_GB, seed, **self.noise))


ONE = steps((11.8, 2100), (WHOLE_GB, 450))
SMALL = steps((3, 2000), (WHOLE_GB, 500))
FLAT = steps((WHOLE_GB, 500))
WITH_DROPS = (
    Case("a cache", ONE, (11.8,)),
    Case("noise and pauses", ONE, (11.8,), {"noise": 0.15, "dips": 0.05}),
    Case("a drop of 30 %", steps((20, 500), (WHOLE_GB, 350)), (20,), {"noise": 0.1}),
    Case("a small cache", SMALL, (3,), {"noise": 0.1, "dips": 0.03}),
    Case(
        "two drops",
        steps((10, 3000), (40, 1200), (WHOLE_GB, 300)),
        (10, 40),
        {"noise": 0.1, "dips": 0.03},
    ),
)
WITHOUT = (
    Case("noise", FLAT, (), {"noise": 0.25}),
    Case("noise that lasts for some slices", FLAT, (), {"noise": 0.2, "persistence": 0.7}),
    Case("pauses", FLAT, (), {"dips": 0.1}),
    Case("fast", steps((WHOLE_GB, 6000)), (), {"noise": 0.15, "dips": 0.05}),
    Case("a drop of 18 %", steps((20, 500), (WHOLE_GB, 410)), ()),
    Case("a drop at the end", steps((61, 500), (WHOLE_GB, 200)), ()),
    Case("towards the inner tracks", ramp(250, 120, WHOLE_GB), (), {"noise": 0.1}),
)


def named(cases: tuple[Case, ...]) -> list[object]:
    return [pytest.param(case, id=case.name) for case in cases]


def detections(case: Case, seeds: int) -> int:
    """In how many curves the true drops are found, near their places, and no others."""
    return sum(_is_right(case, case.found(seed)) for seed in range(seeds))


def _is_right(case: Case, found: SustainedWrites) -> bool:
    places = [knee.end_bytes / GB for knee in found.knees]
    return len(places) == len(case.drops) and all(
        abs(place - true) <= NEAR_GB for place, true in zip(places, case.drops, strict=True)
    )


@pytest.mark.parametrize("case", named(WITH_DROPS))
def test_drops_are_found(case: Case) -> None:
    assert detections(case, 10) >= 9


@pytest.mark.parametrize("case", named(WITHOUT))
def test_no_drop_is_claimed_where_there_is_none(case: Case) -> None:
    assert detections(case, 10) >= 9


@pytest.mark.slow
@pytest.mark.parametrize("case", named((*WITH_DROPS, *WITHOUT)))
def test_rates_over_many_curves(case: Case) -> None:
    """At least 95 % of the drops are found, and at most 3 % of the curves get a false one."""
    assert detections(case, 300) >= (0.95 if case.drops else 0.97) * 300


def test_the_levels_cover_the_curve_and_their_intervals_its_rates() -> None:
    found = Case("", ONE, (), {"noise": 0.1}).found(1)
    first, last = found.levels
    assert (first.begin_bytes, first.end_bytes) == (0, last.begin_bytes)
    assert last.end_bytes == found.written_bytes == found.points[-1].end_bytes
    for level, rate in ((first, 2100), (last, 450)):
        assert level.low_mb_s is not None
        assert level.high_mb_s is not None
        assert level.low_mb_s <= level.rate_mb_s <= level.high_mb_s
        assert level.rate_mb_s == pytest.approx(rate, rel=0.1)
    assert found.trend is None


def test_a_gradual_change_is_a_trend() -> None:
    found = sustained_writes(curve(ramp(250, 120, WHOLE_GB), WHOLE_GB, 1))
    assert len(found.levels) == 1
    assert found.trend == pytest.approx((235, 133), rel=0.1)


def test_a_rise_is_a_level_but_no_drop() -> None:
    found = sustained_writes(curve(steps((20, 300), (WHOLE_GB, 600)), WHOLE_GB, 1))
    assert len(found.levels) == 2
    assert found.knees == ()


def test_a_drop_must_last_for_seconds() -> None:
    """Others' work on the CPUs would be one as well in a measurement of a few seconds."""
    runs = curve(steps((4, 4000), (WHOLE_GB, 2000)), 10, 1)
    assert sum(run.duration_s for run in runs) < 5
    assert len(sustained_writes(runs).levels) == 1


def test_few_slices_have_no_level() -> None:
    runs = [slice_of(number, 0.1, 0.1) for number in range(LEAST_SLICES - 1)]
    found = sustained_writes(runs)
    assert found.levels == ()
    assert found.written_bytes == 0.1 * GB * len(runs)
    assert sustained_writes([]).written_bytes == 0
