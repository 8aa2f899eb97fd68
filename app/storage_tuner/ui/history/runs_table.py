"""The list of kept runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import (
    QItemSelectionModel,
    QModelIndex,
    QPoint,
    QRect,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from storage_tuner.core.message import tr
from storage_tuner.store.database.run_store import StoredRun
from storage_tuner.ui.history import run_text as run_words
from storage_tuner.ui.history import runs_model
from storage_tuner.ui.history.runs_model import BADGE, RunsModel
from storage_tuner.ui.tree import badges
from storage_tuner.ui.tree.badges import Badge
from storage_tuner.ui.widgets.items import Index

_GAP = 6

_LINES = 2
"""Of a row. To fit each row to its text would take a second for a thousand."""

_LEAST_LETTERS = 26
"""Of what came of it; what says less makes room for that."""

_YIELDING = (runs_model.TAGS, runs_model.NOTE, runs_model.OUTCOME)
"""Columns that are hidden to make room, in this order. Their content is also shown for the chosen
run."""


class RunsTable(QTableView):
    """``opened`` and ``removal_asked`` are for what is chosen, by a double click or a key.
    ``chosen_changed``: other rows are chosen. ``menu_asked`` carries the place on the screen."""

    opened = Signal()
    removal_asked = Signal()
    chosen_changed = Signal()
    menu_asked = Signal(QPoint)

    def __init__(self) -> None:
        super().__init__()
        self.runs_model = RunsModel()
        self.runs_model.setParent(self)
        self.setModel(self.runs_model)
        self._filled: frozenset[int] = frozenset()
        name = tr("Results")
        self.setAccessibleName(name)
        self.setItemDelegate(_RunDelegate(self))
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.EditKeyPressed
            | QAbstractItemView.EditTrigger.SelectedClicked
        )
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setWordWrap(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._ask_for_menu)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(_LINES * self.fontMetrics().height() + 12)
        self._size_columns(name)
        self.doubleClicked.connect(self._open_clicked)
        self.selectionModel().selectionChanged.connect(lambda: self.chosen_changed.emit())

    @property
    def chosen(self) -> tuple[StoredRun, ...]:
        """In the order of the rows."""
        rows = sorted(index.row() for index in self.selectionModel().selectedRows())
        return tuple(self.runs_model.runs[row] for row in rows)

    def show_runs(self, runs: Iterable[StoredRun]) -> None:
        """Those that were chosen before stay chosen."""
        shown = tuple(runs)
        place = self.verticalScrollBar().value()
        self._keeping_chosen(lambda: self.runs_model.show_runs(shown))
        self.verticalScrollBar().setValue(place)
        self._filled = frozenset(filter(self.runs_model.is_filled, _YIELDING))
        self._fit_columns()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        super().resizeEvent(event)
        self._fit_columns()

    def _fit_columns(self) -> None:
        """Leave out columns that are empty, and those that there is no room for."""
        if self.state() is QAbstractItemView.State.EditingState:
            return
        header = self.horizontalHeader()
        sizes = {column: self._widths[column] for column in _YIELDING if column in self._filled}
        least = _LEAST_LETTERS * self.fontMetrics().averageCharWidth()
        room = self.viewport().width() - least
        for column in (runs_model.WHEN, runs_model.MEASURED, runs_model.WHAT):
            room -= header.sectionSize(column)
        for column in _YIELDING:
            self.setColumnHidden(column, column not in sizes or sum(sizes.values()) > room)
            if self.isColumnHidden(column):
                sizes.pop(column, None)

    def _keeping_chosen(self, work: Callable[[], None]) -> None:
        kept = {run.identifier for run in self.chosen}
        current = self.currentIndex().column()
        work()
        if kept:
            self.choose(
                row for row, run in enumerate(self.runs_model.runs) if run.identifier in kept
            )
            rows = self.selectionModel().selectedRows()
            if rows:
                self._make_current(rows[0].row(), max(current, 0))
        self.chosen_changed.emit()

    def hide_disks(self) -> None:
        """All rows are about the same one."""
        self.setColumnHidden(runs_model.MEASURED, True)

    def choose(self, rows: Iterable[int]) -> None:
        """These and no others. Qt's ``selectRow`` finds none from right to left, until the table
        is as wide as it will be."""
        flags = QItemSelectionModel.SelectionFlag
        self.clearSelection()
        for row in rows:
            index = self.runs_model.index(row, 0)
            self.selectionModel().select(index, flags.Select | flags.Rows)

    def edit_column(self, column: int) -> None:
        """Let the note or the tags of the first chosen run be typed."""
        rows = self.selectionModel().selectedRows()
        if rows:
            self.setColumnHidden(column, False)
            self._make_current(rows[0].row(), column)
            self.edit(self.currentIndex())

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        if self.state() is QAbstractItemView.State.EditingState:
            super().keyPressEvent(event)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.opened.emit()
        elif event.key() == Qt.Key.Key_Delete:
            self.removal_asked.emit()
        elif event.key() == Qt.Key.Key_F2:
            column = self.currentIndex().column()
            wanted = column if column == runs_model.TAGS else runs_model.NOTE
            self.edit_column(wanted)
        else:
            super().keyPressEvent(event)

    def _sort(self, column: int, order: Qt.SortOrder) -> None:
        self._keeping_chosen(lambda: self.runs_model.sort(column, order))

    def _make_current(self, row: int, column: int) -> None:
        index = self.runs_model.index(row, column)
        self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.NoUpdate)

    def _open_clicked(self, index: QModelIndex) -> None:
        """Notes and tags are edited by a second click."""
        if not index.flags() & Qt.ItemFlag.ItemIsEditable:
            self.opened.emit()

    def _ask_for_menu(self, place: QPoint) -> None:
        if self.chosen:
            self.menu_asked.emit(self.viewport().mapToGlobal(place))

    def _size_columns(self, name: str) -> None:
        header = self.horizontalHeader()
        header.setAccessibleName(name)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter)
        header.setHighlightSections(False)
        letter = self.fontMetrics().averageCharWidth()
        header.setMinimumSectionSize(6 * letter)
        header.setMaximumSectionSize(60 * letter)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setSectionsClickable(True)
        header.setSortIndicatorShown(True)
        header.setSortIndicator(runs_model.WHEN, Qt.SortOrder.DescendingOrder)
        header.sortIndicatorChanged.connect(self._sort)
        room = self.fontMetrics().horizontalAdvance
        widths = {
            runs_model.WHEN: room(run_words.when("2028-12-28T20:28:00")),
            runs_model.MEASURED: 22 * letter,
            runs_model.WHAT: 26 * letter,
            runs_model.OUTCOME: max(map(room, run_words.outcomes().values())),
            runs_model.NOTE: 16 * letter,
            runs_model.TAGS: 12 * letter,
        }
        self._widths = {column: width + 3 * letter for column, width in widths.items()}
        for column, width in self._widths.items():
            header.resizeSection(column, width)
        header.setSectionResizeMode(runs_model.RESULT, QHeaderView.ResizeMode.Stretch)


class _RunDelegate(QStyledItemDelegate):
    """Paints the badge below a text, without a widget for any row."""

    def createEditor(  # noqa: N802
        self, parent: QWidget, option: QStyleOptionViewItem, index: Index
    ) -> QWidget:
        editor = super().createEditor(parent, option, index)
        heading = index.model().headerData(index.column(), Qt.Orientation.Horizontal)
        editor.setAccessibleName(str(heading))
        return editor

    def initStyleOption(  # noqa: N802
        self, option: QStyleOptionViewItem, index: Index
    ) -> None:
        super().initStyleOption(option, index)
        badge = index.data(BADGE)
        if isinstance(badge, Badge):
            option.text = option.fontMetrics.elidedText(
                option.text, Qt.TextElideMode.ElideRight, option.rect.width() - 2 * _GAP
            )
            option.displayAlignment = Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignTop
            option.rect.setTop(option.rect.top() + _GAP)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        super().paint(painter, option, index)
        badge = index.data(BADGE)
        if isinstance(badge, Badge):
            painter.setFont(option.font)
            lower = QRect(option.rect)
            lower.setTop(lower.center().y())
            where = lower.adjusted(_GAP, 0, -_GAP, -_GAP // 2)
            mirrored = QStyle.visualRect(option.direction, option.rect, where)
            badges.paint(painter, mirrored, badge, option.palette)
