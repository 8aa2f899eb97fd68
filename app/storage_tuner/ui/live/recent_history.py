"""A device's activity during the last hour, in bounded memory.

The newest samples are kept unchanged. Older ones are condensed into longer intervals with the
minimum, maximum and mean of each: no spike is lost, only its exact time. Memory grows with the
recording, up to ``History.most_bytes``.
"""

from __future__ import annotations

import math
from array import array
from bisect import bisect_left, bisect_right
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import attrgetter

from storage_tuner.core.device import Activity
from storage_tuner.ui.live.ring_buffers import Rings

_RECENT_S = 1.0
_MOST_MARKS = 2000
_GAP_STEPS = 5
"""This many samples must be missing for a gap; fewer mean that the sampler was late."""

SERIES = (
    "read_mb_s",
    "write_mb_s",
    "discard_mb_s",
    "read_iops",
    "write_iops",
    "discard_iops",
    "flush_iops",
    "read_latency_ms",
    "write_latency_ms",
    "discard_latency_ms",
    "flush_latency_ms",
    "queue_length",
    "utilisation",
)
"""Fields of ``Activity``; kept with 24 bits, which exceeds the precision of any counter."""

WEIGHTS = {
    "read_latency_ms": "read_iops",
    "write_latency_ms": "write_iops",
    "discard_latency_ms": "discard_iops",
    "flush_latency_ms": "flush_iops",
}
"""Weights of means: those over time weight all seconds equally, those per request all requests."""

_PLACES = {name: number for number, name in enumerate(SERIES)}
_values = attrgetter(*SERIES)
_NOTHING = array("f", [0.0, *[math.nan] * len(SERIES)])
"""A period without recording: without length or values."""


@dataclass(frozen=True)
class Resolution:
    """A level of condensed history: ``samples`` become one interval, of which ``capacity`` are
    kept."""

    samples: int
    capacity: int


@dataclass(frozen=True)
class RecordedCurve:
    """One series over a ``Stretch``; NaN where there was no value. For single samples all three are
    the same array."""

    low: array[float]
    high: array[float]
    mean: array[float]


@dataclass(frozen=True)
class Stretch:
    """A part of a recording: ``times`` are ends of intervals in seconds of the sampler's clock,
    ``seconds`` their lengths, ``step_s`` the usual length, ``first`` the number of the first
    interval since recording began."""

    times: array[float]
    seconds: array[float]
    curves: dict[str, RecordedCurve]
    step_s: float
    first: int

    def __len__(self) -> int:
        return len(self.times)


@dataclass(frozen=True)
class SettingMark:
    """An event of the device, such as a change of settings, at ``at`` in seconds of the sampler's
    clock."""

    at: float
    text: str


@dataclass(frozen=True)
class View:
    """The newest samples: ``times`` in seconds of the sampler's clock, ``now`` the newest of them,
    ``first`` the number of the first sample since recording began. NaN where there was no value."""

    times: array[float]
    series: dict[str, array[float]]
    first: int
    now: float


