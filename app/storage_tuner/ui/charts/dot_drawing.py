"""Where the parts of a dot plot lie, and its painting: on the screen and into files alike."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QPolygonF

from storage_tuner.core.sentence import number as signed
from storage_tuner.present.blocks import Dot, DotPlot, Mark
from storage_tuner.ui import numbers
from storage_tuner.ui.charts.frame import GAP
from storage_tuner.ui.charts.scales import rounded_up
from storage_tuner.ui.language import localized
from storage_tuner.ui.theme import Colours

_HALF = 4.5
"""Half the edge of a dot, in device-independent pixels."""
_ROW = 1.7
_LEAST_AREA = 16
"""In heights of a line: a plot that is narrower gets lines of its own below the words."""
_MOST_TICKS = 6


@dataclass(frozen=True)
class Extent:
    """The ends of the axis in percent, and where its ticks are."""

    low: float
    high: float
    ticks: tuple[float, ...]


def extent(plot: DotPlot) -> Extent:
    """What the plot shows, to the next ticks."""
    low, high = plot.ends
    step = rounded_up((high - low) / _MOST_TICKS)
    first, last = math.floor(low / step), math.ceil(high / step)
    ticks = tuple(number * step for number in range(first, last + 1))
    return Extent(ticks[0], ticks[-1], ticks)


@dataclass(frozen=True)
class Spot:
    """Where a dot is drawn."""

    x: float
    y: float


@dataclass(frozen=True)
class DotFrame:
    """The parts of a plot within ``width``: names to the left of ``area``, words to its right,
    unless ``is_stacked``: then a dot has its name and words in a line, and its interval below."""

    plot: DotPlot
    font: QFont
    width: float

    @property
    def line(self) -> float:
        return QFontMetricsF(self.font).height()

    @property
    def is_stacked(self) -> bool:
        return self._beside < _LEAST_AREA * self.line

    @property
    def row(self) -> float:
        return self.line * (_ROW + 1 if self.is_stacked else _ROW)

    @property
    def area(self) -> QRectF:
        """Of the axis: below its labels, as high as all rows."""
        half = self._advance(max((tick_text(tick) for tick in self.extent.ticks), key=len)) / 2
        left, width = half, self.width - 2 * half
        if not self.is_stacked:
            left, width = self._names + 2 * GAP, self._beside
        return QRectF(left, self.line + GAP, max(width, 1), self.row * len(self.plot.dots))

    @property
    def height(self) -> float:
        return self.area.bottom() + GAP

    @property
    def extent(self) -> Extent:
        return extent(self.plot)

    @property
    def spots(self) -> tuple[Spot, ...]:
        return tuple(
            Spot(self.x(dot.mean), self.y(number)) for number, dot in enumerate(self.plot.dots)
        )

    def x(self, percent: float) -> float:
        found, area = self.extent, self.area
        share = (percent - found.low) / (found.high - found.low)
        return area.left() + min(max(share, 0), 1) * area.width()

    def y(self, number: int) -> float:
        """The middle of a row; of a stacked one that of its lower part."""
        shift = self.line if self.is_stacked else 0
        return self.area.top() + number * self.row + shift + (self.row - shift) / 2

    @property
    def named_ticks(self) -> tuple[float, ...]:
        """Zero, and as many others as there is room for their names."""
        ticks = self.extent.ticks
        widest = max(self._advance(tick_text(tick)) for tick in ticks) + GAP
        every = math.ceil(widest * (len(ticks) - 1) / self.area.width())
        zero = ticks.index(0)
        return tuple(tick for number, tick in enumerate(ticks) if (number - zero) % every == 0)

    def name_box(self, number: int) -> QRectF:
        top = self.area.top() + number * self.row
        if self.is_stacked:
            words = min(self._advance(self.plot.dots[number].text), 0.75 * self.width)
            return QRectF(0, top + GAP / 2, self.width - words - 2 * GAP, self.line)
        return QRectF(0, top, self._names, self.row)

    def words_box(self, number: int) -> QRectF:
        name = self.name_box(number)
        if self.is_stacked:
            return QRectF(name.right() + 2 * GAP, name.top(), self._left_of(name), self.line)
        return QRectF(self.area.right() + 2 * GAP, name.top(), self._left_of(self.area), self.row)

    def _left_of(self, box: QRectF) -> float:
        return max(self.width - box.right() - 2 * GAP, 1)

    @property
    def _names(self) -> float:
        widest = max((self._advance(dot.label) for dot in self.plot.dots), default=0.0)
        return min(widest, 0.3 * self.width)

    @property
    def _beside(self) -> float:
        """What is left for the plot between names and words."""
        words = max((self._advance(dot.text) for dot in self.plot.dots), default=0.0)
        return self.width - self._names - words - 5 * GAP

    def _advance(self, text: str) -> float:
        return QFontMetricsF(self.font).horizontalAdvance(text) + 1


def tick_text(tick: float) -> str:
    return f"{localized(signed(tick, '+g'))}{numbers.SPACE}%" if tick else "0"


def paint_dots(painter: QPainter, frame: DotFrame, colours: Colours) -> None:
    """All of it but the title."""
    painter.setFont(frame.font)
    _paint_band(painter, frame, colours)
    _paint_axis(painter, frame, colours)
    for number, dot in enumerate(frame.plot.dots):
        _paint_words(painter, frame, colours, number)
        _paint_dot(painter, frame, colours, number, dot)


def _paint_band(painter: QPainter, frame: DotFrame, colours: Colours) -> None:
    left, right = frame.x(-frame.plot.band), frame.x(frame.plot.band)
    area = frame.area
    painter.fillRect(QRectF(left, area.top(), right - left, area.height()), QColor(colours.grid))


def _paint_axis(painter: QPainter, frame: DotFrame, colours: Colours) -> None:
    area, metrics = frame.area, QFontMetricsF(frame.font)
    for tick in frame.extent.ticks:
        x = frame.x(tick)
        painter.setPen(QPen(QColor(colours.grid if tick else colours.field_border), 0))
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))
    painter.setPen(QColor(colours.subtle))
    for tick in frame.named_ticks:
        text = tick_text(tick)
        left = frame.x(tick) - metrics.horizontalAdvance(text) / 2
        painter.drawText(QPointF(left, metrics.ascent()), text)


def _paint_words(painter: QPainter, frame: DotFrame, colours: Colours, number: int) -> None:
    dot, metrics = frame.plot.dots[number], QFontMetricsF(frame.font)
    is_open = dot.mark in (Mark.INCONCLUSIVE, Mark.NONE)
    trailing = Qt.AlignmentFlag.AlignRight if frame.is_stacked else Qt.AlignmentFlag.AlignLeft
    for box, text, colour, side in (
        (frame.name_box(number), dot.label, colours.text, Qt.AlignmentFlag.AlignLeft),
        (
            frame.words_box(number),
            dot.text,
            colours.subtle if is_open else colours.text,
            trailing,
        ),
    ):
        if frame.is_stacked:  # the band goes behind the words
            painter.fillRect(box, QColor(colours.base))
        shown = metrics.elidedText(text, Qt.TextElideMode.ElideMiddle, box.width())
        painter.setPen(QColor(colour))
        painter.drawText(box, side | Qt.AlignmentFlag.AlignVCenter, shown)


def _paint_dot(painter: QPainter, frame: DotFrame, colours: Colours, number: int, dot: Dot) -> None:
    spot = frame.spots[number]
    colour = QColor(mark_colour(dot.mark, colours))
    if dot.low is not None and dot.high is not None:
        painter.setPen(QPen(colour, 2))
        ends = [QPointF(frame.x(end), spot.y) for end in (dot.low, dot.high)]
        painter.drawLine(*ends)
        _paint_end(painter, ends[0], 1 if dot.low < frame.extent.low else 0)
        _paint_end(painter, ends[1], -1 if dot.high > frame.extent.high else 0)
    painter.setPen(QPen(colour, 1.5))
    painter.setBrush(QColor(colours.base) if dot.mark is Mark.INCONCLUSIVE else colour)
    _SHAPES[dot.mark](painter, spot.x, spot.y)
    painter.setBrush(Qt.BrushStyle.NoBrush)


def _paint_end(painter: QPainter, place: QPointF, back: int) -> None:
    """A short stroke; an arrow with its feet ``back`` where it reaches beyond the axis."""
    for side in (-_HALF, _HALF):
        painter.drawLine(place, place + QPointF(back * _HALF, side))


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
"""Nobody needs the colours: triangles point up and down, a circle that is empty is open."""
