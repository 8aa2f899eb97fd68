from __future__ import annotations

import dataclasses
import itertools
import math
import random
from collections import Counter
from collections.abc import Sequence

import pytest

from storage_tuner.advice.statistics.interim_look import LOOKS, InterimLook
from storage_tuner.bench.adaptive import (
    Done,
    MeasureBlock,
    block_order,
    complete_blocks,
    next_step,
    race_rules,
    remaining_seconds,
    standings,
)
from storage_tuner.bench.time_costs import LEAST_BLOCKS, blocks_within, in_rounds, slice_seconds
from storage_tuner.core.measurement import Measurement
from storage_tuner.core.plan import Cell, Plan
from storage_tuner.core.workload import Operation, classical_workload
from tests.unit.bench.simulated_sessions import (
    Rate,
    SimulatedSession,
    adaptive_plan,
    measured_slice,
)

FACTORS = {"none": 1.2, "mq-deadline": 1.0, "kyber": 1.0, "bfq": 0.7}


class Looks:
    """Looks with these results, then without any, and what they looked at."""

    def __init__(self) -> None:
        self.results: list[InterimLook] = []
        self.seen: list[tuple[Measurement, ...]] = []

    def __call__(self, _: Plan, measurements: Sequence[Measurement], number: int) -> InterimLook:
        assert 0 < number < LOOKS
        found = tuple(measurements)
        if found not in self.seen:
            self.seen.append(found)
        place = self.seen.index(found)
        return self.results[place] if place < len(self.results) else InterimLook(frozenset(), False)


@pytest.fixture(autouse=True)
def looks(monkeypatch: pytest.MonkeyPatch) -> Looks:
    """What is allotted to what, whatever the statistics find."""
    found = Looks()
    monkeypatch.setattr("storage_tuner.bench.adaptive.look", found)
    return found


def noisy(factors: dict[str, float], noise: float, seed: int = 1) -> Rate:
    source = random.Random(seed)

    def rate(cell: Cell, variant: str, begin: float, end: float) -> float:
        return 100 * factors[variant] * math.exp(source.gauss(0, noise))

    return rate


ALIKE = dict.fromkeys(FACTORS, 1.0)


def first_step(session: SimulatedSession) -> MeasureBlock:
    step = next_step(session.plan, session.measurements, session.elapsed_s)
    assert isinstance(step, MeasureBlock)
    return step


def blocks_in_order(session: SimulatedSession) -> list[tuple[str, int, int]]:
    """Operation, threads and number of each block, as they were measured."""
    return list(
        dict.fromkeys((run.operation.name, run.threads, run.repeat) for run in session.measurements)
    )


def leave(*names: str) -> InterimLook:
    return InterimLook(frozenset(names), decided=False)


def test_it_begins_with_every_variant_in_the_first_cell() -> None:
    plan = adaptive_plan()
    step = next_step(plan, (), {})
    assert isinstance(step, MeasureBlock)
    assert (step.cell, step.block) == (Cell(classical_workload(Operation.RANDOM_READ), 1), 0)
    assert {variant.name for variant in step.order} == set(FACTORS)


def test_all_cells_get_their_blocks_in_rounds() -> None:
    plan = dataclasses.replace(adaptive_plan(budget_s=600), round_blocks=3)
    session = SimulatedSession(plan, noisy(ALIKE, 0.05)).run(most_steps=24)
    cells = [(cell.workload.operations[0].name, cell.threads) for cell in plan.cells]
    expected = [
        (*cell, 3 * number + block)
        for number, cell, block in itertools.product(range(2), cells, range(3))
    ]
    assert blocks_in_order(session) == expected


@pytest.mark.parametrize("budget_s", [150.0, 200.0, 400.0, 900.0])
def test_the_time_makes_four_rounds(budget_s: float) -> None:
    plan = in_rounds(adaptive_plan(budget_s=budget_s))
    planned = blocks_within(plan)
    assert plan.round_blocks == math.ceil(planned / LOOKS)
    session = SimulatedSession(plan, noisy(ALIKE, 0.05)).run()
    assert math.fsum(session.elapsed_s.values()) <= budget_s
    assert planned <= min(session.blocks) <= max(session.blocks) <= min(session.blocks) + 1


