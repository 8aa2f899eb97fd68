"""Time limits for fio, with and without samples (SIGUSR1)."""

from __future__ import annotations

OWN_THREADS = 2
"""The main one, and one that looks after the others and begins before them. Asked before all of the
streams' are there, it may never tell anything (tried with 1024 of them)."""


def beginning_seconds(threads: int) -> float:
    """Until all of them are at work: 2048 with io_uring take 13 s (tried)."""
    return 10 + 0.02 * threads


def answer_seconds(threads: int) -> float:
    """fio asks each of its threads before it tells. Then it's asked once more, for signals that
    come close together are one."""
    return 2 + 0.005 * threads
