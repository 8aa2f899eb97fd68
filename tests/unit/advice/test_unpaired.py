"""Welch's t, Fieller's interval and drift as a covariate, against scipy and against simulation."""

from __future__ import annotations

import math
import random

import pytest
import scipy

from storage_tuner.advice.statistics.drift import Drift, DriftRun, observed_drift, slope_of
from storage_tuner.advice.statistics.unpaired import (
    Means,
    RatioOfMeans,
    apart_difference,
    drifting_difference,
    in_turns,
    ratio_of_means,
    welch_difference,
)


def series(count: int, seed: int, spread: float = 0.05, level: float = 0.0) -> list[float]:
    source = random.Random(seed)
    return [level + source.gauss(0, spread) for _ in range(count)]


def runs(values: list[float], begin: float = 0.0, drift: float = 0.0) -> list[DriftRun]:
    return [
        DriftRun(begin + place, value + drift * (begin + place))
        for place, value in enumerate(values)
    ]


def test_welch_as_scipy_has_it() -> None:
    left, right = series(7, 1), series(12, 2, 0.2, 0.1)
    found = welch_difference([(left, right)])
    assert found is not None
    expected = scipy.stats.ttest_ind(left, right, equal_var=False)
    assert found.p_at(0.0) == pytest.approx(expected.pvalue, rel=1e-9)
    bounds = expected.confidence_interval(0.95)
    assert found.interval() == pytest.approx((bounds.low, bounds.high), rel=1e-9)


def test_means_and_deviations_as_scipy_has_it() -> None:
    ratio = RatioOfMeans(Means(11.0, 1.2, 10), Means(10.0, 0.4, 8))
    expected = scipy.stats.ttest_ind_from_stats(11.0, 1.2, 10, 10.0, 0.4, 8, equal_var=False)
    assert ratio.p_at(0.0) == pytest.approx(expected.pvalue, rel=1e-9)
    assert ratio.mean == pytest.approx(math.log(1.1))


def test_fieller_bounds_hold_a_hypothesis_that_welch_would_just_reject() -> None:
    """At each end of the interval, left − ratio · right is just significant."""
    left, right = Means(11.0, 1.2, 10), Means(10.0, 0.4, 8)
    ratio = RatioOfMeans(left, right)
    quantile = scipy.stats.t.ppf(0.975, ratio.degrees_of_freedom)
    for bound in ratio.interval():
        factor = math.exp(bound)
        error = math.sqrt(left.variance_of_mean + factor**2 * right.variance_of_mean)
        assert abs(11.0 - factor * 10.0) / error == pytest.approx(quantile, rel=1e-9)


def test_a_mean_that_may_be_zero_bounds_nothing() -> None:
    ratio = RatioOfMeans(Means(61.4, 122.8, 10), Means(30.7, 92.1, 10))
    assert ratio.interval() == (-math.inf, math.inf)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (Means(10, 1.0, 1), Means(20, 1.0, 10)),
        (Means(10, None, 10), Means(20, 1.0, 10)),
        (Means(10, 0.0, 10), Means(20, 0.0, 10)),
        (Means(0, 1.0, 10), Means(20, 1.0, 10)),
    ],
)
def test_what_tells_no_spread_is_not_compared(left: Means, right: Means) -> None:
    assert ratio_of_means([(left, right)]) is None


def test_thread_counts_weigh_the_same() -> None:
    found = ratio_of_means(
        [(Means(20, 1, 10), Means(10, 1, 10)), (Means(10, 1, 90), Means(10, 1, 90))]
    )
    assert found is not None
    assert found.mean == pytest.approx(math.log(2) / 2)


