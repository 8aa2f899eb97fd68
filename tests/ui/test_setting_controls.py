"""Controls, search, preview and confirmation of settings, over an invented computer."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QLocale, Qt
from PySide6.QtGui import QAccessible, QValidator
from PySide6.QtWidgets import QApplication, QComboBox, QWidget
from pytestqt.qtbot import QtBot

from storage_tuner.client.helper import HelperConnection
from storage_tuner.core.tunable import BY_NAME
from storage_tuner.jobs.settings.pending_changes import Reach
from storage_tuner.ui.device.settings_tab import SettingsTab
from storage_tuner.ui.settings.computer_page import ComputerPage
from storage_tuner.ui.settings.controls import (
    ChoiceControl,
    Control,
    NumberControl,
    Shape,
    SwitchControl,
    control_for,
)
from storage_tuner.ui.settings.names import value
from storage_tuner.ui.settings.preview_dialog import PreviewDialog
from tests.ui.conftest import PATIENCE_MS, visible
from tests.ui.languages import window_speaks
from tests.ui.sample_machine import BY_NAME as DEVICE
from tests.ui.sample_machine import EVERYTHING, MEMORY
from tests.ui.still import AtOnce, Never


def nobody() -> HelperConnection:
    raise AssertionError("nothing is to be set here")


@pytest.fixture
def tab(qtbot: QtBot) -> SettingsTab:
    made = SettingsTab(nobody, Never())
    qtbot.addWidget(made)
    made.resize(1200, 800)
    made.show_device(DEVICE["sdc"], EVERYTHING)
    made.show()
    return made


def made(qtbot: QtBot, tunable: str, **more: object) -> tuple[Control, list[str]]:
    """A control of its own, and the list that what it wishes goes to."""
    control = control_for(Shape(BY_NAME[tunable], **more))  # type: ignore[arg-type]
    qtbot.addWidget(control)
    wishes: list[str] = []
    control.wished.connect(wishes.append)
    return control, wishes


def wish(tab: SettingsTab | ComputerPage, tunable: str, value: str) -> None:
    tab.editor.list.wished.emit(tunable, value)


def preview(tab: SettingsTab | ComputerPage, qtbot: QtBot) -> PreviewDialog:
    qtbot.mouseClick(tab.editor.bar.preview, Qt.MouseButton.LeftButton)
    assert tab.editing.preview is not None
    return tab.editing.preview


def rows(dialog: PreviewDialog) -> list[tuple[str, ...]]:
    """Kernel's name, devices, now, will be."""
    found = [dialog.table.cells(row) for row in range(dialog.table.rowCount())]
    return [(cells[0].split("\n")[1], *cells[1:4]) for cells in found]


def test_every_setting_has_the_control_of_its_kind(tab: SettingsTab) -> None:
    kinds = {
        name: type(tab.list.control(name))
        for name in ("scheduler", "nr_requests", "nomerges", "iostats", "low_latency")
    }
    assert kinds == {
        "scheduler": ChoiceControl,
        "nr_requests": NumberControl,
        "nomerges": ChoiceControl,
        "iostats": SwitchControl,
        "low_latency": SwitchControl,
    }
    assert tab.list.control("fifo_batch") is None  # of another scheduler
    items = {item.row.tunable.name: item for item in tab.list.settings()}
    assert items["stripe_cache_size"].row.locked


def test_a_number_keeps_to_its_range_and_says_its_unit(qtbot: QtBot) -> None:
    number, wishes = made(qtbot, "nr_requests", low=4, high=2048)
    assert isinstance(number, NumberControl)
    number.show_value("64")
    assert wishes == []
    assert number.text() == "64 requests"
    number.stepBy(1)
    number.stepBy(-2)
    assert wishes == ["128", "32"]
    number.setValue(100_000)
    assert wishes[-1] == "2048"
    number.stepBy(1)
    assert wishes[-1] == "2048"


@pytest.mark.parametrize(
    ("name", "written", "typed"),
    [
        ("C", "2\u202f560", ("4096", "4\u202f096")),
        ("de_DE", "2.560", ("4096", "4.096")),
        ("en_US", "2\u202f560", ("4096", "4,096")),
    ],
)
def test_a_number_is_written_as_everywhere_and_typed_as_one_likes(
    qapp: QApplication, qtbot: QtBot, name: str, written: str, typed: tuple[str, ...]
) -> None:
    with window_speaks(qapp, QLocale(name)):
        number, wishes = made(qtbot, "read_ahead_kb", low=0, high=1 << 20)
        assert isinstance(number, NumberControl)
        number.show_value("2560")
        assert number.cleanText() == written
        assert number.text() == f"{written} KiB"
        for text in typed:
            number.setValue(1)
            number.lineEdit().selectAll()
            number.lineEdit().insert(text)
            number.interpretText()
            assert wishes[-1] == "4096"
        assert number.validate("40x", 3)[0] is QValidator.State.Invalid


