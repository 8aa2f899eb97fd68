"""What is kept of a recording: nothing high is lost, memory ends, old times get coarser."""

from __future__ import annotations

import math
import struct
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage_tuner.core.device import Activity
from storage_tuner.ui.live.monitor import new_history
from storage_tuner.ui.live.recent_history import SERIES, History, Resolution

QUIET = Activity(0.1, 0.0, 0.0, 0.0, 0.0, None, None, 0, 0.0)
STEPS = (Resolution(5, 20), Resolution(20, 15))


def kept(value: float) -> float:
    """``value`` with as many bits as are kept."""
    return float(struct.unpack("f", struct.pack("f", value))[0])


def recorded(rates: list[float], capacity: int = 30) -> History:
    history = History(capacity, 0.1, STEPS)
    for number, rate in enumerate(rates):
        history.append(number / 10, replace(QUIET, read_mb_s=rate, read_iops=rate))
    return history


rates = st.lists(st.floats(0, 1e6), min_size=1, max_size=280)


@given(rates)
def test_no_maximum_and_no_minimum_is_lost(values: list[float]) -> None:
    history = recorded(values)
    everything = history.between(-math.inf, math.inf, ("read_mb_s",)).curves["read_mb_s"]
    assert max(everything.high) == kept(max(values))
    assert min(everything.low) == kept(min(values))
    assert history.greatest("read_mb_s", 1000) == kept(max(values))


@given(rates, st.floats(0.1, 28))
def test_what_is_seen_of_any_time_holds_its_maximum(values: list[float], seconds: float) -> None:
    """However long ago, and however coarsely it's still known."""
    history = recorded(values)
    now = (len(values) - 1) / 10
    inside = [value for number, value in enumerate(values) if number / 10 >= now - seconds]
    stretch = history.between(now - seconds, now, ("read_mb_s",))
    assert max(stretch.curves["read_mb_s"].high) >= kept(max(inside))
    assert stretch.times[-1] == now


@given(rates)
def test_the_mean_of_all_is_the_mean_of_what_was_recorded(values: list[float]) -> None:
    stretch = recorded(values).between(-math.inf, math.inf, ("read_mb_s",))
    mean = stretch.curves["read_mb_s"].mean
    total = sum(value * length for value, length in zip(mean, stretch.seconds, strict=True))
    assert total / sum(stretch.seconds) == pytest.approx(sum(values) / len(values), rel=1e-4)
    assert sum(stretch.seconds) == pytest.approx(len(values) * 0.1, rel=1e-4)


@given(rates, st.floats(0, 30), st.floats(0, 30))
def test_times_rise_and_the_edges_are_covered(values: list[float], one: float, two: float) -> None:
    begin, end = sorted((one, two))
    stretch = recorded(values).between(begin, end, SERIES)
    assert list(stretch.times) == sorted(stretch.times)
    last = (len(values) - 1) / 10
    if begin <= last:
        assert stretch.times[-1] >= min(end, last) - 1e-9
    lengths = {len(stretch), len(stretch.seconds)}
    for curve in stretch.curves.values():
        lengths |= {len(curve.low), len(curve.high), len(curve.mean)}
    assert len(lengths) == 1


def test_the_finest_that_reaches_far_enough_is_taken() -> None:
    history = recorded([1.0] * 280)
    now = history.newest_time
    for seconds, step_s in ((2.0, 0.1), (2.9, 0.1), (5.0, 0.5), (10.0, 0.5), (25.0, 2.0)):
        assert history.between(now - seconds, now, ("read_mb_s",)).step_s == step_s


def test_an_hour_is_kept_in_bounded_memory() -> None:
    history = new_history()
    busy = replace(QUIET, read_mb_s=3.0, read_iops=30.0, read_latency_ms=0.5)
    for number in range(37_000):
        history.append(number / 10, busy)
    full = history.used_bytes
    assert full == history.most_bytes < 500 * 1024
    history.append(3700.0, replace(busy, read_mb_s=77.0))
    for number in range(37_001, 37_001 + 35_000):
        history.append(number / 10, busy)
    assert history.used_bytes == full
    assert history.newest_time - history.oldest_time >= 3600
    assert history.greatest("read_mb_s", 3600) == 77.0
    assert history.greatest("read_mb_s", 3400) == 3.0
    for seconds in (10, 60, 300):
        assert history.between(history.newest_time - seconds, math.inf, ()).step_s == 0.1
    assert history.between(history.newest_time - 900, math.inf, ()).step_s == 1.0


def test_latencies_are_weighed_by_requests() -> None:
    history = History(4, 0.1, (Resolution(4, 10),))
    for number, (iops, latency) in enumerate([(900.0, 1.0), (100.0, 11.0), (0.0, None)] * 4):
        done = replace(QUIET, read_iops=iops, read_latency_ms=latency)
        history.append(number / 10, done)
    curve = history.between(-1, 10, ("read_latency_ms",)).curves["read_latency_ms"]
    assert curve.mean[0] == pytest.approx((900 + 100 * 11 + 900) / 1900)
    assert list(curve.high) == [11.0, 11.0, 11.0]


def test_what_nobody_recorded_is_a_gap_and_counts_nothing() -> None:
    history = History(100, 0.1)
    for at in (0.0, 0.1, 0.2, 60.0, 60.1):
        history.append(at, replace(QUIET, read_mb_s=5.0))
    stretch = history.between(0, 100, ("read_mb_s",))
    values = list(stretch.curves["read_mb_s"].mean)
    assert [math.isnan(value) for value in values] == [False] * 3 + [True] + [False] * 2
    assert sum(stretch.seconds) == pytest.approx(0.5)


def test_a_sampler_that_came_late_leaves_no_gap() -> None:
    history = History(100, 0.1)
    history.append(0.0, QUIET)
    history.append(2.0, replace(QUIET, seconds=2.0))
    assert not any(map(math.isnan, history.between(0, 9, ("read_mb_s",)).curves["read_mb_s"].mean))


def test_a_copy_stands_while_the_recording_goes_on() -> None:
    history = recorded([float(number) for number in range(100)])
    copy = history.copy()
    before = copy.between(-math.inf, math.inf, SERIES)
    for number in range(100, 400):
        history.append(number / 10, replace(QUIET, read_mb_s=1e6))
    after = copy.between(-math.inf, math.inf, SERIES)
    assert list(after.times) == list(before.times)
    assert list(after.curves["read_mb_s"].high) == list(before.curves["read_mb_s"].high)
    assert copy.newest_time == 9.9


def test_what_happened_is_kept_with_its_moment() -> None:
    history = recorded([1.0] * 100)
    history.mark(3.0, "scheduler: none → bfq")
    copy = history.copy()
    history.mark(7.0, "scheduler: bfq → none")
    assert [mark.at for mark in history.marks(0, 9)] == [3.0, 7.0]
    assert [mark.text for mark in history.marks(2, 6)] == ["scheduler: none → bfq"]
    assert len(copy.marks(0, 9)) == 1
    history.clear()
    assert not history.marks(0, 9)


def test_clearing_forgets_all() -> None:
    history = recorded([1.0] * 280)
    history.clear()
    assert not len(history)
    history.append(1.0, replace(QUIET, read_mb_s=2.0))
    assert history.oldest_time == history.newest_time == 1.0
    assert history.greatest("read_mb_s", 60) == 2.0
