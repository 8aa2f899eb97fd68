"""A live chart's picture, drawn by pyqtgraph: axes, grid, curves, means, cursor.

Imports pyqtgraph, so nothing may import it before ``ChartLibrary`` is ready. Moments are shifted so
that the end is 0, and values are fractions of the axis's height: while only the data changes,
neither the range nor the axes do, and redrawing those costs most.
"""

from __future__ import annotations

import math
from html import escape

import pyqtgraph
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen
from PySide6.QtWidgets import QWidget

from storage_tuner.ui.charts.axes_view import AxesView
from storage_tuner.ui.charts.frame import GAP, Axes, Frame, area_in
from storage_tuner.ui.live.chart_drawing import Cursor, CurvesDrawing, CurvesItem
from storage_tuner.ui.style.theme import Colours

_TICK = 3

_BESIDE = 10
"""Distance between the cursor and its box, in device-independent pixels."""


class PlotView(AxesView):
    """A live chart's picture; ``vector`` is for files that are scaled later."""

    def __init__(self, parent: QWidget | None = None, *, vector: bool = False) -> None:
        super().__init__(parent)
        self._curves = CurvesItem(vector=vector)
        self._means: list[pyqtgraph.InfiniteLine] = []
        self._line = pyqtgraph.InfiniteLine(angle=90)
        self._words = pyqtgraph.TextItem()
        self._note = pyqtgraph.TextItem(anchor=(0.5, 0.5))
        self._choice = pyqtgraph.LinearRegionItem(movable=False)
        self._style: object = None
        self._axes_shown: object = None
        self._area_shown: QRectF | None = None
        self._build()

    def show(
        self, drawing: CurvesDrawing, cursor: Cursor | None, colours: Colours, font: QFont
    ) -> None:
        """Draw everything; ``font`` is that of the labels."""
        if (colours, font) != self._style:
            self._style = colours, QFont(font)
            self._dress(colours, font)
        self.lay_out(font)
        self._show_axes(drawing.axes)
        self._curves.show_drawing(drawing, cursor, colours)
        self._show_note(drawing, font)
        self._show_means(drawing, colours)
        self._show_cursor(drawing, cursor, colours)

    def lay_out(self, font: QFont) -> None:
        """Place curves and axes after the size changed."""
        area = self.area(font)
        if area != self._area_shown:
            self._area_shown = area
            self._place(area)

    def show_choice(self, ends: tuple[float, float] | None) -> None:
        """Show the period being selected, in seconds before the end."""
        self._choice.setVisible(ends is not None)
        if ends is not None:
            self._choice.setRegion(ends)

    def area(self, font: QFont) -> QRectF:
        """The area of the curves in the widget."""
        return area_in(self.widget.rect().toRectF(), font)

    def paint_into(self, painter: QPainter, box: QRectF) -> None:
        """Paint the picture into ``box`` of a file."""
        self.widget.render(painter, box, self.widget.rect())

    def _build(self) -> None:
        self._up.setStyle(tickLength=0, tickTextOffset=round(GAP))
        self._across.setStyle(tickLength=_TICK, tickTextOffset=round(GAP) - _TICK)
        for number, each in enumerate(
            (self._curves, self._line, self._choice, self._note, self._words)
        ):
            each.setZValue(number)
            self._box.addItem(each, ignoreBounds=True)
        for each in (self._line, self._choice, self._note, self._words):
            each.setVisible(False)

    def _dress(self, colours: Colours, font: QFont) -> None:
        self._view.setBackground(colours.base)
        for axis in (self._up, self._across):
            axis.setPen(QPen(QColor(colours.grid), 0))
            axis.setTextPen(QColor(colours.subtle))
            axis.setStyle(tickFont=QFont(font))
        fill = QColor(colours.accent)
        fill.setAlpha(50)
        self._choice.setBrush(fill)
        for line in self._choice.lines:
            line.setPen(QPen(Qt.PenStyle.NoPen))
        self._line.setPen(QPen(QColor(colours.text), 0))
        self._note.setColor(colours.subtle)
        self._note.setFont(font)
        back = QColor(colours.base)
        back.setAlpha(235)
        self._words.fill = pyqtgraph.mkBrush(back)
        self._words.border = pyqtgraph.mkPen(colours.border)
        self._words.setColor(colours.text)
        self._words.setFont(font)
        self._area_shown = None
        for old in self._means:
            self._box.removeItem(old)
        self._means = []

    def _show_axes(self, axes: Axes) -> None:
        """Set the axes; in a chart that follows the recording, the time ticks stay in place."""
        moments = tuple((round(moment - axes.end, 3), word) for moment, word in axes.moments)
        span = axes.end - axes.begin
        shown = axes.scale, axes.values, moments, span
        if shown == self._axes_shown:
            return
        self._axes_shown = shown
        values = [(axes.scale.place(value), word) for value, word in axes.values]
        self._up.setTicks([values])
        self._across.setTicks([list(moments)])
        self._box.setRange(xRange=(-span, 0), yRange=(0, 1), padding=0, disableAutoRange=True)

    def _show_note(self, drawing: CurvesDrawing, font: QFont) -> None:
        self._note.setVisible(bool(drawing.note))
        if drawing.note:
            self._note.setTextWidth(max(60.0, self.area(font).width() - 8))
            self._note.setHtml(f'<p align="center">{escape(drawing.note)}</p>')
            self._note.setPos((drawing.axes.begin - drawing.axes.end) / 2, 0.5)

    def _show_means(self, drawing: CurvesDrawing, colours: Colours) -> None:
        while len(self._means) < len(drawing.means):
            pen = QPen(QColor(colours.series[len(self._means)]), 0, Qt.PenStyle.DashLine)
            line = pyqtgraph.InfiniteLine(angle=0, pen=pen)
            self._means.append(line)
            self._box.addItem(line, ignoreBounds=True)
        for number, line in enumerate(self._means):
            mean = drawing.means[number] if number < len(drawing.means) else math.nan
            is_there = math.isfinite(mean) and not drawing.note
            line.setVisible(is_there)
            if is_there:
                line.setPos(drawing.axes.scale.place(mean))

    def _show_cursor(self, drawing: CurvesDrawing, cursor: Cursor | None, colours: Colours) -> None:
        """Draw a line at the cursor's moment, and the box to its right, or to its left where there
        is no room."""
        self._line.setVisible(cursor is not None)
        self._words.setVisible(cursor is not None and bool(cursor.words))
        if cursor is None:
            return
        axes = drawing.axes
        x = cursor.moment - axes.end
        self._line.setPos(x)
        if cursor.words:
            self._show_words(
                cursor.words, Frame(self._area_shown or QRectF(), axes).x(cursor.moment), x, colours
            )

    def _show_words(self, words: tuple[str, ...], place: float, x: float, colours: Colours) -> None:
        first, *others = map(escape, words)
        lines = (f'<span style="color: {colours.subtle}">{first}</span>', *others)
        self._words.setHtml("<br>".join(lines))
        area = self._area_shown or QRectF()
        wide = self._words.textItem.boundingRect().width()
        beside = _BESIDE * (area.width() and abs(self._box.viewRect().width()) / area.width())
        is_left = place + _BESIDE + wide > area.right()
        self._words.setAnchor((1, 0) if is_left else (0, 0))
        self._words.setPos(x - beside if is_left else x + beside, 1)


def unseen(size: QSize, *, vector: bool) -> PlotView:
    """A view for files: laid out, but never shown on the screen."""
    made = PlotView(vector=vector)
    made.widget.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
    made.widget.resize(size)
    made.widget.show()
    return made
