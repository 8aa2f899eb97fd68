"""Plans as files: what is to be measured and how, without the disk that it's measured on.

JSON, described by ``resources/schema/plan.schema.json``. What is allowed only by typing a disk's
name never stands in a file.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from storage_tuner.bench.catalogue import MOST_THREADS
from storage_tuner.bench.ncq import NCQ, OFF, ON
from storage_tuner.bench.planning import MOST_REPEATS
from storage_tuner.bench.series import Parameter, Series
from storage_tuner.core.errors import InvalidInput, UnreadableResult
from storage_tuner.core.plan import Protocol, Target, Variant
from storage_tuner.core.sentence import sentence
from storage_tuner.core.tunable import BY_NAME, Scope
from storage_tuner.core.workload import Workload
from storage_tuner.jobs.requests import MOST_PERCENT, LoadSearch, TuningRequest
from storage_tuner.services.workload_catalogue import (
    KnownWorkloads,
    find_workloads,
    known_workloads,
)
from storage_tuner.store.atomic import write_atomically
from storage_tuner.store.documents import document_of
from storage_tuner.store.reading import read_small_file
from storage_tuner.store.typed_json import Node, parse
from storage_tuner.store.typed_values import read_value_with

SCHEMA_VERSION = 1
MOST_AIMS = 3
WINDOW_PROTOCOLS = (Protocol.ADAPTIVE, Protocol.ARTICLE)
"""The others are the command line's."""
_PROTOCOLS = (*WINDOW_PROTOCOLS, Protocol.RESTARTS, Protocol.REPEATS)
_LONGEST_S = 24 * 3600
_SHARES = (0.0001, 0.5)
_FOR_LOADS = (Protocol.ADAPTIVE, Protocol.RESTARTS)


_SINCE_1 = (
    *("use", "aims", "thoroughness", "protocol", "workloads", "threads", "schedulers"),
    *("varied", "series", "variants", "repeats"),
)
_ADDED = ("budget_s", "load", "fairness", "margin", "error_level", "allow_risky")
"""Earlier versions refuse these keys, so they are written only when they are set."""
_KEYS = ("schema_version", *_SINCE_1, *_ADDED)
"""As in ``TuningRequest``; ``workloads`` are names, none of them the usual ones."""


def write_plan(request: TuningRequest, path: Path, known: KnownWorkloads | None = None) -> None:
    """Write the whole file or nothing. Raises ``NoSpace``, and ``InvalidInput`` also for workloads
    that aren't in the catalogue."""
    _require_catalogued(request.workloads, known or known_workloads())
    found = document_of(request)
    found["workloads"] = [workload.name for workload in request.workloads]
    found["variants"] = [
        {"name": variant.name, "settings": dict(variant.settings)} for variant in request.variants
    ]
    names = (*_SINCE_1, *(name for name in _ADDED if found[name]))
    document = {"schema_version": SCHEMA_VERSION} | {name: found[name] for name in names}
    text = json.dumps(document, ensure_ascii=False, indent=1)
    write_atomically(path, f"{text}\n".encode())


def read_plan(path: Path, target: Target, known: KnownWorkloads | None = None) -> TuningRequest:
    """The request in ``path``, for ``target``. Raises ``InvalidInput`` that names the place in the
    file and what stands there, and for a workload that there isn't."""
    try:
        return _read(str(path), read_small_file(path), target, known or known_workloads())
    except UnreadableResult as error:
        raise _unreadable(path, error.reason) from None


def only_in_the_terminal(request: TuningRequest) -> bool:
    """Whether ``request`` asks for what the window has no choice for."""
    usual = TuningRequest(request.target)
    return (
        request.protocol not in WINDOW_PROTOCOLS
        or request.series is Series.GREEDY
        or not all(_is_of_a_disk(each.name) for each in request.parameters)
        or any(getattr(request, name) != getattr(usual, name) for name in _ADDED)
    )


def _is_of_a_disk(name: str) -> bool:
    return name in BY_NAME and BY_NAME[name].scope in (Scope.DEVICE, Scope.SCHEDULER)


def _require_catalogued(workloads: Sequence[Workload], known: KnownWorkloads) -> None:
    loads = {each.workload.name: _load_of(each.workload) for each in known.entries}
    for workload in workloads:
        if loads.get(workload.name) != _load_of(workload):
            raise InvalidInput(
                sentence(
                    "{label} can't be saved in a plan: it isn't in the catalogue.",
                    label=workload.label,
                ),
                sentence("Define it as a workload of your own first: docs/workloads.md."),
            )


def _load_of(workload: Workload) -> tuple[object, ...]:
    """What is done, without the texts on it."""
    return workload.streams, workload.tree, workload.command


