"""Plans as files: what is to be measured and how, without the disk that it's measured on.

JSON, described by ``resources/schema/plan.schema.json``. What is allowed only by typing a disk's
name never stands in a file.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from storage_tuner.bench.catalogue import MOST_THREADS
from storage_tuner.bench.planning import MOST_REPEATS
from storage_tuner.bench.series import Parameter, Series
from storage_tuner.core.errors import InvalidInput, UnreadableResult
from storage_tuner.core.knowledge import Aim
from storage_tuner.core.plan import Protocol, Target, Thoroughness, Use, Variant
from storage_tuner.core.sentence import sentence
from storage_tuner.core.tunable import BY_NAME, Scope
from storage_tuner.jobs.requests import TuningRequest
from storage_tuner.services.workload_catalogue import (
    KnownWorkloads,
    find_workloads,
    known_workloads,
)
from storage_tuner.store.atomic import write_atomically
from storage_tuner.store.documents import document_of
from storage_tuner.store.reading import read_small_file
from storage_tuner.store.typed_json import parse
from storage_tuner.store.typed_values import read_value

SCHEMA_VERSION = 1
MOST_AIMS = 3
PROTOCOLS = (Protocol.ADAPTIVE, Protocol.ARTICLE)
"""The others are the command line's."""


@dataclass(frozen=True)
class PlanDocument:
    """What stands in the file; ``workloads`` are names, none of them the usual ones."""

    schema_version: int
    use: Use = Use.NOT_SURE
    aims: tuple[Aim, ...] = ()
    thoroughness: Thoroughness = Thoroughness.NORMAL
    protocol: Protocol = Protocol.ADAPTIVE
    workloads: tuple[str, ...] = ()
    threads: tuple[int, ...] = ()
    schedulers: tuple[str, ...] = ()
    varied: tuple[Parameter, ...] = ()
    series: Series = Series.ONE_AT_A_TIME
    variants: tuple[Variant, ...] = ()
    repeats: int | None = None


def write_plan(request: TuningRequest, path: Path) -> None:
    """Write the whole file or nothing. Raises ``NoSpace`` and ``InvalidInput``."""
    document = document_of(_document(request))
    document["variants"] = [
        {"name": variant.name, "settings": dict(variant.settings)} for variant in request.variants
    ]
    text = json.dumps(document, ensure_ascii=False, indent=1)
    write_atomically(path, f"{text}\n".encode())


def read_plan(path: Path, target: Target, known: KnownWorkloads | None = None) -> TuningRequest:
    """The request in ``path``, for ``target``. Raises ``InvalidInput`` that names the place in the
    file and what stands there, and for a workload that there isn't."""
    try:
        found = _read(str(path), read_small_file(path))
    except UnreadableResult as error:
        raise _unreadable(path, error.reason) from None
    workloads = find_workloads(found.workloads, known or known_workloads())
    return TuningRequest(
        target,
        found.use,
        found.thoroughness,
        found.aims,
        found.protocol,
        workloads,
        found.threads,
        found.schedulers,
        found.varied,
        found.series,
        found.variants,
        repeats=found.repeats,
    )


def _document(request: TuningRequest) -> PlanDocument:
    return PlanDocument(
        SCHEMA_VERSION,
        request.use,
        request.aims,
        request.thoroughness,
        request.protocol,
        tuple(workload.name for workload in request.workloads),
        request.threads,
        request.schedulers,
        request.varied,
        request.series,
        request.variants,
        request.repeats,
    )


def _read(file: str, content: bytes) -> PlanDocument:
    top = parse(file, content)
    known = PlanDocument.__dataclass_fields__
    if unknown := [name for name in top.names() if name not in known]:
        raise top.refused(
            sentence(
                "{key} means nothing in a plan; known are {known}",
                key=unknown[0][:40],
                known=", ".join(known),
            )
        )
    version = top.get("schema_version").whole(1)
    if version > SCHEMA_VERSION:
        raise top.get("schema_version").refused(
            sentence("version {version} is newer than this program", version=version)
        )
    found = read_value(top, PlanDocument)
    for place, reason in _problems(found):
        raise top.get(place).refused(reason)
    return found


def _problems(found: PlanDocument) -> Iterator[tuple[str, str]]:
    """The key, and what is wrong with what stands there."""
    if len(set(found.aims)) < len(found.aims) or len(found.aims) > MOST_AIMS:
        yield "aims", sentence("up to {most} aims are expected, each once", most=MOST_AIMS)
    if found.protocol not in PROTOCOLS:
        yield "protocol", sentence("one of {known} is expected", known=", ".join(PROTOCOLS))
    yield from _problems_of_repeats(found)
    if found.series is Series.GREEDY:
        yield "series", sentence("a search can't be planned")
    if any(not 1 <= count <= MOST_THREADS for count in found.threads):
        yield "threads", sentence("numbers from 1 to {most} are expected", most=MOST_THREADS)
    if found.varied and found.variants:
        yield "variants", sentence("either varied or variants are expected, not both")
    if found.variants and len(found.variants) != 2:
        yield "variants", sentence("two variants are expected, A and B")
    for place, parameters in (("varied", found.varied), ("variants", _set_by(found.variants))):
        for reason in _refusals(parameters):
            yield place, reason


def _problems_of_repeats(found: PlanDocument) -> Iterator[tuple[str, str]]:
    if found.repeats is None:
        return
    if found.protocol is not Protocol.ARTICLE:
        yield "repeats", sentence("only the protocol article has a number of runs")
    if not 1 <= found.repeats <= MOST_REPEATS:
        yield "repeats", sentence("a number from 1 to {most} is expected", most=MOST_REPEATS)


def _set_by(variants: Sequence[Variant]) -> tuple[Parameter, ...]:
    return tuple(
        Parameter(name, (value,)) for variant in variants for name, value in variant.settings
    )


def _refusals(parameters: Sequence[Parameter]) -> Iterator[str]:
    for each in parameters:
        tunable = BY_NAME.get(each.name)
        if tunable is None or tunable.scope not in (Scope.DEVICE, Scope.SCHEDULER):
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
