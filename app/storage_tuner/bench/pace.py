"""How long a slice of the adaptive protocol has to be, and what can be seen with it.

Measured, not guessed: from a recording of rates, one each 100 ms, under a steady load without any
switching. Before there is one, the medium gives a first answer.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

from storage_tuner.bench.adaptive import SWITCH_S, cells_of, race_rules, slice_seconds
from storage_tuner.bench.race import RaceRules, smallest_visible_difference
from storage_tuner.core.plan import Plan

INTERVAL_S = 0.1
"""Between two rates of a recording."""

LEAST_RATES = 30
"""Fewer tell neither spread nor autocorrelation."""

SLICES_MS = (500, 750, 1000, 1500, 2000, 3000)
SETTLES_MS = (250, 500, 750, 1000)
SETTLING_TIMES = 3.0
"""After three of its time constants, 95 % of what a switch left behind has faded (1 − e⁻³)."""

WANTED = 0.10
"""The difference that is to be seen as soon as possible."""

MOST_BLOCKS = 10_000


@dataclass(frozen=True)
class Pace:
    """Length of a slice and of the wash-out after a switch, in ms."""

    slice_ms: int
    settle_ms: int


SOLID_STATE = Pace(500, 250)
UNKNOWN_MEDIUM = Pace(1000, 250)
SPINNING = Pace(1500, 250)
"""Of a disk with some 120 requests a second the eight that may be under way are done in 70 ms.
Simulated with noise tied over 0.3 s, not tied at all, and half of each, this pace found a
difference of 10 % in 117 to 125 s a cell, 2 s + 0.5 s in 145 to 149 s."""


@dataclass(frozen=True)
class Noise:
    """Of the logarithms of rates 100 ms long: standard deviation and lag-1 autocorrelation."""

    spread: float
    autocorrelation: float

    def of_means(self, seconds: float) -> float:
        """The standard deviation of means so long, were each rate tied to the one before only:
        σ²/m² (m + 2 Σ (m − k) ρᵏ), the variance of a mean of m values of a first-order process."""
        count = max(round(seconds / INTERVAL_S), 1)
        tied = math.fsum((count - lag) * self.autocorrelation**lag for lag in range(1, count))
        return self.spread * math.sqrt(max(count + 2 * tied, 0.0)) / count


def medium_pace(rotational: bool | None) -> Pace:
    """Without a recording; ``rotational`` is None where the device's word isn't to be believed."""
    return {True: SPINNING, False: SOLID_STATE, None: UNKNOWN_MEDIUM}[rotational]


def noise_of(rates: Sequence[float]) -> Noise | None:
    """From rates one each 100 ms, in any unit; None when they are too few.

    A straight trend is taken out first, for it meets all variants alike; a rate of zero (a stall)
    counts as the smallest that isn't.
    """
    positive = [rate for rate in rates if 0 < rate < math.inf]
    if len(rates) < LEAST_RATES or not positive:
        return None
    least = min(positive)
    residuals = _without_trend([math.log(max(rate, least)) for rate in rates])
    squares = math.fsum(value * value for value in residuals)
    if squares <= 0:
        return Noise(0.0, 0.0)
    products = math.fsum(a * b for a, b in itertools.pairwise(residuals))
    spread = math.sqrt(squares / (len(residuals) - 2))
    return Noise(spread, min(max(products / squares, 0.0), 0.99))


def pace_for(noise: Noise, rules: RaceRules) -> Pace:
    """The pace at which a difference of ``WANTED`` is found soonest.

    Longer slices spread less, but cost more, and there are never fewer than the least blocks. The
    wash-out follows how long a rate remembers the one before.
    """
    settle_ms = _settle_ms(noise)
    return min(
        (Pace(slice_ms, settle_ms) for slice_ms in SLICES_MS),
        key=lambda pace: _seconds_until_seen(noise, pace, rules),
    )


def visible_difference(noise: Noise, plan: Plan) -> float:
    """The smallest share by which two variants must differ to be told apart in ``plan``'s time."""
    cell_s = (plan.budget_s or math.inf) / max(len(cells_of(plan)), 1)
    blocks = cell_s / (len(plan.variants) * slice_seconds(plan))
    count = min(int(min(blocks, MOST_BLOCKS)), plan.repeats)
    spread = math.sqrt(2) * noise.of_means(plan.runtime_ms / 1000)
    return smallest_visible_difference(spread, count, race_rules(plan))


def _without_trend(values: Sequence[float]) -> list[float]:
    """Less the straight line of least squares."""
    middle = (len(values) - 1) / 2
    mean = math.fsum(values) / len(values)
    moment = math.fsum((place - middle) * value for place, value in enumerate(values))
    slope = moment / math.fsum((place - middle) ** 2 for place in range(len(values)))
    return [value - mean - slope * (place - middle) for place, value in enumerate(values)]


def _settle_ms(noise: Noise) -> int:
    if noise.autocorrelation <= 0:
        return SETTLES_MS[0]
    wanted_ms = 1000 * SETTLING_TIMES * INTERVAL_S / -math.log(noise.autocorrelation)
    return next((settle for settle in SETTLES_MS if settle >= wanted_ms), SETTLES_MS[-1])


def _seconds_until_seen(noise: Noise, pace: Pace, rules: RaceRules) -> float:
    """Per variant."""
    spread = math.sqrt(2) * noise.of_means(pace.slice_ms / 1000)
    blocks = rules.least_blocks
    while blocks < MOST_BLOCKS and smallest_visible_difference(spread, blocks, rules) > WANTED:
        blocks += max(blocks // 20, 1)
    return blocks * ((pace.slice_ms + pace.settle_ms) / 1000 + SWITCH_S)
