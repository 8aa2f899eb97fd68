from __future__ import annotations

import itertools
import math
import random
import statistics
from dataclasses import replace

import pytest

from storage_tuner.advice.statistics.paired import student_t_quantile
from storage_tuner.bench.slice_length import (
    SOLID_STATE,
    SPINNING,
    UNKNOWN_MEDIUM,
    Noise,
    Pace,
    detectable_difference,
    detectable_sentence,
    medium_pace,
    noise_of,
    pace_for,
    spread_of_differences,
)
from storage_tuner.bench.time_costs import LEAST_BLOCKS, SWITCH_S, blocks_within
from storage_tuner.core.plan import Use
from tests.unit.bench.simulated_sessions import adaptive_plan


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


CELL_S = 150.0


def pace(noise: Noise, request_ms: float | None = 0.2, cell_s: float = CELL_S) -> Pace:
    return pace_for(noise, 4, request_ms, cell_s, 0.05)


def test_noise_that_evens_out_in_a_slice_gets_longer_ones() -> None:
    assert pace(Noise(0.3, 0.0)).slice_ms > 1000
    assert pace(Noise(0.3, 0.0)).settle_ms == 250


def test_noise_that_near_slices_share_needs_no_longer_ones() -> None:
    assert pace(Noise(0.3, 0.97)).slice_ms == 500


@pytest.mark.parametrize("cell_s", [20.0, 34.0, 40.0, 60.0, 90.0, math.inf])
@pytest.mark.parametrize("request_ms", [None, 60, 300, 9000])
@pytest.mark.parametrize("lag1", [0.0, 0.5, 0.97])
def test_there_is_time_for_ten_blocks(lag1: float, request_ms: float | None, cell_s: float) -> None:
    found = pace(Noise(0.2, lag1), request_ms, cell_s)
    block_s = 4 * (SWITCH_S + (found.slice_ms + found.settle_ms) / 1000)
    shortest = Pace(500, 250)
    assert found == shortest or LEAST_BLOCKS * block_s <= cell_s


def test_slow_requests_get_a_longer_wash_out() -> None:
    noise = Noise(0.05, 0.5)
    settles = [pace(noise, each).settle_ms for each in (None, 60, 150, 400, 9000)]
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


def detectable(spread: float, budget_s: float | None, **changes: object) -> float:
    plan = replace(adaptive_plan(budget_s=budget_s), **changes)  # type: ignore[arg-type]
    return detectable_difference(dict.fromkeys(plan.workloads, Noise(spread, 0.3)), plan)


def test_what_is_detectable_grows_with_the_noise_and_falls_with_the_time() -> None:
    assert detectable(0.05, 200) < detectable(0.3, 200)
    assert detectable(0.3, 2000) < detectable(0.3, 200)
    assert detectable(0.05, 20) == math.inf
    assert math.isfinite(detectable(0.3, None))
    assert detectable(0.001, 2000) == pytest.approx(0.03)


def test_what_counts_for_the_use_decides_what_is_detectable() -> None:
    plan = replace(adaptive_plan(budget_s=200), use=Use.DATABASE)
    random_read, sequential_read = plan.workloads
    quiet, noisy = Noise(0.05, 0.3), Noise(0.3, 0.3)
    heavy = detectable_difference({random_read: noisy, sequential_read: quiet}, plan)
    light = detectable_difference({random_read: quiet, sequential_read: noisy}, plan)
    assert heavy > 2 * light


def test_more_variants_hide_more() -> None:
    two = adaptive_plan().variants[:2]
    assert detectable(0.3, 200, variants=two) < detectable(0.3, 200)
    assert detectable(0.3, 200, variants=two[:1]) == math.inf


def test_what_is_called_detectable_is_detected_four_times_in_five() -> None:
    """By the means of every block over all cells, tested for three variants against one."""
    plan = adaptive_plan(budget_s=200)
    noise = Noise(0.2, 0.0)
    share = detectable_difference(dict.fromkeys(plan.workloads, noise), plan)
    spread = spread_of_differences(noise, Pace(plan.runtime_ms, plan.ramp_ms), 4)
    blocks, cells, source = blocks_within(plan), len(plan.cells), random.Random(3)
    level = student_t_quantile(1 - 0.05 / 6, cells * (blocks - 1))
    found = 0
    for _ in range(400):
        parts = [
            [source.gauss(math.log1p(share), spread) for _ in range(blocks)] for _ in range(cells)
        ]
        mean = statistics.fmean(map(statistics.fmean, parts))
        variance = statistics.fmean(map(statistics.variance, parts)) / blocks / cells
        found += mean / math.sqrt(variance) > level
    assert 0.72 < found / 400 < 0.88


def test_what_is_detectable_is_said_in_minutes_and_percent() -> None:
    assert str(detectable_sentence(0.0812, 180)) == (
        "In 3 minutes, only differences above about 9 % are detectable here."
    )
    assert (
        str(detectable_sentence(math.inf, 20)) == "In 20 seconds, no difference is detectable here."
    )


def test_the_medium_gives_a_first_answer() -> None:
    assert medium_pace(True) == SPINNING
    assert medium_pace(False) == SOLID_STATE
    assert medium_pace(None) == UNKNOWN_MEDIUM
