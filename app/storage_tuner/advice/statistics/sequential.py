"""Intervals that remain valid at any number of checks, so that measuring may stop when decided.

An ordinary confidence interval holds for one look at a number of runs fixed beforehand. Checking
after every block and stopping at the first "significant" difference gives false positives far more
often than the level allows. The t confidence sequence below holds for all looks together.
"""

from __future__ import annotations

import bisect
import math
from collections.abc import Sequence
from dataclasses import dataclass

EFFECT_SCALE = 2.5
"""Differences of about this many standard deviations are found soonest; every other one is found
as surely, a little later. Slices spread by a few percent, and it's differences of about ten that
one wants to see quickly."""

RACED_SHARE = 0.8
"""How much of a session's error level goes to what the cells are raced for, each by itself; the
rest is for all that is judged beside it from the same slices (all thread counts together, access
times, CPU)."""

LEAST_VALUES = 8
"""Fewer decide nothing: of four identical variants, one lost a race."""

MOST_VALUES = 100_000
"""At a second each, this is more than a day: no forecast goes beyond it."""

_PRECISION = 1 / EFFECT_SCALE**2


@dataclass(frozen=True)
class SequentialBounds:
    """Where the true mean lies, at all looks together, with the probability that was asked for."""

    mean: float
    radius: float

    @property
    def low(self) -> float:
        return self.mean - self.radius

    @property
    def high(self) -> float:
        return self.mean + self.radius


def confidence_sequence(values: Sequence[float], error_level: float) -> SequentialBounds:
    """Bounds on the mean of ``values`` that may be looked at after every new one.

    Those means whose mixture of scale-invariant likelihood ratios, over effect sizes distributed
    normally with standard deviation ``EFFECT_SCALE``, stays below 1/``error_level`` (Wang and
    Ramdas 2024, "Anytime-valid t-tests and confidence sequences for Gaussian means with unknown
    variance", arXiv:2310.03722, who put a normal mixture in the place of the flat one of Lai 1976,
    "On confidence sequences", Annals of Statistics 4, 265–280). Infinitely wide below two values,
    and while they are too few for the level.

    The values have to be independent and about normal. Heavy tails make the bounds wider than
    needed, but values that follow each other (unpaired rates, say) or are skewed make them false:
    what goes in here are differences within blocks of random order, which are symmetric when there
    is nothing to find.
    """
    count = len(values)
    if count < 2:
        return SequentialBounds(values[0] if values else 0.0, math.inf)
    mean = math.fsum(values) / count
    return SequentialBounds(mean, radius_after(count, _deviation(values, mean), error_level))


def radius_after(count: int, deviation: float, error_level: float) -> float:
    """The radius of the bounds on the mean of ``count`` values that spread by ``deviation`` (the
    root of their mean square from their mean, not the estimate over n − 1)."""
    unit = _unit_radius(count, error_level) if count >= 2 else math.inf
    return deviation * unit if math.isfinite(unit) else math.inf


def values_needed(values: Sequence[float], radius: float, error_level: float) -> int | None:
    """How many values make the bounds as narrow as ``radius`` if they go on to spread like so far.

    None when that takes more than ``MOST_VALUES``, or when it can't be told from fewer than two.
    """
    if len(values) < 2 or radius <= 0:
        return None
    deviation = _deviation(values, math.fsum(values) / len(values))
    if radius_after(MOST_VALUES, deviation, error_level) > radius:
        return None
    numbers = range(2, MOST_VALUES + 1)
    # the radius falls with the number, so "narrow enough" is sorted: False … True
    return numbers[
        bisect.bisect_left(
            numbers, True, key=lambda count: radius_after(count, deviation, error_level) <= radius
        )
    ]


def always_valid_p(values: Sequence[float]) -> float:
    """The smallest error level at which ``confidence_sequence`` leaves out zero, at most 1."""
    count = len(values)
    squares = math.fsum(value * value for value in values)
    if count < 2 or squares <= 0:
        return 1.0
    explained = math.fsum(values) ** 2 / (count + _PRECISION) / squares
    logarithm = 0.5 * math.log((count + _PRECISION) / _PRECISION)
    logarithm += 0.5 * count * math.log1p(-explained)
    return math.exp(min(logarithm, 0.0))


@dataclass(frozen=True)
class Goals:
    """What is to be shown of a mean difference of logarithms: that it's at least ``margin`` and
    surely above ``material`` (at ``error_level``), or surely within ``margin`` on both sides (at
    ``equality_level``)."""

    margin: float
    material: float
    error_level: float
    equality_level: float

    def direction(self, differences: Sequence[float]) -> int:
        """1: surely above zero by enough; −1: below; 0: neither was shown."""
        bounds = confidence_sequence(differences, self.error_level)
        if abs(bounds.mean) < self.margin:
            return 0
        return (bounds.low > self.material) - (bounds.high < -self.material)

    def shows_equal(self, differences: Sequence[float]) -> bool:
        bounds = confidence_sequence(differences, self.equality_level)
        return -self.margin < bounds.low and bounds.high < self.margin

    def values_needed(self, differences: Sequence[float]) -> int | None:
        """How many differences in all decide it one way or the other, if they go on like so far;
        None when that can't be told."""
        if len(differences) < 2:
            return LEAST_VALUES
        lead = abs(math.fsum(differences) / len(differences))
        if lead >= self.margin:
            return values_needed(differences, lead - self.material, self.error_level)
        return values_needed(differences, self.margin - lead, self.equality_level)


def _deviation(values: Sequence[float], mean: float) -> float:
    return math.sqrt(math.fsum((value - mean) ** 2 for value in values) / len(values))


def _unit_radius(count: int, error_level: float) -> float:
    """The radius for values of variance 1 (their squares' mean, not the estimate over n − 1)."""
    evidence = 0.5 * math.log((count + _PRECISION) / _PRECISION) - math.log(error_level)
    exponent = 2 / count * evidence
    if exponent > 700:
        return math.inf
    growth = math.exp(exponent)
    room = count + _PRECISION - growth * _PRECISION
    return math.sqrt((growth - 1) * (count + _PRECISION) / room) if room > 0 else math.inf
