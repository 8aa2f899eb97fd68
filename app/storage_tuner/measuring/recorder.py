"""Records settings, the device's activity and fio's raw output during a measurement."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from storage_tuner.core.circumstances import Circumstances, Settings
from storage_tuner.core.controller import Controller
from storage_tuner.core.device import Activity, Device
from storage_tuner.core.measurement import MOST_RAW_BYTES, RawOutput
from storage_tuner.core.message import together
from storage_tuner.core.plan import Cell, Variant
from storage_tuner.core.time_course import TimeCourse
from storage_tuner.measuring.loads import read_counters
from storage_tuner.probe.load.circumstances import read_before, settings_of, with_after
from storage_tuner.probe.load.counters import activity
from storage_tuner.probe.threeware import states_of

INTERVAL_S = 1.0
MOST_SECONDS = 200_000
"""About two days; later seconds aren't recorded."""


@dataclass(frozen=True)
class RecordedSubjects:
    """The subjects to record: ``devices`` are those tuned and measured, ``drives`` those whose
    temperature is recorded, ``path`` is the test file or its folder, ``counters`` the file with the
    measured disk's counters, if it has any, ``controllers`` the underlying ones."""

    devices: Sequence[Device] = ()
    drives: Sequence[str] = ()
    path: Path | None = None
    counters: str | None = None
    controllers: Sequence[Controller] = ()


class Recorder:
    """Records every second from ``__enter__`` on, in a separate thread; ``circumstances`` and
    ``time_course`` are the records so far. Its other methods are called by the measuring thread."""

    def __init__(
        self, subjects: RecordedSubjects, root: Path = Path("/"), interval_s: float = INTERVAL_S
    ) -> None:
        self._recorded_subjects = subjects
        self._root = root
        self._interval_s = interval_s
        self._during: dict[str, Settings] = {}
        self._raw: list[RawOutput] = []
        self._raw_bytes = 0
        self._begun_at = datetime.now(UTC)
        self._rows: list[tuple[float, Activity]] = []
        self._over = threading.Event()
        self._thread: threading.Thread | None = None
        disks = {device.name for device in subjects.devices} | set(subjects.drives)
        self._circumstances = replace(
            read_before(subjects.devices, subjects.drives, subjects.path, root),
            controllers=states_of(subjects.controllers, disks),
        )

    def __enter__(self) -> Recorder:
        if self._recorded_subjects.counters is not None:
            self._thread = threading.Thread(target=self._watch, name="seconds", daemon=True)
            self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None

    @property
    def circumstances(self) -> Circumstances:
        """The circumstances before the measurement, and those of the variants."""
        return replace(self._circumstances, settings_during=dict(self._during))

    @property
    def circumstances_after(self) -> Circumstances:
        """The circumstances, including the current settings."""
        subjects = self._recorded_subjects
        return with_after(self.circumstances, subjects.devices, subjects.drives, self._root)

    @property
    def time_course(self) -> TimeCourse:
        rows = list(self._rows)
        return TimeCourse(
            begun_at=self._begun_at.isoformat(timespec="milliseconds") if rows else "",
            ends_s=tuple(round(at, 3) for at, _ in rows),
            read_mb_s=tuple(_short(row.read_mb_s) for _, row in rows),
            write_mb_s=tuple(_short(row.write_mb_s) for _, row in rows),
            read_iops=tuple(_short(row.read_iops) for _, row in rows),
            write_iops=tuple(_short(row.write_iops) for _, row in rows),
            latency_ms=tuple(_latency(row) for _, row in rows),
            queue_length=tuple(_short(row.queue_length) for _, row in rows),
            utilisation=tuple(_short(row.utilisation) for _, row in rows),
        )

    @property
    def raw(self) -> tuple[RawOutput, ...]:
        """fio's output, in the order of measuring."""
        return tuple(self._raw)

    def note_variant(self, variant: Variant) -> None:
        """Note that ``variant`` is set; the other settings set with it are read the first time."""
        if variant.name not in self._during:
            self._during[variant.name] = settings_of(self._recorded_subjects.devices, self._root)

    def note_output(self, cell: Cell, variant: str, text: str) -> None:
        """Record fio's output; ``variant`` is "" where several were measured in it."""
        self._raw_bytes += len(text)
        if self._raw_bytes <= MOST_RAW_BYTES:
            label = together((cell.workload.name, f"{cell.threads}", variant), ", ")
            self._raw.append(RawOutput(str(label), text))

    def _watch(self) -> None:
        begun = time.monotonic()
        before = read_counters(self._recorded_subjects.counters)
        for count in range(1, MOST_SECONDS + 1):
            # by the clock: if one second takes too long, the next one is shorter
            if self._over.wait(max(begun + count * self._interval_s - time.monotonic(), 0.0)):
                return
            after = read_counters(self._recorded_subjects.counters)
            if before is not None and after is not None:
                self._rows.append((after.at - begun, activity(before, after)))
            before = after


def _latency(row: Activity) -> float | None:
    """The mean latency of reads and writes together."""
    reported = [
        (rate, latency)
        for rate, latency in (
            (row.read_iops, row.read_latency_ms),
            (row.write_iops, row.write_latency_ms),
        )
        if latency is not None and rate > 0
    ]
    requests = sum(rate for rate, _ in reported)
    if not requests:
        return None
    return _short(sum(rate * latency for rate, latency in reported) / requests)


def _short(value: float) -> float:
    """Round ``value`` to the precision of the counters, which keeps the file small."""
    return float(f"{value:.5g}")
