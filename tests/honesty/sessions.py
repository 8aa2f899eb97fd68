"""Sessions on disks that are only noise, fast enough for thousands of them.

The noise is that of ``tests/bench/noise_models``: two first-order processes, a drift and sudden
dips. A cell is raced by the application's own rules and judged by its own verdicts; only the time
is divided more simply than in ``bench.adaptive``: each cell has the same share of the budget.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from storage_tuner.advice.methods import method_for
from storage_tuner.advice.sequential import LEAST_VALUES
from storage_tuner.advice.verdict import judge_measurements
from storage_tuner.bench.adaptive import block_order, race_rules
from storage_tuner.bench.costs import START_S, SWITCH_S
from storage_tuner.bench.pace import SOLID_STATE, SPINNING, Pace
from storage_tuner.bench.planning import ARTICLE_PAUSE_MS, ARTICLE_RUNTIME_MS
from storage_tuner.bench.race import Block, standing
from storage_tuner.core.measurement import Measurement
from storage_tuner.core.plan import Cell, Plan, Protocol, Target, TargetKind, Variant
from storage_tuner.core.verdict import State, Verdict
from storage_tuner.core.workload import Operation, classical_workloads
from tests.bench.noise_models import HDD, NoiseModel, Recording, record

NAMES = ("none", "mq-deadline", "kyber", "bfq")
OPERATIONS = (Operation.SEQUENTIAL_READ, Operation.RANDOM_READ, Operation.RANDOM_WRITE)
LOOKS = (8, 10, 12, 14, 16, 20, 24, 28, 34, 40, 48, 58, 70, 84, 100, 120, 144, 172, 206)
"""After how many blocks a simulated race is looked at; the bounds hold for every number, and
looking after each costs the simulation ten times the time."""

TAILS = 4
"""Degrees of freedom of the noise that the slowest requests and the CPU have of their own."""


def pace_of(model: NoiseModel) -> Pace:
    return SPINNING if model is HDD else SOLID_STATE


def plan_for(
    model: NoiseModel, protocol: Protocol, threads: Sequence[int], seed: int, repeats: int
) -> Plan:
    pace = pace_of(model)
    adaptive = protocol is Protocol.ADAPTIVE
    return Plan(
        target=Target(TargetKind.DEVICE, "sdz"),
        variants=tuple(Variant(name, (("scheduler", name),)) for name in NAMES),
        workloads=classical_workloads(OPERATIONS),
        threads=tuple(threads),
        repeats=repeats,
        runtime_ms=pace.slice_ms if adaptive else 2000,
        ramp_ms=pace.settle_ms if adaptive else 300,
        seed=seed,
        current="none",
        protocol=protocol,
        budget_s=(2700.0 if model is HDD else 900.0) if adaptive else None,
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
        if self.plan.protocol is Protocol.ADAPTIVE:
            yield from self._raced()
        elif self.plan.protocol is Protocol.ARTICLE:
            yield from self._one_after_another()
        else:
            yield from self._in_rounds()

    def _raced(self) -> Iterator[Measurement]:
        assert self.plan.budget_s is not None
        share = self.plan.budget_s / len(self.plan.cells)
        index = 0
        for cell in self.plan.cells:
            recording = record(self.model, share + 30, self.random)
            race = race_cell(self.plan, cell, recording, self.factors, share)
            for number, block in enumerate(race.blocks):
                for variant, rate in block.items():
                    yield self._run(cell, variant, number, index, rate)
                    index += 1

    def _in_rounds(self) -> Iterator[Measurement]:
        length = (self.plan.runtime_ms + self.plan.ramp_ms) / 1000 + START_S
        count = len(self.plan.cells) * len(NAMES) * self.plan.repeats
        recording = record(self.model, count * length + 10, self.random)
        begin, index = 0.0, 0
        for repeat in range(self.plan.repeats):
            for cell in self.plan.cells:
                for variant in block_order(self.plan, cell, 2 * repeat, NAMES):
                    rate = self._restarted(recording, variant.name, begin, length - START_S)
                    yield self._run(cell, variant.name, repeat, index, rate)
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
                    yield self._run(cell, variant, repeat, index, rate)
                    begin, index = begin + run_s + pause_s, index + 1

    def _restarted(self, recording: Recording, variant: str, begin: float, run_s: float) -> float:
        level = math.exp(self.random.standard_normal() * self.model.restart)
        return self.factors[variant] * level * recording.rate(begin, begin + run_s)

    def _run(self, cell: Cell, variant: str, repeat: int, index: int, rate: float) -> Measurement:
        """The slowest 1 % and the CPU have heavy-tailed noise of their own."""
        tail, cpu = np.exp(0.04 * self.random.standard_t(TAILS, 2))
        (operation,) = cell.workload.operations
        assert operation.block_bytes
        mb_s = 100 * rate
        iops = mb_s * 1e6 / operation.block_bytes
        mean_ms = cell.threads / iops * 1e3
        return Measurement(
            variant=variant, operation=operation, threads=cell.threads, repeat=repeat,
            index=index, started_at="", duration_s=self.plan.runtime_ms / 1000, rate_mb_s=mb_s,
            iops=iops, latency_mean_ms=mean_ms, latency_p50_ms=None, latency_p95_ms=None,
            latency_p99_ms=3 * mean_ms * float(tail), latency_p999_ms=None,
            system_cpu_s=0.1 * float(cpu), user_cpu_s=None, bytes_moved=int(mb_s * 1e6),
        )  # fmt: skip


@dataclass(frozen=True)
class Race:
    """How one cell went: what was measured, who was left, and after how many seconds."""

    blocks: tuple[Block, ...]
    running: tuple[str, ...]
    seconds: float


def race_cell(
    plan: Plan, cell: Cell, recording: Recording, factors: Mapping[str, float], limit_s: float
) -> Race:
    """Until it's decided or the time is over, by the application's rules."""
    rules, pace = race_rules(plan), Pace(plan.runtime_ms, plan.ramp_ms)
    blocks: list[Block] = []
    now_s = START_S
    state = standing(NAMES, blocks, rules)
    slice_s = SWITCH_S + (pace.slice_ms + pace.settle_ms) / 1000
    while now_s + len(state.running) * slice_s < limit_s:
        block = {}
        for variant in block_order(plan, cell, len(blocks), state.running):
            begin = now_s + SWITCH_S + pace.settle_ms / 1000
            now_s = begin + pace.slice_ms / 1000
            block[variant.name] = factors[variant.name] * recording.rate(begin, now_s)
        blocks.append(block)
        if len(blocks) >= LEAST_VALUES and len(blocks) in LOOKS:
            state = standing(NAMES, blocks, rules)
            if state.decided:
                break
    return Race(tuple(blocks), state.running, now_s)


def has_winner(verdicts: Sequence[Verdict]) -> bool:
    return any(verdict.state is State.BETTER for verdict in verdicts)
