"""Other programs' load on a disk that is only a formula: it drifts, has a rhythm, comes in bursts.

Second by second, as the kernel's counters would tell it. A variant's factor makes all requests so
many times as long; what the load asks for depends on nobody.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from dataclasses import dataclass, field

from storage_tuner.bench.live.plan import (
    OPERATIONS,
    Rotation,
    Turn,
    live_plan,
    next_rotation,
    slice_measurements,
)
from storage_tuner.core.device import Activity
from storage_tuner.core.measurement import Measurement
from storage_tuner.core.plan import Plan, Target, TargetKind, Variant


@dataclass(frozen=True)
class Habits:
    """How a load goes. ``iops`` are asked for on average, at ``capacity`` requests wait as long as
    they take; ``wander`` and ``noise`` are standard deviations of the logarithms of what is asked
    for (over a minute) and of the time a request takes (over 3 s), ``drift`` is of both in an hour.
    ``swing`` is how many times as much is asked for in one half of
    ``period_s`` as in the other. In ``idle`` of the time nothing is asked for, for 20 s on average.
    """

    iops: float = 400.0
    capacity: float = 800.0
    reads: float = 0.7
    wander: float = 0.6
    noise: float = 0.25
    drift: float = 0.0
    swing: float = 1.0
    period_s: float = 30.0
    idle: float = 0.0


@dataclass
class OthersLoad:
    """One life of a load; ``second`` goes on from where it is."""

    habits: Habits
    source: random.Random
    now_s: float = 0.0
    phase: float = 0.0
    wandered: float = 0.0
    slowed: float = 0.0
    idle: bool = False

    def __post_init__(self) -> None:
        self.phase = self.source.random() * self.habits.period_s
        self.wandered = self.source.gauss(0, self.habits.wander)
        self.idle = self.source.random() < self.habits.idle

    def second(self, factor: float) -> Activity:
        self.now_s += 1
        self._go_on()
        iops = self._asked()
        reads = _about(self.source, iops * self.habits.reads)
        writes = _about(self.source, iops * (1 - self.habits.reads))
        latency = factor * self._latency_ms(iops)
        read_ms = latency * math.exp(self.source.gauss(0, 0.1))
        write_ms = 0.5 * latency * math.exp(self.source.gauss(0, 0.1))
        queue = (reads * read_ms + writes * write_ms) / 1000
        return Activity(
            seconds=1.0,
            read_mb_s=reads * 0.016,
            write_mb_s=writes * 0.032,
            read_iops=float(reads),
            write_iops=float(writes),
            read_latency_ms=read_ms if reads else None,
            write_latency_ms=write_ms if writes else None,
            in_flight=0,
            utilisation=min(queue, 1.0),
            queue_length=queue,
        )

    def _go_on(self) -> None:
        habits = self.habits
        self.wandered = _tied(self.source, self.wandered, habits.wander, 60.0)
        self.slowed = _tied(self.source, self.slowed, habits.noise, 3.0)
        if habits.idle:
            leaving = 1 / 20 if self.idle else habits.idle / (1 - habits.idle) / 20
            self.idle ^= self.source.random() < leaving

    def _asked(self) -> float:
        habits = self.habits
        if self.idle:
            return 0.0
        high = (self.now_s + self.phase) % habits.period_s < habits.period_s / 2
        drift = habits.drift * self.now_s / 3600
        return habits.iops * math.exp(self.wandered + drift) * (habits.swing if high else 1.0)

    def _latency_ms(self, iops: float) -> float:
        """Longer the more is asked for, as in a queue, and now and then a stall."""
        crowded = 1 + math.pow(iops / self.habits.capacity, 1.5)
        stall = 10.0 if self.source.random() < 0.01 else 1.0
        drift = math.exp(self.habits.drift * self.now_s / 3600)
        return 0.5 * crowded * stall * drift * math.exp(self.slowed)


@dataclass
class SimulatedWatch:
    """A live session; ``factors`` tell of each variant how many times as long its requests take."""

    plan: Plan
    load: OthersLoad
    factors: Mapping[str, float]
    measurements: list[Measurement] = field(default_factory=list)

    def run(self) -> SimulatedWatch:
        while rotation := next_rotation(self.plan, self.measurements, self.load.now_s):
            for turn in rotation.turns:
                self._watch(rotation, turn)
        return self

    def _watch(self, rotation: Rotation, turn: Turn) -> None:
        factor = self.factors[turn.variant.name]
        for _ in range(round(self.plan.ramp_ms / 1000)):
            self.load.second(factor)
        seconds = [self.load.second(factor) for _ in range(round(turn.seconds))]
        index = len(self.measurements) // len(OPERATIONS)
        self.measurements.extend(
            slice_measurements(
                turn, rotation, index, seconds, started_at="2026-01-01T00:00:00+00:00"
            )
        )


def simulated(
    factors: Mapping[str, float], habits: Habits, seed: int, budget_s: float = 1800.0
) -> SimulatedWatch:
    plan = live_plan(
        Target(TargetKind.DEVICE, "sdz"),
        tuple(Variant(name, (("scheduler", name),)) for name in factors),
        current=next(iter(factors)),
        seed=seed,
        budget_s=budget_s,
    )
    return SimulatedWatch(plan, OthersLoad(habits, random.Random(seed)), factors)


def _tied(source: random.Random, value: float, spread: float, time_s: float) -> float:
    kept = math.exp(-1 / time_s)
    return value * kept + source.gauss(0, spread * math.sqrt(1 - kept**2))


def _about(source: random.Random, mean: float) -> int:
    """A number of arrivals: Poisson's, by its normal form."""
    return max(round(source.gauss(mean, math.sqrt(mean))), 0) if mean > 0 else 0
