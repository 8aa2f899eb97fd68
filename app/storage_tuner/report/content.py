"""What the report says, as values ready to be printed; the template only arranges them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from storage_tuner.advice.methods import ERROR_LEVEL, MARGIN
from storage_tuner.core.device import Device
from storage_tuner.core.measurement import Machine, Metric, Outcome, SessionRecord
from storage_tuner.core.plan import Plan, Protocol, TargetKind, Thoroughness, Use
from storage_tuner.core.tunable import BY_NAME
from storage_tuner.core.verdict import Evidence, Judgement, State, Summary
from storage_tuner.core.workload import Operation
from storage_tuner.report import live, numbers, wording
from storage_tuner.report.advice import Part, advice_parts
from storage_tuner.report.charts import (
    PRINT,
    bar_chart_svg,
    line_chart_svg,
)
from storage_tuner.report.figures import (
    Styles,
    chart_styles,
    find_verdict,
    in_plan_order,
    rate_chart,
    time_chart,
)
from storage_tuner.report.repeating import RepeatCommand, repeat_commands, stand_in_note

PAGE_WIDTH = 493
LINE_CHART_HEIGHT = 215
BAR_CHART_WIDTH = 240
"""In points: A4 between its margins, and half of it."""
LONG_NAME = 16
"""Characters from which on a variant's name needs more room than beside another chart."""
LONGEST_TITLE = 80

_USES = {
    Use.DESKTOP: "desktop",
    Use.FILE_SERVER: "file server",
    Use.DATABASE: "database",
    Use.VIRTUAL_MACHINES: "virtual machines",
    Use.BACKUP: "backups",
    Use.STREAMING: "streaming media",
    Use.MIXED: "mixed work",
    Use.NOT_SURE: "a balanced mix",
}


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
class Fact:
    name: str
    value: str


@dataclass(frozen=True)
class Setting:
    """A setting as it was before, and what it means."""

    name: str
    value: str
    meaning: str


@dataclass(frozen=True)
class OperationSection:
    """Charts (SVG text) and measured values of one operation, grouped by number of threads, which
    ``group_title`` says."""

    label: str
    rate_chart: str
    time_charts: tuple[str, ...]
    note: str
    columns: tuple[str, ...]
    groups: tuple[tuple[Row, ...], ...]
    group_title: str = "Threads"


@dataclass(frozen=True)
class ReportContent:
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
        title=f"Tuning report: {_cut(wording.target_title(record))}",
        subtitle=_subtitle(record),
        created=_date(record.created_at),
        version=wording.printable(record.machine.storage_tuner),
        headline=wording.headline(record, advice),
        changed=record.outcome is Outcome.KEPT or (advice is not None and advice.change),
        gain=_gain(judgement),
        outcome=wording.outcome(record, advice),
        notes=((interruption,) if interruption else ()) + caveats,
        metrics=tuple(metric.label for metric in Metric),
        verdicts=tuple(
            Row("", operation.label, _verdict_cells(judgement, operation, None))
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
        device=_device_facts(record.device) if record.device else (),
        machine=_machine_facts(record.machine),
        method=_method(record),
        commands=repeat_commands(record),
        commands_note=stand_in_note(record),
        repeatable=not _is_live(record),
    )


def _is_live(record: SessionRecord) -> bool:
    return record.plan.protocol is Protocol.LIVE


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST_TITLE else f"{text[: LONGEST_TITLE - 1]}…"


def _subtitle(record: SessionRecord) -> str:
    device = wording.device_line(record.device) if record.device else ""
    use = "under its own load" if _is_live(record) else f"used for: {_USES[record.plan.use]}"
    return " · ".join(part for part in (device, use) if part)


def _date(text: str) -> str:
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return wording.printable(text)
    if moment.tzinfo:
        moment = moment.astimezone(UTC)
    return f"{moment.day} {moment:%B %Y, %H:%M} UTC"


def _gain(judgement: Judgement) -> str:
    """What the recommendation brings, with its interval; empty when that isn't known."""
    advice = judgement.recommendation
    if advice is None:
        return ""
    gain = numbers.change(advice.gain_percent, advice.gain_interval_percent)
    if not gain:
        return ""
    return f"Expected gain over the settings from before, weighted for the use: {gain}."


def _operations(plan: Plan, judgement: Judgement) -> tuple[Operation, ...]:
    judged = (verdict.operation for verdict in judgement.verdicts)
    return tuple(dict.fromkeys((*plan.operations, *judged)))


def _verdict_cells(
    judgement: Judgement, operation: Operation, threads: int | None
) -> tuple[Cell, ...]:
    cells = []
    for metric in Metric:
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
                operation.label,
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
    return (OperationSection(live.TITLE, "", (), "", live.COLUMNS, (rows,), group_title=""),)


