"""fio's argument list, built from typed values. Pure text."""

from __future__ import annotations

from collections.abc import Iterator

from storage_tuner_helper.feasibility import writes_between_fsyncs
from storage_tuner_helper.workload import Stream, Workload, place_of

FIO = "/usr/bin/fio"
SETPRIV = "/usr/bin/setpriv"

_PRIORITY_NUMBERS = {"realtime": 1, "best-effort": 2, "idle": 3}


def arguments(
    workload: Workload, descriptor: int, size_bytes: int, fio_version: str
) -> tuple[str, ...]:
    """The whole argv. Every part of it is ours or a number; no client's text.

    What stands before the first ``--name`` is for all jobs, and each stream is a group of its own
    in the result. ``--readonly`` keeps reads from ever writing, ``--allow_file_create=0`` a lost
    device from becoming a file, ``--thread`` and the death signal leave nothing running when we
    are killed.
    """
    return (
        SETPRIV,
        "--pdeathsig",
        "KILL",
        "--no-new-privs",
        "--",
        FIO,
        f"--ioengine={workload.engine}",
        "--thread",
        "--group_reporting",
        "--time_based",
        f"--runtime={workload.runtime_ms}ms",
        f"--ramp_time={workload.ramp_ms}ms",
        "--randrepeat=0",
        "--norandommap",
        "--clocksource=clock_gettime",
        "--allow_file_create=0",
        # emptying a disk's cache needs a capability that we gave up; direct I/O goes past it
        "--invalidate=0",
        "--eta=never",
        f"--output-format={workload.output}",
        "--refill_buffers=1" if workload.writes else "--readonly",
        *(
            option
            for stream in workload.streams
            for option in _of_stream(stream, descriptor, size_bytes, fio_version)
        ),
    )


def _of_stream(stream: Stream, descriptor: int, size_bytes: int, fio_version: str) -> Iterator[str]:
    place = place_of(stream, size_bytes)
    yield "--name=storage-tuner"
    yield "--new_group"
    yield f"--filename=/proc/self/fd/{descriptor}"
    yield f"--rw={stream.mode}{_leap(stream)}"
    yield f"--bs={stream.block_bytes}"
    yield f"--numjobs={stream.threads}"
    yield f"--offset={place.start}"
    yield f"--size={place.part}"
    yield f"--offset_increment={place.increment}"
    yield f"--iodepth={stream.queue_depth}"
    yield "--direct=1"
    yield from _of_writes(stream, fio_version)
    yield from _of_mixes(stream)
    yield from _of_competition(stream)


def _of_writes(stream: Stream, fio_version: str) -> Iterator[str]:
    if stream.fsync_every:
        yield f"--fsync={writes_between_fsyncs(stream, fio_version)}"
    if stream.synchronous:
        yield "--sync=dsync"


def _of_mixes(stream: Stream) -> Iterator[str]:
    """The result of reads and writes is told as one."""
    if stream.mixed:
        yield "--unified_rw_reporting=mixed"
    if stream.write_percent is not None:
        yield f"--rwmixwrite={stream.write_percent}"


def _of_competition(stream: Stream) -> Iterator[str]:
    if stream.rate_iops:
        rates = stream.mixed_rates if stream.mixed else (stream.rate_iops,)
        yield f"--rate_iops={','.join(map(str, rates))}"
    if stream.priority:
        yield f"--prioclass={_PRIORITY_NUMBERS[stream.priority.name]}"
        yield f"--prio={stream.priority.level}"


def _leap(stream: Stream) -> str:
    """How far fio goes from a request's end to the next one's beginning, behind the mode."""
    block = stream.block_bytes
    leaps = {
        "backward": -2 * block,
        "strided": stream.stride_bytes - block,
        "same-place": -block,
    }
    return f":{leaps[stream.order]}" if stream.order in leaps else ""
