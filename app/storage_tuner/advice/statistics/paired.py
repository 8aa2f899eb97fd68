"""Student's t distribution and paired comparisons of logarithms. Standard library only; checked
against scipy in the tests."""

from __future__ import annotations

import itertools
import math
import statistics
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import NormalDist, fmean
from typing import TypeVar

from storage_tuner.core.message import Text

Key = TypeVar("Key")

_LEAST_TYPICAL = 5
"""Runs of a series, from which it shows what is usual."""

LEAST_DIFFERENCES = 3
"""In all thread counts together, from which their spread tells anything."""


@dataclass(frozen=True)
class Difference:
    """A mean difference of natural logarithms with its standard error and degrees of freedom.

    ``values`` tells from how many differences or runs it was computed, ``doubt`` what speaks
    against it, for persons.
    """

    mean: float
    standard_error: float
    degrees_of_freedom: float
    values: int = 0
    doubt: Text = ""

    def p_at(self, difference: float) -> float:
        """Two-sided p of the null hypothesis that the true one is ``difference``."""
        away = abs(self.mean - difference)
        if self.standard_error <= 0:
            return 1.0 if away == 0 else 0.0
        return 2 * student_t_cdf(-away / self.standard_error, self.degrees_of_freedom)

    def interval(self, confidence: float = 0.95) -> tuple[float, float]:
        """The confidence interval of the true difference of logarithms."""
        half = self.standard_error * student_t_quantile(
            0.5 + confidence / 2, self.degrees_of_freedom
        )
        return self.mean - half, self.mean + half


def sum_of_variances(variances: Iterable[tuple[float, float]]) -> tuple[float, float]:
    """The sum of independent variances, each with its degrees of freedom, and those of the sum
    after Welch–Satterthwaite (Satterthwaite 1946, Biometrics Bulletin 2, 110–114)."""
    found = [(variance, freedom) for variance, freedom in variances if variance > 0]
    total = math.fsum(variance for variance, _ in found)
    uncertain = math.fsum(variance**2 / freedom for variance, freedom in found)
    return total, total**2 / uncertain if uncertain else math.inf


def stratified_difference(
    strata: Sequence[Sequence[float]], rounding: Sequence[float] = ()
) -> Difference | None:
    """The mean of the strata's mean paired differences; each stratum weighs the same.

    ``strata`` holds, for each thread count, the differences of logarithms within its blocks. The
    thread counts are fixed, not sampled, so only the spread *within* a stratum is error:
    SE² = Σ sₜ²/nₜ / T². Strata with fewer than two differences have no spread to tell and are left
    out; None when fewer than three differences remain in all, or when nothing varies: no spread at
    all decides nothing. ``rounding`` is the variance that rounded figures add in each
    stratum, however many differences there are.
    """
    usable = [
        (stratum, rounded)
        for stratum, rounded in zip(strata, rounding or [0.0] * len(strata), strict=True)
        if len(stratum) >= 2
    ]
    values = sum(len(stratum) for stratum, _ in usable)
    if values < LEAST_DIFFERENCES:
        return None
    total, freedom = sum_of_variances(
        (variance_of_mean(stratum) + rounded, len(stratum) - 1.0) for stratum, rounded in usable
    )
    if total <= 0:
        return None
    mean = fmean(fmean(stratum) for stratum, _ in usable)
    return Difference(mean, math.sqrt(total) / len(usable), freedom, values)


def variance_of_mean(values: Sequence[float]) -> float:
    """Of at least two independent values."""
    mean, count = fmean(values), len(values)
    return math.fsum((value - mean) ** 2 for value in values) / (count - 1) / count


def combined_difference(weighted: Sequence[tuple[float, Difference]]) -> Difference | None:
    """Σ wᵢ dᵢ / Σ wᵢ of independent differences."""
    weight = math.fsum(w for w, _ in weighted)
    if weight <= 0:
        return None
    mean = math.fsum(w * d.mean for w, d in weighted) / weight
    total, freedom = sum_of_variances(
        ((w * d.standard_error / weight) ** 2, d.degrees_of_freedom) for w, d in weighted
    )
    if total <= 0:
        freedom = math.fsum(d.degrees_of_freedom for _, d in weighted)
    return Difference(mean, math.sqrt(total), freedom, sum(d.values for _, d in weighted))


