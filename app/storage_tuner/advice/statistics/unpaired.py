"""Differences between runs that have no blocks in common: Welch's t, and what drift does to it.

The units are runs. Everything here is about natural logarithms, except where only means and
standard deviations are known: those are compared as they are, since a mean of logarithms doesn't
follow from them.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import TypeVar

from storage_tuner.advice.statistics.drift import Drift, DriftRun, moments_of
from storage_tuner.advice.statistics.paired import (
    Difference,
    student_t_cdf,
    student_t_quantile,
    sum_of_variances,
    variance_of_mean,
)
from storage_tuner.core.message import Text

BETWEEN_STRETCHES = 0.03
"""How much the level of one and the same setting differs, as a standard deviation of logarithms,
between two stretches of time that were measured apart: another session, or all runs of one variant
before all of the next. Nothing within a stretch tells it, so it is an assumption: what the noise
models of ``tests/honesty`` have between two minutes, rounded up. Differences below about 8 % can't
be told from it, however many runs there are."""

_MANY_RUNS = 10
"""Of a stretch, from which most changes would show within it."""

_MANY_CELLS = 4
"""Of a variant, from which more of them hide no more changes."""

_MOST_TIED = 0.8


Run = TypeVar("Run", float, DriftRun)


@dataclass(frozen=True)
class _Part:
    """The difference in one thread count: its mean, and what it may be wrong by.

    ``parts`` are the variances with their degrees of freedom.
    """

    mean: float
    parts: tuple[tuple[float, float], ...]
    values: int


def welch_difference(
    strata: Sequence[tuple[Sequence[float], Sequence[float]]], rounding: Sequence[float] = ()
) -> Difference | None:
    """Mean over the thread counts of the differences of means, left less right.

    Welch 1947, Biometrika 34, 28–35; the degrees of freedom after Welch–Satterthwaite over all
    parts. Thread counts with fewer than two runs on either side are left out; None when fewer than
    five runs remain, or three on the one side and less than two on the other. ``rounding`` is the
    variance that rounded figures add in each thread count.
    """
    return _mean_of(
        [
            _welch_part(left, right, 1.0, rounded)
            for left, right, rounded in _usable(strata, rounding)
        ]
    )


def apart_difference(
    strata: Sequence[tuple[Sequence[DriftRun], Sequence[DriftRun]]],
    doubt: Text,
    rounding: Sequence[float] = (),
    allowance: float = BETWEEN_STRETCHES,
) -> Difference | None:
    """As ``welch_difference``, for sides that come from different sessions: wider.

    Runs of one side that follow each other alike count for less (a first-order process), and two
    sessions differ by ``allowance`` anyway, in all thread counts alike.
    """
    parts = [
        _welch_part(
            [run.value for run in left],
            [run.value for run in right],
            _tied([_in_time(left), _in_time(right)]),
            rounded,
        )
        for left, right, rounded in _usable(strata, rounding)
    ]
    return _mean_of(parts, 2 * allowance**2, doubt)


def drifting_difference(
    strata: Sequence[tuple[Sequence[DriftRun], Sequence[DriftRun]]],
    drift: Drift,
    doubt: Text,
    rounding: Sequence[float] = (),
) -> Difference | None:
    """As ``welch_difference``, for variants that weren't measured in turns: wider by what the level
    may have drifted in between.

    That is what ``drift`` shows, and ``BETWEEN_STRETCHES`` for each stretch or more: a level may
    change between two stretches in ways that don't show within them. All thread counts drift alike.
    """
    usable = _usable(strata, rounding)
    if not usable:
        return None
    parts = [
        _welch_part([run.value for run in left], [run.value for run in right], 1.0, rounded)
        for left, right, rounded in usable
    ]
    wandered = fmean(
        math.sqrt(drift.between(moments_of(left), moments_of(right))) for left, right, _ in usable
    )
    hidden = fmean(_hidden(left, right, drift.length) for left, right, _ in usable)
    return _mean_of(parts, hidden**2, doubt, drifted=(wandered**2, drift.freedom))


def _hidden(left: Sequence[DriftRun], right: Sequence[DriftRun], length: float) -> float:
    """The standard deviation of what doesn't show within the stretches. The further apart these
    are, by their own length and by that of a variant in all cells, the more may have changed; the
    fewer runs they have, the more of the changes fall between them."""
    sides = [moments_of(left), moments_of(right)]
    apart = abs(fmean(sides[0]) - fmean(sides[1]))
    lasted = fmean((max(side) - min(side)) * len(side) / (len(side) - 1) for side in sides)
    times = max(min(apart / lasted, _MANY_CELLS * apart / length), 1.0) if lasted > 0 else 1.0
    unseen = max(_MANY_RUNS / min(len(left), len(right)), 1.0)
    stretches = max(_stretches(left, right) / 2, 1.0)
    return BETWEEN_STRETCHES * math.sqrt(2 * times * unseen / stretches)


def _usable(
    strata: Sequence[tuple[Sequence[Run], Sequence[Run]]], rounding: Sequence[float]
) -> list[tuple[Sequence[Run], Sequence[Run], float]]:
    """Those with two runs on either side, with their rounding."""
    return [
        (left, right, rounded)
        for (left, right), rounded in zip(strata, rounding or [0.0] * len(strata), strict=True)
        if min(len(left), len(right)) >= 2
    ]


def in_turns(left: Sequence[DriftRun], right: Sequence[DriftRun]) -> bool:
    """Whether the two were measured alternately, so that drift meets both alike: blocks of one run
    each, in whatever order, change sides at least once a block."""
    return _stretches(left, right) > min(len(left), len(right))


@dataclass(frozen=True)
class Means:
    """What a table tells of one variant; ``deviation`` is the standard deviation of ``count``
    runs, None if unknown."""

    mean: float
    deviation: float | None
    count: int

    @property
    def variance_of_mean(self) -> float:
        assert self.deviation is not None
        return self.deviation**2 / self.count


@dataclass(frozen=True)
class RatioOfMeans:
    """Two means compared as they are by Welch's t; ``mean`` is the logarithm of their ratio, and
    ``interval`` Fieller's (1954, Journal of the Royal Statistical Society B 16, 175–185), which is
    unbounded where the right mean can't be told from zero."""

    left: Means
    right: Means
    doubt: str = ""

    @property
    def mean(self) -> float:
        return math.log(self.left.mean) - math.log(self.right.mean)

    @property
    def values(self) -> int:
        return self.left.count + self.right.count

    @property
    def degrees_of_freedom(self) -> float:
        return self._variance_at(1.0)[1]

    def _variance_at(self, ratio: float) -> tuple[float, float]:
        """That of the left mean less ``ratio`` times the right one, with its freedom."""
        left, right = self.left, self.right
        return sum_of_variances(
            (
                (left.variance_of_mean, left.count - 1.0),
                (ratio**2 * right.variance_of_mean, right.count - 1.0),
            )
        )

    @property
    def standard_error(self) -> float:
        """Of the logarithm of the ratio, by the delta method."""
        a, b = self.left, self.right
        return math.sqrt(a.variance_of_mean / a.mean**2 + b.variance_of_mean / b.mean**2)

    def p_at(self, difference: float) -> float:
        """Of the null hypothesis that left is e to the ``difference`` times right."""
        ratio = math.exp(difference)
        variance, freedom = self._variance_at(ratio)
        statistic = abs(self.left.mean - ratio * self.right.mean) / math.sqrt(variance)
        return 2 * student_t_cdf(-statistic, freedom)

    def interval(self, confidence: float = 0.95) -> tuple[float, float]:
        quantile = student_t_quantile(0.5 + confidence / 2, self.degrees_of_freedom)
        a, b = self.left, self.right
        room = b.mean**2 - quantile**2 * b.variance_of_mean
        if room <= 0:
            return -math.inf, math.inf
        middle = a.mean * b.mean
        rest = middle**2 - room * (a.mean**2 - quantile**2 * a.variance_of_mean)
        root = math.sqrt(max(rest, 0.0))
        low, high = (middle - root) / room, (middle + root) / room
        return (math.log(low) if low > 0 else -math.inf), math.log(high)


