"""What the window has done by the helper, which may wait for a password."""

from __future__ import annotations

import threading
from collections.abc import Callable

from PySide6.QtCore import SignalInstance

from storage_tuner.services.qt_outlet import Outlet

_PATIENCE_S = 2


class HelperDesk:
    """One piece of work at a time, each in a thread that may outlive the window; others wait for
    their turn."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._outlet = Outlet()
        self._turn = threading.Lock()
        self._threads: list[threading.Thread] = []

    def submit(self, work: Callable[[], None]) -> None:
        """Do ``work`` when its turn comes; it tells its errors itself. Returns at once."""
        self._threads = [thread for thread in self._threads if thread.is_alive()]
        thread = threading.Thread(target=self._do, args=(work,), name=self._name, daemon=True)
        self._threads.append(thread)
        thread.start()

    def tell(self, signal: SignalInstance, *values: object) -> None:
        """Emit ``signal``, unless nobody is there any more who could hear it."""
        self._outlet.emit(signal, *values)

    def finish(self) -> None:
        """Give what is under way a moment; somebody may be thinking about a password."""
        for thread in self._threads:
            thread.join(_PATIENCE_S)
        self._outlet.close()

    def _do(self, work: Callable[[], None]) -> None:
        with self._turn:
            work()
