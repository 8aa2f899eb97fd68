"""How many threads a plan gets, and what a target can't bear."""

from __future__ import annotations

from dataclasses import replace

import pytest

from storage_tuner.bench.thread_counts import LoadLimits, refusal, with_threads
from storage_tuner.bench.time_costs import least_seconds
from storage_tuner.core.plan import Cell, Plan, Protocol, Target, TargetKind, Variant
from storage_tuner.core.workload import (
    CLASSICAL_WORKLOADS,
    Operation,
    Order,
    Workload,
    classical_workload,
)

PLENTY = LoadLimits(1 << 40, 64 << 30)
READ = classical_workload(Operation.SEQUENTIAL_READ)
RANDOM = classical_workload(Operation.RANDOM_READ)
LARGER = replace(READ, streams=(replace(READ.streams[0], block_bytes=2 << 20),))


def plan(protocol: Protocol) -> Plan:
    return Plan(
        target=Target(TargetKind.DEVICE, "sda"),
        variants=(Variant("none", ()), Variant("bfq", (("scheduler", "bfq"),))),
        workloads=CLASSICAL_WORKLOADS,
        threads=(1, 2, 4, 8),
        repeats=1,
        runtime_ms=1000,
        ramp_ms=100,
        seed=1,
        protocol=protocol,
        budget_s=1.0 if protocol is Protocol.ADAPTIVE else None,
    )


@pytest.mark.parametrize("protocol", [Protocol.ADAPTIVE, Protocol.RESTARTS, Protocol.ARTICLE])
def test_the_chosen_counts_are_all_measured(protocol: Protocol) -> None:
    counts = (1, 3, 500, 2048)
    found = with_threads(plan(protocol), counts)
    assert {cell.threads for cell in found.cells} == set(counts)
    if found.budget_s is not None:
        assert found.budget_s >= least_seconds(found)


def test_a_workload_with_threads_of_its_own_keeps_them() -> None:
    own = Workload("own", "Own", streams=(replace(READ.streams[0], threads=3),))
    found = with_threads(replace(plan(Protocol.RESTARTS), workloads=(own,)), (1, 2))
    assert [cell.threads for cell in found.cells] == [3]


@pytest.mark.parametrize(
    ("cell", "bounds", "told"),
    [
        (Cell(RANDOM, 2048), PLENTY, ""),
        (Cell(RANDOM, 2049), PLENTY, "the maximum is 2048"),
        (Cell(READ, 2048), PLENTY, ""),
        (Cell(LARGER, 1024), PLENTY, ""),
        (
            Cell(LARGER, 1025),
            PLENTY,
            "keeps 2050 MiB of requests in flight; the maximum is 2048 MiB",
        ),
        (Cell(READ, 2048), replace(PLENTY, memory_bytes=5 << 30), ""),
        (
            Cell(READ, 2048),
            replace(PLENTY, memory_bytes=4 << 30),
            "needs 2560 MiB of memory for its requests, more than half of this computer's 4096 MiB",
        ),
        (Cell(RANDOM, 2048), replace(PLENTY, memory_bytes=1 << 30), "520 MiB of memory"),
        (Cell(RANDOM, 2048), replace(PLENTY, memory_bytes=None), ""),
        (Cell(READ, 64), replace(PLENTY, size_bytes=64 << 20), ""),
        (Cell(READ, 65), replace(PLENTY, size_bytes=64 << 20), "each thread needs 1 MiB"),
        (Cell(READ, 1), replace(PLENTY, size_bytes=3), "with 1 thread doesn't fit into 3 bytes"),
        (Cell(READ, 1000), replace(PLENTY, size_bytes=None), ""),
        (Cell(RANDOM, 1), replace(PLENTY, logical_block_bytes=8192), "only multiples of 8 KiB"),
        (Cell(RANDOM, 1), replace(PLENTY, logical_block_bytes=4096), ""),
    ],
)
def test_what_a_target_cannot_bear_is_told(cell: Cell, bounds: LoadLimits, told: str) -> None:
    reason = refusal(cell, bounds)
    assert told in str(reason)
    assert bool(told) == bool(reason)


def test_a_leap_needs_room() -> None:
    stream = replace(READ.streams[0], order=Order.STRIDED, stride_bytes=16 << 20)
    strided = Cell(Workload("s", "S", streams=(stream,)), 1)
    assert refusal(strided, replace(PLENTY, size_bytes=16 << 20))
    assert not refusal(strided, replace(PLENTY, size_bytes=17 << 20))


def test_all_streams_count() -> None:
    both = Workload("both", "Both", streams=(RANDOM.streams[0], RANDOM.streams[0]))
    assert "starts 2050 threads in total" in str(refusal(Cell(both, 1025), PLENTY))
