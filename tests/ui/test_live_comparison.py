"""A comparison under a load that is there anyway, in its window over the real helper."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from storage_tuner.core.errors import HelperGone, NoSpace, OperationRefused, StorageTunerError
from storage_tuner.core.plan import Protocol
from storage_tuner.present.result import result_headline
from storage_tuner.ui.assistant.assistant import Assistant
from storage_tuner.ui.assistant.live_dialog import LiveDialog
from storage_tuner.ui.assistant.steps.step import Step
from tests.kept_runs import kept_runs
from tests.loop_device import LoopDevice, LoopDeviceFactory
from tests.system.test_live import STEADY, others
from tests.ui import samples
from tests.ui.conftest import PATIENCE_MS
from tests.unit.client.test_setting_changes import Helper

MakeAssistant = Callable[..., Assistant]


@pytest.fixture
def busy(loop: LoopDevice) -> Iterator[LoopDevice]:
    with others(loop.path, STEADY):
        yield loop


def opened(qtbot: QtBot, assistant: Assistant) -> LiveDialog:
    assistant.navigation.go(Step.PLAN)
    qtbot.mouseClick(assistant.pages.plan.files.live, Qt.MouseButton.LeftButton)
    dialog = assistant.aids.live
    assert dialog is not None
    qtbot.waitUntil(dialog.isVisible, timeout=PATIENCE_MS)
    return dialog


def wait_until_begun(dialog: LiveDialog, qtbot: QtBot) -> None:
    qtbot.waitUntil(lambda: dialog.now.text() not in ("", "Starting …"), timeout=PATIENCE_MS)


@pytest.mark.slow
@pytest.mark.root
def test_settings_take_turns_until_it_is_stopped(
    make_assistant: MakeAssistant, busy: LoopDevice, qtbot: QtBot
) -> None:
    settings = busy.settings()
    assistant = make_assistant(busy.name)
    dialog = opened(qtbot, assistant)
    for name, tick in dialog.schedulers.items():
        tick.setChecked(name in ("none",))
    assert not dialog.start.isEnabled()
    dialog.schedulers["mq-deadline"].setChecked(True)
    qtbot.keyClick(dialog.start, Qt.Key.Key_Space)
    assert dialog.jobs.is_busy
    assert not dialog.minutes.isEnabled()
    qtbot.waitUntil(lambda: len(dialog.table.rows) == 2, timeout=PATIENCE_MS)
    assert {row[0] for row in dialog.table.rows} == {"none", "mq-deadline"}
    qtbot.mouseClick(dialog.close_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not dialog.jobs.is_busy, timeout=PATIENCE_MS)
    assert dialog.isVisible()
    assert dialog.message.summary
    assert dialog.now.text() == "The previous settings were restored."
    assert busy.settings() == settings
    (stored,) = kept_runs()
    assert stored.record.plan.protocol is Protocol.LIVE
    qtbot.mouseClick(dialog.close_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: assistant.aids.live is None, timeout=PATIENCE_MS)
    assert assistant.isVisible()


@pytest.mark.slow
@pytest.mark.root
def test_closing_the_assistant_ends_it_and_brings_the_settings_back(
    make_assistant: MakeAssistant, busy: LoopDevice, qtbot: QtBot
) -> None:
    settings = busy.settings()
    assistant = make_assistant(busy.name)
    dialog = opened(qtbot, assistant)
    qtbot.keyClick(dialog.start, Qt.Key.Key_Space)
    wait_until_begun(dialog, qtbot)
    assistant.end()
    qtbot.waitUntil(lambda: not assistant.isVisible(), timeout=PATIENCE_MS)
    assert assistant.aids.live is None
    assert busy.settings() == settings


@pytest.mark.root
@pytest.mark.parametrize(
    "left", [OperationRefused("NotApplied", "scheduler is bfq"), HelperGone()], ids=type
)
def test_what_may_not_be_back_is_said_and_stays_to_be_read(
    loop_devices: LoopDeviceFactory, state: Path, qtbot: QtBot, left: StorageTunerError
) -> None:
    loop = loop_devices()
    helper = Helper(**{f"EndSession_{loop.name}": left})
    dialog = LiveDialog(None, loop.name, ("none", "mq-deadline"), lambda: helper)
    qtbot.addWidget(dialog)
    stayed: list[bool] = []
    dialog.stayed.connect(lambda: stayed.append(True))
    dialog.show()
    qtbot.mouseClick(dialog.start, Qt.MouseButton.LeftButton)
    # stopped before that, nothing was changed that could be left
    qtbot.waitUntil(
        lambda: any(call.startswith("BeginSession") for call in helper.asked), timeout=PATIENCE_MS
    )
    dialog.end()
    qtbot.waitUntil(lambda: not dialog.jobs.is_busy, timeout=PATIENCE_MS)
    assert dialog.isVisible()
    assert stayed
    assert dialog.message.isVisible()
    said = left.reason if isinstance(left, OperationRefused) else left.summary
    assert str(said) in dialog.message.summary
    assert dialog.now.text() == ""
    qtbot.mouseClick(dialog.close_button, Qt.MouseButton.LeftButton)
    assert not dialog.isVisible()


def test_a_result_that_could_not_be_kept_is_not_said_to_be(qtbot: QtBot, state: Path) -> None:
    dialog = LiveDialog(None, "sda", ("none", "mq-deadline"), Helper)
    qtbot.addWidget(dialog)
    dialog.show()
    full = NoSpace("in /home/anna")
    record, judgement = samples.raced_result()
    dialog.note_not_saved(full)
    dialog.show_judged(record, judgement)
    assert dialog.message.summary == result_headline(record, judgement).text
    remedy = dialog.message.accessibleDescription()
    assert str(full.summary) in remedy
    assert "history" not in remedy
    dialog.jobs.idle.emit()
    assert dialog.now.text() == "The previous settings were restored."
    assert dialog.isVisible()
