"""Tables of a program's start time and of the copying meanwhile: both sides of the trade-off."""

from __future__ import annotations

from collections.abc import Iterator

from storage_tuner.core.measurement import Metric
from storage_tuner.core.message import sentence, together, tr
from storage_tuner.core.plan import Plan
from storage_tuner.core.verdict import Judgement, VariantSummary
from storage_tuner.core.workload import Command, Operation
from storage_tuner.present import numbers, wording
from storage_tuner.present.blocks import Table, TableCell
from storage_tuner.present.compared import find_verdict

TITLE = sentence("Start time and copying")

_Column = tuple[str, dict[str, TableCell]]
"""A head, and the cells by variant."""


def start_tables(plan: Plan, judgement: Judgement) -> tuple[Table, ...]:
    """One table for each load of a start: per variant the start time and, beside readers and
    writers, its ratio to that on the idle disk and their throughput. Empty without a start."""
    commands = [each.command for each in plan.workloads if each.command and each.command.start]
    idle = {each.argv: each.operation for each in commands if not each.copying}
    return tuple(
        _table(plan, command, tuple(_columns(judgement, command, idle.get(command.argv))))
        for command in commands
        if _summaries(judgement, command.operation, Metric.ACCESS_TIME)
    )


def _table(plan: Plan, command: Command, columns: tuple[_Column, ...]) -> Table:
    nothing = TableCell(numbers.NOTHING)
    rows = tuple(
        (
            TableCell(wording.variant_label(variant.name)),
            *(cells.get(variant.name, nothing) for _, cells in columns),
        )
        for variant in plan.variants
        if variant.name in columns[0][1]
    )
    title = wording.printable(command.operation.label)
    return Table(title, (tr("Variant"), *(head for head, _ in columns)), rows)


def _columns(judgement: Judgement, command: Command, idle: Operation | None) -> Iterator[_Column]:
    started = _summaries(judgement, command.operation, Metric.ACCESS_TIME)
    yield tr("Start time"), {name: _start_time(found) for name, found in started.items()}
    if command.copying is None:
        return
    if idle is not None:
        unloaded = _summaries(judgement, idle, Metric.ACCESS_TIME)
        yield (
            tr("Slowdown"),
            {name: _ratio(started[name], unloaded[name]) for name in started if name in unloaded},
        )
    for head, operation in (
        (tr("Reading, MB/s"), command.copying.read),
        (tr("Writing, MB/s"), command.copying.write),
    ):
        copied = _summaries(judgement, operation, Metric.RATE)
        yield head, {name: _throughput(found) for name, found in copied.items()}


def _summaries(
    judgement: Judgement, operation: Operation, metric: Metric
) -> dict[str, VariantSummary]:
    verdict = find_verdict(judgement, operation, metric)
    return {each.variant: each for each in verdict.summaries} if verdict else {}


def _start_time(found: VariantSummary) -> TableCell:
    return TableCell(str(together(numbers.mean_and_interval(Metric.ACCESS_TIME, found))))


def _ratio(started: VariantSummary, unloaded: VariantSummary) -> TableCell:
    return TableCell(numbers.times(started.mean / unloaded.mean))


def _throughput(found: VariantSummary) -> TableCell:
    mean, interval = numbers.mean_and_interval(Metric.RATE, found)
    return TableCell(mean, tip=interval)
