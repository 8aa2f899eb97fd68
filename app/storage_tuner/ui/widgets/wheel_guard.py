"""Combo boxes and spin boxes that the mouse wheel neither changes nor focuses: the event scrolls
the page instead. Keys and clicks change them.

A single event filter for the application would be simpler, but calling Python for every event took
a quarter of the time in which the window is built.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QComboBox, QDoubleSpinBox, QSpinBox, QWidget

if TYPE_CHECKING:
    _Widget = QWidget
else:
    _Widget = object


class _LeavesTheWheel(_Widget):
    """Ignores the wheel; must precede the Qt class among the bases."""

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802
        event.ignore()


class ComboBox(_LeavesTheWheel, QComboBox):
    def offer(self, entries: Iterable[tuple[str, object]], chosen: str = "") -> None:
        """Replace the entries by these texts with their data, without emitting signals; the
        ``chosen`` text is selected if present."""
        with QSignalBlocker(self):
            self.clear()
            for text, data in entries:
                self.addItem(text, data)
            self.setCurrentIndex(max(self.findText(chosen), 0))


class SpinBox(_LeavesTheWheel, QSpinBox):
    pass


class DoubleSpinBox(_LeavesTheWheel, QDoubleSpinBox):
    pass
