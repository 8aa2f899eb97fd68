"""Adaptive sessions on a disk that is only a formula, so that the right answer is known."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field

from storage_tuner.bench.adaptive import Done, next_step, standings
from storage_tuner.bench.race import CellRace
from storage_tuner.bench.time_costs import START_S, SWITCH_S
from storage_tuner.core.measurement import Measurement
from storage_tuner.core.plan import Cell, Plan, Protocol, Target, TargetKind, Variant
from storage_tuner.core.workload import Operation, classical_workloads

Rate = Callable[[Cell, str, float, float], float]
"""Cell, variant, begin and end of the slice in seconds → MB/s on average."""


def adaptive_plan(
    variants: tuple[str, ...] = ("none", "mq-deadline", "kyber", "bfq"),
    *,
    operations: tuple[Operation, ...] = (Operation.RANDOM_READ, Operation.SEQUENTIAL_READ),
    threads: tuple[int, ...] = (1, 8),
    slice_ms: int = 500,
    settle_ms: int = 250,
    budget_s: float | None = 600.0,
    most_blocks: int = 400,
    seed: int = 1,
) -> Plan:
    return Plan(
        target=Target(TargetKind.DEVICE, "sdz"),
        variants=tuple(Variant(name, (("scheduler", name),)) for name in variants),
        workloads=classical_workloads(operations),
        threads=threads,
        repeats=most_blocks,
        runtime_ms=slice_ms,
        ramp_ms=settle_ms,
        seed=seed,
        protocol=Protocol.ADAPTIVE,
        budget_s=budget_s,
    )


@dataclass
class SimulatedSession:
    """Does what ``next_step`` says; ``disturbed`` names the slices (by index) to mistrust."""

    plan: Plan
    rate: Rate
    disturbed: frozenset[int] = frozenset()
    now_s: float = 0.0
    measurements: list[Measurement] = field(default_factory=list)
    elapsed_s: dict[Cell, float] = field(default_factory=dict)
    visited: list[Cell] = field(default_factory=list)

    def run(self, most_steps: int = 100_000) -> SimulatedSession:
        for _ in range(most_steps):
            step = next_step(self.plan, self.measurements, self.elapsed_s)
            if isinstance(step, Done):
                break
            begun = self.now_s
            if not self.visited or self.visited[-1] != step.cell:
                self.visited.append(step.cell)
                self.now_s += START_S
            for variant in step.order:
                self._slice(step.cell, variant.name, step.block)
            self.elapsed_s[step.cell] = self.elapsed_s.get(step.cell, 0.0) + self.now_s - begun
        return self

    @property
    def standings(self) -> dict[Cell, CellRace]:
        return standings(self.plan, self.measurements)

    @property
    def blocks(self) -> list[int]:
        """Of each cell, in the plan's order."""
        return [standing.blocks for standing in self.standings.values()]

    def _slice(self, cell: Cell, variant: str, block: int) -> None:
        begin = self.now_s + SWITCH_S + self.plan.ramp_ms / 1000
        end = begin + self.plan.runtime_ms / 1000
        self.now_s = end
        index = len(self.measurements)
        self.measurements.append(
            measured_slice(
                cell, variant, block, index, self.rate(cell, variant, begin, end),
                "something else read" if index in self.disturbed else None,
            )
        )  # fmt: skip


def measured_slice(
    cell: Cell, variant: str, block: int, index: int, mb_s: float, disturbed: str | None = None
) -> Measurement:
    operation = cell.workload.operations[0]
    assert operation.block_bytes
    iops = mb_s * 1e6 / operation.block_bytes
    mean_ms = cell.threads / iops * 1e3 if iops else math.inf
    return Measurement(
        variant=variant,
        operation=operation,
        threads=cell.threads,
        repeat=block,
        index=index,
        started_at="2026-01-01T00:00:00+00:00",
        duration_s=0.5,
        rate_mb_s=mb_s,
        iops=iops,
        latency_mean_ms=mean_ms,
        latency_p50_ms=mean_ms,
        latency_p95_ms=mean_ms * 2,
        latency_p99_ms=mean_ms * 3,
        latency_p999_ms=mean_ms * 5,
        system_cpu_s=0.1,
        user_cpu_s=0.05,
        bytes_moved=int(mb_s * 0.5e6),
        disturbed=disturbed,
    )
