"""TEST DATA: sessions of real shape whose numbers come from a seeded generator.

None of the figures was measured on any disk.
"""

from __future__ import annotations

import dataclasses
import math
import random
from datetime import UTC, datetime, timedelta

from storage_tuner.core.device import Device, QueueDepth, SchedulerState
from storage_tuner.core.measurement import Machine, Measurement, SessionRecord
from storage_tuner.core.plan import Plan, Target, TargetKind, Thoroughness, Use, Variant
from storage_tuner.core.workload import (
    CLASSICAL_OPERATIONS,
    Operation,
    RateUnit,
    classical_workloads,
)

SCHEDULERS = ("none", "mq-deadline", "kyber", "bfq")
START = datetime(2026, 3, 3, 14, 5, tzinfo=UTC)

MACHINE = Machine(
    host="test-host",
    kernel="6.1.0-test",
    distribution="Test GNU/Linux 12",
    processor="Test Processor 2.0 GHz",
    processors=2,
    memory_bytes=8_321_499_136,
    fio="fio-3.33",
    storage_tuner="0.1.0",
)

DEVICE = Device(
    name="sdt",
    path="/dev/sdt",
    kind="disk",
    size_bytes=240_057_409_536,
    transport="sata",
    vendor="TEST",
    model="Test data, not a disk 240 GB",
    serial="TEST-0001",
    wwn="0x0000000000000001",
    firmware="T1",
    logical_block_bytes=512,
    physical_block_bytes=4096,
    rotational=False,
    removable=False,
    read_only=False,
    diskseq=7,
    scheduler=SchedulerState("mq-deadline", SCHEDULERS),
    queue_depth=QueueDepth(32, 32, True),
    settings={
        "scheduler": "mq-deadline",
        "nr_requests": "64",
        "queue_depth": "32",
        "read_ahead_kb": "128",
        "max_sectors_kb": "1280",
        "rq_affinity": "1",
        "nomerges": "0",
        "wbt_lat_usec": "2000",
        "add_random": "0",
        "iostats": "1",
        "rotational": "0",
    },
)

_MS_PER_REQUEST = {
    Operation.SEQUENTIAL_READ: 4.1,
    Operation.SEQUENTIAL_WRITE: 5.2,
    Operation.RANDOM_READ: 0.14,
    Operation.RANDOM_WRITE: 0.09,
}
_SLOWDOWN = {
    Operation.SEQUENTIAL_READ: {},
    Operation.SEQUENTIAL_WRITE: {"kyber": 1.02, "bfq": 1.06},
    Operation.RANDOM_READ: {"mq-deadline": 1.13, "kyber": 1.16, "bfq": 1.38},
    Operation.RANDOM_WRITE: {"mq-deadline": 1.06, "kyber": 1.08, "bfq": 1.44},
}


def example_record(
    schedulers: tuple[str, ...] = SCHEDULERS,
    operations: tuple[Operation, ...] = CLASSICAL_OPERATIONS,
    *,
    repeats: int = 6,
    seed: int = 20260303,
) -> SessionRecord:
    """A whole session, the same for the same arguments; any other scheduler is as fast as none."""
    plan = Plan(
        target=Target(TargetKind.PRACTICE, DEVICE.name, size_bytes=1 << 30),
        variants=tuple(Variant(name, (("scheduler", name),)) for name in schedulers),
        workloads=classical_workloads(operations),
        threads=(1, 2, 4, 8),
        repeats=repeats,
        runtime_ms=2000,
        ramp_ms=300,
        seed=seed,
        use=Use.DESKTOP,
        thoroughness=Thoroughness.NORMAL,
        current="mq-deadline",
    )
    source = random.Random(seed)
    runs: list[Measurement] = []
    for repeat in range(repeats):
        for operation in operations:
            for threads in plan.threads:
                for name in source.sample(schedulers, len(schedulers)):
                    runs.append(_run(source, name, operation, threads, repeat, len(runs)))
    return SessionRecord(
        created_at=START.isoformat(),
        machine=MACHINE,
        device=DEVICE,
        plan=plan,
        original_settings=dict(DEVICE.settings),
        measurements=tuple(runs),
    )


def cut_after(record: SessionRecord, runs: int) -> SessionRecord:
    """``record`` as if it had been stopped after so many runs."""
    return dataclasses.replace(record, measurements=record.measurements[:runs], completed=False)


def _run(
    source: random.Random, name: str, operation: Operation, threads: int, repeat: int, index: int
) -> Measurement:
    assert operation.block_bytes
    in_bytes = operation.unit is RateUnit.MEGABYTES
    parallel = threads**0.7 if not in_bytes else 1 + 0.08 * math.log2(threads)
    slowdown = _SLOWDOWN[operation].get(name, 1.0) * math.exp(source.gauss(0, 0.012))
    mean_ms = _MS_PER_REQUEST[operation] * slowdown * threads / parallel
    iops = threads * 1000 / mean_ms
    seconds = 2.0 + source.random() / 100
    moved = round(iops * seconds) * operation.block_bytes
    tail = math.exp(source.gauss(0, 0.05)) * (1.8 if name == "bfq" else 1.0)
    return Measurement(
        variant=name,
        operation=operation,
        threads=threads,
        repeat=repeat,
        index=index,
        started_at=(START + timedelta(seconds=3 * index)).isoformat(),
        duration_s=seconds,
        rate_mb_s=iops * operation.block_bytes / 1e6,
        iops=iops,
        latency_mean_ms=mean_ms,
        latency_p50_ms=mean_ms * 0.93,
        latency_p95_ms=mean_ms * 1.7 * tail,
        latency_p99_ms=mean_ms * 2.6 * tail,
        latency_p999_ms=mean_ms * 5.1 * tail,
        system_cpu_s=iops * seconds * 8e-6 * slowdown * math.exp(source.gauss(0, 0.03)),
        user_cpu_s=iops * seconds * 2e-6,
        bytes_moved=moved,
    )
