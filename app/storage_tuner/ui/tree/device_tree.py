"""The tree of devices: arrays with their members, controllers with their units and drives, what
each does now, the practice disk, and what was measured."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial

from PySide6.QtCore import QEvent, QModelIndex, QPoint, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QContextMenuEvent, QFocusEvent, QIcon
from PySide6.QtWidgets import QTreeWidget, QTreeWidgetItem

from storage_tuner.core.message import tr
from storage_tuner.core.tunable import VIRTUAL_MEMORY
from storage_tuner.ui import wording
from storage_tuner.ui.live.monitor import LiveMonitor
from storage_tuner.ui.tree import badges, sparkline
from storage_tuner.ui.tree.order import TreeEntry, arrange
from storage_tuner.ui.tree.row_painting import PaintedRow, TreeRowDelegate, key_of
from storage_tuner.ui.tree.rows import RowMaker, TreeContent, TreeRow
from storage_tuner.ui.tree.syncing import Syncing
from storage_tuner.ui.widgets import icons
from storage_tuner.ui.widgets.elements import set_property
from storage_tuner.ui.widgets.items import items_below

COMPUTER = "this computer"
PRACTICE = "practice disk"
RESULTS = "all results"
"""Keys of the computer, the practice disk and the results; devices have kernel names."""

_LAST = (PRACTICE, COMPUTER, RESULTS)

_KEY = Qt.ItemDataRole.UserRole
_REFRESH_S = 0.25
"""One bar of a sparkline is one second, so more frequent updates show nothing new."""


class DeviceTree(QTreeWidget):
    """``chosen`` carries a kernel name, ``PRACTICE`` or the key of a controller's part;
    ``activated_choice`` the same on Return or a double click. ``menu_asked`` carries the place on
    the screen where the chosen one's menu is wanted. ``rows_changed``: there are other rows than
    before; ``unfiltered``: what was looked for isn't any more.

    A device that goes while it's chosen stays in its place, marked as gone, until another one is
    chosen.
    """

    chosen = Signal(str)
    activated_choice = Signal(str)
    menu_asked = Signal(QPoint)
    rows_changed = Signal()
    unfiltered = Signal()

    def __init__(self, monitor: LiveMonitor) -> None:
        super().__init__()
        self._monitor = monitor
        self._machine: TreeContent | None = None
        self._entries: tuple[TreeEntry, ...] | None = None
        self._rows: RowMaker | None = None
        self._shown_at = 0.0
        self._icons: dict[str, QIcon] = {}
        self.setProperty("role", "side")
        self.setProperty("keyboard", "elsewhere")
        self.setAccessibleName(tr("Devices"))
        self.setHeaderHidden(True)
        self.setIconSize(QSize(24, 24))
        self.setIndentation(14)
        self.setUniformRowHeights(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._painting = TreeRowDelegate(self, self._said)
        self.setItemDelegate(self._painting)
        self.currentItemChanged.connect(self._report_choice)
        self.itemActivated.connect(self._report_activation)
        monitor.ticked.connect(self._show_activity)

    def current_key(self) -> str:
        return key_of(self.currentItem())

    def present_keys(self) -> set[str]:
        """Selectable rows, without disconnected ones."""
        return {item.row.key for item in self.items() if not item.is_gone}

    def show_machine(self, machine: TreeContent) -> None:
        """Show this content; the selection is kept without emitting signals."""
        if machine == self._machine:
            return
        self._machine = machine
        entries = arrange(machine.devices, machine.controllers)
        if self._entries is not None and not self._ghosts() and self._stays(entries):
            self._bring(machine, entries)
        else:
            self._rebuild(machine, entries)
        self._entries = entries
        self.rows_changed.emit()

    def choose(self, key: str) -> bool:
        """Make ``key`` the current entry; False if there is no such."""
        for item in self.items():
            if item.row.key == key:
                if item.isHidden():
                    self.unfiltered.emit()
                self.setCurrentItem(item)
                return True
        return False

    def choose_first(self) -> None:
        """Of those that are shown."""
        for item in self.items():
            if not item.isHidden():
                self.setCurrentItem(item)
                return

    def leave(self) -> None:
        """Nothing is chosen any more."""
        self.setCurrentIndex(QModelIndex())
        self.clearSelection()

    def items(self) -> Iterator[PaintedRow]:
        """From the top to the bottom, with all that is below each."""
        for item in items_below(self.invisibleRootItem()):
            yield from _with_children(item)

    def show_only(self, text: str) -> bool:
        """Hide what has none of the words, nor is above or below something that has them all;
        False when that hides everything."""
        words = text.casefold().split()
        found = [_filter(item, words) for item in items_below(self.invisibleRootItem())]
        return any(found)

    def focusInEvent(self, event: QFocusEvent) -> None:  # noqa: N802
        super().focusInEvent(event)
        set_property(self, "keyboard", "here")

    def focusOutEvent(self, event: QFocusEvent) -> None:  # noqa: N802
        super().focusOutEvent(event)
        if event.reason() is not Qt.FocusReason.PopupFocusReason:
            set_property(self, "keyboard", "elsewhere")

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:  # noqa: N802
        """Of the row below the mouse, which was chosen by the click; by the keyboard, of the
        chosen one."""
        item = self.currentItem()
        if item is None:
            return
        if event.reason() is QContextMenuEvent.Reason.Keyboard:
            place = self.visualItemRect(item).center()
            self.menu_asked.emit(self.viewport().mapToGlobal(place))
        elif self.itemAt(event.pos()) is not None:
            self.menu_asked.emit(event.globalPos())

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._icons.clear()
            for item in self.items():
                item.setIcon(0, self._icon(item.row.icon))

    def activity_words(self, item: PaintedRow) -> str:
        """The sparkline's values in words."""
        if not item.row.is_live:
            return ""
        history = self._monitor.history(item.row.key)
        if history is None or not len(history):
            return tr("no data yet")
        return tr(
            "reads {read}, writes {write}",
            read=wording.rate(history.newest("read_mb_s") or 0),
            write=wording.rate(history.newest("write_mb_s") or 0),
        )

    def _said(self, item: PaintedRow) -> str:
        """A row in words, line by line."""
        row = item.row
        badges_shown = ", ".join(badge.text for badge in row.badges)
        said = (row.name, badges_shown, row.details, row.hint, self.activity_words(item))
        return "\n".join(dict.fromkeys(filter(None, said)))

    def _rebuild(self, machine: TreeContent, entries: tuple[TreeEntry, ...]) -> None:
        current = self.currentItem()
        before = current if isinstance(current, PaintedRow) else None
        path = before.path if before is not None else ()
        row = before.row if before is not None else None
        closed = {item.path for item in self.items() if item.childCount() and not item.isExpanded()}
        place = self.verticalScrollBar().value()
        self.blockSignals(True)
        self.clear()
        self._fill(machine, entries)
        self.expandAll()
        for item in self.items():
            if item.path in closed:
                item.setExpanded(False)
        if row is not None:
            self._choose_again(path, row)
        self.verticalScrollBar().setValue(place)
        self.blockSignals(False)

    def _fill(self, machine: TreeContent, entries: tuple[TreeEntry, ...]) -> None:
        rows = self._rows = RowMaker(machine, self._rows)
        self.addTopLevelItems([self._made(rows, entry, "") for entry in entries])
        for row in _last_rows(machine):
            self.addTopLevelItem(self._item(row))

    def _stays(self, entries: tuple[TreeEntry, ...]) -> bool:
        """Whether the current entry is among them, in its place."""
        current = self.currentItem()
        path = current.path if isinstance(current, PaintedRow) else ()
        if path and path[0] in _LAST:
            return True
        level = entries
        for key in path:
            found = next((entry for entry in level if entry.key == key), None)
            if found is None:
                return False
            level = found.entries
        return True

    def _bring(self, machine: TreeContent, entries: tuple[TreeEntry, ...]) -> None:
        """Only what is new is made, and only what differs says something else."""
        rows = self._rows = RowMaker(machine, self._rows)

        def renew(item: QTreeWidgetItem, entry: TreeEntry, above: str) -> None:
            row = rows.row(entry, above)
            if isinstance(item, PaintedRow) and row is not item.row and row != item.row:
                self._dress(item, row)

        syncing = Syncing(partial(self._made, rows), renew, _LAST)
        self.blockSignals(True)
        syncing.bring(self.invisibleRootItem(), entries)
        last = {row.key: row for row in _last_rows(machine)}
        for item in items_below(self.invisibleRootItem()):
            if isinstance(item, PaintedRow) and item.row != last.get(item.row.key, item.row):
                self._dress(item, last[item.row.key])
        self.blockSignals(False)

    def _made(self, rows: RowMaker, entry: TreeEntry, above: str) -> PaintedRow:
        item = self._item(rows.row(entry, above))
        for below in entry.entries:
            item.addChild(self._made(rows, below, entry.key))
        return item

    def _item(self, row: TreeRow) -> PaintedRow:
        item = PaintedRow(row)
        if row.is_live:
            item.bars = sparkline.shape(self._monitor.history(row.key))
        self._dress(item, row)
        return item

    def _dress(self, item: PaintedRow, row: TreeRow) -> None:
        item.row = row
        item.setData(0, _KEY, row.key)
        item.setIcon(0, self._icon(row.icon))
        item.setText(0, row.name)
        item.setData(0, Qt.ItemDataRole.AccessibleTextRole, row.sentence)

    def _choose_again(self, path: tuple[str, ...], row: TreeRow) -> None:
        same = [item for item in self.items() if item.path == path]
        if same:
            self.setCurrentItem(same[0])
        elif not self.choose(row.key):
            self._add_ghost(path, row)

    def _icon(self, name: str) -> QIcon:
        """Drawn once for each colour scheme: there may be hundreds of disks."""
        if name not in self._icons:
            self._icons[name] = icons.icon(name, self.palette())
        return self._icons[name]

    def _add_ghost(self, path: tuple[str, ...], row: TreeRow) -> None:
        """Keep a disconnected device at its place while it's chosen."""
        ghost = self._item(
            TreeRow(row.key, row.icon, row.name, row.size, "", (badges.gone(),), row.hint)
        )
        above = [item for item in self.items() if item.path == path[:-1]]
        if above:
            above[0].addChild(ghost)
            above[0].setExpanded(True)
        else:
            self.insertTopLevelItem(self.topLevelItemCount() - len(_LAST), ghost)
        self.setCurrentItem(ghost)

    def _ghosts(self) -> list[PaintedRow]:
        return [item for item in self.items() if item.is_gone]

    def _drop_ghosts(self) -> None:
        for ghost in self._ghosts():
            if ghost is not self.currentItem():
                (ghost.parent() or self.invisibleRootItem()).removeChild(ghost)

    def _show_activity(self) -> None:
        """Repaint visible rows whose sparkline has changed."""
        now = time.monotonic()
        if now - self._shown_at < _REFRESH_S or not self.isVisible():
            return
        if self.window().isMinimized():
            return
        self._shown_at = now
        for item in self.visible_items():
            if not item.row.is_live:
                continue
            bars = sparkline.shape(self._monitor.history(item.row.key))
            if bars != item.bars:
                item.bars = bars
                self.viewport().update(self._painting.activity_rect(item))
                if QAccessible.isActive():
                    words = f"{item.row.sentence}, {self.activity_words(item)}"
                    item.setData(0, Qt.ItemDataRole.AccessibleTextRole, words)

    def visible_items(self) -> Iterator[PaintedRow]:
        """Those that can be seen now, from the top."""
        item = self.itemAt(0, 0)
        bottom = self.viewport().height()
        while isinstance(item, PaintedRow) and self.visualItemRect(item).top() < bottom:
            yield item
            item = self.itemBelow(item)

    def _report_choice(self, item: QTreeWidgetItem | None) -> None:
        if isinstance(item, PaintedRow):
            # an item mustn't be removed while the tree is leaving it
            QTimer.singleShot(0, self, self._drop_ghosts)
            self.chosen.emit(item.row.key)

    def _report_activation(self, item: QTreeWidgetItem) -> None:
        if isinstance(item, PaintedRow):
            self.activated_choice.emit(item.row.key)


