"""A list of priorities, ordered by keys, buttons or mouse."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QWidget,
)

from storage_tuner.core.knowledge import Aim
from storage_tuner.core.message import tr
from storage_tuner.ui.widgets.elements import SPACE, Text, Tone, in_bold
from storage_tuner.ui.widgets.items import items_of
from storage_tuner.ui.widgets.layouts import Placed, Stretch, column_in, column_of, row_in

COUNTED = 3
"""The number of priorities that are weighted; the others hardly count."""

_AIM = Qt.ItemDataRole.UserRole


def aim_words(aim: Aim) -> tuple[str, str]:
    """What it is called, and what it means."""
    return {
        Aim.THROUGHPUT: (
            tr("Throughput"),
            tr("how much data or how many requests per second"),
        ),
        Aim.LATENCY: (
            tr("Mean latency"),
            tr("how long a request takes on average"),
        ),
        Aim.WORST_CASE: (
            tr("p99 latency"),
            tr("how long the slowest requests take"),
        ),
        Aim.FAIRNESS: (
            tr("Fairness"),
            tr("whether programs get equal shares"),
        ),
        Aim.CPU: (
            tr("CPU efficiency"),
            tr("how little processor time each GB takes"),
        ),
    }[aim]


class AimsChoice(QWidget):
    """``changed`` is emitted when the order changes."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.usual = QCheckBox(tr("Use the de&fault priorities for this purpose"))
        self.usual.setChecked(True)
        self.list = QListWidget()
        self.up = QPushButton(tr("Move &up"))
        self.down = QPushButton(tr("Move &down"))
        self._build()
        self._fill(tuple(Aim))
        self._show_enabled()

    def aims(self) -> tuple[Aim, ...]:
        """First, second, third; empty for the defaults of the purpose."""
        return () if self.usual.isChecked() else self._order()[:COUNTED]

    def choose(self, aims: Sequence[Aim]) -> None:
        """Put these first; empty: the defaults of the purpose."""
        if aims:
            self._fill((*aims, *(aim for aim in Aim if aim not in aims)))
        self.usual.setChecked(not aims)

    def _build(self) -> None:
        self.list.setProperty("role", "choices")
        self.list.setWordWrap(True)
        self.list.setAccessibleName(tr("Priorities, most important first"))
        self.list.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.list.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.list.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.model().rowsMoved.connect(self._number_anew)
        self.list.currentRowChanged.connect(self._show_enabled)
        # at 200 % its hint is a pixel less than its box is high
        self.usual.setMinimumHeight(self.usual.sizeHint().height() + SPACE // 2)
        self.usual.toggled.connect(self._note_usual)
        for button, way, keys in ((self.up, -1, "Alt+Up"), (self.down, 1, "Alt+Down")):
            button.setAutoDefault(False)
            button.clicked.connect(lambda _=False, way=way: self.move_current(way))
            shortcut = QShortcut(QKeySequence(keys), self.list)
            shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
            shortcut.activated.connect(lambda way=way: self.move_current(way))
            button.setToolTip(shortcut.key().toString(QKeySequence.SequenceFormat.NativeText))
        buttons = column_of(self.up, self.down, Stretch(), spacing=SPACE)
        self._inner = QWidget()
        row_in(self._inner, Placed(self.list, 1), buttons)
        hint = tr(
            "Move the most important one to the top. The first three count; the others hardly do."
        )
        self._hint = Text(hint, tone=Tone.SUBTLE)
        column_in(self, self.usual, self._hint, self._inner, spacing=SPACE)

    def move_current(self, way: int) -> None:
        """One place up (-1) or down (1)."""
        row = self.list.currentRow()
        if not 0 <= row + way < self.list.count() or row < 0:
            return
        with QSignalBlocker(self.list):
            self.list.insertItem(row + way, self.list.takeItem(row))
            self.list.setCurrentRow(row + way)
        self._number_anew()
        self._show_enabled()

    def _order(self) -> tuple[Aim, ...]:
        return tuple(Aim(str(item.data(_AIM))) for item in items_of(self.list))

    def _fill(self, order: Sequence[Aim]) -> None:
        with QSignalBlocker(self.list):
            self.list.clear()
            for aim in order:
                item = QListWidgetItem()
                item.setData(_AIM, aim.value)
                self.list.addItem(item)
            self.list.setCurrentRow(0)
        self._number_anew()

    def _number_anew(self) -> None:
        for row, item in enumerate(items_of(self.list)):
            name, meaning = aim_words(Aim(str(item.data(_AIM))))
            template = tr("{number}. {name}: {meaning}") if row < COUNTED else "{name}: {meaning}"
            item.setText(template.format(number=row + 1, name=name, meaning=meaning))
            item.setFont(in_bold(item.font(), row < COUNTED))
        self._fit()
        self.changed.emit()

    def _fit(self) -> None:
        """Make the list as high as its rows: the page scrolls, not the list."""
        rows = sum(self.list.sizeHintForRow(row) for row in range(self.list.count()))
        self.list.setFixedHeight(rows + 2 * self.list.frameWidth() + SPACE)
        self.updateGeometry()

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        """Row heights are known only once the style is applied."""
        super().showEvent(event)
        self._fit()

    def _note_usual(self) -> None:
        self._show_enabled()
        self.changed.emit()

    def _show_enabled(self) -> None:
        own, row = not self.usual.isChecked(), self.list.currentRow()
        self._inner.setVisible(own)
        self._hint.setVisible(own)
        self.up.setEnabled(own and row > 0)
        self.down.setEnabled(own and 0 <= row < self.list.count() - 1)
