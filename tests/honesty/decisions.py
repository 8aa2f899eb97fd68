"""Whole sessions on disks that are only noise: is the decision right, and is any claim false?

The application's own division of the time, looks on the way, judging and decision; only the disk
is a formula.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from storage_tuner.advice.judgement import judge_plan
from storage_tuner.core.decision import Action, Comparison, ComparisonState, Decision
from storage_tuner.core.plan import Cell, Plan, Protocol, Target, TargetKind, Variant
from storage_tuner.core.verdict import Judgement
from storage_tuner.core.workload import CLASSICAL_WORKLOADS
from tests.honesty.noise_models import (
    HDD,
    MODELS,
    NOISY_VM,
    NVME,
    QUIET_SSD,
    WRITE_CLIFF,
    NoiseModel,
    Recording,
    record,
)
from tests.honesty.sessions import NAMES, TAILS
from tests.unit.bench.simulated_sessions import SimulatedSession

BUDGET_S = 180.0
CURRENT = NAMES[0]
Random = np.random.Generator
Rates = Callable[[float, float, str], float]
"""Begin and end in seconds, variant → the mean rate in between, relative to 1."""


def plan_of(model: NoiseModel | None, seed: int) -> Plan:
    """A quick session of four cells; on a spinning disk with longer slices."""
    slow = model == HDD
    return Plan(
        target=Target(TargetKind.DEVICE, "sdz"),
        variants=tuple(Variant(name, (("scheduler", name),)) for name in NAMES),
        workloads=CLASSICAL_WORKLOADS,
        threads=(1,),
        repeats=1000,
        runtime_ms=750 if slow else 500,
        ramp_ms=250,
        seed=seed,
        current=CURRENT,
        protocol=Protocol.ADAPTIVE,
        budget_s=BUDGET_S,
    )


def of_model(model: NoiseModel) -> Callable[[Random], Rates]:
    def rates(random: Random) -> Rates:
        recording: Recording = record(model, 2 * BUDGET_S, random)
        return lambda begin, end, _: recording.rate(begin, end)

    return rates


def _independent(draw: Callable[[Random, str], float]) -> Callable[[Random], Rates]:
    """Noise of each slice by itself, as a logarithm."""

    def rates(random: Random) -> Rates:
        return lambda _begin, _end, variant: math.exp(draw(random, variant))

    return rates


def _drifting(random: Random) -> Rates:
    slope = random.uniform(-0.4, 0.4)
    return lambda begin, _end, _: math.exp(
        slope * begin / BUDGET_S + 0.03 * random.standard_normal()
    )


def _autocorrelated(random: Random) -> Rates:
    return of_model(NoiseModel("tied", 0.10, 5.0, 0.10, 60, 0.0, 0.0, 0.0))(random)


def _dips(random: Random, _: str) -> float:
    dip = random.exponential(0.4) if random.random() < 0.08 else 0.0
    return 0.02 * random.standard_normal() - dip


def _stalls(random: Random, _: str) -> float:
    stall = 2.0 if random.random() < 0.15 else 0.0
    return 0.02 * random.standard_normal() - stall


ADVERSE: Mapping[str, Callable[[Random], Rates]] = {
    "normal": _independent(lambda random, _: 0.03 * random.standard_normal()),
    "large": _independent(lambda random, _: 0.10 * random.standard_normal()),
    "t3": _independent(lambda random, _: 0.03 * random.standard_t(3)),
    "noisy pair": _independent(
        lambda random, name: 0.03 * random.standard_normal() * (4 if name in NAMES[:2] else 1)
    ),
    "dips": _independent(_dips),
    "stalls": _independent(_stalls),
    "drift": _drifting,
    "autocorrelated": _autocorrelated,
    **{model.name: of_model(model) for model in (*MODELS, NVME)},
}


@dataclass
class Noisy(SimulatedSession):
    """The p99 latency and the CPU have heavy-tailed noise of their own."""

    random: Random = field(default_factory=np.random.default_rng)

    def judged(self) -> Judgement:
        return judge_plan(self.plan, self.run().measurements)

    def _slice(self, cell: Cell, variant: str, block: int) -> None:
        super()._slice(cell, variant, block)
        run = self.measurements[-1]
        tail, cpu = np.exp(0.04 * self.random.standard_t(TAILS, 2))
        assert run.latency_mean_ms is not None
        self.measurements[-1] = replace(
            run,
            latency_p99_ms=3 * run.latency_mean_ms * float(tail),
            system_cpu_s=0.1 * float(cpu),
        )


def session_of(
    rates: Callable[[Random], Rates],
    factors: Mapping[str, float],
    seed: tuple[int, int],
    model: NoiseModel | None = None,
) -> Noisy:
    """``factors`` are how much faster each variant is in truth, in everything."""
    random = np.random.default_rng(seed)
    plan = replace(plan_of(model, 0), seed=10_000 * seed[0] + seed[1])
    noise = rates(random)

    def rate(_: Cell, variant: str, begin_s: float, end_s: float) -> float:
        return 100 * factors[variant] * max(noise(begin_s, end_s, variant), 1e-6)

    return Noisy(plan, rate, random=random)


def is_right(decision: Decision, factors: Mapping[str, float]) -> bool:
    """Whether the decision leads to the fastest variant."""
    best = max(NAMES, key=lambda name: (factors[name], name == CURRENT))
    expected = Action.KEEP if best == CURRENT else Action.CHANGE
    return (decision.action, decision.variant) == (expected, best)


def names_the_worst(decision: Decision, worst: str) -> bool:
    """Whether ``worst`` is called slower; if it is the current one, that all others are faster."""
    if worst == CURRENT:
        return len(decision.named(ComparisonState.FASTER)) == len(NAMES) - 1
    return worst in decision.named(ComparisonState.SLOWER)


def claims_anything_false(
    judgement: Judgement, factors: Mapping[str, float], margin: float
) -> bool:
    decision = judgement.decision
    if decision is None:
        return False
    if any(
        _is_false(each, factors, margin) for each in (*decision.overall, *judgement.comparisons)
    ):
        return True
    most = 100 * (max(factors.values()) / factors[CURRENT] - 1)
    return decision.most_gain_percent is not None and decision.most_gain_percent < most


def _is_false(each: Comparison, factors: Mapping[str, float], margin: float) -> bool:
    return contradicts(
        each.state, math.log(factors[each.variant] / factors[each.reference]), margin
    )


def contradicts(state: ComparisonState, truth: float, margin: float) -> bool:
    """Whether ``state`` is false if a variant is ``truth`` better, as a logarithm."""
    return {
        ComparisonState.FASTER: truth <= 0,
        ComparisonState.SLOWER: truth >= 0,
        ComparisonState.SAME: abs(truth) >= math.log1p(margin),
        ComparisonState.INCONCLUSIVE: False,
    }[state]


@dataclass(frozen=True)
class Goal:
    """One of four variants is faster by ``gain``, or slower by ``WORSE``; ``share`` and ``named``
    of the sessions have to say so."""

    model: NoiseModel
    gain: float
    share: float
    named: float = 0.95


GOALS = (
    Goal(QUIET_SSD, 0.05, 0.95),
    Goal(HDD, 0.10, 0.90),
    Goal(WRITE_CLIFF, 0.10, 0.95),
    # the 95 % that all others reach are missed here (docs/recommendation.md): 90.8 % of 2000
    # sessions, and the least of 200 that chance makes of it
    Goal(NOISY_VM, 0.16, 0.95, named=0.85),
)
WORSE = 0.10
MOST_FALSE = 0.05
TRUTHS: Mapping[str, Mapping[str, float]] = {
    "two alike are best, two are 30 % worse": dict(zip(NAMES, (1.0, 1.0, 0.7, 0.7), strict=True)),
    "all alike": dict.fromkeys(NAMES, 1.0),
}


@dataclass(frozen=True)
class Decided:
    """Shares of sessions."""

    goal: Goal
    sessions: int
    right: float
    named: float
    false: float

    @property
    def line(self) -> str:
        return (
            f"{self.goal.model.name:16} +{100 * self.goal.gain:2.0f} %   decided right in "
            f"{100 * self.right:5.1f} %, one {100 * WORSE:.0f} % worse named in "
            f"{100 * self.named:5.1f} %, anything false in {100 * self.false:.1f} % "
            f"of {self.sessions} sessions"
        )

    @property
    def reached(self) -> bool:
        return min(self.right - self.goal.share, self.named - self.goal.named) >= 0


@dataclass(frozen=True)
class Claimed:
    """In how many sessions anything false was claimed."""

    noise: str
    truth: str
    sessions: int
    false: int

    @property
    def line(self) -> str:
        share = 100 * self.false / self.sessions
        return f"{self.noise:16} {self.truth:40} anything false in {share:.1f} %"

    @property
    def is_honest(self) -> bool:
        return self.false <= MOST_FALSE * self.sessions


def decided(goal: Goal, sessions: int) -> Decided:
    right = named = false = 0
    for number in range(sessions):
        chosen = NAMES[number % len(NAMES)]
        better = dict.fromkeys(NAMES, 1.0) | {chosen: 1 + goal.gain}
        worse = dict.fromkeys(NAMES, 1.0) | {chosen: 1 - WORSE}
        for seed, factors in ((1, better), (2, worse)):
            session = session_of(of_model(goal.model), factors, (seed, number), goal.model)
            judgement = session.judged()
            assert judgement.decision is not None
            false += claims_anything_false(judgement, factors, session.plan.margin)
            if factors is better:
                right += is_right(judgement.decision, factors)
            else:
                named += names_the_worst(judgement.decision, chosen)
    return Decided(goal, sessions, right / sessions, named / sessions, false / sessions / 2)


def claimed(noise: str, truth: str, sessions: int) -> Claimed:
    model = next((each for each in MODELS if each.name == noise), None)
    false = 0
    for number in range(sessions):
        session = session_of(ADVERSE[noise], TRUTHS[truth], (3, number), model)
        false += claims_anything_false(session.judged(), TRUTHS[truth], session.plan.margin)
    return Claimed(noise, truth, sessions, false)
