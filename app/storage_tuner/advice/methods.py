"""How differences are judged: which statistics suit the way in which they were measured.

``FixedBlocks`` is for a number of blocks that was fixed beforehand, ``SequentialBlocks`` for the
adaptive protocol, which looks after each block and stops when it has seen enough.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from storage_tuner.advice.sequential import (
    LEAST_VALUES,
    RACED_SHARE,
    Goals,
    always_valid_p,
    confidence_sequence,
)
from storage_tuner.advice.statistics import combined_difference, holm, stratified_difference
from storage_tuner.core.measurement import Metric
from storage_tuner.core.plan import Operation, Plan
from storage_tuner.core.plan import Protocol as Order

MARGIN = 0.03
"""A difference below 3 % is not worth a change."""
ERROR_LEVEL = 0.05
SWITCH_S = 0.1
"""What a slice costs beside its length and wash-out, about."""

Block = tuple[int, int]
"""Thread count and repeat."""


class Key(NamedTuple):
    """What a comparison is about; ``threads`` is None over all thread counts."""

    operation: Operation
    metric: Metric
    threads: int | None
    left: str
    right: str


class Estimate(Protocol):
    """A mean difference of natural logarithms, and what is known of it."""

    @property
    def mean(self) -> float: ...

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

    def estimate(self, differences: Mapping[Block, float]) -> Estimate | None:
        """The mean over the thread counts, each of which weighs the same; None when there is too
        little to tell anything."""

    def weighted(self, parts: Sequence[tuple[float, Mapping[Block, float]]]) -> Estimate | None:
        """The mean of several differences by their weights; those that tell nothing are left out,
        None when all are."""

    def corrected(self, estimates: Mapping[Key, Estimate]) -> dict[Key, float]:
        """p-values that hold for all comparisons of a session together, up to ``error_level``."""

    def shows_equal(self, key: Key, estimate: Estimate) -> bool:
        """Whether the true difference surely lies within the margin."""

    def seconds_needed(self, key: Key, estimate: Estimate, variants: int) -> float | None:
        """How much longer measuring so many variants takes until the comparison is decided, if all
        goes on like so far; None when that can't be told."""


def method_for(plan: Plan) -> Method:
    """What suits the protocol of ``plan``."""
    if plan.protocol is not Order.ADAPTIVE:
        return FixedBlocks(plan.error_level, plan.margin)
    return SequentialBlocks(
        plan.error_level,
        plan.margin,
        cells=len(plan.operations) * len(plan.threads),
        pairs=math.comb(len(plan.variants), 2),
        slice_s=(plan.runtime_ms + plan.ramp_ms) / 1000 + SWITCH_S,
    )


@dataclass(frozen=True)
class FixedBlocks:
    """Student's t over blocks whose number was fixed beforehand.

    The comparisons over all thread counts are one family for Holm's correction, those for single
    thread counts a second one, so that the detail doesn't weaken the whole.
    """

    error_level: float = ERROR_LEVEL
    margin: float = MARGIN

    def estimate(self, differences: Mapping[Block, float]) -> Estimate | None:
        return stratified_difference(tuple(by_threads(differences).values()))

    def weighted(self, parts: Sequence[tuple[float, Mapping[Block, float]]]) -> Estimate | None:
        return combined_difference(
            [
                (weight, found)
                for weight, differences in parts
                if (found := stratified_difference(tuple(by_threads(differences).values())))
            ]
        )

    def corrected(self, estimates: Mapping[Key, Estimate]) -> dict[Key, float]:
        families = [
            {key: item.p_value for key, item in estimates.items() if (key.threads is None) is whole}
            for whole in (True, False)
        ]
        return {key: value for family in families for key, value in holm(family).items()}

    def shows_equal(self, key: Key, estimate: Estimate) -> bool:  # noqa: ARG002 - see Method
        low, high = estimate.interval()
        return -math.log1p(self.margin) < low and high < math.log1p(self.margin)

    def seconds_needed(self, key: Key, estimate: Estimate, variants: int) -> float | None:  # noqa: ARG002
        return None


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

    What was shown in every single cell holds over all of them too, at no cost. ``cells`` and
    ``pairs`` (of variants) are those of the session; ``slice_s`` is what one slice takes in all.
    """

    error_level: float = ERROR_LEVEL
    margin: float = MARGIN
    cells: int = 1
    pairs: int = 1
    slice_s: float = 1.0

    def estimate(self, differences: Mapping[Block, float]) -> SequentialDifference | None:
        """Thread counts with too few blocks to decide anything are left out if others have
        enough."""
        strata = _in_order(differences)
        enough = [stratum for stratum in strata if len(stratum) >= LEAST_VALUES]
        return _difference(enough or strata)

    def weighted(
        self, parts: Sequence[tuple[float, Mapping[Block, float]]]
    ) -> SequentialDifference | None:
        found = [
            (weight, estimate.values)
            for weight, differences in parts
            if (estimate := self.estimate(differences))
        ]
        enough = [part for part in found if len(part[1]) >= LEAST_VALUES]
        usable = enough or found
        total = math.fsum(weight for weight, _ in usable)
        if total <= 0:
            return None
        count = len(usable)
        return _difference(
            [[count * weight / total * value for value in values] for weight, values in usable]
        )

    def corrected(self, estimates: Mapping[Key, Estimate]) -> dict[Key, float]:
        corrected: dict[Key, float] = {}
        families: dict[tuple[object, ...], dict[Key, float]] = {}
        for key, item in estimates.items():
            families.setdefault(_family(key), {})[key] = item.p_value
        for family in families.values():
            share = _share(next(iter(family)))
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

    @property
    def _cell_level(self) -> float:
        return self.error_level * RACED_SHARE / max(self.cells, 1)

    def _goals(self, key: Key) -> Goals:
        """As in the race of a cell; over all thread counts by the share of that."""
        level = self._cell_level
        if key.threads is None:
            level = self.error_level * _share(key) / (len(Operation) * len(Metric))
        return Goals(math.log1p(self.margin), 0.0, level / max(self.pairs, 1), level)


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


def _family(key: Key) -> tuple[object, ...]:
    if key.threads is None:
        return ("over all thread counts",)
    if key.metric in (Metric.RATE, Metric.ACCESS_TIME):
        return ("raced", key.metric)
    return ("beside",)


def _share(key: Key) -> float:
    raced = key.threads is not None and key.metric in (Metric.RATE, Metric.ACCESS_TIME)
    return RACED_SHARE if raced else (1 - RACED_SHARE) / 2


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
