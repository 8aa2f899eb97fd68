"""The adaptive protocol's statistics. Fixed blocks are tested through the verdicts."""

from __future__ import annotations

import dataclasses
import math
import random
from collections.abc import Mapping, Sequence

import pytest

from storage_tuner.advice.judgement import judge
from storage_tuner.advice.methods import FixedBlocks, OneAfterAnother, SequentialBlocks, method_for
from storage_tuner.advice.recommendation import recommend
from storage_tuner.advice.verdict import judge_measurements
from storage_tuner.core.measurement import Machine, Measurement, Metric, SessionRecord
from storage_tuner.core.plan import Plan, Protocol, Use
from storage_tuner.core.verdict import State, Verdict
from storage_tuner.core.workload import Operation, classical_workloads
from tests.unit.advice.sessions import plan_for, simulated_runs

FOUR_ALIKE = dict.fromkeys(("none", "mq-deadline", "kyber", "bfq"), 100.0)
READS = (Operation.SEQUENTIAL_READ, Operation.RANDOM_READ)


def adaptive(names: Sequence[str], threads: Sequence[int] = (1, 2, 4, 8)) -> Plan:
    return dataclasses.replace(
        plan_for(names, Use.DESKTOP, names[0]),
        protocol=Protocol.ADAPTIVE,
        workloads=classical_workloads(READS),
        threads=tuple(threads),
        budget_s=600.0,
        runtime_ms=500,
        ramp_ms=250,
    )


def slices(
    rates: Mapping[str, float],
    *,
    seed: int = 1,
    blocks: int = 12,
    noise: float = 0.03,
    threads: Sequence[int] = (1, 2, 4, 8),
) -> tuple[Measurement, ...]:
    return simulated_runs(
        rates, seed=seed, repeats=blocks, noise=noise, operations=READS, threads=threads
    )


def verdicts_of(
    runs: Sequence[Measurement], threads: Sequence[int] = (1, 2, 4, 8)
) -> dict[tuple[Operation, Metric, int | None], Verdict]:
    plan = adaptive(tuple(dict.fromkeys(run.variant for run in runs)), threads)
    found = judge_measurements(runs, method_for(plan))
    return {(item.operation, item.metric, item.threads): item for item in found}


def rate(verdicts: Mapping[tuple[Operation, Metric, int | None], Verdict]) -> Verdict:
    return verdicts[Operation.RANDOM_READ, Metric.RATE, None]


def test_the_protocol_chooses_the_method() -> None:
    assert isinstance(method_for(adaptive("ab")), SequentialBlocks)
    for protocol in (Protocol.RESTARTS, Protocol.REPEATS):
        plan = dataclasses.replace(adaptive("ab"), protocol=protocol, budget_s=None)
        assert type(method_for(plan)) is FixedBlocks
    article = dataclasses.replace(adaptive("ab"), protocol=Protocol.ARTICLE)
    assert isinstance(method_for(article), OneAfterAnother)
    raced = dataclasses.replace(adaptive("ab"), protocol=Protocol.RESTARTS, budget_s=60.0)
    assert isinstance(method_for(raced), SequentialBlocks)


def test_a_clear_winner_is_named_everywhere() -> None:
    verdicts = verdicts_of(slices({"none": 100, "bfq": 80}))
    for operation in READS:
        for threads in (None, 1, 2, 4, 8):
            verdict = verdicts[operation, Metric.RATE, threads]
            assert (verdict.state, verdict.winner) == (State.BETTER, "none")
            assert verdict.interval_percent is not None
            assert verdict.interval_percent[0] < 25 < verdict.interval_percent[1]
            assert verdict.seconds_needed is None


def test_seven_blocks_decide_nothing() -> None:
    verdict = rate(verdicts_of(slices({"none": 100, "bfq": 50}, blocks=7, noise=0.01)))
    assert verdict.state is State.UNDECIDED
    assert verdict.seconds_needed is not None
    assert verdict.seconds_needed > 0


def test_alike_is_shown_equal_and_a_small_difference_is_no_win() -> None:
    for factor in (1.0, 1.015):
        runs = slices({"none": 100 * factor, "bfq": 100}, blocks=40, noise=0.01)
        assert rate(verdicts_of(runs)).state is State.EQUAL


def test_the_undecided_says_how_much_longer_it_would_take() -> None:
    runs = slices({"none": 107, "bfq": 100}, blocks=10, noise=0.12)
    verdict = rate(verdicts_of(runs))
    assert verdict.state is State.UNDECIDED
    assert verdict.seconds_needed is not None
    method = method_for(adaptive(("none", "bfq")))
    assert isinstance(method, SequentialBlocks)
    blocks = verdict.seconds_needed / (method.slice_s * 2 * 4)
    assert blocks >= 1
    more = slices({"none": 107, "bfq": 100}, blocks=10 + 4 * math.ceil(blocks), noise=0.12)
    assert rate(verdicts_of(more)).state is State.BETTER


def test_what_is_shown_in_the_only_cell_is_shown_over_all() -> None:
    """One thread count: the single verdict and the one over all are the same question."""
    for seed in range(30):
        runs = slices(
            {"none": 110, "bfq": 100}, seed=seed, blocks=9, noise=0.02 + seed / 1000, threads=(4,)
        )
        verdicts = verdicts_of(runs, (4,))
        single = verdicts[Operation.RANDOM_READ, Metric.RATE, 4]
        assert rate(verdicts).state is single.state


