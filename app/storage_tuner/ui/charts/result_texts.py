"""Translates the texts of result charts for the window; the report's are in English."""

from __future__ import annotations

from dataclasses import replace

from storage_tuner.present import numbers
from storage_tuner.present.blocks import DotPlot
from storage_tuner.present.wording import printable
from storage_tuner.report.charts.heat_map import HeatMap
from storage_tuner.report.charts.svg import (
    BarChart,
    ChartLine,
    ChartPoint,
    LineChart,
    ScatterChart,
    ScatterPoint,
)
from storage_tuner.ui.charts.result_file import Chart


def in_language(chart: Chart) -> Chart:
    """The chart with translated texts as str, and numbers formatted for the locale. Charts made of
    blocks, and heat maps, are translated already."""
    if isinstance(chart, DotPlot | HeatMap):
        return chart
    title, description = str(chart.title), (str(chart.description))
    if isinstance(chart, LineChart | ScatterChart):
        return replace(
            chart,
            title=title,
            description=description,
            x_title=str(chart.x_title),
            y_title=str(chart.y_title),
        )
    return replace(
        chart,
        title=title,
        description=description,
        x_title=str(chart.x_title),
        bars=tuple(replace(bar, label=(str(bar.label))) for bar in chart.bars),
    )


def value_words(chart: Chart) -> tuple[str, ...]:
    """A description of each value of a chart in the window's language, with interval and names,
    in reading order."""
    match chart:
        case BarChart():
            return tuple(f"{printable(bar.name)}: {printable(bar.label)}" for bar in chart.bars)
        case DotPlot():
            return tuple(dot.words for dot in chart.dots)
        case ScatterChart():
            return tuple(_scatter_words(chart, point) for point in chart.points)
        case HeatMap():
            return tuple(cell.words for cell in chart.cells)
        case LineChart():
            return tuple(
                _point_words(chart, line, point) for line in chart.lines for point in line.points
            )


def _scatter_words(chart: ScatterChart, point: ScatterPoint) -> str:
    across = _value_words(point.across, *(point.across_interval or (None, None)))
    up = _value_words(point.up, *(point.up_interval or (None, None)))
    return "\n".join(
        (
            printable(point.name),
            f"{printable(chart.x_title)}: {across}",
            f"{printable(chart.y_title)}: {up}",
        )
    )


def _value_words(value: float, low: float | None, high: float | None) -> str:
    words = numbers.three_digits(value)
    if low is None or high is None:
        return words
    return f"{words} ({numbers.three_digits(low)} … {numbers.three_digits(high)})"


def _point_words(chart: LineChart, line: ChartLine, point: ChartPoint) -> str:
    value = _value_words(point.value, point.low, point.high)
    category = printable(chart.categories[point.position])
    return "\n".join(
        (
            printable(line.name),
            f"{printable(chart.x_title)}: {category}",
            f"{printable(chart.y_title)}: {value}",
        )
    )
