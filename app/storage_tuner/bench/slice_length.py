"""Computes the slice length of the adaptive protocol, and the difference it can detect.

The length is computed from a recording of rates, one per 100 ms, under a steady load without any
switching. Without a recording it's chosen by the medium.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import linear_regression

from storage_tuner.advice.statistics.paired import student_t_quantile
from storage_tuner.bench.cell_weights import cell_weights
from storage_tuner.bench.time_costs import LEAST_BLOCKS, SWITCH_S, blocks_within
from storage_tuner.core.message import Message, sentence
from storage_tuner.core.plan import Plan
from storage_tuner.core.workload import Workload

INTERVAL_S = 0.1
"""Between two rates of a recording."""

LEAST_RATES = 30
"""With fewer, neither spread nor autocorrelation can be estimated."""

SLICES_MS = (500, 750, 1000, 1500, 2000, 3000)
SETTLES_MS = (250, 500, 750, 1000, 1500, 2000)
SETTLING_TIMES = 3.0
"""In mean latencies of a request: by then the requests queued at the switch are completed, with a
margin of the same size. The autocorrelation of the rates is no guide to a wash-out: correlated
rates make two near slices more alike, and a longer wash-out between them less so."""

POWER = 0.8
"""The probability that a difference reported as detectable is detected."""

LONGEST_S = 3600.0
"""The time of a cell for which the pace is chosen where there's no limit."""


@dataclass(frozen=True)
class Pace:
    """Length of a slice and of the wash-out after a switch, in ms."""

    slice_ms: int
    settle_ms: int


SOLID_STATE = Pace(500, 250)
UNKNOWN_MEDIUM = Pace(1000, 250)
SPINNING = Pace(1500, 250)
"""On a disk with about 120 requests per second, the eight that may be in flight are completed in 70
ms. In simulations with noise correlated over 0.3 s, uncorrelated, and half of each, this pace found
a difference of 10 % in 117 to 125 s per cell, 2 s + 0.5 s in 145 to 149 s."""


@dataclass(frozen=True)
class Noise:
    """Standard deviation and lag-1 autocorrelation of the logarithms of rates over 100 ms."""

    spread: float
    autocorrelation: float

    def of_means(self, seconds: float) -> float:
        """The standard deviation of means over ``seconds``, assuming a first-order process, where
        the variance of a mean of m values is σ²/m² (m + 2 Σ (m − k) ρᵏ)."""
        count = max(round(seconds / INTERVAL_S), 1)
        tied = math.fsum((count - lag) * self.autocorrelation**lag for lag in range(1, count))
        return self.spread * math.sqrt(max(count + 2 * tied, 0.0)) / count


def medium_pace(rotational: bool | None) -> Pace:
    """The pace without a recording; ``rotational`` is None where it isn't reliably known."""
    return {True: SPINNING, False: SOLID_STATE, None: UNKNOWN_MEDIUM}[rotational]


def noise_of(rates: Sequence[float]) -> Noise | None:
    """The noise of rates, one per 100 ms, in any unit; None when there are too few.

    A linear trend is removed first, since it affects all variants alike; a rate of zero (a stall)
    counts as the smallest nonzero one.
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


def pace_for(
    noise: Noise, variants: int, request_ms: float | None, cell_s: float, error_level: float
) -> Pace:
    """The pace at which the smallest differences between the variants are detectable in ``cell_s``,
    with at least ``LEAST_BLOCKS``; the shortest pace where the time doesn't suffice for those.

    Longer slices spread less, but there are fewer of them. ``request_ms`` is the mean latency of a
    request, None where it isn't known; the wash-out derived from it is shortened where it takes too
    much of the time.
    """
    cell_s = min(cell_s, LONGEST_S)
    each_ms = 1000 * (cell_s / (LEAST_BLOCKS * variants) - SWITCH_S)
    settles = [each for each in SETTLES_MS if SLICES_MS[0] + each <= each_ms]
    settle_ms = min(_settle_ms(request_ms or 0.0), max(settles, default=SETTLES_MS[0]))

    def detectable(pace: Pace) -> float:
        block_s = variants * ((pace.slice_ms + pace.settle_ms) / 1000 + SWITCH_S)
        blocks = max(int(cell_s / block_s), LEAST_BLOCKS)
        spread = spread_of_differences(noise, pace, variants)
        return _detectable(spread / math.sqrt(blocks), blocks - 1, error_level, variants)

    paces = [Pace(slice_ms, settle_ms) for slice_ms in SLICES_MS]
    fitting = [pace for pace in paces if pace.slice_ms + settle_ms <= each_ms]
    return min(fitting, key=detectable, default=paces[0])


def detectable_difference(noises: Mapping[Workload, Noise], plan: Plan) -> float:
    """The smallest share by which a variant's weighted score must differ from the current one's to
    be distinguished from noise in ``plan``'s time; infinite where that isn't possible.

    Weighted as in the judgement: every operation by the use, and its thread counts equally.
    """
    cells = [cell for cell in plan.cells if cell.workload in noises]
    blocks, variants = blocks_within(plan), len(plan.variants)
    if blocks < 2 or variants < 2 or not cells:
        return math.inf
    weighed = cell_weights(plan)
    total = math.fsum(weighed[cell] for cell in cells)
    squares = 0.0
    for cell in cells:
        paced = plan.paced(cell)
        pace = Pace(paced.runtime_ms, paced.ramp_ms)
        spread = spread_of_differences(noises[cell.workload], pace, variants)
        squares += (weighed[cell] / total * spread) ** 2
    error, freedom = math.sqrt(squares / blocks), len(cells) * (blocks - 1)
    found = _detectable(error, freedom, plan.error_level, variants)
    return max(math.expm1(found), plan.margin)


def detectable_sentence(share: float, seconds: float) -> Message:
    """A sentence on the difference that is detectable in ``seconds``."""
    time = _duration(seconds)
    if math.isinf(share):
        return sentence("In {time}, no difference is detectable here.", time=time)
    return sentence(
        "In {time}, only differences above about {percent} % are detectable here.",
        time=time,
        percent=max(math.ceil(100 * share), 1),
    )


def spread_of_differences(noise: Noise, pace: Pace, variants: int) -> float:
    """The standard deviation of the difference of two slices at random positions of one block,
    assuming a first-order process: near slices share a part of their noise.

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


def _detectable(error: float, freedom: float, error_level: float, variants: int) -> float:
    """The detectable difference of logarithms, given a standard error, corrected for comparing all
    variants against one."""
    chance = error_level / (2 * max(variants - 1, 1))
    return error * (student_t_quantile(1 - chance, freedom) + student_t_quantile(POWER, freedom))


def _duration(seconds: float) -> Message:
    if seconds < 90:
        return sentence("{seconds} seconds", seconds=round(seconds))
    return sentence("{minutes} minutes", minutes=round(seconds / 60))


def _without_trend(values: Sequence[float]) -> list[float]:
    """``values`` minus their least-squares line."""
    slope, start = linear_regression(range(len(values)), values)
    return [value - start - slope * place for place, value in enumerate(values)]


def _settle_ms(request_ms: float) -> int:
    wanted_ms = SETTLING_TIMES * request_ms
    return next((settle for settle in SETTLES_MS if settle >= wanted_ms), SETTLES_MS[-1])
