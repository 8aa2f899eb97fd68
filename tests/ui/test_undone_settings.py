"""Permanent settings that another program undid: shown in the window, and set again once."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from storage_tuner.client.setting_changes import Change, ChangeTarget
from storage_tuner.core.device import Device
from storage_tuner.core.virtual_memory import VirtualMemory
from storage_tuner.jobs.settings.apply import apply_changes
from storage_tuner.probe.block.devices import read_devices
from storage_tuner.ui.settings.undone_banner import UndoneBanner
from storage_tuner.ui.tree.device_tree import COMPUTER
from storage_tuner.ui.widgets.elements import Tone
from storage_tuner.ui.window.main_window import MainWindow
from storage_tuner.ui.window.services import Services
from tests.loop_device import LoopDevice, LoopDeviceFactory
from tests.ui import samples
from tests.ui.conftest import PATIENCE_MS

OTHERS = {"0": "1", "1": "2", "2": "0"}


@pytest.fixture
def window(services: Services, qtbot: QtBot) -> MainWindow:
    """It shows what a test gives it: nothing looks at this computer."""
    made = MainWindow(services)
    qtbot.addWidget(made)
    made.show()
    return made


@pytest.fixture
def loop(loop_devices: LoopDeviceFactory) -> LoopDevice:
    return loop_devices()


def drifted(loop: LoopDevice) -> Device:
    """The loop device as it is, with another permanent value than is set."""
    device = next(device for device in read_devices() if device.name == loop.name)
    return replace(device, permanent={"nomerges": OTHERS[device.settings["nomerges"]]})


def badges(window: MainWindow, key: str) -> list[str]:
    item = next(item for item in window.tree.items() if item.row.key == key)
    return [badge.text for badge in item.row.badges]


def details(banner: UndoneBanner, qtbot: QtBot) -> str:
    """The text of the dialog, which is closed again."""
    qtbot.mouseClick(banner.details, Qt.MouseButton.LeftButton)
    assert banner.dialog is not None
    text = banner.dialog.text()
    banner.dialog.close()
    return text


def test_it_is_shown_and_set_again_once(window: MainWindow, loop: LoopDevice, qtbot: QtBot) -> None:
    banner, device = window.page.undone, drifted(loop)
    wanted, now = device.permanent["nomerges"], device.settings["nomerges"]
    window.show_devices((replace(device, permanent={"nomerges": now}),))
    window.tree.choose(loop.name)
    assert not banner.isVisible() and badges(window, loop.name) == []
    window.show_devices((device,))
    qtbot.waitUntil(banner.isVisible, timeout=PATIENCE_MS)
    assert banner.summary == "Another program undid 1 permanent setting."
    assert badges(window, loop.name) == ["1 setting undone"]

    said = details(banner, qtbot)
    start = f"nomerges of {loop.name} is {now} instead of {wanted}"
    assert f"{start}: undone by an unknown program." in said
    assert f"/sys/block/{loop.name}/queue/nomerges" in said

    qtbot.mouseClick(banner.button, Qt.MouseButton.LeftButton)
    done = f"The permanent settings of {loop.name} are in effect again."
    qtbot.waitUntil(lambda: window.page.notice.summary == done, timeout=PATIENCE_MS)
    assert loop.read("nomerges") == wanted
    # it's undone again, and shown again, and left to the user
    loop.write("nomerges", now)
    window.show_devices((replace(device, permanent={"nomerges": wanted}, settings={}),))
    window.show_devices((device,))
    qtbot.waitUntil(banner.isVisible, timeout=PATIENCE_MS)
    assert loop.read("nomerges") == now


def test_what_was_changed_until_reboot_is_not_undone(
    services: Services, window: MainWindow, loop: LoopDevice, qtbot: QtBot
) -> None:
    """Also by another window or the terminal: the helper knows."""
    before = drifted(loop)
    other = before.permanent["nomerges"]
    apply_changes(
        services.connect, [Change(ChangeTarget(loop.name, loop.diskseq), {"nomerges": other})]
    )
    changed = {**before.settings, "nomerges": other}
    permanent = {"nomerges": OTHERS[other]}
    with qtbot.waitSignal(window.kept.answered, timeout=PATIENCE_MS):
        window.show_devices((replace(before, settings=changed, permanent=permanent),))
    assert window.undone.counts == {} and badges(window, loop.name) == []


def test_who_undid_it_is_named_with_what_to_do(window: MainWindow, qtbot: QtBot) -> None:
    window.show_devices(samples.undone("sdd"))
    window.tree.choose("sdd")
    banner = window.page.undone
    qtbot.waitUntil(banner.isVisible, timeout=PATIENCE_MS)
    said = details(banner, qtbot)
    assert "undone by tuned (/usr/lib/tuned/profiles/cachyos-common/tuned.conf:12)" in said
    assert "tuned-adm off" in said
    window.show_devices(samples.DEVICES)
    qtbot.waitUntil(lambda: not banner.isVisible(), timeout=PATIENCE_MS)


def test_the_computers_memory_has_it_too(window: MainWindow, qtbot: QtBot) -> None:
    memory = VirtualMemory(settings={"swappiness": "60"}, permanent={"swappiness": "10"})
    window.show_devices(samples.DEVICES)
    window.computer_page.read_memory = lambda: memory
    window.computer_page.refresh()
    qtbot.waitUntil(lambda: badges(window, COMPUTER) == ["1 setting undone"], timeout=PATIENCE_MS)
    window.tree.choose(COMPUTER)
    assert window.computer_page.undone.isVisible()
    window.computer_page.read_memory = lambda: replace(memory, settings={"swappiness": "10"})
    window.computer_page.refresh()
    qtbot.waitUntil(lambda: badges(window, COMPUTER) == [], timeout=PATIENCE_MS)
    assert not window.computer_page.undone.isVisible()


def test_what_cannot_be_set_again_stays_shown(
    window: MainWindow, loop: LoopDevice, qtbot: QtBot
) -> None:
    """As if another disk had the name meanwhile."""
    device = replace(drifted(loop), diskseq=loop.diskseq + 1_000_000)
    window.show_devices((device,))
    window.tree.choose(loop.name)
    banner = window.page.undone
    qtbot.waitUntil(banner.isVisible, timeout=PATIENCE_MS)
    qtbot.mouseClick(banner.button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(window.page.notice.isVisible, timeout=PATIENCE_MS)
    assert window.page.notice.property("tone") == Tone.CAUTION.value
    assert not window.page.notice.button.isVisible() and banner.isVisible()
