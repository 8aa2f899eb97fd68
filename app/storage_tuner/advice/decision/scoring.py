"""The score of a variant: its weighted gain over the reference for the user's purpose."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from storage_tuner.advice.decision.weights import metric_shares, operation_gains, weights
from storage_tuner.advice.statistics.methods import (
    Block,
    ComparisonKey,
    Estimate,
    StatisticalMethod,
    standard_error,
)
from storage_tuner.advice.statistics.paired import Difference
from storage_tuner.core.measurement import Measurement, Metric
from storage_tuner.core.message import Message, Text, counted, together
from storage_tuner.core.plan import Plan, Use
from storage_tuner.core.workload import Operation, Workload

_Gains = Mapping[Operation, Mapping[Block, float]]
"""Differences of logarithms in each block of each operation, positive where a variant is better."""


@dataclass(frozen=True)
class Scores:
    """Weighted mean differences of logarithms to the reference, by variant; ``lacking`` says which
    operations have too little to be judged, so that a whole isn't either."""

    estimates: Mapping[str, Estimate] = field(default_factory=dict)
    lacking: Mapping[str, Text] = field(default_factory=dict)


def scores_of(
    plan: Plan, measurements: Sequence[Measurement], reference: str, method: StatisticalMethod
) -> Scores:
    """Of each other variant of ``plan``, for its use and aims."""
    estimates: dict[str, Estimate] = {}
    lacking: dict[str, Text] = {}
    for variant in plan.variants:
        if variant.name == reference:
            continue
        gains = _gains(plan, measurements, variant.name, reference)
        estimate = _weighed(plan, gains, method)
        if estimate is None:
            continue
        estimates[variant.name] = estimate
        if missing := _lacking(gains, method):
            lacking[variant.name] = missing
    return Scores(estimates, lacking)


def weighted_gain(
    plan: Plan,
    measurements: Sequence[Measurement],
    variant: str,
    before: str,
    method: StatisticalMethod,
) -> Estimate | None:
    """The weighted mean difference of logarithms, positive when ``variant`` is better.

    The metrics come from the same runs and go up and down together, as do the operations of one
    workload, so they are weighed within each block; only whole workloads, measured in runs of their
    own, are independent.
    """
    return _weighed(plan, _gains(plan, measurements, variant, before), method)


def scores_of_table(
    estimates: Mapping[ComparisonKey, Estimate], reference: str, use: Use = Use.NOT_SURE
) -> Scores:
    """Of variants that no plan is known of: of their throughput alone, by the weights of ``use``.

    What makes one operation doubtful may make them all so, so that the errors of the operations are
    added up, not their squares.
    """
    operations = dict.fromkeys(key.operation for key in estimates)
    counting = weights(use, operations)
    found: dict[str, Estimate] = {}
    for variant in dict.fromkeys(name for key in estimates for name in (key.left, key.right)):
        parts = [
            (weight, each)
            for operation, weight in counting.items()
            if (each := _against(estimates, operation, variant, reference)) is not None
        ]
        if variant != reference and len(parts) == len(counting):
            found[variant] = _dependent_mean(parts)
    return Scores(found)


def _against(
    estimates: Mapping[ComparisonKey, Estimate], operation: Operation, variant: str, reference: str
) -> tuple[float, Estimate] | None:
    """The sign with which the estimate is to be taken."""
    left, right = sorted((variant, reference))
    estimate = estimates.get(ComparisonKey(operation, Metric.RATE, None, left, right))
    return None if estimate is None else (1.0 if left == variant else -1.0, estimate)


def _dependent_mean(parts: Sequence[tuple[float, tuple[float, Estimate]]]) -> Difference:
    total = math.fsum(weight for weight, _ in parts)
    mean = math.fsum(weight * sign * each.mean for weight, (sign, each) in parts) / total
    error = math.fsum(weight * standard_error(each) for weight, (_, each) in parts) / total
    fewest = min(each.values for _, (_, each) in parts)
    return Difference(
        mean, error, max(fewest - 1.0, 1.0), sum(each.values for _, (_, each) in parts)
    )


def _weighed(plan: Plan, gains: _Gains, method: StatisticalMethod) -> Estimate | None:
    counting = weights(plan.use, plan.operations)
    return method.weighted([_of_workload(each, counting, gains) for each in plan.workloads])


def _of_workload(
    workload: Workload, counting: Mapping[Operation, float], gains: _Gains
) -> tuple[float, dict[Block, float]]:
    """The weight and the gain of all its operations together, in each block that has those of which
    there is anything."""
    known = {each: gains[each] for each in workload.operations if gains[each]}
    total = math.fsum(counting[each] for each in known)
    common = set.intersection(*map(set, known.values())) if known else set()
    return total, {
        block: math.fsum(counting[each] * blocks[block] for each, blocks in known.items()) / total
        for block in sorted(common)
    }


def _gains(plan: Plan, measurements: Sequence[Measurement], variant: str, before: str) -> _Gains:
    """Of every operation that counts."""
    return {
        operation: operation_gains(
            metric_shares(plan.use, plan.aims, operation), measurements, operation, variant, before
        )
        for operation in weights(plan.use, plan.operations)
    }


def _lacking(gains: _Gains, method: StatisticalMethod) -> Message:
    """Operations that count and can't be judged yet, with what they lack."""
    return together(
        (
            counted(
                missing,
                "{operation}: {count} more block needed",
                "{operation}: {count} more blocks needed",
                operation=operation.phrase,
            )
            for operation, differences in gains.items()
            if (missing := method.blocks_missing(differences))
        ),
        ", ",
    )
