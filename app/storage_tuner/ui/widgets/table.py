"""Small tables inside cards: as high as their rows, selectable, copied with Ctrl+C."""

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
"""More are scrolled through."""


class TableWidget(QTableWidget):
    """A cell without a text says that there is nothing; every tooltip has the whole text. A text of
    several lines is copied as one."""

    def __init__(self, name: str, headers: Sequence[str], nothing: str) -> None:
        super().__init__(0, len(headers))
        self._nothing = nothing
        self._rows: tuple[tuple[str, ...], ...] = ()
        self.setProperty("role", "in-card")
        self.setAccessibleName(name)
        self.setHorizontalHeaderLabels(list(headers))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.setWordWrap(False)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 8)
        header = self.horizontalHeader()
        header.setAccessibleName(name)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(len(headers) - 1, QHeaderView.ResizeMode.Stretch)
        header.setMaximumSectionSize(40 * self.fontMetrics().averageCharWidth())

    @classmethod
    def of_block(cls, block: blocks.Table, nothing: str) -> TableWidget:
        """With the title and the heads of ``block``, in the window's language."""
        shown = block
        table = cls(shown.title, shown.heads, nothing)
        table.show_block(block)
        return table

    def show_block(self, block: blocks.Table) -> None:
        self.show_rows([cell.text for cell in row] for row in (block).rows)

    @property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        return self._rows

    def show_rows(self, rows: Iterable[Sequence[str]]) -> None:
        wanted = tuple(tuple(row) for row in rows)
        if wanted == self._rows:
            return
        self._rows = wanted
        self.setRowCount(len(wanted))
        for number, row in enumerate(wanted):
            for column, text in enumerate(row):
                item = QTableWidgetItem(text or numbers.NOTHING)
                item.setToolTip(text or self._nothing)
                self.setItem(number, column, item)
            if more := max(text.count("\n") for text in row):
                height = self.verticalHeader().defaultSectionSize()
                self.setRowHeight(number, height + more * self.fontMetrics().height())
        self._fit()

    def text(self) -> str:
        """What is shown, for the clipboard; "" where nothing is."""
        lines = [f"  {_in_one_line(row)}" for row in self._rows]
        return "\n".join([self.accessibleName(), *lines]) if lines else ""

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        if event.matches(QKeySequence.StandardKey.Copy):
            chosen = sorted({index.row() for index in self.selectedIndexes()})
            text = "\n".join(_in_one_line(self._rows[row]) for row in chosen)
            QGuiApplication.clipboard().setText(text)
            return
        super().keyPressEvent(event)

    def _fit(self) -> None:
        shown = range(min(self.rowCount(), _MOST_ROWS))
        height = sum(self.rowHeight(row) for row in shown)
        header = self.horizontalHeader().sizeHint().height()
        self.setFixedHeight(header + height + 2 * self.frameWidth() + 2)


def _in_one_line(row: Sequence[str]) -> str:
    return "\t".join(text.replace("\n", " ") for text in row)
