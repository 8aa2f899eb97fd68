"""From measurements to verdicts: who wins which operation on which metric, or "=".

Two variants differ only if the difference is statistically sound (p below the error level after
correction over the whole table) *and* large enough to matter (the margin). Runs or slices are the
unit, not the samples inside one; those of one block are compared with each other, as logarithms.
Which statistics do that, a ``Method`` says, after the protocol of the plan.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from storage_tuner.advice.methods import Block, Estimate, FixedBlocks, Key, Method
from storage_tuner.advice.statistics import student_t_quantile
from storage_tuner.core.measurement import Measurement, Metric
from storage_tuner.core.plan import Operation
from storage_tuner.core.verdict import State, Summary, Verdict

_LARGEST_EXPONENT = 700.0
"""e to more than this is no float any more."""


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


def judge_measurements(
    measurements: Sequence[Measurement], method: Method | None = None
) -> tuple[Verdict, ...]:
    """One verdict per operation and metric over all thread counts, then one per thread count.

    The order is that of ``Operation`` and ``Metric``; the verdicts over all thread counts come
    first. Operations without any run are left out. Without a ``method`` the number of blocks is
    taken for fixed beforehand.
    """
    method = method or FixedBlocks()
    groups = [*_groups(measurements, by_threads=False), *_groups(measurements, by_threads=True)]
    estimates = {
        _key(group, left, right): estimate
        for group in groups
        for left, right in itertools.combinations(sorted(group.values), 2)
        if (estimate := method.estimate(group.block_differences(left, right))) is not None
    }
    corrected = method.corrected(estimates)
    return tuple(_judge_group(group, Table(method, estimates, corrected)) for group in groups)


def cell_group(
    measurements: Iterable[Measurement],
    operation: Operation,
    metric: Metric,
    threads: int | None = None,
) -> CellGroup:
    """Collect what was measured of one operation on one metric, undisturbed."""
    values: dict[str, dict[Block, float]] = {}
    for run in measurements:
        if run.operation is not operation or threads not in (None, run.threads):
            continue
        if run.disturbed is not None:
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


@dataclass(frozen=True)
class Table:
    """All comparisons of a session, each with its corrected p-value."""

    method: Method
    estimates: Mapping[Key, Estimate]
    corrected: Mapping[Key, float]

    def lead(self, group: CellGroup, first: str, second: str) -> Lead | None:
        """Of ``first`` over ``second``."""
        key = _key(group, *sorted((first, second)))
        if key not in self.estimates:
            return None
        return Lead(key, self.estimates[key], self.corrected[key], 1 if key.left == first else -1)

    def is_beaten(self, group: CellGroup, variant: str) -> bool:
        return any(
            lead.p_value < self.method.error_level and lead.mean >= math.log1p(self.method.margin)
            for other in group.values
            if other != variant and (lead := self.lead(group, other, variant)) is not None
        )

    def is_complete(self, group: CellGroup, variants: Sequence[str]) -> bool:
        """Whether each of ``variants`` was compared with each other one."""
        return all(self.lead(group, *pair) for pair in itertools.combinations(variants, 2))

    def are_equal(self, group: CellGroup, variants: Sequence[str]) -> bool:
        leads = [self.lead(group, *pair) for pair in itertools.combinations(variants, 2)]
        return bool(leads) and all(
            lead is not None and self.method.shows_equal(lead.key, lead.estimate) for lead in leads
        )

    def seconds_needed(self, group: CellGroup, best: Sequence[str]) -> float | None:
        """Until the first of ``best`` has beaten the others or is shown equal to them."""
        needed = []
        for other in best[1:]:
            lead = self.lead(group, best[0], other)
            if lead is None:
                return None
            seconds = self.method.seconds_needed(lead.key, lead.estimate, len(best))
            if seconds is None:
                return None
            needed.append(seconds)
        return max(needed, default=None)


@dataclass(frozen=True)
class Lead:
    """A comparison seen from one side; ``p_value`` is the corrected one."""

    key: Key
    estimate: Estimate
    p_value: float
    sign: int

    @property
    def mean(self) -> float:
        return self.sign * self.estimate.mean

    @property
    def interval(self) -> tuple[float, float]:
        low, high = sorted(self.sign * bound for bound in self.estimate.interval())
        return low, high


def _key(group: CellGroup, left: str, right: str) -> Key:
    return Key(group.operation, group.metric, group.threads, left, right)


def _judge_group(group: CellGroup, table: Table) -> Verdict:
    summaries = _summaries(group)
    ranking = _ranking(group)
    if len(ranking) < 2:
        return Verdict(
            group.operation, group.metric, group.threads, State.NOT_MEASURED, summaries=summaries
        )
    best = tuple(variant for variant in ranking if not table.is_beaten(group, variant))
    first = best[0] if best else ranking[0]
    second = next(variant for variant in ranking if variant != first)
    lead = table.lead(group, first, second)
    if lead is None:
        return Verdict(
            group.operation,
            group.metric,
            group.threads,
            State.UNDECIDED,
            best=ranking,
            summaries=summaries,
        )
    state = _state(group, best, ranking, table)
    low, high = lead.interval
    return Verdict(
        operation=group.operation,
        metric=group.metric,
        threads=group.threads,
        state=state,
        winner=first if state is State.BETTER else None,
        runner_up=second if state is State.BETTER else None,
        effect_percent=percent(lead.mean, group.metric),
        interval_percent=(percent(low, group.metric), percent(high, group.metric)),
        p_value=lead.p_value,
        best=best,
        summaries=summaries,
        seconds_needed=(
            table.seconds_needed(group, best) if state is State.UNDECIDED and best else None
        ),
    )


def _state(group: CellGroup, best: Sequence[str], ranking: Sequence[str], table: Table) -> State:
    if len(best) == 1 and table.is_complete(group, ranking):
        return State.BETTER
    return State.EQUAL if table.are_equal(group, best) else State.UNDECIDED


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
