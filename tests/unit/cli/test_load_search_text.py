"""What ``sweep --saturate`` says of what it found."""

from __future__ import annotations

from dataclasses import replace

import pytest

from storage_tuner.cli.output.load_search_text import saturation_lines
from storage_tuner.core.workload import Operation, classical_workload
from storage_tuner.jobs.requests import LoadSearch
from storage_tuner_protocol.workload import MAXIMUM_THREADS, MEMORY_SHARE, THREAD_BYTES
from tests.unit.report.example_session import example_record

GAINING = "none: still gains at 8 threads, the"
MEMORY = "most that can be measured here."


@pytest.mark.parametrize(
    ("most_threads", "reason"),
    [(8, "limit of --most-threads."), (16, MEMORY), (MAXIMUM_THREADS, MEMORY)],
)
def test_who_set_the_most_threads_is_told(most_threads: int, reason: str) -> None:
    lines = lines_of({threads: 1000.0 * threads for threads in (1, 2, 4, 8)}, most_threads)
    assert any(line.startswith(f"{GAINING} {reason}") for line in lines), lines


def test_a_single_thread_may_be_enough() -> None:
    lines = lines_of(dict.fromkeys((1, 2, 4), 1000.0), 8)
    assert "none: 1 thread is enough: more threads add almost nothing." in lines


def lines_of(iops: dict[int, float], most_threads: int) -> list[str]:
    """What is said of random reads that came to so many IOPS with so many threads."""
    example = example_record()
    run = next(run for run in example.measurements if run.variant == "none")
    workload = classical_workload(Operation.RANDOM_READ)
    runs = tuple(
        replace(run, operation=Operation.RANDOM_READ, threads=threads, repeat=0, iops=rate)
        for threads, rate in iops.items()
    )
    plan = replace(example.plan, workloads=(workload,))
    machine = replace(example.machine, memory_bytes=round(12 * THREAD_BYTES / MEMORY_SHARE))
    record = replace(example, plan=plan, measurements=runs, machine=machine)
    return list(saturation_lines(record, LoadSearch(most_threads=most_threads)))
