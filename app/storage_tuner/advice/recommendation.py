"""From measurements and a use to what should be done, with the reasons.

The variants are compared with the one that was active before, on one figure: the mean difference
of logarithms weighted by what the use and the aims ask for (``advice.weighing``). A change is
advised only if that figure is soundly above zero (Holm's correction over the other variants) and at
least the plan's margin. The protocol of the plan decides which statistics tell that.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from storage_tuner.advice.admissible import refusal
from storage_tuner.advice.advised import advise, gain_in, what_is_set
from storage_tuner.advice.methods import Block, Estimate, Method, method_for
from storage_tuner.advice.statistics import holm
from storage_tuner.advice.weighing import (
    METRIC_OF_AIM,
    metric_shares,
    operation_gains,
    weights,
)
from storage_tuner.core.measurement import Measurement, Metric
from storage_tuner.core.plan import UNCHANGED, Plan, Use, Variant
from storage_tuner.core.sentence import counted, sentence, together
from storage_tuner.core.verdict import Evidence, Recommendation, State, Verdict
from storage_tuner.core.workload import Operation

USE_PHRASES: dict[Use, str] = {
    Use.DESKTOP: sentence("a desktop"),
    Use.FILE_SERVER: sentence("a file server"),
    Use.DATABASE: sentence("a database"),
    Use.VIRTUAL_MACHINES: sentence("virtual machines"),
    Use.BACKUP: sentence("backups"),
    Use.STREAMING: sentence("streaming media"),
    Use.MIXED: sentence("a server with mixed work"),
    Use.NOT_SURE: sentence("a balanced mix"),
}


_Gains = Mapping[Operation, Mapping[Block, float]]
"""Differences of logarithms in each block of each operation, positive where a variant is better."""


@dataclass(frozen=True)
class Candidate:
    """A variant with its weighted gain over the one from before; ``refusal`` says why it isn't to
    be recommended however good it is ("": it may), ``lacking`` which operations have too little to
    be judged, so that the whole isn't either ("": none)."""

    variant: Variant
    gain: Estimate
    p_value: float
    refusal: str = ""
    lacking: str = ""

    def convinces(self, method: Method) -> bool:
        enough = math.log1p(method.margin)
        return not self.lacking and self.p_value < method.error_level and self.gain.mean >= enough


def recommend(
    plan: Plan, measurements: Sequence[Measurement], verdicts: Sequence[Verdict]
) -> Recommendation | None:
    """What to set for ``plan.use``; None when nothing was compared.

    Nothing is advised against a setting that wasn't measured. Where the setting from before isn't
    known at all, the first variant of the plan is taken for it.
    """
    if len(plan.variants) < 2 or not measurements:
        return None
    by_name = {variant.name: variant for variant in plan.variants}
    before = by_name.get(plan.current or "", plan.variants[0])
    method = method_for(plan)
    candidates = _candidates(plan, measurements, before, method)
    if not candidates:
        return None
    convincing = [candidate for candidate in candidates if candidate.convinces(method)]
    best = max(
        (candidate for candidate in convincing if not candidate.refusal),
        key=lambda candidate: (candidate.gain.mean, candidate.variant.name),
        default=None,
    )
    if plan.current is not None and plan.current not in by_name:
        return _advise_nothing(plan, before, best, candidates, verdicts)
    if best is not None:
        return _advise_change(plan, before, best, _refused(convincing, before), verdicts)
    return _advise_stay(plan, before, candidates, _refused(convincing, before), verdicts)


def _candidates(
    plan: Plan, measurements: Sequence[Measurement], before: Variant, method: Method
) -> list[Candidate]:
    by_operation = {
        variant: _gains(plan, measurements, variant.name, before.name)
        for variant in plan.variants
        if variant != before
    }
    gains = {
        variant: gain
        for variant, found in by_operation.items()
        if (gain := _weighed(plan, found, method)) is not None
    }
    adjusted = holm({variant: gain.p_value for variant, gain in gains.items()})
    return [
        Candidate(
            variant,
            gain,
            adjusted[variant],
            refusal(variant, before, allow_risky=plan.allow_risky),
            _lacking(by_operation[variant], method),
        )
        for variant, gain in gains.items()
    ]


