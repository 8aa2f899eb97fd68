"""Estimates how far the level of one and the same setting wanders over time.

A difference between variants that weren't measured in turns may be drift. How much drift there may
be in between is bounded by how the runs of one variant change while nothing but time does: a walk,
whose variance grows with the time, and a trend that is common to all of them. Standard library
only; values are logarithms, moments are in any one unit of time.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import NormalDist, fmean
from typing import NamedTuple

_LEAST_RUNS = 3
"""Of a stretch, from which a slope can be told from its noise."""

_CAUTION = 0.4
"""How likely the walk may be larger than what is taken for it."""


class DriftRun(NamedTuple):
    """``moment`` in any unit of time, ``value`` a logarithm."""

    moment: float
    value: float


@dataclass(frozen=True)
class Slope:
    """Of the runs of one variant in one cell: ``square`` is what the slope explains of their
    squares, ``noise`` the variance around it with its degrees of ``freedom``. A walk whose variance
    grows by 1 in a unit of time adds ``exposure`` to the expected ``square``."""

    slope: float
    square: float
    noise: float
    freedom: int
    exposure: float


@dataclass(frozen=True)
class Drift:
    """``walk`` is the variance that a level gains in a unit of time, known from about ``freedom``
    stretches; ``trend`` the square of a slope that all stretches have in common. ``length`` is for
    how long one variant was measured in all."""

    walk: float
    trend: float
    freedom: float
    length: float

    def between(self, left: Sequence[float], right: Sequence[float]) -> float:
        """The variance of the difference of the mean levels at these moments, left less right."""
        apart = fmean(left) - fmean(right)
        return self.walk * _walked(left, right) + self.trend * apart**2


def slope_of(runs: Sequence[DriftRun]) -> Slope | None:
    """None for fewer than three runs, or for runs at one moment."""
    count = len(runs)
    if count < _LEAST_RUNS:
        return None
    ordered = sorted(runs)
    middle = fmean(run.moment for run in ordered)
    level = fmean(run.value for run in ordered)
    times = [run.moment - middle for run in ordered]
    values = [run.value - level for run in ordered]
    moment = math.fsum(time * time for time in times)
    if moment <= 0:
        return None
    slope = math.fsum(time * value for time, value in zip(times, values, strict=True)) / moment
    rest = math.fsum((value - slope * time) ** 2 for time, value in zip(times, values, strict=True))
    sums = itertools.accumulate(times)
    steps = (after - before for before, after in itertools.pairwise(times))
    exposure = math.fsum(total**2 * step for total, step in zip(sums, steps, strict=False))
    return Slope(slope, slope**2 * moment, rest / (count - 2), count - 2, exposure / moment)


def observed_drift(
    operation: Sequence[Slope], table: Sequence[Slope], length: float
) -> Drift | None:
    """That of an operation in a table, in one metric. Few slopes tell little of the walk, so it's
    taken from all of the ``table`` and with caution, unless the operation itself shows more. None
    without any slope."""
    if not table:
        return None
    walk = max(_walk(table, _caution(len(table))), _walk(operation, 1.0))
    return Drift(walk, _trend(table), float(len(table)), length)


def _walk(slopes: Sequence[Slope], caution: float) -> float:
    """What the slopes show beyond what noise alone would make of them, in a unit of time."""
    exposure = math.fsum(each.exposure for each in slopes)
    if exposure <= 0:
        return 0.0
    seen = math.fsum(each.square for each in slopes)
    noise = math.fsum(each.noise for each in slopes)
    return max(caution * seen - noise, 0.0) / exposure


def _caution(count: int) -> float:
    """The factor by which a variance may be larger than its estimate from ``count`` squares: by the
    quantile of χ² (Wilson and Hilferty 1931, Proceedings of the National Academy of Sciences 17,
    684-688)."""
    part = 2 / (9 * count)
    root = 1 - part + NormalDist().inv_cdf(_CAUTION) * math.sqrt(part)
    return 1 / max(root, 0.1) ** 3


def _trend(slopes: Sequence[Slope]) -> float:
    """The square of the mean slope, less what chance makes of it."""
    count = len(slopes)
    if count < 2:
        return slopes[0].slope ** 2
    mean = math.fsum(each.slope for each in slopes) / count
    squares = math.fsum((each.slope - mean) ** 2 for each in slopes)
    return max(mean**2 - squares / (count - 1) / count, 0.0)


def _walked(left: Sequence[float], right: Sequence[float]) -> float:
    """The variance of the difference of two means, each of values of one walk at these moments,
    by that of the walk in a unit of time: ∫ w² dt, where w sums the weights until then."""
    weights = [(moment, 1 / len(left)) for moment in left]
    weights += [(moment, -1 / len(right)) for moment in right]
    weights.sort()
    sums = itertools.accumulate(weight for _, weight in weights)
    steps = (after - before for (before, _), (after, _) in itertools.pairwise(weights))
    return math.fsum(total**2 * step for total, step in zip(sums, steps, strict=False))


def moments_of(runs: Iterable[DriftRun]) -> list[float]:
    return [run.moment for run in runs]
