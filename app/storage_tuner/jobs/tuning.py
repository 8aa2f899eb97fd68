"""Carries out what is asked of a tuning session: tune, resume, confirm, or only look.

Every function blocks, and belongs to the thread of the session it is given; ``cancel``, ``pause``
and ``resume`` of the session may be called from any other. ``tune``, ``resume`` and ``confirm``
close the session at the end; whoever calls one of them closes it whatever happens. The steps that
they are made of (``open_for``, ``measure``, ``go_on``, ``repeat``, ``save``) are for a session that
is used further.
"""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

from storage_tuner.bench.confirming import confirmation_plan, confirmations
from storage_tuner.bench.series import Series, parameters_in
from storage_tuner.core.condition import Condition
from storage_tuner.core.device import Device
from storage_tuner.core.errors import StorageTunerError
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.owners import undoing
from storage_tuner.core.plan import Plan, Target, TargetKind
from storage_tuner.core.tunable import Scope
from storage_tuner.jobs.listening import JobListener
from storage_tuner.jobs.outcome import Outcome, ended, in_place_of, outcome_of, saved
from storage_tuner.jobs.plans import Planned, plan_in, plan_surveyed, require_sound
from storage_tuner.jobs.requests import (
    ConfirmRequest,
    Keep,
    LoadSearch,
    ResumeRequest,
    TuningRequest,
)
from storage_tuner.jobs.searching import search
from storage_tuner.probe.devices import read_devices
from storage_tuner.services.checking import require_measurable
from storage_tuner.services.judging import judge_session
from storage_tuner.services.load_searches import (
    OfferedLoad,
    SaturationSearch,
    WithFairness,
    rules_for,
)
from storage_tuner.services.measuring_places import Settings
from storage_tuner.services.resuming import gone_on_from, require_same_device, target_again
from storage_tuner.services.series import scope_of
from storage_tuner.services.setting_changes import PersistentText
from storage_tuner.services.sites import Site, Way
from storage_tuner.services.tuning import TuningSession


def tune(session: TuningSession, request: TuningRequest, listener: JobListener) -> Outcome:
    """Open the target, measure, keep what was asked for, and close. Raises the errors of the tree
    for what ends it before anything was measured."""
    require_sound(request)
    device = open_for(session, request.target, overwrite=request.overwrite, keep=request.keep)
    if request.varied and request.series is Series.GREEDY:
        comparing = _Comparing(session, device, request, listener)
        outcome = search(session, request, comparing, listener)
    else:
        outcome = measure(session, device, plan_in(session, request), request, listener)
    return _end(session, kept(session, outcome, request.keep, listener), listener)


def resume(session: TuningSession, request: ResumeRequest, listener: JobListener) -> Outcome:
    """Measure what is left of an interrupted session, as ``tune``."""
    begun = gone_on_from(request.stored.record)
    target = target_again(begun)
    device = open_for(session, target, begun, overwrite=request.overwrite, keep=request.keep)
    outcome = go_on(session, device, begun, listener, wait=request.wait)
    outcome = _end(session, kept(session, outcome, request.keep, listener), listener)
    return in_place_of(request.stored.path, outcome, listener)


def confirm(session: TuningSession, request: ConfirmRequest, listener: JobListener) -> Outcome:
    """Measure the decided tests of a result once more, by restarts. Raises ``InvalidInput`` on
    another disk."""
    target = target_to_confirm(request.before)
    practice = target.kind is TargetKind.PRACTICE
    before = None if practice else request.before
    device = open_for(session, target, before, overwrite=request.overwrite)
    outcome = repeat(session, device, request.plan, listener, wait=request.wait)
    return _end(session, outcome, listener)


def check(session: TuningSession, request: TuningRequest) -> tuple[Planned, tuple[Condition, ...]]:
    """What ``tune`` would measure, and what may spoil it; nothing is changed, made or asked for."""
    require_sound(request)
    session.survey(request.target, overwriting=bool(request.overwrite))
    planned = plan_surveyed(session, request)
    return planned, session.conditions(planned.plan)


def open_for(
    session: TuningSession,
    target: Target,
    before: SessionRecord | None = None,
    *,
    overwrite: str = "",
    keep: Keep = Keep.NOTHING,
) -> Device | None:
    """Open ``target``, which must be the disk of ``before``, and may be overwritten when
    ``overwrite`` is its name. Raises ``NotKept`` where nothing can be kept permanently and that is
    asked for."""
    device = session.open(target)
    if before is not None:
        require_same_device(before, device)
    if overwrite:
        session.allow_overwriting(overwrite)
    if keep is Keep.PERMANENTLY:
        session.require_keepable()
    return device


def measure(
    session: TuningSession,
    device: Device | None,
    planned: Planned,
    request: TuningRequest,
    listener: JobListener,
) -> Outcome:
    """Measure what was ``planned`` for ``request`` in an open session."""
    listener.planned(planned)
    _look_around(session, planned.plan, listener, wait=request.wait)
    return _measure(session, device, planned.plan, request, listener)


def go_on(
    session: TuningSession,
    device: Device | None,
    begun: SessionRecord,
    listener: JobListener,
    *,
    wait: bool = False,
) -> Outcome:
    """Measure what is left of the plan of ``begun``."""
    plan = begun.plan
    _vary_as_before(session, plan)
    _look_around(session, plan, listener, wait=wait)
    listener.begins(device, plan, begun)
    outcome = outcome_of(lambda: session.measure(plan, begun))
    return replace(outcome, confirmations=confirmations(plan, outcome.record.measurements))


