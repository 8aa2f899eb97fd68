from __future__ import annotations

import pytest

from storage_tuner.advice.recommendation import P99_SHARE, WEIGHTS, recommend
from storage_tuner.advice.verdict import judge_measurements
from storage_tuner.core.measurement import Measurement
from storage_tuner.core.plan import Operation, Use
from storage_tuner.core.verdict import Recommendation
from tests.unit.advice.sessions import plan_for, simulated_runs


def advise(
    runs: tuple[Measurement, ...], use: Use = Use.NOT_SURE, current: str | None = "none"
) -> Recommendation:
    names = tuple(dict.fromkeys(run.variant for run in runs))
    found = recommend(plan_for(names, use, current), runs, judge_measurements(runs))
    assert found is not None
    return found


def test_weights_of_every_use_sum_to_one() -> None:
    assert set(WEIGHTS) == set(P99_SHARE) == set(Use)
    for weights in WEIGHTS.values():
        assert sum(weights.values()) == pytest.approx(1)
        assert set(weights) == set(Operation)


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
    assert "bfq suits a balanced mix better than none: +" in advice.headline
    assert any("Random read" in item.statement for item in advice.evidence)


def test_the_same_under_four_names_changes_nothing() -> None:
    changes = 0
    for seed in range(200):
        runs = simulated_runs(
            {"none": 100, "a": 100, "b": 100, "c": 100}, seed=seed, repeats=3, noise=0.05
        )
        changes += advise(runs).change
    assert changes / 200 <= 0.05


def test_a_gain_below_the_margin_is_not_worth_a_change() -> None:
    runs = simulated_runs({"none": 100, "bfq": 102}, seed=1, repeats=30, noise=0.005)
    advice = advise(runs)
    assert not advice.change
    assert advice.variant == "none"
    assert advice.headline.startswith("Leave none as it is")


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
    assert recommend(plan_for(["none"]), runs, judge_measurements(runs)) is None
    assert recommend(plan_for(["none", "bfq"]), (), ()) is None
    too_few = simulated_runs({"none": 100, "bfq": 130}, seed=1, repeats=1)
    assert recommend(plan_for(["none", "bfq"]), too_few, judge_measurements(too_few)) is None
