"""Signals of threads that may outlive the window, as one that waits for a password."""

from __future__ import annotations

import threading

from PySide6.QtCore import SignalInstance


class Outlet:
    """Emits signals until it's closed. A thread that emits one while Python takes itself down makes
    the application crash."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._is_open = True

    def emit(self, signal: SignalInstance, *values: object) -> None:
        with self._lock:
            if self._is_open:
                signal.emit(*values)

    def close(self) -> None:
        """Nothing is emitted from now on."""
        with self._lock:
            self._is_open = False
