"""Counters and the rates between two readings."""

from __future__ import annotations

import dataclasses
import errno
import fcntl
import math
import os
import subprocess
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from storage_tuner.core.device import Counters
from storage_tuner.probe.load.counters import CounterSampler, activity, parse_counters
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
    queue_ms=75,
    flush_ios=9,
    flush_ms=20,
    discard_ios=3,
    discard_bytes=4096,
    discard_ms=5,
)


def as_line(numbers: Iterable[int]) -> bytes:
    return " ".join(map(str, numbers)).encode()


def moved(start: Counters, seconds: float, **differences: int) -> Counters:
    changes: dict[str, Any] = {
        name: getattr(start, name) + amount for name, amount in differences.items()
    }
    return dataclasses.replace(start, at=start.at + seconds, **changes)


LINE = b"  482 1 11046 1183 333 84 39914 1512 3 2120 3396 8 1 1046530 63 267 6\n"


def test_a_recorded_line() -> None:
    assert parse_counters(LINE, 5.0, 77) == Counters(
        at=5.0,
        read_ios=482,
        read_bytes=11046 * 512,
        read_ms=1183,
        write_ios=333,
        write_bytes=39914 * 512,
        write_ms=1512,
        in_flight=3,
        busy_ms=2120,
        queue_ms=3396,
        flush_ios=267,
        flush_ms=6,
        identity=77,
        discard_ios=8,
        discard_bytes=1046530 * 512,
        discard_ms=63,
    )


@pytest.mark.parametrize("fields", [11, 15])
def test_kernels_before_5_5_don_t_count_flushes(fields: int) -> None:
    counters = parse_counters(b" ".join(LINE.split()[:fields]), 5.0)
    assert counters is not None
    assert (counters.queue_ms, counters.flush_ios, counters.flush_ms) == (3396, None, None)
    seen = activity(counters, counters)
    assert (seen.flush_iops, seen.flush_latency_ms) == (None, None)


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"1 2 3",
        b"a " * 17,
        b"1 2 3 4 5 6 7 8 -1 10 11",
        "²".encode() * 9,
        b"\xff" * 40,
        b"1 " * 10,
        b"1 " * 10 + b"9" * 400,
        b"1 " * 10 + b"9" * 5000,
    ],
)
def test_a_line_that_is_none(line: bytes) -> None:
    assert parse_counters(line, 0.0) is None


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
        queue_ms=1200,
        flush_ios=4,
        flush_ms=50,
    )
    seen = activity(START, after)
    assert seen.seconds == pytest.approx(0.4)
    assert (seen.read_mb_s, seen.write_mb_s) == pytest.approx((10, 200))
    assert (seen.read_iops, seen.write_iops) == pytest.approx((250, 25))
    assert (seen.read_latency_ms, seen.write_latency_ms) == pytest.approx((2.5, 0.5))
    assert seen.utilisation == pytest.approx(0.75)
    assert seen.in_flight == 7
    assert seen.queue_length == pytest.approx(3)
    assert seen.flush_iops == pytest.approx(10)
    assert seen.flush_latency_ms == pytest.approx(12.5)


def test_idle_has_no_latency() -> None:
    seen = activity(START, moved(START, 1))
    assert (seen.read_latency_ms, seen.write_latency_ms) == (None, None)
    assert (seen.read_mb_s, seen.write_iops, seen.utilisation) == (0, 0, 0)


def test_no_time_between_readings() -> None:
    seen = activity(START, moved(START, 0, read_ios=5, read_bytes=512))
    assert (seen.seconds, seen.read_mb_s, seen.read_iops) == (0, 0, 0)


def test_never_more_than_fully_busy() -> None:
    assert activity(START, moved(START, 0.1, busy_ms=140)).utilisation == 1


def test_discards_have_a_rate_and_a_latency() -> None:
    seen = activity(START, moved(START, 2, discard_ios=4, discard_bytes=10**6, discard_ms=10))
    assert (seen.discard_iops, seen.discard_mb_s) == pytest.approx((2, 0.5))
    assert seen.discard_latency_ms == pytest.approx(2.5)
    assert (seen.read_iops, seen.flush_iops) == (0, 0)


