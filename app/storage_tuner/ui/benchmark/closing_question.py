"""Asks before the window is closed over a quick test."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from storage_tuner.core.message import tr
from storage_tuner.ui.benchmark.tester import QuickTester
from storage_tuner.ui.window.closing_question import ClosingQuestion


class LeavingTest(QObject):
    """``ended``: the test that was asked about was stopped, or has come to its end."""

    ended = Signal()

    def __init__(self, window: QWidget, tester: QuickTester) -> None:
        super().__init__(window)
        self.question = ClosingQuestion(window)
        self._tester = tester
        self._is_ending = False
        self.question.confirmed.connect(self.end)
        tester.idle.connect(self._note_idle)

    def asks(self) -> bool:
        """Whether the window has to wait: for somebody's answer, or for the end of the test."""
        if self._tester.wish is None:
            return False
        if not self._is_ending:
            self.question.ask(
                tr("A quick test is under way."),
                tr("When it's stopped, nothing of it is kept."),
                tr("&Stop and close"),
            )
        return True

    def end(self) -> None:
        """Stop it without asking; ``ended`` follows where there is one."""
        self._is_ending = self._tester.wish is not None
        self._tester.cancel()

    def _note_idle(self) -> None:
        if self._is_ending:
            self._is_ending = False
            self.ended.emit()
        else:
            self.question.withdraw()
