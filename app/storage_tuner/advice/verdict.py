"""From measurements to answers: which variant is better in an operation and metric, or "same".

Two variants differ only if the difference is statistically sound (within the session's error
budget, ``advice.statistics.gatekeeping``) *and* large enough to matter (the margin). Runs or slices
are the unit, not the samples inside one; those of one block are compared with each other, as
logarithms. A ``Method`` holds the statistics for the protocol of the plan, or for a table's means.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from storage_tuner.advice.statistics.error_budget import EstimateAnswer, Question, budget
from storage_tuner.advice.statistics.methods import (
    Block,
    CellSeries,
    ComparisonKey,
    Estimate,
    FixedBlocks,
    Pair,
    StatisticalMethod,
)
from storage_tuner.advice.statistics.paired import has_stalls, step_of, student_t_quantile
from storage_tuner.advice.statistics.timeline import (
    Cells,
    Drifts,
    Moments,
    clock_of,
    is_possible,
    observed_drifts,
)
from storage_tuner.core.decision import ComparisonState
from storage_tuner.core.measurement import Measurement, Metric
from storage_tuner.core.message import Message, Text, counted, sentence, together
from storage_tuner.core.verdict import State, VariantSummary, Verdict
from storage_tuner.core.workload import CLASSICAL_OPERATIONS, Operation

_LARGEST_EXPONENT = 700.0
"""e to more than this is no float any more."""


@dataclass(frozen=True)
class GroupStandings:
    """Rankings and doubts of one operation and metric, before comparing.

    ``ranking`` are the variants that were measured, best first. ``barred`` have numbers that can't
    be, with the reason: they neither win nor are equal, since those runs can't be trusted.
    ``doubt`` is as in a verdict, ``stalls`` a note for an inconclusive result."""

    operation: Operation
    metric: Metric
    threads: int | None
    ranking: tuple[str, ...]
    summaries: tuple[VariantSummary, ...]
    barred: Mapping[str, Text] = field(default_factory=dict)
    doubt: Text = ""
    stalls: Text = ""

    def key(self, one: str, other: str) -> ComparisonKey:
        return ComparisonKey(self.operation, self.metric, self.threads, *sorted((one, other)))


def judge_measurements(
    measurements: Sequence[Measurement], method: StatisticalMethod | None = None
) -> tuple[Verdict, ...]:
    """The verdicts of ``assess``; without a ``method`` the number of blocks is taken for fixed
    beforehand."""
    return assess(measurements, method or FixedBlocks()).verdicts


def assess(
    measurements: Sequence[Measurement],
    method: StatisticalMethod,
    reference: str | None = None,
    scores: Mapping[str, Estimate] | None = None,
) -> ComparisonTable:
    """All comparisons of a session within its error budget. Disturbed runs don't count.

    ``reference`` is the variant that the others are compared with first, None where none is meant
    more than another. ``scores`` are weighted gains of other variants over it, asked before all
    else. Operations without any run are left out.
    """
    standings: list[GroupStandings] = []
    estimates: dict[ComparisonKey, Estimate] = {}
    by_operation = _by_operation(measurements)
    clock = clock_of(
        (run for cells in by_operation.values() for runs in cells.values() for run in runs), method
    )
    drifts = observed_drifts(by_operation, clock)
    for operation, cells in by_operation.items():
        moments = clock.moments(cells)
        for metric in Metric:
            for found in _collected(operation, metric, cells, moments, drifts):
                standings.append(found.standings())
                estimates.update(found.estimates(method))
    return ComparisonTable(
        method, standings_in_order(standings), estimates, reference, scores or {}
    )


def standings_in_order(standings: Iterable[GroupStandings]) -> tuple[GroupStandings, ...]:
    """Those over all thread counts first."""
    return tuple(sorted(standings, key=lambda each: each.threads is not None))


def block_differences(
    measurements: Iterable[Measurement],
    operation: Operation,
    metric: Metric,
    left: str,
    right: str,
) -> dict[Block, float]:
    """Difference of logarithms in each block that has both undisturbed; positive means left is
    better."""
    sign = 1 if metric.higher_is_better else -1
    values: dict[str, dict[Block, float]] = {left: {}, right: {}}
    for run in measurements:
        if run.operation != operation or run.variant not in values or run.disturbed is not None:
            continue
        value = run.value(metric)
        if value is not None and is_possible(value):
            values[run.variant][run.threads, run.repeat] = sign * math.log(value)
    other = values[right]
    return {block: mine - other[block] for block, mine in values[left].items() if block in other}


def percent(difference: float, metric: Metric) -> float:
    """A difference of logarithms as a percentage.

    Rates: how much more the better one does. Times: how much shorter the better one's is, relative
    to the longer.
    """
    if metric.higher_is_better:
        return percent_more(difference)
    return -percent_more(-difference)


def percent_more(logarithm: float) -> float:
    """A ratio's logarithm as how much more it is."""
    try:
        return 100 * math.expm1(logarithm)
    except OverflowError:  # numbers from elsewhere may differ by more than a float can say
        return math.inf


