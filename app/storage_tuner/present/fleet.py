"""Disks of many computers: which of them deviate from the others of their model."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Iterable, Iterator, Sequence

from storage_tuner.advice.siblings import LEAST_DISKS
from storage_tuner.core.fleet import (
    Fleet,
    FleetDisk,
    FleetFigure,
    FleetGroup,
    Grouping,
    UnusualCondition,
)
from storage_tuner.core.measurement import Metric
from storage_tuner.core.message import Message, Text, sentence, together, tr, trn
from storage_tuner.core.workload import Operation
from storage_tuner.present import numbers
from storage_tuner.present.blocks import Block, Headline, Notice, Section, Table, TableCell, Tone
from storage_tuner.present.compared import MARKS, STATES, legend_of
from storage_tuner.present.wording import printable, prose

MOST_NAMED = 12
"""Of the deviating disks in the headline; the tables have all."""

_Fact = tuple[Message, Callable[[FleetDisk], Text]]
"""The head of a column, and its value."""
_MODEL: _Fact = (sentence("Model"), lambda disk: disk.model)
_FACTS: tuple[_Fact, ...] = (
    (sentence("Scheduler"), lambda disk: disk.scheduler),
    (sentence("Recommended"), lambda disk: disk.recommended),
)

ONE_SESSION = sentence(
    "A disk has one session here: a deviation may come from its computer or its load at that time. "
    "Measure a deviating disk again before you replace it."
)


def fleet_blocks(fleet: Fleet, grouping: Grouping = Grouping.MODEL) -> tuple[Block, ...]:
    """The answer, then a table of each model, or one of all hosts; deviating disks first."""
    return (
        _headline(fleet),
        *_tables(fleet, grouping, Metric.RATE),
        *_too_few(fleet),
        *_latencies(fleet, grouping),
        Section(tr("Method"), (Notice(Tone.NOTE, _method(fleet)),)),
    )


def _method(fleet: Fleet) -> str:
    return tr(
        "Each disk is compared with the median disk of its model and size, in what they were "
        "measured with alike. The intervals allow for how much ordinary disks of the model differ. "
        "The probability that any disk is named falsely is at most {level}.",
        level=numbers.percent(100 * fleet.error_level),
    )


def disk_name(disk: FleetDisk) -> str:
    """ "db017 · sda"."""
    return str(together((printable(disk.host), printable(disk.device)), " · "))


def _headline(fleet: Fleet) -> Headline:
    if not fleet.disks:
        command = "storage-tuner runs import FILE --host NAME"
        text = tr("No disk has a result yet. Import results with: {command}", command=command)
        return Headline(Tone.OPEN, text)
    deviating, compared = fleet.deviating, [disk for disk in fleet.disks if disk.is_compared]
    if not compared:
        text = tr(
            "Nothing can be compared: at least {least} disks of a model have to be measured alike.",
            least=LEAST_DISKS,
        )
        return Headline(Tone.OPEN, text)
    if not deviating:
        text = trn(
            len(compared),
            "No deviation was found in {count} compared disk.",
            "None of {count} compared disks deviates from the others of its model.",
        )
        return Headline(Tone.OPEN, text, tuple(_detectable(fleet)))
    text = trn(
        len(deviating),
        "{count} of {compared} compared disks deviates from the others of its model.",
        "{count} of {compared} compared disks deviate from the others of their model.",
        compared=len(compared),
    )
    named = [prose(line) for disk in deviating[:MOST_NAMED] for line in _deviation(disk)]
    if len(deviating) > MOST_NAMED:
        named.append(tr("… and {count} more", count=len(deviating) - MOST_NAMED))
    return Headline(Tone.DECIDED, text, (*named, str(ONE_SESSION)))


def _deviation(disk: FleetDisk) -> Iterator[str]:
    """The disk with what deviates, and what may explain it."""
    yield tr(
        "{disk} ({model}): {deviations}",
        disk=disk_name(disk),
        model=printable(disk.model),
        deviations=together(map(_figure_phrase, disk.deviating), "; "),
    )
    if disk.unusual:
        yield tr(
            "{disk}, unlike most of its model: {conditions}",
            disk=disk_name(disk),
            conditions=together(map(_unusual_phrase, disk.unusual), "; "),
        )


def _figure_phrase(figure: FleetFigure) -> str:
    return tr(
        "{operation}, {metric} {change} ({interval})",
        operation=figure.operation.phrase,
        metric=figure.metric.phrase,
        change=_change(figure),
        interval=_span(figure),
    )


def _unusual_phrase(unusual: UnusualCondition) -> str:
    return tr(
        "{condition} {value} (most: {usual})",
        condition=unusual.condition,
        value=printable(unusual.value) or tr("unknown"),
        usual=printable(unusual.usual) or tr("none"),
    )


def _detectable(fleet: Fleet) -> Iterator[str]:
    """Of each model, which deviations would have been found."""
    for group in fleet.grouped(Grouping.MODEL):
        widths = [
            (high - low) / 2
            for disk in group.disks
            for figure in disk.figures
            if figure.metric is Metric.RATE and figure.interval_percent is not None
            for low, high in (figure.interval_percent,)
            if math.isfinite(high - low)
        ]
        if widths:
            yield tr(
                "{model}: deviations of the throughput from about {percent} are detectable.",
                model=_title(group),
                percent=numbers.percent(statistics.median(widths)),
            )


def _tables(fleet: Fleet, grouping: Grouping, metric: Metric) -> Iterator[Table]:
    """One of each model, or one of all hosts."""
    groups = fleet.grouped(grouping)
    if grouping is Grouping.MODEL:
        for group in groups:
            yield from _table(_title(group), _FACTS, group.disks, fleet.margin, metric)
    else:
        disks = [disk for group in groups for disk in group.disks]
        facts = (_MODEL, *_FACTS)
        yield from _table(tr("Disks by host"), facts, disks, fleet.margin, metric)


def _table(
    title: str, facts: Sequence[_Fact], disks: Sequence[FleetDisk], margin: float, metric: Metric
) -> Iterator[Table]:
    """A row for each disk, a column for each fact and for each operation."""
    operations = _operations(disks, metric)
    if not operations:
        return
    rows = tuple(_row(disk, facts, metric, operations) for disk in disks)
    heads = (
        tr("Disk"),
        *(str(name) for name, _ in facts),
        *(printable(each.label) for each in operations),
    )
    yield Table(title, heads, rows, legend_of(rows, margin))


def _latencies(fleet: Fleet, grouping: Grouping) -> Iterator[Section]:
    metric = Metric.ACCESS_TIME_P99
    if tables := tuple(_tables(fleet, grouping, metric)):
        yield Section(str(metric.label), tables)


def _row(
    disk: FleetDisk, facts: Sequence[_Fact], metric: Metric, operations: Sequence[Operation]
) -> tuple[TableCell, ...]:
    figures = {figure.operation: figure for figure in disk.figures if figure.metric is metric}
    return (
        TableCell(disk_name(disk)),
        *(TableCell(printable(value_of(disk)) or numbers.NOTHING) for _, value_of in facts),
        *(_cell(figures.get(operation)) for operation in operations),
    )


def _cell(figure: FleetFigure | None) -> TableCell:
    if figure is None:
        return TableCell(numbers.NOTHING)
    value = numbers.metric_value(figure.metric, figure.operation, figure.value)
    if figure.state is None:
        return TableCell(value)
    text = str(together((value, _change(figure))))
    tip = tr("{state} ({interval})", state=STATES[figure.state], interval=_span(figure))
    return TableCell(text, MARKS[figure.state], tip)


def _change(figure: FleetFigure) -> str:
    return numbers.signed_percent(figure.effect_percent or 0.0)


def _span(figure: FleetFigure) -> str:
    return numbers.signed_percent_span(figure.interval_percent or (-math.inf, math.inf))


def _title(group: FleetGroup) -> str:
    """The model with its size and the number of disks."""
    size = numbers.decimal_bytes(group.size_bytes) if group.size_bytes else ""
    name = printable(group.name) or tr("unknown")
    count = trn(len(group.disks), "{count} disk", "{count} disks")
    return str(together((name, size, count), " · "))


def _too_few(fleet: Fleet) -> Iterator[Notice]:
    """The models whose disks can't be compared."""
    for group in fleet.grouped(Grouping.MODEL):
        if not any(disk.is_compared for disk in group.disks):
            text = tr(
                "{model}: not compared. At least {least} disks of a model have to be measured "
                "alike.",
                model=_title(group),
                least=LEAST_DISKS,
            )
            yield Notice(Tone.NOTE, text)


def _operations(disks: Iterable[FleetDisk], metric: Metric) -> tuple[Operation, ...]:
    found = (each.operation for disk in disks for each in disk.figures if each.metric is metric)
    return tuple(dict.fromkeys(found))
