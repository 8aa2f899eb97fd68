"""What was measured before: to look at again, to compare, to save, to remove."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from storage_tuner.advice.across import Comparison
from storage_tuner.core.device import Device
from storage_tuner.core.errors import StorageTunerError
from storage_tuner.services.qt_reports import ReportWriter
from storage_tuner.services.qt_sessions import Gist, StoredResults
from storage_tuner.store.folders import StoredSession
from storage_tuner.ui.elements import SPACE, Message, Tone
from storage_tuner.ui.facts import SelectableText
from storage_tuner.ui.history import words
from storage_tuner.ui.history.bar import HistoryBar
from storage_tuner.ui.history.dialogs import ComparisonDialog, SessionDialog
from storage_tuner.ui.history.filtering import HistoryFilter
from storage_tuner.ui.history.removing import Removing
from storage_tuner.ui.history.saving import ask_where
from storage_tuner.ui.history.sessions_table import SessionsTable
from storage_tuner.ui.states import EmptyState

Work = Callable[[StoredSession, Gist], None]


class HistoryTab(QWidget):
    """Shows what is kept of one device, or of practice disks (None); read when it's first seen.

    ``measure_asked`` and ``quick_asked`` lead on where nothing was measured.
    """

    measure_asked = Signal()
    quick_asked = Signal()

    def __init__(self, results: StoredResults, reports: ReportWriter) -> None:
        super().__init__()
        self._results = results
        self._reports = reports
        self._device: Device | None = None
        self._waiting: dict[Path, Work] = {}
        self._compared: tuple[Path, ...] = ()
        self._is_saving = False
        self._removing = Removing(results, self)
        self.message = Message()
        self.damaged = Message()
        self.filter = HistoryFilter()
        self.table = SessionsTable()
        self.chosen = SelectableText()
        self.bar = HistoryBar()
        self._states = QStackedWidget()
        self._build()
        self._connect()

    def show_device(self, device: Device | None) -> None:
        """None: practice disks."""
        if device is None or self._device is None or device.name != self._device.name:
            self.message.hide()
        self._device = device
        self._show_sessions()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        super().showEvent(event)
        if not self._results.is_loaded:
            self._results.load()
        self._show_sessions()

    def _build(self) -> None:
        self.looking = EmptyState(
            "refresh", self.tr("Looking for kept results …"), self.tr("This takes a moment.")
        )
        self.empty = EmptyState(
            "report",
            self.tr("Nothing was measured yet"),
            self.tr(
                "Results stay here: how fast this disk was, which settings were compared, and what "
                "became of them. A quick test takes less than a minute and changes nothing."
            ),
            self.tr("&Quick test"),
            self.tr("&Compare settings…"),
        )
        self._list = QWidget()
        inner = QVBoxLayout(self._list)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(SPACE)
        inner.addWidget(self.filter)
        inner.addWidget(self.table, 1)
        inner.addWidget(self.chosen)
        inner.addWidget(self.bar)
        for widget in (self.looking, self.empty, self._list):
            self._states.addWidget(widget)
        column = QVBoxLayout(self)
        column.setContentsMargins(3 * SPACE, 2 * SPACE, 3 * SPACE, 2 * SPACE)
        column.setSpacing(12)
        column.addWidget(self.message)
        column.addWidget(self.damaged)
        column.addWidget(self._states, 1)

    def _connect(self) -> None:
        results, reports, bar = self._results, self._reports, self.bar
        results.loaded.connect(self._show_sessions)
        results.judged.connect(self._show_gist)
        results.compared.connect(self._show_comparison)
        self._removing.removed.connect(self._say_removed)
        results.failed.connect(self._say_failed)
        reports.saved.connect(self._say_saved)
        reports.failed.connect(self._say_not_saved)
        self.empty.primary.connect(self.quick_asked)
        self.empty.secondary.connect(self.measure_asked)
        self.filter.changed.connect(self._show_sessions)
        self.table.itemSelectionChanged.connect(self._show_actions)
        self.table.opened.connect(self._open)
        self.table.removal_asked.connect(self._ask_to_remove)
        self.message.acted.connect(self._undo)
        self.damaged.acted.connect(self._show_folder)
        bar.open.clicked.connect(self._open)
        bar.compare.clicked.connect(self._compare)
        bar.save.clicked.connect(self._ask_to_save)
        bar.remove.clicked.connect(self._ask_to_remove)
        bar.folder.clicked.connect(self._show_folder)

    def _show_sessions(self) -> None:
        if not self.isVisible():
            return
        found = self._results.sessions(self._device)
        self._show_damaged()
        if not self._results.is_loaded:
            self._states.setCurrentWidget(self.looking)
            return
        self._states.setCurrentWidget(self._list if found else self.empty)
        shown = [session for session in found if self.filter.takes(session)]
        self.filter.show_counts(len(shown), len(found))
        self.table.show_sessions(shown, self._results.gist)
        for session in shown:
            if self._results.gist(session) is None:
                self._results.judge(session)
        self._show_actions()

    def _show_damaged(self) -> None:
        damaged = self._results.damaged
        if not damaged:
            self.damaged.hide()
            return
        lines = [f"{Path(each.path).name}: {each.reason}" for each in damaged]
        self.damaged.say(
            Tone.CAUTION,
            self.tr("%n kept result(s) can't be read.", "", len(damaged)),
            "\n".join(lines),
            self.tr("Sho&w folder"),
        )

    def _show_actions(self) -> None:
        chosen = self.table.chosen
        self.bar.show_chosen(chosen)
        gist = self._results.gist(chosen[0]) if chosen else None
        self.chosen.setText(
            words.chosen([each.record for each in chosen], gist)
            if self.table.sessions
            else self.tr("None of the results is like that. Choose another kind, or other words.")
        )

    def _show_gist(self, path: Path, gist: Gist) -> None:
        session = next((each for each in self.table.sessions if each.path == path), None)
        if session is None:
            return
        self.table.show_gist(session, gist)
        self._show_actions()
        if (work := self._waiting.pop(path, None)) is not None:
            work(session, gist)

    def _with_gist(self, session: StoredSession, work: Work) -> None:
        """Do ``work`` as soon as it's judged."""
        gist = self._results.gist(session)
        if gist is not None:
            work(session, gist)
            return
        self._waiting[session.path] = work
        self._results.judge(session)

    def _open(self) -> None:
        if len(self.table.chosen) == 1:
            self._with_gist(self.table.chosen[0], self._open_dialog)

    def _open_dialog(self, session: StoredSession, gist: Gist) -> None:
        dialog = SessionDialog(self, session, gist)
        dialog.save_asked.connect(lambda: self._ask_path(session, gist, dialog))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _compare(self) -> None:
        if len(self.table.chosen) == 2:
            newer, older = self.table.chosen
            names = words.pair(older.record, newer.record)
            self._compared = (older.path, newer.path)
            self._results.compare((names[0], older), (names[1], newer))

    def _show_comparison(
        self, sessions: tuple[StoredSession, StoredSession], comparison: Comparison
    ) -> None:
        if self._compared != tuple(each.path for each in sessions):
            return
        self._compared = ()
        dialog = ComparisonDialog(self, words.pair(*(each.record for each in sessions)), comparison)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _ask_to_save(self) -> None:
        if len(self.table.chosen) == 1:
            self._with_gist(self.table.chosen[0], partial(self._ask_path, parent=self))

    def _ask_path(self, session: StoredSession, gist: Gist, parent: QWidget) -> None:
        ask_where(parent, session.record, partial(self._save, session, gist))

    def _save(self, session: StoredSession, gist: Gist, path: Path, suffix: str) -> None:
        self._is_saving = True
        self.message.say(Tone.PLAIN, self.tr("Saving …"))
        self._reports.save(session.record, gist.judgement, path, suffix)

    def _say_saved(self, path: Path) -> None:
        if self._is_saving:
            self._is_saving = False
            self.message.say(Tone.GOOD, self.tr("Saved: {path}").format(path=path))

    def _say_not_saved(self, error: StorageTunerError) -> None:
        if self._is_saving:
            self._is_saving = False
            self.message.say_error(error)

    def _ask_to_remove(self) -> None:
        self._removing.ask(self.table.chosen)

    def _say_removed(self, text: str) -> None:
        self.message.say(Tone.PLAIN, text, action=self.tr("&Undo"))

    def _undo(self) -> None:
        self._removing.undo()
        self.message.hide()

    def _say_failed(self, error: StorageTunerError) -> None:
        if self.isVisible():
            self.message.say_error(error)

    def _show_folder(self) -> None:
        self.bar.show_folder(self._results.folder)
