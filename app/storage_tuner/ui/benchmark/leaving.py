"""Asks before the window is closed over a quick test."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMessageBox, QWidget

from storage_tuner.services.qt_quick import QuickTester


class LeavingTest(QObject):
    """``ended``: the test that was asked about was stopped, or has come to its end."""

    ended = Signal()

    def __init__(self, parent: QWidget, tester: QuickTester) -> None:
        super().__init__(parent)
        self.question: QMessageBox | None = None
        self._parent = parent
        self._tester = tester
        self._is_ending = False
        tester.idle.connect(self._note_idle)

    def asks(self) -> bool:
        """Whether the window has to wait: for somebody's answer, or for the end of the test."""
        if self._tester.wish is None:
            return False
        if self.question is None and not self._is_ending:
            self._ask()
        return True

    def end(self) -> None:
        """Stop it without asking; ``ended`` follows where there is one."""
        self._is_ending = self._tester.wish is not None
        self._tester.cancel()

    def _ask(self) -> None:
        box = QMessageBox(self._parent)
        box.setIcon(QMessageBox.Icon.Question)
        box.setWindowTitle(self.tr("Close Storage Tuner"))
        box.setText(self.tr("A quick test is under way."))
        box.setInformativeText(self.tr("When it's stopped, nothing of it is kept."))
        stop = box.addButton(self.tr("&Stop and close"), QMessageBox.ButtonRole.DestructiveRole)
        box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))
        stop.clicked.connect(self.end)
        box.finished.connect(self._forget_question)
        self.question = box
        box.open()

    def _forget_question(self) -> None:
        if self.question is not None:
            self.question.deleteLater()
            self.question = None

    def _note_idle(self) -> None:
        if self._is_ending:
            self._is_ending = False
            self.ended.emit()
        elif self.question is not None:
            self.question.reject()
