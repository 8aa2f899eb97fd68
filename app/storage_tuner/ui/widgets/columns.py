"""Two columns of cards, each as high as it needs; one column where there is no room for two."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

_GAP = 12


class CardColumns(QWidget):
    """``least_width`` of a column is in average letters."""

    def __init__(self, left: Sequence[QWidget], right: Sequence[QWidget], least_width: int) -> None:
        super().__init__()
        self._left = tuple(left)
        self._right = tuple(right)
        self._least_width = least_width
        self._is_double: bool | None = None
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(_GAP)
        self._columns = (QVBoxLayout(), QVBoxLayout())
        for column in self._columns:
            column.setSpacing(_GAP)
            row.addLayout(column, 1)
        self._arrange(double=True)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """As narrow as one column, so that there is something to make narrower."""
        return QSize(self._letters(self._least_width), super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        super().resizeEvent(event)
        self._arrange(double=event.size().width() >= 2 * self._letters(self._least_width) + _GAP)

    def _letters(self, count: int) -> int:
        return count * self.fontMetrics().averageCharWidth()

    def _arrange(self, *, double: bool) -> None:
        if double == self._is_double:
            return
        self._is_double = double
        for column in self._columns:
            while column.takeAt(0) is not None:
                continue
        first, second = self._columns
        for widget in self._left:
            first.addWidget(widget)
        for widget in self._right:
            (second if double else first).addWidget(widget)
        for column in self._columns:
            column.addStretch(1)
        row = self.layout()
        assert isinstance(row, QHBoxLayout)
        row.setStretch(1, 1 if double else 0)
        row.setSpacing(_GAP if double else 0)
        self.updateGeometry()
