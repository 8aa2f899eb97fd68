"""What every helper tells of a benchmark, and what the application reads of that; the fake as the
real one."""

from __future__ import annotations

import itertools
import json
from dataclasses import asdict
from typing import Any

import pytest

from storage_tuner.client.helper import HelperConnection, HelperEvent, Value, call
from storage_tuner.core.device import Counters
from storage_tuner.core.errors import HelperGone
from storage_tuner.core.workload import Operation, classical_workload
from storage_tuner.fio.result import figures_of, parse
from storage_tuner.fio.slices import PERCENTILES, JobState, between, parse_states
from storage_tuner.probe.load.counters import activity, parse_counters
from storage_tuner.probe.load.processor import ProcessorTimes, parse_processor_times
from storage_tuner_protocol.workload import LONGEST_RUN_MS
from tests.contract.asking import Asked, name_and_code, refused, wait_event
from tests.contract.conftest import Connect
from tests.contract.test_practice_disks import made
from tests.loop_device import LoopDevice

ONE = classical_workload(Operation.RANDOM_READ).streams
READ = {"mode": "randread", "threads": 2, "block_bytes": 4096}
SEQUENTIAL = {"mode": "read", "threads": 1, "block_bytes": 65536}
WRITE = {"mode": "write", "threads": 1, "block_bytes": 65536}
MIX = {"mode": "randrw", "threads": 1, "block_bytes": 4096, "write_percent": 50}
INTERRUPTED = 128
"""fio's exit code after SIGINT."""

NO_SUCH_JOB = ("NoSuchJob", "There is no such benchmark")

OF_A_JOB = {"jobname", "groupid", "error", "elapsed", "job_runtime", "usr_cpu", "sys_cpu"}
OF_A_DIRECTION = {"io_bytes", "bw_bytes", "iops", "runtime", "total_ios", "lat_ns", "clat_ns"}
OF_LATENCIES = {"min", "max", "mean", "stddev", "N"}


def run(
    *streams: dict[str, Any], runtime_ms: int = LONGEST_RUN_MS, **more: Value
) -> dict[str, Any]:
    """The arguments of a benchmark that goes on until it's stopped."""
    usual = {"streams": list(streams), "runtime_ms": runtime_ms, "ramp_ms": 0, "engine": "psync"}
    return {**usual, **more}


def sampled(asked: Asked, job: int) -> dict[str, Any]:
    sample = asked("SampleBenchmark", job=job)
    assert {name: type(value) for name, value in sample.items()} == {
        "fio": str,
        "stat": str,
        "cpu": str,
        "at_ns": int,
    }
    return sample


def counters(sample: dict[str, Any]) -> Counters:
    found = parse_counters(sample["stat"].encode(), sample["at_ns"] / 1e9)
    assert found is not None
    return found


def processors(sample: dict[str, Any]) -> ProcessorTimes:
    found = parse_processor_times(sample["cpu"])
    assert found is not None
    return found


def stopped(asked: Asked, job: int) -> HelperEvent:
    assert asked("StopBenchmark", job=job) == {}
    return wait_event(asked.connection, "BenchmarkFinished")


def totals(state: JobState) -> tuple[float, ...]:
    return state.runtime_ms, state.thread_ms, state.bytes_moved, state.requests, state.latency_count


def test_what_is_counted_only_grows(client: HelperConnection, device: LoopDevice) -> None:
    asked = Asked.begin(client, device)
    job = asked("StartBenchmark", run(READ, output="json+"))["job"]
    samples = [sampled(asked, job) for _ in range(4)]
    for earlier, later in itertools.pairwise(samples):
        (before,), (after,) = parse_states(earlier["fio"], ONE), parse_states(later["fio"], ONE)
        assert all(x <= y for x, y in zip(totals(before), totals(after), strict=True))
        assert before.bins.keys() <= after.bins.keys()
        assert all(count <= after.bins[key] for key, count in before.bins.items())
        assert earlier["at_ns"] < later["at_ns"]
        first, then = asdict(counters(earlier)), asdict(counters(later))
        falling = {"in_flight", "at", "identity"}
        known = [name for name, value in first.items() if value is not None]
        assert all(first[name] <= then[name] for name in known if name not in falling)
        assert processors(later).total_s >= processors(earlier).total_s


