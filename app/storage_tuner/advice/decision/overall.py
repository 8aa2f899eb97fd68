"""The verdicts of a session combined: one variant for everything, or one per use."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from storage_tuner.advice.decision.weights import P99_SHARE, WEIGHTS
from storage_tuner.core.measurement import Metric
from storage_tuner.core.plan import Use
from storage_tuner.core.verdict import BestForUse, Overall, State, Verdict

COUNTS_FROM = 0.2
"""The weight from which an operation counts for a use."""


def overall(verdicts: Sequence[Verdict]) -> Overall | None:
    """None when nothing was compared.

    Only the verdicts over all thread counts count, and not those on the spread: a variant with only
    a faster median has more of it. A variant is good everywhere if no other is better in anything;
    inconclusive comparisons don't count against it, but are reported."""
    whole = [
        verdict
        for verdict in verdicts
        if verdict.threads is None
        and verdict.metric is not Metric.SPREAD
        and verdict.state is not State.NOT_MEASURED
    ]
    if not whole:
        return None
    everywhere = _unbeaten(whole)
    return Overall(
        everywhere=everywhere,
        differing=any(len(verdict.best) < len(verdict.summaries) for verdict in whole),
        undecided=sum(verdict.state is State.UNDECIDED for verdict in whole),
        compared=len(whole),
        by_use=() if everywhere else tuple(_by_use(whole)),
    )


def _unbeaten(verdicts: Sequence[Verdict]) -> tuple[str, ...]:
    """Variants with more wins first, then the better placed."""
    names = dict.fromkeys(name for verdict in verdicts for name in verdict.best)
    found = [name for name in names if all(name in verdict.best for verdict in verdicts)]
    wins = Counter(verdict.winner for verdict in verdicts)
    places = {name: sum(verdict.best.index(name) for verdict in verdicts) for name in found}
    return tuple(sorted(found, key=lambda name: (-wins[name], places[name], name)))


def _by_use(verdicts: Sequence[Verdict]) -> list[BestForUse]:
    """The best variant for each use by its operations; uses without measured operations are
    omitted."""
    found = []
    for use in Use:
        counting = [verdict for verdict in verdicts if _counts(use, verdict)]
        if use is not Use.NOT_SURE and counting:
            settled = all(verdict.state is not State.UNDECIDED for verdict in counting)
            found.append(BestForUse(use, _unbeaten(counting), settled))
    return found


def _counts(use: Use, verdict: Verdict) -> bool:
    if WEIGHTS[use].get(verdict.operation, 0.0) < COUNTS_FROM:
        return False
    if verdict.metric is Metric.ACCESS_TIME_P99:
        return P99_SHARE[use] > 0
    return verdict.metric is Metric.RATE
