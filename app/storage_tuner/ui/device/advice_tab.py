"""The advice on a device without measuring, and what a measurement would decide."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QShowEvent

from storage_tuner.advice.published.hypotheses import Hypothesis, HypothesisState
from storage_tuner.core.controller import Controller
from storage_tuner.core.device import Device
from storage_tuner.core.errors import StorageTunerError
from storage_tuner.core.message import tr
from storage_tuner.jobs.planning.device_advice import AdviceQuestion, Advised, advised
from storage_tuner.present.advice import WHEN_BUILT
from storage_tuner.present.unmeasured import LEGACY, introduction
from storage_tuner.ui.advice.cards import MeasuredCard, Parts, PhysicsCard, RequestCard
from storage_tuner.ui.advice.incremental import Steps
from storage_tuner.ui.advice.parts import ChoicePart, SettingHypothesis, SettledPart, recommended
from storage_tuner.ui.advice.rules import Bygone
from storage_tuner.ui.jobs import Jobs, Newest
from storage_tuner.ui.widgets.cards import Scrolled
from storage_tuner.ui.widgets.elements import Banner, Tone
from storage_tuner.ui.window.stored_results import StoredResults

_MEASURABLE = (HypothesisState.WORTH_MEASURING, HypothesisState.DISPUTED)


class AdviceTab(Scrolled):
    """Loads the advice when first shown and when device, priorities or results change.

    ``measure_asked``: the assistant is wanted for this device.
    """

    measure_asked = Signal()

    def __init__(
        self,
        results: StoredResults,
        jobs: Jobs,
        find: Callable[[AdviceQuestion], Advised] = advised,
    ) -> None:
        super().__init__()
        self._find = find
        self._search = Newest(jobs)
        self._results = results
        self._device: Device | None = None
        self._devices: tuple[Device, ...] = ()
        self._controllers: tuple[Controller, ...] = ()
        self._asked: AdviceQuestion | None = None
        self._is_gone = False
        self._steps = Steps(self)
        self._steps.done.connect(self._fit)
        self.wishes = RequestCard()
        self.message = Banner()
        self.measured = MeasuredCard()
        self.short = Parts(tr("Recommended settings"))
        self.worth = Parts(tr("Worth measuring"))
        self.open = Parts(tr("Depends on your use"))
        self.settled = Parts(tr("Matches published advice"))
        self.built = Parts(str(WHEN_BUILT))
        self.physics = PhysicsCard()
        self.bygone = Parts(str(LEGACY))
        self.fill(self._cards())
        self._connect()
        self._show_answered(False)

    def show_device(
        self,
        device: Device,
        devices: tuple[Device, ...],
        controllers: tuple[Controller, ...] = (),
    ) -> None:
        """``devices`` and ``controllers`` are all of the computer."""
        if self._device is None or device.name != self._device.name:
            self._asked = None
            self._show_answered(False)
            self._suggest(device)
        self._device, self._devices, self._controllers = device, devices, controllers
        self._is_gone = False
        self._ask_if_seen()

    @property
    def is_filling(self) -> bool:
        """Whether some of the advice isn't shown yet."""
        return self._steps.is_busy

    def show_gone(self) -> None:
        """The advice stays readable, but nothing can be measured."""
        self._is_gone = True
        self._show_measurable()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        super().showEvent(event)
        if not self._results.is_loaded:
            self._results.load()
        self._ask_if_seen()

    def _cards(self) -> tuple[RequestCard | Banner | MeasuredCard | Parts | PhysicsCard, ...]:
        return (
            self.wishes,
            self.message,
            self.measured,
            self.short,
            self.worth,
            self.open,
            self.settled,
            self.built,
            self.physics,
            self.bygone,
        )

    def _connect(self) -> None:
        self.wishes.changed.connect(self._ask_if_seen)
        self.message.acted.connect(self._ask_again)
        self._results.loaded.connect(self._note_results)

    def _note_results(self) -> None:
        """The first time they are known, the use of the last session is the likely one."""
        if self._device is not None and self._asked is None:
            self._suggest(self._device)
        self._ask_if_seen()

    def _suggest(self, device: Device) -> None:
        session = self._results.newest_comparison(device)
        if session is not None:
            self.wishes.suggest(session.record.plan.use)

    def _ask_if_seen(self) -> None:
        if self._device is None or not self.isVisible() or not self._results.is_loaded:
            return
        session = self._results.newest_comparison(self._device)
        question = AdviceQuestion(
            _at_rest(self._device),
            tuple(map(_at_rest, self._devices)),
            self._controllers,
            self.wishes.user_facts,
            session.record if session is not None else None,
        )
        if question == self._asked:
            return
        self._asked = question
        if self.physics.isHidden():
            self.message.show_message(
                Tone.PLAIN,
                tr("Looking up published advice …"),
                tr("This takes a moment."),
            )
        find = partial(self._find, question)
        self._search.start(find, self._show_advised, self.show_failed)

    def _ask_again(self) -> None:
        self._asked = None
        self._ask_if_seen()

    def show_failed(self, error: StorageTunerError) -> None:
        if self._asked is not None:
            self._show_answered(False)
            self.message.show_error(error, tr("Try a&gain"))

    def _show_advised(self, found: Advised) -> None:
        """Show advice of this device; a result for the previous one may still arrive."""
        advice, knowledge = found.advice, found.knowledge
        if self._asked is None or advice.setup.device.name != self._asked.device.name:
            return
        self.message.hide()
        self.wishes.said.setText(str(introduction(advice)))
        for card in (self.short, self.worth, self.open, self.settled, self.built, self.bygone):
            card.begin()
        self._steps.take(
            lambda: self.measured.show_advised(found),
            *(
                [lambda: self.short.add(recommended(found.recommended))]
                * bool(found.recommended.lines)
            ),
            *(partial(self._add_setting, one, found) for one in advice.settings),
            *(
                lambda one=one: self.built.add(ChoicePart(one, advice, knowledge))
                for one in advice.buildings
            ),
            *([lambda: self.bygone.add(Bygone(advice.history, knowledge))] * bool(advice.history)),
            lambda: self.physics.show_advice(advice),
        )

    def _add_setting(self, one: Hypothesis, found: Advised) -> None:
        if one.state is HypothesisState.AS_PUBLISHED:
            self.settled.add(SettledPart(one, found.knowledge))
            return
        part = SettingHypothesis(one, found.advice, found.knowledge)
        part.published.opened.connect(partial(QTimer.singleShot, 0, self._fit))
        part.measure_asked.connect(self.measure_asked)
        (self.worth if one.state in _MEASURABLE else self.open).add(part)
        self._show_measurable()

    def _fit(self) -> None:
        """Repeat the layout: growth during a layout may have been missed."""
        if (content := self.widget()) is not None:
            content.updateGeometry()

    def _show_measurable(self) -> None:
        measurable = bool(self._device and self._device.size_bytes) and not self._is_gone
        for part in self.worth.parts:
            if isinstance(part, SettingHypothesis):
                part.set_measurable(measurable)

    def _show_answered(self, answered: bool) -> None:
        """Show only the purpose until the advice is there."""
        self._steps.take()
        self.wishes.said.setText("")
        for card in self._cards():
            if card is not self.wishes:
                card.setVisible(answered)


def _at_rest(device: Device) -> Device:
    """Without how far a resync is: that is no reason for another advice."""
    return replace(device, background=None)
