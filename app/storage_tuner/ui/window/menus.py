"""The menus of the main window, with their shortcuts."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QTabWidget

from storage_tuner.core.message import tr
from storage_tuner.ui.style.theme import Scheme, Theme


class Menus:
    """Fills the menu bar. Its actions are there to be connected and to be switched off."""

    def __init__(self, bar: QMenuBar, theme: Theme, tabs: QTabWidget) -> None:
        self._bar = bar
        self._fill_file(bar.addMenu(tr("&File")))
        self._fill_device(bar.addMenu(tr("&Device")))
        self._fill_view(bar.addMenu(tr("&View")), theme, tabs)
        self._fill_help(bar.addMenu(tr("&Help")))

    def show_of_device(self, place: QPoint) -> None:
        """Open the menu of the chosen device at ``place`` on the screen."""
        menu = QMenu(self._bar)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addAction(self.tune)
        menu.addAction(self.put_back)
        menu.addSeparator()
        menu.addAction(self.read_health)
        menu.addAction(self.copy)
        menu.popup(place)

    def _fill_file(self, menu: QMenu) -> None:
        self.import_results = _action(menu, tr("&Import results…"))
        menu.addSeparator()
        self.quit = _action(menu, tr("&Quit"), QKeySequence.StandardKey.Quit)

    def _fill_device(self, menu: QMenu) -> None:
        self.tune = _action(menu, tr("&Tune…"), "Ctrl+T")
        self.practise = _action(menu, tr("Try a &practice disk…"))
        menu.addSeparator()
        self.put_back = _action(menu, tr("Restore prev&ious settings"))
        menu.addSeparator()
        self.read_health = _action(menu, tr("&Read health"))
        self.copy = _action(menu, tr("&Copy details"), "Ctrl+Shift+C")
        menu.addSeparator()
        self.find = _action(menu, tr("&Find in the list…"), QKeySequence.StandardKey.Find)
        self.search = _action(menu, tr("&Search again"), "F5")

    def _fill_view(self, menu: QMenu, theme: Theme, tabs: QTabWidget) -> None:
        _fill_schemes(menu.addMenu(tr("&Colours")), theme)
        for number in range(tabs.count()):
            shown = _action(menu, tabs.tabText(number), f"Ctrl+{number + 1}")
            shown.triggered.connect(lambda _, wanted=number: tabs.setCurrentIndex(wanted))
        menu.addSeparator()
        self.history = _action(menu, tr("All &results"), "Ctrl+H")
        self.compare = _action(menu, tr("Co&mpare results"), "Ctrl+Shift+H")
        menu.addSeparator()
        self.pause = _action(menu, tr("&Pause live charts"), "Ctrl+P")
        self.pause.setCheckable(True)

    def _fill_help(self, menu: QMenu) -> None:
        self.shortcuts = _action(menu, tr("&Keyboard shortcuts"), "F1")
        self.welcome = _action(menu, tr("&Welcome"))
        menu.addSeparator()
        self.about = _action(menu, tr("&About Storage Tuner"))


def _fill_schemes(menu: QMenu, theme: Theme) -> None:
    group = QActionGroup(menu)
    for scheme, text in (
        (Scheme.SYSTEM, tr("Follow &desktop")),
        (Scheme.LIGHT, tr("&Light")),
        (Scheme.DARK, tr("Da&rk")),
    ):
        action = menu.addAction(text)
        action.setCheckable(True)
        action.setChecked(scheme is theme.scheme)
        action.triggered.connect(lambda _, wanted=scheme: theme.choose(wanted))
        group.addAction(action)


def _action(
    menu: QMenu, text: str, shortcut: str | QKeySequence.StandardKey | None = None
) -> QAction:
    action = menu.addAction(text)
    if shortcut is not None:
        action.setShortcut(QKeySequence(shortcut))
    return action
