"""Where the reads of a recorded start are made."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage_tuner.bench.placed_reads import placed
from storage_tuner.core.recording import RecordedRead, Recording
from storage_tuner_protocol.workload import READ_UNIT_BYTES, Read, StreamExtent

MEBIBYTE = 1 << 20
SPAN = 64 * MEBIBYTE
RECORDING = Recording(
    "small",
    "made up",
    "by hand",
    SPAN,
    (
        RecordedRead(SPAN - 8192, 8192, 0),
        RecordedRead(0, MEBIBYTE, 900),
        RecordedRead(SPAN // 2, 4096, 301),
    ),
)


def span_of(reads: tuple[Read, ...]) -> tuple[int, int]:
    return min(read.offset for read in reads), max(read.offset + read.length for read in reads)


def test_successive_runs_have_successive_places_on_a_large_disk() -> None:
    extent = StreamExtent(1 << 30, 5 * SPAN + 4096, 0)
    places = [placed(RECORDING, number, extent) for number in range(6)]
    assert [span_of(reads)[0] for reads in places] == [
        (1 << 30) + number % 5 * SPAN for number in range(6)
    ]
    for reads in places:
        start, _ = span_of(reads)
        assert reads == tuple(Read(start + read.offset, read.length) for read in RECORDING.reads)


def test_hardly_a_read_is_repeated_soon_on_a_small_one() -> None:
    """Where there is no room for two places, at least they aren't the same."""
    for size in (SPAN // 8, SPAN, 2 * SPAN - 4096):
        starts = [
            placed(RECORDING, number, StreamExtent(0, size, 0))[2].offset for number in range(8)
        ]
        assert len(set(starts)) == 8
        assert all(abs(one - other) > size / 10 for one, other in pairwise(starts))


@given(
    size=st.integers(MEBIBYTE // READ_UNIT_BYTES, 4 * SPAN // READ_UNIT_BYTES),
    start=st.integers(0, 1000),
    number=st.integers(0, 10_000),
)
def test_all_reads_are_whole_and_within_the_extent(size: int, start: int, number: int) -> None:
    extent = StreamExtent(start * READ_UNIT_BYTES, size * READ_UNIT_BYTES, 0)
    reads = placed(RECORDING, number, extent)
    assert [read.length for read in reads] == [read.length for read in RECORDING.reads]
    assert all(read.offset % READ_UNIT_BYTES == 0 for read in reads)
    first, last = span_of(reads)
    assert extent.start <= first and last <= extent.start + extent.part


@pytest.mark.parametrize(("share", "distance"), [(1, SPAN // 2), (4, SPAN // 8)])
def test_distances_shrink_only_with_the_disk(share: int, distance: int) -> None:
    reads = placed(RECORDING, 0, StreamExtent(0, SPAN // share, 0))
    assert reads[2].offset - reads[1].offset == distance


def test_the_mean_think_time_has_the_total_of_the_recording() -> None:
    assert RECORDING.mean_think_us == 400
