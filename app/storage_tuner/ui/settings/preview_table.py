"""The table of a preview: what each setting is and will be, on which devices."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFontMetrics, QGuiApplication, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QSizePolicy,
    QTableWidget,
    QTableWidgetItem,
)

from storage_tuner.core.message import tr
from storage_tuner.jobs.settings.pending_changes import PlannedRow
from storage_tuner.ui.settings import names
from storage_tuner.ui.settings import preview_text as preview_words
from storage_tuner.ui.widgets.facts import unknown

SETTING, DEVICES, NOW, NEW, EFFECT, AFTERWARDS = range(6)

_SHARES = (0.18, 0.11, 0.14, 0.17, 0.23, 0.17)


_PADDING = 20
"""Around a cell's text, in either direction: that of the style sheet, and the style's own."""

_ENDLESS = 10_000


class PreviewTable(QTableWidget):
    """As high as its rows; texts wrap."""

    def __init__(self) -> None:
        super().__init__(0, 6)
        self.setProperty("role", "preview")
        self.setAccessibleName(tr("What will be set"))
        self.setHorizontalHeaderLabels(
            [
                tr("Setting"),
                tr("Device"),
                tr("Now"),
                tr("Will be"),
                tr("What it does"),
                tr("After a restart"),
            ]
        )
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setWordWrap(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalHeader().hide()
        header = self.horizontalHeader()
        header.setAccessibleName(self.accessibleName())
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)

    def show_planned(self, rows: Sequence[PlannedRow]) -> None:
        self.setRowCount(len(rows))
        for number, row in enumerate(rows):
            for column, text in enumerate(_cells(row)):
                item = QTableWidgetItem(text)
                item.setToolTip(text)
                item.setTextAlignment(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignTop)
                font = item.font()
                font.setBold(column == NEW)
                item.setFont(font)
                self.setItem(number, column, item)
        self._fit()

    def cells(self, row: int) -> tuple[str, ...]:
        """What a row says."""
        items = [self.item(row, column) for column in range(self.columnCount())]
        return tuple(item.text() if item is not None else "" for item in items)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        if event.matches(QKeySequence.StandardKey.Copy):
            chosen = sorted({index.row() for index in self.selectedIndexes()})
            QGuiApplication.clipboard().setText("\n".join("\t".join(self.cells(r)) for r in chosen))
            return
        super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        whole = self.viewport().width()
        for column, share in enumerate(_SHARES):
            self.setColumnWidth(column, int(share * whole))
        for row in range(self.rowCount()):
            self.setRowHeight(row, self._needed(row))
        height = sum(self.rowHeight(row) for row in range(self.rowCount()))
        header = self.horizontalHeader().sizeHint().height()
        self.setFixedHeight(header + height + 2 * self.frameWidth() + 2)

    def _needed(self, row: int) -> int:
        """As high as the cell that has the most lines."""
        heights = []
        for column, text in enumerate(self.cells(row)):
            item = self.item(row, column)
            metrics = QFontMetrics(item.font() if item is not None else self.font())
            room = QRect(0, 0, max(1, self.columnWidth(column) - _PADDING), _ENDLESS)
            box = metrics.boundingRect(room, Qt.TextFlag.TextWordWrap, text)
            heights.append(box.height())
        return max(heights, default=0) + _PADDING


def _cells(row: PlannedRow) -> tuple[str, ...]:
    return (
        f"{names.legible(row.tunable)}\n{row.tunable.name}",
        preview_words.devices(row.devices),
        unknown() if row.now is None else names.value(row.now, row.tunable),
        names.value(row.new, row.tunable),
        preview_words.effect(row),
        preview_words.afterwards(row),
    )
