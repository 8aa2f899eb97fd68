from __future__ import annotations

import dataclasses
import math
from typing import Any

import pytest

from storage_tuner.advice.statistics.methods import MARGIN
from storage_tuner.advice.verdict import judge_measurements, percent
from storage_tuner.core.measurement import Measurement, Metric
from storage_tuner.core.verdict import State, Verdict
from storage_tuner.core.workload import Operation
from tests.unit.advice.sessions import simulated_runs

FOUR_ALIKE = {"none": 100.0, "mq-deadline": 100.0, "kyber": 100.0, "bfq": 100.0}


def verdict_of(
    runs: tuple[Measurement, ...],
    operation: Operation = Operation.RANDOM_READ,
    metric: Metric = Metric.RATE,
    threads: int | None = None,
) -> Verdict:
    (found,) = (
        verdict
        for verdict in judge_measurements(runs)
        if (verdict.operation, verdict.metric, verdict.threads) == (operation, metric, threads)
    )
    return found


def test_a_clear_winner_is_named_with_its_effect() -> None:
    verdict = verdict_of(simulated_runs({"none": 100, "bfq": 80}, seed=1))
    assert verdict.state is State.BETTER
    assert (verdict.winner, verdict.runner_up, verdict.best) == ("none", "bfq", ("none",))
    assert verdict.effect_percent == pytest.approx(25, abs=3)
    assert verdict.interval_percent is not None
    assert verdict.interval_percent[0] < 25 < verdict.interval_percent[1]


def test_shorter_times_win() -> None:
    verdict = verdict_of(
        simulated_runs({"none": 100, "bfq": 80}, seed=1), metric=Metric.ACCESS_TIME
    )
    assert verdict.winner == "none"
    assert verdict.effect_percent == pytest.approx(20, abs=3)


def test_the_same_against_itself_is_equal_when_there_are_enough_runs() -> None:
    verdict = verdict_of(simulated_runs({"a": 100, "b": 100}, seed=2, repeats=10))
    assert verdict.state is State.EQUAL
    assert verdict.winner is None


def test_a_summary_has_its_spread_in_the_metric_s_unit() -> None:
    verdict = verdict_of(
        simulated_runs({"none": 100, "bfq": 80}, seed=1, repeats=40, noise=0.05), threads=1
    )
    for summary in verdict.summaries:
        assert summary.standard_deviation is not None
        assert summary.standard_deviation / summary.mean == pytest.approx(0.05, rel=0.3)


def test_few_noisy_runs_leave_it_undecided() -> None:
    verdict = verdict_of(simulated_runs({"a": 100, "b": 101}, seed=3, repeats=3, noise=0.2))
    assert verdict.state is State.UNDECIDED


def test_a_sound_but_small_difference_is_no_win() -> None:
    runs = simulated_runs({"a": 100, "b": 102}, seed=4, repeats=30, noise=0.005)
    verdict = verdict_of(runs)
    assert verdict.p_value is not None
    assert verdict.p_value < 1e-6
    assert verdict.state is State.EQUAL
    assert verdict.effect_percent is not None
    assert verdict.effect_percent < 100 * MARGIN


@pytest.mark.parametrize("tables", [60, pytest.param(1000, marks=pytest.mark.slow)])
def test_false_winners_in_whole_tables_stay_below_the_error_level(tables: int) -> None:
    """The same setting under four names, 16 verdicts a table: any winner is a false one."""
    wrong = 0
    for seed in range(tables):
        runs = simulated_runs(FOUR_ALIKE, seed=seed, repeats=3, noise=0.05)
        overall = [verdict for verdict in judge_measurements(runs) if verdict.threads is None]
        wrong += any(verdict.state is State.BETTER for verdict in overall)
    assert wrong / tables <= 0.05


def test_drift_makes_no_winner() -> None:
    """Blocks are paired: a disk that gets slower all the time slows every variant alike."""
    runs = simulated_runs(FOUR_ALIKE, seed=7, repeats=10, noise=0.01, drift=0.3)
    assert all(verdict.state is not State.BETTER for verdict in judge_measurements(runs))
    steady = verdict_of(runs)
    assert steady.state is State.EQUAL


def test_two_leaders_that_beat_the_rest_share_the_first_place() -> None:
    rates = {"none": 100.0, "mq-deadline": 100.0, "bfq": 60.0}
    verdict = verdict_of(simulated_runs(rates, seed=5, repeats=10))
    assert verdict.winner is None
    assert set(verdict.best) == {"none", "mq-deadline"}
    assert verdict.state is State.EQUAL


def test_every_thread_count_has_its_own_verdict() -> None:
    runs = simulated_runs({"none": 100, "bfq": 70}, seed=6, repeats=8)
    for threads in (1, 2, 4, 8):
        verdict = verdict_of(runs, threads=threads)
        assert verdict.winner == "none"
        assert all(summary.runs == 8 for summary in verdict.summaries)


def test_what_was_not_measured_is_said() -> None:
    runs = tuple(
        dataclasses.replace(run, system_cpu_s=None)
        for run in simulated_runs({"a": 100, "b": 90}, seed=1, operations=[Operation.RANDOM_READ])
    )
    assert verdict_of(runs, metric=Metric.CPU_EFFICIENCY).state is State.NOT_MEASURED
    assert {verdict.operation for verdict in judge_measurements(runs)} == {Operation.RANDOM_READ}


