"""The statistical methods, one for each way in which runs can be made.

``FixedBlocks`` is for a time that was known beforehand, with a few looks on the way;
``SequentialBlocks`` for measuring that is looked at after each block and ends when it's clear.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple, Protocol

from storage_tuner.advice.statistics.drift import Drift, DriftRun
from storage_tuner.advice.statistics.paired import (
    LEAST_DIFFERENCES,
    Difference,
    combined_difference,
    stratified_difference,
)
from storage_tuner.advice.statistics.sequential import (
    LEAST_VALUES,
    always_valid_p,
    confidence_sequence,
)
from storage_tuner.advice.statistics.unpaired import (
    apart_difference,
    drifting_difference,
    in_turns,
    welch_difference,
)
from storage_tuner.core.measurement import Measurement, Metric
from storage_tuner.core.message import Text, sentence
from storage_tuner.core.plan import Plan, RunOrder
from storage_tuner.core.plan import Protocol as Order
from storage_tuner.core.workload import Operation

MARGIN = 0.03
"""A difference below 3 % is not worth a change."""
ERROR_LEVEL = 0.05
SWITCH_S = 0.1
"""Approximate overhead of a slice beside its length and wash-out, in seconds."""
START_S = 0.5
"""Approximate overhead of a run that starts fio, beside its length, in seconds."""
MOST_TIMES = 1000.0
"""Above this multiple of the time so far, no forecast is given."""

LEAST_IN_SCORE = 5
"""Differences of an operation, from which it counts in a score of several."""

LOOK_SHARES = (0.01, 0.04, 0.1, 0.7)
"""Of the error level for each look at a session whose time is known beforehand, the last one when
its time is over; each look is as if it were the only one (Bonferroni's inequality). Little of it
early: O'Brien and Fleming 1979, "A multiple testing procedure for clinical trials", Biometrics 35,
549-556. So looking costs the result almost nothing."""

EXTENDED_SHARE = 0.15
"""Of the error level for all ends after the first, of extensions and of resumed sessions: half of
it for the first of them, then half of what is left. With the looks it makes 1."""

ONE_AFTER_ANOTHER = sentence(
    "measured one after the other: drift can't be distinguished from a difference"
)
ORDER_NOTE = sentence(
    "To exclude drift, measure the variants in turns and record the order in a column 'index' or "
    "'started_at'."
)
UNKNOWN_ORDER = sentence("the order of the runs is unknown: drift can't be excluded")
APART = sentence(
    "from different records: no runs in common, so smaller differences can't be detected"
)

Questions = tuple[tuple[Metric, ...], ...]

CLOSED_LOOP: Questions = (
    (Metric.RATE,),
    (Metric.ACCESS_TIME_P99,),
    (Metric.CPU_EFFICIENCY, Metric.SPREAD),
)
"""What is asked of each operation, the most important first. Under a load of ours with a fixed
number of threads the mean latency is the throughput again (Little's law), so it isn't asked."""

OPEN_LOOP: Questions = (
    (Metric.ACCESS_TIME,),
    (Metric.ACCESS_TIME_P99,),
    (Metric.RATE, Metric.CPU_EFFICIENCY, Metric.SPREAD),
)
"""Under a load of others the throughput is what they ask for."""

ALL_METRICS: Questions = (
    (Metric.RATE, Metric.ACCESS_TIME),
    (Metric.ACCESS_TIME_P99,),
    (Metric.CPU_EFFICIENCY, Metric.SPREAD),
)
"""For imported runs it is unknown whether the two are the same."""

Block = tuple[int, int]
"""Thread count and repeat."""


class ComparisonKey(NamedTuple):
    """What a comparison is about; ``threads`` is None over all thread counts."""

    operation: Operation
    metric: Metric
    threads: int | None
    left: str
    right: str


@dataclass(frozen=True)
class CellSeries:
    """One variant's runs in a cell: ``values`` are logarithms by repeat, greater is better.

    ``moments`` tell when each was made, in any unit of time; empty where that doesn't matter.
    ``rounding`` is the variance of the mean that comes from rounded figures.
    """

    values: Mapping[int, float]
    moments: Mapping[int, float] = field(default_factory=dict)
    rounding: float = 0.0

    @property
    def runs(self) -> list[DriftRun]:
        """As far as it's known when they were made, which is for all or none."""
        return [DriftRun(self.moments[repeat], value) for repeat, value in self.values.items()]

    @property
    def logarithms(self) -> list[float]:
        return list(self.values.values())


@dataclass(frozen=True)
class Pair:
    """Two variants in the thread counts that both were measured with. ``drift`` is what is seen of
    it in the table that they come from; None: too little, or it doesn't matter."""

    left: str
    right: str
    cells: Mapping[int, tuple[CellSeries, CellSeries]]
    drift: Drift | None = None

    def differences(self) -> dict[Block, float]:
        """Left less right in each block that has both; positive means left is better."""
        return {
            (threads, repeat): value - right.values[repeat]
            for threads, (left, right) in self.cells.items()
            for repeat, value in left.values.items()
            if repeat in right.values
        }

    def strata(self) -> list[list[float]]:
        """The same by thread count, in no particular order."""
        return [
            [value - right.values[run] for run, value in left.values.items() if run in right.values]
            for left, right in self.cells.values()
        ]

    @property
    def rounding(self) -> list[float]:
        """By thread count."""
        return [left.rounding + right.rounding for left, right in self.cells.values()]

    @property
    def timed(self) -> list[tuple[list[DriftRun], list[DriftRun]]]:
        return [(left.runs, right.runs) for left, right in self.cells.values()]

    @property
    def untimed(self) -> list[tuple[list[float], list[float]]]:
        return [(left.logarithms, right.logarithms) for left, right in self.cells.values()]


class Timing(StrEnum):
    """What tells when a run was made, where that matters."""

    NOTHING = "nothing"
    REPEAT = "repeat"
    MOMENT = "moment"


class Origin(NamedTuple):
    """Where a variant's runs come from: runs of one ``record`` have their time in common."""

    record: int
    timing: Timing


class Estimate(Protocol):
    """A mean difference of natural logarithms, and what is known of it."""

    @property
    def mean(self) -> float: ...

    @property
    def values(self) -> int:
        """From how many differences or runs it was computed."""

    @property
    def doubt(self) -> Text:
        """A doubt about it, as a phrase; empty without any."""

    def p_at(self, difference: float) -> float:
        """Two-sided p of the null hypothesis that the true one is ``difference``."""

    def interval(self, confidence: float = 0.95) -> tuple[float, float]:
        """Where the true difference lies."""


def standard_error(estimate: Estimate) -> float:
    """What stands for one, whatever the method: half of the interval that holds two of three."""
    low, high = estimate.interval(0.6827)
    return (high - low) / 2


class StatisticalMethod(Protocol):
    """A way to judge. Differences are given by block."""

    @property
    def error_level(self) -> float:
        """The most sessions, as a share, that may claim anything false."""

    @property
    def spent_now(self) -> float:
        """How much of ``error_level`` this look may use."""

    @property
    def margin(self) -> float:
        """The share below which a difference doesn't matter."""

    @property
    def questions(self) -> Questions:
        """What is asked of each operation, the most important first."""

    @property
    def least(self) -> int:
        """Of differences: from fewer nothing is claimed."""

    @property
    def run_s(self) -> float | None:
        """What a run or slice takes in all; None where more of them decide nothing."""

    def origin(self, variant: str) -> Origin:
        """Whether it matters when each run of ``variant`` was made."""

    def compare(self, pair: Pair) -> Estimate | None:
        """Left against right: the mean over the thread counts, each of which weighs the same; None
        when there is too little to tell anything."""

    def estimate(self, differences: Mapping[Block, float]) -> Estimate | None:
        """The same from differences within blocks."""

    def weighted(self, parts: Sequence[tuple[float, Mapping[Block, float]]]) -> Estimate | None:
        """The mean of several differences by their weights. Those of which there is nothing at all
        are left out, None when all are; ``blocks_missing`` tells what can't be judged."""

    def blocks_missing(self, differences: Mapping[Block, float]) -> int:
        """How many more blocks it takes until these differences can decide anything."""


def method_for(plan: Plan) -> StatisticalMethod:
    """What suits the protocol of ``plan``."""
    if plan.order is not None:
        return _imported(plan.order, plan.error_level, plan.margin)
    if plan.protocol is Order.ARTICLE:
        return OneAfterAnother(plan.error_level, plan.margin)
    if plan.protocol is Order.LIVE:
        return SequentialBlocks(plan.error_level, plan.margin, _slice_seconds(plan))
    if plan.raced and plan.contests:  # each ends when it's decided
        slice_s = _slice_seconds(plan)
        return SequentialBlocks(plan.error_level, plan.margin, slice_s, CLOSED_LOOP)
    return FixedBlocks(
        plan.error_level,
        plan.margin,
        _slice_seconds(plan) if plan.raced else _run_seconds(plan),
        _share_at_end(plan),
        CLOSED_LOOP,
        LEAST_VALUES if plan.raced else LEAST_DIFFERENCES,
    )


def method_for_table(
    runs: Sequence[Measurement],
    *,
    in_blocks: bool,
    timed: bool,
    when_decided: bool,
    error_level: float = ERROR_LEVEL,
    margin: float = MARGIN,
) -> FixedBlocks | SequentialBlocks:
    """What suits the ``runs`` of a table, by what it tells of them (``store.table.RunTable``)."""
    run_s = math.fsum(run.duration_s for run in runs) / len(runs) if runs else 0.0
    return _imported(RunOrder(in_blocks, timed, when_decided, run_s), error_level, margin)


def _imported(order: RunOrder, error_level: float, margin: float) -> FixedBlocks | SequentialBlocks:
    if order.when_decided:
        return SequentialBlocks(error_level, margin, order.run_s + SWITCH_S, ALL_METRICS)
    run_s = order.run_s or None
    return ImportedTableMethod(
        error_level, margin, run_s, in_blocks=order.in_blocks, timed=order.timed
    )


def _share_at_end(plan: Plan) -> float:
    """How much of the error level is there for the present end of ``plan``'s time."""
    if not plan.raced:
        return 1.0
    return EXTENDED_SHARE / 2**plan.extensions if plan.extensions else LOOK_SHARES[-1]


def _run_seconds(plan: Plan) -> float:
    return (plan.runtime_ms + plan.ramp_ms + plan.pause_ms) / 1000 + START_S


def _slice_seconds(plan: Plan) -> float:
    """What a slice takes, over cells whose slices may differ."""
    paced = [plan.paced(cell) for cell in plan.cells] or [plan]
    return sum(each.runtime_ms + each.ramp_ms for each in paced) / len(paced) / 1000 + SWITCH_S


def judged_cells(plan: Plan) -> int:
    """How many comparisons within one thread count there are for each pair and metric: a load of
    several streams gives several."""
    return sum(len(cell.workload.operations) for cell in plan.cells)


@dataclass(frozen=True)
class FixedBlocks:
    """Student's t over blocks whose number doesn't hang on what they show.

    ``share`` is how much of the error level the last look has, where there were others before.
    Fewer than ``least`` differences answer nothing: short slices are less alike than runs are.
    """

    error_level: float = ERROR_LEVEL
    margin: float = MARGIN
    run_s: float | None = None
    share: float = 1.0
    questions: Questions = ALL_METRICS
    least: int = LEAST_DIFFERENCES

    @property
    def spent_now(self) -> float:
        return self.error_level * self.share

    def origin(self, variant: str) -> Origin:  # noqa: ARG002 - see Method
        return Origin(0, Timing.NOTHING)

    def compare(self, pair: Pair) -> Estimate | None:
        return stratified_difference(pair.strata(), pair.rounding)

    def estimate(self, differences: Mapping[Block, float]) -> Difference | None:
        return stratified_difference(tuple(by_threads(differences).values()))

    def weighted(self, parts: Sequence[tuple[float, Mapping[Block, float]]]) -> Estimate | None:
        found = ((weight, self.estimate(differences)) for weight, differences in parts)
        return combined_difference([(weight, each) for weight, each in found if each])

    def blocks_missing(self, differences: Mapping[Block, float]) -> int:
        missing = min(self.least, LEAST_IN_SCORE) - len(differences)
        return max(missing, 0 if self.estimate(differences) is not None else 1)


@dataclass(frozen=True)
class OneAfterAnother(FixedBlocks):
    """For all runs of one variant before all of the next, as published numbers were made.

    What a drift did in between can't be measured, so the bounds are wide, and nothing is advised
    on such numbers. More of the same wouldn't make them narrower, so there is no forecast.
    """

    def origin(self, variant: str) -> Origin:  # noqa: ARG002 - see Method
        return Origin(0, Timing.MOMENT)

    def compare(self, pair: Pair) -> Estimate | None:
        return _drifting(pair, ONE_AFTER_ANOTHER)

    def weighted(self, parts: Sequence[tuple[float, Mapping[Block, float]]]) -> Estimate | None:  # noqa: ARG002
        return None


@dataclass(frozen=True)
class ImportedTableMethod(FixedBlocks):
    """For a table from elsewhere, by what it tells of its runs.

    If it's known when they were made (``timed``) and that was in turns, those with the same
    ``repeat`` are blocks (``in_blocks``). If that isn't known, they are judged as if each variant
    had been measured at one go, its runs in the order of their ``repeat``.
    """

    in_blocks: bool = True
    timed: bool = False

    def origin(self, variant: str) -> Origin:  # noqa: ARG002 - see Method
        return Origin(0, Timing.MOMENT if self.timed else Timing.REPEAT)

    def compare(self, pair: Pair) -> Estimate | None:
        if not self.timed:
            return _drifting(pair, UNKNOWN_ORDER, apart=True)
        if not all(in_turns(left, right) for left, right in pair.timed):
            return _drifting(pair, ONE_AFTER_ANOTHER)
        if self.in_blocks:
            return stratified_difference(pair.strata(), pair.rounding)
        return welch_difference(pair.untimed, pair.rounding)


def _drifting(pair: Pair, doubt: Text, *, apart: bool = False) -> Estimate | None:
    """``apart``: the right one began when the left one had been measured in everything."""
    if pair.drift is None:
        return None
    later = pair.drift.length if apart else 0.0
    strata = [
        (left, [DriftRun(run.moment + later, run.value) for run in right] if later else right)
        for left, right in pair.timed
    ]
    return drifting_difference(strata, pair.drift, doubt, pair.rounding)


@dataclass(frozen=True)
class AcrossRecords(FixedBlocks):
    """For variants of several records side by side. ``methods`` has for each variant the number of
    its record and the method that suits this record."""

    methods: Mapping[str, tuple[int, StatisticalMethod]] = field(default_factory=dict)

    def origin(self, variant: str) -> Origin:
        number, method = self.methods[variant]
        timing = method.origin(variant).timing
        return Origin(number, Timing.REPEAT if timing is Timing.REPEAT else Timing.MOMENT)

    def compare(self, pair: Pair) -> Estimate | None:
        (left, method), (right, _) = self.methods[pair.left], self.methods[pair.right]
        if left == right:
            return method.compare(pair)
        return apart_difference(pair.timed, APART, pair.rounding)


@dataclass(frozen=True)
class SequentialDifference:
    """A mean difference that may be looked at after every block.

    ``differences`` are one a block. Over several thread counts it's the mean of their first blocks,
    of their second ones and so on, as far as all have one: the bounds hold for every number of
    blocks, so also for the number at which the shortest series happened to end.
    """

    differences: tuple[float, ...]

    @property
    def mean(self) -> float:
        return math.fsum(self.differences) / len(self.differences)

    @property
    def values(self) -> int:
        return len(self.differences)

    @property
    def doubt(self) -> Text:
        return ""

    def p_at(self, difference: float) -> float:
        if len(self.differences) < LEAST_VALUES:
            return 1.0
        return always_valid_p([value - difference for value in self.differences])

    def interval(self, confidence: float = 0.95) -> tuple[float, float]:
        bounds = confidence_sequence(self.differences, 1 - confidence)
        return bounds.low, bounds.high


@dataclass(frozen=True)
class SequentialBlocks:
    """Confidence sequences, which hold however often one looks; ``run_s`` is what one slice takes
    in all."""

    error_level: float = ERROR_LEVEL
    margin: float = MARGIN
    run_s: float | None = None
    questions: Questions = OPEN_LOOP
    least: int = LEAST_VALUES

    @property
    def spent_now(self) -> float:
        return self.error_level

    def origin(self, variant: str) -> Origin:  # noqa: ARG002 - see Method
        return Origin(0, Timing.NOTHING)

    def compare(self, pair: Pair) -> SequentialDifference | None:
        return self.estimate(pair.differences())

    def estimate(self, differences: Mapping[Block, float]) -> SequentialDifference | None:
        """Thread counts with too few blocks to decide anything are left out if others have
        enough."""
        strata = list(by_threads(differences).values())
        enough = [stratum for stratum in strata if len(stratum) >= LEAST_VALUES]
        return _difference(enough or strata)

    def weighted(
        self, parts: Sequence[tuple[float, Mapping[Block, float]]]
    ) -> SequentialDifference | None:
        """Block by block, as far as all have one."""
        found = [
            (weight, estimate.differences)
            for weight, differences in parts
            if weight > 0 and (estimate := self.estimate(differences))
        ]
        total = math.fsum(weight for weight, _ in found)
        count = len(found)
        return _difference(
            [[count * weight / total * value for value in values] for weight, values in found]
        )

    def blocks_missing(self, differences: Mapping[Block, float]) -> int:
        estimate = self.estimate(differences)
        return max(LEAST_VALUES - (estimate.values if estimate else 0), 0)


def by_threads(differences: Mapping[Block, float]) -> dict[int, list[float]]:
    """The differences of each thread count, in the order of the blocks."""
    strata: dict[int, list[float]] = {}
    for (threads, _), value in sorted(differences.items()):
        strata.setdefault(threads, []).append(value)
    return strata


def _difference(strata: Sequence[Sequence[float]]) -> SequentialDifference | None:
    """Mean over the strata, block by block, as far as all have one; None below two blocks."""
    common = min(map(len, strata), default=0)
    if common < 2:
        return None
    return SequentialDifference(
        tuple(
            math.fsum(stratum[block] for stratum in strata) / len(strata) for block in range(common)
        )
    )
