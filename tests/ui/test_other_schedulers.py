"""Settings of a disk whose scheduler nobody described: adios of a made-up computer with CachyOS."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from storage_tuner.client.helper import HelperConnection
from storage_tuner.core.device import Device
from storage_tuner.probe.block.devices import read_devices
from storage_tuner.ui.device.settings_tab import SettingsTab
from storage_tuner.ui.settings.controls import ChoiceControl, NumberControl, TextControl
from storage_tuner.ui.settings.groups import device_groups
from storage_tuner.ui.settings.rows import SettingRow
from tests.sysfs_trees.machines import make_cachyos
from tests.ui.still import Never

NAME = "iosched/read_priority"


@pytest.fixture(scope="module")
def devices(tmp_path_factory: pytest.TempPathFactory) -> tuple[Device, ...]:
    return read_devices(make_cachyos(tmp_path_factory.mktemp("cachyos")))


@pytest.fixture
def tab(qtbot: QtBot, devices: tuple[Device, ...]) -> SettingsTab:
    made = SettingsTab(nobody, Never())
    qtbot.addWidget(made)
    made.resize(1200, 800)
    made.show_device(named(devices, "sda"), devices)
    made.show()
    return made


def nobody() -> HelperConnection:
    raise AssertionError("nothing is to be set here")


def named(devices: tuple[Device, ...], name: str) -> Device:
    return next(device for device in devices if device.name == name)


def rows(devices: tuple[Device, ...], name: str, scheduler: str) -> dict[str, list[SettingRow]]:
    groups = device_groups(named(devices, name), devices, scheduler)
    return {group.title: list(group.rows) for group in groups}


def test_they_are_in_the_group_of_their_scheduler(devices: tuple[Device, ...]) -> None:
    found = rows(devices, "sda", "")
    own = {row.tunable.name: row for row in found["Scheduler adios"]}
    assert len(own) == 16 and own["async_depth"].value == "64"
    row = own[NAME]
    assert (row.name, row.value_text) == ("read_priority", "8")
    assert row.range == "any whole number or word"
    assert row.default is None and not row.locked
    reasons = {row.tunable.name: row.reason for row in found["Not available"]}
    assert reasons["iosched/lat_model_read"] == "not a number or a word"
    assert "iosched/reset_lat_model" in reasons
    (scheduler,) = (row for row in found["Queue"] if row.tunable.name == "scheduler")
    assert scheduler.range == "none, mq-deadline, kyber, bfq, adios"


def test_another_scheduler_may_not_have_them(devices: tuple[Device, ...]) -> None:
    """But async_depth it has, with a value of its own."""
    found = rows(devices, "sda", "bfq")
    own = {row.tunable.name: row for row in found["Scheduler adios"]}
    assert own[NAME].locked == "only with scheduler adios"
    coming = {row.tunable.name for row in found["Scheduler bfq, after applying"]}
    assert "low_latency" in coming and not own["async_depth"].locked
    coming = {
        row.tunable.name
        for row in rows(devices, "nvme0n1", "adios")["Scheduler adios, after applying"]
    }
    assert coming == {"async_depth"}


def test_each_has_a_field_for_a_number_or_a_word(tab: SettingsTab) -> None:
    kinds = [type(tab.list.control(name)) for name in ("scheduler", "async_depth", NAME)]
    assert kinds == [ChoiceControl, NumberControl, TextControl]
    control = tab.list.control(NAME)
    assert isinstance(control, TextControl) and control.text() == "8"
    assert control.accessibleName() == f"read_priority ({NAME})"


def pending(tab: SettingsTab) -> list[str]:
    """The values that are chosen and not yet applied."""
    assert tab.editing.subject is not None
    return [one.new for one in tab.editing.collection.of(tab.editing.subject.name)]


def test_what_is_typed_is_chosen_when_it_is_left(tab: SettingsTab, qtbot: QtBot) -> None:
    control = tab.list.control(NAME)
    assert isinstance(control, TextControl)
    with qtbot.waitSignal(tab.editor.list.wished) as wished:
        control.selectAll()
        QTest.keyClicks(control, "-2;0")
        QTest.keyClick(control, Qt.Key.Key_Return)
    assert wished.args == [NAME, "-20"]
    assert pending(tab) == ["-20"]


@pytest.mark.parametrize("typed", ["", "-", "8"])
def test_a_text_that_is_no_value_or_the_present_one_is_no_choice(
    tab: SettingsTab, qtbot: QtBot, typed: str
) -> None:
    control = tab.list.control(NAME)
    assert isinstance(control, TextControl)
    control.selectAll()
    QTest.keyClick(control, Qt.Key.Key_Delete)
    QTest.keyClicks(control, typed)
    QTest.keyClick(control, Qt.Key.Key_Return)
    control.clearFocus()
    assert not pending(tab)


def test_escape_leaves_the_field_as_it_was(tab: SettingsTab, qtbot: QtBot) -> None:
    control = tab.list.control(NAME)
    assert isinstance(control, TextControl)
    QTest.keyClicks(control, "1")
    QTest.keyClick(control, Qt.Key.Key_Escape)
    assert control.text() == "8" and not pending(tab)


def test_a_plan_names_the_file(devices: tuple[Device, ...], tab: SettingsTab) -> None:
    tab.editor.list.wished.emit(NAME, "5")
    tab.editing.editor.bar.preview.click()
    dialog = tab.editing.preview
    assert dialog is not None
    cells = dialog.table.cells(0)
    assert cells[0] == f"read_priority\n{NAME}" and list(cells[1:4]) == ["sda", "8", "5"]
    dialog.reject()