def weighted_gain(
    plan: Plan, measurements: Sequence[Measurement], variant: str, before: str, method: Method
) -> Estimate | None:
    """The weighted mean difference of logarithms, positive when ``variant`` is better.

    The metrics come from the same runs and go up and down together, so they are weighed within each
    block; only whole operations, measured in runs of their own, are independent.
    """
    return _weighed(plan, _gains(plan, measurements, variant, before), method)


def _weighed(plan: Plan, gains: _Gains, method: Method) -> Estimate | None:
    counting = weights(plan.use, plan.operations)
    return method.weighted([(counting[operation], gains[operation]) for operation in counting])


def _gains(plan: Plan, measurements: Sequence[Measurement], variant: str, before: str) -> _Gains:
    """Of every operation that counts."""
    shares = metric_shares(plan.use, plan.aims)
    return {
        operation: operation_gains(shares, measurements, operation, variant, before)
        for operation in weights(plan.use, plan.operations)
    }


def _lacking(gains: _Gains, method: Method) -> str:
    """Operations that count and can't be judged yet, with what they lack."""
    return together(
        (
            counted(
                missing,
                "{operation} lacks {count} block",
                "{operation} lacks {count} blocks",
                operation=operation.phrase,
            )
            for operation, differences in gains.items()
            if (missing := method.blocks_missing(differences))
        ),
        ", ",
    )


def _refused(convincing: Sequence[Candidate], before: Variant) -> tuple[Evidence, ...]:
    """Of those that were shown to be better and yet aren't recommended."""
    return tuple(
        Evidence(
            sentence(
                "{found} But {refusal}.",
                found=_candidate_evidence(candidate, before).statement,
                refusal=candidate.refusal,
            ),
            sentence("this measurement"),
        )
        for candidate in convincing
        if candidate.refusal
    )


def _advise_change(
    plan: Plan,
    before: Variant,
    best: Candidate,
    refused: tuple[Evidence, ...],
    verdicts: Sequence[Verdict],
) -> Recommendation:
    gain = gain_in(Metric.RATE, best.gain)
    headline = sentence(
        "{variant} suits {use} better than {before}: {gain:+.0f} % ({low:+.0f} … {high:+.0f} %).",
        variant=best.variant.name,
        use=_use_phrase(plan),
        before=_named(before),
        gain=gain.percent,
        low=gain.low,
        high=gain.high,
    )
    evidence = (_weights_evidence(plan), *refused, *_measured_evidence(verdicts))
    return advise(plan, best.variant, headline, evidence, gain)


def _named(before: Variant) -> str:
    return sentence("what is set") if before.name == UNCHANGED else before.name


def _advise_stay(
    plan: Plan,
    before: Variant,
    candidates: Sequence[Candidate],
    refused: tuple[Evidence, ...],
    verdicts: Sequence[Verdict],
) -> Recommendation:
    named = sentence("everything") if before.name == UNCHANGED else before.name
    headline = sentence(
        "Leave {named} as it is: {nothing} was shown to be at least {margin:.0f} % better "
        "for {use}.",
        named=named,
        nothing=sentence("nothing without risk") if refused else sentence("nothing else"),
        margin=100 * plan.margin,
        use=_use_phrase(plan),
    )
    evidence = (
        _weights_evidence(plan),
        *refused,
        *(
            _candidate_evidence(candidate, before)
            for candidate in candidates
            if not (refused and candidate.refusal)
        ),
        *_measured_evidence(verdicts),
    )
    return advise(plan, before, headline, evidence)


