"""Whole sessions of ``--start`` on disks that are only noise: how long a program takes to start,
and how much is copied meanwhile, with each scheduler.

The plan, its time, the looks on the way and the judgement are the application's own; a start ends
when the disk has done its work, so a slow one leaves less time for others.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from storage_tuner.advice.judgement import judge_plan
from storage_tuner.advice.statistics.methods import method_for
from storage_tuner.advice.tradeoffs import compare_tradeoffs
from storage_tuner.bench.planning import BUDGETS_S, make_plan
from storage_tuner.bench.programs.command import LOADS, start_workloads
from storage_tuner.core.measurement import Measurement
from storage_tuner.core.plan import Cell, Plan, Protocol, Target, TargetKind, Thoroughness, Use
from storage_tuner.core.verdict import Judgement, Tradeoff
from storage_tuner.core.workload import Operation
from tests.honesty.decisions import contradicts
from tests.honesty.noise_models import HDD, NoiseModel, Recording, record
from tests.honesty.sessions import NAMES, TAILS
from tests.unit.bench.simulated_sessions import SimulatedSession

BUDGET_S = BUDGETS_S[Thoroughness.NORMAL]
SOLVED = "bfq"

STARTS = start_workloads(["xterm", "/bin/true"])
_, _, (HEAVY, HEAVY_READ, HEAVY_WRITE) = (workload.operations for workload in STARTS)
"""Beside five readers and five writers."""

IDLE_START_S = {True: 2.0, False: 0.5}
"""On the idle disk, by whether it has heads."""

SLOWDOWNS = dict(zip(LOADS, (1.0, 2.0, 6.0), strict=True))
"""Of a start beside so many readers and as many writers, with a scheduler that doesn't favour it.
An assumption, as are the times; what slows a start down more leaves less time for others."""

BESIDE_S = {True: 3.0, False: 1.0}
"""What a run takes in addition to the start, by whether files are copied meanwhile: eviction, the
two seconds before the start, and the end of the readers and writers."""

COPY_MB_S = 100.0
OWN_NOISE = 0.04

Truth = Mapping[Operation, float]
"""How many times faster ``SOLVED`` is than the others; 1 where an operation isn't named."""

ALIKE: Truth = {}


def faster(times: float) -> Truth:
    """A start that is so many times faster, at no cost."""
    return {HEAVY: times}


STARVING: Truth = {HEAVY: 3.0, HEAVY_READ: 0.4, HEAVY_WRITE: 0.4}
"""A start that is three times as fast because the copy waits."""


@dataclass
class Starts(SimulatedSession):
    """``idle_s`` is the time of a start on the idle disk. The disk's own wandering moves the start
    and what is copied meanwhile, and each has heavy-tailed noise of its own."""

    recording: Recording = field(kw_only=True)
    truth: Truth = field(kw_only=True)
    idle_s: float = field(kw_only=True)
    random: np.random.Generator = field(kw_only=True)

    def judged(self) -> Judgement:
        measurements = self.run().measurements
        tradeoffs = compare_tradeoffs(self.plan, measurements, method_for(self.plan))
        return replace(judge_plan(self.plan, measurements), tradeoffs=tradeoffs)

    def _slice(self, cell: Cell, variant: str, block: int) -> None:
        command = cell.workload.command
        assert command
        copying = command.copying
        slowdown = SLOWDOWNS[copying.readers if copying else 0]
        work = self.idle_s * slowdown * self._own() / self._times(command.operation, variant)
        begin = self.now_s + BESIDE_S[copying is not None]
        self.now_s = self.recording.end(begin, work)
        seconds = self.now_s - begin
        index = len(self.measurements)
        started = _run(command.operation, variant, block, index, seconds)
        self.measurements.append(replace(started, iops=1 / seconds, latency_mean_ms=1e3 * seconds))
        for operation in (copying.read, copying.write) if copying else ():
            level = self.recording.rate(begin, self.now_s) * self._own()
            rate = COPY_MB_S * level * self._times(operation, variant)
            copied = _run(operation, variant, block, index, seconds)
            self.measurements.append(
                replace(copied, rate_mb_s=rate, bytes_moved=round(rate * seconds * 1e6))
            )

    def _times(self, operation: Operation, variant: str) -> float:
        return self.truth.get(operation, 1.0) if variant == SOLVED else 1.0

    def _own(self) -> float:
        return math.exp(OWN_NOISE * self.random.standard_t(TAILS))


def _run(operation: Operation, variant: str, block: int, index: int, seconds: float) -> Measurement:
    return Measurement(
        variant=variant, operation=operation, threads=1, repeat=block, index=index, started_at="",
        duration_s=seconds, rate_mb_s=None, iops=None, latency_mean_ms=None, latency_p50_ms=None,
        latency_p95_ms=None, latency_p99_ms=None, latency_p999_ms=None, system_cpu_s=None,
        user_cpu_s=None, bytes_moved=0,
    )  # fmt: skip


def plan_of(schedulers: tuple[str, ...], seed: int) -> Plan:
    """What ``sweep FOLDER --start 'xterm /bin/true' --schedulers …`` plans, for 15 minutes."""
    return make_plan(
        Target(TargetKind.FILE, "sdz", "/srv"),
        current=NAMES[0],
        workloads=STARTS,
        schedulers=schedulers,
        use=Use.NOT_SURE,
        thoroughness=Thoroughness.NORMAL,
        seed=seed,
        protocol=Protocol.ADAPTIVE,
    )


def session_of(
    model: NoiseModel, truth: Truth, seed: tuple[int, int], schedulers: tuple[str, ...] = NAMES
) -> Starts:
    random = np.random.default_rng(seed)
    return Starts(
        plan_of(schedulers, 10_000 * seed[0] + seed[1]),
        _no_rate,
        recording=record(model, 3 * BUDGET_S, random),
        truth=truth,
        idle_s=IDLE_START_S[model == HDD],
        random=random,
    )


def _no_rate(*_: object) -> float:
    """Not asked for: a start lasts until its work is done."""
    raise AssertionError


def claims_anything_false(judgement: Judgement, truth: Truth, margin: float) -> bool:
    """Whether a comparison, the score, a trade-off or a winner contradicts ``truth``."""
    assert judgement.decision
    claims = [
        (each.state, _gain(each.operation, each.variant, truth))
        for each in (*judgement.comparisons, *judgement.decision.overall)
    ]
    claims += [
        (figure.state, _gain(operation, point.variant, truth))
        for tradeoff in judgement.tradeoffs
        for point in tradeoff.points
        for figure, operation in (
            (point.latency_ms, tradeoff.foreground),
            (point.background_mb_s, _copied_beside(tradeoff)),
        )
        if figure.state
    ]
    return any(contradicts(*claim, margin) for claim in claims) or any(
        _gain(each.operation, each.winner, truth) <= _gain(each.operation, each.runner_up, truth)
        for each in judgement.verdicts
        if each.winner and each.runner_up
    )


def _copied_beside(tradeoff: Tradeoff) -> Operation:
    """One of the operations of the background, whose truths are the same."""
    (workload,) = (each for each in STARTS if each.name == tradeoff.workload)
    return workload.background[0]


def _gain(operation: Operation | None, variant: str, truth: Truth) -> float:
    """How much better ``variant`` is than the current scheduler, as a logarithm; None: over all
    operations, which have equal weights."""
    if variant != SOLVED:
        return 0.0
    if operation is not None:
        return math.log(truth.get(operation, 1.0))
    count = sum(len(workload.operations) for workload in STARTS)
    return math.fsum(map(math.log, truth.values())) / count
