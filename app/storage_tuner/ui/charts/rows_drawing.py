"""Dot plot or bar chart of rows with intervals, for the window."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QPolygonF

from storage_tuner.core.language import spoken
from storage_tuner.present import numbers
from storage_tuner.present.blocks import Dot, DotPlot, Mark
from storage_tuner.present.wording import printable
from storage_tuner.report.charts import svg as charts
from storage_tuner.report.charts.svg import BarChart, ChartBar
from storage_tuner.ui.charts import scales
from storage_tuner.ui.charts.frame import GAP, Tick
from storage_tuner.ui.charts.result_frame import ChartStyle, ResultFrame
from storage_tuner.ui.style.theme import Colours

_HALF = 4.5
"""Half the edge of a dot, in device-independent pixels."""

_ROW = 1.7
_LEAST_AREA = 16
"""In line heights: in a narrower chart the values get lines of their own below the words."""

_MOST_TICKS = 6
_PALE = 110
"""Opacity of bars that aren't emphasised, of 255."""


@dataclass(frozen=True)
class ValueRow:
    """A row's names and value; ``text`` is the value in words."""

    label: str
    text: str
    value: float
    low: float | None
    high: float | None
    is_bold: bool = False
    is_pale: bool = False


class RowsDrawing(ABC):
    """Draws rows of values. Units: the value across, and one row each upwards, the last one from 0
    to 1. Names are to the left of the area and words to its right; where that is too narrow, both
    share a line above their value."""

    zooms_up = False

    @property
    @abstractmethod
    def rows(self) -> tuple[ValueRow, ...]:
        """The rows from top to bottom."""

    @property
    @abstractmethod
    def ends(self) -> tuple[float, float]:
        """The initially visible range of values."""

    @property
    @abstractmethod
    def title_below(self) -> str:
        """The axis title; "" where the tick labels include the unit."""

    @abstractmethod
    def tick_text(self, tick: float, step: float) -> str: ...
    @abstractmethod
    def paint_ground(self, painter: QPainter, frame: ResultFrame) -> None:
        """Paint what is below grid and values."""

    @abstractmethod
    def paint_value(self, painter: QPainter, frame: ResultFrame, number: int) -> None: ...
    @cached_property
    def home(self) -> QRectF:
        low, high = self.ends
        return QRectF(low, 0, high - low, max(1, len(self.rows)))

    def height(self, width: float, look: ChartStyle) -> float:
        below = look.line * (2 if self.title_below else 1) + 2 * GAP
        return self._row(width, look) * len(self.rows) + below + GAP

    def area(self, size: QSizeF, look: ChartStyle) -> QRectF:
        width = size.width()
        low, high = self.ends
        half = max(look.width(text) for _, text in self.ticks_across(low, high, 1, look)) / 2
        left, wide = half, width - 2 * half
        if not self._is_stacked(width, look):
            left, wide = self._names(width, look) + 2 * GAP, self._beside(width, look)
        area = QRectF(left, GAP, max(wide, 1), self._row(width, look) * max(1, len(self.rows)))
        return area.toAlignedRect().toRectF()

    def ticks_across(self, low: float, high: float, room: float, look: ChartStyle) -> list[Tick]:
        step = scales.rounded_up((high - low) / _MOST_TICKS)
        while True:
            ticks = scales.multiples(step, low, high)
            found = [(tick, self.tick_text(tick, step)) for tick in ticks]
            widest = max((look.width(text) for _, text in found), default=0)
            if len(found) < 3 or (widest + GAP) * len(found) <= room:
                return found
            step = scales.rounded_up(step * 1.5)

    def ticks_up(self, low: float, high: float, room: float, look: ChartStyle) -> list[Tick]:
        del low, high, room, look
        return []

    def places(self, frame: ResultFrame) -> list[QPointF]:
        return [
            QPointF(frame.x(row.value), self.middle(frame, number))
            for number, row in enumerate(self.rows)
        ]

    def paint(self, painter: QPainter, frame: ResultFrame) -> None:
        for number in range(len(self.rows)):
            self.paint_value(painter, frame, number)

    def paint_around(self, painter: QPainter, frame: ResultFrame, size: QSizeF) -> None:
        area, look = frame.area, frame.look
        self.paint_ground(painter, frame)
        for tick, _ in frame.across:
            x = frame.x(tick)
            colour = look.colours.grid if tick else look.colours.field_border
            painter.setPen(QPen(QColor(colour), 0))
            painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))
        for number in range(len(self.rows)):
            self._paint_words(painter, frame, size.width(), number)
        if self.title_below:
            painter.setFont(look.font)
            painter.setPen(QColor(look.colours.subtle))
            below = QRectF(area.left(), size.height() - look.line - 1, area.width(), look.line)
            painter.drawText(below, Qt.AlignmentFlag.AlignHCenter, self.title_below)

    def middle(self, frame: ResultFrame, number: int) -> float:
        """The vertical centre of a row in pixels; in a stacked row, that of its lower part."""
        area, look = frame.area, frame.look
        row = area.height() / len(self.rows)
        above = look.line if row > (_ROW + 0.5) * look.line else 0
        return area.top() + number * row + above + (row - above) / 2

    def paint_interval(self, painter: QPainter, frame: ResultFrame, number: int) -> None:
        """Paint the interval with a short stroke at its ends, or an arrow where it's cut off."""
        row = self.rows[number]
        if row.low is None or row.high is None:
            return
        y, area = self.middle(frame, number), frame.area
        ends = []
        for value, back in ((row.low, 1), (row.high, -1)):
            x = frame.x(value)
            held = min(max(x, area.left()), area.right())
            ends.append((QPointF(held, y), 0 if held == x else back))
        painter.drawLine(ends[0][0], ends[1][0])
        for place, back in ends:
            for side in (-_HALF, _HALF):
                painter.drawLine(place, place + QPointF(back * _HALF, side))

    def _row(self, width: float, look: ChartStyle) -> float:
        return look.line * (_ROW + 1 if self._is_stacked(width, look) else _ROW)

    def _is_stacked(self, width: float, look: ChartStyle) -> bool:
        return self._beside(width, look) < _LEAST_AREA * look.line

    def _names(self, width: float, look: ChartStyle) -> float:
        widest = max((look.width(row.label, bold=row.is_bold) for row in self.rows), default=0.0)
        return min(widest, 0.3 * width)

    def _words(self, look: ChartStyle) -> float:
        return max((look.width(row.text, bold=row.is_bold) for row in self.rows), default=0.0)

    def _beside(self, width: float, look: ChartStyle) -> float:
        """The width left for the values between names and words."""
        return width - self._names(width, look) - self._words(look) - 5 * GAP

    def _paint_words(
        self, painter: QPainter, frame: ResultFrame, width: float, number: int
    ) -> None:
        row, look, area = self.rows[number], frame.look, frame.area
        high = self._row(width, look)
        top = area.top() + number * high
        stacked = self._is_stacked(width, look)
        if stacked:
            words = min(look.width(row.text, bold=row.is_bold), 0.75 * width)
            name_box = QRectF(0, top + GAP / 2, width - words - 2 * GAP, look.line)
            words_box = QRectF(width - words, name_box.top(), words, look.line)
        else:
            name_box = QRectF(0, top, self._names(width, look), high)
            left = area.right() + 2 * GAP
            words_box = QRectF(left, top, max(width - left, 1), high)
        painter.setFont(look.written(bold=row.is_bold))
        metrics = QFontMetricsF(painter.font())
        for box, text, is_pale in (
            (name_box, row.label, False),
            (words_box, row.text, row.is_pale),
        ):
            if stacked:  # the background covers what is behind the words
                painter.fillRect(box, QColor(look.colours.base))
            painter.setPen(QColor(look.colours.subtle if is_pale else look.colours.text))
            shown = metrics.elidedText(text, Qt.TextElideMode.ElideMiddle, box.width())
            painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, shown)


