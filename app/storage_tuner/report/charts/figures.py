"""The charts of a judgement: throughput over the number of threads, latencies as bars, sustained
writes as a curve, and maps of latencies."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence

from storage_tuner.core.load_map import LoadMap
from storage_tuner.core.measurement import Metric
from storage_tuner.core.message import Text, together, tr, trn
from storage_tuner.core.plan import Plan, shown_name
from storage_tuner.core.sustained import SustainedWrites
from storage_tuner.core.verdict import (
    Judgement,
    Tradeoff,
    TradeoffPoint,
    VariantSummary,
    Verdict,
)
from storage_tuner.core.workload import Operation
from storage_tuner.present import numbers
from storage_tuner.present.compared import find_verdict, in_plan_order
from storage_tuner.present.load_map import SATURATED_NOTE, latency_text, map_message
from storage_tuner.present.sustained import sustained_message
from storage_tuner.present.tradeoff import standing
from storage_tuner.present.wording import prose, variant_label
from storage_tuner.report.charts.heat_map import HeatCell, HeatMap
from storage_tuner.report.charts.svg import (
    STYLES,
    BarChart,
    ChartBar,
    ChartLine,
    ChartPoint,
    LineChart,
    ScatterChart,
    ScatterPoint,
)

_GB = 10**9
MOST_POINTS = 60
"""Of a curve of sustained writes."""

Styles = Mapping[str, int]
"""The line style of each variant that is drawn, the same in all charts of a session."""


def chart_styles(plan: Plan, judgement: Judgement) -> Styles:
    """The variants to draw, in the order of the plan: all, or the ``STYLES`` that matter most.

    Those are the one from before, the recommended one, and the ones most often unbeaten.
    """
    order = in_plan_order(
        plan, {item.variant for verdict in judgement.verdicts for item in verdict.summaries}
    )
    unbeaten = Counter(name for verdict in judgement.verdicts for name in verdict.best)
    advised = judgement.recommendation.variant if judgement.recommendation else None
    ranked = sorted(order, key=lambda name: (name not in (plan.current, advised), -unbeaten[name]))
    drawn = set(ranked[:STYLES])
    return {name: style for style, name in enumerate(name for name in order if name in drawn)}


def threads_chart(
    judgement: Judgement, operation: Operation, metric: Metric, styles: Styles
) -> LineChart | BarChart | None:
    """``metric`` of each variant against the number of threads, or as bars where that was the same
    everywhere; None without runs."""
    verdicts = _by_threads(judgement, operation, metric)
    means = [item.mean for verdict in verdicts for item in verdict.summaries]
    if not means:
        return None
    if len(verdicts) == 1:
        return _bars_of(verdicts[0], styles)
    factor, unit = scale(metric, operation, max(means))
    lines = [
        ChartLine(str(shown_name(name)), style, _points(name, verdicts, factor))
        for name, style in styles.items()
    ]
    return LineChart(
        title=tr("{operation}: {what} by threads", operation=operation.label, what=metric.phrase),
        description=_described(verdicts[-1], styles),
        x_title=tr("Threads"),
        y_title=_axis_title(metric, unit),
        categories=tuple(str(verdict.threads) for verdict in verdicts),
        lines=tuple(line for line in lines if line.points),
    )


def time_chart(
    judgement: Judgement, operation: Operation, metric: Metric, styles: Styles
) -> BarChart | None:
    """The latency of each variant over all thread counts; None when not measured.

    ``metric`` is one of the two latencies. Unbeaten variants are emphasised.
    """
    verdict = find_verdict(judgement, operation, metric)
    if verdict is None:
        return None
    title = tr("{metric}, all thread counts", metric=metric.label)
    return _bars(verdict, styles, title)


def sustained_chart(found: SustainedWrites) -> LineChart | None:
    """Throughput over the data written, and its levels; None where too little was measured."""
    if len(found.points) < 2:
        return None
    unit, step = _step_of(found.written_bytes)
    count = math.ceil(found.written_bytes / step)
    levels = tuple(
        ChartPoint(place, level.rate_mb_s)
        for place in range(count)
        for level in found.levels
        if level.begin_bytes <= (place + 0.5) * step < level.end_bytes
    )
    lines = [ChartLine(tr("Measured"), 0, _curve_points(found, step))]
    if len(found.levels) > 1:
        lines.append(ChartLine(tr("Levels"), 1, levels))
    return LineChart(
        title=tr("Sustained writes: throughput over the data written"),
        description=prose(sustained_message(found)),
        x_title=tr("Data written ({unit})", unit="GB" if unit == _GB else "MB"),
        y_title=tr("{what} ({unit})", what=Metric.RATE.label, unit="MB/s"),
        categories=tuple(numbers.three_digits(place * step / unit) for place in range(count)),
        lines=tuple(lines),
    )


def heat_maps(found: LoadMap, metric: Metric) -> dict[str, HeatMap]:
    """A map of one of the two latencies for each variant, all with the same colours; empty where it
    wasn't measured."""
    values = [value for cell in found.cells if (value := cell.latency_ms(metric))]
    if not values:
        return {}
    low, high = min(values), max(values)
    return {name: _heat_map(found, metric, name, low, high) for name in found.variants}


