"""The recordings that come with the program can be replayed, and are what they are said to be."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from setup.recorded_reads import ALIGNMENT_BYTES, MOST_READS, REST_US

FOLDER = Path(__file__).parents[3] / "resources" / "recordings"
PLAUSIBLE_MEGABYTES = {"small": (5, 30), "medium": (30, 100), "large": (100, 300)}
MOST_SPAN_BYTES = 2 << 30
MOST_BYTES_OF_A_READ = 1 << 20
"""More isn't one request to most devices."""


@pytest.fixture(params=PLAUSIBLE_MEGABYTES)
def recording(request: pytest.FixtureRequest) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / f"{request.param}.json").read_text("utf-8"))
    assert found["name"] == request.param
    return found


def test_there_are_these_three() -> None:
    assert {path.stem for path in FOLDER.glob("*.json")} == PLAUSIBLE_MEGABYTES.keys()


def test_keys_are_those_that_are_documented(recording: dict[str, Any]) -> None:
    assert list(recording) == ["name", "program", "recorded", "span_bytes", "reads"]
    assert recording["program"]
    assert recording["recorded"].startswith("20")


def test_reads_are_whole_blocks_within_the_span(recording: dict[str, Any]) -> None:
    reads = recording["reads"]
    assert 0 < len(reads) <= MOST_READS
    assert all(type(number) is int for read in reads for number in read)
    for offset, length, think_us in reads:
        assert offset % ALIGNMENT_BYTES == 0
        assert length % ALIGNMENT_BYTES == 0
        assert 0 < length <= MOST_BYTES_OF_A_READ
        assert 0 <= think_us < REST_US
    assert min(offset for offset, _, _ in reads) == 0
    assert max(offset + length for offset, length, _ in reads) == recording["span_bytes"]
    assert recording["span_bytes"] <= MOST_SPAN_BYTES


def test_sizes_and_think_times_are_plausible(recording: dict[str, Any]) -> None:
    least, most = PLAUSIBLE_MEGABYTES[recording["name"]]
    reads = recording["reads"]
    assert least <= sum(length for _, length, _ in reads) / 1e6 <= most
    assert 0.01 <= sum(think_us for _, _, think_us in reads) / 1e6 <= 5


def test_reads_are_in_the_order_of_their_issue(recording: dict[str, Any]) -> None:
    """Not sorted by offset; the first waited for nothing."""
    offsets = [offset for offset, _, _ in recording["reads"]]
    assert offsets != sorted(offsets)
    assert recording["reads"][0][2] == 0


def test_a_larger_program_reads_more_often() -> None:
    counts = [
        len(json.loads((FOLDER / f"{name}.json").read_text("utf-8"))["reads"])
        for name in PLAUSIBLE_MEGABYTES
    ]
    assert counts == sorted(counts)