def _section(
    operation: Operation, plan: Plan, judgement: Judgement, styles: Styles
) -> OperationSection:
    rates = rate_chart(judgement, operation, styles)
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
    bar_width = PAGE_WIDTH if _has_long_names(styles) else BAR_CHART_WIDTH
    return OperationSection(
        label=operation.label,
        rate_chart=line_chart_svg(rates, PRINT, PAGE_WIDTH, LINE_CHART_HEIGHT) if rates else "",
        time_charts=tuple(bar_chart_svg(chart, PRINT, bar_width) for chart in times if chart),
        note=f"The charts show {len(styles)} of {len(measured)} variants; the table has all."
        if left_out > 0
        else "",
        columns=tuple(_column_title(metric, operation) for metric in Metric),
        groups=tuple(rows for rows in groups if rows),
    )


def _has_long_names(styles: Styles) -> bool:
    return any(len(name) > LONG_NAME for name in styles)


def _column_title(metric: Metric, operation: Operation) -> str:
    return metric.label if numbers.is_time(metric) else f"{metric.label}, {metric.unit(operation)}"


def _value_rows(
    plan: Plan, judgement: Judgement, operation: Operation, threads: int
) -> tuple[Row, ...]:
    """One row a variant, in the order of the plan: mean and interval of every metric."""
    verdicts = {metric: find_verdict(judgement, operation, metric, threads) for metric in Metric}
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
    mean, _, interval = numbers.mean_with_interval(metric, summary).partition(" (")
    return Cell(mean, f"({interval}" if interval else "", winner)


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
    return wording.printable(value) + (f"{numbers.SPACE}{unit}" if unit else "")


def _variants(record: SessionRecord) -> tuple[Fact, ...]:
    return tuple(
        Fact(
            wording.printable(variant.name)
            + (" (set before)" if variant.name == record.plan.current else ""),
            wording.settings_text(variant.settings) or "nothing changed",
        )
        for variant in record.plan.variants
    )


def _device_facts(device: Device) -> tuple[Fact, ...]:
    depth = device.queue_depth
    ncq = {True: ", NCQ", False: ", no NCQ", None: ""}[depth.ncq] if depth else ""
    size = device.size_bytes
    found = {
        "Name": device.path,
        "Kind": device.medium,
        "Vendor": device.vendor,
        "Model": device.model,
        "Serial number": device.serial,
        "WWN": device.wwn,
        "Firmware": device.firmware,
        "Size": f"{numbers.decimal_bytes(size)} ({numbers.whole(size)} bytes)" if size else None,
        "Connection": device.transport,
        "Blocks": _blocks(device),
        "Schedulers": ", ".join(device.scheduler.available) if device.scheduler else None,
        "Queue depth": f"{depth.value} of {depth.maximum or '?'}{ncq}" if depth else None,
        "Backing file": device.backing_file,
        "RAID": device.md.level if device.md else None,
        "Members": ", ".join(device.members),
        "In use by": ", ".join(device.in_use) or "nothing",
    }
    return _facts(found)


def _blocks(device: Device) -> str | None:
    logical, physical = device.logical_block_bytes, device.physical_block_bytes
    if logical is None:
        return None
    text = f"{numbers.binary_bytes(logical)} logical"
    return f"{text}, {numbers.binary_bytes(physical)} physical" if physical else text


def _machine_facts(machine: Machine) -> tuple[Fact, ...]:
    memory = numbers.binary_bytes(machine.memory_bytes) if machine.memory_bytes else None
    processor = f"{machine.processor} ({machine.processors} logical processors)"
    return _facts(
        {
            "Host": machine.host,
            "Distribution": machine.distribution,
            "Kernel": machine.kernel,
            "Processor": processor,
            "Memory": memory,
            "fio": machine.fio,
            "Storage Tuner": machine.storage_tuner,
        }
    )


def _facts(found: dict[str, str | None]) -> tuple[Fact, ...]:
    return tuple(Fact(name, wording.printable(value)) for name, value in found.items() if value)


def _method(record: SessionRecord) -> tuple[str, ...]:
    plan = record.plan
    if plan.protocol is Protocol.LIVE:
        return live.live_method(plan)
    adaptive = plan.protocol is Protocol.ADAPTIVE
    return (
        *_plan_sentences(plan),
        _judging_adaptively(plan) if adaptive else _judging_runs(),
        "Rates are in MB/s (1 MB = 1 000 000 bytes) for sequential and in requests per second "
        "(IOPS) for random operations. CPU efficiency is MB moved per second of system CPU time "
        "that fio spent, not per second of the clock. At a fixed number of threads the rate and "
        "the mean access time are one and the same measurement; the slowest 1 % (99th percentile "
        "of the access times) tell more.",
        "Values over several numbers of threads are geometric means. Intervals of single values "
        f"are 95 % confidence intervals over the {'slices' if adaptive else 'repeated runs'}; they "
        "say nothing about what another day, another load or a fuller disk would give. In a chart, "
        "an arrow means that the interval goes on outside.",
    )


