"""Informs the rest of the window of settings that were applied or undone."""

from __future__ import annotations

from PySide6.QtCore import QObject

from storage_tuner.jobs.settings.apply import Applied
from storage_tuner.ui.settings.editing import Editing
from storage_tuner.ui.window.kept_settings import KeptSettings


class Joining(QObject):
    """What was applied can be put back later; what was put back can't be undone any more."""

    def __init__(self, editing: Editing, kept: KeptSettings) -> None:
        super().__init__(editing)
        self._editing = editing
        self._kept = kept
        editing.applied.connect(self._note_applied)
        editing.undone.connect(self._note_undone)
        kept.came_back.connect(self._note_put_back)

    def _note_applied(self, applied: Applied) -> None:
        for device in applied.devices:
            self._kept.note(device)

    def _note_undone(self, applied: Applied) -> None:
        """What was changed before that is as it was then, even if it was put back meanwhile."""
        for device in applied.devices:
            if device in applied.first_changes:
                self._kept.forget(device)
            else:
                self._kept.note(device)

    def _note_put_back(self, device: str) -> None:
        self._editing.forget_undo(device)
        self._editing.look_asked.emit()
