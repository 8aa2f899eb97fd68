"""The picture of recorded curves at one moment, and their item for pyqtgraph.

Imports numpy through the curves, so nothing may import it before ``ChartLibrary`` is ready.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from storage_tuner.present.wording import printable
from storage_tuner.ui.charts.frame import Axes, Frame
from storage_tuner.ui.charts.strokes import STROKES, draw_mark
from storage_tuner.ui.live.curves import Ink, as_columns, clip, is_ranged, paint_means, paint_range
from storage_tuner.ui.live.recent_history import SettingMark, Stretch
from storage_tuner.ui.style.colours import mixed, rgb
from storage_tuner.ui.style.theme import Colours

_PALE = 0.45
_BESIDE = 3
"""Distance between a line and its text, in device-independent pixels."""

_LEAST_WORDS, _MOST_WORDS = 5, 24
"""Lengths in average letters."""


@dataclass(frozen=True)
class CurvesDrawing:
    """The curves of ``keys`` over ``stretch``, with a line at each of their ``means`` (NaN for
    none); ``note`` is shown where they are empty. ``marks`` are events of that period."""

    axes: Axes
    stretch: Stretch
    keys: tuple[str, ...]
    note: str = ""
    means: tuple[float, ...] = ()
    marks: tuple[SettingMark, ...] = ()


@dataclass(frozen=True)
class Cursor:
    """The cursor: ``values`` by series, None where there is none. ``words`` are shown in a box next
    to it; without them only the line is drawn."""

    moment: float
    values: tuple[float | None, ...]
    words: tuple[str, ...] = ()


class CurvesItem(QGraphicsItem):
    """Grid lines, curves and the cursor's marks; from (-span, 0) to (0, 1).

    pyqtgraph's own curves and grid cost five to ten times as much at ten drawings a second.
    """

    def __init__(self, *, vector: bool) -> None:
        super().__init__()
        self._vector = vector
        self._drawing: CurvesDrawing | None = None
        self._cursor: Cursor | None = None
        self._colours: Colours | None = None
        self._bounds = QRectF(0, 0, 1, 1)

    def show_drawing(self, drawing: CurvesDrawing, cursor: Cursor | None, colours: Colours) -> None:
        span = drawing.axes.end - drawing.axes.begin
        if span != self._bounds.width():
            self.prepareGeometryChange()
            self._bounds = QRectF(-span, 0, span, 1)
        self._drawing = drawing
        self._cursor = cursor
        self._colours = colours
        self.update()

    def boundingRect(self) -> QRectF:  # noqa: N802
        return self._bounds

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        del option
        drawing, colours = self._drawing, self._colours
        if drawing is None or colours is None:
            return
        frame = Frame(painter.worldTransform().mapRect(self._bounds), drawing.axes)
        ratio = (
            widget.devicePixelRatioF()
            if widget is not None
            else painter.device().devicePixelRatioF()
        )
        painter.save()
        painter.resetTransform()
        _paint_grid(painter, frame, colours)
        _paint_what_happened(painter, drawing, frame, colours)
        if not drawing.note:
            _paint_curves(painter, drawing, frame, colours, ratio, vector=self._vector)
        if self._cursor is not None:
            _paint_marks(painter, self._cursor, frame, colours)
        painter.restore()


def _paint_grid(painter: QPainter, frame: Frame, colours: Colours) -> None:
    """Paint grid lines of one device pixel."""
    area = frame.area
    painter.setPen(QPen(QColor(colours.grid), 0))
    for value, _ in frame.axes.values:
        y = frame.y(value)
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))


def _paint_what_happened(
    painter: QPainter, drawing: CurvesDrawing, frame: Frame, colours: Colours
) -> None:
    """Paint a dotted line at each event, with as much of its text as fits before the next one."""
    area, metrics = frame.area, QFontMetricsF(painter.font())
    places = [*(frame.x(mark.at) for mark in drawing.marks), area.right()]
    for mark, (place, end) in zip(drawing.marks, pairwise(places), strict=True):
        painter.setPen(QPen(QColor(colours.subtle), 0, Qt.PenStyle.DotLine))
        painter.drawLine(QPointF(place, area.top()), QPointF(place, area.bottom()))
        room = min(end - place - 2 * _BESIDE, _MOST_WORDS * metrics.averageCharWidth())
        if room >= _LEAST_WORDS * metrics.averageCharWidth():
            words = printable(mark.text)
            shown = metrics.elidedText(words, Qt.TextElideMode.ElideRight, room)
            painter.setPen(QColor(colours.subtle))
            painter.drawText(QPointF(place + _BESIDE, area.top() + metrics.ascent()), shown)


def _paint_marks(painter: QPainter, cursor: Cursor, frame: Frame, colours: Colours) -> None:
    for number, value in enumerate(cursor.values):
        if value is not None:
            y = min(max(frame.y(value), frame.area.top()), frame.area.bottom())
            place = QPointF(frame.x(cursor.moment), y)
            draw_mark(painter, place, QColor(colours.series[number]), STROKES[number])


def _paint_curves(
    painter: QPainter,
    drawing: CurvesDrawing,
    frame: Frame,
    colours: Colours,
    ratio: float,
    *,
    vector: bool,
) -> None:
    """Paint the paler ranges first, so that none hides a line; the first series is on top."""
    if not len(drawing.stretch):
        return
    clip(painter, frame.area)
    pens = []
    for number, key in reversed([*enumerate(drawing.keys)]):
        ink = Ink(QColor(colours.series[number]), STROKES[number], ratio, vector)
        pens.append((as_columns(drawing.stretch, drawing.stretch.curves[key], frame, ratio), ink))
    for placed, ink in pens:
        if is_ranged(placed):
            pale = mixed(rgb(ink.colour.name()), rgb(colours.base), _PALE)
            paint_range(painter, placed, replace(ink, colour=QColor.fromRgbF(*pale)))
    for placed, ink in pens:
        paint_means(painter, placed, frame, ink)
