"""The throughput of each I/O priority class relative to the first one, in the same runs."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from storage_tuner.advice.statistics.error_budget import PRIORITY_SHARE
from storage_tuner.advice.statistics.methods import Block, Estimate, FixedBlocks, StatisticalMethod
from storage_tuner.core.decision import ComparisonState
from storage_tuner.core.measurement import Measurement, Metric
from storage_tuner.core.plan import Plan
from storage_tuner.core.verdict import ClassComparison
from storage_tuner.core.workload import Operation, PriorityClass, Stream, Workload

_ORDER = list(PriorityClass)


def compare_classes(
    plan: Plan, measurements: Sequence[Measurement], method: StatisticalMethod
) -> tuple[ClassComparison, ...]:
    """Within each variant, each stream against the one that is served first, by throughput; of
    streams that differ in nothing but their priority. The runs of both are the same, so nothing
    that a drift or an order does can differ between them. ``method`` has the whole budget."""
    pairs = list(_pairs(plan, measurements))
    level = method.spent_now * PRIORITY_SHARE / max(len(pairs), 1)
    return tuple(
        found for pair in pairs if (found := _compared(pair, method, 1 - level)) is not None
    )


def beside_classes(plan: Plan, method: StatisticalMethod) -> StatisticalMethod:
    """``method`` with what comparing the classes of ``plan`` leaves of its error budget."""
    if not isinstance(method, FixedBlocks) or not any(
        found for workload in plan.workloads for found in _alike(workload)
    ):
        return method
    return replace(method, share=method.share * (1 - PRIORITY_SHARE))


@dataclass(frozen=True)
class _Pair:
    """``rates`` and ``reference_rates`` by block, in what the operations' rates count."""

    workload: Workload
    variant: str
    stream: Stream
    reference: Stream
    rates: Mapping[Block, float]
    reference_rates: Mapping[Block, float]

    @property
    def differences(self) -> dict[Block, float]:
        return {
            block: math.log(rate / self.reference_rates[block])
            for block, rate in self.rates.items()
            if block in self.reference_rates
        }


def _pairs(plan: Plan, measurements: Sequence[Measurement]) -> Iterator[_Pair]:
    rates = _rates(measurements)
    for workload in plan.workloads:
        for reference, others in _alike(workload):
            for variant in plan.variants:
                for stream in others:
                    pair = _Pair(
                        workload,
                        variant.name,
                        stream,
                        reference,
                        rates.get((stream.operation, variant.name), {}),
                        rates.get((reference.operation, variant.name), {}),
                    )
                    if pair.differences:
                        yield pair


def _alike(workload: Workload) -> Iterator[tuple[Stream, list[Stream]]]:
    """The stream that is served first, and those that only differ from it in their priority."""
    groups: dict[Stream, list[Stream]] = {}
    for stream in workload.streams:
        if stream.priority is not None:
            bare = replace(stream, operation=Operation.RANDOM_READ, priority=None)
            groups.setdefault(bare, []).append(stream)
    for group in groups.values():
        first, *others = sorted(group, key=_place)
        lower = [stream for stream in others if _place(stream) > _place(first)]
        if lower:
            yield first, lower


def _place(stream: Stream) -> tuple[int, int]:
    priority = stream.priority
    assert priority is not None
    level = 0 if priority.priority_class is PriorityClass.IDLE else priority.level
    return _ORDER.index(priority.priority_class), level


def _rates(measurements: Sequence[Measurement]) -> dict[tuple[Operation, str], dict[Block, float]]:
    found: dict[tuple[Operation, str], dict[Block, float]] = {}
    for run in measurements:
        rate = run.value(Metric.RATE)
        if rate and run.disturbed is None:
            found.setdefault((run.operation, run.variant), {})[run.threads, run.repeat] = rate
    return found


def _compared(pair: _Pair, method: StatisticalMethod, confidence: float) -> ClassComparison | None:
    """None only where nothing was measured; few runs have a share without an interval."""
    differences = pair.differences
    estimate = None if method.blocks_missing(differences) else method.estimate(differences)
    mean = estimate.mean if estimate else math.fsum(differences.values()) / len(differences)
    interval = estimate.interval(confidence) if estimate else None
    bounds = None if interval is None else _percent(interval)
    return ClassComparison(
        pair.workload.name,
        pair.variant,
        pair.stream.operation,
        pair.reference.operation,
        _state(estimate, interval, method),
        100 * math.exp(mean),
        bounds,
        _mean(pair.rates),
        _mean(pair.reference_rates),
        len(differences),
    )


def _percent(interval: tuple[float, float]) -> tuple[float, float] | None:
    """None for meaningless bounds."""
    if not all(math.isfinite(bound) and bound < _LARGEST for bound in interval):
        return None
    low, high = interval
    return 100 * math.exp(low), 100 * math.exp(high)


_LARGEST = 20.0
"""e to that is half a billion."""


def _state(
    estimate: Estimate | None, interval: tuple[float, float] | None, method: StatisticalMethod
) -> ComparisonState:
    if estimate is None or interval is None:
        return ComparisonState.INCONCLUSIVE
    low, high = interval
    margin = math.log1p(method.margin)
    if -margin < low and high < margin:
        return ComparisonState.SAME
    if low > 0 and estimate.mean >= margin:
        return ComparisonState.FASTER
    if high < 0 and estimate.mean <= -margin:
        return ComparisonState.SLOWER
    return ComparisonState.INCONCLUSIVE


def _mean(rates: Mapping[Block, float]) -> float:
    """Geometric, as over thread counts anywhere."""
    return math.exp(math.fsum(map(math.log, rates.values())) / len(rates))
