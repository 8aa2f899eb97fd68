"""A card with the results of one operation: throughput, latencies, and their spread."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QTableWidgetItem

from storage_tuner.core.load_map import LoadMap
from storage_tuner.core.measurement import Metric, SessionRecord
from storage_tuner.core.message import tr
from storage_tuner.core.verdict import Judgement
from storage_tuner.core.workload import Operation
from storage_tuner.present import numbers
from storage_tuner.present.wording import variant_label
from storage_tuner.report.charts import figures
from storage_tuner.report.charts.overlays import course_chart
from storage_tuner.report.charts.result_figures import PERCENTILES, Spread, spreads
from storage_tuner.ui.assistant.result.reading_table import StandingsTable
from storage_tuner.ui.charts.result_chart import ResultChart
from storage_tuner.ui.charts.result_file import Chart
from storage_tuner.ui.widgets.elements import Card, Text, Tone, choices_row
from storage_tuner.ui.widgets.wheel_guard import ComboBox


class ChartCard(Card):
    """Visible only if there is a chart to show."""

    def __init__(self) -> None:
        super().__init__()
        self._record: SessionRecord | None = None
        self._judgement = Judgement((), None)
        self.operation = ComboBox()
        self.operation.setAccessibleName(tr("Operation shown in the chart"))
        self.operation.currentIndexChanged.connect(self._show_operation)
        self.kind = ComboBox()
        self.kind.setAccessibleName(tr("Chart type"))
        self.kind.currentIndexChanged.connect(self._show_kind)
        self.chart = ResultChart()
        self.spread = StandingsTable()
        self.spread.setAccessibleName(tr("Latency distribution"))
        self._note = Text(
            tr(
                "The time within which each share of the requests completed, as the median of "
                "the slices; 100 % is the slowest request."
            ),
            tone=Tone.SUBTLE,
        )
        self._build()

    def show_result(self, record: SessionRecord, judgement: Judgement) -> None:
        self._record, self._judgement = record, judgement
        measured = dict.fromkeys(
            verdict.operation for verdict in judgement.verdicts if verdict.summaries
        )
        if judgement.sustained is not None:
            measured = dict.fromkeys(record.plan.operations)
        if judgement.load_map is not None:
            measured = {Operation.RANDOM_READ: None}
        self.operation.offer((str(operation.label), operation) for operation in measured)
        self._show_operation()

    def _build(self) -> None:
        self.body.addLayout(
            choices_row((tr("&Operation"), self.operation), (tr("C&hart"), self.kind))
        )
        self.body.addWidget(self.chart, 1)
        self.body.addWidget(self.spread)
        self.body.addWidget(self._note)

    def _show_operation(self) -> None:
        """Offer this operation's charts, and keep the chosen one if possible."""
        operation = self.operation.currentData()
        kinds = self._kinds(operation) if operation is not None else []
        self.kind.offer(kinds, self.kind.currentText())
        self.setVisible(bool(kinds))
        self._show_kind()

    def _kinds(self, operation: Operation) -> list[tuple[str, Callable[[], None]]]:
        assert self._record is not None
        if self._judgement.load_map is not None:
            return self._map_kinds(self._judgement.load_map)
        styles = figures.chart_styles(self._record.plan, self._judgement)
        writes = self._judgement.sustained
        found: list[tuple[str, Chart | None]] = [
            (tr("Over the data written"), figures.sustained_chart(writes) if writes else None),
            *(
                (tr("Latency against background"), figures.tradeoff_chart(each, styles))
                for each in self._judgement.tradeoffs
                if operation == each.foreground
            ),
            (
                str(Metric.RATE.label),
                figures.threads_chart(self._judgement, operation, Metric.RATE, styles),
            ),
            (
                str(Metric.ACCESS_TIME.label),
                figures.time_chart(self._judgement, operation, Metric.ACCESS_TIME, styles),
            ),
            (
                str(Metric.ACCESS_TIME_P99.label),
                figures.time_chart(self._judgement, operation, Metric.ACCESS_TIME_P99, styles),
            ),
        ]
        found.append((tr("Over time"), self._course(operation, styles)))
        kinds = [(name, self._chart_shower(chart)) for name, chart in found if chart]
        if rows := spreads(self._record.measurements, operation):
            kinds.append((tr("Latency distribution"), lambda: self._show_spread(rows)))
        return kinds

    def _map_kinds(self, found: LoadMap) -> list[tuple[str, Callable[[], None]]]:
        """The maps of each latency, one for each variant."""
        return [
            (
                tr("{metric}: {variant}", metric=metric.label, variant=variant_label(name)),
                self._chart_shower(chart),
            )
            for metric in (Metric.ACCESS_TIME, Metric.ACCESS_TIME_P99)
            for name, chart in figures.heat_maps(found, metric).items()
        ]

    def _course(self, operation: Operation, styles: Mapping[str, int]) -> Chart | None:
        """Throughput over time, one line per variant with a point wherever that variant was set.
        Shows the highest thread count."""
        assert self._record is not None
        runs = self._record.measurements
        threads = max((run.threads for run in runs if run.operation == operation), default=0)
        return course_chart([runs], operation, threads, Metric.RATE, styles)

    def _chart_shower(self, chart: Chart) -> Callable[[], None]:
        def show() -> None:
            self.chart.show_chart(chart)
            self.chart.show()
            self.spread.hide()
            self._note.hide()

        return show

    def _show_kind(self) -> None:
        show = self.kind.currentData()
        if show is not None:
            show()

    def _show_spread(self, rows: tuple[Spread, ...]) -> None:
        self.chart.hide()
        self.spread.show()
        self._note.show()
        names = [tr("Setting"), tr("Threads"), *(name for name, _ in PERCENTILES)]
        self.spread.show_headings(names, Qt.AlignmentFlag.AlignTrailing)
        self.spread.setRowCount(len(rows))
        for number, row in enumerate(rows):
            times = [
                numbers.NOTHING if t is None else numbers.milliseconds(t) for t in row.times_ms
            ]
            texts = [variant_label(row.variant), numbers.whole(row.threads), *times]
            for column, text in enumerate(texts):
                item = QTableWidgetItem(text)
                side = Qt.AlignmentFlag.AlignTrailing if column else Qt.AlignmentFlag.AlignLeading
                item.setTextAlignment(side | Qt.AlignmentFlag.AlignVCenter)
                self.spread.setItem(number, column, item)
        self.spread.fit_height()
