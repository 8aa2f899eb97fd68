from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace

import pytest

from storage_tuner.advice.statistics.interim_look import LOOKS
from storage_tuner.bench.cell_weights import smaller_plans
from storage_tuner.bench.planning import (
    EFFORTS,
    THREADS,
    estimate_seconds,
    make_plan,
    run_count,
)
from storage_tuner.bench.programs.command import start_workloads
from storage_tuner.bench.restart_reasons import RUN_MS, is_restarted, restart_sentences
from storage_tuner.bench.run_order import schedule
from storage_tuner.bench.slice_length import SOLID_STATE, SPINNING, Pace
from storage_tuner.bench.thread_counts import left_out_sentences, with_threads
from storage_tuner.bench.time_costs import (
    LEAST_BLOCKS,
    blocks_within,
    least_seconds,
    workloads_to_record,
)
from storage_tuner.core.plan import (
    Cell,
    LeftOut,
    Plan,
    Protocol,
    Target,
    TargetKind,
    Thoroughness,
    Use,
    Variant,
)
from storage_tuner.core.tunable import BY_NAME, Scope
from storage_tuner.core.workload import (
    CLASSICAL_OPERATIONS,
    CLASSICAL_WORKLOADS,
    Operation,
    Workload,
    classical_workloads,
)

FOUR = ("none", "mq-deadline", "kyber", "bfq")


def plan(
    thoroughness: Thoroughness = Thoroughness.QUICK,
    schedulers: tuple[str, ...] = FOUR,
    seed: int = 1,
    protocol: Protocol = Protocol.RESTARTS,
    pace: Pace = SOLID_STATE,
    operations: tuple[Operation, ...] = CLASSICAL_OPERATIONS,
) -> Plan:
    return make_plan(
        Target(TargetKind.DEVICE, "sdz"),
        current="kyber",
        workloads=classical_workloads(operations),
        schedulers=schedulers,
        use=Use.DESKTOP,
        thoroughness=thoroughness,
        seed=seed,
        protocol=protocol,
        pace=pace,
    )


def test_every_cell_gets_every_variant_as_often() -> None:
    counts = Counter((run.cell, run.variant.name, run.repeat) for run in schedule(plan()))
    assert set(counts.values()) == {1}
    assert len(counts) == 4 * len(THREADS) * 4 * EFFORTS[Thoroughness.QUICK].repeats
    assert run_count(plan()) == len(counts)


def test_blocks_are_complete_and_together() -> None:
    """Four runs in a row are one block: same cell, each variant once."""
    runs = schedule(plan())
    assert [run.index for run in runs] == list(range(len(runs)))
    for start in range(0, len(runs), 4):
        block = runs[start : start + 4]
        assert len({(run.cell, run.repeat) for run in block}) == 1
        assert {run.variant.name for run in block} == set(FOUR)


def test_the_order_within_blocks_is_random_but_reproducible() -> None:
    first = Counter(schedule(plan())[start].variant.name for start in range(0, 192, 4))
    assert set(first) == set(FOUR)
    assert schedule(plan(seed=5)) == schedule(plan(seed=5))
    assert schedule(plan(seed=5)) != schedule(plan(seed=6))


def test_the_setting_from_before_is_noted() -> None:
    assert plan().current == "kyber"


def test_without_schedulers_one_variant_changes_nothing() -> None:
    (variant,) = plan(schedulers=()).variants
    assert variant.settings == ()


def test_quick_stays_below_five_minutes_and_more_takes_longer() -> None:
    quick, normal, thorough = (estimate_seconds(plan(level)) for level in Thoroughness)
    assert quick < 270 < normal < thorough


@pytest.mark.parametrize("level", Thoroughness)
def test_enough_repeats_for_a_verdict(level: Thoroughness) -> None:
    assert EFFORTS[level].repeats >= 3


def test_the_article_measures_one_variant_after_the_other() -> None:
    article = plan(protocol=Protocol.ARTICLE)
    runs = schedule(article)
    assert [run.variant.name for run in runs] == [name for name in FOUR for _ in range(16)]
    cells = [run.cell for run in runs[:16]]
    assert cells == [Cell(load, count) for load in CLASSICAL_WORKLOADS for count in (1, 2, 4, 8)]
    assert (article.repeats, article.runtime_ms, article.pause_ms) == (1, 60_000, 5_000)
    assert estimate_seconds(article) == pytest.approx(64 * 66, rel=0.01)


def test_repeats_are_ten_long_runs_of_each_in_random_blocks() -> None:
    repeats = plan(protocol=Protocol.REPEATS)
    runs = schedule(repeats)
    assert repeats.runtime_ms >= 60_000
    cell = runs[:40]
    assert len({run.cell for run in cell}) == 1
    assert Counter(run.variant.name for run in cell) == dict.fromkeys(FOUR, 10)
    for start in range(0, len(runs), 4):
        assert {run.variant.name for run in runs[start : start + 4]} == set(FOUR)
    assert len({tuple(run.variant.name for run in runs[i : i + 4]) for i in range(0, 640, 4)}) > 20


