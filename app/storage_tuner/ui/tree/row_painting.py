"""Paints the rows of the tree: two lines each, without a widget for any row."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRect, QSize, Qt
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

from storage_tuner.ui.style import theme
from storage_tuner.ui.tree import badges, sparkline
from storage_tuner.ui.tree.rows import TreeRow
from storage_tuner.ui.widgets.items import Index

_GAP = 6
_EDGE = 8
_ABOVE = 6
"""Device-independent pixels above the first line and below the second one."""

_ACTIVITY = 56
_LETTERS_FOR_ACTIVITY = 30
"""Average letters of a row that has room for its activity."""


class PaintedRow(QTreeWidgetItem):
    """A row of the tree; ``bars`` is what its sparkline shows."""

    def __init__(self, row: TreeRow) -> None:
        super().__init__()
        self.row = row
        self.bars = sparkline.FLAT

    @property
    def is_gone(self) -> bool:
        """Whether it's only a placeholder for the chosen device."""
        return badges.gone() in self.row.badges

    @property
    def path(self) -> tuple[str, ...]:
        """The keys from the top down to this one."""
        above = self.parent()
        return (*(above.path if isinstance(above, PaintedRow) else ()), self.row.key)


def key_of(item: QTreeWidgetItem | None) -> str:
    """ "" for what is no row."""
    return item.row.key if isinstance(item, PaintedRow) else ""


class TreeRowDelegate(QStyledItemDelegate):
    """A row has its icon; its name and activity; below them badges and details."""

    def __init__(self, tree: QTreeWidget, words: Callable[[PaintedRow], str]) -> None:
        """``words`` is the tooltip of a row."""
        super().__init__(tree)
        self._tree = tree
        self._words = words

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        super().paint(painter, option, index)
        item = self._tree.itemFromIndex(index)
        if not isinstance(item, PaintedRow):
            return
        painter.save()
        painter.setFont(option.font)
        first, second = self._lines(option)
        activity = self._activity_area(option)
        if activity is not None and item.row.is_live:
            self._paint_activity(painter, option, item, activity)
            first.setRight(activity.left() - _GAP)
        self._paint_text(painter, option, first, item.row.name, self._name_colour(option, item))
        self._paint_below(painter, option, second, item.row)
        painter.restore()

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:  # noqa: N802
        super().initStyleOption(option, index)
        option.text = ""  # painted in two lines
        if self._is_chosen(option) and not self._tree.hasFocus():
            # icons have a picture for rows filled with the accent colour
            option.icon = QIcon(option.icon.pixmap(option.decorationSize, QIcon.Mode.Normal))

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: N802
        line = option.fontMetrics.height() + 2  # a badge's frame
        return QSize(super().sizeHint(option, index).width(), 2 * line + 2 * _ABOVE)

    def activity_rect(self, item: PaintedRow) -> QRect:
        """Where its activity is, in the viewport; empty where there is no room for it."""
        option = QStyleOptionViewItem()
        option.initFrom(self._tree)
        option.rect = self._tree.visualItemRect(item)
        area = self._activity_area(option)
        return QRect() if area is None else self._mirrored(option, area)

    def helpEvent(  # noqa: N802
        self,
        event: QHelpEvent,
        view: QAbstractItemView,
        option: QStyleOptionViewItem,
        index: Index,
    ) -> bool:
        del option
        item = self._tree.itemFromIndex(index)
        if isinstance(item, PaintedRow):
            QToolTip.showText(event.globalPos(), self._words(item), view)
        return isinstance(item, PaintedRow)

    def _lines(self, option: QStyleOptionViewItem) -> tuple[QRect, QRect]:
        """Beside the icon; not yet mirrored."""
        line = option.fontMetrics.height() + 2
        left = option.rect.left() + _GAP + self._tree.iconSize().width() + _EDGE
        width = option.rect.right() - left - _EDGE
        top = option.rect.top() + _ABOVE
        return QRect(left, top, width, line), QRect(left, top + line, width, line)

    def _activity_area(self, option: QStyleOptionViewItem) -> QRect | None:
        if option.rect.width() < _LETTERS_FOR_ACTIVITY * option.fontMetrics.averageCharWidth():
            return None
        first, _ = self._lines(option)
        return QRect(first.right() - _ACTIVITY, first.top() + 1, _ACTIVITY, first.height() - 2)

    def _paint_activity(
        self, painter: QPainter, option: QStyleOptionViewItem, item: PaintedRow, area: QRect
    ) -> None:
        colours = theme.colours(option.palette)
        read, write = QColor(colours.series[0]), QColor(colours.series[1])
        if self._is_highlighted(option):
            read = write = QColor(colours.accent_text)
        sparkline.paint(painter, self._mirrored(option, area), item.bars, read, write)

    def _paint_below(
        self, painter: QPainter, option: QStyleOptionViewItem, area: QRect, row: TreeRow
    ) -> None:
        free = QRect(area)
        for badge in row.badges:
            if free.width() < _ACTIVITY:
                return
            taken = badges.width(badge, option.fontMetrics)
            where = QRect(free.left(), free.top(), min(taken, free.width()), free.height())
            badges.paint(painter, self._mirrored(option, where), badge, option.palette)
            free.setLeft(where.right() + 1 + _GAP)
        colours = theme.colours(option.palette)
        pale = colours.accent_text if self._is_highlighted(option) else colours.subtle
        self._paint_text(painter, option, free, row.details, QColor(pale))

    def _paint_text(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        area: QRect,
        text: str,
        colour: QColor,
    ) -> None:
        painter.setPen(colour)
        shown = option.fontMetrics.elidedText(text, Qt.TextElideMode.ElideRight, area.width())
        align = QStyle.visualAlignment(
            option.direction, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        )
        painter.drawText(self._mirrored(option, area), align, shown)

    def _name_colour(self, option: QStyleOptionViewItem, item: PaintedRow) -> QColor:
        colours = theme.colours(option.palette)
        if self._is_highlighted(option):
            return QColor(colours.accent_text)
        return QColor(colours.subtle if item.is_gone else colours.text)

    def _mirrored(self, option: QStyleOptionViewItem, area: QRect) -> QRect:
        return QStyle.visualRect(option.direction, option.rect, area)

    def _is_highlighted(self, option: QStyleOptionViewItem) -> bool:
        """Whether the row is filled with the accent colour: it's chosen, and has the keyboard."""
        return self._is_chosen(option) and self._tree.hasFocus()

    def _is_chosen(self, option: QStyleOptionViewItem) -> bool:
        return bool(option.state & QStyle.StateFlag.State_Selected)
