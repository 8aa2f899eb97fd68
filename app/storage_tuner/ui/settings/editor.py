"""An editor of settings: search, list, explanation, and what was chosen so far."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QBoxLayout, QFrame, QPushButton, QWidget

from storage_tuner.core.message import tr
from storage_tuner.jobs.settings.pending_changes import PendingChange
from storage_tuner.ui.settings.detail import SettingDetail
from storage_tuner.ui.settings.rows import Group
from storage_tuner.ui.settings.setting_list import SettingList
from storage_tuner.ui.widgets.elements import SPACE, Banner, Card, Text, Tone, primary_button
from storage_tuner.ui.widgets.layouts import Placed, column_in, row_in
from storage_tuner.ui.widgets.search_field import SearchField

_BESIDE_LETTERS = 122
"""From here on there is room for the explanation beside the list; else it's below."""


class SettingEditor(QWidget):
    """Shows settings and pending changes. ``wished`` carries a tunable's name and its chosen value,
    ``taken_back`` a name. ``left``: another page is shown. The button of ``message`` undoes;
    ``keep`` and those of ``bar`` act on the chosen settings."""

    wished = Signal(str, str)
    taken_back = Signal(str)
    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._device = ""
        self._all_pending: Mapping[str, PendingChange] = {}
        self.search = SearchField(tr("Search names and descriptions"), tr("Search settings"))
        self.search.textChanged.connect(lambda _: self._filter())
        self.message = Banner()
        self.keep = QPushButton(tr("Make per&manent…"))
        self.message.add_button(self.keep)
        self.list = SettingList()
        self.list.wished.connect(self.wished)
        self.list.taken_back.connect(self.taken_back)
        self.list.currentItemChanged.connect(lambda *_: self._show_detail())
        self.nothing = Text(tone=Tone.SUBTLE)
        self.nothing.setContentsMargins(2 * SPACE, SPACE, 2 * SPACE, SPACE)
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeading)
        self.detail = SettingDetail()
        self.detail.default.clicked.connect(self._choose_default)
        self.detail.back.clicked.connect(lambda: self.taken_back.emit(self.list.current_name()))
        self.bar = ChangeBar()
        self._build()
        shortcut = QShortcut(QKeySequence("Ctrl+Shift+F"), self)
        shortcut.activated.connect(self._find)

    def show_groups(
        self, groups: tuple[Group, ...], all_pending: Mapping[str, PendingChange], device: str
    ) -> None:
        """``device`` is a kernel name, or ``vm``."""
        self._device = device
        self._all_pending = all_pending
        self.list.show_groups(groups, all_pending)
        self._filter()

    def show_setting(self, tunable: str) -> None:
        """Lead the keyboard to the setting of that name; to the list if there is none."""
        self.search.clear()
        if tunable:
            self.list.choose(tunable)
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_message(
        self, tone: Tone, summary: str, remedy: str = "", *, can_undo: bool = False
    ) -> None:
        """Show the outcome, with possible actions."""
        undo = tr("&Undo last change") if can_undo else ""
        self.message.show_message(tone, summary, remedy, undo)
        self.keep.setVisible(can_undo)

    def set_busy(self, busy: bool) -> None:
        """While something is being set nothing else can be chosen."""
        for widget in (self.list, self.detail, self.message.button, self.keep):
            widget.setEnabled(not busy)
        self.bar.show_busy(busy)

    def event(self, event: QEvent) -> bool:
        """Where the keyboard is in here, what usually searches the devices searches settings."""
        if event.type() == QEvent.Type.ShortcutOverride and _is_find(event):
            event.accept()
            return True
        return super().event(event)

    def hideEvent(self, event: QHideEvent) -> None:  # noqa: N802
        super().hideEvent(event)
        if not event.spontaneous():
            self.left.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:  # noqa: N802
        if _is_find(event):
            self._find()
            return
        super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        super().resizeEvent(event)
        beside = event.size().width() >= _BESIDE_LETTERS * self.fontMetrics().averageCharWidth()
        way = QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom
        self._both.setDirection(way)
        self._both.setStretch(0, 9 if beside else 5)
        self._both.setStretch(1, 5 if beside else 2)

    def _build(self) -> None:
        card = Card()
        card.setAccessibleName(tr("Settings"))
        card.body.setContentsMargins(1, 6, 1, 6)
        card.body.addWidget(self.nothing)
        card.body.addWidget(self.list)
        self._both = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._both.setSpacing(12)
        self._both.addWidget(card, 9)
        self._both.addWidget(self.detail, 5)
        column_in(self, self.message, self.search, Placed(self._both, 1), self.bar, spacing=12)

    def _filter(self) -> None:
        words = self.search.text()
        found = self.list.show_matching(words)
        self.nothing.setVisible(not found)
        self.nothing.setText(
            tr("No setting matches “{words}”.", words=words.strip())
            if words.strip()
            else tr("No settings available.")
        )
        self.list.setVisible(bool(found))
        self.detail.setVisible(bool(found))
        current = self.list.currentItem()
        if found and (current is None or current.isHidden()):
            self.list.choose("")
        self._show_detail()

    def _show_detail(self) -> None:
        row = self.list.current_row() if not self.list.isHidden() else None
        pending = self._all_pending.get(row.tunable.name) if row is not None else None
        self.detail.show_row(row, pending, self._device)

    def _choose_default(self) -> None:
        row = self.list.current_row()
        if row is not None and row.default is not None:
            self.wished.emit(row.tunable.name, row.default)

    def _find(self) -> None:
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()


def _is_find(event: QEvent) -> bool:
    return isinstance(event, QKeyEvent) and event.matches(QKeySequence.StandardKey.Find)


class ChangeBar(QFrame):
    """How many settings were chosen, and what can be done with them; there only with some."""

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("role", "card")
        self._count = 0
        self._problem = ""
        self._is_busy = False
        self.text = Text(bold=True)
        self.discard = QPushButton(tr("Disca&rd"))
        self.preview = primary_button(tr("&Preview…"))
        parts = (Placed(self.text, 1), self.discard, self.preview)
        row_in(self, *parts, margins=(2 * SPACE, SPACE, 2 * SPACE, SPACE), spacing=SPACE)
        self.hide()

    def show_count(self, count: int, problem: str = "") -> None:
        """``problem`` says why they can't be applied together."""
        self._count = count
        self._problem = problem
        self._show()

    def show_busy(self, busy: bool) -> None:
        self._is_busy = busy
        self._show()

    def _show(self) -> None:
        if self._is_busy:
            said = tr("Applying …")
        elif self._count == 1:
            said = tr("1 change, not applied yet")
        else:
            said = tr("{count} changes, not applied yet", count=self._count)
        self.text.setText("\n".join(part for part in (said, self._problem) if part))
        self.setAccessibleName(said)
        self.setVisible(self._count > 0 or self._is_busy)
        self.discard.setEnabled(not self._is_busy)
        self.preview.setEnabled(not self._is_busy and not self._problem)
