"""Streams of requests as real fio carries them out, on real loop devices."""

from __future__ import annotations

import json
import resource
import subprocess
from pathlib import Path
from typing import Any

import pytest

from storage_tuner_helper.benchmark.feasibility import _available_bytes
from storage_tuner_protocol.workload import MAXIMUM_BUFFER_BYTES, MAXIMUM_THREADS, THREAD_BYTES
from tests.bus.connections import (
    HelperClient,
    Refused,
    StdioClient,
    command_line_of_fio,
    wait_until,
)
from tests.bus.test_kills import fio_below
from tests.bus.test_sampling import sampled, start_in
from tests.bus.test_sessions import begin
from tests.bus.workloads import LONG_RUN, RANDOM_READ, benchmark, stream
from tests.loop_device import MEBIBYTE, LoopDevice, LoopDeviceFactory

SIZE = 64 * MEBIBYTE
ONE: dict[str, Any] = {"threads": 1}


@pytest.fixture
def session(helper: HelperClient, device: LoopDevice) -> str:
    return begin(helper, device)


def run(helper: HelperClient, device: str, session: str, **given: object) -> list[dict[str, Any]]:
    """fio's jobs, when it has done all of them."""
    helper.call("StartBenchmark", device, session=session, **given)
    told = helper.wait_event("BenchmarkFinished")["arguments"]
    assert told["exit_code"] == 0, (told["error_output"], told["output"])
    jobs: list[dict[str, Any]] = json.loads(told["output"])["jobs"]
    return jobs


def writable(helper: HelperClient, size_bytes: int = SIZE) -> tuple[str, str]:
    """A practice disk and a session on it."""
    made = helper.call("CreatePracticeDisk", size_bytes=size_bytes)
    session = helper.call("BeginSession", made["device"], diskseq=made["diskseq"])["session"]
    return made["device"], session


