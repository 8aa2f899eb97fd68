"""A run of fio as checked values; ranges as in the protocol."""

from __future__ import annotations

from dataclasses import dataclass

MODES = ("read", "write", "randread", "randwrite", "rw", "randrw")
ENGINES = ("io_uring", "libaio", "psync")
OUTPUTS = ("json", "json+")
ORDERS = ("forward", "backward", "strided", "same-place")
PRIORITY_CLASSES = ("realtime", "best-effort", "idle")

MAXIMUM_STREAMS = 8
"""fio's document of as many fits into the bounds of ``documents``, with every latency counted."""

MAXIMUM_THREADS = 2048
"""Of one run, and of all that are at work at the same time: the unit's TasksMax is for all."""

MAXIMUM_BUFFER_BYTES = 2 << 30
"""Of all requests that may be on their way at once: 2048 of 1 MiB. fio needs 240 KiB a thread
besides (tried)."""


@dataclass(frozen=True)
class Priority:
    """``level`` from 0 (first) to 7; it means nothing for idle."""

    name: str
    level: int


@dataclass(frozen=True)
class Stream:
    """One kind of requests: fio jobs with the same options, one a thread.

    ``write_percent`` is for the mixed modes (None: half), ``fsync_every``: so many writes lie
    between two fsync (0: none), ``rate_iops`` limits each thread (0: nothing does), ``shared``: the
    threads work on the whole region together, otherwise each in a part of its own;
    ``stride_bytes`` lies between the beginnings of two requests of the strided order;
    ``synchronous``: a write is done when it's on the medium.
    """

    mode: str
    threads: int
    block_bytes: int
    queue_depth: int = 1
    write_percent: int | None = None
    fsync_every: int = 0
    rate_iops: int = 0
    priority: Priority | None = None
    region_start_percent: int = 0
    region_percent: int = 100
    shared: bool = True
    order: str = "forward"
    stride_bytes: int = 0
    synchronous: bool = False

    @property
    def writes(self) -> bool:
        return self.mode not in ("read", "randread")

    @property
    def mixed(self) -> bool:
        return self.mode in ("rw", "randrw")

    @property
    def random(self) -> bool:
        return self.mode.startswith("rand")

    @property
    def buffer_bytes(self) -> int:
        return self.threads * self.queue_depth * self.block_bytes

    @property
    def percent_of_mix(self) -> int:
        """How many of a mix's requests are writes."""
        return 50 if self.write_percent is None else self.write_percent

    @property
    def mixed_rates(self) -> tuple[int, int]:
        """``rate_iops`` divided among reads and writes: fio gives it to both otherwise."""
        writes = (self.rate_iops * self.percent_of_mix + 50) // 100
        return self.rate_iops - writes, writes


@dataclass(frozen=True)
class Place:
    """Where a stream works: from ``start`` on, each thread in ``part`` bytes, the next thread's
    part ``increment`` bytes further."""

    start: int
    part: int
    increment: int


def place_of(stream: Stream, size_bytes: int) -> Place:
    """The stream's part of a device of this size; whole blocks."""
    block = stream.block_bytes
    start = size_bytes * stream.region_start_percent // 100 // block * block
    length = size_bytes * stream.region_percent // 100
    if stream.shared:
        return Place(start, length // block * block, 0)
    part = length // stream.threads // block * block
    return Place(start, part, part)


@dataclass(frozen=True)
class Workload:
    """Times in ms. ``output``: what fio calls the format of its result."""

    streams: tuple[Stream, ...]
    runtime_ms: int
    ramp_ms: int
    engine: str
    output: str = "json"

    @property
    def writes(self) -> bool:
        return any(stream.writes for stream in self.streams)

    @property
    def threads(self) -> int:
        return sum(stream.threads for stream in self.streams)

    @property
    def buffer_bytes(self) -> int:
        return sum(stream.buffer_bytes for stream in self.streams)
