"""One tuning for the window: a worker thread around a ``TuningSession``; signals carry values."""

from __future__ import annotations

import logging
import queue
import random
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from storage_tuner.bench.confirmation import confirmation_plan, confirmations
from storage_tuner.core.device import Device
from storage_tuner.core.errors import (
    Dismissed,
    InvalidInput,
    NoAuthenticationAgent,
    NoSpace,
    NotAuthorized,
    NotKept,
    NotRestored,
    StorageTunerError,
)
from storage_tuner.core.measurement import Measurement, RawOutput, SessionRecord
from storage_tuner.core.plan import Plan
from storage_tuner.core.progress import Phase, Progress, TuningListener
from storage_tuner.core.sentence import sentence
from storage_tuner.core.verdict import Judgement
from storage_tuner.jobs.conditions import require_measurable
from storage_tuner.jobs.extending import extended
from storage_tuner.jobs.plans import plan_in
from storage_tuner.jobs.requests import TuningRequest
from storage_tuner.jobs.resuming import gone_on_from, require_same_device, target_again
from storage_tuner.jobs.tuning_session import TuningSession
from storage_tuner.jobs.unexpected import unexpected
from storage_tuner.store.kept_sessions import address_of, keep, supersede

MakeSession = Callable[[TuningListener], TuningSession]
AdjustPlan = Callable[[Plan], Plan]
Settings = Sequence[tuple[str, str]]

_LEFT_ALONE = (NotKept, NoSpace, NotAuthorized, NoAuthenticationAgent, Dismissed)
"""Why settings weren't kept for good; nothing else is wrong then."""

_log = logging.getLogger(__name__)
_AS_BEFORE = sentence("The settings from before are put back. The log has the details.")


