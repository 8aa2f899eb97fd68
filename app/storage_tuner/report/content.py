"""The content of a report as values ready to print; the template only arranges them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from storage_tuner import __version__
from storage_tuner.advice.comparison_of_records import SideBySide
from storage_tuner.advice.statistics.methods import MARGIN
from storage_tuner.core.load_map import LoadMap
from storage_tuner.core.measurement import Metric, SessionRecord
from storage_tuner.core.message import listed, sentence, together, tr
from storage_tuner.core.plan import Protocol, Use
from storage_tuner.core.sustained import SustainedWrites
from storage_tuner.core.verdict import Judgement, VariantSummary
from storage_tuner.core.workload import Operation
from storage_tuner.present import load_map, numbers, sustained, wording
from storage_tuner.present.blocks import Block, Headline, Section, TableCell
from storage_tuner.present.compared import find_verdict, in_plan_order, shown_metrics
from storage_tuner.present.result import OTHER_METRICS, comparison_blocks, result_blocks
from storage_tuner.report.charts.figures import (
    Styles,
    chart_styles,
    heat_maps,
    sustained_chart,
    threads_chart,
    time_chart,
    tradeoff_chart,
)
from storage_tuner.report.charts.heat_map import HeatMap
from storage_tuner.report.charts.svg import STYLES, BarChart, LineChart, ScatterChart
from storage_tuner.report.repeat_commands import RepeatCommand, repeat_commands, stand_in_note

LONG_NAME = 16
"""Characters from which on a variant's name needs more room than beside another chart."""
LONGEST_TITLE = 80

_USES = {
    Use.DESKTOP: sentence("desktop"),
    Use.RESPONSIVENESS: sentence("desktop, responsiveness first"),
    Use.FILE_SERVER: sentence("file server"),
    Use.DATABASE: sentence("database"),
    Use.VIRTUAL_MACHINES: sentence("virtual machines"),
    Use.BACKUP: sentence("backups"),
    Use.STREAMING: sentence("streaming media"),
    Use.MIXED: sentence("mixed use"),
    Use.NOT_SURE: sentence("a balanced mix"),
}

_MONTHS = (
    sentence("January"),
    sentence("February"),
    sentence("March"),
    sentence("April"),
    sentence("May"),
    sentence("June"),
    sentence("July"),
    sentence("August"),
    sentence("September"),
    sentence("October"),
    sentence("November"),
    sentence("December"),
)


class Headings:
    """The headings common to all reports."""

    variant = sentence("Variant")
    commands = sentence("Commands to repeat the runs")
    commands_use = sentence(
        "Each run used one of these commands; apply the variant’s settings first."
    )
    no_commands = sentence("No commands: the test size wasn’t recorded.")
    page = sentence("Page {page} of {pages}", page='" counter(page) "', pages='" counter(pages) "')
    """Part of a style sheet, which counts the pages."""


@dataclass(frozen=True)
class Row:
    """One line of a table; ``group`` names what it and its neighbours have in common. The tips of
    its cells, their intervals, follow the texts."""

    group: str
    label: str
    cells: tuple[TableCell, ...]


@dataclass(frozen=True)
class OperationSection:
    """Charts and measured values of one operation, grouped by what ``group_title`` says: the number
    of threads, or the operation where all are in one table."""

    label: str
    rate_chart: LineChart | BarChart | None
    time_charts: tuple[BarChart | HeatMap, ...]
    note: str
    columns: tuple[str, ...]
    groups: tuple[tuple[Row, ...], ...]
    group_title: str


MOST_COLUMNS = 7
"""Of a table across the page."""


@dataclass(frozen=True)
class ReportContent:
    """``first`` is what the first page has, ``most_columns`` what fits across it. ``tradeoffs``
    belong to the section of that name."""

    headings: Headings
    title: str
    subtitle: str
    created: str
    version: str
    headline: Headline
    first: tuple[Block, ...]
    sections: tuple[Section, ...]
    tradeoffs: tuple[ScatterChart, ...]
    operations: tuple[OperationSection, ...]
    long_names: bool
    commands: tuple[RepeatCommand, ...] = ()
    commands_note: str = ""
    repeatable: bool = False
    most_columns: int = MOST_COLUMNS


