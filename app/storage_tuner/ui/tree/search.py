"""The tree with a field to search in it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from storage_tuner.core.message import tr
from storage_tuner.ui.tree.device_tree import DeviceTree
from storage_tuner.ui.widgets.elements import SPACE, Text, Tone
from storage_tuner.ui.widgets.layouts import column_in
from storage_tuner.ui.widgets.search_field import SearchField

_MANY_ROWS = 24
"""With so many the field is always there."""


class SearchableTree(QWidget):
    """The field comes with ``begin_search`` and goes with Escape."""

    def __init__(self, tree: DeviceTree) -> None:
        super().__init__()
        self.tree = tree
        self.setProperty("role", "side")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.field = SearchField(tr("Search devices"), tr("Search devices"))
        self.field.textChanged.connect(self._search)
        self.field.returnPressed.connect(self._go_to_tree)
        self.field.installEventFilter(self)
        self.nothing = Text(tone=Tone.SUBTLE)
        self._top = QWidget()
        around = (SPACE, SPACE, SPACE, SPACE)
        column_in(self._top, self.field, self.nothing, margins=around, spacing=SPACE)
        self._top.hide()
        self.nothing.hide()
        column_in(self, self._top, tree, spacing=0)
        tree.rows_changed.connect(self._note_rows)
        tree.unfiltered.connect(self.field.clear)

    def begin_search(self) -> None:
        self._top.show()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()

    def end_search(self) -> None:
        self.field.clear()
        self._top.setVisible(self._is_long())
        self.tree.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def eventFilter(self, _: QObject, event: QEvent) -> bool:  # noqa: N802
        """Escape leaves the field, the down arrow moves to the matches."""
        if isinstance(event, QKeyEvent) and event.type() is QEvent.Type.KeyPress:
            if event.key() == Qt.Key.Key_Escape:
                self.end_search()
                return True
            if event.key() == Qt.Key.Key_Down:
                self._go_to_tree()
                return True
        return False

    def _search(self, text: str) -> None:
        found = self.tree.show_only(text)
        self.nothing.setText(tr("No device matches “{text}”.", text=text))
        self.nothing.setVisible(not found)

    def _go_to_tree(self) -> None:
        self.tree.setFocus(Qt.FocusReason.TabFocusReason)
        current = self.tree.currentItem()
        if current is None or current.isHidden():
            self.tree.choose_first()

    def _is_long(self) -> bool:
        return sum(1 for _ in self.tree.items()) >= _MANY_ROWS

    def _note_rows(self) -> None:
        if self._is_long():
            self._top.show()
        if self.field.text():
            self._search(self.field.text())
