"""The loads of a map, and when one counts as not reached."""

from __future__ import annotations

from dataclasses import replace

import pytest

from storage_tuner.advice.load_map import is_saturated
from storage_tuner.bench.searches.load_map import (
    READ_LEVELS,
    WRITE_LEVELS,
    Highest,
    map_workloads,
    slice_ms,
    unsaturated,
)
from storage_tuner.core.load_map import asked_iops, load_of
from storage_tuner.core.workload import Operation
from tests.unit.bench.simulated_maps import READS, WRITES, MapPlace, map_plan, measured


@pytest.mark.parametrize(("iops", "threads"), [(120.0, 1), (150.0, 32), (5e4, 16), (8e5, 128)])
def test_each_load_asks_for_its_parts(iops: float, threads: int) -> None:
    reads, writes = replace(READS, iops=iops, threads=threads), replace(WRITES, iops=iops / 2)
    made = map_workloads(reads, writes, 256)
    assert len({each.name for each in made}) == len(READ_LEVELS) * len(WRITE_LEVELS)
    for workload in made:
        load = load_of(workload.operations[0])
        assert load
        for stream, percent, most in zip(workload.streams, load, (iops, iops / 2), strict=False):
            assert asked_iops(stream) == pytest.approx(percent / 100 * most, rel=0.02, abs=0.5)
            assert stream.poisson
            assert load_of(stream.operation) == load
        assert len(workload.streams) == (2 if load[1] else 1)
        assert sum(stream.threads_of(1) for stream in workload.streams) <= 256


def test_a_disk_that_is_only_read_has_a_column() -> None:
    made = map_workloads(READS, None, 256)
    assert [load_of(each.operations[0]) for each in made] == [(read, 0) for read in READ_LEVELS]


def test_other_operations_are_of_no_map() -> None:
    assert load_of(Operation.RANDOM_READ) is None
    assert load_of(replace(Operation.RANDOM_READ, name="map-read-5-20-at-70")) is None


@pytest.mark.parametrize(
    ("iops", "length_ms"), [(100, 3000), (200, 2000), (1000, 1000), (1e6, 1000)]
)
def test_a_slice_is_long_enough_for_reads(iops: float, length_ms: int) -> None:
    assert slice_ms(map_workloads(Highest(READS.stream, iops, 4), None, 256)) == length_ms


def test_random_variation_is_no_saturation() -> None:
    """20 requests of 24 are within two standard deviations; so are 970 of 1000, but not 600."""
    plan = map_plan("none")
    few, many = (plan.workloads[place].streams[0] for place in (0, -1))
    (run,) = measured(replace(plan, workloads=plan.workloads[:1]), MapPlace(), 1)
    assert not is_saturated(few, [replace(run, iops=0.7 * asked_iops(few))])
    assert is_saturated(few, [replace(run, iops=0.7 * asked_iops(few))] * 40)
    assert not is_saturated(many, [replace(run, iops=0.97 * asked_iops(many))])
    assert is_saturated(many, [replace(run, iops=0.8 * asked_iops(many))])
    assert not is_saturated(many, [])


def test_what_no_variant_bears_is_left_out() -> None:
    plan = map_plan("none", "bfq")
    assert unsaturated(plan, []) == plan.workloads
    assert unsaturated(plan, measured(plan, MapPlace(), 1)) == plan.workloads
    runs = measured(plan, MapPlace(), 2)
    loads = {load_of(each.operations[0]) for each in unsaturated(plan, runs)}
    assert loads == {(r, w) for r in READ_LEVELS for w in WRITE_LEVELS if r + w <= 105}
    only_none = [run for run in runs if run.variant == "none"]
    assert unsaturated(plan, only_none) == plan.workloads
