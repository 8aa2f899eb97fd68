"""The badge of a steady state, on rates as drives show them."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pytest

from storage_tuner.bench.steady_state import (
    SteadyState,
    WriteCell,
    is_steady,
    steady_state_sentences,
    steady_states,
)
from storage_tuner.core.measurement import Measurement
from storage_tuner.core.workload import Operation

CELL = WriteCell(Operation.RANDOM_WRITE, 4)


def run(
    rate: float,
    block: int,
    variant: str = "none",
    operation: Operation = Operation.RANDOM_WRITE,
    disturbed: str | None = None,
) -> Measurement:
    return Measurement(
        variant=variant,
        operation=operation,
        threads=4,
        repeat=block,
        index=block,
        started_at="",
        duration_s=1.0,
        rate_mb_s=rate,
        iops=rate / 0.004096,
        latency_mean_ms=None,
        latency_p50_ms=None,
        latency_p95_ms=None,
        latency_p99_ms=None,
        latency_p999_ms=None,
        system_cpu_s=None,
        user_cpu_s=None,
        bytes_moved=1,
        disturbed=disturbed,
    )


def state(rates: Sequence[float]) -> SteadyState:
    (found,) = steady_states([run(rate, block) for block, rate in enumerate(rates)])
    return found


@pytest.mark.parametrize(
    ("window", "steady"),
    [
        ([100, 100, 100, 100, 100], True),
        ([90, 110, 90, 110, 100], True),  # spread 20 %, rise 4 %
        ([89, 110, 100, 100, 101], False),  # spread 21 %
        ([95.2, 97.6, 100, 102.4, 104.8], True),  # rise 9.6 %
        ([94.8, 97.4, 100, 102.6, 105.2], False),  # rise 10.4 %, spread as much
        ([105.2, 102.6, 100, 97.4, 94.8], False),  # and down
    ],
)
def test_the_window_of_five_rounds(window: Sequence[float], steady: bool) -> None:
    assert is_steady(window) is steady


def test_a_drive_that_settles() -> None:
    settling = [100 * (1 + 2 * math.exp(-block / 3)) for block in range(30)]
    found = state(settling)
    assert found.reached_at is not None
    assert 10 < found.reached_at < 20
    assert found.blocks == 30


def test_even_from_the_beginning() -> None:
    assert state([100, 102, 98, 101, 99, 100]).reached_at == 5


def test_a_write_cache_that_fills_evenly_is_no_steady_state() -> None:
    cliff = [500.0] * 12 + [120.0] * 12
    assert state(cliff).reached_at == 17


def test_never() -> None:
    assert state([100 * 0.95**block for block in range(20)]).reached_at is None
    assert state([100, 130] * 10).reached_at is None


def test_four_blocks_tell_nothing() -> None:
    found = state([100.0] * 4)
    assert (found.is_conclusive, found.reached_at) == (False, None)


def test_only_what_writes_and_was_not_disturbed() -> None:
    reads = [run(100, block, operation=Operation.RANDOM_READ) for block in range(9)]
    disturbed = [run(9, block, disturbed="others") for block in range(9)]
    assert steady_states([*reads, *disturbed]) == ()
    steady = [run(100, block) for block in range(5)]
    assert steady_states([*steady, *disturbed]) == (SteadyState(CELL, 5, 5),)


def test_the_variant_that_stayed_longest_tells() -> None:
    """Others are faster or slower by themselves, and leave early."""
    runs = [run(100, block) for block in range(6)]
    runs += [run(250, block, "bfq") for block in range(5)]
    assert steady_states(runs) == (SteadyState(CELL, 6, 5),)


def test_sentences() -> None:
    found = steady_state_sentences(
        (
            SteadyState(CELL, 20, 9),
            SteadyState(WriteCell(Operation.SEQUENTIAL_WRITE, 1), 12, None),
            SteadyState(WriteCell(Operation.SEQUENTIAL_WRITE, 8), 3, None),
        )
    )
    assert str(found[0]) == (
        "Steady state (spread at most 20 %, slope at most 10 % over 5 blocks) reached: "
        "random write with 4 threads at block 9."
    )
    assert "not reached: sequential write with 1 thread in 12 blocks." in str(found[1])
    assert "sequential write with 8 threads" in str(found[2])
    assert steady_state_sentences(()) == ()
    short = [SteadyState(WriteCell(CELL.operation, threads), 2, None) for threads in (1, 8)]
    (sentence,) = steady_state_sentences(short)
    assert str(sentence).endswith("(5 needed): random write with 1, 8 threads.")