def _by_operation(measurements: Iterable[Measurement]) -> dict[Operation, Cells]:
    """The classical ones first, then in the order in which they were measured. A thread count that
    was only measured disturbed has no runs."""
    found: dict[Operation, dict[int, list[Measurement]]] = {
        operation: {} for operation in CLASSICAL_OPERATIONS
    }
    for run in measurements:
        runs = found.setdefault(run.operation, {}).setdefault(run.threads, [])
        if run.disturbed is None:
            runs.append(run)
    return {operation: dict(sorted(cells.items())) for operation, cells in found.items() if cells}


def _collected(
    operation: Operation, metric: Metric, cells: Cells, moments: Moments, drifts: Drifts
) -> Iterator[_Collected]:
    """Of all thread counts together, then of each by itself."""
    sign = 1 if metric.higher_is_better else -1
    values: dict[int, dict[str, dict[int, float]]] = {}
    impossible: dict[int, dict[str, int]] = {}
    steps: dict[int, float] = {}
    for threads, runs in cells.items():
        logarithms = values.setdefault(threads, {})
        odd = impossible.setdefault(threads, {})
        steps[threads] = step_of(filter(None, (run.value(metric) for run in runs)))
        for run in runs:
            series = logarithms.setdefault(run.variant, {})
            value = run.value(metric)
            if value is None:
                continue
            if is_possible(value):
                series[run.repeat] = sign * math.log(value)
            else:
                odd[run.variant] = odd.get(run.variant, 0) + 1
    counts = tuple(cells)
    for stratum in (None, *counts):
        chosen = counts if stratum is None else (stratum,)
        yield _Collected(
            operation,
            metric,
            stratum,
            {count: values[count] for count in chosen},
            {count: impossible[count] for count in chosen},
            moments,
            steps,
            drifts,
        )


