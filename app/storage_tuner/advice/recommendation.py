"""From measurements and a use to what should be done, with the reasons.

The variants are compared with the one that was active before, on one figure: the mean difference
of logarithms weighted by what the use asks for. A change is advised only if that figure is soundly
above zero (Holm's correction over the other variants) and at least the plan's margin. The protocol
of the plan decides which statistics tell that.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from storage_tuner.advice.methods import Block, Estimate, Method, method_for
from storage_tuner.advice.statistics import holm
from storage_tuner.advice.verdict import cell_group, percent
from storage_tuner.core.measurement import Measurement, Metric
from storage_tuner.core.plan import Operation, Plan, Use, Variant
from storage_tuner.core.verdict import Evidence, Recommendation, State, Verdict

_SR, _SW, _RR, _RW = Operation
WEIGHTS: dict[Use, dict[Operation, float]] = {
    Use.DESKTOP: {_SR: 0.25, _SW: 0.1, _RR: 0.45, _RW: 0.2},
    Use.FILE_SERVER: {_SR: 0.35, _SW: 0.25, _RR: 0.25, _RW: 0.15},
    Use.DATABASE: {_SR: 0.05, _SW: 0.05, _RR: 0.45, _RW: 0.45},
    Use.VIRTUAL_MACHINES: {_SR: 0.15, _SW: 0.15, _RR: 0.35, _RW: 0.35},
    Use.BACKUP: {_SR: 0.45, _SW: 0.45, _RR: 0.05, _RW: 0.05},
    Use.NOT_SURE: {_SR: 0.25, _SW: 0.25, _RR: 0.25, _RW: 0.25},
}
"""How much each operation counts; choices of ours, shown to the user, not measurements."""

P99_SHARE: dict[Use, float] = {
    Use.DESKTOP: 0.5,
    Use.FILE_SERVER: 0.25,
    Use.DATABASE: 0.4,
    Use.VIRTUAL_MACHINES: 0.4,
    Use.BACKUP: 0.0,
    Use.NOT_SURE: 0.25,
}
"""How much of each operation's weight goes to the slowest 1 % of requests instead of the rate."""

USE_PHRASES: dict[Use, str] = {
    Use.DESKTOP: "a desktop",
    Use.FILE_SERVER: "a file server",
    Use.DATABASE: "a database",
    Use.VIRTUAL_MACHINES: "virtual machines",
    Use.BACKUP: "backups and media",
    Use.NOT_SURE: "a balanced mix",
}


@dataclass(frozen=True)
class Candidate:
    """A variant with its weighted gain over the one from before."""

    variant: Variant
    gain: Estimate
    p_value: float

    def convinces(self, method: Method) -> bool:
        enough = math.log1p(method.margin)
        return self.p_value < method.error_level and self.gain.mean >= enough


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
    best = max(convincing, key=lambda candidate: candidate.gain.mean, default=None)
    if plan.current is not None and plan.current not in by_name:
        return _advise_nothing(plan, before, best, candidates, verdicts)
    if best is not None:
        return _advise_change(plan, before, best, verdicts)
    return _advise_stay(plan, before, candidates, verdicts)


def _candidates(
    plan: Plan, measurements: Sequence[Measurement], before: Variant, method: Method
) -> list[Candidate]:
    gains = {
        variant: gain
        for variant in plan.variants
        if variant != before
        and (gain := weighted_gain(plan.use, measurements, variant.name, before.name, method))
        is not None
    }
    adjusted = holm({variant: gain.p_value for variant, gain in gains.items()})
    return [Candidate(variant, gain, adjusted[variant]) for variant, gain in gains.items()]


def weighted_gain(
    use: Use, measurements: Sequence[Measurement], variant: str, before: str, method: Method
) -> Estimate | None:
    """The weighted mean difference of logarithms, positive when ``variant`` is better.

    Rate and slowest 1 % come from the same runs and go up and down together, so they are weighed
    within each block; only whole operations, measured in runs of their own, are independent.
    """
    return method.weighted(
        [
            (weight, _operation_gains(use, measurements, operation, variant, before))
            for operation, weight in WEIGHTS[use].items()
        ]
    )


def _operation_gains(
    use: Use,
    measurements: Sequence[Measurement],
    operation: Operation,
    variant: str,
    before: str,
) -> dict[Block, float]:
    """In each block that has everything."""
    shares = {Metric.RATE: 1 - P99_SHARE[use], Metric.ACCESS_TIME_P99: P99_SHARE[use]}
    differences = {
        metric: cell_group(measurements, operation, metric).block_differences(variant, before)
        for metric, share in shares.items()
        if share
    }
    measured = {metric: blocks for metric, blocks in differences.items() if blocks}
    total = math.fsum(shares[metric] for metric in measured)
    common = set.intersection(*map(set, measured.values())) if measured else set()
    return {
        block: math.fsum(shares[metric] * blocks[block] for metric, blocks in measured.items())
        / total
        for block in sorted(common)
    }


