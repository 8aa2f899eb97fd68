"""A chart whose values are read by pointer or keyboard, and that is copied and saved."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import QEvent, QPointF, Qt
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
)
from PySide6.QtWidgets import QLabel, QToolTip

from storage_tuner.ui import theme
from storage_tuner.ui.charts.exporting import ChartActions, ChartFile

_NEAR = 24.0
"""How far from a value the pointer may be to read it, in device-independent pixels."""

_RING = 6.0


class Spot(Protocol):
    """Where a value is drawn."""

    @property
    def x(self) -> float: ...
    @property
    def y(self) -> float: ...


class ReadChart(QLabel):
    """A label with a picture, for that is what screen readers then call it.

    What is drawn, where its values are and what is said of each is the subclass's: ``as_file``,
    ``_draw`` (for every size and palette), ``_paint`` and ``_words``.
    """

    def __init__(self) -> None:
        super().__init__()
        self._spots: Sequence[Spot] = ()
        self._read: int | None = None
        self._description = ""
        self.actions_menu = ChartActions(self, self.as_file)
        self.setPixmap(QPixmap(1, 1))
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._button = self.actions_menu.button()

    def as_file(self) -> ChartFile | None:
        """What is shown, to be copied or saved; None when nothing is."""
        raise NotImplementedError

    def _draw(self) -> None:
        """Lay out what is shown for the present size and palette."""
        raise NotImplementedError

    def _paint(self, painter: QPainter) -> None:
        raise NotImplementedError

    def _words(self, number: int) -> str:
        """What is said of the value at ``_spots[number]``."""
        raise NotImplementedError

    def words_read(self) -> str:
        """What is said of the value that is read now; "" for none."""
        return "" if self._read is None else self._words(self._read)

    def read_near(self, spot: QPointF) -> None:
        """Read the value that is nearest, if it's near."""
        distances = [
            (math.hypot(each.x - spot.x(), each.y - spot.y()), number)
            for number, each in enumerate(self._spots)
        ]
        distance, number = min(distances, default=(math.inf, 0))
        self._read_spot(number if distance <= _NEAR else None)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        super().resizeEvent(event)
        self._draw_anew()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._draw_anew()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint(painter)
        colours = theme.colours(self.palette())
        painter.setBrush(Qt.BrushStyle.NoBrush)
        if self._read is not None:
            spot = self._spots[self._read]
            painter.setPen(QPen(QColor(colours.text), 1.5))
            painter.drawEllipse(QPointF(spot.x, spot.y), _RING, _RING)
        if self.hasFocus():
            painter.setPen(QPen(QColor(colours.accent), 2))
            painter.drawRoundedRect(self.rect().adjusted(1, 1, -1, -1), 4, 4)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:  # noqa: N802
        super().mouseMoveEvent(event)
        self.read_near(event.position())
        if self._read is not None:
            QToolTip.showText(event.globalPosition().toPoint(), self.words_read(), self)
        elif QToolTip.isVisible():
            QToolTip.hideText()

    def leaveEvent(self, event: QEvent) -> None:  # noqa: N802
        super().leaveEvent(event)
        self._read_spot(None)

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802
        super().focusOutEvent(event)
        if event.reason() is not Qt.FocusReason.PopupFocusReason:
            self._read_spot(None)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        """Arrows go from value to value."""
        forward = {Qt.Key.Key_Right: 1, Qt.Key.Key_Down: 1, Qt.Key.Key_Left: -1, Qt.Key.Key_Up: -1}
        step = forward.get(Qt.Key(event.key()))
        if step is not None and self._spots:
            now = self._read if self._read is not None else (-1 if step > 0 else 0)
            self._read_spot((now + step) % len(self._spots))
            spot = self._spots[self._read or 0]
            place = self.mapToGlobal(QPointF(spot.x, spot.y).toPoint())
            QToolTip.showText(place, self.words_read(), self)
        elif event.key() == Qt.Key.Key_Escape and self._read is not None:
            self._read_spot(None)
            QToolTip.hideText()
        else:
            super().keyPressEvent(event)

    def _name(self, title: str, description: str) -> None:
        """What a screen reader says of the whole chart; nothing is read in it then."""
        self._read = None
        self._description = description
        self.setAccessibleName(title)
        self.setAccessibleDescription(description)
        self._button.setAccessibleName(self.tr("Copy or save: {chart}").format(chart=title))

    def _read_spot(self, number: int | None) -> None:
        if number != self._read:
            self._read = number
            self.setAccessibleDescription(self.words_read() or self._description)
        self.update()

    def _draw_anew(self) -> None:
        """The button is in the upper corner, where a chart has nothing."""
        hint = self._button.sizeHint()
        is_mirrored = self.layoutDirection() is Qt.LayoutDirection.RightToLeft
        left = 0 if is_mirrored else self.width() - hint.width()
        self._button.setGeometry(left, 0, hint.width(), hint.height())
        self._draw()
        self.update()
