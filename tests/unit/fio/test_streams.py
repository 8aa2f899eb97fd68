"""Several streams in one run of the real fio, and what comes of its one document."""

from __future__ import annotations

import os
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from storage_tuner.core.errors import ToolFailed
from storage_tuner.core.plan import Cell, RunSpecification, Variant
from storage_tuner.core.workload import (
    Mode,
    Operation,
    Priority,
    PriorityClass,
    RateUnit,
    Region,
    Stream,
    Workload,
    classical_workload,
)
from storage_tuner.fio.job import arguments, engine_for
from storage_tuner.fio.result import measurements, parse
from storage_tuner.fio.slices import between, parse_states
from storage_tuner_protocol.fio_arguments import writes_between_fsyncs

SIZE = 16 << 20
MIXED = Stream(
    Operation("all/mix", "Mix", RateUnit.REQUESTS, writes=True, block_bytes=4096),
    Mode.RANDOM_MIXED,
    4096,
    write_percent=30,
)
READ = replace(
    classical_workload(Operation.RANDOM_READ).streams[0],
    operation=Operation("all/read", "Read", RateUnit.REQUESTS, writes=False, block_bytes=16384),
    block_bytes=16384,
    threads=1,
)
WORKLOAD = Workload("all", "All", streams=(MIXED, READ))


def document(streams: tuple[Stream, ...], folder: Path, output: str = "json") -> str:
    """What fio prints of a run of 200 ms on a new file."""
    file = folder / "file"
    file.write_bytes(os.urandom(SIZE))
    argv = arguments(
        streams,
        path=str(file),
        size_bytes=SIZE,
        threads=2,
        runtime_ms=200,
        ramp_ms=0,
        fio_version="3.33",
        output=output,
    )
    done = subprocess.run(argv, capture_output=True, text=True, cwd=folder, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_each_stream_has_its_own_result(tmp_path: Path) -> None:
    """The mix's reads and writes are one number, as its requests are."""
    mixed, read = parse(document(WORKLOAD.streams, tmp_path), 2)
    assert mixed.bytes_moved == 4096 * mixed.requests
    assert read.bytes_moved == 16384 * read.requests
    for result in (mixed, read):
        assert result.latency_mean_ms
        assert set(result.percentiles_ms) >= {"50.000000", "99.000000"}


def test_they_find_their_place_in_the_plan(tmp_path: Path) -> None:
    run = RunSpecification(3, 1, Cell(WORKLOAD, 2), Variant("bfq", ()))
    made = measurements(run, parse(document(WORKLOAD.streams, tmp_path), 2), "now")
    assert [each.operation.name for each in made] == ["all/mix", "all/read"]
    assert {(each.index, each.repeat, each.threads, each.variant) for each in made} == {
        (3, 1, 2, "bfq")
    }


def test_a_document_with_other_jobs_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ToolFailed, match="2 jobs instead of 3"):
        parse(document(WORKLOAD.streams, tmp_path), 3)


def test_a_state_counts_all_latencies_of_a_mix(tmp_path: Path) -> None:
    states = parse_states(document(WORKLOAD.streams, tmp_path, "json+"), 2)
    for state in states:
        assert sum(state.bins.values()) == state.requests == state.latency_count
    mixed, _ = states
    begun = replace(
        mixed, runtime_ms=0, bytes_moved=0, requests=0, latency_count=0, latency_sum_ns=0, bins={}
    )
    done = between(begun, mixed)
    assert done
    assert done.requests == mixed.requests


@pytest.mark.parametrize(
    ("mode", "percent", "every", "old", "new"),
    [
        (Mode.RANDOM_MIXED, 20, 10, 50, 10),
        (Mode.MIXED, 50, 1, 2, 1),
        (Mode.RANDOM_MIXED, 30, 10, 33, 10),
        (Mode.RANDOM_MIXED, 20, 0, 0, 0),
        (Mode.RANDOM_WRITE, None, 10, 10, 10),
    ],
)
def test_an_old_fio_is_told_of_more_writes_between_two_fsyncs_of_a_mix(
    mode: Mode, percent: int | None, every: int, old: int, new: int
) -> None:
    stream = replace(MIXED, mode=mode, write_percent=percent, fsync_every=every)
    for version, told in (("3.33", old), ("3.37", old), ("", old), ("3.38", new), ("4.0-rc1", new)):
        assert writes_between_fsyncs(stream.in_cell(1), version) == told


def test_one_asynchronous_stream_makes_all_of_them_so() -> None:
    deep = replace(READ, queue_depth=4)
    assert engine_for((MIXED, READ)) == "psync"
    assert engine_for((MIXED, deep)) == "libaio"


@pytest.mark.parametrize(
    ("stream", "expected"),
    [
        (replace(READ, region=Region(25, 50)), {"--offset=4194304", "--size=8388608"}),
        (replace(READ, rate_iops=50), {"--rate_iops=50"}),
        (replace(READ, rate_iops=9, poisson=True), {"--rate_iops=9", "--rate_process=poisson"}),
        (replace(MIXED, rate_iops=50), {"--rate_iops=35,15"}),
        (replace(MIXED, synchronous=True), {"--sync=dsync"}),
        (replace(MIXED, prefilled=True), {"--refill_buffers=0", "--scramble_buffers=1"}),
        (replace(MIXED, fsync_every=3), {"--fsync=10"}),
        (replace(READ, buffered=True), {"--direct=0"}),
        (
            replace(READ, priority=Priority(PriorityClass.BEST_EFFORT, 7)),
            {"--prioclass=2", "--prio=7"},
        ),
    ],
)
def test_what_a_stream_says_reaches_fio(stream: Stream, expected: set[str], tmp_path: Path) -> None:
    argv = arguments(
        (stream,),
        path="F",
        size_bytes=SIZE,
        threads=1,
        runtime_ms=1,
        ramp_ms=0,
        fio_version="3.33",
    )
    assert expected <= set(argv)
    parse(document((stream,), tmp_path), 1)
