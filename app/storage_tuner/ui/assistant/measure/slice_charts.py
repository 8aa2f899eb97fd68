"""Live charts of all slices of one test, coloured by variant."""

from __future__ import annotations

from storage_tuner.core.measurement import Metric
from storage_tuner.core.message import tr
from storage_tuner.jobs.provisional_standings import CellOperation, SoFar
from storage_tuner.report.charts.overlays import course_chart
from storage_tuner.report.charts.svg import STYLES
from storage_tuner.ui import wording
from storage_tuner.ui.charts.result_chart import ResultChart
from storage_tuner.ui.widgets.card_row import CardRow
from storage_tuner.ui.widgets.elements import Card, Text, Tone, choices_row
from storage_tuner.ui.widgets.wheel_guard import ComboBox

_METRICS = (Metric.RATE, Metric.ACCESS_TIME)
_LETTERS = 50
"""Minimum width of a chart in letters."""


class Race(Card):
    """Shows the first test until another one is chosen."""

    def __init__(self) -> None:
        super().__init__(tr("Slice by slice"))
        self._so_far: SoFar | None = None
        self.test = ComboBox()
        self.test.currentIndexChanged.connect(self._draw)
        self.charts = {metric: ResultChart() for metric in _METRICS}
        self._row = CardRow((*self.charts.values(),), _LETTERS)
        self.waiting = Text(tr("The first slices are being measured …"), tone=Tone.SUBTLE)
        self.body.addLayout(choices_row((tr("&Test"), self.test)))
        self.body.addWidget(self.waiting)
        self.body.addWidget(self._row)

    def show_so_far(self, so_far: SoFar) -> None:
        """Begin a measurement; call ``update_test`` after new slices."""
        self._so_far = so_far
        self.test.offer((self._name(test), test) for test in so_far.tests)
        self._draw()

    def _name(self, test: CellOperation) -> str:
        return tr(
            "{operation}, {threads}",
            operation=str(test.operation.label),
            threads=wording.threads(test.threads),
        )

    def update_test(self, test: CellOperation) -> None:
        if test == self.test.currentData():
            self._draw()

    def _draw(self) -> None:
        so_far, test = self._so_far, self.test.currentData()
        if so_far is None or not isinstance(test, CellOperation):
            return
        runs = so_far.runs(test)
        styles = {name: style for style, name in enumerate(so_far.names(test)[:STYLES])}
        found = {
            metric: course_chart((runs,), test.operation, test.threads, metric, styles)
            for metric in _METRICS
        }
        self._row.show_only([self.charts[metric] for metric, chart in found.items() if chart])
        for metric, chart in found.items():
            self.charts[metric].show_chart(chart)
        self.waiting.setVisible(not any(found.values()))