@dataclass(frozen=True)
class DotsDrawing(RowsDrawing):
    """Draws ``plot``, whose texts are in the window's language."""

    plot: DotPlot

    @cached_property
    def rows(self) -> tuple[ValueRow, ...]:
        return tuple(
            ValueRow(
                dot.label,
                dot.text,
                dot.mean,
                dot.low,
                dot.high,
                is_pale=dot.mark in (Mark.INCONCLUSIVE, Mark.NONE),
            )
            for dot in self.plot.dots
        )

    @property
    def ends(self) -> tuple[float, float]:
        """The range, extended to the next ticks."""
        low, high = self.plot.ends
        step = scales.rounded_up((high - low) / _MOST_TICKS)
        return math.floor(low / step) * step, math.ceil(high / step) * step

    @property
    def title_below(self) -> str:
        return ""

    def tick_text(self, tick: float, step: float) -> str:
        del step
        return f"{spoken().number(tick, '+g')}{numbers.SPACE}%" if tick else "0"

    def paint_ground(self, painter: QPainter, frame: ResultFrame) -> None:
        """Paint the band of differences that count as the same."""
        area = frame.area
        left, right = (
            min(max(frame.x(side * self.plot.band), area.left()), area.right()) for side in (-1, 1)
        )
        band = QRectF(left, area.top(), right - left, area.height())
        painter.fillRect(band, QColor(frame.look.colours.grid))

    def paint_value(self, painter: QPainter, frame: ResultFrame, number: int) -> None:
        dot: Dot = self.plot.dots[number]
        colours = frame.look.colours
        colour = QColor(mark_colour(dot.mark, colours))
        painter.setPen(QPen(colour, 2))
        self.paint_interval(painter, frame, number)
        painter.setPen(QPen(colour, 1.5))
        painter.setBrush(QColor(colours.base) if dot.mark is Mark.INCONCLUSIVE else colour)
        _SHAPES[dot.mark](painter, frame.x(dot.mean), self.middle(frame, number))
        painter.setBrush(Qt.BrushStyle.NoBrush)


