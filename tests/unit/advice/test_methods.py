"""The adaptive protocol's statistics, and which method suits which protocol."""

from __future__ import annotations

import dataclasses
import itertools
import math
import random
from collections.abc import Mapping, Sequence

import pytest

from storage_tuner.advice.judgement import judge, judge_plan
from storage_tuner.advice.statistics.interim_look import LOOKS, look
from storage_tuner.advice.statistics.methods import (
    LOOK_SHARES,
    FixedBlocks,
    OneAfterAnother,
    SequentialBlocks,
    method_for,
)
from storage_tuner.advice.verdict import judge_measurements
from storage_tuner.core.decision import Action
from storage_tuner.core.decision import ComparisonState as Side
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
    for protocol in (Protocol.ADAPTIVE, Protocol.RESTARTS, Protocol.REPEATS):
        plan = dataclasses.replace(adaptive("ab"), protocol=protocol, budget_s=None)
        assert type(method_for(plan)) is FixedBlocks
    article = dataclasses.replace(adaptive("ab"), protocol=Protocol.ARTICLE)
    assert isinstance(method_for(article), OneAfterAnother)
    live = dataclasses.replace(adaptive("ab"), protocol=Protocol.LIVE)
    assert isinstance(method_for(live), SequentialBlocks)


def test_looks_on_the_way_leave_the_end_a_part_of_the_error_level() -> None:
    raced = method_for(adaptive("ab"))
    fixed = method_for(dataclasses.replace(adaptive("ab"), protocol=Protocol.REPEATS))
    assert raced.spent_now < raced.error_level == fixed.spent_now


def test_however_often_a_session_is_extended_it_spends_its_error_level_once() -> None:
    plan = adaptive("ab")
    ends = [
        method_for(dataclasses.replace(plan, extensions=number)).spent_now for number in range(50)
    ]
    looks = [plan.error_level * share for share in LOOK_SHARES[:-1]]
    assert sum(ends) + sum(looks) == pytest.approx(plan.error_level)
    assert all(one > other for one, other in itertools.pairwise(ends))


def test_a_clear_winner_is_named_everywhere() -> None:
    verdicts = verdicts_of(slices({"none": 100, "bfq": 80}))
    for operation in READS:
        for threads in (None, 1, 2, 4, 8):
            verdict = verdicts[operation, Metric.RATE, threads]
            assert (verdict.state, verdict.winner) == (State.BETTER, "none")
            assert verdict.interval_percent is not None
            assert verdict.interval_percent[0] < 25 < verdict.interval_percent[1]
            assert verdict.seconds_needed is None


def test_seven_blocks_claim_nothing() -> None:
    """Of real slices there may be seven that are alike by chance; eight decide here."""
    for blocks, decided in ((7, False), (8, True)):
        runs = slices({"none": 100, "bfq": 50}, blocks=blocks, noise=0.01, threads=(1,))
        found = judge_plan(adaptive(("none", "bfq"), (1,)), runs).comparisons
        states = {each.state for each in found if each.metric is Metric.RATE}
        assert states == {Side.SLOWER if decided else Side.INCONCLUSIVE}


def test_alike_is_shown_equal_and_a_small_difference_is_no_win() -> None:
    for factor in (1.0, 1.015):
        runs = slices({"none": 100 * factor, "bfq": 100}, blocks=40, noise=0.01)
        assert rate(verdicts_of(runs)).state is State.EQUAL


def test_the_undecided_says_how_much_longer_it_would_take() -> None:
    runs = slices({"none": 107, "bfq": 100}, blocks=6, noise=0.12)
    verdict = rate(verdicts_of(runs))
    assert verdict.state is State.UNDECIDED
    assert verdict.seconds_needed is not None
    method = method_for(adaptive(("none", "bfq")))
    assert method.run_s is not None
    blocks = verdict.seconds_needed / (method.run_s * 2 * 4)
    assert blocks >= 1
    more = slices({"none": 107, "bfq": 100}, blocks=6 + 4 * math.ceil(blocks), noise=0.12)
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


