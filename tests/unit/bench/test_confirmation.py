from __future__ import annotations

import random
from dataclasses import replace

import pytest

from storage_tuner.advice.statistics.methods import method_for
from storage_tuner.advice.verdict import judge_measurements
from storage_tuner.bench.adaptive import Done, next_step
from storage_tuner.bench.confirmation import Agreement, confirmation_plan, confirmations
from storage_tuner.core.measurement import Measurement
from storage_tuner.core.plan import Cell, Plan, Protocol
from tests.unit.bench.simulated_sessions import SimulatedSession, adaptive_plan, measured_slice

NAMES = ("none", "bfq", "kyber")


def session(leads: dict[str, float], spread: float = 0.01) -> tuple[Plan, list[Measurement]]:
    source = random.Random(4)

    def rate(cell: Cell, variant: str, begin: float, end: float) -> float:
        return 100 * leads[variant] * source.gauss(1, spread)

    plan = adaptive_plan(NAMES, threads=(1, 4))
    return plan, SimulatedSession(plan, rate).run().measurements


def again(plan: Plan, leads: dict[str, float], spread: float = 0.01) -> list[Measurement]:
    source = random.Random(5)
    measurements: list[Measurement] = []
    elapsed: dict[Cell, float] = {}
    while not isinstance(step := next_step(plan, measurements, elapsed), Done):
        for variant in step.order:
            value = 100 * leads[variant.name] * source.gauss(1, spread)
            index = len(measurements)
            measurements.append(measured_slice(step.cell, variant.name, step.block, index, value))
        elapsed[step.cell] = elapsed.get(step.cell, 0.0) + 2.75 * len(step.order)
    return measurements


CLEAR = {"none": 1.0, "bfq": 0.8, "kyber": 0.6}


def plan_to_confirm(leads: dict[str, float]) -> Plan:
    plan, measurements = session(leads)
    verdicts = judge_measurements(measurements, method_for(plan))
    found = confirmation_plan(plan, verdicts, seed=1)
    assert found is not None
    return found


def test_only_the_best_and_the_next_best_are_measured_again() -> None:
    plan = plan_to_confirm(CLEAR)
    assert plan.protocol is Protocol.RESTARTS
    assert plan.raced
    assert [variant.name for variant in plan.variants] == ["none", "bfq"]
    assert len(plan.contests) == len(plan.cells) == 4
    assert {contest.winner for contest in plan.contests} == {"none"}
    assert {contest.variants for contest in plan.contests} == {("none", "bfq")}
    assert plan.paces == ()


@pytest.mark.parametrize(
    ("leads", "agreement", "words"),
    [
        (CLEAR, Agreement.CONFIRMED, "Separate runs agree: none is faster than bfq"),
        ({"none": 0.8, "bfq": 1.0}, Agreement.NOT_CONFIRMED, "bfq is 2"),
        ({"none": 1.0, "bfq": 1.0}, Agreement.NOT_CONFIRMED, "Separate runs disagree"),
    ],
)
def test_what_restarts_say_is_told_in_words(
    leads: dict[str, float], agreement: Agreement, words: str
) -> None:
    plan = plan_to_confirm(CLEAR)
    found = confirmations(plan, again(plan, leads))
    assert {each.agreement for each in found} == {agreement}
    assert all(words in str(each.sentence) for each in found)


def test_what_stays_open_is_undecided() -> None:
    plan = plan_to_confirm(CLEAR)
    found = confirmations(plan, again(plan, {"none": 1.0, "bfq": 0.98}, spread=0.2))
    assert {each.agreement for each in found} == {Agreement.UNDECIDED}
    nothing = confirmations(plan, [])
    assert {each.lead_percent for each in nothing} == {None}


def test_equal_ones_are_confirmed_as_equal() -> None:
    plan, measurements = session(dict.fromkeys(NAMES, 1.0), spread=0.004)
    verdicts = judge_measurements(measurements, method_for(plan))
    found = confirmation_plan(plan, verdicts, seed=1)
    assert found is not None
    assert {contest.winner for contest in found.contests} == {None}
    told = confirmations(found, again(found, dict.fromkeys(NAMES, 1.0), spread=0.004))
    assert {each.agreement for each in told} == {Agreement.CONFIRMED}
    ahead = confirmations(found, again(found, {"none": 1.0, "bfq": 1.2, "kyber": 1.4}, 0.004))
    assert {each.agreement for each in ahead} == {Agreement.NOT_CONFIRMED}


def test_where_nothing_was_decided_there_is_nothing_to_confirm() -> None:
    plan, measurements = session(CLEAR)
    few = [replace(run) for run in measurements[:9]]
    assert confirmation_plan(plan, judge_measurements(few, method_for(plan)), seed=1) is None


def test_contests_share_the_time_and_the_error_level_of_their_own_pairs() -> None:
    plan = plan_to_confirm(CLEAR)
    assert plan.most_pairs == 1
    assert plan.budget_s is not None
    assert plan.budget_s == pytest.approx(2.5 * 4 * 8 * 2 * (2.3 + 0.45))
