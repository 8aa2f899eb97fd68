"""A line chart of results for the window: over evenly spaced categories."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from storage_tuner.present.wording import printable
from storage_tuner.report.charts import svg as charts
from storage_tuner.report.charts.svg import ChartLine, LineChart
from storage_tuner.ui.charts import scales
from storage_tuner.ui.charts.frame import GAP, Tick
from storage_tuner.ui.charts.legend import (
    colour_of,
    legend_rows,
    line_pen,
    paint_legend,
    paint_mark,
)
from storage_tuner.ui.charts.result_frame import ChartStyle, ResultFrame

_HIGH = 18
"""Height of a chart in lines of text."""

_UP_APART = 2.5
"""Distance between ticks, in line heights."""

_ROOM_FOR_MARKS = 0.015
"""Extra share of the height at either end, so that marks there aren't cut off."""

_LEAST_TICKS = 2
_APART = 5.0
"""Largest offset between lines at one category, in device-independent pixels."""

_CAP = 3.0


@dataclass(frozen=True)
class LinesDrawing:
    """Draws ``chart``, whose texts are in the window's language. Units: one category across;
    upwards the value, or its decimal logarithm where the chart is logarithmic."""

    chart: LineChart

    @cached_property
    def home(self) -> QRectF:
        ticks = charts.line_ticks(self.chart)
        low, high = self._up(ticks[0]), self._up(ticks[-1])
        room = _ROOM_FOR_MARKS * (high - low)
        return QRectF(-0.5, low - room, max(1, len(self.chart.categories)), high - low + 2 * room)

    @property
    def zooms_up(self) -> bool:
        return True

    def height(self, width: float, look: ChartStyle) -> float:
        del width
        return _HIGH * look.line

    def area(self, size: QSizeF, look: ChartStyle) -> QRectF:
        ticks = charts.line_ticks(self.chart)
        names = ((charts.tick_label(each, (0, each or 1))) for each in ticks)
        left = max((look.width(name) for name in names), default=0) + 2 * GAP
        top = look.line * (1.3 + legend_rows(self.chart.lines, size.width(), look)) + 2 * GAP
        bottom = 2 * look.line + 2 * GAP
        right = GAP + self._widest(look) / 2
        wide, high = size.width() - left - right, size.height() - top - bottom
        area = QRectF(left, top, max(wide, 1), max(high, 1))
        return area.toAlignedRect().toRectF()

    def ticks_across(self, low: float, high: float, room: float, look: ChartStyle) -> list[Tick]:
        """The names of categories."""
        every = math.ceil((self._widest(look) + GAP) * (high - low) / max(1.0, room))
        return [
            (float(position), printable(name))
            for position, name in enumerate(self.chart.categories)
            if low <= position <= high and position % max(1, every) == 0
        ]

    def ticks_up(self, low: float, high: float, room: float, look: ChartStyle) -> list[Tick]:
        most = max(2, round(room / (_UP_APART * look.line)))
        values: list[float] = []
        if self.chart.logarithmic:
            values = scales.logarithmic_ticks(10**low, 10**high, most)
            steps = [(value, value) for value in values]
            low, high = 10**low, 10**high
        if len(values) < _LEAST_TICKS:  # within a decade the steps are those of a linear scale
            step = scales.rounded_up((high - low) / most)
            steps = [(value, step) for value in scales.multiples(step, low, high)]
        return [(self._up(value), (charts.tick_label(value, (0, step)))) for value, step in steps]

    def places(self, frame: ResultFrame) -> list[QPointF]:
        return [place for line in self.chart.lines for place in self._places(line, frame)]

    def paint(self, painter: QPainter, frame: ResultFrame) -> None:
        for line in self.chart.lines:
            self._paint_line(painter, frame, line)

    def paint_around(self, painter: QPainter, frame: ResultFrame, size: QSizeF) -> None:
        look, area, chart = frame.look, frame.area, self.chart
        painter.setPen(QPen(QColor(look.colours.grid), 0))
        for value, _ in frame.up:
            y = frame.y(value)
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
        painter.setFont(look.font)
        painter.setPen(QColor(look.colours.subtle))
        painter.drawText(QRectF(0, 0, size.width(), look.line), 0, printable(chart.y_title))
        below = QRectF(area.left(), size.height() - look.line, area.width(), look.line)
        painter.drawText(below, Qt.AlignmentFlag.AlignHCenter, printable(chart.x_title))
        paint_legend(painter, chart.lines, size.width(), look)

    def _up(self, value: float) -> float:
        """The position of a value; one without a logarithm is far below the chart."""
        if not self.chart.logarithmic:
            return value
        return math.log10(value) if value > 0 else -99.0

    def _places(self, line: ChartLine, frame: ResultFrame) -> list[QPointF]:
        """The positions of a line's points, offset slightly so that intervals of lines don't
        overlap."""
        count = len(self.chart.lines)
        apart = min(_APART, frame.area.width() / frame.shown.width() / (count + 1))
        shift = (self.chart.lines.index(line) - (count - 1) / 2) * apart
        return [
            QPointF(frame.x(point.position) + shift, frame.y(self._up(point.value)))
            for point in line.points
        ]

    def _paint_line(self, painter: QPainter, frame: ResultFrame, line: ChartLine) -> None:
        colour = QColor(colour_of(line.style, frame.look))
        places = self._places(line, frame)
        painter.setPen(line_pen(line.style, colour))
        painter.drawPolyline(QPolygonF(places))
        for point, place in zip(line.points, places, strict=True):
            if point.low is not None and point.high is not None:
                painter.setPen(QPen(colour, 1))
                low, high = (frame.y(self._up(end)) for end in (point.low, point.high))
                self._paint_whisker(painter, place.x(), low, high)
            paint_mark(painter, place, line.style, colour)

    @staticmethod
    def _paint_whisker(painter: QPainter, x: float, low: float, high: float) -> None:
        painter.drawLine(QPointF(x, low), QPointF(x, high))
        for y in (low, high):
            painter.drawLine(QPointF(x - _CAP, y), QPointF(x + _CAP, y))

    def _widest(self, look: ChartStyle) -> float:
        return max((look.width(printable(name)) for name in self.chart.categories), default=0)
