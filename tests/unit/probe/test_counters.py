"""Counters and the rates between two readings."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage_tuner.core.device import Counters
from storage_tuner.probe.counters import CounterSampler, activity, parse_counters
from tests.unit.probe.made_trees import add_disk

WRAP = 2**32
START = Counters(
    at=10.0,
    read_ios=100,
    read_bytes=51200,
    read_ms=40,
    write_ios=50,
    write_bytes=102400,
    write_ms=30,
    in_flight=0,
    busy_ms=60,
)


def moved(start: Counters, seconds: float, **differences: int) -> Counters:
    changes = {name: getattr(start, name) + amount for name, amount in differences.items()}
    return dataclasses.replace(start, at=start.at + seconds, **changes)


def test_a_recorded_line() -> None:
    line = "  482 1 11046 1183 333 84 39914 1512 3 2120 3396 8 1 1046530 63 267 6\n"
    assert parse_counters(line, 5.0) == Counters(
        5.0, 482, 11046 * 512, 1183, 333, 39914 * 512, 1512, 3, 2120
    )


@pytest.mark.parametrize("text", ["", "1 2 3", "a " * 11, "1 2 3 4 5 6 7 8 -1 10", "²" * 9])
def test_a_line_that_is_none(text: str) -> None:
    assert parse_counters(text, 0.0) is None


def test_rates_over_an_irregular_interval() -> None:
    after = moved(
        START,
        0.4,
        read_ios=100,
        read_bytes=4_000_000,
        read_ms=250,
        write_ios=10,
        write_bytes=80_000_000,
        write_ms=5,
        in_flight=7,
        busy_ms=300,
    )
    seen = activity(START, after)
    assert seen.seconds == pytest.approx(0.4)
    assert (seen.read_mb_s, seen.write_mb_s) == pytest.approx((10, 200))
    assert (seen.read_iops, seen.write_iops) == pytest.approx((250, 25))
    assert (seen.read_latency_ms, seen.write_latency_ms) == pytest.approx((2.5, 0.5))
    assert seen.utilisation == pytest.approx(0.75)
    assert seen.in_flight == 7


def test_idle_has_no_latency() -> None:
    seen = activity(START, moved(START, 1))
    assert (seen.read_latency_ms, seen.write_latency_ms) == (None, None)
    assert (seen.read_mb_s, seen.write_iops, seen.utilisation) == (0, 0, 0)


def test_no_time_between_readings() -> None:
    seen = activity(START, moved(START, 0, read_ios=5, read_bytes=512))
    assert (seen.seconds, seen.read_mb_s, seen.read_iops) == (0, 0, 0)


def test_never_more_than_fully_busy() -> None:
    assert activity(START, moved(START, 0.1, busy_ms=140)).utilisation == 1


@pytest.mark.parametrize(
    ("field", "wrap", "rate", "expected"),
    [
        ("read_ios", WRAP, "read_iops", 15),
        ("write_ios", WRAP, "write_iops", 15),
        ("read_bytes", WRAP * 512, "read_mb_s", 15e-6),
        ("write_bytes", WRAP * 512, "write_mb_s", 15e-6),
        ("busy_ms", WRAP, "utilisation", 15e-3),
    ],
)
def test_each_counter_may_wrap(field: str, wrap: int, rate: str, expected: float) -> None:
    before = dataclasses.replace(START, **{field: wrap - 10})
    after = dataclasses.replace(before, at=before.at + 1, **{field: 5})
    assert getattr(activity(before, after), rate) == pytest.approx(expected)


def test_a_wrapped_time_gives_the_right_latency() -> None:
    before = dataclasses.replace(START, read_ms=WRAP - 20)
    after = dataclasses.replace(moved(before, 1, read_ios=10), read_ms=30)
    assert activity(before, after).read_latency_ms == pytest.approx(5)


def test_a_device_that_came_back_counts_from_nothing() -> None:
    before = Counters(0, 3_000_000_000, 10**12, 10**6, 5, 10**12, 10, 1, 10**6)
    after = Counters(1, 20, 1_000_000, 40, 0, 0, 0, 0, 8)
    seen = activity(before, after)
    assert (seen.read_iops, seen.read_mb_s, seen.read_latency_ms) == pytest.approx((20, 1, 2))
    assert (seen.write_iops, seen.write_mb_s) == (0, 0)


numbers = st.integers(0, 2**64 - 1)
readings = st.builds(
    Counters, st.floats(0, 1e6), *[numbers] * 6, in_flight=st.integers(0, 2000), busy_ms=numbers
)


@given(readings, readings)
def test_no_pair_of_readings_gives_nonsense(before: Counters, after: Counters) -> None:
    seen = activity(before, after)
    assert 0 <= seen.utilisation <= 1
    values = (seen.seconds, seen.read_mb_s, seen.write_mb_s, seen.read_iops, seen.write_iops)
    assert all(value >= 0 for value in values)


def test_the_sampler_survives_that_a_device_goes_and_returns(tmp_path: Path) -> None:
    folder = add_disk(tmp_path, "sda", "8:0")
    stat = folder / "stat"
    with CounterSampler(["sda", "sdb"], tmp_path) as sampler:
        assert set(sampler.sample()) == {"sda"}
        stat.write_text("")
        assert sampler.sample() == {}
        stat.write_text("7 0 8 1 1 0 8 1 0 2 2\n")
        assert sampler.sample()["sda"].read_ios == 7
        add_disk(tmp_path, "sdb", "8:16")
        assert set(sampler.sample()) == {"sda", "sdb"}


def test_a_descriptor_that_fails_is_opened_anew(tmp_path: Path) -> None:
    stat = add_disk(tmp_path, "sda", "8:0") / "stat"
    line = stat.read_text()
    stat.unlink()
    stat.mkdir()  # opens, but reading it fails, as with a device that was removed
    with CounterSampler(["sda"], tmp_path) as sampler:
        assert sampler.sample() == {}
        stat.rmdir()
        stat.write_text(line)
        assert set(sampler.sample()) == {"sda"}


def test_closing_the_sampler_frees_its_descriptors(tmp_path: Path) -> None:
    add_disk(tmp_path, "sda", "8:0")
    open_before = len(list(Path("/proc/self/fd").iterdir()))
    with CounterSampler(["sda"], tmp_path) as sampler:
        sampler.sample()
        sampler.sample()
        assert len(list(Path("/proc/self/fd").iterdir())) == open_before + 1
    assert len(list(Path("/proc/self/fd").iterdir())) == open_before
