"""Charts of several sessions over each other."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from storage_tuner.advice.comparison_of_records import (
    ComparedRecord,
    judge_apart,
    named_apart,
    only,
)
from storage_tuner.advice.statistics.methods import method_for
from storage_tuner.core.measurement import Metric
from storage_tuner.core.time_course import TimeCourse
from storage_tuner.core.workload import Operation
from storage_tuner.report.charts.figures import threads_chart
from storage_tuner.report.charts.overlays import (
    MOST_MOMENTS,
    course_chart,
    distribution_chart,
    seconds_chart,
)
from storage_tuner.report.charts.svg import BarChart, LineChart
from tests.unit.report.example_session import example_record

READ = Operation.RANDOM_READ
NAMES = ("old disk", "new disk")
STYLES = {name: style for style, name in enumerate(NAMES)}
BEGIN = datetime(2026, 3, 3, 14, 20, tzinfo=UTC)


def sides(apart_s: float = 10.0) -> tuple[ComparedRecord, ...]:
    """Two sessions, the second one a day later and twice as slow."""
    made = []
    for day, (name, factor) in enumerate(zip(NAMES, (1.0, 2.0), strict=True)):
        record = example_record(("none",), (READ,), repeats=4)
        runs = tuple(
            replace(
                run,
                started_at=(BEGIN + timedelta(days=day, seconds=run.index * apart_s)).isoformat(),
                iops=(run.iops or 0) / factor,
                latency_mean_ms=4.0 * factor,
                latency_p50_ms=3.0 * factor,
                latency_p95_ms=8.0 * factor,
                latency_p99_ms=20.0 * factor,
                latency_p999_ms=None,
            )
            for run in record.measurements
        )
        made.append(ComparedRecord(name, runs, method_for(record.plan), {}))
    return named_apart(made)


def test_access_times_of_two_sessions_stand_over_the_same_threads() -> None:
    chart = threads_chart(judge_apart(sides()), READ, Metric.ACCESS_TIME, STYLES)
    assert isinstance(chart, LineChart)
    assert [line.name for line in chart.lines] == list(NAMES)
    assert [line.style for line in chart.lines] == [0, 1]
    old, new = chart.lines
    assert old.points[0].value == pytest.approx(4.0)
    assert new.points[0].value == pytest.approx(8.0)
    assert old.points[0].low is not None
    assert "(ms)" in chart.y_title


def test_rates_have_the_unit_of_their_operation() -> None:
    chart = threads_chart(judge_apart(sides()), READ, Metric.RATE, STYLES)
    assert isinstance(chart, LineChart)
    assert "IOPS" in chart.y_title


def only_with(threads: int) -> tuple[ComparedRecord, ...]:
    return tuple(
        replace(side, runs=tuple(run for run in side.runs if run.threads == threads))
        for side in sides()
    )


def test_one_number_of_threads_gives_bars() -> None:
    """Lines of one point each would lie on top of each other."""
    chart = threads_chart(judge_apart(only_with(4)), READ, Metric.ACCESS_TIME, STYLES)
    assert isinstance(chart, BarChart)
    assert chart.title == "Random read with 4 threads: mean latency"
    assert [(bar.name, bar.style) for bar in chart.bars] == [("old disk", 0), ("new disk", 1)]
    assert [bar.value * chart.factor for bar in chart.bars] == pytest.approx([4.0, 8.0])
    assert all(bar.low is not None for bar in chart.bars)
    assert chart.bars[0].label.endswith("ms")
    rates = threads_chart(judge_apart(only_with(4)), READ, Metric.RATE, STYLES)
    assert isinstance(rates, BarChart)
    assert "IOPS" in rates.x_title
    assert rates.bars[0].label.endswith("IOPS")


def test_short_times_are_told_in_a_unit_that_suits() -> None:
    quick = [
        replace(side, runs=tuple(replace(run, latency_mean_ms=0.05) for run in side.runs))
        for side in sides()
    ]
    chart = threads_chart(judge_apart(quick), READ, Metric.ACCESS_TIME, STYLES)
    assert isinstance(chart, LineChart)
    assert chart.lines[0].points[0].value == pytest.approx(50)
    assert "µs" in chart.y_title


def test_what_was_not_measured_has_no_chart() -> None:
    found = sides()
    assert threads_chart(judge_apart(found), Operation.SEQUENTIAL_READ, Metric.RATE, STYLES) is None
    assert distribution_chart(found, READ, 99, STYLES) is None
    assert course_chart([side.runs for side in found], READ, 99, Metric.RATE, STYLES) is None


def test_the_spread_leaves_out_what_was_not_measured() -> None:
    threads = sides()[0].runs[0].threads
    chart = distribution_chart(sides(), READ, threads, STYLES)
    assert chart is not None
    assert chart.logarithmic
    assert [point.value for point in chart.lines[1].points] == [6.0, 16.0, 40.0]
    assert chart.categories == ("50 %", "95 %", "99 %")


def test_each_session_begins_at_zero_in_the_course_of_time() -> None:
    found = sides()
    threads = found[0].runs[0].threads
    chart = course_chart([side.runs for side in found], READ, threads, Metric.RATE, STYLES)
    assert chart is not None
    assert [line.points[0].position for line in chart.lines] == [0, 0]
    assert len(chart.lines[0].points) == 4
    assert chart.categories[0] == "0"
    assert chart.x_title.startswith("Seconds")


def test_a_long_course_is_told_in_minutes_and_few_points() -> None:
    found = sides(apart_s=3600.0)
    threads = found[0].runs[0].threads
    chart = course_chart([side.runs for side in found], READ, threads, Metric.RATE, STYLES)
    assert chart is not None
    assert len(chart.categories) <= MOST_MOMENTS
    assert chart.x_title.startswith("Minutes")


def test_a_course_needs_moments() -> None:
    """A quick test of one run has none, and runs that tell no time have none either."""
    untimed = [
        replace(side, runs=tuple(replace(run, started_at=moment) for run in side.runs))
        for side, moment in zip(sides(), ("", BEGIN.isoformat()), strict=True)
    ]
    threads = untimed[0].runs[0].threads
    assert course_chart([side.runs for side in untimed], READ, threads, Metric.RATE, STYLES) is None


def test_what_disks_did_second_by_second_lies_over_each_other() -> None:
    nothing = (0.0, 0.0, 0.0)
    course = TimeCourse(
        BEGIN.isoformat(), (1.0, 2.0, 3.0), (10.0, 20.0, 30.0), (1.0, 2.0, 3.0),
        nothing, nothing, nothing, nothing, nothing,
    )  # fmt: skip
    chart = seconds_chart({"old disk": course, "empty": TimeCourse()})
    assert chart is not None
    (line,) = chart.lines
    assert [point.value for point in line.points] == [11.0, 22.0, 33.0]
    assert [chart.categories[point.position] for point in line.points] == ["1", "2", "3"]
    assert seconds_chart({}) is None


def test_only_what_is_chosen_is_drawn() -> None:
    found = only(sides(), ("new disk",))
    chart = threads_chart(judge_apart(found), READ, Metric.RATE, STYLES)
    assert isinstance(chart, LineChart)
    assert [line.name for line in chart.lines] == ["new disk"]
