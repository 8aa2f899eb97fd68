"""What a mix of ours does, against one plain randrw stream of fio's on the same disk in memory.

Both in turns, several times. From some hundred threads on, two runs of one and the same command may
differ threefold, so runs are longer there, and the interval of the ratio is what counts.
"""

from __future__ import annotations

import json
import math
import os
import statistics
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from storage_tuner.advice.statistics.paired import student_t_quantile
from storage_tuner.bench.block_sizes import of_sizes
from storage_tuner.core.workload import Workload
from storage_tuner.fio.job import arguments
from storage_tuner.jobs.planning.workload_catalogue import known_workloads
from storage_tuner.jobs.tuning_session import installed_fio
from tests.loop_device import LoopDevice, attached_file

SIZE = 256 << 20
LEAST_ROUNDS, MOST_ROUNDS = 12, 36
"""More than the least only where the noise of those hides the answer."""

WITHIN = 0.05
TOO_NOISY = 0.25
"""An interval that goes so far to either side says nothing."""

pytestmark = [pytest.mark.root, pytest.mark.slow]

KNOWN = known_workloads(Path("/nonexistent"))
PLAIN = (
    *("fio", "--name=plain", "--ioengine=psync", "--thread", "--direct=1", "--time_based"),
    *("--norandommap", "--randrepeat=0", "--clocksource=clock_gettime", "--group_reporting"),
    *("--output-format=json", "--rw=randrw", "--rwmixwrite=20", "--refill_buffers=1"),
)


@pytest.fixture(scope="module")
def device() -> Iterator[LoopDevice]:
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
        file = Path(folder, "disk")
        with file.open("wb") as content:
            for _ in range(SIZE >> 20):
                content.write(os.urandom(1 << 20))
        with attached_file(file) as loop:
            yield loop


def iops(argv: tuple[str, ...], folder: Path) -> float:
    done = subprocess.run(argv, check=True, capture_output=True, text=True, cwd=folder)
    (job,) = json.loads(done.stdout[done.stdout.index("{") :])["jobs"]
    return sum(float(job[each]["iops"]) for each in ("mixed", "read", "write") if each in job)


def ours(workload: Workload, threads: int, device: LoopDevice, runtime_ms: int) -> tuple[str, ...]:
    return arguments(
        workload.streams,
        path=device.path,
        size_bytes=SIZE,
        threads=threads,
        runtime_ms=runtime_ms,
        ramp_ms=0,
        fio_version=installed_fio(),
    )


def ratio_of(logarithms: Sequence[float]) -> tuple[float, float, float]:
    """The mean ratio, and the bounds of its 95 % interval."""
    mean = statistics.mean(logarithms)
    error = statistics.stdev(logarithms) / math.sqrt(len(logarithms))
    half = student_t_quantile(0.975, len(logarithms) - 1) * error
    return math.exp(mean), math.exp(mean - half), math.exp(mean + half)


def is_as_much(low: float, high: float) -> bool:
    is_narrow = high / low < (1 + TOO_NOISY) ** 2
    return is_narrow and low <= 1 + WITHIN and high >= 1 - WITHIN


@pytest.mark.parametrize("size", [4096, 1 << 16])
@pytest.mark.parametrize("threads", [1, 16, 64, 256, 1024])
def test_a_mix_does_as_much_as_one_plain_stream(
    threads: int, size: int, device: LoopDevice, tmp_path: Path
) -> None:
    runtime_ms = 1000 if threads < 256 else 5000
    plain = (
        *(*PLAIN, f"--filename={device.path}", f"--numjobs={threads}", f"--bs={size}"),
        f"--runtime={runtime_ms}ms",
    )
    names = ("randomio-no-fsync", "randomio")
    without, with_fsync = of_sizes((KNOWN.find(name).workload for name in names), (size,))
    ratios, fsyncing = [], []
    for number in range(MOST_ROUNDS):
        pair = [(plain, "plain"), (ours(without, threads, device, runtime_ms), "ours")]
        rates = {name: iops(argv, tmp_path) for argv, name in pair[:: 1 - 2 * (number % 2)]}
        ratios.append(math.log(rates["ours"] / rates["plain"]))
        if number % 3 == 0:
            done = iops(ours(with_fsync, threads, device, runtime_ms), tmp_path)
            fsyncing.append(done / rates["plain"])
        if number + 1 >= LEAST_ROUNDS and is_as_much(*ratio_of(ratios)[1:]):
            break
    ratio, low, high = ratio_of(ratios)
    print(
        f"{threads} threads, {size} bytes: {ratio:.3f} ({low:.3f} to {high:.3f}) of plain, "
        f"{statistics.median(fsyncing):.3f} with fsync"
    )
    assert is_as_much(low, high)
