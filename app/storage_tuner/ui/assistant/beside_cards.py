"""What stands beside a result: the best for each use, fairness, load that was there, doubts."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QTableWidgetItem, QVBoxLayout

from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.plan import Protocol
from storage_tuner.core.verdict import Judgement
from storage_tuner.present import live
from storage_tuner.services.result_figures import doubts, shares
from storage_tuner.ui import wording
from storage_tuner.ui.assistant.reading_table import StandingsTable
from storage_tuner.ui.assistant.result_words import use_line
from storage_tuner.ui.elements import SPACE, Card, Text, Tone, clear
from storage_tuner.ui.facts import Fact, Facts, SelectableText
from storage_tuner.ui.language import localized, printable, prose, told


class UsesCard(Card):
    """Where no single variant is best at everything: one for each use."""

    def __init__(self) -> None:
        super().__init__(self.tr("Best for each use"))
        self.facts = Facts()
        self.body.addWidget(self.facts)

    def show_result(self, judgement: Judgement) -> None:
        uses = judgement.overall.by_use if judgement.overall else ()
        self.facts.show_rows([Fact(*use_line(each)) for each in uses])
        self.setVisible(bool(uses))


class FairnessCard(Card):
    """How evenly threads that worked at the same time were served."""

    def __init__(self) -> None:
        super().__init__(self.tr("Fairness between threads"))
        note = self.tr(
            "1 means that all of them got the same (Jain’s index). One figure a test: chance and "
            "difference can’t be told apart."
        )
        self.facts = Facts()
        self.body.addWidget(Text(note, tone=Tone.SUBTLE))
        self.body.addWidget(self.facts)

    def show_result(self, record: SessionRecord) -> None:
        told_of: dict[str, list[str]] = {}
        for share in shares(record.measurements):
            name = self.tr("{test}, {threads}").format(
                test=printable(share.operation.label), threads=wording.threads(share.threads)
            )
            figure = f"{printable(share.variant)} {localized(f'{share.index:.3f}')}"
            told_of.setdefault(name, []).append(figure)
        self.facts.show_rows([Fact(name, " · ".join(texts)) for name, texts in told_of.items()])
        self.setVisible(bool(told_of))


class LiveCard(Card):
    """What was seen of a load that isn't ours, under each variant."""

    def __init__(self) -> None:
        super().__init__(self.tr("At the same load"))
        self.table = StandingsTable()
        self.table.setAccessibleName(self.tr("Figures at the same load"))
        self.body.addWidget(self.table)

    def show_result(self, record: SessionRecord) -> None:
        is_live = record.plan.protocol is Protocol.LIVE
        rows = live.figure_rows(record) if is_live else ()
        names = [self.tr("Setting"), *(told(name) for name in live.COLUMNS)]
        self.table.show_headings(names, Qt.AlignmentFlag.AlignLeading)
        self.table.setRowCount(len(rows))
        for number, row in enumerate(rows):
            values = [
                "\n".join(filter(None, (localized(value.mean), localized(value.interval))))
                for value in row.values
            ]
            for column, text in enumerate([printable(row.variant), *values]):
                item = QTableWidgetItem(text)
                item.setTextAlignment(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter)
                self.table.setItem(number, column, item)
        self.table.fit_height()
        self.setVisible(bool(rows))


class DoubtsCard(Card):
    """What may have spoiled it, and what limits what can be concluded."""

    def __init__(self) -> None:
        super().__init__(self.tr("Doubts and conditions"))
        self._column = QVBoxLayout()
        self._column.setSpacing(4)
        self.body.addLayout(self._column)
        self.sentences: tuple[str, ...] = ()

    def show_result(self, record: SessionRecord, judgement: Judgement) -> None:
        clear(self._column)
        found = (*judgement.notes, *doubts(judgement), *record.caveats)
        self.sentences = tuple(prose(text) for text in dict.fromkeys(found))
        self._fill(self.sentences)
        self.setVisible(bool(self.sentences))

    def _fill(self, sentences: Sequence[str]) -> None:
        for text in sentences:
            row = QHBoxLayout()
            row.setSpacing(SPACE)
            row.addWidget(Text("•", wrap=False), 0, Qt.AlignmentFlag.AlignTop)
            row.addWidget(SelectableText(text), 1)
            self._column.addLayout(row)
