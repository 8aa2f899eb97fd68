"""One tuning from its request to kept settings; each method is one piece of work of one thread."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from storage_tuner.bench.confirmation import Confirmation, confirmation_plan, confirmations
from storage_tuner.client.setting_changes import PersistentText
from storage_tuner.core.device import Device
from storage_tuner.core.errors import InvalidInput, StorageTunerError
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
from storage_tuner.jobs.tuning_session import KeptForGood, TuningSession
from storage_tuner.store.kept_sessions import address_of, keep, supersede

MakeSession = Callable[[TuningListener], TuningSession]
AdjustPlan = Callable[[Plan], Plan]
Settings = Sequence[tuple[str, str]]


@dataclass(frozen=True)
class TuningEvents:
    """What is called meanwhile. ``opened`` gets device (or None) and plan; ``begun`` what was
    measured before of a session that is gone on with; ``confirmed`` the record of the restarts and
    what they say; ``measured_all`` record and judgement; ``broken_off`` these and the error that
    ended a measurement after some runs. ``not_saved`` gets why the result isn't among the kept
    ones; it's complete nevertheless."""

    progressed: Callable[[Progress], None]
    measured: Callable[[Measurement], None]
    opened: Callable[[Device | None, Plan], None]
    begun: Callable[[Sequence[Measurement]], None]
    confirmed: Callable[[SessionRecord, Sequence[Confirmation]], None]
    measured_all: Callable[[SessionRecord, Judgement], None]
    broken_off: Callable[[SessionRecord, Judgement, StorageTunerError], None]
    not_saved: Callable[[StorageTunerError], None]


class TuningWork:
    """Only ``cancel`` and ``pause`` are for other threads."""

    def __init__(self, make_session: MakeSession, adjust: AdjustPlan, events: TuningEvents) -> None:
        self._adjust = adjust
        self._events = events
        self._session = make_session(_Listener(events))
        self._device: Device | None = None
        self._is_kept = False
        self._record: SessionRecord | None = None
        self._judgement = Judgement((), None)
        self._ended = threading.Event()
        self.stored: Path | None = None
        """Where the result is kept, as far as it is."""

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
        """Put back what isn't kept. Raises ``NotRestored``."""
        self._session.close()

    def note_end(self) -> None:
        """It's closed, and that was told."""
        self._ended.set()

    def wait(self) -> None:
        """Until ``note_end``."""
        self._ended.wait()

    def measure(self, request: TuningRequest) -> None:
        """Open the target, plan, measure and judge."""
        self._device = self._session.open(request.target)
        if request.overwrite:
            self._session.allow_overwriting(request.overwrite)
        planned = plan_in(self._session, request)
        plan = self._adjust(planned.plan)
        self._require_measurable(plan)
        for note in planned.notes:
            self._events.progressed(Progress(Phase.PREPARING, 1, note, notice=note))
        self._carry_out(plan, None)

    def go_on(self, before: SessionRecord, stored: Path | None) -> None:
        """Open what ``before`` is about, and measure what is left of its plan. ``stored`` is where
        it is kept, until all of it is in the new one."""
        begun = gone_on_from(before)
        self._device = self._session.open(target_again(begun))
        require_same_device(begun, self._device)
        self._require_measurable(begun.plan)
        self._carry_out(begun.plan, begun)
        if stored is not None and self.stored is not None:
            supersede(stored, self.stored)

    def _require_measurable(self, plan: Plan) -> None:
        require_measurable(self._session.conditions(plan))

    def _carry_out(self, plan: Plan, begun: SessionRecord | None) -> None:
        self._events.opened(self._device, plan)
        if begun is not None:
            self._events.begun(begun.measurements)
        try:
            record = self._session.measure(plan, begun)
        except StorageTunerError as error:
            if error.record is None or not error.record.measurements:
                raise
            self._events.broken_off(error.record, self._judge(error.record), error)
        else:
            self._events.measured_all(record, self._judge(record))

    def measure_longer(self, record: SessionRecord, seconds: float) -> None:
        """Go on with ``record``, which was just measured to the end of its time."""
        self._prepare_again()
        before = self.stored
        begun = gone_on_from(replace(record, plan=extended(record.plan, seconds)))
        self._carry_out(begun.plan, begun)
        if before is not None and self.stored is not None:
            supersede(before, self.stored)

    def _prepare_again(self) -> None:
        """A trial's end would spoil what is measured. Raises ``InvalidInput`` once settings are
        kept."""
        if self._is_kept:
            raise InvalidInput(
                sentence("The settings are kept, so that nothing can be compared any more.")
            )
        self._session.leave()

    def confirm(self, before: SessionRecord, judgement: Judgement) -> None:
        """Measure what ``judgement`` decided once more, by restarts."""
        self._prepare_again()
        seed = random.SystemRandom().randrange(1 << 31)
        plan = confirmation_plan(before.plan, judgement.verdicts, seed=seed)
        if plan is None:
            raise InvalidInput(sentence("Nothing was decided that could be confirmed."))
        plan = self._adjust(plan)
        self._events.opened(self._device, plan)
        try:
            record = self._session.measure(plan)
        except StorageTunerError as error:
            if error.record is not None:
                self._store_beside(error.record)
            raise
        self._store_beside(record)
        self._events.confirmed(record, confirmations(plan, record.measurements))

    def _store_beside(self, record: SessionRecord) -> None:
        """Among the kept ones as one of its own, if anything was measured."""
        if not record.measurements:
            return
        try:
            keep(record, self._session.judge(record), self._session.raw)
            self._session.note_saved(record)
        except StorageTunerError as error:
            self._events.not_saved(error)

    def _judge(self, record: SessionRecord) -> Judgement:
        self._record = record
        self._judgement = self._session.judge(record)
        if record.measurements:
            self._store(record, self._session.raw)
        return self._judgement

    def _store(self, record: SessionRecord, raw: tuple[RawOutput, ...] = ()) -> None:
        """Keep ``record`` among this user's results, in place of an earlier state of it."""
        try:
            self.stored = address_of(keep(record, self._judgement, raw))
            self._session.note_saved(record)
        except StorageTunerError as error:
            self._events.not_saved(error)

    def keep(self, settings: Settings) -> SessionRecord | None:
        """The record of what was measured, with the settings that are kept until a restart."""
        found = self._session.keep(settings)
        self._is_kept = True
        record = self._as_kept(found)
        if record is not None:
            self._store(record)
        return record

    def persistent_texts(self, settings: Settings) -> tuple[PersistentText, ...]:
        """What keeping ``settings`` for good would write; raises where it can't be."""
        return self._session.persistent_texts(settings)

    def keep_for_good(self, settings: Settings) -> KeptForGood:
        found = self._session.keep_for_good(settings)
        self._is_kept = True
        kept = replace(found, record=self._as_kept(found.record))
        if kept.record is not None:
            self._store(kept.record)
        return kept

    def try_settings(self, settings: Settings) -> None:
        self._session.try_settings(settings)

    def leave(self) -> None:
        """Bring the old settings back."""
        self._session.leave()

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


class _Listener:
    """Hands what the session tells on."""

    def __init__(self, events: TuningEvents) -> None:
        self._events = events

    def progressed(self, progress: Progress) -> None:
        self._events.progressed(progress)

    def measured(self, measurement: Measurement) -> None:
        self._events.measured(measurement)