def _last_rows(machine: TreeContent) -> tuple[TreeRow, ...]:
    """The rows below the devices."""
    undone = machine.undone.get(VIRTUAL_MEMORY, 0)
    found = (badges.undone(undone),) if undone else ()
    return (
        _last_row(PRACTICE, icons.PRACTICE, tr("Practice disk"), tr("For testing")),
        _last_row(COMPUTER, icons.COMPUTER, tr("This computer"), tr("Memory settings"), found),
        _last_row(RESULTS, icons.RESULTS, tr("All results"), tr("View and compare")),
    )


def _last_row(
    key: str, icon: str, name: str, use: str, found: tuple[badges.Badge, ...] = ()
) -> TreeRow:
    return TreeRow(key, icon, name, use=use, badges=found, hint=name)


def _filter(item: QTreeWidgetItem, words: list[str]) -> bool:
    """Show ``item`` when it or something below it has the words, or all when it has them itself."""
    assert isinstance(item, PaintedRow)
    here = all(word in item.row.searched for word in words)
    below = [_filter(child, [] if here else words) for child in items_below(item)]
    item.setHidden(not (here or any(below)))
    return here or any(below)


def _with_children(item: QTreeWidgetItem) -> Iterator[PaintedRow]:
    assert isinstance(item, PaintedRow)
    yield item
    for child in items_below(item):
        yield from _with_children(child)
