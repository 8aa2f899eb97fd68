"""A result chart for the clipboard and for files, drawn as in the report."""

from __future__ import annotations

import re

from PySide6.QtCore import QByteArray, QRectF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtSvg import QSvgRenderer

from storage_tuner.present.blocks import DotPlot
from storage_tuner.report.charts import svg as charts
from storage_tuner.report.charts.heat_map import HeatMap
from storage_tuner.report.charts.svg import BarChart, LineChart, ScatterChart

Chart = LineChart | ScatterChart | BarChart | HeatMap | DotPlot


class ResultChartFile:
    """A chart to export; ``size`` is that in the window, ``theme`` must have a background."""

    def __init__(self, chart: Chart, theme: charts.ChartTheme, size: QSize) -> None:
        self._chart = chart
        self._theme = theme
        self._size = size

    @property
    def title(self) -> str:
        return self._chart.title

    @property
    def description(self) -> str:
        return self._chart.description

    @property
    def name(self) -> str:
        return re.sub(r"[^a-z0-9]+", "-", f"storage-tuner {self._chart.title}".lower()).strip("-")

    @property
    def size(self) -> QSize:
        width = max(480, self._size.width())
        match self._chart:
            case BarChart() as chart:
                return QSize(width, round(charts.bar_chart_height(chart, self._theme)))
            case DotPlot() as plot:
                return QSize(width, round(charts.dot_plot_height(plot, self._theme)))
            case HeatMap() as chart:
                return QSize(width, round(charts.heat_map_height(chart, self._theme)))
            case LineChart() | ScatterChart():
                return QSize(width, max(280, self._size.height()))

    def paint(self, painter: QPainter, ratio: float, *, vector: bool) -> None:  # noqa: ARG002
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        whole = QRectF(0, 0, self.size.width(), self.size.height())
        QSvgRenderer(QByteArray(self.svg())).render(painter, whole)

    def svg(self) -> bytes:
        width, height = self.size.width(), self.size.height()
        match self._chart:
            case BarChart() as chart:
                return charts.bar_chart_svg(chart, self._theme, width).encode()
            case DotPlot() as plot:
                return charts.dot_plot_svg(plot, self._theme, width).encode()
            case HeatMap() as chart:
                return charts.heat_map_svg(chart, self._theme, width).encode()
            case LineChart() as chart:
                return charts.line_chart_svg(chart, self._theme, width, height).encode()
            case ScatterChart() as chart:
                return charts.scatter_chart_svg(chart, self._theme, width, height).encode()

    def rows(self) -> list[list[str]]:
        """One row per value, after a header: names, the value, and its interval where there is
        one."""
        match self._chart:
            case BarChart() as chart:
                head = ["setting", chart.x_title, "low", "high"]
                rows = [[bar.name, *_numbers(bar.value, bar.low, bar.high)] for bar in chart.bars]
            case DotPlot() as plot:
                head = ["setting", "percent", "low", "high"]
                rows = [[dot.label, *_numbers(dot.mean, dot.low, dot.high)] for dot in plot.dots]
            case ScatterChart() as chart:
                head = ["setting", chart.x_title, "low", "high", chart.y_title, "low", "high"]
                rows = [
                    [
                        point.name,
                        *_numbers(point.across, *(point.across_interval or (None, None))),
                        *_numbers(point.up, *(point.up_interval or (None, None))),
                    ]
                    for point in chart.points
                ]
            case HeatMap() as chart:
                head = [chart.y_title, chart.x_title, chart.title]
                rows = [
                    [chart.rows[cell.row], chart.columns[cell.column], *_numbers(cell.value)]
                    for cell in chart.cells
                ]
            case LineChart() as chart:
                head = ["setting", chart.x_title, chart.y_title, "low", "high"]
                rows = [
                    [
                        line.name,
                        chart.categories[point.position],
                        *_numbers(point.value, point.low, point.high),
                    ]
                    for line in chart.lines
                    for point in line.points
                ]
        return [head, *rows]


def _numbers(*values: float | None) -> list[str]:
    return ["" if value is None else f"{value:.6g}" for value in values]
