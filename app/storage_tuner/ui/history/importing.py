"""Imports results of other computers and programs, and reports lines that were skipped."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QDialog, QFileDialog, QWidget

from storage_tuner.core.errors import StorageTunerError
from storage_tuner.core.message import tr, trn
from storage_tuner.jobs.results.kept_runs import TakenFile, take_files
from storage_tuner.present.wording import printable
from storage_tuner.ui.file_dialogs import DOCUMENTS, folder_for
from storage_tuner.ui.history import run_text as run_words
from storage_tuner.ui.history.run_history import RunHistory
from storage_tuner.ui.widgets.cards import Scrolled
from storage_tuner.ui.widgets.elements import (
    Banner,
    Card,
    Text,
    Tone,
    lay_out_reading,
    open_with_size,
)
from storage_tuner.ui.widgets.table import TableWidget

_MOST_PROBLEMS = 200


class Importing(QObject):
    """``progressed`` carries the number of imported files and of all; ``ended`` opens a summary;
    ``failed`` carries the error."""

    progressed = Signal(int, int)
    ended = Signal()
    failed = Signal(object)

    def __init__(self, history: RunHistory, window: QWidget) -> None:
        super().__init__(window)
        self._history = history
        self._window = window

    def ask(self) -> QFileDialog:
        """Ask for files; a folder of results is dropped onto the list."""
        dialog = QFileDialog(self._window, tr("Import results"), folder_for(DOCUMENTS))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFiles)
        dialog.setNameFilters(
            [
                tr("Results (*.json *.csv *.txt *.log)"),
                tr("All files (*)"),
            ]
        )
        dialog.filesSelected.connect(self.take)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
        return dialog

    def take(self, paths: Sequence[str]) -> None:
        judging = self._history.judging
        report = judging.relay(self._report_progress)
        files = [Path(path) for path in paths]
        take = judging.with_runs(lambda store: take_files(files, store, report))
        judging.start(take, self._show, self._report_failure)

    def _report_progress(self, number: int, count: int) -> None:
        self.progressed.emit(number, count)

    def _report_failure(self, error: StorageTunerError) -> None:
        self.failed.emit(error)

    def _show(self, taken: tuple[TakenFile, ...]) -> None:
        self.ended.emit()
        dialog = ImportedDialog(self._window, taken)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
        self._history.note_change()


class ImportedDialog(QDialog):
    """Imported runs and skipped lines."""

    def __init__(self, parent: QWidget | None, taken: Sequence[TakenFile]) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Imported results"))
        self.headline = Banner()
        self.runs = TableWidget(
            tr("Imported results"),
            (tr("File"), tr("Format"), tr("Date"), tr("Disk"), tr("Measurement")),
            tr("unknown"),
        )
        self.problems = TableWidget(
            tr("Not imported"),
            (tr("File"), tr("Line"), tr("Reason")),
            tr("whole file"),
        )
        self._fill(taken)
        page = Scrolled()
        page.fill((self.headline, self._runs_card(), self._problems_card()))
        lay_out_reading(self, page)
        open_with_size(self, 150, 80)

    def _fill(self, taken: Sequence[TakenFile]) -> None:
        self.runs.show_rows(
            (
                printable(each.path.name),
                printable(each.form),
                run_words.when(run.created_at),
                run_words.measured(run),
                run_words.what(run),
            )
            for each in taken
            for run in each.runs
        )
        problems = [
            (
                printable(each.path.name),
                "" if line is None else str(line),
                printable(reason),
            )
            for each in taken
            for line, reason in each.problems
        ]
        self.problems.show_rows(problems[:_MOST_PROBLEMS])
        count = sum(len(each.runs) for each in taken)
        tone = Tone.GOOD if count and not problems else Tone.CAUTION
        lost = ""
        if problems:
            lost = trn(
                len(problems),
                "{count} problem; everything else was imported.",
                "{count} problems; everything else was imported.",
            )
            if not count:
                lost = tr("Nothing could be imported. The reasons are listed below.")
        self.headline.show_message(
            tone, trn(count, "{count} result imported", "{count} results imported"), lost
        )

    def _runs_card(self) -> Card:
        card = Card(tr("Imported"))
        card.body.addWidget(self.runs)
        note = tr("They are in the list, marked as “measured elsewhere”.")
        card.body.addWidget(Text(note, tone=Tone.SUBTLE))
        card.setVisible(bool(self.runs.rows))
        return card

    def _problems_card(self) -> Card:
        card = Card(tr("Not imported"))
        card.body.addWidget(self.problems)
        card.setVisible(bool(self.problems.rows))
        return card
