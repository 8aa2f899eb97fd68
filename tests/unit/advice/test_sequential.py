from __future__ import annotations

import math

import numpy as np
import pytest
import scipy
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from storage_tuner.advice.statistics.sequential import (
    EFFECT_SCALE,
    always_valid_p,
    confidence_sequence,
    radius_after,
    values_needed,
)

Values = NDArray[np.float64]
NUMBERS = st.lists(
    st.integers(-(10**9), 10**9).map(lambda number: number / 10**6), min_size=2, max_size=40
)


def mixture_of_likelihood_ratios(values: Values) -> float:
    """The definition, by numerical integration: Student's t tells all that is left when the scale
    is taken away, so the ratio of its noncentral density to its central one is that of the data."""
    count = len(values)
    t = float(np.mean(values) / (np.std(values, ddof=1) / math.sqrt(count)))

    def ratio(effect: float) -> float:
        noncentral = scipy.stats.nct.pdf(t, count - 1, effect * math.sqrt(count))
        return float(
            noncentral
            / scipy.stats.t.pdf(t, count - 1)
            * scipy.stats.norm.pdf(effect / EFFECT_SCALE)
        )

    inner = float(np.mean(values) / np.std(values))
    points = [inner - 3 / math.sqrt(count), inner, inner + 3 / math.sqrt(count)]
    whole, _ = scipy.integrate.quad(ratio, -12, 12, points=points, limit=400)
    return float(whole / EFFECT_SCALE)


@pytest.mark.parametrize("count", [2, 5, 8, 20])
@pytest.mark.parametrize("shift", [0.0, 0.5, 1.5])
def test_the_p_value_is_one_over_the_mixture_of_likelihood_ratios(count: int, shift: float) -> None:
    values = np.random.default_rng(count).standard_normal(count) + shift
    expected = min(1.0, 1 / mixture_of_likelihood_ratios(values))
    assert always_valid_p(values.tolist()) == pytest.approx(expected, rel=1e-3)


@given(NUMBERS, st.floats(0.0001, 0.5))
def test_zero_is_left_out_exactly_when_p_is_below_the_level(
    values: list[float], level: float
) -> None:
    p_value, bounds = always_valid_p(values), confidence_sequence(values, level)
    if abs(p_value - level) > 1e-9 and abs(bounds.mean) > 1e-9 * max(map(abs, values)):
        assert (p_value < level) == (bounds.low > 0 or bounds.high < 0)


@given(NUMBERS, st.floats(0.01, 100))
def test_the_unit_of_the_values_does_not_matter(values: list[float], factor: float) -> None:
    plain = confidence_sequence(values, 0.05)
    scaled = confidence_sequence([factor * value for value in values], 0.05)
    assert scaled.radius == pytest.approx(factor * plain.radius, rel=1e-6, abs=1e-9)
    assert scaled.mean == pytest.approx(factor * plain.mean, rel=1e-6, abs=1e-9)


@pytest.mark.parametrize("values", [[], [1.0]])
def test_fewer_than_two_values_say_nothing(values: list[float]) -> None:
    assert confidence_sequence(values, 0.05).radius == math.inf
    assert always_valid_p(values) == 1.0


def test_values_without_spread_have_a_radius_of_zero_once_they_are_enough() -> None:
    assert confidence_sequence([0.1] * 2, 1e-6).radius == math.inf
    assert confidence_sequence([0.1] * 8, 0.01).radius == pytest.approx(0, abs=1e-12)
    assert always_valid_p([0.0] * 8) == 1.0
    assert always_valid_p([0.1] * 8) < 0.001


def test_so_many_values_are_needed_as_make_the_radius_small_enough() -> None:
    values = np.random.default_rng(3).normal(0, 0.05, 10).tolist()
    count = values_needed(values, 0.02, 0.001)
    assert count is not None
    deviation = float(np.std(values))
    assert radius_after(count, deviation, 0.001) <= 0.02 < radius_after(count - 1, deviation, 0.001)
    assert values_needed(values, 1e-9, 0.001) is None
    assert values_needed(values[:1], 0.02, 0.001) is None
    assert values_needed(values, 0.0, 0.001) is None


def share_of_paths_that_ever_leave_zero_out(paths: Values, level: float) -> float:
    """Who looks after each value, from the eighth on, and would stop at the first difference."""
    counts = np.arange(1, paths.shape[1] + 1)
    means = paths.cumsum(axis=1) / counts
    spread = np.sqrt(np.maximum((paths**2).cumsum(axis=1) / counts - means**2, 0))
    radius = np.array([radius_after(int(count), 1.0, level) for count in counts[7:]])
    return float((np.abs(means[:, 7:]) > spread[:, 7:] * radius).any(axis=1).mean())


def autocorrelated(random: np.random.Generator, count: int, length: int, lag1: float) -> Values:
    steps = random.standard_normal((count, length))
    steps[:, 1:] *= math.sqrt(1 - lag1**2)
    for index in range(1, length):
        steps[:, index] += lag1 * steps[:, index - 1]
    return steps


PATHS, LENGTH = 2000, 200


def noise(kind: str) -> Values:
    random = np.random.default_rng(11)
    shape = (PATHS, LENGTH)
    flips = random.choice([-1.0, 1.0], shape)
    values: Values = random.standard_normal(shape)
    if kind == "heavy tails":
        values = random.standard_t(3, shape)
    elif kind == "spikes":
        values = values + flips * (random.random(shape) < 0.05) * 8
    elif kind == "autocorrelated, paired":
        rates = autocorrelated(random, PATHS, 2 * LENGTH, 0.95)
        values = (rates[:, 0::2] - rates[:, 1::2]) * flips
    return values


@pytest.mark.parametrize("kind", ["normal", "heavy tails", "spikes", "autocorrelated, paired"])
def test_looking_after_each_value_keeps_the_error_level(kind: str) -> None:
    paths = noise(kind)
    for level in (0.05, 0.2):
        assert share_of_paths_that_ever_leave_zero_out(paths, level) <= level


def test_an_ordinary_interval_does_not() -> None:
    """So the test above can fail: 95 % intervals looked at as often are wrong for a third."""
    paths = noise("normal")
    counts = np.arange(8, LENGTH + 1)
    means = (paths.cumsum(axis=1) / np.arange(1, LENGTH + 1))[:, 7:]
    squares = ((paths**2).cumsum(axis=1) / np.arange(1, LENGTH + 1))[:, 7:]
    errors = np.sqrt((squares - means**2) / (counts - 1))
    wrong = (np.abs(means) > scipy.stats.t.isf(0.025, counts - 1) * errors).any(axis=1).mean()
    assert wrong > 0.25


def test_unpaired_values_that_follow_each_other_would_be_judged_falsely() -> None:
    """Why differences within blocks go in, never the rates of one variant after the other's."""
    paths = autocorrelated(np.random.default_rng(5), 300, LENGTH, 0.9)
    assert share_of_paths_that_ever_leave_zero_out(paths, 0.05) > 0.5