def _judging_runs() -> str:
    return (
        f"One variant counts as better only if its lead is statistically sound (p below "
        f"{ERROR_LEVEL:g} after Holm’s correction for the number of comparisons) and at least "
        f"{100 * MARGIN:g} %. Equal (=) means that the whole 95 % interval lies within "
        f"{100 * MARGIN:g} %. Compared are runs of the same block, as differences of logarithms."
    )


def _judging_adaptively(plan: Plan) -> str:
    return (
        "Compared are slices of the same block, as differences of logarithms. The bounds on these "
        "differences (t confidence sequences) hold however often one looks, so a test may end as "
        "soon as it is decided; the chance of any false winner in a whole session stays below "
        f"{100 * plan.error_level:g} %. One variant counts as better only if its lead is sound in "
        f"this sense and at least {100 * plan.margin:g} %; equal (=) means shown to differ by "
        "less. What the time doesn’t suffice for is called undecided. Slices under one load may "
        "differ from separate runs: the same plan with the protocol “restarts” (tune --protocol "
        "restarts) confirms a result with a new start of fio for every run."
    )


def _plan_sentences(plan: Plan) -> tuple[str, ...]:
    threads = _listed([str(count) for count in plan.threads])
    effort = {
        Thoroughness.QUICK: "a quick measurement",
        Thoroughness.NORMAL: "a normal measurement",
        Thoroughness.THOROUGH: "a thorough measurement",
    }[plan.thoroughness]
    operations = _listed([operation.phrase for operation in plan.operations])
    variants = f"{len(plan.variants)} variant{'s' if len(plan.variants) != 1 else ''}"
    first = (
        f"The plan was {effort}: {variants} in {operations} "
        f"with {threads} thread{'s' if plan.threads != (1,) else ''}, {_amount(plan)}. Sequential "
        f"operations use blocks of 1 MiB, random ones of 4 KiB, past the page cache (direct I/O)."
    )
    return (first, _order(plan), _safety(plan))


def _amount(plan: Plan) -> str:
    """How much is measured, as the end of a sentence."""
    if plan.raced:
        limit = f"at most {numbers.duration(plan.budget_s)}" if plan.budget_s else ""
        return f"until it is decided{f', {limit} in all' if limit else ''}"
    runs = plan.repeats * len(plan.variants) * len(plan.operations) * len(plan.threads)
    pause = f", {numbers.duration_ms(plan.pause_ms)} apart" if plan.pause_ms else ""
    return (
        f"each {plan.repeats} times: {numbers.whole(runs)} runs of "
        f"{numbers.duration_ms(plan.runtime_ms)} after {numbers.duration_ms(plan.ramp_ms)} of "
        f"running in{pause}"
    )


def _span(times_ms: Sequence[int]) -> str:
    """``500 ms``, or ``500 ms to 2 s`` where it wasn't the same everywhere."""
    bounds = dict.fromkeys((min(times_ms), max(times_ms)))
    return " to ".join(numbers.duration_ms(each) for each in bounds)


def _order(plan: Plan) -> str:
    """In which order the variants had their turns, and why."""
    paced = [plan.paced(cell) for cell in plan.cells] or [plan]
    again = f"(seed {plan.seed} gives the same order again), so that slow drift meets all alike."
    if plan.protocol is Protocol.ADAPTIVE:
        return (
            "The protocol was “adaptive”: one long load for each operation and number of threads, "
            "under which the variants were switched. Every block has a slice of "
            f"{_span([pace.runtime_ms for pace in paced])} of each variant that is still in the "
            f"race, {_span([pace.ramp_ms for pace in paced])} after its switch, in random order "
            f"{again} A slice that other work disturbed is marked, measured again, and not judged."
        )
    if plan.protocol is Protocol.ARTICLE:
        return (
            "The protocol was that of published comparisons (“article”): one variant after the "
            "other. Slow drift of the disk can look like a difference between them."
        )
    name = "repeats" if plan.protocol is Protocol.REPEATS else "restarts"
    return (
        f"The protocol was “{name}”: fio was started anew for every run. The runs were "
        f"interleaved: every block has each variant once, in random order {again}"
    )


def _safety(plan: Plan) -> str:
    if plan.target.kind is TargetKind.PRACTICE:
        return (
            "Measured was a practice disk: a file behind a loop device, made for this and removed."
        )
    if plan.target.kind is TargetKind.FILE:
        return "Measured was a file on a file system; what else is on it was not touched."
    if plan.overwrites_device:
        return "The device itself was written to: what was on it is gone."
    return "The device was only read; nothing was written to it."


def _listed(words: list[str]) -> str:
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"
