"""A scatter chart of results for the window: points in two dimensions, each with both intervals."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from storage_tuner.present.wording import printable
from storage_tuner.report.charts import svg as charts
from storage_tuner.report.charts.svg import ScatterChart, ScatterPoint
from storage_tuner.ui.charts import scales
from storage_tuner.ui.charts.frame import GAP, Tick
from storage_tuner.ui.charts.legend import colour_of, legend_rows, paint_legend, paint_mark
from storage_tuner.ui.charts.result_frame import ChartStyle, ResultFrame

_HIGH = 18
"""Height of a chart in lines of text."""

_APART = 2.5
"""Distance between ticks upwards, in line heights."""

_ACROSS_APART = 5
"""The same across."""

_PALE = 110
"""Opacity of points that aren't on the front, of 255."""


@dataclass(frozen=True)
class ScatterDrawing:
    """Draws ``chart``, whose texts are in the window's language, in its own units."""

    chart: ScatterChart

    @cached_property
    def home(self) -> QRectF:
        across, up = charts.scatter_ticks(self.chart)
        return QRectF(0, 0, across[-1], up[-1])

    @property
    def zooms_up(self) -> bool:
        return True

    def height(self, width: float, look: ChartStyle) -> float:
        del width
        return _HIGH * look.line

    def area(self, size: QSizeF, look: ChartStyle) -> QRectF:
        across, up = charts.scatter_ticks(self.chart)
        left = max(look.width(charts.tick_label(each, up)) for each in up) + 2 * GAP
        top = look.line * (1.3 + legend_rows(self.chart.names, size.width(), look)) + 2 * GAP
        right = GAP + look.width(charts.tick_label(across[-1], across)) / 2
        wide, high = size.width() - left - right, size.height() - top - 2 * (look.line + GAP)
        return QRectF(left, top, max(wide, 1), max(high, 1)).toAlignedRect().toRectF()

    def ticks_across(self, low: float, high: float, room: float, look: ChartStyle) -> list[Tick]:
        return _ticks(low, high, max(2, round(room / (_ACROSS_APART * look.line))))

    def ticks_up(self, low: float, high: float, room: float, look: ChartStyle) -> list[Tick]:
        return _ticks(low, high, max(2, round(room / (_APART * look.line))))

    def places(self, frame: ResultFrame) -> list[QPointF]:
        return [_place(point, frame) for point in self.chart.points]

    def paint(self, painter: QPainter, frame: ResultFrame) -> None:
        front = [_place(point, frame) for point in self.chart.front]
        painter.setPen(QPen(QColor(frame.look.colours.subtle), 1, Qt.PenStyle.DashLine))
        painter.drawPolyline(QPolygonF(front))
        for point in self.chart.points:
            colour = QColor(colour_of(point.style, frame.look))
            colour.setAlpha(255 if point.emphasised else _PALE)
            painter.setPen(QPen(colour, 1))
            _paint_intervals(painter, point, frame)
            paint_mark(painter, _place(point, frame), point.style, colour)

    def paint_around(self, painter: QPainter, frame: ResultFrame, size: QSizeF) -> None:
        look, area, chart = frame.look, frame.area, self.chart
        painter.setPen(QPen(QColor(look.colours.grid), 0))
        for value, _ in frame.up:
            painter.drawLine(
                QPointF(area.left(), frame.y(value)), QPointF(area.right(), frame.y(value))
            )
        for value, _ in frame.across:
            painter.drawLine(
                QPointF(frame.x(value), area.top()), QPointF(frame.x(value), area.bottom())
            )
        painter.setFont(look.font)
        painter.setPen(QColor(look.colours.subtle))
        painter.drawText(QRectF(0, 0, size.width(), look.line), 0, printable(chart.y_title))
        below = QRectF(area.left(), size.height() - look.line, area.width(), look.line)
        painter.drawText(below, Qt.AlignmentFlag.AlignHCenter, printable(chart.x_title))
        paint_legend(painter, chart.names, size.width(), look)


def _ticks(low: float, high: float, most: int) -> list[Tick]:
    step = scales.rounded_up((high - low) / most)
    return [
        (value, charts.tick_label(value, (0, step))) for value in scales.multiples(step, low, high)
    ]


def _place(point: ScatterPoint, frame: ResultFrame) -> QPointF:
    return QPointF(frame.x(point.across), frame.y(point.up))


def _paint_intervals(painter: QPainter, point: ScatterPoint, frame: ResultFrame) -> None:
    place = _place(point, frame)
    if point.across_interval:
        left, right = map(frame.x, point.across_interval)
        painter.drawLine(QPointF(left, place.y()), QPointF(right, place.y()))
    if point.up_interval:
        bottom, top = map(frame.y, point.up_interval)
        painter.drawLine(QPointF(place.x(), bottom), QPointF(place.x(), top))
