"""From a load's streams to fio's argument list. Pure text.

Each option is there for a reason found by trying (fio 3.33): times must be in ms (``--runtime=0.5``
runs without end); ``--readonly`` keeps a *read* job from overwriting or deleting a file that is too
small; ``--allow_file_create=0`` keeps a missing device from becoming a file; ``--thread`` leaves no
orphans behind a kill; ``--refill_buffers`` keeps a compressing disk from cheating.
"""

from __future__ import annotations

from collections.abc import Sequence

from storage_tuner.core.workload import Order, Priority, PriorityClass, Stream
from storage_tuner.fio.version import fsyncs_right

ONE_BY_ONE = "psync"
"""One request at a time in each thread needs no asynchronous engine; this one is always there."""

ASYNCHRONOUS = "libaio"
"""For more requests than one at a time. Kernels that forbid io_uring to users still have it."""

_PRIORITY_CLASSES = {
    PriorityClass.REALTIME: 1,
    PriorityClass.BEST_EFFORT: 2,
    PriorityClass.IDLE: 3,
}


def engine_for(streams: Sequence[Stream]) -> str:
    """What fio calls ``ioengine``; one for all streams, so that they compete alike."""
    return ASYNCHRONOUS if any(stream.queue_depth > 1 for stream in streams) else ONE_BY_ONE


def arguments(
    streams: Sequence[Stream],
    *,
    path: str,
    size_bytes: int,
    threads: int,
    runtime_ms: int,
    ramp_ms: int,
    fio_version: str,
    output: str = "json",
) -> tuple[str, ...]:
    """The whole argv, beginning with ``fio``, for one run of all ``streams`` at once on ``path``.

    ``threads`` is for streams without a count of their own. ``fio_version``, such as ``3.33``, is
    that of the fio that runs: older ones call fsync too often in a mix. ``output`` is fio's format;
    ``json+`` adds the counts of all latencies, which slices need. The result holds one job a
    stream, in their order.
    """
    common = (
        "fio",
        f"--ioengine={engine_for(streams)}",
        "--thread",
        "--group_reporting",
        "--time_based",
        f"--runtime={runtime_ms}ms",
        f"--ramp_time={ramp_ms}ms",
        "--randrepeat=0",
        "--norandommap",
        "--clocksource=clock_gettime",
        "--allow_file_create=0",
        "--eta=never",
        f"--output-format={output}",
    )
    writes = any(stream.mode.writes for stream in streams)
    parts = (
        _stream_arguments(stream, path, size_bytes, stream.threads_of(threads), fio_version)
        for stream in streams
    )
    safety = "--refill_buffers=1" if writes else "--readonly"
    return (*common, safety, *(word for part in parts for word in part))


def writes_between_fsyncs(stream: Stream, fio_version: str) -> int:
    """What fio calls ``fsync``, for an fsync after every ``fsync_every`` writes on average.

    In a mix a fio that doesn't do it right calls fsync once more after each read that comes before
    the next write, so as often as 100 / ``write_percent`` times (tried with fio 3.33: 51 % instead
    of 10 % of writes with 20 % writes). It gets as many more writes in between.
    """
    if not stream.mode.mixed or fsyncs_right(fio_version):
        return stream.fsync_every
    return round(stream.fsync_every * 100 / max(_write_percent(stream), 1))


def _write_percent(stream: Stream) -> int:
    return 50 if stream.write_percent is None else stream.write_percent


def _stream_arguments(
    stream: Stream, path: str, size_bytes: int, threads: int, fio_version: str
) -> tuple[str, ...]:
    block = stream.block_bytes
    begin = size_bytes * stream.region.start_percent // 100 // block * block
    length = size_bytes * stream.region.percent // 100
    part = (length if stream.shared else length // threads) // block * block
    words = [
        "--name=storage-tuner",
        "--new_group",
        f"--filename={escape(path)}",
        f"--rw={stream.mode}{_stepping(stream)}",
        f"--bs={block}",
        f"--numjobs={threads}",
        f"--offset={begin}",
        f"--size={part}",
        f"--offset_increment={0 if stream.shared else part}",
        f"--iodepth={stream.queue_depth}",
        f"--direct={0 if stream.buffered else 1}",
    ]
    if stream.write_percent is not None:
        words.append(f"--rwmixwrite={stream.write_percent}")
    if stream.mode.mixed:
        words.append("--unified_rw_reporting=mixed")
    if stream.fsync_every:
        words.append(f"--fsync={writes_between_fsyncs(stream, fio_version)}")
    if stream.rate_iops is not None:
        words.append(f"--rate_iops={_rates(stream, stream.rate_iops)}")
    if stream.synchronous:
        words.append("--sync=dsync")
    if stream.priority is not None:
        words += _priority(stream.priority)
    return tuple(words)


def _rates(stream: Stream, rate_iops: int) -> str:
    """Of a mix those of reads and writes: a single one is for each of both, and then half of all
    are writes, whatever ``rwmixwrite`` says (tried with fio 3.33)."""
    if not stream.mode.mixed:
        return str(rate_iops)
    writes = (rate_iops * _write_percent(stream) + 50) // 100
    return f"{rate_iops - writes},{writes}"


def _stepping(stream: Stream) -> str:
    """What fio adds to the place after each request, beside the request's own length."""
    block = stream.block_bytes
    step = {
        Order.FORWARD: 0,
        Order.BACKWARD: -2 * block,
        Order.STRIDED: stream.stride_bytes - block,
        Order.SAME_PLACE: -block,
    }[stream.order]
    return f":{step}" if step else ""


def _priority(priority: Priority) -> list[str]:
    return [
        f"--prioclass={_PRIORITY_CLASSES[priority.priority_class]}",
        f"--prio={priority.level}",
    ]


def escape(path: str) -> str:
    """fio takes ``:`` in a file name for a separator; a backslash prevents it."""
    return path.replace("\\", "\\\\").replace(":", "\\:")
