"""The request for a measurement as one value, and the plan made from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from storage_tuner.bench.planning import with_repeats
from storage_tuner.bench.thread_counts import left_out_sentences, with_threads
from storage_tuner.bench.variant_series import (
    Parameter,
    Series,
    all_combinations,
    combination_count,
    not_varied,
    one_at_a_time,
    parameters_in,
)
from storage_tuner.core.device import Device
from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.knowledge import Aim
from storage_tuner.core.plan import (
    UNCHANGED,
    Plan,
    Protocol,
    Target,
    Thoroughness,
    Use,
    Variant,
)
from storage_tuner.core.sentence import sentence
from storage_tuner.core.tunable import BY_NAME
from storage_tuner.core.workload import Workload
from storage_tuner.jobs.plan_preview import preview_plan, tuned_by
from storage_tuner.jobs.tuning_session import TuningSession
from storage_tuner.jobs.varied_settings import without_effect

MOST_COMBINATIONS = 256


@dataclass(frozen=True)
class TuningRequest:
    """What is to be measured, and what counts.

    Compared are the ``variants`` where there are any, else the values of ``varied`` as ``series``
    has it, else ``schedulers`` (none: all that there are). Empty ``workloads`` and ``threads`` are
    the usual ones, empty ``aims`` those of the use. ``repeats`` is how many runs each test has with
    each variant (None: as many as the protocol makes, which the adaptive one always decides).
    ``overwrite`` is what a person typed to allow that the disk is overwritten; "" for not.
    """

    target: Target
    use: Use = Use.NOT_SURE
    thoroughness: Thoroughness = Thoroughness.NORMAL
    aims: tuple[Aim, ...] = ()
    protocol: Protocol = Protocol.ADAPTIVE
    workloads: tuple[Workload, ...] = ()
    threads: tuple[int, ...] = ()
    schedulers: tuple[str, ...] = ()
    varied: tuple[Parameter, ...] = ()
    series: Series = Series.ONE_AT_A_TIME
    variants: tuple[Variant, ...] = ()
    overwrite: str = ""
    repeats: int | None = None

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """Every setting that is changed, if it isn't only the scheduler."""
        return self.varied or parameters_in(self.variants)


@dataclass(frozen=True)
class Planned:
    """``notes`` are sentences on what is left out or can't show."""

    plan: Plan
    notes: tuple[str, ...] = ()


def plan_in(session: TuningSession, request: TuningRequest) -> Planned:
    """The plan in an open ``session``, with what the kernel takes. Raises ``InvalidInput``,
    ``Cancelled`` and the helper's errors."""
    variants: tuple[Variant, ...] = ()
    schedulers: tuple[str, ...] = ()
    if request.parameters:
        present = session.vary(request.parameters)
        made = _variants(request, present)
        variants, refused = session.without_refused(made)
        notes = (*refused, *_absent(request.varied, made))
        if len(variants) < 2:
            raise InvalidInput(sentence("There is nothing left to compare."), " ".join(notes))
    else:
        schedulers, notes = session.schedulers_taken(request.schedulers)
    plan = session.plan(
        request.use,
        request.thoroughness,
        workloads=request.workloads,
        schedulers=schedulers,
        variants=variants,
        protocol=request.protocol,
    )
    plan = _with_request(plan, request)
    return Planned(plan, (*notes, *_notes_on(plan, request)))


def preview_of(
    request: TuningRequest, devices: Sequence[Device], root: Path = Path("/")
) -> Planned:
    """What ``plan_in`` would give, as far as can be known from outside. Raises ``InvalidInput``."""
    variants: tuple[Variant, ...] = ()
    notes: tuple[str, ...] = ()
    if request.parameters:
        tuned = tuned_by(request.target, devices)
        variants = _variants(request, tuned[0].settings if tuned else {})
        notes = _absent(request.varied, variants)
    plan = preview_plan(
        request.target,
        devices,
        request.use,
        request.thoroughness,
        request.workloads,
        root,
        schedulers=request.schedulers if not variants else (),
        variants=variants,
        protocol=request.protocol,
        overwriting=bool(request.overwrite),
    )
    plan = _with_request(plan, request)
    return Planned(plan, (*notes, *_notes_on(plan, request)))


def _variants(request: TuningRequest, present: Mapping[str, str]) -> tuple[Variant, ...]:
    if request.variants:
        return request.variants
    if request.series is not Series.ALL:
        return one_at_a_time(request.varied, present)
    count = combination_count(request.varied)
    if count > MOST_COMBINATIONS:
        raise InvalidInput(
            sentence(
                "That would be {count} combinations; {most} are the most.",
                count=count,
                most=MOST_COMBINATIONS,
            ),
            sentence("Vary fewer values, or one at a time."),
        )
    return all_combinations(request.varied, present)


def _with_request(plan: Plan, request: TuningRequest) -> Plan:
    if request.threads:
        plan = with_threads(plan, request.threads)
    if request.parameters:
        plan = replace(plan, current=UNCHANGED)
    if request.repeats is not None and request.protocol is not Protocol.ADAPTIVE:
        plan = with_repeats(plan, request.repeats)
    return replace(plan, aims=request.aims)


def _notes_on(plan: Plan, request: TuningRequest) -> tuple[str, ...]:
    return (*without_effect(request.parameters, plan.workloads), *left_out_sentences(plan))


def _absent(parameters: Sequence[Parameter], made: Sequence[Variant]) -> tuple[str, ...]:
    return tuple(
        sentence(
            "{name} isn't varied: it exists only while {scheduler} is active.",
            name=each.name,
            scheduler=BY_NAME[each.name].scheduler,
        )
        for each in not_varied(parameters, made)
    )
