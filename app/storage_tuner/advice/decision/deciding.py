"""Decides from a session's scores whether to change settings.

A change is recommended only if a variant's weighted gain over the current settings is significantly
above zero and at least the plan's margin. The possible gain is bounded in any case.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from storage_tuner.advice.comparing import score_comparisons
from storage_tuner.advice.statistics.error_budget import bound_level
from storage_tuner.advice.statistics.methods import Estimate, standard_error
from storage_tuner.advice.verdict import ComparisonTable, percent_more
from storage_tuner.core.decision import (
    Action,
    Comparison,
    ComparisonState,
    Confidence,
    Decision,
    RejectedVariant,
)
from storage_tuner.core.message import Text
from storage_tuner.core.plan import Plan, Use, Variant

FEW_PERCENT = 10.0
"""Below this possible gain, measuring longer isn't suggested."""


def decide(
    plan: Plan,
    table: ComparisonTable,
    lacking: Mapping[str, Text],
    refused: Mapping[str, Text],
) -> Decision:
    """The settings to use for ``plan.use``, by the scores of ``table`` against its reference.

    Nothing is recommended if the current settings weren't measured. ``refused`` has the variants
    that are never recommended, each with the reason.
    """
    assert table.reference is not None
    by_name = {variant.name: variant for variant in plan.variants}
    reference = by_name[table.reference]
    overall = score_comparisons(table, reference.name, lacking)
    best = _best(overall, refused)
    known = plan.current is None or plan.current in by_name
    if best is not None and known:
        return _change(plan, by_name[best.variant], best, table, overall, refused)
    most = most_gain(table)
    return Decision(
        Action.KEEP if known else Action.NONE,
        plan.use,
        reference.name if known else None,
        reference.name,
        reference.settings if known else (),
        most_gain_percent=most,
        confidence=_confidence(overall, most, plan),
        overall=overall,
        refused=_named(refused, overall),
        spread_percent=_spread(table, overall),
        seconds_needed=_seconds_needed(table, overall, len(plan.variants)),
    )


def describe(table: ComparisonTable, reference: str, use: Use = Use.NOT_SURE) -> Decision:
    """The comparison of a table's or several records' variants with ``reference``, without a
    recommendation, as their settings are unknown."""
    return Decision(
        Action.NONE,
        use,
        None,
        reference,
        most_gain_percent=most_gain(table),
        overall=score_comparisons(table, reference, {}),
    )


def most_gain(table: ComparisonTable) -> float | None:
    """What any variant gains at most over the reference, in percent; not below zero. One-sided: it
    is wrong only if that of the truly best one is."""
    if not table.scores:
        return None
    confidence = 1 - 2 * bound_level(table.method)
    highest = max(each.interval(confidence)[1] for each in table.scores.values())
    return max(percent_more(highest), 0.0) if math.isfinite(highest) else None


def _change(
    plan: Plan,
    variant: Variant,
    best: Comparison,
    table: ComparisonTable,
    overall: tuple[Comparison, ...],
    refused: Mapping[str, Text],
) -> Decision:
    assert best.interval_percent is not None
    sure = best.interval_percent[0] >= 100 * plan.margin
    return Decision(
        Action.CHANGE,
        plan.use,
        variant.name,
        best.reference,
        variant.settings,
        best.effect_percent,
        best.interval_percent,
        most_gain(table),
        Confidence.HIGH if sure else Confidence.MEDIUM,
        overall,
        _named(refused, overall),
    )


def _best(overall: Sequence[Comparison], refused: Mapping[str, Text]) -> Comparison | None:
    return max(
        (
            each
            for each in overall
            if each.state is ComparisonState.FASTER and each.variant not in refused
        ),
        key=lambda each: (each.effect_percent, each.variant),
        default=None,
    )


def _named(
    refused: Mapping[str, Text], overall: Sequence[Comparison]
) -> tuple[RejectedVariant, ...]:
    """Refused variants that are nevertheless faster."""
    return tuple(
        RejectedVariant(each.variant, refused[each.variant])
        for each in overall
        if each.state is ComparisonState.FASTER and each.variant in refused
    )


def _confidence(
    overall: Sequence[Comparison], most_percent: float | None, plan: Plan
) -> Confidence:
    """That keeping is right: nothing to speak of could be gained, or not much."""
    if not overall or most_percent is None:
        return Confidence.LOW
    if most_percent < 100 * plan.margin:
        return Confidence.HIGH
    return Confidence.MEDIUM if most_percent <= FEW_PERCENT else Confidence.LOW


def _open(table: ComparisonTable, overall: Sequence[Comparison]) -> list[Estimate]:
    return [
        table.scores[each.variant] for each in overall if each.state is ComparisonState.INCONCLUSIVE
    ]


def _spread(table: ComparisonTable, overall: Sequence[Comparison]) -> float | None:
    """The standard deviation of one block's weighted difference, of the most uneven of those that
    are open."""
    spreads = [
        error * math.sqrt(estimate.values)
        for estimate in _open(table, overall)
        if math.isfinite(error := standard_error(estimate))
    ]
    return 100 * max(spreads) if spreads else None


def _seconds_needed(
    table: ComparisonTable, overall: Sequence[Comparison], variants: int
) -> float | None:
    """Until the open ones are decided."""
    needed = []
    for each in overall:
        if each.state is not ComparisonState.INCONCLUSIVE:
            continue
        seconds = table.score(each.variant).seconds_needed(variants)
        if seconds is None:
            return None
        needed.append(seconds)
    return max(needed, default=None)