def report_content(record: SessionRecord, judgement: Judgement) -> ReportContent:
    """The whole content of the report of ``record``."""
    styles = chart_styles(record.plan, judgement)
    order = in_plan_order(record.plan, _measured(judgement))
    live = record.plan.protocol is Protocol.LIVE
    headline, *blocks = result_blocks(record, judgement)
    assert isinstance(headline, Headline)
    return ReportContent(
        headings=Headings(),
        title=tr("Tuning report: {target}", target=_cut(wording.target_title(record))),
        subtitle=_subtitle(record),
        created=date_text(record.created_at),
        version=wording.printable(record.machine.storage_tuner),
        headline=headline,
        first=tuple(each for each in blocks if not isinstance(each, Section)),
        sections=_folded(blocks),
        tradeoffs=tuple(tradeoff_chart(each, styles) for each in judgement.tradeoffs),
        operations=() if live else _sections(judgement, order, styles),
        long_names=_has_long_names(styles),
        commands=repeat_commands(record),
        commands_note=stand_in_note(record),
        repeatable=not (live or judgement.sustained or judgement.load_map),
    )


def comparison_content(comparison: SideBySide, margin: float = MARGIN) -> ReportContent:
    """The whole content of the report of several results side by side."""
    judgement = comparison.judgement
    headline, *blocks = comparison_blocks(judgement, comparison.differing, margin)
    assert isinstance(headline, Headline)
    names = _measured(judgement)
    styles = {name: style for style, name in enumerate(names[:STYLES])}
    return ReportContent(
        headings=Headings(),
        title=tr("Comparison: {names}", names=_cut(str(listed(map(wording.printable, names))))),
        subtitle="",
        created=date_text(datetime.now(UTC).isoformat()),
        version=__version__,
        headline=headline,
        first=tuple(each for each in blocks if not isinstance(each, Section)),
        sections=_folded(blocks),
        tradeoffs=(),
        operations=_sections(judgement, names, styles),
        long_names=_has_long_names(styles),
    )


def _folded(blocks: Sequence[Block]) -> tuple[Section, ...]:
    """All sections except other metrics, whose values the report shows with intervals."""
    return tuple(
        each for each in blocks if isinstance(each, Section) and each.title != str(OTHER_METRICS)
    )


def _measured(judgement: Judgement) -> tuple[str, ...]:
    """The reference first."""
    first = [judgement.decision.reference] if judgement.decision else []
    others = [item.variant for verdict in judgement.verdicts for item in verdict.summaries]
    return tuple(dict.fromkeys((*first, *others)))


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_TITLE else f"{text[: LONGEST_TITLE - 1]}…"


def _label(operation: Operation) -> str:
    return wording.printable(operation.label)


def _subtitle(record: SessionRecord) -> str:
    device = wording.device_line(record.device) if record.device else ""
    use = {
        Protocol.LIVE: tr("live workload comparison"),
        Protocol.SUSTAINED: tr("sustained writes"),
        Protocol.MAP: tr("map of read latency"),
    }.get(record.plan.protocol) or tr("used for: {use}", use=_USES[record.plan.use])
    return str(together((device, use), " · "))


def date_text(text: str) -> str:
    try:
        moment = datetime.fromisoformat(text)
        if moment.tzinfo:
            moment = moment.astimezone(UTC)
    except (ValueError, OverflowError):
        # the calendar's first and last hours may lie beyond it in UTC
        return wording.printable(text)
    return tr(
        "{day} {month} {year}, {time} UTC",
        day=str(moment.day),
        month=_MONTHS[moment.month - 1],
        year=str(moment.year),
        time=f"{moment:%H:%M}",
    )


def _operations(judgement: Judgement) -> tuple[Operation, ...]:
    return tuple(dict.fromkeys(verdict.operation for verdict in judgement.verdicts))


def _thread_counts(judgement: Judgement, operation: Operation) -> tuple[int, ...]:
    counts = {
        verdict.threads
        for verdict in judgement.verdicts
        if verdict.operation == operation and verdict.threads is not None
    }
    return tuple(sorted(counts))


