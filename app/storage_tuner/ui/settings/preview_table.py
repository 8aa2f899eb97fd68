"""The table of a preview: what each setting is and will be, on which devices."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QHeaderView, QTableWidgetItem

from storage_tuner.core.message import tr
from storage_tuner.jobs.settings.pending_changes import PlannedRow
from storage_tuner.ui.settings import names
from storage_tuner.ui.settings import preview_text as preview_words
from storage_tuner.ui.widgets.elements import in_bold
from storage_tuner.ui.widgets.facts import unknown
from storage_tuner.ui.widgets.table import CopiedTable

SETTING, DEVICES, NOW, NEW, EFFECT, AFTERWARDS = range(6)

_SHARES = (0.18, 0.11, 0.14, 0.17, 0.23, 0.17)
"""Of the whole width, for each column."""

_PADDING = 20
"""Around a cell's text, in either direction: that of the style sheet, and the style's own."""

_ENDLESS = 10_000


class PreviewTable(CopiedTable):
    """Its texts wrap."""

    def __init__(self) -> None:
        super().__init__(
            tr("Changes"),
            [
                tr("Setting"),
                tr("Device"),
                tr("Now"),
                tr("New"),
                tr("Effect"),
                tr("After reboot"),
            ],
        )
        self.setProperty("role", "preview")
        self.setWordWrap(True)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)

    def show_planned(self, rows: Sequence[PlannedRow]) -> None:
        self.setRowCount(len(rows))
        for number, row in enumerate(rows):
            for column, text in enumerate(_cells(row)):
                item = QTableWidgetItem(text)
                item.setToolTip(text)
                item.setTextAlignment(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignTop)
                item.setFont(in_bold(item.font(), column == NEW))
                self.setItem(number, column, item)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        whole = self.viewport().width()
        for column, share in enumerate(_SHARES):
            self.setColumnWidth(column, int(share * whole))
        for row in range(self.rowCount()):
            self.setRowHeight(row, self._needed(row))
        self.fix_height(self.rowCount())

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
