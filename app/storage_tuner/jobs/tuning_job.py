"""A tuning from its request to kept settings; each method is one piece of work of one thread."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from storage_tuner.bench.confirmation import Confirmation, confirmation_plan
from storage_tuner.client.setting_changes import PersistentText
from storage_tuner.core.device import Device
from storage_tuner.core.errors import InvalidInput, StorageTunerError
from storage_tuner.core.measurement import Measurement, SessionRecord
from storage_tuner.core.message import Text, sentence
from storage_tuner.core.plan import Plan
from storage_tuner.core.progress import Phase, Progress, TuningListener
from storage_tuner.core.verdict import Judgement
from storage_tuner.jobs.events import JobListener
from storage_tuner.jobs.outcome import Outcome, saved
from storage_tuner.jobs.plans import Planned, plan_in
from storage_tuner.jobs.requests import TuningRequest
from storage_tuner.jobs.resuming import extended, gone_on_from, target_again
from storage_tuner.jobs.tuning import Tuning
from storage_tuner.jobs.tuning_session import KeptForGood, TuningSession
from storage_tuner.store.kept_sessions import address_of, supersede

MakeSession = Callable[[TuningListener], TuningSession]
AdjustPlan = Callable[[Plan], Plan]
Settings = Sequence[tuple[str, str]]


@dataclass(frozen=True)
class TuningEvents:
    """The callbacks of a ``TuningJob``. ``opened`` gets device (or None) and plan; ``begun`` the
    earlier measurements of a resumed session; ``confirmed`` the record of the separate runs and
    their verdicts; ``measured_all`` record and judgement; ``broken_off`` these and the error that
    ended a measurement after some runs. ``not_saved`` gets the reason why the result isn't among
    the kept ones; it's complete nevertheless."""

    progressed: Callable[[Progress], None]
    measured: Callable[[Measurement], None]
    opened: Callable[[Device | None, Plan], None]
    begun: Callable[[Sequence[Measurement]], None]
    confirmed: Callable[[SessionRecord, Sequence[Confirmation]], None]
    measured_all: Callable[[SessionRecord, Judgement], None]
    broken_off: Callable[[SessionRecord, Judgement, StorageTunerError], None]
    not_saved: Callable[[StorageTunerError], None]


