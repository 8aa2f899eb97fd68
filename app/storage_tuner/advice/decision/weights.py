"""The weights of operations and priorities: choices of ours, shown to the user.

The use sets the weights of the operations. The priorities, in the user's order, set the weights of
throughput, latency etc. within each operation; without any, the use sets these too.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from storage_tuner.advice.published.hypotheses import AIM_WEIGHTS
from storage_tuner.advice.statistics.methods import Block
from storage_tuner.advice.verdict import block_differences
from storage_tuner.core.knowledge import Aim
from storage_tuner.core.measurement import Measurement, Metric
from storage_tuner.core.plan import Use
from storage_tuner.core.workload import CLASSICAL_OPERATIONS, Operation

_SR, _SW, _RR, _RW = CLASSICAL_OPERATIONS
WEIGHTS: dict[Use, dict[Operation, float]] = {
    Use.DESKTOP: {_SR: 0.25, _SW: 0.1, _RR: 0.45, _RW: 0.2},
    Use.RESPONSIVENESS: {_SR: 0.15, _SW: 0.1, _RR: 0.5, _RW: 0.25},
    Use.FILE_SERVER: {_SR: 0.35, _SW: 0.25, _RR: 0.25, _RW: 0.15},
    Use.DATABASE: {_SR: 0.05, _SW: 0.05, _RR: 0.45, _RW: 0.45},
    Use.VIRTUAL_MACHINES: {_SR: 0.15, _SW: 0.15, _RR: 0.35, _RW: 0.35},
    Use.BACKUP: {_SR: 0.45, _SW: 0.45, _RR: 0.05, _RW: 0.05},
    Use.STREAMING: {_SR: 0.7, _SW: 0.15, _RR: 0.1, _RW: 0.05},
    Use.MIXED: {_SR: 0.2, _SW: 0.15, _RR: 0.4, _RW: 0.25},
    Use.NOT_SURE: {_SR: 0.25, _SW: 0.25, _RR: 0.25, _RW: 0.25},
}

P99_SHARE: dict[Use, float] = {
    Use.DESKTOP: 0.5,
    Use.RESPONSIVENESS: 0.5,
    Use.FILE_SERVER: 0.25,
    Use.DATABASE: 0.4,
    Use.VIRTUAL_MACHINES: 0.4,
    Use.BACKUP: 0.0,
    Use.STREAMING: 0.4,
    Use.MIXED: 0.3,
    Use.NOT_SURE: 0.25,
}
"""How much of each operation's weight goes to the p99 latency instead of the throughput."""

BACKGROUND_SHARE = 0.5
"""How much all background operations together count: as much as what runs beside them, although a
start beside a copy that reads and writes is one operation beside two."""

RESPONSIVE_BACKGROUND_SHARE = 0.3
"""The same for RESPONSIVENESS: enough that a copy isn't starved for a few milliseconds, and less
than what a person waits for."""

METRIC_OF_AIM = {
    Aim.THROUGHPUT: Metric.RATE,
    Aim.LATENCY: Metric.ACCESS_TIME,
    Aim.WORST_CASE: Metric.ACCESS_TIME_P99,
    Aim.CPU: Metric.CPU_EFFICIENCY,
}
"""Fairness has one value per test, from a separate short run. Without a spread, a difference in it
can't be distinguished from chance, so it isn't weighted."""


def weights(use: Use, operations: Iterable[Operation]) -> dict[Operation, float]:
    """How much each of ``operations`` counts: the published four by the use, equally if there
    are others, as users who choose their own workload want it to count. Background operations
    share ``BACKGROUND_SHARE``, or that of RESPONSIVENESS."""
    chosen = tuple(operations)
    if all(operation in WEIGHTS[use] for operation in chosen):
        return {operation: WEIGHTS[use][operation] for operation in chosen}
    behind = sum(operation.background for operation in chosen)
    if behind in (0, len(chosen)):
        return dict.fromkeys(chosen, 1 / len(chosen))
    responsive = use is Use.RESPONSIVENESS
    share = RESPONSIVE_BACKGROUND_SHARE if responsive else BACKGROUND_SHARE
    background, foreground = share / behind, (1 - share) / (len(chosen) - behind)
    return {each: background if each.background else foreground for each in chosen}


def metric_shares(use: Use, aims: Sequence[Aim], operation: Operation) -> dict[Metric, float]:
    """How much of an operation's weight each metric has; they sum to 1.

    The first, second and third of the ``aims`` count 4 : 2 : 1. Without any that can be weighed
    throughput and p99 latency count as the ``use`` has it. For a background operation it's
    throughput, since nobody waits for a single request of a copy. For RESPONSIVENESS it's the
    latencies for any other: a stream with a fixed rate has no other throughput than that.
    """
    reported = {
        METRIC_OF_AIM[aim]: weight
        for aim, weight in zip(aims, AIM_WEIGHTS, strict=False)
        if aim in METRIC_OF_AIM
    }
    if not reported and operation.background:
        reported = {Metric.RATE: 1.0}
    if not reported and use is Use.RESPONSIVENESS:
        reported = {
            Metric.ACCESS_TIME: 1 - P99_SHARE[use],
            Metric.ACCESS_TIME_P99: P99_SHARE[use],
        }
    if not reported:
        reported = {Metric.RATE: 1 - P99_SHARE[use], Metric.ACCESS_TIME_P99: P99_SHARE[use]}
    total = math.fsum(reported.values())
    return {metric: weight / total for metric, weight in reported.items() if weight}


def operation_gains(
    shares: Mapping[Metric, float],
    measurements: Sequence[Measurement],
    operation: Operation,
    variant: str,
    before: str,
) -> dict[Block, float]:
    """The weighted differences of logarithms in each block that has everything."""
    differences = {
        metric: block_differences(measurements, operation, metric, variant, before)
        for metric in shares
    }
    measured = {metric: blocks for metric, blocks in differences.items() if blocks}
    total = math.fsum(shares[metric] for metric in measured)
    common = set.intersection(*map(set, measured.values())) if measured else set()
    return {
        block: math.fsum(shares[metric] * blocks[block] for metric, blocks in measured.items())
        / total
        for block in sorted(common)
    }
