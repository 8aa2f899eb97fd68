"""Settings edited in the window, on real loop devices."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QComboBox
from pytestqt.qtbot import QtBot

from storage_tuner.client.helper import HelperEvent, Value
from storage_tuner.client.kept_settings import kept_state
from storage_tuner.client.setting_changes import Change, ChangeTarget, Restored
from storage_tuner.core.errors import Dismissed, HelperGone, StorageTunerError
from storage_tuner.jobs.settings.apply import apply_changes, undo
from storage_tuner.present.numbers import SPACE, whole
from storage_tuner.ui import application
from storage_tuner.ui.settings.controls import ChoiceControl, NumberControl, SwitchControl
from storage_tuner.ui.settings.editing import Editing
from storage_tuner.ui.settings.preview_dialog import PreviewDialog
from storage_tuner.ui.tree.device_tree import COMPUTER
from storage_tuner.ui.window.kept_settings import remembered_kept
from storage_tuner.ui.window.main_window import MainWindow
from storage_tuner.ui.window.services import Services
from tests.bus.connections import wait_until
from tests.loop_device import LoopDevice, LoopDeviceFactory, attached_loop, scratch_folder
from tests.processes import kill_worker
from tests.ui.conftest import PATIENCE_MS, Connect, activate
from tests.virtual_memory import VirtualMemory, virtual_memory

__all__ = ["virtual_memory"]

pytestmark = pytest.mark.root

OTHER = "bfq"


class Meddling:
    """The helper that ``connecting`` gives; ``meddle`` is called with the name of every call before
    it's made."""

    connecting: Connect
    meddle: Callable[[str], None] = staticmethod(lambda _: None)

    def __init__(self) -> None:
        self._connection = Meddling.connecting()

    def submit(
        self, method: str, device: str = "", arguments: Mapping[str, Value] | None = None
    ) -> Future[dict[str, Value]]:
        Meddling.meddle(method)
        return self._connection.submit(method, device, arguments)

    def next_event(self, timeout: float) -> HelperEvent | None:
        return self._connection.next_event(timeout)

    def close(self) -> None:
        self._connection.close()


