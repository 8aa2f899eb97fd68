"""Loads pyqtgraph in a thread after the first window is shown: it takes half a second."""

from __future__ import annotations

import importlib
from functools import partial

from PySide6.QtCore import QObject, Signal

from storage_tuner.ui.jobs import Jobs


class ChartLibrary(QObject):
    """``ready`` is emitted once, in the GUI thread, when charts can be drawn."""

    ready = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.is_ready = False
        self._jobs = Jobs("pyqtgraph", self)

    def start(self) -> None:
        """Start importing; further calls do nothing."""
        if not (self.is_ready or self._jobs.is_busy):
            self._jobs.start(partial(importlib.import_module, "pyqtgraph"), self._report)

    def finish(self) -> None:
        """Wait for the thread; must be called before the process ends."""
        self._jobs.finish()

    def _report(self, _: object) -> None:
        self.is_ready = True
        self.ready.emit()
