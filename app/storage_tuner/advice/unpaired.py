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

from storage_tuner.advice.statistics import Difference, student_t_cdf, student_t_quantile

BETWEEN_STRETCHES = 0.03
"""How much the level of one and the same setting differs, as a standard deviation of logarithms,
between two stretches of time that were measured apart: another session, or all runs of one variant
before all of the next. Nothing within a stretch tells it, so it is an assumption: what the noise
models of ``tests/honesty`` have between two minutes, rounded up. Differences below about 8 % can't
be told from it, however many runs there are."""

_LEAST_STRETCH = 4
"""Runs of a stretch from which a trend and the ties between its runs can be told."""

_MOST_TIED = 0.8


@dataclass(frozen=True)
class Run:
    """``moment`` in any unit of time, ``value`` a logarithm."""

    moment: float
    value: float


@dataclass(frozen=True)
class _Part:
    """The difference in one thread count: its mean, and what it may be wrong by.

    ``parts`` are the variances with their degrees of freedom.
    """

    mean: float
    parts: tuple[tuple[float, float], ...]
    values: int


def welch_difference(
    strata: Sequence[tuple[Sequence[float], Sequence[float]]],
) -> Difference | None:
    """Mean over the thread counts of the differences of means, left less right.

    Welch 1947, Biometrika 34, 28–35; the degrees of freedom after Welch–Satterthwaite over all
    parts. Thread counts with fewer than two runs on either side are left out; None when fewer than
    five runs remain, or three on the one side and less than two on the other.
    """
    usable = [pair for pair in strata if min(map(len, pair)) >= 2]
    return _mean_of([_welch_part(left, right, tied=1.0) for left, right in usable])


def apart_difference(
    strata: Sequence[tuple[Sequence[Run], Sequence[Run]]],
    doubt: str,
    allowance: float = BETWEEN_STRETCHES,
) -> Difference | None:
    """As ``welch_difference``, for sides that come from different sessions: wider.

    Runs of one side that follow each other alike count for less (a first-order process), and two
    sessions differ by ``allowance`` anyway, in all thread counts alike.
    """
    usable = [pair for pair in strata if min(map(len, pair)) >= 2]
    parts = []
    for left, right in usable:
        tied = _tied([_in_time(left), _in_time(right)])
        parts.append(
            _welch_part([run.value for run in left], [run.value for run in right], tied=tied)
        )
    return _mean_of(parts, 2 * allowance**2, doubt)


def drifting_difference(
    strata: Sequence[tuple[Sequence[Run], Sequence[Run]]],
    doubt: str,
    allowance: float = BETWEEN_STRETCHES,
) -> Difference | None:
    """For variants that weren't measured in turns: the difference at the same moment, with a
    linear drift common to both as a covariate (analysis of covariance; Fisher 1932, Statistical
    Methods for Research Workers, § 49.1).

    The further the two lie apart, compared with how long each was measured, the less is known of
    what drift did in between: SE² = s² (1/n₁ + 1/n₂ + (t̄₁ − t̄₂)²/Sₜₜ), times what ties between
    neighbouring runs take away, plus ``allowance``² for each stretch: a level may change between
    two stretches in ways that no trend within them shows. None below four runs a side.
    """
    usable = [pair for pair in strata if min(map(len, pair)) >= _LEAST_STRETCH]
    found = [_drift_part(_in_time(left), _in_time(right)) for left, right in usable]
    known = [part for part in found if part is not None]
    if not known:
        return None
    stretches = min(_stretches(left, right) for left, right in usable)
    return _mean_of(known, 2 * allowance**2 / max(stretches / 2, 1), doubt)


def in_turns(left: Sequence[Run], right: Sequence[Run]) -> bool:
    """Whether the two were measured alternately, so that drift meets both alike: blocks of one run
    each, in whatever order, change sides at least once a block."""
    return _stretches(left, right) > min(len(left), len(right))


