"""A map carried out on a disk that is a formula: its order, its time, a stop and a pause."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from storage_tuner.bench.run_order import whole_blocks
from storage_tuner.bench.runner import RunLog, RunPosition
from storage_tuner.bench.searches.load_map import next_block
from storage_tuner.bench.searches.load_map_runner import TimedPositions, measure_map, seconds_of
from storage_tuner.core.errors import Cancelled
from storage_tuner.core.load_map import load_of
from storage_tuner.core.plan import Plan
from storage_tuner.core.workload import Operation, classical_workload
from tests.unit.bench.heard import Heard
from tests.unit.bench.simulated_maps import MapPlace, map_plan

BLOCK_S = 25 * 2 * 1.5
"""A complete block of two variants."""


def carried_out(plan: Plan, place: MapPlace) -> tuple[RunLog, Heard[RunPosition]]:
    log, heard = RunLog([], []), Heard[RunPosition]()
    positions = TimedPositions(heard, place.control, plan.budget_s or 0)
    measure_map(plan, place, log, place.control, positions)
    return log, heard


def test_blocks_are_complete_and_in_another_order_each() -> None:
    plan, place = map_plan("none", "bfq", budget_s=4 * BLOCK_S), MapPlace()
    log, heard = carried_out(plan, place)
    assert heard.measurements == log.measurements
    orders = [
        [(what.cell.workload.name, what.variant.name) for what in place.made[:50]],
        [(what.cell.workload.name, what.variant.name) for what in place.made[50:80]],
    ]
    assert Counter(orders[0]) == Counter(
        (cell.workload.name, variant.name) for cell in plan.cells for variant in plan.variants
    )
    assert [each for each in orders[0] if each in orders[1]] != orders[1]
    assert [run.index for run in log.measurements] == sorted(run.index for run in log.measurements)
    runs = Counter((run.variant, run.operation, run.repeat) for run in log.measurements)
    assert set(runs.values()) == {1}


def test_saturated_loads_are_measured_twice_and_the_others_while_there_is_time() -> None:
    plan, place = map_plan("none", "bfq", budget_s=4 * BLOCK_S), MapPlace()
    log, _ = carried_out(plan, place)
    counts = Counter(load_of(run.operation) for run in log.measurements if run.variant == "bfq")
    assert counts[80, 80] == 4  # reads and writes
    assert counts[5, 0] == 4
    assert place.control.now() <= 4 * BLOCK_S


def test_a_block_is_measured_even_without_time() -> None:
    plan, place = map_plan("none", budget_s=1.0), MapPlace()
    log, heard = carried_out(plan, place)
    assert {run.repeat for run in log.measurements} == {0}
    assert len(place.made) == 25
    fractions = [position.fraction for position in heard.positions]
    assert fractions == sorted(fractions)
    assert fractions[0] >= 0
    assert fractions[-1] <= 1
    assert heard.blocks == [tuple(log.measurements)]


def test_the_time_left_is_that_of_the_plan() -> None:
    plan, place = map_plan("none", budget_s=900.0), MapPlace()
    _, heard = carried_out(plan, place)
    assert heard.positions[0].remaining_s == pytest.approx(900)
    assert heard.positions[10].remaining_s == pytest.approx(900 - 15)


def test_what_was_measured_until_a_stop_is_kept() -> None:
    plan, place = map_plan("none", "bfq"), MapPlace()
    place.before = lambda made: place.control.cancel() if made == 60 else None
    log, heard = RunLog([], []), Heard[RunPosition]()
    positions = TimedPositions(heard, place.control, 900)
    with pytest.raises(Cancelled):
        measure_map(plan, place, log, place.control, positions)
    assert len({run.index for run in log.measurements}) == 60
    assert {run.repeat for run in log.measurements} == {0, 1}
    assert whole_blocks(plan, log.measurements) == tuple(heard.blocks[0])


@pytest.mark.parametrize("stopped_at", [10, 50, 120])
def test_a_map_that_was_stopped_ends_as_if_it_had_not_been(stopped_at: int) -> None:
    """From the next block on; the second half of the blocks lacks the saturated loads."""
    plan, place = map_plan("none", "bfq", budget_s=4 * BLOCK_S), MapPlace(noise=0.0)
    whole, _ = carried_out(plan, place)
    place = MapPlace(noise=0.0)
    place.before = lambda made: place.control.cancel() if made == stopped_at else None
    log = RunLog([], [])
    with pytest.raises(Cancelled):
        measure_map(plan, place, log, place.control, TimedPositions(Heard(), place.control, 900))
    again, left = MapPlace(noise=0.0), list(whole_blocks(plan, log.measurements))
    resumed = RunLog(list(left), [])
    assert seconds_of(plan, left) >= 1.5 * len({run.index for run in left})
    seconds = (4 - next_block(left)) * BLOCK_S
    heard = Heard[RunPosition]()
    measure_map(plan, again, resumed, again.control, TimedPositions(heard, again.control, seconds))
    assert resumed.measurements[: len(left)] == left
    assert sum(map(len, heard.blocks)) == len(resumed.measurements) - len(left)
    runs = [(run.repeat, run.index, run.operation, run.variant) for run in whole.measurements]
    found = [(run.repeat, run.index, run.operation, run.variant) for run in resumed.measurements]
    assert found == runs[: len(found)]
    assert found[-1][0] == max(run.repeat for run in whole.measurements)


def test_without_its_loads_nothing_of_a_map_is_complete() -> None:
    plan, place = map_plan("none"), MapPlace()
    log, _ = carried_out(plan, place)
    searching = replace(plan, workloads=(classical_workload(Operation.RANDOM_READ),))
    assert whole_blocks(searching, log.measurements) == ()
