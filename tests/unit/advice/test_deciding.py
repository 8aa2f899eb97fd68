"""From what was measured to one answer: every variant against the current setting."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping
from dataclasses import dataclass

import pytest

from storage_tuner.advice.decision.deciding import decide
from storage_tuner.advice.judgement import judge_plan, judge_table
from storage_tuner.advice.statistics.methods import method_for
from storage_tuner.advice.verdict import ComparisonTable, assess
from storage_tuner.core.decision import Action, Comparison, ComparisonState, Confidence, Decision
from storage_tuner.core.measurement import Metric
from storage_tuner.core.plan import Plan, Protocol, Use, Variant
from storage_tuner.core.verdict import Judgement
from storage_tuner.core.workload import CLASSICAL_WORKLOADS, Operation
from tests.unit.advice.sessions import plan_for, simulated_runs

SIDE = ComparisonState


def judged(
    rates: Mapping[str, float],
    *,
    current: str | None = "none",
    noise: float = 0.02,
    repeats: int = 12,
    threads: tuple[int, ...] = (1,),
    seed: int = 1,
) -> Judgement:
    runs = simulated_runs(rates, seed=seed, repeats=repeats, noise=noise, threads=threads)
    return judge_plan(plan(tuple(rates), current, threads), runs)


def plan(names: tuple[str, ...], current: str | None, threads: tuple[int, ...] = (1,)) -> Plan:
    return dataclasses.replace(
        plan_for(names, Use.NOT_SURE, current),
        protocol=Protocol.ADAPTIVE,
        workloads=CLASSICAL_WORKLOADS,
        threads=threads,
        budget_s=180.0,
    )


def decision_of(judgement: Judgement) -> Decision:
    assert judgement.decision is not None
    return judgement.decision


def find(
    judgement: Judgement, variant: str, metric: Metric, threads: int | None = None
) -> Comparison:
    return next(
        each
        for each in judgement.comparisons
        if (each.operation, each.variant, each.metric, each.threads)
        == (Operation.RANDOM_READ, variant, metric, threads)
    )


def test_a_faster_variant_is_to_be_set_and_by_how_much() -> None:
    decision = decision_of(judged({"none": 100, "bfq": 120, "kyber": 100}))
    assert (decision.action, decision.variant, decision.reference) == (
        Action.CHANGE,
        "bfq",
        "none",
    )
    assert decision.settings == (("scheduler", "bfq"),)
    assert decision.gain_percent == pytest.approx(20, abs=3)
    assert decision.interval_percent is not None
    assert decision.interval_percent[0] < 20 < decision.interval_percent[1]
    assert decision.confidence is Confidence.HIGH
    assert decision.is_decided


@dataclass(frozen=True)
class Between:
    """An estimate with these bounds, at any confidence."""

    low_percent: float
    high_percent: float
    values: int = 12
    doubt: str = ""

    @property
    def mean(self) -> float:
        return sum(self.interval()) / 2

    def p_at(self, difference: float) -> float:
        low, high = self.interval()
        return float(low <= difference <= high)

    def interval(self, confidence: float = 0.95) -> tuple[float, float]:
        del confidence
        return math.log1p(self.low_percent / 100), math.log1p(self.high_percent / 100)


@pytest.mark.parametrize(
    ("bounds", "action", "confidence"),
    [
        (Between(-3.5, 2.99), Action.KEEP, Confidence.HIGH),
        (Between(-3.5, 3.01), Action.KEEP, Confidence.MEDIUM),
        (Between(-3.5, 9.99), Action.KEEP, Confidence.MEDIUM),
        (Between(-3.5, 10.01), Action.KEEP, Confidence.LOW),
        (Between(2.99, 20), Action.CHANGE, Confidence.MEDIUM),
        (Between(3.01, 20), Action.CHANGE, Confidence.HIGH),
    ],
)
def test_confidence_follows_from_the_bounds_of_the_gain(
    bounds: Between, action: Action, confidence: Confidence
) -> None:
    two = plan(("none", "bfq"), "none")
    table = ComparisonTable(method_for(two), (), {}, "none", {"bfq": bounds})
    decision = decide(two, table, {}, {})
    assert (decision.action, decision.confidence) == (action, confidence)
    assert decision.most_gain_percent == pytest.approx(bounds.high_percent)


def test_a_loser_is_named_and_what_could_be_gained_is_bounded() -> None:
    decision = decision_of(judged({"none": 100, "bfq": 67, "kyber": 99}, noise=0.05))
    assert (decision.action, decision.variant) == (Action.KEEP, "none")
    assert decision.named(SIDE.SLOWER) == ("bfq",)
    assert decision.most_gain_percent is not None
    assert 0 < decision.most_gain_percent < 10
    assert decision.spread_percent is not None
    assert decision.seconds_needed is not None
    assert not decision.is_decided


def test_alike_is_the_same_and_nothing_is_open() -> None:
    decision = decision_of(judged({"none": 100, "bfq": 100.3}, noise=0.005, repeats=30))
    assert decision.named(SIDE.SAME) == ("bfq",)
    assert decision.is_decided
    assert decision.confidence is Confidence.HIGH
    assert decision.seconds_needed is None


def test_every_operation_metric_and_thread_count_is_compared_with_the_current_setting() -> None:
    judgement = judged({"none": 100, "bfq": 67, "kyber": 100}, threads=(1, 8))
    assert all(each.reference == "none" for each in judgement.comparisons)
    assert {each.variant for each in judgement.comparisons} == {"bfq", "kyber"}
    assert {each.threads for each in judgement.comparisons} == {None, 1, 8}
    rate = find(judgement, "bfq", Metric.RATE)
    assert rate.state is SIDE.SLOWER
    assert rate.effect_percent == pytest.approx(-33, abs=3)
    assert rate.value is not None
    assert rate.reference_value is not None
    assert rate.value / rate.reference_value == pytest.approx(0.67, abs=0.03)


def test_less_latency_is_faster_and_its_effect_negative() -> None:
    judgement = judged({"none": 100, "bfq": 200})
    latency = find(judgement, "bfq", Metric.ACCESS_TIME)
    assert latency.state is SIDE.FASTER
    assert latency.effect_percent == pytest.approx(-50, abs=3)
    assert latency.interval_percent is not None
    low, high = latency.interval_percent
    assert low < -50 < high < 0


def test_the_interval_tells_the_same_as_the_state() -> None:
    for seed in range(20):
        judgement = judged({"none": 100, "bfq": 97, "kyber": 106}, noise=0.06, seed=seed)
        for each in (*decision_of(judgement).overall, *judgement.comparisons):
            assert each.interval_percent is not None
            low, high = each.interval_percent
            if each.state in (SIDE.FASTER, SIDE.SLOWER):
                assert not low <= 0 <= high
            if each.state is SIDE.SAME:
                assert math.expm1(-math.log1p(0.03)) * 100 <= low
                assert high <= 3


def test_only_one_thread_count_asks_nothing_twice() -> None:
    judgement = judged({"none": 100, "bfq": 67})
    whole, single = (find(judgement, "bfq", Metric.RATE, threads) for threads in (None, 1))
    assert whole.interval_percent == single.interval_percent


def test_without_the_current_setting_nothing_is_advised() -> None:
    decision = decision_of(judged({"kyber": 100, "bfq": 130}, current="mq-deadline"))
    assert (decision.action, decision.variant, decision.settings) == (Action.NONE, None, ())
    assert decision.reference == "kyber"
    assert decision.named(SIDE.FASTER) == ("bfq",)


@pytest.mark.parametrize(("reference", "faster"), [("bfq", "none"), ("none", "bfq")])
def test_a_table_without_a_plan_is_scored_against_its_reference(
    reference: str, faster: str
) -> None:
    """Whichever of the two comes first in the alphabet."""
    runs = simulated_runs({reference: 100, faster: 120}, seed=1)
    table = assess(runs, method_for(plan_for((reference, faster))))
    (score,) = decision_of(judge_table(table, reference)).overall
    assert (score.variant, score.reference, score.state) == (faster, reference, SIDE.FASTER)
    assert score.effect_percent == pytest.approx(20, abs=3)


def test_a_risky_winner_is_refused_with_its_reason() -> None:
    stripes = tuple(
        Variant(name, (("stripe_cache_size", size),))
        for name, size in (("as it is", "256"), ("large", "4096"))
    )
    runs = simulated_runs({"as it is": 100, "large": 150}, seed=1, repeats=12, threads=(1,))
    risky = dataclasses.replace(plan(("as it is", "large"), "as it is"), variants=stripes)
    decision = decision_of(judge_plan(risky, runs))
    assert (decision.action, decision.variant) == (Action.KEEP, "as it is")
    assert [each.variant for each in decision.refused] == ["large"]
    allowed = decision_of(judge_plan(dataclasses.replace(risky, allow_risky=True), runs))
    assert (allowed.action, allowed.refused) == (Action.CHANGE, ())


def test_one_run_each_is_not_judged_but_has_its_figures() -> None:
    judgement = judged({"none": 100, "bfq": 161}, repeats=1)
    assert judgement.decision is None
    rate = find(judgement, "bfq", Metric.RATE)
    assert (rate.state, rate.interval_percent) == (SIDE.INCONCLUSIVE, None)
    assert rate.effect_percent == pytest.approx(61, abs=10)
    assert str(rate.doubt) == "one run: no verdict"
