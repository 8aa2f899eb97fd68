"""Metrics of this computer for monitoring: settings, undone permanent settings, newest results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from storage_tuner import __version__
from storage_tuner.core.device import Device
from storage_tuner.core.drift import Drift, Fate
from storage_tuner.core.measurement import Measurement, SessionRecord
from storage_tuner.core.tunable_target import Tuned
from storage_tuner.jobs.results.newest_results import describing_disks
from storage_tuner.store.database.run_store import RunFilter, RunStore
from storage_tuner.store.database.run_summaries import device_key_of, moment_of
from storage_tuner.store.kept_sessions import records_of
from storage_tuner.store.open_metrics import MetricFamily, Sample

_PREFIX = "storage_tuner"


@dataclass(frozen=True)
class _Figure:
    """A figure of results: ``factor`` converts ``field`` of a measurement to the base unit."""

    name: str
    help: str
    unit: str
    field: str
    factor: float


_FIGURES = (
    _Figure(
        "result_throughput_bytes_per_second",
        "Mean throughput in the newest result of the device.",
        "bytes_per_second",
        "rate_mb_s",
        1e6,
    ),
    _Figure(
        "result_latency_mean_seconds",
        "Mean latency in the newest result of the device.",
        "seconds",
        "latency_mean_ms",
        1e-3,
    ),
    _Figure(
        "result_latency_p99_seconds",
        "99th percentile of the latency, mean over the runs of the newest result of the device.",
        "seconds",
        "latency_p99_ms",
        1e-3,
    ),
)


def metric_families(
    targets: Sequence[Tuned], drifts: Sequence[Drift], results: Mapping[str, SessionRecord]
) -> tuple[MetricFamily, ...]:
    """The metrics. ``results`` are by kernel name; docs/fleet.md lists the names."""
    return (
        _family(
            "build_info", "The version of Storage Tuner.", [Sample({"version": __version__}, 1)]
        ),
        _family("setting_info", "A current setting of the device.", _settings(targets)),
        _family(
            "permanent_setting_info",
            "A permanent setting of the device and what became of it.",
            _permanent(drifts),
        ),
        _family(
            "permanent_setting_undone",
            "Whether another program undid the permanent setting (1) or not (0).",
            _undone(drifts),
        ),
        _family(
            "result_timestamp_seconds",
            "The time of the newest result of the device, in seconds since 1970.",
            _times(results),
            "seconds",
        ),
        *(
            _family(figure.name, figure.help, _figures(results, figure), figure.unit)
            for figure in _FIGURES
        ),
    )


def newest_records(devices: Sequence[Device], store: RunStore) -> dict[str, SessionRecord]:
    """The newest session of each device that was measured here, by kernel name; a quick test only
    if there is no other session."""
    return {
        device.name: record
        for device in devices
        if (record := _newest_record(device, store)) is not None
    }


def _newest_record(device: Device, store: RunStore) -> SessionRecord | None:
    lines = describing_disks(store.listed(RunFilter(device_key=device_key_of(device))))
    measured_here = (line for line in lines if not line.imported_from)
    return next(records_of(store, measured_here), None)


def _family(name: str, meaning: str, samples: Iterable[Sample], unit: str = "") -> MetricFamily:
    return MetricFamily(f"{_PREFIX}_{name}", meaning, tuple(samples), unit)


def _settings(targets: Sequence[Tuned]) -> Iterator[Sample]:
    for tuned in targets:
        for name, value in tuned.settings.items():
            yield Sample({"device": tuned.name, "setting": name, "value": value}, 1)


def _permanent(drifts: Sequence[Drift]) -> Iterator[Sample]:
    for drift in drifts:
        for one in drift.settings:
            labels = {"device": drift.device, "setting": one.tunable, "value": one.value}
            yield Sample(labels | {"state": one.fate.value}, 1)


def _undone(drifts: Sequence[Drift]) -> Iterator[Sample]:
    for drift in drifts:
        for one in drift.settings:
            labels = {"device": drift.device, "setting": one.tunable}
            yield Sample(labels, int(one.fate is Fate.UNDONE))


def _times(results: Mapping[str, SessionRecord]) -> Iterator[Sample]:
    for device, record in results.items():
        yield Sample({"device": device}, moment_of(record.created_at).timestamp())


def _figures(results: Mapping[str, SessionRecord], figure: _Figure) -> Iterator[Sample]:
    """The means over the runs of each operation and thread count under the settings that were in
    effect before; under all variants where those weren't measured."""
    for device, record in results.items():
        groups: dict[tuple[str, str, int], list[float]] = {}
        for run in _runs(record):
            value = getattr(run, figure.field)
            if value is not None:
                key = (run.operation.name, run.variant, run.threads)
                groups.setdefault(key, []).append(value)
        for (operation, variant, threads), values in groups.items():
            labels = {"operation": operation, "variant": variant, "threads": str(threads)}
            yield Sample({"device": device} | labels, figure.factor * fmean(values))


def _runs(record: SessionRecord) -> list[Measurement]:
    """Without interference."""
    runs = [run for run in record.measurements if run.disturbed is None]
    return [run for run in runs if run.variant == record.plan.current] or runs
