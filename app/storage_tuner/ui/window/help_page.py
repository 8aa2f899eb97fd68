"""The keyboard shortcuts, and where to read more."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QDialog, QMenu, QMenuBar, QWidget

from storage_tuner.core.message import tr
from storage_tuner.present.blocks import Fact
from storage_tuner.ui.widgets.cards import FactCard, Scrolled
from storage_tuner.ui.widgets.elements import lay_out_reading, open_with_size


def _everywhere() -> list[Fact]:
    """Keys that aren't in a menu."""
    return [
        Fact(tr("Tab, Shift+Tab"), tr("Next or previous control")),
        Fact(
            tr("Alt and a letter"),
            tr("Button, tab or menu with this letter underlined"),
        ),
        Fact(
            tr("Ctrl+Tab, Ctrl+Shift+Tab"),
            tr("Next or previous tab"),
        ),
        Fact(tr("Escape"), tr("Close the dialog or leave the search")),
    ]


def _in_the_list() -> list[Fact]:
    return [
        Fact(tr("Up, Down"), tr("Choose a device")),
        Fact(tr("Right, Left"), tr("Show or hide its members")),
        Fact(tr("Return"), tr("Tune the chosen device")),
        Fact(
            tr("Shift+F10, Menu key"),
            tr("Actions for the chosen device"),
        ),
        Fact(
            tr("Letters"),
            tr("Next device whose name starts with them"),
        ),
    ]


class ShortcutsDialog(QDialog):
    """All keys: those of the menus as they are now, and the usual ones."""

    def __init__(self, bar: QMenuBar, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("Keyboard shortcuts"))
        cards = [
            _card(tr("Everywhere"), _everywhere()),
            _card(tr("Device list"), _in_the_list()),
        ]
        for action in bar.actions():
            rows = list(_of_menu(action))
            if rows:
                cards.append(_card(_plain(action.text()), rows))
        page = Scrolled()
        page.setAccessibleName(tr("Keyboard shortcuts"))
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
