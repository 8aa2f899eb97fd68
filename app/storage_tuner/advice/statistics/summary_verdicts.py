"""Verdicts from means and standard deviations, by Welch's t, where runs are unknown."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence

from storage_tuner.advice.statistics.methods import ComparisonKey, Estimate, FixedBlocks
from storage_tuner.advice.statistics.paired import student_t_quantile
from storage_tuner.advice.statistics.unpaired import Means, ratio_of_means
from storage_tuner.advice.verdict import ComparisonTable, GroupStandings, standings_in_order
from storage_tuner.core.measurement import MeanOfRuns, Metric
from storage_tuner.core.message import Message, Text, counted, sentence, together
from storage_tuner.core.verdict import VariantSummary
from storage_tuner.core.workload import CLASSICAL_OPERATIONS, Operation

Cell = Mapping[str, MeanOfRuns]
"""By variant."""


def assess_means(rows: Sequence[MeanOfRuns], method: FixedBlocks) -> ComparisonTable:
    """All comparisons per operation and metric that there is, over all thread counts, and per
    thread count where these are told. One run, or no spread at all, decides nothing."""
    standings: list[GroupStandings] = []
    estimates: dict[ComparisonKey, Estimate] = {}
    for (operation, metric), cells in _cells(rows).items():
        counts = tuple(cells)
        for threads in (None, *(count for count in counts if count is not None)):
            chosen = [cells[count] for count in (counts if threads is None else (threads,))]
            each = _standings(operation, metric, threads, chosen)
            standings.append(each)
            estimates.update(_estimates(each, chosen))
    return ComparisonTable(method, standings_in_order(standings), estimates)


MANY_TIMES = 4.0
"""The smaller of two standard deviations stands out when it is so many times smaller."""
ENOUGH_RUNS = 5


def deviation_notes(rows: Sequence[MeanOfRuns]) -> tuple[Text, ...]:
    """Notes on variants whose runs vary far more than another's. They aren't judged, since mean and
    standard deviation can't show whether a few outliers cause that, which further runs needn't
    have."""
    found = []
    for (operation, metric), cells in _cells(rows).items():
        for threads, cell in cells.items():
            varying = {
                name: row.deviation / row.mean
                for name, row in cell.items()
                if row.deviation and row.mean > 0 and row.count >= ENOUGH_RUNS
            }
            if not varying:
                continue
            least, most = (
                min(varying, key=varying.__getitem__),
                max(varying, key=varying.__getitem__),
            )
            if varying[most] >= MANY_TIMES * varying[least]:
                found.append(
                    sentence(
                        "{where}: the runs of {most} vary by {much:.2g} % (standard deviation), "
                        "those of {least} by {little:.2g} %. Means alone can't show whether a few "
                        "outliers cause that difference.",
                        where=_where(operation, metric, threads),
                        most=most,
                        much=100 * varying[most],
                        least=least,
                        little=100 * varying[least],
                    )
                )
    return tuple(found)


def _where(operation: Operation, metric: Metric, threads: int | None) -> Message:
    count = "" if threads is None else counted(threads, "{count} thread", "{count} threads")
    return together((operation.label, metric.phrase, count), ", ")


def _cells(
    rows: Sequence[MeanOfRuns],
) -> dict[tuple[Operation, Metric], dict[int | None, dict[str, MeanOfRuns]]]:
    """The classical operations first, all metrics in their order."""
    operations = (*CLASSICAL_OPERATIONS, *(row.operation for row in rows))
    found: dict[tuple[Operation, Metric], dict[int | None, dict[str, MeanOfRuns]]] = {
        (operation, metric): {} for operation in dict.fromkeys(operations) for metric in Metric
    }
    for row in sorted(rows, key=lambda each: each.threads or 0):
        cells = found[row.operation, row.metric]
        cells.setdefault(row.threads, {})[row.variant] = row
    measured = {operation for (operation, _), cells in found.items() if cells}
    return {key: cells for key, cells in found.items() if key[0] in measured}


def _standings(
    operation: Operation, metric: Metric, threads: int | None, cells: Sequence[Cell]
) -> GroupStandings:
    names = list(dict.fromkeys(name for cell in cells for name in cell))
    common = [cell for cell in cells if all(name in cell for name in names)]
    barred = {
        name: sentence("{name} has a mean of 0", name=name)
        for name in names
        if any(name in cell and cell[name].mean <= 0 for cell in cells)
    }
    summaries = {
        name: _summary(name, [cell[name] for cell in (common or cells) if name in cell])
        for name in names
        if name not in barred
    }
    sign = -1 if metric.higher_is_better else 1
    ranking = sorted(summaries, key=lambda name: (sign * summaries[name].mean, name))
    doubts = [sentence("not all variants were measured with the same thread counts")]
    return GroupStandings(
        operation,
        metric,
        threads,
        tuple(ranking),
        tuple(summaries.values()),
        barred={},
        doubt=together([*barred.values(), *(doubts if len(common) < len(cells) else [])], "; "),
    )


def _summary(name: str, rows: Sequence[MeanOfRuns]) -> VariantSummary:
    """Geometric mean over the thread counts; spread and interval where there is one only."""
    mean = math.exp(math.fsum(math.log(row.mean) for row in rows) / len(rows))
    count = sum(row.count for row in rows)
    if len(rows) > 1 or rows[0].deviation is None or rows[0].count < 2:
        return VariantSummary(name, mean, None, None, None, count)
    deviation = rows[0].deviation
    half = student_t_quantile(0.975, count - 1) * deviation / math.sqrt(count)
    return VariantSummary(
        name, rows[0].mean, deviation, rows[0].mean - half, rows[0].mean + half, count
    )


def _estimates(group: GroupStandings, cells: Sequence[Cell]) -> dict[ComparisonKey, Estimate]:
    found: dict[ComparisonKey, Estimate] = {}
    for left, right in itertools.combinations(sorted(group.ranking), 2):
        pairs = [(cell[left], cell[right]) for cell in cells if left in cell and right in cell]
        oriented = [pair if group.metric.higher_is_better else pair[::-1] for pair in pairs]
        estimate = ratio_of_means([(_means(one), _means(other)) for one, other in oriented])
        if estimate is not None:
            found[group.key(left, right)] = estimate
    return found


def _means(row: MeanOfRuns) -> Means:
    return Means(row.mean, row.deviation, row.count)
