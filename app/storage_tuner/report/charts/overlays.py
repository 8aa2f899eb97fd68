"""Charts with several sessions, or variants of one, overlaid."""

from __future__ import annotations

import itertools
import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from storage_tuner.advice.comparison_of_records import ComparedRecord
from storage_tuner.core.measurement import Measurement, Metric
from storage_tuner.core.message import together, tr
from storage_tuner.core.plan import shown_name
from storage_tuner.core.time_course import TimeCourse
from storage_tuner.core.workload import Operation
from storage_tuner.present import numbers
from storage_tuner.report.charts.figures import Styles, scale
from storage_tuner.report.charts.result_figures import PERCENTILES, spreads
from storage_tuner.report.charts.svg import STYLES, ChartLine, ChartPoint, LineChart

MOST_MOMENTS = 60
"""The most points of a line in a time course."""

_STEPS_S = (1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 14400, 28800, 86400)


def distribution_chart(
    sides: Sequence[ComparedRecord], operation: Operation, threads: int, styles: Styles
) -> LineChart | None:
    """Within which time so many of all requests were done; None where that wasn't measured."""
    found = {
        spread.variant: spread.times_ms
        for side in sides
        for spread in spreads(side.runs, operation)
        if spread.threads == threads and spread.variant in styles
    }
    times = [time for each in found.values() for time in each if time]
    if not times:
        return None
    factor, unit = numbers.time_unit(statistics.median(times))
    lines = tuple(
        ChartLine(str(shown_name(name)), style, _spread_points(found[name], factor))
        for name, style in styles.items()
        if name in found
    )
    reach = 1 + max(point.position for line in lines for point in line.points)
    return LineChart(
        title=tr("{operation}: latency distribution", operation=operation.label),
        description=str(
            together(
                (
                    tr(
                        "{variant}: 99 % within {time}",
                        variant=shown_name(name),
                        time=numbers.milliseconds(time),
                    )
                    for name, each in found.items()
                    if (time := each[2]) is not None
                ),
                "; ",
            )
        ),
        x_title=tr("Share of requests completed within the time"),
        y_title=tr("Latency ({unit}), logarithmic", unit=unit),
        categories=tuple(name for name, _ in PERCENTILES)[:reach],
        lines=lines,
        logarithmic=True,
    )


def course_chart(
    sessions: Iterable[Sequence[Measurement]],
    operation: Operation,
    threads: int,
    metric: Metric,
    styles: Styles,
) -> LineChart | None:
    """``metric`` while it was measured, each session from its own beginning; None where there are
    no three moments of any variant."""
    courses = {
        variant: course
        for runs in sessions
        for variant, course in _courses(runs, operation, threads, metric).items()
        if variant in styles
    }
    moments = [{moment for moment, _ in course} for course in courses.values()]
    if max(map(len, moments), default=0) < 3:
        return None
    axis = _TimeAxis.until(max(moment for course in courses.values() for moment, _ in course))
    values = [value for course in courses.values() for _, value in course]
    factor, unit = scale(metric, operation, max(values))
    return LineChart(
        title=tr(
            "{operation}: {what} over time",
            operation=operation.label,
            what=metric.phrase,
        ),
        description=str(
            together(
                (
                    tr(
                        "{variant}: from {low} to {high} {unit}",
                        variant=shown_name(name),
                        low=numbers.three_digits(min(value for _, value in course) * factor),
                        high=numbers.three_digits(max(value for _, value in course) * factor),
                        unit=unit,
                    )
                    for name, course in courses.items()
                ),
                "; ",
            )
        ),
        x_title=axis.title,
        y_title=tr("{what} ({unit})", what=metric.label, unit=unit),
        categories=axis.categories,
        lines=tuple(
            ChartLine(
                str(shown_name(name)), style, _course_points(courses[name], axis.step_s, factor)
            )
            for name, style in styles.items()
            if name in courses
        ),
    )


def seconds_chart(courses: Mapping[str, TimeCourse]) -> LineChart | None:
    """What each session's disk moved, reading and writing together, from its own beginning; by
    label. None where nothing is known second by second."""
    moved = {
        label: [
            (end, read + write)
            for end, read, write in zip(
                course.ends_s, course.read_mb_s, course.write_mb_s, strict=True
            )
        ]
        for label, course in courses.items()
        if len(course) > 1
    }
    if not moved:
        return None
    axis = _TimeAxis.until(max(course[-1][0] for course in moved.values()))
    return LineChart(
        title=tr("Data moved during the session"),
        description=str(
            together(
                (
                    tr(
                        "{variant}: up to {rate}",
                        variant=label,
                        rate=numbers.rate(max(value for _, value in course)),
                    )
                    for label, course in moved.items()
                ),
                "; ",
            )
        ),
        x_title=axis.title,
        y_title=tr("Read and written (MB/s)"),
        categories=axis.categories,
        lines=tuple(
            ChartLine(label, style % STYLES, _course_points(course, axis.step_s, 1))
            for style, (label, course) in enumerate(moved.items())
        ),
    )


@dataclass(frozen=True)
class _TimeAxis:
    """``step_s`` is what one category lasts, of which there are ``count``."""

    step_s: int
    count: int

    @classmethod
    def until(cls, end_s: float) -> _TimeAxis:
        step = next((step for step in _STEPS_S if end_s / step < MOST_MOMENTS), _STEPS_S[-1])
        return cls(step, int(end_s // step) + 1)

    @property
    def title(self) -> str:
        if self.step_s >= 60:
            return tr("Minutes since the start")
        return tr("Seconds since the start")

    @property
    def categories(self) -> tuple[str, ...]:
        unit = 60 if self.step_s >= 60 else 1
        return tuple(str(place * self.step_s // unit) for place in range(self.count))


def _spread_points(times: Iterable[float | None], factor: float) -> tuple[ChartPoint, ...]:
    return tuple(
        ChartPoint(position, time * factor)
        for position, time in enumerate(times)
        if time is not None
    )


Course = list[tuple[float, float]]
"""Seconds since the beginning, and the value."""


def _courses(
    runs: Iterable[Measurement], operation: Operation, threads: int, metric: Metric
) -> Mapping[str, Course]:
    """Those of one record: its variants have one beginning."""
    found: dict[str, Course] = {}
    for run in runs:
        if run.operation != operation or run.threads != threads or run.disturbed:
            continue
        value, moment = run.value(metric), _seconds(run.started_at)
        if value is not None and moment is not None:
            found.setdefault(run.variant, []).append((moment, value))
    begin = min((moment for course in found.values() for moment, _ in course), default=0)
    return {
        variant: sorted((moment - begin, value) for moment, value in course)
        for variant, course in found.items()
    }


def _course_points(course: Course, step: float, factor: float) -> tuple[ChartPoint, ...]:
    """The mean of what falls into one step."""
    steps = itertools.groupby(course, key=lambda each: int(each[0] // step))
    return tuple(
        ChartPoint(place, statistics.fmean(value for _, value in each) * factor)
        for place, each in steps
    )


def _seconds(text: str) -> float | None:
    try:
        return datetime.fromisoformat(text).timestamp()
    except ValueError:
        return None
