"""A check box drawn as a switch."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QHelpEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QCheckBox, QStyle, QToolTip

from storage_tuner.ui.style import theme

_GAP = 8
_FEWEST_LETTERS = 6


class Switch(QCheckBox):
    """The text beside it says the same in a word."""

    def sizeHint(self) -> QSize:  # noqa: N802
        metrics = self.fontMetrics()
        width = self._track_width() + _GAP + metrics.horizontalAdvance(self.text()) + 4
        return QSize(width, metrics.height() + 8)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """With less room the text is elided; the tooltip has all of it then."""
        least = self._track_width() + _GAP + _FEWEST_LETTERS * self.fontMetrics().averageCharWidth()
        return QSize(min(least, self.sizeHint().width()), self.sizeHint().height())

    def event(self, event: QEvent) -> bool:
        is_elided = self.width() < self.sizeHint().width()
        if is_elided and event.type() is QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), self.text(), self)
            return True
        return super().event(event)

    def hitButton(self, position: QPoint) -> bool:  # noqa: N802
        return self.rect().contains(position)

    def paintEvent(self, _: QPaintEvent) -> None:  # noqa: N802
        colours = theme.colours(self.palette())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        track = self._placed(QRect(2, 0, self._track_width(), self._track_height()))
        is_on = self.checkState() is Qt.CheckState.Checked
        line = colours.field_border if self.isEnabled() else colours.border
        on = colours.accent if self.isEnabled() else colours.disabled
        painter.setPen(
            QPen(QColor(on if is_on or self.hasFocus() else line), 2.0 if self.hasFocus() else 1.0)
        )
        painter.setBrush(QColor(on if is_on else colours.base))
        painter.drawRoundedRect(track, track.height() / 2, track.height() / 2)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.accent_text if is_on else line))
        painter.drawEllipse(self._knob(track))
        painter.setPen(QColor(colours.text if self.isEnabled() else colours.disabled))
        room = QRect(self._track_width() + _GAP, 0, self.width(), self.height())
        room.setRight(self.width() - 1)
        leading = Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter
        flags = QStyle.visualAlignment(self.layoutDirection(), leading)
        place = QStyle.visualRect(self.layoutDirection(), self.rect(), room)
        elide = Qt.TextElideMode.ElideRight
        text = self.fontMetrics().elidedText(self.text(), elide, place.width())
        painter.drawText(place, flags, text)

    def _knob(self, track: QRectF) -> QRectF:
        size = track.height() - 6
        share = {Qt.CheckState.Unchecked: 0.0, Qt.CheckState.PartiallyChecked: 0.5}.get(
            self.checkState(), 1.0
        )
        if self.layoutDirection() is Qt.LayoutDirection.RightToLeft:
            share = 1 - share
        left = track.left() + 3 + share * (track.width() - 6 - size)
        return QRectF(left, track.top() + 3, size, size)

    def _placed(self, wanted: QRect) -> QRectF:
        """In the middle of the height, at the leading edge, between the pixels."""
        wanted.moveTop((self.height() - wanted.height()) // 2)
        found = QStyle.visualRect(self.layoutDirection(), self.rect(), wanted)
        return QRectF(found).adjusted(0.5, 0.5, -0.5, -0.5)

    def _track_height(self) -> int:
        return round(0.95 * self.fontMetrics().height())

    def _track_width(self) -> int:
        return round(1.9 * self._track_height())