def test_the_spread_is_judged_by_itself() -> None:
    """a's slowest requests take twice as long as b's while all else is the same; and where all of a
    request's times double, the spread stays."""
    runs = tuple(
        dataclasses.replace(run, latency_p99_ms=(run.latency_p99_ms or 0) * 2)
        if run.variant == "a"
        else run
        for run in simulated_runs({"a": 100, "b": 100, "c": 50}, seed=1, repeats=8)
    )
    spread = verdict_of(runs, metric=Metric.SPREAD)
    assert set(spread.best) == {"b", "c"}
    means = {summary.variant: summary.mean for summary in spread.summaries}
    assert means == pytest.approx({"a": 6, "b": 3, "c": 3}, rel=0.02)
    assert verdict_of(runs, metric=Metric.RATE).best[0] in ("a", "b")


@pytest.mark.parametrize("missing", ["latency_p50_ms", "latency_p99_ms"])
def test_no_spread_without_its_percentiles(missing: str) -> None:
    run = dataclasses.replace(simulated_runs({"a": 100}, seed=1)[0], latency_max_ms=1.0)
    assert run.value(Metric.SPREAD) == pytest.approx(3, rel=0.1)
    lacking: dict[str, Any] = {missing: None}
    assert dataclasses.replace(run, **lacking).value(Metric.SPREAD) is None
    assert dataclasses.replace(run, latency_p50_ms=0.0).value(Metric.SPREAD) is None


def test_one_variant_alone_is_not_compared() -> None:
    verdict = verdict_of(simulated_runs({"none": 100}, seed=1))
    assert verdict.state is State.NOT_MEASURED
    assert verdict.summaries[0].runs == 24


def test_one_run_each_decides_nothing() -> None:
    verdict = verdict_of(simulated_runs({"a": 100, "b": 10}, seed=1, repeats=1))
    assert (verdict.state, verdict.best) == (State.UNDECIDED, ("a", "b"))


def test_a_missing_run_takes_its_block_along_and_no_more() -> None:
    runs = simulated_runs({"a": 100, "b": 80}, seed=1)
    without_one = tuple(run for run in runs if run.index != 3)
    assert verdict_of(without_one).winner == "a"


@pytest.mark.parametrize("value", [0.0, -1.0, math.nan, math.inf])
def test_who_has_impossible_values_neither_wins_nor_is_equal(value: float) -> None:
    """A run that stalled counts for nothing, so what the others are worth isn't known."""
    runs = simulated_runs({"a": 100, "b": 80, "c": 80}, seed=1, repeats=10)
    spoiled = (dataclasses.replace(runs[0], rate_mb_s=value, iops=value), *runs[1:])
    verdict = verdict_of(spoiled, Operation.SEQUENTIAL_READ)
    assert (verdict.state, verdict.winner, verdict.best) == (State.UNDECIDED, None, ("a",))
    assert str(verdict.doubt) == "a has 1 run without a usable value"


def test_who_is_beaten_in_spite_of_runs_that_stalled_is_beaten() -> None:
    runs = simulated_runs({"a": 100, "b": 80}, seed=1)
    spoiled = (runs[0], dataclasses.replace(runs[1], rate_mb_s=0.0), *runs[2:])
    assert runs[1].variant == "b"
    assert verdict_of(spoiled, Operation.SEQUENTIAL_READ).winner == "a"


@pytest.mark.parametrize(
    ("without", "common"),
    [
        ({("a", 1), ("b", 8)}, "2, 4 threads"),
        ({("a", 2), ("a", 4), ("b", 8)}, "1 thread"),
        ({("a", 1), ("a", 4), ("b", 8)}, "2 threads"),
    ],
)
def test_only_common_thread_counts_are_compared(without: set[tuple[str, int]], common: str) -> None:
    runs = tuple(
        run
        for run in simulated_runs({"a": 100, "b": 80}, seed=1, repeats=8)
        if (run.variant, run.threads) not in without
    )
    verdict = verdict_of(runs)
    assert verdict.winner == "a"
    assert str(verdict.doubt) == f"all variants were measured only with {common}"
    means = {item.variant: item.mean for item in verdict.summaries}
    assert means["a"] / means["b"] == pytest.approx(1.25, abs=0.05)


def test_different_thread_counts_are_not_compared() -> None:
    runs = tuple(
        run
        for run in simulated_runs({"a": 100, "b": 10}, seed=1, repeats=8)
        if run.threads in {"a": (1, 2), "b": (4, 8)}[run.variant]
    )
    verdict = verdict_of(runs)
    assert (verdict.state, verdict.winner) == (State.UNDECIDED, None)
    assert "not all variants were measured with the same thread counts" in str(verdict.doubt)


def test_the_summary_of_one_cell_is_mean_and_interval() -> None:
    runs = simulated_runs({"a": 100, "b": 80}, seed=1, repeats=12)
    summary = next(item for item in verdict_of(runs, threads=4).summaries if item.variant == "b")
    assert summary.mean == pytest.approx(160 * 1e6 / 4096, rel=0.03)
    assert summary.low is not None
    assert summary.high is not None
    assert summary.low < 160 * 1e6 / 4096 < summary.high


def test_no_runs_no_verdicts() -> None:
    assert judge_measurements(()) == ()


def test_percent_of_rates_and_times() -> None:
    assert percent(math.log(2), Metric.RATE) == pytest.approx(100)
    assert percent(math.log(2), Metric.ACCESS_TIME) == pytest.approx(50)
    assert percent(-math.log(2), Metric.ACCESS_TIME) == pytest.approx(-100)


def test_numbers_from_elsewhere_may_be_extreme() -> None:
    runs = tuple(
        dataclasses.replace(
            run,
            rate_mb_s=(1e-300 if run.variant == "a" else 1e300) * (1 + run.index / 1e5),
            iops=None,
        )
        for run in simulated_runs({"a": 1, "b": 1}, seed=1, operations=[Operation.SEQUENTIAL_READ])
    )
    verdict = verdict_of(runs, Operation.SEQUENTIAL_READ)
    assert verdict.winner == "b"
    assert verdict.effect_percent == math.inf
