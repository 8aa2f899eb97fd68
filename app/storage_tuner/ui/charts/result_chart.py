"""A chart of the report in the window."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QSize
from PySide6.QtGui import QPainter
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QSizePolicy

from storage_tuner.report import charts
from storage_tuner.report.charts import Place
from storage_tuner.ui import theme
from storage_tuner.ui.charts.chart_language import in_language
from storage_tuner.ui.charts.read_chart import ReadChart
from storage_tuner.ui.charts.result_file import Chart, ResultChartFile, point_words

_HIGH = 18
"""Lines of text that a line chart is high at least."""


class ResultChart(ReadChart):
    def __init__(self) -> None:
        super().__init__()
        self._chart: Chart | None = None
        self._renderer = QSvgRenderer(self)
        self.places: tuple[Place, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumHeight(self.fontMetrics().height() * _HIGH)

    @property
    def chart(self) -> Chart | None:
        return self._chart

    def sizeHint(self) -> QSize:  # noqa: N802
        return QSize(560, self.minimumHeight())

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        return QSize(160, self.minimumHeight())

    def show_chart(self, chart: Chart | None) -> None:
        chart = in_language(chart) if chart else None
        self._chart = chart
        self._name(chart.title if chart else "", chart.description if chart else "")
        height = self.fontMetrics().height() * _HIGH
        if isinstance(chart, charts.BarChart):
            height = round(charts.bar_chart_height(chart, self._theme()))
        self.setMinimumHeight(height)
        self._draw_anew()

    def as_file(self) -> ResultChartFile | None:
        if self._chart is None:
            return None
        background = theme.colours(self.palette()).base
        return ResultChartFile(self._chart, self._theme(background), self.size())

    def _paint(self, painter: QPainter) -> None:
        area = self.rect().toRectF()
        if isinstance(self._chart, charts.BarChart):
            area.setHeight(charts.bar_chart_height(self._chart, self._theme()))
        self._renderer.render(painter, area)

    def _words(self, number: int) -> str:
        return point_words(self._chart, self.places[number]) if self._chart else ""

    def _draw(self) -> None:
        if self._chart is None or self.width() < 50:
            return
        chosen = self._theme()
        if isinstance(self._chart, charts.BarChart):
            svg = charts.bar_chart_svg(self._chart, chosen, self.width())
            self.places = charts.bar_chart_places(self._chart, chosen, self.width())
        else:
            size = self.width(), self.height()
            svg = charts.line_chart_svg(self._chart, chosen, *size)
            self.places = charts.line_chart_places(self._chart, chosen, *size)
        self._spots = self.places
        self._renderer.load(QByteArray(svg.encode()))

    def _theme(self, background: str | None = None) -> charts.Theme:
        chosen = theme.colours(self.palette())
        base = charts.DARK if chosen.dark else charts.LIGHT
        return charts.Theme(
            text=chosen.text,
            subtle=chosen.subtle,
            grid=chosen.grid,
            background=background,
            series=base.series,
            font=self.font().family(),
            font_size=self.fontInfo().pixelSize() * 0.92,
        )
