"""The kept runs as the rows of a table: nothing is made for a row before it's seen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, Qt, Signal

from storage_tuner.core.message import tr
from storage_tuner.present import numbers
from storage_tuner.store.database.run_store import StoredRun
from storage_tuner.ui.history import run_text as run_words
from storage_tuner.ui.tree.badges import Badge
from storage_tuner.ui.widgets.items import Index

BADGE = Qt.ItemDataRole.UserRole
"""The ``Badge`` before a field's text."""

WHEN, MEASURED, WHAT, OUTCOME, RESULT, NOTE, TAGS = range(7)

_NOWHERE = QModelIndex()


@dataclass(frozen=True)
class RunColumn:
    """``text`` formats a run, ``order`` sorts it."""

    heading: str
    text: Callable[[StoredRun], str]
    order: Callable[[StoredRun], object]


def _columns() -> tuple[RunColumn, ...]:
    """In the order of the numbers above."""
    return (
        RunColumn(
            tr("Date"),
            lambda run: run_words.when(run.created_at),
            lambda run: run.created_at,
        ),
        RunColumn(
            tr("Disk"),
            lambda run: run_words.measured(run, "\n"),
            lambda run: (run.model.casefold(), run.target),
        ),
        RunColumn(tr("Measurement"), run_words.what, lambda run: (run.kind, run.variants)),
        RunColumn(tr("Outcome"), run_words.outcome, lambda run: run.outcome),
        RunColumn(
            tr("Main result"),
            run_words.result,
            lambda run: run.best_rate_mb_s or 0.0,
        ),
        RunColumn(tr("Note"), lambda run: run.note, lambda run: run.note.casefold()),
        RunColumn(tr("Tags"), run_words.tags, lambda run: run.tags),
    )


class RunsModel(QAbstractTableModel):
    """``annotated`` carries an identifier, a note or None, and the tags added and removed in the
    table. ``result_wanted`` carries that of a visible run whose result is stored in English
    only."""

    annotated = Signal(str, object, object, object)
    result_wanted = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._columns = _columns()
        self._runs: list[StoredRun] = []
        self._results: dict[str, str] = {}
        self._order = (WHEN, Qt.SortOrder.DescendingOrder)
        self._asked: set[str] = set()
        self.editable = True

    @property
    def runs(self) -> Sequence[StoredRun]:
        """In the order of the rows."""
        return self._runs

    def show_runs(self, runs: Sequence[StoredRun]) -> None:
        """``runs`` come newest first."""
        self.beginResetModel()
        self._runs = self._sorted(runs)
        self.endResetModel()

    def is_filled(self, column: int) -> bool:
        """Whether any row has content in it."""
        return any(self._columns[column].text(run) for run in self._runs)

    def show_result(self, identifier: str, text: str) -> None:
        """Show a run's result in the window's language."""
        self._results[identifier] = text
        for row, run in enumerate(self._runs):
            if run.identifier == identifier:
                place = self.index(row, RESULT)
                self.dataChanged.emit(place, place)

    def result(self, run: StoredRun) -> str:
        """In the window's language as soon as that is known."""
        known = self._results.get(run.identifier)
        # a line without messages is one of an earlier version
        in_english = run_words.is_translated() and isinstance(run.summary_text, str)
        if in_english and known is None and run.identifier not in self._asked:
            self._asked.add(run.identifier)
            self.result_wanted.emit(run.identifier)
        return known or run_words.result(run)

    def rowCount(self, parent: Index = _NOWHERE) -> int:  # noqa: N802
        return 0 if parent.isValid() else len(self._runs)

    def columnCount(self, parent: Index = _NOWHERE) -> int:  # noqa: N802
        return 0 if parent.isValid() else len(self._columns)

    def headerData(  # noqa: N802
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:  # noqa: ANN401 - as Qt has it
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self._columns[section].heading
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:  # noqa: ANN401
        if not index.isValid():
            return None
        run, column = self._runs[index.row()], index.column()
        if role == Qt.ItemDataRole.DisplayRole:
            nothing = "" if column in (NOTE, TAGS) else numbers.NOTHING
            return self._shown(run, column) or nothing
        if role == Qt.ItemDataRole.EditRole:
            return self._text(run, column)
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._hint(run, column)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._spoken(run, column)
        if role == BADGE and column == WHAT:
            return run_words.elsewhere(run)
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        known = super().flags(index)
        if self.editable and index.column() in (NOTE, TAGS):
            return known | Qt.ItemFlag.ItemIsEditable
        return known

    def setData(  # noqa: N802
        self,
        index: Index,
        value: object,
        role: int = Qt.ItemDataRole.EditRole,
    ) -> bool:
        if role != Qt.ItemDataRole.EditRole or not index.isValid():
            return False
        run, text = self._runs[index.row()], str(value).strip()
        if index.column() == NOTE and text != run.note:
            self.annotated.emit(run.identifier, text, (), ())
        elif index.column() == TAGS and text != run_words.tags(run):
            wanted = run_words.split_tags(text)
            added = tuple(tag for tag in wanted if tag not in run.tags)
            removed = tuple(tag for tag in run.tags if tag not in wanted)
            self.annotated.emit(run.identifier, None, added, removed)
        return True

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Of equals the newest comes first."""
        self._order = (column, order)
        runs = sorted(self._runs, key=lambda run: run.created_at, reverse=True)
        self.show_runs(runs)

    def _sorted(self, runs: Sequence[StoredRun]) -> list[StoredRun]:
        column, order = self._order
        descending = order is Qt.SortOrder.DescendingOrder
        if column == WHEN and descending:
            return list(runs)
        key: Callable[[StoredRun], Any] = self._columns[column].order
        return sorted(runs, key=key, reverse=descending)

    def _text(self, run: StoredRun, column: int) -> str:
        return self.result(run) if column == RESULT else self._columns[column].text(run)

    def _shown(self, run: StoredRun, column: int) -> str:
        """In as many lines as there is room for."""
        text = self._text(run, column)
        return text if column == MEASURED else " ".join(text.split("\n"))

    def _hint(self, run: StoredRun, column: int) -> str:
        text = self._text(run, column)
        if column == WHAT:
            return "\n".join(part for part in (text, run_words.origin(run)) if part)
        if column in (NOTE, TAGS) and self.editable:
            how = tr("Press F2 or click to edit.")
            return "\n".join(part for part in (text, how) if part)
        return text

    def _spoken(self, run: StoredRun, column: int) -> str:
        text = self._text(run, column)
        badge: Badge | None = run_words.elsewhere(run) if column == WHAT else None
        if badge is not None:
            return f"{text}, {badge.text}"
        return text or tr("empty")