def test_the_adaptive_protocol_has_no_order_beforehand() -> None:
    with pytest.raises(ValueError, match="adaptive"):
        schedule(plan(protocol=Protocol.ADAPTIVE))


@pytest.mark.parametrize(
    ("level", "minutes"),
    [(Thoroughness.QUICK, 3), (Thoroughness.NORMAL, 15), (Thoroughness.THOROUGH, 45)],
)
@pytest.mark.parametrize("pace", [SOLID_STATE, SPINNING])
def test_the_adaptive_protocol_takes_the_time_that_was_given(
    level: Thoroughness, minutes: float, pace: Pace
) -> None:
    reads = (Operation.SEQUENTIAL_READ, Operation.RANDOM_READ)
    adaptive = plan(level, protocol=Protocol.ADAPTIVE, pace=pace, operations=reads)
    assert estimate_seconds(adaptive) == pytest.approx(60 * minutes)
    assert least_seconds(adaptive) <= 60 * minutes


@pytest.mark.parametrize("level", Thoroughness)
@pytest.mark.parametrize("pace", [SOLID_STATE, SPINNING])
@pytest.mark.parametrize("count", [1, 2, 4, 7, 12])
def test_every_cell_that_is_begun_has_time_for_ten_blocks(
    level: Thoroughness, pace: Pace, count: int
) -> None:
    schedulers = tuple(f"variant {number}" for number in range(count))
    found = plan(level, schedulers, protocol=Protocol.ADAPTIVE, pace=pace)
    assert blocks_within(found) >= LEAST_BLOCKS
    assert found.round_blocks == math.ceil(blocks_within(found) / LOOKS)


def test_slices_are_shortened_before_anything_is_left_out() -> None:
    def paced(level: Thoroughness, pace: Pace) -> tuple[tuple[int, ...], int]:
        found = plan(level, protocol=Protocol.ADAPTIVE, pace=pace)
        return found.threads, found.runtime_ms

    assert paced(Thoroughness.THOROUGH, SPINNING) == ((1, 2, 4, 8), 1500)
    assert paced(Thoroughness.NORMAL, SPINNING) == ((1, 2, 4, 8), 750)
    assert paced(Thoroughness.NORMAL, SOLID_STATE) == ((1, 2, 4, 8), 500)
    assert paced(Thoroughness.QUICK, SPINNING) == ((4,), 500)
    assert paced(Thoroughness.QUICK, SOLID_STATE) == ((4,), 500)


def test_thread_counts_in_the_middle_are_left_out_first() -> None:
    kept = {
        minutes: raced(minutes).threads
        for minutes in range(2, 11)
        if len(raced(minutes).workloads) == 4
    }
    assert list(dict.fromkeys(kept.values())) == [(4,), (1, 8), (1, 4, 8), (1, 2, 4, 8)]
    assert set(raced(6).left_out.threads) == {2, 4}


@pytest.mark.parametrize(
    ("use", "first", "last"),
    [
        (Use.DATABASE, {Operation.RANDOM_READ, Operation.RANDOM_WRITE}, Operation.RANDOM_READ),
        (Use.STREAMING, {Operation.SEQUENTIAL_READ, Operation.SEQUENTIAL_WRITE},
         Operation.SEQUENTIAL_READ),
    ],
)  # fmt: skip
def test_then_what_counts_least_for_the_use(
    use: Use, first: set[Operation], last: Operation
) -> None:
    assert set(raced(1.5, use).operations) == first
    assert raced(0.8, use).operations == (last,)
    assert len(raced(0.8, use).left_out.workloads) == 3
    assert raced(0.8, use).threads == (4,)


def test_of_starts_the_one_beside_the_most_is_kept() -> None:
    """The idle disk has fewer operations; of two with as many, fewer readers tell less."""
    whole = replace(raced(60), workloads=start_workloads(["xterm"]))
    smaller = list(smaller_plans(whole))
    assert [[cell.workload.name for cell in each.cells] for each in smaller] == [
        ["start-xterm-1", "start-xterm-5"],
        ["start-xterm-5"],
    ]


def test_what_is_left_out_is_said_once_with_the_time_that_would_include_it() -> None:
    (quick,) = left_out_sentences(raced(3))
    assert str(quick) == (
        "Left out for lack of time: tests with 1, 2 and 8 threads. 10 minutes would include them."
    )
    assert raced(10).left_out == LeftOut()
    (shorter,) = left_out_sentences(raced(1.5, Use.DATABASE))
    assert "time: sequential read and sequential write; tests with 1, 2 and 8 thr" in str(shorter)
    assert left_out_sentences(raced(10)) == ()


def test_the_chosen_thread_counts_leave_nothing_out() -> None:
    found = with_threads(raced(3), (1, 2))
    assert left_out_sentences(found) == ()
    assert blocks_within(found) >= LEAST_BLOCKS
    assert found.round_blocks == math.ceil(blocks_within(found) / LOOKS)