class Tuner(QObject):
    """Everything asked for is done in the order of asking. Each signal is emitted in the worker.

    ``opened`` carries device (or None) and plan; ``measured_all`` record and judgement; ``tried``
    comes when settings are set on trial, ``left`` when the old ones are back, ``kept`` with the
    record. ``may_keep_for_good`` and ``not_keepable`` (with an error) tell whether settings can
    outlast a restart, ``texts_shown`` carries what would be written (``PersistentText``s) and
    ``no_texts`` the error why it can't be, ``kept_for_good`` a ``KeptForGood``, and
    ``not_kept_for_good`` the error after which everything is as it was before. ``failed`` carries a
    ``StorageTunerError``; ``closed`` is the last one and carries this object. ``broken_off``
    carries record, judgement and the error that ended a measurement after some runs. ``not_saved``
    says why the result isn't among the kept ones; it's complete nevertheless.

    ``begun`` carries what was measured before (``Measurement``s) of a session that is gone on with.
    ``confirmed`` carries the record of the restarts and what they say (``Confirmation``s), before
    it ``opened`` the plan of it.
    """

    progressed = Signal(object)
    measured = Signal(object)
    opened = Signal(object, object)
    begun = Signal(object)
    confirmed = Signal(object, object)
    measured_all = Signal(object, object)
    broken_off = Signal(object, object, object)
    not_saved = Signal(object)
    tried = Signal()
    left = Signal()
    kept = Signal(object)
    may_keep_for_good = Signal()
    not_keepable = Signal(object)
    texts_shown = Signal(object)
    no_texts = Signal(object)
    kept_for_good = Signal(object)
    not_kept_for_good = Signal(object)
    failed = Signal(object)
    closed = Signal(object)

    def __init__(
        self, make_session: MakeSession, adjust: AdjustPlan, after: Tuner | None = None
    ) -> None:
        """``after`` is one that was closed; nothing is done before it has ended."""
        super().__init__()
        self._adjust = adjust
        self._after = after
        self._work: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._session = make_session(_Listener(self))
        self._device: Device | None = None
        self._is_kept = False
        self._record: SessionRecord | None = None
        self._judgement = Judgement((), None)
        self._stored: Path | None = None
        self._not_restored: NotRestored | None = None
        self._thread = threading.Thread(target=self._run, name="tuning")
        self._thread.start()

    def measure(self, request: TuningRequest) -> None:
        """Open the target, plan, measure and judge."""
        self._work.put(lambda: self._measure(request))

    def go_on(self, begun: SessionRecord, stored: Path | None) -> None:
        """Open what ``begun`` is about, and measure what is left of its plan. ``stored`` is where
        it is kept, until all of it is in the new one."""
        self._work.put(lambda: self._go_on(begun, stored))

    def confirm(self, record: SessionRecord, judgement: Judgement) -> None:
        """Measure what ``judgement`` decided once more, by restarts."""
        self._work.put(lambda: self._confirm(record, judgement))

    def measure_longer(self, record: SessionRecord, seconds: float) -> None:
        """Go on with ``record``, which was just measured to the end of its time."""
        self._work.put(lambda: self._measure_longer(record, seconds))

    @property
    def stored(self) -> Path | None:
        """Where the result is kept, as far as it is."""
        return self._stored

    @property
    def not_restored(self) -> NotRestored | None:
        """Once it's ``closed``: what says that a setting is still changed, if one is."""
        return self._not_restored

    def try_settings(self, settings: Settings) -> None:
        self._work.put(lambda: self._try(settings))

    def keep(self, settings: Settings) -> None:
        self._work.put(lambda: self._keep(settings))

    def ask_for_good(self, settings: Settings) -> None:
        """Find out whether ``settings`` can be kept for good at all."""
        self._work.put(lambda: self._ask_for_good(settings))

    def show_texts(self, settings: Settings) -> None:
        """Find out what keeping ``settings`` for good would write."""
        self._work.put(lambda: self._show_texts(settings))

    def keep_for_good(self, settings: Settings) -> None:
        self._work.put(lambda: self._keep_for_good(settings))

    def leave(self) -> None:
        self._work.put(self._leave)

    def cancel(self) -> None:
        """Stop what is being done, within about two seconds."""
        self._session.cancel()

    def pause(self, paused: bool) -> None:
        """Leave the disk alone with its settings from before, or go on."""
        if paused:
            self._session.pause()
        else:
            self._session.resume()

    def close(self) -> None:
        """Put back what isn't kept and end; ``closed`` tells when that is done."""
        self._session.cancel()
        self._work.put(None)

    def finish(self) -> None:
        """Close, and wait for the end; that's at once when ``closed`` was told."""
        self.close()
        self._thread.join()

    def _run(self) -> None:
        if self._after is not None:
            self._after.finish()
        while (work := self._work.get()) is not None:
            self._attempt(work)
        self._attempt(self._end)
        self.closed.emit(self)

    def _end(self) -> None:
        try:
            self._session.close()
        except NotRestored as error:
            self._not_restored = error
            raise

    def _attempt(self, work: Callable[[], None]) -> None:
        try:
            work()
        except StorageTunerError as error:
            self.failed.emit(error)
        except Exception as error:
            # the worker must live to put the settings back; the log has the rest
            _log.exception("unexpected error")
            self.failed.emit(unexpected(error, _AS_BEFORE))

    def _measure(self, request: TuningRequest) -> None:
        self._device = self._session.open(request.target)
        if request.overwrite:
            self._session.allow_overwriting(request.overwrite)
        planned = plan_in(self._session, request)
        plan = self._adjust(planned.plan)
        self._require_measurable(plan)
        for note in planned.notes:
            self.progressed.emit(Progress(Phase.PREPARING, 1, note, notice=note))
        self._carry_out(plan, None)

    def _go_on(self, before: SessionRecord, stored: Path | None) -> None:
        begun = gone_on_from(before)
        self._device = self._session.open(target_again(begun))
        require_same_device(begun, self._device)
        self._require_measurable(begun.plan)
        self._carry_out(begun.plan, begun)
        if stored is not None and self._stored is not None:
            supersede(stored, self._stored)

    def _require_measurable(self, plan: Plan) -> None:
        require_measurable(self._session.conditions(plan))

    def _carry_out(self, plan: Plan, begun: SessionRecord | None) -> None:
        self.opened.emit(self._device, plan)
        if begun is not None:
            self.begun.emit(begun.measurements)
        try:
            record = self._session.measure(plan, begun)
        except StorageTunerError as error:
            if error.record is None or not error.record.measurements:
                raise
            self.broken_off.emit(error.record, self._judge(error.record), error)
        else:
            self.measured_all.emit(record, self._judge(record))

    def _measure_longer(self, record: SessionRecord, seconds: float) -> None:
        self._prepare_again()
        before = self._stored
        begun = gone_on_from(replace(record, plan=extended(record.plan, seconds)))
        self._carry_out(begun.plan, begun)
        if before is not None and self._stored is not None:
            supersede(before, self._stored)

    def _prepare_again(self) -> None:
        """A trial's end would spoil what is measured. Raises ``InvalidInput`` once settings are
        kept."""
        if self._is_kept:
            raise InvalidInput(
                sentence("The settings are kept, so that nothing can be compared any more.")
            )
        self._session.leave()

    def _confirm(self, before: SessionRecord, judgement: Judgement) -> None:
        self._prepare_again()
        seed = random.SystemRandom().randrange(1 << 31)
        plan = confirmation_plan(before.plan, judgement.verdicts, seed=seed)
        if plan is None:
            raise InvalidInput(sentence("Nothing was decided that could be confirmed."))
        plan = self._adjust(plan)
        self.opened.emit(self._device, plan)
        try:
            record = self._session.measure(plan)
        except StorageTunerError as error:
            if error.record is not None:
                self._store_beside(error.record)
            raise
        self._store_beside(record)
        self.confirmed.emit(record, confirmations(plan, record.measurements))

    def _store_beside(self, record: SessionRecord) -> None:
        """Among the kept ones as one of its own, if anything was measured."""
        if not record.measurements:
            return
        try:
            keep(record, self._session.judge(record), self._session.raw)
            self._session.note_saved(record)
        except StorageTunerError as error:
            self.not_saved.emit(error)

    def _judge(self, record: SessionRecord) -> Judgement:
        self._record = record
        self._judgement = self._session.judge(record)
        if record.measurements:
            self._store(record, self._session.raw)
        return self._judgement

    def _store(self, record: SessionRecord, raw: tuple[RawOutput, ...] = ()) -> None:
        """Keep ``record`` among this user's results, in place of an earlier state of it."""
        try:
            self._stored = address_of(keep(record, self._judgement, raw))
            self._session.note_saved(record)
        except StorageTunerError as error:
            self.not_saved.emit(error)

    def _keep(self, settings: Settings) -> None:
        found = self._session.keep(settings)
        self._is_kept = True
        record = self._as_kept(found)
        if record is not None:
            self._store(record)
        self.kept.emit(record)

    def _as_kept(self, kept: SessionRecord | None) -> SessionRecord | None:
        """What was kept follows from the measurement, not from the restarts that confirmed it."""
        if kept is None or self._record is None:
            return kept
        after = kept.circumstances.settings_after
        self._record = replace(
            self._record,
            outcome=kept.outcome,
            circumstances=replace(self._record.circumstances, settings_after=after),
        )
        return self._record

    def _ask_for_good(self, settings: Settings) -> None:
        try:
            self._session.persistent_texts(settings)
        except StorageTunerError as error:
            self.not_keepable.emit(error)
        else:
            self.may_keep_for_good.emit()

    def _show_texts(self, settings: Settings) -> None:
        try:
            texts = self._session.persistent_texts(settings)
        except NotKept as error:
            self.no_texts.emit(error)
        else:
            self.texts_shown.emit(texts)

    def _keep_for_good(self, settings: Settings) -> None:
        try:
            found = self._session.keep_for_good(settings)
        except _LEFT_ALONE as error:
            self.not_kept_for_good.emit(error)
            return
        self._is_kept = True
        kept = replace(found, record=self._as_kept(found.record))
        if kept.record is not None:
            self._store(kept.record)
        self.kept_for_good.emit(kept)

    def _try(self, settings: Settings) -> None:
        self._session.try_settings(settings)
        self.tried.emit()

    def _leave(self) -> None:
        self._session.leave()
        self.left.emit()


class _Listener:
    """Hands what the session tells on to the signals."""

    def __init__(self, tuner: Tuner) -> None:
        self._tuner = tuner

    def progressed(self, progress: Progress) -> None:
        self._tuner.progressed.emit(progress)

    def measured(self, measurement: Measurement) -> None:
        self._tuner.measured.emit(measurement)
