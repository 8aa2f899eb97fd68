"""Creates the drawing of a live chart from the recording. Imports numpy."""

from __future__ import annotations

from storage_tuner.ui.charts.frame import Axes, AxisScale, Tick
from storage_tuner.ui.charts.scales import linear_ticks, logarithmic_ticks
from storage_tuner.ui.live import time_axis as moments
from storage_tuner.ui.live import value_axis as fitting
from storage_tuner.ui.live.chart_drawing import CurvesDrawing
from storage_tuner.ui.live.cursor_reading import Reading, read
from storage_tuner.ui.live.plot import Plot
from storage_tuner.ui.live.quantities import Quantity
from storage_tuner.ui.live.recent_history import History
from storage_tuner.ui.live.time_window import TimeWindow
from storage_tuner.ui.live.value_axis import CurveSummary

_ROOM_OF_A_MOMENT = " 00:00:00 "
"""The least width of a time label, including the space around it."""


def make(
    quantity: Quantity, history: History, window: TimeWindow, before: AxisScale | None, plot: Plot
) -> CurvesDrawing:
    """The drawing for the size of ``plot``; ``before`` is its current scale."""
    begin, end = window.bounds(history.newest_time)
    keys = tuple(series.key for series in quantity.series)
    stretch = history.between(begin, end, keys)
    found = fitting.extremes(quantity, stretch, begin, end)
    scale = fitting.scale_for(quantity, found, before)
    most = min(
        6, max(1, plot.width() // plot.fontMetrics().horizontalAdvance(_ROOM_OF_A_MOMENT) - 1)
    )
    axes = Axes(
        scale,
        begin,
        end,
        _values(
            quantity, scale, max(3, round(plot.height() / (1.7 * plot.fontMetrics().height())))
        ),
        moments.ticks(window, history.newest_time, most),
    )
    note = quantity.idle if not found.greatest > 0 else ""
    return CurvesDrawing(axes, stretch, keys, note, marks=history.marks(begin, end))


def summaries(quantity: Quantity, history: History, window: TimeWindow) -> tuple[CurveSummary, ...]:
    begin, end = window.bounds(history.newest_time)
    stretch = history.between(begin, end, fitting.series_of(quantity))
    return tuple(fitting.summaries(quantity, stretch, begin, end))


def read_at(quantity: Quantity, drawing: CurvesDrawing, moment: float) -> Reading | None:
    keys = tuple(series.key for series in quantity.series)
    return read(drawing.stretch, keys, moment) if len(drawing.stretch) else None


def _values(quantity: Quantity, scale: AxisScale, most: int) -> tuple[Tick, ...]:
    if scale.logarithmic:
        places = logarithmic_ticks(scale.low, scale.high, most)
    else:
        places = linear_ticks(scale.high, min(5, most))
    return tuple((place, quantity.tick(place)) for place in places)
