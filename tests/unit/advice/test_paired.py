"""Our small statistics against scipy's."""

from __future__ import annotations

import math
import random
import statistics

import pytest
import scipy
from hypothesis import assume, given
from hypothesis import strategies as st

from storage_tuner.advice.statistics.paired import (
    Difference,
    combined_difference,
    has_stalls,
    step_of,
    stratified_difference,
    student_t_cdf,
    student_t_quantile,
)

FREEDOM = st.floats(0.5, 1e5)


@pytest.mark.parametrize("freedom", [1e7, 1e8, 1e16, 1e36, 1e300])
def test_quantile_of_runs_that_are_all_the_same(freedom: float) -> None:
    """Their spread is next to nothing, so that the degrees of freedom are beyond all counting."""
    expected = scipy.stats.norm.ppf(0.975)
    assert student_t_quantile(0.975, freedom) == pytest.approx(expected, rel=1e-6)
    assert student_t_quantile(0.025, freedom) == pytest.approx(-expected, rel=1e-6)


@given(st.floats(-40, 40), FREEDOM)
def test_cdf(statistic: float, freedom: float) -> None:
    expected = scipy.stats.t.cdf(statistic, freedom)
    assert student_t_cdf(statistic, freedom) == pytest.approx(expected, rel=1e-8, abs=1e-14)


@given(st.floats(1e-4, 1 - 1e-4), FREEDOM)
def test_quantile(probability: float, freedom: float) -> None:
    expected = scipy.stats.t.ppf(probability, freedom)
    assert student_t_quantile(probability, freedom) == pytest.approx(expected, rel=1e-7, abs=1e-9)


@pytest.mark.parametrize("probability", [0.0, 1.0, -1.0])
def test_quantile_refuses_what_is_no_probability(probability: float) -> None:
    with pytest.raises(ValueError, match="between 0 and 1"):
        student_t_quantile(probability, 3)


@given(st.lists(st.floats(-1, 1), min_size=3, max_size=30))
def test_one_stratum_is_the_ordinary_paired_t_test(values: list[float]) -> None:
    assume(statistics.stdev(values) > 1e-6)  # below, scipy itself warns of lost precision
    difference = stratified_difference([values])
    assert difference is not None
    expected = scipy.stats.ttest_1samp(values, 0)
    assert difference.p_at(0.0) == pytest.approx(float(expected.pvalue), rel=1e-6, abs=1e-12)
    interval = expected.confidence_interval(0.95)
    assert difference.interval() == pytest.approx((interval.low, interval.high), rel=1e-6, abs=1e-9)


def test_strata_weigh_the_same_whatever_their_length() -> None:
    difference = stratified_difference([[1.0, 1.2], [3.0, 3.1, 3.2, 2.9, 3.3]])
    assert difference is not None
    assert difference.mean == pytest.approx((1.1 + 3.1) / 2)


def test_differences_between_strata_are_no_error() -> None:
    """Eight threads may gain more than one: that's no noise."""
    difference = stratified_difference([[0.10, 0.11, 0.09], [0.50, 0.51, 0.49]])
    assert difference is not None
    assert difference.standard_error < 0.01


def test_too_few_runs_say_nothing() -> None:
    assert stratified_difference([[0.5], [0.6], [0.7]]) is None
    assert stratified_difference([[0.5, 0.6]]) is None
    assert stratified_difference([]) is None


def test_no_spread_at_all() -> None:
    """It decides nothing by itself, only by how far the figures are rounded."""
    assert stratified_difference([[0.0, 0.0, 0.0]]) is None
    assert stratified_difference([[0.5, 0.5, 0.5]]) is None
    step = 0.04
    one, many = (
        stratified_difference([[times * step] * 3], [2 * step**2 / 12]) for times in (1, 20)
    )
    assert one is not None
    assert many is not None
    assert one.p_at(0.0) > 0.1
    assert many.p_at(0.0) < 0.001


@pytest.mark.parametrize(
    ("values", "step"),
    [([2.5, 2.5, 2.6, 2.8], 0.1), ([2.51, 2.54, 2.62], 0.0), ([3.0, 3.0], 0.0), ([], 0.0)],
)
def test_figures_that_coincide_are_rounded(values: list[float], step: float) -> None:
    assert step_of(values) == pytest.approx(step)


def test_the_interval_holds_the_truth_as_often_as_it_says() -> None:
    """4 thread counts × 3 repeats of unequal spread: the coverage of 95 % intervals."""
    source = random.Random(1)
    covered = 0
    for _ in range(3000):
        strata = [
            [source.gauss(0.1, spread) for _ in range(3)] for spread in (0.01, 0.02, 0.02, 0.05)
        ]
        difference = stratified_difference(strata)
        assert difference is not None
        low, high = difference.interval()
        covered += low <= 0.1 <= high
    assert 0.94 < covered / 3000 < 0.985


def test_weights() -> None:
    one, two = Difference(0.1, 0.01, 8), Difference(0.4, 0.02, 8)
    combined = combined_difference([(1, one), (2, two)])
    assert combined is not None
    assert combined.mean == pytest.approx(0.3)
    assert combined.standard_error == pytest.approx(math.hypot(0.01 / 3, 0.04 / 3))
    assert combined_difference([]) is None
    assert combined_difference([(0, one)]) is None


def test_stalls_are_a_few_runs_far_below_the_others() -> None:
    source = random.Random(1)
    steady = [[source.gauss(0, 0.05) for _ in range(10)] for _ in range(4)]
    assert not has_stalls(steady)
    stalling = [[value - 0.7 * (run % 5 == 0) for run, value in enumerate(runs)] for runs in steady]
    assert has_stalls(stalling)
    assert not has_stalls([[value + 0.7 * (run % 5 == 0) for run, value in enumerate(steady[0])]])
    assert not has_stalls([runs[:4] for runs in stalling])
