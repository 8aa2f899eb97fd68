"""One run of fio: streams of requests, and their encoding for the helper."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

ENGINES = ("io_uring", "libaio", "psync")
OUTPUTS = ("json", "json+")

SECTOR_BYTES = 512
MAXIMUM_BLOCK_BYTES = 16 << 20
MAXIMUM_QUEUE_DEPTH = 1024

LONGEST_RUN_MS = 4 * 3_600_000
"""The limit of one run; no one waits longer."""

LONGEST_REST_MS = 10_000

READ_UNIT_BYTES = 4096
"""The unit of replayed reads, in which they are sent."""

MAXIMUM_READS = 4096
"""The limit of one replay: its request stays below 64 KiB, the limit of one line, on targets of up
to 40 TB (15 characters per read), and of more values than the bus accepts."""

LARGEST_READ_BYTES = 2 << 20
"""Recorded reads have up to 1.25 MiB."""

LONGEST_THINK_US = 10_000_000

_READS_PER_TEXT = 200
"""The reads in one text of a request: the bus transport accepts texts of 4096 bytes."""

MAXIMUM_STREAMS = 8
"""fio's document of this many streams fits the helper's limits, with every latency counted."""

MAXIMUM_THREADS = 2048
"""The limit for one run, and for all running at the same time: the unit's TasksMax covers all."""

MAXIMUM_BUFFER_BYTES = 2 << 30
"""The limit over all requests in flight: 2048 of 1 MiB."""

THREAD_BYTES = 256 << 10
"""The memory that fio needs for each thread in addition to its buffers: 240 KiB (tried)."""

MEMORY_SHARE = 0.5
"""The share of the memory that a run may use."""

_READS = re.compile(r"\d{1,13} \d{1,3}(?: \d{1,13} \d{1,3}){0,1023}", re.ASCII)


class Mode(StrEnum):
    """fio's ``rw``."""

    READ = "read"
    WRITE = "write"
    RANDOM_READ = "randread"
    RANDOM_WRITE = "randwrite"
    MIXED = "rw"
    RANDOM_MIXED = "randrw"

    @property
    def random(self) -> bool:
        return self.value.startswith("rand")

    @property
    def mixed(self) -> bool:
        return self in (Mode.MIXED, Mode.RANDOM_MIXED)

    @property
    def writes(self) -> bool:
        return self not in (Mode.READ, Mode.RANDOM_READ)

    @property
    def reads(self) -> bool:
        return self not in (Mode.WRITE, Mode.RANDOM_WRITE)


class Order(StrEnum):
    """The position of a sequential stream's next request."""

    FORWARD = "forward"
    BACKWARD = "backward"
    STRIDED = "strided"
    SAME_PLACE = "same-place"


class PriorityClass(StrEnum):
    """I/O priority classes, named as in ``ionice``."""

    REALTIME = "realtime"
    BEST_EFFORT = "best-effort"
    IDLE = "idle"


@dataclass(frozen=True)
class Priority:
    """An I/O priority. ``level`` from 0 (first) to 7; it has no meaning for IDLE."""

    priority_class: PriorityClass
    level: int = 4


@dataclass(frozen=True)
class Region:
    """The part of a target that is used, in percent of its size."""

    start_percent: int = 0
    percent: int = 100


WHOLE = Region()


@dataclass(frozen=True)
class Read:
    """A replayed read: its position on the target and its length, multiples of
    ``READ_UNIT_BYTES``."""

    offset: int
    length: int


