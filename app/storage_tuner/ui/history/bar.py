"""Actions for the selected runs."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QPushButton

from storage_tuner.core.message import tr
from storage_tuner.jobs.results.run_comparison import MOST_SESSIONS
from storage_tuner.store.database.run_store import StoredRun
from storage_tuner.ui.widgets.elements import primary_button
from storage_tuner.ui.widgets.wrapping_row import Halves


class HistoryBar(Halves):
    """The most frequent as buttons, all of them in the menu of the chosen rows."""

    def __init__(self) -> None:
        self.open = primary_button(tr("O&pen"))
        self.compare = QPushButton(tr("&Compare"))
        self.compare.setToolTip(
            tr("Select 2 to {most} results in the list (hold Ctrl).", most=MOST_SESSIONS)
        )
        self.again = QPushButton(tr("Repeat te&st…"))
        self.save = QPushButton(tr("Save &report…"))
        self.remove = QPushButton(tr("Mo&ve to trash"))
        self.bring_back = QPushButton(tr("Re&store"))
        self.delete = QPushButton(tr("De&lete permanently…"))
        super().__init__(
            (self.open, self.compare, self.again, self.save),
            (self.remove, self.bring_back, self.delete),
        )
        self.menu = QMenu(self)
        self.note = QAction(tr("Edit &note"), self)
        self.note.setShortcut(QKeySequence("F2"))
        self.tags = QAction(tr("Edit &tags"), self)
        self._fill_menu()
        self.show_chosen((), in_trash=False)

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
        self.arrange()
        for action in (self.note, self.tags):
            action.setEnabled(one and not in_trash)

    def show_menu(self, place: QPoint) -> None:
        for action, button in self._actions.items():
            action.setEnabled(button.isEnabled())
            action.setVisible(not button.isHidden())
        self.menu.popup(place)

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
