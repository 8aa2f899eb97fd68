"""Statistics of fio between two readings of its state, while it runs.

On SIGUSR1 fio prints its cumulative state as JSON (json+ adds the histogram of latencies). The
difference of two such documents is a measurement of the time between them. Pure text.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from storage_tuner.core.errors import ToolFailed
from storage_tuner.core.message import sentence
from storage_tuner.core.workload import Stream
from storage_tuner.fio.result import (
    FioResult,
    bins_of,
    cpu_seconds,
    deadlines_missed,
    document_start,
    figures_of,
    latencies_of,
    read_jobs,
)

PERCENTILES = ("50.000000", "95.000000", "99.000000", "99.900000", "99.990000")
"""In the notation of fio's own list."""

_DECODER = json.JSONDecoder()
_LARGEST_TEXT = 8 << 20


@dataclass(frozen=True)
class JobState:
    """The statistics of a job since its start. ``bins`` maps a latency (ns, the middle of its bin)
    to its number of requests; where the stream measures its fsyncs, all latencies are of these.
    ``thread_ms`` is the sum of the run times of all threads. ``deadline_ms`` is the stream's."""

    runtime_ms: int
    thread_ms: int
    bytes_moved: int
    requests: int
    latency_sum_ns: float
    latency_count: int
    bins: dict[int, int]
    system_cpu_s: float | None
    user_cpu_s: float | None
    deadline_ms: float | None = None


class DocumentStream:
    """Extracts complete JSON documents from fio's output, which arrives in pieces, with notices in
    between.

    An incomplete document is kept until the rest arrives.
    """

    def __init__(self) -> None:
        self._text = ""

    def feed(self, piece: str) -> list[str]:
        """The documents that ``piece`` completes. Raises ``ToolFailed`` when none ever ends."""
        self._text += piece
        found = []
        while (start := document_start(self._text)) is not None:
            try:
                _, end = _DECODER.raw_decode(self._text, start)
            except (ValueError, RecursionError):
                break
            found.append(self._text[start:end])
            self._text = self._text[end:]
        if len(self._text) > _LARGEST_TEXT:
            raise ToolFailed("fio", sentence("its output doesn't end"))
        return found


def parse_states(text: str, streams: Sequence[Stream]) -> tuple[JobState, ...]:
    """Parse a document into one state per stream. Raises ``ToolFailed`` as ``fio.result.parse``."""
    return read_jobs(text, streams, _state)


def before_start(state: JobState) -> JobState:
    """The state before the first request of a job that is now in ``state``."""
    unknown = state.system_cpu_s is None
    return JobState(0, 0, 0, 0, 0.0, 0, {}, *((None, None) if unknown else (0.0, 0.0)))


def have_begun(states: Sequence[JobState], threads: int, seconds: float) -> bool:
    """Whether all threads of all streams are running, ``seconds`` after fio was started.

    Before that a thread's start time is zero, so that its run time counts from the boot of the
    machine (tested with fio 3.33).
    """
    claimed_ms = sum(state.thread_ms for state in states)
    moved = any(state.bytes_moved > 0 for state in states)
    started = all(state.thread_ms > 0 for state in states)
    return moved and started and claimed_ms <= threads * seconds * 1000


def one_request(stream: Stream, duration_s: float) -> FioResult:
    """The upper bound for a stream that completed nothing in ``duration_s``: one request."""
    took_ms = 1000 * duration_s
    percentiles = dict.fromkeys(PERCENTILES, took_ms)
    return FioResult(duration_s, stream.block_bytes, 1, took_ms, percentiles, None, None)


def between(before: JobState, after: JobState) -> FioResult | None:
    """The result of a job between one state and a later one.

    None when no request was completed in between: a stall gives no rate.
    """
    requests = after.requests - before.requests
    runtime_ms = after.runtime_ms - before.runtime_ms
    if requests <= 0 or runtime_ms <= 0:
        return None
    counted = after.latency_count - before.latency_count
    bins = {
        latency: grown
        for latency, count in sorted(after.bins.items())
        if (grown := count - before.bins.get(latency, 0)) > 0
    }
    return FioResult(
        duration_s=runtime_ms / 1000,
        bytes_moved=after.bytes_moved - before.bytes_moved,
        requests=requests,
        latency_mean_ms=(after.latency_sum_ns - before.latency_sum_ns) / counted / 1e6
        if counted > 0
        else None,
        percentiles_ms=percentiles(bins),
        system_cpu_s=_grown(before.system_cpu_s, after.system_cpu_s),
        user_cpu_s=_grown(before.user_cpu_s, after.user_cpu_s),
        latency_min_ms=min(bins) / 1e6 if bins else None,
        latency_max_ms=max(bins) / 1e6 if bins else None,
        latency_sd_ms=_deviation(bins) / 1e6 if bins else None,
        deadlines_missed=deadlines_missed(bins, after.deadline_ms),
    )


def percentiles(bins: dict[int, int]) -> dict[str, float]:
    """The ``PERCENTILES`` in ms of a histogram in ns by nearest rank, as in fio's stat.c. Empty
    without requests."""
    total = sum(bins.values())
    found: dict[str, float] = {}
    counted = 0
    waiting = list(PERCENTILES)
    for latency in sorted(bins):
        counted += bins[latency]
        while waiting and counted >= float(waiting[0]) / 100 * total:
            found[waiting.pop(0)] = latency / 1e6
    return found


def _deviation(bins: dict[int, int]) -> float:
    """The standard deviation of a histogram. Computing it from fio's cumulative deviation would
    lose precision in the difference of two large squares."""
    total = sum(bins.values())
    mean = math.fsum(latency * count for latency, count in bins.items()) / total
    squares = math.fsum((latency - mean) ** 2 * count for latency, count in bins.items())
    return math.sqrt(squares / total)


def _state(job: dict[str, Any], stream: Stream) -> JobState:
    figures = figures_of(job)
    latencies, counted = latencies_of(job, stream)
    return JobState(
        runtime_ms=int(figures["runtime"]),
        thread_ms=int(job["job_runtime"]),
        bytes_moved=int(figures["io_bytes"]),
        requests=int(figures["total_ios"]),
        latency_sum_ns=float(latencies["mean"]) * int(latencies["N"]),
        latency_count=int(latencies["N"]),
        bins=bins_of(counted),
        system_cpu_s=cpu_seconds(job, "sys_cpu"),
        user_cpu_s=cpu_seconds(job, "usr_cpu"),
        deadline_ms=stream.deadline_ms,
    )


def _grown(before: float | None, after: float | None) -> float | None:
    return None if before is None or after is None else max(after - before, 0.0)