def _advise_nothing(
    plan: Plan,
    first: Variant,
    best: Candidate | None,
    candidates: Sequence[Candidate],
    verdicts: Sequence[Verdict],
) -> Recommendation:
    """The setting from before wasn't among those measured, so nothing can be said against it."""
    names = together((variant.name for variant in plan.variants), ", ")
    found = (
        sentence("{variant} suits {use} best", variant=best.variant.name, use=_use_phrase(plan))
        if best
        else sentence(
            "none was shown to be at least {margin:.0f} % better than {first}",
            margin=100 * plan.margin,
            first=first.name,
        )
    )
    now = (
        sentence("What is set")
        if plan.current == UNCHANGED
        else sentence("{current}, which is set,", current=plan.current)
    )
    headline = sentence(
        "Of {names}, {found}. {now} was not measured.", names=names, found=found, now=now
    )
    evidence = (
        _weights_evidence(plan),
        *(_candidate_evidence(candidate, first) for candidate in candidates),
        *_measured_evidence(verdicts),
    )
    return advise(plan, what_is_set(plan), headline, evidence)


def _only_reads(plan: Plan) -> bool:
    return not any(operation.writes for operation in plan.operations)


def _use_phrase(plan: Plan) -> str:
    """The use, and that only half of it was looked at where a disk could only be read."""
    use = USE_PHRASES[plan.use]
    return sentence("{use} (reading only)", use=use) if _only_reads(plan) else use


def _weights_evidence(plan: Plan) -> Evidence:
    """The shares of what was measured; they sum to 100 %."""
    counting = weights(plan.use, plan.operations)
    total = math.fsum(counting.values())
    parts = together(
        (_share(operation.phrase, weight / total) for operation, weight in counting.items()),
        ", ",
    )
    unknown = sentence("Writing was not measured.") if _only_reads(plan) else ""
    return Evidence(
        together(
            (
                sentence(
                    "For {use} the operations count: {parts}.",
                    use=USE_PHRASES[plan.use],
                    parts=together((parts, _shares_text(plan)), "; "),
                ),
                unknown,
            )
        ),
        sentence("Storage Tuner's weights"),
    )


def _shares_text(plan: Plan) -> str:
    """What counts within each operation; "" where that's the rate alone, as nobody told aims."""
    shares = metric_shares(plan.use, plan.aims)
    if not plan.aims:
        p99 = shares.get(Metric.ACCESS_TIME_P99)
        return (
            sentence("{p99:.0f} % of each for the slowest 1 % of requests", p99=100 * p99)
            if p99
            else ""
        )
    told = together((_share(metric.phrase, share) for metric, share in shares.items()), ", ")
    left = [aim.phrase for aim in plan.aims if aim not in METRIC_OF_AIM]
    if not left:
        return sentence("of each, by your aims, {told}", told=told)
    return sentence(
        "of each, by your aims, {told} ({left} has one figure a test and can't be weighed)",
        told=told,
        left=together(left, ", "),
    )


def _share(phrase: str, share: float) -> str:
    return sentence("{phrase} {share:.0f} %", phrase=phrase, share=100 * share)


def _candidate_evidence(candidate: Candidate, before: Variant) -> Evidence:
    if candidate.lacking:
        text = sentence(
            "{variant} against {before} can't be judged as a whole: {lacking}.",
            variant=candidate.variant.name,
            before=before.name,
            lacking=candidate.lacking,
        )
        return Evidence(text, sentence("this measurement"))
    gain = gain_in(Metric.RATE, candidate.gain)
    return Evidence(
        sentence(
            "{variant} against {before}, weighted: {gain:+.1f} % ({low:+.1f} … {high:+.1f} %).",
            variant=candidate.variant.name,
            before=before.name,
            gain=gain.percent,
            low=gain.low,
            high=gain.high,
        ),
        sentence("this measurement"),
    )


def _measured_evidence(verdicts: Sequence[Verdict]) -> tuple[Evidence, ...]:
    return tuple(
        Evidence(_sentence(verdict), sentence("this measurement"))
        for verdict in verdicts
        if verdict.threads is None and verdict.state is State.BETTER
    )


def _sentence(verdict: Verdict) -> str:
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
