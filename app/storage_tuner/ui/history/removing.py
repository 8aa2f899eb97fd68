"""Moves runs to the trash and brings the last ones back; asks before any is deleted for good."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMessageBox, QWidget

from storage_tuner.services.qt_history import RunHistory
from storage_tuner.store.database.run_store import StoredRun
from storage_tuner.ui.history import run_text as run_words

_MOST_NAMED = 5


class Removing(QObject):
    """``removed`` and ``came_back`` carry what to say of it."""

    removed = Signal(str)
    came_back = Signal(str)

    def __init__(self, history: RunHistory, window: QWidget) -> None:
        super().__init__(window)
        self._history = history
        self._window = window
        self._asked: dict[str, StoredRun] = {}
        self._last: tuple[str, ...] = ()
        history.moved.connect(self._note)

    def remove(self, runs: Sequence[StoredRun]) -> None:
        """To the trash, from which they can be brought back."""
        self._move(runs, to_trash=True)

    def bring_back(self, runs: Sequence[StoredRun]) -> None:
        self._move(runs, to_trash=False)

    def undo(self) -> None:
        """Bring back what was removed last."""
        if self._last:
            self._history.move(self._last, to_trash=False)
            self._last = ()

    def ask_to_delete(self, runs: Sequence[StoredRun]) -> None:
        if not runs:
            return
        box = QMessageBox(self._window)
        box.setIcon(QMessageBox.Icon.Warning)
        box.setWindowTitle(self.tr("Delete results"))
        box.setText(self.tr("Delete %n result(s) for good?", "", len(runs)))
        named = [run_words.title(run) for run in runs[:_MOST_NAMED]]
        more = ["…"] if len(runs) > len(named) else []
        lost = self.tr("What was measured is lost then.")
        box.setInformativeText("\n".join([*named, *more, "", lost]))
        delete = box.addButton(self.tr("&Delete for good"), QMessageBox.ButtonRole.DestructiveRole)
        cancel = box.addButton(QMessageBox.StandardButton.Cancel)
        box.setDefaultButton(cancel)
        box.setEscapeButton(cancel)
        wanted = tuple(run.identifier for run in runs)
        box.buttonClicked.connect(
            lambda button: self._history.delete(wanted) if button is delete else None
        )
        box.finished.connect(box.deleteLater)
        box.open()

    def _move(self, runs: Sequence[StoredRun], *, to_trash: bool) -> None:
        if runs:
            self._asked = {run.identifier: run for run in runs}
            self._history.move(tuple(self._asked), to_trash=to_trash)

    def _note(self, identifiers: tuple[str, ...], to_trash: bool) -> None:
        """Others may have moved some, too."""
        if not identifiers or set(identifiers) != set(self._asked):
            return
        if not to_trash:
            self._last = ()
            self.came_back.emit(self.tr("%n result(s) brought back.", "", len(identifiers)))
            return
        self._last = identifiers
        if len(identifiers) == 1:
            title = run_words.title(self._asked[identifiers[0]])
            self.removed.emit(self.tr("Moved to the trash: {result}").format(result=title))
        else:
            self.removed.emit(self.tr("%n result(s) moved to the trash.", "", len(identifiers)))
