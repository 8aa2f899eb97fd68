"""A chart of results for the clipboard and for files, and what is said of its values."""

from __future__ import annotations

import re

from PySide6.QtCore import QByteArray, QRectF, QSize
from PySide6.QtGui import QPainter
from PySide6.QtSvg import QSvgRenderer

from storage_tuner.report import charts
from storage_tuner.report.charts import Place
from storage_tuner.ui import numbers
from storage_tuner.ui.language import printable

Chart = charts.LineChart | charts.BarChart


class ResultChartFile:
    """``size`` is that of the window's; ``theme`` must have a background."""

    def __init__(self, chart: Chart, theme: charts.Theme, size: QSize) -> None:
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
        if isinstance(self._chart, charts.BarChart):
            return QSize(width, round(charts.bar_chart_height(self._chart, self._theme)))
        return QSize(width, max(280, self._size.height()))

    def paint(self, painter: QPainter, ratio: float, *, vector: bool) -> None:  # noqa: ARG002
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        whole = QRectF(0, 0, self.size.width(), self.size.height())
        QSvgRenderer(QByteArray(self.svg())).render(painter, whole)

    def svg(self) -> bytes:
        width, height = self.size.width(), self.size.height()
        if isinstance(self._chart, charts.BarChart):
            return charts.bar_chart_svg(self._chart, self._theme, width).encode()
        return charts.line_chart_svg(self._chart, self._theme, width, height).encode()

    def rows(self) -> list[list[str]]:
        """One row a value, with a head: names, the value, and its interval where there is one."""
        if isinstance(self._chart, charts.BarChart):
            head = ["setting", self._chart.x_title, "low", "high"]
            return [
                head,
                *([bar.name, *_numbers(bar.value, bar.low, bar.high)] for bar in self._chart.bars),
            ]
        head = ["setting", self._chart.x_title, self._chart.y_title, "low", "high"]
        categories = self._chart.categories
        return [
            head,
            *(
                [
                    line.name,
                    categories[point.position],
                    *_numbers(point.value, point.low, point.high),
                ]
                for line in self._chart.lines
                for point in line.points
            ),
        ]


def point_words(chart: Chart, place: Place) -> str:
    """A value with its interval, and what it's of."""
    if isinstance(chart, charts.BarChart):
        bar = chart.bars[place.number]
        return f"{printable(bar.name)}: {bar.label}"
    line = chart.lines[place.number]
    point = line.points[place.order]
    value = numbers.three_digits(point.value)
    if point.low is not None and point.high is not None:
        low, high = numbers.three_digits(point.low), numbers.three_digits(point.high)
        value = f"{value} ({low} … {high})"
    category = printable(chart.categories[point.position])
    return "\n".join(
        (
            printable(line.name),
            f"{printable(chart.x_title)}: {category}",
            f"{printable(chart.y_title)}: {value}",
        )
    )


def _numbers(*values: float | None) -> list[str]:
    return ["" if value is None else f"{value:.6g}" for value in values]
