"""The options of fio, built from typed values. Pure text.

Each option is there for a reason found by trying (fio 3.33): times must be in ms (``--runtime=0.5``
runs without end); ``--readonly`` keeps reads from ever writing, and from deleting a file that is
too small; ``--allow_file_create=0`` keeps a lost device from becoming a file; ``--thread`` leaves
no orphans behind a kill; ``--refill_buffers`` keeps a compressing disk from cheating, unless
prefilled buffers are requested, which ``--scramble_buffers`` keeps from being deduplicated.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from storage_tuner_protocol.workload import Order, PriorityClass, Stream, Workload, extent_of

RIGHT_FSYNC = (3, 38)
"""From this version on, fio calls fsync in a mix as often as requested. Earlier versions call it
once more after each read that follows it, and, with several requests in flight, before the first
call was done (axboe/fio#1754, #1777)."""

LARGEST_FSYNC_ERROR = 0.05
"""The acceptable deviation of the number of writes between two fsync where fio's own count is
compensated."""

BEFORE_REPLAY_MS = 250
"""The time between the end of the other streams' ramp and a replay. A ramp begins when its thread
has started, up to 0.1 s after fio (tried with 3.33, all processors busy); a stream that is still in
its ramp at the end has no results."""

IOLOG = "reads"
"""The file with the reads of a replay, in the folder in which fio is started."""

_PRIORITY_NUMBERS = {
    PriorityClass.REALTIME: 1,
    PriorityClass.BEST_EFFORT: 2,
    PriorityClass.IDLE: 3,
}


def arguments(
    workload: Workload, filename: str, size_bytes: int, fio_version: str, iolog: str = IOLOG
) -> tuple[str, ...]:
    """Return all arguments after the program's name. Every part of them is ours or a number, except
    ``filename``, in fio's notation, and ``iolog``, the file with the text of ``iolog_text`` for a
    replay.

    Options before the first ``--name`` apply to all jobs; each stream is a group of its own in the
    result, in their order. ``fio_version``, such as ``3.33``, is that of the fio that runs.
    """
    return (
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
        "--eta=never",
        f"--output-format={workload.output}",
        "--refill_buffers=1" if workload.writes else "--readonly",
        *(("--exitall", "--exit_what=all") if workload.replays else ()),
        *(
            option
            for stream in workload.streams
            for option in (
                _of_replay(stream, _replay_start_ms(workload), iolog)
                if stream.reads
                else _of_stream(stream, filename, size_bytes, fio_version)
            )
        ),
    )


def iolog_text(stream: Stream, filename: str) -> str:
    """Return the log that makes fio replay the reads of ``stream``, in its version 2.

    ``filename`` has no spaces. The log has no ``wait``: fio sleeps until an absolute time since its
    own start then (``read_iolog_get`` in iolog.c), and delays of version 3 count from the issue of
    the request before (``iolog_delay``), so that a program on a slower disk would think less.
    ``thinktime`` begins at the completion of each read (``handle_thinktime`` in backend.c, all in
    fio at f5344384, 2026-08-21).
    """
    lines = (f"{filename} read {read.offset} {read.length}" for read in stream.reads)
    frame = ("fio version 2 iolog", f"{filename} add", f"{filename} open")
    return "\n".join((*frame, *lines, f"{filename} close", ""))


def is_right_fsync(version: str) -> bool:
    """Return whether the fio of this ``version``, such as ``3.33``, calls fsync as often as
    requested in a mix. An unknown version counts as the oldest."""
    found = re.search(r"(\d{1,4})\.(\d{1,4})", version, re.ASCII)
    return found is not None and (int(found[1]), int(found[2])) >= RIGHT_FSYNC


def writes_made_up_for(fsync_every: int, write_percent: int | None) -> float:
    """Return how many writes between two fsync to request from a fio before ``RIGHT_FSYNC`` in a
    mix: it calls fsync 100 / ``write_percent`` times as often (tried with fio 3.33: 51 % instead of
    10 % of writes with 20 % writes)."""
    return fsync_every * 100 / max(50 if write_percent is None else write_percent, 1)


def is_countable(fsync_every: int, write_percent: int | None) -> bool:
    """Return whether such a fio can call fsync at the right frequency in a mix: it counts whole
    writes only."""
    wanted = writes_made_up_for(fsync_every, write_percent)
    return not wanted or abs(round(wanted) / wanted - 1) <= LARGEST_FSYNC_ERROR


def writes_between_fsyncs(stream: Stream, fio_version: str) -> int:
    """Return fio's option ``fsync``, for one call after every ``fsync_every`` writes on average."""
    if not stream.mode.mixed or is_right_fsync(fio_version):
        return stream.fsync_every
    return round(writes_made_up_for(stream.fsync_every, stream.write_percent))


def _of_stream(stream: Stream, filename: str, size_bytes: int, fio_version: str) -> Iterator[str]:
    place = extent_of(stream, size_bytes)
    yield "--name=storage-tuner"
    yield "--new_group"
    yield f"--filename={filename}"
    yield f"--rw={stream.mode}{_leap(stream)}"
    yield f"--bs={stream.block_bytes}"
    yield f"--numjobs={stream.threads}"
    yield f"--offset={place.start}"
    yield f"--size={place.part}"
    yield f"--offset_increment={place.increment}"
    yield f"--iodepth={stream.queue_depth}"
    yield f"--direct={0 if stream.buffered else 1}"
    yield from _of_writes(stream, fio_version)
    yield from _of_mixes(stream)
    yield from _of_rests(stream)
    yield from _of_competition(stream)


def _replay_start_ms(workload: Workload) -> int:
    return workload.ramp_ms + BEFORE_REPLAY_MS if workload.ramp_ms else 0


def _of_replay(stream: Stream, start_ms: int, iolog: str) -> Iterator[str]:
    """The options of a replay that begins after ``start_ms`` and ends the whole run. ``exitall``
    alone would end only its own group (``fio_terminate_threads`` in libfio.c in fio 3.33
    to 3.42)."""
    yield "--name=storage-tuner"
    yield "--new_group"
    yield f"--read_iolog={iolog}"
    yield f"--rw={stream.mode}"
    yield f"--bs={stream.block_bytes}"
    yield "--numjobs=1"
    yield "--iodepth=1"
    yield "--direct=1"
    yield "--ramp_time=0"
    yield f"--startdelay={start_ms}ms"
    if stream.think_us:
        yield f"--thinktime={stream.think_us}us"
        yield "--thinktime_blocks=1"


def _of_writes(stream: Stream, fio_version: str) -> Iterator[str]:
    if stream.fsync_every:
        yield f"--fsync={writes_between_fsyncs(stream, fio_version)}"
    if stream.synchronous:
        yield "--sync=dsync"
    if stream.prefilled:
        yield "--refill_buffers=0"
        yield "--scramble_buffers=1"


def _of_mixes(stream: Stream) -> Iterator[str]:
    """The options of mixed streams. Reads and writes are reported as one result."""
    if stream.mode.mixed:
        yield "--unified_rw_reporting=mixed"
    if stream.write_percent is not None:
        yield f"--rwmixwrite={stream.write_percent}"


def _of_rests(stream: Stream) -> Iterator[str]:
    """The options of streams that rest. fio sleeps after each request, so that only the very first
    one follows no rest; latencies don't include the sleep. It neither spins (thinktime_spin), which
    would keep the processor awake, nor looks for the end of the run while it sleeps: a run may take
    up to a rest longer (backend.c, handle_thinktime)."""
    if stream.rest_ms:
        yield f"--thinktime={stream.rest_ms}ms"
        yield "--thinktime_blocks=1"


def _of_competition(stream: Stream) -> Iterator[str]:
    if stream.rate_iops is not None:
        rates = stream.mixed_rates if stream.mode.mixed else (stream.rate_iops,)
        yield f"--rate_iops={','.join(map(str, rates))}"
    if stream.poisson:
        yield "--rate_process=poisson"
    if stream.priority:
        yield f"--prioclass={_PRIORITY_NUMBERS[stream.priority.priority_class]}"
        yield f"--prio={stream.priority.level}"


def _leap(stream: Stream) -> str:
    """The offset from a request's end to the next one's start, appended to the mode."""
    block = stream.block_bytes
    leaps = {
        Order.BACKWARD: -2 * block,
        Order.STRIDED: stream.stride_bytes - block,
        Order.SAME_PLACE: -block,
    }
    return f":{leaps[stream.order]}" if stream.order in leaps else ""
