"""A table of tests by variants, coloured by each value's share of its row's best."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QHeaderView, QTableWidgetItem

from storage_tuner.core.message import tr
from storage_tuner.present import numbers
from storage_tuner.present.wording import printable, variant_label
from storage_tuner.ui import wording
from storage_tuner.ui.assistant.measure.heat_painter import BEST, SHARE, HeatPainter
from storage_tuner.ui.assistant.result.reading_table import StandingsTable
from storage_tuner.ui.widgets.elements import SPACE, in_bold, unbroken

_NAME_LETTERS = 16
_WORDS_LETTERS = 30
_TEST_SHARE = 0.22
_BEFORE = 2
"""Number of columns before those of the variants."""


@dataclass(frozen=True)
class HeatRow:
    """A test: ``values`` by variant in ``unit`` (None: no value yet), ``best`` the variant to
    outline ("": none), ``words`` the short text, ``spoken`` the full one."""

    operation: str
    threads: int
    unit: str
    values: Mapping[str, float | None]
    best: str = ""
    words: str = ""
    spoken: str = ""
    running: bool = False

    @property
    def group(self) -> tuple[str, str]:
        """Key of the rows that share one operation name."""
        return self.operation, self.unit


class Heatmap(StandingsTable):
    """All cells show numbers and the best one is outlined and marked, so that it's readable without
    colours; every cell has a full accessible text."""

    def __init__(self, name: str, words_heading: str) -> None:
        super().__init__(padding=2 * SPACE)
        self._words_heading = words_heading
        self._variants: tuple[str, ...] = ()
        self._shown: list[HeatRow] = []
        self.setAccessibleName(name)
        self.setAlternatingRowColors(False)
        self.setItemDelegate(HeatPainter(self, self.begins_group))
        self.horizontalHeader().setTextElideMode(Qt.TextElideMode.ElideMiddle)

    @property
    def rows(self) -> tuple[HeatRow, ...]:
        return tuple(self._shown)

    def show_rows(self, variants: Sequence[str], rows: Sequence[HeatRow]) -> None:
        """Show these rows instead of the previous ones."""
        self._variants = tuple(variants)
        self._shown = list(rows)
        self.clearSpans()
        self._show_headings()
        self.setRowCount(len(rows))
        for number, row in enumerate(rows):
            self._fill(number, row)
        for first, count in _groups(rows):
            if count > 1:
                self.setSpan(first, 0, count, 1)
        self.fit_height()

    def show_row(self, number: int, row: HeatRow) -> None:
        """Update one row; the table is laid out again only if it needs more room."""
        if row == self._shown[number]:
            return
        self._shown[number] = row
        self._fill(number, row)
        if not self._fits(number):
            self.fit_height()

    def _fits(self, number: int) -> bool:
        last = self.columnCount() - 1
        metrics = QFontMetrics(in_bold(self.font()))
        items = ((column, self.item(number, column)) for column in range(1, last))
        wide_enough = all(
            metrics.horizontalAdvance(item.text()) + SPACE <= self.columnWidth(column)
            for column, item in items
            if item is not None
        )
        wanted = max(self.fontMetrics().height(), self.text_height(number, (last,))) + SPACE
        return wide_enough and wanted <= self.rowHeight(number)

    def begins_group(self, number: int) -> bool:
        """Whether the row above belongs to another operation."""
        return number == 0 or self._shown[number].group != self._shown[number - 1].group

    def fit_height(self) -> None:
        """Fit the height to the rows, with room for names that span several."""
        if self._variants:
            self._fit_columns()
        words = (self.columnCount() - 1,)
        least = self.fontMetrics().height()
        for number in range(self.rowCount()):
            self.setRowHeight(number, max(least, self.text_height(number, words)) + SPACE)
        for first, count in _groups(self._shown):
            missing = self.text_height(first, (0,)) + SPACE
            missing -= sum(self.rowHeight(number) for number in range(first, first + count))
            if missing > 0:
                self.setRowHeight(first, self.rowHeight(first) + missing)
        self.fix_height()

    def _show_headings(self) -> None:
        shown = [unbroken(variant_label(name)) for name in self._variants]
        names = [tr("Test"), tr("Threads"), *shown, self._words_heading]
        self.show_headings(names, Qt.AlignmentFlag.AlignHCenter)
        for column, name in enumerate(self._variants, start=_BEFORE):
            if (item := self.horizontalHeaderItem(column)) is not None:
                item.setToolTip(variant_label(name))
        last = self.horizontalHeaderItem(len(names) - 1)
        if last is not None:
            last.setTextAlignment(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)

    def _fit_columns(self) -> None:
        """Fit the variants' columns to their numbers; the last column gets the rest."""
        letter = self.fontMetrics().averageCharWidth()
        last = len(self._variants) + _BEFORE
        widest = round(self.viewport().width() * _TEST_SHARE)
        first = min(max(self.sizeHintForColumn(0) + SPACE, 10 * letter), widest)
        header = self.horizontalHeader()
        widths = [
            max(
                min(header.sectionSizeHint(column), _NAME_LETTERS * letter),
                self.sizeHintForColumn(column) + SPACE,
            )
            for column in range(1, last)
        ]
        left = self.viewport().width() - first - sum(widths)
        for column, width in enumerate((first, *widths, max(left, _WORDS_LETTERS * letter))):
            if self.columnWidth(column) != width:
                self.setColumnWidth(column, width)

    def _fill(self, number: int, row: HeatRow) -> None:
        name = QTableWidgetItem(f"{printable(row.operation)} ({row.unit!s})")
        self.setItem(number, 0, name)
        self.setItem(number, 1, self._threads_item(row))
        values = [value for value in row.values.values() if value]
        greatest = max(values, default=0.0)
        for column, variant in enumerate(self._variants, start=_BEFORE):
            self.setItem(number, column, self._value_item(row, variant, greatest))
        words = QTableWidgetItem(row.words)
        words.setToolTip(row.spoken)
        words.setData(Qt.ItemDataRole.AccessibleTextRole, row.spoken or row.words)
        self.setItem(number, len(self._variants) + _BEFORE, words)

    def _threads_item(self, row: HeatRow) -> QTableWidgetItem:
        count = numbers.whole(row.threads)
        item = QTableWidgetItem(f"▶ {count}" if row.running else count)
        item.setFont(in_bold(item.font(), row.running))
        item.setTextAlignment(Qt.AlignmentFlag.AlignCenter)
        template = tr("{test}, being measured now") if row.running else "{test}"
        item.setData(Qt.ItemDataRole.AccessibleTextRole, template.format(test=self._test(row)))
        return item

    def _value_item(self, row: HeatRow, variant: str, greatest: float) -> QTableWidgetItem:
        value = row.values.get(variant)
        best = bool(value) and variant == row.best
        text = numbers.NOTHING if value is None else numbers.three_digits(value)
        if variant not in row.values:
            text = ""
        item = QTableWidgetItem(f"▲ {text}" if best else text)
        item.setFont(in_bold(item.font(), best))
        item.setTextAlignment(Qt.AlignmentFlag.AlignCenter)
        item.setData(BEST, best)
        if value is not None and greatest > 0:
            item.setData(SHARE, value / greatest)
        spoken = self._spoken(row, variant, value, best=best)
        item.setToolTip(spoken)
        item.setData(Qt.ItemDataRole.AccessibleTextRole, spoken)
        return item

    def _test(self, row: HeatRow) -> str:
        return tr(
            "{test}, {threads}",
            test=printable(row.operation),
            threads=wording.threads(row.threads),
        )

    def _spoken(self, row: HeatRow, variant: str, value: float | None, *, best: bool) -> str:
        if variant not in row.values:
            template = tr("{variant}, {test}: not compared")
        elif value is None:
            template = tr("{variant}, {test}: no value yet")
        elif best:
            template = tr("{variant}, {test}: {value} {unit}, best")
        else:
            template = tr("{variant}, {test}: {value} {unit}")
        return template.format(
            variant=variant_label(variant),
            test=self._test(row),
            value=numbers.NOTHING if value is None else numbers.three_digits(value),
            unit=str(row.unit),
        )


def _groups(rows: Sequence[HeatRow]) -> list[tuple[int, int]]:
    """First row and number of rows of each group."""
    lengths = [len(list(group)) for _, group in itertools.groupby(row.group for row in rows)]
    firsts = itertools.accumulate(lengths, initial=0)
    return list(zip(firsts, lengths, strict=False))
