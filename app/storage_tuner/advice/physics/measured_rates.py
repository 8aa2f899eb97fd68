"""The rates of a session that can be held against what is expected; pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from statistics import fmean

from storage_tuner.core.measurement import Measurement, Metric

COMPARABLE = ("seq-read", "seq-write", "rand-read", "rand-write", "rand-mixed")
"""Operations with an expected value."""


def best_rates(measurements: Iterable[Measurement]) -> Mapping[str, float]:
    """By operation the mean rate of the best variant at its best number of threads, in MB/s or
    IOPS: the highest observed. Disturbed runs are left out."""
    cells: dict[str, dict[tuple[str, int], list[float]]] = {}
    for run in measurements:
        rate = run.value(Metric.RATE)
        if run.operation.name in COMPARABLE and rate is not None and not run.disturbed:
            cell = cells.setdefault(run.operation.name, {})
            cell.setdefault((run.variant, run.threads), []).append(rate)
    best = {name: max(fmean(rates) for rates in cell.values()) for name, cell in cells.items()}
    return {name: rate for name, rate in best.items() if rate > 0}