@pytest.fixture(autouse=True)
def meddling(connecting: Connect, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before the window's services are made."""
    monkeypatch.setattr(Meddling, "connecting", staticmethod(connecting), raising=False)
    monkeypatch.setattr(Meddling, "meddle", staticmethod(lambda _: None))
    monkeypatch.setattr(application, "connect", Meddling)


@pytest.fixture
def loop(meddling: None, loop_devices: LoopDeviceFactory) -> LoopDevice:
    made = loop_devices()
    made.write("read_ahead_kb", "128")  # whatever the slot's last life has left
    return made


@pytest.fixture
def editing(loop: LoopDevice, window: MainWindow, qtbot: QtBot) -> Editing:
    """The editor of the settings of ``loop``, in an active window."""
    qtbot.waitUntil(lambda: loop.name in window.tree.present_keys(), timeout=PATIENCE_MS)
    window.tree.choose(loop.name)
    window.page.tabs.setCurrentWidget(window.page.settings)
    activate(window, qtbot)
    return window.page.settings.editing


def choose(editing: Editing, tunable: str, value: str) -> None:
    """As somebody does it: with the control."""
    control = editing.editor.list.control(tunable)
    assert control is not None
    if isinstance(control, ChoiceControl):
        control.setCurrentIndex(control.findData(value))
        control.activated.emit(control.currentIndex())
    else:
        assert isinstance(control, NumberControl)
        control.setValue(int(value))


def unlike(loop: LoopDevice) -> str:
    """Another read-ahead than it has."""
    return "512" if loop.read("read_ahead_kb") != "512" else "256"


def previewed(editing: Editing, qtbot: QtBot) -> PreviewDialog:
    qtbot.mouseClick(editing.editor.bar.preview, Qt.MouseButton.LeftButton)
    assert editing.preview is not None
    return editing.preview


def wait_for_end(editing: Editing, qtbot: QtBot) -> None:
    """Until the preview closes; where it doesn't, what it says is told."""

    def has_ended() -> None:
        assert editing.preview is None, editing.preview.message.summary

    qtbot.waitUntil(has_ended, timeout=PATIENCE_MS)


def applied(editing: Editing, qtbot: QtBot) -> None:
    dialog = previewed(editing, qtbot)
    qtbot.mouseClick(dialog.apply, Qt.MouseButton.LeftButton)
    wait_for_end(editing, qtbot)


def refused(dialog: PreviewDialog, qtbot: QtBot) -> str:
    """What the preview says after ``Apply`` was pressed."""
    qtbot.mouseClick(dialog.apply, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(dialog.apply.isEnabled, timeout=PATIENCE_MS)
    return f"{dialog.message.summary} {dialog.message.remedy}"


def test_what_was_chosen_is_applied_together_and_undone_at_once(
    loop: LoopDevice, window: MainWindow, editing: Editing, qtbot: QtBot
) -> None:
    before = loop.settings()
    choose(editing, "scheduler", OTHER)
    choose(editing, "read_ahead_kb", "512")
    assert editing.editor.bar.text.text() == "2 changes, not applied yet"
    assert loop.settings() == before
    dialog = previewed(editing, qtbot)
    assert [dialog.table.cells(row)[1:4] for row in range(dialog.table.rowCount())] == [
        (loop.name, before["scheduler"], OTHER),
        (loop.name, f"{whole(int(before['read_ahead_kb']))}{SPACE}KiB", f"512{SPACE}KiB"),
    ]
    qtbot.mouseClick(dialog.apply, Qt.MouseButton.LeftButton)
    wait_for_end(editing, qtbot)
    assert (loop.scheduler, loop.read("read_ahead_kb")) == (OTHER, "512")
    assert not editing.editor.bar.isVisible()
    assert editing.editor.message.summary == f"Settings of {loop.name} applied."
    qtbot.waitUntil(window.menus.put_back.isEnabled, timeout=PATIENCE_MS)
    assert not window.page.changed.isVisible()  # one banner is enough
    window.page.tabs.setCurrentWidget(window.page.overview)
    assert window.page.changed.isVisible()
    window.page.tabs.setCurrentWidget(window.page.settings)

    qtbot.mouseClick(editing.editor.message.button, Qt.MouseButton.LeftButton)
    said = "The previous settings were restored."
    qtbot.waitUntil(lambda: editing.editor.message.summary == said, timeout=PATIENCE_MS)
    assert loop.settings() == before
    assert not window.page.changed.isVisible()


def test_undoing_brings_back_the_values_of_the_scheduler_that_was_left(
    loop: LoopDevice, editing: Editing, window: MainWindow, qtbot: QtBot
) -> None:
    loop.write("scheduler", "mq-deadline")
    loop.write("iosched/fifo_batch", "7")
    window.services.inventory.refresh()
    settings = editing.editor.list
    qtbot.waitUntil(lambda: settings.control("fifo_batch") is not None, timeout=PATIENCE_MS)
    before = loop.settings()
    choose(editing, "scheduler", OTHER)
    assert settings.control("fifo_batch") is None
    coming = settings.control("low_latency")
    assert isinstance(coming, SwitchControl)
    for _ in range(2):  # from not known to on, and then to off
        qtbot.keyClick(coming, Qt.Key.Key_Space)
    applied(editing, qtbot)
    assert loop.scheduler == OTHER
    assert loop.read("iosched/low_latency") == "0"
    qtbot.mouseClick(editing.editor.message.button, Qt.MouseButton.LeftButton)
    said = "The previous settings were restored."
    qtbot.waitUntil(lambda: editing.editor.message.summary == said, timeout=PATIENCE_MS)
    assert loop.settings() == before


def test_when_one_value_is_not_taken_none_is_and_nothing_collected_is_lost(
    loop: LoopDevice, editing: Editing, qtbot: QtBot
) -> None:
    before = loop.settings()
    choose(editing, "scheduler", OTHER)
    choose(editing, "read_ahead_kb", "130")
    said = refused(previewed(editing, qtbot), qtbot)
    assert "read_ahead_kb became 128 instead of 130" in said
    assert said.endswith("The previous settings are active.")
    assert loop.settings() == before
    assert [wish.tunable for wish in editing.collection.of(loop.name)] == [
        "scheduler",
        "read_ahead_kb",
    ]
    dialog = editing.preview
    assert dialog is not None
    qtbot.mouseClick(dialog.cancel, Qt.MouseButton.LeftButton)
    choose(editing, "read_ahead_kb", "256")
    applied(editing, qtbot)
    assert (loop.scheduler, loop.read("read_ahead_kb")) == (OTHER, "256")


def test_several_devices_are_set_together_or_not_at_all(
    loop: LoopDevice, services: Services, loop_devices: LoopDeviceFactory
) -> None:
    other = loop_devices()
    before = loop.settings(), other.settings()
    first = Change(ChangeTarget(loop.name, loop.diskseq), {"scheduler": OTHER})
    second = Change(ChangeTarget(other.name, other.diskseq), {"read_ahead_kb": "130"})
    with pytest.raises(StorageTunerError, match=f"^{other.name}: The kernel set another value: "):
        apply_changes(services.connect, (first, second))
    assert (loop.settings(), other.settings()) == before

    second = replace(second, wanted={"read_ahead_kb": unlike(other)})
    applied = apply_changes(services.connect, (first, second))
    assert loop.scheduler == OTHER
    assert other.read("read_ahead_kb") == second.wanted["read_ahead_kb"]
    undo(services.connect, applied)
    assert (loop.settings(), other.settings()) == before
    assert kept_state(services.connect).changed == ()


def test_a_password_that_nobody_gives_loses_nothing(
    loop: LoopDevice, editing: Editing, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def dismiss(_: str) -> None:
        raise Dismissed

    before = loop.settings()
    choose(editing, "scheduler", OTHER)
    monkeypatch.setattr(Meddling, "meddle", staticmethod(dismiss))
    said = refused(previewed(editing, qtbot), qtbot)
    assert said == str(Dismissed())
    assert loop.settings() == before
    assert editing.collection.counts == {loop.name: 1}


@pytest.mark.sampled(1)
@pytest.mark.parametrize("method", ["SetSettings", "EndSession"])
@pytest.mark.usefixtures("real_helper")
def test_a_helper_that_is_killed_leaves_everything_as_it_was(
    loop: LoopDevice,
    editing: Editing,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    method: str,
) -> None:
    def kill(name: str) -> None:
        if name == method:
            kill_worker()

    before = loop.settings()
    choose(editing, "scheduler", OTHER)
    monkeypatch.setattr(Meddling, "meddle", staticmethod(kill))
    said = refused(previewed(editing, qtbot), qtbot)
    assert said == str(HelperGone())
    qtbot.waitUntil(lambda: loop.settings() == before, timeout=PATIENCE_MS)
    assert editing.collection.counts == {loop.name: 1}
    monkeypatch.setattr(Meddling, "meddle", staticmethod(lambda _: None))
    dialog = editing.preview
    assert dialog is not None
    qtbot.mouseClick(dialog.apply, Qt.MouseButton.LeftButton)
    wait_for_end(editing, qtbot)
    assert loop.scheduler == OTHER


def test_what_another_program_sets_meanwhile_is_not_overwritten_unseen(
    loop: LoopDevice, editing: Editing, qtbot: QtBot
) -> None:
    choose(editing, "read_ahead_kb", "512")
    dialog = previewed(editing, qtbot)
    loop.write("read_ahead_kb", "64")
    said = refused(dialog, qtbot)
    assert f"Another program has since changed read_ahead_kb of {loop.name} from" in said
    assert loop.read("read_ahead_kb") == "64"
    qtbot.waitUntil(lambda: dialog.table.cells(0)[2] == f"64{SPACE}KiB", timeout=PATIENCE_MS)
    qtbot.mouseClick(dialog.apply, Qt.MouseButton.LeftButton)
    wait_for_end(editing, qtbot)
    assert loop.read("read_ahead_kb") == "512"


def test_another_programs_change_is_marked_before_any_preview(
    loop: LoopDevice, editing: Editing, window: MainWindow, qtbot: QtBot
) -> None:
    choose(editing, "read_ahead_kb", "512")
    loop.write("read_ahead_kb", "64")
    window.services.inventory.refresh()

    def said() -> str:
        items = editing.editor.list.settings()
        item = next(each for each in items if each.row.tunable.name == "read_ahead_kb")
        return item.remarks[0]

    expected = "64 → 512 (changed by another program)"
    qtbot.waitUntil(lambda: said() == expected, timeout=PATIENCE_MS)


def test_the_changes_of_a_device_that_goes_wait_and_are_not_given_to_another(
    window: MainWindow, qtbot: QtBot
) -> None:
    editing = window.page.settings.editing
    with scratch_folder() as folder:
        with attached_loop(folder) as gone:
            qtbot.waitUntil(lambda: gone.name in window.tree.present_keys(), timeout=PATIENCE_MS)
            window.tree.choose(gone.name)
            window.page.tabs.setCurrentWidget(window.page.settings)
            choose(editing, "read_ahead_kb", unlike(gone))
        bar = editing.editor.bar
        words = f"Reconnect {gone.name} to apply them."
        qtbot.waitUntil(lambda: words in bar.text.text(), timeout=PATIENCE_MS)
        assert not bar.preview.isEnabled()
        assert not editing.editor.list.isEnabled()
        assert editing.collection.counts == {gone.name: 1}


@pytest.mark.slow
def test_what_was_seen_half_set_takes_no_choice_back(
    loop: LoopDevice,
    editing: Editing,
    window: MainWindow,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The list of devices is read again and again, also while something is being set."""
    before, inventory = loop.settings(), window.services.inventory

    def half_set() -> bool:
        assert editing.subject is not None
        return editing.subject.place.tuned.settings["scheduler"] == OTHER

    def refuse(name: str) -> None:
        if name == "EndSession":
            inventory.refresh()
            wait_until(half_set, "a list that was read meanwhile")
            raise Dismissed

    choose(editing, "scheduler", OTHER)
    choose(editing, "read_ahead_kb", "512")
    dialog = previewed(editing, qtbot)
    monkeypatch.setattr(Meddling, "meddle", staticmethod(refuse))
    assert refused(dialog, qtbot) == str(Dismissed())
    assert editing.collection.counts == {loop.name: 2}
    qtbot.waitUntil(lambda: dialog.table.rowCount() == 2, timeout=PATIENCE_MS)
    assert [dialog.table.cells(row)[2] for row in range(2)] == [
        before["scheduler"],
        f"128{SPACE}KiB",
    ]
    monkeypatch.setattr(Meddling, "meddle", staticmethod(lambda _: None))
    qtbot.mouseClick(dialog.apply, Qt.MouseButton.LeftButton)
    wait_for_end(editing, qtbot)
    assert (loop.scheduler, loop.read("read_ahead_kb")) == (OTHER, "512")


@pytest.mark.slow
def test_an_undo_that_putting_back_overtook_is_told_when_it_ends(
    loop: LoopDevice,
    editing: Editing,
    window: MainWindow,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def overtake(name: str) -> None:
        if name == "BeginSession":
            put_back([loop.name])
            wait_until(lambda: not editing.standing.applied, "the old settings")

    before = loop.settings()
    put_back = window.services.kept_jobs.relay(window.kept.put_back)
    choose(editing, "scheduler", OTHER)
    applied(editing, qtbot)
    monkeypatch.setattr(Meddling, "meddle", staticmethod(overtake))
    qtbot.mouseClick(editing.editor.message.button, Qt.MouseButton.LeftButton)
    said = "The previous settings were restored."
    qtbot.waitUntil(lambda: editing.editor.message.summary == said, timeout=PATIENCE_MS)
    assert not editing.standing.busy
    assert loop.settings() == before


@pytest.mark.slow
def test_keeping_that_ends_after_the_settings_were_put_back_is_told(
    loop: LoopDevice, editing: Editing, window: MainWindow, qtbot: QtBot
) -> None:
    """What is kept is set again by that."""
    choose(editing, "scheduler", OTHER)
    applied(editing, qtbot)
    editing.standing.begin(loop.name)
    window.kept.note_put_back(loop.name, Restored((), (), ()))
    assert not window.page.changed.isVisible()
    editing.note_kept(loop.name, ())
    assert editing.editor.message.summary == "The settings are now permanent."
    assert window.menus.put_back.isEnabled()


def test_a_device_that_goes_while_it_is_set_is_said(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    editing = window.page.settings.editing
    with scratch_folder() as folder, _closed_later(attached_loop(folder)) as (loop, close):
        qtbot.waitUntil(lambda: loop.name in window.tree.present_keys(), timeout=PATIENCE_MS)
        window.tree.choose(loop.name)
        window.page.tabs.setCurrentWidget(window.page.settings)
        choose(editing, "read_ahead_kb", unlike(loop))
        dialog = previewed(editing, qtbot)
        # somebody else's loop device may get the name, which is another story
        window.services.inventory.stop()

        def pull(name: str) -> None:
            if name == "BeginSession":
                close()

        monkeypatch.setattr(Meddling, "meddle", staticmethod(pull))
        qtbot.mouseClick(dialog.apply, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: not editing.standing.busy, timeout=PATIENCE_MS)
        assert loop.name in dialog.message.summary
        assert editing.collection.counts == {loop.name: 1}


@contextmanager
def _closed_later(
    attached: AbstractContextManager[LoopDevice],
) -> Iterator[tuple[LoopDevice, Callable[[], None]]]:
    """The device, and what detaches it before its time."""
    with ExitStack() as stack:
        device = stack.enter_context(attached)
        yield device, stack.close


def test_the_keyboard_alone_chooses_previews_applies_and_undoes(
    loop: LoopDevice, editing: Editing, qtbot: QtBot
) -> None:
    before = loop.settings()
    editor = editing.editor
    window = editor.window()
    control = Qt.KeyboardModifier.ControlModifier
    alt = Qt.KeyboardModifier.AltModifier
    qtbot.keyClick(window, Qt.Key.Key_F, control | Qt.KeyboardModifier.ShiftModifier)
    assert editor.search.hasFocus()
    editor.list.setFocus()
    qtbot.keyClick(editor.list, Qt.Key.Key_F, control)
    assert editor.search.hasFocus()
    qtbot.keyClicks(editor.search, "read-ahead")
    qtbot.keyClick(editor.search, Qt.Key.Key_Tab)
    while not editor.list.hasFocus():
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    assert editor.list.current_name() == "read_ahead_kb"
    qtbot.keyClick(editor.list, Qt.Key.Key_Return)
    number = editor.list.control("read_ahead_kb")
    assert isinstance(number, NumberControl) and number.hasFocus()
    qtbot.keyClicks(number, "512")
    qtbot.keyClick(number, Qt.Key.Key_Return)
    assert editor.list.hasFocus()
    qtbot.keyClick(window, Qt.Key.Key_P, alt)
    qtbot.waitUntil(lambda: editing.preview is not None, timeout=PATIENCE_MS)
    dialog = editing.preview
    assert dialog is not None
    activate(dialog, qtbot)
    qtbot.keyClick(dialog, Qt.Key.Key_A, alt)
    wait_for_end(editing, qtbot)
    assert loop.read("read_ahead_kb") == "512"
    activate(window, qtbot)
    qtbot.keyClick(window, Qt.Key.Key_U, alt)
    said = "The previous settings were restored."
    qtbot.waitUntil(lambda: editor.message.summary == said, timeout=PATIENCE_MS)
    assert loop.settings() == before


def test_changes_are_kept_for_each_device(
    loop: LoopDevice,
    editing: Editing,
    window: MainWindow,
    loop_devices: LoopDeviceFactory,
    qtbot: QtBot,
) -> None:
    other = loop_devices()
    window.services.inventory.refresh()
    qtbot.waitUntil(lambda: other.name in window.tree.present_keys(), timeout=PATIENCE_MS)
    choose(editing, "read_ahead_kb", "512")
    window.tree.choose(other.name)
    assert not editing.editor.bar.isVisible()
    choose(editing, "nomerges", "2")
    badges = {item.row.key: item.row.sentence for item in window.tree.items()}
    assert "change" in badges[loop.name]
    assert "change" in badges[other.name]
    window.tree.choose(loop.name)
    number = editing.editor.list.control("read_ahead_kb")
    assert isinstance(number, NumberControl) and number.value() == 512
    qtbot.mouseClick(editing.editor.bar.discard, Qt.MouseButton.LeftButton)
    assert editing.collection.counts == {other.name: 1}
    assert str(int(number.value())) == loop.read("read_ahead_kb")


def test_settings_of_the_computer_are_applied_and_undone(
    virtual_memory: VirtualMemory, window: MainWindow, qtbot: QtBot
) -> None:
    before = virtual_memory.settings()
    age = str(int(before["dirty_expire_centisecs"]) + 1)
    window.tree.choose(COMPUTER)
    editing = window.computer_page.editing
    qtbot.waitUntil(editing.editor.isVisible, timeout=PATIENCE_MS)
    choose(editing, "dirty_expire_centisecs", age)
    try:
        applied(editing, qtbot)
        assert virtual_memory.settings() == {**before, "dirty_expire_centisecs": age}
        qtbot.waitUntil(window.menus.put_back.isEnabled, timeout=PATIENCE_MS)
    finally:
        qtbot.mouseClick(editing.editor.message.button, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: virtual_memory.settings() == before, timeout=PATIENCE_MS)
    qtbot.waitUntil(lambda: not window.menus.put_back.isEnabled(), timeout=PATIENCE_MS)


def test_closing_the_window_asks_before_chosen_changes_are_forgotten(
    loop: LoopDevice, editing: Editing, window: MainWindow, qtbot: QtBot
) -> None:
    before = loop.settings()
    choose(editing, "scheduler", OTHER)
    window.close()
    question = window.leaving.question.box
    assert window.isVisible() and question is not None
    assert loop.name in question.text()
    qtbot.keyClick(question, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window.leaving.question.box is None, timeout=PATIENCE_MS)
    assert window.isVisible()
    assert editing.collection.counts == {loop.name: 1}
    window.close()
    question = window.leaving.question.box
    assert question is not None
    leave = next(each for each in question.buttons() if each.text() == "&Close anyway")
    qtbot.mouseClick(leave, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not window.isVisible(), timeout=PATIENCE_MS)
    assert loop.settings() == before


def test_closing_the_window_waits_until_what_is_being_set_is_set(
    loop: LoopDevice,
    editing: Editing,
    window: MainWindow,
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    go_on = threading.Event()

    def hold(name: str) -> None:
        if name == "EndSession":
            go_on.wait(PATIENCE_MS / 1000)

    choose(editing, "scheduler", OTHER)
    dialog = previewed(editing, qtbot)
    monkeypatch.setattr(Meddling, "meddle", staticmethod(hold))
    qtbot.mouseClick(dialog.apply, Qt.MouseButton.LeftButton)
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    try:
        window.close()
        question = window.leaving_work.question.box
        assert window.isVisible() and question is not None
        leave = next(each for each in question.buttons() if each.text() == "&Close when finished")
        qtbot.mouseClick(leave, Qt.MouseButton.LeftButton)
        window.close()
        assert window.isVisible()
    finally:
        go_on.set()
    qtbot.waitUntil(lambda: not window.isVisible(), timeout=PATIENCE_MS)
    assert loop.scheduler == OTHER
    assert loop.name in remembered_kept(window.services.settings)


def test_a_closed_preview_changes_nothing(loop: LoopDevice, editing: Editing, qtbot: QtBot) -> None:
    before = loop.settings()
    choose(editing, "scheduler", OTHER)
    dialog = previewed(editing, qtbot)
    assert isinstance(dialog.reach, QComboBox) and not dialog.reach.isVisible()
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    wait_for_end(editing, qtbot)
    assert loop.settings() == before
    assert editing.editor.bar.isVisible()
