"""What a mix of ours does, against one plain randrw stream of fio's on the same disk in memory.

Both in turns, several times; the middle of the ratios is what counts.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from storage_tuner.bench.block_sizes import of_sizes
from storage_tuner.core.workload import Workload
from storage_tuner.fio.job import arguments
from storage_tuner.services.tuning import installed_fio
from storage_tuner.services.workload_catalogue import known_workloads
from tests.loop_device import LoopDevice, attached_file

SIZE = 256 << 20
ROUNDS = 7
RUNTIME_MS = 1000
WITHIN = 0.05

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


def ours(workload: Workload, threads: int, device: LoopDevice) -> tuple[str, ...]:
    return arguments(
        workload.streams,
        path=device.path,
        size_bytes=SIZE,
        threads=threads,
        runtime_ms=RUNTIME_MS,
        ramp_ms=0,
        fio_version=installed_fio(),
    )


@pytest.mark.parametrize("size", [4096, 1 << 16])
@pytest.mark.parametrize("threads", [1, 16, 64, 256, 1024])
def test_a_mix_does_as_much_as_one_plain_stream(
    threads: int, size: int, device: LoopDevice, tmp_path: Path
) -> None:
    plain = (
        *(*PLAIN, f"--filename={device.path}", f"--numjobs={threads}", f"--bs={size}"),
        f"--runtime={RUNTIME_MS}ms",
    )
    names = ("randomio-no-fsync", "randomio")
    without, with_fsync = of_sizes((KNOWN.find(name).workload for name in names), (size,))
    ratios, fsyncing = [], []
    for _ in range(ROUNDS):
        before = iops(plain, tmp_path)
        done = iops(ours(without, threads, device), tmp_path)
        reference = (before + iops(plain, tmp_path)) / 2
        ratios.append(done / reference)
        fsyncing.append(iops(ours(with_fsync, threads, device), tmp_path) / reference)
    ratio = statistics.median(ratios)
    print(
        f"{threads} threads, {size} bytes: {ratio:.3f} of a plain stream's {reference:.0f}/s, "
        f"{statistics.median(fsyncing):.3f} with fsync"
    )
    assert abs(ratio - 1) <= WITHIN
