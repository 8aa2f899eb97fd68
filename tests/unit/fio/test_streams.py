"""Several streams in one run of the real fio, and what comes of its one document."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from storage_tuner.core.errors import ToolFailed
from storage_tuner.core.plan import Cell, RunSpecification, Variant
from storage_tuner.core.workload import (
    Measured,
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
from storage_tuner.fio.result import (
    FioResult,
    deadlines_missed,
    measured,
    measurements,
    output_for,
    parse,
)
from storage_tuner.fio.slices import JobState, between, parse_states
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
    mixed, read = parse(document(WORKLOAD.streams, tmp_path), WORKLOAD.streams)
    assert mixed.bytes_moved == 4096 * mixed.requests
    assert read.bytes_moved == 16384 * read.requests
    for result in (mixed, read):
        assert result.latency_mean_ms
        assert set(result.percentiles_ms) >= {"50.000000", "99.000000"}


def test_they_find_their_place_in_the_plan(tmp_path: Path) -> None:
    run = RunSpecification(3, 1, Cell(WORKLOAD, 2), Variant("bfq", ()))
    made = measurements(run, parse(document(WORKLOAD.streams, tmp_path), WORKLOAD.streams), "now")
    assert [each.operation.name for each in made] == ["all/mix", "all/read"]
    assert {(each.index, each.repeat, each.threads, each.variant) for each in made} == {
        (3, 1, 2, "bfq")
    }


@pytest.fixture
def memory() -> Iterator[Path]:
    """A folder where an fsync waits for nothing: beside other tests, the first one on a disk may
    take longer than the whole run."""
    with TemporaryDirectory(dir="/dev/shm") as folder:
        yield Path(folder)


def test_a_stream_that_measures_fsyncs_has_their_latencies(memory: Path) -> None:
    """In a run by itself and between two states, where both are everything that fio did."""
    save = replace(
        classical_workload(Operation.RANDOM_WRITE).streams[0],
        fsync_every=1,
        measures=Measured.FSYNCS,
        buffered=True,
    )
    text = document((save,), memory, "json+")
    fsyncs = json.loads(text)["jobs"][0]["sync"]["lat_ns"]
    (result,), (state,) = parse(text, (save,)), parse_states(text, (save,))
    of_slice = between(begun(state), state)
    assert of_slice is not None
    for each in (result, of_slice):
        assert each.latency_mean_ms == pytest.approx(fsyncs["mean"] / 1e6)
        assert each.percentiles_ms["99.000000"] == fsyncs["percentile"]["99.000000"] / 1e6
        assert each.deadlines_missed is None
    assert result.requests == pytest.approx(fsyncs["N"], abs=2)  # one fsync a write, two threads


def test_deadlines_are_counted_in_a_run_and_in_a_slice(tmp_path: Path) -> None:
    """At 400 requests a second each is due within 2.5 ms."""
    play = replace(READ, rate_iops=400, measures=Measured.DEADLINES)
    text = document((play,), tmp_path, output_for((play,)))
    (result,), (state,) = parse(text, (play,)), parse_states(text, (play,))
    of_slice = between(begun(state), state)
    bins = json.loads(text)["jobs"][0]["read"]["clat_ns"]["bins"]
    missed = sum(count * (int(ns) // 2_500_000) for ns, count in bins.items())
    assert of_slice is not None
    assert result.deadlines_missed == of_slice.deadlines_missed == missed


@pytest.mark.parametrize(
    ("latency_ms", "missed"), [(24, 0), (26, 3), (49, 3), (51, 6), (1010, 120)]
)
def test_each_period_waited_is_a_missed_deadline(latency_ms: int, missed: int) -> None:
    """Three requests at 40 a second: one that takes a second misses 40 deadlines, not one."""
    assert deadlines_missed({1_000_000: 500, latency_ms * 1_000_000: 3}, 25.0) == missed
    assert deadlines_missed({latency_ms * 1_000_000: 3}, None) is None


def test_missed_deadlines_are_told_by_the_minute() -> None:
    result = FioResult(2.0, 1 << 20, 80, 1.0, {}, None, None, deadlines_missed=3)
    made = measured(result, "bfq", READ.operation, 1, "now")
    assert made.missed_per_minute == 90


def test_only_deadlines_need_every_latency() -> None:
    play = replace(READ, rate_iops=400, measures=Measured.DEADLINES)
    assert (output_for((READ,)), output_for((READ, play))) == ("json", "json+")


def begun(state: JobState) -> JobState:
    """The state of the same job before its first request."""
    return replace(
        state, runtime_ms=0, bytes_moved=0, requests=0, latency_count=0, latency_sum_ns=0, bins={}
    )


def test_a_document_with_other_jobs_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ToolFailed, match="2 jobs instead of 3"):
        parse(document(WORKLOAD.streams, tmp_path), (*WORKLOAD.streams, READ))


def test_a_state_counts_all_latencies_of_a_mix(tmp_path: Path) -> None:
    states = parse_states(document(WORKLOAD.streams, tmp_path, "json+"), WORKLOAD.streams)
    for state in states:
        assert sum(state.bins.values()) == state.requests == state.latency_count
    mixed, _ = states
    done = between(begun(mixed), mixed)
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
    parse(document((stream,), tmp_path), (stream,))


def test_a_rest_is_no_part_of_a_latency_and_not_of_the_throughput(tmp_path: Path) -> None:
    """Of three reads within 200 ms of rests of 90 ms, only the first one follows no rest."""
    resting = Workload("rest", "Rest", streams=(replace(READ, rest_ms=90),))
    [result] = parse(document(resting.streams, tmp_path), resting.streams)
    assert 1 <= result.requests <= 4, "one only where the machine paused"
    assert result.latency_mean_ms
    rests_ms = 90 * (result.requests - 1)
    reads_ms = result.requests * result.latency_mean_ms
    assert result.duration_s * 1000 + 1 >= rests_ms + reads_ms
    run = RunSpecification(0, 0, Cell(resting, 1), Variant("now", ()))
    [made] = measurements(run, [result], "now")
    assert made.iops == pytest.approx(1000 / result.latency_mean_ms)
    assert made.rate_mb_s == pytest.approx(16384 / result.latency_mean_ms / 1e3)
