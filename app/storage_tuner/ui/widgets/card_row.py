"""Cards side by side while there is room, otherwise stacked."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QWidget

from storage_tuner.ui.widgets.elements import SPACE
from storage_tuner.ui.widgets.layouts import Stretch, column_in

_GAP = 12


class CardRow(QWidget):
    """As many columns as fit ``least_width`` (in average letters), at most one per widget.

    Widgets that don't fit into one row are spread evenly: 4 become 2 × 2, 5 become 3 + 2.
    """

    def __init__(self, widgets: Sequence[QWidget], least_width: int) -> None:
        super().__init__()
        self._widgets = tuple(widgets)
        self._present = list(widgets)
        self._least_width = least_width
        self._columns = 0
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(_GAP)
        self._arrange(len(self._widgets))

    def show_only(self, chosen: Collection[QWidget]) -> None:
        """Show these in their places, and leave the others out."""
        present = [each for each in self._widgets if each in chosen]
        if present == self._present:
            return
        self._present = present
        # otherwise each that appears lays out the row, and all in it are resized and drawn again
        self._grid.setEnabled(False)
        for widget in self._widgets:
            widget.setVisible(widget in present)
        self._grid.setEnabled(True)
        self._columns = 0
        self._arrange(self._fitting(self.width()))

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """The width of one column, so that the window can be made narrower."""
        width = self._least_width * self.fontMetrics().averageCharWidth()
        return QSize(width, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        super().resizeEvent(event)
        self._arrange(self._fitting(event.size().width()))

    def _fitting(self, width: int) -> int:
        count = max(1, len(self._present))
        letters = self._least_width * self.fontMetrics().averageCharWidth()
        room = max(1, (width + SPACE) // (letters + SPACE))
        rows = math.ceil(count / min(count, room))
        return math.ceil(count / rows)

    def _arrange(self, columns: int) -> None:
        if columns == self._columns:
            return
        self._columns = columns
        for widget in self._widgets:
            self._grid.removeWidget(widget)
        # the grid's own count is too small at first: an empty grid reports one column
        for column in range(max(columns, self._grid.columnCount())):
            self._grid.setColumnStretch(column, 1 if column < columns else 0)
        for number, widget in enumerate(self._present):
            # not aligned: cards of a row are equally high
            self._grid.addWidget(widget, number // columns, number % columns, Qt.AlignmentFlag(0))
        self.updateGeometry()


def card_columns(left: Sequence[QWidget], right: Sequence[QWidget], least_width: int) -> CardRow:
    """Two columns of cards, each as high as needed; stacked where there is no room."""
    return CardRow((_column(left), _column(right)), least_width)


def _column(cards: Sequence[QWidget]) -> QWidget:
    made = QWidget()
    column_in(made, *cards, Stretch(), spacing=_GAP)
    return made
