"""A recommendation, made of a variant and what it gains."""

from __future__ import annotations

from dataclasses import dataclass

from storage_tuner.advice.methods import Estimate
from storage_tuner.advice.verdict import percent
from storage_tuner.core.measurement import Metric
from storage_tuner.core.plan import Plan, Variant
from storage_tuner.core.verdict import Evidence, Recommendation

CONFIDENCE = 0.95


@dataclass(frozen=True)
class Gain:
    """Over what was set before, in percent, and where it surely lies."""

    percent: float
    low: float
    high: float


def gain_in(metric: Metric, estimate: Estimate) -> Gain:
    low, high = estimate.interval(CONFIDENCE)
    return Gain(*(percent(each, metric) for each in (estimate.mean, low, high)))


def what_is_set(plan: Plan) -> Variant:
    """As far as it is known: its settings only where it is among what was compared."""
    known = {variant.name: variant for variant in plan.variants}
    return known.get(plan.current or "", Variant(plan.current or "", ()))


def advise(
    plan: Plan,
    variant: Variant,
    headline: str,
    evidence: tuple[Evidence, ...],
    gain: Gain | None = None,
) -> Recommendation:
    """To set ``variant``, which brings ``gain``; without that, to leave it set."""
    return Recommendation(
        use=plan.use,
        variant=variant.name,
        change=gain is not None,
        headline=headline,
        settings=variant.settings,
        gain_percent=gain.percent if gain else None,
        gain_interval_percent=(gain.low, gain.high) if gain else None,
        evidence=evidence,
    )
