"""A device's counters, and what they say of the time between two readings."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType

from storage_tuner.core.device import Activity, Counters
from storage_tuner.probe.attributes import whole_number
from storage_tuner.probe.tree import SECTOR_BYTES, tree_root

_FIELDS = 10
"""How many numbers of ``stat`` are used; newer kernels append more."""

_STAT_BYTES = 512
_MOST_IOPS = 1e8
_MOST_BYTES_PER_SECOND = 1e12
_WRAP = 2**32
"""32-bit kernels count in 32 bits, and every kernel prints times so (block/genhd.c: "%8u")."""


def parse_counters(text: str, at: float) -> Counters | None:
    """A line of ``/sys/block/<name>/stat`` read at ``at`` (s); None when it isn't one.

    Source of the fields: Documentation/block/stat.rst.
    """
    numbers = [whole_number(word) for word in text.split()[:_FIELDS]]
    known = [number for number in numbers if number is not None and number >= 0]
    if len(known) < _FIELDS:
        return None
    read_ios, _, read_sectors, read_ms, write_ios, _, write_sectors, write_ms, flying, busy = known
    return Counters(
        at=at,
        read_ios=read_ios,
        read_bytes=read_sectors * SECTOR_BYTES,
        read_ms=read_ms,
        write_ios=write_ios,
        write_bytes=write_sectors * SECTOR_BYTES,
        write_ms=write_ms,
        in_flight=flying,
        busy_ms=busy,
    )


def activity(before: Counters, after: Counters) -> Activity:
    """What happened between two readings of the same device.

    A counter that wrapped round at 2³² is put right. When the counters began anew (the device was
    removed and came back), what they show now is what is known of the interval. Without time
    between the readings every rate is 0.
    """
    seconds = max(after.at - before.at, 0.0)
    moved = _moved(before, after, seconds) or after
    per_second = 1 / seconds if seconds > 0 else 0.0
    return Activity(
        seconds=seconds,
        read_mb_s=moved.read_bytes / 1e6 * per_second,
        write_mb_s=moved.write_bytes / 1e6 * per_second,
        read_iops=moved.read_ios * per_second,
        write_iops=moved.write_ios * per_second,
        read_latency_ms=moved.read_ms / moved.read_ios if moved.read_ios else None,
        write_latency_ms=moved.write_ms / moved.write_ios if moved.write_ios else None,
        in_flight=after.in_flight,
        utilisation=min(moved.busy_ms / 1000 * per_second, 1.0),
    )


def _moved(before: Counters, after: Counters, seconds: float) -> Counters | None:
    """The differences, put right over a wrap; None when the counters began anew in between.

    Only a wrap that leaves a possible rate is believed; anything else that went backwards did so
    because the device is a new one.
    """
    most_ios = _MOST_IOPS * seconds
    most_bytes = _MOST_BYTES_PER_SECOND * seconds
    read_ios = _difference(before.read_ios, after.read_ios, _WRAP, most_ios)
    write_ios = _difference(before.write_ios, after.write_ios, _WRAP, most_ios)
    bytes_wrap = _WRAP * SECTOR_BYTES
    read_bytes = _difference(before.read_bytes, after.read_bytes, bytes_wrap, most_bytes)
    write_bytes = _difference(before.write_bytes, after.write_bytes, bytes_wrap, most_bytes)
    read_ms = _difference(before.read_ms, after.read_ms, _WRAP, _WRAP / 2)
    write_ms = _difference(before.write_ms, after.write_ms, _WRAP, _WRAP / 2)
    busy_ms = _difference(before.busy_ms, after.busy_ms, _WRAP, _WRAP / 2)
    if (
        read_ios is None
        or write_ios is None
        or read_bytes is None
        or write_bytes is None
        or read_ms is None
        or write_ms is None
        or busy_ms is None
    ):
        return None
    return Counters(
        after.at,
        read_ios,
        read_bytes,
        read_ms,
        write_ios,
        write_bytes,
        write_ms,
        after.in_flight,
        busy_ms,
    )


def _difference(before: int, after: int, wrap: int, most: float) -> int | None:
    """How far a counter went; None when it can't have got there from ``before``."""
    if after >= before:
        return after - before
    if before >= wrap:
        return None
    wrapped = after - before + wrap
    return wrapped if wrapped <= most else None


class CounterSampler:
    """Reads the counters of a set of devices again and again, through descriptors held open.

    Opening a file costs ten times what reading it does. Use it as a context manager, in one
    thread.
    """

    def __init__(self, names: Iterable[str], root: Path = Path("/")) -> None:
        base = tree_root(root)
        self._paths = {name: f"{base}/sys/block/{name}/stat" for name in names}
        self._descriptors: dict[str, int] = {}

    def __enter__(self) -> CounterSampler:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def sample(self) -> dict[str, Counters]:
        """The counters of those devices that are there now; one that comes back is in it again."""
        found = ((name, self._read(name)) for name in self._paths)
        return {name: counters for name, counters in found if counters}

    def close(self) -> None:
        for name in list(self._descriptors):
            self._forget(name)

    def _read(self, name: str) -> Counters | None:
        try:
            text = os.pread(self._descriptor(name), _STAT_BYTES, 0).decode("ascii", "replace")
        except OSError:
            self._forget(name)
            return None
        return parse_counters(text, time.monotonic())

    def _descriptor(self, name: str) -> int:
        if name not in self._descriptors:
            self._descriptors[name] = os.open(self._paths[name], os.O_RDONLY | os.O_CLOEXEC)
        return self._descriptors[name]

    def _forget(self, name: str) -> None:
        descriptor = self._descriptors.pop(name, None)
        if descriptor is not None:
            os.close(descriptor)
