"""From measurements to verdicts: who wins which operation on which metric, or "=".

Two variants differ only if the difference is statistically sound (p below ``ERROR_LEVEL`` after
Holm's correction over the whole table) *and* large enough to matter (``MARGIN``). Runs are the
unit, not the samples inside a run; runs of one block are compared with each other, as logarithms.
The verdicts over all thread counts are one family of comparisons, those for single thread counts
a second one, so that the detail doesn't weaken the whole.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from storage_tuner.advice.statistics import (
    Difference,
    holm,
    stratified_difference,
    student_t_quantile,
)
from storage_tuner.core.measurement import Measurement, Metric
from storage_tuner.core.plan import Operation
from storage_tuner.core.verdict import State, Summary, Verdict

MARGIN = 0.03
"""A difference below 3 % is not worth a change."""
ERROR_LEVEL = 0.05

_LARGEST_EXPONENT = 700.0
"""e to more than this is no float any more."""

Block = tuple[int, int]
"""Thread count and repeat."""


@dataclass(frozen=True)
class Comparison:
    """``left`` against ``right`` in one cell group; a positive difference means left is better."""

    left: str
    right: str
    difference: Difference


@dataclass(frozen=True)
class CellGroup:
    """The runs of one operation seen through one metric; ``threads`` is None for all counts.

    ``values[variant][block]`` are positive values in the metric's unit.
    """

    operation: Operation
    metric: Metric
    threads: int | None
    values: Mapping[str, Mapping[Block, float]]

    def block_differences(self, left: str, right: str) -> dict[Block, float]:
        """Difference of logarithms in each block that has both; positive means left is better."""
        sign = 1 if self.metric.higher_is_better else -1
        mine, other = self.values.get(left, {}), self.values.get(right, {})
        return {
            block: sign * (math.log(mine[block]) - math.log(other[block]))
            for block in mine
            if block in other
        }

    def difference(self, left: str, right: str) -> Difference | None:
        """Mean difference of logarithms, signed so that positive means ``left`` is better."""
        strata: dict[int, list[float]] = {}
        for (threads, _), value in self.block_differences(left, right).items():
            strata.setdefault(threads, []).append(value)
        return stratified_difference(tuple(strata.values()))


def judge_measurements(measurements: Sequence[Measurement]) -> tuple[Verdict, ...]:
    """One verdict per operation and metric over all thread counts, then one per thread count.

    The order is that of ``Operation`` and ``Metric``; the verdicts over all thread counts come
    first. Operations without any run are left out.
    """
    overall = tuple(_groups(measurements, by_threads=False))
    single = tuple(_groups(measurements, by_threads=True))
    return (*_judge_family(overall), *_judge_family(single))


def cell_group(
    measurements: Iterable[Measurement],
    operation: Operation,
    metric: Metric,
    threads: int | None = None,
) -> CellGroup:
    """Collect what was measured of one operation on one metric."""
    values: dict[str, dict[Block, float]] = {}
    for run in measurements:
        if run.operation is not operation or threads not in (None, run.threads):
            continue
        blocks = values.setdefault(run.variant, {})
        value = run.value(metric)
        if value is not None and value > 0 and math.isfinite(value):
            blocks[run.threads, run.repeat] = value
    return CellGroup(operation, metric, threads, values)


def percent(difference: float, metric: Metric) -> float:
    """A difference of logarithms as a percentage.

    Rates: how much more the better one does. Times: how much shorter the better one's is, relative
    to the longer.
    """
    try:
        if metric.higher_is_better:
            return 100 * math.expm1(difference)
        return -100 * math.expm1(-difference)
    except OverflowError:  # numbers from elsewhere may differ by more than a float can say
        return math.copysign(math.inf, difference)


def _groups(measurements: Sequence[Measurement], *, by_threads: bool) -> Iterable[CellGroup]:
    counts = sorted({run.threads for run in measurements}) if by_threads else [None]
    measured = {run.operation for run in measurements}
    for operation, metric, threads in itertools.product(Operation, Metric, counts):
        if operation in measured:
            yield cell_group(measurements, operation, metric, threads)


def _judge_family(groups: Sequence[CellGroup]) -> tuple[Verdict, ...]:
    comparisons = {
        (number, left, right): Comparison(left, right, difference)
        for number, group in enumerate(groups)
        for left, right in itertools.combinations(sorted(group.values), 2)
        if (difference := group.difference(left, right)) is not None
    }
    adjusted = holm({key: item.difference.p_value for key, item in comparisons.items()})
    verdicts = []
    for number, group in enumerate(groups):
        own = {
            (key[1], key[2]): (item, adjusted[key])
            for key, item in comparisons.items()
            if key[0] == number
        }
        verdicts.append(_judge_group(group, own))
    return tuple(verdicts)


def _judge_group(
    group: CellGroup, comparisons: Mapping[tuple[str, str], tuple[Comparison, float]]
) -> Verdict:
    summaries = _summaries(group)
    ranking = _ranking(group)
    if len(ranking) < 2:
        return Verdict(
            group.operation, group.metric, group.threads, State.NOT_MEASURED, summaries=summaries
        )
    beaten = {
        loser
        for comparison, p_value in comparisons.values()
        if (loser := _loser(comparison, p_value)) is not None
    }
    best = tuple(variant for variant in ranking if variant not in beaten)
    state = _state(best, len(ranking), comparisons)
    first = best[0] if best else ranking[0]
    second = next(variant for variant in ranking if variant != first)
    forward = comparisons.get((first, second))
    found = forward or comparisons.get((second, first))
    if found is None:
        return Verdict(
            group.operation,
            group.metric,
            group.threads,
            State.UNDECIDED,
            best=ranking,
            summaries=summaries,
        )
    difference, p_value = found[0].difference, found[1]
    sign = 1 if forward else -1
    low, high = sorted(sign * bound for bound in difference.interval())
    return Verdict(
        operation=group.operation,
        metric=group.metric,
        threads=group.threads,
        state=state,
        winner=first if state is State.BETTER else None,
        runner_up=second if state is State.BETTER else None,
        effect_percent=percent(sign * difference.mean, group.metric),
        interval_percent=(percent(low, group.metric), percent(high, group.metric)),
        p_value=p_value,
        best=best,
        summaries=summaries,
    )


def _loser(comparison: Comparison, p_value: float) -> str | None:
    if p_value >= ERROR_LEVEL or abs(comparison.difference.mean) < math.log1p(MARGIN):
        return None
    return comparison.right if comparison.difference.mean > 0 else comparison.left


def _state(
    best: tuple[str, ...],
    variants: int,
    comparisons: Mapping[tuple[str, str], tuple[Comparison, float]],
) -> State:
    if len(best) == 1 and len(comparisons) == variants * (variants - 1) // 2:
        return State.BETTER
    among_best = [
        comparisons.get((left, right)) for left, right in itertools.combinations(sorted(best), 2)
    ]
    shown_equal = all(item is not None and _within_margin(item[0]) for item in among_best)
    return State.EQUAL if among_best and shown_equal else State.UNDECIDED


def _within_margin(comparison: Comparison) -> bool:
    low, high = comparison.difference.interval()
    return -math.log1p(MARGIN) < low and high < math.log1p(MARGIN)


def _ranking(group: CellGroup) -> tuple[str, ...]:
    """Variants from best to worst, by the mean logarithm over the blocks that all of them have."""
    measured = [variant for variant, blocks in group.values.items() if blocks]
    if not measured:
        return ()
    common = set.intersection(*(set(group.values[variant]) for variant in measured))
    sign = -1 if group.metric.higher_is_better else 1

    def badness(variant: str) -> float:
        values = group.values[variant]
        blocks = common or set(values)
        return sign * math.fsum(math.log(values[block]) for block in blocks) / len(blocks)

    return tuple(sorted(measured, key=badness))


def _summaries(group: CellGroup) -> tuple[Summary, ...]:
    return tuple(_summary(variant, blocks) for variant, blocks in group.values.items() if blocks)


def _summary(variant: str, blocks: Mapping[Block, float]) -> Summary:
    """Geometric mean over thread counts with the within-count spread carried over (delta method:
    the standard deviation of a logarithm times the mean)."""
    strata: dict[int, list[float]] = {}
    for (threads, _), value in blocks.items():
        strata.setdefault(threads, []).append(math.log(value))
    mean = math.exp(
        math.fsum(math.fsum(logs) / len(logs) for logs in strata.values()) / len(strata)
    )
    freedom = sum(len(logs) - 1 for logs in strata.values())
    if freedom == 0:
        return Summary(variant, mean, None, None, None, len(blocks))
    squares = math.fsum(
        (log - math.fsum(logs) / len(logs)) ** 2 for logs in strata.values() for log in logs
    )
    deviation = math.sqrt(squares / freedom)
    error = deviation * math.sqrt(math.fsum(1 / len(logs) for logs in strata.values()))
    half = student_t_quantile(0.975, freedom) * error / len(strata)
    return Summary(
        variant,
        mean,
        deviation * mean,
        mean * math.exp(-half),
        mean * math.exp(half) if half < _LARGEST_EXPONENT else math.inf,
        len(blocks),
    )
