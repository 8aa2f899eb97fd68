"""Charts of the compared runs over each other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from PySide6.QtWidgets import QComboBox, QVBoxLayout, QWidget

from storage_tuner.advice.comparison_of_records import only
from storage_tuner.core.measurement import Metric
from storage_tuner.core.message import tr
from storage_tuner.core.workload import Operation
from storage_tuner.jobs.results.compared_runs import Compared
from storage_tuner.report.charts.figures import threads_chart
from storage_tuner.report.charts.overlays import course_chart, distribution_chart, seconds_chart
from storage_tuner.report.charts.svg import BarChart, LineChart
from storage_tuner.ui import wording
from storage_tuner.ui.charts.result_chart import ResultChart
from storage_tuner.ui.charts.result_file import Chart
from storage_tuner.ui.compare import text as words
from storage_tuner.ui.widgets.card_row import CardRow
from storage_tuner.ui.widgets.elements import Card, Text, Tone, choices_row
from storage_tuner.ui.widgets.wheel_guard import ComboBox

_LETTERS = 62
"""A chart is at least so wide."""


class OverlayCards(QWidget):
    """One chart a card; those without anything to show aren't there. What is chosen above them is
    an operation, and a number of threads for what can't be shown of all."""

    def __init__(self) -> None:
        super().__init__()
        self._compared: Compared | None = None
        self.operation = ComboBox()
        self.threads = ComboBox()
        self.rate = _ChartCard(str(Metric.RATE.label))
        self.latency = _ChartCard(str(Metric.ACCESS_TIME.label))
        self.spread = _ChartCard(tr("Latency distribution"))
        self.course = _ChartCard(tr("Over time"))
        self.seconds = _ChartCard(tr("Per second"))
        self._cards = (self.rate, self.latency, self.spread, self.course, self.seconds)
        self._row = CardRow(self._cards, _LETTERS)
        for box in (self.operation, self.threads):
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(12)
        column.addLayout(
            choices_row((tr("&Operation"), self.operation), (tr("&Threads"), self.threads))
        )
        column.addWidget(self._row)
        self.operation.currentIndexChanged.connect(self._offer_threads)
        self.threads.currentIndexChanged.connect(self._draw)

    @property
    def charts(self) -> tuple[Chart, ...]:
        """Those that are shown."""
        found = (card.chart.chart for card in self._cards if not card.isHidden())
        return tuple(chart for chart in found if chart is not None)

    def chosen_operation(self) -> Operation | None:
        found = self.operation.currentData()
        return found if isinstance(found, Operation) else None

    def show_compared(self, compared: Compared) -> None:
        """Stay with the operation that was chosen, if it was measured."""
        self._compared = compared
        measured = dict.fromkeys(
            verdict.operation for verdict in compared.judgement.verdicts if verdict.summaries
        )
        entries = ((str(operation.label), operation) for operation in measured)
        self.operation.offer(entries, self.operation.currentText())
        self._offer_threads()

    def _offer_threads(self) -> None:
        operation, compared = self.chosen_operation(), self._compared
        if compared is None or operation is None:
            return
        counts = sorted(
            {
                verdict.threads
                for verdict in compared.judgement.verdicts
                if verdict.operation == operation and verdict.threads is not None
            }
        )
        entries = ((wording.threads(count), count) for count in counts)
        self.threads.offer(entries, self.threads.currentText())
        self._draw()

    def _draw(self) -> None:
        operation, compared = self.chosen_operation(), self._compared
        if compared is None or operation is None:
            return
        styles = {name: style for style, name in enumerate(compared.shown)}
        sides = only(compared.lineup.sides, compared.shown)
        sessions = [side.runs for side in sides]
        threads = self.threads.currentData() or 0
        judgement = compared.judgement
        charts = {
            self.rate: threads_chart(judgement, operation, Metric.RATE, styles),
            self.latency: threads_chart(judgement, operation, Metric.ACCESS_TIME, styles),
            self.spread: distribution_chart(sides, operation, threads, styles),
            self.course: course_chart(sessions, operation, threads, Metric.RATE, styles),
            self.seconds: seconds_chart(compared.lineup.courses),
        }
        letters = words.letters(compared.shown)
        self._row.show_only([card for card, chart in charts.items() if chart])
        for card, chart in charts.items():
            card.show_chart(chart and _lettered(chart, letters))


def _lettered(chart: LineChart | BarChart, letters: Mapping[str, str]) -> LineChart | BarChart:
    """Short letters where names don't fit: names that begin alike stay distinguishable."""

    def name_of(known: str) -> str:
        return words.with_letter(letters[known], known) if known in letters else known

    if isinstance(chart, BarChart):
        bars = tuple(replace(bar, name=name_of(bar.name)) for bar in chart.bars)
        return replace(chart, bars=bars)
    lines = tuple(replace(line, name=name_of(line.name)) for line in chart.lines)
    return replace(chart, lines=lines)


class _ChartCard(Card):
    def __init__(self, title: str) -> None:
        super().__init__(title)
        self._about = Text(tone=Tone.SUBTLE)
        self.chart = ResultChart()
        for widget in (self._about, self.chart):
            self.body.addWidget(widget)

    def show_chart(self, chart: Chart | None) -> None:
        if chart is not None:
            self.chart.show_chart(chart)
            self._about.setText(str(chart.title))
