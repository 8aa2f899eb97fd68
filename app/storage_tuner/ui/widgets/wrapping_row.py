"""Two rows of controls, side by side where they fit, otherwise stacked."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QWidget

from storage_tuner.ui.widgets.elements import SPACE
from storage_tuner.ui.widgets.layouts import Stretch, row_of


class Halves(QWidget):
    """Two rows of widgets; ``first`` is at the start of the line, ``second`` at the end."""

    def __init__(self, first: Sequence[QWidget], second: Sequence[QWidget]) -> None:
        super().__init__()
        self._rows = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._halves = (_row(first), _row(second))
        for half in self._halves:
            self._rows.addLayout(half)
        self._rows.insertStretch(1, 1)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """The width of two stacked rows, so that the window can be made narrower."""
        width = max(half.sizeHint().width() for half in self._halves)
        return QSize(width, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        super().resizeEvent(event)
        self.arrange()

    def event(self, event: QEvent) -> bool:
        """Rearrange on layout requests: the style makes buttons larger after the first layout."""
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self.arrange()
        return done

    def arrange(self) -> None:
        """Put both in one row if they fit."""
        needed = sum(half.sizeHint().width() for half in self._halves) + 2 * SPACE
        directions = QBoxLayout.Direction
        fits = needed <= self.width()
        direction = directions.LeftToRight if fits else directions.TopToBottom
        if direction is not self._rows.direction():
            self._rows.setDirection(direction)
            self._rows.setSpacing(0 if fits else SPACE)


def _row(widgets: Sequence[QWidget]) -> QHBoxLayout:
    return row_of(*widgets, Stretch(), spacing=SPACE)
