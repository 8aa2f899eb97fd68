"""Results that the CPU limited, not the disk.

A thread of fio that computes all the time can't send more requests. At a share u of a core, a disk
without any latency would raise throughput by at most a factor of 1 ÷ u: above 0.9 by less than
11 %, so that the result says little about the disk. fio's CPU times are within 7 % of the
operating system's. Where other programs compete for the CPUs, the share is lower, and a limit may
go unnoticed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median

from storage_tuner.core.measurement import Measurement
from storage_tuner.core.message import Message, sentence, together
from storage_tuner.core.plan import Plan
from storage_tuner.core.workload import Stream, threads_phrase

LEAST_SHARE = 0.9


@dataclass(frozen=True)
class CpuLimit:
    """A stream whose ``threads`` used ``share`` of the cores that they can use, from 0 to 1."""

    stream: Stream
    threads: int
    share: float


def cpu_limits(
    plan: Plan, measurements: Sequence[Measurement], processors: int
) -> tuple[CpuLimit, ...]:
    """The streams that the CPU limited with any variant, in the order of the plan; disturbed runs
    don't count."""
    return tuple(
        CpuLimit(stream, threads, share)
        for cell in plan.cells
        for stream in cell.workload.streams
        if (threads := stream.threads_of(cell.threads))
        and (share := max(_shares(plan, stream, cell.threads, measurements, processors), default=0))
        >= LEAST_SHARE
    )


def cpu_limit_sentences(limits: Sequence[CpuLimit]) -> tuple[Message, ...]:
    """A sentence for the record, and how to need less of the CPU."""
    if not limits:
        return ()
    found = sentence(
        "Limited by one CPU core per thread, so the disk may be faster: {tests}.",
        tests=together(map(_words, limits), ", "),
    )
    if not any(each.stream.mode.writes and not each.stream.prefilled for each in limits):
        return (found,)
    return (
        found,
        sentence(
            "Generating random data to write needs much of it; --buffers prefilled does without."
        ),
    )


def _shares(
    plan: Plan, stream: Stream, threads: int, measurements: Sequence[Measurement], processors: int
) -> Iterator[float]:
    """The median share of each variant where it's known."""
    cores = min(stream.threads_of(threads), max(processors, 1))
    for variant in plan.variants:
        shares = [
            (run.system_cpu_s + run.user_cpu_s) / run.duration_s / cores
            for run in measurements
            if (run.variant, run.operation, run.threads)
            == (variant.name, stream.operation, threads)
            and run.system_cpu_s is not None
            and run.user_cpu_s is not None
            and run.duration_s > 0
            and not run.disturbed
        ]
        if shares:
            yield median(shares)


def _words(limit: CpuLimit) -> Message:
    return sentence(
        "{workload} with {threads} ({share:.0f} %)",
        workload=limit.stream.operation.phrase,
        threads=threads_phrase(limit.threads),
        share=min(100 * limit.share, 100),
    )
