"""The result: a sentence, a chart, the verdicts, and what they rest on."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QEvent, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import (
    QComboBox,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QTableWidgetItem,
    QWidget,
)

from storage_tuner.core.errors import StorageTunerError
from storage_tuner.core.measurement import Metric, SessionRecord
from storage_tuner.core.plan import Operation
from storage_tuner.core.verdict import Judgement, State, Verdict
from storage_tuner.report import charts, figures, numbers
from storage_tuner.report import wording as report_wording
from storage_tuner.ui import theme
from storage_tuner.ui.assistant.standings import StandingsTable
from storage_tuner.ui.assistant.steps import Page
from storage_tuner.ui.elements import SPACE, Card, Message, Text, Tone


class ChartView(QWidget):
    """A chart of the report, drawn anew for every size and palette."""

    def __init__(self) -> None:
        super().__init__()
        self._chart: charts.LineChart | None = None
        self._renderer = QSvgRenderer(self)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumHeight(self.fontMetrics().height() * 13)

    def sizeHint(self) -> QSize:  # noqa: N802
        return QSize(560, 260)

    def show_chart(self, chart: charts.LineChart | None) -> None:
        self._chart = chart
        self.setAccessibleName(chart.title if chart else "")
        self.setAccessibleDescription(chart.description if chart else "")
        self._draw()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        super().resizeEvent(event)
        self._draw()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self._draw()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002, N802
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._renderer.render(painter, self.rect().toRectF())

    def _draw(self) -> None:
        if self._chart is None or self.width() < 50:
            return
        svg = charts.line_chart_svg(self._chart, self._theme(), self.width(), self.height())
        self._renderer.load(QByteArray(svg.encode()))
        self.update()

    def _theme(self) -> charts.Theme:
        chosen = theme.colours(self.palette())
        base = charts.DARK if chosen.dark else charts.LIGHT
        return charts.Theme(
            text=chosen.text,
            subtle=chosen.subtle,
            grid=chosen.grid,
            background=None,
            series=base.series,
            font=self.font().family(),
            font_size=self.fontInfo().pixelSize() * 0.92,
        )


class ResultStep(Page):
    """``again_asked`` is emitted to measure anew after an error."""

    again_asked = Signal()

    def __init__(self) -> None:
        super().__init__("")
        self.title.setText(self.tr("Result"))
        self.error = Message()
        self.error.acted.connect(self.again_asked)
        self._headline = Message()
        self.message = Message()
        self._record: SessionRecord | None = None
        self._judgement = Judgement((), None)
        self.operation = QComboBox()
        self.operation.setAccessibleName(self.tr("Operation shown in the chart"))
        self.operation.currentIndexChanged.connect(self._show_chart)
        self._chart = ChartView()
        self.table = StandingsTable()
        self.table.setAccessibleName(self.tr("Verdicts"))
        self._legend = Text(tone=Tone.SUBTLE)
        self._evidence = Text()
        self._evidence_card = Card(self.tr("What this rests on"))
        self._evidence_card.body.addWidget(self._evidence)
        self._build()

    def show_result(self, record: SessionRecord, judgement: Judgement) -> None:
        self._record = record
        self._judgement = judgement
        self.error.hide()
        self._say_headline(record, judgement)
        self._fill_operations(judgement)
        self._fill_table(record, judgement)
        self._say_evidence(record, judgement)

    def say_broken_off(self, error: StorageTunerError) -> None:
        """Above what was measured until then."""
        self.error.say_error(error, self.tr("Try &again"))

    def say_not_saved(self, error: StorageTunerError) -> None:
        self.message.say(
            Tone.CAUTION,
            self.tr("The result could not be kept for later: {reason}").format(
                reason=error.summary
            ),
            self.tr("It is complete here; save a report at the end."),
        )

    def _build(self) -> None:
        label = QLabel(self.tr("&Operation"))
        label.setBuddy(self.operation)
        row = QHBoxLayout()
        row.setSpacing(SPACE)
        row.addWidget(label)
        row.addWidget(self.operation)
        row.addStretch(1)
        self._chart_card = Card()
        self._chart_card.body.addLayout(row)
        self._chart_card.body.addWidget(self._chart, 1)
        self.column.addWidget(self.error)
        self.column.addWidget(self._headline)
        self.column.addWidget(self.message)
        self.column.addWidget(self.table)
        self.column.addWidget(self._legend)
        self.column.addWidget(self._chart_card, 1)
        self.column.addWidget(self._evidence_card)

    def _say_headline(self, record: SessionRecord, judgement: Judgement) -> None:
        advice = judgement.recommendation
        tone = Tone.GOOD if advice is not None else Tone.CAUTION
        detail = report_wording.interruption(record)
        if not detail:
            detail = self.tr("All settings are as they were before; nothing was changed yet.")
        self._headline.say(tone, report_wording.headline(record, advice), detail)

    def _fill_operations(self, judgement: Judgement) -> None:
        measured = dict.fromkeys(
            verdict.operation for verdict in judgement.verdicts if verdict.summaries
        )
        self.operation.blockSignals(True)
        self.operation.clear()
        for operation in measured:
            self.operation.addItem(operation.label, operation.value)
        self.operation.blockSignals(False)
        self._chart_card.setVisible(bool(measured))
        self._show_chart()

    def _show_chart(self) -> None:
        value = self.operation.currentData()
        if value is None or self._record is None:
            return
        styles = figures.chart_styles(self._record.plan, self._judgement)
        self._chart.show_chart(figures.rate_chart(self._judgement, Operation(value), styles))

    def _fill_table(self, record: SessionRecord, judgement: Judgement) -> None:
        metrics = list(Metric)
        operations = record.plan.operations
        names = [self.tr("Operation"), *(metric.label for metric in metrics)]
        self.table.show_headings(names, Qt.AlignmentFlag.AlignLeft)
        self.table.setRowCount(len(operations))
        symbols = set()
        for row, operation in enumerate(operations):
            self.table.setItem(row, 0, QTableWidgetItem(operation.label))
            for column, metric in enumerate(metrics, start=1):
                verdict = figures.find_verdict(judgement, operation, metric)
                self.table.setItem(row, column, self._cell(verdict))
                symbols.add(report_wording.verdict_cell(verdict)[0])
        self.table.fit_height()
        self._legend.setText(self._legend_text(symbols))

    def _cell(self, verdict: Verdict | None) -> QTableWidgetItem:
        symbol, lead = report_wording.verdict_cell(verdict)
        lines = [symbol, *lead.replace(" (", "\n(").splitlines()]
        item = QTableWidgetItem("\n".join(lines))
        item.setData(Qt.ItemDataRole.AccessibleTextRole, self._spoken(verdict))
        item.setToolTip(self._spoken(verdict))
        if verdict is not None and verdict.state is State.BETTER:
            font = item.font()
            font.setBold(True)
            item.setFont(font)
        return item

    def _spoken(self, verdict: Verdict | None) -> str:
        if verdict is None or verdict.state is State.NOT_MEASURED:
            return self.tr("not measured, or nothing to compare with")
        if verdict.state is State.EQUAL:
            return self.tr("shown to be equal")
        if verdict.state is State.UNDECIDED:
            return self.tr("no clear difference")
        lead = numbers.change(verdict.effect_percent, verdict.interval_percent)
        return self.tr("{winner} is better than {other}: {lead}").format(
            winner=verdict.winner, other=verdict.runner_up, lead=lead
        )

    def _legend_text(self, symbols: set[str]) -> str:
        meanings = [
            f"{symbol}  {meaning}"
            for symbol, meaning in report_wording.SYMBOLS
            if symbol in symbols
        ]
        if symbols - {symbol for symbol, _ in report_wording.SYMBOLS}:
            meanings.insert(
                0, self.tr("A name: this one is better, with the 95 % interval of its lead")
            )
        return "\n".join(meanings)

    def _say_evidence(self, record: SessionRecord, judgement: Judgement) -> None:
        advice = judgement.recommendation
        lines = [
            f"{reason.statement} ({reason.source})"
            for reason in (advice.evidence if advice else ())
        ]
        lines += [report_wording.printable(caveat) for caveat in record.caveats]
        self._evidence.setText("\n".join(f"•  {line}" for line in lines))
        self._evidence_card.setVisible(bool(lines))
