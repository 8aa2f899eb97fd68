"""The list of settings: a control for each, what is chosen already, and remarks.

The list is one stop of the Tab key: arrows choose a row, Return or F2 leads to its control, Return
or Escape back, Delete takes a choice back.
"""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QItemSelectionModel, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QTreeWidget,
    QTreeWidgetItem,
    QWidget,
)

from storage_tuner.core.message import tr
from storage_tuner.jobs.settings.pending_changes import PendingChange
from storage_tuner.ui.settings.controls import Control, control_for
from storage_tuner.ui.settings.row_painting import (
    NAME,
    NOTES,
    VALUE,
    SettingItem,
    SettingRowDelegate,
)
from storage_tuner.ui.settings.rows import Group, SettingRow
from storage_tuner.ui.widgets.elements import in_bold
from storage_tuner.ui.widgets.items import items_below
from storage_tuner.ui.widgets.layouts import row_in

_LEAST_LETTERS = 92
"""With fewer there is no room for the column of defaults."""

DEFAULT = 2


class SettingList(QTreeWidget):
    """``wished`` carries a tunable's name and its chosen value, ``taken_back`` a name."""

    wished = Signal(str, str)
    taken_back = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._groups: tuple[Group, ...] = ()
        self._all_pending: Mapping[str, PendingChange] = {}
        self._controls: dict[str, Control] = {}
        self._filter = ""
        self.setProperty("role", "editor")
        self.setAccessibleName(tr("Settings"))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHeaderLabels([tr("Setting"), tr("Value"), tr("Default"), tr("Remarks")])
        self.setItemDelegate(SettingRowDelegate(self))
        self.setAllColumnsShowFocus(True)
        self.setIndentation(12)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        header = self.header()
        header.setAccessibleName(tr("Columns"))
        header.setSectionsMovable(False)
        header.setStretchLastSection(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(NOTES, QHeaderView.ResizeMode.Stretch)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.itemDoubleClicked.connect(lambda *_: self.edit_current())

    def show_groups(
        self, groups: tuple[Group, ...], all_pending: Mapping[str, PendingChange]
    ) -> None:
        """Show these; the chosen row stays. Nothing is drawn again when only other devices
        changed."""
        if (groups, all_pending) == (self._groups, self._all_pending):
            return
        before = self.current_name()
        if _shape(groups) == _shape(self._groups):
            rows = [row for group in groups for row in group.rows]
            for item, row in zip(self.settings(), rows, strict=True):
                item.show_row(row, all_pending.get(row.tunable.name))
            self._show_controls()
        else:
            self._build(groups, all_pending)
        self._groups, self._all_pending = groups, all_pending
        self.show_matching(self._filter)
        self.choose(before)
        self._share_width()

    def show_matching(self, words: str) -> int:
        """Only those with all of ``words`` in name or explanation; how many they are."""
        wanted = words.casefold().split()
        found = 0
        for top, group in zip(self._tops(), self._groups, strict=True):
            shown = [item for item in _items(top) if _matches(item.row, wanted)]
            for item in _items(top):
                item.setHidden(item not in shown)
            top.setHidden(not shown)
            if bool(wanted) != bool(self._filter) or wanted:
                top.setExpanded(bool(wanted) or not group.is_absent)
            found += len(shown)
        self._filter = words.strip()
        return found

    def current_row(self) -> SettingRow | None:
        item = self.currentItem()
        return item.row if isinstance(item, SettingItem) else None

    def current_name(self) -> str:
        row = self.current_row()
        return row.tunable.name if row is not None else ""

    def choose(self, name: str) -> None:
        """The setting of that name; the first one if there is none."""
        items = [item for item in self.settings() if not item.isHidden()]
        chosen = [item for item in items if item.row.tunable.name == name] or items
        if chosen and self.currentItem() is not chosen[0]:
            flag = QItemSelectionModel.SelectionFlag
            self.setCurrentItem(chosen[0], NAME, flag.ClearAndSelect | flag.Rows)

    def settings(self) -> list[SettingItem]:
        """All rows, from the top to the bottom, also hidden ones."""
        return [item for top in self._tops() for item in _items(top)]

    def control(self, name: str) -> Control | None:
        """The control of a setting; None where it can only be read."""
        return self._controls.get(name)

    def edit_current(self) -> None:
        """Lead the keyboard to the control of the chosen row."""
        if (control := self._controls.get(self.current_name())) is not None:
            control.setFocus(Qt.FocusReason.TabFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        if event.matches(QKeySequence.StandardKey.Copy):
            chosen = [item.line for item in self.settings() if item.isSelected()]
            QGuiApplication.clipboard().setText("\n".join(chosen))
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2):
            self.edit_current()
        elif event.key() == Qt.Key.Key_Delete:
            self.taken_back.emit(self.current_name())
        else:
            super().keyPressEvent(event)

    def text(self) -> str:
        """The whole list, for the clipboard."""
        return "\n\n".join(
            "\n".join([top.text(NAME), *(f"  {item.line}" for item in _items(top))])
            for top in self._tops()
        )

    def _tops(self) -> list[QTreeWidgetItem]:
        return items_below(self.invisibleRootItem())

    def showEvent(self, event: QShowEvent) -> None:  # noqa: N802
        super().showEvent(event)
        self._show_controls()
        self._share_width()

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        super().resizeEvent(event)
        self._share_width()

    def _share_width(self) -> None:
        """Each column gets what it needs, but leaves room for the remarks, once visible."""
        if not self.isVisible():
            return
        whole = self.viewport().width()
        letter = self.fontMetrics().averageCharWidth()
        self.setColumnHidden(DEFAULT, whole < _LEAST_LETTERS * letter)
        widest = max((control.sizeHint().width() for control in self._controls.values()), default=0)
        needed = {
            NAME: self.sizeHintForColumn(NAME) + 2 * self.indentation(),
            VALUE: max(widest + 12, self.header().sectionSizeHint(VALUE)),
            DEFAULT: max(self.sizeHintForColumn(DEFAULT), self.header().sectionSizeHint(DEFAULT)),
        }
        name_share = 0.42 if self.isColumnHidden(DEFAULT) else 0.37
        for column, share in ((NAME, name_share), (VALUE, 0.33), (DEFAULT, 0.16)):
            self.setColumnWidth(column, min(needed[column], round(share * whole)))

    def _build(self, groups: tuple[Group, ...], all_pending: Mapping[str, PendingChange]) -> None:
        edited = self._edited()
        self.clear()
        self._controls.clear()
        for group in groups:
            top = QTreeWidgetItem([group.title])
            top.setFlags(top.flags() & ~Qt.ItemFlag.ItemIsSelectable)
            top.setFont(NAME, in_bold(top.font(NAME)))
            self.addTopLevelItem(top)
            top.setFirstColumnSpanned(True)
            items = [SettingItem() for _ in group.rows]
            for item, row in zip(items, group.rows, strict=True):
                item.show_row(row, all_pending.get(row.tunable.name))
            top.addChildren(items)
            top.setExpanded(not group.is_absent)
        self._show_controls()
        if edited in self._controls:
            self._controls[edited].setFocus()
        elif edited:
            self.setFocus()

    def _edited(self) -> str:
        """The setting whose control has the keyboard."""
        return next((name for name, one in self._controls.items() if one.hasFocus()), "")

    def _show_controls(self) -> None:
        """Create required controls with their values, once visible."""
        if not self.isVisible():
            return
        for item in self.settings():
            self._show_control(item)

    def _show_control(self, item: SettingItem) -> None:
        name = item.row.tunable.name
        if item.shape != item.shown_shape:
            self.removeItemWidget(item, VALUE)
            self._controls.pop(name, None)
            if item.shape is not None:
                control = control_for(item.shape)
                control.wished.connect(lambda value: self.wished.emit(name, value))
                control.left.connect(self.setFocus)
                self._controls[name] = control
                self.setItemWidget(item, VALUE, _framed(control))
            item.shown_shape = item.shape
        shown = self._controls.get(name)
        if shown is not None:
            shown.show_value(item.pending.new if item.pending is not None else item.row.value)


def _framed(control: Control) -> QWidget:
    """With the room around it that a row has."""
    frame = QWidget()
    row_in(frame, control, margins=(6, 0, 6, 0))
    return frame


def _items(top: QTreeWidgetItem) -> list[SettingItem]:
    return [item for item in items_below(top) if isinstance(item, SettingItem)]


def _matches(row: SettingRow, words: list[str]) -> bool:
    said = " ".join((row.name, row.tunable.name, str(row.tunable.meaning))).casefold()
    return all(word in said for word in words)


def _shape(groups: tuple[Group, ...]) -> list[tuple[str, tuple[str, ...]]]:
    return [(group.title, tuple(row.tunable.name for row in group.rows)) for group in groups]
