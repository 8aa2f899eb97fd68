"""How differences are judged: which statistics suit the way in which they were measured.

``FixedBlocks`` is for a number of blocks that was fixed beforehand, ``SequentialBlocks`` for the
adaptive protocol, which looks after each block and stops when it has seen enough.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from statistics import NormalDist
from typing import NamedTuple, Protocol

from storage_tuner.advice.drift import Drift, Run
from storage_tuner.advice.sequential import (
    LEAST_VALUES,
    RACED_SHARE,
    Goals,
    always_valid_p,
    confidence_sequence,
)
from storage_tuner.advice.statistics import (
    LEAST_DIFFERENCES,
    Difference,
    combined_difference,
    holm,
    stratified_difference,
)
from storage_tuner.advice.unpaired import (
    apart_difference,
    drifting_difference,
    in_turns,
    welch_difference,
)
from storage_tuner.core.measurement import Measurement, Metric
from storage_tuner.core.plan import Plan, RunOrder
from storage_tuner.core.plan import Protocol as Order
from storage_tuner.core.sentence import sentence
from storage_tuner.core.workload import CLASSICAL_OPERATIONS, Operation

MARGIN = 0.03
"""A difference below 3 % is not worth a change."""
ERROR_LEVEL = 0.05
SWITCH_S = 0.1
"""What a slice costs beside its length and wash-out, about."""
START_S = 0.5
"""What a run that starts fio anew costs beside its length, about."""
MOST_TIMES = 1000.0
"""Who would have to measure so many times longer isn't told how long."""

ONE_AFTER_ANOTHER = sentence(
    "measured one after the other: drift can't be distinguished from a difference"
)
ORDER_NOTE = sentence(
    "To exclude drift, measure the variants in turns and record the order in a column 'index' or "
    "'started_at'."
)
UNKNOWN_ORDER = sentence("the order of the runs is unknown: drift can't be excluded")
APART = sentence("from different records: no runs in common, so smaller differences can't be told")

RACED = (Metric.RATE, Metric.ACCESS_TIME)
"""Under a load of ours with a fixed number of threads both are one measurement (Little's law)."""

RACED_LIVE = (Metric.ACCESS_TIME,)
"""Under a load of others the rate is what they ask for."""

Block = tuple[int, int]
"""Thread count and repeat."""


class Key(NamedTuple):
    """What a comparison is about; ``threads`` is None over all thread counts."""

    operation: Operation
    metric: Metric
    threads: int | None
    left: str
    right: str


@dataclass(frozen=True)
class Series:
    """One variant's runs in a cell: ``values`` are logarithms by repeat, greater is better.

    ``moments`` tell when each was made, in any unit of time; empty where that doesn't matter.
    ``rounding`` is the variance of the mean that comes from rounded figures.
    """

    values: Mapping[int, float]
    moments: Mapping[int, float] = field(default_factory=dict)
    rounding: float = 0.0

    @property
    def runs(self) -> list[Run]:
        """As far as it's known when they were made, which is for all or none."""
        return [Run(self.moments[repeat], value) for repeat, value in self.values.items()]

    @property
    def logarithms(self) -> list[float]:
        return list(self.values.values())


@dataclass(frozen=True)
class Pair:
    """Two variants in the thread counts that both were measured with. ``drift`` is what is seen of
    it in the table that they come from; None: too little, or it doesn't matter."""

    left: str
    right: str
    cells: Mapping[int, tuple[Series, Series]]
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
    def timed(self) -> list[tuple[list[Run], list[Run]]]:
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
    def doubt(self) -> str:
        """What makes it less sure than its numbers, for persons; empty: nothing."""

    @property
    def p_value(self) -> float:
        """Of the null hypothesis that the true difference is zero; not corrected."""

    def interval(self, confidence: float = 0.95) -> tuple[float, float]:
        """Where the true difference lies."""


class Method(Protocol):
    """A way to judge. Differences are given by block."""

    @property
    def error_level(self) -> float: ...

    @property
    def margin(self) -> float:
        """The share below which a difference doesn't matter."""

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

    def corrected(self, estimates: Mapping[Key, Estimate]) -> dict[Key, float]:
        """p-values that hold for all comparisons of a session together, up to ``error_level``."""

    def shows_equal(self, key: Key, estimate: Estimate) -> bool:
        """Whether the true difference surely lies within the margin."""

    def seconds_needed(self, key: Key, estimate: Estimate, variants: int) -> float | None:
        """How much longer measuring so many variants takes until the comparison is decided, if all
        goes on like so far; None when that can't be told."""


