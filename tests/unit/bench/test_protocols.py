"""A small part of tests/honesty/test_adaptive_protocol.py, always the same: the adaptive protocol
finds on a wandering disk what is there, in a twentieth of the article's time, and nothing where
nothing is."""

from __future__ import annotations

import math
import random

import pytest

from storage_tuner.advice.judgement import judge_plan
from storage_tuner.advice.statistics.methods import method_for
from storage_tuner.advice.verdict import judge_measurements
from storage_tuner.core.decision import Action
from storage_tuner.core.measurement import Metric
from storage_tuner.core.plan import Cell
from storage_tuner.core.verdict import State
from storage_tuner.core.workload import Operation, classical_workload
from tests.unit.bench.simulated_sessions import SimulatedSession, adaptive_plan

NAMES = ("none", "mq-deadline", "kyber", "bfq")
ARTICLE_S = 4 * 10 * 65.0
"""A cell of four variants, ten runs of a minute each and pauses of 5 s."""

OPERATIONS = (Operation.SEQUENTIAL_READ, Operation.RANDOM_READ, Operation.RANDOM_WRITE)


class WanderingDisk:
    """Rates that keep something of the one before (over about a second), beside a slow fall."""

    def __init__(self, seed: int, spread: float, factors: dict[str, float]) -> None:
        self._random = random.Random(seed)
        self._spread = spread
        self._factors = factors
        self._level = 0.0
        self._until_s = 0.0

    def rate(self, _cell: Cell, variant: str, _begin_s: float, end_s: float) -> float:
        kept = math.exp(-(end_s - self._until_s))
        step = self._random.gauss(0, self._spread * math.sqrt(1 - kept**2))
        self._level = kept * self._level + step
        self._until_s = end_s
        fall = 0.1 * end_s / 600
        return 100 * self._factors.get(variant, 1.0) * math.exp(self._level - fall)


def measured(seed: int, spread: float, factors: dict[str, float]) -> SimulatedSession:
    plan = adaptive_plan(
        NAMES, operations=OPERATIONS, threads=(1, 2, 4, 8), budget_s=700, seed=seed
    )
    return SimulatedSession(plan, WanderingDisk(seed, spread, factors).rate).run()


def test_ten_per_cent_are_found_in_a_twentieth_of_the_time() -> None:
    session = measured(1, 0.04, {"kyber": 1.1})
    verdicts = judge_measurements(session.measurements, method_for(session.plan))
    rates = [verdict for verdict in verdicts if verdict.metric is Metric.RATE]
    assert len(rates) == 15
    whole = [verdict for verdict in rates if verdict.threads is None]
    assert {(verdict.state, verdict.winner) for verdict in whole} == {(State.BETTER, "kyber")}
    assert {verdict.winner for verdict in rates} <= {"kyber", None}
    assert max(session.elapsed_s.values()) <= ARTICLE_S / 20
    decision = judge_plan(session.plan, session.measurements).decision
    assert decision is not None
    assert (decision.action, decision.variant) == (Action.CHANGE, "kyber")


@pytest.mark.sampled(2)
@pytest.mark.parametrize("spread", [0.03, 0.06, 0.2])
def test_nothing_is_found_where_nothing_is(spread: float) -> None:
    session = measured(1, spread, {})
    verdicts = judge_measurements(session.measurements, method_for(session.plan))
    assert not [verdict for verdict in verdicts if verdict.state is State.BETTER]
    decision = judge_plan(session.plan, session.measurements).decision
    assert decision is not None
    assert decision.action is Action.KEEP


def test_standing_and_verdict_agree() -> None:
    """A cell that is called decided on the way is decided in the table, too."""
    factors = (1.0, 1.02, 1.05)
    for seed, factor in enumerate(factors):
        session = measured(seed, 0.03, {"bfq": factor})
        verdicts = judge_measurements(session.measurements, method_for(session.plan))
        state = {
            Cell(classical_workload(verdict.operation), verdict.threads): verdict
            for verdict in verdicts
            if verdict.metric is Metric.RATE and verdict.threads is not None
        }
        for cell, standing in session.standings.items():
            if standing.equal:
                best = set(state[cell].best)
                assert best == set(standing.running)
                assert state[cell].state is State.EQUAL
            elif standing.decided:
                assert (state[cell].winner,) == standing.running
