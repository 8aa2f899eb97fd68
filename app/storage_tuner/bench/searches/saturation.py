"""Finds the number of threads that saturates a disk. Pure: from what was measured so far.

The counts double until more threads bring no more requests, only more waiting; then the place
where that begins is looked for between the two counts around it.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from storage_tuner_protocol.workload import MAXIMUM_THREADS

FINENESS = 4
"""The place is known to a fourth of the thread count."""


@dataclass(frozen=True)
class SaturationPoint:
    """What so many threads do together: ``rate`` in whatever unit, ``latency_ms`` the mean of one
    request (None: not measured)."""

    threads: int
    rate: float
    latency_ms: float | None


@dataclass(frozen=True)
class SaturationRules:
    """Saturated: twice the threads bring less than ``growth`` (a share) more. Nobody wants to wait
    longer than ``latency_limit_ms`` on average. More than ``most_threads`` aren't tried."""

    growth: float = 0.05
    latency_limit_ms: float | None = None
    most_threads: int = MAXIMUM_THREADS


class Reason(StrEnum):
    """Why there are no more threads at the knee."""

    SATURATED = "saturated"
    LATENCY = "latency"
    MOST_THREADS = "most-threads"


@dataclass(frozen=True)
class Knee:
    """The fewest threads that do about all that the disk can, or the most that keep the limit."""

    point: SaturationPoint
    reason: Reason


def next_threads(points: Sequence[SaturationPoint], rules: SaturationRules) -> int | None:
    """The count to measure next; None when there is nothing more to find out. ``points`` in any
    order, one a count."""
    if not points:
        return 1
    ordered = sorted(points, key=lambda point: point.threads)
    if not _has_ended(ordered, rules):
        return min(2 * ordered[-1].threads, rules.most_threads)
    if _grows_to_the_end(ordered, rules):
        return None
    return _between(_bracket(ordered, rules))


def knee(points: Sequence[SaturationPoint], rules: SaturationRules) -> Knee | None:
    """None when even the fewest threads wait longer than the limit, and while there is still
    something to measure."""
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
    """Whether more threads than the most so far are of no use: nothing more comes and the limit is
    passed, or nothing more came twice in a row."""
    if ordered[-1].threads >= rules.most_threads:
        return True
    if not _is_flat(ordered, rules):
        return False
    limited = rules.latency_limit_ms is not None
    passed = limited and not _keeps_limit(ordered[-1], rules)
    return passed or _is_flat(ordered[:-1], rules)


def _is_flat(ordered: Sequence[SaturationPoint], rules: SaturationRules) -> bool:
    """Whether the last one brings hardly more than the best one before."""
    if len(ordered) < 2:
        return False
    best = max(point.rate for point in ordered[:-1])
    return ordered[-1].rate < best * (1 + rules.growth)


def _grows_to_the_end(ordered: Sequence[SaturationPoint], rules: SaturationRules) -> bool:
    """Whether the most threads that may be still bring more, and nobody waits too long."""
    last = ordered[-1]
    return (
        last.threads >= rules.most_threads
        and last is _first_saturated(ordered, rules)
        and not _is_flat(ordered, rules)
        and _keeps_limit(last, rules)
    )


def _bracket(ordered: Sequence[SaturationPoint], rules: SaturationRules) -> tuple[int, int]:
    """The knee lies above the first count, and not above the second."""
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
    """The first that does nearly as much as the best one."""
    enough = max(point.rate for point in ordered) / (1 + rules.growth)
    return next(point for point in ordered if point.rate >= enough)


def _last_before_limit(
    ordered: Sequence[SaturationPoint], rules: SaturationRules
) -> SaturationPoint:
    """The last one of those at the beginning that keep the limit; the first one when none does."""
    within = list(itertools.takewhile(lambda point: _keeps_limit(point, rules), ordered))
    return within[-1] if within else ordered[0]


def _keeps_limit(point: SaturationPoint, rules: SaturationRules) -> bool:
    limit = math.inf if rules.latency_limit_ms is None else rules.latency_limit_ms
    return point.latency_ms is None or point.latency_ms <= limit
