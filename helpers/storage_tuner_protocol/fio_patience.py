"""Time limits for fio, with and without samples (SIGUSR1)."""

from __future__ import annotations

OWN_THREADS = 2
"""The main thread, and one that watches the others and starts before them. A fio that is signalled
before all threads of the streams exist may never print a sample (tried with 1024 of them)."""


def beginning_seconds(threads: int) -> float:
    """Return the time limit for starting all threads: 2048 with io_uring take 13 s (tried)."""
    return 10 + 0.02 * threads


def answer_seconds(threads: int) -> float:
    """Return the time limit for a sample: fio first collects data from each of its threads. It's
    then signalled a second time, because signals in quick succession merge into one."""
    return 2 + 0.005 * threads