@dataclass(frozen=True)
class _Collected:
    """``values[threads][variant][repeat]`` are logarithms, greater is better; ``impossible`` counts
    the others; ``steps[threads]`` is what the figures are rounded to."""

    operation: Operation
    metric: Metric
    threads: int | None
    values: Mapping[int, Mapping[str, Mapping[int, float]]]
    impossible: Mapping[int, Mapping[str, int]]
    moments: Moments
    steps: Mapping[int, float]
    drifts: Drifts

    @property
    def measured(self) -> dict[str, list[int]]:
        """Each variant that has values, with its thread counts."""
        found: dict[str, list[int]] = {}
        for threads, variants in self.values.items():
            for variant, series in variants.items():
                if series:
                    found.setdefault(variant, []).append(threads)
        return found

    def estimates(self, method: StatisticalMethod) -> Iterator[tuple[ComparisonKey, Estimate]]:
        for left, right in itertools.combinations(sorted(self.measured), 2):
            estimate = method.compare(self._pair(left, right, method.origin(left).record))
            if estimate is not None:
                yield (
                    ComparisonKey(self.operation, self.metric, self.threads, left, right),
                    estimate,
                )

    def standings(self) -> GroupStandings:
        measured = self.measured
        common = self._common_threads(measured)
        summaries = {
            variant: self._summary(variant, common or counts)
            for variant, counts in measured.items()
        }
        return GroupStandings(
            self.operation,
            self.metric,
            self.threads,
            self._ranking(measured, common, summaries),
            tuple(summaries.values()),
            self._barred(),
            self._doubt(measured, common),
            self._stalls(),
        )

    def _pair(self, left: str, right: str, record: int) -> Pair:
        return Pair(
            left,
            right,
            {
                threads: (self._series(threads, left), self._series(threads, right))
                for threads, variants in self.values.items()
                if variants.get(left) and variants.get(right)
            },
            self.drifts.get((record, self.operation, self.metric)),
        )

    def _series(self, threads: int, variant: str) -> CellSeries:
        moments = self.moments.get(threads, {}).get(variant, {})
        values = self.values[threads][variant]
        return CellSeries(values, moments, self._rounding(values, self.steps[threads]))

    def _rounding(self, values: Mapping[int, float], step: float) -> float:
        """That of a uniform distribution, relative to the level; the same in all runs if they vary
        by less than a step, so that it isn't averaged out."""
        if not step:
            return 0.0
        sign = 1 if self.metric.higher_is_better else -1
        level = math.exp(sign * math.fsum(values.values()) / len(values))
        return (step / level) ** 2 / 12

    def _common_threads(self, measured: Mapping[str, Sequence[int]]) -> list[int]:
        return [
            threads
            for threads in self.values
            if measured and all(threads in counts for counts in measured.values())
        ]

    def _barred(self) -> dict[str, Text]:
        counts: dict[str, int] = {}
        for cell in self.impossible.values():
            for variant, count in cell.items():
                counts[variant] = counts.get(variant, 0) + count
        return {
            variant: counted(
                count,
                "{variant} has {count} run without a usable value",
                "{variant} has {count} runs without a usable value",
                variant=variant,
            )
            for variant, count in counts.items()
        }

    def _doubt(self, measured: Mapping[str, Sequence[int]], common: Sequence[int]) -> Text:
        if len(measured) < 2 or len(common) == len(self.values):
            return ""
        if not common:
            return sentence("not all variants were measured with the same thread counts")
        if common == [1]:
            return sentence("all variants were measured only with 1 thread")
        listed = together(map(str, common), ", ")
        return sentence("all variants were measured only with {threads} threads", threads=listed)

    def _stalls(self) -> Text:
        series = (each.values() for variants in self.values.values() for each in variants.values())
        if not has_stalls(series):
            return ""
        return sentence(
            "some runs are far slower than the rest: use longer runs rather than more runs"
        )

    def _ranking(
        self,
        measured: Mapping[str, Sequence[int]],
        common: Sequence[int],
        summaries: Mapping[str, VariantSummary],
    ) -> tuple[str, ...]:
        """Variants from best to worst, by the mean logarithm over the blocks that all of them
        have; without any, by their summaries."""
        blocks = self._common_blocks(measured, common)
        sign = -1 if self.metric.higher_is_better else 1

        def badness(variant: str) -> tuple[float, str]:
            if not any(blocks.values()):
                return sign * math.log(summaries[variant].mean), variant
            logarithms = [
                self.values[threads][variant][repeat]
                for threads, repeats in blocks.items()
                for repeat in repeats
            ]
            return -math.fsum(logarithms), variant

        return tuple(sorted(measured, key=badness))

    def _common_blocks(
        self, measured: Collection[str], common: Iterable[int]
    ) -> dict[int, Collection[int]]:
        """The repeats by thread count that all of ``measured`` have."""
        found: dict[int, Collection[int]] = {}
        for threads in common:
            first, *others = (self.values[threads][variant].keys() for variant in measured)
            if all(other == first for other in others):
                found[threads] = first
            else:
                found[threads] = set(first).intersection(*others)
        return found

    def _summary(self, variant: str, counts: Sequence[int]) -> VariantSummary:
        sign = 1 if self.metric.higher_is_better else -1
        return summary_of(
            variant,
            [
                [sign * value for value in self.values[threads][variant].values()]
                for threads in counts
            ],
        )


@dataclass(frozen=True)
class ComparisonTable:
    """All comparisons of a session. ``standings`` are in the order of ``CLASSICAL_OPERATIONS``,
    then as measured, and of ``Metric``; those over all thread counts first. ``reference`` and
    ``scores`` are as for ``assess``."""

    method: StatisticalMethod
    standings: tuple[GroupStandings, ...]
    estimates: Mapping[ComparisonKey, Estimate]
    reference: str | None = None
    scores: Mapping[str, Estimate] = field(default_factory=dict)

    @cached_property
    def levels(self) -> Mapping[Question, float]:
        """At which error level each question is answered; a score's is under the variant's name."""
        return budget(self.method, self.estimates, self.scores, self.reference)

    @cached_property
    def verdicts(self) -> tuple[Verdict, ...]:
        return tuple(_judge_standings(each, self) for each in self.standings)

    def score(self, variant: str) -> EstimateAnswer:
        """What the weighted score of ``variant``, one of ``scores``, answers."""
        return EstimateAnswer(self.scores[variant], self.levels[variant], self.method)

    def lead(self, group: GroupStandings, first: str, second: str) -> DirectedComparison | None:
        """Of ``first`` over ``second``."""
        key = group.key(first, second)
        if key not in self.estimates:
            return None
        answer = EstimateAnswer(self.estimates[key], self.levels[key], self.method)
        return DirectedComparison(key, answer, 1 if key.left == first else -1)

    def is_beaten(self, group: GroupStandings, variant: str) -> bool:
        return any(
            lead.state is ComparisonState.FASTER
            for other in group.ranking
            if other != variant and (lead := self.lead(group, other, variant)) is not None
        )

    def is_complete(self, group: GroupStandings, variants: Sequence[str]) -> bool:
        """Whether each of ``variants`` was compared with each other one."""
        return all(self.lead(group, *pair) for pair in itertools.combinations(variants, 2))

    def are_equal(self, group: GroupStandings, variants: Sequence[str]) -> bool:
        leads = [self.lead(group, *pair) for pair in itertools.combinations(variants, 2)]
        return bool(leads) and all(
            lead is not None and lead.state is ComparisonState.SAME for lead in leads
        )

    def seconds_needed(self, group: GroupStandings, best: Sequence[str]) -> float | None:
        """Until the first of ``best`` has beaten the others or is shown equal to them."""
        needed = []
        for other in best[1:]:
            lead = self.lead(group, best[0], other)
            seconds = None if lead is None else lead.answer.seconds_needed(len(best))
            if seconds is None:
                return None
            needed.append(seconds)
        return max(needed, default=None)


