"""When a result is said to be limited by the CPU."""

from __future__ import annotations

from dataclasses import replace

import pytest

from storage_tuner.advice.physics.cpu_limit import cpu_limit_sentences, cpu_limits
from storage_tuner.bench.buffers import Buffers, of_buffers
from storage_tuner.core.measurement import Measurement
from storage_tuner.core.plan import Plan, Target, TargetKind, Variant
from storage_tuner.core.workload import Operation, Workload, classical_workload
from tests.unit.advice.simulated_writes import slice_of

WRITE = classical_workload(Operation.SEQUENTIAL_WRITE)
READ = classical_workload(Operation.SEQUENTIAL_READ)


def plan_of(workload: Workload, threads: int) -> Plan:
    return Plan(
        target=Target(TargetKind.DEVICE, "sdz"),
        variants=(Variant("as it is", ()),),
        workloads=(workload,),
        threads=(threads,),
        repeats=1,
        runtime_ms=1000,
        ramp_ms=0,
        seed=1,
    )


def runs_of(workload: Workload, threads: int, cpu_s: float | None) -> list[Measurement]:
    """Of a second each, in which all threads together used so many CPU seconds."""
    user_s = None if cpu_s is None else 0.75 * cpu_s
    system_s = None if cpu_s is None else 0.25 * cpu_s
    return [
        replace(
            slice_of(number, 1.0, 1.0),
            operation=workload.operations[0],
            threads=threads,
            user_cpu_s=user_s,
            system_cpu_s=system_s,
        )
        for number in range(3)
    ]


@pytest.mark.parametrize(
    ("threads", "processors", "cpu_s", "limited"),
    [
        (1, 8, 0.95, True),
        (1, 8, 0.85, False),
        (4, 8, 0.95, False),
        (4, 8, 3.8, True),
        (16, 8, 7.6, True),
        (16, 8, 6.0, False),
        (1, 8, None, False),
    ],
)
def test_every_thread_must_be_busy_or_every_core(
    threads: int, processors: int, cpu_s: float | None, limited: bool
) -> None:
    found = cpu_limits(plan_of(WRITE, threads), runs_of(WRITE, threads, cpu_s), processors)
    assert bool(found) is limited


def test_disturbed_runs_do_not_count() -> None:
    runs = [replace(run, disturbed="heat") for run in runs_of(WRITE, 1, 1.0)]
    assert cpu_limits(plan_of(WRITE, 1), runs, 8) == ()


def test_prefilled_buffers_are_proposed_where_data_are_generated() -> None:
    (prefilled,) = of_buffers((WRITE,), Buffers.PREFILLED)
    counts = {}
    for name, workload in (("read", READ), ("write", WRITE), ("prefilled", prefilled)):
        limits = cpu_limits(plan_of(workload, 1), runs_of(workload, 1, 0.97), 8)
        texts = [str(each) for each in cpu_limit_sentences(limits)]
        assert "97" in texts[0]
        counts[name] = len(texts)
    assert counts == {"read": 1, "write": 2, "prefilled": 1}
    assert cpu_limit_sentences(()) == ()
