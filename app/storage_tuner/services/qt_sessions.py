"""Kept results, read in a thread."""

from __future__ import annotations

import threading

from PySide6.QtCore import QObject, Signal

from storage_tuner.core.device import Device
from storage_tuner.core.plan import TargetKind
from storage_tuner.store.folders import StoredSession, list_sessions, same_device


class StoredResults(QObject):
    """``loaded`` is emitted when the kept results were read; damaged ones are left out."""

    loaded = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._sessions: tuple[StoredSession, ...] = ()
        self._thread: threading.Thread | None = None

    def load(self) -> None:
        """Read them; does nothing while that is under way."""
        if self._thread is None or not self._thread.is_alive():
            self._thread = threading.Thread(target=self._load, name="results", daemon=True)
            self._thread.start()

    def finish(self) -> None:
        if self._thread is not None:
            self._thread.join()

    def newest(self, device: Device) -> StoredSession | None:
        """The last session of this device, as far as read. Practice disks don't count: the next
        one has the same name and is another disk."""
        for session in self._sessions:
            measured = session.record.device
            practised = session.record.plan.target.kind is TargetKind.PRACTICE
            if measured is not None and not practised and same_device(measured, device):
                return session
        return None

    def _load(self) -> None:
        self._sessions = list_sessions().sessions
        self.loaded.emit()