def _heat_map(found: LoadMap, metric: Metric, variant: str, low: float, high: float) -> HeatMap:
    cells = []
    for row, read in enumerate(found.reads):
        for column, write in enumerate(found.writes):
            cell = found.cell(variant, read.percent, write.percent)
            if cell is None:
                continue
            text = latency_text(cell, metric)
            words = tr(
                "Reads at {reads}, writes at {writes}: {latency}",
                reads=numbers.percent(read.percent),
                writes=numbers.percent(write.percent),
                latency=text,
            )
            cells.append(HeatCell(row, column, cell.latency_ms(metric), text, words))
    return HeatMap(
        title=tr(
            "{metric} of reads: {variant}", metric=metric.label, variant=variant_label(variant)
        ),
        description=prose(map_message(found)),
        x_title=tr("Writes (% of their highest throughput)"),
        y_title=tr("Reads (% of their highest throughput)"),
        columns=tuple(str(level.percent) for level in found.writes),
        rows=tuple(str(level.percent) for level in found.reads),
        cells=tuple(cells),
        low=low,
        high=high,
        ends=(numbers.milliseconds(low), numbers.milliseconds(high)),
        note=str(SATURATED_NOTE) if any(cell.saturated for cell in found.cells) else "",
    )


def _step_of(written_bytes: int) -> tuple[int, int]:
    """The unit of the axis, and the bytes of a point, both in bytes."""
    steps = (factor * 10**power for power in range(6, 15) for factor in (1, 2, 5))
    step = next(step for step in steps if written_bytes / step <= MOST_POINTS)
    return (_GB if written_bytes >= 5 * _GB else 10**6), step


