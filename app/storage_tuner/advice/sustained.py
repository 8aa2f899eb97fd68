"""Finds where the throughput of sustained writes drops: the end of a write cache.

A piecewise-constant curve is fitted to the logarithm of throughput over the bytes written, by
optimal partitioning (Jackson et al., IEEE Signal Processing Letters 12, 2005): the partition with
the smallest sum of squares and penalty per change. Pauses of the drive (garbage collection) are
first removed by a running median. A change then counts only if it is large, lasting and sudden:

- the levels differ by at least 25 %,
- the level after it lasts for at least 10 % of the data written, and for 5 s, longer than most
  interference by other programs,
- most of it happens within a few percent of the data. A disk that slowly becomes slower towards
  its inner tracks has no knee but a trend.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from storage_tuner.core.measurement import Measurement
from storage_tuner.core.sustained import CurvePoint, SustainedWrites, WriteLevel

LEAST_DROP = 0.25
LEAST_SHARE = 0.10
"""The share of the data for which a level must last; the first one may be a short cache."""

LEAST_S = 5.0

LEAST_SLICES = 20
"""With fewer, no level is stated."""

_GROUPS = 100
"""The fit's resolution; the change is then located to a slice."""
_FIRST_SHARE = 0.02
_LEAST_IN_LEVEL = 4
"""Slices."""
_MEDIAN_WIDTH = 5
_SUDDEN = 0.5
"""The share of a drop that must happen between the ``_NEAR`` groups before and after it."""
_NEAR = 5
_LEAST_PENALTY = 0.04
_PENALTY = 4.0
_RESAMPLES = 200


def sustained_writes(measurements: Sequence[Measurement]) -> SustainedWrites:
    """The curve of one variant's slices in the order of measuring, and its levels."""
    slices = [
        _Slice(run.bytes_moved, run.duration_s)
        for run in measurements
        if run.bytes_moved > 0 and run.duration_s > 0
    ]
    ends = list(itertools.accumulate(each.bytes for each in slices))
    points = tuple(CurvePoint(end, each.rate_mb_s) for end, each in zip(ends, slices, strict=True))
    if len(slices) < LEAST_SLICES:
        return SustainedWrites(points, ())
    groups = _grouped(slices)
    changes = [_slice_of(change, groups, slices) for change in _changes(groups)]
    bounds = [0, *changes, len(slices)]
    levels = tuple(
        _level(slices[begin:end], sum(each.bytes for each in slices[:begin]))
        for begin, end in itertools.pairwise(bounds)
    )
    return SustainedWrites(points, levels, None if changes else _trend(groups))


@dataclass(frozen=True)
class _Slice:
    bytes: int
    seconds: float

    @property
    def rate_mb_s(self) -> float:
        return self.bytes / 1e6 / self.seconds


@dataclass(frozen=True)
class _Group:
    """Neighbouring slices from ``begin`` to before ``end``; ``level`` is the logarithm of their
    throughput, ``share`` their part of all data, written in ``seconds``."""

    begin: int
    end: int
    level: float
    share: float
    seconds: float


def _grouped(slices: Sequence[_Slice]) -> list[_Group]:
    """At most ``_GROUPS`` groups of about the same number of bytes."""
    whole = sum(each.bytes for each in slices)
    found: list[_Group] = []
    begin = done = gathered = 0
    for end, each in enumerate(slices, 1):
        gathered += each.bytes
        if (done + gathered) * _GROUPS >= (len(found) + 1) * whole or end == len(slices):
            merged = _merged(slices[begin:end])
            level = math.log(merged.rate_mb_s)
            found.append(_Group(begin, end, level, gathered / whole, merged.seconds))
            begin, done, gathered = end, done + gathered, 0
    return found


def _changes(groups: Sequence[_Group]) -> list[int]:
    """The groups that begin a new level."""
    changes = _partition(groups)
    while changes:
        bounds = [0, *changes, len(groups)]
        levels = [_median_of(groups[a:b]) for a, b in itertools.pairwise(bounds)]
        steps = [abs(after - before) for before, after in itertools.pairwise(levels)]
        false = [
            (steps[number], number)
            for number, change in enumerate(changes)
            if not _counts(groups, bounds[number], change, bounds[number + 2], steps[number])
        ]
        if not false:
            break
        del changes[min(false)[1]]
    return changes


def _counts(groups: Sequence[_Group], begin: int, change: int, end: int, step: float) -> bool:
    """Return whether a change is large and sudden."""
    if step < -math.log(1 - LEAST_DROP):
        return False
    before = _median_of(groups[max(begin, change - _NEAR) : change])
    after = _median_of(groups[change : min(end, change + _NEAR)])
    return abs(after - before) >= _SUDDEN * step


