"""Asks before the window is closed over what would be lost."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMessageBox, QWidget

from storage_tuner.core.message import tr


class ClosingQuestion(QObject):
    """``confirmed``: it may be lost. Who only closes the question keeps it."""

    confirmed = Signal()

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.box: QMessageBox | None = None
        self._window = window

    def ask(self, what: str, lost: str, answer: str) -> None:
        """``answer`` is the button's text that confirms; asks nothing while a question is open."""
        if self.box is not None:
            return
        box = self.box = QMessageBox(self._window)
        box.setIcon(QMessageBox.Icon.Question)
        box.setWindowTitle(tr("Close Storage Tuner"))
        box.setText(what)
        box.setInformativeText(lost)
        confirming = box.addButton(answer, QMessageBox.ButtonRole.DestructiveRole)
        box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))
        confirming.clicked.connect(self.confirmed)
        box.finished.connect(self._forget)
        box.open()

    def withdraw(self) -> None:
        """There is nothing to ask about any more."""
        if self.box is not None:
            self.box.reject()

    def _forget(self) -> None:
        if self.box is not None:
            self.box.deleteLater()
            self.box = None
