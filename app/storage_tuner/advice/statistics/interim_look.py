"""An interim analysis of a session with a fixed duration: comparisons that need no more
measuring."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from storage_tuner.advice.comparing import score_comparisons
from storage_tuner.advice.decision.scoring import scores_of
from storage_tuner.advice.statistics.methods import LOOK_SHARES, FixedBlocks, method_for
from storage_tuner.advice.verdict import ComparisonTable, assess
from storage_tuner.core.decision import ComparisonState
from storage_tuner.core.measurement import Measurement
from storage_tuner.core.plan import Plan

LOOKS = len(LOOK_SHARES)
"""The last one is when the time is over."""


@dataclass(frozen=True)
class InterimLook:
    """``slower`` are the variants that are significantly worse than the current settings for the
    user's purpose, and have enough blocks to say in which operations they are better; ``decided``:
    no operation and no score is open any more."""

    slower: frozenset[str]
    decided: bool


def look(plan: Plan, measurements: Sequence[Measurement], number: int) -> InterimLook:
    """What look ``number``, counted from 1, shows in all that was measured so far. Those after the
    last one before the end show nothing: their share is kept for the end."""
    method = method_for(plan)
    if not isinstance(method, FixedBlocks) or not 1 <= number < LOOKS:
        return InterimLook(frozenset(), False)
    method = replace(method, share=LOOK_SHARES[number - 1])
    reference = reference_of(plan)
    scores = scores_of(plan, measurements, reference, method)
    table = assess(measurements, method, reference, scores.estimates)
    overall = {
        each.variant: each.state for each in score_comparisons(table, reference, scores.lacking)
    }
    slower = frozenset(
        name
        for name, state in overall.items()
        if state is ComparisonState.SLOWER and _is_judged(table, name, reference)
    )
    running = [name for name in overall if name not in slower]
    states = [overall[name] for name in running] + [
        lead.state
        for group in table.standings
        if group.threads is None and group.metric in method.questions[0]
        for name in running
        if (lead := table.lead(group, name, reference)) is not None
    ]
    return InterimLook(slower, bool(overall) and ComparisonState.INCONCLUSIVE not in states)


def _is_judged(table: ComparisonTable, name: str, reference: str) -> bool:
    """Whether every operation has enough blocks of ``name`` for a verdict of its own. The score
    needs fewer, but without them the result couldn't name a trade-off."""
    pair = {name, reference}
    return all(
        estimate.values >= table.method.least
        for key, estimate in table.estimates.items()
        if key.threads is None and {key.left, key.right} == pair
    )


def reference_of(plan: Plan) -> str:
    """The current settings where they are measured, else the first variant."""
    names = [variant.name for variant in plan.variants]
    return plan.current if plan.current in names else names[0]
