"""The result: plain words first, then verdicts, charts and doubts, and the reasons on demand."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QTimer, Signal

from storage_tuner.bench.confirming import Confirmation, confirmation_plan
from storage_tuner.core.errors import StorageTunerError
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.plan import Plan, TargetKind
from storage_tuner.core.verdict import Judgement, Recommendation
from storage_tuner.present import wording as report_wording
from storage_tuner.present.advice import choice_item, rate_item, setting_item
from storage_tuner.ui.assistant.advice_card import ItemPart, PartsCard, SettingPart, reasons
from storage_tuner.ui.assistant.beside_cards import DoubtsCard, FairnessCard, LiveCard, UsesCard
from storage_tuner.ui.assistant.chart_card import ChartCard
from storage_tuner.ui.assistant.confirming import Confirming
from storage_tuner.ui.assistant.going_on import GoingOnOffer
from storage_tuner.ui.assistant.result_words import is_decided, overall_sentence, with_one_forecast
from storage_tuner.ui.assistant.steps import Page
from storage_tuner.ui.assistant.tab_order import order_tabs
from storage_tuner.ui.assistant.verdict_card import VerdictCard
from storage_tuner.ui.elements import Card, Message, Tone, clear
from storage_tuner.ui.language import prose, told


class ResultStep(Page):
    """``again_asked`` is emitted to measure anew after an error."""

    again_asked = Signal()

    def __init__(self) -> None:
        super().__init__("")
        self.title.setText(self.tr("Result"))
        self.error = Message()
        self.error.acted.connect(self.again_asked)
        self.headline = Message()
        self.message = Message()
        self.going_on = GoingOnOffer()
        self.confirming = Confirming()
        self.uses = UsesCard()
        self.by_setting = PartsCard(self.tr("Setting by setting"))
        self.verdicts = VerdictCard()
        self.table = self.verdicts.table
        self.charts = ChartCard()
        self.live = LiveCard()
        self.fairness = FairnessCard()
        self.physics = PartsCard(self.tr("Measured against physics"))
        self.published = PartsCard(
            self.tr("Also advised, not measured"),
            self.tr("Only published so far. Nothing of it is set unless you tick it."),
        )
        self.built = PartsCard(self.tr("What can’t be changed while it is used"))
        self.doubts = DoubtsCard()
        self.weighing = Card()
        self._build()

    def show_result(self, record: SessionRecord, judgement: Judgement) -> None:
        judgement = with_one_forecast(record, judgement)
        self.error.hide()
        self._say_headline(record, judgement)
        advice = judgement.recommendation
        self.uses.show_result(judgement)
        self.by_setting.show_parts(
            [SettingPart(each) for each in (advice.by_setting if advice else ())]
        )
        self.verdicts.show_result(record, judgement)
        self.charts.show_result(record, judgement)
        self.live.show_result(record)
        self.fairness.show_result(record)
        self._show_beside(judgement)
        self.doubts.show_result(record, judgement)
        self._show_weighing(advice)
        self.going_on.hide()
        if not record.completed and record.plan.target.kind is TargetKind.DEVICE:
            self.going_on.offer_now()
        self.confirming.offer(_restarts(record, judgement))
        order_tabs(self.column)

    def show_confirmed(self, found: Sequence[Confirmation], *, completed: bool) -> None:
        """What the restarts say, where it can be seen at once."""
        self.confirming.show_outcome(found, completed=completed)
        QTimer.singleShot(0, self, lambda: self.ensureWidgetVisible(self.confirming))

    def say_broken_off(self, error: StorageTunerError) -> None:
        """Above what was measured until then."""
        self.error.say_error(error, self.tr("Try &again"))

    def say_not_saved(self, error: StorageTunerError) -> None:
        self.message.say(
            Tone.CAUTION,
            self.tr("The result could not be kept for later: {reason}").format(
                reason=told(error.summary)
            ),
            self.tr("It is complete here; save a report at the end."),
        )

    def _build(self) -> None:
        for widget in (
            self.error,
            self.headline,
            self.message,
            self.going_on,
            self.uses,
            self.by_setting,
            self.verdicts,
            self.confirming,
            self.charts,
            self.live,
            self.fairness,
            self.physics,
            self.published,
            self.built,
            self.doubts,
            self.weighing,
        ):
            self.column.addWidget(widget)
        self.column.addStretch(0)

    def _say_headline(self, record: SessionRecord, judgement: Judgement) -> None:
        """One paragraph: what to do, how it does at everything, and what is set now."""
        advice = judgement.recommendation
        tone = Tone.PLAIN if advice is not None else Tone.CAUTION
        if is_decided(record, judgement):
            tone = Tone.GOOD
        is_advised = advice is not None and advice.change
        whole = judgement.overall
        sentences = [overall_sentence(whole, is_advised=is_advised)] if whole else []
        sentences.append(
            told(report_wording.interruption(record))
            or self.tr("All settings are as they were before; nothing was changed yet.")
        )
        headline = prose(report_wording.headline(record, advice))
        self.headline.say(tone, headline, " ".join(sentences))

    def _show_beside(self, judgement: Judgement) -> None:
        self.physics.show_parts([ItemPart(rate_item(each)) for each in judgement.rate_checks])
        self.published.show_parts([ItemPart(setting_item(each)) for each in judgement.hypotheses])
        self.built.show_parts([ItemPart(choice_item(each)) for each in judgement.choices])

    def _show_weighing(self, advice: Recommendation | None) -> None:
        evidence = advice.evidence if advice else ()
        clear(self.weighing.body)
        fold = reasons(self.tr("What the recommendation rests on"), evidence)
        self.weighing.body.addWidget(fold)
        self.weighing.setVisible(bool(evidence))


def _restarts(record: SessionRecord, judgement: Judgement) -> Plan | None:
    """How the result could be confirmed; None when it needs no confirmation, or can't have one."""
    if not record.completed or not record.plan.raced or record.plan.contests:
        return None
    return confirmation_plan(record.plan, judgement.verdicts, seed=0)
