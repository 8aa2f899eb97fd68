"""Read-only tables inside scrolling pages."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QRect, Qt, QTimer
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidget, QTableWidgetItem

from storage_tuner.core.message import tr
from storage_tuner.ui.widgets.elements import SPACE

_WIDEST_NAME = 0.36
"""Largest share of a table's width for its first column."""


class StandingsTable(QTableWidget):
    """A read-only table that is as high as its rows and doesn't scroll vertically.

    ``padding`` is the style's total free space at both sides of a cell's text.
    """

    def __init__(self, padding: int = SPACE) -> None:
        super().__init__()
        self._padding = padding
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self.fit_height)
        # the columns share what is left between them only after the first one got its width
        self.horizontalHeader().sectionResized.connect(lambda: self._soon.start(0))
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setShowGrid(False)
        self.setAlternatingRowColors(True)
        self.verticalHeader().hide()
        self.horizontalHeader().setHighlightSections(False)
        self.horizontalHeader().setAccessibleName(tr("Columns"))
        self.setWordWrap(True)

    def show_headings(self, names: list[str], alignment: Qt.AlignmentFlag) -> None:
        """Set one column per name; the first one is aligned to the left."""
        self.setColumnCount(len(names))
        for column, name in enumerate(names):
            item = QTableWidgetItem(name)
            side = alignment if column else Qt.AlignmentFlag.AlignLeft
            item.setTextAlignment(side | Qt.AlignmentFlag.AlignVCenter)
            self.setHorizontalHeaderItem(column, item)
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        if len(names) > 2:
            header.setSectionResizeMode(0, QHeaderView.ResizeMode.Fixed)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        super().resizeEvent(event)
        self.fit_height()

    def fit_height(self) -> None:
        """Fit the height to the rows, whose texts wrap more in narrower columns."""
        if self.columnCount() > 2:
            most = round(self.viewport().width() * _WIDEST_NAME)
            header = self.horizontalHeader().sectionSizeHint(0)
            wanted = max(self.sizeHintForColumn(0) + SPACE, header)
            self.setColumnWidth(0, min(wanted, most))
        self.fit_rows()

    def fit_rows(self) -> None:
        """Fit the row heights to their texts at the current column widths."""
        columns = range(self.columnCount())
        for row in range(self.rowCount()):
            wanted = max(self.sizeHintForRow(row), self.text_height(row, columns))
            self.setRowHeight(row, wanted + SPACE)
        self.fix_height()

    def fix_height(self) -> None:
        """Set the height to that of the rows and, if shown, the horizontal scroll bar."""
        rows = sum(self.rowHeight(row) for row in range(self.rowCount()))
        header = self.horizontalHeader().sizeHint().height()
        wider = self.horizontalHeader().length() > self.viewport().width()
        bar = self.horizontalScrollBar().sizeHint().height() if wider else 0
        self.setFixedHeight(rows + header + bar + 2 * self.frameWidth() + 1)

    def text_height(self, row: int, columns: Iterable[int]) -> int:
        """The height that the texts need beside icons and the style's padding, which Qt's size hint
        ignores."""
        heights = [0]
        for column in columns:
            item = self.item(row, column)
            if item is None:
                continue
            taken = self._padding + (0 if item.icon().isNull() else self.iconSize().width() + SPACE)
            room = QRect(0, 0, max(self.columnWidth(column) - taken, 1), 10_000)
            metrics = QFontMetrics(item.font()) if item.font().bold() else self.fontMetrics()
            flags = Qt.TextFlag.TextWordWrap
            heights.append(metrics.boundingRect(room, flags, item.text()).height())
        return max(heights)
