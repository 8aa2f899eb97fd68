"""Plans as files: the measurement and its procedure, without the disk.

JSON, described by ``resources/schema/plan.schema.json``. Permissions that require typing a disk's
name are never in a file.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

from storage_tuner.bench.ncq import NCQ, OFF, ON
from storage_tuner.bench.planning import MOST_REPEATS
from storage_tuner.bench.programs.own_command import OwnCommand, own_command_of, own_workloads
from storage_tuner.bench.sustained import AMOUNT_BYTES
from storage_tuner.bench.variant_series import (
    SCHEDULER,
    Parameter,
    Series,
    combination_count,
    parameters_in,
)
from storage_tuner.core.errors import InvalidInput, UnreadableResult
from storage_tuner.core.knowledge import Aim
from storage_tuner.core.message import Message, Text, sentence
from storage_tuner.core.plan import Plan, Protocol, Target, Thoroughness, Use, Variant
from storage_tuner.core.tunable import Scope, find
from storage_tuner.core.workload import Workload
from storage_tuner.jobs.planning.workload_catalogue import (
    WorkloadCatalogue,
    find_workloads,
    known_workloads,
)
from storage_tuner.jobs.requests import (
    MOST_PERCENT,
    LoadSearch,
    TuningRequest,
    sustained_request,
)
from storage_tuner.store.atomic_files import write_atomically
from storage_tuner.store.bounded_reading import read_small_file
from storage_tuner.store.documents import document_of
from storage_tuner.store.results import version_of
from storage_tuner.typed_documents import Format, Range, no_such_key, parse_json, shown
from storage_tuner_protocol.workload import MAXIMUM_THREADS

SCHEMA_VERSION = 1
MOST_AIMS = 3
WINDOW_PROTOCOLS = (Protocol.ADAPTIVE, Protocol.ARTICLE, Protocol.MAP)
"""The protocols offered in the window; the others are available on the command line only."""
_PROTOCOLS = (*WINDOW_PROTOCOLS, Protocol.RESTARTS, Protocol.REPEATS)
_LONGEST_S = 24 * 3600
_SHARES = (0.0001, 0.5)
_FOR_LOADS = (Protocol.ADAPTIVE, Protocol.RESTARTS)


_ADDED = ("budget_s", "load", "fairness", "margin", "error_level", "allow_risky", "own_command")
"""Earlier versions refuse these keys, so they are written only when they are set."""
_KEYS_OF_COMMANDS = "own_command.{}"
_FORMAT = Format(unknown_key=no_such_key)


@dataclass(frozen=True)
class PlanDocument:
    """The content of the file, as in ``TuningRequest``; ``workloads`` are names. Without any, and
    without ``own_command``, they are the default ones."""

    schema_version: int
    use: Use = Use.NOT_SURE
    aims: tuple[Aim, ...] = ()
    thoroughness: Thoroughness = Thoroughness.NORMAL
    protocol: Protocol = Protocol.ADAPTIVE
    workloads: tuple[str, ...] = ()
    threads: tuple[Annotated[int, Range(1, MAXIMUM_THREADS)], ...] = ()
    schedulers: tuple[str, ...] = ()
    varied: tuple[Parameter, ...] = ()
    series: Series = Series.ONE_AT_A_TIME
    variants: tuple[Variant, ...] = ()
    repeats: Annotated[int, Range(1, MOST_REPEATS)] | None = None
    budget_s: float | None = None
    load: LoadSearch | None = None
    fairness: bool = False
    margin: float | None = None
    error_level: float | None = None
    allow_risky: bool = False
    own_command: OwnCommand | None = None


_ASKED_FOR = [each.name for each in dataclasses.fields(PlanDocument)][1:]
"""All keys but the version."""


def write_plan(request: TuningRequest, path: Path, known: WorkloadCatalogue | None = None) -> None:
    """Write the whole file or nothing. Raises ``NoSpace``, and ``InvalidInput``, also for workloads
    that aren't in the catalogue."""
    named = [workload for workload in request.workloads if workload.command is None]
    _require_catalogued(named, known or known_workloads())
    found = document_of(request)
    found["workloads"] = [workload.name for workload in named]
    own = own_command_of(request.workloads)
    if own is not None:
        given = document_of(own).items()
        found["own_command"] = {name: value for name, value in given if value is not None}
    found["variants"] = [
        {"name": variant.name, "settings": dict(variant.settings)} for variant in request.variants
    ]
    names = [name for name in _ASKED_FOR if name not in _ADDED or found.get(name)]
    document = {"schema_version": SCHEMA_VERSION} | {name: found[name] for name in names}
    text = json.dumps(document, ensure_ascii=False, indent=1)
    write_atomically(path, f"{text}\n".encode())


