"""Try, keep or discard the recommended settings and others that the user ticks."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton

from storage_tuner.core.device import Device
from storage_tuner.core.errors import (
    DeviceGone,
    HelperGone,
    NotRestored,
    OperationRefused,
    StorageTunerError,
)
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.message import tr
from storage_tuner.core.plan import TargetKind
from storage_tuner.core.verdict import Judgement
from storage_tuner.jobs.settings.offered_changes import offers
from storage_tuner.jobs.tuning_session import TRY_SECONDS
from storage_tuner.present.result import result_headline
from storage_tuner.ui.assistant.result.change_card import ChangeCard
from storage_tuner.ui.assistant.result.countdown import Countdown
from storage_tuner.ui.assistant.steps.step import Page
from storage_tuner.ui.assistant.tab_order import order_tabs
from storage_tuner.ui.blocks.messages import TONES
from storage_tuner.ui.widgets.elements import SPACE, Banner, Text, Tone, primary_button
from storage_tuner.ui.widgets.layouts import Stretch, row_of


class ApplyStep(Page):
    """The buttons and ``leave_asked`` request the action they are named after; the ``show_…``
    methods show its outcome. ``chosen_changed`` is emitted when the ticks change,
    ``working_changed`` when an action begins or ends."""

    leave_asked = Signal()
    chosen_changed = Signal()
    working_changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.title.setText(tr("Apply settings"))
        self.message = Banner()
        self.measured = ChangeCard(tr("Recommended settings"))
        self.beside = ChangeCard(
            tr("Also recommended, not measured"),
            tr("Published for devices like this one. Tick what you also want to apply."),
        )
        self.part_note = Text(
            tr("The settings were measured together; individual ones may do better or worse."),
            tone=Tone.CAUTION,
        )
        self.try_now = primary_button(tr("&Try for {seconds} s", seconds=TRY_SECONDS))
        self.keep = QPushButton(tr("&Keep until reboot"))
        self.for_good = QPushButton(tr("Make per&manent…"))
        self.leave = QPushButton(tr("&Restore previous"))
        self.buttons = (self.try_now, self.keep, self.for_good, self.leave)
        self._explanation = Text(tone=Tone.SUBTLE)
        self.why_not_for_good = Text(tone=Tone.SUBTLE)
        self.countdown = Countdown()
        self._may_keep_for_good = False
        self.is_working = False
        """Whether an action was requested and is still under way."""
        self._build()

    def show_result(
        self, record: SessionRecord, judgement: Judgement, devices: Sequence[Device] = ()
    ) -> None:
        """Offer the changes; ``devices`` are the tuned ones in their previous state."""
        self.countdown.stop()
        found = offers(record, judgement, devices)
        self.measured.show_offers([each for each in found if each.measured])
        self.beside.show_offers([each for each in found if not each.measured])
        practice = record.plan.target.kind is TargetKind.PRACTICE
        self._may_keep_for_good = False
        self.why_not_for_good.hide()
        for widget in (self.try_now, self.leave):
            widget.setVisible(bool(found))
        for button in (self.keep, self.for_good):
            button.setVisible(bool(found) and not practice)
        self.message.hide()
        self._explanation.setText(explanation(practice=practice))
        self.show_offer()
        order_tabs(self.column)
        if not self.measured.rows:
            self._show_nothing_to_do(record, judgement)

    @property
    def chosen(self) -> tuple[tuple[str, str], ...]:
        """The settings that are ticked, with their values."""
        return (*self.measured.chosen, *self.beside.chosen)

    @property
    def offers_change(self) -> bool:
        """Whether something can still be tried or kept."""
        return not self.try_now.isHidden() and self.keep.isEnabled()

    def show_offer(self) -> None:
        """Enable what can be chosen now; during a trial, neither ticks nor another trial."""
        self._note_working(False)
        self._explanation.setVisible(bool(self.measured.rows or self.beside.rows))
        trying = self.countdown.is_running
        any_chosen = bool(self.chosen)
        self._enable(any_chosen)
        self._set_choosable(not trying)
        self.leave.setEnabled(True)
        self.try_now.setEnabled(any_chosen and not trying)
        self.for_good.setEnabled(any_chosen and self._may_keep_for_good)
        ticked = len(self.measured.chosen)
        self.part_note.setVisible(0 < ticked < len(self.measured.rows))

    def show_working(self) -> None:
        """Disable everything while an action is under way."""
        self._offer_nothing()
        self._note_working(True)

    def show_keepable(self) -> None:
        """Enable the button: the settings can be made permanent."""
        self._may_keep_for_good = True
        self.why_not_for_good.hide()
        self.for_good.setEnabled(self.keep.isEnabled())

    def show_not_keepable(self, error: StorageTunerError) -> None:
        """Disable only that button, and show the reason."""
        self._may_keep_for_good = False
        self.for_good.setEnabled(False)
        reason = str(error.summary)
        self.why_not_for_good.setText(
            tr("These settings can't be made permanent: {reason}", reason=reason)
        )
        self.for_good.setAccessibleDescription(reason)
        self.why_not_for_good.show()

    def show_no_texts(self, error: StorageTunerError) -> None:
        """Show why the settings can't be written."""
        self.show_offer()
        self.show_not_keepable(error)

    def show_tried(self) -> None:
        self.message.hide()
        self.countdown.start()
        self.show_offer()

    def forget_trial(self) -> None:
        """End the countdown for another action, which shows its own outcome."""
        self.countdown.stop()

    def show_left(self) -> None:
        self.countdown.stop()
        self.show_offer()
        self.message.show_message(Tone.GOOD, tr("The previous settings were restored."))

    def show_keeping_for_good(self) -> None:
        """Show progress; a password may have to be typed first."""
        self.countdown.stop()
        self.show_working()
        self.message.show_message(Tone.PLAIN, tr("Making the new settings permanent …"))

    def show_kept(self) -> None:
        self.countdown.stop()
        self._show_over()
        self.message.show_message(
            Tone.GOOD,
            tr("The new settings are kept until the next reboot."),
            tr("Choose “Restore previous settings” in the main window to undo this."),
        )

    def show_kept_for_good(self, notes: Sequence[str]) -> None:
        """``notes`` are sentences on what couldn't be verified."""
        self._show_over()
        way_back = tr("Choose “Restore previous settings” in the main window to undo this.")
        self.message.show_message(
            Tone.CAUTION if notes else Tone.GOOD,
            tr("The settings are now permanent."),
            "\n".join((*map(str, notes), way_back)),
        )

    def show_not_kept_for_good(self, error: StorageTunerError) -> None:
        """Show the error; everything can be chosen again."""
        self.show_offer()
        back = tr("The previous settings are active.")
        self.message.show_message(Tone.BAD, str(error.summary), f"{error.remedy!s} {back}".strip())

    def show_error(self, error: StorageTunerError) -> None:
        """Show the error. What is set now is unknown unless a setting was refused: then none is
        set. Restoring must stay possible in any case."""
        self.countdown.stop()
        if isinstance(error, OperationRefused) and not isinstance(error, NotRestored):
            self.show_offer()
        else:
            self._show_over()
            self.leave.setEnabled(True)
        self.message.show_message(Tone.BAD, str(error.summary), state_after(error))

    def _build(self) -> None:
        row = row_of(*self.buttons, Stretch(), spacing=SPACE)
        self.leave.clicked.connect(self.leave_asked)
        self.countdown.over.connect(self._end_trial)
        for card in (self.measured, self.beside):
            card.changed.connect(self._note_chosen)
        for widget in (
            self.message,
            self._explanation,
            self.measured,
            self.part_note,
            self.beside,
            self.countdown,
        ):
            self.column.addWidget(widget)
        self.column.addLayout(row)
        self.column.addWidget(self.why_not_for_good)
        self.column.addStretch(1)

    def _note_chosen(self) -> None:
        self.message.setVisible(False)
        self._may_keep_for_good = False
        self.show_offer()
        self.chosen_changed.emit()

    def _show_nothing_to_do(self, record: SessionRecord, judgement: Judgement) -> None:
        headline = result_headline(record, judgement)
        tone, symbol = TONES[headline.tone]
        note = tr("There is nothing to apply; the settings are unchanged.")
        self.message.show_message(tone, headline.text, note, symbol=symbol)

    def _show_over(self) -> None:
        """Offer nothing more."""
        self._explanation.hide()
        self._offer_nothing()
        self._note_working(False)

    def _offer_nothing(self) -> None:
        self._enable(False)
        self._set_choosable(False)

    def _note_working(self, working: bool) -> None:
        if working != self.is_working:
            self.is_working = working
            self.working_changed.emit()

    def _enable(self, enabled: bool) -> None:
        for button in self.buttons:
            button.setEnabled(enabled)

    def _set_choosable(self, choosable: bool) -> None:
        for card in (self.measured, self.beside):
            card.set_choosable(choosable)

    def _end_trial(self) -> None:
        self.show_working()
        self.leave_asked.emit()


def explanation(*, practice: bool) -> str:
    trying = tr(
        "Tick the settings to apply. A trial restores the previous ones after {seconds} seconds.",
        seconds=TRY_SECONDS,
    )
    if practice:
        keeping = tr("Settings can't be kept: the practice disk is removed at the end.")
    else:
        keeping = tr(
            "“Make permanent” applies them at every boot and first shows what will be written."
        )
    return f"{trying} {keeping}"


def state_after(error: StorageTunerError) -> str:
    """The error's remedy, and what is set now as far as that follows from the error."""
    return " ".join(filter(None, (str(error.remedy), _state(error))))


def _state(error: StorageTunerError) -> str:
    if isinstance(error, OperationRefused) and not error.remedy:
        return tr("The previous settings were restored.")
    if isinstance(error, HelperGone):
        return tr("Settings on trial are restored automatically.")
    if isinstance(error, DeviceGone):
        return tr("The other disks of the array have their previous settings.")
    return ""