def test_a_plan_from_before_there_were_rounds_is_measured_in_rounds_of_its_time() -> None:
    plan = adaptive_plan(budget_s=200)
    old, new = (
        SimulatedSession(plan, noisy(ALIKE, 0.05)),
        SimulatedSession(in_rounds(plan), noisy(ALIKE, 0.05)),
    )
    assert blocks_in_order(old.run()) == blocks_in_order(new.run())


def test_there_is_a_look_after_each_round_but_the_last_and_never_within_one(looks: Looks) -> None:
    plan = in_rounds(adaptive_plan(budget_s=300))
    session = SimulatedSession(plan, noisy(ALIKE, 0.05)).run()
    assert len(looks.seen) == LOOKS - 1
    for number, seen in enumerate(looks.seen, 1):
        counts = Counter((run.operation, run.threads, run.variant) for run in seen)
        assert len(counts) == len(plan.cells) * len(FACTORS)
        assert set(counts.values()) == {number * plan.round_blocks}
    assert min(session.blocks) > (LOOKS - 1) * plan.round_blocks


def test_who_is_found_slower_is_measured_no_more_and_the_others_get_the_time(looks: Looks) -> None:
    plan = in_rounds(adaptive_plan(budget_s=300))
    everyone = SimulatedSession(plan, noisy(ALIKE, 0.05)).run().blocks
    looks.seen.clear()
    looks.results = [leave("bfq"), leave(), leave("kyber")]
    session = SimulatedSession(plan, noisy(ALIKE, 0.05)).run()
    for cell in plan.cells:
        counts = Counter(
            run.variant
            for run in session.measurements
            if (run.operation, run.threads) == (cell.workload.operations[0], cell.threads)
        )
        assert counts["bfq"] == plan.round_blocks
        assert counts["kyber"] == 3 * plan.round_blocks
        assert counts["none"] == counts["mq-deadline"]
    assert min(session.blocks) > max(everyone)
    assert 290 < math.fsum(session.elapsed_s.values()) <= 300


@pytest.mark.parametrize(
    "found", [InterimLook(frozenset(), decided=True), leave("none", "mq-deadline", "kyber")]
)
def test_what_is_decided_ends_the_session(looks: Looks, found: InterimLook) -> None:
    plan = dataclasses.replace(in_rounds(adaptive_plan(budget_s=300)), current="bfq")
    looks.results = [leave(), found]
    session = SimulatedSession(plan, noisy(FACTORS, 0.05)).run()
    assert session.blocks == [2 * plan.round_blocks] * len(plan.cells)
    assert remaining_seconds(plan, session.measurements, session.elapsed_s) == 0


def test_a_session_gone_on_with_within_a_round_leaves_out_the_same(looks: Looks) -> None:
    plan = in_rounds(adaptive_plan(budget_s=300))
    looks.results = [leave("bfq")]
    session = SimulatedSession(plan, noisy(ALIKE, 0.05))
    session.run(most_steps=len(plan.cells) * plan.round_blocks + 1)
    looks.seen.clear()
    looks.results = []
    again = SimulatedSession(
        plan, noisy(ALIKE, 0.05), measurements=session.measurements, elapsed_s=session.elapsed_s
    )
    names = {variant.name for variant in first_step(again).order}
    assert names == set(FACTORS) - {"bfq"}
    assert not looks.seen


def test_a_session_of_races_is_gone_on_with_by_everybody() -> None:
    """Before there were rounds, each cell was raced to its end by itself, without its losers."""
    plan = adaptive_plan(budget_s=600)
    first = plan.cells[0]
    runs = [
        measured_slice(first, name, block, 4 * block + place, 100)
        for block in range(20)
        for place, name in enumerate(("none", "kyber") if block > 8 else FACTORS)
    ]
    step = next_step(plan, runs, {first: 50.0})
    assert isinstance(step, MeasureBlock)
    assert step.cell == plan.cells[1]
    assert {variant.name for variant in step.order} == set(FACTORS)


