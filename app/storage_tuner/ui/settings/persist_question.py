"""Asks before making applied settings permanent, showing the text to be written."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from storage_tuner.client.connecting import asks_for_password
from storage_tuner.client.setting_changes import PersistentText
from storage_tuner.core.errors import StorageTunerError
from storage_tuner.core.owners import undoing
from storage_tuner.jobs.settings.apply import Applied, texts_to_keep
from storage_tuner.jobs.settings.pending_changes import EditedDevice
from storage_tuner.ui.jobs import Jobs

if TYPE_CHECKING:
    from storage_tuner.ui.assistant.result.keep_dialog import KeepDialog


class PersistQuestion(QObject):
    """Signals carry the device name: ``answered`` when the text to be written is known, ``refused``
    (with the error) when nothing can be written, and ``confirmed``."""

    answered = Signal(str)
    refused = Signal(str, object)
    confirmed = Signal(str)

    def __init__(self, parent: QWidget, jobs: Jobs) -> None:
        super().__init__(parent)
        self.dialog: KeepDialog | None = None
        self._parent = parent
        self._jobs = jobs
        self._name = ""
        self._warnings: list[str] = []

    def ask(self, place: EditedDevice, applied: Applied) -> None:
        """Find out what would be written for what was applied on ``place``, then ask."""
        self._name = place.name
        self._warnings = who_undoes(applied, place)
        self._jobs.start(
            partial(texts_to_keep, applied.changes),
            partial(self._open, place.name),
            partial(self._refuse, place.name),
        )

    def withdraw(self) -> None:
        """Something else is looked at now."""
        self._name = ""
        if self.dialog is not None:
            self.dialog.reject()

    def _refuse(self, name: str, error: StorageTunerError) -> None:
        self.refused.emit(name, error)

    def _open(self, name: str, texts: tuple[PersistentText, ...]) -> None:
        self.answered.emit(name)
        if name != self._name or self.dialog is not None:
            return
        from storage_tuner.ui.assistant.result.keep_dialog import KeepDialog

        self.dialog = KeepDialog(
            self._parent.window(), texts, self._warnings, asks_for_password=asks_for_password()
        )
        self.dialog.accepted.connect(self._confirm)
        self.dialog.finished.connect(self._close)
        self.dialog.open()

    def _confirm(self) -> None:
        self.confirmed.emit(self._name)

    def _close(self) -> None:
        if self.dialog is not None:
            self.dialog.deleteLater()
            self.dialog = None


def who_undoes(applied: Applied, place: EditedDevice) -> list[str]:
    """Sentences on others that set the same to something else."""
    known = {each.name: each.tuned for each in (place, *place.disks, *place.siblings)}
    return [
        str(said)
        for change in applied.changes
        if change.target.name in known
        for said in undoing(
            change.target.name, known[change.target.name].owners, change.wanted, persist=True
        )
    ]
