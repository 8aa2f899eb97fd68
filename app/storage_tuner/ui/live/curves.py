"""Draws recorded curves, cheaply enough for ten times a second.

Imports numpy, so nothing may import it before ``ChartLibrary`` is ready. It's cheap because curves
are thinned to one minimum and one maximum per two pixel columns, and polylines are one device pixel
wide (wider pens and antialiasing cost ten to thirty times as much in the raster engine). A thicker
line is the same line drawn again, one device pixel below. Curves differ by colour, by thickness and
by the marks along them; dashes would hide spikes.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF
from shiboken6 import VoidPtr

from storage_tuner.ui.charts.frame import AxisScale, Frame
from storage_tuner.ui.charts.strokes import Stroke, draw_mark
from storage_tuner.ui.live.decimation import PixelColumns, Values, decimate, stretches, zigzag
from storage_tuner.ui.live.recent_history import RecordedCurve, Stretch

_COLUMN = 2
"""Width of a column in device pixels."""

_MARKS_APART = 128
"""Distance between marks in device-independent pixels."""


@dataclass(frozen=True)
class Ink:
    """The way lines are drawn. ``ratio`` is the number of device pixels per painter unit;
    ``vector`` is for files that are scaled later, where a line has a real width."""

    colour: QColor
    stroke: Stroke
    ratio: float = 1.0
    vector: bool = False


def polygon(x: Values, y: Values) -> QPolygonF:
    """A polygon from two arrays of equal length, without a Python loop."""
    result = QPolygonF()
    result.resize(len(x))
    # PySide's stubs lack this way to access a polygon's memory
    memory: Any = VoidPtr(result.data(), len(x) * 16, True)  # type: ignore[call-arg, arg-type]
    points = np.frombuffer(memory, dtype=np.float64).reshape(-1, 2)
    points[:, 0] = x
    points[:, 1] = y
    return result


def as_columns(stretch: Stretch, curve: RecordedCurve, frame: Frame, ratio: float) -> PixelColumns:
    """The curve thinned to pixel columns, in painter coordinates."""
    shown = (frame.axes.end - frame.axes.begin) / stretch.step_s
    room = max(1.0, frame.area.width() * ratio / _COLUMN)
    low, high, mean = (
        np.frombuffer(each, dtype=np.float32) for each in (curve.low, curve.high, curve.mean)
    )
    columns = decimate(
        np.frombuffer(stretch.times),
        low,
        high,
        mean,
        stretch.first,
        max(1, math.ceil(shown / room)),
    )
    return PixelColumns(
        _across(columns.x, frame),
        _down(columns.low, frame),
        _down(columns.high, frame),
        _down(columns.mean, frame),
        columns.first,
    )


def paint_range(painter: QPainter, placed: PixelColumns, ink: Ink) -> None:
    """Paint the range from minimum to maximum of each column, connected to the next one."""
    painter.setPen(QPen(ink.colour, 0.7 if ink.vector else 0))
    for begin, end in stretches(placed):
        painter.drawPolyline(polygon(*zigzag(placed, begin, end)))


def paint_means(painter: QPainter, placed: PixelColumns, frame: Frame, ink: Ink) -> None:
    """Paint a line through the means, with its marks."""
    painter.setPen(QPen(ink.colour, 0.7 * ink.stroke.thickness if ink.vector else 0))
    for begin, end in stretches(placed):
        x, y = placed.x[begin:end], placed.mean[begin:end]
        if end - begin == 1:
            x, y = np.array((x[0], x[0] + 1)), np.repeat(y, 2)  # a line without length is invisible
        _stroke_line(painter, polygon(x, y), ink)
    _mark(painter, placed, ink, frame)


def is_ranged(placed: PixelColumns) -> bool:
    """Return whether columns contain more than single values."""
    return placed.low is not placed.high and not np.array_equal(
        placed.low, placed.high, equal_nan=True
    )


def _across(times: Values, frame: Frame) -> Values:
    axes, area = frame.axes, frame.area
    return area.left() + (times - axes.begin) * (area.width() / (axes.end - axes.begin))


def _down(values: Values, frame: Frame) -> Values:
    return frame.area.bottom() - _shares(values, frame.axes.scale) * frame.area.height()


def _shares(values: Values, scale: AxisScale) -> Values:
    if not scale.logarithmic:
        return (values - scale.low) / (scale.high - scale.low)
    return np.log(np.maximum(values, scale.low) / scale.low) / math.log(scale.high / scale.low)


def _stroke_line(painter: QPainter, line: QPolygonF, ink: Ink) -> None:
    painter.drawPolyline(line)
    if ink.vector:
        return
    for _ in range(max(1, round(ink.stroke.thickness * ink.ratio)) - 1):
        line.translate(0, 1 / ink.ratio)
        painter.drawPolyline(line)


def _mark(painter: QPainter, placed: PixelColumns, ink: Ink, frame: Frame) -> None:
    """Paint marks along the curve; they belong to samples, so that they move with it."""
    count = len(placed.x)
    width = (placed.x[-1] - placed.x[0]) / count if count > 1 else _MARKS_APART
    apart = max(1, round(_MARKS_APART / max(float(width), 1e-6)))
    apart = 1 << max(0, apart.bit_length() - 1)  # the same marks while the width varies a little
    chosen = [*range(-placed.first % apart, count, apart)]
    for number in chosen:
        x, y = float(placed.x[number]), float(placed.mean[number])
        if math.isfinite(y) and frame.area.left() <= x <= frame.area.right():
            draw_mark(painter, QPointF(x, y), ink.colour, ink.stroke)


def clip(painter: QPainter, area: QRectF) -> None:
    """Clip to ``area``, extended so that lines at the ends of the scale stay whole."""
    painter.setClipRect(area.adjusted(0, -3, 1, 3), Qt.ClipOperation.IntersectClip)