def test_all_thread_counts_together_show_what_none_shows_alone() -> None:
    runs = slices({"none": 110, "bfq": 100}, blocks=12, noise=0.075, seed=3)
    verdicts = verdicts_of(runs)
    alone = [verdicts[Operation.RANDOM_READ, Metric.RATE, count].state for count in (1, 2, 4, 8)]
    assert State.UNDECIDED in alone
    assert rate(verdicts).winner == "none"


def test_races_of_different_length_are_judged_by_what_all_have() -> None:
    runs = [
        run
        for run in slices({"none": 120, "bfq": 100}, blocks=40)
        if run.repeat < {1: 8, 2: 10, 4: 40, 8: 3}[run.threads]
    ]
    verdict = rate(verdicts_of(runs))
    assert verdict.winner == "none"
    assert verdicts_of(runs)[Operation.RANDOM_READ, Metric.RATE, 8].state is State.UNDECIDED


def test_disturbed_slices_do_not_count() -> None:
    runs = slices({"none": 100, "bfq": 80})
    spoiled = [
        dataclasses.replace(run, rate_mb_s=1e-3, iops=1e-3, disturbed="something else read")
        if run.repeat % 3 == 0 and run.variant == "none"
        else run
        for run in runs
    ]
    verdict = rate(verdicts_of(spoiled))
    assert verdict.winner == "none"
    assert {item.variant: item.runs for item in verdict.summaries} == {"none": 32, "bfq": 48}


def peeking_session(seed: int, names: Sequence[str], noise: float) -> bool:
    """Whether there is a false winner or a false advice at any of several looks."""
    plan = adaptive(names, (1, 8))
    runs = slices(dict.fromkeys(names, 100.0), seed=seed, blocks=40, noise=noise, threads=(1, 8))
    for look in (8, 10, 12, 16, 24, 40):
        seen = [run for run in runs if run.repeat < look]
        found = judge_measurements(seen, method_for(plan))
        advice = recommend(plan, seen, found)
        assert advice is not None
        if advice.change or any(item.state is State.BETTER for item in found):
            return True
    return False


def test_whole_sessions_with_peeking_keep_the_error_level() -> None:
    """All metrics, all cells, the recommendation too; nothing differs, so any winner is false."""
    sessions = 60
    wrong = sum(peeking_session(seed, ("a", "b", "c"), 0.1) for seed in range(sessions))
    assert wrong <= 0.05 * sessions


def test_judged_by_fixed_blocks_peeking_would_not_keep_it() -> None:
    wrong = 0
    for seed in range(40):
        runs = slices({"a": 100.0, "b": 100.0}, seed=seed, blocks=40, noise=0.15, threads=(1, 8))
        wrong += any(
            any(
                item.state is State.BETTER
                for item in judge_measurements([run for run in runs if run.repeat < look])
            )
            for look in (4, 6, 8, 12, 16, 24, 32, 40)
        )
    assert wrong > 0.1 * 40


def test_the_recommendation_weighs_operations_block_by_block() -> None:
    names = ("none", "bfq")
    advice = recommend(adaptive(names), slices({"none": 100, "bfq": 120}), ())
    assert advice is not None
    assert (advice.change, advice.variant) == (True, "bfq")
    assert advice.gain_percent == pytest.approx(20, abs=4)
    stays = recommend(adaptive(names), slices({"none": 100, "bfq": 101}), ())
    assert stays is not None
    assert not stays.change


def test_an_operation_with_too_few_blocks_leaves_the_whole_unjudged_and_is_named() -> None:
    """The other one alone would decide."""
    names = ("none", "bfq")
    runs = slices({"none": 100, "bfq": 150})
    few = [run for run in runs if run.operation == Operation.SEQUENTIAL_READ or run.repeat < 4]
    unmeasured = [run for run in runs if run.operation == Operation.SEQUENTIAL_READ]
    for chosen, missing in ((few, 4), (unmeasured, 8)):
        advice = recommend(adaptive(names), chosen, ())
        assert advice is not None
        assert not advice.change
        said = [each.statement for each in advice.evidence]
        lack = f"random read lacks {missing} blocks"
        assert f"bfq against none can't be judged as a whole: {lack}." in said
    whole = recommend(adaptive(names), runs, ())
    assert whole is not None
    assert whole.change


def test_too_few_blocks_advise_no_change() -> None:
    advice = recommend(
        adaptive(("none", "bfq")), slices({"none": 100, "bfq": 200}, blocks=5, noise=0.01), ()
    )
    assert advice is not None
    assert not advice.change


def test_a_whole_record_is_judged_by_its_plan() -> None:
    source = random.Random(1)
    runs = slices({"none": 100, "bfq": 80}, seed=source.randrange(100), blocks=7)
    record = SessionRecord(
        created_at="2026-01-01T00:00:00+00:00",
        machine=Machine("host", "6.1", "Debian", "CPU", 2, 1 << 30, "3.33", "1"),
        device=None,
        plan=adaptive(("none", "bfq")),
        original_settings={},
        measurements=runs,
    )
    assert all(item.state is not State.BETTER for item in judge(record).verdicts)
    fixed = dataclasses.replace(
        record, plan=dataclasses.replace(record.plan, protocol=Protocol.RESTARTS, budget_s=None)
    )
    assert any(item.state is State.BETTER for item in judge(fixed).verdicts)
