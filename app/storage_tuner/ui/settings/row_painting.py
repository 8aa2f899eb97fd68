"""The rows of the list of settings: what they say, and how that is painted."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter
from PySide6.QtWidgets import (
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeWidget,
    QTreeWidgetItem,
)

from storage_tuner.core.message import tr
from storage_tuner.jobs.settings.pending_changes import PendingChange
from storage_tuner.ui.settings import names
from storage_tuner.ui.settings.controls import Shape
from storage_tuner.ui.settings.rows import SettingRow, no_default
from storage_tuner.ui.style import theme
from storage_tuner.ui.widgets.facts import unknown
from storage_tuner.ui.widgets.items import Index

NAME, VALUE, DEFAULT, NOTES = range(4)

_LINES = Qt.ItemDataRole.UserRole
_WISHED = Qt.ItemDataRole.UserRole + 1
_PADDING = 8
_BAR = 3


class SettingItem(QTreeWidgetItem):
    """One setting; ``shape`` is that of its control, None where it can only be read, and
    ``shown_shape`` that of the one that is there."""

    row: SettingRow
    pending: PendingChange | None = None
    shape: Shape | None = None
    shown_shape: Shape | None = None

    def show_row(self, row: SettingRow, pending: PendingChange | None) -> None:
        self.row = row
        self.pending = pending
        self.shape = None if row.locked else row.shape
        notes = self.remarks
        texts = (row.name, row.value_text or unknown(), row.default_text or unknown(), "")
        why = self._why_locked
        hints = (
            str(row.tunable.meaning),
            str(row.reason) or why,
            "" if row.default else no_default(),
        )
        for column, text in enumerate(texts):
            hint = hints[column] if column < NOTES else "\n".join(notes)
            self.setText(column, text)
            self.setToolTip(column, "\n".join(part for part in (text, hint) if part))
        self.setText(NOTES, "; ".join(notes))
        self.setData(NAME, _LINES, [row.name, row.tunable.name])
        self.setData(NOTES, _LINES, list(notes))
        self.setData(NAME, _WISHED, pending is not None)
        self.setData(NOTES, _WISHED, pending is not None)
        role = Qt.ItemDataRole.AccessibleTextRole
        self.setData(NAME, role, names.named(row.tunable.name))
        self.setData(VALUE, role, self.value)
        self.setData(VALUE, Qt.ItemDataRole.AccessibleDescriptionRole, why)

    @property
    def value(self) -> str:
        """Current value, and the chosen one."""
        now = self.row.value_text or unknown()
        if self.pending is None:
            return now
        return f"{now} → {names.value(self.pending.new, self.row.tunable)}"

    @property
    def remarks(self) -> tuple[str, ...]:
        """The chosen change first, then remarks."""
        found = list(self.row.notes)
        if self._why_locked:
            found.insert(0, self._why_locked)
        wished = self.pending.new if self.pending is not None else None
        if self.row.can_stall(wished) and not self.row.locked:
            found.append(tr("can stall the computer"))
        if self.pending is not None:
            found.insert(0, self._chosen(self.pending))
        return tuple(found)

    @property
    def line(self) -> str:
        """For the clipboard."""
        default = self.row.default_text or unknown()
        return "\t".join(
            (
                names.titled(self.row.tunable.name),
                self.value,
                default,
                self.row.range,
                "; ".join(self.remarks),
            )
        )

    @property
    def _why_locked(self) -> str:
        """Of a value that is there."""
        return self.row.locked if self.row.value is not None else ""

    def _chosen(self, pending: PendingChange) -> str:
        """ "64 → 128", and whether another program changed it meanwhile."""
        change = f"{_short(self.row)} → {names.plain(pending.new, self.row.tunable)}"
        if any(self.row.seen.get(name, value) != value for name, value in pending.seen.items()):
            return tr("{change} (changed by another program)", change=change)
        return change


def _short(row: SettingRow) -> str:
    """Current value without the unit that the control shows."""
    if row.value is not None:
        return names.plain(row.value, row.tunable)
    return row.plain_members or unknown()


class SettingRowDelegate(QStyledItemDelegate):
    """Paints name and remarks in up to two lines; a chosen value is marked by a bar and in bold."""

    def __init__(self, view: QTreeWidget) -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:  # noqa: N802
        hint = super().sizeHint(option, index)
        if not index.parent().isValid():
            return hint
        height = max(2 * option.fontMetrics.height() + 6, hint.height())
        lines = index.data(_LINES) or []
        width = max((option.fontMetrics.horizontalAdvance(line) for line in lines), default=0)
        return QSize(max(hint.width(), width + 2 * _PADDING), height)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        own = QStyleOptionViewItem(option)
        self.initStyleOption(own, index)
        lines = index.data(_LINES)
        has_control = self._view.indexWidget(index) is not None
        if lines is None and not has_control:
            super().paint(painter, option, index)
            return
        own.text = ""
        style = self._view.style()
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, own, painter, self._view)
        if lines:
            self._paint_lines(painter, own, index, lines)

    def _paint_lines(
        self, painter: QPainter, option: QStyleOptionViewItem, index: Index, lines: list[str]
    ) -> None:
        area = QRect(option.rect)
        chosen = theme.colours(self._view.palette())
        is_wished = bool(index.data(_WISHED))
        painter.save()
        if is_wished and index.column() == NAME:
            self._paint_bar(painter, area, QColor(chosen.accent))
        area.adjust(_PADDING, 0, -_PADDING, 0)
        for number, (line, box) in enumerate(self._placed(area, lines[:2])):
            is_subtle = number > 0 or (index.column() == NOTES and not is_wished)
            is_enabled = bool(option.state & QStyle.StateFlag.State_Enabled)
            colour = chosen.subtle if is_subtle else chosen.text
            painter.setPen(QColor(colour if is_enabled else chosen.disabled))
            font = QFont(option.font)
            font.setBold(is_wished and number == 0)
            painter.setFont(font)
            text = painter.fontMetrics().elidedText(line, Qt.TextElideMode.ElideRight, box.width())
            leading = Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter
            flags = QStyle.visualAlignment(self._view.layoutDirection(), leading)
            painter.drawText(box, flags, text)
        painter.restore()

    def _placed(self, area: QRect, lines: list[str]) -> list[tuple[str, QRect]]:
        """Each line with its place; all of them in the middle of the height."""
        height = self._view.fontMetrics().height()
        top = area.center().y() + 1 - height * len(lines) // 2
        return [
            (line, QRect(area.left(), top + number * height, area.width(), height))
            for number, line in enumerate(lines)
        ]

    def _paint_bar(self, painter: QPainter, area: QRect, colour: QColor) -> None:
        bar = QRect(area.left(), area.top() + 3, _BAR, area.height() - 6)
        direction = self._view.layoutDirection()
        painter.fillRect(QStyle.visualRect(direction, area, bar), colour)