def read_plan(path: Path, target: Target, known: WorkloadCatalogue | None = None) -> TuningRequest:
    """The request in ``path``, for ``target``. Raises ``InvalidInput`` with the place in the file
    and its content, and for unknown workloads."""
    try:
        content = read_small_file(path)
    except UnreadableResult as error:
        raise _unreadable(path, error.reason) from None
    return plan_in(path, content, target, known)


def is_plan(file: str, content: bytes) -> bool:
    """Whether the JSON in ``file`` is a plan, not a result. Raises ``UnreadableResult``."""
    found = parse_json(file, content).content
    return "plan" not in found and "measurements" not in found


def plan_in(
    path: Path, content: bytes, target: Target, known: WorkloadCatalogue | None = None
) -> TuningRequest:
    """As ``read_plan``, for the content of ``path``."""
    try:
        found = _read(str(path), content)
    except UnreadableResult as error:
        raise _unreadable(path, error.reason) from None
    values = {name: getattr(found, name) for name in _ASKED_FOR}
    named = find_workloads(found.workloads, known or known_workloads())
    own = values.pop("own_command")
    values["workloads"] = (*named, *(own_workloads(own, _KEYS_OF_COMMANDS.format) if own else ()))
    return TuningRequest(target, **values)


def only_in_the_terminal(request: TuningRequest) -> bool:
    """Return whether ``request`` has options that the window doesn't offer."""
    usual = TuningRequest(request.target)
    return (
        request.protocol not in WINDOW_PROTOCOLS
        or request.series is Series.GREEDY
        or not all(_is_of_a_disk(each.name) for each in request.parameters)
        or any(getattr(request, name, None) != getattr(usual, name, None) for name in _ADDED)
        or _is_only_run(request.workloads)
    )


def _is_only_run(workloads: Sequence[Workload]) -> bool:
    """Whether there is a command whose run time is measured, or one beside other workloads: in the
    window, the start of a program is measured alone."""
    own = own_command_of(workloads)
    return own is not None and (
        own.command is not None or not all(workload.command for workload in workloads)
    )


def _is_of_a_disk(name: str) -> bool:
    tunable = find(name)
    return tunable is not None and tunable.scope in (Scope.DEVICE, Scope.SCHEDULER)


def _require_catalogued(workloads: Sequence[Workload], known: WorkloadCatalogue) -> None:
    loads = {each.workload.name: _load_of(each.workload) for each in known.entries}
    for workload in workloads:
        if loads.get(workload.name) != _load_of(workload):
            raise InvalidInput(
                sentence(
                    "{label} can't be saved in a plan, because it isn't in the catalogue.",
                    label=workload.label,
                ),
                sentence("Define it as your own workload first; see docs/workloads.md."),
            )


def _load_of(workload: Workload) -> tuple[object, ...]:
    """The load of ``workload``, without its texts."""
    return workload.streams, workload.tree, workload.command


def _read(file: str, content: bytes) -> PlanDocument:
    document = parse_json(file, content)
    version = version_of(document)
    if version > SCHEMA_VERSION:
        reason = sentence("version {version} is newer than this program supports", version=version)
        raise document.refused(reason, "schema_version")
    found = document.read(PlanDocument, _FORMAT)
    for place, reason in _problems(found):
        raise document.refused(reason, place)
    return found


def _problems(found: PlanDocument) -> Iterator[tuple[str, Message]]:
    """Each invalid key, with the problem of its value."""
    if len(set(found.aims)) < len(found.aims) or len(found.aims) > MOST_AIMS:
        yield "aims", sentence("expected up to {most} different priorities", most=MOST_AIMS)
    if found.protocol not in _PROTOCOLS:
        yield "protocol", sentence("expected one of {known}", known=", ".join(_PROTOCOLS))
    if found.repeats is not None and found.protocol is Protocol.ADAPTIVE:
        yield "repeats", sentence("the protocol adaptive has no fixed number of runs")
    yield from _problems_of_numbers(found)
    if found.protocol is Protocol.MAP and not _is_map_alone(found):
        yield "protocol", sentence("a map has its own loads; only settings and time apply to it")
    own = found.own_command
    if own is not None and own.command is None and own.start is None:
        yield "own_command", sentence("expected command, start, or both")
    if found.load is not None:
        yield from _problems_of_load(found, found.load)
    if found.series is Series.GREEDY and (found.budget_s is None or not found.varied):
        yield "series", sentence("a search needs settings to vary and a time limit")
    if found.varied and found.variants:
        yield "variants", sentence("expected either varied or variants, not both")
    if found.variants and len(found.variants) != 2:
        yield "variants", sentence("expected two variants, A and B")
    for reason in _refusals(each for each in found.varied if not _is_of_ncq(each)):
        yield "varied", reason
    for reason in _refusals(_set_by(found.variants)):
        yield "variants", reason


