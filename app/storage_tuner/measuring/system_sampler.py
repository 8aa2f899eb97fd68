"""Samples the disk's counters, the processors and the caches around a run without fio."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from storage_tuner.bench.counter_snapshot import CounterSnapshot, read_counter_snapshot
from storage_tuner.client.helper import POLL_S
from storage_tuner.client.sessions import SessionDevice, TunedDevices
from storage_tuner.core.device import Counters
from storage_tuner.core.errors import Cancelled
from storage_tuner.probe.load.counters import activity, parse_counters
from storage_tuner.probe.load.processor import parse_processor_times

IDLE_S = 1.0


@dataclass(frozen=True)
class Spent:
    """The kernel's figures for a run; None where they aren't reported. ``system_s`` is the whole
    machine's kernel time, less that without load; ``utilisation`` is from 0 to 1."""

    bytes_moved: int | None
    utilisation: float | None
    queue_length: float | None
    system_s: float | None


@dataclass
class SystemSampler:
    """``counters`` is the file with the disk's counters, if it has any; ``tuned`` are the
    underlying devices. Interference is detected by ``MonitoredExecutor``."""

    tuned: TunedDevices
    counters: str | None
    is_cancelled: Callable[[], bool]
    _idle_share: float | None = field(default=None, init=False)

    @property
    def can_drop_caches(self) -> bool:
        return bool(self.tuned.names)

    def drop_caches(self) -> None:
        """Let the helper drop the page cache, if there is a helper. Raises ``Cancelled``."""
        if self.tuned.session:
            device = SessionDevice(self.tuned.session, self.tuned.names[0])
            device.call_patiently("DropCaches", self.is_cancelled)

    def read_idle(self) -> None:
        """Sample once the kernel's work without our load; takes a second. Raises ``Cancelled``."""
        if self._idle_share is not None:
            return
        before = read_counter_snapshot(None)
        while time.monotonic() < before.at_s + IDLE_S:
            if self.is_cancelled():
                raise Cancelled
            time.sleep(POLL_S)
        after = read_counter_snapshot(None)
        spent = _system_seconds(before, after)
        self._idle_share = (spent or 0.0) / (after.at_s - before.at_s)

    def spent(self, before: CounterSnapshot, after: CounterSnapshot) -> Spent:
        """The figures between two snapshots."""
        system_s = _system_seconds(before, after)
        if system_s is not None:
            system_s = max(system_s - (self._idle_share or 0.0) * (after.at_s - before.at_s), 0.0)
        old, new = (parse_counters(one.stat.encode(), one.at_s) for one in (before, after))
        if old is None or new is None or not _is_counted(new):
            return Spent(None, None, None, system_s)
        found = activity(old, new)
        moved = round((found.read_mb_s + found.write_mb_s) * 1e6 * found.seconds)
        return Spent(moved, found.utilisation, found.queue_length, system_s)


def _is_counted(counters: Counters) -> bool:
    """Return whether the kernel counts the device's requests: older ones count none of an NVMe
    drive with paths (until commit d4d957b53d91, nvme-multipath)."""
    return bool(counters.read_ios or counters.write_ios)


def _system_seconds(before: CounterSnapshot, after: CounterSnapshot) -> float | None:
    old, new = (parse_processor_times(one.processors) for one in (before, after))
    return new.since(old).system_s if old and new else None
