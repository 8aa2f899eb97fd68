"""How the rows of the tree are painted: sparklines and badges, without a widget for any row."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QColor, QHelpEvent, QIcon, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QToolTip,
    QTreeWidget,
    QTreeWidgetItem,
)

from storage_tuner.ui import badges, sparkline, theme
from storage_tuner.ui.tree_rows import Row

_GAP = 6

Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True)
class PaintedColumns:
    """The numbers of those that are painted by ourselves."""

    activity: int
    use: int


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


class RowDelegate(QStyledItemDelegate):
    """Paints the sparklines and the badges, without a widget for any row."""

    def __init__(
        self, tree: QTreeWidget, columns: PaintedColumns, words: Callable[[Item], str]
    ) -> None:
        """``words`` says in words what a sparkline shows."""
        super().__init__(tree)
        self._tree = tree
        self._columns = columns
        self._words = words

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        super().paint(painter, option, index)
        item = self._tree.itemFromIndex(index)
        if not isinstance(item, Item):
            return
        if index.column() == self._columns.activity and item.row.is_live:
            self._paint_activity(painter, option, item)
        elif index.column() == self._columns.use and item.row.badges:
            self._paint_use(painter, option, item)

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:  # noqa: N802
        super().initStyleOption(option, index)
        if self._is_pale(option):
            # icons have a picture for rows filled with the accent colour
            option.icon = QIcon(option.icon.pixmap(option.decorationSize, QIcon.Mode.Normal))
        if index.column() == self._columns.use:
            item = self._tree.itemFromIndex(index)
            if isinstance(item, Item) and item.row.badges:
                option.text = ""  # painted behind the badges

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: N802
        hint = super().sizeHint(option, index)
        item = self._tree.itemFromIndex(index)
        if index.column() != self._columns.use or not isinstance(item, Item) or not item.row.badges:
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
        if index.column() == self._columns.activity and isinstance(item, Item):
            QToolTip.showText(event.globalPos(), self._words(item), view)
            return True
        return super().helpEvent(event, view, option, index)

    def _paint_activity(self, painter: QPainter, option: QStyleOptionViewItem, item: Item) -> None:
        colours = theme.colours(option.palette)
        read, write = QColor(colours.series[0]), QColor(colours.series[1])
        if self._is_highlighted(option):
            read = write = QColor(colours.accent_text)
        area = option.rect.adjusted(4, 4, -4, -4)
        sparkline.paint(painter, area, item.bars, read, write)

    def _paint_use(self, painter: QPainter, option: QStyleOptionViewItem, item: Item) -> None:
        painter.setFont(option.font)
        free = option.rect.adjusted(_GAP, 0, -4, 0)
        for badge in item.row.badges:
            if free.width() < 24:
                return
            taken = badges.width(badge, option.fontMetrics)
            where = QRect(free.left(), free.top(), min(taken, free.width()), free.height())
            badges.paint(painter, self._mirrored(option, where), badge, option.palette)
            free.setLeft(where.right() + 1 + _GAP)
        colours = theme.colours(option.palette)
        painter.setPen(
            QColor(colours.accent_text if self._is_highlighted(option) else colours.text)
        )
        elide = Qt.TextElideMode.ElideRight
        text = option.fontMetrics.elidedText(item.row.use, elide, free.width())
        align = QStyle.visualAlignment(
            option.direction, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        )
        painter.drawText(self._mirrored(option, free), align, text)

    def _mirrored(self, option: QStyleOptionViewItem, area: QRect) -> QRect:
        return QStyle.visualRect(option.direction, option.rect, area)

    def _is_highlighted(self, option: QStyleOptionViewItem) -> bool:
        """Whether the row is filled with the accent colour: it's chosen, and has the keyboard."""
        return self._is_chosen(option) and self._tree.hasFocus()

    def _is_pale(self, option: QStyleOptionViewItem) -> bool:
        """Whether the row is chosen, but the keyboard is elsewhere."""
        return self._is_chosen(option) and not self._tree.hasFocus()

    def _is_chosen(self, option: QStyleOptionViewItem) -> bool:
        return bool(option.state & QStyle.StateFlag.State_Selected)