def ratio_of_means(strata: Sequence[tuple[Means, Means]]) -> RatioOfMeans | Difference | None:
    """Left over right in one thread count; over several the mean of the logarithms, each with its
    error by the delta method. None when any has no spread, or is from a single run."""
    if not strata or not all(_can_differ(left, right) for left, right in strata):
        return None
    ratios = [RatioOfMeans(left, right) for left, right in strata]
    if len(ratios) == 1:
        return ratios[0]
    parts = [
        _Part(ratio.mean, ((ratio.standard_error**2, ratio.degrees_of_freedom),), ratio.values)
        for ratio in ratios
    ]
    return _mean_of(parts)


def _can_differ(left: Means, right: Means) -> bool:
    if min(left.count, right.count) < 2 or min(left.mean, right.mean) <= 0:
        return False
    deviations = [left.deviation, right.deviation]
    return None not in deviations and any(deviations)


def _mean_of(
    parts: Sequence[_Part],
    shared: float = 0.0,
    doubt: Text = "",
    drifted: tuple[float, float] = (0.0, 1.0),
) -> Difference | None:
    """Each part weighs the same; ``shared`` is a variance that all have in common, as is the one
    that was ``drifted``, which has degrees of freedom. None where nothing varies: no spread at all
    decides nothing."""
    if sum(part.values for part in parts) < 5:
        return None
    count = len(parts)
    variances = [
        (variance / count**2, freedom)
        for part in parts
        for variance, freedom in part.parts
        if variance > 0
    ]
    variances += [drifted] if drifted[0] > 0 else []
    if not variances:
        return None
    total, freedom = sum_of_variances([*variances, (shared, math.inf)])
    mean = fmean(part.mean for part in parts)
    values = sum(part.values for part in parts)
    return Difference(mean, math.sqrt(total), freedom, values, doubt)