def test_a_value_that_the_scheduler_will_have_is_told_whole(qtbot: QtBot) -> None:
    number, _ = made(qtbot, "nr_requests", low=4, high=2048, instead="default")
    assert isinstance(number, NumberControl)
    number.show_value(None)
    assert number.text() == "default"
    requests = number.fontMetrics().horizontalAdvance("256 requests")
    assert number.fontMetrics().horizontalAdvance(number.text()) <= requests


def test_times_of_the_kernel_have_a_unit_that_can_be_read() -> None:
    assert value("3000", BY_NAME["dirty_expire_centisecs"]) == "3\u202f000\u00a0centiseconds"


def test_a_number_beyond_32_bits_stays_exact(qtbot: QtBot) -> None:
    number, wishes = made(qtbot, "dirty_bytes", low=8192, high=1 << 50)
    assert isinstance(number, NumberControl)
    number.show_value("0")  # below the range: the ratio counts
    assert number.text() == "0\u00a0bytes"
    number.setValue((1 << 50) - 1)
    assert wishes == [str((1 << 50) - 1)]


def test_a_word_instead_of_a_number_can_be_left_and_chosen_again(qtbot: QtBot) -> None:
    number, wishes = made(qtbot, "sync_speed_max", low=1, high=1 << 30)
    assert isinstance(number, NumberControl)
    number.show_value("system")
    assert number.text() == "system"
    number.setValue(5000)
    number.show_value("5000")
    number.setValue(number.minimum())
    assert wishes == ["5000", "system"]


def test_disks_that_differ_have_no_value_until_one_is_chosen(tab: SettingsTab) -> None:
    tab.show_device(DEVICE["md0"], EVERYTHING)
    number, choice = tab.list.control("nr_requests"), tab.list.control("scheduler")
    assert isinstance(number, NumberControl) and isinstance(choice, ChoiceControl)
    assert number.text() == "64 / 256"
    assert choice.currentIndex() == -1
    assert choice.placeholderText() == "mq-deadline / bfq"
    number.setValue(64)
    assert [(one.tunable, one.new) for one in tab.editing.collection.of("md0")] == [
        ("nr_requests", "64")
    ]


def test_search_finds_names_and_explanations_and_says_when_nothing_matches(
    tab: SettingsTab,
) -> None:
    def found() -> set[str]:
        shown = [item for item in tab.list.settings() if not item.isHidden()]
        return {item.row.tunable.name for item in shown}

    tab.editor.search.setText("read_ahead")
    assert found() == {"read_ahead_kb"}
    tab.editor.search.setText("NCQ")
    assert found() == {"queue_depth", "qpolicy"}
    assert tab.list.current_name() == "queue_depth"
    tab.editor.search.setText("zebra")
    assert found() == set()
    assert tab.editor.nothing.text() == "No setting matches “zebra”."
    assert not tab.list.isVisible()
    tab.editor.search.clear()
    assert tab.list.isVisible()
    assert "scheduler" in found()


def test_what_is_chosen_is_marked_and_taken_back(tab: SettingsTab, qtbot: QtBot) -> None:
    wish(tab, "nr_requests", "64")
    tab.list.choose("nr_requests")
    item = tab.list.currentItem()
    assert item is not None
    assert item.text(3).startswith("256 → 64; differs from other members")
    assert "→" in item.data(1, Qt.ItemDataRole.AccessibleTextRole)
    assert tab.editor.detail.change.text() == "New value: 64\u00a0requests"
    tab.list.setFocus()
    qtbot.keyClick(tab.list, Qt.Key.Key_Delete)
    assert not tab.editor.bar.isVisible()
    qtbot.mouseClick(tab.editor.detail.default, Qt.MouseButton.LeftButton)
    assert [one.new for one in tab.editing.collection.of("sdc")] == ["64"]


def test_settings_go_to_all_siblings_when_that_is_chosen(tab: SettingsTab, qtbot: QtBot) -> None:
    wish(tab, "rq_affinity", "2")
    dialog = preview(tab, qtbot)
    assert [row[1] for row in rows(dialog)] == ["sdc"]
    assert isinstance(dialog.reach, QComboBox)
    assert dialog.reach.itemText(1) == "All 3 members of md0: sda, sdb, sdc"
    dialog.reach.setCurrentIndex(dialog.reach.findData(Reach.SIBLINGS))
    dialog.reach.activated.emit(1)
    assert [row[1] for row in rows(dialog)] == ["sda, sdb and sdc"]
    assert dialog.planned is not None
    assert [change.target.name for change in dialog.planned.changes] == ["sda", "sdb", "sdc"]
    tab.show_device(DEVICE["sdc"], EVERYTHING)  # looked at anew: the choice stays
    assert [row[1] for row in rows(dialog)] == ["sda, sdb and sdc"]
    dialog.reject()


