"""The verdicts: over all thread counts, and for each count where that is asked for."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QTableWidgetItem

from storage_tuner.core.measurement import Metric, SessionRecord
from storage_tuner.core.plan import Plan
from storage_tuner.core.verdict import Judgement, State, Verdict
from storage_tuner.core.workload import Operation
from storage_tuner.present import wording as report_wording
from storage_tuner.report import figures
from storage_tuner.ui import numbers
from storage_tuner.ui.assistant.fold import Fold
from storage_tuner.ui.assistant.heat_legend import HeatLegend
from storage_tuner.ui.assistant.heatmap import Heatmap, HeatRow
from storage_tuner.ui.assistant.reading_table import StandingsTable
from storage_tuner.ui.assistant.result_words import spoken_verdict
from storage_tuner.ui.elements import Card, Text, Tone, heading
from storage_tuner.ui.language import localized, printable, told


class VerdictCard(Card):
    def __init__(self) -> None:
        super().__init__()
        self.title = heading()
        self.table = StandingsTable()
        self.table.setAccessibleName(self.tr("Verdicts"))
        self._legend = Text(tone=Tone.SUBTLE)
        self.by_threads = Fold(self.tr("By number of threads"))
        self.heatmap = Heatmap(self.tr("Rates by number of threads"), self.tr("Verdict"))
        self.by_threads.body.addWidget(HeatLegend())
        self.by_threads.body.addWidget(self.heatmap)
        for widget in (self.title, self.table, self._legend, self.by_threads):
            self.body.addWidget(widget)

    def show_result(self, record: SessionRecord, judgement: Judgement) -> None:
        metrics = _judged_metrics(judgement)
        operations = _operations(record.plan, judgement)
        names = [self.tr("Operation"), *(told(metric.label) for metric in metrics)]
        self.table.show_headings(names, Qt.AlignmentFlag.AlignLeft)
        self.table.setRowCount(len(operations))
        symbols = set()
        for row, operation in enumerate(operations):
            name = printable(operation.label)
            self.table.setItem(row, 0, QTableWidgetItem(name))
            for column, metric in enumerate(metrics, start=1):
                verdict = figures.find_verdict(judgement, operation, metric)
                self.table.setItem(row, column, self._cell(verdict))
                symbols.add(report_wording.verdict_cell(verdict)[0])
        self.table.fit_height()
        self._legend.setText(self._legend_text(symbols))
        self._show_by_threads(record, judgement)
        self._show_what_there_is(judgement)

    def _show_what_there_is(self, judgement: Judgement) -> None:
        """Where nothing was compared, there are only the values themselves."""
        compared = any(each.state is not State.NOT_MEASURED for each in judgement.verdicts)
        self.title.setText(
            self.tr("Who is better at what") if compared else self.tr("What was measured")
        )
        self.setAccessibleName(self.title.text())
        self.table.setVisible(compared)
        self._legend.setVisible(compared)
        self.by_threads.set_open(not compared)

    def _cell(self, verdict: Verdict | None) -> QTableWidgetItem:
        symbol, lead = report_wording.verdict_cell(verdict)
        lead = localized(told(lead))
        # where the column is narrow, an interval may be broken in its middle
        lead = lead.replace(f"{numbers.SPACE}…", " …").replace(" (", "\n(")
        item = QTableWidgetItem("\n".join([symbol, *lead.splitlines()]))
        item.setData(Qt.ItemDataRole.AccessibleTextRole, spoken_verdict(verdict))
        item.setToolTip(spoken_verdict(verdict))
        if verdict is not None and verdict.state is State.BETTER:
            font = item.font()
            font.setBold(True)
            item.setFont(font)
        return item

    def _legend_text(self, symbols: set[str]) -> str:
        meanings = [
            f"{symbol}  {told(meaning)}"
            for symbol, meaning in report_wording.SYMBOLS
            if symbol in symbols
        ]
        if symbols - {symbol for symbol, _ in report_wording.SYMBOLS}:
            meanings.insert(
                0, self.tr("A name: this one is better, with the 95 % interval of its lead")
            )
        return "\n".join(meanings)

    def _show_by_threads(self, record: SessionRecord, judgement: Judgement) -> None:
        """The rates themselves, one row a test."""
        verdicts = [
            verdict
            for verdict in judgement.verdicts
            if verdict.threads is not None and verdict.metric is Metric.RATE and verdict.summaries
        ]
        operations = _operations(record.plan, judgement)
        verdicts.sort(key=lambda each: (operations.index(each.operation), each.threads))
        measured = {item.variant for verdict in verdicts for item in verdict.summaries}
        variants = figures.in_plan_order(record.plan, measured)
        self.heatmap.show_rows(variants, [_row(verdict) for verdict in verdicts])
        self.by_threads.setVisible(bool(verdicts))


def _row(verdict: Verdict) -> HeatRow:
    means = {item.variant: item.mean for item in verdict.summaries}
    symbol, detail = report_wording.verdict_cell(verdict)
    detail = localized(told(detail))
    return HeatRow(
        operation=told(verdict.operation.label),
        threads=verdict.threads or 0,
        unit=Metric.RATE.unit(verdict.operation),
        values=means,
        best=verdict.winner or "",
        words=f"{symbol} {detail}".strip(),
        spoken=spoken_verdict(verdict),
    )


def _operations(plan: Plan, judgement: Judgement) -> tuple[Operation, ...]:
    """Those of the plan, and what else there are verdicts about."""
    judged = (verdict.operation for verdict in judgement.verdicts)
    return tuple(dict.fromkeys((*plan.operations, *judged)))


def _judged_metrics(judgement: Judgement) -> list[Metric]:
    """Those that anything is said about; a tree of files has no access times, say."""
    judged = {
        verdict.metric
        for verdict in judgement.verdicts
        if verdict.threads is None and verdict.state is not State.NOT_MEASURED
    }
    return [metric for metric in Metric if metric in judged or metric is Metric.RATE]
