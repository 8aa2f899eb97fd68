"""A benchmark that nobody runs: numbers as fio and the kernel would give them, at no cost.

Rates follow the scheduler by a table, with a little noise from a seed. All counters belong
together and only grow: what fio's document, the disk's and the processors' counters say of the time
between two samples is the same.
"""

from __future__ import annotations

import json
import math
import random
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from storage_tuner_protocol.workload import Stream, Workload

SPEED_OF = {"none": 1.0, "mq-deadline": 0.95, "kyber": 0.9, "bfq": 0.7}
"""By which share of the best rate a scheduler's is made up."""

_IOPS_OF_ONE = 12_000
_BYTES_PER_SECOND = 900e6
_NOISE = 0.01
_LATENCIES = ((0.6, 0.5), (1.0, 0.4), (2.0, 0.09), (6.0, 0.01))
"""Latencies as multiples of the mean one, and how many of the requests take so long."""

_PERCENTILES = (
    *(1.0, 5.0, 10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0, 80.0),
    *(90.0, 95.0, 99.0, 99.5, 99.9, 99.95, 99.99),
)
_BEGUN_S = 0.05
"""How long a run has been at work when it's first looked at."""

_SECTOR_BYTES = 512
_TICKS_PER_SECOND = 100
_PROCESSORS = 2
_USER_SHARE, _SYSTEM_SHARE = 0.02, 0.04
"""Of one processor, by a run."""


class Clock:
    """Seconds; no two readings are the same, so that a rate can be had of the time between any
    two."""

    def __init__(self) -> None:
        self._readings = 0

    def now(self) -> float:
        self._readings += 1
        return time.monotonic() + self._readings / 1000


@dataclass
class _Stream:
    """What a stream has done: requests by their latencies in ns, with fractions."""

    stream: Stream
    done: dict[int, float] = field(default_factory=dict)

    @property
    def requests(self) -> int:
        return sum(int(count) for count in self.done.values())

    def rate(self, scheduler: str) -> float:
        """Requests a second, without noise."""
        stream = self.stream
        parallel = stream.threads * stream.queue_depth
        most = min(_IOPS_OF_ONE * math.sqrt(parallel), _BYTES_PER_SECOND / stream.block_bytes)
        wanted = most * SPEED_OF.get(scheduler, 1.0)
        limit = stream.rate_iops * stream.threads if stream.rate_iops else math.inf
        return 1 / (1 / min(wanted, limit) + stream.think_us / 1e6)

    @property
    def request_bytes(self) -> int:
        reads = self.stream.reads
        if not reads:
            return self.stream.block_bytes
        return sum(read.length for read in reads) // len(reads)

    def complete(self) -> None:
        """A replay has made all of its reads, and no more."""
        if self.stream.reads:
            latency = next(iter(self.done))
            self.done = {latency: float(len(self.stream.reads))}

    def work(self, seconds: float, scheduler: str, noise: float) -> None:
        rate = self.rate(scheduler)
        latency_ns = self.stream.threads * self.stream.queue_depth / rate * 1e9
        for multiple, share in _LATENCIES:
            latency = round(latency_ns * multiple)
            grown = rate * noise * seconds * share
            self.done[latency] = self.done.get(latency, 0.0) + grown


