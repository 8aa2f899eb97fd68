"""The plan made from a request: before anything is opened, in a survey, and in a session."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from storage_tuner.bench.ncq import with_ncq_named
from storage_tuner.bench.planning import with_repeats
from storage_tuner.bench.thread_counts import LoadLimits, left_out_sentences, refusal, with_threads
from storage_tuner.bench.variant_series import (
    Parameter,
    Series,
    all_combinations,
    combination_count,
    not_varied,
    one_at_a_time,
)
from storage_tuner.client.practice_disk import practice_stand_in
from storage_tuner.core.device import Device
from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.hazards import require_allowed
from storage_tuner.core.member_settings import tunable_devices
from storage_tuner.core.message import Message, Text, sentence, together
from storage_tuner.core.plan import UNCHANGED, Plan, Protocol, Target, Variant
from storage_tuner.core.tunable import find
from storage_tuner.core.workload import Operation, Workload, classical_workload
from storage_tuner.jobs.conditions import bounds_of
from storage_tuner.jobs.planning.plan_building import plan_for
from storage_tuner.jobs.planning.varied_settings import without_effect
from storage_tuner.jobs.requests import LoadSearch, TuningRequest
from storage_tuner.jobs.subject import Subject, settings_now
from storage_tuner.jobs.tuning_session import SAMPLE_BYTES, TuningSession

MOST_COMBINATIONS = 256


@dataclass(frozen=True)
class Planned:
    """``notes`` are sentences on omitted values and settings without effect; ``absent`` are the
    settings of a scheduler that is never active."""

    plan: Plan
    notes: tuple[Text, ...] = ()
    absent: tuple[str, ...] = ()


def require_sound(request: TuningRequest) -> None:
    """Raises ``InvalidInput`` for combinations that are invalid on any target."""
    names = [each.name for each in request.varied]
    if len(set(names)) < len(names):
        raise InvalidInput(
            sentence("A setting is varied twice."),
            sentence("List all of its values together."),
        )
    if request.series is Series.ALL:
        _require_modest(request.varied)
    if request.load is not None:
        _require_free_threads(request.workloads)


def default_workloads(load: LoadSearch | None) -> tuple[Workload, ...]:
    """The default workloads; empty for all that the target allows."""
    return () if load is None else (classical_workload(Operation.RANDOM_READ),)


def plan_in(session: TuningSession, request: TuningRequest) -> Planned:
    """The plan in an open ``session``, with the values that the kernel accepts. Raises
    ``InvalidInput``, ``Cancelled`` and the helper's errors."""
    return _planned(session, allowed_in(session, request), session.vary)


def plan_surveyed(session: TuningSession, request: TuningRequest) -> Planned:
    """As ``plan_in``, in a surveying session: values that the kernel would refuse are unknown."""
    present = partial(settings_now, session.subject, root=session.root)
    return _planned(session, _named(session, request), present)


def plan_of(
    session: TuningSession,
    request: TuningRequest,
    schedulers: tuple[str, ...] = (),
    variants: tuple[Variant, ...] = (),
) -> Plan:
    """The plan over ``variants``, or else ``schedulers``. Raises ``InvalidInput``, also when a test
    exceeds the limits of the target or the computer."""
    plan = _plan(session.subject, request, schedulers, variants, root=session.root)
    if reason := _refusal(plan, session.bounds()):
        raise InvalidInput(
            reason,
            sentence(
                "Choose fewer threads, another block size, another workload or a larger target."
            ),
        )
    return plan


def allowed_in(session: TuningSession, request: TuningRequest) -> TuningRequest:
    """Return ``request`` with the settings resolved for the disks of ``session``, and allow their
    risks. Raises ``InvalidInput`` and the helper's errors."""
    request = _named(session, request)
    hazards = session.subject.hazards(request.parameters)
    session.allow(require_allowed(hazards, request.allowed_risks))
    return request


def preview_of(
    request: TuningRequest, devices: Sequence[Device], root: Path = Path("/")
) -> Planned:
    """A preview of ``plan_in``, as far as possible without opening the target. Raises
    ``InvalidInput``."""
    tuned = tuned_by(request.target, devices)
    variants = request.variants
    absent: tuple[str, ...] = ()
    if request.parameters:
        variants = _variants(request, tuned[0].settings if tuned else {})
        absent = _absent(request, variants)
    subject = Subject(request.target, tuned=tuned, overwriting=bool(request.overwrite))
    schedulers = () if variants else request.schedulers
    plan = _plan(subject, request, schedulers, variants, seed=0, root=root)
    return _noted(plan, request, (), absent)


def tuned_by(target: Target, devices: Sequence[Device]) -> tuple[Device, ...]:
    """The devices that get the settings; for a practice disk, its expected properties."""
    known = {device.name: device for device in devices}
    device = known[target.device] if target.device else practice_stand_in(devices, SAMPLE_BYTES)
    return tunable_devices(device, known)