def repeat(
    session: TuningSession,
    device: Device | None,
    plan: Plan,
    listener: JobListener,
    *,
    wait: bool = False,
) -> Outcome:
    """Measure ``plan``, which confirms another one; the record says whether it does."""
    _vary_as_before(session, plan)
    _look_around(session, plan, listener, wait=wait)
    listener.begins(device, plan, None)
    outcome = outcome_of(lambda: session.measure(plan))
    found = confirmations(plan, outcome.record.measurements)
    sentences = tuple(each.sentence for each in found)
    record = replace(outcome.record, caveats=(*outcome.record.caveats, *sentences))
    return replace(outcome, record=record, confirmations=found)


def plan_to_confirm(before: SessionRecord, budget_s: float | None = None) -> Plan | None:
    """None when ``before`` decided nothing about a rate."""
    seed = random.SystemRandom().randrange(1 << 31)
    verdicts = judge_session(before).verdicts
    return confirmation_plan(before.plan, verdicts, seed=seed, budget_s=budget_s)


def target_to_confirm(record: SessionRecord) -> Target:
    """A practice disk is made anew: it lies on the same disk as the one before."""
    if record.plan.target.kind is TargetKind.PRACTICE:
        return Target(TargetKind.PRACTICE, None)
    return target_again(record)


def kept(session: TuningSession, outcome: Outcome, keep: Keep, listener: JobListener) -> Outcome:
    """With what is recommended set, if that was asked for, is a change, and all was measured."""
    advice = outcome.judgement.recommendation
    if keep is Keep.NOTHING or not (outcome.record.completed and advice and advice.change):
        return outcome
    try:
        record = (
            keep_permanently(session, advice.settings, listener)
            if keep is Keep.PERMANENTLY
            else session.keep(advice.settings)
        )
    except StorageTunerError as error:
        return replace(outcome, problem=error)
    return replace(outcome, record=record or outcome.record)


def keep_permanently(
    session: TuningSession, settings: Settings, listener: JobListener
) -> SessionRecord | None:
    """Keep ``settings`` on all devices or on none, and tell who will undo it and where it stands.

    Raises ``NotKept`` and the other errors of the helper; then everything is as it was before.
    """
    texts = session.persistent_texts(settings)
    for warning in _who_undoes(texts, settings):
        listener.warned(warning)
    found = session.keep_for_good(settings)
    for text in texts:
        if text.path:
            listener.warned(f"{text.device}: kept for good in {text.path}")
    for note in found.notes:
        listener.warned(note)
    return found.record


def save(session: TuningSession, outcome: Outcome, listener: JobListener) -> Outcome:
    """Among the kept sessions; what was written down on the way isn't needed then."""
    outcome = saved(outcome, listener, session.raw)
    if outcome.stored is not None:
        session.note_saved(outcome.record)
    return outcome


class _Comparing:
    """The comparisons of a search; each is among the kept ones as soon as the next one begins."""

    def __init__(
        self,
        session: TuningSession,
        device: Device | None,
        request: TuningRequest,
        listener: JobListener,
    ) -> None:
        self._session = session
        self._device = device
        self._request = request
        self._listener = listener
        self._last: Outcome | None = None

    def look_around(self, plan: Plan) -> None:
        _look_around(self._session, plan, self._listener, wait=self._request.wait)

    def measure(self, plan: Plan) -> Outcome:
        if self._last is not None:
            save(self._session, self._last, self._listener)
        self._last = _measure(self._session, self._device, plan, self._request, self._listener)
        return self._last


def _measure(
    session: TuningSession,
    device: Device | None,
    plan: Plan,
    request: TuningRequest,
    listener: JobListener,
) -> Outcome:
    listener.begins(device, plan, None)
    way = _way(session, plan, request)
    return outcome_of(lambda: session.measure(plan, way=way))


def _way(session: TuningSession, plan: Plan, request: TuningRequest) -> Way:
    found = _way_of_load(session, plan, request.load) if request.load else Site.carry_out
    return WithFairness(found) if request.fairness else found


def _way_of_load(session: TuningSession, plan: Plan, load: LoadSearch) -> Way:
    rules = rules_for(session.bounds(plan), load.latency_limit_ms, load.most_threads)
    return SaturationSearch(rules) if load.percent is None else OfferedLoad(load.percent, rules)


def _look_around(session: TuningSession, plan: Plan, listener: JobListener, *, wait: bool) -> None:
    """Raises ``NotMeasurable`` for what prevents measuring."""
    found = session.conditions_at_rest(plan, listener.waiting) if wait else session.conditions(plan)
    listener.looked(found)
    require_measurable(found)


def _vary_as_before(session: TuningSession, plan: Plan) -> None:
    """Settings of an array or of the computer have a place of their own."""
    parameters = parameters_in(plan.variants)
    if parameters and scope_of(parameters) is not Scope.DEVICE:
        session.vary(parameters)


def _end(session: TuningSession, outcome: Outcome, listener: JobListener) -> Outcome:
    return ended(session, save(session, outcome, listener), listener)


def _who_undoes(texts: tuple[PersistentText, ...], settings: Settings) -> list[str]:
    tuned = {text.device for text in texts}
    return [
        warning
        for device in read_devices(Path("/"))
        if device.name in tuned
        for warning in undoing(device.name, device.owners, dict(settings), persist=True)
    ]
