"""The recorded values at one moment."""

from __future__ import annotations

import math
from bisect import bisect_left
from dataclasses import dataclass

from storage_tuner.ui.live.recent_history import Stretch


@dataclass(frozen=True)
class Reading:
    """The values at the cursor. ``moment`` is the end of the interval, ``values`` the minimum,
    maximum and mean of each series, None where there was no value."""

    moment: float
    values: tuple[tuple[float, float, float] | None, ...]

    @property
    def means(self) -> tuple[float | None, ...]:
        return tuple(None if value is None else value[2] for value in self.values)


def nearest(stretch: Stretch, moment: float) -> int:
    """The number of the interval with the nearest end; there must be one."""
    place = bisect_left(stretch.times, moment)
    if place == len(stretch):
        return place - 1
    if place and moment - stretch.times[place - 1] < stretch.times[place] - moment:
        return place - 1
    return place


def read(stretch: Stretch, keys: tuple[str, ...], moment: float) -> Reading:
    place = nearest(stretch, moment)
    values = []
    for key in keys:
        curve = stretch.curves[key]
        found = curve.low[place], curve.high[place], curve.mean[place]
        values.append(None if math.isnan(found[2]) else found)
    return Reading(stretch.times[place], tuple(values))


def stepped(stretch: Stretch, moment: float, steps: int) -> float:
    """The end of the interval ``steps`` further on, limited to the first or last one."""
    place = nearest(stretch, moment) + steps
    return stretch.times[min(max(place, 0), len(stretch) - 1)]
