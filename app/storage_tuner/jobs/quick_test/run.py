"""Measures a quick test, and compares it with the previous one.

Separate from request and result, which the window shows as soon as it starts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from storage_tuner.advice.statistics.methods import FixedBlocks
from storage_tuner.advice.verdict import judge_measurements
from storage_tuner.core.condition import Severity
from storage_tuner.core.device import Device
from storage_tuner.core.errors import Cancelled, DeviceGone, InvalidInput
from storage_tuner.core.measurement import Measurement, Metric, SessionRecord
from storage_tuner.core.message import sentence
from storage_tuner.core.plan import UNCHANGED, Protocol, TargetKind, Thoroughness, Use, Variant
from storage_tuner.core.same_disk import is_same_disk
from storage_tuner.core.session_kinds import SessionKind, is_quick_test
from storage_tuner.core.workload import Workload
from storage_tuner.jobs.planning.plan_building import plan_for
from storage_tuner.jobs.planning.workload_catalogue import WorkloadCatalogue, find_workloads
from storage_tuner.jobs.quick_test.request import (
    EARLIER,
    NOW,
    RAMP_MS,
    RUN_MS,
    Figure,
    QuickResult,
    QuickTestRequest,
)
from storage_tuner.jobs.results.run_comparison import compare_records
from storage_tuner.probe.files.target import devices_to_tune, resolve_path
from storage_tuner.store.database.run_store import RunFilter, RunStore
from storage_tuner.store.database.run_summaries import PRACTICE, device_key_of
from storage_tuner.store.kept_sessions import records_of

if TYPE_CHECKING:
    from storage_tuner.jobs.tuning_session import TuningSession


def workloads_of(request: QuickTestRequest, known: WorkloadCatalogue) -> tuple[Workload, ...]:
    return find_workloads(request.names, known)


def measure_quickly(
    session: TuningSession, request: QuickTestRequest, workloads: tuple[Workload, ...]
) -> SessionRecord:
    """Open, measure and return the record; the caller closes ``session``.

    Raises the errors of the tree: ``Cancelled`` even if a part was measured.
    """
    if request.device is not None and request.folder is not None:
        _require_on(request.device, request.folder)
    opened = session.open(request.target)
    if request.device and opened and not is_same_disk(request.device, opened):
        raise DeviceGone(request.device.name)
    plan = plan_for(
        session.subject,
        Use.NOT_SURE,
        Thoroughness.QUICK,
        workloads=workloads,
        variants=(Variant(UNCHANGED, ()),),
        protocol=Protocol.RESTARTS,
    )
    plan = replace(plan, threads=(1,), repeats=request.repeats, runtime_ms=RUN_MS, ramp_ms=RAMP_MS)
    for condition in session.conditions(plan):
        if condition.severity is Severity.BLOCKING:
            raise InvalidInput(condition.sentence, condition.remedy)
    record = session.measure(plan)
    if not record.completed:
        raise Cancelled
    return record


def result_of(record: SessionRecord, others: Iterable[SessionRecord]) -> QuickResult:
    """``others`` newest first."""
    figures = figures_of(record.measurements)
    earlier = next((other for other in others if _is_earlier(other, record)), None)
    if earlier is None:
        return QuickResult(record, figures)
    comparison = compare_records(((EARLIER, earlier), (NOW, record)))
    return QuickResult(record, figures, earlier, comparison, _changed(earlier, record))


def quick_tests_of(runs: RunStore, device: Device | None) -> Iterator[SessionRecord]:
    """The kept quick tests of ``device`` (None: of practice disks), newest first."""
    key = PRACTICE if device is None else device_key_of(device)
    lines = runs.listed(RunFilter(device_key=key))
    return records_of(runs, (line for line in lines if line.kind == SessionKind.QUICK_TEST))


def figures_of(measurements: Sequence[Measurement]) -> tuple[Figure, ...]:
    """The figures in the order of measuring. Disturbed runs are ignored where there are others."""
    operations = dict.fromkeys(run.operation for run in measurements)
    found = (_figure([run for run in measurements if run.operation == each]) for each in operations)
    return tuple(figure for figure in found if figure is not None)


def _figure(runs: Sequence[Measurement]) -> Figure | None:
    trusted = [run for run in runs if run.disturbed is None]
    counted = trusted or [replace(run, disturbed=None) for run in runs]
    rate = next(
        (
            verdict.summaries[0]
            for verdict in judge_measurements(counted, FixedBlocks())
            if verdict.metric is Metric.RATE and verdict.summaries
        ),
        None,
    )
    if rate is None:
        return None
    return Figure(
        counted[0].operation,
        rate,
        _mean(run.iops for run in counted),
        _mean(run.latency_mean_ms for run in counted),
        "" if trusted else str(runs[0].disturbed),
    )


def _mean(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None


def _is_earlier(other: SessionRecord, record: SessionRecord) -> bool:
    """Return whether ``other`` is an earlier record of the same tests in the same place. No two
    practice disks are the same."""
    one, two = other.plan, record.plan
    return (
        is_quick_test(one)
        and other.created_at < record.created_at
        and one.target.kind is not TargetKind.PRACTICE
        and (one.target.kind, one.target.path) == (two.target.kind, two.target.path)
        and one.workloads == two.workloads
    )


def _changed(earlier: SessionRecord, record: SessionRecord) -> tuple[tuple[str, str, str], ...]:
    then, now = earlier.original_settings, record.original_settings
    return tuple(
        (name, then[name], now[name]) for name in then if name in now and then[name] != now[name]
    )


def _require_on(device: Device, folder: str) -> None:
    """Raises ``InvalidInput`` unless ``folder`` lies on all of ``device`` and nothing else."""
    underlying = resolve_path(Path(folder))
    if set(underlying.devices) != set(devices_to_tune(device)):
        where = underlying.reason or sentence(
            "It is on {disks}.", disks=", ".join(underlying.devices)
        )
        raise InvalidInput(
            sentence(
                "The folder {folder} isn't on {disk}. {where}",
                folder=folder,
                disk=device.name,
                where=where,
            ),
            sentence("Choose a folder on this disk."),
        )