def _partition(groups: Sequence[_Group]) -> list[int]:
    """The optimal partition of the smoothed levels, as the groups that begin a new part."""
    values = _smoothed([group.level for group in groups])
    shares = [group.share for group in groups]
    weights = [0.0, *itertools.accumulate(shares)]
    times = [0.0, *itertools.accumulate(group.seconds for group in groups)]
    sums = [0.0, *itertools.accumulate(w * v for w, v in zip(shares, values, strict=True))]
    squares = [0.0, *itertools.accumulate(w * v * v for w, v in zip(shares, values, strict=True))]
    penalty = _penalty(groups) / len(groups)
    best: list[float] = [-penalty]
    last: list[int] = [0]
    for end in range(1, len(groups) + 1):
        costs = []
        for begin in range(end):
            weight = weights[end] - weights[begin]
            if begin and (weight < LEAST_SHARE or times[end] - times[begin] < LEAST_S):
                break
            if not begin and (weight < _FIRST_SHARE or groups[end - 1].end < _LEAST_IN_LEVEL):
                continue
            total = sums[end] - sums[begin]
            spread = squares[end] - squares[begin] - total * total / weight
            costs.append((best[begin] + spread + penalty, begin))
        found = min(costs, default=(math.inf, 0))
        best.append(found[0])
        last.append(found[1])
    changes: list[int] = []
    place = len(groups)
    while place := last[place]:
        changes.insert(0, place)
    return changes


def _penalty(groups: Sequence[_Group]) -> float:
    """The cost of a change, in squared logarithms of one group: at least that of noise of a few
    percent, since smaller differences don't matter."""
    steps = [abs(a.level - b.level) for a, b in itertools.pairwise(groups)]
    deviation = median(steps) / 0.954  # of the difference of two normal values
    return max(_PENALTY * deviation**2 * math.log(len(groups)), _LEAST_PENALTY)


def _smoothed(values: Sequence[float]) -> list[float]:
    reach = _MEDIAN_WIDTH // 2
    return [
        median(values[max(place - reach, 0) : place + reach + 1]) for place in range(len(values))
    ]


def _median_of(groups: Sequence[_Group]) -> float:
    return median(group.level for group in groups)


def _slice_of(change: int, groups: Sequence[_Group], slices: Sequence[_Slice]) -> int:
    """The slice that begins the new level, among those near the group that does."""
    reach = _MEDIAN_WIDTH // 2 + 1
    before = _median_of(groups[max(change - _NEAR, 0) : change])
    after = _median_of(groups[change : change + _NEAR])
    begin = groups[max(change - reach, 0)].begin
    end = groups[min(change + reach, len(groups)) - 1].end
    levels = [math.log(each.rate_mb_s) for each in slices[begin:end]]

    def misfit(place: int) -> float:
        return math.fsum(
            abs(level - (before if number < place else after))
            for number, level in enumerate(levels)
        )

    return begin + max(min(range(1, len(levels)), key=misfit), 1)


def _level(slices: Sequence[_Slice], begin_bytes: int) -> WriteLevel:
    """The mean throughput of ``slices``, with the interval of a moving-block bootstrap, because
    neighbouring slices resemble each other (Künsch, Annals of Statistics 17, 1989)."""
    whole = _merged(slices)
    rate, end = whole.rate_mb_s, begin_bytes + whole.bytes
    if len(slices) < _LEAST_IN_LEVEL:
        return WriteLevel(begin_bytes, end, rate)
    length = round(math.sqrt(len(slices)))
    blocks = [_merged(slices[begin : begin + length]) for begin in range(len(slices) - length + 1)]
    source = random.Random(len(slices))  # noqa: S311 - resampling, not a secret
    count = math.ceil(len(slices) / length)
    rates = sorted(_merged(source.choices(blocks, k=count)).rate_mb_s for _ in range(_RESAMPLES))
    low, high = rates[round(0.025 * _RESAMPLES)], rates[round(0.975 * _RESAMPLES) - 1]
    return WriteLevel(begin_bytes, end, rate, min(low, rate), max(high, rate))


def _merged(slices: Sequence[_Slice]) -> _Slice:
    return _Slice(sum(each.bytes for each in slices), math.fsum(each.seconds for each in slices))


def _trend(groups: Sequence[_Group]) -> tuple[float, float] | None:
    """The throughput in the first and the last fifth where they differ by as much as two levels."""
    fifth = len(groups) // 5
    first, last = _median_of(groups[:fifth]), _median_of(groups[-fifth:])
    if abs(last - first) < -math.log(1 - LEAST_DROP):
        return None
    return math.exp(first), math.exp(last)
