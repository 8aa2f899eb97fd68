"""``results.json``: a session as a file that other programs can read and we can judge again.

The keys are stable: more may be added, none is renamed. ``resources/schema/results.schema.json``
describes them. Verdicts and recommendation are written for other programs and never read again:
they are recomputed from the measurements.
"""

from __future__ import annotations

import json
import math
import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from storage_tuner.core.decision import Comparison, Decision
from storage_tuner.core.errors import UnreadableResult
from storage_tuner.core.fleet import Fleet, FleetDisk, Grouping
from storage_tuner.core.language import ENGLISH, speaking
from storage_tuner.core.load_map import LoadMap
from storage_tuner.core.measurement import Measurement, SessionRecord
from storage_tuner.core.message import Message, Text, english_text, sentence
from storage_tuner.core.plan import Plan, Variant
from storage_tuner.core.sustained import SustainedWrites
from storage_tuner.core.verdict import ClassComparison, Judgement, Overall, Tradeoff, Verdict
from storage_tuner.core.workload import (
    CLASSICAL_OPERATIONS,
    Workload,
    classical_workloads,
)
from storage_tuner.present.decision import decision_sentence
from storage_tuner.present.load_map import map_message
from storage_tuner.present.sustained import sustained_message
from storage_tuner.store.atomic_files import write_atomically
from storage_tuner.store.bounded_reading import read_bytes
from storage_tuner.store.documents import document_of, message_of, messages_in, with_messages
from storage_tuner.typed_documents import (
    Format,
    Json,
    Range,
    TypedDocument,
    items,
    one_of,
    parse_json,
    text,
    unexpected,
    within,
)

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

SCHEMA_VERSION = 1

_Counted = Annotated[int, Range(1)]
_COUNTS = {
    int: _Counted,
    int | None: _Counted | None,
    tuple[int, ...]: tuple[_Counted, ...],
}
AS_WRITTEN = Format(fields={"threads": _COUNTS, "block_bytes": _COUNTS})
"""The format that ``store.documents`` writes; thread counts and block sizes are at least 1."""

_BEFORE_MESSAGES = replace(AS_WRITTEN, readers={Text: lambda value: Message(text(value))})

_BEGINNING = 4096
"""Bytes in which the first brace must occur."""

_COLUMN = re.compile(r"\[\n\s*((?:(?:null|[-+.0-9eE]+),?\s*)+)\]")


def write_results(record: SessionRecord, judgement: Judgement, path: Path) -> None:
    """Write the whole file or nothing. Raises ``NoSpace`` and ``InvalidInput``."""
    document = results_document(record, judgement)
    text = json.dumps(document, ensure_ascii=False, allow_nan=False, indent=1)
    write_atomically(path, f"{_with_short_columns(text)}\n".encode())


def read_results(path: Path) -> SessionRecord:
    """Read a file that ``write_results`` wrote, possibly in a later version with more keys.

    Raises ``UnreadableResult``, which names the key path and the value there.
    """
    return session_of(str(path), read_bytes(path))


def is_results(content: bytes) -> bool:
    """Return whether it looks like such a file, complete or not."""
    beginning = content[:_BEGINNING].lstrip(b"\xef\xbb\xbf \t\r\n")
    return beginning.startswith(b"{") and b'"schema_version"' in content


def session_of(file: str, content: bytes) -> SessionRecord:
    """As ``read_results``, for the content of ``file``."""
    document = parse_json(file, content)
    version = version_of(document)
    if version != SCHEMA_VERSION:
        raise UnreadableResult(
            file,
            sentence(
                "its schema_version is {version}; this version supports only {schema_version}",
                version=version,
                schema_version=SCHEMA_VERSION,
            ),
        )
    document, form = _with_messages(document)
    plan = _plan(document, form)
    known = {"plan": plan, "measurements": _with_operations(document, plan)}
    return replace(document, content=document.content | known).read(SessionRecord, form)


def _with_messages(document: TypedDocument) -> tuple[TypedDocument, Format]:
    """Replace texts by the messages that they were rendered from. Files of earlier versions have
    only the English, which equals the message code if it has no arguments."""
    content = document.content
    known = content.get("messages")
    if known is None:
        return document, _BEFORE_MESSAGES
    with document.checking(), within("messages"):
        if not isinstance(known, dict):
            raise unexpected(sentence("an object"), known)
        messages = {english: _message(english, each) for english, each in known.items()}
    rest = {key: each for key, each in content.items() if key != "messages"}
    try:
        return replace(document, content=with_messages(rest, messages)), AS_WRITTEN
    except RecursionError:
        raise UnreadableResult(document.file, sentence("it is nested too deeply")) from None


