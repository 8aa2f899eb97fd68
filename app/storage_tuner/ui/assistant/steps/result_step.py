"""The result: what to do, the numbers, and the details in folded sections."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QPushButton

from storage_tuner.bench.confirmation import Confirmation, confirmation_plan
from storage_tuner.core.errors import StorageTunerError
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.message import tr, trn
from storage_tuner.core.plan import Plan, TargetKind
from storage_tuner.core.verdict import Judgement
from storage_tuner.jobs.resuming import seconds_more
from storage_tuner.present.blocks import Headline, Section
from storage_tuner.present.result import result_blocks
from storage_tuner.ui.assistant.result.chart_card import ChartCard
from storage_tuner.ui.assistant.result.confirmation import ConfirmationCard
from storage_tuner.ui.assistant.result.sections import beside_blocks
from storage_tuner.ui.assistant.steps.step import Page
from storage_tuner.ui.assistant.tab_order import order_tabs
from storage_tuner.ui.blocks.messages import HeadlineCard
from storage_tuner.ui.blocks.rendering import Blocks
from storage_tuner.ui.widgets.elements import Banner, Tone
from storage_tuner.ui.widgets.fold import folded


class ResultStep(Page):
    """``again_asked`` is emitted to measure again after an error, ``resume_asked`` to resume what
    was stopped, ``more_asked`` to measure for the given further seconds, and ``anew_asked`` to
    start over with another plan."""

    again_asked = Signal()
    resume_asked = Signal()
    more_asked = Signal(float)
    anew_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.title.setText(tr("Result"))
        self.error = Banner()
        self.error.acted.connect(self.again_asked)
        self.headline = HeadlineCard()
        self.headline.acted.connect(self._act)
        self.headline.button.setAutoDefault(False)
        self.anew = QPushButton(tr("&Start over"))
        self.anew.setAutoDefault(False)
        self.anew.clicked.connect(self.anew_asked)
        self.headline.add_button(self.anew)
        self.message = Banner()
        self.confirming = ConfirmationCard()
        self.blocks = Blocks()
        self.charts = ChartCard()
        self.more_charts = folded(tr("Charts"), self.charts)
        self._answer: Headline | None = None
        self._seconds_more: float | None = None
        for widget in (
            self.error,
            self.headline,
            self.message,
            self.blocks,
            self.more_charts,
            self.confirming,
        ):
            self.column.addWidget(widget)
        self.column.addStretch(0)

    def show_result(self, record: SessionRecord, judgement: Judgement) -> None:
        """Show the result; ``offer_measuring`` offers the next actions."""
        self.error.hide()
        headline, *blocks = result_blocks(record, judgement)
        assert isinstance(headline, Headline)
        self._answer = headline
        self._seconds_more = None
        self.anew.hide()
        self.headline.show_headline(self._answer)
        first = [block for block in blocks if not isinstance(block, Section)]
        folded = [block for block in blocks if isinstance(block, Section)]
        self.blocks.show_blocks((*first, *folded, *beside_blocks(record)))
        self.charts.show_result(record, judgement)
        self.more_charts.setVisible(not self.charts.isHidden())
        self.more_charts.set_open(bool(judgement.sustained or judgement.load_map))
        self.confirming.hide()
        order_tabs(self.column)

    def offer_measuring(self, record: SessionRecord, judgement: Judgement) -> None:
        """Offer to resume what was stopped, to measure longer what is inconclusive, and to verify
        what is decided."""
        self._seconds_more = seconds_more(record, judgement)
        on_device = record.plan.target.kind is TargetKind.DEVICE
        can_be_resumed = not record.completed and on_device and judgement.sustained is None
        self.anew.setVisible(can_be_resumed)
        if can_be_resumed:
            self.headline.offer(tr("&Resume"))
        elif self._seconds_more is not None:
            minutes = round(self._seconds_more / 60)
            self.headline.offer(
                trn(minutes, "&Measure {count} more minute", "&Measure {count} more minutes")
            )
        self.confirming.offer(_restarts(record, judgement))
        order_tabs(self.column)

    def show_confirmed(self, found: Sequence[Confirmation], *, completed: bool) -> None:
        """Show the outcome of the separate runs, and scroll to it."""
        self.confirming.show_outcome(found, completed=completed)
        QTimer.singleShot(0, self, lambda: self.ensureWidgetVisible(self.confirming))

    def show_stopped(self, error: StorageTunerError) -> None:
        """Show the error above the results so far."""
        self.error.show_error(error, tr("Try &again"))

    def show_not_saved(self, error: StorageTunerError) -> None:
        self.message.show_message(
            Tone.CAUTION,
            tr("Couldn't save the result: {reason}", reason=str(error.summary)),
            tr("It is shown here in full; save a report to keep it."),
        )

    def _act(self) -> None:
        if self.anew.isHidden() and self._seconds_more is not None:
            self.more_asked.emit(self._seconds_more)
        else:
            self.resume_asked.emit()


def _restarts(record: SessionRecord, judgement: Judgement) -> Plan | None:
    """The plan that verifies the result; None if it needs no verification or can't have one."""
    if not record.completed or not record.plan.raced or record.plan.contests:
        return None
    return confirmation_plan(record.plan, judgement.verdicts, seed=0)