def test_the_same_history_gives_the_same_step() -> None:
    session = SimulatedSession(adaptive_plan(), noisy(ALIKE, 0.05)).run(most_steps=5)
    assert first_step(session) == first_step(session)
    other = dataclasses.replace(session.plan, seed=2)
    orders = {
        tuple(block_order(plan, plan.cells[0], block, FACTORS) for block in range(10))
        for plan in (session.plan, other)
    }
    assert len(orders) == 2


def test_orders_are_random_and_tell_nothing_of_the_next_one() -> None:
    plan = adaptive_plan()
    cell = plan.cells[0]
    orders = [block_order(plan, cell, block, FACTORS) for block in range(400)]
    first = Counter(order[0].name for order in orders)
    assert all(70 < first[name] < 130 for name in FACTORS)
    again = sum(one[-1] == other[0] for one, other in itertools.pairwise(orders))
    assert 70 < again < 130
    assert [v.name for v in block_order(plan, cell, 0, ["bfq"])] == ["bfq"]


def test_a_steady_fall_makes_no_winner() -> None:
    """Two per cent a slice, far more than the noise: whoever came first would always win."""
    source = random.Random(4)

    def falling(cell: Cell, variant: str, begin: float, end: float) -> float:
        return 100 * math.exp(-0.03 * begin + source.gauss(0, 0.002))

    for seed in range(20):
        plan = adaptive_plan(("none", "bfq"), threads=(1,), budget_s=120, seed=seed)
        session = SimulatedSession(plan, falling).run()
        for standing in session.standings.values():
            assert len(standing.running) == 2


def test_the_time_is_shared_out_and_kept_to() -> None:
    plan = adaptive_plan(budget_s=200)
    session = SimulatedSession(plan, noisy(ALIKE, 0.3)).run()
    assert 190 < math.fsum(session.elapsed_s.values()) <= 200
    assert session.visited[:4] == list(plan.cells)
    for cell in plan.cells:
        assert session.elapsed_s[cell] == pytest.approx(50, abs=5)


def test_slices_that_take_longer_than_planned_give_every_cell_fewer_blocks() -> None:
    plan = in_rounds(adaptive_plan(budget_s=200))
    slower = dataclasses.replace(plan, runtime_ms=1200)
    session = SimulatedSession(slower, noisy(ALIKE, 0.3)).run()
    assert math.fsum(session.elapsed_s.values()) <= 200
    assert 1 <= min(session.blocks) <= max(session.blocks) <= min(session.blocks) + 1


def test_without_a_budget_every_cell_gets_the_most_blocks() -> None:
    plan = adaptive_plan(budget_s=None, most_blocks=30)
    session = SimulatedSession(plan, noisy(ALIKE, 0.2)).run()
    assert session.blocks == [30] * 4


def test_one_variant_alone_is_measured_too(looks: Looks) -> None:
    plan = adaptive_plan(("as it is",), most_blocks=LEAST_BLOCKS)
    session = SimulatedSession(plan, noisy({"as it is": 1.0}, 0.1)).run()
    assert session.blocks == [LEAST_BLOCKS] * 4
    assert not looks.seen


def test_a_disturbed_block_is_repeated_under_a_new_number() -> None:
    plan = dataclasses.replace(adaptive_plan(), round_blocks=8)
    session = SimulatedSession(plan, noisy(FACTORS, 0.01), frozenset({2, 9})).run(most_steps=34)
    assert session.blocks == [8, 8, 8, 8]
    first = [item for item in session.measurements if item.threads == 1]
    assert max(item.repeat for item in first) == 9


@pytest.mark.parametrize("rate", [0.0, math.nan, math.inf])
def test_a_slice_without_a_sensible_rate_counts_as_disturbed(rate: float) -> None:
    plan = dataclasses.replace(adaptive_plan(), round_blocks=8)
    session = SimulatedSession(plan, noisy(FACTORS, 0.01)).run(most_steps=8)
    spoiled = [
        dataclasses.replace(item, iops=rate) if item.index == 5 else item
        for item in session.measurements
    ]
    step = next_step(plan, spoiled, session.elapsed_s)
    assert isinstance(step, MeasureBlock)
    assert (step.cell, step.block) == (plan.cells[0], 8)


