"""3ware units in the window: what can be lost must be agreed to, and nothing hostile is shown."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QTableWidget, QTreeWidget
from pytestqt.qtbot import QtBot

from storage_tuner.client.setting_changes import PersistentText
from storage_tuner.core.controller import Battery, Controller, Policy, Unit
from storage_tuner.core.device import Device
from storage_tuner.jobs.settings.pending_changes import (
    PendingChange,
    Reach,
    change_scope,
    plan_changes,
)
from storage_tuner.probe.threeware import read_controllers, with_policies
from storage_tuner.ui.assistant.result.keep_dialog import KeepDialog
from storage_tuner.ui.device.controller_page import ControllerPage
from storage_tuner.ui.settings.detail import facts
from storage_tuner.ui.settings.groups import device_groups
from storage_tuner.ui.settings.preview_dialog import PreviewDialog
from storage_tuner.ui.settings.row_painting import NOTES, VALUE
from storage_tuner.ui.settings.setting_list import SettingList
from storage_tuner.ui.tree.order import ControllerPart, parts
from tests.threeware.hostile import hostile_machine
from tests.threeware.machines import install
from tests.ui import samples

DISK = Device(
    "sda", "/dev/sda", "disk", 1 << 40, "3ware",
    settings={"qpolicy": "on", "wrcache": "off", "storsave": "protect"}, diskseq=9,
)  # fmt: skip
WISHES = (
    PendingChange("qpolicy", "off", {"sda": "on"}),
    PendingChange("wrcache", "on", {"sda": "off"}),
    PendingChange("storsave", "perform", {"sda": "protect"}),
)


def behind(battery: Battery | None) -> tuple[Controller, ...]:
    unit = Unit("u0", "RAID-1", "OK", disks=("sda",))
    return (Controller("3ware", "c0", "9650SE-8LPML", units=(unit,), bbu=battery),)


@pytest.fixture
def dialog(qtbot: QtBot) -> PreviewDialog:
    made = PreviewDialog(None, asks_for_password=False)
    qtbot.addWidget(made)
    return made


def test_what_can_be_lost_is_agreed_to_one_by_one(qtbot: QtBot, dialog: PreviewDialog) -> None:
    dialog.show_changes(change_scope(DISK, [DISK], behind(None)), WISHES)
    shown = [label.text() for label in dialog.findChildren(QLabel)]
    assert any("a power failure loses everything" in text for text in shown)
    assert any("storsave=perform" in text for text in shown)
    cache, saving = dialog.risks
    cache.setChecked(True)
    assert not dialog.apply.isEnabled()
    saving.setChecked(True)
    with qtbot.waitSignal(dialog.apply_asked) as asked:
        dialog.apply.click()
    (change,) = asked.args[0].changes
    assert change.wanted == {"qpolicy": "off", "wrcache": "on", "storsave": "perform"}
    assert change.target.allowed == ("wrcache-without-battery", "storsave-perform")


def test_with_a_battery_the_write_cache_is_no_risk(dialog: PreviewDialog) -> None:
    ready = behind(Battery("OK", ready=True))
    dialog.show_changes(change_scope(DISK, [DISK], ready), WISHES[:2])
    assert dialog.risks == []
    assert dialog.apply.isEnabled()
    assert dialog.planned is not None
    assert dialog.planned.changes[0].target.allowed == ()


def test_a_battery_of_another_controller_does_not_count(dialog: PreviewDialog) -> None:
    ready = behind(Battery("OK", ready=True))
    dialog.show_changes(change_scope(replace(DISK, name="sdb"), [], ready), WISHES[1:2])
    assert len(dialog.risks) == 1


def test_policies_of_a_unit_that_is_not_ok_are_only_read(qtbot: QtBot) -> None:
    """Each says why, where the other reasons stand, to the mouse and to who listens."""
    unit = Unit("u0", "RAID-1", "REBUILDING", policies=(Policy("qpolicy", "on"),), disks=("sda",))
    (disk,) = with_policies([DISK], [Controller("3ware", "c0", "9650SE-8LPML", units=(unit,))])
    shown = SettingList()
    qtbot.addWidget(shown)
    shown.show_groups(device_groups(disk, (disk,)), {})
    shown.show()
    item = next(each for each in shown.settings() if each.row.tunable.name == "qpolicy")
    why = "The unit of sda is REBUILDING; policies can be changed only if it is OK"
    assert shown.control("qpolicy") is None
    assert item.row.value == "on"
    assert why in item.text(NOTES)
    assert why in item.toolTip(VALUE)
    assert item.data(VALUE, Qt.ItemDataRole.AccessibleDescriptionRole) == why
    assert [fact.value for fact in facts(item.row, "sda") if fact.name == "Can't be set"] == [why]


def test_a_wish_for_a_policy_that_became_locked_is_left_out() -> None:
    locked = replace(DISK, locked={"qpolicy": "The unit of sda is DEGRADED"})
    planned = plan_changes(change_scope(locked, [locked]), WISHES[:1], Reach.DEVICE)
    assert (planned.changes, planned.left_out) == ((), ("qpolicy",))


def texts_of(page: ControllerPage) -> list[str]:
    found = [label.text() for label in page.findChildren(QLabel)]
    for table in page.findChildren(QTableWidget):
        cells = (
            table.item(row, column)
            for row in range(table.rowCount())
            for column in range(table.columnCount())
        )
        found += [cell.text() for cell in cells if cell is not None]
    assert not page.findChildren(QTreeWidget)
    return found


def test_hostile_words_of_a_controller_are_shown_as_plain_text(
    qtbot: QtBot, tmp_path: Path
) -> None:
    program = install(tmp_path / "3ware", hostile_machine()).program
    controllers = read_controllers((), tmp_path, program)
    page = ControllerPage()
    qtbot.addWidget(page)
    shown: list[str] = []
    for part in parts(controllers).values():
        shown += show(page, part)
    assert any("bold" in text for text in shown)
    ours = str.maketrans("", "", "\n\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}\N{WORD JOINER}")
    assert [text for text in shown if not text.translate(ours).isprintable()] == []


def show(page: ControllerPage, part: ControllerPart) -> list[str]:
    page.show_part(part)
    for label in page.findChildren(QLabel):
        is_plain = label.textFormat() is Qt.TextFormat.PlainText
        assert is_plain or "<b>bold" not in label.text(), label.text()
        assert "<img" not in label.text() or is_plain
    return texts_of(page)


def keep_dialog(qtbot: QtBot, *texts: PersistentText) -> tuple[KeepDialog, str]:
    """The question, and all that stands in it."""
    made = KeepDialog(None, texts, (), asks_for_password=True)
    qtbot.addWidget(made)
    return made, "\n".join(label.text() for label in made.findChildren(QLabel))


def test_what_the_controller_keeps_by_itself_is_not_shown_as_an_empty_text(qtbot: QtBot) -> None:
    """Nothing is written for it, yet an administrator is asked for every disk."""
    by_itself = [PersistentText(name, "", "", "", "") for name in ("sda", "sdb")]
    dialog, said = keep_dialog(qtbot, *by_itself)
    assert dialog.boxes == []
    assert "The controller of sda and sdb stores this setting itself" in said
    assert "exact text" not in said
    assert "Persistent ID" not in said
    assert "2 times" in dialog.password.text()
    dialog, _ = keep_dialog(qtbot, *by_itself[:1])
    assert "times" not in dialog.password.text()


def test_what_the_controller_keeps_is_told_beside_what_is_written(qtbot: QtBot) -> None:
    written = samples.KEPT_TEXTS[0]
    dialog, said = keep_dialog(qtbot, written, PersistentText("sdz", "", "", "", ""))
    assert [box.toPlainText() for box in dialog.boxes] == [written.text.rstrip("\n")]
    assert "exact text" in said
    assert "The controller of sdz stores this setting itself" in said
    assert "2 times" in dialog.password.text()
