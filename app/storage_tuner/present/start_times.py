"""Tables of a program's start time and of the copying meanwhile: both sides of the trade-off."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from storage_tuner.core.measurement import Metric
from storage_tuner.core.message import sentence, together, tr
from storage_tuner.core.plan import Plan
from storage_tuner.core.verdict import Judgement, VariantSummary
from storage_tuner.core.workload import Operation, Workload
from storage_tuner.present import numbers, wording
from storage_tuner.present.blocks import Table, TableCell
from storage_tuner.present.compared import find_verdict

TITLE = sentence("Start time and copying")

_Column = tuple[str, dict[str, TableCell]]
"""A head, and the cells by variant."""


@dataclass(frozen=True)
class _Start:
    """The start of a program under one load. ``program`` identifies it over all loads; ``recorded``
    ones are replayed, so that the rate of starts is measured, and the latencies are those of single
    reads."""

    program: object
    operation: Operation
    recorded: bool
    copying: tuple[Operation, ...]

    def times(self, judgement: Judgement) -> dict[str, VariantSummary]:
        """The start times in ms, by variant."""
        if not self.recorded:
            return _summaries(judgement, self.operation, Metric.ACCESS_TIME)
        rates = _summaries(judgement, self.operation, Metric.RATE)
        return {name: _time_of(found) for name, found in rates.items()}


def start_tables(plan: Plan, judgement: Judgement) -> tuple[Table, ...]:
    """One table for each load of a start: per variant the start time and, beside readers and
    writers, its ratio to that on the idle disk and their throughput; of a recorded start also the
    latencies of its reads. Empty without a start."""
    starts = [start for each in plan.workloads if (start := _start_of(each))]
    idle = {start.program: start for start in starts if not start.copying}
    return tuple(
        _table(plan, start.operation, tuple(_columns(judgement, start, idle.get(start.program))))
        for start in starts
        if start.times(judgement)
    )


def _start_of(workload: Workload) -> _Start | None:
    command, replay = workload.command, workload.replay
    if replay:
        return _Start(replay.recording, replay.operation, True, workload.background)
    if command and command.start:
        return _Start(command.argv, command.operation, False, workload.background)
    return None


def _time_of(rate: VariantSummary) -> VariantSummary:
    """The time in ms, from the rate per second."""
    low, high = (1000 / bound if bound else None for bound in (rate.high, rate.low))
    return replace(rate, mean=1000 / rate.mean, low=low, high=high, standard_deviation=None)


def _table(plan: Plan, operation: Operation, columns: tuple[_Column, ...]) -> Table:
    nothing = TableCell(numbers.NOTHING)
    rows = tuple(
        (
            TableCell(wording.variant_label(variant.name)),
            *(cells.get(variant.name, nothing) for _, cells in columns),
        )
        for variant in plan.variants
        if variant.name in columns[0][1]
    )
    title = wording.printable(operation.label)
    return Table(title, (tr("Variant"), *(head for head, _ in columns)), rows)


def _columns(judgement: Judgement, start: _Start, idle: _Start | None) -> Iterator[_Column]:
    started = start.times(judgement)
    yield tr("Start time"), {name: _time(found) for name, found in started.items()}
    if idle is not None and start.copying:
        unloaded = idle.times(judgement)
        yield (
            tr("Slowdown"),
            {name: _ratio(started[name], unloaded[name]) for name in started if name in unloaded},
        )
    if start.recorded:
        for head, metric in (
            (tr("Mean latency"), Metric.ACCESS_TIME),
            (tr("p99 latency"), Metric.ACCESS_TIME_P99),
        ):
            reads = _summaries(judgement, start.operation, metric)
            yield head, {name: _time(found) for name, found in reads.items()}
    for operation in start.copying:
        copied = _summaries(judgement, operation, Metric.RATE)
        head = tr("Writing, MB/s") if operation.writes else tr("Reading, MB/s")
        yield head, {name: _throughput(found) for name, found in copied.items()}


def _summaries(
    judgement: Judgement, operation: Operation, metric: Metric
) -> dict[str, VariantSummary]:
    verdict = find_verdict(judgement, operation, metric)
    return {each.variant: each for each in verdict.summaries} if verdict else {}


def _time(found: VariantSummary) -> TableCell:
    return TableCell(str(together(numbers.mean_and_interval(Metric.ACCESS_TIME, found))))


def _ratio(started: VariantSummary, unloaded: VariantSummary) -> TableCell:
    return TableCell(numbers.times(started.mean / unloaded.mean))


def _throughput(found: VariantSummary) -> TableCell:
    mean, interval = numbers.mean_and_interval(Metric.RATE, found)
    return TableCell(mean, tip=interval)