def _curve_points(found: SustainedWrites, step: int) -> tuple[ChartPoint, ...]:
    """The mean throughput of the data written in each step, across the slices it is in."""
    moved: dict[int, float] = {}
    seconds: dict[int, float] = {}
    begin = 0
    for point in found.points:
        for place in range(begin // step, (point.end_bytes - 1) // step + 1):
            part = min(point.end_bytes, (place + 1) * step) - max(begin, place * step)
            moved[place] = moved.get(place, 0) + part
            seconds[place] = seconds.get(place, 0) + part / point.rate_mb_s
        begin = point.end_bytes
    return tuple(ChartPoint(place, moved[place] / seconds[place]) for place in sorted(moved))


def tradeoff_chart(tradeoff: Tradeoff, styles: Styles) -> ScatterChart:
    """The foreground's latency (the further left the better) against the background's throughput
    (the higher the better), a point per variant; emphasised on the Pareto front."""
    drawn = [each for each in tradeoff.points if each.variant in styles]
    factor, unit = numbers.time_unit(max((each.latency_ms.value for each in drawn), default=0))
    return ScatterChart(
        title=tr("{operation}: latency against background", operation=tradeoff.foreground.label),
        description=str(together((_point_in_words(each) for each in drawn), "; ")),
        x_title=tr("Mean latency ({unit}), mean and 95 % interval", unit=unit),
        y_title=tr("Background (MB/s), mean and 95 % interval; dashed: the Pareto front"),
        points=tuple(
            ScatterPoint(
                str(shown_name(each.variant)),
                styles[each.variant],
                each.latency_ms.value * factor,
                each.background_mb_s.value,
                _scaled_interval(each.latency_ms.interval, factor),
                each.background_mb_s.interval,
                each.is_on_front,
            )
            for each in drawn
        ),
    )


def _point_in_words(point: TradeoffPoint) -> Text:
    return together(
        (
            together((shown_name(point.variant), numbers.milliseconds(point.latency_ms.value))),
            numbers.rate(point.background_mb_s.value),
            standing(point),
        ),
        ", ",
    )


def _scaled_interval(
    interval: tuple[float, float] | None, factor: float
) -> tuple[float, float] | None:
    return None if interval is None else (interval[0] * factor, interval[1] * factor)


def _by_threads(judgement: Judgement, operation: Operation, metric: Metric) -> list[Verdict]:
    found = [
        verdict
        for verdict in judgement.verdicts
        if (verdict.operation, verdict.metric) == (operation, metric)
        and verdict.threads is not None
        and verdict.summaries
    ]
    return sorted(found, key=lambda verdict: verdict.threads or 0)


def _bars_of(verdict: Verdict, styles: Styles) -> BarChart | None:
    """Of one number of threads."""
    title = tr(
        "{operation} with {threads}: {what}",
        operation=verdict.operation.label,
        threads=trn(verdict.threads or 0, "{count} thread", "{count} threads"),
        what=verdict.metric.phrase,
    )
    return _bars(verdict, styles, title)


def _bars(verdict: Verdict, styles: Styles, title: str) -> BarChart | None:
    drawn = {item.variant: item for item in verdict.summaries if item.variant in styles}
    if not drawn:
        return None
    operation, metric = verdict.operation, verdict.metric
    factor, unit = scale(metric, operation, max(item.mean for item in drawn.values()))
    bars = tuple(
        _bar(drawn[name], style, verdict) for name, style in styles.items() if name in drawn
    )
    return BarChart(
        title=title,
        description=str(
            together(
                (
                    together((operation.label, metric.phrase), ", "),
                    together((together((bar.name, bar.label)) for bar in bars), "; "),
                ),
                ": ",
            )
        ),
        x_title=_axis_title(metric, unit),
        bars=bars,
        factor=factor,
    )


def _axis_title(metric: Metric, unit: str) -> str:
    return tr("{what} ({unit}), mean and 95 % interval", what=metric.label, unit=unit)


def scale(metric: Metric, operation: Operation, greatest: float) -> tuple[float, str]:
    """What to multiply values up to ``greatest`` with, and the unit that they then have."""
    return (
        numbers.time_unit(greatest) if numbers.is_time(metric) else (1, str(metric.unit(operation)))
    )


def _points(name: str, verdicts: Sequence[Verdict], factor: float) -> tuple[ChartPoint, ...]:
    return tuple(
        ChartPoint(
            position, item.mean * factor, _scaled(item.low, factor), _scaled(item.high, factor)
        )
        for position, verdict in enumerate(verdicts)
        for item in verdict.summaries
        if item.variant == name
    )


def _scaled(value: float | None, factor: float) -> float | None:
    return None if value is None else value * factor


def _bar(summary: VariantSummary, style: int, verdict: Verdict) -> ChartBar:
    return ChartBar(
        name=str(shown_name(summary.variant)),
        style=style,
        value=summary.mean,
        low=summary.low,
        high=summary.high,
        label=numbers.metric_value(verdict.metric, verdict.operation, summary.mean),
        emphasised=not verdict.best or summary.variant in verdict.best,
    )


def _described(verdict: Verdict, styles: Styles) -> str:
    values = together(
        (
            together(
                (
                    shown_name(item.variant),
                    numbers.metric_value(verdict.metric, verdict.operation, item.mean),
                )
            )
            for item in verdict.summaries
            if item.variant in styles
        ),
        "; ",
    )
    return tr(
        "{operation} with {threads} threads: {values}",
        operation=verdict.operation.label,
        threads=verdict.threads,
        values=values,
    )
