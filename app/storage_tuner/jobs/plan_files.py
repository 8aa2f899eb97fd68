"""Plans as files: what is to be measured and how, without the disk that it's measured on.

JSON, described by ``resources/schema/plan.schema.json``. What is allowed only by typing a disk's
name never stands in a file.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from storage_tuner.bench.planning import MOST_REPEATS
from storage_tuner.bench.variant_series import Parameter, Series
from storage_tuner.core.errors import InvalidInput, UnreadableResult
from storage_tuner.core.knowledge import Aim
from storage_tuner.core.plan import Protocol, Target, Thoroughness, Use, Variant
from storage_tuner.core.sentence import sentence
from storage_tuner.core.tunable import BY_NAME, Scope
from storage_tuner.jobs.requesting import TuningRequest
from storage_tuner.jobs.workload_catalogue import (
    KnownWorkloads,
    find_workloads,
    known_workloads,
)
from storage_tuner.store.atomic import write_atomically
from storage_tuner.store.bounded_reading import read_small_file
from storage_tuner.store.documents import document_of
from storage_tuner.store.results import version_of
from storage_tuner.typed_documents import Format, Range, no_such_key, parse_json
from storage_tuner_protocol.workload import MAXIMUM_THREADS

SCHEMA_VERSION = 1
MOST_AIMS = 3
PROTOCOLS = (Protocol.ADAPTIVE, Protocol.ARTICLE)
"""The others are the command line's."""

_FORMAT = Format(unknown_key=no_such_key)


@dataclass(frozen=True)
class PlanDocument:
    """What stands in the file; ``workloads`` are names, none of them the usual ones."""

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
    document = parse_json(file, content)
    version = version_of(document)
    if version > SCHEMA_VERSION:
        reason = sentence("version {version} is newer than this program", version=version)
        raise document.refused(reason, "schema_version")
    found = document.read(PlanDocument, _FORMAT)
    for place, reason in _problems(found):
        raise document.refused(reason, place)
    return found


def _problems(found: PlanDocument) -> Iterator[tuple[str, str]]:
    """The key, and what is wrong with what stands there."""
    if len(set(found.aims)) < len(found.aims) or len(found.aims) > MOST_AIMS:
        yield "aims", sentence("up to {most} aims are expected, each once", most=MOST_AIMS)
    if found.protocol not in PROTOCOLS:
        yield "protocol", sentence("one of {known} is expected", known=", ".join(PROTOCOLS))
    if found.repeats is not None and found.protocol is not Protocol.ARTICLE:
        yield "repeats", sentence("only the protocol article has a number of runs")
    if found.series is Series.GREEDY:
        yield "series", sentence("a search can't be planned")
    if found.varied and found.variants:
        yield "variants", sentence("either varied or variants are expected, not both")
    if found.variants and len(found.variants) != 2:
        yield "variants", sentence("two variants are expected, A and B")
    for place, parameters in (("varied", found.varied), ("variants", _set_by(found.variants))):
        for reason in _refusals(parameters):
            yield place, reason


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
