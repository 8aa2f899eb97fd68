"""Charts of results in the window's language; those of the report are in English."""

from __future__ import annotations

from dataclasses import replace

from storage_tuner.report.charts import BarChart, LineChart
from storage_tuner.ui.language import localized, told


def in_language(chart: LineChart | BarChart) -> LineChart | BarChart:
    """The same with its words translated, and numbers written as in the locale."""
    title, description = told(chart.title), localized(told(chart.description))
    if isinstance(chart, LineChart):
        return replace(
            chart,
            title=title,
            description=description,
            x_title=told(chart.x_title),
            y_title=told(chart.y_title),
        )
    return replace(
        chart,
        title=title,
        description=description,
        x_title=told(chart.x_title),
        bars=tuple(replace(bar, label=localized(told(bar.label))) for bar in chart.bars),
    )
