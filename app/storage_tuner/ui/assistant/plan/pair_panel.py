"""Two configurations to compare: A and B."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QLabel,
    QPushButton,
    QWidget,
)

from storage_tuner.bench.variant_series import SCHEDULER
from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.message import tr
from storage_tuner.core.plan import Variant
from storage_tuner.jobs.planning.comparable_settings import Comparable, parameter_of, two_variants
from storage_tuner.ui.assistant.plan.series_panel import row_title
from storage_tuner.ui.settings.names import legible
from storage_tuner.ui.widgets.elements import SPACE, clear, heading
from storage_tuner.ui.widgets.layouts import Placed, column_in, row_of
from storage_tuner.ui.widgets.wheel_guard import ComboBox


class PairPanel(QWidget):
    """``changed`` is emitted when the choice changes."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._known: dict[str, Comparable] = {}
        self.boxes: dict[str, tuple[QComboBox, QComboBox]] = {}
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(2 * SPACE)
        self._grid.setVerticalSpacing(SPACE)
        self._grid.setColumnStretch(1, 1)
        self._grid.setColumnStretch(2, 1)
        self.others = ComboBox()
        self.add = QPushButton(tr("A&dd setting"))
        self.others.setAccessibleName(tr("Another setting"))
        self.add.setAutoDefault(False)
        self.add.clicked.connect(self._add_chosen)
        more = row_of(Placed(self.others, 1), self.add, spacing=SPACE)
        column_in(self, self._grid, more)

    def variants(self) -> tuple[Variant, ...]:
        """A and B. Raises ``InvalidInput`` for impossible values, and if both are the same."""
        present = {name: each.present for name, each in self._known.items() if each.present}
        return two_variants(self._chosen(0), self._chosen(1), present)

    @property
    def problem(self) -> str:
        """Why they can't be compared; empty if they can."""
        try:
            self.variants()
        except InvalidInput as error:
            return " ".join(str(text) for text in (error.summary, error.remedy) if text)
        return ""

    def show_comparables(self, known: Sequence[Comparable]) -> None:
        """Begin with the scheduler: the current one against another."""
        self._known = {each.name: each for each in known}
        self._empty()
        if SCHEDULER in self._known:
            self._add_row(self._known[SCHEDULER])
        self._fill_others()

    def choose(self, variants: Sequence[Variant]) -> None:
        """Show these two, as far as the device has their settings."""
        a, b = (dict(variant.settings) for variant in variants)
        self._empty()
        for name in {**a, **b}:
            if name in self._known and not self._follows(name, a, b):
                self._add_row(self._known[name])
                for box, values in zip(self.boxes[name], (a, b), strict=True):
                    box.setCurrentText(values.get(name, ""))
        self._fill_others()

    def _follows(self, name: str, a: Mapping[str, str], b: Mapping[str, str]) -> bool:
        """Whether only one side sets it, to its current value, which needs no row."""
        given = [values[name] for values in (a, b) if name in values]
        return given == [self._known[name].present]

    def _empty(self) -> None:
        clear(self._grid)
        self.boxes.clear()
        for column, title in ((1, tr("A")), (2, tr("B"))):
            self._grid.addWidget(heading(title, points=0), 0, column)

    def _chosen(self, side: int) -> Mapping[str, str]:
        """The values of a side, without those left empty for the kernel to choose."""
        found = {}
        for name, boxes in self.boxes.items():
            if text := boxes[side].currentText().strip():
                (found[name],) = parameter_of(self._known[name], [text]).values
        return found

    def _add_chosen(self) -> None:
        name = str(self.others.currentData() or "")
        if name:
            self._add_row(self._known[name])
            self._fill_others()
            self.boxes[name][0].setFocus()
            self.changed.emit()

    def _fill_others(self) -> None:
        self.others.clear()
        for name, each in self._known.items():
            if name not in self.boxes:
                self.others.addItem(row_title(each), name)
        self.others.setEnabled(self.others.count() > 0)
        self.add.setEnabled(self.others.count() > 0)

    def _add_row(self, comparable: Comparable) -> None:
        row = self._grid.rowCount()
        label = QLabel(row_title(comparable))
        label.setToolTip(str(comparable.tunable.meaning))
        self._grid.addWidget(label, row, 0)
        present = comparable.present or next(iter(comparable.usual), "")
        other = next((value for value in comparable.usual if value != present), present)
        boxes = self._box(comparable, present), self._box(comparable, other)
        for column, box in enumerate(boxes, start=1):
            box.setAccessibleName(
                tr(
                    "{setting} in {side}",
                    setting=legible(comparable.tunable),
                    side="AB"[column - 1],
                )
            )
            self._grid.addWidget(box, row, column)
        self.boxes[comparable.name] = boxes

    def _box(self, comparable: Comparable, value: str) -> QComboBox:
        box = ComboBox()
        box.setEditable(not comparable.tunable.choices)
        box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        values = dict.fromkeys((value, *comparable.usual))
        box.addItems([each for each in comparable.usual if each in values] or [value])
        box.setCurrentText(value)
        box.currentTextChanged.connect(self.changed)
        return box
