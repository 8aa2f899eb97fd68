"""Small tables: as high as their rows, selectable, copied with Ctrl+C."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QSizePolicy,
    QTableWidget,
    QTableWidgetItem,
)

from storage_tuner.present import blocks, numbers

_MOST_ROWS = 12
"""Tables with more rows scroll."""


class CopiedTable(QTableWidget):
    """A table as high as its rows; the selected rows are copied, a line each."""

    def __init__(self, name: str, headers: Sequence[str]) -> None:
        super().__init__(0, len(headers))
        self.setAccessibleName(name)
        self.setHorizontalHeaderLabels(list(headers))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalHeader().hide()
        header = self.horizontalHeader()
        header.setAccessibleName(name)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)

    def cells(self, row: int) -> tuple[str, ...]:
        """Texts of a row."""
        items = [self.item(row, column) for column in range(self.columnCount())]
        return tuple(item.text() if item is not None else "" for item in items)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        if event.matches(QKeySequence.StandardKey.Copy):
            chosen = sorted({index.row() for index in self.selectedIndexes()})
            text = "\n".join("\t".join(self.cells(row)) for row in chosen)
            QGuiApplication.clipboard().setText(text)
            return
        super().keyPressEvent(event)

    def fix_height(self, rows: int) -> None:
        """Set the height to that of ``rows`` rows and the header."""
        height = sum(self.rowHeight(row) for row in range(rows))
        header = self.horizontalHeader().sizeHint().height()
        self.setFixedHeight(header + height + 2 * self.frameWidth() + 2)


class TableWidget(CopiedTable):
    """A table inside a card. An empty cell is shown as missing; every tooltip has the whole text. A
    text of several lines is copied as one."""

    def __init__(self, name: str, headers: Sequence[str], nothing: str) -> None:
        super().__init__(name, headers)
        self._nothing = nothing
        self.rows: tuple[tuple[str, ...], ...] = ()
        self.setProperty("role", "in-card")
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setWordWrap(False)
        self.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 8)
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(len(headers) - 1, QHeaderView.ResizeMode.Stretch)
        header.setMaximumSectionSize(40 * self.fontMetrics().averageCharWidth())

    @classmethod
    def of_block(cls, block: blocks.Table, nothing: str) -> TableWidget:
        """A table with the title and the column heads of ``block``, in the window's language."""
        shown = block
        table = cls(shown.title, shown.heads, nothing)
        table.show_block(block)
        return table

    def show_block(self, block: blocks.Table) -> None:
        self.show_rows([cell.text for cell in row] for row in (block).rows)

    def show_rows(self, rows: Iterable[Sequence[str]]) -> None:
        wanted = tuple(tuple(row) for row in rows)
        if wanted == self.rows:
            return
        self.rows = wanted
        self.setRowCount(len(wanted))
        for number, row in enumerate(wanted):
            for column, text in enumerate(row):
                item = QTableWidgetItem(text or numbers.NOTHING)
                item.setToolTip(text or self._nothing)
                self.setItem(number, column, item)
            if more := max(text.count("\n") for text in row):
                height = self.verticalHeader().defaultSectionSize()
                self.setRowHeight(number, height + more * self.fontMetrics().height())
        self.fix_height(min(len(wanted), _MOST_ROWS))

    def cells(self, row: int) -> tuple[str, ...]:
        return tuple(text.replace("\n", " ") for text in self.rows[row])

    def text(self) -> str:
        """Content for the clipboard; "" where empty."""
        lines = ["  " + "\t".join(self.cells(row)) for row in range(len(self.rows))]
        return "\n".join([self.accessibleName(), *lines]) if lines else ""