def _message(english: str, document: object) -> Message:
    with within(english):
        try:
            return message_of(document)
        except ValueError:
            raise unexpected(sentence("a message"), document) from None


def results_document(record: SessionRecord, judgement: Judgement) -> dict[str, Json]:
    """The file's content as JSON values, in English."""
    with speaking(ENGLISH):
        return _results_document(record, judgement)


def _results_document(record: SessionRecord, judgement: Judgement) -> dict[str, Json]:
    plan = document_of(record.plan)
    plan["variants"] = [_variant_document(variant) for variant in record.plan.variants]
    plan["operations"] = [operation.name for operation in record.plan.operations]
    document: dict[str, Json] = {"schema_version": SCHEMA_VERSION}
    document |= document_of(record)
    document["plan"] = plan
    document["measurements"] = [measurement_document(run) for run in record.measurements]
    document["verdicts"] = [verdict_document(verdict) for verdict in judgement.verdicts]
    document["recommendation"] = recommendation_document(judgement)
    document["overall"] = overall_document(judgement.overall) if judgement.overall else None
    document["messages"] = messages_in(record)
    return document | answer_document(judgement) | beside_document(judgement)


def measurement_document(measurement: Measurement) -> dict[str, Json]:
    """An entry of the list ``measurements``."""
    return _named(document_of(measurement))


def verdict_document(verdict: Verdict) -> dict[str, Json]:
    """A verdict with the keys that ``storage-tuner verdict --json`` guarantees, and more.

    Values that aren't finite become null, such as the interval over two runs that differ wildly.
    """
    return _named(_finite_document(verdict))


def recommendation_document(judgement: Judgement) -> dict[str, Json] | None:
    """A recommendation; ``settings`` is an object of texts, ``headline`` that of the decision."""
    recommendation, decision = judgement.recommendation, judgement.decision
    if recommendation is None or decision is None:
        return None
    return _finite_document(recommendation) | {
        "headline": str(decision_sentence(decision)),
        "settings": _settings_document(recommendation.settings),
    }


def overall_document(whole: Overall) -> dict[str, Json]:
    """All verdicts combined; ``settled`` follows from the others, so that programs needn't compute
    it."""
    return document_of(whole) | {"settled": whole.settled}


def answer_document(judgement: Judgement) -> dict[str, Json]:
    """The recommended action, and every comparison with the reference."""
    decision = judgement.decision
    return {
        "decision": decision_document(decision) if decision else None,
        "comparisons": [_comparison_document(each) for each in judgement.comparisons],
    }


def decision_document(decision: Decision) -> dict[str, Json]:
    """A decision; ``text`` is the sentence for the user, ``settings`` an object of texts."""
    return _finite_document(decision) | {
        "settings": _settings_document(decision.settings),
        "text": str(decision_sentence(decision)),
        "overall": [_comparison_document(each) for each in decision.overall],
    }


def _comparison_document(comparison: Comparison) -> dict[str, Json]:
    """A comparison; ``unit`` is that of the values, null for the score."""
    operation, metric = comparison.operation, comparison.metric
    return _finite_document(comparison) | {
        "operation": operation.name if operation else None,
        "unit": str(metric.unit(operation)) if operation and metric else None,
    }


def fleet_document(fleet: Fleet, grouping: Grouping) -> dict[str, Json]:
    """The disks of many computers in groups, as in resources/schema/fleet.schema.json."""
    return {
        "error_level": fleet.error_level,
        "margin": fleet.margin,
        "groups": [
            {
                "name": group.name,
                "size_bytes": group.size_bytes,
                "disks": [_fleet_disk_document(disk) for disk in group.disks],
            }
            for group in fleet.grouped(grouping)
        ],
    }


def _fleet_disk_document(disk: FleetDisk) -> dict[str, Json]:
    return document_of(disk) | {
        "figures": [
            _finite_document(figure)
            | {
                "operation": figure.operation.name,
                "unit": english_text(figure.metric.unit(figure.operation)),
            }
            for figure in disk.figures
        ],
        "deviates": bool(disk.deviating),
    }