@dataclass(frozen=True)
class Stream:
    """One kind of requests: fio jobs with the same options, one per thread.

    ``write_percent`` is for the mixed modes (None: half), ``fsync_every``: the number of writes
    between two fsync (0: none), ``rate_iops`` limits each thread, ``shared``: the threads work on
    the whole region together, otherwise each in a part of its own; ``stride_bytes`` is the distance
    between the starts of two requests of the strided order; ``buffered``: through the page cache,
    on files only, and therefore never sent; ``synchronous``: a write completes when it's on the
    medium (O_DSYNC); ``rest_ms``: each thread pauses this long after each of its requests;
    ``prefilled``: data to write are random but generated only once; ``poisson``: the requests of
    ``rate_iops`` are sent at random times instead of evenly.

    With ``reads`` it's a replay: exactly these, one after the other, each ``think_us`` after the
    completion of the one before. ``block_bytes`` is the size of its buffer.
    """

    mode: Mode
    threads: int
    block_bytes: int
    queue_depth: int = 1
    write_percent: int | None = None
    fsync_every: int = 0
    rate_iops: int | None = None
    priority: Priority | None = None
    region: Region = WHOLE
    shared: bool = True
    order: Order = Order.FORWARD
    stride_bytes: int = 0
    buffered: bool = False
    synchronous: bool = False
    rest_ms: int = 0
    prefilled: bool = False
    poisson: bool = False
    reads: tuple[Read, ...] = ()
    think_us: int = 0

    @property
    def buffer_bytes(self) -> int:
        return self.threads * self.queue_depth * self.block_bytes

    @property
    def least_bytes(self) -> int:
        """The minimum size of a thread's part: one request, or two where their relative position
        matters."""
        if self.order in (Order.BACKWARD, Order.STRIDED):
            return self.block_bytes + max(self.stride_bytes, self.block_bytes)
        return self.block_bytes

    @property
    def mixed_rates(self) -> tuple[int, int]:
        """``rate_iops`` divided into reads and writes: otherwise fio applies it to both, and half
        of all requests are writes, whatever ``rwmixwrite`` is (tried with fio 3.33)."""
        rate = self.rate_iops or 0
        percent = 50 if self.write_percent is None else self.write_percent
        writes = (rate * percent + 50) // 100
        return rate - writes, writes

    def encoded(self) -> Mapping[str, str | int | bool | list[str]]:
        """Return the stream as an argument of StartBenchmark: defaults are omitted, and the helper
        refuses options that the mode doesn't have."""
        assert not self.buffered
        priority = self.priority
        words = {
            "mode": self.mode.value,
            "threads": self.threads,
            "block_bytes": self.block_bytes,
            "queue_depth": self.queue_depth,
            "shared": self.shared,
            "region_start_percent": self.region.start_percent,
            "region_percent": self.region.percent,
            "write_percent": self.write_percent,
            "fsync_every": self.fsync_every or None,
            "rate_iops": self.rate_iops,
            "poisson": self.poisson or None,
            "synchronous": self.synchronous or None,
            "rest_ms": self.rest_ms or None,
            "prefilled": self.prefilled or None,
            "order": None if self.order is Order.FORWARD else self.order.value,
            "stride_bytes": self.stride_bytes if self.order is Order.STRIDED else None,
            "priority_class": priority.priority_class.value if priority else None,
            "priority_level": priority.level if priority else None,
            "reads": _texts_of(self.reads) or None,
            "think_us": self.think_us or None,
        }
        return {name: word for name, word in words.items() if word is not None}


def _texts_of(reads: Sequence[Read]) -> list[str]:
    """``reads`` as ``OFFSET LENGTH OFFSET LENGTH …``, in units of ``READ_UNIT_BYTES``."""
    pairs = [f"{one.offset // READ_UNIT_BYTES} {one.length // READ_UNIT_BYTES}" for one in reads]
    return [
        " ".join(pairs[first : first + _READS_PER_TEXT])
        for first in range(0, len(pairs), _READS_PER_TEXT)
    ]


def reads_in(texts: Iterable[str]) -> tuple[Read, ...]:
    """The reads in ``texts``; the inverse of what a stream sends. Raises ``ValueError`` for any
    other text, and for more than ``MAXIMUM_READS`` or a read longer than ``LARGEST_READ_BYTES``."""
    found: list[Read] = []
    for text in texts:
        if not _READS.fullmatch(text):
            raise ValueError("not pairs of numbers")
        numbers = [int(word) * READ_UNIT_BYTES for word in text.split(" ")]
        found += map(Read, numbers[::2], numbers[1::2])
        if len(found) > MAXIMUM_READS:
            raise ValueError("too many reads")
    if any(not 0 < read.length <= LARGEST_READ_BYTES for read in found):
        raise ValueError("a read that is too short or too long")
    return tuple(found)


@dataclass(frozen=True)
class StreamExtent:
    """The extent of a stream: from ``start`` on, each thread in ``part`` bytes, the next thread's
    part ``increment`` bytes further."""

    start: int
    part: int
    increment: int


def extent_of(stream: Stream, size_bytes: int) -> StreamExtent:
    """Return the stream's part of a target of this size, in whole blocks."""
    block = stream.block_bytes
    start = size_bytes * stream.region.start_percent // 100 // block * block
    length = size_bytes * stream.region.percent // 100
    if stream.shared:
        return StreamExtent(start, length // block * block, 0)
    part = length // stream.threads // block * block
    return StreamExtent(start, part, part)


@dataclass(frozen=True)
class Workload:
    """A run. Times in ms. ``output``: fio's name for the format of its result.

    With a replay, ``ramp_ms`` is how long the other streams run before it begins, and the run ends
    with it; ``runtime_ms`` is only the limit.
    """

    streams: tuple[Stream, ...]
    runtime_ms: int
    ramp_ms: int
    engine: str
    output: str = "json"

    @property
    def writes(self) -> bool:
        return any(stream.mode.writes for stream in self.streams)

    @property
    def replays(self) -> tuple[Stream, ...]:
        return tuple(stream for stream in self.streams if stream.reads)

    @property
    def threads(self) -> int:
        return sum(stream.threads for stream in self.streams)

    @property
    def buffer_bytes(self) -> int:
        return sum(stream.buffer_bytes for stream in self.streams)
