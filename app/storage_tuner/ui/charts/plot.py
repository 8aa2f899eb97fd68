"""The drawing area of a live chart: what it shows, and what mouse and keyboard ask of it.

Imports numpy, so nothing may import it before ``ChartLibrary`` is ready.
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
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QLabel

from storage_tuner.ui import theme
from storage_tuner.ui.charts.drawing import Cursor, Drawing, paint_cursor, paint_curves, paint_note
from storage_tuner.ui.charts.frame import Axes, Frame, area_in, paint_axes, value_room

ZOOM = 0.8
"""By how much one notch of the wheel, or one press of a key, shortens the time."""

_NOTCH = 120


class Plot(QLabel):
    """A label with a picture, for that is what screen readers then call it.

    Moments are seconds of the sampler's clock.
    ``pointed`` carries the moment under the pointer, or None; ``chosen`` the ends of a time that
    was marked by dragging; ``zoomed`` a factor and the moment to keep in place, or None; ``moved``
    by how many of its lengths the time is to go on; ``stepped`` how many steps the cursor, or with
    0 and ±1 in the second number to the begin or end.
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
        self._drawing: Drawing | None = None
        self._cursor: Cursor | None = None
        self._grid = QPixmap()
        self._grid_is_of: object = None
        self._pressed: QPointF | None = None
        self._dragged: QPointF | None = None
        self._wheel = 0
        self.setPixmap(QPixmap(1, 1))
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    def sizeHint(self) -> QSize:  # noqa: N802
        return QSize(320, 130)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        return QSize(160, 5 * self.fontMetrics().height())

    @property
    def drawing(self) -> Drawing | None:
        return self._drawing

    @property
    def cursor_shown(self) -> Cursor | None:
        return self._cursor

    def show_drawing(self, drawing: Drawing, cursor: Cursor | None) -> None:
        self._drawing = drawing
        self._cursor = cursor
        self.update()

    def show_cursor(self, cursor: Cursor | None) -> None:
        if cursor != self._cursor:
            self._cursor = cursor
            self.update()

    def frame(self, axes: Axes) -> Frame:
        return Frame(area_in(self.rect().toRectF(), self.font()), axes)

    def least_width(self) -> int:
        return round(2 * value_room(self.font()))

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        super().changeEvent(event)
        self._grid_is_of = None

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802
        painter = QPainter(self)
        colours = theme.colours(self.palette())
        drawing = self._drawing
        if drawing is None:
            painter.fillRect(self.rect(), QColor(colours.base))
            return
        frame = self.frame(drawing.axes)
        painter.drawPixmap(0, 0, self._grid_of(frame, colours))
        ratio = self.devicePixelRatioF()
        if drawing.note:
            paint_note(painter, drawing.note, frame, colours, self.font())
        else:
            paint_curves(painter, drawing, frame, colours, ratio, vector=False)
        if self._dragged is not None and self._pressed is not None:
            self._paint_choice(painter, frame, colours)
        elif self._cursor is not None:
            paint_cursor(painter, self._cursor, frame, colours, self.font())
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(colours.accent), 2))
            painter.drawRoundedRect(self.rect().adjusted(1, 1, -1, -1), 4, 4)

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        if event.button() is Qt.MouseButton.LeftButton:
            self._pressed = event.position()
            self._dragged = None

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        if self._pressed is not None and event.buttons() & Qt.MouseButton.LeftButton:
            far = abs(event.position().x() - self._pressed.x())
            if self._dragged is not None or far >= QApplication.startDragDistance():
                self._dragged = event.position()
                self.update()
                return
        self.pointed.emit(self._moment_at(event.position().x()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        if event.button() is not Qt.MouseButton.LeftButton or self._pressed is None:
            return
        begin, end = self._pressed, self._dragged
        self._pressed = self._dragged = None
        if end is not None:
            first, last = self._moment_near(begin.x()), self._moment_near(end.x())
            if first is not None and last is not None and first != last:
                self.chosen.emit(min(first, last), max(first, last))
        self.update()

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
        """Where the page can be scrolled, only with Ctrl or while the chart has the focus."""
        control = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if not (self.wheel_zooms or control or self.hasFocus()) or self._drawing is None:
            event.ignore()
            return
        across, along = event.angleDelta().x(), event.angleDelta().y()
        if across and abs(across) > abs(along):
            self.moved.emit(-across / _NOTCH / 10)
        elif event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.moved.emit(-along / _NOTCH / 10)
        elif along:
            self.zoomed.emit(ZOOM ** (along / _NOTCH), self._moment_near(event.position().x()))
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
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoomed.emit(ZOOM, None)
        elif key in (Qt.Key.Key_Minus, Qt.Key.Key_Underscore):
            self.zoomed.emit(1 / ZOOM, None)
        elif key == Qt.Key.Key_0:
            self.reset.emit()
        elif key == Qt.Key.Key_Escape and self._cursor is not None:
            self.pointed.emit(None)
        else:
            super().keyPressEvent(event)

    def _paint_choice(self, painter: QPainter, frame: Frame, colours: theme.Colours) -> None:
        assert self._pressed is not None and self._dragged is not None
        fill = QColor(colours.accent)
        fill.setAlpha(50)
        ends = sorted((self._pressed.x(), self._dragged.x()))
        area = frame.area
        left, right = (min(max(end, area.left()), area.right()) for end in ends)
        painter.fillRect(QRectF(left, area.top(), right - left, area.height()), fill)

    def _grid_of(self, frame: Frame, colours: theme.Colours) -> QPixmap:
        """Axes, painted once for as long as they stay the same."""
        axes, ratio = frame.axes, self.devicePixelRatioF()
        moments = tuple((round(moment - axes.end, 3), word) for moment, word in axes.moments)
        of = (self.size(), ratio, axes.scale, axes.values, moments, colours)
        if of != self._grid_is_of:
            self._grid = QPixmap(self.size() * ratio)
            self._grid.setDevicePixelRatio(ratio)
            self._grid.fill(QColor(colours.base))
            painter = QPainter(self._grid)
            paint_axes(painter, frame, colours, self.font())
            painter.end()
            self._grid_is_of = of
        return self._grid

    def _moment_at(self, x: float) -> float | None:
        """None beside the area."""
        if self._drawing is None:
            return None
        frame = self.frame(self._drawing.axes)
        return frame.moment(x) if frame.area.left() <= x <= frame.area.right() else None

    def _moment_near(self, x: float) -> float | None:
        if self._drawing is None:
            return None
        area = self.frame(self._drawing.axes).area
        return self._moment_at(min(max(x, area.left()), area.right()))