def beside_document(judgement: Judgement) -> dict[str, Json]:
    """Facts that accompany a recommendation and weren't decided by measuring: published results for
    settings that weren't compared and for what can't be changed, and rates against physical
    limits."""
    return {
        "hypotheses": [_finite_document(each) for each in judgement.hypotheses],
        "choices": [_finite_document(each) for each in judgement.choices],
        "rate_checks": [_finite_document(each) for each in judgement.rate_checks],
        "not_comparable": list(judgement.not_comparable),
        "priority_classes": [_class_document(each) for each in judgement.priority_classes],
        "sustained": _sustained_document(judgement.sustained) if judgement.sustained else None,
        "tradeoffs": [_tradeoff_document(each) for each in judgement.tradeoffs],
        "map": _map_document(judgement.load_map) if judgement.load_map else None,
    }


def _sustained_document(found: SustainedWrites) -> dict[str, Json]:
    """The levels of sustained writes; the curve follows from the measurements."""
    document = _finite_document(found)
    del document["points"]
    return document | {"written_bytes": found.written_bytes, "text": str(sustained_message(found))}


def _map_document(found: LoadMap) -> dict[str, Json]:
    return _finite_document(found) | {"text": str(map_message(found))}


def _class_document(each: ClassComparison) -> dict[str, Json]:
    """A comparison by class, with the operations by name as in a verdict."""
    return _finite_document(each) | {
        "operation": each.operation.name,
        "reference": each.reference.name,
        "unit": str(each.operation.unit.value),
    }


def _tradeoff_document(each: Tradeoff) -> dict[str, Json]:
    """A trade-off, with the operation by name as in a verdict."""
    return _finite_document(each) | {"foreground": each.foreground.name}


def _finite_document(value: DataclassInstance) -> dict[str, Json]:
    """``value`` as an object, with null for numbers that aren't finite."""
    return {key: _finite(item) for key, item in document_of(value).items()}


def _with_short_columns(text: str) -> str:
    """Put lists of numbers on one line each; otherwise each second's value would be a line. Strings
    contain no line breaks, so none is mistaken for such a list."""
    return _COLUMN.sub(lambda found: f"[{' '.join(found[1].split())}]", text)


def _variant_document(variant: Variant) -> dict[str, Json]:
    return {"name": variant.name, "settings": _settings_document(variant.settings)}


def _settings_document(settings: tuple[tuple[str, str], ...]) -> dict[str, Json]:
    return dict(settings)


def _named(document: dict[str, Json]) -> dict[str, Json]:
    """Keep only the operation's name; the plan has its details."""
    operation = document["operation"]
    assert isinstance(operation, dict)
    return document | {"operation": operation["name"]}


def _finite(value: Json) -> Json:
    """``value`` with null for every number that isn't finite, and for an interval with one."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: _finite(item) for key, item in value.items()}
    if isinstance(value, list):
        bounds = [item for item in value if isinstance(item, float)]
        return [_finite(item) for item in value] if all(map(math.isfinite, bounds)) else None
    return value


@dataclass(frozen=True)
class _Version:
    schema_version: _Counted


def version_of(document: TypedDocument) -> int:
    """The version of the document's format, from 1 on. Raises the document's error."""
    return document.read(_Version, AS_WRITTEN).schema_version


@dataclass(frozen=True)
class _Planned:
    plan: Plan


def _plan(document: TypedDocument, form: Format) -> Plan:
    content = document.content.get("plan")
    if isinstance(content, dict) and content.get("workloads") is None:
        with document.checking(), within("plan", "operations"):
            workloads = _classical(content.get("operations"))
        document = replace(document, content={"plan": content | {"workloads": workloads}})
    plan = document.read(_Planned, form).plan
    for number, workload in enumerate(plan.workloads):
        if not workload.operations:
            reason = sentence("the workload {idle!r} does nothing", idle=workload.name)
            raise document.refused(reason, "plan", "workloads", number)
    return plan


def _classical(names: object) -> list[Workload]:
    """The workloads of a plan from versions that had only built-in ones and stored their names."""
    known = {operation.name: operation for operation in CLASSICAL_OPERATIONS}
    return [*classical_workloads(one_of(known, name) for name in items(names))]


def _with_operations(document: TypedDocument, plan: Plan) -> object:
    """The measurements with their operations, of which the file has only the names."""
    known = {each.name: each for each in (*CLASSICAL_OPERATIONS, *plan.operations)}
    runs = document.content.get("measurements")
    if not isinstance(runs, list):
        return runs
    found = []
    for number, run in enumerate(runs):
        name = run.get("operation") if isinstance(run, dict) else None
        if not isinstance(name, str) or name not in known:
            with document.checking(), within("measurements", number, "operation"):
                name = one_of(known, name).name
        found.append(run | {"operation": known[name]})
    return found
