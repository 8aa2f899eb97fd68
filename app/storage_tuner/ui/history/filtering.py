"""Which of the kept results are listed."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QLineEdit, QWidget

from storage_tuner.core.session_kinds import SessionKind, kind_of
from storage_tuner.store.folders import StoredSession
from storage_tuner.ui.elements import SPACE, Text, Tone
from storage_tuner.ui.history import words
from storage_tuner.ui.search_field import allow_clearing


class HistoryFilter(QWidget):
    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.kind = QComboBox()
        self.kind.addItem(self.tr("All kinds"), None)
        for kind in SessionKind:
            self.kind.addItem(words.kind(kind), kind)
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Date, scheduler, use …"))
        allow_clearing(self.search)
        self._counts = Text(tone=Tone.SUBTLE, wrap=False)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE)
        for text, field, stretch in (
            (self.tr("&Kind"), self.kind, 0),
            (self.tr("F&ind"), self.search, 1),
        ):
            label = QLabel(text)
            label.setBuddy(field)
            row.addWidget(label)
            row.addWidget(field, stretch)
        row.addWidget(self._counts)
        self.kind.currentIndexChanged.connect(self.changed)
        self.search.textChanged.connect(self.changed)

    def takes(self, session: StoredSession) -> bool:
        kind = self.kind.currentData()
        if kind is not None and kind_of(session.record.plan) is not SessionKind(kind):
            return False
        sought = self.search.text().casefold().split()
        record = session.record
        texts = (words.when(record), words.what(record), words.use(record), words.outcome(record))
        told = " ".join((*texts, record.created_at)).casefold()
        return all(word in told for word in sought)

    def show_counts(self, shown: int, of: int) -> None:
        self._counts.setText(
            self.tr("%n result(s)", "", of)
            if shown == of
            else self.tr("{shown} of {count}").format(shown=shown, count=of)
        )