class MadeUpRun:
    """One run of a workload on a device with the given ``scheduler``; whoever changes that calls
    ``work`` before and sets it then."""

    def __init__(
        self, job: int, workload: Workload, scheduler: str, clock: Clock, noise: random.Random
    ) -> None:
        self.job = job
        self.workload = workload
        self.scheduler = scheduler
        self._clock = clock
        self._noise = noise
        self._streams = [_Stream(stream) for stream in workload.streams]
        self._begun_at = self._at = clock.now()
        self._work_for(_BEGUN_S)
        self._begun_at -= _BEGUN_S

    def work(self) -> float:
        """Be at work until now; gives the moment."""
        now = self._clock.now()
        self._work_for(now - self._at)
        self._at = now
        return now

    def finish(self) -> None:
        """Be at work until its own end, whatever the clock says."""
        self._work_for(self.length_s - (self._at - self._begun_at))
        self._at = self._begun_at + self.length_s
        for each in self._streams:
            each.complete()

    @property
    def length_s(self) -> float:
        """As long as was asked for, or until all reads of a replay are made."""
        replays = [each for each in self._streams if each.stream.reads]
        if not replays:
            return self.workload.runtime_ms / 1000
        return sum(len(each.stream.reads) / each.rate(self.scheduler) for each in replays)

    def _work_for(self, seconds: float) -> None:
        for stream in self._streams:
            noise = 1 + _NOISE * max(-3.0, min(3.0, self._noise.gauss(0, 1)))
            stream.work(max(seconds, 0.0), self.scheduler, noise)

    @property
    def seconds(self) -> float:
        return self._at - self._begun_at

    def document(self) -> str:
        """As fio prints it."""
        jobs = [self._job(each) for each in self._streams]
        head = {"fio version": "fio-3.33", "timestamp_ms": round(self._at * 1000)}
        return json.dumps({**head, "jobs": jobs}, indent=2) + "\n"

    def sample(self, stat: str) -> Mapping[str, str | int]:
        """What the helper answers; ``stat`` is the line of the device's counters without us."""
        at = self.work()
        return {
            "fio": self.document(),
            "stat": self._counters(stat),
            "cpu": _processors(at, self.seconds),
            "at_ns": round(at * 1e9),
        }

    def _job(self, done: _Stream) -> dict[str, object]:
        stream, nothing = done.stream, _figures({}, 0, 0)
        runtime_ms = round(self.seconds * 1000)
        figures = _figures(done.done, done.request_bytes, runtime_ms)
        if self.workload.output == "json+":
            figures["clat_ns"]["bins"] = {str(key): int(n) for key, n in done.done.items()}
        if stream.mode.mixed:
            directions = {"mixed": figures}
        else:
            writes = stream.mode.writes
            directions = {"read": nothing, "write": nothing, "trim": nothing}
            directions["write" if writes else "read"] = figures
        return {
            "jobname": "storage-tuner",
            "groupid": 0,
            "error": 0,
            "elapsed": math.ceil(self.seconds),
            **directions,
            "job_runtime": runtime_ms * stream.threads,
            "usr_cpu": 100 * _USER_SHARE / stream.threads / len(self._streams),
            "sys_cpu": 100 * _SYSTEM_SHARE / stream.threads / len(self._streams),
        }

    def _counters(self, stat: str) -> str:
        """See Documentation/block/stat.rst."""
        numbers = [int(word) for word in stat.split()]
        elapsed_ms = round(self.seconds * 1000)
        for done in self._streams:
            stream = done.stream
            writes = done.requests * _write_share(stream)
            for first, requests in ((0, done.requests - writes), (4, writes)):
                numbers[first] += round(requests)
                numbers[first + 2] += round(requests) * stream.block_bytes // _SECTOR_BYTES
                waiting_ms = elapsed_ms * stream.threads * stream.queue_depth
                numbers[first + 3] += round(waiting_ms * requests / max(done.requests, 1))
            numbers[10] += elapsed_ms * stream.threads * stream.queue_depth
        numbers[9] += elapsed_ms
        return " ".join(map(str, numbers))


def _write_share(stream: Stream) -> float:
    if stream.mode.mixed:
        return (50 if stream.write_percent is None else stream.write_percent) / 100
    return 1.0 if stream.mode.writes else 0.0


def _figures(done: Mapping[int, float], block_bytes: int, runtime_ms: int) -> dict[str, Any]:
    """One direction of a job."""
    counts = {latency: int(count) for latency, count in sorted(done.items()) if int(count)}
    requests = sum(counts.values())
    seconds = runtime_ms / 1000
    latencies = _latencies(counts)
    return {
        "io_bytes": requests * block_bytes,
        "bw_bytes": round(requests * block_bytes / seconds) if seconds else 0,
        "iops": requests / seconds if seconds else 0.0,
        "runtime": runtime_ms,
        "total_ios": requests,
        "lat_ns": latencies,
        "clat_ns": {**latencies, "percentile": _percentiles(counts)},
    }


def _latencies(counts: Mapping[int, int]) -> dict[str, float]:
    requests = sum(counts.values())
    if not requests:
        return {"min": 0, "max": 0, "mean": 0.0, "stddev": 0.0, "N": 0}
    mean = sum(latency * count for latency, count in counts.items()) / requests
    squares = sum((latency - mean) ** 2 * count for latency, count in counts.items())
    deviation = math.sqrt(squares / requests)
    return {
        "min": min(counts),
        "max": max(counts),
        "mean": mean,
        "stddev": deviation,
        "N": requests,
    }


def _percentiles(counts: Mapping[int, int]) -> dict[str, int]:
    """The smallest latency that so many don't exceed."""
    requests, found = sum(counts.values()), {}
    for percent in _PERCENTILES if requests else ():
        counted = 0
        for latency in sorted(counts):
            counted += counts[latency]
            if counted * 100 >= percent * requests:
                found[f"{percent:.6f}"] = latency
                break
    return found


def _processors(at: float, run_s: float) -> str:
    """The first line of /proc/stat of a computer that has nothing else to do."""
    user, system = run_s * _USER_SHARE, run_s * _SYSTEM_SHARE
    idle = at * _PROCESSORS - user - system
    ticks = [round(seconds * _TICKS_PER_SECOND) for seconds in (user, system, idle)]
    return f"cpu  {ticks[0]} 0 {ticks[1]} {ticks[2]} 0 0 0 0 0 0"
