"""``results.json``: a session as a file that other programs can read and we can judge again.

The keys are stable: more may be added, none is renamed. ``resources/schema/results.schema.json``
describes them. Verdicts and recommendation are written for other programs and never read back:
whoever reads the file judges the measurements anew.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from storage_tuner.core.decision import Comparison, Decision
from storage_tuner.core.errors import UnreadableResult
from storage_tuner.core.measurement import Measurement, SessionRecord
from storage_tuner.core.plan import Plan, Variant
from storage_tuner.core.sentence import sentence
from storage_tuner.core.verdict import ClassComparison, Judgement, Overall, Verdict
from storage_tuner.core.workload import (
    CLASSICAL_OPERATIONS,
    Operation,
    Workload,
    classical_workloads,
)
from storage_tuner.present.decision import decision_sentence
from storage_tuner.store.atomic import write_atomically
from storage_tuner.store.bounded_reading import read_bytes
from storage_tuner.store.documents import document_of
from storage_tuner.store.typed_json import Json, Node, parse
from storage_tuner.store.typed_values import read_value, read_value_with

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

SCHEMA_VERSION = 1

_BEGINNING = 4096
"""Bytes in which the first brace stands."""

_COLUMN = re.compile(r"\[\n\s*((?:(?:null|[-+.0-9eE]+),?\s*)+)\]")


def write_results(record: SessionRecord, judgement: Judgement, path: Path) -> None:
    """Write the whole file or nothing. Raises ``NoSpace`` and ``InvalidInput``."""
    document = results_document(record, judgement)
    text = json.dumps(document, ensure_ascii=False, allow_nan=False, indent=1)
    write_atomically(path, f"{_with_short_columns(text)}\n".encode())


def read_results(path: Path) -> SessionRecord:
    """Read a file that ``write_results`` wrote, or a later version added keys to.

    Raises ``UnreadableResult``, which names the key path and what stands there.
    """
    return session_of(str(path), read_bytes(path))


def is_results(content: bytes) -> bool:
    """Whether it is meant to be such a file, whole or not."""
    beginning = content[:_BEGINNING].lstrip(b"\xef\xbb\xbf \t\r\n")
    return beginning.startswith(b"{") and b'"schema_version"' in content


def session_of(file: str, content: bytes) -> SessionRecord:
    """As ``read_results``, of what ``file`` holds."""
    return _session(parse(file, content))


def results_document(record: SessionRecord, judgement: Judgement) -> dict[str, Json]:
    """The file's content as JSON values."""
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
    return document | answer_document(judgement) | beside_document(judgement)


def measurement_document(measurement: Measurement) -> dict[str, Json]:
    """One of the list ``measurements``."""
    return _named(document_of(measurement))


def verdict_document(verdict: Verdict) -> dict[str, Json]:
    """A verdict with the keys that ``storage-tuner verdict --json`` promises, and more.

    What isn't finite, as the interval over two runs that differ wildly, becomes null.
    """
    return {key: _finite(value) for key, value in _named(document_of(verdict)).items()}


def recommendation_document(judgement: Judgement) -> dict[str, Json] | None:
    """A recommendation; ``settings`` is an object of texts, ``headline`` the decision's."""
    recommendation, decision = judgement.recommendation, judgement.decision
    if recommendation is None or decision is None:
        return None
    document = document_of(recommendation) | {
        "headline": str(decision_sentence(decision)),
        "settings": _settings_document(recommendation.settings),
    }
    return {key: _finite(value) for key, value in document.items()}


def overall_document(whole: Overall) -> dict[str, Json]:
    """All verdicts in one; ``settled`` follows from the others, and spares other programs that."""
    return document_of(whole) | {"settled": whole.settled}


def answer_document(judgement: Judgement) -> dict[str, Json]:
    """What to do, and every comparison with the reference."""
    decision = judgement.decision
    return {
        "decision": decision_document(decision) if decision else None,
        "comparisons": [_comparison_document(each) for each in judgement.comparisons],
    }


