"""The keyboard shortcuts, and where to read more."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QDialog, QMenu, QMenuBar, QWidget

from storage_tuner.present.blocks import Fact
from storage_tuner.ui.widgets.cards import FactCard, Scrolled
from storage_tuner.ui.widgets.elements import lay_out_reading, open_with_size

translate = QCoreApplication.translate


def _everywhere() -> list[Fact]:
    """Keys that no menu tells of."""
    return [
        Fact(translate("Help", "Tab, Shift+Tab"), translate("Help", "Go on to the next, go back")),
        Fact(
            translate("Help", "Alt and a letter"),
            translate("Help", "The button, tab or menu with this letter underlined"),
        ),
        Fact(
            translate("Help", "Ctrl+Tab, Ctrl+Shift+Tab"),
            translate("Help", "The next tab, the one before"),
        ),
        Fact(translate("Help", "Escape"), translate("Help", "Close a dialog, leave the search")),
    ]


def _in_the_list() -> list[Fact]:
    return [
        Fact(translate("Help", "Up, Down"), translate("Help", "Choose a device")),
        Fact(translate("Help", "Right, Left"), translate("Help", "Show and hide its members")),
        Fact(translate("Help", "Return"), translate("Help", "Tune the chosen device")),
        Fact(
            translate("Help", "Shift+F10, Menu key"),
            translate("Help", "What can be done with the chosen device"),
        ),
        Fact(
            translate("Help", "Letters"),
            translate("Help", "The next device whose name begins with them"),
        ),
    ]


class ShortcutsDialog(QDialog):
    """All keys: those of the menus as they are now, and the usual ones."""

    def __init__(self, bar: QMenuBar, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(translate("Help", "Keyboard shortcuts"))
        cards = [
            _card(translate("Help", "Everywhere"), _everywhere()),
            _card(translate("Help", "In the list of devices"), _in_the_list()),
        ]
        for action in bar.actions():
            rows = list(_of_menu(action))
            if rows:
                cards.append(_card(_plain(action.text()), rows))
        page = Scrolled()
        page.setAccessibleName(translate("Help", "Keyboard shortcuts"))
        page.fill(cards)
        lay_out_reading(self, page)
        open_with_size(self, 84, 100)


def _card(title: str, rows: list[Fact]) -> FactCard:
    card = FactCard(title)
    card.show_facts(rows)
    return card


def _of_menu(top: QAction) -> Iterable[Fact]:
    menu = top.menu()
    for action in menu.actions() if isinstance(menu, QMenu) else ():
        if not action.shortcut().isEmpty():
            keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
            yield Fact(keys, _plain(action.text()))


def _plain(text: str) -> str:
    return text.replace("&", "").removesuffix("…")
