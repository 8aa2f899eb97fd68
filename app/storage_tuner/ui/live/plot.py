"""The plot area of a live chart, and its mouse and keyboard events.

Imports pyqtgraph, so nothing may import it before ``ChartLibrary`` is ready.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QLabel

from storage_tuner.ui.charts.frame import Axes, Frame, value_room
from storage_tuner.ui.charts.zooming import NOTCH, zoom_of_key, zoom_of_wheel
from storage_tuner.ui.live.chart_drawing import Cursor, CurvesDrawing
from storage_tuner.ui.live.plot_view import PlotView
from storage_tuner.ui.style import theme

_RING = 2
"""Room for the focus frame."""


class Plot(QLabel):
    """A label with a picture, because screen readers then announce it so.

    Moments are seconds of the sampler's clock. ``pointed`` carries the moment under the pointer, or
    None; ``chosen`` the ends of a period selected by dragging; ``zoomed`` a factor and the moment
    to keep in place, or None; ``moved`` the distance to scroll, in multiples of the period;
    ``stepped`` the number of cursor steps, or 0 and then ±1 for the beginning or end.
    """

    pointed = Signal(object)
    chosen = Signal(float, float)
    zoomed = Signal(float, object)
    moved = Signal(float)
    stepped = Signal(int, int)
    reset = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.wheel_zooms = True
        self.drawing: CurvesDrawing | None = None
        self.cursor_shown: Cursor | None = None
        self._pressed: QPointF | None = None
        self._dragged: QPointF | None = None
        self.view = PlotView(self)
        self.setPixmap(QPixmap(1, 1))
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    def sizeHint(self) -> QSize:  # noqa: N802
        return QSize(320, 130)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        return QSize(160, 5 * self.fontMetrics().height())

    def show_drawing(self, drawing: CurvesDrawing, cursor: Cursor | None) -> None:
        self.drawing = drawing
        self.cursor_shown = cursor
        self.view.show(drawing, cursor, theme.colours(self.palette()), self.font())

    def frame(self, axes: Axes) -> Frame:
        return Frame(self.view.area(self.font()).translated(_RING, _RING), axes)

    def least_width(self) -> int:
        return round(2 * value_room(self.font()))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        super().resizeEvent(event)
        inside = self.rect().adjusted(_RING, _RING, -_RING, -_RING)
        self.view.widget.setGeometry(inside)
        self.view.lay_out(self.font())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802
        """Paint the focus frame, which the picture leaves room for."""
        painter = QPainter(self)
        colours = theme.colours(self.palette())
        painter.fillRect(self.rect(), QColor(colours.base))
        if self.hasFocus():
            painter.setPen(QPen(QColor(colours.accent), _RING))
            painter.drawRect(QRectF(self.rect()).adjusted(1, 1, -1, -1))

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        if event.button() is Qt.MouseButton.LeftButton:
            self._pressed = event.position()
            self._dragged = None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        if self._pressed is not None and event.buttons() & Qt.MouseButton.LeftButton:
            far = abs(event.position().x() - self._pressed.x())
            if self._dragged is not None or far >= QApplication.startDragDistance():
                self._dragged = event.position()
                self._show_choice()
                return
        self.pointed.emit(self._moment_at(event.position().x()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        if event.button() is not Qt.MouseButton.LeftButton or self._pressed is None:
            return
        begin, end = self._pressed, self._dragged
        self._pressed = self._dragged = None
        if end is not None:
            first, last = self.moment_near(begin.x()), self.moment_near(end.x())
            if first is not None and last is not None and first != last:
                self.chosen.emit(min(first, last), max(first, last))
        self._show_choice()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        if event.button() is Qt.MouseButton.LeftButton:
            self.reset.emit()

    def leaveEvent(self, event: QEvent) -> None:  # noqa: N802
        super().leaveEvent(event)
        self.pointed.emit(None)

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802
        super().focusOutEvent(event)
        if event.reason() is not Qt.FocusReason.PopupFocusReason:
            self.pointed.emit(None)

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802
        """Zoom; on a page that scrolls, only with Ctrl or while the chart has the focus."""
        control = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if not (self.wheel_zooms or control or self.hasFocus()) or self.drawing is None:
            event.ignore()
            return
        across, along = event.angleDelta().x(), event.angleDelta().y()
        if across and abs(across) > abs(along):
            self.moved.emit(-across / NOTCH / 10)
        elif event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.moved.emit(-along / NOTCH / 10)
        elif along:
            self.zoomed.emit(zoom_of_wheel(along), self.moment_near(event.position().x()))
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        forward = 1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 10
        key = event.key()
        if key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            self.stepped.emit(-forward if key == Qt.Key.Key_Left else forward, 0)
        elif key in (Qt.Key.Key_Home, Qt.Key.Key_End):
            self.stepped.emit(0, -1 if key == Qt.Key.Key_Home else 1)
        elif key in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown):
            self.moved.emit(-0.5 if key == Qt.Key.Key_PageUp else 0.5)
        elif (factor := zoom_of_key(key)) is not None:
            self.zoomed.emit(factor, None)
        elif key == Qt.Key.Key_0:
            self.reset.emit()
        elif key == Qt.Key.Key_Escape and self.cursor_shown is not None:
            self.pointed.emit(None)
        else:
            super().keyPressEvent(event)

    def _show_choice(self) -> None:
        ends = None
        if self.drawing is not None and self._pressed is not None and self._dragged is not None:
            first, last = self.moment_near(self._pressed.x()), self.moment_near(self._dragged.x())
            if first is not None and last is not None:
                end = self.drawing.axes.end
                ends = min(first, last) - end, max(first, last) - end
        self.view.show_choice(ends)

    def _moment_at(self, x: float) -> float | None:
        """The moment at ``x``; None outside the plot area."""
        if self.drawing is None:
            return None
        frame = self.frame(self.drawing.axes)
        return frame.moment(x) if frame.area.left() <= x <= frame.area.right() else None

    def moment_near(self, x: float) -> float | None:
        """The moment at ``x``, or at the nearest edge of the plot area."""
        if self.drawing is None:
            return None
        area = self.frame(self.drawing.axes).area
        return self._moment_at(min(max(x, area.left()), area.right()))
