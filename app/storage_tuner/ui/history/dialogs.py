"""A kept result to look at again, and two of them side by side."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QVBoxLayout, QWidget

from storage_tuner.advice.across import Comparison
from storage_tuner.core.measurement import Metric
from storage_tuner.core.verdict import State, Verdict
from storage_tuner.report import wording as report_wording
from storage_tuner.report.figures import find_verdict
from storage_tuner.services.qt_sessions import Gist
from storage_tuner.services.quick_test import QuickResult
from storage_tuner.store.folders import StoredSession
from storage_tuner.ui import numbers
from storage_tuner.ui.benchmark.result import QuickFigures
from storage_tuner.ui.cards import Scrolled
from storage_tuner.ui.elements import SPACE, Card, Text, Tone, open_with_size
from storage_tuner.ui.history import words
from storage_tuner.ui.language import printable, told
from storage_tuner.ui.table import Table


class SessionDialog(QDialog):
    """One kept session, for reading; ``save_asked`` for its report."""

    save_asked = Signal()

    def __init__(self, parent: QWidget | None, session: StoredSession, gist: Gist) -> None:
        super().__init__(parent)
        record = session.record
        self.session = session
        self.setWindowTitle(
            self.tr("{target}, {moment}").format(
                target=words.target(record), moment=words.when(record)
            )
        )
        self.page = _quick(session) if gist.figures else _compared(session, gist)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.save = buttons.addButton(
            self.tr("&Save report…"), QDialogButtonBox.ButtonRole.ActionRole
        )
        self.save.clicked.connect(self.save_asked)
        buttons.rejected.connect(self.reject)
        _lay_out(self, self.page, buttons)
        open_with_size(self, 130, 100)


def _quick(session: StoredSession) -> QWidget:
    figures = QuickFigures()
    figures.show_result(QuickResult(session.record), session.record.device)
    page = Scrolled()
    page.fill((figures,))
    return page


def _compared(session: StoredSession, gist: Gist) -> QWidget:
    """The assistant's page of results, without what only goes on while it's open."""
    from storage_tuner.ui.assistant.result_step import ResultStep  # much, and seldom needed

    page = ResultStep()
    record, advice = session.record, gist.judgement.recommendation
    page.show_result(record, gist.judgement)
    said = (report_wording.interruption(record), report_wording.outcome(record, advice))
    page.headline.say(
        Tone.GOOD if advice is not None else Tone.CAUTION,
        page.headline.summary,
        " ".join(told(text) for text in said if text),
    )
    page.going_on.hide()
    page.confirming.hide()
    return page


class ComparisonDialog(QDialog):
    """Two sessions side by side: who is better in what, and in what else they differ."""

    def __init__(
        self, parent: QWidget | None, names: tuple[str, str], comparison: Comparison
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Two results compared"))
        self.verdicts = Table(
            self.tr("Verdicts"),
            (self.tr("Operation"), *(told(metric.label) for metric in Metric)),
            self.tr("not measured, or nothing to compare with"),
        )
        self.differing = Table(
            self.tr("What differs between them"),
            (self.tr("What"), *names),
            self.tr("not told"),
        )
        self._fill(comparison)
        page = Scrolled()
        page.fill((self._verdict_card(comparison), self._differing_card(comparison)))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        _lay_out(self, page, buttons)
        open_with_size(self, 140, 90)

    def _fill(self, comparison: Comparison) -> None:
        judgement = comparison.judgement
        operations = dict.fromkeys(verdict.operation for verdict in judgement.verdicts)
        self.verdicts.show_rows(
            (
                told(operation.label),
                *(_cell(find_verdict(judgement, operation, metric)) for metric in Metric),
            )
            for operation in operations
        )
        self.differing.show_rows(
            (told(each.condition), *(told(printable(value)) for _, value in each.values))
            for each in comparison.differing
        )

    def _verdict_card(self, comparison: Comparison) -> Card:
        card = Card(self.tr("Which one is better"))
        card.body.addWidget(self.verdicts)
        notes = [told(note) for note in comparison.judgement.notes]
        if not _in_common(comparison):
            notes.insert(0, self.tr("They have no operation in common, so nothing is compared."))
        card.body.addWidget(Text("\n".join(notes), tone=Tone.SUBTLE))
        return card

    def _differing_card(self, comparison: Comparison) -> Card:
        card = Card(self.tr("What differs between them"))
        if comparison.differing:
            card.body.addWidget(self.differing)
        else:
            text = self.tr("As far as they tell, they were measured under the same conditions.")
            card.body.addWidget(Text(text))
        return card


def _in_common(comparison: Comparison) -> bool:
    return any(len(verdict.summaries) > 1 for verdict in comparison.judgement.verdicts)


def _cell(verdict: Verdict | None) -> str:
    """The sign, and a winner's lead with its interval."""
    if verdict is None or verdict.state is State.NOT_MEASURED:
        return ""
    symbol, detail = report_wording.verdict_cell(verdict)
    if verdict.state is State.BETTER:
        detail = numbers.change(verdict.effect_percent, verdict.interval_percent)
    return " ".join(part for part in (symbol, told(detail)) if part)


def _lay_out(dialog: QDialog, page: QWidget, buttons: QDialogButtonBox) -> None:
    column = QVBoxLayout(dialog)
    column.setContentsMargins(0, 0, 0, 12)
    column.addWidget(page, 1)
    row = QVBoxLayout()
    row.setContentsMargins(2 * SPACE, 0, 2 * SPACE, 0)
    row.addWidget(buttons)
    column.addLayout(row)
