"""A device's counters, and its activity between two readings."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from operator import attrgetter, sub
from pathlib import Path
from typing import Any

from storage_tuner.core.device import Activity, Counters
from storage_tuner.probe.block.tree import SECTOR_BYTES, tree_root

_FIELDS = 11
_FIELDS_WITH_DISCARDS = 15
_FIELDS_WITH_FLUSHES = 17
"""The minimum number of fields in ``stat`` that includes these counters."""

_STAT_BYTES = 512
_MOST_IOPS = 1e8
_MOST_BYTES_PER_SECOND = 1e12
_CLOCK_RESOLUTION_SECONDS = 1e-9
_LARGEST = 2**64
_WRAP = 2**32
"""32-bit kernels count in 32 bits, and every kernel prints times so (block/genhd.c: "%8u")."""

_LONGEST_MS = _WRAP / 2
"""A time that advanced by more than this between readings went backwards."""


def parse_counters(line: bytes, at: float, identity: int = 0) -> Counters | None:
    """A line of ``/sys/block/<name>/stat`` read at ``at`` (s); None when it isn't one.

    Source of the fields: Documentation/block/stat.rst.
    """
    try:
        numbers = [*map(int, line.split())]
    except ValueError:
        return None
    if len(numbers) < _FIELDS or min(numbers) < 0 or max(numbers) >= _LARGEST:
        return None
    with_discards = len(numbers) >= _FIELDS_WITH_DISCARDS
    with_flushes = len(numbers) >= _FIELDS_WITH_FLUSHES
    return Counters(
        at,
        numbers[0],
        numbers[2] * SECTOR_BYTES,
        numbers[3],
        numbers[4],
        numbers[6] * SECTOR_BYTES,
        numbers[7],
        numbers[8],
        numbers[9],
        numbers[10],
        numbers[15] if with_flushes else None,
        numbers[16] if with_flushes else None,
        identity,
        numbers[11] if with_discards else None,
        numbers[13] * SECTOR_BYTES if with_discards else None,
        numbers[14] if with_discards else None,
    )


def activity(before: Counters, after: Counters) -> Activity:
    """The activity of a device between two readings.

    A counter that wrapped round at 2³² is corrected. When the counters were reset (the device was
    removed and returned), their new values are all that is known of the interval. Without time
    between the readings, at least what the clock can tell apart, every rate is 0.
    """
    elapsed = after.at - before.at
    seconds = elapsed if elapsed >= _CLOCK_RESOLUTION_SECONDS else 0.0
    per_second = 1 / seconds if seconds else 0.0
    reads, read_bytes, read_ms, writes, write_bytes, write_ms, busy_ms, queue_ms = _moved(
        _REQUESTS, before, after, seconds
    )
    flushes, flush_ms = _moved(_FLUSHES, before, after, seconds)
    discards, discard_bytes, discard_ms = _moved(_DISCARDS, before, after, seconds)
    return Activity(
        seconds,
        read_bytes / 1e6 * per_second,
        write_bytes / 1e6 * per_second,
        reads * per_second,
        writes * per_second,
        read_ms / reads if reads else None,
        write_ms / writes if writes else None,
        after.in_flight,
        min(busy_ms / 1000 * per_second, 1.0),
        queue_ms / 1000 * per_second,
        None if flushes is None else flushes * per_second,
        flush_ms / flushes if flushes and flush_ms is not None else None,
        None if discard_bytes is None else discard_bytes / 1e6 * per_second,
        None if discards is None else discards * per_second,
        discard_ms / discards if discards and discard_ms is not None else None,
    )


_REQUESTS = attrgetter(
    "read_ios", "read_bytes", "read_ms", "write_ios", "write_bytes", "write_ms",
    "busy_ms", "queue_ms",
)  # fmt: skip
_FLUSHES = attrgetter("flush_ios", "flush_ms")
_DISCARDS = attrgetter("discard_ios", "discard_bytes", "discard_ms")
"""Counters introduced by the same kernel version: it has all of a group or none."""

_KINDS = {
    _REQUESTS: ("ios", "bytes", "ms", "ios", "bytes", "ms", "ms", "ms"),
    _FLUSHES: ("ios", "ms"),
    _DISCARDS: ("ios", "bytes", "ms"),
}


def _moved(
    group: attrgetter[tuple[Any, ...]], before: Counters, after: Counters, seconds: float
) -> tuple[Any, ...]:
    """The increase of each counter in a group, corrected for wrap-around; None where the kernel
    doesn't count it. After a reset in between, the new values.

    A wrap-around is assumed only when the resulting rate is possible; any other decrease means that
    the device is a new one.
    """
    old, new = group(before), group(after)
    if None in new or None in old or before.identity != after.identity:
        return new
    if old == new:
        return (0,) * len(new)  # the usual case, for each device ten times a second
    differences = tuple(map(sub, new, old))
    if min(differences) >= 0:
        return differences
    bounds = {
        "ios": (_WRAP, _MOST_IOPS * seconds),
        "bytes": (_WRAP * SECTOR_BYTES, _MOST_BYTES_PER_SECOND * seconds),
        "ms": (_WRAP, _LONGEST_MS),
    }
    unwrapped = tuple(
        _unwrapped(one, difference, *bounds[kind])
        for one, difference, kind in zip(old, differences, _KINDS[group], strict=True)
    )
    return new if min(unwrapped) < 0 else unwrapped


def _unwrapped(before: int, difference: int, wrap: int, most: float) -> int:
    """The increase of a counter; -1 when it can't have reached its value from ``before``."""
    if difference >= 0:
        return difference
    wrapped = difference + wrap
    return wrapped if before < wrap and 0 <= wrapped <= most else -1


class CounterSampler:
    """Reads the counters of a set of devices repeatedly, through descriptors held open.

    Opening a file costs ten times as much as reading it. The descriptor of a removed device can't
    be read any more, so its successor's numbers are never mistaken for its own: they have another
    identity, the inode of the file that they come from. Use it as a context manager, in one thread.
    """

    def __init__(self, names: Iterable[str], root: Path = Path("/")) -> None:
        base = tree_root(root)
        self._paths = {name: f"{base}/sys/block/{name}/stat" for name in names}
        self._open: dict[str, tuple[int, int]] = {}

    def __enter__(self) -> CounterSampler:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def sample(self) -> dict[str, Counters]:
        """The counters of the devices present now, including those that have returned."""
        found = {}
        for name, path in self._paths.items():
            counters = self._read(name) or self._read_anew(name, path)
            if counters is not None:
                found[name] = counters
        return found

    def close(self) -> None:
        for name in list(self._open):
            self._forget(name)

    def _read(self, name: str) -> Counters | None:
        """The counters, read through the open descriptor if there is one and it's still valid."""
        if name not in self._open:
            return None
        descriptor, identity = self._open[name]
        try:
            line = os.pread(descriptor, _STAT_BYTES, 0)
        except OSError:
            return None
        return parse_counters(line, time.monotonic(), identity)

    def _read_anew(self, name: str, path: str) -> Counters | None:
        self._forget(name)
        try:
            descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
        except OSError:
            return None
        self._open[name] = descriptor, os.fstat(descriptor).st_ino
        return self._read(name)

    def _forget(self, name: str) -> None:
        descriptor, _ = self._open.pop(name, (None, 0))
        if descriptor is not None:
            os.close(descriptor)
