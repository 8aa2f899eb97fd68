"""Who is better, between any two."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QGridLayout, QHeaderView, QLabel

from storage_tuner.core.measurement import Metric
from storage_tuner.core.verdict import Judgement
from storage_tuner.report.figures import find_verdict
from storage_tuner.ui.compare import words
from storage_tuner.ui.elements import SPACE, Card, Text, Tone
from storage_tuner.ui.language import told
from storage_tuner.ui.table import Table


class PairCard(Card):
    """``asked`` carries the two names, whose judgement is then to be shown."""

    asked = Signal(str, str)

    def __init__(self) -> None:
        super().__init__(self.tr("Which of two is better"))
        self.one, self.other = QComboBox(), QComboBox()
        self.summary = Text()
        self.table = Table(
            self.tr("Verdicts between two"),
            (self.tr("Operation"), *(told(metric.label) for metric in Metric)),
            self.tr("not measured, or nothing to compare with"),
        )
        header = self.table.horizontalHeader()
        header.setMaximumSectionSize(48 * self.fontMetrics().averageCharWidth())
        for column in range(1, self.table.columnCount()):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
        self.note = Text(tone=Tone.SUBTLE)
        grid = QGridLayout()
        grid.setHorizontalSpacing(SPACE)
        grid.setColumnStretch(1, 1)
        grid.setColumnStretch(3, 1)
        for place, (text, box) in enumerate(
            ((self.tr("&First"), self.one), (self.tr("Secon&d"), self.other))
        ):
            label = QLabel(text)
            label.setBuddy(box)
            box.setSizeAdjustPolicy(
                QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
            )
            box.setMinimumContentsLength(16)
            box.currentIndexChanged.connect(self._ask)
            grid.addWidget(label, 0, 2 * place)
            grid.addWidget(box, 0, 2 * place + 1)
        self.body.addLayout(grid)
        for widget in (self.summary, self.table, self.note):
            self.body.addWidget(widget)

    @property
    def pair(self) -> tuple[str, str]:
        return self.one.currentData() or "", self.other.currentData() or ""

    def show_names(self, names: Sequence[str]) -> None:
        """Stay with what was chosen, as far as it's there."""
        before, known = self.pair, words.letters(names)
        for place, box in enumerate((self.one, self.other)):
            box.blockSignals(True)
            box.clear()
            for name in names:
                box.addItem(words.with_letter(known[name], name), name)
            found = box.findData(before[place])
            box.setCurrentIndex(found if found >= 0 else min(place, len(names) - 1))
            box.blockSignals(False)
        self._ask()

    def show_judgement(self, pair: tuple[str, str], judgement: Judgement, *, apart: bool) -> None:
        """``apart``: they were measured at other times."""
        if pair != self.pair:
            return
        operations = dict.fromkeys(
            verdict.operation for verdict in judgement.verdicts if len(verdict.summaries) > 1
        )
        short = dict(zip(pair, (self.tr("First"), self.tr("Second")), strict=True))
        self.table.show_rows(
            (
                told(operation.label),
                *(
                    # five columns have no room for a lead and its interval beside each other
                    words.lead(find_verdict(judgement, operation, metric), short).replace(
                        " (", "\n("
                    )
                    for metric in Metric
                ),
            )
            for operation in operations
        )
        self.table.setVisible(bool(operations))
        nothing = self.tr("They have no operation in common, so nothing is compared.")
        self.summary.setText("" if operations else nothing)
        self.summary.setVisible(not operations)
        when = (
            self.tr("Measured at other times, never in turns: the intervals are wider than in one.")
            if apart
            else self.tr("Measured in one session, in turns.")
        )
        self.note.setText(when)

    def _ask(self) -> None:
        one, other = self.pair
        if one and other and one != other:
            self.asked.emit(one, other)
            return
        self.table.hide()
        self.note.setText("")
        self.summary.setText(self.tr("Choose two different ones."))
        self.summary.show()
