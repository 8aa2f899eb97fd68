"""The starts of recorded programs in the catalogue."""

from __future__ import annotations

from pathlib import Path

import pytest

from storage_tuner.bench.block_sizes import of_sizes
from storage_tuner.bench.planning import make_plan
from storage_tuner.bench.recorded_starts import recorded_starts
from storage_tuner.bench.restart_reasons import is_restarted
from storage_tuner.bench.searches.offered_load import require_one_free_stream
from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.plan import Protocol, Target, TargetKind, Thoroughness, Use
from storage_tuner.core.workload import RateUnit
from storage_tuner.jobs.planning.plan_building import is_possible
from storage_tuner.jobs.planning.workload_catalogue import find_workloads, known_workloads
from storage_tuner_protocol.workload import extent_of
from tests.recordings import starts

SIZE = 1 << 30


def names(*wanted: str) -> list[str]:
    return [workload.name for workload in starts(*wanted)]


def test_a_pattern_chooses_all_starts_of_a_program_or_those_that_only_read() -> None:
    assert names("start-small-?") == ["start-small-0", "start-small-1", "start-small-5"]
    reading = names("start-medium-0", "start-medium-*-read")
    assert reading == ["start-medium-0", "start-medium-1-read", "start-medium-5-read"]
    assert len(names("start-*")) == 15
    with pytest.raises(InvalidInput, match="start-tiny"):
        names("start-tiny-*")


def test_a_disk_that_is_only_read_has_those_without_writers() -> None:
    disk = Target(TargetKind.DEVICE, "sda")
    possible = [each.name for each in starts("start-large-*") if is_possible(each, disk)]
    assert possible == ["start-large-0", "start-large-1-read", "start-large-5-read"]
    assert all(is_possible(each, disk, overwriting=True) for each in starts("start-*"))
    practice = Target(TargetKind.PRACTICE, None)
    assert all(is_possible(each, practice) for each in starts("start-*"))


def test_start_readers_and_writers_have_parts_of_their_own() -> None:
    (heavy,) = starts("start-small-5")
    parts = []
    for stream in heavy.streams:
        run = stream.in_cell(1)
        place = extent_of(run, SIZE)
        parts += [
            (place.start + number * place.increment, place.part) for number in range(run.threads)
        ]
    assert len(parts) == 11
    ends = [0, *(start + length for start, length in parts)]
    assert all(start >= end for (start, _), end in zip(parts, ends, strict=False))
    assert ends[-1] <= SIZE


def test_the_copy_is_the_background_and_the_start_is_counted_in_starts() -> None:
    idle, _, heavy = starts("start-small-?")
    assert [each.name for each in heavy.operations] == [
        "start-small-5",
        "start-small-5/read",
        "start-small-5/write",
    ]
    assert [each.name for each in heavy.foreground] == ["start-small-5"]
    assert heavy.operations[0].unit is RateUnit.RUNS
    assert idle.background == () and not idle.writes and heavy.writes


def test_each_run_is_a_start_of_its_own_under_any_protocol() -> None:
    workloads = starts("start-small-0", "start-small-5")
    for protocol in (Protocol.ADAPTIVE, Protocol.RESTARTS):
        plan = make_plan(
            Target(TargetKind.PRACTICE, None),
            current="none",
            workloads=workloads,
            schedulers=("none", "bfq"),
            use=Use.NOT_SURE,
            thoroughness=Thoroughness.NORMAL,
            seed=1,
            protocol=protocol,
        )
        assert all(is_restarted(plan, cell) for cell in plan.cells)
        assert [plan.paced(cell).ramp_ms for cell in plan.cells] == [0, 2000]


def test_neither_its_sizes_nor_its_load_can_be_chosen() -> None:
    (idle,) = starts("start-small-0")
    with pytest.raises(InvalidInput, match="block size"):
        of_sizes([idle], [4096])
    with pytest.raises(InvalidInput, match="partial load"):
        require_one_free_stream(idle)


def test_their_names_are_ours() -> None:
    known = known_workloads(Path("/nonexistent"))
    ours = [entry.workload for entry in recorded_starts()]
    assert find_workloads([each.name for each in ours], known) == tuple(ours)
    assert all(entry.source for entry in recorded_starts())