READS: dict[str, dict[str, Any]] = {
    "two threads on all of it": {},
    "many threads": {"threads": 100},
    "any multiple of the logical block": {"block_bytes": 512 * 37},
    "parts": {"mode": "read", "threads": 7, "shared": False, "region_percent": 33},
    "backward": {
        "mode": "read",
        "order": "backward",
        "region_start_percent": 31,
        "region_percent": 50,
        **ONE,
    },
    "backward in parts": {"mode": "read", "order": "backward", "shared": False, "threads": 3},
    "backward in an odd part": {
        "mode": "read",
        "order": "backward",
        "block_bytes": 1536,
        "threads": 3,
        "shared": False,
        "region_start_percent": 7,
        "region_percent": 13,
    },
    "strided": {"mode": "read", "order": "strided", "stride_bytes": 69 * 512, **ONE},
    "the same place": {
        "mode": "read",
        "order": "same-place",
        "region_start_percent": 10,
        "region_percent": 90,
    },
    "offered load": {"rate_iops": 100},
    "random load": {"rate_iops": 100, "poisson": True},
    "idle": {"priority_class": "idle"},
    "first of the best": {"priority_class": "best-effort", "priority_level": 0},
    "the end of the disk": {"region_start_percent": 99, "region_percent": 1},
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", READS)
def test_what_reads(helper: HelperClient, device: LoopDevice, session: str, name: str) -> None:
    before = device.file.read_bytes()
    (job,) = run(helper, device.name, session, **benchmark(stream(**READS[name])))
    assert job["read"]["total_ios"] > 0 and job["write"]["total_ios"] == 0
    assert device.file.read_bytes() == before


def test_each_stream_is_a_job_of_the_result(helper: HelperClient) -> None:
    """In the order that they're given in, with reads and writes of a mix as one."""
    device, session = writable(helper)
    streams = [
        stream("read", block_bytes=65536, threads=1, region_percent=50),
        stream("randrw", threads=3, write_percent=20, queue_depth=4, region_start_percent=50,
               region_percent=50),
        stream("randwrite", rate_iops=50, threads=1, priority_class="idle"),
    ]  # fmt: skip
    given = benchmark(*streams, engine="io_uring", runtime_ms=1000, output="json+")
    sequential, mix, writes = run(helper, device, session, **given)
    assert sequential["read"]["io_bytes"] == 65536 * sequential["read"]["total_ios"] > 0
    assert mix["mixed"]["io_bytes"] == 4096 * mix["mixed"]["total_ios"] > 0
    assert "read" not in mix and mix["mixed"]["clat_ns"]["bins"]
    assert writes["read"]["total_ios"] == 0 < writes["write"]["total_ios"] <= 51
    assert [job["groupid"] for job in (sequential, mix, writes)] == [0, 1, 2]


def test_the_rate_of_a_mix_keeps_its_shares(helper: HelperClient) -> None:
    """Counted by the kernel, since fio tells a mix as one."""
    device, session = writable(helper)
    before = requests(device)
    given = benchmark(stream("randrw", threads=1, write_percent=20, rate_iops=400), runtime_ms=2000)
    (mix,) = run(helper, device, session, **given)
    reads, writes = (now - then for now, then in zip(requests(device), before, strict=True))
    assert mix["mixed"]["total_ios"] <= 801
    assert writes / (reads + writes) == pytest.approx(0.2, abs=0.05)


def requests(device: str) -> tuple[int, int]:
    """Reads and writes that the disk completed."""
    fields = Path(f"/sys/block/{device}/stat").read_text(encoding="ascii").split()
    return int(fields[0]), int(fields[4])


def test_where_the_requests_go(stdio: StdioClient, device: LoopDevice, state: Path) -> None:
    """What fio is told, in bytes: whole blocks within the region of each thread."""
    session = begin(stdio, device)
    given = benchmark(
        stream("read", threads=3, block_bytes=12288, shared=False, region_start_percent=25,
               region_percent=50),
        runtime_ms=60_000,
    )  # fmt: skip
    job = stdio.call("StartBenchmark", device.name, session=session, **given)["job"]
    options = set(command_line(state))
    start, part = SIZE // 4 // 12288 * 12288, SIZE // 2 // 3 // 12288 * 12288
    assert {f"--offset={start}", f"--size={part}", f"--offset_increment={part}"} <= options
    stdio.call("StopBenchmark", device.name, session=session, job=job)


@pytest.mark.parametrize("engine", ["psync", "io_uring", "libaio"])
def test_fio_can_not_write_unless_a_stream_writes(
    stdio: StdioClient, device: LoopDevice, state: Path, engine: str
) -> None:
    """Whatever the number of streams; and it has the disk open for reading only."""
    session = begin(stdio, device)
    given = benchmark(stream(), stream("read"), engine=engine, runtime_ms=60_000)
    job = stdio.call("StartBenchmark", device.name, session=session, **given)["job"]
    options = command_line(state)
    assert options.count("--readonly") == 1 and options.index("--readonly") < options.index(
        "--name=storage-tuner"
    )
    stdio.call("StopBenchmark", device.name, session=session, job=job)


def command_line(state: Path) -> list[str]:
    (pid,) = fio_below(state / "runtime")
    return command_line_of_fio(pid)


REFUSED: dict[str, tuple[dict[str, Any], str]] = {
    "realtime": ({"priority_class": "realtime"}, "NotSupported"),
    "a block too small": ({"block_bytes": 512}, "InvalidArgument"),
    "a stride off the blocks": (
        {"mode": "read", "order": "strided", "stride_bytes": 4608},
        "InvalidArgument",
    ),
    "parts too small": (
        {"mode": "read", "threads": 2048, "shared": False, "block_bytes": 65536},
        "InvalidArgument",
    ),
    "a region too small": ({"region_percent": 1, "block_bytes": MEBIBYTE}, "InvalidArgument"),
    "a stride too long": (
        {"mode": "read", "order": "strided", "stride_bytes": SIZE},
        "InvalidArgument",
    ),
}


def test_what_can_not_be_done_is_refused(
    helper: HelperClient, device: LoopDevice, session: str
) -> None:
    """On a disk with blocks of 4096 bytes."""
    subprocess.run(["losetup", "--sector-size", "4096", device.path], check=True)
    for name, (words, expected) in REFUSED.items():
        given = benchmark(stream(**words))
        refused = helper.refusal("StartBenchmark", device.name, session=session, **given)
        assert refused == expected, name
    assert run(helper, device.name, session, **benchmark(stream(**ONE)))


def test_more_threads_than_files_may_be_open(state: Path, device: LoopDevice) -> None:
    helper = StdioClient(state, prefix=["prlimit", "--nofile=1024:1024"])
    try:
        session = begin(helper, device)
        with pytest.raises(Refused, match="Only 1024 files"):
            given = benchmark(stream(threads=1000))
            helper.call("StartBenchmark", device.name, session=session, **given)
        assert run(helper, device.name, session, **benchmark(stream(threads=900)))
    finally:
        helper.leave()


@pytest.mark.slow
@pytest.mark.parametrize("threads", [1024, pytest.param(2048, marks=pytest.mark.slow)])
def test_very_many_threads_can_be_sampled(state: Path, device: LoopDevice, threads: int) -> None:
    """As a desktop starts us: few files may be open, more are allowed to who asks. A fio that is
    asked before all its threads are there may not answer for the rest of the run."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    helper = StdioClient(state, prefix=["prlimit", f"--nofile=1024:{most}"])
    try:
        session = begin(helper, device)
        given = benchmark(stream(threads=threads), runtime_ms=600_000, output="json+")
        run = start_in(helper, device.name, session, **given)
        assert sampled(run).job["read"]["total_ios"] > 0
        told = run.stop()
        assert told["exit_code"] == 128, told["error_output"]
    finally:
        helper.leave()


@pytest.mark.slow
def test_the_largest_mix_comes_to_its_end(helper: HelperClient) -> None:
    """As many requests as may be under way, 2 GiB: where the memory suffices for twice that."""
    device, session = writable(helper)
    mix = stream("randrw", threads=MAXIMUM_THREADS, block_bytes=MEBIBYTE, write_percent=20)
    given = benchmark({**mix, "fsync_every": 10})
    needed = 2 * (MAXIMUM_BUFFER_BYTES + MAXIMUM_THREADS * THREAD_BYTES)
    if _available_bytes() < needed:
        assert helper.refusal("StartBenchmark", device, session=session, **given) == "NotSupported"
        return
    (job,) = run(helper, device, session, **given)
    assert job["mixed"]["io_bytes"] == MEBIBYTE * job["mixed"]["total_ios"] > 0


def test_a_sample_tells_of_every_stream(helper: HelperClient, device: LoopDevice) -> None:
    """Also of one that hardly ever gets its turn."""
    session = begin(helper, device)
    streams = [stream(threads=3), stream("read", threads=2), stream(threads=1, rate_iops=1)]
    given = benchmark(*streams, runtime_ms=600_000, output="json+")
    job = helper.call("StartBenchmark", device.name, session=session, **given)["job"]

    def jobs() -> list[dict[str, Any]]:
        told = helper.call("SampleBenchmark", device.name, session=session, job=job)["fio"]
        found: list[dict[str, Any]] = json.loads(told)["jobs"]
        return found

    def went_on() -> bool:
        second[:] = jobs()
        pairs = zip(first, second, strict=True)
        return first[0]["read"]["total_ios"] < second[0]["read"]["total_ios"] and all(
            earlier["job_runtime"] < later["job_runtime"] for earlier, later in pairs
        )

    first = jobs()
    second: list[dict[str, Any]] = []
    wait_until(went_on, "a later state of every stream")
    for earlier, later, given_stream in zip(first, second, streams, strict=True):
        assert later["job_runtime"] < given_stream["threads"] * 20_000
        assert earlier["read"]["total_ios"] <= later["read"]["total_ios"]
    helper.call("StopBenchmark", device.name, session=session, job=job)


@pytest.mark.slow
def test_the_largest_document_is_told_whole(helper: HelperClient) -> None:
    """As many streams as there may be, each with reads and writes of many latencies."""
    device, session = writable(helper)
    streams = [stream("randrw", threads=8, queue_depth=4) for _ in range(8)]
    given = benchmark(*streams, engine="io_uring", runtime_ms=3000, output="json+")
    jobs = run(helper, device, session, **given)
    assert len(jobs) == 8 and all(job["mixed"]["clat_ns"]["bins"] for job in jobs)


def test_all_benchmarks_together_have_no_more_threads_than_one_may_have(
    stdio: StdioClient, loop_devices: LoopDeviceFactory
) -> None:
    """Also one that was refused for another reason, or ended, leaves its threads to others."""
    device, other = loop_devices(), loop_devices()
    session, others = begin(stdio, device), begin(stdio, other)
    most = stream(threads=MAXIMUM_THREADS - 1, block_bytes=64 << 10, shared=False)
    stdio.call("StartBenchmark", device.name, session=session, **LONG_RUN)
    for _ in range(2):
        with pytest.raises(Refused, match="2 are running") as refused:
            stdio.call("StartBenchmark", other.name, session=others, **benchmark(most))
        assert refused.value.name == "Busy"
    stdio.call("EndSession", device.name, session=session, keep=False)
    for _ in range(2):
        with pytest.raises(Refused, match="too small for this many threads"):
            stdio.call("StartBenchmark", other.name, session=others, **benchmark(most))
    stdio.call("StartBenchmark", other.name, session=others, **RANDOM_READ)
