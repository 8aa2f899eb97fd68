"""A chart of recorded curves at one moment: painted on the screen and into files alike.

Imports numpy through the curves, so nothing may import it before ``ChartLibrary`` is ready.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from storage_tuner.services.history import Stretch
from storage_tuner.ui.charts.curves import (
    Ink,
    as_columns,
    clip,
    is_ranged,
    paint_means,
    paint_range,
)
from storage_tuner.ui.charts.frame import Axes, Frame
from storage_tuner.ui.charts.strokes import STROKES, draw_mark
from storage_tuner.ui.theme import Colours

_PADDING = 7.0
_PALE = 0.45


@dataclass(frozen=True)
class Drawing:
    """The curves of ``keys`` over ``stretch``; ``note`` is said where they show nothing."""

    axes: Axes
    stretch: Stretch
    keys: tuple[str, ...]
    note: str = ""


@dataclass(frozen=True)
class Cursor:
    """A moment that is read: ``values`` by series, None where there is none. ``words`` stand in a
    box beside it; without any there is the line only."""

    moment: float
    values: tuple[float | None, ...]
    words: tuple[str, ...] = ()


def paint_curves(
    painter: QPainter,
    drawing: Drawing,
    frame: Frame,
    colours: Colours,
    ratio: float,
    *,
    vector: bool,
) -> None:
    """Paler ranges below, so that none of them hides a line; the first series lies on top."""
    if not len(drawing.stretch):
        return
    painter.save()
    clip(painter, frame.area)
    pens = []
    for number, key in reversed([*enumerate(drawing.keys)]):
        ink = Ink(QColor(colours.series[number]), STROKES[number], ratio, vector)
        pens.append((as_columns(drawing.stretch, drawing.stretch.curves[key], frame, ratio), ink))
    for placed, ink in pens:
        if is_ranged(placed):
            pale = replace(ink, colour=mixed(ink.colour, QColor(colours.base), _PALE))
            paint_range(painter, placed, pale)
    for placed, ink in pens:
        paint_means(painter, placed, frame, ink)
    painter.restore()


def mixed(colour: QColor, other: QColor, share: float) -> QColor:
    """``colour`` with a ``share`` of ``other``."""
    one, two = ((each.red(), each.green(), each.blue()) for each in (colour, other))
    return QColor(*(round(a + (b - a) * share) for a, b in zip(one, two, strict=True)))


def paint_note(painter: QPainter, text: str, frame: Frame, colours: Colours, font: QFont) -> None:
    painter.setFont(font)
    painter.setPen(QColor(colours.subtle))
    flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
    painter.drawText(frame.area.adjusted(4, 0, -4, 0), flags, text)


def paint_cursor(
    painter: QPainter, cursor: Cursor, frame: Frame, colours: Colours, font: QFont
) -> None:
    """A line at the moment, a mark at each value, and the box."""
    x = frame.x(cursor.moment)
    painter.setPen(QPen(QColor(colours.text), 0))
    painter.drawLine(QPointF(x, frame.area.top()), QPointF(x, frame.area.bottom()))
    for number, value in enumerate(cursor.values):
        if value is not None:
            place = QPointF(x, min(max(frame.y(value), frame.area.top()), frame.area.bottom()))
            draw_mark(painter, place, QColor(colours.series[number]), STROKES[number])
    if cursor.words:
        _paint_box(painter, cursor, x, frame.area, colours, font)


def _paint_box(
    painter: QPainter, cursor: Cursor, x: float, area: QRectF, colours: Colours, font: QFont
) -> None:
    """To the right of the line, or to its left where there is no room."""
    metrics = QFontMetricsF(font)
    line = metrics.height()
    width = max(map(metrics.horizontalAdvance, cursor.words)) + 2 * _PADDING
    height = len(cursor.words) * line + 2 * _PADDING - 4
    left = x + 10 if x + 10 + width <= area.right() else max(x - 10 - width, area.left())
    box = QRectF(left, area.top() + 4, width, height)
    back = QColor(colours.base)
    back.setAlpha(235)
    painter.setBrush(back)
    painter.setPen(QPen(QColor(colours.border), 1))
    painter.drawRoundedRect(box, 4, 4)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setFont(font)
    for number, text in enumerate(cursor.words):
        painter.setPen(QColor(colours.text if number else colours.subtle))
        place = QPointF(box.left() + _PADDING, box.top() + _PADDING - 2 + number * line)
        painter.drawText(QPointF(place.x(), place.y() + metrics.ascent()), text)
