from __future__ import annotations

import dataclasses
import itertools
import math
import random
from collections import Counter

import pytest

from storage_tuner.bench.adaptive import (
    Done,
    MeasureBlock,
    block_order,
    next_step,
    outcomes,
    race_rules,
    remaining_seconds,
    slice_seconds,
)
from storage_tuner.core.plan import Cell
from storage_tuner.core.workload import CLASSICAL_OPERATIONS, Operation, classical_workload
from tests.unit.bench.simulated_sessions import (
    Rate,
    SimulatedSession,
    adaptive_plan,
    measured_slice,
)

FACTORS = {"none": 1.2, "mq-deadline": 1.0, "kyber": 1.0, "bfq": 0.7}


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


def test_it_begins_with_every_variant_in_the_first_cell() -> None:
    plan = adaptive_plan()
    step = next_step(plan, (), {})
    assert isinstance(step, MeasureBlock)
    assert (step.cell, step.block) == (Cell(classical_workload(Operation.RANDOM_READ), 1), 0)
    assert {variant.name for variant in step.order} == set(FACTORS)


def test_clear_differences_are_decided_with_the_least_blocks_cell_after_cell() -> None:
    session = SimulatedSession(adaptive_plan(), noisy(FACTORS, 0.01)).run()
    assert session.visited == list(session.plan.cells)
    for outcome in outcomes(session.plan, session.measurements, session.elapsed_s):
        assert outcome.standing.running == ("none",)
        assert (outcome.standing.blocks, outcome.seconds_needed) == (8, 0.0)
    assert len(session.measurements) == 4 * 4 * 8


def test_who_has_left_is_not_measured_again() -> None:
    factors = {"none": 1.06, "mq-deadline": 1.0, "kyber": 0.5, "bfq": 0.5}
    session = SimulatedSession(adaptive_plan(), noisy(factors, 0.05)).run()
    counts = Counter(item.variant for item in session.measurements)
    assert counts["bfq"] == counts["kyber"] == 8 * 4
    assert counts["none"] > 2 * counts["bfq"]


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
        for outcome in outcomes(plan, session.measurements, session.elapsed_s):
            assert len(outcome.standing.running) == 2


def test_the_time_is_shared_out_and_kept_to() -> None:
    plan = adaptive_plan(budget_s=200)
    session = SimulatedSession(plan, noisy(ALIKE, 0.3)).run()
    assert sum(session.elapsed_s.values()) <= 200
    first_pass = session.visited[:4]
    assert first_pass == list(plan.cells)
    for outcome in outcomes(plan, session.measurements, session.elapsed_s):
        assert not outcome.standing.decided
        assert outcome.seconds_needed is None or outcome.seconds_needed > 0
        assert session.elapsed_s[outcome.cell] == pytest.approx(50, abs=4)


def test_what_a_cell_does_not_need_goes_to_the_others() -> None:
    hard = Cell(classical_workload(Operation.RANDOM_READ), 1)
    source = random.Random(3)

    def rate(cell: Cell, variant: str, begin: float, end: float) -> float:
        noise = 0.09 if cell == hard else 0.01
        return 100 * FACTORS[variant] * math.exp(source.gauss(0, noise))

    plan = adaptive_plan(budget_s=130)
    session = SimulatedSession(plan, rate).run()
    assert session.elapsed_s[hard] > 130 / 4
    assert session.visited.count(hard) == 2
    by_cell = {
        outcome.cell: outcome for outcome in outcomes(plan, session.measurements, session.elapsed_s)
    }
    assert by_cell[hard].standing.running == ("none",)


def test_the_time_left_over_is_used_even_without_a_prospect_and_shared() -> None:
    """Two cells are done at once, two would need hours: these get the rest, about the same."""
    source = random.Random(3)

    def rate(cell: Cell, variant: str, begin: float, end: float) -> float:
        noise = 0.01 if cell.workload.operations == (Operation.RANDOM_READ,) else 1.0
        return 100 * math.exp(0.2 * math.log(FACTORS[variant]) + source.gauss(0, noise))

    plan = adaptive_plan(budget_s=400, operations=CLASSICAL_OPERATIONS[::-1][1:3])
    session = SimulatedSession(plan, rate).run()
    found = outcomes(plan, session.measurements, session.elapsed_s)
    assert 390 < sum(session.elapsed_s.values()) <= 400
    blocks = [outcome.standing.blocks for outcome in found if not outcome.standing.decided]
    assert len(blocks) == 2
    assert abs(blocks[0] - blocks[1]) <= 16
    assert len(session.visited) < 20


def test_too_little_time_measures_the_first_cells_properly() -> None:
    plan = adaptive_plan(budget_s=60)
    session = SimulatedSession(plan, noisy(FACTORS, 0.01)).run()
    found = outcomes(plan, session.measurements, session.elapsed_s)
    assert [outcome.standing.blocks for outcome in found][:2] == [8, 8]
    assert sum(session.elapsed_s.values()) <= 60


