"""TEST DATA: judgements made by hand, of every state that there is. Nothing was measured."""

from __future__ import annotations

from dataclasses import replace

from storage_tuner.core.decision import (
    Action,
    Comparison,
    ComparisonState,
    Confidence,
    Decision,
)
from storage_tuner.core.measurement import Metric, SessionRecord
from storage_tuner.core.plan import Use
from storage_tuner.core.verdict import Judgement
from storage_tuner.core.workload import Operation
from tests.unit.report.example_session import example_record

FASTER, SLOWER = ComparisonState.FASTER, ComparisonState.SLOWER
SAME, INCONCLUSIVE = ComparisonState.SAME, ComparisonState.INCONCLUSIVE
RATE, P99 = Metric.RATE, Metric.ACCESS_TIME_P99
READ = Operation.SEQUENTIAL_READ


def score(
    variant: str,
    effect: float,
    interval: tuple[float, float] | None,
    state: ComparisonState,
    reference: str = "none",
    runs: int = 10,
) -> Comparison:
    """Of the weighted score."""
    return Comparison(None, None, None, variant, reference, state, effect, interval, runs=runs)


SLOWER_BFQ = score("bfq", -33, (-45, -19), SLOWER)
OPEN_KYBER = score("kyber", -2, (-11, 11), INCONCLUSIVE)
SAME_DEADLINE = score("mq-deadline", 0.4, (-1.2, 1.8), SAME)
FASTER_BFQ = score("bfq", 14, (10, 18), FASTER)


def decision(action: Action, *overall: Comparison, **given: object) -> Decision:
    variant = {Action.KEEP: "none", Action.CHANGE: overall[0].variant if overall else None}
    made = Decision(
        action,
        Use.DESKTOP,
        variant.get(action),
        "none",
        confidence=Confidence.MEDIUM,
        overall=tuple(overall),
    )
    return replace(made, **given)  # type: ignore[arg-type]


KEPT_OPEN = decision(
    Action.KEEP, SAME_DEADLINE, OPEN_KYBER, SLOWER_BFQ, most_gain_percent=11, spread_percent=10.2
)
KEPT_DECIDED = decision(Action.KEEP, SAME_DEADLINE, SLOWER_BFQ, most_gain_percent=1.8)
CHANGED = decision(
    Action.CHANGE,
    FASTER_BFQ,
    OPEN_KYBER,
    gain_percent=14,
    interval_percent=(10, 18),
    most_gain_percent=18,
)


def figure(
    variant: str,
    effect: float,
    state: ComparisonState = INCONCLUSIVE,
    *,
    operation: Operation = READ,
    metric: Metric = RATE,
    threads: int | None = None,
    interval: tuple[float, float] | None = (-4, 9),
    value: float = 1000.0,
    runs: int = 10,
    doubt: str = "",
) -> Comparison:
    """Of one operation and metric, against "none"."""
    return Comparison(
        operation,
        metric,
        threads,
        variant,
        "none",
        state,
        effect,
        interval,
        value * (1 + effect / 100),
        value,
        runs,
        doubt,
    )


def judged(made: Decision | None, *figures: Comparison, **given: object) -> Judgement:
    return replace(
        Judgement((), None, comparisons=tuple(figures), decision=made),
        **given,  # type: ignore[arg-type]
    )


def record(**given: object) -> SessionRecord:
    """A finished session in which "none" was the current setting."""
    made = example_record(repeats=1)
    made = replace(made, plan=replace(made.plan, current="none"))
    return replace(made, **given)  # type: ignore[arg-type]
