"""Any runs, disks and machines side by side."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QDir, Signal
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from storage_tuner.core.errors import StorageTunerError
from storage_tuner.core.measurement import Metric
from storage_tuner.core.verdict import Judgement
from storage_tuner.report.figures import find_verdict
from storage_tuner.services.qt_comparing import Compared, RunComparer
from storage_tuner.services.qt_files import FileWriter
from storage_tuner.ui.cards import Scrolled
from storage_tuner.ui.compare import texts, words
from storage_tuner.ui.compare.conditions_card import ConditionsCard
from storage_tuner.ui.compare.heat_card import HeatCard
from storage_tuner.ui.compare.overlay_cards import OverlayCards
from storage_tuner.ui.compare.pair_card import PairCard
from storage_tuner.ui.compare.ranking_card import RankingCard
from storage_tuner.ui.compare.shown_choice import ShownChoice
from storage_tuner.ui.elements import SPACE, Message, Tone
from storage_tuner.ui.folders import DOCUMENTS, folder_for
from storage_tuner.ui.language import told
from storage_tuner.ui.states import EmptyState


class ComparePage(QWidget):
    """``runs_asked``: other runs are wanted, to be chosen in the list."""

    runs_asked = Signal()

    def __init__(self, comparer: RunComparer) -> None:
        super().__init__()
        self._comparer = comparer
        self._asked: object = None
        self.compared: Compared | None = None
        self._writer = FileWriter(self)
        self.message = Message()
        self.note = Message()
        self.shown = ShownChoice()
        self.overlays = OverlayCards()
        self.pair = PairCard()
        self.heat = HeatCard()
        self.ranking = RankingCard()
        self.ranked_by = QComboBox()
        self.conditions = ConditionsCard()
        self.copy = QPushButton(self.tr("Copy as te&xt"))
        self.save = QPushButton(self.tr("Save as CS&V…"))
        self._states = QStackedWidget()
        self._build()
        self._connect()

    def show_runs(self, identifiers: Sequence[str]) -> None:
        """Compare them, in this order."""
        self.message.hide()
        self._states.setCurrentWidget(self.busy)
        self._asked = object()
        self._comparer.compare(self._asked, identifiers, words.labels)

    def text(self) -> str:
        """All of it, for the clipboard."""
        return texts.as_text(self.compared) if self.compared is not None else ""

    def _build(self) -> None:
        self.empty = EmptyState(
            "report",
            self.tr("Nothing is compared yet"),
            self.tr(
                "Choose 2 to 8 results in the list of all results, with Ctrl held, and then "
                "Compare: of one disk or of several, of this computer or of others."
            ),
            self.tr("Choose &runs…"),
        )
        self.busy = EmptyState(
            "refresh", self.tr("Comparing …"), self.tr("All of them are read and judged anew.")
        )
        for metric in Metric:
            self.ranked_by.addItem(told(metric.label), metric)
        page = Scrolled()
        page.fill(
            (
                self._head(),
                self.shown,
                self.note,
                self.overlays,
                self.pair,
                self.heat,
                self._ranking_choice(),
                self.ranking,
                self.conditions,
            )
        )
        self._page = page
        for widget in (self.empty, self.busy, page):
            self._states.addWidget(widget)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        head = QVBoxLayout()
        head.setContentsMargins(3 * SPACE, 2 * SPACE, 3 * SPACE, 0)
        head.addWidget(self.message)
        column.addLayout(head)
        column.addWidget(self._states, 1)

    def _head(self) -> QWidget:
        self.copy.setShortcut(QKeySequence("Ctrl+Shift+X"))
        head = QWidget()
        row = QHBoxLayout(head)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE)
        row.addStretch(1)
        row.addWidget(self.copy)
        row.addWidget(self.save)
        return head

    def _ranking_choice(self) -> QWidget:
        made = QWidget()
        row = QHBoxLayout(made)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE)
        label = QLabel(self.tr("Ra&nk by"))
        label.setBuddy(self.ranked_by)
        row.addWidget(label)
        row.addWidget(self.ranked_by)
        row.addStretch(1)
        return made

    def _connect(self) -> None:
        comparer = self._comparer
        comparer.compared.connect(self._show)
        comparer.pair_judged.connect(self._show_pair)
        comparer.failed.connect(self._say_failed)
        self.empty.primary.connect(self.runs_asked)
        self.shown.runs_asked.connect(self.runs_asked)
        self.shown.changed.connect(self._judge_shown)
        self.pair.asked.connect(self._judge_pair)
        self.overlays.operation.currentIndexChanged.connect(self._show_ranking)
        self.ranked_by.currentIndexChanged.connect(self._show_ranking)
        self.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.text()))
        self.save.clicked.connect(self.ask_where)
        self._writer.failed.connect(self.message.say_error)

    def _show(self, question: object, compared: Compared) -> None:
        if question is not self._asked:
            return
        self.compared = compared
        self.shown.show_compared(compared)
        self._say_honestly(compared)
        self.overlays.show_compared(compared)
        self.pair.show_names(compared.shown)
        self.heat.show_compared(compared)
        self.conditions.show_lineup(compared.lineup)
        self._show_ranking()
        self._states.setCurrentWidget(self._page)

    def _say_honestly(self, compared: Compared) -> None:
        """What was measured at other times isn't paired, and is judged by wider intervals."""
        if not compared.judgement.notes:
            self.note.hide()
            return
        self.note.say(
            Tone.CURRENT,
            self.tr("These results were measured at other times."),
            " ".join(told(note) for note in compared.judgement.notes),
        )

    def _show_ranking(self) -> None:
        operation = self.overlays.chosen_operation()
        if self.compared is None or operation is None:
            return
        judgement = self.compared.judgement
        metric = Metric(self.ranked_by.currentData())
        letters = words.letters(self.compared.shown)
        verdict = find_verdict(judgement, operation, metric)
        self.ranking.show_verdict(judgement, verdict, letters)

    def _judge_shown(self) -> None:
        if self.compared is not None:
            self._asked = object()
            self._comparer.show(self._asked, self.compared, self.shown.names)

    def _judge_pair(self, one: str, other: str) -> None:
        if self.compared is not None:
            self._comparer.judge_pair(self.compared.lineup, one, other)

    def _show_pair(self, pair: tuple[str, str], judgement: Judgement) -> None:
        if self.compared is not None:
            lineup = self.compared.lineup
            known = set(lineup.names)
            if known.issuperset(pair):
                apart = lineup.session_of(pair[0]) != lineup.session_of(pair[1])
                self.pair.show_judgement(pair, judgement, apart=apart)

    def _say_failed(self, error: StorageTunerError) -> None:
        self._states.setCurrentWidget(self._page if self.compared is not None else self.empty)
        self.message.say_error(error)

    def ask_where(self) -> QFileDialog | None:
        """Ask where the table of all values is to be saved."""
        if self.compared is None:
            return None
        data = texts.as_csv(self.compared).encode()
        folder = folder_for(DOCUMENTS)
        dialog = QFileDialog(self, self.tr("Save the comparison"), folder)
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setFileMode(QFileDialog.FileMode.AnyFile)
        dialog.setNameFilter("CSV (*.csv)")
        dialog.setDefaultSuffix("csv")
        dialog.selectFile(QDir(folder).filePath("storage-tuner-comparison.csv"))
        dialog.fileSelected.connect(lambda path: self._writer.write(Path(path), data))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()
        return dialog
