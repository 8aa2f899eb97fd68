"""What a device did lately: samples in a ring, read without copying.

Each series is stored twice, one ring behind the other, so that the newest N samples always lie
side by side in memory.
"""

from __future__ import annotations

import math
from array import array
from collections import deque
from dataclasses import dataclass

from storage_tuner.core.device import Activity

_RECENT_S = 1.0

SERIES = ("read_mb_s", "write_mb_s", "read_latency_ms", "write_latency_ms")


@dataclass(frozen=True)
class View:
    """A window on the ring: ``times`` in seconds of the sampler's clock, ``now`` the newest of
    them, ``first`` the number of the first sample since recording began. NaN where there was no
    value. The memory belongs to the ring: read it before the next sample is added."""

    times: memoryview
    series: dict[str, memoryview]
    first: int
    now: float


class History:
    """The last ``capacity`` samples, taken every ``interval_s`` seconds."""

    def __init__(self, capacity: int, interval_s: float) -> None:
        self.interval_s = interval_s
        self._capacity = capacity
        self._count = 0
        self._times = array("d", bytes(16 * capacity))
        self._values = {name: array("d", bytes(16 * capacity)) for name in SERIES}
        self._recent: deque[Activity] = deque(maxlen=max(1, round(_RECENT_S / interval_s)))

    def __len__(self) -> int:
        """How many samples there are to be read."""
        return min(self._count, self._capacity)

    def append(self, at: float, activity: Activity) -> None:
        place = self._count % self._capacity
        self._put(self._times, place, at)
        for name, values in self._values.items():
            value = getattr(activity, name)
            self._put(values, place, math.nan if value is None else value)
        self._recent.append(activity)
        self._count += 1

    @property
    def recent(self) -> tuple[Activity, ...]:
        """All that is known of the last second, oldest first; the series hold less for longer."""
        return tuple(self._recent)

    def clear(self) -> None:
        self._count = 0
        self._recent.clear()

    def view(self, seconds: float) -> View:
        """The samples of the last ``seconds``; at least one, so there must be one."""
        length = max(1, min(len(self), round(seconds / self.interval_s)))
        end = self._end()
        window = slice(end - length, end)
        return View(
            memoryview(self._times)[window],
            {name: memoryview(values)[window] for name, values in self._values.items()},
            self._count - length,
            self._times[end - 1],
        )

    def newest(self, name: str) -> float | None:
        value = self._values[name][self._end() - 1]
        return None if math.isnan(value) else value

    def greatest(self, name: str, seconds: float) -> float | None:
        return max(self._filled(name, seconds), default=None)

    def least(self, name: str, seconds: float) -> float | None:
        return min(self._filled(name, seconds), default=None)

    def _filled(self, name: str, seconds: float) -> list[float]:
        return [value for value in self.view(seconds).series[name] if value == value]

    def _end(self) -> int:
        place = (self._count - 1) % self._capacity
        return place + 1 + (self._capacity if self._count >= self._capacity else 0)

    def _put(self, values: array[float], place: int, value: float) -> None:
        values[place] = value
        values[place + self._capacity] = value