def test_cells_of_different_length_count_alike() -> None:
    runs = [
        run
        for run in slices({"none": 120, "bfq": 100}, blocks=40)
        if run.repeat < {1: 8, 2: 10, 4: 40, 8: 3}[run.threads]
    ]
    verdict = rate(verdicts_of(runs))
    assert verdict.winner == "none"
    assert verdict.effect_percent == pytest.approx(20, abs=4)


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


def looked_at(seed: int, names: Sequence[str], noise: float) -> bool:
    """Whether there is a false claim at any look at a session of 40 blocks, or at its end."""
    plan = adaptive(names, (1, 8))
    runs = slices(dict.fromkeys(names, 100.0), seed=seed, blocks=40, noise=noise, threads=(1, 8))
    for number in range(1, LOOKS):
        if look(plan, [run for run in runs if run.repeat < 10 * number], number).slower:
            return True
    found = judge_plan(plan, runs)
    assert found.decision is not None
    claims = (*found.decision.overall, *found.comparisons)
    return any(each.state in (Side.FASTER, Side.SLOWER) for each in claims)


def test_whole_sessions_with_their_looks_keep_the_error_level() -> None:
    """All metrics, all cells, the decision too; nothing differs, so any claim is false."""
    sessions = 60
    wrong = sum(looked_at(seed, ("a", "b", "c"), 0.1) for seed in range(sessions))
    assert wrong <= 0.05 * sessions


def test_a_look_names_who_is_slower_and_ends_what_is_decided() -> None:
    names = ("none", "kyber", "bfq")
    plan = adaptive(names, (1,))
    runs = slices({"none": 100, "kyber": 100.2, "bfq": 60}, blocks=30, noise=0.02, threads=(1,))
    early = look(plan, [run for run in runs if run.repeat < 10], 2)
    assert early.slower == {"bfq"}
    assert not early.decided
    calm = slices({"none": 100, "kyber": 100.2, "bfq": 60}, blocks=30, noise=0.002, threads=(1,))
    assert look(plan, calm, 3).decided
    assert not look(plan, calm, LOOKS).slower


def test_a_look_keeps_who_is_slower_until_its_operations_can_be_judged() -> None:
    """Otherwise the result couldn't say what it is better at."""
    plan = adaptive(("none", "bfq"), (1,))
    runs = slices({"none": 100, "bfq": 60}, blocks=8, noise=0.001, threads=(1,))
    assert not look(plan, [run for run in runs if run.repeat < 7], 1).slower
    assert look(plan, runs, 1).slower == {"bfq"}


def test_the_recommendation_weighs_operations_block_by_block() -> None:
    names = ("none", "bfq")
    advice = judge_plan(adaptive(names), slices({"none": 100, "bfq": 120})).recommendation
    assert advice is not None
    assert (advice.change, advice.variant) == (True, "bfq")
    assert advice.gain_percent == pytest.approx(20, abs=4)
    stays = judge_plan(adaptive(names), slices({"none": 100, "bfq": 101})).recommendation
    assert stays is not None
    assert not stays.change


def test_an_operation_with_too_few_blocks_leaves_the_whole_unjudged_and_is_named() -> None:
    """The other one alone would decide."""
    names = ("none", "bfq")
    runs = slices({"none": 100, "bfq": 150}, threads=(1,))
    few = [run for run in runs if run.operation == Operation.SEQUENTIAL_READ or run.repeat < 3]
    unmeasured = [run for run in runs if run.operation == Operation.SEQUENTIAL_READ]
    for chosen, missing in ((few, 2), (unmeasured, 5)):
        found = judge_plan(adaptive(names, (1,)), chosen)
        assert found.decision is not None
        assert found.decision.action is Action.KEEP
        (score,) = found.decision.overall
        assert score.state is Side.INCONCLUSIVE
        assert str(score.doubt) == f"random read: {missing} more blocks needed"
    whole = judge_plan(adaptive(names, (1,)), runs).decision
    assert whole is not None
    assert whole.action is Action.CHANGE


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
    assert judge(record).decision == judge_plan(record.plan, runs).decision
    article = dataclasses.replace(record.plan, protocol=Protocol.ARTICLE, budget_s=None)
    found = judge(dataclasses.replace(record, plan=article)).decision
    assert found is not None
    assert found.action is Action.NONE