def _advise_change(
    plan: Plan, before: Variant, best: Candidate, verdicts: Sequence[Verdict]
) -> Recommendation:
    low, high = best.gain.interval()
    gain = percent(best.gain.mean, Metric.RATE)
    interval = (percent(low, Metric.RATE), percent(high, Metric.RATE))
    headline = (
        f"{best.variant.name} suits {_use_phrase(plan)} better than {before.name}: "
        f"{gain:+.0f} % ({interval[0]:+.0f} … {interval[1]:+.0f} %)."
    )
    return Recommendation(
        use=plan.use,
        variant=best.variant.name,
        change=True,
        headline=headline,
        settings=best.variant.settings,
        gain_percent=gain,
        gain_interval_percent=interval,
        evidence=(_weights_evidence(plan), *_measured_evidence(verdicts)),
    )


def _advise_stay(
    plan: Plan, before: Variant, candidates: Sequence[Candidate], verdicts: Sequence[Verdict]
) -> Recommendation:
    headline = (
        f"Leave {before.name} as it is: nothing else was shown to be at least "
        f"{100 * plan.margin:.0f} % better for {_use_phrase(plan)}."
    )
    return Recommendation(
        use=plan.use,
        variant=before.name,
        change=False,
        headline=headline,
        settings=before.settings,
        gain_percent=None,
        gain_interval_percent=None,
        evidence=(
            _weights_evidence(plan),
            *(_candidate_evidence(candidate, before) for candidate in candidates),
            *_measured_evidence(verdicts),
        ),
    )


def _advise_nothing(
    plan: Plan,
    first: Variant,
    best: Candidate | None,
    candidates: Sequence[Candidate],
    verdicts: Sequence[Verdict],
) -> Recommendation:
    """The setting from before wasn't among those measured, so nothing can be said against it."""
    names = ", ".join(variant.name for variant in plan.variants)
    found = (
        f"{best.variant.name} suits {_use_phrase(plan)} best"
        if best
        else f"none was shown to be at least {100 * plan.margin:.0f} % better than {first.name}"
    )
    return Recommendation(
        use=plan.use,
        variant=plan.current or "",
        change=False,
        headline=f"Of {names}, {found}. {plan.current}, which is set, was not measured.",
        settings=(),
        gain_percent=None,
        gain_interval_percent=None,
        evidence=(
            _weights_evidence(plan),
            *(_candidate_evidence(candidate, first) for candidate in candidates),
            *_measured_evidence(verdicts),
        ),
    )


def _only_reads(plan: Plan) -> bool:
    return not any(operation.writes for operation in plan.operations)


def _use_phrase(plan: Plan) -> str:
    """The use, and that only half of it was looked at where a disk could only be read."""
    return USE_PHRASES[plan.use] + (" (reading only)" if _only_reads(plan) else "")


def _weights_evidence(plan: Plan) -> Evidence:
    """The shares of what was measured; they sum to 100 %."""
    weights = {operation: WEIGHTS[plan.use][operation] for operation in plan.operations}
    total = math.fsum(weights.values())
    parts = ", ".join(
        f"{operation.label.lower()} {100 * weight / total:.0f} %"
        for operation, weight in weights.items()
    )
    p99 = P99_SHARE[plan.use]
    tail = f"; {100 * p99:.0f} % of each for the slowest 1 % of requests" if p99 else ""
    unknown = " Writing was not measured." if _only_reads(plan) else ""
    return Evidence(
        f"For {USE_PHRASES[plan.use]} the operations count: {parts}{tail}.{unknown}",
        "Storage Tuner's weights",
    )


def _candidate_evidence(candidate: Candidate, before: Variant) -> Evidence:
    low, high = (percent(bound, Metric.RATE) for bound in candidate.gain.interval())
    gain = percent(candidate.gain.mean, Metric.RATE)
    return Evidence(
        f"{candidate.variant.name} against {before.name}, weighted: "
        f"{gain:+.1f} % ({low:+.1f} … {high:+.1f} %).",
        "this measurement",
    )


def _measured_evidence(verdicts: Sequence[Verdict]) -> tuple[Evidence, ...]:
    return tuple(
        Evidence(_sentence(verdict), "this measurement")
        for verdict in verdicts
        if verdict.threads is None and verdict.state is State.BETTER
    )


def _sentence(verdict: Verdict) -> str:
    assert verdict.effect_percent is not None
    assert verdict.interval_percent is not None
    low, high = verdict.interval_percent
    return (
        f"{verdict.operation.label}, {verdict.metric.phrase}: {verdict.winner} "
        f"{verdict.effect_percent:.0f} % {verdict.metric.comparative} than {verdict.runner_up} "
        f"({low:.0f} … {high:.0f} %)."
    )
