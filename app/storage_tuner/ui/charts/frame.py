"""Maps a chart's values and times to its area."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtCore import QRectF
from PySide6.QtGui import QFont, QFontMetricsF

GAP = 6.0
"""Between an axis and its labels, in device-independent pixels."""

Tick = tuple[float, str]


@dataclass(frozen=True)
class AxisScale:
    """The ends of a value axis."""

    low: float
    high: float
    logarithmic: bool = False

    def place(self, value: float) -> float:
        """Vertical position of ``value``: 0 at the lower end, 1 at the upper."""
        if not self.logarithmic:
            return (value - self.low) / (self.high - self.low)
        return math.log(max(value, self.low) / self.low) / math.log(self.high / self.low)


@dataclass(frozen=True)
class Axes:
    """Labels of the axes: values, and moments in seconds."""

    scale: AxisScale
    begin: float
    end: float
    values: tuple[Tick, ...]
    moments: tuple[Tick, ...]


@dataclass(frozen=True)
class Frame:
    """The rectangle in which ``axes`` are drawn."""

    area: QRectF
    axes: Axes

    def x(self, moment: float) -> float:
        axes = self.axes
        share = (moment - axes.begin) / (axes.end - axes.begin)
        return self.area.left() + share * self.area.width()

    def y(self, value: float) -> float:
        return self.area.bottom() - self.axes.scale.place(value) * self.area.height()

    def moment(self, x: float) -> float:
        axes = self.axes
        share = (x - self.area.left()) / self.area.width()
        return axes.begin + share * (axes.end - axes.begin)


def value_room(font: QFont) -> float:
    """The width of the widest label of a value axis, including the space around it."""
    return QFontMetricsF(font).horizontalAdvance("1\u202f000\u00a0ms") + 2 * GAP


def area_in(box: QRectF, font: QFont) -> QRectF:
    """The area left for the curves, in whole pixels. Half a label extends beyond the ends of either
    axis."""
    metrics = QFontMetricsF(font)
    half = metrics.horizontalAdvance("00:00:00") / 2
    bottom = metrics.height() + GAP
    area = box.adjusted(value_room(font), metrics.height() / 2 + 1, -half, -bottom)
    return area.toRect().toRectF()
