"""Who leads so far. Only complete blocks count, in which every variant had its turn."""

from __future__ import annotations

import math

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidget, QTableWidgetItem

from storage_tuner.core.measurement import Measurement, Metric
from storage_tuner.core.plan import Operation, Plan
from storage_tuner.report import numbers
from storage_tuner.ui.elements import SPACE, Card, Text, Tone

_Block = tuple[Operation, int, int]


class StandingsTable(QTableWidget):
    """A table to be read: as high as its rows, without editing and scrolling."""

    def __init__(self) -> None:
        super().__init__()
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setShowGrid(False)
        self.setAlternatingRowColors(True)
        self.verticalHeader().hide()
        self.horizontalHeader().setHighlightSections(False)
        self.horizontalHeader().setAccessibleName(self.tr("Columns"))
        self.setWordWrap(True)

    def show_headings(self, names: list[str], alignment: Qt.AlignmentFlag) -> None:
        """As many columns as ``names``; the first one is aligned to the left."""
        self.setColumnCount(len(names))
        for column, name in enumerate(names):
            item = QTableWidgetItem(name)
            side = alignment if column else Qt.AlignmentFlag.AlignLeft
            item.setTextAlignment(side | Qt.AlignmentFlag.AlignVCenter)
            self.setHorizontalHeaderItem(column, item)
        header = self.horizontalHeader()
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.ResizeToContents)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        super().resizeEvent(event)
        self.fit_height()

    def fit_height(self) -> None:
        """As high as the rows, whose texts need more lines the narrower the columns are."""
        for row in range(self.rowCount()):
            self.setRowHeight(row, self.sizeHintForRow(row) + SPACE)
        rows = sum(self.rowHeight(row) for row in range(self.rowCount()))
        header = self.horizontalHeader().sizeHint().height()
        self.setFixedHeight(rows + header + 2 * self.frameWidth() + 1)


class Standings(Card):
    def __init__(self) -> None:
        super().__init__(self.tr("So far"))
        self._note = Text(
            self.tr("Means of the complete rounds. The verdict comes at the end."), tone=Tone.SUBTLE
        )
        self.table = StandingsTable()
        self.table.setAccessibleName(self.tr("Provisional standings"))
        self.body.addWidget(self._note)
        self.body.addWidget(self.table)
        self._plan: Plan | None = None
        self._blocks: dict[_Block, dict[str, float]] = {}

    def clear(self) -> None:
        self._plan = None
        self._blocks = {}
        self.table.setRowCount(0)

    def show_plan(self, plan: Plan) -> None:
        self._plan = plan
        names = [self.tr("Scheduler"), *(operation.label for operation in plan.operations)]
        self.table.show_headings(names, Qt.AlignmentFlag.AlignRight)
        self.table.setRowCount(len(plan.variants))
        for row, variant in enumerate(plan.variants):
            self.table.setItem(row, 0, QTableWidgetItem(variant.name))
            for column in range(1, len(names)):
                self._put(row, column, numbers.NOTHING, False)
        self.table.fit_height()

    def add(self, measurement: Measurement) -> None:
        value = measurement.value(Metric.RATE)
        if self._plan is None or not value or measurement.disturbed:
            return
        block = (measurement.operation, measurement.threads, measurement.repeat)
        runs = self._blocks.setdefault(block, {})
        runs[measurement.variant] = value
        if len(runs) == len(self._plan.variants):
            self._show_operation(self._plan, measurement.operation)

    def _show_operation(self, plan: Plan, operation: Operation) -> None:
        means = self.means(plan, operation)
        best = max(means.values())
        column = 1 + plan.operations.index(operation)
        for row, variant in enumerate(plan.variants):
            mean = means[variant.name]
            text = numbers.metric_value(Metric.RATE, operation, mean)
            self._put(row, column, text, mean == best)

    def means(self, plan: Plan, operation: Operation) -> dict[str, float]:
        """The geometric mean of each variant over the complete blocks of an operation."""
        complete = [
            runs
            for (of, _, _), runs in self._blocks.items()
            if of is operation and len(runs) == len(plan.variants)
        ]
        return {
            variant.name: math.exp(
                sum(math.log(runs[variant.name]) for runs in complete) / len(complete)
            )
            for variant in plan.variants
        }

    def _put(self, row: int, column: int, text: str, leading: bool) -> None:
        item = QTableWidgetItem(self.tr("▲ {value}").format(value=text) if leading else text)
        font = item.font()
        font.setBold(leading)
        item.setFont(font)
        item.setTextAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        if leading:
            spoken = self.tr("{value}, leading so far").format(value=text)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, spoken)
        self.table.setItem(row, column, item)