class TuningJob:
    """The steps of ``jobs.tuning`` for the window: measure, decide, keep, in one session.

    Only ``cancel`` and ``pause`` are for other threads.
    """

    def __init__(self, make_session: MakeSession, adjust: AdjustPlan, events: TuningEvents) -> None:
        self._adjust = adjust
        self._events = events
        self._listener = _Listener(events)
        self._session = make_session(self._listener)
        self._tuning = Tuning(self._session, self._listener)
        self._is_kept = False
        self._outcome: Outcome | None = None
        self._ended = threading.Event()

    @property
    def stored(self) -> Path | None:
        """The path of the stored result; None if it isn't stored."""
        if self._outcome is None or self._outcome.stored is None:
            return None
        return address_of(self._outcome.stored)

    def cancel(self) -> None:
        """Stop the current work within about two seconds."""
        self._session.cancel()

    def pause(self, paused: bool) -> None:
        """Pause with the previous settings restored, or resume."""
        if paused:
            self._session.pause()
        else:
            self._session.resume()

    def close(self) -> None:
        """Restore what isn't kept. Raises ``NotRestored``."""
        self._session.close()

    def note_end(self) -> None:
        """Note that the job is closed and that this was reported."""
        self._ended.set()

    def wait(self) -> None:
        """Wait until ``note_end``."""
        self._ended.wait()

    def measure(self, request: TuningRequest) -> None:
        """Open the target, plan, measure and judge."""
        self._tuning.open(request.target, overwrite=request.overwrite)
        planned = plan_in(self._session, request)
        planned = replace(planned, plan=self._adjust(planned.plan))
        self._conclude(self._tuning.measure(planned, request), None)

    def go_on(self, before: SessionRecord, stored: Path | None) -> None:
        """Open the target of ``before``, and measure the rest of its plan. ``stored`` is its path,
        until the new result contains all of it."""
        begun = gone_on_from(before)
        self._tuning.open(target_again(begun), begun)
        self._tuning.prepare(begun.plan)
        self._conclude(self._tuning.go_on(begun), stored)

    def measure_longer(self, record: SessionRecord, seconds: float) -> None:
        """Resume ``record``, whose time has just ended."""
        self._prepare_again()
        begun = gone_on_from(replace(record, plan=extended(record.plan, seconds)))
        self._conclude(self._tuning.go_on(begun), self.stored)

    def confirm(self, before: SessionRecord, judgement: Judgement) -> None:
        """Verify what ``judgement`` decided with separate runs, which are a session of their own
        among the kept ones."""
        self._prepare_again()
        seed = random.SystemRandom().randrange(1 << 31)
        plan = confirmation_plan(before.plan, judgement.verdicts, seed=seed)
        if plan is None:
            raise InvalidInput(sentence("There is no conclusive result to verify."))
        outcome = self._tuning.save(self._tuning.repeat(self._adjust(plan)))
        if outcome.problem is not None:
            raise outcome.problem
        self._events.confirmed(outcome.record, outcome.confirmations)

    def _prepare_again(self) -> None:
        """End a trial, since its automatic end would spoil the measurement. Raises ``InvalidInput``
        once settings are kept."""
        if self._is_kept:
            raise InvalidInput(
                sentence("The settings were kept, so this session can't compare any more.")
            )
        self._session.leave()

    def _conclude(self, outcome: Outcome, before: Path | None) -> None:
        """Keep and report ``outcome``, which replaces the session kept as ``before``."""
        self._outcome = self._tuning.save(outcome)
        record, judgement = outcome.record, outcome.judgement
        if outcome.problem is not None:
            self._events.broken_off(record, judgement, outcome.problem)
        else:
            self._events.measured_all(record, judgement)
        if before is not None and self.stored is not None:
            supersede(before, self.stored)

    def keep(self, settings: Settings) -> SessionRecord | None:
        """The record of what was measured, with the settings that are kept until a reboot."""
        found = self._session.keep(settings)
        return self._note_kept(found)

    def persistent_texts(self, settings: Settings) -> tuple[PersistentText, ...]:
        """Return what making ``settings`` permanent would write; raises where that isn't
        possible."""
        return self._session.persistent_texts(settings)

    def keep_for_good(self, settings: Settings) -> KeptForGood:
        found = self._session.keep_for_good(settings)
        return replace(found, record=self._note_kept(found.record))

    def try_settings(self, settings: Settings) -> None:
        self._session.try_settings(settings)

    def leave(self) -> None:
        """Restore the previous settings."""
        self._session.leave()

    def _note_kept(self, kept: SessionRecord | None) -> SessionRecord | None:
        """Note kept settings in the record of the measurement, not in that of the verifying
        runs."""
        self._is_kept = True
        if kept is None or self._outcome is None:
            return kept
        after = kept.circumstances.settings_after
        measured = self._outcome.record
        record = replace(
            measured,
            outcome=kept.outcome,
            circumstances=replace(measured.circumstances, settings_after=after),
        )
        self._outcome = saved(replace(self._outcome, record=record), self._listener)
        if self._outcome.stored is not None:
            self._session.note_saved(record)
        return record


class _Listener(JobListener):
    """Forwards the job's events."""

    def __init__(self, events: TuningEvents) -> None:
        self._events = events

    def progressed(self, progress: Progress) -> None:
        self._events.progressed(progress)

    def measured(self, measurement: Measurement) -> None:
        self._events.measured(measurement)

    def planned(self, planned: Planned) -> None:
        for note in planned.notes:
            self.noted(note)

    def begins(self, device: Device | None, plan: Plan, begun: SessionRecord | None) -> None:
        self._events.opened(device, plan)
        if begun is not None:
            self._events.begun(begun.measurements)

    def noted(self, text: Text) -> None:
        self._events.progressed(Progress(Phase.PREPARING, 1, text, notice=text))

    def warned(self, text: Text) -> None:
        self._events.progressed(Progress(Phase.RESTORING, 1, text, notice=text))

    def not_saved(self, error: StorageTunerError) -> None:
        self._events.not_saved(error)