def _read(file: str, content: bytes, target: Target, known: KnownWorkloads) -> TuningRequest:
    top = parse(file, content)
    if unknown := [name for name in top.names() if name not in _KEYS]:
        raise top.refused(
            sentence(
                "{key} means nothing in a plan; known are {known}",
                key=unknown[0][:40],
                known=", ".join(_KEYS),
            )
        )
    version = top.get("schema_version").whole(1)
    if version > SCHEMA_VERSION:
        raise top.get("schema_version").refused(
            sentence("version {version} is newer than this program", version=version)
        )
    found = read_value_with(
        top,
        TuningRequest,
        {
            "target": lambda _: target,
            "workloads": lambda names: find_workloads(_texts(names), known),
        },
    )
    for place, reason in _problems(found):
        raise top.get(place).refused(reason)
    return found


def _texts(node: Node) -> tuple[str, ...]:
    return () if node.content is None else tuple(item.text() for item in node.items())


def _problems(found: TuningRequest) -> Iterator[tuple[str, str]]:
    """The key, and what is wrong with what stands there."""
    if len(set(found.aims)) < len(found.aims) or len(found.aims) > MOST_AIMS:
        yield "aims", sentence("up to {most} aims are expected, each once", most=MOST_AIMS)
    if found.protocol not in _PROTOCOLS:
        yield "protocol", sentence("one of {known} is expected", known=", ".join(_PROTOCOLS))
    yield from _problems_of_repeats(found)
    yield from _problems_of_numbers(found)
    if found.load is not None:
        yield from _problems_of_load(found, found.load)
    if found.series is Series.GREEDY and (found.budget_s is None or not found.varied):
        yield "series", sentence("a search needs settings to vary and a time")
    if any(not 1 <= count <= MOST_THREADS for count in found.threads):
        yield "threads", sentence("numbers from 1 to {most} are expected", most=MOST_THREADS)
    if found.varied and found.variants:
        yield "variants", sentence("either varied or variants are expected, not both")
    if found.variants and len(found.variants) != 2:
        yield "variants", sentence("two variants are expected, A and B")
    for place, parameters in (("varied", found.varied), ("variants", _set_by(found.variants))):
        for reason in _refusals(parameters):
            yield place, reason


def _problems_of_repeats(found: TuningRequest) -> Iterator[tuple[str, str]]:
    if found.repeats is None:
        return
    if found.protocol is Protocol.ADAPTIVE:
        yield "repeats", sentence("the protocol adaptive has no number of runs")
    if not 1 <= found.repeats <= MOST_REPEATS:
        yield "repeats", sentence("a number from 1 to {most} is expected", most=MOST_REPEATS)


def _problems_of_numbers(found: TuningRequest) -> Iterator[tuple[str, str]]:
    if found.budget_s is not None and not 0 < found.budget_s <= _LONGEST_S:
        yield "budget_s", sentence("a number of seconds up to {most} is expected", most=_LONGEST_S)
    if found.budget_s is not None and found.protocol in (Protocol.ARTICLE, Protocol.REPEATS):
        yield "budget_s", sentence("that protocol takes as long as its runs take")
    for key, share in (("margin", found.margin), ("error_level", found.error_level)):
        if share is not None and not _SHARES[0] <= share <= _SHARES[1]:
            yield (
                key,
                sentence(
                    "a share from {least} to {most} is expected", least=_SHARES[0], most=_SHARES[1]
                ),
            )


def _problems_of_load(found: TuningRequest, load: LoadSearch) -> Iterator[tuple[str, str]]:
    if found.threads or found.budget_s is not None or found.protocol not in _FOR_LOADS:
        yield "load", sentence("a load that is searched has no threads, time or protocol")
    if load.percent is not None and not 1 <= load.percent <= MOST_PERCENT:
        yield "load", sentence("a percentage from 1 to {most} is expected", most=MOST_PERCENT)
    if not 1 <= load.most_threads <= MOST_THREADS:
        yield "load", sentence("numbers from 1 to {most} are expected", most=MOST_THREADS)
    if load.latency_limit_ms is not None and not load.latency_limit_ms > 0:
        yield "load", sentence("a time in milliseconds is expected")


def _set_by(variants: Sequence[Variant]) -> tuple[Parameter, ...]:
    return tuple(
        Parameter(name, (value,)) for variant in variants for name, value in variant.settings
    )


def _refusals(parameters: Sequence[Parameter]) -> Iterator[str]:
    for each in parameters:
        tunable = BY_NAME.get(each.name)
        if each.name == NCQ and each.values and {*each.values} <= {ON, OFF}:
            continue
        if tunable is None:
            yield sentence("{name} is no setting of a disk", name=each.name[:40])
        elif not each.values:
            yield sentence("{name} has no values", name=each.name)
        else:
            for value in each.values:
                if reason := tunable.refusal(value):
                    yield sentence(
                        "{value} is no value for {name}: {reason}",
                        value=value[:40],
                        name=each.name,
                        reason=reason,
                    )


def _unreadable(path: Path, reason: str) -> InvalidInput:
    return InvalidInput(
        sentence("{path} can't be used as a plan: {reason}.", path=path, reason=reason),
        sentence("Choose a plan that Storage Tuner has saved."),
    )
