"""Every workload of ours, run by the real fio on a loop device: does the disk get what it says?

What fio claims is held against the kernel's counters of the device, and the places of the requests
against fio's log of them.
"""

from __future__ import annotations

import itertools
import json
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from storage_tuner.core.workload import Order, Stream, Workload
from storage_tuner.fio.job import arguments
from storage_tuner.jobs.planning.workload_catalogue import known_workloads
from storage_tuner.jobs.tuning_session import installed_fio
from tests.loop_device import LoopDevice, attached_file

pytestmark = [pytest.mark.root, pytest.mark.machine]

GIBIBYTE = 1 << 30
SECTOR = 512
THREADS = 2
SHORT_MS = 60
PROPORTIONED_MS = 250
RATED_MS = 600

WORKLOADS = [
    known.workload
    for known in known_workloads(Path("/nonexistent")).entries
    if known.workload.streams
]
PLACED = [
    workload
    for workload in WORKLOADS
    if any(
        stream.order is not Order.FORWARD or stream.region.percent < 100
        for stream in workload.streams
    )
]


@dataclass(frozen=True)
class Counts:
    """Of the kernel; reads and writes in bytes."""

    read: int
    written: int
    flushes: int

    def since(self, before: Counts) -> Counts:
        return Counts(
            self.read - before.read,
            self.written - before.written,
            self.flushes - before.flushes,
        )


@pytest.fixture(scope="module")
def device() -> Iterator[LoopDevice]:
    """In memory: it's about which requests come, not about how fast they're done."""
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
        file = Path(folder, "disk")
        with file.open("wb") as content:
            content.truncate(GIBIBYTE)
        with attached_file(file) as loop:
            yield loop


def counts(device: LoopDevice) -> Counts:
    """Documentation/block/stat.rst"""
    fields = Path("/sys/block", device.name, "stat").read_text(encoding="ascii").split()
    return Counts(int(fields[2]) * SECTOR, int(fields[6]) * SECTOR, int(fields[15]))


def run(argv: Sequence[str], folder: Path) -> list[dict[str, Any]]:
    """fio's jobs, one a stream."""
    done = subprocess.run(argv, capture_output=True, text=True, cwd=folder, check=False)
    assert done.returncode == 0, done.stderr + done.stdout
    document = json.loads(done.stdout[done.stdout.index("{") :])
    jobs = document["jobs"]
    assert isinstance(jobs, list)
    return jobs


def milliseconds(workload: Workload) -> int:
    if any(stream.rate_iops for stream in workload.streams):
        return RATED_MS
    if any(stream.mode.mixed or stream.fsync_every for stream in workload.streams):
        return PROPORTIONED_MS
    return SHORT_MS


def argv_of(streams: Sequence[Stream], device: LoopDevice, runtime_ms: int) -> tuple[str, ...]:
    return arguments(
        streams,
        path=device.path,
        size_bytes=GIBIBYTE,
        threads=THREADS,
        runtime_ms=runtime_ms,
        ramp_ms=0,
        fio_version=installed_fio(),
    )


def figures(job: dict[str, Any]) -> dict[str, Any]:
    """Of whichever directions there are."""
    found = job.get("mixed") or (job["write"] if job["write"]["total_ios"] else job["read"])
    assert isinstance(found, dict)
    return found


@pytest.mark.sampled(6)
@pytest.mark.parametrize("workload", WORKLOADS, ids=lambda workload: workload.name)
def test_the_disk_gets_what_the_catalogue_says(
    workload: Workload, device: LoopDevice, tmp_path: Path
) -> None:
    runtime_ms = milliseconds(workload)
    before = counts(device)
    jobs = run(argv_of(workload.streams, device, runtime_ms), tmp_path)
    did = counts(device).since(before)
    assert len(jobs) == len(workload.streams)
    for stream, job in zip(workload.streams, jobs, strict=True):
        has_done_its_part(stream, job)
    if not any(stream.buffered for stream in workload.streams):
        the_kernel_agrees(workload, jobs, did)
    if any(stream.synchronous for stream in workload.streams) or any(map(fsyncs, jobs)):
        assert did.flushes > 0


