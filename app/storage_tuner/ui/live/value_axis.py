"""Chooses the value axis for the visible curves, and computes their summaries. Imports numpy."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from storage_tuner.ui.charts.frame import AxisScale
from storage_tuner.ui.charts.scales import rounded_down, rounded_up, top_above
from storage_tuner.ui.live.decimation import Values, mean_over
from storage_tuner.ui.live.quantities import Quantity
from storage_tuner.ui.live.recent_history import WEIGHTS, Stretch

_LEAST_LOG_RATIO = 20.0
"""The smallest ratio between the ends of a logarithmic scale."""


@dataclass(frozen=True)
class CurveSummary:
    """Summary of one series over the visible period; NaN where there was no value."""

    mean: float
    greatest: float


@dataclass(frozen=True)
class Extremes:
    """Extremes of all series: the least value above zero, and the maximum; NaN where there is
    none."""

    least: float
    greatest: float


def series_of(quantity: Quantity) -> tuple[str, ...]:
    """The series needed for curves and means."""
    keys = tuple(series.key for series in quantity.series)
    return tuple(dict.fromkeys((*keys, *(WEIGHTS[key] for key in keys if key in WEIGHTS))))


def extremes(quantity: Quantity, stretch: Stretch, begin: float, end: float) -> Extremes:
    inside = _inside(stretch, begin, end)
    least = greatest = math.nan
    for series in quantity.series:
        curve = stretch.curves[series.key]
        high = np.frombuffer(curve.high, dtype=np.float32)[inside]
        if not len(high):
            continue
        greatest = float(np.fmax(greatest, np.fmax.reduce(high)))
        if quantity.logarithmic:
            low = np.frombuffer(curve.low, dtype=np.float32)[inside]
            above = low[low > 0]
            if len(above):
                least = float(np.fmin(least, above.min()))
    return Extremes(least, greatest)


def scale_for(quantity: Quantity, found: Extremes, before: AxisScale | None) -> AxisScale:
    """The scale for the values; ``before`` stays unless they exceed it, or need less than a
    third."""
    if quantity.fixed:
        return AxisScale(0.0, 1.0)
    top = found.greatest if math.isfinite(found.greatest) else 0.0
    if quantity.logarithmic:
        low = found.least if math.isfinite(found.least) else 0.1
        top = max(top * 1.05, low * _LEAST_LOG_RATIO)
        return AxisScale(rounded_down(low), rounded_up(top), logarithmic=True)
    wanted = top_above(max(top * 1.05, quantity.least_top))
    if before is not None and before.high / 3 <= wanted <= before.high:
        return before
    return AxisScale(0.0, wanted)


def summaries(quantity: Quantity, stretch: Stretch, begin: float, end: float) -> list[CurveSummary]:
    """Summaries of each series; means weight all seconds equally, those per request all
    requests."""
    inside = _inside(stretch, begin, end)
    seconds = _array(stretch.seconds)[inside]
    return [_summary(stretch, series.key, inside, seconds) for series in quantity.series]


def _summary(stretch: Stretch, key: str, inside: slice, seconds: Values) -> CurveSummary:
    curve = stretch.curves[key]
    high = _array(curve.high)[inside]
    if not len(high):
        return CurveSummary(math.nan, math.nan)
    weights = seconds
    if key in WEIGHTS:
        weights = seconds * _array(stretch.curves[WEIGHTS[key]].mean)[inside]
    return CurveSummary(mean_over(_array(curve.mean)[inside], weights), float(np.fmax.reduce(high)))


def _inside(stretch: Stretch, begin: float, end: float) -> slice:
    """The intervals that end in this period."""
    times = np.frombuffer(stretch.times)
    hair = stretch.step_s / 2
    low, high = np.searchsorted(times, (begin + hair, end + 1e-9))
    return slice(int(low), int(high))


def _array(values: object) -> Values:
    return np.frombuffer(values, dtype=np.float32)  # type: ignore[call-overload, no-any-return]
