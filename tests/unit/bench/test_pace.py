from __future__ import annotations

import itertools
import math
import random

import pytest

from storage_tuner.bench.adaptive import race_rules
from storage_tuner.bench.pace import (
    SOLID_STATE,
    SPINNING,
    UNKNOWN_MEDIUM,
    Noise,
    Pace,
    medium_pace,
    noise_of,
    pace_for,
    spread_of_differences,
    visible_difference,
    visible_sentence,
)
from tests.unit.bench.simulated_sessions import adaptive_plan

RULES = race_rules(adaptive_plan())


def recording(spread: float, lag1: float, *, count: int = 2000, trend: float = 0.0) -> list[float]:
    source = random.Random(8)
    value, rates = source.gauss(0, spread), []
    for place in range(count):
        value = lag1 * value + source.gauss(0, spread * math.sqrt(1 - lag1**2))
        rates.append(500 * math.exp(value + trend * place))
    return rates


@pytest.mark.parametrize(("spread", "lag1"), [(0.1, 0.0), (0.1, 0.8), (0.3, 0.5)])
def test_spread_and_autocorrelation_are_found_again(spread: float, lag1: float) -> None:
    noise = noise_of(recording(spread, lag1, trend=-0.001))
    assert noise is not None
    assert noise.spread == pytest.approx(spread, rel=0.15)
    assert noise.autocorrelation == pytest.approx(lag1, abs=0.06)


@pytest.mark.parametrize("lag1", [0.0, 0.5, 0.9])
def test_the_spread_of_means_is_that_of_means(lag1: float) -> None:
    rates = recording(0.05, lag1, count=40_000)
    means = [
        math.log(math.fsum(rates[start : start + 10]) / 10) for start in range(0, len(rates), 10)
    ]
    middle = math.fsum(means) / len(means)
    measured = math.sqrt(math.fsum((mean - middle) ** 2 for mean in means) / len(means))
    assert Noise(0.05, lag1).of_means(1.0) == pytest.approx(measured, rel=0.1)


def test_stalls_and_steadiness_are_survived() -> None:
    assert noise_of([0.0] * 100) is None
    assert noise_of([500.0] * 10) is None
    steady = noise_of([500.0] * 100)
    assert steady is not None
    assert steady.spread == pytest.approx(0, abs=1e-9)
    stalled = noise_of([500.0, 0.0, 499.0] * 40)
    assert stalled is not None
    assert math.isfinite(stalled.spread)


def test_a_quiet_disk_gets_short_slices_and_a_noisy_one_longer() -> None:
    quiet = pace_for(Noise(0.02, 0.3), RULES, 4, 0.2)
    noisy = pace_for(Noise(0.3, 0.2), RULES, 4, 0.2)
    assert quiet.slice_ms == 500
    assert noisy.slice_ms > 1000
    assert quiet.settle_ms == 250


def test_noise_that_near_slices_share_needs_no_longer_ones() -> None:
    assert pace_for(Noise(0.3, 0.97), RULES, 4, 0.2).slice_ms == 500


def test_slow_requests_get_a_longer_wash_out() -> None:
    noise = Noise(0.05, 0.5)
    settles = [pace_for(noise, RULES, 4, each).settle_ms for each in (None, 60, 150, 400, 9000)]
    assert settles == [250, 250, 500, 1500, 2000]


@pytest.mark.parametrize("lag1", [0.0, 0.6, 0.9])
def test_the_spread_of_differences_is_that_of_slices_in_a_block(lag1: float) -> None:
    """Against slices cut out of a long recording: five rates long, and four between them."""
    rates = recording(0.05, lag1, count=40_000)
    slices = [
        math.log(math.fsum(rates[start : start + 5]) / 5) for start in range(0, len(rates) - 5, 9)
    ]
    blocks = [slices[start : start + 4] for start in range(0, len(slices) - 4, 4)]
    found = [a - b for block in blocks for a, b in itertools.combinations(block, 2)]
    measured = math.sqrt(math.fsum(value * value for value in found) / len(found))
    told = spread_of_differences(Noise(0.05, lag1), Pace(500, 320), 4)
    assert told == pytest.approx(measured, rel=0.05)


def test_what_can_be_seen_is_said_in_minutes_and_percent() -> None:
    plan = adaptive_plan(budget_s=900.0)
    text = visible_sentence(Noise(0.05, 0.3), plan, plan.cells[0])
    share = visible_difference(Noise(0.05, 0.3), plan)
    assert text.startswith("In 15 min differences from about ")
    assert f"about {math.ceil(100 * share)} %" in text
    assert "random read" in text
    short = adaptive_plan(budget_s=20.0)
    assert "In 20 s nothing can be told apart" in visible_sentence(
        Noise(0.05, 0.3), short, short.cells[0]
    )


def test_what_can_be_seen_grows_with_the_noise_and_falls_with_the_time() -> None:
    quick, long = adaptive_plan(budget_s=200), adaptive_plan(budget_s=2000)
    quiet, noisy = Noise(0.05, 0.3), Noise(0.3, 0.3)
    assert visible_difference(quiet, quick) < visible_difference(noisy, quick)
    assert visible_difference(noisy, long) < visible_difference(noisy, quick)
    assert visible_difference(quiet, adaptive_plan(budget_s=20)) == math.inf
    assert math.isfinite(visible_difference(noisy, adaptive_plan(budget_s=None)))


def test_the_medium_gives_a_first_answer() -> None:
    assert medium_pace(True) == SPINNING
    assert medium_pace(False) == SOLID_STATE
    assert medium_pace(None) == UNKNOWN_MEDIUM
