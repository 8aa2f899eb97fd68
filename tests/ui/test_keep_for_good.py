"""Keeping for good in the window: the real helper, udev's own daemon, a real loop device."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from storage_tuner.client.helper import HelperConnection, HelperEvent, StdioConnection, Value
from storage_tuner.client.setting_changes import Restored
from storage_tuner.core.device import Device
from storage_tuner.core.errors import (
    Dismissed,
    NoAuthenticationAgent,
    NoSpace,
    NotAuthorized,
    StorageTunerError,
)
from storage_tuner.core.plan import TargetKind
from storage_tuner.ui import application
from storage_tuner.ui.assistant.assistant import Assistant
from storage_tuner.ui.assistant.result.keep_dialog import KeepDialog
from storage_tuner.ui.assistant.steps.step import Step
from storage_tuner.ui.window import inventory
from storage_tuner.ui.window.main_window import MainWindow
from storage_tuner.ui.window.services import Services
from tests.bus.connections import LAUNCHER
from tests.bus.udev_system import WWN, UdevSystem, udev_system
from tests.loop_device import LoopDevice, LoopDeviceFactory
from tests.packages import PACKAGES
from tests.ui import samples
from tests.ui.conftest import PATIENCE_MS, activate

MakeAssistant = Callable[..., Assistant]

pytestmark = pytest.mark.usefixtures("real_helper")

RULES = "/etc/udev/rules.d/99-storage-tuner.rules"
THEIRS = "/usr/lib/udev/rules.d/50-theirs.rules"
OTHER = "bfq"
READING = """
import pickle, sys
from pathlib import Path
from storage_tuner.probe.block.devices import read_devices
pickle.dump(read_devices(Path(sys.argv[1])), sys.stdout.buffer)
"""


@pytest.fixture
def loop(loop_devices: LoopDeviceFactory) -> LoopDevice:
    return loop_devices()


@pytest.fixture
def room(
    request: pytest.FixtureRequest,
    state: Path,
    loop: LoopDevice,  # its node must be there before the room
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[UdevSystem]:
    """A system with a udev of its own, which helper and window see. Its parameter: without the
    daemon."""
    daemon = getattr(request, "param", "daemon") == "daemon"
    with udev_system(state, daemon=daemon) as system:
        monkeypatch.setattr(application, "connect", partial(connected, system))
        monkeypatch.setattr(inventory, "read_devices", partial(devices_in, system))
        yield system


def connected(room: UdevSystem) -> HelperConnection:
    return StdioConnection(room.as_helper(str(LAUNCHER), "stdio"))


def devices_in(room: UdevSystem, root: Path) -> tuple[Device, ...]:
    """As they are seen inside, with the rules that are there."""
    argv = room.inside(sys.executable, "-c", READING, str(root))
    done = subprocess.run(argv, capture_output=True, check=True, env={"PYTHONPATH": PACKAGES})
    devices: tuple[Device, ...] = pickle.loads(done.stdout)
    return devices


class Unwilling:
    """A real helper for whose ``Persist`` nobody gives the permission, while ``refusal`` is set."""

    refusal: StorageTunerError | None = None

    def __init__(self, room: UdevSystem) -> None:
        self._connection = connected(room)

    def submit(
        self, method: str, device: str = "", arguments: Mapping[str, Value] | None = None
    ) -> Future[dict[str, Value]]:
        if method == "Persist" and Unwilling.refusal is not None:
            refused: Future[dict[str, Value]] = Future()
            refused.set_exception(Unwilling.refusal)
            return refused
        return self._connection.submit(method, device, arguments)

    def next_event(self, timeout: float) -> HelperEvent | None:
        return self._connection.next_event(timeout)

    def close(self) -> None:
        self._connection.close()


def recommended(
    make: MakeAssistant, services: Services, loop: LoopDevice, qtbot: QtBot, **more: object
) -> Assistant:
    """An assistant that measured ``loop``, and is made to recommend another scheduler."""
    qtbot.waitUntil(
        lambda: loop.name in {device.name for device in services.inventory.devices},
        timeout=PATIENCE_MS,
    )
    assistant = make(loop.name, **more)
    assistant.navigation.go(Step.PLAN)
    qtbot.mouseClick(assistant.next, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: assistant.step is Step.RESULT, timeout=PATIENCE_MS)
    record = assistant.running.record
    _, judgement = samples.result(TargetKind.DEVICE, {OTHER: 0.2})
    assert record is not None and judgement.recommendation is not None
    advice = replace(judgement.recommendation, settings=(("scheduler", OTHER),))
    assistant.running.show_measured(record, replace(judgement, recommendation=advice))
    assistant.navigation.go(Step.APPLY)
    return assistant


def dialog_of(assistant: Assistant, qtbot: QtBot) -> KeepDialog:
    """Press the button and wait for the question."""
    page = assistant.pages.apply
    qtbot.waitUntil(page.for_good.isEnabled, timeout=PATIENCE_MS)
    qtbot.mouseClick(page.for_good, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: assistant.keeping.dialog is not None, timeout=PATIENCE_MS)
    dialog = assistant.keeping.dialog
    assert dialog is not None
    activate(dialog, qtbot)
    return dialog


def owners_of(loop: LoopDevice, services: Services) -> str:
    found = [device.owners for device in services.inventory.devices if device.name == loop.name]
    return str(found)


def said(assistant: Assistant, beginning: str, qtbot: QtBot) -> str:
    """What stands below the summary, once that begins so."""
    message = assistant.pages.apply.message
    qtbot.waitUntil(lambda: message.summary.startswith(beginning), timeout=PATIENCE_MS)
    return message.remedy


@pytest.mark.root
def test_the_whole_way_there_and_back(
    loop: LoopDevice,
    room: UdevSystem,
    services: Services,
    make_assistant: MakeAssistant,
    qtbot: QtBot,
) -> None:
    before = loop.settings()
    theirs = f'KERNEL=="{loop.name}", ATTR{{queue/scheduler}}="none"\n'
    room.place(THEIRS).write_text(theirs, encoding="ascii")
    room.identify(loop, WWN)
    services.inventory.refresh()
    qtbot.waitUntil(lambda: THEIRS in owners_of(loop, services), timeout=PATIENCE_MS)
    assistant = recommended(
        make_assistant, services, loop, qtbot, connecting=partial(connected, room)
    )
    dialog = dialog_of(assistant, qtbot)
    (text,) = [box.toPlainText() for box in dialog.boxes]
    assert f'ATTR{{queue/scheduler}}="{OTHER}"' in text
    assert dialog.texts[0].path == RULES
    warned = dialog.warning.remedy
    assert f"udev rule sets scheduler of {loop.name} to none ({THEIRS}:1)" in warned
    assert QApplication.focusWidget() is dialog.cancel
    qtbot.keyClick(dialog.cancel, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: assistant.keeping.dialog is None, timeout=PATIENCE_MS)
    assert room.nothing_is_written()
    assert loop.settings() == before

    dialog = dialog_of(assistant, qtbot)
    with qtbot.waitSignal(assistant.settings_kept, timeout=PATIENCE_MS) as kept:
        qtbot.mouseClick(dialog.keep, Qt.MouseButton.LeftButton)
    assert kept.args == [loop.name]
    assert "are now permanent" in assistant.pages.apply.message.summary
    assert text in room.rules()
    assistant.end()
    qtbot.waitUntil(lambda: not assistant.isVisible(), timeout=PATIENCE_MS)
    loop.write("scheduler", "none")
    room.event(loop, "add")
    assert loop.scheduler == OTHER

    window = MainWindow(services)
    qtbot.addWidget(window)
    window.show()
    services.inventory.refresh()
    page = window.page
    window.tree.choose(loop.name)
    qtbot.waitUntil(lambda: "Permanent" in page.changed.remedy, timeout=PATIENCE_MS)
    assert page.changed.remedy.endswith(": Scheduler.")
    qtbot.mouseClick(page.changed.button, Qt.MouseButton.LeftButton)
    # an event that udev makes of the rule's end may hide the note before all is told
    qtbot.waitUntil(lambda: bool(page.notice.summary), timeout=PATIENCE_MS)
    qtbot.waitUntil(lambda: not page.changed.isVisible(), timeout=PATIENCE_MS)
    assert page.notice.summary == f"The previous settings of {loop.name} were restored."
    told = page.notice.remedy
    assert f"{WWN}: permanent settings removed." in told
    assert f"{loop.name}: restored scheduler" in told
    assert room.nothing_is_written()
    assert loop.settings() == before


@pytest.mark.slow
@pytest.mark.root
@pytest.mark.parametrize("room", ["no daemon"], indirect=True)
def test_who_does_not_get_permission_loses_nothing(
    loop: LoopDevice,
    room: UdevSystem,
    services: Services,
    make_assistant: MakeAssistant,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = loop.settings()
    room.identify(loop, WWN)
    assistant = recommended(
        make_assistant, services, loop, qtbot, connecting=partial(Unwilling, room)
    )
    page = assistant.pages.apply
    sentences: dict[StorageTunerError, str] = {
        error: str(error.summary)
        for error in (Dismissed(), NotAuthorized(), NoAuthenticationAgent())
    }
    full = NoSpace("for the practice disk")
    sentences[full] = "There is not enough free space to make the settings permanent."
    for error, sentence in sentences.items():
        monkeypatch.setattr(Unwilling, "refusal", error)
        qtbot.mouseClick(page.try_now, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(page.countdown.isVisible, timeout=PATIENCE_MS)
        assert loop.scheduler == OTHER
        keep = dialog_of(assistant, qtbot).keep
        qtbot.mouseClick(keep, Qt.MouseButton.LeftButton)
        remedy = said(assistant, sentence, qtbot)
        assert remedy.endswith("The previous settings are active.")
        assert not page.countdown.isVisible()
        assert loop.settings() == before
        assert room.nothing_is_written()
        assert all(button.isEnabled() for button in page.buttons)
    monkeypatch.setattr(Unwilling, "refusal", None)

    room.place(RULES).write_text("# mine\n", encoding="ascii")
    qtbot.mouseClick(page.for_good, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(page.why_not_for_good.isVisible, timeout=PATIENCE_MS)
    assert f"{RULES} was edited by hand" in page.why_not_for_good.text()
    assert not page.for_good.isEnabled()
    assert page.keep.isEnabled()


@pytest.mark.slow
@pytest.mark.root
@pytest.mark.parametrize("room", ["no daemon"], indirect=True)
def test_what_could_not_be_verified_is_said(
    loop: LoopDevice,
    room: UdevSystem,
    services: Services,
    make_assistant: MakeAssistant,
    qtbot: QtBot,
) -> None:
    room.identify(loop, WWN)
    assistant = recommended(
        make_assistant, services, loop, qtbot, connecting=partial(connected, room)
    )
    qtbot.mouseClick(dialog_of(assistant, qtbot).keep, Qt.MouseButton.LeftButton)
    remedy = said(assistant, "The settings are now permanent.", qtbot)
    assert "No udev daemon is running here" in remedy
    assert f'ATTR{{queue/scheduler}}="{OTHER}"' in room.rules()


@pytest.mark.slow
@pytest.mark.root
def test_a_device_without_a_lasting_name_says_why_it_is_not_offered(
    loop: LoopDevice, services: Services, make_assistant: MakeAssistant, qtbot: QtBot
) -> None:
    assistant = recommended(make_assistant, services, loop, qtbot)
    page = assistant.pages.apply
    qtbot.waitUntil(page.why_not_for_good.isVisible, timeout=PATIENCE_MS)
    assert f"{loop.name} has no persistent ID" in page.why_not_for_good.text()
    assert not page.for_good.isEnabled()
    assert "no persistent ID" in page.for_good.accessibleDescription()
    assert page.try_now.isEnabled() and page.keep.isEnabled()


def test_a_practice_disk_is_not_kept_at_all(make_assistant: MakeAssistant) -> None:
    assistant = make_assistant()
    assistant.running.show_measured(*samples.result(TargetKind.PRACTICE, {OTHER: 0.2}))
    assistant.navigation.go(Step.APPLY)
    page = assistant.pages.apply
    assert page.try_now.isVisible()
    assert not page.keep.isVisible()
    assert not page.for_good.isVisible()


def test_the_question_shows_what_is_written_and_replaced_for_every_disk(qtbot: QtBot) -> None:
    dialog = KeepDialog(None, samples.KEPT_TEXTS, samples.UNDOING, asks_for_password=True)
    qtbot.addWidget(dialog)
    with qtbot.waitActive(dialog, timeout=PATIENCE_MS):
        dialog.open()
        dialog.activateWindow()
    assert [box.toPlainText() + "\n" for box in dialog.boxes] == [
        text.rstrip("\n") + "\n"
        for kept in samples.KEPT_TEXTS
        for text in (kept.text, kept.replaces)
        if text
    ]
    assert all(box.isReadOnly() and box.accessibleName() for box in dialog.boxes)
    assert all(sentence in dialog.warning.remedy for sentence in samples.UNDOING)
    assert "3 times" in dialog.password.text()
    assert dialog.cancel.isDefault()
    qtbot.keyClick(dialog, Qt.Key.Key_Return)
    assert dialog.result() == KeepDialog.DialogCode.Rejected


def test_a_way_of_keeping_is_told_for_each_member_of_an_array(
    services: Services, qtbot: QtBot
) -> None:
    window = MainWindow(services)
    qtbot.addWidget(window)
    window.show_devices(samples.kept_for_good("sda", "sdb"))
    window.kept.note("sdc")
    window.tree.choose("md0")
    assert window.page.changed.remedy.splitlines() == [
        "sda: Permanent, applied at every boot: Scheduler and Request queue size (nr_requests).",
        "sdb: Permanent, applied at every boot: Scheduler and Request queue size (nr_requests).",
        "sdc: Kept until reboot.",
    ]


def test_what_did_not_come_back_is_told(services: Services, qtbot: QtBot) -> None:
    window = MainWindow(services)
    qtbot.addWidget(window)
    window.show_devices(samples.DEVICES)
    window.kept.note("sda")
    window.kept.note("sdb")
    window.tree.choose("md0")
    window.kept.note_put_back("sda", Restored(("sda: restored scheduler.",), (), ()))
    window.kept.note_put_back("sdb", Restored((), (), (), ("sdb: something is edited.",)))
    notice = window.page.notice
    assert notice.summary == "Some settings of sdb couldn't be restored."
    assert notice.remedy.splitlines() == [
        "sda: restored scheduler.",
        "sdb: something is edited.",
    ]
    assert window.changed_here() == ["sdb"]
    assert window.page.changed.button.isEnabled()
