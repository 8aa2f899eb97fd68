"""What this user measures at the moment, in this window or elsewhere: looked for in a thread."""

from __future__ import annotations

import threading

from PySide6.QtCore import QObject, Signal

from storage_tuner.core.device import Device
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.plan import TargetKind
from storage_tuner.core.same_disk import is_same_by_any_name
from storage_tuner.store.session_journal import running_sessions


class UnderWay(QObject):
    """``changed``: other sessions than before are under way."""

    changed = Signal()
    _found = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._sessions: tuple[SessionRecord, ...] = ()
        self._thread: threading.Thread | None = None
        self._found.connect(self._note)

    def look(self) -> None:
        """Returns at once; does nothing while a look is under way."""
        if self._thread is None or not self._thread.is_alive():
            self._thread = threading.Thread(target=self._look, name="under-way", daemon=True)
            self._thread.start()

    def finish(self) -> None:
        if self._thread is not None:
            self._thread.join()

    def is_measured(self, device: Device) -> bool:
        """Whether this very device is, as far as was found at the last look."""
        return any(
            session.device is not None
            and session.plan.target.kind is not TargetKind.PRACTICE
            and is_same_by_any_name(session.device, device)
            for session in self._sessions
        )

    def _look(self) -> None:
        self._found.emit(running_sessions())

    def _note(self, sessions: tuple[SessionRecord, ...]) -> None:
        if sessions != self._sessions:
            self._sessions = sessions
            self.changed.emit()
