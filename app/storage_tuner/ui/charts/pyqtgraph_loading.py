"""Loads pyqtgraph after the first window is shown, which would have to wait for it.

numpy, which it needs, in a thread. The rest in the GUI thread, and in pieces: PySide makes a class
of Qt's when a program first asks for it (PYSIDE-2404), and ends the process with a segmentation
fault if another thread asks meanwhile.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from functools import partial

from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal

from storage_tuner.ui.jobs import Jobs

_PIECE_MS = 4


class ChartLibrary(QObject):
    """``ready`` is emitted once, in the GUI thread, when charts can be drawn."""

    ready = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.is_ready = False
        self._jobs = Jobs("numpy", self)
        self._classes = _classes_of_qt()
        self._turn = QTimer(self)
        self._turn.timeout.connect(self._load_piece)

    def start(self) -> None:
        """Start importing; further calls do nothing."""
        if not (self.is_ready or self._jobs.is_busy or self._turn.isActive()):
            self._jobs.start(partial(importlib.import_module, "numpy"), self._go_on)

    def finish(self) -> None:
        """Load no more; must be called before the process ends."""
        self._turn.stop()
        self._jobs.finish()

    def _go_on(self, _: object) -> None:
        self._turn.start()

    def _load_piece(self) -> None:
        clock = QElapsedTimer()
        clock.start()
        while clock.elapsed() < _PIECE_MS:
            if next(self._classes, None) is None:
                self._turn.stop()
                importlib.import_module("pyqtgraph")
                self.is_ready = True
                self.ready.emit()
                return


def _classes_of_qt() -> Iterator[str]:
    """The names of those that pyqtgraph asks for; each has been made when its name is there."""
    for module in (QtCore, QtGui, QtWidgets):
        for name in dir(module):
            getattr(module, name)
            yield name