def _welch_part(
    left: Sequence[float], right: Sequence[float], tied: float, rounded: float
) -> _Part:
    mean = fmean(left) - fmean(right)
    freedom = min(len(left), len(right)) - 1.0
    variances = (_variance(left, tied), _variance(right, tied), (rounded, freedom))
    return _Part(mean, variances, len(left) + len(right))


def _variance(values: Sequence[float], tied: float) -> tuple[float, float]:
    """Of the mean, with its degrees of freedom."""
    return variance_of_mean(values) * tied, max((len(values) - 1) / tied, 1.0)


def _tied(sides: Sequence[Sequence[DriftRun]]) -> float:
    """How much less the runs tell than independent ones would."""
    residuals = []
    for side in sides:
        mean = fmean(run.value for run in side)
        residuals.append([run.value - mean for run in side])
    return _inflation(residuals)


def _inflation(sides: Sequence[Sequence[float]]) -> float:
    """(1 + ρ)/(1 − ρ) of a first-order process, from residuals in order of time; the estimate of
    ρ from n residuals is too small by about (2 + 4 ρ)/n (Kendall 1954, Biometrika 41, 403–404)."""
    products = math.fsum(a * b for side in sides for a, b in itertools.pairwise(side))
    squares = math.fsum(value * value for side in sides for value in side)
    if squares <= 0:
        return 1.0
    found = products / squares
    shortest = min(map(len, sides))
    tie = min(max(found + (2 + 4 * max(found, 0.0)) / shortest, 0.0), _MOST_TIED)
    return (1 + tie) / (1 - tie)


def _stretches(left: Sequence[DriftRun], right: Sequence[DriftRun]) -> int:
    """How often the measuring changed from the one to the other, and one more."""
    order = sorted([(run.moment, 0) for run in left] + [(run.moment, 1) for run in right])
    return 1 + sum(one != other for (_, one), (_, other) in itertools.pairwise(order))


def _in_time(runs: Iterable[DriftRun]) -> list[DriftRun]:
    return sorted(runs, key=lambda run: (run.moment, run.value))