def _sections(
    judgement: Judgement, order: Sequence[str], styles: Styles
) -> tuple[OperationSection, ...]:
    """Charts by threads and values of each operation; one table of values for all where there is
    nothing by threads to draw. Of sustained writes only their curve, of a map its charts."""
    if judgement.sustained is not None:
        return _curve_alone(judgement.sustained)
    if judgement.load_map is not None:
        return _maps_alone(judgement.load_map)
    operations = _operations(judgement)
    if all(len(_thread_counts(judgement, each)) < 2 for each in operations):
        return _values_alone(judgement, order, operations)
    return tuple(_section(each, judgement, order, styles) for each in operations)


def _curve_alone(found: SustainedWrites) -> tuple[OperationSection, ...]:
    chart = sustained_chart(found)
    if chart is None:
        return ()
    return (OperationSection(str(sustained.TITLE), chart, (), "", (), (), ""),)


def _maps_alone(found: LoadMap) -> tuple[OperationSection, ...]:
    charts = tuple(
        chart
        for metric in (Metric.ACCESS_TIME, Metric.ACCESS_TIME_P99)
        for chart in heat_maps(found, metric).values()
    )
    if not charts:
        return ()
    return (OperationSection(str(load_map.TITLE), None, charts, "", (), (), ""),)


def _values_alone(
    judgement: Judgement, order: Sequence[str], operations: Sequence[Operation]
) -> tuple[OperationSection, ...]:
    groups = tuple(
        rows
        for operation in operations
        if (rows := _value_rows(judgement, order, operation, None, _label(operation)))
    )
    if not groups:
        return ()
    return (
        OperationSection(
            label=tr("Measured values, with 95 % intervals"),
            rate_chart=None,
            time_charts=(),
            note="",
            columns=tuple(map(_column_title, shown_metrics(judgement))),
            groups=groups,
            group_title=tr("Operation"),
        ),
    )


def _section(
    operation: Operation, judgement: Judgement, order: Sequence[str], styles: Styles
) -> OperationSection:
    rates = threads_chart(judgement, operation, Metric.RATE, styles)
    times = (
        time_chart(judgement, operation, metric, styles)
        for metric in (Metric.ACCESS_TIME, Metric.ACCESS_TIME_P99)
    )
    groups = tuple(
        _value_rows(judgement, order, operation, threads, str(threads))
        for threads in _thread_counts(judgement, operation)
    )
    measured = {row.label for rows in groups for row in rows}
    left_out = len(measured) - len(styles)
    return OperationSection(
        label=_label(operation),
        rate_chart=rates,
        time_charts=tuple(chart for chart in times if chart),
        note=tr(
            "The charts show {drawn} of {count} variants; the table lists all.",
            drawn=len(styles),
            count=len(measured),
        )
        if left_out > 0
        else "",
        columns=tuple(map(_column_title, shown_metrics(judgement))),
        groups=tuple(rows for rows in groups if rows),
        group_title=tr("Threads"),
    )


def _has_long_names(styles: Styles) -> bool:
    return any(len(name) > LONG_NAME for name in styles)


def _value_rows(
    judgement: Judgement,
    order: Sequence[str],
    operation: Operation,
    threads: int | None,
    group: str,
) -> tuple[Row, ...]:
    """One row a variant, in ``order``: mean and interval of every metric."""
    metrics = shown_metrics(judgement)
    found = [find_verdict(judgement, operation, metric, threads) for metric in metrics]
    summaries = [
        {item.variant: item for item in verdict.summaries} if verdict else {} for verdict in found
    ]
    measured = {name for each in summaries for name in each}
    return tuple(
        Row(
            group,
            wording.variant_label(name),
            tuple(
                _value_cell(metric, operation, each.get(name))
                for metric, each in zip(metrics, summaries, strict=True)
            ),
        )
        for name in order
        if name in measured
    )


def _column_title(metric: Metric) -> str:
    if metric is not Metric.CPU_EFFICIENCY:
        return str(metric.label)
    return str(together((metric.label, metric.unit(Operation.SEQUENTIAL_READ)), ", "))


def _value_cell(metric: Metric, operation: Operation, summary: VariantSummary | None) -> TableCell:
    """The long unit of the CPU efficiency is in the head."""
    if summary is None:
        return TableCell(numbers.NOTHING)
    mean, interval = numbers.mean_and_interval(metric, summary)
    if metric is not Metric.CPU_EFFICIENCY:
        mean = numbers.metric_value(metric, operation, summary.mean)
    return TableCell(mean, tip=interval)
