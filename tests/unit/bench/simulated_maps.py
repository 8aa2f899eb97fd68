"""A disk whose latencies over load are a formula: those of a single server (M/M/1)."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from storage_tuner.bench.searches.load_map import Highest, map_workloads
from storage_tuner.core.load_map import asked_iops
from storage_tuner.core.measurement import Measurement
from storage_tuner.core.plan import Plan, Protocol, RunSpecification, Target, TargetKind, Variant
from storage_tuner.core.workload import Operation, classical_workload
from tests.unit.bench.test_adaptive_runner import SteppedControl

SERVICE_MS = 1.0
HIGHEST_IOPS = 1000.0
"""Of reads and of writes alone."""
READS = Highest(classical_workload(Operation.RANDOM_READ).streams[0], HIGHEST_IOPS, 2)
WRITES = Highest(classical_workload(Operation.RANDOM_WRITE).streams[0], HIGHEST_IOPS, 2)


def map_plan(*names: str, writes: bool = True, budget_s: float = 900.0) -> Plan:
    """With a variant for each of ``names``, the first of which was set before."""
    return Plan(
        target=Target(TargetKind.DEVICE, "sda", size_bytes=1 << 30),
        variants=tuple(Variant(name, (("scheduler", name),)) for name in names),
        workloads=map_workloads(READS, WRITES if writes else None, 256),
        threads=(1,),
        repeats=1,
        runtime_ms=1000,
        ramp_ms=500,
        seed=1,
        current=names[0],
        protocol=Protocol.MAP,
        budget_s=budget_s,
    )


@dataclass
class MapPlace:
    """An ``Executor``. ``factors`` multiply the latency of a variant; ``noise`` is the standard
    deviation of the logarithm of a latency, ``drift`` what it grows by with each run."""

    control: SteppedControl = field(default_factory=SteppedControl)
    factors: dict[str, float] = field(default_factory=dict)
    noise: float = 0.05
    drift: float = 0.0
    seed: int = 1
    made: list[RunSpecification] = field(default_factory=list)
    before: Callable[[int], None] = lambda _: None
    variant: str = ""

    def __post_init__(self) -> None:
        self._random = random.Random(self.seed)

    def apply(self, variant: Variant) -> None:
        self.variant = variant.name

    def rest(self) -> None:
        self.variant = ""

    def execute(self, specification: RunSpecification, plan: Plan) -> tuple[Measurement, ...]:
        assert self.variant == specification.variant.name
        self.before(len(self.made))
        self.made.append(specification)
        self.control.wait((plan.runtime_ms + plan.ramp_ms) / 1000)
        streams = specification.cell.workload.streams
        asked = [asked_iops(stream) for stream in streams]
        load = sum(asked) / HIGHEST_IOPS
        wait = 1 / (1 - load) if load < 1 else 100.0
        spread = self._random.gauss(0, self.noise) + self.drift * len(self.made)
        latency = SERVICE_MS * wait * self.factors.get(self.variant, 1.0) * 2.718281828**spread
        return tuple(
            run_of(specification, stream.operation, iops / max(load, 1), latency, plan)
            for stream, iops in zip(streams, asked, strict=True)
        )


def run_of(
    specification: RunSpecification,
    operation: Operation,
    iops: float,
    latency_ms: float,
    plan: Plan,
) -> Measurement:
    seconds = plan.runtime_ms / 1000
    return Measurement(
        variant=specification.variant.name,
        operation=operation,
        threads=specification.cell.threads,
        repeat=specification.repeat,
        index=specification.index,
        started_at="2026-01-01T00:00:00",
        duration_s=seconds,
        rate_mb_s=iops * 4096 / 1e6,
        iops=iops,
        latency_mean_ms=latency_ms,
        latency_p50_ms=latency_ms,
        latency_p95_ms=2 * latency_ms,
        latency_p99_ms=4 * latency_ms,
        latency_p999_ms=None,
        system_cpu_s=None,
        user_cpu_s=None,
        bytes_moved=round(iops * seconds) * 4096,
    )


def measured(plan: Plan, place: MapPlace, blocks: int) -> Sequence[Measurement]:
    """What ``place`` gives in this many complete blocks, the order of which is that of the plan."""
    steps = itertools.product(range(blocks), plan.cells, plan.variants)
    return [
        run
        for index, step in enumerate(steps)
        for run in _made(place, plan, RunSpecification(index, *step))
    ]


def _made(place: MapPlace, plan: Plan, what: RunSpecification) -> tuple[Measurement, ...]:
    place.apply(what.variant)
    return place.execute(what, plan)
