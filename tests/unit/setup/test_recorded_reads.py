"""From tracefs's log to a recording: think times, requests in flight together, and the file."""

from __future__ import annotations

import json
from itertools import accumulate
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from setup.recorded_reads import (
    MOST_READS,
    REST_US,
    Read,
    RequestEvent,
    least_disturbed,
    reads_of,
    recording,
    recording_text,
    request_events,
    until_rest,
)

TRACE = Path(__file__).parents[2] / "data" / "tracefs" / "block_requests"
"""The first requests of xterm, as tracefs of Linux 6.18 printed them (2026-11-26)."""
READS_OF_TRACE = (
    Read(68104 * 512, 4096, 0),
    Read(68240 * 512, 4096, 860),
    Read(72864 * 512, 4096, 10540),
    Read(11776 * 512, 90112, 4193),
    Read(11960 * 512, 40960, 0),
    Read(11952 * 512, 4096, 0),
    Read(2672640 * 512, 16384, 82),
    Read(68208 * 512, 4096, 1875),
)
"""Typed by hand. Three of them were in flight together."""
PAGE = 4096


def issue(time_us: int, page: int, pages: int = 1) -> RequestEvent:
    return RequestEvent(time_us, True, page * PAGE, pages * PAGE)


def completion(time_us: int, page: int, pages: int = 1) -> RequestEvent:
    return RequestEvent(time_us, False, page * PAGE, pages * PAGE)


def test_reads_are_found_in_the_kernel_s_log() -> None:
    assert reads_of(request_events(TRACE.read_text(encoding="utf-8"))) == READS_OF_TRACE


def test_other_requests_are_no_reads() -> None:
    """The first two of the log, as a write and as a discard."""
    text = TRACE.read_text(encoding="utf-8")
    for operation, read in zip(("WSM", "D"), READS_OF_TRACE, strict=False):
        sector = f" {read.offset // 512} +"
        lines = [
            line.replace(" RM ", f" {operation} ") if sector in line else line
            for line in text.splitlines()
        ]
        found = reads_of(request_events("\n".join(lines)))
        assert [each.offset for each in found] == [
            each.offset for each in READS_OF_TRACE if each.offset != read.offset
        ]


def test_a_log_with_dropped_events_is_refused() -> None:
    text = TRACE.read_text(encoding="utf-8")
    header = next(line for line in text.splitlines() if "entries-in-buffer" in line)
    with pytest.raises(ValueError, match="dropped"):
        request_events(text.replace(header, "# entries-in-buffer/entries-written: 12/13   #P:2"))
    with pytest.raises(ValueError, match="dropped"):
        request_events("")


def test_think_time_is_from_the_completion_to_the_next_issue() -> None:
    events = [issue(100, 7), completion(300, 7), issue(350, 9, 2), completion(900, 9, 2)]
    assert reads_of(events) == (Read(7 * PAGE, PAGE, 0), Read(9 * PAGE, 2 * PAGE, 50))


def test_a_read_beside_another_one_has_no_think_time() -> None:
    """The second was issued before the first was completed; the third waited for both."""
    events = [
        *(issue(0, 1), issue(10, 5), completion(40, 1), issue(45, 9)),
        *(completion(60, 5), completion(80, 9), issue(100, 2)),
    ]
    assert [read.think_us for read in reads_of(events)] == [0, 0, 0, 20]


def test_a_read_is_in_flight_until_its_last_part_is_completed() -> None:
    events = [issue(0, 0, 4), completion(10, 0, 3), issue(20, 8), completion(30, 3)]
    assert [read.think_us for read in reads_of(events)] == [0, 0]


@given(st.lists(st.tuples(st.integers(0, 9999), st.integers(1, 9999)), min_size=1, max_size=30))
def test_reads_one_at_a_time_take_think_and_service_times_in_all(
    times: list[tuple[int, int]],
) -> None:
    ends = list(accumulate(think + service for think, service in times))
    events = [
        event
        for (_, service), end in zip(times, ends, strict=True)
        for event in (issue(end - service, 0), completion(end, 0))
    ]
    assert [read.think_us for read in reads_of(events)][1:] == [think for think, _ in times][1:]


def test_a_start_ends_before_the_first_rest() -> None:
    before = (Read(0, PAGE, 0), Read(PAGE, PAGE, REST_US - 1))
    assert until_rest((*before, Read(0, PAGE, REST_US), Read(0, PAGE, 1))) == before
    assert until_rest(before) == before


def test_the_start_with_the_least_think_time_is_kept_unless_it_was_cut_short() -> None:
    cut_short = [Read(0, PAGE, 1)]
    disturbed = [Read(0, PAGE, 5), Read(0, PAGE, 50)]
    undisturbed = [Read(0, PAGE, 5), Read(0, PAGE, 5)]
    longer = [*undisturbed, Read(0, PAGE, 5)]
    assert least_disturbed([disturbed, cut_short, undisturbed, longer]) == undisturbed


def test_a_recording_starts_at_its_lowest_offset() -> None:
    made = recording("small", "x", "y", [Read(9 * PAGE, 2 * PAGE, 0), Read(4 * PAGE, PAGE, 3)])
    assert made.reads == (Read(5 * PAGE, 2 * PAGE, 0), Read(0, PAGE, 3))
    assert made.span_bytes == 7 * PAGE


@pytest.mark.parametrize(
    "reads",
    [[], [Read(0, PAGE, 0)] * (MOST_READS + 1), [Read(512, PAGE, 0), Read(0, PAGE, 0)],
     [Read(0, 512, 0)]],
    ids=["none", "too many", "offset", "size"],
)  # fmt: skip
def test_what_cannot_be_replayed_is_refused(reads: list[Read]) -> None:
    with pytest.raises(ValueError, match=r"reads; a recording|multiple"):
        recording("small", "x", "y", reads)


def test_the_file_has_all_reads_on_few_lines() -> None:
    reads = [Read(number * PAGE, PAGE, number) for number in range(100)]
    text = recording_text(recording("small", "xterm 398: “xterm”", "2026-11-26", reads))
    assert json.loads(text) == {
        "name": "small",
        "program": "xterm 398: “xterm”",
        "recorded": "2026-11-26",
        "span_bytes": 100 * PAGE,
        "reads": [[read.offset, read.bytes, read.think_us] for read in reads],
    }
    assert len(text.splitlines()) < 25
