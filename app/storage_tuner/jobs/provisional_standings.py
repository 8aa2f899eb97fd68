"""The standings of every test while it is measured: means, leader, confidence. No Qt.

They use the same bounds as the race: these hold for any number of looks, so an interim result isn't
withdrawn only because it was examined too early.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from storage_tuner.advice.statistics.sequential import SequentialBounds, confidence_sequence
from storage_tuner.bench.adaptive import complete_blocks, race_rules
from storage_tuner.bench.race import Block, CellRace, standing
from storage_tuner.core.measurement import Measurement, Metric
from storage_tuner.core.message import Text
from storage_tuner.core.plan import Cell, Plan, Protocol
from storage_tuner.core.workload import Operation


@dataclass(frozen=True)
class CellOperation:
    """The unit within which variants are compared: an operation of a cell."""

    cell: Cell
    operation: Operation

    @property
    def threads(self) -> int:
        return self.cell.threads


class Certainty(StrEnum):
    """WAITING: nothing measured. EARLY: too little data, or no interim judgement. OPEN:
    inconclusive. AHEAD: one is better by the margin, with confidence. EQUAL: the remaining ones are
    the same, with confidence. ALONE: nothing to compare with."""

    WAITING = "waiting"
    EARLY = "early"
    OPEN = "open"
    AHEAD = "ahead"
    EQUAL = "equal"
    ALONE = "alone"


@dataclass(frozen=True)
class Stand:
    """The standing of one test: ``means`` are geometric, in the rate's unit, over complete rounds;
    ``rounds`` counts these. ``best`` is the leader or, in a tie, the one with the highest mean.
    ``lead_percent`` is its lead over ``next_best`` with ``interval_percent``, None while it's
    unknown."""

    certainty: Certainty
    means: Mapping[str, float] = field(default_factory=dict)
    rounds: int = 0
    best: str | None = None
    next_best: str | None = None
    lead_percent: float | None = None
    interval_percent: tuple[float, float] | None = None


@dataclass(frozen=True)
class Disturbances:
    """The disturbed ones among ``slices``: their number by reason (a phrase)."""

    slices: int
    reasons: Mapping[Text, int]

    @property
    def count(self) -> int:
        return sum(self.reasons.values())


def take_in(run: Measurement, runs: list[Measurement]) -> bool:
    """Add ``run``, or replace its earlier version, if it's later marked as disturbed. Return
    whether it's a new one."""
    if run.disturbed:
        for place, one in enumerate(runs):
            if one.index == run.index and replace(one, disturbed=run.disturbed) == run:
                runs[place] = run
                return False
    runs.append(run)
    return True