def test_what_the_kernel_changes_along_is_said_before(tab: SettingsTab, qtbot: QtBot) -> None:
    wish(tab, "scheduler", "none")
    dialog = preview(tab, qtbot)
    said = dialog.consequence_text.text()
    assert "Changing Scheduler resets Request queue size (nr_requests) of sdc." in said
    assert "Removed with the old scheduler: Low-latency mode" in said
    dialog.reject()


def test_who_sets_it_at_the_next_start_is_said(tab: SettingsTab, qtbot: QtBot) -> None:
    tab.show_device(DEVICE["nvme0n1"], EVERYTHING)
    wish(tab, "scheduler", "bfq")
    wish(tab, "nr_requests", "64")
    dialog = preview(tab, qtbot)
    afterwards = [dialog.table.cells(row)[5] for row in range(dialog.table.rowCount())]
    assert afterwards == [
        "udev rule sets none (60-block-scheduler.rules:5)",
        "kernel default",
    ]
    dialog.reject()


def test_the_keyboard_stays_on_a_control_while_other_settings_come_and_go(
    tab: SettingsTab, qtbot: QtBot
) -> None:
    with qtbot.waitActive(tab, timeout=PATIENCE_MS):
        tab.activateWindow()
    tab.list.choose("scheduler")
    tab.list.setFocus()
    qtbot.keyClick(tab.list, Qt.Key.Key_Return)
    for scheduler in ("kyber", "mq-deadline"):
        choice = tab.list.control("scheduler")
        assert isinstance(choice, ChoiceControl) and choice.hasFocus()
        qtbot.keyClick(choice, Qt.Key.Key_Up)
        assert [one.new for one in tab.editing.collection.of("sdc")] == [scheduler]


def test_a_risky_setting_is_confirmed_by_its_name(qtbot: QtBot) -> None:
    page = ComputerPage(nobody, Never(), AtOnce(), lambda: MEMORY)
    qtbot.addWidget(page)
    page.resize(1200, 800)
    page.show()
    qtbot.waitUntil(page.editor.isVisible, timeout=PATIENCE_MS)
    wish(page, "dirty_ratio", "60")
    dialog = preview(page, qtbot)
    assert not dialog.apply.isEnabled()
    assert len(dialog.risks) == 1
    assert "Max dirty memory (dirty_ratio) of this computer to 60" in dialog.risks[0].text()
    qtbot.keyClick(dialog.risks[0], Qt.Key.Key_Space)
    assert dialog.apply.isEnabled()
    dialog.reject()
    wish(page, "dirty_bytes", "1048576")
    assert "override each other" in page.editor.bar.text.text()
    assert not page.editor.bar.preview.isEnabled()


def test_another_disk_of_the_same_name_does_not_get_the_changes(tab: SettingsTab) -> None:
    wish(tab, "nr_requests", "64")
    tab.show_gone()
    assert "Reconnect sdc to apply them." in tab.editor.bar.text.text()
    tab.show_device(DEVICE["sdc"], EVERYTHING)
    assert tab.editing.collection.counts == {"sdc": 1}
    assert tab.editor.bar.preview.isEnabled()
    other = replace(DEVICE["sdc"], serial="OTHER", wwn="OTHER", diskseq=4711)
    tab.show_device(other, EVERYTHING)
    assert tab.editing.collection.counts == {}
    assert tab.editor.message.summary == "sdc is now a different disk."


@pytest.mark.parametrize("direction", list(Qt.LayoutDirection)[:2])
def test_all_controls_have_names_and_roles(
    tab: SettingsTab, qtbot: QtBot, direction: Qt.LayoutDirection
) -> None:
    tab.setLayoutDirection(direction)
    wish(tab, "nr_requests", "64")
    dialog = preview(tab, qtbot)
    for widget in (*focusable(tab), *focusable(dialog)):
        interface = QAccessible.queryAccessibleInterface(widget)
        assert interface.text(QAccessible.Text.Name), widget
        assert interface.role() not in (QAccessible.Role.NoRole, QAccessible.Role.Client), widget
    assert not tab.grab().isNull()
    dialog.reject()


def focusable(window: QWidget) -> list[QWidget]:
    return [
        child
        for child in visible(window)
        if child.focusPolicy() is not Qt.FocusPolicy.NoFocus
        and child.focusProxy() is None
        and not child.objectName().startswith("qt_")
        and isinstance(child, (ChoiceControl, NumberControl, SwitchControl))
    ]
