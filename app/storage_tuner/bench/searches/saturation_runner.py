"""Carries out a search for saturation: every variant with its own thread counts, round by round.

A round measures the next count of each variant, those with the same count side by side in random
order, so that slow drift affects all alike.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from storage_tuner.bench.background_work import BackgroundWorkWatch
from storage_tuner.bench.control import Control
from storage_tuner.bench.listener import Listener, WithoutBlocks
from storage_tuner.bench.runner import Executor, RunLog, RunPosition, carry_out
from storage_tuner.bench.searches.saturation import (
    Knee,
    SaturationPoint,
    SaturationRules,
    knee,
    next_threads,
)
from storage_tuner.core.errors import ToolFailed
from storage_tuner.core.measurement import Measurement, Metric
from storage_tuner.core.plan import Contest, Plan, Variant
from storage_tuner.core.workload import Workload

RulesFor = Callable[[Workload], SaturationRules]
"""The rules for a workload, since the largest number of threads depends on it."""


@dataclass(frozen=True)
class SaturationCurve:
    """The results of a variant with increasing thread counts; ``points`` in this order."""

    workload: Workload
    variant: str
    points: tuple[SaturationPoint, ...]
    knee: Knee | None


def search(
    plan: Plan,
    place: Executor,
    log: RunLog,
    control: Control,
    rules: RulesFor,
    listener: Listener[RunPosition],
    *,
    background_work: BackgroundWorkWatch | None = None,
) -> None:
    """Measure until the knee of every variant of every workload is known.

    ``plan.threads`` are ignored; ``plan.repeats`` runs are made of each count, and again once if
    all were disturbed. Adds the measurements to ``log``; raises what ``carry_out`` raises. A count
    that can't be measured, though others could, ends the search with the results so far.
    """
    while contests := _next_round(plan, log, rules):
        made = RunLog([], [])
        begin = 1 + max((run.index for run in log.measurements), default=-1)
        threads = tuple(sorted({contest.threads for contest in contests}))
        stage = replace(plan, contests=contests, threads=threads, seed=plan.seed + begin)
        heard = WithoutBlocks(listener)
        try:
            carry_out(stage, place, made, control, heard, background_work=background_work)
        except ToolFailed:
            if not log.measurements:
                raise
        finally:
            log.failures.extend(made.failures)
            log.measurements.extend(
                replace(run, index=run.index + begin) for run in made.measurements
            )
        if made.failures:
            return


def measured_plan(plan: Plan, measurements: Sequence[Measurement]) -> Plan:
    """Return ``plan`` with only the cells and variants in ``measurements``."""
    found: dict[tuple[str, int], list[str]] = {}
    for workload in plan.workloads:
        for run in measurements:
            if run.operation == workload.operations[0]:
                names = found.setdefault((workload.name, run.threads), [])
                names += [] if run.variant in names else [run.variant]
    contests = tuple(Contest(*cell, tuple(names)) for cell, names in sorted(found.items()))
    threads = tuple(sorted({contest.threads for contest in contests}))
    return replace(plan, contests=contests, threads=threads or plan.threads)


def curves(
    plan: Plan, measurements: Sequence[Measurement], rules: RulesFor
) -> tuple[SaturationCurve, ...]:
    """The curves so far, with a workload's variants next to each other."""
    return tuple(
        _curve(plan, workload, variant, measurements, rules)
        for workload in plan.workloads
        for variant in plan.variants
    )


def _curve(
    plan: Plan,
    workload: Workload,
    variant: Variant,
    measurements: Sequence[Measurement],
    rules: RulesFor,
) -> SaturationCurve:
    points = _points(plan, workload, variant, measurements)
    return SaturationCurve(workload, variant.name, points, knee(points, rules(workload)))


def _next_round(plan: Plan, log: RunLog, rules: RulesFor) -> tuple[Contest, ...]:
    wanted: dict[tuple[str, int], list[str]] = {}
    for workload in plan.workloads:
        for variant in plan.variants:
            points = _points(plan, workload, variant, log.measurements)
            threads = next_threads(points, rules(workload))
            if threads is not None:
                wanted.setdefault((workload.name, threads), []).append(variant.name)
    return tuple(Contest(*cell, tuple(names)) for cell, names in wanted.items())


def _points(
    plan: Plan, workload: Workload, variant: Variant, measurements: Sequence[Measurement]
) -> tuple[SaturationPoint, ...]:
    """Means over the runs of each count, of the first operation; no point for a count to be
    repeated."""
    by_count: dict[int, list[Measurement]] = {}
    for run in measurements:
        if (run.operation, run.variant) == (workload.operations[0], variant.name):
            by_count.setdefault(run.threads, []).append(run)
    return tuple(
        _point(threads, made)
        for threads, made in sorted(by_count.items())
        if not _is_to_be_repeated(plan, made)
    )


def _is_to_be_repeated(plan: Plan, made: Sequence[Measurement]) -> bool:
    """Return whether all runs were disturbed and not yet repeated; only once, since the
    interference may persist."""
    return all(run.disturbed for run in made) and len(made) < 2 * plan.repeats


def _point(threads: int, made: Sequence[Measurement]) -> SaturationPoint:
    """The mean point of the runs, without disturbed ones if there are others."""
    runs = [run for run in made if not run.disturbed] or made
    latencies = [run.latency_mean_ms for run in runs if run.latency_mean_ms is not None]
    return SaturationPoint(
        threads,
        statistics.fmean(run.value(Metric.RATE) or 0.0 for run in runs),
        statistics.fmean(latencies) if latencies else None,
    )