class SoFar:
    """Everything measured in one session so far."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.tests = tuple(
            CellOperation(cell, operation)
            for cell in plan.cells
            for operation in cell.workload.operations
        )
        self._runs: dict[CellOperation, list[Measurement]] = {test: [] for test in self.tests}
        self._by_key = {(test.operation, test.threads): test for test in self.tests}
        self._disturbed: dict[int, Text] = {}
        self._indices: set[int] = set()
        self.temperatures: list[float] = []
        """In °C, of the hottest drive, in the order of measuring."""

    def add(self, runs: Iterable[Measurement]) -> tuple[CellOperation, ...]:
        """Add ``runs``, and return the tests that they belong to, each once."""
        touched: dict[CellOperation, None] = {}
        for run in runs:
            self._indices.add(run.index)
            if run.disturbed:
                self._disturbed[run.index] = run.disturbed
            test = self._by_key.get((run.operation, run.threads))
            is_new = test is None or take_in(run, self._runs[test])
            if is_new and run.temperature_c is not None:
                self.temperatures.append(run.temperature_c)
            if test is not None:
                touched[test] = None
        return tuple(touched)

    @property
    def disturbances(self) -> Disturbances:
        return Disturbances(len(self._indices), Counter(self._disturbed.values()))

    def runs(self, test: CellOperation) -> tuple[Measurement, ...]:
        return tuple(self._runs[test])

    def names(self, test: CellOperation) -> tuple[str, ...]:
        """The variants that are compared in ``test``."""
        return tuple(variant.name for variant in self.plan.variants_in(test.cell))

    def stand(self, test: CellOperation) -> Stand:
        names, runs = self.names(test), self._runs[test]
        blocks = self._blocks(names, runs)
        means = geometric_means(names, blocks)
        if not means:
            return Stand(Certainty.WAITING)
        best = max(means, key=lambda name: means[name])
        if len(names) < 2:
            return Stand(Certainty.ALONE, means, len(blocks), best)
        if not self.plan.raced:
            return Stand(Certainty.EARLY, means, len(blocks), best)
        return self._raced(names, blocks, means)

    def _blocks(self, names: Sequence[str], runs: Sequence[Measurement]) -> list[Block]:
        """The complete rounds; with one variant after the other there are none before the end."""
        if self.plan.protocol is Protocol.ARTICLE:
            return [
                {run.variant: rate}
                for run in runs
                if not run.disturbed and (rate := run.value(Metric.RATE))
            ]
        # raced plans have whole blocks, of fewer and fewer variants
        return complete_blocks(runs, () if self.plan.raced else names)

    def _raced(
        self,
        names: Sequence[str],
        blocks: Sequence[Block],
        means: Mapping[str, float],
    ) -> Stand:
        rules = race_rules(self.plan)
        found = standing(names, blocks, rules)
        leader = found.leader or names[0]
        rivals = [name for name in found.running if name != leader] or [
            name for name in names if name != leader
        ]
        rival, bounds = _nearest(leader, rivals, blocks, rules.error_level)
        known = math.isfinite(bounds.radius)
        return Stand(
            _certainty(found, known=known),
            means,
            len(blocks),
            leader,
            rival,
            _percent(bounds.mean) if known else None,
            (_percent(bounds.low), _percent(bounds.high)) if known else None,
        )


def geometric_means(names: Sequence[str], blocks: Sequence[Block]) -> dict[str, float]:
    """The geometric mean of each variant over its blocks; variants without any are left out."""
    logarithms = {
        name: [math.log(block[name]) for block in blocks if name in block] for name in names
    }
    return {
        name: math.exp(math.fsum(values) / len(values))
        for name, values in logarithms.items()
        if values
    }


@dataclass(frozen=True)
class ProvisionalLead:
    """``variant`` is ``percent`` faster than the ``reference``, over ``tests`` that both were
    measured in, without a verdict; the reference itself leads by 0."""

    variant: str
    reference: str
    percent: float
    tests: int


def lead_so_far(stands: Iterable[Stand], reference: str) -> ProvisionalLead | None:
    """The provisional lead by geometric means of the rates; None until the reference and another
    variant were measured."""
    ratios: dict[str, list[float]] = {}
    for stand in stands:
        if not (base := stand.means.get(reference)):
            continue
        for name, mean in stand.means.items():
            ratios.setdefault(name, []).append(math.log(mean / base))
    if len(ratios) < 2:
        return None
    most = max(map(len, ratios.values()))
    means = {name: math.fsum(each) / most for name, each in ratios.items() if len(each) == most}
    best = max(means, key=lambda name: means[name])
    return ProvisionalLead(best, reference, _percent(means[best]), most)


def _certainty(found: CellRace, *, known: bool) -> Certainty:
    if found.equal:
        return Certainty.EQUAL
    if found.decided:
        return Certainty.AHEAD
    return Certainty.OPEN if known else Certainty.EARLY


def _nearest(
    leader: str, rivals: Sequence[str], blocks: Sequence[Block], error_level: float
) -> tuple[str, SequentialBounds]:
    """The rival with the smallest distance from the leader, and the bounds of the lead."""
    leads = {
        rival: confidence_sequence(
            [
                math.log(block[leader] / block[rival])
                for block in blocks
                if leader in block and rival in block
            ],
            error_level,
        )
        for rival in rivals
    }
    rival = min(leads, key=lambda name: leads[name].mean)
    return rival, leads[rival]


def _percent(logarithm: float) -> float:
    return 100 * math.expm1(logarithm)
