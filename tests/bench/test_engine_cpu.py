"""How much of a processor measuring itself takes beside fio, at slices of one second."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from storage_tuner.bench.adaptive_runner import carry_out_adaptively
from storage_tuner.bench.control import Control
from storage_tuner.bench.listener import Ignoring
from storage_tuner.bench.measured_file import MeasuredFile
from storage_tuner.bench.runner import RunLog
from storage_tuner.client.sessions import TunedDevices
from storage_tuner.core.plan import CellPace, Plan, Protocol, Target, TargetKind, Variant
from storage_tuner.core.workload import Operation, classical_workload
from storage_tuner.measuring.loads import FileRun
from storage_tuner.measuring.monitored_load import MonitoredLoad
from tests.loop_device import LoopDevice, LoopDeviceFactory, loop_devices

__all__ = ["loop_devices"]

pytestmark = pytest.mark.root

SIZE = 64 << 20
SECONDS = 40.0
MOST = 0.02
"""Of one processor."""


@pytest.fixture
def device(loop_devices: LoopDeviceFactory) -> Iterator[LoopDevice]:
    yield loop_devices(SIZE)


def test_measuring_takes_little_of_a_processor(device: LoopDevice) -> None:
    """Our own process, all its threads, without fio; four names for the same settings, so that
    none leaves and each block has four slices."""
    workload = classical_workload(Operation.RANDOM_READ)
    plan = Plan(
        target=Target(TargetKind.DEVICE, device.name),
        variants=tuple(Variant(f"as it is {number}", ()) for number in range(4)),
        workloads=(workload,),
        threads=(4,),
        repeats=1000,
        runtime_ms=1000,
        ramp_ms=250,
        seed=1,
        protocol=Protocol.ADAPTIVE,
        budget_s=SECONDS,
        paces=(CellPace(workload.name, 4, 1000, 250),),
    )
    stat = f"/sys/block/{device.name}/stat"
    run = FileRun(MeasuredFile(device.path, SIZE), stat, lambda: False, "")
    log = RunLog([], [])
    spent, began = time.process_time(), time.monotonic()
    carry_out_adaptively(plan, MonitoredLoad(run, TunedDevices(), stat), log, Control(), Ignoring())
    share = (time.process_time() - spent) / (time.monotonic() - began)
    print(f"{len(log.measurements)} slices: {100 * share:.2f} % of a processor")
    assert len(log.measurements) > 20
    assert share < MOST
