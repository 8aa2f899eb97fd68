"""Brings pyqtgraph and numpy in after the first window is shown, without the window noticing.

Together they take over half a second. numpy is imported in a thread. pyqtgraph uses Qt while it's
imported, and PySide makes its classes at their first use, which two threads must not do at the same
time (now and then the process aborts). So that part is done in short slices between the window's
events.
"""

from __future__ import annotations

import importlib
import sys
import threading
import time
from collections.abc import Generator, Iterator, Sequence
from importlib.abc import MetaPathFinder
from types import ModuleType

from PySide6 import QtCore, QtGui, QtWidgets
from PySide6.QtCore import QObject, Qt, QTimer, Signal

_SLICE_S = 0.01


class ChartLibrary(QObject):
    """``ready`` is emitted once, in the GUI thread, when charts can be drawn."""

    ready = Signal()
    _prepared = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.is_ready = False
        self._thread: threading.Thread | None = None
        self._work: Iterator[None] = iter(())
        self._timer = QTimer(self)
        self._timer.setInterval(0)
        self._timer.timeout.connect(self._do_slice)
        self._prepared.connect(self._begin, Qt.ConnectionType.QueuedConnection)

    def start(self) -> None:
        """Begin importing; more calls do nothing."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._prepare, name="numpy", daemon=True)
            self._thread.start()

    def finish(self) -> None:
        """Leave it where it is; to be called before the end of the process."""
        self._timer.stop()
        if self._thread is not None:
            self._thread.join()

    def _prepare(self) -> None:
        importlib.import_module("numpy")
        self._prepared.emit()

    def _begin(self) -> None:
        self._work = _in_slices()
        self._timer.start()

    def _do_slice(self) -> None:
        if next(self._work, self) is self:
            self._timer.stop()
            self.is_ready = True
            self.ready.emit()


def _in_slices() -> Generator[None, None, None]:
    """Everything that must happen in the GUI thread; yields when a slice is used up."""
    for module in (QtCore, QtGui, QtWidgets):
        yield from _make_classes(module)
    thread = _SlicedImport()
    thread.start()
    while not thread.has_ended:
        thread.work_a_slice()
        yield


def _make_classes(module: ModuleType) -> Generator[None, None, None]:
    """Touch every name of a PySide module, as pyqtgraph does in one go of 200 ms."""
    started = time.perf_counter()
    for name in dir(module):
        getattr(module, name)
        if time.perf_counter() - started > _SLICE_S:
            yield
            started = time.perf_counter()


class _SlicedImport(threading.Thread, MetaPathFinder):
    """Imports the plot in a thread that runs only while the GUI thread waits for it.

    Python asks a finder for each module that is imported: this one knows none, but that is where
    it can hand back. It does so at pyqtgraph's own modules only, so that whatever else is being
    imported is complete and nobody waits for its lock.
    """

    def __init__(self) -> None:
        super().__init__(name="charts", daemon=True)
        self._turn = threading.Semaphore(0)
        self._back = threading.Semaphore(0)
        self._slice_began = 0.0
        self._error: BaseException | None = None
        self.has_ended = False

    def work_a_slice(self) -> None:
        """Let the thread import for a while; raises what the import raised."""
        self._slice_began = time.perf_counter()
        self._turn.release()
        self._back.acquire()
        if self._error is not None:
            raise self._error

    def run(self) -> None:
        self._turn.acquire()
        sys.meta_path.insert(0, self)
        try:
            importlib.import_module("storage_tuner.ui.charts.plot")
        except BaseException as error:
            self._error = error
        finally:
            sys.meta_path.remove(self)
            self.has_ended = True
            self._back.release()

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,  # noqa: ARG002
        target: ModuleType | None = None,  # noqa: ARG002
    ) -> None:
        used = time.perf_counter() - self._slice_began
        ours = threading.current_thread() is self and fullname.startswith("pyqtgraph")
        if ours and used > _SLICE_S:
            self._back.release()
            self._turn.acquire()
