"""Moves runs to the trash and restores them; asks before deleting permanently."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMessageBox, QWidget

from storage_tuner.core.errors import StorageTunerError
from storage_tuner.core.message import tr, trn
from storage_tuner.store.database.run_store import RunStore, StoredRun
from storage_tuner.ui.history import run_text as run_words
from storage_tuner.ui.history.run_history import RunHistory

_MOST_NAMED = 5


class Removing(QObject):
    """``removed`` and ``came_back`` carry a message, ``failed`` the error."""

    removed = Signal(str)
    came_back = Signal(str)
    failed = Signal(object)

    def __init__(self, history: RunHistory, window: QWidget) -> None:
        super().__init__(window)
        self._history = history
        self._window = window
        self._last: tuple[str, ...] = ()

    def remove(self, runs: Sequence[StoredRun]) -> None:
        """Move runs to the trash, from which they can be restored."""
        if runs:
            names = [run.identifier for run in runs]
            self._change(lambda store: store.trash(*names), partial(self._note_removed, runs))

    def bring_back(self, runs: Sequence[StoredRun]) -> None:
        self._bring_back([run.identifier for run in runs])

    def undo(self) -> None:
        """Restore the runs removed last."""
        self._bring_back(self._last)
        self._last = ()

    def ask_to_delete(self, runs: Sequence[StoredRun]) -> None:
        if not runs:
            return
        box = QMessageBox(self._window)
        box.setIcon(QMessageBox.Icon.Warning)
        box.setWindowTitle(tr("Delete results"))
        box.setText(
            trn(
                len(runs),
                "Permanently delete {count} result?",
                "Permanently delete {count} results?",
            )
        )
        named = [run_words.title(run) for run in runs[:_MOST_NAMED]]
        more = ["…"] if len(runs) > len(named) else []
        lost = tr("This can't be undone.")
        box.setInformativeText("\n".join([*named, *more, "", lost]))
        delete = box.addButton(tr("&Delete permanently"), QMessageBox.ButtonRole.DestructiveRole)
        cancel = box.addButton(QMessageBox.StandardButton.Cancel)
        box.setDefaultButton(cancel)
        box.setEscapeButton(cancel)
        wanted = tuple(run.identifier for run in runs)
        box.buttonClicked.connect(lambda button: self._delete(wanted) if button is delete else None)
        box.finished.connect(box.deleteLater)
        box.open()

    def _bring_back(self, names: Sequence[str]) -> None:
        if names:
            back = partial(self._note_back, len(names))
            self._change(lambda store: store.bring_back(*names), back)

    def _delete(self, names: Sequence[str]) -> None:
        self._change(lambda store: store.delete(*names), lambda _: None)

    def _change(self, job: Callable[[RunStore], object], done: Callable[[object], None]) -> None:
        self._history.change(job, done, self._note_failed)

    def _note_failed(self, error: StorageTunerError) -> None:
        self.failed.emit(error)

    def _note_back(self, count: int, _: object) -> None:
        self._last = ()
        self.came_back.emit(trn(count, "{count} result restored.", "{count} results restored."))

    def _note_removed(self, runs: Sequence[StoredRun], _: object) -> None:
        self._last = tuple(run.identifier for run in runs)
        if len(runs) == 1:
            title = run_words.title(runs[0])
            self.removed.emit(tr("Moved to the trash: {result}", result=title))
        else:
            self.removed.emit(
                trn(
                    len(runs),
                    "{count} result moved to the trash.",
                    "{count} results moved to the trash.",
                )
            )
