"""Figures beside the verdicts: latency distribution and fairness between threads."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from storage_tuner.core.measurement import Measurement
from storage_tuner.core.workload import Operation

PERCENTILES: tuple[tuple[str, Callable[[Measurement], float | None]], ...] = (
    ("50 %", lambda run: run.latency_p50_ms),
    ("95 %", lambda run: run.latency_p95_ms),
    ("99 %", lambda run: run.latency_p99_ms),
    ("99.9 %", lambda run: run.latency_p999_ms),
    ("100 %", lambda run: run.latency_max_ms),
)
"""Of all requests so many were done within the time; the last one is the slowest of them."""


@dataclass(frozen=True)
class Spread:
    """Of one variant with so many threads: the median over its runs of each of ``PERCENTILES``, in
    ms; None where that wasn't measured. The slowest of all is the slowest of any run."""

    variant: str
    threads: int
    times_ms: tuple[float | None, ...]


@dataclass(frozen=True)
class Share:
    """Jain's index of what the threads did (1: all the same), the mean over the runs."""

    operation: Operation
    threads: int
    variant: str
    index: float


def spreads(runs: Iterable[Measurement], operation: Operation) -> tuple[Spread, ...]:
    """By the number of threads, and in the order of measuring; disturbed runs don't count."""
    groups: dict[tuple[int, str], list[Measurement]] = {}
    for run in runs:
        if run.operation == operation and not run.disturbed:
            groups.setdefault((run.threads, run.variant), []).append(run)
    found = [
        Spread(variant, threads, _times(group)) for (threads, variant), group in groups.items()
    ]
    reported = [one for one in found if sum(time is not None for time in one.times_ms) > 1]
    return tuple(sorted(reported, key=lambda one: one.threads))


def shares(runs: Iterable[Measurement]) -> tuple[Share, ...]:
    groups: dict[tuple[Operation, int, str], list[float]] = {}
    for run in runs:
        if run.fairness is not None:
            key = (run.operation, run.threads, run.variant)
            groups.setdefault(key, []).append(run.fairness)
    return tuple(
        Share(operation, threads, variant, statistics.fmean(values))
        for (operation, threads, variant), values in groups.items()
    )


def _times(runs: Sequence[Measurement]) -> tuple[float | None, ...]:
    *middle, (_, slowest) = PERCENTILES
    medians = [_median(reported(run) for run in runs) for _, reported in middle]
    worst = max((time for run in runs if (time := slowest(run)) is not None), default=None)
    return (*medians, worst)


def _median(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return statistics.median(known) if known else None