class History:
    """The last ``capacity`` samples, taken every ``interval_s`` seconds, and older ones condensed
    in ``steps`` of decreasing resolution."""

    def __init__(self, capacity: int, interval_s: float, steps: Sequence[Resolution] = ()) -> None:
        self.interval_s = interval_s
        self._steps = tuple(steps)
        self._samples = Rings(capacity, 1 + len(SERIES))
        self._coarse = [Rings(step.capacity, 1 + 3 * len(SERIES)) for step in steps]
        self._recent: deque[Activity] = deque(maxlen=max(1, round(_RECENT_S / interval_s)))
        self._marks: deque[SettingMark] = deque(maxlen=_MOST_MARKS)

    def __len__(self) -> int:
        """The number of single samples available."""
        return len(self._samples)

    @property
    def most_bytes(self) -> int:
        """The size of the values when all memory is in use."""
        return sum(rings.most_bytes for rings in (self._samples, *self._coarse))

    @property
    def used_bytes(self) -> int:
        return sum(rings.used_bytes for rings in (self._samples, *self._coarse))

    @property
    def recent(self) -> tuple[Activity, ...]:
        """The samples of the last second, oldest first."""
        return tuple(self._recent)

    @property
    def newest_time(self) -> float:
        """The time of the last sample; there must be one."""
        return self._samples.times(1)[0]

    @property
    def oldest_time(self) -> float:
        """The time of the oldest value; there must be a sample."""
        return min(rings.oldest_time for rings in (self._samples, *self._coarse) if len(rings))

    def append(self, at: float, activity: Activity) -> None:
        if len(self):
            last = self.newest_time
            if at - last > activity.seconds + _GAP_STEPS * self.interval_s:
                self._put(last + self.interval_s, _NOTHING)
        values = [math.nan if value is None else value for value in _values(activity)]
        self._put(at, array("f", [activity.seconds, *values]))
        self._recent.append(activity)

    def mark(self, at: float, text: str) -> None:
        self._marks.append(SettingMark(at, text))

    def marks(self, begin: float, end: float) -> tuple[SettingMark, ...]:
        """Events of this period, oldest first."""
        return tuple(mark for mark in self._marks if begin <= mark.at <= end)

    def clear(self) -> None:
        for rings in (self._samples, *self._coarse):
            rings.clear()
        self._recent.clear()
        self._marks.clear()

    def copy(self) -> History:
        """A copy to view while recording continues."""
        made = History(0, self.interval_s, self._steps)
        made._samples = self._samples.copy()
        made._coarse = [rings.copy() for rings in self._coarse]
        made._recent = self._recent.copy()
        made._marks = self._marks.copy()
        return made

    def view(self, seconds: float) -> View:
        """The samples of the last ``seconds``; at least one, so there must be one."""
        length = max(1, min(len(self), round(seconds / self.interval_s)))
        times = self._samples.times(length)
        columns = {name: self._samples.column(1 + _PLACES[name], length) for name in SERIES}
        return View(times, columns, self._samples.count - length, times[-1])

    def between(self, begin: float, end: float, names: Iterable[str]) -> Stretch:
        """The intervals that overlap this period, at the finest resolution available, and one more
        at either side, so that curves reach the edges."""
        for number, rings in enumerate((self._samples, *self._coarse)):
            reaches = len(rings) and rings.oldest_time - self._step_s(number) <= begin
            if reaches or (len(rings) and rings.is_complete):
                return self._stretch(number, begin, end, names)
        # no level goes back that far; the coarsest goes back furthest
        return self._stretch(len(self._coarse), begin, end, names)

    def newest(self, name: str) -> float | None:
        value = self._samples.column(1 + _PLACES[name], 1)[0]
        return None if math.isnan(value) else value

    def greatest(self, name: str, seconds: float) -> float | None:
        return max(_filled(self._last(name, seconds).high), default=None)

    def least(self, name: str, seconds: float) -> float | None:
        return min(_filled(self._last(name, seconds).low), default=None)

    def _last(self, name: str, seconds: float) -> RecordedCurve:
        """One series of the last ``seconds``, without the interval that ended when they began."""
        begin = self.newest_time - seconds + self.interval_s / 2
        stretch = self.between(begin, self.newest_time, (name,))
        curve = stretch.curves[name]
        early = bisect_left(stretch.times, begin)
        return RecordedCurve(curve.low[early:], curve.high[early:], curve.mean[early:])

    def _put(self, at: float, row: array[float]) -> None:
        self._samples.append(at, row)
        for step, rings in zip(self._steps, self._coarse, strict=True):
            if self._samples.count % step.samples == 0:
                rings.append(at, self._merged(step.samples))

    def _merged(self, length: int) -> array[float]:
        """The newest samples condensed: seconds, then minimum, maximum and mean of each series."""
        seconds = self._samples.column(0, length)
        columns = [self._samples.column(1 + place, length) for place in range(len(SERIES))]
        row = array("f", [sum(seconds)])
        for name, values in zip(SERIES, columns, strict=True):
            weighing = WEIGHTS.get(name)
            weights = seconds if weighing is None else columns[_PLACES[weighing]]
            row.extend(summary(values, seconds, weights, by_count=weighing is not None))
        return row

    def _step_s(self, number: int) -> float:
        return self.interval_s * (self._steps[number - 1].samples if number else 1)

    def _stretch(self, number: int, begin: float, end: float, names: Iterable[str]) -> Stretch:
        rings = (self._samples, *self._coarse)[number]
        times = rings.times(len(rings))
        low = max(0, bisect_left(times, begin) - 1)
        high = min(len(times), bisect_right(times, end) + 1)
        window = slice(low, high)
        if not number:
            curves = {name: self._single(name, window) for name in names}
        else:
            curves = {name: self._triple(rings, name, window) for name in names}
        first = rings.count - len(rings) + low
        seconds = rings.column(0, len(rings))[window]
        found = Stretch(times[window], seconds, curves, self._step_s(number), first)
        begun = self._samples.count % self._steps[number - 1].samples if number else 0
        return self._with_begun(found, begun) if begun and high == len(times) else found

    def _single(self, name: str, window: slice) -> RecordedCurve:
        values = self._samples.column(1 + _PLACES[name], len(self._samples))[window]
        return RecordedCurve(values, values, values)

    def _triple(self, rings: Rings, name: str, window: slice) -> RecordedCurve:
        place = 1 + 3 * _PLACES[name]
        return RecordedCurve(*(rings.column(place + each, len(rings))[window] for each in range(3)))

    def _with_begun(self, stretch: Stretch, length: int) -> Stretch:
        """Append the samples that don't fill an interval yet."""
        row = self._merged(length)
        stretch.times.append(self.newest_time)
        stretch.seconds.append(row[0])
        for name, curve in stretch.curves.items():
            place = 1 + 3 * _PLACES[name]
            curve.low.append(row[place])
            curve.high.append(row[place + 1])
            curve.mean.append(row[place + 2])
        return stretch


def _filled(values: array[float]) -> list[float]:
    return [value for value in values if value == value]


def summary(
    values: Sequence[float], seconds: Sequence[float], weights: Sequence[float], *, by_count: bool
) -> tuple[float, float, float]:
    """Minimum, maximum and mean; a mean by count weights each second by its number of requests."""
    filled = [
        (value, length * weight if by_count else length)
        for value, length, weight in zip(values, seconds, weights, strict=True)
        if value == value
    ]
    if not filled:
        return math.nan, math.nan, math.nan
    low, high = min(filled)[0], max(filled)[0]
    total = sum(weight for _, weight in filled if weight == weight)
    if not total:
        return low, high, sum(value for value, _ in filled) / len(filled)
    mean = sum(value * weight for value, weight in filled if weight == weight) / total
    return low, high, mean
