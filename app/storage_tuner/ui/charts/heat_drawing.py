"""A heat map of results for the window."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter

from storage_tuner.report.charts.heat_map import HeatCell, HeatMap
from storage_tuner.ui.assistant.measure.viridis import text_on, viridis
from storage_tuner.ui.charts.frame import GAP, Tick
from storage_tuner.ui.charts.result_frame import ChartStyle, ResultFrame

_ROW = 2.4
_SCALE = 12.0
"""Height of a row and width of the scale, in line heights."""


@dataclass(frozen=True)
class HeatDrawing:
    """Draws ``chart``, whose texts are in the window's language. Units: one column across, one row
    upwards, from 0."""

    chart: HeatMap
    zooms_up = True

    @cached_property
    def home(self) -> QRectF:
        return QRectF(0, 0, len(self.chart.columns), len(self.chart.rows))

    def height(self, width: float, look: ChartStyle) -> float:
        del width
        above, below = self._above(look), self._below(look)
        return above + _ROW * look.line * len(self.chart.rows) + below

    def area(self, size: QSizeF, look: ChartStyle) -> QRectF:
        left = max(look.width(name) for name in self.chart.rows) + 2 * GAP
        wide = max(size.width() - left - GAP, 1)
        area = QRectF(left, self._above(look), wide, _ROW * look.line * len(self.chart.rows))
        return area.toAlignedRect().toRectF()

    def ticks_across(self, low: float, high: float, room: float, look: ChartStyle) -> list[Tick]:
        del room, look
        return _middles(self.chart.columns, low, high)

    def ticks_up(self, low: float, high: float, room: float, look: ChartStyle) -> list[Tick]:
        del room, look
        return _middles(self.chart.rows, low, high)

    def places(self, frame: ResultFrame) -> list[QPointF]:
        return [self._box(cell, frame).center() for cell in self.chart.cells]

    def paint(self, painter: QPainter, frame: ResultFrame) -> None:
        look = frame.look
        painter.setFont(look.font)
        for cell in self.chart.cells:
            box = self._box(cell, frame)
            ground, ink = QColor(look.colours.grid), QColor(look.colours.text)
            if cell.value is not None:
                ground = viridis(self.chart.place(cell.value))
                ink = text_on(ground)
            painter.fillRect(box.adjusted(1, 1, -1, -1), ground)
            painter.setPen(ink)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, cell.text)

    def paint_around(self, painter: QPainter, frame: ResultFrame, size: QSizeF) -> None:
        look, area = frame.look, frame.area
        painter.setFont(look.font)
        painter.setPen(QColor(look.colours.subtle))
        painter.drawText(QRectF(0, 0, size.width(), look.line), 0, self.chart.y_title)
        below = QRectF(area.left(), area.bottom() + look.line + 2 * GAP, area.width(), look.line)
        painter.drawText(below, Qt.AlignmentFlag.AlignHCenter, self.chart.x_title)
        top = below.bottom() + GAP
        self._paint_scale(painter, look, top)
        if self.chart.note:
            line = QRectF(0, top + look.line + GAP, size.width(), look.line)
            painter.setPen(QColor(look.colours.subtle))
            painter.drawText(line, 0, self.chart.note)

    def _paint_scale(self, painter: QPainter, look: ChartStyle, top: float) -> None:
        """Paint the colours from the lowest to the highest value, between their texts."""
        low, high = self.chart.ends
        left = look.width(low) + GAP
        strip = QRectF(left, top + 0.15 * look.line, _SCALE * look.line, 0.7 * look.line)
        gradient = QLinearGradient(strip.topLeft(), strip.topRight())
        for tenth in range(11):
            gradient.setColorAt(tenth / 10, viridis(1 - tenth / 10))
        painter.fillRect(strip, gradient)
        painter.setPen(QColor(look.colours.text))
        painter.drawText(QRectF(0, top, left, look.line), 0, low)
        painter.drawText(QRectF(strip.right() + GAP, top, look.width(high), look.line), 0, high)

    def _above(self, look: ChartStyle) -> float:
        return look.line + GAP

    def _below(self, look: ChartStyle) -> float:
        """The names of columns, their title, the scale, and the note."""
        lines = 4 if self.chart.note else 3
        return lines * look.line + (lines + 2) * GAP

    def _box(self, cell: HeatCell, frame: ResultFrame) -> QRectF:
        left, right = frame.x(cell.column), frame.x(cell.column + 1)
        top, bottom = frame.y(cell.row + 1), frame.y(cell.row)
        return QRectF(left, top, right - left, bottom - top)


def _middles(names: tuple[str, ...], low: float, high: float) -> list[Tick]:
    middles = ((place + 0.5, name) for place, name in enumerate(names))
    return [(middle, name) for middle, name in middles if low <= middle <= high]