@dataclass(frozen=True)
class DirectedComparison:
    """A comparison seen from one side."""

    key: ComparisonKey
    answer: EstimateAnswer
    sign: int

    @property
    def estimate(self) -> Estimate:
        return self.answer.estimate

    @property
    def state(self) -> ComparisonState:
        state = self.answer.state
        return _REVERSED.get(state, state) if self.sign < 0 else state

    @property
    def p_value(self) -> float:
        return self.answer.p_value

    @property
    def mean(self) -> float:
        return self.sign * self.estimate.mean

    @property
    def interval(self) -> tuple[float, float]:
        low, high = sorted(self.sign * bound for bound in self.answer.interval)
        return low, high


_REVERSED = {
    ComparisonState.FASTER: ComparisonState.SLOWER,
    ComparisonState.SLOWER: ComparisonState.FASTER,
}


def _judge_standings(group: GroupStandings, table: ComparisonTable) -> Verdict:
    verdict = Verdict(
        group.operation,
        group.metric,
        group.threads,
        State.NOT_MEASURED,
        best=group.ranking if len(group.ranking) > 1 else (),
        summaries=group.summaries,
        doubt=group.doubt,
    )
    if len(group.ranking) < 2:
        return verdict
    best = tuple(variant for variant in group.ranking if not table.is_beaten(group, variant))
    first = best[0] if best else group.ranking[0]
    second = next(variant for variant in group.ranking if variant != first)
    lead = table.lead(group, first, second)
    if lead is None:
        return replace(verdict, state=State.UNDECIDED)
    state = _state(group, best, table)
    stalls = group.stalls if state is State.UNDECIDED else ""
    low, high = lead.interval
    return replace(
        verdict,
        state=state,
        winner=first if state is State.BETTER else None,
        runner_up=second if state is State.BETTER else None,
        effect_percent=percent(lead.mean, group.metric),
        interval_percent=(percent(low, group.metric), percent(high, group.metric)),
        p_value=lead.p_value,
        best=best,
        seconds_needed=(
            table.seconds_needed(group, best) if state is State.UNDECIDED and best else None
        ),
        doubt=together((_bar(group, best), lead.estimate.doubt, group.doubt, stalls), "; "),
    )


def _bar(group: GroupStandings, best: Sequence[str]) -> Message:
    return together((group.barred[variant] for variant in best if variant in group.barred), "; ")


def _state(group: GroupStandings, best: Sequence[str], table: ComparisonTable) -> State:
    if any(variant in group.barred for variant in best):
        return State.UNDECIDED
    if len(best) == 1 and table.is_complete(group, group.ranking):
        return State.BETTER
    return State.EQUAL if table.are_equal(group, best) else State.UNDECIDED


def summary_of(variant: str, strata: Sequence[Sequence[float]]) -> VariantSummary:
    """Of natural logarithms by thread count: geometric mean over the counts, with the spread within
    them carried over (delta method: the standard deviation of a logarithm times the mean)."""
    mean = math.exp(math.fsum(math.fsum(logs) / len(logs) for logs in strata) / len(strata))
    runs = sum(map(len, strata))
    freedom = runs - len(strata)
    if freedom == 0:
        return VariantSummary(variant, mean, None, None, None, runs)
    squares = math.fsum(
        (log - average) ** 2
        for logs in strata
        for average in (math.fsum(logs) / len(logs),)
        for log in logs
    )
    deviation = math.sqrt(squares / freedom)
    error = deviation * math.sqrt(math.fsum(1 / len(logs) for logs in strata))
    half = student_t_quantile(0.975, freedom) * error / len(strata)
    return VariantSummary(
        variant,
        mean,
        deviation * mean,
        mean * math.exp(-half),
        mean * math.exp(half) if half < _LARGEST_EXPONENT else math.inf,
        runs,
    )
