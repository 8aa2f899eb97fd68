"""The loads of a map: reads and writes at parts of their highest throughput. Pure.

Each thread sends its requests at random times (a Poisson process), so that their waits are those of
independent programs. fio's usual pacing is even, and its threads keep in step: 16 threads at 20
IOPS each sent all their requests within the same milliseconds (variance 16 times the mean in
intervals of 1 ms; 1.2 times with random times; tried with fio 3.33).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from storage_tuner.advice.load_map import is_saturated
from storage_tuner.core.load_map import asked_iops, load_of
from storage_tuner.core.measurement import Measurement
from storage_tuner.core.message import sentence
from storage_tuner.core.plan import Plan, Variant
from storage_tuner.core.workload import Stream, Workload

READ_LEVELS = (5, 20, 40, 60, 80)
"""In percent. Without any reads there is no read latency: the lowest level stands for it."""
WRITE_LEVELS = (0, 20, 40, 60, 80)

SLICES_MS = (1000, 3000)
"""The shortest and the longest slice."""
SETTLE_MS = 500
_READS = 20
"""The reads that a slice has at the lowest level, where the longest slice is long enough."""

_SURE_AFTER = 2
"""Slices: a single one may have been delayed by something else."""

_LEAST_IOPS = 2
"""Of a thread, since rates are whole numbers."""
_LEAST_THREADS = 16
_SPARE = 2
"""The threads of a stream are this many times the requests that it has in flight at the disk's
highest throughput (Little's law), so that requests rarely wait for a thread until it's full."""


@dataclass(frozen=True)
class Highest:
    """The highest throughput of a stream alone, reached with ``threads``."""

    stream: Stream
    iops: float
    threads: int


def map_workloads(
    reads: Highest, writes: Highest | None, most_threads: int
) -> tuple[Workload, ...]:
    """A workload for each load; without ``writes`` only those of reads. ``most_threads`` limits
    those of both together."""
    most = max(most_threads // 2, 1)
    return tuple(
        _workload(reads, writes, read, write, most)
        for read in READ_LEVELS
        for write in (WRITE_LEVELS if writes else (0,))
    )


def slice_ms(workloads: Sequence[Workload]) -> int:
    """The length of a slice: long enough for some reads at the lowest level."""
    slowest = min(asked_iops(workload.streams[0]) for workload in workloads)
    least, most = SLICES_MS
    return min(max(least, round(1000 * _READS / slowest)), most)


def unsaturated(plan: Plan, measurements: Sequence[Measurement]) -> tuple[Workload, ...]:
    """The workloads that some variant may still bear, or that were measured fewer than
    ``_SURE_AFTER`` times without interference."""
    runs: dict[tuple[str, str], list[Measurement]] = {}
    for run in measurements:
        if not run.disturbed:
            runs.setdefault((run.operation.name, run.variant), []).append(run)

    def is_too_much(stream: Stream, variant: Variant) -> bool:
        found = runs.get((stream.operation.name, variant.name), [])
        return len(found) >= _SURE_AFTER and is_saturated(stream, found)

    return tuple(
        workload
        for workload in plan.workloads
        if not all(
            any(is_too_much(stream, variant) for stream in workload.streams)
            for variant in plan.variants
        )
    )


def is_map(plan: Plan) -> bool:
    """Whether ``plan`` has the loads of a map, which are found while it is measured."""
    return all(load_of(operation) is not None for operation in plan.operations)


def complete_blocks(plan: Plan, measurements: Sequence[Measurement]) -> tuple[Measurement, ...]:
    """The ``measurements`` up to the first block that isn't complete; none before the loads are
    known."""
    kept: list[Measurement] = []
    while is_map(plan):
        block = [run for run in measurements if run.repeat == next_block(kept)]
        wanted = {
            (operation.name, variant.name)
            for workload in unsaturated(plan, kept)
            for operation in workload.operations
            for variant in plan.variants
        }
        if not block or {(run.operation.name, run.variant) for run in block} != wanted:
            break
        kept += block
    return tuple(kept)


def next_block(measurements: Sequence[Measurement]) -> int:
    """The number of the block after those of ``measurements``."""
    return 1 + max((run.repeat for run in measurements), default=-1)


def _workload(
    reads: Highest, writes: Highest | None, read: int, write: int, most_threads: int
) -> Workload:
    streams = [_stream(reads, "read", (read, write), most_threads)]
    label = sentence("reads at {reads} %", reads=read)
    if writes and write:
        streams.append(_stream(writes, "write", (read, write), most_threads))
        label = sentence("reads at {reads} % and writes at {writes} %", reads=read, writes=write)
    return Workload(f"map-{read}-{write}", label, streams=tuple(streams))


def _stream(highest: Highest, kind: str, load: tuple[int, int], most_threads: int) -> Stream:
    read, write = load
    percent = read if kind == "read" else write
    wanted = highest.iops * percent / 100
    in_flight = highest.threads * percent / 100
    threads = _threads_for(
        wanted, min(max(round(_SPARE * in_flight), _LEAST_THREADS), most_threads)
    )
    label = (
        sentence("Reads at {reads} % with writes at {writes} %", reads=read, writes=write)
        if kind == "read"
        else sentence("Writes at {writes} % with reads at {reads} %", reads=read, writes=write)
    )
    operation = replace(highest.stream.operation, name=f"map-{kind}-{read}-{write}", label=label)
    return replace(
        highest.stream,
        operation=operation,
        threads=threads,
        rate_iops=max(round(wanted / threads), 1),
        poisson=True,
    )


def _threads_for(iops: float, most: int) -> int:
    """About ``most`` threads, or fewer so that each sends enough; as many as get nearest to
    ``iops`` at whole rates."""
    most = min(max(int(iops / _LEAST_IOPS), 1), most)
    return min(
        range(most // 2 + 1, most + 1),
        key=lambda threads: abs(max(round(iops / threads), 1) * threads - iops),
    )
