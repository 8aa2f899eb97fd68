"""Who comes first: the means of one verdict in order, with places that are shared honestly."""

from __future__ import annotations

from dataclasses import dataclass

from storage_tuner.core.measurement import Metric
from storage_tuner.core.verdict import Judgement, Summary, Verdict


@dataclass(frozen=True)
class Ranked:
    """``place`` counts from 1; all that nothing beats share the first. ``behind_percent`` is how
    much less (a rate), or longer (a time), the mean is than the best mean; None where that may be
    chance, as several share the first place. Nothing beats it in ``unbeaten`` of ``compared``
    operations."""

    place: int
    summary: Summary
    behind_percent: float | None
    unbeaten: int
    compared: int


def ranking(judgement: Judgement, verdict: Verdict) -> tuple[Ranked, ...]:
    """Best mean first; those that nothing beats before all others. ``verdict`` is one of
    ``judgement``."""
    better = verdict.metric.higher_is_better
    found = [item for item in verdict.summaries if item.mean > 0]
    found.sort(
        key=lambda item: (item.variant not in verdict.best, -item.mean if better else item.mean)
    )
    if not found:
        return ()
    means = [item.mean for item in found]
    best = max(means) if better else min(means)
    share_first = sum(item.variant in verdict.best for item in found) > 1
    rivals = _over_all_threads(judgement, verdict.metric)
    return tuple(
        Ranked(
            1 if item.variant in verdict.best else number,
            item,
            None
            if share_first and item.variant in verdict.best and item.mean != best
            else 100 * ((1 - item.mean / best) if better else (item.mean / best - 1)),
            sum(item.variant in rival.best for rival in rivals),
            sum(any(each.variant == item.variant for each in rival.summaries) for rival in rivals),
        )
        for number, item in enumerate(found, 1)
    )


def _over_all_threads(judgement: Judgement, metric: Metric) -> list[Verdict]:
    return [
        verdict
        for verdict in judgement.verdicts
        if verdict.metric is metric and verdict.threads is None and len(verdict.summaries) > 1
    ]
