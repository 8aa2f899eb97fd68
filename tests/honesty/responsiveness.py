"""Whole sessions for a responsive desktop on disks that are only noise: a foreground that waits and
a background that gets something done, in the same slices."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from storage_tuner.advice.judgement import judge_plan
from storage_tuner.advice.statistics.methods import method_for
from storage_tuner.advice.tradeoffs import compare_tradeoffs
from storage_tuner.core.measurement import Measurement
from storage_tuner.core.plan import Cell, Use
from storage_tuner.core.verdict import Judgement, State
from storage_tuner.core.workload import Operation
from storage_tuner.jobs.planning.plan_building import RESPONSIVENESS_WORKLOADS
from storage_tuner.jobs.planning.workload_catalogue import find_workloads, known_workloads
from tests.honesty.decisions import of_model, plan_of
from tests.honesty.noise_models import NoiseModel
from tests.honesty.sessions import NAMES, TAILS
from tests.unit.bench.simulated_sessions import SimulatedSession

ALIKE = dict.fromkeys(NAMES, (1.0, 1.0))
BFQ = ALIKE | {"bfq": (1 / 3, 0.88)}
"""Multiples of the latency in the foreground and of the background's throughput: what bfq's authors
promise, at a price."""

OWN_NOISE = 0.04
BACKGROUND_MB_S, FOREGROUND_MS = 100.0, 8.0


@dataclass
class Responsive(SimulatedSession):
    """``truth`` has the multiples of each variant. The disk's own wandering moves both figures, and
    each has heavy-tailed noise of its own; deadlines of 25 ms are missed as a tail that falls off
    exponentially would miss them."""

    truth: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    random: np.random.Generator = field(default_factory=np.random.default_rng)

    def judged(self) -> Judgement:
        measurements = self.run().measurements
        tradeoffs = compare_tradeoffs(self.plan, measurements, method_for(self.plan))
        return replace(judge_plan(self.plan, measurements), tradeoffs=tradeoffs)

    def _slice(self, cell: Cell, variant: str, block: int) -> None:
        super()._slice(cell, variant, block)
        whole = self.measurements.pop()
        assert whole.rate_mb_s
        self.measurements += [
            self._run(whole, operation, whole.rate_mb_s, self.truth[variant])
            for operation in cell.workload.operations
        ]

    def _run(
        self, whole: Measurement, operation: Operation, level: float, truth: tuple[float, float]
    ) -> Measurement:
        own, tail = np.exp(OWN_NOISE * self.random.standard_t(TAILS, 2))
        latency, throughput = truth
        multiple = throughput if operation.background else 1 / latency
        rate = BACKGROUND_MB_S * level * multiple * float(own)
        waited = FOREGROUND_MS / level / multiple / float(own)
        return replace(
            whole,
            operation=operation,
            rate_mb_s=rate,
            iops=rate * 10,
            latency_mean_ms=waited,
            latency_p50_ms=waited,
            latency_p99_ms=3 * waited * float(tail),
            missed_per_minute=None if operation.background else 2400 * math.exp(-25 / waited),
        )


def session_of(
    model: NoiseModel, truth: Mapping[str, tuple[float, float]], seed: tuple[int, int]
) -> Responsive:
    """A quick session, of 180 s."""
    random = np.random.default_rng(seed)
    plan = replace(
        plan_of(model, 10_000 * seed[0] + seed[1]),
        workloads=find_workloads(RESPONSIVENESS_WORKLOADS, known_workloads()),
        use=Use.RESPONSIVENESS,
    )
    noise = of_model(model)(random)

    def level(_: Cell, variant: str, begin_s: float, end_s: float) -> float:
        return max(noise(begin_s, end_s, variant), 1e-6)

    return Responsive(plan, level, truth=truth, random=random)


def claims_anything(judgement: Judgement) -> bool:
    """Whether any variant is said to be better than another in anything."""
    winners = any(verdict.state is State.BETTER for verdict in judgement.verdicts)
    behind = any(not point.is_on_front for each in judgement.tradeoffs for point in each.points)
    changed = judgement.recommendation is not None and judgement.recommendation.change
    return winners or behind or changed
