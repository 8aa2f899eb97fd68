from __future__ import annotations

import dataclasses

import pytest

from storage_tuner.advice.decision.weights import P99_SHARE, WEIGHTS
from storage_tuner.advice.judgement import judge_plan
from storage_tuner.core.measurement import Measurement
from storage_tuner.core.plan import Use
from storage_tuner.core.verdict import Recommendation
from storage_tuner.core.workload import CLASSICAL_OPERATIONS, Operation, classical_workloads
from tests.unit.advice.sessions import plan_for, simulated_runs


def advise(
    runs: tuple[Measurement, ...], use: Use = Use.NOT_SURE, current: str | None = "none"
) -> Recommendation:
    names = tuple(dict.fromkeys(run.variant for run in runs))
    found = judge_plan(plan_for(names, use, current), runs).recommendation
    assert found is not None
    return found


def test_weights_of_every_use_sum_to_one() -> None:
    assert set(WEIGHTS) == set(P99_SHARE) == set(Use)
    for weights in WEIGHTS.values():
        assert sum(weights.values()) == pytest.approx(1)
        assert set(weights) == set(CLASSICAL_OPERATIONS)


def test_a_better_scheduler_is_recommended_with_gain_and_interval() -> None:
    advice = advise(simulated_runs({"none": 100, "bfq": 120, "kyber": 110}, seed=1))
    assert (advice.change, advice.variant, advice.settings) == (
        True,
        "bfq",
        (("scheduler", "bfq"),),
    )
    assert advice.gain_percent == pytest.approx(20, abs=3)
    assert advice.gain_interval_percent is not None
    assert advice.gain_interval_percent[0] < 20 < advice.gain_interval_percent[1]
    assert any("Random read" in str(item.statement) for item in advice.evidence)


@pytest.mark.parametrize(
    ("p99_noise", "operations", "names"),
    [
        pytest.param(0.1, CLASSICAL_OPERATIONS, "abcd", marks=pytest.mark.slow),
        pytest.param(0.0, CLASSICAL_OPERATIONS, "abcd", marks=pytest.mark.slow),
        pytest.param(
            *(0.0, (Operation.SEQUENTIAL_READ, Operation.RANDOM_READ), "abcd"),
            marks=pytest.mark.slow,
        ),
        (0.0, (Operation.RANDOM_READ,), "ab"),
    ],
)
def test_the_same_under_several_names_changes_nothing(
    p99_noise: float, operations: tuple[Operation, ...], names: str
) -> None:
    """Also where rate and p99 latency are one measurement, and so say nothing twice."""
    sessions = 250
    changes = 0
    for seed in range(sessions):
        runs = simulated_runs(
            dict.fromkeys(names, 100.0),
            seed=seed,
            repeats=3,
            noise=0.1,
            p99_noise=p99_noise,
            operations=operations,
        )
        advice = judge_plan(plan_for(tuple(names), Use.DESKTOP, "a"), runs).recommendation
        assert advice is not None
        changes += advice.change
    assert changes / sessions <= 0.06


def test_a_gain_below_the_margin_is_not_worth_a_change() -> None:
    runs = simulated_runs({"none": 100, "bfq": 102}, seed=1, repeats=30, noise=0.005)
    advice = advise(runs)
    assert not advice.change
    assert advice.variant == "none"


def test_the_use_decides() -> None:
    """bfq is better at sequential streams and worse at random access."""
    stream = simulated_runs(
        {"none": 100, "bfq": 130},
        seed=1,
        operations=[Operation.SEQUENTIAL_READ, Operation.SEQUENTIAL_WRITE],
    )
    access = simulated_runs(
        {"none": 100, "bfq": 75},
        seed=2,
        operations=[Operation.RANDOM_READ, Operation.RANDOM_WRITE],
    )
    assert advise(stream + access, Use.BACKUP).variant == "bfq"
    assert advise(stream + access, Use.DATABASE).variant == "none"


def test_without_a_known_setting_from_before_the_first_is_taken() -> None:
    advice = advise(simulated_runs({"none": 100, "bfq": 130}, seed=1), current=None)
    assert (advice.change, advice.variant) == (True, "bfq")


def test_nothing_compared_nothing_recommended() -> None:
    runs = simulated_runs({"none": 100}, seed=1)
    too_few = simulated_runs({"none": 100, "bfq": 130}, seed=1, repeats=1)
    plan = plan_for(["none", "bfq"])
    for found in (
        judge_plan(plan_for(["none"]), runs),
        judge_plan(plan, ()),
        judge_plan(plan, too_few),
    ):
        assert found.recommendation is None
        assert found.decision is None


def test_an_uncertain_leader_does_not_hide_a_sure_gain() -> None:
    sure = simulated_runs({"none": 100, "kyber": 110}, seed=1, noise=0.005)
    wild = simulated_runs({"bfq": 125}, seed=2, noise=0.9)
    advice = advise(sure + wild)
    assert (advice.change, advice.variant) == (True, "kyber")


def test_a_setting_that_was_not_measured_is_not_judged() -> None:
    runs = simulated_runs({"kyber": 100, "bfq": 130}, seed=1)
    advice = advise(runs, current="mq-deadline")
    assert (advice.change, advice.settings) == (False, ())


def test_advice_from_reading_alone_says_so() -> None:
    reads = (Operation.SEQUENTIAL_READ, Operation.RANDOM_READ)
    runs = simulated_runs({"none": 100, "bfq": 130}, seed=1, operations=reads)
    plan = dataclasses.replace(
        plan_for(("none", "bfq"), Use.DATABASE, "none"), workloads=classical_workloads(reads)
    )
    advice = judge_plan(plan, runs).recommendation
    assert advice is not None
    weights = str(advice.evidence[0].statement)
    assert "sequential read 10 %, random read 90 %" in weights
    assert "Writes weren't measured." in weights


def test_without_the_slowest_requests_the_rate_decides_alone() -> None:
    runs = tuple(
        dataclasses.replace(run, latency_p99_ms=None)
        for run in simulated_runs({"none": 100, "bfq": 130}, seed=1)
    )
    assert advise(runs, Use.DESKTOP).variant == "bfq"
