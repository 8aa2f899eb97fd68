"""Carries out requests to a tuning session: tune, resume, confirm, or check only.

Everything here blocks and belongs to the thread of the session; only the session's ``cancel``,
``pause`` and ``resume`` may be called from another. The creator of a session must close it in every
case; ``tune``, ``resume`` and ``confirm`` have done so when they give an outcome.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from storage_tuner.bench.confirmation import confirmation_plan, confirmations
from storage_tuner.bench.variant_series import Series, parameters_in
from storage_tuner.client.sessions import Settings
from storage_tuner.core.condition import Condition
from storage_tuner.core.errors import StorageTunerError
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.message import Message, sentence
from storage_tuner.core.owners import undoing
from storage_tuner.core.plan import Plan, Protocol, Target, TargetKind
from storage_tuner.core.tunable import Scope
from storage_tuner.jobs.conditions import require_measurable
from storage_tuner.jobs.events import JobListener
from storage_tuner.jobs.judging import judge_session
from storage_tuner.jobs.outcome import Outcome, ended, in_place_of, outcome_of, saved
from storage_tuner.jobs.planning.varied_settings import scope_of
from storage_tuner.jobs.plans import Planned, plan_in, plan_surveyed, require_sound
from storage_tuner.jobs.requests import ConfirmRequest, Keep, ResumeRequest, TuningRequest
from storage_tuner.jobs.resuming import gone_on_from, require_same_device, target_again
from storage_tuner.jobs.searching import search
from storage_tuner.jobs.tuning_session import TuningSession
from storage_tuner.measuring.load_searches import (
    MOST_MAP_THREADS,
    MapOfLoads,
    OfferedLoad,
    SaturationSearch,
    WithFairness,
    rules_for,
)
from storage_tuner.measuring.run_context import Procedure, RunContext
from storage_tuner.probe.block.devices import read_devices


def tune(session: TuningSession, request: TuningRequest, listener: JobListener) -> Outcome:
    """Open the target, measure, keep settings as requested, and close. Raises the errors of the
    tree when it ends before anything was measured."""
    require_sound(request)
    tuning = Tuning(session, listener)
    tuning.open(request.target, overwrite=request.overwrite, keep=request.keep)
    if request.varied and request.series is Series.GREEDY:
        outcome = search(session, request, tuning, listener)
    else:
        outcome = tuning.measure(plan_in(session, request), request)
    return tuning.end(tuning.keep(outcome, request.keep))


def resume(session: TuningSession, request: ResumeRequest, listener: JobListener) -> Outcome:
    """Measure what is left of an interrupted session, as ``tune``. Sustained writes can't be
    resumed, because the disk has recovered: what was measured of them is kept."""
    stored = request.stored
    if stored.record.plan.protocol is Protocol.SUSTAINED:
        outcome = outcome_of(lambda: stored.record)
        return in_place_of(stored.path, Tuning(session, listener).end(outcome), listener)
    begun = gone_on_from(stored.record)
    tuning = Tuning(session, listener)
    tuning.open(target_again(begun), begun, overwrite=request.overwrite, keep=request.keep)
    tuning.prepare(begun.plan, wait=request.wait)
    outcome = tuning.end(tuning.keep(tuning.go_on(begun), request.keep))
    return in_place_of(stored.path, outcome, listener)


def confirm(session: TuningSession, request: ConfirmRequest, listener: JobListener) -> Outcome:
    """Repeat the decided tests of a result with separate runs. Raises ``InvalidInput`` on another
    disk."""
    target = target_to_confirm(request.before)
    before = None if target.kind is TargetKind.PRACTICE else request.before
    tuning = Tuning(session, listener)
    tuning.open(target, before, overwrite=request.overwrite)
    tuning.prepare(request.plan, wait=request.wait)
    return tuning.end(tuning.repeat(request.plan))


def check(session: TuningSession, request: TuningRequest) -> tuple[Planned, tuple[Condition, ...]]:
    """Return what ``tune`` would measure and what may spoil it; changes, creates and requests
    nothing."""
    require_sound(request)
    session.survey(request.target, overwriting=bool(request.overwrite))
    planned = plan_surveyed(session, request)
    return planned, session.conditions(planned.plan)


def plan_to_confirm(before: SessionRecord, budget_s: float | None = None) -> Plan | None:
    """The plan of a confirmation; None when ``before`` decided nothing about throughput."""
    seed = random.SystemRandom().randrange(1 << 31)
    verdicts = judge_session(before).verdicts
    return confirmation_plan(before.plan, verdicts, seed=seed, budget_s=budget_s)


def target_to_confirm(record: SessionRecord) -> Target:
    """The target of a confirmation. A practice disk is created again, on the same disk as
    before."""
    if record.plan.target.kind is TargetKind.PRACTICE:
        return Target(TargetKind.PRACTICE, None)
    return target_again(record)


class Tuning:
    """The steps of these jobs, for a session that is used further after each of them."""

    def __init__(self, session: TuningSession, listener: JobListener) -> None:
        self._session = session
        self._listener = listener

    def open(
        self,
        target: Target,
        before: SessionRecord | None = None,
        *,
        overwrite: str = "",
        keep: Keep = Keep.NOTHING,
    ) -> None:
        """Open ``target``, which must be the disk of ``before``, and may be overwritten when
        ``overwrite`` is its name. Raises ``NotKept`` when permanent settings are requested but not
        possible."""
        device = self._session.open(target)
        if before is not None:
            require_same_device(before, device)
        if overwrite:
            self._session.allow_overwriting(overwrite)
        if keep is Keep.PERMANENTLY:
            self._session.require_keepable()

    def measure(self, planned: Planned, request: TuningRequest) -> Outcome:
        """Measure what was ``planned`` for ``request``."""
        self._listener.planned(planned)
        self.check_conditions(planned.plan, wait=request.wait)
        return self.compare(planned.plan, request)

    def check_conditions(self, plan: Plan, *, wait: bool) -> None:
        """Raises ``NotMeasurable`` for what prevents measuring."""
        session, listener = self._session, self._listener
        found = (
            session.conditions_at_rest(plan, listener.waiting) if wait else session.conditions(plan)
        )
        listener.conditions_checked(found)
        require_measurable(found)

    def compare(self, plan: Plan, request: TuningRequest) -> Outcome:
        """Measure ``plan`` by the procedure that ``request`` specifies."""
        return self._carry_out(plan, None, self._procedure(request))

    def prepare(self, plan: Plan, *, wait: bool = False) -> None:
        """Prepare the session for a ``plan`` made earlier: settings of an array or of the computer
        are set in other places than those of disks. Raises ``NotMeasurable``."""
        parameters = parameters_in(plan.variants)
        if parameters and scope_of(parameters) is not Scope.DEVICE:
            self._session.vary(parameters)
        self.check_conditions(plan, wait=wait)

    def go_on(self, begun: SessionRecord) -> Outcome:
        """Measure what is left of the plan of ``begun``."""
        is_map = begun.plan.protocol is Protocol.MAP
        procedure: Procedure = self._map() if is_map else RunContext.carry_out
        outcome = self._carry_out(begun.plan, begun, procedure)
        found = confirmations(begun.plan, outcome.record.measurements)
        return replace(outcome, confirmations=found)

    def repeat(self, plan: Plan) -> Outcome:
        """Measure ``plan``, which verifies another one; the record contains the verdict."""
        outcome = self._carry_out(plan, None)
        record = outcome.record
        found = confirmations(plan, record.measurements)
        caveats = (*record.caveats, *(each.sentence for each in found))
        return replace(outcome, record=replace(record, caveats=caveats), confirmations=found)

    def keep(self, outcome: Outcome, keep: Keep) -> Outcome:
        """Keep the recommended settings if requested, different from the current ones, and fully
        measured."""
        advice = outcome.judgement.recommendation
        if keep is Keep.NOTHING or not (outcome.record.completed and advice and advice.change):
            return outcome
        permanently = keep is Keep.PERMANENTLY
        set_ = self.keep_permanently if permanently else self._session.keep
        try:
            record = set_(advice.settings)
        except StorageTunerError as error:
            return replace(outcome, problem=error)
        return replace(outcome, record=record or outcome.record)

    def keep_permanently(self, settings: Settings) -> SessionRecord | None:
        """Keep ``settings`` on all devices or on none; warns of what undoes it.

        Raises ``NotKept`` and the other errors of the helper; then nothing is changed.
        """
        texts = self._session.persistent_texts(settings)
        for warning in _who_undoes({text.device for text in texts}, settings):
            self._listener.warned(warning)
        found = self._session.keep_for_good(settings)
        places = [
            sentence("{device}: made permanent in {path}", device=each.device, path=each.path)
            for each in texts
            if each.path
        ]
        for text in (*places, *found.notes):
            self._listener.warned(text)
        return found.record

    def save(self, outcome: Outcome) -> Outcome:
        """Save ``outcome`` among the kept sessions, and discard its journal."""
        outcome = saved(outcome, self._listener, self._session.raw)
        if outcome.stored is not None:
            self._session.note_saved(outcome.record)
        return outcome

    def end(self, outcome: Outcome) -> Outcome:
        """Keep ``outcome`` and close the session."""
        return ended(self._session, self.save(outcome), self._listener)

    def _carry_out(
        self,
        plan: Plan,
        begun: SessionRecord | None,
        procedure: Procedure = RunContext.carry_out,
    ) -> Outcome:
        self._listener.begins(self._session.subject.device, plan, begun)
        return outcome_of(lambda: self._session.measure(plan, begun, procedure))

    def _map(self) -> Procedure:
        return MapOfLoads(rules_for(self._session.bounds(), most_threads=MOST_MAP_THREADS))

    def _procedure(self, request: TuningRequest) -> Procedure:
        if request.protocol is Protocol.MAP:
            return self._map()
        procedure: Procedure = RunContext.carry_out
        if load := request.load:
            rules = rules_for(self._session.bounds(), load.latency_limit_ms, load.most_threads)
            procedure = (
                OfferedLoad(load.percent, rules) if load.percent else SaturationSearch(rules)
            )
        return WithFairness(procedure) if request.fairness else procedure


def _who_undoes(tuned: set[str], settings: Settings) -> Iterator[Message]:
    for device in read_devices(Path("/")):
        if device.name in tuned:
            yield from undoing(device.name, device.owners, dict(settings), persist=True)
