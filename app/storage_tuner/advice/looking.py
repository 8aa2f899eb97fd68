"""A look on the way of a session whose time is known beforehand: what needs no more measuring."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from storage_tuner.advice.comparing import comparisons, score_comparisons
from storage_tuner.advice.methods import LOOK_SHARES, FixedBlocks, method_for
from storage_tuner.advice.scoring import scores_of
from storage_tuner.advice.verdict import assess
from storage_tuner.core.decision import ComparisonState
from storage_tuner.core.measurement import Measurement
from storage_tuner.core.plan import Plan

LOOKS = len(LOOK_SHARES)
"""The last one is when the time is over."""


@dataclass(frozen=True)
class Look:
    """``slower`` are the variants that are surely worse than the current settings for the user's
    purpose; ``decided``: no operation and no score is open any more."""

    slower: frozenset[str]
    decided: bool


def look(plan: Plan, measurements: Sequence[Measurement], number: int) -> Look:
    """What look ``number``, counted from 1, shows in all that was measured so far. Those after the
    last one before the end show nothing: their share is kept for the end."""
    method = method_for(plan)
    if not isinstance(method, FixedBlocks) or not 1 <= number < LOOKS:
        return Look(frozenset(), False)
    method = replace(method, share=LOOK_SHARES[number - 1])
    reference = reference_of(plan)
    scores = scores_of(plan, measurements, reference, method)
    table = assess(measurements, method, reference, scores.estimates)
    overall = score_comparisons(table, reference, scores.lacking)
    slower = {each.variant for each in overall if each.state is ComparisonState.SLOWER}
    single = [
        each
        for each in comparisons(table, reference)
        if each.threads is None and each.metric in method.questions[0]
    ]
    asked = [each for each in (*overall, *single) if each.variant not in slower]
    return Look(
        frozenset(slower),
        bool(overall) and all(each.state is not ComparisonState.INCONCLUSIVE for each in asked),
    )


def reference_of(plan: Plan) -> str:
    """The current settings where they are measured, else the first variant."""
    names = [variant.name for variant in plan.variants]
    return plan.current if plan.current in names else names[0]
