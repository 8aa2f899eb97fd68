"""What the report says, as values ready to be printed; the template only arranges them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from storage_tuner.core.measurement import Metric, Outcome, SessionRecord
from storage_tuner.core.plan import Plan, Protocol, Use
from storage_tuner.core.sentence import Sentence, sentence, together
from storage_tuner.core.tunable import BY_NAME
from storage_tuner.core.verdict import Evidence, Judgement, State, Summary
from storage_tuner.core.workload import Operation
from storage_tuner.report import live, numbers, wording
from storage_tuner.report.advice import Part, advice_parts
from storage_tuner.report.charts import BarChart, LineChart
from storage_tuner.report.facts import Fact, device_facts, machine_facts
from storage_tuner.report.figures import (
    Styles,
    chart_styles,
    find_verdict,
    in_plan_order,
    shown_metrics,
    threads_chart,
    time_chart,
)
from storage_tuner.report.headings import Headings
from storage_tuner.report.method import method
from storage_tuner.report.repeating import RepeatCommand, repeat_commands, stand_in_note

LONG_NAME = 16
"""Characters from which on a variant's name needs more room than beside another chart."""
LONGEST_TITLE = 80

_USES = {
    Use.DESKTOP: sentence("desktop"),
    Use.FILE_SERVER: sentence("file server"),
    Use.DATABASE: sentence("database"),
    Use.VIRTUAL_MACHINES: sentence("virtual machines"),
    Use.BACKUP: sentence("backups"),
    Use.STREAMING: sentence("streaming media"),
    Use.MIXED: sentence("mixed work"),
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


@dataclass(frozen=True)
class Cell:
    """``text`` with ``detail`` behind it; ``strong`` marks a winner."""

    text: str
    detail: str = ""
    strong: bool = False


@dataclass(frozen=True)
class Row:
    """One line of a table; ``group`` names what it and its neighbours have in common."""

    group: str
    label: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class Setting:
    """A setting as it was before, and what it means."""

    name: str
    value: str
    meaning: str


@dataclass(frozen=True)
class OperationSection:
    """Charts and measured values of one operation, grouped by number of threads, which
    ``group_title`` says."""

    label: str
    rate_chart: LineChart | BarChart | None
    time_charts: tuple[BarChart, ...]
    note: str
    columns: tuple[str, ...]
    groups: tuple[tuple[Row, ...], ...]
    group_title: str


@dataclass(frozen=True)
class ReportContent:
    """Sentences and numerals in it are yet to be told in a language: ``Language.whole``."""

    headings: Headings
    title: str
    subtitle: str
    created: str
    version: str
    headline: str
    changed: bool
    gain: str
    outcome: str
    notes: tuple[str, ...]
    metrics: tuple[str, ...]
    verdicts: tuple[Row, ...]
    legend: tuple[tuple[str, str], ...]
    evidence: tuple[Evidence, ...]
    advice: tuple[Part, ...]
    by_threads: tuple[tuple[Row, ...], ...]
    operations: tuple[OperationSection, ...]
    long_names: bool
    settings: tuple[Setting, ...]
    variants: tuple[Fact, ...]
    device: tuple[Fact, ...]
    machine: tuple[Fact, ...]
    method: tuple[str, ...]
    commands: tuple[RepeatCommand, ...]
    commands_note: str
    repeatable: bool


def report_content(record: SessionRecord, judgement: Judgement) -> ReportContent:
    """Everything the report of ``record`` says."""
    advice = judgement.recommendation
    styles = chart_styles(record.plan, judgement)
    interruption = wording.interruption(record)
    caveats = tuple(wording.printable(caveat) for caveat in record.caveats)
    return ReportContent(
        headings=Headings(),
        title=sentence("Tuning report: {target}", target=_cut(wording.target_title(record))),
        subtitle=_subtitle(record),
        created=_date(record.created_at),
        version=wording.printable(record.machine.storage_tuner),
        headline=wording.headline(record, advice),
        changed=record.outcome is Outcome.KEPT or (advice is not None and advice.change),
        gain=_gain(judgement),
        outcome=wording.outcome(record, advice),
        notes=((interruption,) if interruption else ()) + caveats,
        metrics=tuple(metric.label for metric in shown_metrics(judgement)),
        verdicts=tuple(
            Row("", _label(operation), _verdict_cells(judgement, operation, None))
            for operation in _operations(record.plan, judgement)
        ),
        legend=wording.SYMBOLS,
        evidence=_evidence(judgement),
        advice=advice_parts(judgement),
        by_threads=() if _is_live(record) else _by_threads(record.plan, judgement),
        operations=_live_sections(record) if _is_live(record) else _sections(record, judgement),
        long_names=_has_long_names(styles),
        settings=_settings(record),
        variants=_variants(record),
        device=device_facts(record.device) if record.device else (),
        machine=machine_facts(record),
        method=method(record),
        commands=repeat_commands(record),
        commands_note=stand_in_note(record),
        repeatable=not _is_live(record),
    )


def _is_live(record: SessionRecord) -> bool:
    return record.plan.protocol is Protocol.LIVE


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_TITLE else f"{text[: LONGEST_TITLE - 1]}…"


def _label(operation: Operation) -> str:
    """Ours are told in the language, also those that were read back as plain texts."""
    label = operation.label
    return wording.printable(label if isinstance(label, Sentence) else together((label,)))


def _subtitle(record: SessionRecord) -> str:
    device = wording.device_line(record.device) if record.device else ""
    use = (
        sentence("under its own load")
        if _is_live(record)
        else sentence("used for: {use}", use=_USES[record.plan.use])
    )
    return together((device, use), " · ")


def _date(text: str) -> str:
    try:
        moment = datetime.fromisoformat(text)
        if moment.tzinfo:
            moment = moment.astimezone(UTC)
    except (ValueError, OverflowError):
        # the calendar's first and last hours may lie beyond it in UTC
        return wording.printable(text)
    return sentence(
        "{day} {month} {year}, {time} UTC",
        day=str(moment.day),
        month=_MONTHS[moment.month - 1],
        year=str(moment.year),
        time=f"{moment:%H:%M}",
    )


def _gain(judgement: Judgement) -> str:
    """What the recommendation brings, with its interval; empty when that isn't known."""
    advice = judgement.recommendation
    if advice is None:
        return ""
    gain = numbers.change(advice.gain_percent, advice.gain_interval_percent)
    if not gain:
        return ""
    return sentence(
        "Expected gain over the settings from before, weighted for the use: {gain}.", gain=gain
    )


def _operations(plan: Plan, judgement: Judgement) -> tuple[Operation, ...]:
    judged = (verdict.operation for verdict in judgement.verdicts)
    return tuple(dict.fromkeys((*plan.operations, *judged)))


def _verdict_cells(
    judgement: Judgement, operation: Operation, threads: int | None
) -> tuple[Cell, ...]:
    cells = []
    for metric in shown_metrics(judgement):
        verdict = find_verdict(judgement, operation, metric, threads)
        symbol, detail = wording.verdict_cell(verdict)
        better = verdict is not None and verdict.state is State.BETTER
        cells.append(Cell(symbol, detail if better or threads is None else "", better))
    return tuple(cells)


def _evidence(judgement: Judgement) -> tuple[Evidence, ...]:
    if judgement.recommendation is None:
        return ()
    return tuple(
        Evidence(wording.prose(item.statement), wording.printable(item.source))
        for item in judgement.recommendation.evidence
    )


def _by_threads(plan: Plan, judgement: Judgement) -> tuple[tuple[Row, ...], ...]:
    """One group of rows an operation, one row a number of threads."""
    return tuple(
        tuple(
            Row(
                _label(operation),
                str(threads),
                _verdict_cells(judgement, operation, threads),
            )
            for threads in _thread_counts(judgement, operation)
        )
        for operation in _operations(plan, judgement)
        if _compared(judgement, operation)
    )


def _compared(judgement: Judgement, operation: Operation) -> bool:
    return any(
        verdict.operation == operation
        and verdict.threads is not None
        and verdict.state is not State.NOT_MEASURED
        for verdict in judgement.verdicts
    )


def _thread_counts(judgement: Judgement, operation: Operation) -> tuple[int, ...]:
    counts = {
        verdict.threads
        for verdict in judgement.verdicts
        if verdict.operation == operation and verdict.threads is not None
    }
    return tuple(sorted(counts))


def _sections(record: SessionRecord, judgement: Judgement) -> tuple[OperationSection, ...]:
    styles = chart_styles(record.plan, judgement)
    return tuple(
        _section(operation, record.plan, judgement, styles)
        for operation in _operations(record.plan, judgement)
        if find_verdict(judgement, operation, Metric.RATE)
    )


def _live_sections(record: SessionRecord) -> tuple[OperationSection, ...]:
    """One table: a load that isn't ours has no number of threads."""
    rows = tuple(
        Row(
            "",
            wording.printable(row.variant),
            tuple(Cell(value.mean, value.interval) for value in row.values),
        )
        for row in live.figure_rows(record)
    )
    if not rows:
        return ()
    return (OperationSection(live.TITLE, None, (), "", live.COLUMNS, (rows,), group_title=""),)


def _section(
    operation: Operation, plan: Plan, judgement: Judgement, styles: Styles
) -> OperationSection:
    rates = threads_chart(judgement, operation, Metric.RATE, styles)
    times = (
        time_chart(judgement, operation, metric, styles)
        for metric in (Metric.ACCESS_TIME, Metric.ACCESS_TIME_P99)
    )
    groups = tuple(
        _value_rows(plan, judgement, operation, threads)
        for threads in _thread_counts(judgement, operation)
    )
    measured = {row.label for rows in groups for row in rows}
    left_out = len(measured) - len(styles)
    return OperationSection(
        label=_label(operation),
        rate_chart=rates,
        time_charts=tuple(chart for chart in times if chart),
        note=sentence(
            "The charts show {drawn} of {count} variants; the table has all.",
            drawn=len(styles),
            count=len(measured),
        )
        if left_out > 0
        else "",
        columns=tuple(_column_title(metric, operation) for metric in shown_metrics(judgement)),
        groups=tuple(rows for rows in groups if rows),
        group_title=sentence("Threads"),
    )


def _has_long_names(styles: Styles) -> bool:
    return any(len(name) > LONG_NAME for name in styles)


def _column_title(metric: Metric, operation: Operation) -> str:
    unit = "" if numbers.is_time(metric) else metric.unit(operation)
    return together((metric.label, unit), ", ")


def _value_rows(
    plan: Plan, judgement: Judgement, operation: Operation, threads: int
) -> tuple[Row, ...]:
    """One row a variant, in the order of the plan: mean and interval of every metric."""
    verdicts = {
        metric: find_verdict(judgement, operation, metric, threads)
        for metric in shown_metrics(judgement)
    }
    found = [verdict for verdict in verdicts.values() if verdict is not None]
    measured = {item.variant for verdict in found for item in verdict.summaries}
    rows = []
    for name in in_plan_order(plan, measured):
        cells = []
        for metric, verdict in verdicts.items():
            summaries = verdict.summaries if verdict else ()
            summary = next((item for item in summaries if item.variant == name), None)
            cells.append(
                _value_cell(metric, summary, verdict is not None and verdict.winner == name)
            )
        label = wording.printable(name)
        rows.append(Row(str(threads), label, tuple(cells)))
    return tuple(rows)


def _value_cell(metric: Metric, summary: Summary | None, winner: bool) -> Cell:
    if summary is None:
        return Cell(numbers.NOTHING)
    mean, interval = numbers.mean_and_interval(metric, summary)
    return Cell(mean, interval, winner)


def _settings(record: SessionRecord) -> tuple[Setting, ...]:
    return tuple(
        Setting(
            wording.printable(name),
            _with_unit(name, value),
            BY_NAME[name].meaning if name in BY_NAME else "",
        )
        for name, value in record.original_settings.items()
    )


def _with_unit(name: str, value: str) -> str:
    unit = BY_NAME[name].unit if name in BY_NAME else ""
    return together((wording.printable(value), unit or ""), numbers.SPACE)


def _variants(record: SessionRecord) -> tuple[Fact, ...]:
    return tuple(
        Fact(
            sentence("{variant} (set before)", variant=wording.printable(variant.name))
            if variant.name == record.plan.current
            else wording.printable(variant.name),
            wording.settings_text(variant.settings) or sentence("nothing changed"),
        )
        for variant in record.plan.variants
    )