def test_a_slice_repeated_within_its_block_takes_the_place_of_the_disturbed_one() -> None:
    plan = dataclasses.replace(adaptive_plan(), round_blocks=8)
    session = SimulatedSession(plan, noisy(FACTORS, 0.01), frozenset({3})).run(most_steps=8)
    bad = session.measurements[3]
    again = measured_slice(plan.cells[0], bad.variant, bad.repeat, 99, bad.rate_mb_s or 1)
    history = [*session.measurements, again]
    assert standings(plan, history)[plan.cells[0]].blocks == 8


def test_a_block_without_who_was_still_measured_is_not_complete() -> None:
    plan = dataclasses.replace(adaptive_plan(), round_blocks=8)
    session = SimulatedSession(plan, noisy(ALIKE, 0.1)).run(most_steps=5)
    cut = [item for item in session.measurements if item.index not in (6, 7)]
    assert len(complete_blocks(cut)) == 4
    assert len(complete_blocks(session.measurements[:-2], tuple(FACTORS))) == 4


def test_a_disk_that_is_always_disturbed_ends_with_the_time(looks: Looks) -> None:
    plan = adaptive_plan(budget_s=100)
    session = SimulatedSession(plan, noisy(FACTORS, 0.01), frozenset(range(10_000))).run()
    assert math.fsum(session.elapsed_s.values()) <= 100
    assert session.blocks == [0, 0, 0, 0]
    tried = Counter((run.operation, run.threads) for run in session.measurements)
    assert max(tried.values()) <= 2 * min(tried.values())
    assert not any(looks.seen)


def test_a_disk_that_is_always_disturbed_ends_without_a_budget_too() -> None:
    plan = adaptive_plan(budget_s=None, most_blocks=10)
    session = SimulatedSession(plan, noisy(FACTORS, 0.01), frozenset(range(10_000))).run()
    assert len(session.measurements) == 4 * 20 * 4


def test_cells_that_are_given_up_are_passed_over(looks: Looks) -> None:
    plan = adaptive_plan(budget_s=100)
    first, second, third, fourth = plan.cells
    step = next_step(plan, (), {first: 3.0}, {first})
    assert isinstance(step, MeasureBlock)
    assert step.cell == second
    everyone = {first, second, third, fourth}
    assert next_step(plan, (), {}, everyone) == Done()
    assert remaining_seconds(plan, (), {}, everyone) == 0


def test_a_cell_given_up_within_a_round_keeps_nobody_from_a_look(looks: Looks) -> None:
    plan = dataclasses.replace(adaptive_plan(budget_s=600), round_blocks=2)
    session = SimulatedSession(plan, noisy(ALIKE, 0.05)).run(most_steps=7)
    last = plan.cells[-1]
    assert not looks.seen
    step = next_step(plan, session.measurements, session.elapsed_s, {last})
    assert isinstance(step, MeasureBlock)
    assert (step.cell, step.block) == (plan.cells[0], 2)
    assert len(looks.seen) == 1


def test_the_error_level_is_divided_over_pairs_and_cells() -> None:
    rules = race_rules(adaptive_plan())
    assert rules.error_level * 6 * 4 <= 0.05
    assert rules.equality_level == pytest.approx(rules.error_level * 6)


def test_the_remaining_time_is_the_rest_of_the_budget_and_ends_at_zero() -> None:
    plan = adaptive_plan(budget_s=300)
    session = SimulatedSession(plan, noisy(FACTORS, 0.05))
    for _ in range(10_000):
        left = remaining_seconds(plan, session.measurements, session.elapsed_s)
        if isinstance(next_step(plan, session.measurements, session.elapsed_s), Done):
            break
        assert left == pytest.approx(300 - session.now_s)
        session.run(most_steps=1)
    assert left == 0


def test_a_slice_takes_its_length_its_wash_out_and_the_switch() -> None:
    plan = adaptive_plan()
    assert 0.75 < slice_seconds(plan, plan.cells[0]) < 0.9
