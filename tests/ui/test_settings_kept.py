"""Settings edited in the window and kept for good: the real helper, udev's own daemon."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Sequence
from functools import partial

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from storage_tuner.client import persist_preview as previewing
from storage_tuner.core.virtual_memory import VirtualMemory
from storage_tuner.probe.virtual_memory import read_virtual_memory
from storage_tuner.process import ChildOutcome, run
from storage_tuner.ui.settings.editing import Editing
from storage_tuner.ui.tree.device_tree import COMPUTER
from storage_tuner.ui.widgets.elements import Tone
from storage_tuner.ui.window.main_window import MainWindow
from storage_tuner_helper.keeping import sysctl_file
from tests.bus.udev_system import WWN, UdevSystem
from tests.loop_device import LoopDevice
from tests.packages import PACKAGES
from tests.ui.conftest import PATIENCE_MS
from tests.ui.test_keep_for_good import OTHER, loop, room
from tests.ui.test_settings_editor import applied, choose
from tests.virtual_memory import steady_memory

__all__ = ["loop", "room", "steady_memory"]

pytestmark = [pytest.mark.root, pytest.mark.usefixtures("real_helper")]

READING = """
import pickle, sys
from storage_tuner.probe.virtual_memory import read_virtual_memory
pickle.dump(read_virtual_memory(), sys.stdout.buffer)
"""


def memory_in(room: UdevSystem) -> VirtualMemory:
    """As it is seen inside, with the file that is there."""
    argv = room.inside(sys.executable, "-c", READING)
    done = subprocess.run(argv, capture_output=True, check=True, env={"PYTHONPATH": PACKAGES})
    memory: VirtualMemory = pickle.loads(done.stdout)
    return memory


def said(editing: Editing, summary: str, qtbot: QtBot) -> str:
    """Wait until the tab says so, and give the sentence that follows."""
    message = editing.editor.message
    qtbot.waitUntil(lambda: message.summary == summary, timeout=PATIENCE_MS)
    return message.remedy


def shown(window: MainWindow, loop: LoopDevice, qtbot: QtBot) -> Editing:
    qtbot.waitUntil(lambda: loop.name in window.tree.present_keys(), timeout=PATIENCE_MS)
    window.tree.choose(loop.name)
    window.page.tabs.setCurrentWidget(window.page.settings)
    return window.page.settings.editing


@pytest.mark.slow
def test_what_was_applied_is_kept_for_good_after_its_text_was_seen(
    room: UdevSystem,
    loop: LoopDevice,
    window: MainWindow,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def run_inside(argv: Sequence[str], *, timeout: float) -> ChildOutcome:
        return run(room.as_helper(*argv), timeout=timeout)

    monkeypatch.setattr(previewing, "run", run_inside)
    before = loop.settings()
    room.identify(loop, WWN)
    editing = shown(window, loop, qtbot)
    choose(editing, "scheduler", OTHER)
    applied(editing, qtbot)
    assert room.nothing_is_written()

    qtbot.mouseClick(editing.editor.keep, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: editing.keeping.dialog is not None, timeout=PATIENCE_MS)
    dialog = editing.keeping.dialog
    assert dialog is not None
    rule = f'ATTR{{queue/scheduler}}="{OTHER}"'
    assert rule in dialog.boxes[0].toPlainText()
    qtbot.mouseClick(dialog.cancel, Qt.MouseButton.LeftButton)
    assert room.nothing_is_written()
    assert editing.editor.message.button.isEnabled()

    qtbot.mouseClick(editing.editor.keep, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: editing.keeping.dialog is not None, timeout=PATIENCE_MS)
    assert editing.keeping.dialog is not None
    qtbot.mouseClick(editing.keeping.dialog.keep, Qt.MouseButton.LeftButton)
    said(editing, "The settings are now permanent.", qtbot)
    assert rule in room.rules()
    assert loop.scheduler == OTHER

    qtbot.waitUntil(window.menus.put_back.isEnabled, timeout=PATIENCE_MS)
    window.menus.put_back.trigger()
    back = f"The previous settings of {loop.name} were restored."
    qtbot.waitUntil(lambda: window.page.notice.summary == back, timeout=PATIENCE_MS)
    assert room.nothing_is_written()
    assert loop.settings() == before


@pytest.mark.sampled(1)
@pytest.mark.parametrize("room", ["no daemon"], indirect=True)
def test_what_the_computer_sets_at_every_start_can_be_put_back(
    room: UdevSystem,
    window: MainWindow,
    steady_memory: None,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """After a restart only our file tells that something was changed."""
    memory = read_virtual_memory().settings
    file = room.place(sysctl_file.PATH)
    file.write_text(sysctl_file.render({"swappiness": memory["swappiness"]}), encoding="ascii")
    monkeypatch.setattr(window.computer_page, "read_memory", partial(memory_in, room))
    page, menu = window.computer_page, window.menus.put_back
    window.tree.choose(COMPUTER)
    qtbot.waitUntil(page.changed.isVisible, timeout=PATIENCE_MS)
    assert page.changed.remedy.endswith("at every boot: Swappiness.")
    assert menu.isEnabled()
    qtbot.mouseClick(page.changed.button, Qt.MouseButton.LeftButton)
    assert not page.changed.button.isEnabled() and not menu.isEnabled()
    # the banner goes with the next look at the computer, which may be before or after this is told
    said = "The previous settings of this computer were restored."
    qtbot.waitUntil(lambda: page.notice.summary == said, timeout=PATIENCE_MS)
    qtbot.waitUntil(lambda: not page.changed.isVisible(), timeout=PATIENCE_MS)
    assert page.notice.summary == said
    assert room.nothing_is_written()
    assert read_virtual_memory().settings == memory


def set_now(editing: Editing, name: str) -> str:
    """As the list has it that is shown."""
    subject = editing.subject
    assert subject is not None
    return str(subject.place.tuned.settings[name])


@pytest.mark.slow
def test_a_device_that_cannot_be_recognised_says_so_and_can_still_be_undone(
    loop: LoopDevice, window: MainWindow, qtbot: QtBot
) -> None:
    before = loop.settings()
    editing = shown(window, loop, qtbot)
    choose(editing, "scheduler", OTHER)
    applied(editing, qtbot)
    qtbot.mouseClick(editing.editor.keep, Qt.MouseButton.LeftButton)
    summary = editing.editor.message
    qtbot.waitUntil(lambda: "no persistent ID" in summary.summary, timeout=PATIENCE_MS)
    assert loop.scheduler == OTHER
    assert not editing.editor.keep.isEnabled()
    # what is as it was isn't chosen: the list that shows what was applied may be on its way
    qtbot.waitUntil(lambda: set_now(editing, "scheduler") == OTHER, timeout=PATIENCE_MS)
    choose(editing, "scheduler", before["scheduler"])
    applied(editing, qtbot)
    assert editing.editor.keep.isEnabled()
    qtbot.mouseClick(summary.button, Qt.MouseButton.LeftButton)
    said(editing, "The previous settings were restored.", qtbot)
    assert loop.scheduler == OTHER


def test_a_success_is_told_once_and_what_can_be_undone_stays_so(
    loop: LoopDevice, window: MainWindow, qtbot: QtBot
) -> None:
    before = loop.settings()
    editing = shown(window, loop, qtbot)
    choose(editing, "scheduler", OTHER)
    applied(editing, qtbot)
    message, tabs = editing.editor.message, window.page.tabs
    qtbot.waitUntil(window.menus.put_back.isEnabled, timeout=PATIENCE_MS)
    assert message.property("tone") == Tone.GOOD.value
    tabs.setCurrentWidget(window.page.overview)
    tabs.setCurrentWidget(window.page.settings)
    assert message.property("tone") == Tone.PLAIN.value
    assert message.summary == "The last change can be undone."
    qtbot.mouseClick(message.button, Qt.MouseButton.LeftButton)
    said(editing, "The previous settings were restored.", qtbot)
    assert loop.settings() == before
    tabs.setCurrentWidget(window.page.overview)
    tabs.setCurrentWidget(window.page.settings)
    assert message.isHidden()


@pytest.mark.slow
def test_what_went_wrong_is_told_until_it_is_over(
    loop: LoopDevice, window: MainWindow, qtbot: QtBot
) -> None:
    editing = shown(window, loop, qtbot)
    choose(editing, "scheduler", OTHER)
    applied(editing, qtbot)
    qtbot.mouseClick(editing.editor.keep, Qt.MouseButton.LeftButton)
    summary = editing.editor.message
    qtbot.waitUntil(lambda: "no persistent ID" in summary.summary, timeout=PATIENCE_MS)
    window.page.tabs.setCurrentWidget(window.page.overview)
    window.page.tabs.setCurrentWidget(window.page.settings)
    assert "no persistent ID" in summary.summary
    before = loop.settings()
    qtbot.mouseClick(summary.button, Qt.MouseButton.LeftButton)
    said(editing, "The previous settings were restored.", qtbot)
    assert loop.settings() != before


@pytest.mark.slow
def test_putting_old_settings_back_takes_the_undo_away(
    loop: LoopDevice, window: MainWindow, qtbot: QtBot
) -> None:
    before = loop.settings()
    editing = shown(window, loop, qtbot)
    choose(editing, "scheduler", OTHER)
    applied(editing, qtbot)
    qtbot.waitUntil(window.menus.put_back.isEnabled, timeout=PATIENCE_MS)
    window.menus.put_back.trigger()
    qtbot.waitUntil(lambda: not editing.editor.message.isVisible(), timeout=PATIENCE_MS)
    assert loop.settings() == before
