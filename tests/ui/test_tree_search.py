"""Searching in the tree, its menu, its columns; what the window remembers."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from storage_tuner.ui.tree.device_tree import PRACTICE
from storage_tuner.ui.widgets.cards import FactCard
from storage_tuner.ui.window.help_page import ShortcutsDialog
from storage_tuner.ui.window.main_window import MainWindow
from storage_tuner.ui.window.services import Services
from tests.ui import samples
from tests.ui.conftest import PATIENCE_MS
from tests.ui.sample_machine import CONTROLLER, EVERYTHING


@pytest.fixture
def searched(services: Services, qtbot: QtBot) -> Iterator[MainWindow]:
    """A window with one of everything, that has the keyboard."""
    made = MainWindow(services)
    qtbot.addWidget(made)
    with qtbot.waitActive(made, timeout=PATIENCE_MS):
        made.resize(1240, 800)
        made.show()
        made.activateWindow()
    made.show_controllers((CONTROLLER,))
    made.show_devices(EVERYTHING)
    yield made
    made.close()


def seen(window: MainWindow) -> list[str]:
    return [item.row.key for item in window.tree.items() if not item.isHidden()]


def search(window: MainWindow, qtbot: QtBot, text: str) -> None:
    qtbot.keyClick(window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.focusWidget() is window.search.field
    qtbot.keyClicks(window.search.field, text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("nvme0", ["nvme0n1"]),
        ("MULTIPATH", ["dm-3", "sdj", "sdk"]),
        ("secret md1", []),
        ("p7", ["3ware:c0", "3ware:c0/p7"]),
        ("practice", [PRACTICE]),
        ("nowhere to be found", []),
    ],
)
def test_shows_what_matches_with_what_is_above_and_below(
    searched: MainWindow, qtbot: QtBot, text: str, expected: list[str]
) -> None:
    search(searched, qtbot, text)
    assert seen(searched) == expected
    assert searched.search.nothing.isVisible() is not bool(expected)


def test_escape_ends_the_search_and_shows_everything(searched: MainWindow, qtbot: QtBot) -> None:
    everything = seen(searched)
    search(searched, qtbot, "nvme")
    qtbot.keyClick(searched.search.field, Qt.Key.Key_Escape)
    assert seen(searched) == everything
    assert QApplication.focusWidget() is searched.tree


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Down])
def test_from_the_field_to_what_was_found(searched: MainWindow, qtbot: QtBot, key: Qt.Key) -> None:
    search(searched, qtbot, "nvme0")
    qtbot.keyClick(searched.search.field, key)
    assert QApplication.focusWidget() is searched.tree
    assert searched.current == "nvme0n1"


def test_what_comes_while_it_is_searched_is_searched_too(
    searched: MainWindow, qtbot: QtBot
) -> None:
    searched.show_devices(EVERYTHING[:-1])
    search(searched, qtbot, EVERYTHING[-1].name)
    assert seen(searched) == []
    searched.show_devices(EVERYTHING)
    assert EVERYTHING[-1].name in seen(searched)


def test_a_link_leads_out_of_the_search(searched: MainWindow, qtbot: QtBot) -> None:
    search(searched, qtbot, "nvme0")
    searched.page.followed.emit("sda")
    assert searched.current == "sda"
    assert "sda" in seen(searched)
    assert searched.search.field.text() == ""


def test_many_devices_have_the_field_always_and_few_on_demand(
    services: Services, searched: MainWindow, qtbot: QtBot
) -> None:
    assert searched.search.field.isVisible()
    few = MainWindow(services)
    qtbot.addWidget(few)
    few.show_devices(samples.DEVICES)
    few.show()
    assert not few.search.field.isVisible()


def test_the_menu_of_a_device_comes_by_the_keyboard(searched: MainWindow, qtbot: QtBot) -> None:
    searched.tree.choose("nvme0n1")
    item = searched.tree.currentItem()
    assert item is not None
    place = searched.tree.visualItemRect(item).center()
    event = QContextMenuEvent(
        QContextMenuEvent.Reason.Keyboard, place, searched.tree.mapToGlobal(place)
    )
    QApplication.sendEvent(searched.tree.viewport(), event)
    qtbot.waitUntil(lambda: QApplication.activePopupWidget() is not None, timeout=PATIENCE_MS)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    assert searched.menus.tune in menu.actions()
    assert searched.menus.read_health in menu.actions()
    menu.close()


def test_a_folded_array_stays_so_while_devices_come_and_go(searched: MainWindow) -> None:
    top = searched.tree.topLevelItem(0)
    assert top is not None
    top.setExpanded(False)
    searched.show_devices(EVERYTHING[:-1])
    top = searched.tree.topLevelItem(0)
    assert top is not None
    assert not top.isExpanded()


def test_choice_and_tab_are_remembered(
    services: Services, searched: MainWindow, qtbot: QtBot
) -> None:
    searched.tree.choose("sdh")
    searched.page.tabs.setCurrentIndex(1)
    searched.close()
    again = MainWindow(services)
    qtbot.addWidget(again)
    again.resize(1240, 800)
    again.show()
    again.show_devices(EVERYTHING)
    assert again.current == "sdh"
    assert again.page.tabs.currentIndex() == 1


def test_what_was_chosen_and_is_not_there_gives_way_to_the_first(
    services: Services, searched: MainWindow, qtbot: QtBot
) -> None:
    searched.tree.choose("sdh")
    searched.close()
    again = MainWindow(services)
    qtbot.addWidget(again)
    again.show_devices(samples.DEVICES)
    assert again.current == "md0"


def test_f1_tells_the_keys_of_every_menu(searched: MainWindow) -> None:
    dialog = ShortcutsDialog(searched.menuBar(), searched)
    told = "\n".join(card.text() for card in dialog.findChildren(FactCard))
    assert "Ctrl+T: Tune" in told
    assert "Ctrl+F: Find in the list" in told
    assert "F1: Keyboard shortcuts" in told
    for number in range(searched.page.tabs.count()):
        assert f"Ctrl+{number + 1}: " in told
