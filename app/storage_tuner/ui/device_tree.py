"""The tree of devices: arrays with their members, controllers with their units and drives, what
each does now, and the practice disk."""

from __future__ import annotations

import time
from collections.abc import Iterator

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QAccessible, QColor, QHelpEvent, QIcon, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolTip,
    QTreeWidget,
    QTreeWidgetItem,
)

from storage_tuner.services.qt_monitor import LiveMonitor
from storage_tuner.ui import badges, icons, sparkline, theme, wording
from storage_tuner.ui.arrangement import Entry, arrange
from storage_tuner.ui.tree_rows import Machine, Row

PRACTICE = "practice disk"
"""Stands for the practice disk where kernel names stand for devices."""

NAME, ACTIVITY, SIZE, USE = range(4)

_KEY = Qt.ItemDataRole.UserRole
_GAP = 6
_LARGEST_SHARE_OF_USE = 0.4
_REFRESH_S = 0.25
"""A sparkline's bar stands for a second, so that looking oftener shows nothing new."""

Index = QModelIndex | QPersistentModelIndex


class Item(QTreeWidgetItem):
    """A row of the tree; ``bars`` is what its sparkline shows."""

    def __init__(self, row: Row) -> None:
        super().__init__()
        self.row = row
        self.bars = sparkline.FLAT

    @property
    def path(self) -> tuple[str, ...]:
        """The keys from the top down to this one."""
        above = self.parent()
        return (*(above.path if isinstance(above, Item) else ()), self.row.key)


