"""A result chart's picture by pyqtgraph: the visible part with axes and grid; it can be zoomed and
moved.

Imports pyqtgraph, so it's imported when the first such chart is shown.
"""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QWidget

from storage_tuner.ui.charts.axes_view import AxesView, PaintedItem
from storage_tuner.ui.charts.frame import GAP
from storage_tuner.ui.charts.result_frame import ChartStyle, ResultDrawing, ResultFrame

_CLOSEST = 50
"""The largest magnification."""

_NEARLY = 1 - 1e-6
_RING = 6.0


class ResultView(AxesView):
    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._inside = PaintedItem(self._paint_inside)
        self._around = PaintedItem(self._paint_around)
        self._drawing: ResultDrawing | None = None
        self._look: ChartStyle | None = None
        self.read: int | None = None
        """The number of the ringed value."""
        self.frame: ResultFrame | None = None
        """The current mapping from values to pixels; None while there is no chart."""
        self._build()

    def _framed(self) -> ResultFrame | None:
        if self._drawing is None or self._look is None:
            return None
        area, shown, look = self._box.geometry(), self._box.viewRect(), self._look
        across = self._drawing.ticks_across(shown.left(), shown.right(), area.width(), look)
        up = self._drawing.ticks_up(shown.top(), shown.bottom(), area.height(), look)
        return ResultFrame(area, shown, look, tuple(across), tuple(up))

    @property
    def places(self) -> list[QPointF]:
        """The positions of the readable values, including those outside the visible part."""
        frame = self.frame
        return [] if frame is None or self._drawing is None else self._drawing.places(frame)

    def show(
        self, drawing: ResultDrawing | None, look: ChartStyle, *, goes_on: bool = False
    ) -> None:
        """Show all of ``drawing``; if it ``goes_on`` with the one before, keep the visible part."""
        is_new = drawing is not self._drawing
        stays = goes_on and not self.is_whole
        if is_new:
            self.read = None
        self._drawing, self._look = drawing, look
        for item in (self._box, self._up, self._across, self._around):
            item.setVisible(drawing is not None)
        if drawing is None:
            self.frame = None
            return
        self._dress(look)
        self._lay_out(drawing, look)
        if is_new:
            self._limit(drawing)
            if not stays:
                self.reset()
        self._redraw()

    def _lay_out(self, drawing: ResultDrawing, look: ChartStyle) -> None:
        whole = self._whole
        self._place(drawing.area(whole, look))
        self._inside.cover(QRectF(drawing.home))
        self._around.cover(QRectF(QPointF(), whole))

    def mark(self, number: int | None) -> None:
        """Ring the value at the cursor."""
        self.read = number
        self._redraw()

    @property
    def is_whole(self) -> bool:
        """Return whether the whole chart is visible."""
        if self._drawing is None:
            return True
        shown: QRectF = self._box.viewRect()
        home = self._drawing.home
        return shown.width() >= home.width() * _NEARLY and shown.height() >= home.height() * _NEARLY

    def zoom(self, factor: float, at: QPointF | None = None) -> None:
        """Show ``factor`` times as much, around the position ``at`` in the widget or the centre."""
        frame = self.frame
        if frame is None or self._drawing is None or frame.area.isEmpty():
            return
        middle = self._box.mapSceneToView(at) if at is not None else frame.shown.center()
        self._box.scaleBy(x=factor, y=factor if self._drawing.zooms_up else None, center=middle)
        self._redraw()

    def move(self, by: QPointF) -> None:
        """Scroll by this many pixels."""
        frame = self.frame
        if frame is None or self._drawing is None or frame.area.isEmpty():
            return
        along = -by.x() * frame.shown.width() / frame.area.width()
        up = by.y() * frame.shown.height() / frame.area.height()
        self._box.translateBy(x=along, y=up if self._drawing.zooms_up else None)
        self._redraw()

    def reset(self) -> None:
        """Show the whole chart again."""
        if self._drawing is not None:
            self._box.setRange(self._drawing.home, padding=0, disableAutoRange=True)
            self._redraw()

    @property
    def _whole(self) -> QSizeF:
        return QSizeF(self.widget.size())

    def _build(self) -> None:
        self._view.setAntialiasing(True)
        self._around.setZValue(self._box.zValue() - 1)
        self._view.addItem(self._around)
        self._box.addItem(self._inside, ignoreBounds=True)
        for axis in (self._up, self._across):
            axis.setStyle(tickLength=0, tickAlpha=0, tickTextOffset=round(GAP))

    def _dress(self, look: ChartStyle) -> None:
        self._view.setBackground(look.colours.base)
        for axis in (self._up, self._across):
            axis.setPen(None)
            axis.setTextPen(QColor(look.colours.subtle))
            axis.setStyle(tickFont=look.font)

    def _limit(self, drawing: ResultDrawing) -> None:
        home = drawing.home
        self._box.setLimits(
            xMin=home.left(),
            xMax=home.right(),
            yMin=home.top(),
            yMax=home.bottom(),
            minXRange=home.width() / _CLOSEST,
            minYRange=home.height() / _CLOSEST,
        )

    def _redraw(self) -> None:
        frame = self.frame = self._framed()
        if frame is not None:
            self._up.setTicks([frame.up])
            self._across.setTicks([frame.across])
        self._view.viewport().update()

    def _paint_inside(self, painter: QPainter) -> None:
        frame, drawing = self.frame, self._drawing
        if frame is None or drawing is None:
            return
        drawing.paint(painter, frame)
        places = drawing.places(frame)
        if self.read is not None and self.read < len(places):
            painter.setPen(QPen(QColor(frame.look.colours.text), 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(places[self.read], _RING, _RING)

    def _paint_around(self, painter: QPainter) -> None:
        frame, drawing = self.frame, self._drawing
        if frame is None or drawing is None:
            return
        drawing.paint_around(painter, frame, self._whole)