@dataclass(frozen=True)
class BarsDrawing(RowsDrawing):
    """Draws ``chart``, whose texts are in the window's language."""

    chart: BarChart

    @cached_property
    def rows(self) -> tuple[ValueRow, ...]:
        factor = self.chart.factor
        return tuple(
            ValueRow(
                printable(bar.name),
                printable(bar.label),
                bar.value * factor,
                None if bar.low is None else bar.low * factor,
                None if bar.high is None else bar.high * factor,
                is_bold=bar.emphasised,
            )
            for bar in self.chart.bars
        )

    @property
    def ends(self) -> tuple[float, float]:
        return 0.0, charts.bar_ticks(self.chart)[-1]

    @property
    def title_below(self) -> str:
        return printable(self.chart.x_title)

    def tick_text(self, tick: float, step: float) -> str:
        return charts.tick_label(tick, (0, step))

    def paint_ground(self, painter: QPainter, frame: ResultFrame) -> None:
        """Paint nothing: bars have no background."""

    def paint_value(self, painter: QPainter, frame: ResultFrame, number: int) -> None:
        bar: ChartBar = self.chart.bars[number]
        look, row = frame.look, self.rows[number]
        colour = QColor(look.series[bar.style % len(look.series)])
        colour.setAlpha(255 if bar.emphasised else _PALE)
        y, half = self.middle(frame, number), 0.55 * look.line
        painter.fillRect(
            QRectF(QPointF(frame.x(0), y - half), QPointF(frame.x(row.value), y + half)), colour
        )
        # the light line makes the dark one visible on a dark bar, also without colours
        for line, width in ((look.colours.base, 3.0), (look.colours.text, 1.2)):
            painter.setPen(QPen(QColor(line), width))
            self.paint_interval(painter, frame, number)


def mark_colour(mark: Mark, colours: Colours) -> str:
    return {Mark.FASTER: colours.good, Mark.SLOWER: colours.bad}.get(mark, colours.subtle)


def _triangle(painter: QPainter, x: float, y: float, *, up: bool) -> None:
    way = 1 if up else -1
    tip = QPointF(x, y - way * (_HALF + 1))
    feet = (QPointF(x + side * (_HALF + 1), y + way * _HALF) for side in (1, -1))
    painter.drawPolygon(QPolygonF([tip, *feet]))


def _circle(painter: QPainter, x: float, y: float) -> None:
    painter.drawEllipse(QPointF(x, y), _HALF, _HALF)


def _square(painter: QPainter, x: float, y: float) -> None:
    painter.drawRect(QRectF(x - _HALF + 0.5, y - _HALF + 0.5, 2 * _HALF - 1, 2 * _HALF - 1))


_SHAPES: dict[Mark, Callable[[QPainter, float, float], None]] = {
    Mark.FASTER: lambda painter, x, y: _triangle(painter, x, y, up=True),
    Mark.SLOWER: lambda painter, x, y: _triangle(painter, x, y, up=False),
    Mark.SAME: _square,
    Mark.INCONCLUSIVE: _circle,
    Mark.NONE: _circle,
}
"""Shapes that make colours unnecessary: triangles point up and down, an empty circle means
inconclusive."""
