"""Zooming and moving: never beyond what is known, never longer or shorter than can be shown."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage_tuner.ui.live.time_window import LEAST_S, MOST_S, RecordedRange, TimeWindow, chosen

knowns = st.builds(
    lambda oldest, length: RecordedRange(oldest, oldest + length),
    st.floats(0, 1e6),
    st.floats(0.1, MOST_S),
)
spans = st.floats(LEAST_S, MOST_S)


@given(spans, knowns, st.lists(st.floats(0.1, 10), max_size=20), st.booleans())
def test_zooming_has_its_limits(
    span_s: float, known: RecordedRange, factors: list[float], stands: bool
) -> None:
    window = TimeWindow(span_s, known.newest if stands else None)
    for factor in factors:
        window = window.zoomed(factor, known, known.newest - span_s / 3)
        begin, end = window.bounds(known.newest)
        assert LEAST_S <= window.span_s <= MOST_S
        assert end <= known.newest
        # sums of such numbers are off by their last digit
        assert begin >= known.oldest - 1e-9 or end == known.newest
    assert window.follows is not stands


@given(spans, st.floats(0.5, 2), st.floats(0, 1))
def test_the_moment_under_the_pointer_keeps_its_place(
    span_s: float, factor: float, place: float
) -> None:
    known = RecordedRange(0, 10 * MOST_S)
    window = TimeWindow(span_s, 5 * MOST_S)
    begin, end = window.bounds(known.newest)
    anchor = begin + place * (end - begin)
    zoomed = window.zoomed(factor, known, anchor)
    begin, end = zoomed.bounds(known.newest)
    assert (anchor - begin) / (end - begin) == pytest.approx(place, abs=1e-6)


def test_what_follows_keeps_its_right_end() -> None:
    window = TimeWindow(60).zoomed(0.5, RecordedRange(0, 100), anchor=50)
    assert window == TimeWindow(30)
    assert window.bounds(200) == (170, 200)


@given(spans, knowns, st.floats(-1e5, 1e5))
def test_moving_stands_within_what_is_known(
    span_s: float, known: RecordedRange, by_s: float
) -> None:
    moved = TimeWindow(span_s).moved(by_s, known)
    assert not moved.follows
    begin, end = moved.bounds(0)
    assert end <= known.newest
    assert begin >= known.oldest - 1e-6 or end == known.newest


@given(st.floats(0, 1000), st.floats(0, 1000))
def test_a_marked_time_is_shown_whole(one: float, two: float) -> None:
    window = chosen(one, two, RecordedRange(-MOST_S, 1000))
    begin, end = window.bounds(0)
    assert begin <= min(one, two) + 1e-6
    assert end >= max(one, two) - LEAST_S
    assert window.span_s == pytest.approx(max(abs(one - two), LEAST_S))
