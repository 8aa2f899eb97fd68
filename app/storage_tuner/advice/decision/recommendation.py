"""Turns a decision into a recommendation with reasons."""

from __future__ import annotations

import math
from collections.abc import Sequence

from storage_tuner.advice.decision.weights import METRIC_OF_AIM, metric_shares, weights
from storage_tuner.core.decision import Action, Comparison, Decision
from storage_tuner.core.measurement import Metric
from storage_tuner.core.message import Message, Text, sentence, together
from storage_tuner.core.plan import USE_PHRASES, Plan, Use
from storage_tuner.core.verdict import Evidence, Recommendation, State, Verdict


def recommend(plan: Plan, decision: Decision, verdicts: Sequence[Verdict]) -> Recommendation:
    """``decision`` with its reasons: how the operations are weighed, what was measured."""
    change = decision.action is Action.CHANGE
    return Recommendation(
        use=plan.use,
        variant=decision.variant or plan.current or "",
        change=change,
        settings=decision.settings,
        gain_percent=decision.gain_percent,
        gain_interval_percent=decision.interval_percent,
        evidence=(
            _weights_evidence(plan),
            *_refused(decision),
            *(_score_evidence(each) for each in decision.overall),
            *_measured_evidence(verdicts),
        ),
        aims=plan.aims,
    )


def _refused(decision: Decision) -> tuple[Evidence, ...]:
    """Evidence on variants that are faster but not recommended."""
    return tuple(
        Evidence(
            sentence(
                "{variant} is faster, but {refusal}.",
                variant=each.variant,
                refusal=each.reason,
            ),
            sentence("this measurement"),
        )
        for each in decision.refused
    )


def _only_reads(plan: Plan) -> bool:
    return not any(operation.writes for operation in plan.operations)


def _weights_evidence(plan: Plan) -> Evidence:
    """The shares of what was measured; they sum to 100 %."""
    counting = weights(plan.use, plan.operations)
    total = math.fsum(counting.values())
    parts = together(
        (_share(operation.phrase, weight / total) for operation, weight in counting.items()),
        ", ",
    )
    unknown = sentence("Writes weren't measured.") if _only_reads(plan) else ""
    return Evidence(
        together(
            (
                sentence(
                    "For {use}: {parts}.",
                    use=USE_PHRASES[plan.use],
                    parts=together((parts, _shares_text(plan)), "; "),
                ),
                unknown,
            )
        ),
        sentence("Storage Tuner's weights"),
    )


def _shares_text(plan: Plan) -> Text:
    """The weights within each operation; "" where only throughput counts, without priorities."""
    foreground = [operation for operation in plan.operations if not operation.background]
    shares = metric_shares(plan.use, plan.aims, (foreground or plan.operations)[0])
    if not plan.aims and plan.use is Use.RESPONSIVENESS:
        return sentence(
            "background operations count by throughput, the others by mean latency and p99 "
            "latency in equal parts"
        )
    if not plan.aims:
        p99 = 100 * shares.get(Metric.ACCESS_TIME_P99, 0)
        if p99 and len(foreground) < len(plan.operations):
            return sentence(
                "{p99:.0f} % of each is p99 latency, except for background operations", p99=p99
            )
        return sentence("{p99:.0f} % of each is p99 latency", p99=p99) if p99 else ""
    reported = together((_share(metric.phrase, share) for metric, share in shares.items()), ", ")
    left = [aim.phrase for aim in plan.aims if aim not in METRIC_OF_AIM]
    if not left:
        return sentence("within each, by your priorities, {reported}", reported=reported)
    return sentence(
        "within each, by your priorities, {reported} ({left} has one value per test and can't be "
        "weighted)",
        reported=reported,
        left=together(left, ", "),
    )


def _share(phrase: Text, share: float) -> Message:
    return sentence("{phrase} {share:.0f} %", phrase=phrase, share=100 * share)


def _score_evidence(score: Comparison) -> Evidence:
    if score.doubt:
        text = sentence(
            "{variant} against {before}: no overall score yet ({lacking}).",
            variant=score.variant,
            before=score.reference,
            lacking=score.doubt,
        )
        return Evidence(text, sentence("this measurement"))
    assert score.interval_percent is not None
    low, high = score.interval_percent
    return Evidence(
        sentence(
            "{variant} against {before}, weighted: {gain:+.1f} % ({low:+.1f} … {high:+.1f} %).",
            variant=score.variant,
            before=score.reference,
            gain=score.effect_percent,
            low=low,
            high=high,
        ),
        sentence("this measurement"),
    )


def _measured_evidence(verdicts: Sequence[Verdict]) -> tuple[Evidence, ...]:
    return tuple(
        Evidence(_sentence(verdict), sentence("this measurement"))
        for verdict in verdicts
        if verdict.threads is None and verdict.state is State.BETTER
    )


def _sentence(verdict: Verdict) -> Message:
    assert verdict.effect_percent is not None
    assert verdict.interval_percent is not None
    low, high = verdict.interval_percent
    return sentence(
        "{label}, {phrase}: {winner} {effect_percent:.0f} % {comparative} than "
        "{runner_up} ({low:.0f} … {high:.0f} %).",
        label=verdict.operation.label,
        phrase=verdict.metric.phrase,
        winner=verdict.winner,
        effect_percent=verdict.effect_percent,
        comparative=verdict.metric.comparative,
        runner_up=verdict.runner_up,
        low=low,
        high=high,
    )
