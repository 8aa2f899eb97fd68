"""The list of kept sessions, newest first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from PySide6.QtCore import QCoreApplication, QItemSelectionModel, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidget, QTableWidgetItem

from storage_tuner.services.qt_sessions import Gist
from storage_tuner.store.folders import StoredSession
from storage_tuner.ui import numbers
from storage_tuner.ui.history import words

translate = QCoreApplication.translate


class SessionsTable(QTableWidget):
    """``opened`` and ``removal_asked`` are for what is chosen, by a double click or a key."""

    opened = Signal()
    removal_asked = Signal()

    def __init__(self) -> None:
        headers = (
            translate("History", "When"),
            translate("History", "What"),
            translate("History", "Used for"),
            translate("History", "Outcome"),
            translate("History", "Main result"),
        )
        super().__init__(0, len(headers))
        self._sessions: tuple[StoredSession, ...] = ()
        name = translate("History", "Kept results")
        self.setAccessibleName(name)
        self.setHorizontalHeaderLabels(headers)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 12)
        self._size_columns(name)
        self.itemDoubleClicked.connect(lambda _: self.opened.emit())

    @property
    def sessions(self) -> tuple[StoredSession, ...]:
        return self._sessions

    @property
    def chosen(self) -> tuple[StoredSession, ...]:
        """The newest first."""
        rows = sorted(index.row() for index in self.selectionModel().selectedRows())
        return tuple(self._sessions[row] for row in rows)

    def show_sessions(
        self, sessions: Sequence[StoredSession], gist: Callable[[StoredSession], Gist | None]
    ) -> None:
        """Those that were chosen before stay chosen."""
        kept = {session.path for session in self.chosen}
        self._sessions = tuple(sessions)
        self.clearSelection()
        self.setRowCount(len(self._sessions))
        for row, session in enumerate(self._sessions):
            record = session.record
            texts = (
                words.when(record),
                words.what(record),
                words.use(record),
                words.outcome(record),
                words.result(record, gist(session)),
            )
            for column, text in enumerate(texts):
                self._put(row, column, text)
        self.choose(row for row, each in enumerate(self._sessions) if each.path in kept)

    def choose(self, rows: Iterable[int]) -> None:
        """These and no others. Qt's ``selectRow`` finds none from right to left, until the table
        is as wide as it will be."""
        flags = QItemSelectionModel.SelectionFlag
        self.clearSelection()
        for row in rows:
            index = self.model().index(row, 0)
            self.selectionModel().select(index, flags.Select | flags.Rows)

    def show_gist(self, session: StoredSession, gist: Gist) -> None:
        for row, each in enumerate(self._sessions):
            if each.path == session.path:
                self._put(row, 4, words.result(each.record, gist))

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.opened.emit()
        elif event.key() == Qt.Key.Key_Delete:
            self.removal_asked.emit()
        else:
            super().keyPressEvent(event)

    def _put(self, row: int, column: int, text: str) -> None:
        item = QTableWidgetItem(text or numbers.NOTHING)
        item.setToolTip(text)
        self.setItem(row, column, item)

    def _size_columns(self, name: str) -> None:
        header = self.horizontalHeader()
        header.setAccessibleName(name)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)
        header.setMinimumSectionSize(6 * self.fontMetrics().averageCharWidth())
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        for column in (1, 4):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
