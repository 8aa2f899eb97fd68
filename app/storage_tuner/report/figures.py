"""Which charts a judgement gives: rates over the number of threads, and access times as bars."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping

from storage_tuner.core.measurement import Metric
from storage_tuner.core.plan import Plan
from storage_tuner.core.sentence import sentence, together
from storage_tuner.core.verdict import Judgement, Summary, Verdict
from storage_tuner.core.workload import Operation
from storage_tuner.report import numbers
from storage_tuner.report.charts import STYLES, Bar, BarChart, Line, LineChart, Point

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


def in_plan_order(plan: Plan, measured: Collection[str]) -> tuple[str, ...]:
    """The variants that were measured: those of the plan first, then others by name."""
    planned = [variant.name for variant in plan.variants]
    others = sorted(name for name in measured if name not in planned)
    return tuple(name for name in dict.fromkeys((*planned, *others)) if name in measured)


def rate_chart(judgement: Judgement, operation: Operation, styles: Styles) -> LineChart | None:
    """The rate of each variant against the number of threads; None without runs."""
    verdicts = sorted(
        (
            verdict
            for verdict in judgement.verdicts
            if verdict.operation == operation
            and verdict.metric is Metric.RATE
            and verdict.threads is not None
            and verdict.summaries
        ),
        key=lambda verdict: verdict.threads or 0,
    )
    if not verdicts:
        return None
    lines = tuple(
        Line(name, style, points)
        for name, style in styles.items()
        if (points := _points(name, verdicts))
    )
    counts = tuple(str(verdict.threads) for verdict in verdicts)
    return LineChart(
        title=sentence("{operation}: rate against threads", operation=operation.label),
        description=_described(operation, verdicts[-1], styles),
        x_title=sentence("Threads"),
        y_title=sentence("Rate ({unit}), mean and 95 % interval", unit=Metric.RATE.unit(operation)),
        categories=counts,
        lines=lines,
    )


def time_chart(
    judgement: Judgement, operation: Operation, metric: Metric, styles: Styles
) -> BarChart | None:
    """The access time of each variant over all thread counts; None when not measured.

    ``metric`` is one of the two access times. Unbeaten variants are emphasised.
    """
    verdict = find_verdict(judgement, operation, metric)
    if verdict is None:
        return None
    drawn = {item.variant: item for item in verdict.summaries if item.variant in styles}
    if not drawn:
        return None
    factor, unit = numbers.time_unit(max(item.mean for item in drawn.values()))
    bars = tuple(
        _bar(drawn[name], style, verdict) for name, style in styles.items() if name in drawn
    )
    return BarChart(
        title=sentence("{metric}, all thread counts", metric=metric.label),
        description=together(
            (
                together((operation.label, metric.phrase), ", "),
                together((together((bar.name, bar.label)) for bar in bars), "; "),
            ),
            ": ",
        ),
        x_title=sentence(
            "{metric} ({unit}), mean and 95 % interval", metric=metric.label, unit=unit
        ),
        bars=bars,
        factor=factor,
    )


def find_verdict(
    judgement: Judgement, operation: Operation, metric: Metric, threads: int | None = None
) -> Verdict | None:
    """The verdict over all thread counts, or over ``threads`` of them."""
    for verdict in judgement.verdicts:
        if (verdict.operation, verdict.metric, verdict.threads) == (operation, metric, threads):
            return verdict
    return None


def _points(name: str, verdicts: list[Verdict]) -> tuple[Point, ...]:
    return tuple(
        Point(position, summary.mean, summary.low, summary.high)
        for position, verdict in enumerate(verdicts)
        for summary in verdict.summaries
        if summary.variant == name
    )


def _bar(summary: Summary, style: int, verdict: Verdict) -> Bar:
    return Bar(
        name=summary.variant,
        style=style,
        value=summary.mean,
        low=summary.low,
        high=summary.high,
        label=numbers.milliseconds(summary.mean),
        emphasised=not verdict.best or summary.variant in verdict.best,
    )


def _described(operation: Operation, verdict: Verdict, styles: Styles) -> str:
    values = together(
        (
            together((name, numbers.metric_value(Metric.RATE, operation, summary.mean)))
            for summary in verdict.summaries
            if (name := summary.variant) in styles
        ),
        "; ",
    )
    return sentence(
        "{operation} with {threads} threads: {values}",
        operation=operation.label,
        threads=verdict.threads,
        values=values,
    )
