"""Brings pyqtgraph in after the first window is shown, in a thread: it takes half a second."""

from __future__ import annotations

import importlib
import threading

from PySide6.QtCore import QObject, Qt, Signal


class ChartLibrary(QObject):
    """``ready`` is emitted once, in the GUI thread, when charts can be drawn."""

    ready = Signal()
    _imported = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.is_ready = False
        self._thread: threading.Thread | None = None
        self._imported.connect(self._tell, Qt.ConnectionType.QueuedConnection)

    def start(self) -> None:
        """Begin importing; more calls do nothing."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._import, name="pyqtgraph", daemon=True)
            self._thread.start()

    def finish(self) -> None:
        """To be called before the end of the process."""
        if self._thread is not None:
            self._thread.join()

    def _import(self) -> None:
        importlib.import_module("pyqtgraph")
        self._imported.emit()

    def _tell(self) -> None:
        self.is_ready = True
        self.ready.emit()