def refusal_of(plan: Plan, devices: Sequence[Device], root: Path = Path("/")) -> Text:
    """The reason why a load of ``plan`` isn't possible on its target, as a sentence; empty when all
    are."""
    device = next((each for each in devices if each.name == plan.target.device), None)
    return _refusal(plan, bounds_of(Subject(plan.target, device), SAMPLE_BYTES, root))


def _planned(
    session: TuningSession,
    request: TuningRequest,
    present: Callable[[Sequence[Parameter]], Mapping[str, str]],
) -> Planned:
    require_sound(request)
    variants = request.variants
    schedulers: tuple[str, ...] = ()
    refused: tuple[Text, ...] = ()
    absent: tuple[str, ...] = ()
    if request.parameters:
        made = _variants(request, present(request.parameters))
        variants, refused = session.without_refused(made)
        absent = _absent(request, made)
        if len(variants) < 2:
            raise InvalidInput(
                sentence("There is nothing left to compare."),
                together((*refused, *map(_absence, absent))),
            )
    elif not variants:
        schedulers, refused = session.schedulers_taken(request.schedulers)
    plan = plan_of(session, request, schedulers, variants)
    return _noted(plan, request, refused, absent)


def _named(session: TuningSession, request: TuningRequest) -> TuningRequest:
    """Return ``request`` with NCQ replaced by the setting that controls it. Raises ``InvalidInput``
    where there is none."""
    return replace(request, varied=with_ncq_named(request.varied, session.subject.tuned))


def _variants(request: TuningRequest, present: Mapping[str, str]) -> tuple[Variant, ...]:
    if request.variants:
        return request.variants
    if request.series is Series.GREEDY:
        raise InvalidInput(
            sentence(
                "A greedy search chooses its comparisons while running, so its plan can't be "
                "saved or previewed."
            )
        )
    if request.series is not Series.ALL:
        return one_at_a_time(request.varied, present)
    _require_modest(request.varied)
    return all_combinations(request.varied, present)


def _require_modest(parameters: Sequence[Parameter]) -> None:
    count = combination_count(parameters)
    if count > MOST_COMBINATIONS:
        raise InvalidInput(
            sentence(
                "That would be {count} combinations; the maximum is {most}.",
                count=count,
                most=MOST_COMBINATIONS,
            ),
            sentence("Vary fewer values, or one setting at a time."),
        )


def _require_free_threads(workloads: Sequence[Workload]) -> None:
    for workload in workloads:
        if workload.fixed_threads is not None:
            raise InvalidInput(
                sentence("{label} has a fixed number of threads.", label=workload.label),
                sentence("Choose a workload without one, such as rand-read."),
            )


def _refusal(plan: Plan, bounds: LoadLimits) -> Text:
    return next((reason for cell in plan.cells if (reason := refusal(cell, bounds))), "")


def _plan(
    subject: Subject,
    request: TuningRequest,
    schedulers: tuple[str, ...],
    variants: tuple[Variant, ...],
    *,
    seed: int | None = None,
    root: Path,
) -> Plan:
    plan = plan_for(
        subject,
        request.use,
        request.thoroughness,
        seed=seed,
        workloads=request.workloads or default_workloads(request.load),
        schedulers=schedulers,
        variants=variants,
        protocol=request.protocol if request.load is None else Protocol.RESTARTS,
        budget_s=request.budget_s,
        root=root,
    )
    if request.threads:
        plan = with_threads(plan, request.threads)
    if request.parameters:
        plan = replace(plan, current=UNCHANGED)
    if request.repeats is not None and plan.protocol is not Protocol.ADAPTIVE:
        plan = with_repeats(plan, request.repeats)
    return replace(
        plan,
        aims=request.aims,
        allow_risky=request.allow_risky,
        margin=plan.margin if request.margin is None else request.margin,
        error_level=plan.error_level if request.error_level is None else request.error_level,
    )


def _noted(
    plan: Plan, request: TuningRequest, refused: tuple[Text, ...], absent: tuple[str, ...]
) -> Planned:
    notes = (
        *refused,
        *map(_absence, absent),
        *without_effect(request.parameters, plan.workloads),
        *left_out_sentences(plan),
    )
    return Planned(plan, notes, absent)


def _absent(request: TuningRequest, made: Sequence[Variant]) -> tuple[str, ...]:
    return tuple(each.name for each in not_varied(request.varied, made))


def _absence(name: str) -> Message:
    tunable = find(name)
    scheduler = tunable.earlier_form.scheduler if tunable else ""
    return sentence(
        "{name} isn't varied: it exists only while {scheduler} is active.",
        name=name,
        scheduler=scheduler or sentence("another scheduler"),
    )