def test_two_samples_are_a_measurement(client: HelperConnection, device: LoopDevice) -> None:
    """fio's numbers and the kernel's are of the same requests."""
    asked = Asked.begin(client, device)
    job = asked("StartBenchmark", run(READ, output="json+"))["job"]
    first = sampled(asked, job)
    moved = spent_s = by_edges = 0.0
    # so long that the edges of the interval don't matter, which are long on a busy machine: fio
    # reads its counters one after the other
    while not spent_s or moved < 16e6 or (by_edges > 0.1 * moved and moved < 3e8):
        last = sampled(asked, job)
        spent_s = processors(last).since(processors(first)).total_s
        (before,), (after,) = parse_states(first["fio"], ONE), parse_states(last["fio"], ONE)
        moved = after.bytes_moved - before.bytes_moved
        by_edges = abs(moved - 4096 * (after.requests - before.requests))
    result = between(before, after)
    assert result is not None
    assert all(x < y for x, y in zip(totals(before), totals(after), strict=True))
    assert result.bytes_moved == pytest.approx(result.requests * 4096, rel=0.2)
    assert list(result.percentiles_ms) == list(PERCENTILES)
    assert result.latency_mean_ms is not None
    assert result.latency_min_ms is not None and result.latency_max_ms is not None
    assert result.latency_min_ms <= result.percentiles_ms["50.000000"] <= result.latency_max_ms
    assert result.system_cpu_s is not None and result.user_cpu_s is not None
    # two threads that have always one request under way
    assert result.iops * result.latency_mean_ms / 1000 == pytest.approx(2, rel=0.5)
    by_kernel = activity(counters(first), counters(last))
    assert by_kernel.read_mb_s == pytest.approx(result.rate_mb_s, rel=0.5)
    assert by_kernel.write_mb_s < 0.05 * by_kernel.read_mb_s


def test_a_stop_is_told_with_all_that_was_done(
    client: HelperConnection, device: LoopDevice
) -> None:
    asked = Asked.begin(client, device)
    job = asked("StartBenchmark", run(READ))["job"]
    (last,) = parse_states(sampled(asked, job)["fio"], ONE)
    ended = stopped(asked, job)
    assert ended.device == device.name
    assert ended.arguments.keys() == {"job", "exit_code", "stopped", "output", "error_output"}
    assert (ended.arguments["job"], ended.arguments["stopped"]) == (job, True)
    assert ended.arguments["exit_code"] == INTERRUPTED
    (result,) = parse(str(ended.arguments["output"]), ONE)
    assert result.requests >= last.requests
    for method in ("SampleBenchmark", "StopBenchmark"):
        assert name_and_code(asked.refused(method, {"job": job})) == NO_SUCH_JOB


def test_its_end_is_told_when_its_time_is_over(
    client: HelperConnection, device: LoopDevice
) -> None:
    asked = Asked.begin(client, device)
    job = asked("StartBenchmark", run(READ, SEQUENTIAL, runtime_ms=200))["job"]
    ended = wait_event(client, "BenchmarkFinished").arguments
    assert (ended["job"], ended["exit_code"], ended["stopped"]) == (job, 0, False)
    assert ended["error_output"] == ""
    for result, threads in zip(parse(str(ended["output"]), 2 * ONE), (2, 1), strict=True):
        assert 0.15 < result.duration_s < 0.4
        assert result.latency_mean_ms and result.latency_sd_ms is not None
        # threads that have always one request under way
        assert result.iops * result.latency_mean_ms / 1000 == pytest.approx(threads, rel=0.5)
        assert {"50.000000", "95.000000", "99.900000"} <= result.percentiles_ms.keys()
    assert name_and_code(asked.refused("SampleBenchmark", {"job": job})) == NO_SUCH_JOB
    again = asked("StartBenchmark", run(READ, runtime_ms=100))["job"]
    assert again > job


def test_a_replay_makes_its_reads_and_ends_the_run(
    client: HelperConnection, device: LoopDevice
) -> None:
    """Long before the time is over, and with it the stream beside it."""
    asked = Asked.begin(client, device)
    start = {"mode": "randread", "threads": 1, "block_bytes": 1 << 20, "think_us": 500}
    reads = [*["4 1 9 256"] * 20, "16000 3"]
    asked("StartBenchmark", run({**start, "reads": reads}, SEQUENTIAL, ramp_ms=300))
    ended = wait_event(client, "BenchmarkFinished").arguments
    assert (ended["exit_code"], ended["stopped"]) == (0, False)
    replay, beside = json.loads(str(ended["output"]))["jobs"]
    assert replay["read"]["total_ios"] == 41
    assert replay["read"]["io_bytes"] // 4096 == pytest.approx(20 * 257 + 3, rel=0.01)
    assert replay["read"]["runtime"] >= 41 * 0.5
    assert beside["read"]["total_ios"] > 0


def test_its_document_has_the_keys_of_fio(client: HelperConnection, device: LoopDevice) -> None:
    asked = Asked.begin(client, device)
    asked("StartBenchmark", run(READ, runtime_ms=100))
    ended = wait_event(client, "BenchmarkFinished").arguments
    document = json.loads(str(ended["output"]))
    assert {"fio version", "timestamp_ms", "jobs"} <= document.keys()
    (job,) = document["jobs"]
    assert OF_A_JOB | {"read", "write", "trim"} <= job.keys()
    for direction in ("read", "write", "trim"):
        assert job[direction].keys() >= OF_A_DIRECTION
        assert job[direction]["lat_ns"].keys() >= OF_LATENCIES
    assert job["write"]["total_ios"] == 0
    assert "bins" not in job["read"]["clat_ns"]
    percentiles = list(job["read"]["clat_ns"]["percentile"])
    assert percentiles[0] == "1.000000" and percentiles[-1] == "99.990000"
    assert len(percentiles) == 17


