"""Remembers the window's state from one start to the next."""

from __future__ import annotations

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QMainWindow, QSplitter, QTabWidget

_GEOMETRY = "window/geometry"
_SPLITTER = "window/splitter"
_CHOSEN = "window/chosen"
_TAB = "window/tab"
_WELCOMED = "window/welcomed"


class WindowMemory:
    """Window geometry, splitter, selection, and whether the welcome page was shown."""

    def __init__(self, settings: QSettings) -> None:
        self._settings = settings

    @property
    def chosen(self) -> str:
        """The key that was chosen last, "" for none."""
        return str(self._settings.value(_CHOSEN, ""))

    @property
    def is_first_start(self) -> bool:
        return not self._settings.contains(_WELCOMED)

    def note_welcomed(self) -> None:
        self._settings.setValue(_WELCOMED, True)

    def bring_back(self, window: QMainWindow, splitter: QSplitter, tabs: QTabWidget) -> None:
        settings = self._settings
        if (geometry := settings.value(_GEOMETRY)) is not None:
            window.restoreGeometry(geometry)
        if (state := settings.value(_SPLITTER)) is not None:
            splitter.restoreState(state)
        number = str(settings.value(_TAB, "0"))
        if number.isdecimal() and int(number) < tabs.count():
            tabs.setCurrentIndex(int(number))

    def keep(
        self,
        window: QMainWindow,
        splitter: QSplitter,
        tabs: QTabWidget,
        chosen: str,
    ) -> None:
        settings = self._settings
        settings.setValue(_GEOMETRY, window.saveGeometry())
        settings.setValue(_SPLITTER, splitter.saveState())
        settings.setValue(_TAB, tabs.currentIndex())
        settings.setValue(_CHOSEN, chosen)
