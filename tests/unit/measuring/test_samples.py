"""What two looks say of the time between: one second of 4 KiB reads, 10,000 of them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from storage_tuner.core.device import Counters
from storage_tuner.core.message import sentence
from storage_tuner.core.plan import Cell
from storage_tuner.core.workload import Operation, classical_workload
from storage_tuner.fio.slices import JobState
from storage_tuner.measuring.samples import Idle, LoadSample, slice_between
from storage_tuner.probe.load.processor import ProcessorTimes

CELL = Cell(classical_workload(Operation.RANDOM_READ), 4)
READ = 10_000 * 4096
BEFORE = LoadSample(
    (JobState(500, 2000, 4096, 1, 50_000.0, 1, {50_000: 1}, 0.1, 0.1),),
    10.0,
    Counters(10.0, 1, 4096, 0, 0, 0, 0, 0, 100, 200),
    ProcessorTimes(5.0, 7.0, 100.0, 0.0),
    {},
)
AFTER = LoadSample(
    (JobState(1500, 6000, 4096 + READ, 10_001, 500_050_000.0, 10_001, {50_000: 10_001}, 0.4, 0.2),),
    11.0,
    Counters(11.0, 10_001, 4096 + READ, 0, 0, 0, 0, 0, 900, 3700),
    ProcessorTimes(5.2, 7.8, 101.0, 0.0),
    {},
)


def with_others(read_bytes: int = 0, write_bytes: int = 0) -> LoadSample:
    counters = AFTER.counters
    assert counters
    more = replace(
        counters,
        read_bytes=counters.read_bytes + read_bytes,
        write_bytes=counters.write_bytes + write_bytes,
    )
    return replace(AFTER, counters=more)


def test_all_that_is_known_of_a_slice() -> None:
    found = slice_between(BEFORE, AFTER, CELL, Idle(system_share=0.05))
    (result,) = found.results
    assert result
    assert result.rate_mb_s == pytest.approx(40.96)
    assert found.whole_system_cpu_s == pytest.approx(0.8 - 0.05)
    assert (found.utilisation, found.queue_length) == (0.8, 3.5)
    assert (found.disturbed, found.saturated) == (None, False)


@pytest.mark.parametrize(
    ("others", "disturbed"),
    [
        (with_others(read_bytes=1_500_000), False),
        (with_others(read_bytes=3_000_000), True),
        (with_others(write_bytes=3_000_000), True),
        (with_others(read_bytes=-3_000_000), False),
    ],
)
def test_more_than_a_few_percent_of_others_io_disturbs(others: LoadSample, disturbed: bool) -> None:
    found = slice_between(BEFORE, others, CELL, Idle()).disturbed
    assert found == (sentence("other programs used the disk") if disturbed else None)


def test_a_disk_that_others_use_all_the_time_is_no_news() -> None:
    others = with_others(write_bytes=3_000_000)
    assert slice_between(BEFORE, others, CELL, Idle(disk_mb_s=2.0)).disturbed is None
    assert slice_between(BEFORE, others, CELL, Idle(disk_mb_s=1.0)).disturbed is not None


def test_a_resync_disturbs_when_it_begins() -> None:
    busy = {"md0": "resync"}
    began = slice_between(BEFORE, replace(AFTER, busy_arrays=busy), CELL, Idle())
    assert str(began.disturbed) == "a resync of md0 began"
    before = replace(BEFORE, busy_arrays=busy)
    goes_on = slice_between(before, replace(AFTER, busy_arrays=busy), CELL, Idle())
    assert goes_on.disturbed is None
    assert slice_between(before, AFTER, CELL, Idle()).disturbed is None


def test_heat_and_a_pulled_plug_disturb_when_they_come() -> None:
    cool, hot = replace(BEFORE, throttled=3), replace(AFTER, throttled=4, temperature_c=61.0)
    found = slice_between(cool, hot, CELL, Idle())
    assert str(found.disturbed) == "the CPUs were throttled by heat"
    assert found.temperature_c == 61.0
    assert slice_between(cool, replace(AFTER, throttled=3), CELL, Idle()).disturbed is None
    plugged, unplugged = replace(BEFORE, on_mains=True), replace(AFTER, on_mains=False)
    found = slice_between(plugged, unplugged, CELL, Idle())
    assert str(found.disturbed) == "the computer was unplugged"
    on_battery = replace(BEFORE, on_mains=False)
    assert slice_between(on_battery, unplugged, CELL, Idle()).disturbed is None


def test_saturated_processors_are_told_and_others_blamed_only_for_their_own_work() -> None:
    by_kernel = replace(AFTER, processors=ProcessorTimes(5.2, 8.8, 100.0, 0.0))
    found = slice_between(BEFORE, by_kernel, CELL, Idle())
    assert (found.saturated, found.disturbed) == (True, None)
    by_programs = replace(AFTER, processors=ProcessorTimes(6.2, 7.8, 100.0, 0.0))
    found = slice_between(BEFORE, by_programs, CELL, Idle())
    assert (found.saturated, found.disturbed) == (
        True,
        sentence("other programs kept the CPUs busy"),
    )
    usual = slice_between(BEFORE, by_programs, CELL, Idle(program_share=0.3))
    assert (usual.saturated, usual.disturbed) == (True, None)


@pytest.mark.parametrize("usual", [0.5, 0.6, 0.9])
def test_what_others_may_take_is_bounded_by_what_was_free(usual: float) -> None:
    """Twice of what they took before can be more than there is."""
    all_taken = replace(AFTER, processors=ProcessorTimes(15.3, 7.0, 100.0, 0.0))
    found = slice_between(BEFORE, all_taken, CELL, Idle(program_share=usual))
    assert str(found.disturbed) == "other programs kept the CPUs busy"
    assert found.others_share == pytest.approx((10.3 - 0.1) / 10.3)


def test_a_share_of_others_counts_only_where_no_processor_is_idle() -> None:
    idle_left = replace(AFTER, processors=ProcessorTimes(15.3, 7.0, 110.0, 0.0))
    assert slice_between(BEFORE, idle_left, CELL, Idle()).others_share == 0.0
    by_kernel = replace(AFTER, processors=ProcessorTimes(5.2, 8.8, 100.0, 0.0))
    assert slice_between(BEFORE, by_kernel, CELL, Idle()).others_share == pytest.approx(0.05)


def test_a_stall_is_no_disturbance_but_for_what_else_the_disk_did() -> None:
    idle = (replace(BEFORE.states[0], runtime_ms=1500),)
    stalled = replace(AFTER, states=idle, counters=BEFORE.counters)
    found = slice_between(BEFORE, stalled, CELL, Idle())
    assert (found.results, found.disturbed, found.duration_s) == ((None,), None, 1.0)
    found = slice_between(BEFORE, replace(AFTER, states=idle), CELL, Idle())
    assert (found.results, found.disturbed) == ((None,), sentence("other programs used the disk"))


def test_a_kernel_that_tells_nothing() -> None:
    """As for a file on a network file system."""
    before, after = (replace(look, counters=None, processors=None) for look in (BEFORE, AFTER))
    found = slice_between(before, after, CELL, Idle())
    assert found.results[0]
    assert (found.whole_system_cpu_s, found.utilisation, found.queue_length) == (None, None, None)
    assert (found.disturbed, found.saturated) == (None, False)
