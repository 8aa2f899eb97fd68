"""What can be done with the chosen runs."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QSize
from PySide6.QtGui import QAction, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QMenu, QPushButton, QWidget

from storage_tuner.services.side_by_side import MOST_SESSIONS
from storage_tuner.store.runs import StoredRun
from storage_tuner.ui.elements import SPACE, primary_button

translate = QCoreApplication.translate


class HistoryBar(QWidget):
    """The most frequent as buttons, all of them in the menu of the chosen rows."""

    def __init__(self) -> None:
        super().__init__()
        self.open = primary_button(self.tr("O&pen"))
        self.compare = QPushButton(self.tr("&Compare"))
        self.compare.setToolTip(
            self.tr("Choose 2 to {most} results in the list, with Ctrl held.").format(
                most=MOST_SESSIONS
            )
        )
        self.again = QPushButton(self.tr("&Same test again…"))
        self.save = QPushButton(self.tr("Save &report…"))
        self.remove = QPushButton(self.tr("Mo&ve to trash"))
        self.bring_back = QPushButton(self.tr("&Bring back"))
        self.delete = QPushButton(self.tr("De&lete for good…"))
        self._rows = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._halves = (
            _row(self.open, self.compare, self.again, self.save),
            _row(self.remove, self.bring_back, self.delete),
        )
        for half in self._halves:
            self._rows.addLayout(half)
        self._rows.insertStretch(1, 1)
        self.menu = QMenu(self)
        self.note = QAction(translate("History", "Write a &note"), self)
        self.note.setShortcut(QKeySequence("F2"))
        self.tags = QAction(translate("History", "Give &tags"), self)
        self._fill_menu()
        self.show_chosen((), in_trash=False)

    def minimumSizeHint(self) -> QSize:  # noqa: N802
        """As narrow as two rows, so that there is something to make narrower."""
        width = max(half.sizeHint().width() for half in self._halves)
        return QSize(width, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        super().resizeEvent(event)
        self._arrange()

    def event(self, event: QEvent) -> bool:
        """Buttons need more room in their style, which comes after the first layout."""
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self._arrange()
        return done

    def show_chosen(self, runs: Sequence[StoredRun], *, in_trash: bool) -> None:
        measured = [run for run in runs if run.measurement_count]
        one = len(runs) == 1
        self.open.setEnabled(one)
        self.save.setEnabled(one)
        self.again.setEnabled(one and not in_trash)
        self.compare.setEnabled(
            2 <= len(runs) <= MOST_SESSIONS and len(measured) == len(runs) and not in_trash
        )
        for button in (self.remove, self.bring_back, self.delete):
            button.setEnabled(bool(runs))
        self.remove.setVisible(not in_trash)
        for button in (self.bring_back, self.delete):
            button.setVisible(in_trash)
        self._arrange()
        for action in (self.note, self.tags):
            action.setEnabled(one and not in_trash)

    def show_menu(self, place: QPoint) -> None:
        for action, button in self._actions.items():
            action.setEnabled(button.isEnabled())
            action.setVisible(not button.isHidden())
        self.menu.popup(place)

    def _arrange(self) -> None:
        """In one row where there is room for it."""
        needed = sum(half.sizeHint().width() for half in self._halves) + 2 * SPACE
        directions = QBoxLayout.Direction
        fits = needed <= self.width()
        direction = directions.LeftToRight if fits else directions.TopToBottom
        if direction is not self._rows.direction():
            self._rows.setDirection(direction)
            self._rows.setSpacing(0 if fits else SPACE)

    def _fill_menu(self) -> None:
        self._actions: dict[QAction, QPushButton] = {}
        keys = {self.open: "Return", self.remove: "Del"}
        for button in (self.open, self.compare, self.again, self.save):
            self._add(button, keys.get(button, ""))
        self.menu.addSeparator()
        self.menu.addAction(self.note)
        self.menu.addAction(self.tags)
        self.menu.addSeparator()
        for button in (self.remove, self.bring_back, self.delete):
            self._add(button, keys.get(button, ""))

    def _add(self, button: QPushButton, keys: str) -> None:
        action = self.menu.addAction(button.text())
        if keys:
            action.setShortcut(QKeySequence(keys))
        action.triggered.connect(button.click)
        self._actions[action] = button


def _row(*buttons: QPushButton) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(SPACE)
    for button in buttons:
        row.addWidget(button)
    row.addStretch(1)
    return row