def _is_map_alone(found: PlanDocument) -> bool:
    loads = (found.workloads, found.threads, found.own_command, found.load)
    greedy = found.series is Series.GREEDY
    return not (any(loads) or found.fairness or found.repeats or greedy)


def _problems_of_numbers(found: PlanDocument) -> Iterator[tuple[str, Message]]:
    if found.budget_s is not None and not 0 < found.budget_s <= _LONGEST_S:
        yield "budget_s", sentence("expected a number of seconds up to {most}", most=_LONGEST_S)
    if found.budget_s is not None and found.protocol in (Protocol.ARTICLE, Protocol.REPEATS):
        yield "budget_s", sentence("the number of runs determines the duration of this protocol")
    for key, share in (("margin", found.margin), ("error_level", found.error_level)):
        if share is not None and not _SHARES[0] <= share <= _SHARES[1]:
            yield (
                key,
                sentence(
                    "expected a share from {least} to {most}", least=_SHARES[0], most=_SHARES[1]
                ),
            )


def _problems_of_load(found: PlanDocument, load: LoadSearch) -> Iterator[tuple[str, Message]]:
    if found.threads or found.budget_s is not None or found.protocol not in _FOR_LOADS:
        yield "load", sentence("threads, time and protocol don't apply to a load search")
    if load.percent is not None and not 1 <= load.percent <= MOST_PERCENT:
        yield "load", sentence("expected a percentage from 1 to {most}", most=MOST_PERCENT)
    if not 1 <= load.most_threads <= MAXIMUM_THREADS:
        yield "load", sentence("expected numbers from 1 to {most}", most=MAXIMUM_THREADS)
    if load.latency_limit_ms is not None and not load.latency_limit_ms > 0:
        yield "load", sentence("expected a time in milliseconds")


def _set_by(variants: Sequence[Variant]) -> tuple[Parameter, ...]:
    return tuple(
        Parameter(name, (value,)) for variant in variants for name, value in variant.settings
    )


def _is_of_ncq(parameter: Parameter) -> bool:
    """Whether it's a comparison of NCQ, whose setting is known only with the disk."""
    values = {*parameter.values}
    return parameter.name == NCQ and bool(values) and values <= {ON, OFF}


def _refusals(parameters: Iterable[Parameter]) -> Iterator[Message]:
    for each in parameters:
        tunable = find(each.name)
        if each.name == NCQ:
            yield sentence("ncq can only be varied, with the values on and off")
        elif tunable is None:
            yield sentence("{name} isn't a disk setting", name=shown(each.name))
        elif not each.values:
            yield sentence("{name} has no values", name=each.name)
        else:
            for value in each.values:
                if reason := tunable.refusal(value):
                    yield sentence(
                        "{value} isn't valid for {name}: {reason}",
                        value=shown(value),
                        name=each.name,
                        reason=reason,
                    )


def _unreadable(path: Path, reason: Text) -> InvalidInput:
    return InvalidInput(
        sentence("{path} can't be used as a plan: {reason}.", path=path, reason=reason),
        sentence("Choose a plan saved by Storage Tuner."),
    )


def request_of(plan: Plan, target: Target) -> TuningRequest:
    """The request for the same workloads, threads and variants on ``target``. A plan doesn't
    contain the thoroughness, so that is the default, as are options of the command line only. The
    start of a program has all of its loads again."""
    if plan.protocol is Protocol.SUSTAINED:
        request = sustained_request(target, plan.target.size_bytes or AMOUNT_BYTES)
        return replace(request, workloads=plan.workloads)
    if plan.protocol is Protocol.MAP:
        plan = replace(plan, workloads=(), threads=())
    own = own_command_of(plan.workloads)
    named = tuple(workload for workload in plan.workloads if workload.command is None)
    request = TuningRequest(
        target,
        plan.use,
        aims=plan.aims,
        protocol=plan.protocol if plan.protocol in WINDOW_PROTOCOLS else Protocol.ADAPTIVE,
        workloads=(*named, *(own_workloads(own, str) if own else ())),
        threads=plan.threads,
        repeats=plan.repeats if plan.protocol is Protocol.ARTICLE else None,
    )
    varied = tuple(variant for variant in plan.variants if variant.settings)
    parameters = parameters_in(varied)
    if not parameters:
        return request
    if [parameter.name for parameter in parameters] == [SCHEDULER]:
        return replace(request, schedulers=parameters[0].values)
    if len(plan.variants) == 2 and len(varied) == 2:
        return replace(request, variants=varied)
    everything = combination_count(parameters) == len(plan.variants)
    series = Series.ALL if everything and len(parameters) > 1 else Series.ONE_AT_A_TIME
    return replace(request, varied=parameters, series=series)
