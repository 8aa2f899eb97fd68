"""Runs and times work other than fio's in a folder, as the user, in a child program."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from storage_tuner.bench.control import timestamp
from storage_tuner.bench.counter_snapshot import CounterSnapshot
from storage_tuner.core.measurement import Measurement
from storage_tuner.core.message import Text
from storage_tuner.core.plan import Plan, RunSpecification
from storage_tuner.core.workload import Operation, Workload
from storage_tuner.measuring.executors import OnDevices
from storage_tuner.measuring.system_sampler import SystemSampler


@dataclass(frozen=True)
class Timed:
    """``count`` units of work of one operation, between two snapshots; times in seconds, and
    ``disturbed`` as in ``Measurement``. ``own_bytes`` is what the work itself moved, where the
    disk does other work meanwhile; None: all that the disk moved. None for units and CPU times
    that aren't counted."""

    operation: Operation
    count: int | None
    duration_s: float
    user_s: float | None
    system_s: float | None
    before: CounterSnapshot
    after: CounterSnapshot
    disturbed: Text | None
    own_bytes: int | None = None


class TimedExecutor(OnDevices, ABC):
    """Times work in ``folder``. Settings go through the helper, the work doesn't."""

    def __init__(self, folder: Path, setup: SystemSampler) -> None:
        super().__init__(setup.tuned)
        self._folder = folder
        self._around = setup

    def execute(self, specification: RunSpecification, plan: Plan) -> tuple[Measurement, ...]:
        """Raises ``ToolFailed`` and ``Cancelled``."""
        del plan  # the duration of such work isn't planned
        self._around.read_idle()
        started_at = timestamp()
        return tuple(
            self._measurement(specification, started_at, timed)
            for timed in self._timed(specification.cell.workload)
        )

    @abstractmethod
    def _timed(self, workload: Workload) -> Sequence[Timed]:
        """Do the work, and return one result for each operation of ``workload``, in their order."""

    def _measurement(
        self, specification: RunSpecification, started_at: str, timed: Timed
    ) -> Measurement:
        seconds = timed.duration_s
        spent = self._around.spent(timed.before, timed.after)
        moved = spent.bytes_moved if timed.own_bytes is None else timed.own_bytes
        return Measurement(
            variant=specification.variant.name,
            operation=timed.operation,
            threads=specification.cell.threads,
            repeat=specification.repeat,
            index=specification.index,
            started_at=started_at,
            duration_s=seconds,
            rate_mb_s=None if moved is None else moved / 1e6 / seconds,
            iops=None if timed.count is None else timed.count / seconds,
            latency_mean_ms=None if timed.count is None else 1000 * seconds / timed.count,
            latency_p50_ms=None,
            latency_p95_ms=None,
            latency_p99_ms=None,
            latency_p999_ms=None,
            system_cpu_s=timed.system_s,
            user_cpu_s=timed.user_s,
            bytes_moved=moved or 0,
            whole_system_cpu_s=spent.system_s if timed.own_bytes is None else None,
            utilisation=spent.utilisation,
            queue_length=spent.queue_length,
            disturbed=timed.disturbed,
        )