@dataclass(frozen=True)
class Means:
    """What a table tells of one variant; ``deviation`` is the standard deviation of ``count``
    runs, None when it isn't told."""

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
        a, b = self.left.variance_of_mean, self.right.variance_of_mean
        return (a + b) ** 2 / (a**2 / (self.left.count - 1) + b**2 / (self.right.count - 1))

    @property
    def standard_error(self) -> float:
        """Of the logarithm of the ratio, by the delta method."""
        a, b = self.left, self.right
        return math.sqrt(a.variance_of_mean / a.mean**2 + b.variance_of_mean / b.mean**2)

    @property
    def p_value(self) -> float:
        error = math.sqrt(self.left.variance_of_mean + self.right.variance_of_mean)
        statistic = abs(self.left.mean - self.right.mean) / error
        return 2 * student_t_cdf(-statistic, self.degrees_of_freedom)

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
    if not strata or not all(_tells(left, right) for left, right in strata):
        return None
    ratios = [RatioOfMeans(left, right) for left, right in strata]
    if len(ratios) == 1:
        return ratios[0]
    parts = [
        _Part(ratio.mean, ((ratio.standard_error**2, ratio.degrees_of_freedom),), ratio.values)
        for ratio in ratios
    ]
    return _mean_of(parts)


def _tells(left: Means, right: Means) -> bool:
    if min(left.count, right.count) < 2 or min(left.mean, right.mean) <= 0:
        return False
    deviations = [left.deviation, right.deviation]
    return None not in deviations and any(deviations)


def _mean_of(parts: Sequence[_Part], shared: float = 0.0, doubt: str = "") -> Difference | None:
    """Each part weighs the same; ``shared`` is a variance that all have in common."""
    if sum(part.values for part in parts) < 5:
        return None
    count = len(parts)
    variances = [
        (variance / count**2, freedom)
        for part in parts
        for variance, freedom in part.parts
        if variance > 0
    ]
    total = math.fsum(variance for variance, _ in variances) + shared
    uncertain = math.fsum(variance**2 / freedom for variance, freedom in variances)
    freedom = total**2 / uncertain if uncertain > 0 else _freedom(parts)
    mean = math.fsum(part.mean for part in parts) / count
    return Difference(mean, math.sqrt(total), freedom, sum(part.values for part in parts), doubt)


def _freedom(parts: Sequence[_Part]) -> float:
    return math.fsum(freedom for part in parts for _, freedom in part.parts)


def _welch_part(left: Sequence[float], right: Sequence[float], *, tied: float) -> _Part:
    mean = math.fsum(left) / len(left) - math.fsum(right) / len(right)
    return _Part(mean, (_variance(left, tied), _variance(right, tied)), len(left) + len(right))


def _variance(values: Sequence[float], tied: float) -> tuple[float, float]:
    """Of the mean, with its degrees of freedom."""
    count = len(values)
    mean = math.fsum(values) / count
    squares = math.fsum((value - mean) ** 2 for value in values)
    return squares / (count - 1) / count * tied, max((count - 1) / tied, 1.0)


def _drift_part(left: Sequence[Run], right: Sequence[Run]) -> _Part | None:
    sides = (left, right)
    middles = [_mean(run.moment for run in side) for side in sides]
    levels = [_mean(run.value for run in side) for side in sides]
    deviations = [
        (run.moment - middle, run.value - level)
        for side, middle, level in zip(sides, middles, levels, strict=True)
        for run in side
    ]
    moment = math.fsum(time * time for time, _ in deviations)
    if moment <= 0:
        return None
    slope = math.fsum(time * value for time, value in deviations) / moment
    residuals = [value - slope * time for time, value in deviations]
    freedom = len(residuals) - 3
    spread = math.fsum(residual * residual for residual in residuals) / freedom
    apart = middles[0] - middles[1]
    weight = 1 / len(left) + 1 / len(right) + apart**2 / moment
    split = [residuals[: len(left)], residuals[len(left) :]]
    tied = _inflation(split)
    mean = levels[0] - levels[1] - slope * apart
    return _Part(mean, ((spread * weight * tied, max(freedom / tied, 1.0)),), len(residuals))


def _tied(sides: Sequence[Sequence[Run]]) -> float:
    """How much less the runs tell than independent ones would."""
    residuals = []
    for side in sides:
        mean = _mean(run.value for run in side)
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


def _stretches(left: Sequence[Run], right: Sequence[Run]) -> int:
    """How often the measuring changed from the one to the other, and one more."""
    order = sorted([(run.moment, 0) for run in left] + [(run.moment, 1) for run in right])
    return 1 + sum(one != other for (_, one), (_, other) in itertools.pairwise(order))


def _in_time(runs: Iterable[Run]) -> list[Run]:
    return sorted(runs, key=lambda run: (run.moment, run.value))


def _mean(values: Iterable[float]) -> float:
    listed = list(values)
    return math.fsum(listed) / len(listed)
