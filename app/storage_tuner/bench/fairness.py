"""Measures how equally the threads of a load share the disk: Jain's index.

fio reports sums over the threads of a stream. So each thread becomes a separate stream in a short
additional run, and the results of these streams are compared.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from storage_tuner.bench.control import Control
from storage_tuner.bench.listener import Listener, PositionsOnly
from storage_tuner.bench.runner import Executor, RunLog, RunPosition, carry_out
from storage_tuner.core.measurement import Measurement
from storage_tuner.core.message import sentence
from storage_tuner.core.plan import Cell, Contest, Plan, Protocol
from storage_tuner.core.workload import Region, Stream, Workload

MOST_THREADS = 8
"""The largest number of streams that the helper accepts."""

RUNTIME_MS, RAMP_MS = 2000, 300


def jain(shares: Sequence[float]) -> float | None:
    """1 when all are equal, 1/n when one of n has everything; None without anything.

    Jain, Chiu, Hawe 1984, "A quantitative measure of fairness and discrimination for resource
    allocation in shared computer systems", DEC-TR-301: (Σx)² / (n·Σx²).
    """
    squares = math.fsum(share * share for share in shares)
    return math.fsum(shares) ** 2 / (len(shares) * squares) if squares > 0 else None


def thread_by_thread(cell: Cell) -> Workload | None:
    """The load of ``cell`` with a stream for each thread; None where that isn't possible: several
    streams, a single thread, or more than ``MOST_THREADS``."""
    streams = cell.workload.streams
    if len(streams) != 1 or not 2 <= streams[0].threads_of(cell.threads) <= MOST_THREADS:
        return None
    (stream,) = streams
    threads = stream.threads_of(cell.threads)
    return replace(
        cell.workload,
        name=f"{cell.workload.name}/{threads}-threads",
        label=sentence(
            "{label}, each of {threads} threads separately",
            label=cell.workload.label,
            threads=threads,
        ),
        streams=tuple(_one(stream, number, threads) for number in range(threads)),
    )


def measure_fairness(
    plan: Plan,
    place: Executor,
    log: RunLog,
    control: Control,
    listener: Listener[RunPosition],
) -> None:
    """Make a short run of every cell and variant with a measurement in ``log``, and store the index
    in the last measurement of each. Raises what ``carry_out`` raises."""
    apart = {
        cell: workload for cell in plan.cells if (workload := thread_by_thread(cell)) is not None
    }
    if not apart:
        return
    found = RunLog([], [])
    try:
        carry_out(_stage(plan, apart), place, found, control, PositionsOnly(listener))
    finally:
        log.failures.extend(found.failures)
        for cell, workload in apart.items():
            for variant in plan.variants_in(cell):
                _note(log, cell, variant.name, jain(_shares(workload, variant.name, found)))


def _stage(plan: Plan, apart: dict[Cell, Workload]) -> Plan:
    contests = tuple(
        Contest(workload.name, len(workload.streams), _names(plan, cell))
        for cell, workload in apart.items()
    )
    return replace(
        plan,
        workloads=tuple(apart.values()),
        contests=contests,
        protocol=Protocol.RESTARTS,
        repeats=1,
        budget_s=None,
        pause_ms=0,
        runtime_ms=RUNTIME_MS,
        ramp_ms=RAMP_MS,
        paces=(),
    )


def _names(plan: Plan, cell: Cell) -> tuple[str, ...]:
    return tuple(variant.name for variant in plan.variants_in(cell))


def _one(stream: Stream, number: int, threads: int) -> Stream:
    """The stream of the ``number``-th thread, in its own part of the region if each has one."""
    operation = replace(
        stream.operation,
        name=f"{stream.operation.name}/thread-{number + 1}",
        label=sentence("{label}, thread {number}", label=stream.operation.label, number=number + 1),
    )
    region = stream.region
    if not stream.shared:
        width = region.percent // threads
        region = Region(region.start_percent + number * width, width)
    return replace(stream, operation=operation, threads=1, region=region)


def _shares(workload: Workload, variant: str, found: RunLog) -> list[float]:
    """The throughput of each thread, in the last run if there were several."""
    shares: dict[str, float] = {}
    for run in found.measurements:
        if run.variant == variant and run.operation in workload.operations:
            shares[run.operation.name] = run.iops or 0.0
    return list(shares.values()) if len(shares) == len(workload.streams) else []


def _note(log: RunLog, cell: Cell, variant: str, index: float | None) -> None:
    """Store ``index`` in the last measurement of ``cell`` and ``variant``."""
    for position in range(len(log.measurements) - 1, -1, -1):
        if _is_about(log.measurements[position], cell, variant):
            log.measurements[position] = replace(log.measurements[position], fairness=index)
            return


def _is_about(run: Measurement, cell: Cell, variant: str) -> bool:
    return (run.operation, run.threads, run.variant) == (
        cell.workload.operations[0],
        cell.threads,
        variant,
    )
