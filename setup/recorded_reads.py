"""The reads of a program's start, from the kernel's log of block requests. Pure; ``record_start``
makes the log.

A recording is a list of reads to be repeated one at a time: wait ``think_us``, read, wait for it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import takewhile
from statistics import median_low

MOST_READS = 4096
ALIGNMENT_BYTES = 4096
"""The block size of ext4; offsets and sizes of all reads are multiples."""

REST_US = 1_000_000

_SECTOR_BYTES = 512
_READS_PER_LINE = 8

_ENTRIES = re.compile(r"^# entries-in-buffer/entries-written: (\d+)/(\d+) ", re.MULTILINE)
_EVENT = re.compile(
    r" (?P<seconds>\d+)\.(?P<micros>\d{6}): block_rq_(?P<kind>issue|complete): \d+,\d+ R[A-Z]* "
    r"(?:\d+ )?\(.*?\) (?P<sector>\d+) \+ (?P<sectors>\d+) "
)
"""A line about a read in tracefs's ``trace``: the format is in ``events/block/*/format``, and the
operation of a read starts with R (``blk_fill_rwbs`` in kernel/trace/blktrace.c, Linux 6.18)."""


@dataclass(frozen=True)
class RequestEvent:
    """A read was issued to the device, or all or a part of it was completed."""

    time_us: int
    is_issue: bool
    offset: int
    bytes: int


@dataclass(frozen=True)
class Read:
    """``think_us``: from the completion that came last before this read until its issue. 0 for the
    first read, and if another read was in flight."""

    offset: int
    bytes: int
    think_us: int


@dataclass(frozen=True)
class Recording:
    """``program``: what was started; ``recorded``: when, where and how. Offsets start at the lowest
    one that was read, and ``span_bytes`` ends with the highest."""

    name: str
    program: str
    recorded: str
    span_bytes: int
    reads: tuple[Read, ...]


def request_events(trace: str) -> list[RequestEvent]:
    """The events of reads in the text of tracefs's ``trace``, in its order, which is that of time.

    Raises ``ValueError`` if the kernel has dropped some.
    """
    entries = _ENTRIES.search(trace)
    if entries is None or entries[1] != entries[2]:
        raise ValueError("The kernel dropped events: its buffer was too small.")
    return [_event(found) for found in _EVENT.finditer(trace)]


def _event(found: re.Match[str]) -> RequestEvent:
    return RequestEvent(
        time_us=int(found["seconds"]) * 1_000_000 + int(found["micros"]),
        is_issue=found["kind"] == "issue",
        offset=int(found["sector"]) * _SECTOR_BYTES,
        bytes=int(found["sectors"]) * _SECTOR_BYTES,
    )


def reads_of(events: Iterable[RequestEvent]) -> tuple[Read, ...]:
    """The reads in the order of their issue, with their offsets on the device."""
    return tuple(_reads(events))


def _reads(events: Iterable[RequestEvent]) -> Iterator[Read]:
    in_flight_bytes = 0
    completed_us: int | None = None
    for event in events:
        if not event.is_issue:
            in_flight_bytes -= event.bytes
            completed_us = event.time_us
            continue
        is_idle = in_flight_bytes == 0
        think_us = event.time_us - completed_us if is_idle and completed_us is not None else 0
        yield Read(event.offset, event.bytes, think_us)
        in_flight_bytes += event.bytes


def until_rest(reads: Sequence[Read]) -> tuple[Read, ...]:
    """The reads before the first one with a think time of ``REST_US``. A person sees the window by
    then; a program that stays open goes on with what can wait."""
    return tuple(takewhile(lambda read: read.think_us < REST_US, reads))


def least_disturbed(starts: Sequence[Sequence[Read]]) -> Sequence[Read]:
    """The start with the least think time of those with at least the median number of reads."""
    typical = median_low(len(reads) for reads in starts)
    return min((reads for reads in starts if len(reads) >= typical), key=total_think_us)


def recording(name: str, program: str, recorded: str, reads: Sequence[Read]) -> Recording:
    """The reads as a recording, moved to offset 0.

    Raises ``ValueError`` for none, for too many, and for those that aren't multiples of a block.
    """
    if not 0 < len(reads) <= MOST_READS:
        raise ValueError(f"{len(reads)} reads; a recording has 1 to {MOST_READS}.")
    first = min(read.offset for read in reads)
    moved = tuple(Read(read.offset - first, read.bytes, read.think_us) for read in reads)
    for read in moved:
        if read.offset % ALIGNMENT_BYTES or read.bytes % ALIGNMENT_BYTES:
            raise ValueError(f"A read isn't a multiple of {ALIGNMENT_BYTES} bytes: {read}")
    return Recording(name, program, recorded, max(r.offset + r.bytes for r in moved), moved)


def total_think_us(reads: Iterable[Read]) -> int:
    return sum(read.think_us for read in reads)


def recording_text(recording: Recording) -> str:
    """The recording as JSON, with several reads ``[offset, bytes, think_us]`` on a line."""
    head = {key: value for key, value in asdict(recording).items() if key != "reads"}
    reads = [
        json.dumps([read.offset, read.bytes, read.think_us], separators=(",", ":"))
        for read in recording.reads
    ]
    lines = [
        ", ".join(reads[start : start + _READS_PER_LINE])
        for start in range(0, len(reads), _READS_PER_LINE)
    ]
    fields = json.dumps(head, indent=1, ensure_ascii=False).removesuffix("\n}")
    return fields + ',\n "reads": [\n  ' + ",\n  ".join(lines) + "\n ]\n}\n"
