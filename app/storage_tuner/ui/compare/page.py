"""Any runs, disks and machines side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtWidgets import QFileDialog, QPushButton, QStackedWidget, QWidget

from storage_tuner.core.errors import StorageTunerError
from storage_tuner.core.fleet import Fleet
from storage_tuner.core.message import sentence, tr
from storage_tuner.jobs.results.compared_runs import Compared, compare_runs
from storage_tuner.jobs.results.fleet import fleet_of_store
from storage_tuner.present.blocks import Block, Fact, Facts, Section
from storage_tuner.present.result import comparison_blocks
from storage_tuner.store.atomic_files import write_atomically
from storage_tuner.ui.blocks.rendering import Blocks
from storage_tuner.ui.compare import clipboard as texts
from storage_tuner.ui.compare import text as words
from storage_tuner.ui.compare.fleet_view import FleetView
from storage_tuner.ui.compare.overlay_cards import OverlayCards
from storage_tuner.ui.compare.shown_choice import ShownChoice
from storage_tuner.ui.file_dialogs import DOCUMENTS, ask_where_to_save, folder_for
from storage_tuner.ui.jobs import Jobs, Newest, RunJobs
from storage_tuner.ui.widgets.cards import Scrolled
from storage_tuner.ui.widgets.elements import SPACE, Banner
from storage_tuner.ui.widgets.fold import folded
from storage_tuner.ui.widgets.layouts import Placed, Stretch, column_in, column_of, row_in
from storage_tuner.ui.window.empty_states import EmptyState

MACHINES = sentence("Compare &machines")


class ComparePage(QWidget):
    """``runs_asked``: other runs are wanted, to be chosen in the list."""

    runs_asked = Signal()

    def __init__(self, jobs: RunJobs) -> None:
        super().__init__()
        self._jobs = jobs
        self._comparing = Newest(jobs)
        self.compared: Compared | None = None
        self._writing = Jobs("file", self)
        self.message = Banner()
        self.shown = ShownChoice()
        self.blocks = Blocks()
        self.overlays = OverlayCards()
        self.fleet = FleetView(self._writing, self.message)
        self.machines = QPushButton(str(MACHINES))
        self.copy = QPushButton(tr("Copy as te&xt"))
        self.save = QPushButton(tr("Save as CS&V…"))
        self._states = QStackedWidget()
        self._build()
        self._connect()

    def show_runs(self, identifiers: Sequence[str]) -> None:
        """Compare them, in this order."""
        self.message.hide()
        self._states.setCurrentWidget(self.busy)
        wanted = tuple(identifiers)
        compare = self._jobs.with_runs(lambda store: compare_runs(store, wanted, words.labels))
        self._comparing.start(compare, self._show, self._show_failed)

    def show_machines(self) -> None:
        """Compare each disk of all kept runs with the others of its model."""
        self.message.hide()
        self._states.setCurrentWidget(self.busy)
        compare = self._jobs.with_runs(fleet_of_store)
        self._comparing.start(compare, self._show_fleet, self._show_failed)

    def _show_fleet(self, fleet: Fleet) -> None:
        self.fleet.show_fleet(fleet)
        self._states.setCurrentWidget(self.fleet)

    def text(self) -> str:
        """The whole comparison, for the clipboard."""
        return texts.as_text(self.compared) if self.compared is not None else ""

    def _build(self) -> None:
        self.empty = EmptyState(
            "report",
            tr("No comparison yet"),
            tr(
                "Select 2 to 8 results under “All results” (hold Ctrl), then press "
                "Compare. They may come from different disks and computers."
            ),
            tr("Choose &results…"),
            str(MACHINES),
        )
        self.busy = EmptyState(
            "refresh", tr("Comparing …"), tr("Reading and evaluating the selected results.")
        )
        page = Scrolled()
        page.fill(
            (
                self._head(),
                self.blocks,
                folded(tr("Charts"), self.overlays),
                folded(tr("Compared variants"), self.shown),
            )
        )
        self._page = page
        for widget in (self.empty, self.busy, page, self.fleet):
            self._states.addWidget(widget)
        head = column_of(self.message, margins=(3 * SPACE, 2 * SPACE, 3 * SPACE, 0))
        column_in(self, head, Placed(self._states, 1))

    def _head(self) -> QWidget:
        self.copy.setShortcut(QKeySequence("Ctrl+Shift+X"))
        head = QWidget()
        row_in(head, self.machines, Stretch(), self.copy, self.save, spacing=SPACE)
        return head

    def _connect(self) -> None:
        self.empty.button.clicked.connect(self.runs_asked)
        for button in (self.machines, self.empty.other_button):
            button.setToolTip(tr("Find disks that deviate from others of their model"))
            button.clicked.connect(self.show_machines)
        self.shown.other.clicked.connect(self.runs_asked)
        self.shown.changed.connect(self._judge_shown)
        self.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.text()))
        self.save.clicked.connect(self.ask_where)

    def _show(self, compared: Compared) -> None:
        self.compared = compared
        self.shown.show_compared(compared)
        self.blocks.show_blocks(_blocks(compared))
        self.overlays.show_compared(compared)
        self._states.setCurrentWidget(self._page)

    def _judge_shown(self) -> None:
        if self.compared is not None:
            judge = partial(self.compared.showing, tuple(self.shown.names))
            self._comparing.start(judge, self._show, self._show_failed)

    def _show_failed(self, error: StorageTunerError) -> None:
        self._states.setCurrentWidget(self._page if self.compared is not None else self.empty)
        self.message.show_error(error)

    def ask_where(self) -> QFileDialog | None:
        """Ask where the table of all values is to be saved."""
        if self.compared is None:
            return None
        data = texts.as_csv(self.compared).encode()
        title, kind = tr("Save comparison"), "CSV (*.csv)"
        suggested = Path(folder_for(DOCUMENTS), "storage-tuner-comparison.csv")
        return ask_where_to_save(self, title, kind, suggested, lambda path: self._write(path, data))

    def _write(self, path: Path, data: bytes) -> None:
        self._writing.start(partial(write_atomically, path, data), failed=self.message.show_error)


def _blocks(compared: Compared) -> Iterator[Block]:
    """The verdict, with differing and equal conditions on demand."""
    lineup = compared.lineup
    yield from comparison_blocks(compared.judgement, lineup.differing)
    if lineup.alike:
        title = tr("Same conditions")
        facts = tuple(Fact(str(name), str(value)) for name, value in lineup.alike)
        yield Section(title, (Facts("", facts),))
