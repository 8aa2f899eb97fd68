"""fio's argument list, built from typed values. Pure text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from storage_tuner_helper.workload import Stream, Workload, place_of

FIO = "/usr/bin/fio"
SETPRIV = "/usr/bin/setpriv"

_AHEAD_US = 20
_LARGEST_FLOW = 1000
_PRIORITY_NUMBERS = {"realtime": 1, "best-effort": 2, "idle": 3}


def arguments(workload: Workload, descriptor: int, size_bytes: int) -> tuple[str, ...]:
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
            for stream, flow in zip(workload.streams, _flows(workload.streams), strict=True)
            for option in _of_stream(stream, descriptor, size_bytes, flow)
        ),
    )


def _flows(streams: Sequence[Stream]) -> list[int]:
    """fio's weights, 0 for a stream without a share. fio counts an fsync as a request, so streams
    with fsyncs get that many more; where that isn't whole or too large, the largest becomes the
    largest that fio takes."""
    weights = [stream.share * _counted(stream) for stream in streams]
    largest = max(weights, default=Fraction(0))
    fits = largest <= _LARGEST_FLOW and all(weight.denominator == 1 for weight in weights)
    factor = Fraction(1) if fits else _LARGEST_FLOW / largest
    return [max(round(weight * factor), 1) if weight else 0 for weight in weights]


def _counted(stream: Stream) -> Fraction:
    """What fio counts for each request."""
    if not stream.fsync_every:
        return Fraction(1)
    percent = 50 if stream.write_percent is None else stream.write_percent
    return 1 + Fraction(percent if stream.mixed else 100, 100 * stream.fsync_every)


def _of_stream(stream: Stream, descriptor: int, size_bytes: int, flow: int) -> Iterator[str]:
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
    yield from _of_writes(stream)
    yield from _of_mixes(stream)
    yield from _of_competition(stream, flow)


def _of_writes(stream: Stream) -> Iterator[str]:
    if stream.fsync_every:
        yield f"--fsync={stream.fsync_every}"
    if stream.synchronous:
        yield "--sync=dsync"


def _of_mixes(stream: Stream) -> Iterator[str]:
    """The result of reads and writes is told as one."""
    if stream.mixed:
        yield "--unified_rw_reporting=mixed"
    if stream.write_percent is not None:
        yield f"--rwmixwrite={stream.write_percent}"


def _of_competition(stream: Stream, flow: int) -> Iterator[str]:
    """A stream that is ahead of its share sleeps a little: without that its threads keep the
    processors busy, and all of them together do a tenth (tried with fio 3.33)."""
    if stream.rate_iops:
        rates = stream.mixed_rates if stream.mixed else (stream.rate_iops,)
        yield f"--rate_iops={','.join(map(str, rates))}"
    if flow:
        yield f"--flow={flow}"
        yield "--flow_id=1"
        yield f"--flow_sleep={_AHEAD_US}"
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