def has_done_its_part(stream: Stream, job: dict[str, Any]) -> None:
    done = figures(job)
    assert done["total_ios"] > 0
    assert done["io_bytes"] == done["total_ios"] * stream.block_bytes
    options = job["job options"]
    assert int(options["numjobs"]) == stream.threads_of(THREADS)
    if not stream.mode.mixed:
        assert fsyncs(job) == pytest.approx(
            done["total_ios"] / stream.fsync_every if stream.fsync_every else 0,
            abs=stream.threads_of(THREADS),
        )
    if stream.rate_iops:
        allowed = stream.rate_iops * job["job_runtime"] / 1000 + stream.threads_of(THREADS)
        assert done["total_ios"] <= allowed


def fsyncs(job: dict[str, Any]) -> int:
    """fio doesn't tell those of a mix (``test_mixes`` counts them)."""
    return int(job.get("sync", {}).get("total_ios", 0))


def the_kernel_agrees(workload: Workload, jobs: Sequence[dict[str, Any]], did: Counts) -> None:
    """Bytes of both directions are exact; the share of a mix is one of chance."""
    pairs = list(zip(workload.streams, jobs, strict=True))
    total = sum(figures(job)["io_bytes"] for job in jobs)
    read = sum(figures(job)["io_bytes"] for stream, job in pairs if not stream.mode.writes)
    written = sum(figures(job)["io_bytes"] for stream, job in pairs if not stream.mode.reads)
    mixed = [
        (stream.write_percent or 0, figures(job)) for stream, job in pairs if stream.mode.mixed
    ]
    assert did.read + did.written == total
    expected = written + sum(percent / 100 * done["io_bytes"] for percent, done in mixed)
    by_chance = 4 * sum(
        (percent * (100 - percent) / 1e4 / done["total_ios"]) ** 0.5 * done["io_bytes"]
        for percent, done in mixed
    )
    assert did.written == pytest.approx(expected, abs=by_chance)
    assert did.read >= read


@pytest.mark.sampled(4)
@pytest.mark.parametrize("workload", PLACED, ids=lambda workload: workload.name)
def test_requests_go_where_the_catalogue_says(
    workload: Workload, device: LoopDevice, tmp_path: Path
) -> None:
    """fio writes down the place of each request."""
    streams = tuple(replace(stream, threads=1) for stream in workload.streams)
    argv = []
    for word in argv_of(streams, device, milliseconds(workload)):
        argv.append(word)
        if word.startswith("--name="):
            argv.append(f"--write_iolog={sum(each.startswith('--name=') for each in argv)}.log")
    run(argv, tmp_path)
    for number, stream in enumerate(streams, 1):
        places = read_places(tmp_path / f"{number}.log")
        assert places
        lie_in_the_region(stream, places)
        follow_the_order(stream, places)


def read_places(log: Path) -> list[int]:
    """``<time> <file> read|write <offset> <length>`` a line."""
    words = (line.split() for line in log.read_text(encoding="ascii").splitlines())
    return [int(line[3]) for line in words if len(line) > 3 and line[2] in ("read", "write")]


def lie_in_the_region(stream: Stream, places: Sequence[int]) -> None:
    region = stream.region
    begin = GIBIBYTE * region.start_percent // 100
    end = GIBIBYTE * (region.start_percent + region.percent) // 100
    assert min(places) >= begin - stream.block_bytes
    assert max(places) + stream.block_bytes <= end
    if stream.mode.random and len(places) > 100:
        assert max(places) - min(places) > 0.8 * (end - begin)


def follow_the_order(stream: Stream, places: Sequence[int]) -> None:
    """From the second request on: fio begins BACKWARD at the beginning and then goes to the end.
    Where the region ends it starts again, so a few steps in all are others."""
    if stream.mode.random:
        return
    step = {
        Order.FORWARD: stream.block_bytes,
        Order.BACKWARD: -stream.block_bytes,
        Order.STRIDED: stream.stride_bytes,
        Order.SAME_PLACE: 0,
    }[stream.order]
    steps = [after - before for before, after in itertools.pairwise(places)]
    rounds = 1 + len(places) * max(abs(step), 1) // (GIBIBYTE * stream.region.percent // 100)
    assert sum(each != step for each in steps) <= 1 + rounds
    assert step in steps or len(places) < 3
