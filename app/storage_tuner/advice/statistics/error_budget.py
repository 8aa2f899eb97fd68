"""Divides a session's error budget over its questions, and answers each comparison.

First the weighted score of the user's purpose, then the operations over all thread counts, then
single thread counts, and last how variants differ that aren't the current setting. What couldn't
be asked, or is answered, leaves its share to what comes after it
(``advice.statistics.gatekeeping``).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from storage_tuner.advice.statistics.gatekeeping import Family, levels
from storage_tuner.advice.statistics.methods import (
    MOST_TIMES,
    ComparisonKey,
    Estimate,
    StatisticalMethod,
)
from storage_tuner.core.decision import ComparisonState
from storage_tuner.core.measurement import Metric

Question = ComparisonKey | str
"""A comparison, or the weighted score of a variant."""

PRIORITY_SHARE = 0.1
"""For comparing I/O priority classes with each other (``advice.priority_classes``), in sessions
that have any: what is left is divided as if it were all."""
TRADEOFF_SHARE = 0.1
"""For comparing the foreground's latency and the background's throughput (``advice.tradeoffs``), in
the same way; of what the classes leave."""
BOUND_SHARE = 0.1
"""For the bound on what could be gained: a claim about one variant only, the truly best one, so
that it needn't be divided."""
SCORE_SHARE = 0.5
OPERATION_SHARES = (0.16, 0.08, 0.04)
"""For each of ``Method.questions``: the main metric, the slowest requests, the rest."""
CELL_SHARE = 0.08
OTHERS_SHARE = 0.04


@dataclass(frozen=True)
class EstimateAnswer:
    """What an ``estimate`` answers at the error ``level`` that its question has."""

    estimate: Estimate
    level: float
    method: StatisticalMethod

    @property
    def state(self) -> ComparisonState:
        """By the confidence interval at ``level``: without zero, and the mean at least the margin
        away from it; or wholly within the margin."""
        if p_answered(self.estimate, self.method) > self.level:
            return ComparisonState.INCONCLUSIVE
        if abs(self.estimate.mean) < math.log1p(self.method.margin):
            return ComparisonState.SAME
        return ComparisonState.FASTER if self.estimate.mean > 0 else ComparisonState.SLOWER

    @property
    def interval(self) -> tuple[float, float]:
        """The confidence interval at ``level``; unbounded where there is none left."""
        if self.level <= 0:
            return -math.inf, math.inf
        return self.estimate.interval(1 - self.level)

    @property
    def p_value(self) -> float:
        """Of no difference, corrected so that it holds for the session's whole error level."""
        if self.level <= 0:
            return 1.0
        return min(self.estimate.p_at(0.0) * self.method.error_level / self.level, 1.0)

    def seconds_needed(self, variants: int) -> float | None:
        """How much longer measuring so many variants takes until it's decided, if all goes on like
        so far; None when that is unknown."""
        low, high = self.interval
        if self.method.run_s is None or not math.isfinite(high - low):
            return None
        enough = math.log1p(self.method.margin)
        times = times_longer(abs(self.estimate.mean), self.interval, enough)
        if times > MOST_TIMES:
            return None
        return max((times - 1) * self.estimate.values, 1) * variants * self.method.run_s


def times_longer(mean: float, interval: tuple[float, float], enough: float) -> float:
    """How many times the time so far makes ``interval`` narrow enough to tell ``mean`` from
    nothing, or from what is ``enough``: its width falls with the square root of time."""
    low, high = interval
    wanted = mean if mean >= enough else enough - mean
    return ((high - low) / 2 / wanted) ** 2 if wanted > 0 else math.inf


def p_answered(estimate: Estimate, method: StatisticalMethod) -> float:
    """The smallest error level at which ``estimate`` answers anything; 1: at none."""
    if estimate.values < method.least:
        return 1.0
    enough = math.log1p(method.margin)
    if abs(estimate.mean) >= enough:
        return estimate.p_at(0.0)
    return max(estimate.p_at(enough), estimate.p_at(-enough))


def bound_level(method: StatisticalMethod) -> float:
    """The error level of the bound on what could be gained, one-sided."""
    return BOUND_SHARE * method.spent_now


def budget(
    method: StatisticalMethod,
    estimates: Mapping[ComparisonKey, Estimate],
    scores: Mapping[str, Estimate],
    reference: str | None,
) -> dict[Question, float]:
    """At which error level each comparison and each score is tested."""
    asked = _Asked(method, estimates, reference)
    purpose: dict[Question, Estimate] = dict(scores.items())
    families: list[tuple[float, Mapping[Question, Estimate]]] = [
        (SCORE_SHARE, purpose),
        *zip(OPERATION_SHARES, asked.operations(), strict=True),
        (CELL_SHARE, asked.cells()),
        (OTHERS_SHARE, asked.others()),
    ]
    present = [(share, family) for share, family in families if family]
    total = math.fsum(share for share, _ in present) + (BOUND_SHARE if scores else 0.0)
    found = levels(
        [
            Family(
                share / total,
                {key: p_answered(each, method) for key, each in family.items()},
            )
            for share, family in present
        ],
        method.spent_now,
    )
    return found | {
        key: found.get(asked.stands_for(key), 0.0) for key in estimates if key not in found
    }


@dataclass(frozen=True)
class _Asked:
    method: StatisticalMethod
    estimates: Mapping[ComparisonKey, Estimate]
    reference: str | None

    def operations(self) -> Iterable[Mapping[Question, Estimate]]:
        whole = {key: each for key, each in self._first.items() if key.threads is None}
        for metrics in self.method.questions:
            yield {key: each for key, each in whole.items() if key.metric in metrics}

    def cells(self) -> Mapping[Question, Estimate]:
        return {
            key: each
            for key, each in self._first.items()
            if key.threads is not None and self.stands_for(key) == key
        }

    def others(self) -> Mapping[Question, Estimate]:
        return {
            key: each
            for key, each in self._asked.items()
            if not self._is_first(key) and self.stands_for(key) == key
        }

    def stands_for(self, key: ComparisonKey) -> ComparisonKey:
        """The question that ``key`` is answered with: itself, unless the only thread count is all
        there is, or the metric is another one over again."""
        metric = key.metric if self._is_asked(key.metric) else Metric.RATE
        same = key._replace(metric=metric)
        whole = same._replace(threads=None)
        return whole if len(self._counts.get(whole, ())) == 1 else same

    def _is_asked(self, metric: Metric) -> bool:
        return any(metric in metrics for metrics in self.method.questions)

    def _is_first(self, key: ComparisonKey) -> bool:
        return self.reference is None or self.reference in (key.left, key.right)

    @cached_property
    def _asked(self) -> Mapping[ComparisonKey, Estimate]:
        return {key: each for key, each in self.estimates.items() if self._is_asked(key.metric)}

    @cached_property
    def _first(self) -> Mapping[ComparisonKey, Estimate]:
        return {key: each for key, each in self._asked.items() if self._is_first(key)}

    @cached_property
    def _counts(self) -> Mapping[ComparisonKey, set[int]]:
        """The thread counts of each comparison over all of them."""
        found: dict[ComparisonKey, set[int]] = {}
        for key in self.estimates:
            if key.threads is not None:
                found.setdefault(key._replace(threads=None), set()).add(key.threads)
        return found