def test_many_variants_take_longer_than_a_quick_look() -> None:
    many = plan(
        schedulers=tuple(f"variant {number}" for number in range(30)),
        protocol=Protocol.ADAPTIVE,
        pace=SPINNING,
    )
    assert estimate_seconds(many) == pytest.approx(least_seconds(many))
    assert len(many.cells) == 1


def test_one_variant_alone_needs_no_more_than_ten_blocks() -> None:
    assert plan(schedulers=(), protocol=Protocol.ADAPTIVE).repeats == LEAST_BLOCKS


def raced(minutes: float, use: Use = Use.NOT_SURE) -> Plan:
    return make_plan(
        Target(TargetKind.DEVICE, "sdz"),
        current="kyber",
        workloads=CLASSICAL_WORKLOADS,
        schedulers=FOUR,
        use=use,
        thoroughness=Thoroughness.QUICK,
        seed=1,
        protocol=Protocol.ADAPTIVE,
        pace=SOLID_STATE,
        budget_s=60 * minutes,
    )


def varied(name: str, *values: str, protocol: Protocol = Protocol.ADAPTIVE) -> Plan:
    return make_plan(
        Target(TargetKind.DEVICE, "sdz"),
        current=None,
        workloads=classical_workloads([Operation.RANDOM_READ]),
        schedulers=(),
        variants=tuple(Variant(value, ((name, value),)) for value in values),
        use=Use.DESKTOP,
        thoroughness=Thoroughness.NORMAL,
        seed=1,
        protocol=protocol,
    )


def test_restarts_with_a_time_are_raced_and_without_one_are_not() -> None:
    fixed = plan(protocol=Protocol.RESTARTS)
    raced = make_plan(
        Target(TargetKind.DEVICE, "sdz"),
        current="kyber",
        workloads=CLASSICAL_WORKLOADS,
        schedulers=FOUR,
        use=Use.DESKTOP,
        thoroughness=Thoroughness.QUICK,
        seed=1,
        protocol=Protocol.RESTARTS,
        budget_s=7200.0,
    )
    assert not fixed.raced
    assert raced.raced
    assert estimate_seconds(raced) == 7200
    assert least_seconds(raced) <= 7200
    assert raced.round_blocks > 0 == fixed.round_blocks
    assert raced.runtime_ms == fixed.runtime_ms
    assert all(is_restarted(raced, cell) for cell in raced.cells)


def test_what_can_be_switched_is_and_the_rest_is_restarted_with_its_reason() -> None:
    switched, restarted = varied("nr_requests", "32", "64"), varied("read_ahead_kb", "64", "512")
    assert not any(is_restarted(switched, cell) for cell in switched.cells)
    assert (switched.paces, restart_sentences(switched)) == ((), ())
    assert all(is_restarted(restarted, cell) for cell in restarted.cells)
    assert {pace.slice_ms for pace in restarted.paces} == {RUN_MS}
    assert len(restarted.paces) == len(restarted.cells)
    (sentence,) = restart_sentences(restarted)
    assert str(BY_NAME["read_ahead_kb"].restart) in str(sentence)


def test_a_load_that_ends_by_itself_is_named_once() -> None:
    own = Workload("own", "Own load")
    restarted = replace(plan(protocol=Protocol.ADAPTIVE), workloads=(own,))
    (sentence,) = restart_sentences(restarted)
    assert str(sentence).count(str(own.phrase)) == 1


def test_a_setting_that_is_the_same_in_all_variants_needs_no_restart() -> None:
    same = varied("read_ahead_kb", "64", "64")
    assert not any(is_restarted(same, cell) for cell in same.cells)


def test_all_settings_of_the_page_cache_need_restarts() -> None:
    machine = [each for each in BY_NAME.values() if each.scope is Scope.MACHINE]
    assert machine
    assert all(each.restart for each in machine)
    assert not BY_NAME["scheduler"].restart
    assert not BY_NAME["nr_requests"].restart


RESTING = Workload(
    "resting",
    "Resting",
    streams=(replace(CLASSICAL_WORKLOADS[2].streams[0], threads=1, rest_ms=3000),),
)


@pytest.mark.parametrize("protocol", [Protocol.ADAPTIVE, Protocol.RESTARTS, Protocol.REPEATS])
def test_every_slice_and_run_has_several_rests_and_every_wash_out_one(protocol: Protocol) -> None:
    made = replace(plan(protocol=protocol), workloads=(CLASSICAL_WORKLOADS[0], RESTING))
    other, cell = made.cells[0], made.cells[-1]
    assert made.paced(other) == made
    paced = made.paced(cell)
    assert paced.runtime_ms >= 4 * 3000
    assert paced.ramp_ms > 3000
    assert paced.repeats == made.repeats


def test_a_resting_load_is_not_recorded_and_its_time_is_planned() -> None:
    made = replace(plan(protocol=Protocol.ADAPTIVE), workloads=(RESTING,))
    assert workloads_to_record(made) == ()
    assert least_seconds(made) >= LEAST_BLOCKS * len(FOUR) * 15
    runs = replace(plan(), workloads=(RESTING,))
    assert estimate_seconds(runs) >= run_count(runs) * 15
