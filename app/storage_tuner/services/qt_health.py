"""Drives' health for the window: asked for on demand, in a thread."""

from __future__ import annotations

import contextlib
import threading
from collections import deque
from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from storage_tuner.client.health import DrivePort, read_health
from storage_tuner.client.helper import HelperConnection
from storage_tuner.core.errors import HelperGone, StorageTunerError
from storage_tuner.services.qt_outlet import Outlet

_PATIENCE_S = 2


class HealthReader(QObject):
    """Asks drives one after the other, in the order of ``read``.

    ``known`` carries the ``Health`` of the drive whose turn it was (its ``device`` is the name that
    was given, or the port's), ``failed`` the ``StorageTunerError``; one of both for every ``read``.
    The helper is connected to for as long as drives wait, so that a password is asked for once;
    when it can't be connected to, all that wait have failed.
    """

    known = Signal(object)
    failed = Signal(object)

    def __init__(
        self, connect: Callable[[], HelperConnection], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._connect = connect
        self._outlet = Outlet()
        self._lock = threading.Lock()
        self._waiting: deque[tuple[str, DrivePort | None]] = deque()
        self._thread: threading.Thread | None = None

    def read(self, device: str, port: DrivePort | None = None) -> None:
        """Ask ``device``, or the drive at a port of the controller behind it; returns at once."""
        with self._lock:
            self._waiting.append((device, port))
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="health", daemon=True)
                self._thread.start()

    def finish(self) -> None:
        """Ask no more, and give what is under way a moment; somebody may be thinking about a
        password."""
        with self._lock:
            self._waiting.clear()
            thread = self._thread
        if thread is not None:
            thread.join(_PATIENCE_S)
        self._outlet.close()

    def _work(self) -> None:
        connection: HelperConnection | None = None
        while (waiting := self._next()) is not None:
            try:
                connection = connection or self._connect()
            except StorageTunerError as error:
                self._fail_all(error)
                continue
            try:
                self._outlet.emit(self.known, read_health(connection, *waiting))
            except HelperGone as error:
                _leave(connection)
                connection = None
                self._outlet.emit(self.failed, error)
            except StorageTunerError as error:
                self._outlet.emit(self.failed, error)
        if connection is not None:
            _leave(connection)

    def _fail_all(self, error: StorageTunerError) -> None:
        """Who closed one password dialog doesn't want to see one for every drive that waits."""
        self._outlet.emit(self.failed, error)
        with self._lock:
            others = len(self._waiting)
            self._waiting.clear()
        for _ in range(others):
            self._outlet.emit(self.failed, error)

    def _next(self) -> tuple[str, DrivePort | None] | None:
        with self._lock:
            if self._waiting:
                return self._waiting.popleft()
            self._thread = None
            return None


def _leave(connection: HelperConnection) -> None:
    with contextlib.suppress(StorageTunerError):
        connection.close()
