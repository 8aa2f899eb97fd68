"""Combo boxes and spin boxes that the mouse wheel neither changes nor focuses: it goes on to the
page they are on. Keys and clicks change them.

One event filter for all of the application would have done, but asking Python about every event
took a quarter of the time in which the window is built.
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
    """To be named before a class of Qt's."""

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def wheelEvent(self, event: QWheelEvent) -> None:  # noqa: N802
        event.ignore()


class ComboBox(_LeavesTheWheel, QComboBox):
    def offer(self, entries: Iterable[tuple[str, object]], chosen: str = "") -> None:
        """These texts with their data and nothing else, without telling; the ``chosen`` text stays
        chosen if it's there."""
        with QSignalBlocker(self):
            self.clear()
            for text, data in entries:
                self.addItem(text, data)
            self.setCurrentIndex(max(self.findText(chosen), 0))


class SpinBox(_LeavesTheWheel, QSpinBox):
    pass


class DoubleSpinBox(_LeavesTheWheel, QDoubleSpinBox):
    pass
