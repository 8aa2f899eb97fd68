"""Asks before the window is closed over changes that weren't applied."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from storage_tuner.ui.closing_question import ClosingQuestion
from storage_tuner.ui.settings import preview_words
from storage_tuner.ui.settings.editing import Editing


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
            text = self.tr("Changes of {names} were chosen, but not applied.")
            self.question.ask(
                text.format(names=preview_words.devices(names)),
                self.tr("They are forgotten when the window is closed."),
                self.tr("&Close anyway"),
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
