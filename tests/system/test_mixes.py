"""Mixes of reads and writes, from one thread to the most, as the real fio does them on a disk in
memory: all of them, in the proportion that was asked for."""

from __future__ import annotations

import json
import math
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from storage_tuner.bench.block_sizes import of_sizes
from storage_tuner.core.workload import Workload
from storage_tuner.fio.job import arguments
from storage_tuner.fio.result import parse
from storage_tuner.jobs.planning.workload_catalogue import known_workloads
from tests.loop_device import LoopDevice, attached_file

pytestmark = [pytest.mark.root, pytest.mark.machine]

GIBIBYTE = 1 << 30
KNOWN = known_workloads(Path("/nonexistent"))
RANDOMIO = KNOWN.find("randomio").workload
MIXES = [
    each.workload
    for each in KNOWN.entries
    if len(each.workload.streams) == 1 and each.workload.streams[0].mode.mixed
]
SIZES = (512, 4096, 1 << 16, 1 << 20)
APART = "--unified_rw_reporting=mixed"
"""Without it fio tells of reads, writes and fsyncs each."""


@pytest.fixture(scope="module")
def device() -> Iterator[LoopDevice]:
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
        file = Path(folder, "disk")
        with file.open("wb") as content:
            content.truncate(GIBIBYTE)
        with attached_file(file) as loop:
            yield loop


def fio(workload: Workload, threads: int, device: LoopDevice, runtime_ms: int) -> tuple[str, ...]:
    return arguments(
        workload.streams,
        path=device.path,
        size_bytes=GIBIBYTE,
        threads=threads,
        runtime_ms=runtime_ms,
        ramp_ms=0,
        fio_version=subprocess.run(["fio", "--version"], capture_output=True, text=True).stdout,
    )


def output_of(argv: tuple[str, ...], folder: Path) -> str:
    done = subprocess.run(argv, capture_output=True, text=True, cwd=folder, check=False)
    assert done.returncode == 0, done.stderr + done.stdout
    return done.stdout


def apart(argv: tuple[str, ...], folder: Path) -> dict[str, Any]:
    """fio's one job."""
    text = output_of(tuple(word for word in argv if word != APART), folder)
    (job,) = json.loads(text[text.index("{") :])["jobs"]
    assert isinstance(job, dict)
    return job


def write_share(job: dict[str, Any]) -> float:
    read, written = (int(job[each]["total_ios"]) for each in ("read", "write"))
    return written / (read + written)


def tolerance(job: dict[str, Any], share: float) -> float:
    """A percentage point, and three standard deviations of chance in a test as short as this: fio
    draws for each request. (Its way of drawing gives up to 0.9 points too many writes while a
    thread has made some dozens of requests.)"""
    requests: int = job["read"]["total_ios"] + job["write"]["total_ios"]
    return 0.01 + 3 * math.sqrt(share * (1 - share) / requests)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("workload", of_sizes((RANDOMIO,), SIZES), ids=lambda each: each.name)
@pytest.mark.parametrize("threads", [1, 4, 16, 64, 256, 1024, 2048])
def test_a_fifth_is_written_whatever_the_size_and_the_threads(
    workload: Workload, threads: int, device: LoopDevice, tmp_path: Path
) -> None:
    job = apart(fio(workload, threads, device, 300), tmp_path)
    assert int(job["job options"]["numjobs"]) == threads
    assert write_share(job) == pytest.approx(0.2, abs=tolerance(job, 0.2))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("workload", MIXES, ids=lambda each: each.name)
def test_every_mix_of_ours_keeps_its_shares(
    workload: Workload, device: LoopDevice, tmp_path: Path
) -> None:
    (stream,) = workload.streams
    share = (stream.write_percent or 0) / 100
    job = apart(fio(workload, 16, device, 300), tmp_path)
    assert write_share(job) == pytest.approx(share, abs=tolerance(job, share))


@pytest.mark.sampled(2)
@pytest.mark.parametrize("threads", [1, 16])
@pytest.mark.parametrize("name", ["randomio", "randomio-64k"])
def test_a_tenth_of_the_writes_is_followed_by_fsync(
    name: str, threads: int, device: LoopDevice, tmp_path: Path
) -> None:
    """With any fio: the one that is installed may be older or newer than 3.38."""
    job = apart(fio(KNOWN.find(name).workload, threads, device, 2000), tmp_path)
    writes = job["write"]["total_ios"]
    by_chance = 4 * math.sqrt(5 * 0.1 / writes)  # before 3.38 they come about five at a time
    assert job["sync"]["total_ios"] / writes == pytest.approx(0.1, abs=max(0.02, by_chance))


@pytest.mark.slow
def test_the_most_threads_with_the_largest_requests_give_a_result(
    device: LoopDevice, tmp_path: Path
) -> None:
    """Which is about reads and writes together."""
    (workload,) = of_sizes((RANDOMIO,), (1 << 20,))
    (result,) = parse(output_of(fio(workload, 2048, device, 300), tmp_path), workload.streams)
    assert result.bytes_moved == result.requests << 20
    assert result.latency_mean_ms
