"""The measuring session, from its first request to the verdict or error."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QMetaObject, QObject, Qt, Signal
from PySide6.QtWidgets import QWidget

from storage_tuner.bench.confirmation import Confirmation
from storage_tuner.core.device import Device
from storage_tuner.core.errors import Cancelled, NotRestored, StorageTunerError
from storage_tuner.core.measurement import SessionRecord, SettingsOutcome
from storage_tuner.core.message import sentence
from storage_tuner.core.plan import Plan
from storage_tuner.core.progress import Progress
from storage_tuner.core.verdict import Judgement
from storage_tuner.jobs.requests import TuningRequest
from storage_tuner.jobs.tuning_job import AdjustPlan, MakeSession
from storage_tuner.present.wording import variant_label
from storage_tuner.ui.assistant.measure.stop_question import StopQuestion, settings_before
from storage_tuner.ui.assistant.navigation import Navigation
from storage_tuner.ui.assistant.steps.step import Step
from storage_tuner.ui.assistant.tuner import Tuner
from storage_tuner.ui.live.monitor import LiveMonitor

_TOO_SHORT = StorageTunerError(
    sentence("The time was too short for a single round."),
    sentence("Choose a longer duration or fewer workloads."),
)


class Running(QObject):
    """``begun`` carries the new ``Tuner``, ``dropped`` is emitted when it's abandoned; ``judged``
    carries the record with a verdict, ``ended`` is emitted when a thread has ended. ``started``
    and ``over`` mark the beginning and any end of measuring; ``progressed`` carries the
    ``Progress`` in between."""

    begun = Signal(object)
    dropped = Signal()
    judged = Signal(object)
    ended = Signal()
    started = Signal()
    progressed = Signal(object)
    over = Signal()

    def __init__(
        self,
        navigation: Navigation,
        monitor: LiveMonitor,
        make_session: MakeSession,
        adjust: AdjustPlan,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._navigation = navigation
        self._pages = navigation.pages
        self._monitor = monitor
        self._variant = ""
        self.make_session = make_session
        self._adjust = adjust
        self._window = window
        self._tuners: list[Tuner] = []
        self._connections: list[QMetaObject.Connection] = []
        self.tuner: Tuner | None = None
        self.measuring = False
        self.confirming = False
        self.stopping = False
        self.question: StopQuestion | None = None
        self._before: tuple[tuple[str, str], ...] = ()
        self.not_restored: NotRestored | None = None
        self.record: SessionRecord | None = None
        self.judgement = Judgement((), None)
        self._pages.result.resume_asked.connect(self._go_on_with_stopped)
        self._pages.result.more_asked.connect(self.measure_longer)
        self._pages.result.anew_asked.connect(self._start_over)
        self._pages.result.confirming.acted.connect(self.confirm)
        self._pages.measure.pause_asked.connect(self._pause)

    @property
    def is_over(self) -> bool:
        """Whether every thread has ended."""
        return not self._tuners

    def measure(self, request: TuningRequest) -> None:
        self._begin().measure(request)
        self._navigation.go(Step.MEASURE)

    def resume(self, record: SessionRecord, path: Path | None) -> None:
        self._begin().go_on(record, path)
        self._navigation.go(Step.MEASURE)

    def confirm(self) -> None:
        """Verify the decided tests; the result stays unchanged."""
        if self.tuner is not None and self.record is not None and self._may_measure_again:
            self._measure_again(confirming=True)
            self.tuner.confirm(self.record, self.judgement)

    def measure_longer(self, seconds: float) -> None:
        """Continue the measurement; the result covers both parts."""
        if self.tuner is not None and self.record is not None and self._may_measure_again:
            self._measure_again(confirming=False)
            self.tuner.measure_longer(self.record, seconds)

    @property
    def _may_measure_again(self) -> bool:
        return not self.measuring and not self._pages.apply.is_working

    def _measure_again(self, *, confirming: bool) -> None:
        """Use the existing session."""
        self.measuring, self.confirming = True, confirming
        self.started.emit()
        self._pages.apply.forget_trial()
        self._pages.measure.begin(confirming=confirming)
        self._navigation.go(Step.MEASURE)

    def close(self) -> None:
        """Stop, and restore what isn't kept; ``ended`` follows."""
        if self.tuner is not None:
            self._pages.measure.show_stopping()
            self.tuner.close()

    def _go_on_with_stopped(self) -> None:
        if self.record is not None:
            self.resume(self.record, self.tuner.stored if self.tuner else None)

    def _start_over(self) -> None:
        self.drop()
        self._navigation.go(Step.PLAN)

    def _begin(self) -> Tuner:
        self.drop()
        before = self._tuners[-1] if self._tuners else None
        self._before = ()
        self.tuner = Tuner(self.make_session, self._adjust, before)
        self._tuners.append(self.tuner)
        # queued, because the tuner is released there
        self.tuner.closed.connect(self._note_closed, Qt.ConnectionType.QueuedConnection)
        self.listen_to(self.tuner)
        self.begun.emit(self.tuner)
        self.measuring = True
        self.started.emit()
        self._pages.measure.begin()
        self._pages.result.message.hide()
        return self.tuner

    def listen_to(self, tuner: Tuner) -> None:
        """Show what this tuner reports."""
        pages = self._pages
        self._connections = [
            tuner.progressed.connect(pages.measure.show_progress),
            tuner.progressed.connect(self.progressed),
            tuner.progressed.connect(self._mark_switch),
            tuner.measured.connect(pages.measure.add),
            tuner.opened.connect(self.note_opened),
            tuner.begun.connect(pages.measure.add_before),
            tuner.confirmed.connect(self._confirmed),
            tuner.measured_all.connect(self.show_measured),
            tuner.broken_off.connect(self.show_broken_off),
            tuner.not_saved.connect(pages.result.show_not_saved),
            tuner.failed.connect(self.show_failed),
        ]

    def drop(self) -> None:
        """Abandon a finished tuner; it restores what is changed and ends on its own."""
        if self.tuner is not None:
            for connection in self._connections:
                QObject.disconnect(connection)
            self.dropped.emit()
            self.tuner.close()
            self.tuner = None

    def _note_closed(self, tuner: Tuner) -> None:
        """Release a tuner whose thread has ended; the thread mustn't outlive its object."""
        tuner.finish()
        self._tuners.remove(tuner)
        self.not_restored = tuner.not_restored or self.not_restored
        self.ended.emit()

    def _pause(self, paused: bool) -> None:
        if self.tuner is not None and self.measuring:
            self.tuner.pause(paused)

    def note_opened(self, device: Device | None, plan: Plan) -> None:
        """Note what is measured now, and its settings, which a stop restores."""
        if device is not None:
            self._monitor.watch_also(device.name)
            self._monitor.measured = device.name
        self._before = settings_before(device, plan)
        self._pages.measure.show_plan(device.name if device else "", plan)

    def _mark_switch(self, progress: Progress) -> None:
        """Mark in the charts when a variant is set."""
        variant = progress.specification.variant.name if progress.specification else ""
        if variant and variant != self._variant:
            self._monitor.mark(self._monitor.measured, variant_label(variant))
        self._variant = variant or self._variant

    def _confirmed(self, record: SessionRecord, found: Sequence[Confirmation]) -> None:
        self._end_confirming()
        self._pages.result.show_confirmed(found, completed=record.completed)

    def _end_confirming(self) -> None:
        self._note_over()
        self.confirming = False
        self._dismiss_question()
        if self._navigation.closing or self.record is None:
            return
        if self.record.outcome is not SettingsOutcome.KEPT:
            self.judged.emit(self.record)
        self._navigation.go(Step.RESULT)

    def show_measured(self, record: SessionRecord, judgement: Judgement) -> None:
        self._note_over()
        self._dismiss_question()
        if not record.measurements:
            self.show_failed(_TOO_SHORT if record.completed else Cancelled())
            return
        self.record, self.judgement = record, judgement
        self._pages.result.show_result(record, judgement)
        self._pages.result.offer_measuring(record, judgement)
        self._pages.report.show_record(record)
        if not self._navigation.closing:
            self.judged.emit(record)
            self._navigation.go(Step.RESULT)

    def show_broken_off(
        self, record: SessionRecord, judgement: Judgement, error: StorageTunerError
    ) -> None:
        self.show_measured(record, judgement)
        self._pages.result.show_stopped(error)

    def show_failed(self, error: StorageTunerError) -> None:
        self._dismiss_question()
        step = self._navigation.step
        if step is Step.APPLY:
            self._pages.apply.show_error(error)
        elif self.confirming:
            self._end_confirming()
            self._pages.result.confirming.show_error(error)
        elif self.measuring or step is Step.MEASURE:
            self._note_over()
            self._pages.measure.show_error(error)
            if not self._navigation.closing:
                self.drop()
        else:
            self._report_of_applying(error)
        self._navigation.changed.emit()

    def _report_of_applying(self, error: StorageTunerError) -> None:
        """Show the apply page, whose action failed while another page was shown."""
        self._pages.apply.show_error(error)
        if not self._navigation.closing:
            self._navigation.go(Step.APPLY)

    def ask_to_stop(self) -> None:
        if self.question is not None:
            return
        self.question = StopQuestion(self._window, self._before)
        self.question.stop.clicked.connect(self.stop)
        self.question.finished.connect(self._forget_question)
        self.question.open()

    def stop(self) -> None:
        """Stop measuring; the measurements so far are judged."""
        if self.tuner is not None and self.measuring:
            self.stopping = True
            self._pages.measure.show_stopping()
            self.tuner.cancel()
            self._navigation.changed.emit()

    def _note_over(self) -> None:
        self.measuring = self.stopping = False
        self._monitor.measured = self._variant = ""
        self.over.emit()

    def _forget_question(self) -> None:
        if self.question is not None:
            self.question.deleteLater()
            self.question = None

    def _dismiss_question(self) -> None:
        if self.question is not None:
            self.question.close()