def test_blocks_in_any_order_are_in_turns_and_stretches_are_not() -> None:
    left = [DriftRun(moment, 0.0) for moment in (0, 3, 4, 7)]
    right = [DriftRun(moment, 0.0) for moment in (1, 2, 5, 6)]
    assert in_turns(left, right)
    assert not in_turns(runs([0.0] * 4), runs([0.0] * 4, begin=10))
    halves = [DriftRun(moment, 0.0) for moment in (0, 1, 2, 10, 11, 12)]
    assert not in_turns(halves, [DriftRun(moment, 0.0) for moment in (5, 6, 7, 15, 16, 17)])


def drift_of(*stretches: list[DriftRun]) -> Drift:
    slopes = [slope for each in stretches if (slope := slope_of(each))]
    found = observed_drift(slopes, slopes, length=10)
    assert found is not None
    return found


def test_a_drift_that_shows_within_the_stretches_is_no_difference() -> None:
    left = runs(series(10, 1, 0.001), drift=-0.05)
    right = runs(series(10, 2, 0.001), begin=10, drift=-0.05)
    steady = drift_of(runs(series(10, 3, 0.001)), runs(series(10, 4, 0.001), 10))
    found = drifting_difference([(left, right)], drift_of(left, right), "doubtful")
    assert found is not None
    assert found.mean == pytest.approx(0.5, abs=0.01)
    assert found.doubt == "doubtful"
    assert found.p_at(0.0) > 0.1
    unseen = drifting_difference([(left, right)], steady, "")
    assert unseen is not None
    assert unseen.p_at(0.0) < 0.01


def test_a_walk_is_found_again() -> None:
    """The variance that it gains in a unit of time, and that of a difference of means over it."""
    source = random.Random(1)
    walks, differences = [], []
    for _ in range(400):
        level, stretches = 0.0, []
        for begin in range(0, 160, 10):
            values = []
            for _ in range(10):
                level += source.gauss(0, 0.02)
                values.append(level + source.gauss(0, 0.01))
            stretches.append([DriftRun(begin + place, value) for place, value in enumerate(values)])
        walks.append(drift_of(*stretches).walk)
        means = [sum(run.value for run in stretch) / 10 for stretch in (stretches[0], stretches[4])]
        differences.append(means[0] - means[1])
    assert 0.0004 <= sum(walks) / len(walks) < 0.0005
    expected = Drift(0.0004, 0.0, 1.0, 40.0).between(range(10), range(40, 50))
    assert sum(each**2 for each in differences) / len(differences) == pytest.approx(
        expected, rel=0.2
    )


def test_the_further_apart_the_less_is_known() -> None:
    drift = drift_of(runs(series(10, 1), drift=0.01), runs(series(10, 2), 10, drift=0.01))
    widths = []
    for begin in (10, 100, 1000):
        found = drifting_difference([(runs(series(10, 1)), runs(series(10, 2), begin))], drift, "")
        assert found is not None
        low, high = found.interval()
        widths.append(high - low)
    assert widths[0] < widths[1] / 2 < widths[2] / 4


def test_however_many_runs_two_sessions_differ_by_themselves() -> None:
    found = apart_difference([(runs(series(5000, 1, level=0.05)), runs(series(5000, 2)))], "apart")
    assert found is not None
    assert found.p_at(0.0) > 0.05
    clear = apart_difference([(runs(series(50, 1, level=0.2)), runs(series(50, 2)))], "apart")
    assert clear is not None
    assert clear.p_at(0.0) < 0.01


def test_few_runs_tell_nothing() -> None:
    assert welch_difference([([1.0], [2.0, 2.1, 2.2])]) is None
    assert welch_difference([([1.0, 1.1], [2.0, 2.1])]) is None
    still = Drift(0.0, 0.0, 1.0, 10.0)
    assert drifting_difference([(runs([0.0, 0.1]), runs([1.0, 1.1], 5))], still, "") is None
    assert drifting_difference([(runs([0.0] * 3), runs([1.0] * 3, 5))], still, "") is None
    assert slope_of(runs([0.0, 0.1])) is None
    assert observed_drift([], [], 10) is None
    assert apart_difference([], "") is None
