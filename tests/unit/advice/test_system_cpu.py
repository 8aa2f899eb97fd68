"""MB per second of the whole computer's kernel time."""

from __future__ import annotations

from dataclasses import replace

import pytest

from storage_tuner.advice.physics.system_cpu import system_efficiencies
from storage_tuner.core.measurement import Measurement
from storage_tuner.core.plan import Plan, Target, TargetKind, Variant
from storage_tuner.core.workload import Operation, Workload, classical_workload
from tests.unit.bench.made_trees import made_tree

READ = classical_workload(Operation.RANDOM_READ)
OTHER = replace(Operation.RANDOM_READ, name="other")
BOTH = Workload(
    "both", "Both", streams=(READ.streams[0], replace(READ.streams[0], operation=OTHER))
)
PLAN = Plan(
    target=Target(TargetKind.DEVICE, "sda"),
    variants=(Variant("none", ()), Variant("bfq", (("scheduler", "bfq"),))),
    workloads=(READ,),
    threads=(4,),
    repeats=1,
    runtime_ms=1000,
    ramp_ms=0,
    seed=1,
)


def run(index: int, cpu_s: float | None, megabytes: int, **changes: object) -> Measurement:
    made = Measurement(
        variant="none",
        operation=Operation.RANDOM_READ,
        threads=4,
        repeat=index,
        index=index,
        started_at="2026-01-01T00:00:00",
        duration_s=1.0,
        rate_mb_s=float(megabytes),
        iops=None,
        latency_mean_ms=None,
        latency_p50_ms=None,
        latency_p95_ms=None,
        latency_p99_ms=None,
        latency_p999_ms=None,
        system_cpu_s=None,
        user_cpu_s=None,
        bytes_moved=megabytes * 10**6,
        whole_system_cpu_s=cpu_s,
    )
    return replace(made, **changes)  # type: ignore[arg-type]


def test_it_is_a_ratio_of_sums() -> None:
    (found,) = system_efficiencies(PLAN, [run(0, 1.0, 100), run(1, 3.0, 100)])
    assert found.mb_per_cpu_s == pytest.approx(50)
    assert (found.variant, found.cpu_s) == ("none", 4.0)


def test_streams_of_one_slice_share_its_time() -> None:
    plan = replace(PLAN, workloads=(BOTH,))
    runs = [run(0, 2.0, 100), run(0, 2.0, 300, operation=OTHER)]
    (found,) = system_efficiencies(plan, runs)
    assert found.mb_per_cpu_s == pytest.approx(200)


def test_creating_and_removing_a_tree_each_take_their_own_time() -> None:
    tree = made_tree(depth=1, folders=1, files=1, file_bytes=1)
    plan = replace(PLAN, workloads=(Workload("tree", "A tree", tree=tree),))
    runs = [
        run(0, 6.0, 400, operation=tree.create, threads=1),
        run(0, 1.0, 6, operation=tree.remove, threads=1),
    ]
    (found,) = system_efficiencies(plan, runs)
    assert found.mb_per_cpu_s == pytest.approx(58)
    assert found.cpu_s == 7.0


def test_what_is_disturbed_unknown_or_too_little_does_not_count() -> None:
    assert system_efficiencies(PLAN, [run(0, 0.1, 100), run(1, None, 100)]) == ()
    assert system_efficiencies(PLAN, [run(0, 9.0, 100, disturbed="others")]) == ()


def test_where_others_work_was_taken_for_idleness_nothing_is_told() -> None:
    runs = [run(index, 0.0 if index < 2 else 1.0, 10) for index in range(10)]
    assert system_efficiencies(PLAN, runs) == ()
    assert len(system_efficiencies(PLAN, runs[1:])) == 0
    assert len(system_efficiencies(PLAN, [*runs[1:], run(10, 1.0, 10)])) == 1


def test_every_cell_and_variant_has_its_own() -> None:
    plan = replace(PLAN, threads=(4, 8))
    runs = [run(0, 1.0, 10), run(1, 1.0, 20, variant="bfq"), run(2, 1.0, 30, threads=8)]
    found = [
        (each.cell.threads, each.variant, each.mb_per_cpu_s)
        for each in system_efficiencies(plan, runs)
    ]
    assert found == [(4, "none", 10), (4, "bfq", 20), (8, "none", 30)]
