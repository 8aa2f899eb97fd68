"""What may be asked of fio, and what it's then told."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from storage_tuner_helper.arguments import Arguments
from storage_tuner_helper.benchmark import feasibility
from storage_tuner_helper.benchmark.fio_arguments import FIO, arguments
from storage_tuner_helper.errors import InvalidArgument, NotSupported, Refusal
from storage_tuner_helper.requests import RunWorkload
from storage_tuner_protocol.workload import (
    Mode,
    Order,
    Priority,
    PriorityClass,
    Read,
    Region,
    Stream,
    Workload,
    extent_of,
)

READ = {"mode": "read", "threads": 1, "block_bytes": 4096}
MIX = {**READ, "mode": "randrw"}
GIBIBYTE = 1 << 30


def parsed(*streams: dict[str, Any], engine: str = "libaio") -> Workload:
    given = {"streams": list(streams), "runtime_ms": 100, "ramp_ms": 0, "engine": engine}
    asked = Arguments({"session": "0" * 32, **given})
    request = RunWorkload.parse(asked)
    asked.finish()
    return request.workload


def test_every_word_of_a_stream_gets_through() -> None:
    words = {
        "mode": "rw",
        "threads": 2048,
        "block_bytes": 512,
        "queue_depth": 1024,
        "write_percent": 30,
        "fsync_every": 7,
        "rate_iops": 1000,
        "priority_class": "idle",
        "priority_level": 7,
        "region_start_percent": 40,
        "region_percent": 60,
        "shared": False,
        "order": "strided",
        "stride_bytes": 1024,
        "synchronous": True,
        "prefilled": True,
        "poisson": True,
    }
    assert parsed(words).streams == (
        Stream(
            mode=Mode.MIXED,
            threads=2048,
            block_bytes=512,
            queue_depth=1024,
            write_percent=30,
            fsync_every=7,
            rate_iops=1000,
            priority=Priority(PriorityClass.IDLE, 7),
            region=Region(40, 60),
            shared=False,
            order=Order.STRIDED,
            stride_bytes=1024,
            synchronous=True,
            prefilled=True,
            poisson=True,
        ),
    )


REPLAY = {**READ, "block_bytes": 2 << 20, "reads": ["0 1 700 512", "5 2"], "think_us": 10_000_000}


def test_a_replay_gets_through() -> None:
    reads = (Read(0, 4096), Read(700 * 4096, 2 << 20), Read(5 * 4096, 8192))
    replay = Stream(Mode.READ, 1, 2 << 20, reads=reads, think_us=10_000_000)
    assert parsed(REPLAY, READ).streams == (replay, Stream(Mode.READ, 1, 4096))


@pytest.mark.parametrize(
    "odd",
    [
        *({"reads": [text]} for text in ("", "0", "0 0", "0 1 ", "0 513", "-1 1", "0 1\n", "0,1")),
        {"reads": ["0 1", ""]},
        {"reads": ["0 1 2"]},
        {"reads": ["٣ 1"]},
        {"reads": ["0 1\n/dev/vda write 0 1"]},
        {"reads": []},
        {"reads": "0 1"},
        {"reads": ["0 1"] * 4097},
        {"reads": [" ".join(["0 1"] * 1024)] * 4 + ["0 1"]},
        {"block_bytes": 1 << 20},
        {"think_us": 10_000_001},
        {"think_us": -1},
        {"threads": 2},
        {"queue_depth": 2},
        {"mode": "write"},
        {"mode": "rw"},
        {"rest_ms": 1},
        {"rate_iops": 1},
        {"region_percent": 50},
        {"order": "backward"},
        {"priority_class": "idle"},
    ],
    ids=lambda odd: str(odd)[:60],
)
def test_a_replay_that_does_not_fit_is_refused(odd: dict[str, Any]) -> None:
    with pytest.raises(InvalidArgument):
        parsed({**REPLAY, **odd})


def test_there_is_one_replay_at_most_and_thinking_needs_it() -> None:
    for odd in ([REPLAY, REPLAY], [{**READ, "think_us": 5}]):
        with pytest.raises(InvalidArgument):
            parsed(*odd)


@pytest.mark.parametrize(("size", "logical"), [(8191, 512), (8192, 8192), (4096, 512)])
def test_reads_lie_on_the_device_in_its_blocks(size: int, logical: int) -> None:
    replay = Stream(Mode.READ, 1, logical, reads=(Read(4096, 4096),))
    with pytest.raises(InvalidArgument):
        feasibility.check_device(Workload((replay,), 100, 0, "psync"), size, logical)
    fitting = replace(replay, block_bytes=4096)
    feasibility.check_device(Workload((fitting,), 100, 0, "psync"), 8192, 4096)


def test_what_is_left_out_is_the_usual() -> None:
    assert parsed(READ).streams == (Stream(Mode.READ, 1, 4096),)


@pytest.mark.parametrize(
    "odd",
    [
        {**READ, "write_percent": 50},
        {**READ, "fsync_every": 1},
        {**READ, "synchronous": False},
        {**READ, "prefilled": True},
        {**READ, "poisson": True},
        {**READ, "stride_bytes": 8192},
        {**READ, "order": "backward", "stride_bytes": 8192},
        {**READ, "order": "strided"},
        {**READ, "order": "strided", "stride_bytes": 4096},
        {**READ, "priority_level": 4},
        {**READ, "block_bytes": 4097},
        {**READ, "region_start_percent": 51, "region_percent": 50},
        {**MIX, "order": "forward"},
        {**READ, "rest_ms": 500, "queue_depth": 2},
        {**READ, "rest_ms": 500, "rate_iops": 10},
        {**READ, "rest_ms": 0},
        {**READ, "rest_ms": 10_001},
        {**MIX, "rate_iops": 1},
        {**MIX, "write_percent": 1, "rate_iops": 10},
        {**READ, "block_bytes": 16 << 20, "threads": 129},
        {**READ, "queue_depth": 1024, "threads": 513},
    ],
    ids=str,
)
def test_what_does_not_fit_together_is_refused(odd: dict[str, Any]) -> None:
    with pytest.raises(InvalidArgument):
        parsed(odd)


def test_streams_are_bounded_together() -> None:
    assert parsed({**READ, "threads": 1024}, {**READ, "threads": 1024}).threads == 2048
    for odd in (
        [{**READ, "threads": 1024}, {**READ, "threads": 1025}],
        [{**READ, "threads": 16, "block_bytes": 16 << 20}] * 8 + [READ],
        [{**READ, "threads": 65, "block_bytes": 16 << 20}] * 2,
        [],
    ):
        with pytest.raises(InvalidArgument):
            parsed(*odd)


def test_several_requests_at_once_need_an_engine_for_that() -> None:
    deep = {**READ, "queue_depth": 2}
    assert parsed(deep, engine="io_uring").streams[0].queue_depth == 2
    with pytest.raises(InvalidArgument, match="queue_depth"):
        parsed(READ, deep, engine="psync")


@pytest.mark.parametrize("percent", range(1, 101))
def test_a_region_lies_within_the_device(percent: int) -> None:
    """In whole blocks, also where neither the size nor a percentage are."""
    size = 1000 * 1000 * 1000 + 512
    for start in (0, 1, 33, 100 - percent):
        if start + percent > 100:
            continue
        for threads, shared in ((1, True), (7, True), (7, False)):
            asked = Stream(
                *(Mode.READ, threads, 12288),
                region=Region(start, percent),
                shared=shared,
            )
            place = extent_of(asked, size)
            assert place.start % 12288 == place.part % 12288 == 0 < place.part
            assert place.increment == (0 if shared else place.part)
            end = place.start + (1 if shared else threads) * place.part
            assert end <= size * (start + percent) // 100


def test_reads_alone_can_never_write() -> None:
    for modes in ([Mode.READ], [Mode.RANDOM_READ, Mode.READ], [Mode.READ] * 8):
        alone = Workload(tuple(Stream(mode, 1, 4096) for mode in modes), 100, 0, "psync")
        assert arguments(alone, 3, GIBIBYTE, "3.33").count("--readonly") == 1
        for mode in (Mode.WRITE, Mode.RANDOM_WRITE, Mode.MIXED, Mode.RANDOM_MIXED):
            streams = (*alone.streams, Stream(mode, 1, 4096))
            written = Workload(streams, 100, 0, "psync")
            assert "--readonly" not in arguments(written, 3, GIBIBYTE, "3.33")


def check(stream: Stream, version: str = "3.38", engine: str = "libaio") -> None:
    feasibility.check_computer(Workload((stream,), 100, 0, engine), version)


@pytest.mark.parametrize(
    ("stream", "right"),
    [
        (Stream(Mode.RANDOM_WRITE, 1, 4096, fsync_every=10), True),
        (Stream(Mode.RANDOM_MIXED, 1, 4096), True),
        (Stream(Mode.RANDOM_MIXED, 1, 4096, synchronous=True), True),
        (Stream(Mode.RANDOM_MIXED, 1, 4096, write_percent=20, fsync_every=10), True),
        (Stream(Mode.RANDOM_MIXED, 1, 4096, write_percent=70, fsync_every=1), False),
        (Stream(Mode.RANDOM_MIXED, 1, 4096, write_percent=100, fsync_every=1), True),
        (
            Stream(Mode.RANDOM_MIXED, 1, 4096, write_percent=20, queue_depth=2, fsync_every=10),
            False,
        ),
        (Stream(Mode.WRITE, 1, 4096, queue_depth=8, fsync_every=10), False),
    ],
)
def test_fsync_that_can_not_be_counted_wants_a_right_fio(stream: Stream, right: bool) -> None:
    for version in ("3.38", "3.39-dirty", "3.41-12-gabc", "4.0"):
        check(stream, version)
    for version in ("3.33", "3.4", "3.37", "2.99", ""):
        if right:
            check(stream, version)
        else:
            with pytest.raises(NotSupported, match=r"3\.38"):
                check(stream, version)


def test_more_memory_than_is_free_is_not_taken(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "meminfo"
    file.write_text("MemTotal: 9999999 kB\nMemAvailable: 1048576 kB\n", encoding="ascii")
    monkeypatch.setattr(feasibility, "_MEMORY", file)
    check(Stream(Mode.READ, 64, 4 << 20))
    with pytest.raises(NotSupported, match="need 552 MiB, more than half of the 1024 MiB"):
        check(Stream(Mode.READ, 130, 4 << 20))


@pytest.mark.parametrize(("capabilities", "may"), [(0, False), (1 << 21, True), (1 << 23, True)])
def test_the_realtime_class_wants_a_capability(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capabilities: int, may: bool
) -> None:
    file = tmp_path / "status"
    file.write_text(f"CapPrm:\tffffffffffffffff\nCapEff:\t{capabilities:016x}\n", encoding="ascii")
    monkeypatch.setattr(feasibility, "_STATUS", file)
    check(Stream(Mode.READ, 1, 4096, priority=Priority(PriorityClass.IDLE, 0)))
    realtime = Stream(Mode.READ, 1, 4096, priority=Priority(PriorityClass.REALTIME, 0))
    if may:
        check(realtime)
    else:
        with pytest.raises(NotSupported, match="realtime"):
            check(realtime)


@pytest.mark.parametrize(
    ("stream", "fits"),
    [
        (Stream(Mode.READ, 4, 1 << 20, shared=False), True),
        (Stream(Mode.READ, 5, 1 << 20, shared=False), False),
        (Stream(Mode.READ, 5, 1 << 20), True),
        (Stream(Mode.READ, 1, 4 << 20), True),
        (Stream(Mode.READ, 1, (4 << 20) + 512), False),
        (Stream(Mode.READ, 1, 4 << 20, order=Order.BACKWARD), False),
        (Stream(Mode.READ, 1, 2 << 20, order=Order.BACKWARD), True),
        (Stream(Mode.READ, 1, 1 << 20, order=Order.STRIDED, stride_bytes=3 << 20), True),
        (Stream(Mode.READ, 1, 1 << 20, order=Order.STRIDED, stride_bytes=4 << 20), False),
    ],
    ids=str,
)
def test_a_thread_has_room_for_its_requests(stream: Stream, fits: bool) -> None:
    workload = Workload((stream,), 100, 0, "psync")
    if fits:
        feasibility.check_device(workload, 4 << 20, 512)
    else:
        with pytest.raises(Refusal):
            feasibility.check_device(workload, 4 << 20, 512)


def test_sizes_are_multiples_of_the_device_s_blocks() -> None:
    fine = Workload((Stream(Mode.READ, 1, 1536),), 100, 0, "psync")
    feasibility.check_device(fine, 4 << 20, 512)
    with pytest.raises(InvalidArgument, match="4096"):
        feasibility.check_device(fine, 4 << 20, 4096)


def test_fio_isn_t_started_by_anybody_but_us() -> None:
    """If we're killed before the death signal is set, somebody else is its parent."""
    words = list(arguments(parsed(READ), 3, GIBIBYTE, "3.33"))
    version = [*words[: words.index(FIO) + 1], "--version"]
    ours = subprocess.run(version, capture_output=True, check=False)
    assert ours.stdout.startswith(b"fio-")
    not_ours = ["/bin/sh", "-c", '"$@"; exit', "sh", *version]
    others = subprocess.run(not_ours, capture_output=True, check=False)
    assert (others.returncode, others.stdout) == (1, b"")
