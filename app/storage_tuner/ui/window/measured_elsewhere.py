"""Measurements of this user under way, in this window or elsewhere."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from storage_tuner.core.device import Device
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.plan import TargetKind
from storage_tuner.core.same_disk import is_same_by_any_name
from storage_tuner.ui.jobs import Jobs, Newest


class MeasuredElsewhere(QObject):
    """``changed``: other sessions than before are under way."""

    changed = Signal()

    def __init__(self, jobs: Jobs) -> None:
        super().__init__()
        self._sessions: tuple[SessionRecord, ...] = ()
        self._refreshes = Newest(jobs)

    def refresh(self) -> None:
        """Returns at once."""
        self._refreshes.start(_running_sessions, self._note)

    def is_measured(self, device: Device) -> bool:
        """Whether this very device is, as far as was found at the last look."""
        return any(
            session.device is not None
            and session.plan.target.kind is not TargetKind.PRACTICE
            and is_same_by_any_name(session.device, device)
            for session in self._sessions
        )

    def _note(self, sessions: tuple[SessionRecord, ...]) -> None:
        if sessions != self._sessions:
            self._sessions = sessions
            self.changed.emit()


def _running_sessions() -> tuple[SessionRecord, ...]:
    # imported in the thread, so that the window needn't wait for what reads journals
    from storage_tuner.store.session_journal import running_sessions

    return running_sessions()
