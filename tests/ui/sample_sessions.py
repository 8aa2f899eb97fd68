"""Invented sessions of every kind, for pictures and tests of what is kept."""

from __future__ import annotations

import math
import random
from dataclasses import replace

from storage_tuner.core.device import Device
from storage_tuner.core.measurement import Measurement, SessionRecord
from storage_tuner.core.message import sentence
from storage_tuner.core.plan import UNCHANGED, Plan, Protocol, Variant
from storage_tuner.core.workload import Workload
from storage_tuner.jobs.planning.workload_catalogue import known_workloads
from storage_tuner.jobs.quick_test.request import RAMP_MS, RUN_MS, QuickTestRequest
from storage_tuner.jobs.quick_test.run import workloads_of
from tests.ui import samples

KNOWN = known_workloads()
RATES = {
    "cdm-seq1m-q8t1-read": 3480.0,
    "cdm-seq1m-q1t1-read": 2110.0,
    "cdm-rnd4k-q32t1-read": 884.0,
    "cdm-rnd4k-q32t16-read": 2310.0,
    "cdm-rnd4k-q1t1-read": 61.4,
    "cdm-seq1m-q8t1-write": 2960.0,
    "cdm-seq1m-q1t1-write": 1890.0,
    "cdm-rnd4k-q32t1-write": 611.0,
    "cdm-rnd4k-q32t16-write": 1280.0,
    "cdm-rnd4k-q1t1-write": 178.0,
}
"""MB/s of an NVMe disk."""


def quick_plan(wish: QuickTestRequest) -> Plan:
    return Plan(
        target=replace(wish.target, device=wish.target.device or "loop7"),
        variants=(Variant(UNCHANGED, ()),),
        workloads=workloads_of(wish, KNOWN),
        threads=(1,),
        repeats=wish.repeats,
        runtime_ms=RUN_MS,
        ramp_ms=RAMP_MS,
        seed=1,
        protocol=Protocol.RESTARTS,
    )


def quick_record(
    wish: QuickTestRequest,
    *,
    day: int = 3,
    factor: float = 1.0,
    disturbed: bool = False,
    settings: dict[str, str] | None = None,
) -> SessionRecord:
    """A finished quick test of March; all its rates are ``factor`` times as high as usual."""
    plan = quick_plan(wish)
    source = random.Random(day)
    created = f"2026-03-{day:02}T14:20:00+00:00"
    runs = [
        _run(plan, workload, repeat, created, factor * math.exp(source.gauss(0, 0.008)))
        for repeat in range(plan.repeats)
        for workload in plan.workloads
    ]
    if disturbed:
        runs = [
            replace(run, disturbed=sentence("other programs used the disk"))
            if "q1t1" in run.operation.name
            else run
            for run in runs
        ]
    device = wish.device or _practice()
    return SessionRecord(
        created_at=created,
        machine=samples.MACHINE,
        device=device,
        plan=plan,
        original_settings=dict(device.settings) if settings is None else settings,
        measurements=tuple(runs),
    )


def _practice() -> Device:
    return replace(samples.DEVICES[0], name="loop7", path="/dev/loop7", model=None, serial=None)


def _run(plan: Plan, workload: Workload, repeat: int, at: str, factor: float) -> Measurement:
    (operation,) = workload.operations
    (stream,) = workload.streams
    rate = RATES[operation.name] * factor
    iops = rate * 1e6 / stream.block_bytes
    waiting = stream.queue_depth * (stream.threads or 1)
    latency = 1000 * waiting / iops
    return Measurement(
        variant=UNCHANGED,
        operation=operation,
        threads=stream.threads or 1,
        repeat=repeat,
        index=repeat * len(plan.workloads) + plan.workloads.index(workload),
        started_at=at,
        duration_s=RUN_MS / 1000,
        rate_mb_s=rate,
        iops=iops,
        latency_mean_ms=latency,
        latency_p50_ms=latency * 0.9,
        latency_p95_ms=latency * 1.8,
        latency_p99_ms=latency * 2.6,
        latency_p999_ms=latency * 5,
        system_cpu_s=rate / 1800,
        user_cpu_s=rate / 5000,
        bytes_moved=round(rate * 1e6 * RUN_MS / 1000),
    )
