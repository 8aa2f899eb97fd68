"""Computes a session's line in the list of runs, once, when it's kept."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable
from datetime import UTC, datetime
from statistics import fmean

from storage_tuner.core.device import Device
from storage_tuner.core.measurement import Measurement, SessionRecord, SettingsOutcome
from storage_tuner.core.message import Message, Text, closed, sentence, together
from storage_tuner.core.plan import TargetKind, shown_name
from storage_tuner.core.verdict import Judgement
from storage_tuner.core.workload import RateUnit
from storage_tuner.present.decision import decision_message
from storage_tuner.present.load_map import map_message
from storage_tuner.present.sustained import sustained_message

PRACTICE = "practice"
"""The device key of all practice disks: the next one has the same name but is another disk."""
PRACTICE_DISK = sentence("practice disk")

STOPPED = "stopped early"
"""The outcome of a session that can be resumed."""

_LETTERS = 10


def identifier_of(record: SessionRecord) -> str:
    """An identifier that is the same for the same measurements, wherever they were read from. It
    doesn't depend on anything else, such as details that may be removed for sharing."""
    lines = [record.created_at, str(record.plan.seed)]
    lines += [_line(run) for run in record.measurements]
    digest = hashlib.sha256("\n".join(lines).encode("utf-8", "replace")).digest()
    return base64.b32encode(digest).decode("ascii").lower()[:_LETTERS]


def device_key_of(device: Device | None) -> str:
    """A key that is the same for the same disk: its permanent identifiers, else its kernel name; ""
    for None."""
    if device is None:
        return ""
    reported = {
        "wwn": device.wwn,
        "serial": device.serial,
        "uuid": (device.md and device.md.uuid) or (device.mapping and device.mapping.uuid),
        "name": device.name,
    }
    return next((f"{kind}:{word}" for kind, word in reported.items() if word), "")


def key_of(record: SessionRecord, imported_from: str) -> str:
    """The key of the measured device; a kernel name means nothing for another computer's disks."""
    if record.plan.target.kind is TargetKind.PRACTICE:
        return PRACTICE
    key = device_key_of(record.device)
    if imported_from and key.startswith("name:"):
        return f"{key}@{record.machine.host}"
    return key


def target_of(record: SessionRecord) -> Text:
    target = record.plan.target
    if target.kind is TargetKind.PRACTICE:
        return PRACTICE_DISK
    if target.kind is TargetKind.FILE and target.path:
        return target.path
    if record.device is not None:
        return record.device.path
    return target.device or target.path or ""


def outcome_of(record: SessionRecord) -> str:
    """The outcome for the settings, or of the session itself."""
    if not record.completed and record.outcome is not SettingsOutcome.KEPT:
        return STOPPED
    if record.outcome is SettingsOutcome.KEPT:
        return "kept"
    return "nothing changed" if len(record.plan.variants) < 2 else "put back"


def summary_of(record: SessionRecord, judgement: Judgement) -> Text:
    """The recommendation, or the best figures; one sentence."""
    if judgement.decision is not None:
        return decision_message(judgement.decision)
    if judgement.sustained is not None:
        return sustained_message(judgement.sustained)
    if judgement.load_map is not None:
        return map_message(judgement.load_map)
    best: dict[Text, tuple[Text, str, float]] = {}
    for label, unit, rate in _rates(record.measurements):
        if label not in best or rate > best[label][2]:
            best[label] = (label, unit, rate)
    reported = [
        sentence("{label} {rate:,.0f} {unit}", label=label, rate=rate, unit=unit)
        for label, unit, rate in best.values()
    ]
    return closed(together(reported, ", ")) if reported else sentence("No throughput was measured.")


def recommended_of(judgement: Judgement) -> Message:
    """The variant to use; empty without a recommendation."""
    variant = judgement.decision.variant if judgement.decision else None
    return together([] if variant is None else [shown_name(variant)])


def best_rate_of(record: SessionRecord) -> float | None:
    """The highest mean throughput of a variant in a test, in MB/s."""
    groups: dict[tuple[str, str, int], list[float]] = {}
    for run in _trusted(record.measurements):
        if run.rate_mb_s is not None:
            key = (run.operation.name, run.variant, run.threads)
            groups.setdefault(key, []).append(run.rate_mb_s)
    return max(map(fmean, groups.values()), default=None)


def variants_of(record: SessionRecord) -> tuple[str, ...]:
    """The variants that were measured, or were planned."""
    named = [variant.name for variant in record.plan.variants]
    return tuple(dict.fromkeys([*named, *(run.variant for run in record.measurements)]))


def operations_of(record: SessionRecord) -> tuple[str, ...]:
    """The names of the operations with results."""
    planned = [operation.name for operation in record.plan.operations]
    return tuple(dict.fromkeys([*planned, *(run.operation.name for run in record.measurements)]))


def moment_of(text: str) -> datetime:
    """``text`` as ISO 8601, in the user's time zone unless it contains one; an invalid date becomes
    the distant past."""
    try:
        return format_moment(text)
    except ValueError:
        return datetime(1970, 1, 1, tzinfo=UTC)


def format_moment(text: str) -> datetime:
    """As ``moment_of``, but raises ``ValueError`` for an invalid date."""
    moment = datetime.fromisoformat(text.strip())
    if moment.tzinfo:
        return moment
    try:
        return moment.astimezone()
    except (OverflowError, ValueError):
        # in the calendar's first and last year a time zone offset may exceed its range
        return moment.replace(tzinfo=UTC)


def _rates(runs: Iterable[Measurement]) -> Iterable[tuple[Text, str, float]]:
    """Label, unit and mean of each operation with each variant and thread count."""
    groups: dict[tuple[Text, str, str, int], list[float]] = {}
    for run in _trusted(runs):
        operation = run.operation
        rate = run.rate_mb_s if operation.unit is RateUnit.MEGABYTES else run.iops
        if rate is not None:
            key = (operation.label, operation.unit.value, run.variant, run.threads)
            groups.setdefault(key, []).append(rate)
    return [(label, unit, fmean(rates)) for (label, unit, *_), rates in groups.items()]


def _trusted(runs: Iterable[Measurement]) -> list[Measurement]:
    """The runs without interference, or all if there are no others."""
    everything = list(runs)
    return [run for run in everything if run.disturbed is None] or everything


def _line(run: Measurement) -> str:
    where = (run.operation.name, run.variant, run.threads, run.repeat, run.index, run.started_at)
    return repr((*where, run.bytes_moved, run.duration_s, run.rate_mb_s, run.iops))
