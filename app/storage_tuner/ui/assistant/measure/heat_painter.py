"""Paints the cells of a heatmap, and the legend of its colours and symbols."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QHBoxLayout,
    QSizePolicy,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from storage_tuner.core.message import tr
from storage_tuner.ui.assistant.measure.viridis import colour_position, text_on, viridis
from storage_tuner.ui.style import theme
from storage_tuner.ui.widgets.elements import SPACE, Text, Tone
from storage_tuner.ui.widgets.items import Index

SHARE = Qt.ItemDataRole.UserRole
"""The cell's value as a share of its row's best; None: no value."""
BEST = Qt.ItemDataRole.UserRole + 1
"""Whether the cell is outlined."""


class HeatPainter(QStyledItemDelegate):
    """Colours cells with a value, and outlines the best ones."""

    def __init__(self, table: QTableView, begins_group: Callable[[int], bool]) -> None:
        """``begins_group`` returns whether a line is drawn above a row."""
        super().__init__(table)
        self._table = table
        self._begins_group = begins_group

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        share = index.data(SHARE)
        if share is None:
            super().paint(painter, option, index)
            self._divide(painter, option, index)
            return
        background = viridis(colour_position(share))
        box: QRect = option.rect.adjusted(1, 1, -1, -1)
        painter.save()
        painter.fillRect(box, background)
        if index.data(BEST):
            self._outline(painter, box, option)
        font = index.data(Qt.ItemDataRole.FontRole)
        if font is not None:
            painter.setFont(font)
        painter.setPen(text_on(background))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, index.data())
        painter.restore()
        self._divide(painter, option, index)
        if self._table.currentIndex() == index and self._table.hasFocus():
            self._mark_focus(painter, box, text_on(background))

    def _divide(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """A line above the first test of an operation."""
        if index.row() and self._begins_group(index.row()):
            painter.setPen(QColor(theme.colours(option.palette).border))
            painter.drawLine(option.rect.topLeft(), option.rect.topRight())

    def _outline(self, painter: QPainter, box: QRect, option: QStyleOptionViewItem) -> None:
        palette = option.palette
        painter.setPen(QPen(QColor(theme.colours(palette).text), 2))
        painter.drawRect(box.adjusted(1, 1, -1, -1))

    def _mark_focus(self, painter: QPainter, box: QRect, colour: QColor) -> None:
        painter.save()
        painter.setPen(QPen(colour, 1, Qt.PenStyle.DashLine))
        painter.drawRect(box.adjusted(4, 3, -5, -4))
        painter.restore()


class _Strip(QWidget):
    """The colours from dark to bright; labels at its sides give their meaning."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        height = self.fontMetrics().height()
        self.setFixedSize(8 * height, round(0.7 * height))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802
        gradient = QLinearGradient(0, 0, self.width(), 0)
        for tenth in range(11):
            place = 1 - tenth / 10 if self.isRightToLeft() else tenth / 10
            gradient.setColorAt(tenth / 10, viridis(place))
        QPainter(self).fillRect(self.rect(), gradient)


class HeatLegend(QWidget):
    """The meaning of colours and symbols."""

    def __init__(self) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE)
        row.addWidget(Text(tr("at most half the row’s best"), tone=Tone.SUBTLE, wrap=False))
        row.addWidget(_Strip())
        row.addWidget(Text(tr("the row’s best  ·  ▲ best"), tone=Tone.SUBTLE, wrap=False))
        row.addStretch(1)
