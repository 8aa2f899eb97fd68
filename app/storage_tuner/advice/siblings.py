"""Compares each disk with the others of its model: which of them deviates?

A disk's figure in an operation is the mean logarithm of its runs, less the median disk's, over the
cells (same operation, threads, settings and way of measuring) that enough disks have in common.
Ordinary disks of a model differ, and so do two sessions of one disk: how much is estimated from the
disks themselves by Qn, which deviating disks hardly affect as long as they are less than half
(Rousseeuw and Croux 1993, "Alternatives to the Median Absolute Deviation", Journal of the American
Statistical Association 88, 1273-1283). A disk deviates if it is further from the median than that
explains, after Holm's correction for all figures of the fleet, and by the margin at least.

Student's t has half as many degrees of freedom as there are disks, since Qn depends on the closer
half of them. That keeps the probability of any false claim among normally distributed disks below
the error level for any number of disks from five on (simulated in ``test_siblings``).
"""

from __future__ import annotations

import itertools
import math
import statistics
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from storage_tuner.advice.comparison_of_records import conditions_of
from storage_tuner.advice.statistics.error_budget import EstimateAnswer, p_answered
from storage_tuner.advice.statistics.gatekeeping import Family, levels
from storage_tuner.advice.statistics.methods import ERROR_LEVEL, MARGIN, FixedBlocks
from storage_tuner.advice.statistics.paired import Difference, sum_of_variances, variance_of_mean
from storage_tuner.advice.statistics.timeline import is_possible
from storage_tuner.advice.verdict import percent_more
from storage_tuner.core.fleet import FleetFigure, UnusualCondition
from storage_tuner.core.measurement import Measurement, Metric, SessionRecord
from storage_tuner.core.message import Text, english_text
from storage_tuner.core.workload import Operation

LEAST_DISKS = 5
"""Of a model: fewer don't show how much ordinary disks differ."""

SHARES = {Metric.RATE: 2 / 3, Metric.ACCESS_TIME_P99: 1 / 3}
"""Of the error level for each metric, in the same proportion as in a session
(``error_budget.OPERATION_SHARES``)."""

_QN = 2.219144
"""1 / (√2 · Φ⁻¹(5/8)): makes Qn an estimate of a normal distribution's standard deviation."""
_QN_SMALL = (0.399, 0.994, 0.512, 0.844, 0.611, 0.857, 0.669, 0.872)
"""Correction of Qn for 2 to 9 values (Croux and Rousseeuw 1992, "Time-efficient algorithms for two
highly robust estimators of scale", Computational Statistics 1, 411-428)."""

_OF_ONE_DISK = frozenset({"device", "host", "temperature", "free space"})
"""Conditions that differ anyway, or that follow from the measurement."""

Group = Mapping[str, SessionRecord]
"""Disks of one model by a name that is unique in the fleet."""

_Cell = tuple[int, tuple[tuple[str, str], ...], str, str]
"""Threads, settings, kind of target, protocol."""
_Cells = Mapping[_Cell, Sequence[float]]
"""Logarithms of a disk's runs by cell; greater is better."""


@dataclass(frozen=True)
class _Question:
    disk: str
    operation: Operation
    metric: Metric


def figures_of_fleet(
    groups: Sequence[Group], error_level: float = ERROR_LEVEL, margin: float = MARGIN
) -> dict[str, tuple[FleetFigure, ...]]:
    """The figures of each disk, by operation and then by metric. At most ``error_level`` of fleets
    without any deviating disk have one claimed."""
    method = FixedBlocks(error_level, margin)
    values: dict[_Question, float] = {}
    estimates: dict[_Question, Difference] = {}
    for group in groups:
        for (operation, metric), disks in _measured(group).items():
            for disk, (value, estimate) in _placed(disks).items():
                question = _Question(disk, operation, metric)
                values[question] = math.exp(value if metric.higher_is_better else -value)
                if estimate is not None:
                    estimates[question] = estimate
    answers = _answers(estimates, method)
    found: dict[str, list[FleetFigure]] = {disk: [] for group in groups for disk in group}
    for question, value in values.items():
        found[question.disk].append(_figure(question, value, answers.get(question)))
    return {disk: tuple(figures) for disk, figures in found.items()}


def unusual_conditions(disk: str, group: Group) -> tuple[UnusualCondition, ...]:
    """The conditions of ``disk`` for which more than half of ``group`` have another value."""
    known = {name: _conditions(record) for name, record in group.items()}
    found = []
    for condition in dict.fromkeys(key for conditions in known.values() for key in conditions):
        counts = Counter(english_text(each.get(condition, "")) for each in known.values())
        usual, count = counts.most_common(1)[0]
        own = known[disk].get(condition, "")
        if 2 * count > len(group) and english_text(own) != usual:
            found.append(UnusualCondition(condition, own, usual))
    return tuple(found)


