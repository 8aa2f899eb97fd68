"""Checks whether separate runs confirm what switching under a running load found. Pure.

Shortly after a switch, a setting may not show its whole effect yet, or an effect of the previous
one may persist. To rule that out, the decided tests are repeated: only the best and the next best
variant, each in separate runs, with the same statistics.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from storage_tuner.advice.statistics.sequential import LEAST_VALUES
from storage_tuner.bench.adaptive import complete_blocks, race_rules
from storage_tuner.bench.planning import EFFORTS, MOST_BLOCKS
from storage_tuner.bench.race import standing
from storage_tuner.bench.time_costs import in_rounds, least_seconds
from storage_tuner.core.measurement import Measurement, Metric
from storage_tuner.core.message import Message, Text, closed, sentence, together
from storage_tuner.core.plan import Cell, Contest, LeftOut, Plan, Protocol, shown_name
from storage_tuner.core.verdict import State, Verdict
from storage_tuner.core.workload import threads_phrase

PATIENCE = 2.5
"""The factor on a test's least time, so that tests with scattered runs are decided, too."""


class Agreement(StrEnum):
    CONFIRMED = "confirmed"
    NOT_CONFIRMED = "not confirmed"
    UNDECIDED = "undecided"

    @property
    def phrase(self) -> Message:
        return {
            Agreement.CONFIRMED: sentence("confirmed"),
            Agreement.NOT_CONFIRMED: sentence("not confirmed"),
            Agreement.UNDECIDED: sentence("inconclusive"),
        }[self]


@dataclass(frozen=True)
class Confirmation:
    """The result of a contest. ``sentence`` describes it; ``lead_percent`` is the lead of the
    contest's first variant over the second, None when nothing was measured."""

    contest: Contest
    agreement: Agreement
    lead_percent: float | None
    sentence: Text


def confirmation_plan(
    plan: Plan, verdicts: Sequence[Verdict], *, seed: int, budget_s: float | None = None
) -> Plan | None:
    """The plan to repeat the decided tests of ``plan`` with separate runs; None when none was
    decided."""
    contests = tuple(
        contest
        for cell in plan.cells
        for verdict in verdicts
        if (contest := _contest(cell, verdict)) is not None
    )
    if not contests:
        return None
    effort = EFFORTS[plan.thoroughness]
    names = {name for contest in contests for name in contest.variants}
    workloads = {contest.workload for contest in contests}
    bare = replace(
        plan,
        variants=tuple(variant for variant in plan.variants if variant.name in names),
        workloads=tuple(each for each in plan.workloads if each.name in workloads),
        threads=tuple(sorted({contest.threads for contest in contests})),
        repeats=MOST_BLOCKS,
        runtime_ms=effort.runtime_ms,
        ramp_ms=effort.ramp_ms,
        pause_ms=0,
        seed=seed,
        protocol=Protocol.RESTARTS,
        paces=(),
        contests=contests,
        left_out=LeftOut(),
    )
    patience_s = PATIENCE * least_seconds(bare, LEAST_VALUES)
    return in_rounds(replace(bare, budget_s=budget_s or patience_s))


def confirmations(plan: Plan, measurements: Sequence[Measurement]) -> tuple[Confirmation, ...]:
    """The verdicts of a confirmation plan's runs on each of its contests."""
    return tuple(_confirmation(plan, contest, measurements) for contest in plan.contests)


def _contest(cell: Cell, verdict: Verdict) -> Contest | None:
    """The contest of ``cell`` that ``verdict`` decided by throughput; None if it decided none."""
    about = (verdict.operation, verdict.threads) == (cell.workload.operations[0], cell.threads)
    if not about or verdict.metric is not Metric.RATE or len(verdict.summaries) < 2:
        return None
    if verdict.state is State.BETTER and verdict.winner and verdict.runner_up:
        pair = (verdict.winner, verdict.runner_up)
        return Contest(cell.workload.name, cell.threads, pair, verdict.winner)
    if verdict.state is State.EQUAL and len(verdict.best) >= 2:
        return Contest(cell.workload.name, cell.threads, verdict.best[:2], None)
    return None


def _confirmation(
    plan: Plan, contest: Contest, measurements: Sequence[Measurement]
) -> Confirmation:
    cell = next(
        cell
        for cell in plan.cells
        if (cell.workload.name, cell.threads) == (contest.workload, contest.threads)
    )
    operation = cell.workload.operations[0]
    slices = [
        run for run in measurements if (run.operation, run.threads) == (operation, cell.threads)
    ]
    rules = race_rules(plan)
    blocks = complete_blocks(slices, contest.variants)
    now = standing(contest.variants, blocks, rules)
    winner = now.running[0] if len(now.running) == 1 else None
    if not now.decided:
        agreement = Agreement.UNDECIDED
    elif winner == contest.winner:
        agreement = Agreement.CONFIRMED
    else:
        agreement = Agreement.NOT_CONFIRMED
    first, second = contest.variants
    leads = [math.log(block[first] / block[second]) for block in blocks if second in block]
    lead = 100 * math.expm1(math.fsum(leads) / len(leads)) if leads else None
    where = together((cell.workload.label, threads_phrase(cell.threads)), ", ")
    words = _words(contest, agreement, lead)
    reported = together((together((where, closed(agreement.phrase)), ": "), words))
    return Confirmation(contest, agreement, lead, reported)


def _words(contest: Contest, agreement: Agreement, lead: float | None) -> Message:
    first, second = map(shown_name, contest.variants)
    claim = (
        sentence("{first} is faster than {second}", first=first, second=second)
        if contest.winner
        else sentence("{first} and {second} are the same", first=first, second=second)
    )
    if lead is None:
        return sentence("First result: {claim}. No separate run succeeded.", claim=claim)
    ahead, by = (first, lead) if lead >= 0 else (second, 100 * (100 / (100 + lead) - 1))
    found = sentence("{ahead} is {by:.1f} % faster", ahead=ahead, by=by)
    if agreement is Agreement.CONFIRMED:
        return sentence("Separate runs agree: {claim} ({found}).", claim=claim, found=found)
    if agreement is Agreement.NOT_CONFIRMED:
        return sentence(
            "First result: {claim}. Separate runs disagree ({found}).", claim=claim, found=found
        )
    return sentence(
        "First result: {claim}. Separate runs are inconclusive ({found} so far).",
        claim=claim,
        found=found,
    )
