"""Asks before the window is closed over changes that weren't applied, or are just being set."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from storage_tuner.core.message import tr
from storage_tuner.ui.jobs import Jobs
from storage_tuner.ui.settings import preview_text as preview_words
from storage_tuner.ui.settings.editing import Editing
from storage_tuner.ui.window.closing_question import ClosingQuestion


class Leaving(QObject):
    """``confirmed``: what was chosen may be forgotten."""

    confirmed = Signal()

    def __init__(self, window: QWidget, edited: Iterable[Editing]) -> None:
        super().__init__(window)
        self.question = ClosingQuestion(window)
        self._edited = tuple(edited)
        self.question.confirmed.connect(self._confirm)

    def asks(self) -> bool:
        """Whether somebody has to answer before the window may be closed."""
        names = [name for editing in self._edited for name in editing.collection.counts]
        if names:
            text = tr("Changes of {names} were chosen, but not applied.")
            self.question.ask(
                text.format(names=preview_words.devices(names)),
                tr("They are forgotten when the window is closed."),
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


class LeavingWork(QObject):
    """``ended``: what was being set when the window was to be closed has come to its end. Without
    waiting, only some of an array's disks could have what is kept for good."""

    ended = Signal()

    def __init__(self, window: QWidget, jobs: Jobs) -> None:
        super().__init__(window)
        self.question = ClosingQuestion(window)
        self._jobs = jobs
        self._is_waiting = False
        self.question.confirmed.connect(self.wait)
        jobs.idle.connect(self._note_idle)

    def asks(self) -> bool:
        """Whether the window has to wait: for somebody's answer, or for the end of the work."""
        if self._jobs.is_busy and not self._is_waiting:
            self.question.ask(
                tr("Settings are being set, or wait for a password."),
                tr("The window can be closed as soon as that has ended."),
                tr("&Close then"),
            )
        return self._jobs.is_busy

    def wait(self) -> None:
        """Don't ask; ``ended`` follows where something is being set."""
        self._is_waiting = self._jobs.is_busy

    def _note_idle(self) -> None:
        if self._is_waiting:
            self._is_waiting = False
            self.ended.emit()
        else:
            self.question.withdraw()
