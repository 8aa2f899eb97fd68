"""Asks before the window is closed over what would be lost, or waits for what is under way."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QObject, Signal, SignalInstance
from PySide6.QtWidgets import QMessageBox, QWidget

from storage_tuner.core.message import tr
from storage_tuner.ui.benchmark.tester import QuickTester
from storage_tuner.ui.jobs import Jobs
from storage_tuner.ui.settings import preview_text as preview_words
from storage_tuner.ui.settings.editing import Editing


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
        """Close the question: it's no longer needed."""
        if self.box is not None:
            self.box.reject()

    def _forget(self) -> None:
        if self.box is not None:
            self.box.deleteLater()
            self.box = None


class Leaving(QObject):
    """``confirmed``: what was chosen may be forgotten."""

    confirmed = Signal()

    def __init__(self, window: QWidget, edited: Iterable[Editing]) -> None:
        super().__init__(window)
        self.question = ClosingQuestion(window)
        self._edited = tuple(edited)
        self.question.confirmed.connect(self._confirm)

    def asks(self) -> bool:
        """Whether a question must be answered before the window may close."""
        names = [name for editing in self._edited for name in editing.collection.counts]
        if names:
            text = tr("Changes to {names} haven't been applied.")
            self.question.ask(
                text.format(names=preview_words.devices(names)),
                tr("They are lost if you close the window."),
                tr("&Close anyway"),
            )
        return bool(names)

    def forget(self) -> None:
        """Close without asking."""
        for editing in self._edited:
            for name in tuple(editing.collection.counts):
                editing.collection.discard(name)

    def _confirm(self) -> None:
        self.forget()
        self.confirmed.emit()


class _LeavingUnfinished(QObject):
    """``ended``: what was under way when the window was to be closed has come to its end."""

    ended = Signal()

    def __init__(self, window: QWidget, idle: SignalInstance) -> None:
        super().__init__(window)
        self.question = ClosingQuestion(window)
        self._is_waiting = False
        self.question.confirmed.connect(self.wait)
        idle.connect(self._note_idle)

    def asks(self) -> bool:
        """Whether the window has to wait: for somebody's answer, or for the end."""
        if self._is_busy and not self._is_waiting:
            self._ask()
        return self._is_busy

    def wait(self) -> None:
        """Don't ask; ``ended`` follows where something is under way."""
        self._is_waiting = self._is_busy

    @property
    def _is_busy(self) -> bool:
        raise NotImplementedError

    def _ask(self) -> None:
        raise NotImplementedError

    def _note_idle(self) -> None:
        if self._is_waiting:
            self._is_waiting = False
            self.ended.emit()
        else:
            self.question.withdraw()


class LeavingWork(_LeavingUnfinished):
    """Without waiting, settings could become permanent on only some disks of an array."""

    def __init__(self, window: QWidget, jobs: Jobs) -> None:
        super().__init__(window, jobs.idle)
        self._jobs = jobs

    @property
    def _is_busy(self) -> bool:
        return self._jobs.is_busy

    def _ask(self) -> None:
        self.question.ask(
            tr("Settings are being applied or waiting for a password."),
            tr("The window can close once this finishes."),
            tr("&Close when finished"),
        )


class LeavingTest(_LeavingUnfinished):
    """Waiting for a quick test stops it."""

    def __init__(self, window: QWidget, tester: QuickTester) -> None:
        super().__init__(window, tester.idle)
        self._tester = tester

    def wait(self) -> None:
        super().wait()
        self._tester.cancel()

    @property
    def _is_busy(self) -> bool:
        return self._tester.request is not None

    def _ask(self) -> None:
        self.question.ask(
            tr("A quick test is running."),
            tr("If you stop it, its results are discarded."),
            tr("&Stop and close"),
        )
