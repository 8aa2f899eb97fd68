"""What we report of a load, against a bare fio doing the same, alternated on one loop device."""

from __future__ import annotations

import math
import subprocess
import time
from collections.abc import Iterator

import pytest

from storage_tuner.bench.measured_file import MeasuredFile
from storage_tuner.client.sessions import TunedDevices
from storage_tuner.core.plan import Cell
from storage_tuner.core.workload import Operation, classical_workload
from storage_tuner.fio.job import arguments
from storage_tuner.fio.result import FioResult, parse
from storage_tuner.fio.slices import between
from storage_tuner.measuring.loads import FileRun
from storage_tuner.measuring.monitored_load import MonitoredLoad
from storage_tuner.probe.load.counters import activity
from tests.loop_device import LoopDevice, LoopDeviceFactory, loop_devices

__all__ = ["loop_devices"]

pytestmark = [pytest.mark.root, pytest.mark.slow]

ROUNDS = 8
SECONDS = 1.0
SIZE = 64 << 20


@pytest.fixture
def device(loop_devices: LoopDeviceFactory) -> Iterator[LoopDevice]:
    yield loop_devices(SIZE)


def ours(device: LoopDevice, operation: Operation, threads: int) -> FioResult:
    """One slice of a load that has run for as long."""
    run = FileRun(MeasuredFile(device.path, SIZE), None, lambda: False, "")
    load = MonitoredLoad(run, TunedDevices(), f"/sys/block/{device.name}/stat")
    load.begin(Cell(classical_workload(operation), threads))
    try:
        time.sleep(SECONDS / 4)
        load.begin_slice()
        time.sleep(SECONDS)
        (result,) = load.slice().results
    finally:
        load.end()
    assert result is not None
    return result


def bare(device: LoopDevice, operation: Operation, threads: int) -> FioResult:
    """The same by fio alone, read at its end."""
    argv = arguments(
        classical_workload(operation).streams,
        path=device.path,
        size_bytes=SIZE,
        threads=threads,
        runtime_ms=round(1000 * SECONDS),
        ramp_ms=round(1000 * SECONDS / 4),
        fio_version="3.33",
    )
    done = subprocess.run(argv, check=True, capture_output=True, text=True)
    (result,) = parse(done.stdout, classical_workload(operation).streams)
    return result


def test_the_rate_is_that_of_the_kernel_s_counters(device: LoopDevice) -> None:
    """In the same seconds, so the machine's noise is the same, too."""
    pairs = []
    stat = f"/sys/block/{device.name}/stat"
    for _ in range(ROUNDS):
        run = FileRun(MeasuredFile(device.path, SIZE), stat, lambda: False, "")
        run.begin(Cell(classical_workload(Operation.RANDOM_READ), 2))
        try:
            before = run.sample()
            time.sleep(SECONDS)
            after = run.sample()
        finally:
            run.end()
        mine = between(before.states[0], after.states[0])
        assert mine and before.counters and after.counters
        pairs.append((mine.rate_mb_s, activity(before.counters, after.counters).read_mb_s))
    value, error = ratio(pairs)
    print(f"our rate ÷ the kernel's: {value:.4f} ± {2 * error:.4f}")
    assert abs(math.log(value)) < 0.02


def ratio(pairs: list[tuple[float, float]]) -> tuple[float, float]:
    """The geometric mean of ours ÷ theirs, and the standard error of its logarithm."""
    logs = [math.log(mine / other) for mine, other in pairs]
    mean = math.fsum(logs) / len(logs)
    squares = math.fsum((log - mean) ** 2 for log in logs)
    return math.exp(mean), math.sqrt(squares / (len(logs) - 1) / len(logs))


@pytest.mark.parametrize("operation", [Operation.SEQUENTIAL_READ, Operation.RANDOM_READ])
def test_rate_and_latency_are_those_of_a_bare_fio(device: LoopDevice, operation: Operation) -> None:
    rates, latencies = [], []
    for number in range(ROUNDS):
        order = (ours, bare) if number % 2 else (bare, ours)
        found = {measure: measure(device, operation, 2) for measure in order}
        mine, other = found[ours], found[bare]
        assert mine.latency_mean_ms and other.latency_mean_ms
        rates.append((mine.rate_mb_s, other.rate_mb_s))
        latencies.append((mine.latency_mean_ms, other.latency_mean_ms))
    for name, pairs in (("rate", rates), ("mean latency", latencies)):
        value, error = ratio(pairs)
        print(f"{operation.label}: our {name} ÷ bare fio's: {value:.3f} ± {2 * error:.3f}")
        assert abs(math.log(value)) < 0.02 + 3 * error
