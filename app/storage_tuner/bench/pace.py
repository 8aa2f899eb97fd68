"""How long a slice of the adaptive protocol has to be, and what can be seen with it.

Measured, not guessed: from a recording of rates, one each 100 ms, under a steady load without any
switching. Before there is one, the medium gives a first answer.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

from storage_tuner.bench.adaptive import SWITCH_S, race_rules, slice_seconds
from storage_tuner.bench.race import RaceRules, smallest_visible_difference
from storage_tuner.core.plan import Cell, Plan
from storage_tuner.core.sentence import sentence

INTERVAL_S = 0.1
"""Between two rates of a recording."""

LEAST_RATES = 30
"""Fewer tell neither spread nor autocorrelation."""

RECORDING_S = 4.0
"""How long a load is recorded before it's measured: 40 rates tell their spread to a tenth."""

SLICES_MS = (500, 750, 1000, 1500, 2000, 3000)
SETTLES_MS = (250, 500, 750, 1000, 1500, 2000)
SETTLING_TIMES = 3.0
"""Of the mean time of a request: then what was in the queue at the switch is done, and as much
again. How long the rates themselves remember each other says nothing about a switch: rates that
hang together make a pair of near slices more alike, and a longer wash-out between them less so."""

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


def pace_for(noise: Noise, rules: RaceRules, variants: int, request_ms: float | None) -> Pace:
    """The pace at which a difference of ``WANTED`` between so many variants is found soonest.

    Longer slices spread less, but cost more, and there are never fewer than the least blocks.
    ``request_ms`` is the mean time of a request, None where it isn't known.
    """
    settle_ms = _settle_ms(request_ms or 0.0)
    return min(
        (Pace(slice_ms, settle_ms) for slice_ms in SLICES_MS),
        key=lambda pace: _seconds_until_seen(noise, pace, rules, variants),
    )


def visible_difference(noise: Noise, plan: Plan) -> float:
    """The smallest share by which two variants must differ to be told apart in ``plan``'s time."""
    cell_s = (plan.budget_s or math.inf) / max(len(plan.cells), 1)
    variants = len(plan.variants)
    blocks = cell_s / (variants * slice_seconds(plan))
    count = min(int(min(blocks, MOST_BLOCKS)), plan.repeats)
    pace = Pace(plan.runtime_ms, plan.ramp_ms)
    return smallest_visible_difference(
        spread_of_differences(noise, pace, variants), count, race_rules(plan)
    )


def visible_sentence(noise: Noise, plan: Plan, cell: Cell) -> str:
    """What can be told apart in ``plan``'s time, for persons, from the noise of ``cell``."""
    paced = plan.paced(cell)
    share = visible_difference(noise, paced)
    time = sentence("the time given") if plan.budget_s is None else _duration(plan.budget_s)
    reason = sentence("as evenly as {phrase} goes here", phrase=cell.workload.phrase)
    if math.isinf(share):
        return sentence("In {time} nothing can be told apart, {reason}.", time=time, reason=reason)
    percent = max(math.ceil(100 * share), 1)
    return sentence(
        "In {time} differences from about {percent} % can be told apart, {reason}.",
        time=time,
        percent=percent,
        reason=reason,
    )


def spread_of_differences(noise: Noise, pace: Pace, variants: int) -> float:
    """The standard deviation of the difference of two slices of one block, in any two places of
    it, were each rate tied to the one before only: near slices share a part of their noise.

    Var(a − b) = 2 Var(a) − 2 Cov(a, b), and the covariance of two means of m values whose
    beginnings lie p apart is σ²/m² ρ^(p − m + 1) ((1 − ρ^m)/(1 − ρ))².
    """
    slice_s = pace.slice_ms / 1000
    count = max(round(slice_s / INTERVAL_S), 1)
    period = max(round((slice_s + pace.settle_ms / 1000 + SWITCH_S) / INTERVAL_S), count)
    tie = noise.autocorrelation
    alike = (noise.spread / count * (1 - tie**count) / (1 - tie)) ** 2
    lags = [lag for lag in range(1, max(variants, 2)) for _ in range(max(variants, 2) - lag)]
    shared = math.fsum(alike * tie ** (period * lag - count + 1) for lag in lags) / len(lags)
    return math.sqrt(max(2 * (noise.of_means(slice_s) ** 2 - shared), 0.0))


def _duration(seconds: float) -> str:
    return f"{round(seconds)} s" if seconds < 90 else f"{round(seconds / 60)} min"


def _without_trend(values: Sequence[float]) -> list[float]:
    """Less the straight line of least squares."""
    middle = (len(values) - 1) / 2
    mean = math.fsum(values) / len(values)
    moment = math.fsum((place - middle) * value for place, value in enumerate(values))
    slope = moment / math.fsum((place - middle) ** 2 for place in range(len(values)))
    return [value - mean - slope * (place - middle) for place, value in enumerate(values)]


def _settle_ms(request_ms: float) -> int:
    wanted_ms = SETTLING_TIMES * request_ms
    return next((settle for settle in SETTLES_MS if settle >= wanted_ms), SETTLES_MS[-1])


def _seconds_until_seen(noise: Noise, pace: Pace, rules: RaceRules, variants: int) -> float:
    """Per variant."""
    spread = spread_of_differences(noise, pace, variants)
    blocks = rules.least_blocks
    while blocks < MOST_BLOCKS and smallest_visible_difference(spread, blocks, rules) > WANTED:
        blocks += max(blocks // 20, 1)
    return blocks * ((pace.slice_ms + pace.settle_ms) / 1000 + SWITCH_S)
