"""Asks before results are moved to the trash, and brings the last ones back."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMessageBox, QWidget

from storage_tuner.services.qt_sessions import Removed, StoredResults
from storage_tuner.store.folders import StoredSession
from storage_tuner.ui.history import words

_MOST_NAMED = 5


class Removing(QObject):
    """``removed`` carries what to say once all that was asked for is in the trash."""

    removed = Signal(str)

    def __init__(self, results: StoredResults, window: QWidget) -> None:
        super().__init__(window)
        self._results = results
        self._window = window
        self._waiting: list[StoredSession] = []
        self._done: list[Removed] = []
        results.removed.connect(self._note)

    def ask(self, sessions: Sequence[StoredSession]) -> None:
        if not sessions:
            return
        box = QMessageBox(self._window)
        box.setIcon(QMessageBox.Icon.Question)
        box.setWindowTitle(self.tr("Remove results"))
        box.setText(self.tr("Move %n result(s) to the trash?", "", len(sessions)))
        named = [words.title(each.record) for each in sessions[:_MOST_NAMED]]
        box.setInformativeText("\n".join([*named, *(["…"] if len(sessions) > len(named) else [])]))
        remove = box.addButton(self.tr("&Move to the trash"), QMessageBox.ButtonRole.AcceptRole)
        cancel = box.addButton(QMessageBox.StandardButton.Cancel)
        box.setDefaultButton(cancel)
        box.setEscapeButton(cancel)
        box.buttonClicked.connect(
            lambda button: self._remove(sessions) if button is remove else None
        )
        box.finished.connect(box.deleteLater)
        box.open()

    def undo(self) -> None:
        """Bring back what was removed last."""
        for removed in self._done:
            self._results.restore(removed)
        self._done = []

    def _remove(self, sessions: Sequence[StoredSession]) -> None:
        self._waiting, self._done = list(sessions), []
        for session in sessions:
            self._results.remove(session)

    def _note(self, removed: Removed) -> None:
        paths = [session.path for session in self._waiting]
        if removed.session.path not in paths:
            return
        self._done.append(removed)
        if len(self._done) == len(self._waiting):
            self.removed.emit(self._said())

    def _said(self) -> str:
        if len(self._done) == 1:
            title = words.title(self._done[0].session.record)
            return self.tr("Moved to the trash: {result}").format(result=title)
        return self.tr("%n result(s) moved to the trash.", "", len(self._done))
