"""Compares every variant with the reference: faster, slower, same or inconclusive, with figures."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace

from storage_tuner.advice.verdict import (
    ComparisonTable,
    DirectedComparison,
    GroupStandings,
    percent_more,
)
from storage_tuner.core.decision import Comparison, ComparisonState
from storage_tuner.core.measurement import Metric
from storage_tuner.core.message import Text, sentence, together
from storage_tuner.core.verdict import VariantSummary

NOT_JUDGED = sentence("one run: no verdict")


def comparisons(table: ComparisonTable, reference: str) -> tuple[Comparison, ...]:
    """Comparisons of each measured variant in each operation, metric and thread count in which the
    reference was measured too; those over all thread counts first."""
    return tuple(
        each for group in table.standings for each in _comparisons(group, table, reference)
    )


def score_comparisons(
    table: ComparisonTable, reference: str, lacking: Mapping[str, Text]
) -> tuple[Comparison, ...]:
    """Comparisons of the weighted scores; ``lacking`` names what a variant's score lacks."""
    return tuple(
        _score(table, variant, reference, lacking.get(variant, "")) for variant in table.scores
    )


def _score(table: ComparisonTable, variant: str, reference: str, lacking: Text) -> Comparison:
    answer = table.score(variant)
    low, high = answer.interval
    return Comparison(
        None,
        None,
        None,
        variant,
        reference,
        ComparisonState.INCONCLUSIVE if lacking else answer.state,
        percent_more(answer.estimate.mean),
        (percent_more(low), percent_more(high)),
        runs=answer.estimate.values,
        doubt=lacking,
    )


def _comparisons(
    group: GroupStandings, table: ComparisonTable, reference: str
) -> Iterator[Comparison]:
    summaries = {each.variant: each for each in group.summaries}
    if reference not in summaries:
        return
    for variant, summary in sorted(summaries.items()):
        if variant == reference:
            continue
        lead = table.lead(group, variant, reference)
        unjudged = _unjudged(group, summary, summaries[reference])
        yield unjudged if lead is None else _judged(unjudged, group, lead)


def _unjudged(group: GroupStandings, mine: VariantSummary, other: VariantSummary) -> Comparison:
    return Comparison(
        group.operation,
        group.metric,
        group.threads,
        mine.variant,
        other.variant,
        ComparisonState.INCONCLUSIVE,
        percent_more(math.log(mine.mean / other.mean)),
        None,
        mine.mean,
        other.mean,
        mine.runs,
        doubt=NOT_JUDGED if max(mine.runs, other.runs) == 1 else group.doubt,
    )


def _judged(unjudged: Comparison, group: GroupStandings, lead: DirectedComparison) -> Comparison:
    names = (unjudged.variant, unjudged.reference)
    bars = [group.barred[name] for name in names if name in group.barred]
    low, high = _signed(lead.interval, group.metric)
    mean = lead.mean if group.metric.higher_is_better else -lead.mean
    state = ComparisonState.INCONCLUSIVE if bars else lead.state
    stalls = group.stalls if state is ComparisonState.INCONCLUSIVE else ""
    return replace(
        unjudged,
        state=state,
        effect_percent=percent_more(mean),
        interval_percent=(percent_more(low), percent_more(high)),
        doubt=together((*bars, lead.estimate.doubt, group.doubt, stalls), "; "),
    )


def _signed(interval: tuple[float, float], metric: Metric) -> tuple[float, float]:
    """Of the metric's own value."""
    low, high = interval
    return (low, high) if metric.higher_is_better else (-high, -low)
