"""The order and times of a session's runs, and the drift they show."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from storage_tuner.advice.statistics.drift import Drift, DriftRun, Slope, observed_drift, slope_of
from storage_tuner.advice.statistics.methods import StatisticalMethod, Timing
from storage_tuner.core.measurement import Measurement, Metric
from storage_tuner.core.workload import Operation

Cells = Mapping[int, Sequence[Measurement]]
"""The undisturbed runs of an operation by thread count."""

Moments = Mapping[int, Mapping[str, Mapping[int, float]]]
"""When each run was made, by thread count, variant and repeat."""

Drifts = Mapping[tuple[int, Operation, Metric], Drift | None]
"""By the number of the record."""


@dataclass(frozen=True)
class Clock:
    """``by_seconds`` are the records whose runs all have a time of their own; of the others the
    places in their order count."""

    method: StatisticalMethod
    by_seconds: frozenset[int]

    def moments(self, cells: Cells) -> Moments:
        found: dict[int, dict[str, dict[int, float]]] = {}
        for threads, runs in cells.items():
            for run in runs:
                if (moment := self.moment(run)) is not None:
                    variants = found.setdefault(threads, {})
                    variants.setdefault(run.variant, {})[run.repeat] = moment
        return found

    def moment(self, run: Measurement) -> float | None:
        record, timing = self.method.origin(run.variant)
        if timing is Timing.NOTHING:
            return None
        if timing is Timing.REPEAT:
            return float(run.repeat)
        return _seconds(run) if record in self.by_seconds else float(run.index)


def clock_of(runs: Iterable[Measurement], method: StatisticalMethod) -> Clock:
    times: dict[int, list[str]] = {}
    for run in runs:
        record, timing = method.origin(run.variant)
        if timing is Timing.MOMENT:
            times.setdefault(record, []).append(run.started_at)
    return Clock(
        method, frozenset(record for record, reported in times.items() if _all_differ(reported))
    )


def _all_differ(times: Sequence[str]) -> bool:
    try:
        return len({datetime.fromisoformat(time).timestamp() for time in times}) == len(times)
    except (ValueError, OverflowError, OSError):
        return False


def _seconds(run: Measurement) -> float:
    return datetime.fromisoformat(run.started_at).timestamp()


def observed_drifts(by_operation: Mapping[Operation, Cells], clock: Clock) -> Drifts:
    """Of every record in which time matters."""
    slopes: dict[tuple[int, Metric], dict[Operation, list[Slope]]] = {}
    lengths: dict[int, _Length] = {}
    for operation, cells in by_operation.items():
        for record, series in _series(cells, clock):
            lengths.setdefault(record, _Length()).add(series, clock)
            for metric in Metric:
                if slope := slope_of(_runs(series, metric, clock)):
                    table = slopes.setdefault((record, metric), {})
                    table.setdefault(operation, []).append(slope)
    return {
        (record, operation, metric): observed_drift(
            found,
            [slope for others in table.values() for slope in others],
            lengths[record].of_variant,
        )
        for (record, metric), table in slopes.items()
        for operation, found in table.items()
    }


class _Length:
    """How long the variants of a record were measured: by its moments, or if only the repeats are
    known, by the number of runs."""

    def __init__(self) -> None:
        self._variants: set[str] = set()
        self._moments: list[float] = []
        self._by_repeat = False

    def add(self, series: Sequence[Measurement], clock: Clock) -> None:
        self._variants.add(series[0].variant)
        self._by_repeat = clock.method.origin(series[0].variant).timing is Timing.REPEAT
        self._moments += (moment for run in series if (moment := clock.moment(run)) is not None)

    @property
    def of_variant(self) -> float:
        count = len(self._moments)
        if self._by_repeat or count < 2:
            return count / len(self._variants)
        span = max(self._moments) - min(self._moments)
        return span * count / (count - 1) / len(self._variants)


def _series(cells: Cells, clock: Clock) -> Iterator[tuple[int, list[Measurement]]]:
    """The runs of each variant in each cell, where time matters."""
    for runs in cells.values():
        by_variant: dict[str, list[Measurement]] = {}
        for run in runs:
            by_variant.setdefault(run.variant, []).append(run)
        for variant, series in by_variant.items():
            record, timing = clock.method.origin(variant)
            if timing is not Timing.NOTHING:
                yield record, series


def _runs(series: Iterable[Measurement], metric: Metric, clock: Clock) -> list[DriftRun]:
    sign = 1 if metric.higher_is_better else -1
    found = []
    for run in series:
        value, moment = run.value(metric), clock.moment(run)
        if value is not None and moment is not None and is_possible(value):
            found.append(DriftRun(moment, sign * math.log(value)))
    return found


def is_possible(value: float) -> bool:
    """Whether it has a logarithm."""
    return value > 0 and math.isfinite(value)
