"""Responsiveness against throughput: how long the foreground of a workload waits, and how much its
background gets done meanwhile, in the same runs.

A variant is on the Pareto front unless another one is better in one of the two and not worse in the
other, where both differences are decided. An inconclusive difference excludes nothing.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from storage_tuner.advice.priority_classes import beside_classes
from storage_tuner.advice.statistics.error_budget import TRADEOFF_SHARE, EstimateAnswer
from storage_tuner.advice.statistics.interim_look import reference_of
from storage_tuner.advice.statistics.methods import (
    Block,
    FixedBlocks,
    StatisticalMethod,
    by_threads,
)
from storage_tuner.advice.verdict import percent_more, summary_of
from storage_tuner.core.decision import ComparisonState
from storage_tuner.core.measurement import Measurement
from storage_tuner.core.plan import Plan, Protocol
from storage_tuner.core.verdict import Tradeoff, TradeoffFigure, TradeoffPoint, VariantSummary
from storage_tuner.core.workload import Operation, Workload

States = Mapping[tuple[str, str], ComparisonState]
"""By pair of variants: whether the first is better than the second."""

_Logarithms = dict[Block, float]


def beaten_by(names: Sequence[str], latency: States, throughput: States) -> dict[str, list[str]]:
    """For each of ``names`` the others that are better in one of the two figures and better or the
    same in the other; empty for those on the Pareto front."""
    return {
        name: [
            other for other in names if other != name and _beats(other, name, latency, throughput)
        ]
        for name in names
    }


def _beats(one: str, other: str, latency: States, throughput: States) -> bool:
    both = {latency[one, other], throughput[one, other]}
    return ComparisonState.FASTER in both and both <= {ComparisonState.FASTER, ComparisonState.SAME}


def compare_tradeoffs(
    plan: Plan, measurements: Sequence[Measurement], method: StatisticalMethod
) -> tuple[Tradeoff, ...]:
    """One for each workload with a background, of its first other operation. Variants measured one
    after the other aren't compared: a drift would move both figures. ``method`` has the whole
    budget."""
    if not _are_compared(plan):
        return ()
    found = [
        series
        for workload in plan.workloads
        if workload.foreground and len((series := _series(plan, workload, measurements)).names) > 1
    ]
    questions = 2 * sum(math.comb(len(each.names), 2) for each in found)
    method = beside_classes(plan, method)
    level = method.spent_now * TRADEOFF_SHARE / max(questions, 1)
    return tuple(_tradeoff(each, method, level, reference_of(plan)) for each in found)


def beside_tradeoffs(plan: Plan, method: StatisticalMethod) -> StatisticalMethod:
    """``method`` with what comparing classes and trade-offs of ``plan`` leaves of its error
    budget."""
    method = beside_classes(plan, method)
    compared = _are_compared(plan) and any(each.foreground for each in plan.workloads)
    if not isinstance(method, FixedBlocks) or not compared:
        return method
    return replace(method, share=method.share * (1 - TRADEOFF_SHARE))


def _are_compared(plan: Plan) -> bool:
    return plan.protocol not in (Protocol.ARTICLE, Protocol.IMPORTED)


@dataclass(frozen=True)
class _Series:
    """The figures of a workload by variant and block, as logarithms; greater is better, so that
    latencies are negative. ``runs`` are those of the foreground."""

    workload: Workload
    runs: Mapping[str, Mapping[Block, Measurement]]
    latency: Mapping[str, _Logarithms]
    throughput: Mapping[str, _Logarithms]

    @property
    def foreground(self) -> Operation:
        return self.workload.foreground[0]

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(name for name, runs in self.runs.items() if runs)


def _series(plan: Plan, workload: Workload, measurements: Sequence[Measurement]) -> _Series:
    """Of the undisturbed runs in which the foreground and the whole background got something
    done."""
    found: dict[str, dict[Block, dict[Operation, Measurement]]] = {
        variant.name: {} for variant in plan.variants
    }
    for run in measurements:
        if run.operation in workload.operations and run.disturbed is None:
            blocks = found.setdefault(run.variant, {})
            blocks.setdefault((run.threads, run.repeat), {})[run.operation] = run
    foreground, background = workload.foreground[0], workload.background
    runs: dict[str, dict[Block, Measurement]] = {}
    latency: dict[str, _Logarithms] = {}
    throughput: dict[str, _Logarithms] = {}
    for name, blocks in found.items():
        for block, of_block in blocks.items():
            waited = of_block[foreground].latency_mean_ms if foreground in of_block else None
            rates = [of_block[each].rate_mb_s for each in background if each in of_block]
            if not waited or len(rates) < len(background) or not all(rates):
                continue
            runs.setdefault(name, {})[block] = of_block[foreground]
            latency.setdefault(name, {})[block] = -math.log(waited)
            throughput.setdefault(name, {})[block] = math.log(math.fsum(filter(None, rates)))
    return _Series(workload, runs, latency, throughput)


def _tradeoff(series: _Series, method: StatisticalMethod, level: float, reference: str) -> Tradeoff:
    latency = _Compared(series.latency, method, level)
    throughput = _Compared(series.throughput, method, level)
    beaten = beaten_by(series.names, latency.states, throughput.states)
    return Tradeoff(
        series.workload.name,
        series.foreground,
        reference,
        tuple(
            TradeoffPoint(
                name,
                latency.figure(name, reference, sign=-1),
                throughput.figure(name, reference, sign=1),
                _missed(series.runs[name].values()),
                tuple(beaten[name]),
                len(series.runs[name]),
            )
            for name in series.names
        ),
    )


@dataclass(frozen=True)
class _Compared:
    """One figure of all variants, compared pair by pair at the error ``level``."""

    logarithms: Mapping[str, _Logarithms]
    method: StatisticalMethod
    level: float

    @cached_property
    def states(self) -> States:
        return {
            (one, other): answer.state if answer else ComparisonState.INCONCLUSIVE
            for one, other in itertools.permutations(self.logarithms, 2)
            for answer in (self._answer(one, other),)
        }

    def figure(self, name: str, reference: str, sign: int) -> TradeoffFigure:
        """The mean of ``name`` and its difference from ``reference``; ``sign`` is −1 where less is
        better."""
        summary = self._summary(name, sign)
        interval = (
            None if summary.low is None or summary.high is None else (summary.low, summary.high)
        )
        figure = TradeoffFigure(summary.mean, interval)
        if name == reference or reference not in self.logarithms:
            return figure
        answer = self._answer(name, reference)
        if answer is None:
            return replace(figure, state=ComparisonState.INCONCLUSIVE)
        low, high = sorted(sign * bound for bound in answer.interval)
        return replace(
            figure,
            state=answer.state,
            effect_percent=percent_more(sign * answer.estimate.mean),
            effect_interval_percent=(percent_more(low), percent_more(high)),
        )

    def _answer(self, one: str, other: str) -> EstimateAnswer | None:
        base = self.logarithms[other]
        differences = {
            block: value - base[block]
            for block, value in self.logarithms[one].items()
            if block in base
        }
        estimate = self.method.estimate(differences)
        return None if estimate is None else EstimateAnswer(estimate, self.level, self.method)

    def _summary(self, name: str, sign: int) -> VariantSummary:
        values = {block: sign * value for block, value in self.logarithms[name].items()}
        return summary_of(name, list(by_threads(values).values()))


def _missed(runs: Iterable[Measurement]) -> float | None:
    """Missed deadlines per minute over all runs; None for a stream without deadlines."""
    counted = [(run.missed_per_minute, run.duration_s) for run in runs]
    known = [(missed, seconds) for missed, seconds in counted if missed is not None]
    total = math.fsum(seconds for _, seconds in known)
    return math.fsum(missed * seconds for missed, seconds in known) / total if total else None
