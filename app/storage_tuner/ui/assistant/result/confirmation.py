"""Offers to verify a result with separate runs, and shows the outcome."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QGridLayout

from storage_tuner.bench.confirmation import Agreement, Confirmation
from storage_tuner.bench.planning import estimate_seconds
from storage_tuner.core.errors import StorageTunerError
from storage_tuner.core.message import tr
from storage_tuner.core.plan import Plan
from storage_tuner.present.wording import prose
from storage_tuner.ui import wording
from storage_tuner.ui.widgets.elements import SPACE, Banner, SymbolLabel, Text, Tone, clear

_SYMBOLS = {
    Agreement.CONFIRMED: ("success", Tone.GOOD),
    Agreement.NOT_CONFIRMED: ("error", Tone.BAD),
    Agreement.UNDECIDED: ("warning", Tone.CAUTION),
}


class ConfirmationCard(Banner):
    """``acted`` is emitted to start the verification."""

    def __init__(self) -> None:
        super().__init__()
        self.button.setAutoDefault(False)
        self._list = QFrame()
        self._grid = QGridLayout(self._list)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(SPACE)
        self._grid.setColumnStretch(1, 1)
        self.body.addWidget(self._list)
        self._list.hide()

    def offer(self, plan: Plan | None) -> None:
        """``plan`` is what would be measured; None if there is nothing to verify."""
        self._list.hide()
        if plan is None:
            self.hide()
            return
        self._show_offer(plan)

    def close_offer(self) -> None:
        """Withdraw the offer; an outcome stays visible."""
        if self._list.isHidden():
            self.hide()

    def show_outcome(self, confirmations: Sequence[Confirmation], *, completed: bool) -> None:
        """Show the outcome of each test."""
        self._fill(confirmations)
        found = [each.agreement for each in confirmations]
        if not completed:
            self.show_message(
                Tone.CAUTION,
                tr("Verification was stopped early"),
                tr("Results of the separate runs so far:"),
            )
        elif Agreement.NOT_CONFIRMED in found:
            self.show_message(
                Tone.BAD,
                tr("Separate runs contradict the result in part"),
                tr("Measure again before you rely on the tests that differ."),
            )
        elif Agreement.UNDECIDED in found:
            self.show_message(
                Tone.CAUTION,
                tr("Separate runs are partly inconclusive"),
                tr("They contradict nothing; the inconclusive tests need more time."),
            )
        else:
            self.show_message(Tone.GOOD, tr("Separate runs confirm the result"))

    def show_error(self, error: StorageTunerError, action: str = "") -> None:
        self._list.hide()
        super().show_error(error, action)

    @property
    def sentences(self) -> tuple[str, ...]:
        """The displayed outcome of each test."""
        rows = range(self._grid.rowCount())
        labels = [self._grid.itemAtPosition(row, 1) for row in rows]
        widgets = [item.widget() for item in labels if item is not None]
        return tuple(each.text() for each in widgets if isinstance(each, Text))

    def _show_offer(self, plan: Plan) -> None:
        count = len(plan.contests)
        time = wording.minutes(estimate_seconds(plan))
        what = (
            tr("The one decided test is")
            if count == 1
            else tr("Each of the {count} decided tests is", count=count)
        )
        self.show_message(
            Tone.PLAIN,
            tr("Verify with separate runs"),
            tr(
                "{what} repeated with its best two variants, each run started separately. This "
                "takes {time} at most.",
                what=what,
                time=time,
            ),
            tr("&Verify"),
        )

    def _fill(self, confirmations: Sequence[Confirmation]) -> None:
        clear(self._grid)
        for row, confirmation in enumerate(confirmations):
            symbol, tone = _SYMBOLS[confirmation.agreement]
            top = Qt.AlignmentFlag.AlignTop
            self._grid.addWidget(SymbolLabel(symbol, 18, tone), row, 0, top)
            text = Text(prose(confirmation.sentence))
            self._grid.addWidget(text, row, 1, top)
        self._list.setVisible(bool(confirmations))