class DeviceTree(QTreeWidget):
    """``chosen`` carries a kernel name, ``PRACTICE`` or the key of a controller's part;
    ``activated_choice`` the same on Return or a double click.

    A device that goes while it's chosen stays in its place, marked as gone, until another one is
    chosen.
    """

    chosen = Signal(str)
    activated_choice = Signal(str)

    def __init__(self, monitor: LiveMonitor) -> None:
        super().__init__()
        self._monitor = monitor
        self._machine: Machine | None = None
        self._entries: tuple[Entry, ...] | None = None
        self._looked_at = 0.0
        self._icons: dict[str, QIcon] = {}
        self.setProperty("role", "side")
        self.setAccessibleName(self.tr("Devices"))
        self.setHeaderLabels(
            [self.tr("Device"), self.tr("Activity"), self.tr("Size"), self.tr("Use")]
        )
        self.setIconSize(QSize(20, 20))
        self.setIndentation(14)
        self.setUniformRowHeights(True)
        self.setAllColumnsShowFocus(True)
        self.setMinimumWidth(280)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setItemDelegate(_RowDelegate(self))
        self._set_up_header()
        self.currentItemChanged.connect(self._tell_choice)
        self.itemActivated.connect(self._tell_activation)
        monitor.ticked.connect(self._look)

    def current_key(self) -> str:
        item = self.currentItem()
        return item.row.key if isinstance(item, Item) else ""

    def present_keys(self) -> set[str]:
        """What can be chosen, without what is gone."""
        return {item.row.key for item in self.items() if not self._is_gone(item)}

    def show_machine(self, machine: Machine) -> None:
        """Show this; what was chosen stays so, and isn't told again."""
        if machine == self._machine:
            return
        self._machine = machine
        entries = arrange(machine.devices, machine.controllers)
        if entries == self._entries and not self._ghosts():
            self._renew(machine)
        else:
            self._rebuild(machine, entries)
        self._entries = entries
        self._share_width()

    def choose(self, key: str) -> bool:
        """Make ``key`` the current entry; False if there is no such."""
        for item in self.items():
            if item.row.key == key:
                self.setCurrentItem(item)
                return True
        return False

    def choose_first(self) -> None:
        first = self.topLevelItem(0)
        if first is not None:
            self.setCurrentItem(first)

    def items(self) -> Iterator[Item]:
        """From the top to the bottom, with all that is below each."""
        for number in range(self.topLevelItemCount()):
            yield from _with_children(self.topLevelItem(number))

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        """Where there is little room, the names need it more than the sizes."""
        super().resizeEvent(event)
        narrow = event.size().width() < 84 * self.fontMetrics().averageCharWidth()
        self.setColumnHidden(SIZE, narrow)
        least = 54 * self.fontMetrics().averageCharWidth()
        self.setColumnHidden(ACTIVITY, event.size().width() < least)
        self._share_width()

    def changeEvent(self, event: QEvent) -> None:  # noqa: N802
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._icons.clear()
            for item in self.items():
                item.setIcon(NAME, self._icon(item.row.icon))

    def activity_words(self, item: Item) -> str:
        """What the sparkline shows, in words."""
        if not item.row.is_live:
            return ""
        history = self._monitor.history(item.row.key)
        if history is None or not len(history):
            return self.tr("no values yet")
        return self.tr("reads {read}, writes {write}").format(
            read=wording.rate(history.newest("read_mb_s") or 0),
            write=wording.rate(history.newest("write_mb_s") or 0),
        )

    def _set_up_header(self) -> None:
        header = self.header()
        header.setAccessibleName(self.tr("Columns"))
        header.setSectionsMovable(False)
        header.setStretchLastSection(False)
        header.setMinimumSectionSize(24)
        header.setSectionResizeMode(NAME, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(ACTIVITY, QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(SIZE, QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(USE, QHeaderView.ResizeMode.Fixed)
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        self.headerItem().setTextAlignment(SIZE, right)

    def _share_width(self) -> None:
        """The use gets what it needs, but a long mount point mustn't push the names out."""
        self.setColumnWidth(ACTIVITY, max(60, self.header().sectionSizeHint(ACTIVITY)))
        needed = max(self.sizeHintForColumn(USE), self.header().sectionSizeHint(USE))
        allowed = round(_LARGEST_SHARE_OF_USE * self.viewport().width())
        self.setColumnWidth(USE, min(needed, allowed))

    def _rebuild(self, machine: Machine, entries: tuple[Entry, ...]) -> None:
        current = self.currentItem()
        before = current if isinstance(current, Item) else None
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

    def _fill(self, machine: Machine, entries: tuple[Entry, ...]) -> None:
        rows = machine.rows()

        def make(entry: Entry, above: str) -> Item:
            item = self._item(rows.row(entry, above))
            for below in entry.entries:
                item.addChild(make(below, entry.key))
            return item

        self.addTopLevelItems([make(entry, "") for entry in entries])
        name = self.tr("Practice disk")
        use = self.tr("For trying out")
        self.addTopLevelItem(self._item(Row(PRACTICE, icons.PRACTICE, name, use=use, hint=name)))

    def _renew(self, machine: Machine) -> None:
        """The same entries in the same places: only what they say is new."""
        rows = machine.rows()

        def renew(item: Item, entry: Entry, above: str) -> None:
            row = rows.row(entry, above)
            if row != item.row:
                self._dress(item, row)
            for number, below in enumerate(entry.entries):
                child = item.child(number)
                assert isinstance(child, Item)
                renew(child, below, entry.key)

        for number, entry in enumerate(self._entries or ()):
            item = self.topLevelItem(number)
            assert isinstance(item, Item)
            renew(item, entry, "")

    def _item(self, row: Row) -> Item:
        item = Item(row)
        if row.is_live:
            item.bars = sparkline.shape(self._monitor.history(row.key))
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        item.setTextAlignment(SIZE, right)
        self._dress(item, row)
        return item

    def _dress(self, item: Item, row: Row) -> None:
        item.row = row
        item.setData(NAME, _KEY, row.key)
        item.setIcon(NAME, self._icon(row.icon))
        item.setText(NAME, row.name)
        item.setText(SIZE, row.size)
        item.setText(USE, row.use)
        said = "\n".join(part for part in (row.name, row.hint) if part)
        item.setToolTip(NAME, said)
        item.setToolTip(USE, row.use_sentence)
        item.setData(USE, Qt.ItemDataRole.AccessibleTextRole, row.use_sentence)

    def _choose_again(self, path: tuple[str, ...], row: Row) -> None:
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

    def _add_ghost(self, path: tuple[str, ...], row: Row) -> None:
        """What was chosen and is gone, where it was."""
        ghost = self._item(
            Row(row.key, row.icon, row.name, row.size, "", (badges.gone(),), row.hint)
        )
        ghost.setForeground(NAME, QColor(theme.colours(self.palette()).subtle))
        above = [item for item in self.items() if item.path == path[:-1]]
        if above:
            above[0].addChild(ghost)
            above[0].setExpanded(True)
        else:
            self.insertTopLevelItem(self.topLevelItemCount() - 1, ghost)
        self.setCurrentItem(ghost)

    def _ghosts(self) -> list[Item]:
        return [item for item in self.items() if self._is_gone(item)]

    def _is_gone(self, item: Item) -> bool:
        return badges.gone() in item.row.badges

    def _drop_ghosts(self) -> None:
        for ghost in self._ghosts():
            if ghost is not self.currentItem():
                (ghost.parent() or self.invisibleRootItem()).removeChild(ghost)

    def _look(self) -> None:
        """Paint those visible rows anew whose sparkline has changed."""
        now = time.monotonic()
        if now - self._looked_at < _REFRESH_S or not self.isVisible():
            return
        if self.window().isMinimized() or self.isColumnHidden(ACTIVITY):
            return
        self._looked_at = now
        for item in self.visible_items():
            if not item.row.is_live:
                continue
            bars = sparkline.shape(self._monitor.history(item.row.key))
            if bars != item.bars:
                item.bars = bars
                self.viewport().update(self.visualRect(self.indexFromItem(item, ACTIVITY)))
                if QAccessible.isActive():
                    words = self.activity_words(item)
                    item.setData(ACTIVITY, Qt.ItemDataRole.AccessibleTextRole, words)

    def visible_items(self) -> Iterator[Item]:
        """Those that can be seen now, from the top."""
        item = self.itemAt(0, 0)
        bottom = self.viewport().height()
        while isinstance(item, Item) and self.visualItemRect(item).top() < bottom:
            yield item
            item = self.itemBelow(item)

    def _tell_choice(self, item: QTreeWidgetItem | None) -> None:
        if isinstance(item, Item):
            # an item mustn't be removed while the tree is leaving it
            QTimer.singleShot(0, self, self._drop_ghosts)
            self.chosen.emit(item.row.key)

    def _tell_activation(self, item: QTreeWidgetItem) -> None:
        if isinstance(item, Item):
            self.activated_choice.emit(item.row.key)


def _with_children(item: QTreeWidgetItem | None) -> Iterator[Item]:
    if isinstance(item, Item):
        yield item
        for number in range(item.childCount()):
            yield from _with_children(item.child(number))


class _RowDelegate(QStyledItemDelegate):
    """Paints the sparklines and the badges, without a widget for any row."""

    def __init__(self, tree: DeviceTree) -> None:
        super().__init__(tree)
        self._tree = tree

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        super().paint(painter, option, index)
        item = self._tree.itemFromIndex(index)
        if not isinstance(item, Item):
            return
        if index.column() == ACTIVITY and item.row.is_live:
            self._paint_activity(painter, option, item)
        elif index.column() == USE and item.row.badges:
            self._paint_use(painter, option, item)

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:  # noqa: N802
        super().initStyleOption(option, index)
        if index.column() == USE:
            item = self._tree.itemFromIndex(index)
            if isinstance(item, Item) and item.row.badges:
                option.text = ""  # painted behind the badges

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: N802
        hint = super().sizeHint(option, index)
        item = self._tree.itemFromIndex(index)
        if index.column() != USE or not isinstance(item, Item) or not item.row.badges:
            return hint
        metrics = option.fontMetrics
        taken = sum(badges.width(badge, metrics) + _GAP for badge in item.row.badges)
        text = metrics.horizontalAdvance(item.row.use)
        return QSize(max(hint.width(), taken + text + 2 * _GAP + 8), hint.height())

    def helpEvent(  # noqa: N802
        self,
        event: QHelpEvent,
        view: QAbstractItemView,
        option: QStyleOptionViewItem,
        index: Index,
    ) -> bool:
        item = self._tree.itemFromIndex(index)
        if index.column() == ACTIVITY and isinstance(item, Item):
            QToolTip.showText(event.globalPos(), self._tree.activity_words(item), view)
            return True
        return super().helpEvent(event, view, option, index)

    def _paint_activity(self, painter: QPainter, option: QStyleOptionViewItem, item: Item) -> None:
        colours = theme.colours(option.palette)
        read, write = QColor(colours.series[0]), QColor(colours.series[1])
        if option.state & QStyle.StateFlag.State_Selected:
            read = write = QColor(colours.accent_text)
        area = option.rect.adjusted(4, 4, -4, -4)
        sparkline.paint(painter, area, item.bars, read, write)

    def _paint_use(self, painter: QPainter, option: QStyleOptionViewItem, item: Item) -> None:
        painter.setFont(option.font)
        left = option.rect.left() + _GAP
        right = option.rect.right() - 4
        for badge in item.row.badges:
            room = QRect(left, option.rect.top(), max(0, right - left), option.rect.height())
            if room.width() < 24:
                return
            left += badges.paint(painter, room, badge, option.palette) + _GAP
        room = QRect(left, option.rect.top(), max(0, right - left), option.rect.height())
        colours = theme.colours(option.palette)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        painter.setPen(QColor(colours.accent_text if chosen else colours.text))
        text = option.fontMetrics.elidedText(
            item.row.use, Qt.TextElideMode.ElideRight, room.width()
        )
        painter.drawText(room, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, text)
