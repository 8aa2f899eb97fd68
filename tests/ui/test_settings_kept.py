"""Settings edited in the window and kept for good: the real helper, udev's own daemon."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from storage_tuner.process import Outcome, run
from storage_tuner.services import previewing
from storage_tuner.ui.main_window import MainWindow
from storage_tuner.ui.settings.editing import Editing
from tests.bus.udev_system import WWN, UdevSystem
from tests.loop_device import LoopDevice
from tests.ui.conftest import PATIENCE_MS
from tests.ui.test_keep_for_good import OTHER, loop, room
from tests.ui.test_settings_editor import applied, choose

__all__ = ["loop", "room"]

pytestmark = pytest.mark.root


def said(editing: Editing, summary: str, qtbot: QtBot) -> str:
    """Wait until the tab says so, and give the sentence that follows."""
    message = editing.editor.message
    qtbot.waitUntil(lambda: message.summary == summary, timeout=PATIENCE_MS)
    return message._remedy.text()


def shown(window: MainWindow, loop: LoopDevice, qtbot: QtBot) -> Editing:
    qtbot.waitUntil(lambda: loop.name in window.tree.present_keys(), timeout=PATIENCE_MS)
    window.tree.choose(loop.name)
    window.page.tabs.setCurrentWidget(window.page.settings)
    return window.page.settings.editing


def test_what_was_applied_is_kept_for_good_after_its_text_was_seen(
    room: UdevSystem,
    loop: LoopDevice,
    window: MainWindow,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def run_inside(argv: Sequence[str], *, timeout: float) -> Outcome:
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
    said(editing, "The settings are kept for good.", qtbot)
    assert rule in room.rules()
    assert loop.scheduler == OTHER

    qtbot.waitUntil(window.page.changed.isVisible, timeout=PATIENCE_MS)
    qtbot.mouseClick(window.page.changed.button, Qt.MouseButton.LeftButton)
    back = f"The old settings of {loop.name} are back."
    qtbot.waitUntil(lambda: window.page.notice.summary == back, timeout=PATIENCE_MS)
    assert room.nothing_is_written()
    assert loop.settings() == before


def test_a_device_that_cannot_be_recognised_says_so_and_can_still_be_undone(
    loop: LoopDevice, window: MainWindow, qtbot: QtBot
) -> None:
    before = loop.settings()
    editing = shown(window, loop, qtbot)
    choose(editing, "scheduler", OTHER)
    applied(editing, qtbot)
    qtbot.mouseClick(editing.editor.keep, Qt.MouseButton.LeftButton)
    summary = editing.editor.message
    qtbot.waitUntil(lambda: "recognise" in summary.summary, timeout=PATIENCE_MS)
    assert loop.scheduler == OTHER
    qtbot.mouseClick(summary.button, Qt.MouseButton.LeftButton)
    said(editing, "The values from before are back.", qtbot)
    assert loop.settings() == before


def test_putting_old_settings_back_takes_the_undo_away(
    loop: LoopDevice, window: MainWindow, qtbot: QtBot
) -> None:
    before = loop.settings()
    editing = shown(window, loop, qtbot)
    choose(editing, "scheduler", OTHER)
    applied(editing, qtbot)
    qtbot.waitUntil(window.page.changed.isVisible, timeout=PATIENCE_MS)
    qtbot.mouseClick(window.page.changed.button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not editing.editor.message.isVisible(), timeout=PATIENCE_MS)
    assert loop.settings() == before
