"""Sessions on disks that are only noise, fast enough for thousands of them.

The noise is that of ``tests/honesty/noise_models``: two first-order processes, a drift and sudden
dips. These are the protocols with a fixed number of runs; ``tests.honesty.decisions`` has the
adaptive one.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from storage_tuner.advice.statistics.methods import method_for
from storage_tuner.advice.verdict import judge_measurements
from storage_tuner.bench.adaptive import block_order
from storage_tuner.bench.planning import ARTICLE_PAUSE_MS, ARTICLE_RUNTIME_MS
from storage_tuner.bench.time_costs import START_S
from storage_tuner.core.measurement import Measurement
from storage_tuner.core.plan import Cell, Plan, Protocol, Target, TargetKind, Variant
from storage_tuner.core.verdict import State, Verdict
from storage_tuner.core.workload import Operation, classical_workloads
from tests.honesty.noise_models import NoiseModel, Recording, record

NAMES = ("none", "mq-deadline", "kyber", "bfq")
OPERATIONS = (Operation.SEQUENTIAL_READ, Operation.RANDOM_READ, Operation.RANDOM_WRITE)
TAILS = 4
"""Degrees of freedom of the noise that the slowest requests and the CPU have of their own."""


def plan_for(protocol: Protocol, threads: Sequence[int], seed: int, repeats: int) -> Plan:
    return Plan(
        target=Target(TargetKind.DEVICE, "sdz"),
        variants=tuple(Variant(name, (("scheduler", name),)) for name in NAMES),
        workloads=classical_workloads(OPERATIONS),
        threads=tuple(threads),
        repeats=repeats,
        runtime_ms=2000,
        ramp_ms=300,
        seed=seed,
        current="none",
        protocol=protocol,
    )


@dataclass
class Simulated:
    """One session: ``factors`` are how much faster each variant is in truth."""

    plan: Plan
    model: NoiseModel
    factors: Mapping[str, float]
    random: np.random.Generator

    def verdicts(self) -> tuple[Verdict, ...]:
        return judge_measurements(tuple(self.measurements()), method_for(self.plan))

    def measurements(self) -> Iterator[Measurement]:
        if self.plan.protocol is Protocol.ARTICLE:
            yield from self._one_after_another()
        else:
            yield from self._in_rounds()

    def _in_rounds(self) -> Iterator[Measurement]:
        length = (self.plan.runtime_ms + self.plan.ramp_ms) / 1000 + START_S
        count = len(self.plan.cells) * len(NAMES) * self.plan.repeats
        recording = record(self.model, count * length + 10, self.random)
        begin, index = 0.0, 0
        for repeat in range(self.plan.repeats):
            for cell in self.plan.cells:
                for variant in block_order(self.plan, cell, 2 * repeat, NAMES):
                    rate = self._restarted(recording, variant.name, begin, length - START_S)
                    yield from self._runs(cell, variant.name, repeat, index, rate)
                    begin, index = begin + length, index + 1

    def _one_after_another(self) -> Iterator[Measurement]:
        """The article's: runs of a minute with pauses, all of a variant before the next."""
        run_s, pause_s = ARTICLE_RUNTIME_MS / 1000, ARTICLE_PAUSE_MS / 1000
        count = len(self.plan.cells) * len(NAMES) * self.plan.repeats
        recording = record(self.model, count * (run_s + pause_s) + 10, self.random)
        begin, index = 0.0, 0
        for variant in NAMES:
            for cell in self.plan.cells:
                for repeat in range(self.plan.repeats):
                    rate = self._restarted(recording, variant, begin, run_s)
                    yield from self._runs(cell, variant, repeat, index, rate)
                    begin, index = begin + run_s + pause_s, index + 1

    def _restarted(self, recording: Recording, variant: str, begin: float, run_s: float) -> float:
        level = math.exp(self.random.standard_normal() * self.model.restart)
        return self.factors[variant] * level * recording.rate(begin, begin + run_s)

    def _runs(
        self, cell: Cell, variant: str, repeat: int, index: int, rate: float
    ) -> Iterator[Measurement]:
        for operation in cell.workload.operations:
            yield self._run(operation, cell, variant, repeat, index, rate)

    def _run(
        self,
        operation: Operation,
        cell: Cell,
        variant: str,
        repeat: int,
        index: int,
        rate: float,
    ) -> Measurement:
        """The p99 latency and the CPU have heavy-tailed noise of their own."""
        tail, cpu = np.exp(0.04 * self.random.standard_t(TAILS, 2))
        mb_s = 100 * rate
        iops = mb_s * 1e6 / operation.block_bytes if operation.block_bytes else rate
        mean_ms = cell.threads / iops * 1e3
        return Measurement(
            variant=variant, operation=operation, threads=cell.threads, repeat=repeat,
            index=index, started_at="", duration_s=self.plan.runtime_ms / 1000, rate_mb_s=mb_s,
            iops=iops, latency_mean_ms=mean_ms, latency_p50_ms=None, latency_p95_ms=None,
            latency_p99_ms=3 * mean_ms * float(tail), latency_p999_ms=None,
            system_cpu_s=0.1 * float(cpu), user_cpu_s=None, bytes_moved=int(mb_s * 1e6),
        )  # fmt: skip


def has_winner(verdicts: Sequence[Verdict]) -> bool:
    return any(verdict.state is State.BETTER for verdict in verdicts)