def step_of(values: Iterable[float]) -> float:
    """What figures are rounded to, as they show it: figures that vary coincide only if they are
    rounded, and then the smallest gap between two of them is no smaller than the step. Their
    decimals don't tell it: they may have been rounded before they were converted. 0: to nothing."""
    ordered = sorted(values)
    gaps = [after - before for before, after in itertools.pairwise(ordered)]
    if all(gaps):
        return 0.0
    return min((gap for gap in gaps if gap > 0), default=0.0)


def has_stalls(series: Iterable[Collection[float]]) -> bool:
    """Whether some of the runs, but not most, are far slower than the others of their own series of
    logarithms (greater is better), as where a drive collects garbage: by a fifth, and by five times
    the spread of the others (the median of the deviations, Hampel 1974, Journal of the American
    Statistical Association 69, 383-393)."""
    slow = runs = 0
    for values in series:
        if len(values) < _LEAST_TYPICAL:
            continue
        typical = statistics.median(values)
        spread = 1.4826 * statistics.median(abs(value - typical) for value in values)
        limit = typical - max(5 * spread, math.log(1.25))
        slow += sum(value < limit for value in values)
        runs += len(values)
    return slow >= 2 and 20 * slow >= runs


_AS_NORMAL = 1e7
"""From so many degrees of freedom the quantiles are the normal ones to six digits, while the
density's logarithms of gamma functions lose theirs."""


def student_t_cdf(statistic: float, degrees_of_freedom: float) -> float:
    """P(T ≤ statistic) for Student's t; Abramowitz & Stegun 26.5.27 and 26.7.1."""
    if math.isinf(statistic):
        return 1.0 if statistic > 0 else 0.0
    scale = degrees_of_freedom + statistic * statistic
    tail = 0.5 * _regularised_incomplete_beta(
        degrees_of_freedom / 2, 0.5, degrees_of_freedom / scale, statistic * statistic / scale
    )
    return 1 - tail if statistic > 0 else tail


@lru_cache(maxsize=4096)
def student_t_quantile(probability: float, degrees_of_freedom: float) -> float:
    """The t with P(T ≤ t) = probability.

    Newton's method from the normal quantile. Above the median the distribution function is
    concave and the normal quantile lies left of the answer, so each step stays left of it and the
    steps can't run away.
    """
    if not 0 < probability < 1:
        raise ValueError("probability must lie between 0 and 1")
    if probability < 0.5:
        return -student_t_quantile(1 - probability, degrees_of_freedom)
    answer = NormalDist().inv_cdf(probability)
    if degrees_of_freedom > _AS_NORMAL:
        return answer
    for _ in range(200):
        missing = probability - student_t_cdf(answer, degrees_of_freedom)
        step = missing / _student_t_density(answer, degrees_of_freedom)
        answer += step
        if abs(step) <= 1e-12 * (1 + answer):
            break
    return answer


def _student_t_density(statistic: float, degrees_of_freedom: float) -> float:
    half = (degrees_of_freedom + 1) / 2
    scale = math.lgamma(half) - math.lgamma(degrees_of_freedom / 2)
    kernel = half * math.log1p(statistic * statistic / degrees_of_freedom)
    return math.exp(scale - kernel) / math.sqrt(degrees_of_freedom * math.pi)


def _regularised_incomplete_beta(a: float, b: float, x: float, complement: float) -> float:
    """I_x(a, b) by its continued fraction (Abramowitz & Stegun 26.5.8, Lentz's method).

    ``complement`` is 1 − x, given apart because the subtraction would lose it near x = 1.
    """
    if x <= 0:
        return 0.0
    if complement <= 0:
        return 1.0
    if x > (a + 1) / (a + b + 2):
        return 1 - _regularised_incomplete_beta(b, a, complement, x)
    beta = math.lgamma(a) + math.lgamma(b) - math.lgamma(a + b)
    power = a * math.log(x) + b * math.log(complement)
    return math.exp(power - beta) / a / _beta_fraction(a, b, x)


def _beta_fraction(a: float, b: float, x: float) -> float:
    tiny = 1e-300
    value = c = 1.0
    d = 0.0
    for step in range(1, 1000):
        m, odd = divmod(step, 2)
        if odd:
            numerator = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        else:
            numerator = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        d = 1 / (1 + numerator * d or tiny)
        c = 1 + numerator / c or tiny
        value *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return value
