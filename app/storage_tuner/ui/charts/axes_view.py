"""A picture drawn by pyqtgraph with a value axis on its left and another axis below.

Imports pyqtgraph, so nothing may import it before ``ChartLibrary`` is ready. pyqtgraph's PlotItem
isn't used: its layout crashes when a window is deleted after Python's garbage collector freed some
of the items, and its menus aren't wanted.
"""

from __future__ import annotations

from collections.abc import Callable

import pyqtgraph
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QGraphicsItem, QGraphicsView, QStyleOptionGraphicsItem, QWidget

_BEYOND = 60
"""Device-independent pixels by which a label may extend beyond its axis."""


class AxesView:
    """Axes and values in ``widget``, which leaves pointer and keys to its parent."""

    def __init__(self, parent: QWidget | None) -> None:
        self._view = pyqtgraph.GraphicsView(parent)
        self.widget: QGraphicsView = self._view
        self.widget.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.widget.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.widget.setFrameShape(QGraphicsView.Shape.NoFrame)
        # everything is redrawn on any change, so Qt needn't search for the changed parts
        self.widget.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.FullViewportUpdate)
        self._view.setCentralItem(None)
        self._box = pyqtgraph.ViewBox(enableMouse=False, enableMenu=False, defaultPadding=0)
        self._up = pyqtgraph.AxisItem("left", linkView=self._box)
        self._across = pyqtgraph.AxisItem("bottom", linkView=self._box)
        for item in (self._box, self._up, self._across):
            self._view.addItem(item)
        for axis in (self._up, self._across):
            axis.setStyle(hideOverlappingLabels=_BEYOND, autoExpandTextSpace=False)

    def _place(self, area: QRectF) -> None:
        """Place the values in ``area`` of the widget and the axes at its edges, at once, so that
        reading a value under the pointer needs no layout pass."""
        self._box.setGeometry(area)
        self._up.setWidth(area.left())
        self._up.setGeometry(QRectF(0, area.top(), area.left(), area.height()))
        high = self.widget.height() - area.bottom()
        self._across.setHeight(high)
        self._across.setGeometry(QRectF(area.left(), area.bottom(), area.width(), high))


class PaintedItem(QGraphicsItem):
    """An item painted in pixels of the widget, over a rectangle in its own units."""

    def __init__(self, paint: Callable[[QPainter], None]) -> None:
        super().__init__()
        self._paint = paint
        self._bounds = QRectF(0, 0, 1, 1)

    def cover(self, bounds: QRectF) -> None:
        if bounds != self._bounds:
            self.prepareGeometryChange()
            self._bounds = bounds

    def boundingRect(self) -> QRectF:  # noqa: N802
        return self._bounds

    def paint(
        self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None
    ) -> None:
        del option, widget
        painter.save()
        painter.resetTransform()
        self._paint(painter)
        painter.restore()