def decision_document(decision: Decision) -> dict[str, Json]:
    """A decision; ``text`` is the sentence that persons read, ``settings`` an object of texts."""
    document = document_of(decision) | {
        "settings": _settings_document(decision.settings),
        "text": str(decision_sentence(decision)),
        "overall": [_comparison_document(each) for each in decision.overall],
    }
    return {key: _finite(value) for key, value in document.items()}


def _comparison_document(comparison: Comparison) -> dict[str, Json]:
    """``unit`` is that of the values; null for the score."""
    operation, metric = comparison.operation, comparison.metric
    document = document_of(comparison) | {
        "operation": operation.name if operation else None,
        "unit": str(metric.unit(operation)) if operation and metric else None,
    }
    return {key: _finite(value) for key, value in document.items()}


def beside_document(judgement: Judgement) -> dict[str, Json]:
    """What stands beside a recommendation, none of it decided by measuring: what is published of
    settings that weren't compared and of what can't be changed, and rates against physics."""
    return {
        "hypotheses": [_finite_document(each) for each in judgement.hypotheses],
        "choices": [_finite_document(each) for each in judgement.choices],
        "rate_checks": [_finite_document(each) for each in judgement.rate_checks],
        "not_comparable": list(judgement.not_comparable),
        "priority_classes": [_class_document(each) for each in judgement.priority_classes],
    }


def _class_document(each: ClassComparison) -> dict[str, Json]:
    """The operations by their names, as in a verdict."""
    document = _finite_document(each)
    return document | {
        "operation": each.operation.name,
        "reference": each.reference.name,
        "unit": str(each.operation.unit.value),
    }


def _finite_document(value: DataclassInstance) -> dict[str, Json]:
    return {key: _finite(item) for key, item in document_of(value).items()}


def _with_short_columns(text: str) -> str:
    """Lists of numbers on one line each: a second's values would be lines otherwise. No text has
    an end of line in it, so none is taken for such a list."""
    return _COLUMN.sub(lambda found: f"[{' '.join(found[1].split())}]", text)


def _variant_document(variant: Variant) -> dict[str, Json]:
    return {"name": variant.name, "settings": _settings_document(variant.settings)}


def _settings_document(settings: tuple[tuple[str, str], ...]) -> dict[str, Json]:
    return dict(settings)


def _named(document: dict[str, Json]) -> dict[str, Json]:
    """With nothing but the name of the operation, which the plan tells whole."""
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


def _session(top: Node) -> SessionRecord:
    _check_version(top.get("schema_version"))
    plan = _plan(top.get("plan"))
    known = (*CLASSICAL_OPERATIONS, *plan.operations)
    operations = {operation.name: operation for operation in known}
    return read_value_with(
        top,
        SessionRecord,
        {
            "plan": lambda _: plan,
            "measurements": lambda node: tuple(
                read_value_with(item, Measurement, {"operation": partial(_known, operations)})
                for item in node.items()
            ),
        },
    )


def _known(operations: Mapping[str, Operation], node: Node) -> Operation:
    return node.one_of(operations)


def _check_version(node: Node) -> None:
    version = node.whole(1)
    if version != SCHEMA_VERSION:
        raise UnreadableResult(
            node.file,
            sentence(
                "its schema_version is {version}, and this Storage Tuner knows "
                "{schema_version} only",
                version=version,
                schema_version=SCHEMA_VERSION,
            ),
        )


def _plan(node: Node) -> Plan:
    if node.get("workloads").content is None:
        return read_value_with(node, Plan, {"workloads": lambda _: _classical(node)})
    plan = read_value(node, Plan)
    if idle := [workload.name for workload in plan.workloads if not workload.operations]:
        raise node.refused(sentence("the workload {idle!r} does nothing", idle=idle[0]))
    return plan


def _classical(plan: Node) -> tuple[Workload, ...]:
    """The workloads of a plan that was written when there were no others: their names only."""
    known = {operation.name: operation for operation in CLASSICAL_OPERATIONS}
    return classical_workloads(item.one_of(known) for item in plan.get("operations").items())