@pytest.mark.parametrize(
    ("field", "wrap", "rate", "expected"),
    [
        ("read_ios", WRAP, "read_iops", 15),
        ("write_ios", WRAP, "write_iops", 15),
        ("read_bytes", WRAP * 512, "read_mb_s", 15e-6),
        ("write_bytes", WRAP * 512, "write_mb_s", 15e-6),
        ("busy_ms", WRAP, "utilisation", 15e-3),
        ("queue_ms", WRAP, "queue_length", 15e-3),
        ("flush_ios", WRAP, "flush_iops", 15),
        ("discard_ios", WRAP, "discard_iops", 15),
        ("discard_bytes", WRAP * 512, "discard_mb_s", 15e-6),
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


def test_a_new_device_whose_counters_are_higher_is_told_by_its_identity() -> None:
    before = dataclasses.replace(START, identity=1)
    after = dataclasses.replace(
        moved(START, 2, read_ios=100, write_bytes=10**6, flush_ios=1), identity=2
    )
    seen = activity(before, after)
    assert (seen.read_iops, seen.write_mb_s) == pytest.approx((100, (102400 + 10**6) / 2e6))
    assert seen.flush_iops == pytest.approx(5)


COUNTED = ("read_ios", "read_bytes", "read_ms", "write_ios", "write_bytes", "write_ms")
WRAPS = {"read_bytes": WRAP * 512, "write_bytes": WRAP * 512}
totals = st.integers(0, 2**36) | st.integers(WRAP * 512 - 10**5, WRAP * 512)
steps = st.lists(st.tuples(st.floats(0.01, 30), *[st.integers(0, 10**5)] * 6), min_size=1)


def reading(at: float, counted: Iterable[int]) -> Counters:
    """As a kernel with counters of 32 bits tells it."""
    known = dict(zip(COUNTED, counted, strict=True))
    known = {name: value % WRAPS.get(name, WRAP) for name, value in known.items()}
    return Counters(at, **known, in_flight=0, busy_ms=0)


@given(st.tuples(*[totals] * 6), steps)
def test_intervals_add_up_to_what_was_done(
    start: tuple[int, ...], intervals: list[tuple[float, ...]]
) -> None:
    """However irregular they are, and wherever a counter wraps."""
    at, counted = 100.0, list(start)
    ios, size = 0.0, 0.0
    before = reading(at, counted)
    for seconds, *done in intervals:
        at += seconds
        counted = [total + int(more) for total, more in zip(counted, done, strict=True)]
        after = reading(at, counted)
        seen = activity(before, after)
        assert seen.read_iops == pytest.approx(done[0] / seconds, rel=1e-6)
        assert seen.write_latency_ms == (pytest.approx(done[5] / done[3]) if done[3] else None)
        ios += seen.write_iops * seen.seconds
        size += seen.read_mb_s * seen.seconds
        before = after
    assert ios == pytest.approx(sum(done[4] for done in intervals))
    assert size * 1e6 == pytest.approx(sum(done[2] for done in intervals))


numbers = st.integers(0, 2**64 - 1)
readings = st.builds(
    Counters,
    st.floats(0, 1e6),
    *[numbers] * 6,
    in_flight=st.integers(0, 2000),
    busy_ms=numbers,
    queue_ms=numbers,
    flush_ios=st.none() | numbers,
    flush_ms=st.none() | numbers,
    discard_ios=st.none() | numbers,
    discard_bytes=st.none() | numbers,
    discard_ms=st.none() | numbers,
    identity=st.integers(0, 1),
)


@given(readings, readings)
@example(
    dataclasses.replace(START, at=0.0),
    dataclasses.replace(START, at=1e-309, busy_ms=START.busy_ms + 1),
)
def test_no_pair_of_readings_gives_nonsense(before: Counters, after: Counters) -> None:
    seen = activity(before, after)
    assert 0 <= seen.utilisation <= 1
    told = [value for value in dataclasses.astuple(seen) if value is not None]
    assert all(value >= 0 and math.isfinite(value) for value in told)


@given(st.binary(max_size=200) | st.lists(st.integers(-5, 2**70)).map(as_line), st.integers(0, 99))
def test_no_line_gives_nonsense(line: bytes, identity: int) -> None:
    counters = parse_counters(line, 1.0, identity)
    if counters is not None:
        assert activity(counters, dataclasses.replace(counters, at=2.0)).read_iops == 0
        assert counters.identity == identity


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


LOOP_CONTROL = "/dev/loop-control"
LOOP_CTL_ADD = 0x4C80
LOOP_CTL_REMOVE = 0x4C81


@pytest.fixture
def own_loop() -> Iterator[int]:
    """The number of a loop device that nobody else has, not even unused."""
    for number in range(1000, 1100):
        try:
            _control(LOOP_CTL_ADD, number)
        except OSError as error:
            if error.errno != errno.EEXIST:
                raise
            continue
        try:
            yield number
        finally:
            _control(LOOP_CTL_REMOVE, number)
        return
    raise AssertionError("no free number")


def _control(request: int, number: int) -> None:
    """udev may hold a device for a moment."""
    deadline = time.monotonic() + 10
    descriptor = os.open(LOOP_CONTROL, os.O_RDWR)
    try:
        while True:
            try:
                fcntl.ioctl(descriptor, request, number)
                return
            except OSError as error:
                if error.errno != errno.EBUSY or time.monotonic() > deadline:
                    raise
            time.sleep(0.01)
    finally:
        os.close(descriptor)


def _read_through(number: int, file: Path, mebibytes: int) -> None:
    device = f"/dev/loop{number}"
    subprocess.run(["losetup", "--read-only", device, str(file)], check=True)
    try:
        amount = ("bs=1M", f"count={mebibytes}", "iflag=direct")
        subprocess.run(
            ["dd", f"if={device}", "of=/dev/null", *amount], check=True, capture_output=True
        )
    finally:
        subprocess.run(["losetup", "--detach", device], check=True)


@pytest.mark.root
@pytest.mark.machine
def test_a_device_of_the_kernel_that_goes_and_comes_back_busier(
    own_loop: int, tmp_path: Path
) -> None:
    """The kernel's own answer: the descriptor dies, and the successor has another inode."""
    file = tmp_path / "image"
    file.write_bytes(bytes(8 << 20))
    name = f"loop{own_loop}"
    with CounterSampler([name]) as sampler:
        _read_through(own_loop, file, 2)
        before = sampler.sample()[name]
        _control(LOOP_CTL_REMOVE, own_loop)
        assert sampler.sample() == {}
        _control(LOOP_CTL_ADD, own_loop)
        _read_through(own_loop, file, 8)
        after = sampler.sample()[name]
    assert after.read_bytes > before.read_bytes >= 2 << 20
    seen = activity(before, after)
    assert seen.read_mb_s * seen.seconds == pytest.approx(after.read_bytes / 1e6)
