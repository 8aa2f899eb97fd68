"""Try, keep or leave the recommended settings."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton

from storage_tuner.core.errors import StorageTunerError
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.plan import TargetKind
from storage_tuner.core.tunable import BY_NAME
from storage_tuner.core.verdict import Recommendation
from storage_tuner.services.tuning import TRY_SECONDS
from storage_tuner.ui.assistant.steps import Page
from storage_tuner.ui.elements import SPACE, Card, Message, Text, Tone, primary_button
from storage_tuner.ui.facts import Facts


class ApplyStep(Page):
    """Each signal asks for what its name says; the ``show_…`` methods tell what came of it."""

    try_asked = Signal()
    keep_asked = Signal()
    for_good_asked = Signal()
    leave_asked = Signal()

    def __init__(self) -> None:
        super().__init__("")
        self.title.setText(self.tr("Use the new settings?"))
        self.message = Message()
        self._facts = Facts()
        self._card = Card(self.tr("Settings now and recommended"))
        self._card.body.addWidget(self._facts)
        self.try_now = primary_button(self.tr("&Try now"))
        self.keep = QPushButton(self.tr("&Keep until restart"))
        self.for_good = QPushButton(self.tr("Keep for &good…"))
        self.leave = QPushButton(self.tr("&Leave as it was"))
        self._buttons = (self.try_now, self.keep, self.for_good, self.leave)
        self._explanation = Text(tone=Tone.SUBTLE)
        self.why_not_for_good = Text(tone=Tone.SUBTLE)
        self._countdown_text = Text()
        self.countdown = QProgressBar()
        self.countdown.setTextVisible(False)
        self.countdown.setRange(0, TRY_SECONDS)
        self.countdown.setAccessibleName(self.tr("Seconds until the old settings return"))
        self._timer = QTimer(self)
        self._timer.setInterval(1000)
        self._timer.timeout.connect(self._tick)
        self._seconds = 0
        self._may_keep_for_good = False
        self._build()

    def show_recommendation(
        self, record: SessionRecord, recommendation: Recommendation | None
    ) -> None:
        """Offer what there is to do; ``record`` tells what was set before."""
        self._stop_countdown()
        change = recommendation is not None and recommendation.change
        practice = record.plan.target.kind is TargetKind.PRACTICE
        self._may_keep_for_good = False
        self.why_not_for_good.hide()
        for widget in (self._card, self._explanation, self.try_now, self.leave):
            widget.setVisible(change)
        for button in (self.keep, self.for_good):
            button.setVisible(change and not practice)
        if not change or recommendation is None:
            self._say_nothing_to_do(recommendation)
            return
        self._facts.show_rows(_differences(record, recommendation))
        self.show_offer()
        self.message.hide()
        self._explanation.setText(self._explain(practice))

    @property
    def offers_change(self) -> bool:
        """Whether there is something to try or to keep, and that wasn't done yet."""
        return not self.try_now.isHidden() and self.keep.isEnabled()

    def show_offer(self) -> None:
        """Everything that can be chosen now; on trial already: not that."""
        self._enable(True)
        self.try_now.setEnabled(not self._timer.isActive())
        self.for_good.setEnabled(self._may_keep_for_good)

    def show_working(self) -> None:
        """Something was asked for and isn't done yet."""
        self._enable(False)

    def show_keepable(self) -> None:
        """Keeping for good is possible, which isn't known before."""
        self._may_keep_for_good = True
        self.for_good.setEnabled(self.keep.isEnabled())

    def show_not_keepable(self, error: StorageTunerError) -> None:
        """Keeping for good is impossible, and why; the rest stays on offer."""
        self._may_keep_for_good = False
        self.show_offer()
        reason = error.summary
        self.why_not_for_good.setText(
            self.tr("Keeping for good is not possible: {reason}").format(reason=reason)
        )
        self.for_good.setAccessibleDescription(reason)
        self.why_not_for_good.show()

    def show_tried(self) -> None:
        self._timer.start()
        self.show_offer()
        self._seconds = TRY_SECONDS
        self._show_countdown()

    def show_left(self) -> None:
        self._stop_countdown()
        self.show_offer()
        self.message.say(Tone.GOOD, self.tr("The old settings are back."))

    def show_keeping_for_good(self) -> None:
        """It takes until somebody has typed a password."""
        self._stop_countdown()
        self._enable(False)
        self.message.say(Tone.PLAIN, self.tr("Keeping the new settings for good …"))

    def show_kept(self) -> None:
        self._stop_countdown()
        self._enable(False)
        self.message.say(
            Tone.GOOD,
            self.tr("The new settings are kept until the next restart."),
            self.tr("The main window has a button to put the old ones back."),
        )

    def show_kept_for_good(self, notes: Sequence[str]) -> None:
        """``notes`` are sentences on what couldn't be verified."""
        self._enable(False)
        way_back = self.tr("The main window has a button to put the old ones back.")
        self.message.say(
            Tone.CAUTION if notes else Tone.GOOD,
            self.tr("The new settings are kept for good."),
            "\n".join((*notes, way_back)),
        )

    def show_not_kept_for_good(self, error: StorageTunerError) -> None:
        """Everything is as it was before, so that all can be chosen again."""
        self.show_offer()
        back = self.tr("All settings are as they were before.")
        self.message.say(Tone.BAD, error.summary, f"{error.remedy} {back}".strip())

    def show_error(self, error: StorageTunerError) -> None:
        """What is set now isn't sure, so that leaving it as it was must stay possible."""
        self._stop_countdown()
        self._enable(False)
        self.leave.setEnabled(True)
        self.message.say_error(error)

    def _build(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(SPACE)
        for button in self._buttons:
            row.addWidget(button)
        row.addStretch(1)
        self.try_now.clicked.connect(self.try_asked)
        self.keep.clicked.connect(self.keep_asked)
        self.for_good.clicked.connect(self.for_good_asked)
        self.leave.clicked.connect(self.leave_asked)
        for widget in (self.message, self._card, self._countdown_text, self.countdown):
            self.column.addWidget(widget)
        self.column.addLayout(row)
        self.column.addWidget(self._explanation)
        self.column.addWidget(self.why_not_for_good)
        self.column.addStretch(1)

    def _say_nothing_to_do(self, recommendation: Recommendation | None) -> None:
        if recommendation is None:
            self.message.say(
                Tone.PLAIN,
                self.tr("There is nothing to apply."),
                self.tr("The measurement gave no recommendation. Your settings are as before."),
            )
            return
        self.message.say(
            Tone.GOOD,
            self.tr("Your disk is already set up well."),
            self.tr(
                "Nothing that was measured is clearly better than {variant}, "
                "so it is best left as it is."
            ).format(variant=recommendation.variant),
        )

    def _explain(self, practice: bool) -> str:
        trying = self.tr(
            "Try now sets them for {seconds} seconds; then the old ones return by themselves."
        ).format(seconds=TRY_SECONDS)
        if practice:
            keeping = self.tr("There is nothing to keep: the practice disk is removed at the end.")
        else:
            keeping = self.tr(
                "Keep until restart leaves them set until then; Keep for good has them set again "
                "at every start, and first shows what it would write where."
            )
        return f"{trying} {keeping}"

    def _enable(self, enabled: bool) -> None:
        for button in self._buttons:
            button.setEnabled(enabled)

    def _tick(self) -> None:
        self._seconds -= 1
        if self._seconds <= 0:
            self._stop_countdown()
            self.show_working()
            self.leave_asked.emit()
            return
        self._show_countdown()

    def _show_countdown(self) -> None:
        self.message.hide()
        self._countdown_text.setText(
            self.tr("The new settings are active. The old ones return in {seconds} s.").format(
                seconds=self._seconds
            )
        )
        self.countdown.setValue(self._seconds)
        self._countdown_text.show()
        self.countdown.show()

    def _stop_countdown(self) -> None:
        self._timer.stop()
        self._countdown_text.hide()
        self.countdown.hide()


def _differences(record: SessionRecord, recommendation: Recommendation) -> list[tuple[str, str]]:
    rows = []
    for name, value in recommendation.settings:
        before = record.original_settings.get(name, record.plan.current or "?")
        label = name.replace("_", " ").capitalize() if name in BY_NAME else name
        rows.append((label, f"{before}  →  {value}"))
    return rows
