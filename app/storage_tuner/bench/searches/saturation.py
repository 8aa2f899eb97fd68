"""Finds the number of threads that saturates a disk. Pure: from the measurements so far.

The counts double until more threads raise only the latency, not the throughput; then the knee is
searched between the two counts around it.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from storage_tuner_protocol.workload import MAXIMUM_THREADS

FINENESS = 4
"""The knee is determined to a fourth of the thread count."""


@dataclass(frozen=True)
class SaturationPoint:
    """The result of ``threads`` together: ``rate`` in any unit, ``latency_ms`` the mean latency of
    a request (None: not measured)."""

    threads: int
    rate: float
    latency_ms: float | None


@dataclass(frozen=True)
class SaturationRules:
    """The rules of the search. A disk is saturated when twice the threads add less than ``growth``
    (a share). ``latency_limit_ms`` limits the mean latency, ``most_threads`` the counts tried."""

    growth: float = 0.05
    latency_limit_ms: float | None = None
    most_threads: int = MAXIMUM_THREADS


class Reason(StrEnum):
    """The reason why the knee has no more threads."""

    SATURATED = "saturated"
    LATENCY = "latency"
    MOST_THREADS = "most-threads"


@dataclass(frozen=True)
class Knee:
    """The fewest threads that reach about the disk's maximum, or the most that keep the limit."""

    point: SaturationPoint
    reason: Reason


def next_threads(points: Sequence[SaturationPoint], rules: SaturationRules) -> int | None:
    """The count to measure next; None when the search is complete. ``points`` in any order, one per
    count."""
    if not points:
        return 1
    ordered = sorted(points, key=lambda point: point.threads)
    if not _has_ended(ordered, rules):
        return min(2 * ordered[-1].threads, rules.most_threads)
    if _grows_to_the_end(ordered, rules):
        return None
    return _between(_bracket(ordered, rules))


def knee(points: Sequence[SaturationPoint], rules: SaturationRules) -> Knee | None:
    """The knee; None when even the fewest threads exceed the latency limit, and while the search is
    incomplete."""
    if next_threads(points, rules) is not None:
        return None
    ordered = sorted(points, key=lambda point: point.threads)
    allowed = [point for point in ordered if _keeps_limit(point, rules)]
    if not allowed:
        return None
    enough = _first_saturated(ordered, rules)
    if enough in allowed:
        grows = _grows_to_the_end(ordered, rules)
        return Knee(enough, Reason.MOST_THREADS if grows else Reason.SATURATED)
    return Knee(_last_before_limit(ordered, rules), Reason.LATENCY)


def _has_ended(ordered: Sequence[SaturationPoint], rules: SaturationRules) -> bool:
    """Return whether more threads are of no use: they add nothing and the latency limit is
    exceeded, or they added nothing twice in a row."""
    if ordered[-1].threads >= rules.most_threads:
        return True
    if not _is_flat(ordered, rules):
        return False
    limited = rules.latency_limit_ms is not None
    passed = limited and not _keeps_limit(ordered[-1], rules)
    return passed or _is_flat(ordered[:-1], rules)


def _is_flat(ordered: Sequence[SaturationPoint], rules: SaturationRules) -> bool:
    """Return whether the last count is hardly better than the best one before."""
    if len(ordered) < 2:
        return False
    best = max(point.rate for point in ordered[:-1])
    return ordered[-1].rate < best * (1 + rules.growth)


def _grows_to_the_end(ordered: Sequence[SaturationPoint], rules: SaturationRules) -> bool:
    """Return whether the largest count allowed still adds throughput within the latency limit."""
    last = ordered[-1]
    return (
        last.threads >= rules.most_threads
        and last is _first_saturated(ordered, rules)
        and not _is_flat(ordered, rules)
        and _keeps_limit(last, rules)
    )


def _bracket(ordered: Sequence[SaturationPoint], rules: SaturationRules) -> tuple[int, int]:
    """Two counts: the knee is above the first, and at most the second."""
    enough = _first_saturated(ordered, rules)
    if not _keeps_limit(enough, rules):
        position = ordered.index(_last_before_limit(ordered, rules)) + 1
        if not _keeps_limit(ordered[0], rules):
            return ordered[0].threads, ordered[0].threads
        return ordered[position - 1].threads, ordered[position].threads
    position = ordered.index(enough)
    return ordered[max(position - 1, 0)].threads, enough.threads


def _between(bracket: tuple[int, int]) -> int | None:
    low, high = bracket
    return (low + high) // 2 if high - low > max(1, low // FINENESS) else None


def _first_saturated(ordered: Sequence[SaturationPoint], rules: SaturationRules) -> SaturationPoint:
    """The first point that is nearly as fast as the best one."""
    enough = max(point.rate for point in ordered) / (1 + rules.growth)
    return next(point for point in ordered if point.rate >= enough)


def _last_before_limit(
    ordered: Sequence[SaturationPoint], rules: SaturationRules
) -> SaturationPoint:
    """The last of the initial points that keep the limit; the first point when none does."""
    within = list(itertools.takewhile(lambda point: _keeps_limit(point, rules), ordered))
    return within[-1] if within else ordered[0]


def _keeps_limit(point: SaturationPoint, rules: SaturationRules) -> bool:
    limit = math.inf if rules.latency_limit_ms is None else rules.latency_limit_ms
    return point.latency_ms is None or point.latency_ms <= limit