def scale_of(values: Sequence[float]) -> float:
    """Qn of at least two values: their standard deviation as the closest pairs show it."""
    half = len(values) // 2 + 1
    gaps = sorted(abs(one - other) for one, other in itertools.combinations(values, 2))
    return _QN * _correction(len(values)) * gaps[half * (half - 1) // 2 - 1]


def _correction(count: int) -> float:
    if count - 2 < len(_QN_SMALL):
        return _QN_SMALL[count - 2]
    return count / (count + (1.4 if count % 2 else 3.8))


def _measured(group: Group) -> dict[tuple[Operation, Metric], dict[str, _Cells]]:
    """The runs of each disk without interference."""
    found: dict[tuple[Operation, Metric], dict[str, dict[_Cell, list[float]]]] = {}
    for disk, record in group.items():
        settings = _settings(record)
        way = (record.plan.target.kind.value, record.plan.protocol.value)
        for run in record.measurements:
            if run.disturbed is not None:
                continue
            cell = (run.threads, settings.get(run.variant, (("", run.variant),)), *way)
            for metric in SHARES:
                if (value := _logarithm(run, metric)) is not None:
                    cells = found.setdefault((run.operation, metric), {}).setdefault(disk, {})
                    cells.setdefault(cell, []).append(value)
    return {key: {**disks} for key, disks in found.items()}


def _settings(record: SessionRecord) -> dict[str, tuple[tuple[str, str], ...]]:
    """The settings of each variant, with the scheduler in effect."""
    before = {
        name: value for name, value in record.original_settings.items() if name == "scheduler"
    }
    return {
        variant.name: tuple(sorted({**before, **dict(variant.settings)}.items()))
        for variant in record.plan.variants
    }


def _logarithm(run: Measurement, metric: Metric) -> float | None:
    value = run.value(metric)
    if value is None or not is_possible(value):
        return None
    return math.log(value) if metric.higher_is_better else -math.log(value)


def _placed(disks: Mapping[str, _Cells]) -> dict[str, tuple[float, Difference | None]]:
    """Each disk's mean logarithm, and its difference from the median disk: None where too few were
    measured alike, or where nothing varies."""
    counts = Counter(cell for cells in disks.values() for cell in cells)
    common = {cell for cell, count in counts.items() if count >= LEAST_DISKS}
    compared = {
        disk: {cell: values for cell, values in cells.items() if cell in common}
        for disk, cells in disks.items()
        if not common.isdisjoint(cells)
    }
    found: dict[str, tuple[float, Difference | None]] = {
        disk: (_level(cells), None) for disk, cells in disks.items()
    }
    if len(compared) < LEAST_DISKS:
        return found
    return found | {
        disk: (_level(compared[disk]), difference)
        for disk, difference in _differences(compared).items()
    }


def _level(cells: _Cells) -> float:
    return fmean(fmean(values) for values in cells.values())


def _differences(disks: Mapping[str, _Cells]) -> dict[str, Difference | None]:
    means = {
        disk: {cell: fmean(values) for cell, values in cells.items()}
        for disk, cells in disks.items()
    }
    typical = {
        cell: statistics.median(each[cell] for each in means.values() if cell in each)
        for cell in {cell for each in means.values() for cell in each}
    }
    away = {
        disk: fmean(mean - typical[cell] for cell, mean in each.items())
        for disk, each in means.items()
    }
    centre, scale = statistics.median(away.values()), scale_of(list(away.values()))
    return {
        disk: _difference(away[disk] - centre, scale, len(disks), cells)
        for disk, cells in disks.items()
    }


def _difference(mean: float, scale: float, disks: int, cells: _Cells) -> Difference | None:
    """The uncertain parts: what ordinary disks differ by, the median disk (its variance is π/2 that
    of a mean), and the runs of this disk."""
    if scale <= 0:
        return None
    between = scale**2 * (1 + math.pi / 2 / disks)
    within = [
        (variance_of_mean(values) / len(cells) ** 2, len(values) - 1.0)
        for values in cells.values()
        if len(values) > 1
    ]
    total, freedom = sum_of_variances([(between, disks // 2), *within])
    return Difference(mean, math.sqrt(total), freedom, disks)


def _answers(
    estimates: Mapping[_Question, Difference], method: FixedBlocks
) -> dict[_Question, EstimateAnswer]:
    families = [
        Family(
            share,
            {
                question: p_answered(estimate, method)
                for question, estimate in estimates.items()
                if question.metric is metric
            },
        )
        for metric, share in SHARES.items()
    ]
    return {
        question: EstimateAnswer(estimates[question], level, method)
        for question, level in levels(families, method.error_level).items()
    }


def _figure(question: _Question, value: float, answer: EstimateAnswer | None) -> FleetFigure:
    operation, metric = question.operation, question.metric
    if answer is None:
        return FleetFigure(operation, metric, value)
    low, high = (_own_percent(bound, metric) for bound in answer.interval)
    return FleetFigure(
        operation,
        metric,
        value,
        answer.state,
        _own_percent(answer.estimate.mean, metric),
        (min(low, high), max(low, high)),
    )


def _own_percent(better: float, metric: Metric) -> float:
    """A difference of logarithms (greater is better) in percent of the metric's own value."""
    return percent_more(better if metric.higher_is_better else -better)


def _conditions(record: SessionRecord) -> dict[Text, Text]:
    return {
        name: value
        for name, value in conditions_of(record).items()
        if english_text(name) not in _OF_ONE_DISK
    }
