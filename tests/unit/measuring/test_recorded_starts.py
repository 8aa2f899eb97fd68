"""Recorded starts on a file, by the real fio, and what becomes of its results."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from storage_tuner.bench.measured_file import new_file
from storage_tuner.client.sessions import TunedDevices
from storage_tuner.core.errors import ToolFailed
from storage_tuner.core.plan import Cell, Plan, RunSpecification, Target, TargetKind, Variant
from storage_tuner.core.workload import RecordedProgram, Workload
from storage_tuner.fio.replay import parse_start
from storage_tuner.fio.result import measurements
from storage_tuner.measuring import executors
from storage_tuner.measuring.executors import FileExecutor
from storage_tuner.measuring.run_streams import reads_file, streams_of
from tests.loop_device import scratch_folder
from tests.recordings import invented, starts

SIZE = 256 << 20
RECORDINGS = {RecordedProgram.SMALL: invented()}
IDLE, LIGHT, HEAVY = starts("start-small-?")


@pytest.fixture
def executor() -> Iterator[FileExecutor]:
    with (
        scratch_folder() as folder,
        new_file(folder, SIZE, on_progress=lambda _: None, is_cancelled=lambda: False) as file,
    ):
        yield FileExecutor(file, TunedDevices(), lambda: False, "3.33", recordings=RECORDINGS)


def specification(workload: Workload, index: int = 0) -> RunSpecification:
    cell = Cell(workload, workload.fixed_threads or 1)
    return RunSpecification(index, 0, cell, Variant("none", ()))


def plan_of(workload: Workload) -> Plan:
    plan = Plan(Target(TargetKind.FILE, None, "/"), (), (workload,), (1,), 1, 100, 100, 1)
    return plan.paced(plan.cells[0])


def test_a_start_makes_all_reads_and_thinks_between_them(executor: FileExecutor) -> None:
    (start,) = executor.execute(specification(IDLE), plan_of(IDLE))
    recording = invented()
    assert start.bytes_moved == sum(read.length for read in recording.reads)
    thought_s = len(recording.reads) * recording.mean_think_us / 1e6
    assert start.duration_s >= thought_s
    assert start.iops == pytest.approx(1 / start.duration_s)
    assert start.latency_mean_ms and start.latency_p99_ms
    waited_s = start.latency_mean_ms / 1000 * len(recording.reads)
    assert waited_s + thought_s <= start.duration_s + 0.001


def test_the_copy_goes_on_as_long_as_the_start(executor: FileExecutor) -> None:
    start, reading, writing = executor.execute(specification(LIGHT), plan_of(LIGHT))
    assert start.operation.name == "start-small-1"
    for copied in (reading, writing):
        assert copied.rate_mb_s and copied.bytes_moved % (256 << 10) == 0
        assert copied.duration_s < start.duration_s + 2
    assert (reading.operation.writes, writing.operation.writes) == (False, True)


def test_a_start_that_takes_too_long_has_no_time(
    executor: FileExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(executors, "LONGEST_START_MS", 5)
    with pytest.raises(ToolFailed, match="wasn't finished within the time limit"):
        executor.execute(specification(IDLE), plan_of(IDLE))


def test_each_run_reads_elsewhere() -> None:
    runs = [streams_of(specification(HEAVY, index), SIZE, RECORDINGS)[0] for index in range(2)]
    assert {read.offset for read in runs[0].reads} != {read.offset for read in runs[1].reads}
    assert all(run.reads and run.think_us == invented().mean_think_us for run in runs)


def test_the_log_has_no_name_and_is_gone_afterwards() -> None:
    streams = streams_of(specification(HEAVY), SIZE, RECORDINGS)
    with reads_file(streams, "/proc/1/fd/3") as path:
        lines = Path(path).read_text(encoding="ascii").splitlines()
        first = streams[0].reads[0]
        assert lines[3] == f"/proc/1/fd/3 read {first.offset} {first.length}"
        assert str(Path(path).readlink()).startswith("/memfd:")
        assert not any(" wait " in line for line in lines)
    assert not os.path.exists(path)  # noqa: PTH110 - a link in /proc
    with reads_file(streams[1:], "/proc/1/fd/3") as none:
        assert none == ""


def job(requests: int, runtime_ms: int) -> dict[str, Any]:
    figures = {
        "io_bytes": 4096 * requests,
        "runtime": runtime_ms,
        "total_ios": requests,
        "lat_ns": {"mean": 1e6},
        "clat_ns": {},
    }
    nothing = {**figures, "total_ios": 0, "runtime": 0, "io_bytes": 0}
    return {"read": figures, "write": nothing, "error": 0}


def test_a_starved_stream_counts_as_one_request() -> None:
    """Otherwise there is no ratio to compare, and the run would be lost."""
    document = json.dumps({"jobs": [job(60, 500), job(9, 400), job(0, 0)]})
    start, _, writing = measurements(
        specification(HEAVY), parse_start(document, HEAVY.streams, 60), "2026-11-26T00:00:00"
    )
    assert start.iops == 2
    assert writing.rate_mb_s == pytest.approx((256 << 10) / 1e6 / 0.5)


@pytest.mark.parametrize("made", [0, 59])
def test_an_incomplete_start_is_no_result(made: int) -> None:
    document = json.dumps({"jobs": [job(made, 500)]})
    with pytest.raises(ToolFailed, match=f"{made} of 60 reads"):
        parse_start(document, IDLE.streams, 60)
