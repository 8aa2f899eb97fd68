"""Asks before the window is closed over changes that weren't applied."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMessageBox, QWidget

from storage_tuner.ui.settings import preview_words
from storage_tuner.ui.settings.editing import Editing


class Leaving(QObject):
    """``confirmed``: what was chosen may be forgotten."""

    confirmed = Signal()

    def __init__(self, parent: QWidget, edited: Iterable[Editing]) -> None:
        super().__init__(parent)
        self.question: QMessageBox | None = None
        self._parent = parent
        self._edited = tuple(edited)

    def asks(self) -> bool:
        """Whether somebody has to answer before the window may be closed."""
        names = [name for editing in self._edited for name in editing.collection.counts]
        if names and self.question is None:
            self._ask(names)
        return bool(names)

    def forget(self) -> None:
        """Close without asking."""
        for editing in self._edited:
            for name in tuple(editing.collection.counts):
                editing.collection.discard(name)

    def _ask(self, names: list[str]) -> None:
        box = QMessageBox(self._parent)
        box.setIcon(QMessageBox.Icon.Question)
        box.setWindowTitle(self.tr("Close Storage Tuner"))
        box.setText(
            self.tr("Changes of {names} were chosen, but not applied.").format(
                names=preview_words.devices(names)
            )
        )
        box.setInformativeText(self.tr("They are forgotten when the window is closed."))
        close = box.addButton(self.tr("&Close anyway"), QMessageBox.ButtonRole.DestructiveRole)
        box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))
        close.clicked.connect(self._confirm)
        box.finished.connect(self._close)
        self.question = box
        box.open()

    def _confirm(self) -> None:
        self.forget()
        self.confirmed.emit()

    def _close(self) -> None:
        if self.question is not None:
            self.question.deleteLater()
            self.question = None
