"""TEST DATA: results of many computers with disks of one model, from a seeded generator.

None of the figures was measured on any disk.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from storage_tuner.core.measurement import Measurement, SessionRecord
from storage_tuner.core.plan import Target, TargetKind
from storage_tuner.core.workload import Operation
from tests.unit.report.example_session import DEVICE, example_record

OPERATIONS = (Operation.SEQUENTIAL_READ, Operation.RANDOM_READ)
BETWEEN = 0.03
"""How much ordinary disks and their sessions differ, as a standard deviation of logarithms."""


@dataclass(frozen=True)
class MadeFleet:
    """``slower`` has the share of the throughput that deviating hosts have, by number; ``model`` of
    all disks."""

    hosts: int
    slower: Mapping[int, float] = field(default_factory=dict)
    seed: int = 1
    schedulers: tuple[str, ...] = ("none",)
    operations: tuple[Operation, ...] = OPERATIONS
    repeats: int = 3
    model: str = "Test data, not a disk 240 GB"
    prefix: str = "db"

    def records(self) -> tuple[SessionRecord, ...]:
        source = random.Random(self.seed)
        base = example_record(self.schedulers, self.operations, repeats=self.repeats)
        return tuple(self._record(source, base, number) for number in range(1, self.hosts + 1))

    def host(self, number: int) -> str:
        return f"{self.prefix}{number:03}"

    def _record(self, source: random.Random, base: SessionRecord, number: int) -> SessionRecord:
        slower = self.slower.get(number, 1.0)
        levels = {
            operation: slower * math.exp(source.gauss(0, BETWEEN)) for operation in self.operations
        }
        device = replace(DEVICE, model=self.model, serial=f"{self.prefix}-{number}", wwn=None)
        return replace(
            base,
            plan=replace(
                base.plan,
                target=Target(TargetKind.DEVICE, device.name),
                seed=source.getrandbits(31),
            ),
            machine=replace(base.machine, host=self.host(number)),
            device=device,
            measurements=tuple(
                _at(run, levels[run.operation], source) for run in base.measurements
            ),
        )


def _at(run: Measurement, level: float, source: random.Random) -> Measurement:
    """``run`` at a share of its throughput."""
    factor = level * math.exp(source.gauss(0, 0.01))
    assert run.rate_mb_s and run.iops and run.latency_mean_ms and run.latency_p99_ms
    return replace(
        run,
        rate_mb_s=run.rate_mb_s * factor,
        iops=run.iops * factor,
        latency_mean_ms=run.latency_mean_ms / factor,
        latency_p99_ms=run.latency_p99_ms / factor,
    )