def method_for(plan: Plan) -> Method:
    """What suits the protocol of ``plan``."""
    if plan.order is not None:
        return _imported(plan, plan.order)
    if plan.protocol is Order.ARTICLE:
        return OneAfterAnother(plan.error_level, plan.margin)
    if not (plan.raced or plan.protocol is Order.LIVE):
        return FixedBlocks(
            plan.error_level,
            plan.margin,
            comparisons=len(plan.operations) * len(Metric) * plan.most_pairs,
            run_s=(plan.runtime_ms + plan.ramp_ms + plan.pause_ms) / 1000 + START_S,
        )
    return SequentialBlocks(
        plan.error_level,
        plan.margin,
        cells=judged_cells(plan),
        operations=len(plan.operations),
        pairs=plan.most_pairs,
        slice_s=_slice_seconds(plan),
        raced=RACED_LIVE if plan.protocol is Order.LIVE else RACED,
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
    operations = len({run.operation for run in runs})
    pairs = max(math.comb(len({run.variant for run in runs}), 2), 1)
    run_s = math.fsum(run.duration_s for run in runs) / len(runs) if runs else 0.0
    if when_decided:
        cells = len({(run.operation, run.threads) for run in runs})
        slice_s = run_s + SWITCH_S
        return SequentialBlocks(error_level, margin, cells, operations, pairs, slice_s)
    return Imported(
        error_level,
        margin,
        comparisons=operations * len(Metric) * pairs,
        run_s=run_s or None,
        in_blocks=in_blocks,
        timed=timed,
    )


def _imported(plan: Plan, order: RunOrder) -> Method:
    """As ``method_for_table``, of runs that were kept."""
    operations = len(plan.operations)
    if order.when_decided:
        return SequentialBlocks(
            plan.error_level,
            plan.margin,
            operations * len(plan.threads),
            operations,
            max(plan.most_pairs, 1),
            order.run_s + SWITCH_S,
        )
    return Imported(
        plan.error_level,
        plan.margin,
        comparisons=operations * len(Metric) * max(plan.most_pairs, 1),
        run_s=order.run_s or None,
        in_blocks=order.in_blocks,
        timed=order.timed,
    )


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
    """Student's t over blocks whose number was fixed beforehand.

    The comparisons over all thread counts are one family for Holm's correction, those for single
    thread counts a second one, so that the detail doesn't weaken the whole; if there are both, each
    has half of the session's error level.
    """

    error_level: float = ERROR_LEVEL
    margin: float = MARGIN
    comparisons: int = 1
    run_s: float | None = None

    def origin(self, variant: str) -> Origin:  # noqa: ARG002 - see Method
        return Origin(0, Timing.NOTHING)

    def compare(self, pair: Pair) -> Estimate | None:
        return stratified_difference(pair.strata(), pair.rounding)

    def estimate(self, differences: Mapping[Block, float]) -> Difference | None:
        return stratified_difference(tuple(by_threads(differences).values()))

    def weighted(self, parts: Sequence[tuple[float, Mapping[Block, float]]]) -> Estimate | None:
        return combined_difference(
            [
                (weight, found)
                for weight, differences in parts
                if (found := stratified_difference(tuple(by_threads(differences).values())))
            ]
        )

    def blocks_missing(self, differences: Mapping[Block, float]) -> int:
        if self.estimate(differences) is not None:
            return 0
        return max(LEAST_DIFFERENCES - len(differences), 1)

    def corrected(self, estimates: Mapping[Key, Estimate]) -> dict[Key, float]:
        families = [
            {key: item.p_value for key, item in estimates.items() if (key.threads is None) is whole}
            for whole in (True, False)
        ]
        judged = [family for family in families if family]
        share = 1 if _are_the_same(*families) else len(judged)
        return {
            key: min(1.0, share * value) for family in judged for key, value in holm(family).items()
        }

    def shows_equal(self, key: Key, estimate: Estimate) -> bool:  # noqa: ARG002 - see Method
        low, high = estimate.interval()
        return -math.log1p(self.margin) < low and high < math.log1p(self.margin)

    def seconds_needed(self, key: Key, estimate: Estimate, variants: int) -> float | None:  # noqa: ARG002
        """By what factor the standard error has to shrink, and its square the time."""
        if self.run_s is None or not isinstance(estimate, Difference):
            return None
        lead, enough = abs(estimate.mean), math.log1p(self.margin)
        if lead >= enough:
            level = self.error_level / 4 / max(self.comparisons, 1)
            wanted = lead / NormalDist().inv_cdf(1 - level)
        else:
            wanted = (enough - lead) / NormalDist().inv_cdf(0.975)
        times = (estimate.standard_error / wanted) ** 2 if wanted > 0 else math.inf
        if times > MOST_TIMES:
            return None
        return max((times - 1) * estimate.values, 1) * variants * self.run_s


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
class Imported(FixedBlocks):
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


def _drifting(pair: Pair, doubt: str, *, apart: bool = False) -> Estimate | None:
    """``apart``: the right one began when the left one had been measured in everything."""
    if pair.drift is None:
        return None
    later = pair.drift.length if apart else 0.0
    strata = [
        (left, [Run(run.moment + later, run.value) for run in right] if later else right)
        for left, right in pair.timed
    ]
    return drifting_difference(strata, pair.drift, doubt, pair.rounding)


@dataclass(frozen=True)
class AcrossRecords(FixedBlocks):
    """For variants of several records side by side. ``methods`` has for each variant the number of
    its record and the method that suits this record."""

    methods: Mapping[str, tuple[int, Method]] = field(default_factory=dict)

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

    ``values`` are one a block. Over several thread counts it's the mean of their first blocks, of
    their second ones and so on, as far as all have one: the bounds hold for every number of
    blocks, so also for the number at which the shortest race happened to end.
    """

    values: tuple[float, ...]
    strata: tuple[tuple[float, ...], ...]

    @property
    def mean(self) -> float:
        return math.fsum(self.values) / len(self.values)

    @property
    def doubt(self) -> str:
        return ""

    @property
    def p_value(self) -> float:
        return always_valid_p(self.values) if len(self.values) >= LEAST_VALUES else 1.0

    def interval(self, confidence: float = 0.95) -> tuple[float, float]:
        bounds = confidence_sequence(self.values, 1 - confidence)
        return bounds.low, bounds.high


@dataclass(frozen=True)
class SequentialBlocks:
    """Confidence sequences, and Holm's correction over p-values that are always valid.

    ``RACED_SHARE`` of the error level goes to the rates of the single cells, for which they were
    raced. Half of the rest goes to what is said over all thread counts, half to the slowest
    requests and the CPU in single cells. The mean access time of a cell is its rate again (Little's
    law), so it is wrong when that is wrong, and needs no share.

    ``raced`` are the metrics that this is about; where the load isn't ours, the rate is none of
    them and shares what the rest has.

    What was shown in every single cell holds over all of them too, at no cost. ``cells``,
    ``operations`` and ``pairs`` (of variants) are those of the session; ``slice_s`` is what one
    slice takes in all.
    """

    error_level: float = ERROR_LEVEL
    margin: float = MARGIN
    cells: int = 1
    operations: int = len(CLASSICAL_OPERATIONS)
    pairs: int = 1
    slice_s: float = 1.0
    raced: tuple[Metric, ...] = RACED

    def origin(self, variant: str) -> Origin:  # noqa: ARG002 - see Method
        return Origin(0, Timing.NOTHING)

    def compare(self, pair: Pair) -> SequentialDifference | None:
        return self.estimate(pair.differences())

    def estimate(self, differences: Mapping[Block, float]) -> SequentialDifference | None:
        """Thread counts with too few blocks to decide anything are left out if others have
        enough."""
        strata = _in_order(differences)
        enough = [stratum for stratum in strata if len(stratum) >= LEAST_VALUES]
        return _difference(enough or strata)

    def weighted(
        self, parts: Sequence[tuple[float, Mapping[Block, float]]]
    ) -> SequentialDifference | None:
        """Block by block, as far as all have one: too few of one operation decide nothing."""
        found = [
            (weight, estimate.values)
            for weight, differences in parts
            if weight > 0 and (estimate := self.estimate(differences))
        ]
        total = math.fsum(weight for weight, _ in found)
        if total <= 0:
            return None
        most = None if len(found) == sum(weight > 0 for weight, _ in parts) else LEAST_VALUES - 1
        count = len(found)
        return _difference(
            [
                [count * weight / total * value for value in values[:most]]
                for weight, values in found
            ]
        )

    def blocks_missing(self, differences: Mapping[Block, float]) -> int:
        estimate = self.estimate(differences)
        return max(LEAST_VALUES - (len(estimate.values) if estimate else 0), 0)

    def corrected(self, estimates: Mapping[Key, Estimate]) -> dict[Key, float]:
        corrected: dict[Key, float] = {}
        families: dict[tuple[object, ...], dict[Key, float]] = {}
        for key, item in estimates.items():
            families.setdefault(self._family(key), {})[key] = item.p_value
        for family in families.values():
            share = self._share(next(iter(family)))
            corrected |= {key: min(1.0, p / share) for key, p in holm(family).items()}
        single = _single_cells(estimates)
        return corrected | {
            key: min(corrected[key], _weakest(item, single.get(key, {}), corrected))
            for key, item in estimates.items()
            if key.threads is None
        }

    def shows_equal(self, key: Key, estimate: Estimate) -> bool:
        assert isinstance(estimate, SequentialDifference)
        goals = self._goals(key)
        if goals.shows_equal(estimate.values):
            return len(estimate.values) >= LEAST_VALUES
        cells = [confidence_sequence(stratum, self._cell_level) for stratum in estimate.strata]
        mean = math.fsum(bounds.mean for bounds in cells) / len(cells)
        radius = math.fsum(bounds.radius for bounds in cells) / len(cells)
        shortest = min(map(len, estimate.strata))
        return shortest >= LEAST_VALUES and abs(mean) + radius < goals.margin

    def seconds_needed(self, key: Key, estimate: Estimate, variants: int) -> float | None:
        assert isinstance(estimate, SequentialDifference)
        needed = self._goals(key).values_needed(estimate.values)
        if needed is None:
            return None
        blocks = max(needed, LEAST_VALUES) - len(estimate.values)
        return max(blocks, 1) * variants * len(estimate.strata) * self.slice_s

    def _is_raced(self, key: Key) -> bool:
        return key.threads is not None and key.metric in self.raced

    def _family(self, key: Key) -> tuple[object, ...]:
        if key.threads is None:
            return ("over all thread counts",)
        return ("raced", key.metric) if self._is_raced(key) else ("beside",)

    def _share(self, key: Key) -> float:
        return RACED_SHARE if self._is_raced(key) else (1 - RACED_SHARE) / 2

    @property
    def _cell_level(self) -> float:
        return self.error_level * RACED_SHARE / max(self.cells, 1)

    def _goals(self, key: Key) -> Goals:
        """As in the race of a cell; over all thread counts by the share of that."""
        level = self._cell_level
        if key.threads is None:
            level = self.error_level * self._share(key) / (max(self.operations, 1) * len(Metric))
        return Goals(math.log1p(self.margin), 0.0, level / max(self.pairs, 1), level)


def _are_the_same(whole: Mapping[Key, float], single: Mapping[Key, float]) -> bool:
    """Whether both families consist of the same comparisons."""
    return len(whole) == len(single) and all(
        whole.get(key._replace(threads=None)) == p_value for key, p_value in single.items()
    )


def by_threads(differences: Mapping[Block, float]) -> dict[int, list[float]]:
    """The differences of each thread count, in the order of the blocks."""
    strata: dict[int, list[float]] = {}
    for (threads, _), value in sorted(differences.items()):
        strata.setdefault(threads, []).append(value)
    return strata


def _in_order(differences: Mapping[Block, float]) -> list[list[float]]:
    return list(by_threads(differences).values())


def _difference(strata: Sequence[Sequence[float]]) -> SequentialDifference | None:
    """Mean over the strata, block by block, as far as all have one; None below two blocks."""
    common = min(map(len, strata), default=0)
    if common < 2:
        return None
    values = tuple(
        math.fsum(stratum[block] for stratum in strata) / len(strata) for block in range(common)
    )
    return SequentialDifference(values, tuple(map(tuple, strata)))


def _single_cells(estimates: Mapping[Key, Estimate]) -> dict[Key, dict[Key, Estimate]]:
    """For each comparison over all thread counts, those of the same in single cells."""
    single: dict[Key, dict[Key, Estimate]] = {}
    for key, item in estimates.items():
        if key.threads is not None:
            single.setdefault(key._replace(threads=None), {})[key] = item
    return single


def _weakest(
    overall: Estimate, cells: Mapping[Key, Estimate], corrected: Mapping[Key, float]
) -> float:
    """The largest p of the single cells, when all point the same way; else 1."""
    directions = {math.copysign(1, item.mean) for item in (overall, *cells.values())}
    if not cells or len(directions) > 1:
        return 1.0
    return max(corrected[cell] for cell in cells)
