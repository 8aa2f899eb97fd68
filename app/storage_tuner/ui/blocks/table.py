"""A table of figures that are compared, to be read by mouse and keyboard, and copied."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFontMetrics,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
)
from PySide6.QtWidgets import QHeaderView, QMenu, QTableWidgetItem

from storage_tuner.core.message import tr
from storage_tuner.present import numbers
from storage_tuner.present.blocks import Mark, Table, TableCell
from storage_tuner.ui.assistant.result.reading_table import StandingsTable
from storage_tuner.ui.charts.rows_drawing import mark_colour
from storage_tuner.ui.style import theme
from storage_tuner.ui.widgets.elements import SPACE, Card, Text, Tone, heading, in_bold, unbroken

_LONG_HEAD = 14
_LEAST_TEXT = 14
"""In letters; a column of texts may be so narrow."""


class TableCard(Card):
    """A table with its title, and what its marks mean; ``name`` is for who doesn't see it."""

    def __init__(self, table: Table, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.table = BlockTable(table, name)
        if table.title:
            self.body.addWidget(heading(table.title))
        self.body.addWidget(self.table)
        if table.legend:
            meanings = (
                f"{mark.value}{numbers.SPACE}{_held(meaning)}" for mark, meaning in table.legend
            )
            self.body.addWidget(Text("   ".join(meanings), tone=Tone.SUBTLE))


class BlockTable(StandingsTable):
    """Shows certain values in bold and inconclusive ones pale; every cell also has its meaning in
    words."""

    def __init__(self, table: Table, name: str) -> None:
        super().__init__(padding=3 * SPACE)
        self.shown = table
        self._meanings = dict(table.legend)
        self.setProperty("role", "in-card")
        self.setAccessibleName(name)
        self._show()

    def text(self) -> str:
        """The whole table, tab-separated."""
        rows = [self.shown.heads, *(tuple(map(_shown, row)) for row in self.shown.rows)]
        return "\n".join("\t".join(row) for row in rows)

    def copy(self) -> None:
        QGuiApplication.clipboard().setText(self.text())

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
            return
        super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(tr("&Copy table")).triggered.connect(self.copy)
        menu.popup(event.globalPos())

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "shown"):
            self._colour()

    def _show(self) -> None:
        self.show_headings([_head(name) for name in self.shown.heads], Qt.AlignmentFlag.AlignLeft)
        self.setRowCount(len(self.shown.rows))
        for number, row in enumerate(self.shown.rows):
            for column, cell in enumerate(row):
                self.setItem(number, column, self._item(row[0].text, column, cell))
        self._align_figures()
        self._colour()
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.fit_height()

    def fit_height(self) -> None:
        """Give each column what it needs, and a share of what is left, before."""
        if self.columnCount():
            room = self.viewport().width()
            needs = [self._needs(column) for column in range(self.columnCount())]
            for column, width in enumerate(shared(room, needs)):
                if self.columnWidth(column) != width:
                    self.setColumnWidth(column, width)
        self.fit_rows()

    def _needs(self, column: int) -> tuple[int, int]:
        """The least and the best width: figures aren't broken, other texts wrap."""
        metrics = QFontMetrics(in_bold(self.font()))
        cells = [row[column] for row in self.shown.rows]
        lines = [*_head(self.shown.heads[column]).split("\n"), *map(_shown, cells)]
        best = max(map(metrics.horizontalAdvance, lines)) + 3 * SPACE
        if column in self.shown.figures:
            return best, best
        return min(best, _LEAST_TEXT * metrics.averageCharWidth() + 3 * SPACE), best

    def _item(self, name: str, column: int, cell: TableCell) -> QTableWidgetItem:
        item = QTableWidgetItem(unbroken(_shown(cell)))
        sure = cell.mark in (Mark.FASTER, Mark.SLOWER, Mark.SAME)
        item.setFont(in_bold(item.font(), sure))
        item.setToolTip(cell.tip)
        about = f"{name}, {self.shown.heads[column]}: {cell.text}" if column else cell.text
        spoken = filter(None, (about, self._meanings.get(cell.mark, ""), cell.tip))
        item.setData(Qt.ItemDataRole.AccessibleTextRole, "; ".join(spoken))
        return item

    def _align_figures(self) -> None:
        for column in self.shown.figures:
            items = [self.horizontalHeaderItem(column)]
            items += [self.item(row, column) for row in range(self.rowCount())]
            for item in items:
                if item is not None:
                    side = Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter
                    item.setTextAlignment(side)

    def _colour(self) -> None:
        colours = theme.colours(self.palette())
        for number, row in enumerate(self.shown.rows):
            for column, cell in enumerate(row):
                item = self.item(number, column)
                if item is not None and cell.mark not in (Mark.NONE, Mark.SAME):
                    item.setForeground(QColor(mark_colour(cell.mark, colours)))


def shared(room: int, needs: Sequence[tuple[int, int]]) -> list[int]:
    """``room`` among columns of least and best widths; where there is too little, the least."""
    least, best = sum(each for each, _ in needs), sum(each for _, each in needs)
    if room >= best:
        more = (room - best) // len(needs)
        return [each + more for _, each in needs]
    share = max(room - least, 0) / (best - least) if best > least else 0
    return [low + int((high - low) * share) for low, high in needs]


def _held(text: str) -> str:
    """Not broken into lines."""
    return text.replace(" ", numbers.SPACE)


def _shown(cell: TableCell) -> str:
    return f"{cell.mark.value} {cell.text}".strip()


def _head(name: str) -> str:
    """Long names take several lines."""
    lines = textwrap.wrap(name, _LONG_HEAD, break_long_words=False, break_on_hyphens=False)
    return "\n".join(map(unbroken, lines))
