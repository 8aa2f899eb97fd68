"""The results of one operation in a judgement, and the order in which they are shown."""

from __future__ import annotations

from collections.abc import Collection

from storage_tuner.core.measurement import Metric
from storage_tuner.core.plan import Plan
from storage_tuner.core.verdict import Judgement, Verdict
from storage_tuner.core.workload import Operation


def in_plan_order(plan: Plan, measured: Collection[str]) -> tuple[str, ...]:
    """The variants that were measured: those of the plan first, then others by name."""
    planned = [variant.name for variant in plan.variants]
    others = sorted(name for name in measured if name not in planned)
    return tuple(name for name in dict.fromkeys((*planned, *others)) if name in measured)


def find_verdict(
    judgement: Judgement, operation: Operation, metric: Metric, threads: int | None = None
) -> Verdict | None:
    """The verdict over all thread counts, or over ``threads`` of them."""
    for verdict in judgement.verdicts:
        if (verdict.operation, verdict.metric, verdict.threads) == (operation, metric, threads):
            return verdict
    return None


def shown_metrics(judgement: Judgement) -> tuple[Metric, ...]:
    """The columns of a table; without the spread where it wasn't measured, as of a live load."""
    spread = any(item.summaries for item in judgement.verdicts if item.metric is Metric.SPREAD)
    return tuple(metric for metric in Metric if spread or metric is not Metric.SPREAD)