def test_without_a_budget_every_cell_is_measured_until_it_is_decided() -> None:
    plan = adaptive_plan(budget_s=None, most_blocks=30)
    session = SimulatedSession(plan, noisy(ALIKE, 0.2)).run()
    found = outcomes(plan, session.measurements, session.elapsed_s)
    assert {outcome.standing.blocks for outcome in found} == {30}


def test_one_variant_alone_is_measured_with_the_least_blocks() -> None:
    plan = adaptive_plan(("as it is",))
    session = SimulatedSession(plan, noisy({"as it is": 1.0}, 0.1)).run()
    assert Counter(item.threads for item in session.measurements) == {1: 16, 8: 16}


def test_a_disturbed_block_is_repeated_under_a_new_number() -> None:
    plan = adaptive_plan()
    session = SimulatedSession(plan, noisy(FACTORS, 0.01), frozenset({2, 9})).run()
    found = outcomes(plan, session.measurements, session.elapsed_s)
    assert [outcome.standing.blocks for outcome in found] == [8, 8, 8, 8]
    first = [item for item in session.measurements if item.threads == 1]
    assert max(item.repeat for item in first) == 9


@pytest.mark.parametrize("rate", [0.0, math.nan, math.inf])
def test_a_slice_without_a_sensible_rate_counts_as_disturbed(rate: float) -> None:
    plan = adaptive_plan()
    session = SimulatedSession(plan, noisy(FACTORS, 0.01)).run(most_steps=8)
    spoiled = [
        dataclasses.replace(item, iops=rate) if item.index == 5 else item
        for item in session.measurements
    ]
    step = next_step(plan, spoiled, session.elapsed_s)
    assert isinstance(step, MeasureBlock)
    assert (step.cell, step.block) == (plan.cells[0], 8)


def test_a_slice_repeated_within_its_block_takes_the_place_of_the_disturbed_one() -> None:
    plan = adaptive_plan()
    session = SimulatedSession(plan, noisy(FACTORS, 0.01), frozenset({3})).run(most_steps=8)
    bad = session.measurements[3]
    again = measured_slice(plan.cells[0], bad.variant, bad.repeat, 99, bad.rate_mb_s or 1)
    history = [*session.measurements, again]
    assert outcomes(plan, history, session.elapsed_s)[0].standing.blocks == 8


def test_a_block_cut_off_in_the_middle_does_not_count() -> None:
    plan = adaptive_plan()
    session = SimulatedSession(plan, noisy(ALIKE, 0.1)).run(most_steps=5)
    cut = session.measurements[:-2]
    assert outcomes(plan, cut, session.elapsed_s)[0].standing.blocks == 4
    step = next_step(plan, cut, session.elapsed_s)
    assert isinstance(step, MeasureBlock)
    assert step.block == 5


def test_a_disk_that_is_always_disturbed_ends_with_the_time() -> None:
    plan = adaptive_plan(budget_s=100)
    session = SimulatedSession(plan, noisy(FACTORS, 0.01), frozenset(range(10_000))).run()
    assert sum(session.elapsed_s.values()) <= 100
    found = outcomes(plan, session.measurements, session.elapsed_s)
    assert {outcome.standing.blocks for outcome in found} == {0}


def test_a_disk_that_is_always_disturbed_ends_without_a_budget_too() -> None:
    plan = adaptive_plan(budget_s=None, most_blocks=10)
    session = SimulatedSession(plan, noisy(FACTORS, 0.01), frozenset(range(10_000))).run()
    assert len(session.measurements) == 4 * 20 * 4


def test_cells_that_are_given_up_are_passed_over() -> None:
    plan = adaptive_plan(budget_s=100)
    first, second, third, fourth = plan.cells
    step = next_step(plan, (), {first: 3.0}, {first})
    assert isinstance(step, MeasureBlock)
    assert step.cell == second
    everyone = {first, second, third, fourth}
    assert next_step(plan, (), {}, everyone) == Done()
    assert remaining_seconds(plan, (), {}, everyone) == 0


def test_the_error_level_is_divided_over_pairs_and_cells() -> None:
    rules = race_rules(adaptive_plan())
    assert rules.error_level * 6 * 4 <= 0.05
    assert rules.equality_level == pytest.approx(rules.error_level * 6)


def test_the_remaining_time_is_within_the_budget_and_ends_at_zero() -> None:
    plan = adaptive_plan(budget_s=300)
    session = SimulatedSession(plan, noisy(FACTORS, 0.05))
    forecasts = []
    for _ in range(10_000):
        forecasts.append((session.now_s, _remaining(session)))
        if isinstance(next_step(plan, session.measurements, session.elapsed_s), Done):
            break
        session.run(most_steps=1)
    assert forecasts[-1][1] == 0
    assert all(0 <= left <= 300 - now + 1 for now, left in forecasts)
    total = forecasts[-1][0]
    errors = [abs(now + left - total) / total for now, left in forecasts]
    assert sum(errors) / len(errors) < 0.35


def _remaining(session: SimulatedSession) -> float:
    return remaining_seconds(session.plan, session.measurements, session.elapsed_s)


def test_a_slice_takes_its_length_its_wash_out_and_the_switch() -> None:
    assert 0.75 < slice_seconds(adaptive_plan()) < 0.9
