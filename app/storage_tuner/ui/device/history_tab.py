"""The list of earlier results: open, compare, annotate, save, remove."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QShowEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from storage_tuner.core.device import Device
from storage_tuner.core.errors import StorageTunerError
from storage_tuner.core.message import tr, trn
from storage_tuner.jobs.results.kept_runs import Listing, Opened, listing, opened
from storage_tuner.store.database.run_file import DamagedFile
from storage_tuner.store.database.run_store import RunStore, StoredRun
from storage_tuner.store.database.run_summaries import PRACTICE, device_key_of
from storage_tuner.ui.history import run_text as run_words
from storage_tuner.ui.history import runs_model
from storage_tuner.ui.history import text as words
from storage_tuner.ui.history.bar import HistoryBar
from storage_tuner.ui.history.dialogs import SessionDialog
from storage_tuner.ui.history.filtering import HistoryFilter
from storage_tuner.ui.history.importing import Importing
from storage_tuner.ui.history.removing import Removing
from storage_tuner.ui.history.run_history import RunHistory
from storage_tuner.ui.history.runs_table import RunsTable
from storage_tuner.ui.jobs import Jobs, Newest
from storage_tuner.ui.reports.dialog import SaveReport
from storage_tuner.ui.widgets.elements import AROUND_A_PAGE, SPACE, Banner, Tone
from storage_tuner.ui.widgets.facts import SelectableText
from storage_tuner.ui.widgets.layouts import Placed, column_in
from storage_tuner.ui.window.empty_states import EmptyState

Work = Callable[[Opened], None]

_MOST_UNTOLD = 50
"""Most results that wait for translation; those visible now go first."""


class HistoryTab(QWidget):
    """Shows what is kept: of one device, of practice disks (None), or all of it; read whenever
    it's seen.

    ``measure_asked`` and ``quick_asked`` lead on where nothing was measured. ``compare_asked``
    carries the identifiers of those to be compared, ``again_asked`` an ``Opened``.
    """

    measure_asked = Signal()
    quick_asked = Signal()
    compare_asked = Signal(object)
    again_asked = Signal(object)

    def __init__(self, history: RunHistory, reports: Jobs, *, of_all: bool = False) -> None:
        super().__init__()
        self._history = history
        self._reports = reports
        self._of_all = of_all
        self._is_wanted = of_all
        self._lists = Newest(history.listing)
        self.is_listed = False
        self._waiting: dict[str, Work] = {}
        self._unreported: list[str] = []
        self._reporting = ""
        self._way_on: Callable[[], None] | None = None
        self.removing = Removing(history, self)
        self.importing = Importing(history, self)
        self.message = Banner()
        self.damaged = Banner()
        self.filter = HistoryFilter(of_all=of_all)
        self.table = RunsTable()
        self.chosen = SelectableText()
        self.bar = HistoryBar()
        self._states = QStackedWidget()
        self.setAcceptDrops(True)
        if not of_all:
            self.table.hide_disks()
        self._build()
        self._connect()

    def show_device(self, device: Device | None) -> None:
        """None: practice disks."""
        key = PRACTICE if device is None else device_key_of(device)
        if key != self.filter.wanted().device_key:
            self.message.hide()
            self.is_listed = False
        self.filter.of_device(key)
        self._is_wanted = True
        self._list()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        super().showEvent(event)
        self._list()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:  # noqa: N802
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:  # noqa: N802
        """Files are imported."""
        paths = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
        if paths:
            event.acceptProposedAction()
            self.importing.take(paths)

    def _build(self) -> None:
        self.loading = EmptyState("refresh", tr("Loading results …"), tr("This takes a moment."))
        self.empty = EmptyState(
            "report",
            tr("No results yet"),
            tr(
                "Benchmarks of this disk and comparisons of its settings will be listed "
                "here. A quick test takes less than a minute and changes nothing."
            )
            if not self._of_all
            else tr(
                "Results from all disks of this computer will be listed here, and imported ones."
            ),
            "" if self._of_all else tr("&Quick test"),
            tr("I&mport…") if self._of_all else tr("&Compare settings…"),
        )
        self._list_page = QWidget()
        table = Placed(self.table, 1)
        column_in(self._list_page, self.filter, table, self.chosen, self.bar, spacing=SPACE)
        self._refused = QWidget()
        for widget in (self.loading, self.empty, self._list_page, self._refused):
            self._states.addWidget(widget)
        states = Placed(self._states, 1)
        column_in(self, self.message, self.damaged, states, margins=AROUND_A_PAGE, spacing=12)

    def _connect(self) -> None:
        history, bar, table = self._history, self.bar, self.table
        history.changed.connect(self._list)
        self.removing.failed.connect(self._show_failed)
        self.importing.failed.connect(self._show_failed)
        self.removing.removed.connect(self._show_removed)
        self.removing.came_back.connect(self._show_done)
        self.importing.progressed.connect(self._show_importing)
        self.importing.ended.connect(self.message.hide)
        self.empty.button.clicked.connect(self.quick_asked)
        self.empty.other_button.clicked.connect(self._act_on_nothing)
        self.filter.changed.connect(self._list)
        self.filter.import_file.clicked.connect(self.importing.ask)
        table.chosen_changed.connect(self._show_actions)
        table.opened.connect(self._open)
        table.removal_asked.connect(self._remove)
        table.menu_asked.connect(bar.show_menu)
        table.runs_model.annotated.connect(self._annotate)
        table.runs_model.result_wanted.connect(self._report_result)
        self.message.acted.connect(self._act_on_message)
        bar.open.clicked.connect(self._open)
        bar.compare.clicked.connect(self._compare)
        bar.again.clicked.connect(partial(self._with_chosen, self.again_asked.emit))
        bar.save.clicked.connect(partial(self._with_chosen, self._ask_to_save))
        bar.remove.clicked.connect(self._remove)
        bar.bring_back.clicked.connect(lambda: self.removing.bring_back(self.table.chosen))
        bar.delete.clicked.connect(lambda: self.removing.ask_to_delete(self.table.chosen))
        bar.note.triggered.connect(partial(table.edit_column, runs_model.NOTE))
        bar.tags.triggered.connect(partial(table.edit_column, runs_model.TAGS))

    def _list(self) -> None:
        """Reload the list if it's visible."""
        if not self.isVisible() or not self._is_wanted:
            return
        if not self.is_listed:
            self._states.setCurrentWidget(self.loading)
        wanted, kind = self.filter.wanted(), self.filter.wanted_kind()

        def job(store: RunStore) -> Listing:
            found = listing(store, wanted, kind)
            store.mark_set_aside_reported()
            return found

        self._lists.start(
            self._history.listing.with_runs(job), self._show_listing, self.show_refused
        )

    def _show_listing(self, listing: Listing) -> None:
        self.is_listed = True
        if self._way_on == self._try_again:
            self.message.hide()
            self._way_on = None
        self.filter.show_listing(listing)
        self._show_damaged(listing)
        in_trash = self.filter.in_trash
        nothing = not listing.total and not in_trash and not self.filter.is_narrowed
        self._states.setCurrentWidget(self.empty if nothing else self._list_page)
        self.table.runs_model.editable = not in_trash and not listing.read_only
        self.table.show_runs(listing.runs)
        self._show_actions()

    def show_refused(self, error: StorageTunerError) -> None:
        """Nothing is listed rather than what may no longer be true."""
        self._states.setCurrentWidget(self._refused)
        self.message.show_error(error, tr("&Try again"))
        self._way_on = self._try_again

    def _show_damaged(self, listing: Listing) -> None:
        """Report unreadable results, with reasons."""
        lines = [f"{Path(each.path).name}: {each.reason!s}" for each in listing.unreadable]
        if listing.set_aside is not None:
            self.damaged.show_message(
                Tone.CAUTION,
                tr("The results file was damaged."),
                "\n".join((*self._rescued(listing.set_aside), *lines)),
            )
        elif lines:
            self.damaged.show_message(
                Tone.CAUTION,
                trn(
                    len(lines),
                    "{count} result of an earlier version can't be read.",
                    "{count} results of an earlier version can't be read.",
                ),
                "\n".join(lines),
            )
        else:
            self.damaged.hide()

    def _rescued(self, aside: DamagedFile) -> tuple[str, str]:
        """What of a damaged file is in the new one, and where it lies."""
        if aside.runs:
            saved = trn(
                aside.runs,
                "{count} readable result moved to a new file.",
                "{count} readable results moved to a new file.",
            )
        else:
            saved = tr("None of its results was readable.")
        return saved, tr("The damaged file is kept: {path}", path=aside.path)

    def _show_actions(self) -> None:
        chosen = self.table.chosen
        self.bar.show_chosen(chosen, in_trash=self.filter.in_trash)
        self.chosen.setText(self._said_of(chosen))

    def _said_of(self, chosen: Sequence[StoredRun]) -> str:
        if len(chosen) == 1:
            return run_words.summary(chosen[0], self.table.runs_model.result(chosen[0]))
        if chosen:
            return trn(len(chosen), "{count} result selected", "{count} results selected")
        if self.table.runs_model.runs:
            return tr("Select a result to see its summary.")
        if self.filter.is_narrowed:
            return tr("No matching results. Change the filter or the search text.")
        return tr("The trash is empty.")

    def _report_result(self, identifier: str) -> None:
        """In the window's language: one after the other, those that were seen last first."""
        self._unreported = [*self._unreported[-_MOST_UNTOLD:], identifier]
        self._report_next()

    def _report_next(self) -> None:
        if self._unreported and not self._reporting:
            self._reporting = self._unreported.pop()
            self._read(self._reporting)

    def _with_chosen(self, work: Work) -> None:
        """Do ``work`` as soon as it's read and judged."""
        if len(self.table.chosen) == 1:
            identifier = self.table.chosen[0].identifier
            self._waiting[identifier] = work
            self._read(identifier)

    def _read(self, identifier: str) -> None:
        judging = self._history.judging
        read = judging.with_runs(lambda store: opened(store, identifier))
        judging.start(read, self._take_opened, partial(self._note_unopened, identifier))

    def _take_opened(self, opened: Opened) -> None:
        text = words.result(opened.record, opened.gist)
        self.table.runs_model.show_result(opened.run.identifier, text)
        if (work := self._waiting.pop(opened.run.identifier, None)) is not None:
            work(opened)
        self._resume_reporting(opened.run.identifier)

    def _note_unopened(self, identifier: str, error: StorageTunerError) -> None:
        """Ignore a failure to read a result for display only."""
        if self._waiting.pop(identifier, None) is not None:
            self._show_failed(error)
        self._resume_reporting(identifier)

    def _resume_reporting(self, identifier: str) -> None:
        if identifier == self._reporting:
            self._reporting = ""
            self._report_next()

    def _open(self) -> None:
        self._with_chosen(self._open_dialog)

    def _open_dialog(self, opened: Opened) -> None:
        dialog = SessionDialog(self, opened)
        dialog.save_asked.connect(lambda: self._ask_to_save(opened, dialog))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _compare(self) -> None:
        """The oldest one first."""
        chosen = sorted(self.table.chosen, key=lambda run: run.created_at)
        self.compare_asked.emit(tuple(run.identifier for run in chosen))

    def _ask_to_save(self, opened: Opened, parent: QWidget | None = None) -> None:
        dialog = SaveReport(parent or self, opened.record, opened.gist.judgement, self._reports)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _annotate(
        self, identifier: str, note: str | None, added: Sequence[str], removed: Sequence[str]
    ) -> None:
        self._history.change(
            lambda store: store.annotate(identifier, note=note, added=added, removed=removed),
            lambda _: None,
            self._show_failed,
        )

    def _remove(self) -> None:
        if self.filter.in_trash:
            self.removing.ask_to_delete(self.table.chosen)
        else:
            self.removing.remove(self.table.chosen)

    def _act_on_message(self) -> None:
        """Undo the reported change, or retry."""
        self.message.hide()
        if self._way_on is not None:
            self._way_on()

    def _try_again(self) -> None:
        self.is_listed = False
        self._list()

    def _act_on_nothing(self) -> None:
        if self._of_all:
            self.importing.ask()
        else:
            self.measure_asked.emit()

    def _show_removed(self, text: str) -> None:
        if self.isVisible():
            self.message.show_message(Tone.PLAIN, text, action=tr("&Undo"))
            self._way_on = self.removing.undo

    def _show_done(self, text: str) -> None:
        if self.isVisible():
            self.message.show_message(Tone.PLAIN, text)
            self._way_on = None

    def _show_importing(self, done: int, count: int) -> None:
        text = trn(
            count,
            "Importing … ({done} of {count} file done)",
            "Importing … ({done} of {count} files done)",
            done=done,
        )
        self.message.show_message(Tone.PLAIN, text)
        self._way_on = None

    def _show_failed(self, error: StorageTunerError) -> None:
        if self.isVisible():
            self.message.show_error(error)
            self._way_on = None
