"""Chooses settings other than the scheduler, and the values to compare."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QGridLayout, QLineEdit, QPushButton, QWidget

from storage_tuner.bench.variant_series import SCHEDULER, Parameter, Series
from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.message import tr
from storage_tuner.jobs.planning.comparable_settings import USUAL, Comparable, parameter_of
from storage_tuner.ui.settings.names import legible
from storage_tuner.ui.widgets.elements import SPACE, clear, label_for
from storage_tuner.ui.widgets.layouts import Gap, Placed, column_in, row_of
from storage_tuner.ui.widgets.wheel_guard import ComboBox

_SERIES = (Series.ONE_AT_A_TIME, Series.ALL)


class SeriesPanel(QWidget):
    """``changed`` is emitted when the choice changes."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._known: dict[str, Comparable] = {}
        self.ticks: dict[str, QCheckBox] = {}
        self.values: dict[str, QLineEdit] = {}
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(2 * SPACE)
        self._grid.setVerticalSpacing(SPACE)
        self._grid.setColumnStretch(1, 1)
        self.others = ComboBox()
        self.add = QPushButton(tr("A&dd"))
        self.together = ComboBox()
        self._build()

    def parameters(self) -> tuple[Parameter, ...]:
        """Raises ``InvalidInput`` for an impossible value."""
        return tuple(
            parameter_of(self._known[name], self.values[name].text().split(","))
            for name, tick in self.ticks.items()
            if tick.isChecked()
        )

    def series(self) -> Series:
        return _SERIES[max(self.together.currentIndex(), 0)]

    def show_comparables(self, known: Sequence[Comparable]) -> None:
        """Offer these settings, none of them ticked."""
        self._known = {each.name: each for each in known}
        clear(self._grid)
        self.ticks.clear()
        self.values.clear()
        for name in USUAL:
            if name in self._known:
                self._add_row(self._known[name])
        self._fill_others()

    def choose(self, parameters: Sequence[Parameter], series: Series) -> None:
        """Tick these with their values, as far as the device has them."""
        for name, tick in self.ticks.items():
            tick.setChecked(name in {each.name for each in parameters})
        for each in parameters:
            if each.name in self._known:
                self._add_row(self._known[each.name])
                self.ticks[each.name].setChecked(True)
                self.values[each.name].setText(", ".join(each.values))
        self.together.setCurrentIndex(_SERIES.index(series) if series in _SERIES else 0)
        self._fill_others()

    @property
    def problem(self) -> str:
        """Why the choice can't be compared; empty if it can."""
        try:
            found = self.parameters()
        except InvalidInput as error:
            return str(error.summary)
        return "" if found else tr("Tick at least one setting.")

    def _build(self) -> None:
        self.others.setAccessibleName(tr("Another setting"))
        self.add.setAutoDefault(False)
        self.add.clicked.connect(self._add_chosen)
        self.together.addItems([tr("one value at a time"), tr("all combinations")])
        self.together.currentIndexChanged.connect(self.changed)
        label = label_for(self.together, tr("Tr&y"))
        more = row_of(
            Placed(self.others, 1), self.add, Gap(2 * SPACE), label, self.together, spacing=SPACE
        )
        column_in(self, self._grid, more)

    def _add_chosen(self) -> None:
        name = str(self.others.currentData() or "")
        if name:
            self._add_row(self._known[name])
            self.ticks[name].setChecked(True)
            self._fill_others()
            self.values[name].setFocus()

    def _fill_others(self) -> None:
        self.others.clear()
        for name, each in self._known.items():
            if name not in self.ticks:
                whose = each.tunable.scheduler
                text = f"{legible(each.tunable)} ({name})"
                self.others.addItem(f"{whose} · {text}" if whose else text, name)
        self.others.setEnabled(self.others.count() > 0)
        self.add.setEnabled(self.others.count() > 0)

    def _add_row(self, comparable: Comparable) -> None:
        name = comparable.name
        if name in self.ticks:
            return
        row = self._grid.rowCount()
        tick = QCheckBox(self._title(comparable))
        tick.setToolTip(str(comparable.tunable.meaning))
        values = QLineEdit(", ".join(comparable.usual))
        values.setAccessibleName(tr("Values of {setting}", setting=legible(comparable.tunable)))
        values.setAccessibleDescription(str(comparable.tunable.meaning))
        values.setEnabled(False)
        tick.toggled.connect(values.setEnabled)
        tick.toggled.connect(self.changed)
        values.textChanged.connect(self.changed)
        values.setCursorPosition(0)
        self._grid.addWidget(tick, row, 0)
        self._grid.addWidget(values, row, 1)
        self.ticks[name] = tick
        self.values[name] = values

    def _title(self, comparable: Comparable) -> str:
        title = row_title(comparable)
        if not comparable.present:
            return title
        return tr("{setting}, now {value}", setting=title, value=comparable.present)


def row_title(comparable: Comparable) -> str:
    """ "Queue size (nr_requests)"; the scheduler's own name is enough."""
    if comparable.name == SCHEDULER:
        return legible(comparable.tunable)
    title = f"{legible(comparable.tunable)} ({comparable.name})"
    if comparable.is_ncq:
        return tr("NCQ: {setting}", setting=title)
    return title
