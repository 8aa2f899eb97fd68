"""``results.json``: a session as a file that other programs can read and we can judge again.

The keys are stable: more may be added, none is renamed. ``resources/schema/results.schema.json``
describes them. Verdicts and recommendation are written for other programs and never read back:
whoever reads the file judges the measurements anew.
"""

from __future__ import annotations

import json
import math
from pathlib import Path

from storage_tuner.core.errors import UnreadableResult
from storage_tuner.core.measurement import Machine, Measurement, Outcome, SessionRecord
from storage_tuner.core.plan import (
    Operation,
    Plan,
    Protocol,
    Target,
    TargetKind,
    Thoroughness,
    Use,
    Variant,
)
from storage_tuner.core.verdict import Judgement, Recommendation, Verdict
from storage_tuner.store.atomic import write_atomically
from storage_tuner.store.device_json import read_device
from storage_tuner.store.documents import document_of
from storage_tuner.store.reading import read_bytes
from storage_tuner.store.typed_json import Json, Node, parse

SCHEMA_VERSION = 1


def write_results(record: SessionRecord, judgement: Judgement, path: Path) -> None:
    """Write the whole file or nothing. Raises ``NoSpace`` and ``InvalidInput``."""
    document = results_document(record, judgement)
    text = json.dumps(document, ensure_ascii=False, allow_nan=False, indent=1)
    write_atomically(path, f"{text}\n".encode())


def read_results(path: Path) -> SessionRecord:
    """Read a file that ``write_results`` wrote, or a later version added keys to.

    Raises ``UnreadableResult``, which names the key path and what stands there.
    """
    return _session(parse(str(path), read_bytes(path)))


def results_document(record: SessionRecord, judgement: Judgement) -> dict[str, Json]:
    """The file's content as JSON values."""
    plan = document_of(record.plan)
    plan["variants"] = [_variant_document(variant) for variant in record.plan.variants]
    document: dict[str, Json] = {"schema_version": SCHEMA_VERSION}
    document |= document_of(record)
    document["plan"] = plan
    document["verdicts"] = [verdict_document(verdict) for verdict in judgement.verdicts]
    document["recommendation"] = (
        recommendation_document(judgement.recommendation) if judgement.recommendation else None
    )
    return document


def verdict_document(verdict: Verdict) -> dict[str, Json]:
    """A verdict with the keys that ``storage-tuner verdict --json`` promises, and more.

    What isn't finite, as the interval over two runs that differ wildly, becomes null.
    """
    return {key: _finite(value) for key, value in document_of(verdict).items()}


def recommendation_document(recommendation: Recommendation) -> dict[str, Json]:
    """A recommendation; ``settings`` is an object of texts."""
    document = document_of(recommendation) | {
        "settings": _settings_document(recommendation.settings)
    }
    return {key: _finite(value) for key, value in document.items()}


def _variant_document(variant: Variant) -> dict[str, Json]:
    return {"name": variant.name, "settings": _settings_document(variant.settings)}


def _settings_document(settings: tuple[tuple[str, str], ...]) -> dict[str, Json]:
    return dict(settings)


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
    return SessionRecord(
        created_at=top.get("created_at").text(),
        machine=_machine(top.get("machine")),
        device=top.get("device").or_none(read_device),
        plan=_plan(top.get("plan")),
        original_settings=dict(top.get("original_settings").text_pairs()),
        measurements=tuple(_measurement(item) for item in top.get("measurements").items()),
        caveats=top.get("caveats").texts(),
        completed=top.get("completed").truth(),
        outcome=top.get("outcome").word(Outcome),
    )


def _check_version(node: Node) -> None:
    version = node.whole(1)
    if version != SCHEMA_VERSION:
        raise UnreadableResult(
            node.file,
            f"its schema_version is {version}, and this Storage Tuner knows {SCHEMA_VERSION} only",
        )


def _machine(node: Node) -> Machine:
    return Machine(
        host=node.get("host").text(),
        kernel=node.get("kernel").text(),
        distribution=node.get("distribution").text(),
        processor=node.get("processor").text(),
        processors=node.get("processors").whole(),
        memory_bytes=node.get("memory_bytes").whole(),
        fio=node.get("fio").text(),
        storage_tuner=node.get("storage_tuner").text(),
    )


def _plan(node: Node) -> Plan:
    return Plan(
        target=_target(node.get("target")),
        variants=tuple(_variant(item) for item in node.get("variants").items()),
        operations=tuple(item.word(Operation) for item in node.get("operations").items()),
        threads=tuple(item.whole(1) for item in node.get("threads").items()),
        repeats=node.get("repeats").whole(),
        runtime_ms=node.get("runtime_ms").whole(),
        ramp_ms=node.get("ramp_ms").whole(),
        seed=node.get("seed").whole(),
        use=node.get("use").word(Use),
        thoroughness=node.get("thoroughness").word(Thoroughness),
        current=node.get("current").or_none(Node.text),
        protocol=node.get("protocol").or_else(Protocol.RESTARTS, lambda each: each.word(Protocol)),
        budget_s=node.get("budget_s").or_none(Node.number),
        pause_ms=node.get("pause_ms").or_else(0, Node.whole),
        error_level=node.get("error_level").or_else(0.05, Node.number),
        margin=node.get("margin").or_else(0.03, Node.number),
    )


def _target(node: Node) -> Target:
    return Target(
        kind=node.get("kind").word(TargetKind),
        device=node.get("device").or_none(Node.text),
        path=node.get("path").or_none(Node.text),
        size_bytes=node.get("size_bytes").or_none(Node.whole),
    )


def _variant(node: Node) -> Variant:
    return Variant(node.get("name").text(), node.get("settings").text_pairs())


def _measurement(node: Node) -> Measurement:
    return Measurement(
        variant=node.get("variant").text(),
        operation=node.get("operation").word(Operation),
        threads=node.get("threads").whole(1),
        repeat=node.get("repeat").whole(),
        index=node.get("index").whole(),
        started_at=node.get("started_at").text(),
        duration_s=node.get("duration_s").number(),
        rate_mb_s=node.get("rate_mb_s").or_none(Node.number),
        iops=node.get("iops").or_none(Node.number),
        latency_mean_ms=node.get("latency_mean_ms").or_none(Node.number),
        latency_p50_ms=node.get("latency_p50_ms").or_none(Node.number),
        latency_p95_ms=node.get("latency_p95_ms").or_none(Node.number),
        latency_p99_ms=node.get("latency_p99_ms").or_none(Node.number),
        latency_p999_ms=node.get("latency_p999_ms").or_none(Node.number),
        system_cpu_s=node.get("system_cpu_s").or_none(Node.number),
        user_cpu_s=node.get("user_cpu_s").or_none(Node.number),
        bytes_moved=node.get("bytes_moved").whole(),
        latency_min_ms=node.get("latency_min_ms").or_none(Node.number),
        latency_max_ms=node.get("latency_max_ms").or_none(Node.number),
        latency_sd_ms=node.get("latency_sd_ms").or_none(Node.number),
        latency_p9999_ms=node.get("latency_p9999_ms").or_none(Node.number),
        whole_system_cpu_s=node.get("whole_system_cpu_s").or_none(Node.number),
        utilisation=node.get("utilisation").or_none(Node.number),
        queue_length=node.get("queue_length").or_none(Node.number),
        disturbed=node.get("disturbed").or_none(Node.text),
    )