def test_reads_and_writes_of_a_mix_are_counted_as_one(helper: Connect) -> None:
    client = helper()
    disk = made(client)
    while client.next_event(0):
        pass
    asked = Asked.begin(client, disk)
    job = asked("StartBenchmark", run(MIX, WRITE))["job"]
    first = last = sampled(asked, job)
    begun = done(first)
    while any(now < before + 100 for before, now in zip(begun, done(last), strict=True)):
        last = sampled(asked, job)
    mixed, writing = json.loads(last["fio"])["jobs"]
    assert "mixed" in mixed and "read" not in mixed
    assert figures_of(writing) == writing["write"]
    assert activity(counters(first), counters(last)).write_mb_s > 0
    stopped(asked, job)


def done(sample: dict[str, Any]) -> list[int]:
    """Requests of each of fio's jobs until then."""
    return [figures_of(each)["total_ios"] for each in json.loads(sample["fio"])["jobs"]]


def test_settings_are_changed_under_it(client: HelperConnection, device: LoopDevice) -> None:
    asked = Asked.begin(client, device)
    job = asked("StartBenchmark", run(READ))["job"]
    for scheduler in ("mq-deadline", "bfq", "none"):
        asked("SetSettings", {"scheduler": scheduler})
        assert device.scheduler == scheduler
        sampled(asked, job)
    asked("Revert")
    sampled(asked, job)
    stopped(asked, job)


def test_the_end_of_a_session_stops_it_before_it_answers(
    client: HelperConnection, device: LoopDevice
) -> None:
    asked = Asked.begin(client, device)
    job = asked("StartBenchmark", run(READ))["job"]
    sampled(asked, job)
    asked("EndSession", keep=False)
    ended = client.next_event(0)
    assert ended is not None and ended.name == "BenchmarkFinished"
    assert (ended.arguments["job"], ended.arguments["stopped"]) == (job, True)


NOT_RUN = (
    (
        run(WRITE),
        (
            "Only your own practice disk, or an empty disk after AllowOverwriting, may "
            "be written; {device} is neither"
        ),
    ),
    (run({**READ, "block_bytes": 1000}), "Sizes must be multiples of {size} bytes"),
    (run({**READ, "write_percent": 5}), "{key} isn't expected here"),
    (run({**READ, "mode": "trim"}), "{key} must be one of {choices}"),
    (
        run({**READ, "queue_depth": 2}),
        "A queue_depth above 1 needs the engine io_uring or libaio",
    ),
    (
        run({**READ, "shared": False, "threads": 64, "block_bytes": 2 << 20}),
        "The device is too small for this many threads",
    ),
    (
        run({**READ, "threads": 1, "reads": ["16383 1 16384 1"]}),
        "A read extends beyond the end of the device",
    ),
    (
        run({**READ, "reads": ["0 1"]}),
        "A replay has one thread, and no other options than think_us",
    ),
    (run(READ, runtime_ms=99), "{key} must be from {minimum} to {maximum}"),
)


def test_what_it_does_not_run(client: HelperConnection, device: LoopDevice) -> None:
    asked = Asked.begin(client, device)
    for arguments, expected in NOT_RUN:
        told = name_and_code(asked.refused("StartBenchmark", arguments))
        assert told == ("InvalidArgument", expected), arguments
    asked("StartBenchmark", run(READ, runtime_ms=100))
    wait_event(client, "BenchmarkFinished")


def test_one_at_a_time_runs_in_a_session(client: HelperConnection, device: LoopDevice) -> None:
    asked = Asked.begin(client, device)
    job = asked("StartBenchmark", run(READ))["job"]
    assert name_and_code(asked.refused("StartBenchmark", run(READ))) == (
        "Busy",
        "A benchmark is already running on {device}",
    )
    assert name_and_code(asked.refused("StopBenchmark", {"job": job + 1})) == NO_SUCH_JOB
    sampled(asked, job)
    stopped(asked, job)


def test_a_run_that_counts_anew_after_a_ramp_has_no_samples(
    client: HelperConnection, device: LoopDevice
) -> None:
    asked = Asked.begin(client, device)
    job = asked("StartBenchmark", run(READ, ramp_ms=100))["job"]
    assert name_and_code(asked.refused("SampleBenchmark", {"job": job})) == (
        "NotSupported",
        "A benchmark with ramp_ms resets its counters, so it has no samples",
    )


def test_it_is_its_owners_and_ends_with_him(helper: Connect, device: LoopDevice) -> None:
    owner, other = helper(), helper()
    asked = Asked.begin(owner, device)
    job = asked("StartBenchmark", run(READ))["job"]
    sampled(asked, job)
    given = {"session": asked.session, "job": job}
    for method in ("SampleBenchmark", "StopBenchmark"):
        error = refused(other, method, device.name, given)
        assert name_and_code(error)[0] == "NoSuchSession"
    sampled(asked, job)
    owner.close()
    with pytest.raises(HelperGone):
        call(owner, "SampleBenchmark", device.name, given)


def test_caches_are_dropped_within_a_session(client: HelperConnection, device: LoopDevice) -> None:
    asked = Asked.begin(client, device)
    assert asked("DropCaches") == {}
    asked("EndSession", keep=False)
    assert name_and_code(asked.refused("DropCaches"))[0] == "NoSuchSession"
