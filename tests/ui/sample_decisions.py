"""Invented answers, as the statistics give them, for the sessions of ``sample_results``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from storage_tuner.core.decision import (
    Action,
    Comparison,
    ComparisonState,
    Confidence,
    Decision,
    RejectedVariant,
)
from storage_tuner.core.measurement import Metric, SessionRecord
from storage_tuner.core.verdict import Judgement
from tests.ui import sample_results

FASTER, SLOWER = ComparisonState.FASTER, ComparisonState.SLOWER
SAME, INCONCLUSIVE = ComparisonState.SAME, ComparisonState.INCONCLUSIVE

Effect = tuple[ComparisonState, float, float, float]
"""State, effect, and the ends of its interval, in percent."""

DECIDED: Mapping[str, Effect] = {
    "none": (SAME, 0.4, -1.2, 2.0),
    "kyber": (SLOWER, -6.0, -9.0, -3.5),
    "bfq": (FASTER, 11.7, 10.5, 12.9),
}
INCONCLUSIVE_ONES: Mapping[str, Effect] = {
    "none": (INCONCLUSIVE, -2.0, -9.0, 11.0),
    "kyber": (INCONCLUSIVE, -2.4, -10.0, 6.0),
    "bfq": (SLOWER, -33.0, -45.0, -19.0),
}


def decided() -> tuple[SessionRecord, Judgement]:
    return _answered("adaptive", DECIDED, Action.CHANGE, "bfq", confidence=Confidence.HIGH)


def inconclusive() -> tuple[SessionRecord, Judgement]:
    return _answered(
        "equal", INCONCLUSIVE_ONES, Action.KEEP, "mq-deadline", most=11.0, seconds_needed=700.0
    )


def noisy() -> tuple[SessionRecord, Judgement]:
    """More time than anybody has would be needed."""
    return _answered(
        "equal", INCONCLUSIVE_ONES, Action.KEEP, "mq-deadline", most=11.0, seconds_needed=86_000.0
    )


def stopped() -> tuple[SessionRecord, Judgement]:
    return _answered(
        "stopped", INCONCLUSIVE_ONES, Action.KEEP, "mq-deadline", most=11.0, seconds_needed=700.0
    )


def refused() -> tuple[SessionRecord, Judgement]:
    """Faster, and yet not advised."""
    refusal = RejectedVariant("bfq", "p99 latency is 40 % longer")
    return _answered("adaptive", DECIDED, Action.KEEP, "mq-deadline", refused=(refusal,))


def without_current() -> tuple[SessionRecord, Judgement]:
    """As kept runs of earlier versions may be: what is set now wasn't measured."""
    record, judgement = _answered("adaptive", DECIDED, Action.NONE, None)
    return replace(record, plan=replace(record.plan, current=None)), judgement


ANSWERS = {
    "decided": decided,
    "inconclusive": inconclusive,
    "noisy": noisy,
    "stopped": stopped,
    "refused": refused,
    "without-current": without_current,
}


def _answered(
    kind: str,
    effects: Mapping[str, Effect],
    action: Action,
    variant: str | None,
    *,
    most: float | None = None,
    confidence: Confidence = Confidence.MEDIUM,
    refused: tuple[RejectedVariant, ...] = (),
    seconds_needed: float | None = None,
) -> tuple[SessionRecord, Judgement]:
    record, judgement = sample_results.judged(kind)
    overall = tuple(_comparison(name, effect) for name, effect in effects.items())
    chosen = next((each for each in overall if each.variant == variant), None)
    decision = Decision(
        action,
        record.plan.use,
        variant,
        "mq-deadline",
        (("scheduler", variant),) if variant else (),
        chosen.effect_percent if chosen else None,
        chosen.interval_percent if chosen else None,
        most,
        confidence,
        overall,
        refused,
        seconds_needed=seconds_needed,
    )
    found = tuple(
        replace(
            each,
            operation=verdict.operation,
            metric=verdict.metric,
            threads=verdict.threads,
            value=means.get(each.variant),
            reference_value=means.get("mq-deadline"),
        )
        for verdict in judgement.verdicts
        if verdict.metric is Metric.RATE or verdict.threads is None
        for means in ({item.variant: item.mean for item in verdict.summaries},)
        for each in overall
    )
    return record, replace(judgement, decision=decision, comparisons=(*overall, *found))


def _comparison(name: str, effect: Effect) -> Comparison:
    state, percent, low, high = effect
    return Comparison(None, None, None, name, "mq-deadline", state, percent, (low, high), runs=12)
