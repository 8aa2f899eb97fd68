"""What the assistant asks before it measures, over the real helper where something is measured."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from storage_tuner.core.condition import ConditionKind, warning
from storage_tuner.core.knowledge import Aim
from storage_tuner.core.plan import Protocol, TargetKind, Thoroughness, Use
from storage_tuner.jobs.plans import preview_of
from storage_tuner.ui.assistant.assistant import Assistant
from storage_tuner.ui.assistant.plan.comparison_choice import ComparedKind
from storage_tuner.ui.assistant.plan.conditions import ConditionsCard
from storage_tuner.ui.assistant.plan.measurement_choice import MeasuredKind
from storage_tuner.ui.assistant.plan.overwriting import OverwritingOffer
from storage_tuner.ui.assistant.steps.device_step import DeviceStep
from storage_tuner.ui.assistant.steps.purpose_step import PurposeStep
from storage_tuner.ui.assistant.steps.step import Step
from storage_tuner.ui.tree.device_tree import PRACTICE
from storage_tuner.ui.window.services import Services
from tests.loop_device import LoopDevice
from tests.ui import sample_machine
from tests.ui.conftest import PATIENCE_MS

MakeAssistant = Callable[..., Assistant]


@pytest.fixture
def devices(qtbot: QtBot) -> DeviceStep:
    page = DeviceStep()
    qtbot.addWidget(page)
    page.show_devices(sample_machine.EVERYTHING, (sample_machine.CONTROLLER,))
    page.show()
    return page


def texts(page: DeviceStep) -> dict[str, str]:
    """What is to be read and not hidden, by key."""
    items = [page.list.item(row) for row in range(page.list.count())]
    return {
        str(item.data(Qt.ItemDataRole.UserRole)): item.text()
        for item in items
        if not item.isHidden()
    }


def is_enabled(page: DeviceStep, key: str) -> bool:
    items = [page.list.item(row) for row in range(page.list.count())]
    (item,) = [each for each in items if each.data(Qt.ItemDataRole.UserRole) == key]
    return bool(item.flags() & Qt.ItemFlag.ItemIsEnabled)


def test_every_device_is_listed_and_says_why_it_cant_be_chosen(devices: DeviceStep) -> None:
    told = texts(devices)
    assert set(told) >= {device.name for device in sample_machine.EVERYTHING}
    assert "belongs to md0" in told["sda"]
    assert not is_enabled(devices, "sda")
    assert "Tunes its 3 member disks together (sda, sdb and sdc)" in told["md0"]
    assert is_enabled(devices, "md0")
    devices.choose("sda")
    assert devices.current_key() != "sda"


def test_a_search_leaves_what_has_every_word(devices: DeviceStep, qtbot: QtBot) -> None:
    assert devices.search.isVisible()
    devices.search.setFocus()
    qtbot.keyClicks(devices.search, "raid MD1")
    assert set(texts(devices)) == {"md1"}
    assert devices.current_key() == "md1"
    qtbot.keyClicks(devices.search, " nothing like that")
    assert texts(devices) == {}
    assert devices.current_key() == ""
    devices.search.clear()
    assert set(texts(devices)) >= {"md0", "md1", "nvme0n1"}


@pytest.fixture
def purpose(qtbot: QtBot) -> PurposeStep:
    page = PurposeStep()
    qtbot.addWidget(page)
    with qtbot.waitExposed(page):
        page.show()
    return page


def test_what_matters_is_put_in_order_by_keys(purpose: PurposeStep, qtbot: QtBot) -> None:
    aims = purpose.aims
    assert aims.aims() == ()
    assert not aims.list.isVisible()
    qtbot.keyClick(aims.usual, Qt.Key.Key_Space)
    assert aims.aims() == (Aim.THROUGHPUT, Aim.LATENCY, Aim.WORST_CASE)
    aims.list.setFocus()
    qtbot.keyClick(aims.list, Qt.Key.Key_End)
    assert aims.list.currentItem().text().startswith("CPU efficiency")
    for _ in range(4):
        qtbot.keyClick(aims.list, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    assert aims.aims() == (Aim.CPU, Aim.THROUGHPUT, Aim.LATENCY)
    assert aims.list.currentItem().text().startswith("1. CPU efficiency")
    assert not aims.up.isEnabled()
    qtbot.mouseClick(aims.down, Qt.MouseButton.LeftButton)
    assert aims.aims() == (Aim.THROUGHPUT, Aim.CPU, Aim.LATENCY)
    qtbot.keyClick(aims.usual, Qt.Key.Key_Space)
    assert aims.aims() == ()


def test_the_order_follows_a_row_that_is_dragged(purpose: PurposeStep) -> None:
    aims = purpose.aims
    aims.choose((Aim.FAIRNESS,))
    assert aims.aims()[0] is Aim.FAIRNESS
    model = aims.list.model()
    assert model.moveRow(model.index(0, 0).parent(), 0, model.index(0, 0).parent(), 3)
    assert aims.aims() == (Aim.THROUGHPUT, Aim.LATENCY, Aim.FAIRNESS)
    assert aims.list.item(2).text().startswith("3. Fairness")


@pytest.mark.slow
@pytest.mark.root
def test_a_folder_is_chosen_and_measured_on_its_disk(
    make_assistant: MakeAssistant,
    mounted: tuple[LoopDevice, Path],
    services: Services,
    qtbot: QtBot,
) -> None:
    device, folder = mounted
    settings = device.settings()
    qtbot.waitUntil(
        lambda: device.name in {each.name for each in services.inventory.devices},
        timeout=PATIENCE_MS,
    )
    assistant = make_assistant()
    page = assistant.pages.device
    qtbot.mouseClick(page.folder, Qt.MouseButton.LeftButton)
    answer(qtbot, page, folder)
    qtbot.waitUntil(lambda: page.current_key() == str(folder), timeout=PATIENCE_MS)
    target = assistant.preparation.target()
    assert (target.kind, target.device) == (TargetKind.FILE, device.name)
    assistant.navigation.go(Step.PLAN)
    assert str(folder) in assistant.pages.plan.safety.accessibleDescription()
    assistant.measure()
    qtbot.waitUntil(lambda: assistant.step is Step.RESULT, timeout=PATIENCE_MS)
    record = assistant.running.record
    assert record is not None
    assert record.completed
    assert {run.operation.name for run in record.measurements} == {"seq-read", "rand-write"}
    assert device.settings() == settings
    assert [each.name for each in folder.iterdir()] == ["lost+found"]


@pytest.fixture
def choosing(make_assistant: MakeAssistant, loop: LoopDevice) -> Assistant:
    """At the first step, with a disk chosen that no other test takes away meanwhile."""
    made = make_assistant(loop.name)
    made.navigation.go(Step.DEVICE)
    return made


@pytest.mark.root
def test_a_folder_without_a_disk_is_refused_in_words(
    choosing: Assistant, loop: LoopDevice, qtbot: QtBot
) -> None:
    page = choosing.pages.device
    page.place_asked.emit(Path("/proc/self"))
    qtbot.waitUntil(page.message.isVisible, timeout=PATIENCE_MS)
    assert page.current_key() == loop.name


@pytest.mark.root
def test_a_folder_that_is_found_late_is_not_measured_unseen(
    choosing: Assistant, loop: LoopDevice, mounted: tuple[LoopDevice, Path], qtbot: QtBot
) -> None:
    """On a slow network: who went on saw the plan of a disk."""
    _, folder = mounted
    choosing.pages.device.place_asked.emit(folder)
    choosing.navigation.go(Step.PURPOSE)
    qtbot.waitUntil(lambda: not choosing.surveys.is_busy, timeout=PATIENCE_MS)
    assert choosing.preparation.target().device == loop.name
    choosing.navigation.go(Step.DEVICE)
    assert choosing.preparation.target().device == loop.name


@pytest.mark.root
def test_only_the_folder_that_was_asked_for_last_counts(
    choosing: Assistant, loop: LoopDevice, mounted: tuple[LoopDevice, Path], qtbot: QtBot
) -> None:
    _, folder = mounted
    page = choosing.pages.device
    page.place_asked.emit(folder)
    page.place_asked.emit(Path("/proc/self"))
    qtbot.waitUntil(lambda: not choosing.surveys.is_busy, timeout=PATIENCE_MS)
    assert page.current_key() == loop.name
    assert page.message.isVisible()


@pytest.mark.root
def test_a_practice_disk_has_a_quick_plan_that_others_do_not_get(
    make_assistant: MakeAssistant, loop: LoopDevice, state: Path
) -> None:
    settings = QSettings(str(state / "choices.ini"), QSettings.Format.IniFormat)
    assistant = make_assistant(loop.name, settings=settings)
    device, plan = assistant.pages.device, assistant.pages.plan
    assistant.navigation.go(Step.PLAN)
    assert plan.thoroughness() is Thoroughness.NORMAL
    assistant.navigation.go(Step.DEVICE)
    device.choose(PRACTICE)
    assistant.navigation.go(Step.PLAN)
    assert plan.thoroughness() is Thoroughness.QUICK
    assert assistant.preparation.request().thoroughness is Thoroughness.QUICK
    assert "Left out for lack of time" in plan.notes.text()
    plan.buttons[Thoroughness.THOROUGH].setChecked(True)
    assert "Left out" not in plan.notes.text()
    assistant.navigation.go(Step.DEVICE)
    device.choose(loop.name)
    assistant.navigation.go(Step.PLAN)
    assert plan.thoroughness() is Thoroughness.NORMAL


@pytest.mark.root
def test_the_last_choices_are_remembered(
    make_assistant: MakeAssistant, loop: LoopDevice, state: Path, qtbot: QtBot
) -> None:
    settings = QSettings(str(state / "choices.ini"), QSettings.Format.IniFormat)
    first = make_assistant(loop.name, settings=settings)
    first.pages.purpose.choose(Use.BACKUP, (Aim.CPU, Aim.LATENCY, Aim.FAIRNESS))
    first.navigation.go(Step.PLAN)
    first.pages.plan.buttons[Thoroughness.QUICK].setChecked(True)
    first.end()
    qtbot.waitUntil(lambda: not first.isVisible(), timeout=PATIENCE_MS)
    settings.sync()
    again = QSettings(str(state / "choices.ini"), QSettings.Format.IniFormat)
    second = make_assistant(loop.name, settings=again)
    assert second.pages.purpose.use() is Use.BACKUP
    request = second.preparation.request()
    assert request.aims == (Aim.CPU, Aim.LATENCY, Aim.FAIRNESS)
    assert request.thoroughness is Thoroughness.QUICK
    assert QApplication.focusWidget() is second.pages.purpose.buttons[Use.BACKUP]


@pytest.mark.root
def test_choices_that_nobody_understands_count_as_never_made(
    make_assistant: MakeAssistant, loop: LoopDevice, state: Path
) -> None:
    settings = QSettings(str(state / "choices.ini"), QSettings.Format.IniFormat)
    for name, text in (("use", "gaming"), ("aims", "cpu,glory,cpu"), ("thoroughness", "7")):
        settings.setValue(f"assistant/{name}", text)
    assistant = make_assistant(loop.name, settings=settings)
    request = assistant.preparation.request()
    assert request.use is Use.DESKTOP
    assert request.aims[0] is Aim.CPU
    assert request.thoroughness is Thoroughness.NORMAL


@pytest.mark.root
def test_the_disk_with_the_users_files_is_offered_for_a_responsive_desktop(
    make_assistant: MakeAssistant, loop: LoopDevice, state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until another purpose is chosen, which is then offered for every disk."""
    settings = QSettings(str(state / "choices.ini"), QSettings.Format.IniFormat)
    assistant = make_assistant(settings=settings)
    inventory = assistant.preparation.inventory
    found = inventory.device(loop.name)
    assert found is not None
    of_home = replace(found, mount_points=(str(Path.home()),))
    monkeypatch.setattr(inventory, "device", {loop.name: of_home}.get)
    device, purpose = assistant.pages.device, assistant.pages.purpose
    device.choose(loop.name)
    assistant.navigation.go(Step.PURPOSE)
    assert purpose.use() is Use.RESPONSIVENESS
    assistant.navigation.go(Step.PLAN)
    assert not settings.contains("assistant/use")
    assistant.navigation.go(Step.DEVICE)
    device.choose(PRACTICE)
    assistant.navigation.go(Step.PURPOSE)
    assert purpose.use() is Use.DESKTOP
    purpose.choose_use(Use.BACKUP)
    assistant.navigation.go(Step.PLAN)
    assistant.navigation.go(Step.DEVICE)
    device.choose(loop.name)
    assistant.navigation.go(Step.PURPOSE)
    assert purpose.use() is Use.BACKUP


def names(assistant: Assistant) -> list[str]:
    """What the plan says is compared."""
    request = assistant.preparation.request()
    devices = assistant.preparation.inventory.devices
    return [variant.name for variant in preview_of(request, devices).plan.variants]


@pytest.mark.root
def test_schedulers_and_settings_are_chosen(
    make_assistant: MakeAssistant, loop: LoopDevice, qtbot: QtBot
) -> None:
    assistant = make_assistant(loop.name, adjust=lambda plan: plan)
    assistant.navigation.go(Step.PLAN)
    page = assistant.pages.plan
    choice = page.comparison
    assert set(choice.schedulers) >= {"none", "mq-deadline"}
    for name, tick in choice.schedulers.items():
        tick.setChecked(name in ("none", "mq-deadline"))
    assert sorted(names(assistant)) == ["mq-deadline", "none"]
    qtbot.waitUntil(lambda: "bfq" not in dict(page.facts.rows)["Compared"], timeout=PATIENCE_MS)
    for tick in choice.schedulers.values():
        tick.setChecked(False)
    qtbot.waitUntil(lambda: not assistant.next.isEnabled(), timeout=PATIENCE_MS)
    assert assistant.next.toolTip() == "Tick at least one scheduler."
    choice.buttons[ComparedKind.SETTINGS].setFocus()
    qtbot.keyClick(choice.buttons[ComparedKind.SETTINGS], Qt.Key.Key_Space)
    assert choice.series.isVisible()
    assert choice.problem == "Tick at least one setting."
    qtbot.keyClick(choice.series.ticks["nr_requests"], Qt.Key.Key_Space)
    line = choice.series.values["nr_requests"]
    line.setText("64, 9999999")
    qtbot.keyClick(line, Qt.Key.Key_Tab)
    assert choice.problem.startswith("9999999 isn't valid for nr_requests")
    qtbot.waitUntil(lambda: choice.note.text() == choice.problem, timeout=PATIENCE_MS)
    now = loop.read("nr_requests")
    line.setText(f"{now}, 64, 32")
    assert names(assistant) == ["as it is", "nr_requests=64", "nr_requests=32"]
    choice.series.ticks["scheduler"].setChecked(True)
    choice.series.values["scheduler"].setText("none, mq-deadline")
    choice.series.together.setCurrentIndex(1)
    assert len(names(assistant)) == 6


@pytest.mark.root
def test_the_article_is_offered_with_its_own_time(
    make_assistant: MakeAssistant, loop: LoopDevice, qtbot: QtBot
) -> None:
    assistant = make_assistant(loop.name, adjust=lambda plan: plan)
    assistant.navigation.go(Step.PLAN)
    page = assistant.pages.plan
    page.article.setFocus()
    qtbot.keyClick(page.article, Qt.Key.Key_Space)
    assert assistant.preparation.request().protocol is Protocol.ARTICLE
    qtbot.waitUntil(
        lambda: "one after the other" in dict(page.facts.rows)["Repeats"], timeout=PATIENCE_MS
    )
    assert "minutes" in page.article.text()
    assert assistant.preparation.request().repeats == 1
    page.runs.setFocus()
    qtbot.keyClick(page.runs, Qt.Key.Key_Up)
    assert assistant.preparation.request().repeats == 2
    qtbot.waitUntil(
        lambda: dict(page.facts.rows)["Repeats"].startswith("2 of each"), timeout=PATIENCE_MS
    )
    assert not page.buttons[Thoroughness.NORMAL].isEnabled()
    page.article.setChecked(False)
    assert page.buttons[Thoroughness.NORMAL].isEnabled()
    assert assistant.preparation.request().repeats is None


def test_sustained_writes_are_planned_by_their_amount(
    make_assistant: MakeAssistant, qtbot: QtBot
) -> None:
    assistant = make_assistant(PRACTICE)
    assistant.navigation.go(Step.PLAN)
    page = assistant.pages.plan
    button = page.measurement.buttons[MeasuredKind.SUSTAINED]
    button.setFocus()
    qtbot.keyClick(button, Qt.Key.Key_Space)
    page.measurement.amount.setValue(2)
    request = assistant.preparation.request()
    assert request.protocol is Protocol.SUSTAINED
    assert request.target.size_bytes == 2 << 30
    assert [variant.settings for variant in request.variants] == [()]
    qtbot.waitUntil(
        lambda: dict(page.facts.rows)["Written"] == "2.15\xa0GB, once", timeout=PATIENCE_MS
    )
    assert not page.comparison.isEnabled()
    page.measurement.buttons[MeasuredKind.WORKLOADS].setChecked(True)
    assert page.comparison.isEnabled()
    assert assistant.preparation.request().protocol is Protocol.ADAPTIVE


@pytest.mark.root
def test_the_time_comes_first_and_what_else_can_be_chosen_is_folded(
    make_assistant: MakeAssistant, loop: LoopDevice, qtbot: QtBot
) -> None:
    assistant = make_assistant(loop.name, adjust=lambda plan: plan)
    assistant.navigation.go(Step.PLAN)
    page = assistant.pages.plan
    assert page.buttons[Thoroughness.NORMAL].isVisible()
    assert "Done by " in page.summary.text()
    assert not page.advanced.is_open
    assert not page.comparison.isVisible()
    page.advanced.button.click()
    assert page.comparison.isVisible()


@pytest.mark.root
def test_what_is_folded_is_shown_where_it_matters(
    make_assistant: MakeAssistant, loop: LoopDevice
) -> None:
    """Whoever had something else chosen, or can't go on for it, needn't look for it."""
    assistant = make_assistant(loop.name, adjust=lambda plan: plan)
    assistant.navigation.go(Step.PLAN)
    page = assistant.pages.plan
    for tick in page.comparison.schedulers.values():
        tick.setChecked(False)
    assistant.preparation.show_chosen()
    assert page.problem
    assert page.advanced.is_open


@pytest.mark.slow
@pytest.mark.root
def test_two_settings_are_measured_against_each_other(
    make_assistant: MakeAssistant, state: Path, qtbot: QtBot
) -> None:
    assistant = make_assistant(PRACTICE)
    assistant.navigation.go(Step.PLAN)
    choice = assistant.pages.plan.comparison
    choice.buttons[ComparedKind.PAIR].setChecked(True)
    a, b = choice.pair.boxes["scheduler"]
    a.setCurrentText("mq-deadline")
    b.setCurrentText("mq-deadline")
    assert choice.problem.startswith("A and B are the same.")
    choice.pair.others.setCurrentIndex(choice.pair.others.findData("read_ahead_kb"))
    qtbot.mouseClick(choice.pair.add, Qt.MouseButton.LeftButton)
    for box, value in zip(choice.pair.boxes["read_ahead_kb"], ("128", "4096"), strict=True):
        box.setCurrentText(value)
    assert choice.problem == ""
    assistant.measure()
    qtbot.waitUntil(lambda: assistant.step is Step.RESULT, timeout=PATIENCE_MS)
    record = assistant.running.record
    assert record is not None
    assert record.completed
    assert [dict(variant.settings) for variant in record.plan.variants] == [
        {"scheduler": "mq-deadline", "read_ahead_kb": "128"},
        {"scheduler": "mq-deadline", "read_ahead_kb": "4096"},
    ]
    assert {run.variant for run in record.measurements} == {
        variant.name for variant in record.plan.variants
    }


@pytest.mark.root
def test_threads_and_workloads_are_looked_for_and_chosen(
    make_assistant: MakeAssistant, loop: LoopDevice, qtbot: QtBot
) -> None:
    assistant = make_assistant(loop.name, adjust=lambda plan: plan)
    assistant.navigation.go(Step.PLAN)
    choice = assistant.pages.plan.workloads
    assistant.pages.plan.advanced.set_open(True)
    choice.set_open(True)
    qtbot.waitUntil(lambda: choice.tree.topLevelItemCount() > 0, timeout=PATIENCE_MS)
    qtbot.keyClicks(choice.search, "8 kib")
    shown = choice.tree.shown()
    assert "Random read, 8 KiB" in shown
    assert "Sequential read" not in shown
    choice.counts.setText("3, 1, 0")
    qtbot.keyClick(choice.counts, Qt.Key.Key_Tab)
    qtbot.waitUntil(lambda: not assistant.next.isEnabled(), timeout=PATIENCE_MS)
    assert choice.problem.startswith("Enter thread counts from 1 to")
    choice.counts.setText("3, 1")
    qtbot.keyClick(choice.counts, Qt.Key.Key_Tab)
    qtbot.waitUntil(assistant.next.isEnabled, timeout=PATIENCE_MS)
    assert assistant.preparation.request().threads == (1, 3)
    rows = dict(assistant.pages.plan.facts.rows)
    assert rows["Concurrency"] == "1 and 3 threads"


RESYNC = warning(ConditionKind.ARRAY_WORK, "md0 is busy with a resync.", "Wait until it ends.")
VIRTUAL = warning(ConditionKind.VIRTUAL, "This is a virtual machine.", "Measure on the host.")


def test_what_passes_by_itself_is_waited_for(qtbot: QtBot) -> None:
    page = ConditionsCard()
    qtbot.addWidget(page)
    with qtbot.waitExposed(page):
        page.show()
    patience = page.patience
    page.show_conditions([VIRTUAL])
    assert not patience.button.isVisible()
    page.show_conditions([RESYNC, VIRTUAL])
    assert patience.button.isVisible()
    assert not patience.timer.isActive()
    patience.timer.setInterval(0)
    with qtbot.waitSignal(page.acted, timeout=PATIENCE_MS):
        qtbot.keyClick(patience.button, Qt.Key.Key_Space)
    page.show_checking()
    with qtbot.waitSignal(page.acted, timeout=PATIENCE_MS):
        page.show_conditions([RESYNC])
    page.show_conditions([VIRTUAL])
    assert not patience.timer.isActive()
    assert not patience.button.isVisible()


@pytest.mark.root
def test_a_workload_of_ones_own_is_put_together_and_ticked(
    make_assistant: MakeAssistant, loop: LoopDevice, state: Path, qtbot: QtBot
) -> None:
    assistant = make_assistant(loop.name, adjust=lambda plan: plan)
    assistant.navigation.go(Step.PLAN)
    choice = assistant.pages.plan.workloads
    assistant.pages.plan.advanced.set_open(True)
    choice.set_open(True)
    qtbot.keyClick(choice.own, Qt.Key.Key_Space)
    editor = assistant.aids.editor
    assert editor is not None
    assert not editor.save.isEnabled()
    assert not editor.mix.isEnabled()
    qtbot.keyClicks(editor.label, "rand-read")
    qtbot.mouseClick(editor.save, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(editor.message.isVisible, timeout=PATIENCE_MS)
    assert "already" in editor.message.summary
    editor.label.setText("My own reads")
    editor.block.setCurrentIndex(editor.block.findData(65536))
    editor.queue.setValue(4)
    qtbot.mouseClick(editor.save, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: assistant.aids.editor is None, timeout=PATIENCE_MS)
    assert (state / "config" / "storage-tuner" / "workloads" / "my-own-reads.toml").is_file()
    chosen = [each.name for each in assistant.preparation.workloads()]
    assert chosen == ["seq-read", "rand-read", "my-own-reads"]
    assert "my own reads" in dict(assistant.pages.plan.facts.rows)["Operations"].lower()


def answer(qtbot: QtBot, parent: QWidget, path: Path) -> None:
    """Type a path into the file dialog that is open, and press Return."""
    qtbot.waitUntil(lambda: bool(parent.findChildren(QFileDialog)), timeout=PATIENCE_MS)
    dialog = parent.findChildren(QFileDialog)[-1]
    name = dialog.findChild(QLineEdit)
    assert name is not None
    name.setText(str(path))
    qtbot.keyClick(name, Qt.Key.Key_Return)


@pytest.mark.slow
@pytest.mark.root
def test_a_plan_that_was_saved_gives_the_same_session_when_it_is_loaded(
    make_assistant: MakeAssistant, loop: LoopDevice, state: Path, qtbot: QtBot
) -> None:
    path = state / "plan.json"
    first = make_assistant(loop.name)
    first.pages.purpose.choose(Use.BACKUP, (Aim.CPU, Aim.LATENCY, Aim.FAIRNESS))
    first.navigation.go(Step.PLAN)
    page = first.pages.plan
    page.comparison.buttons[ComparedKind.PAIR].setChecked(True)
    page.buttons[Thoroughness.QUICK].setChecked(True)
    page.workloads.counts.setText("2, 4")
    wanted = first.preparation.request()
    assert len(wanted.variants) == 2
    page.advanced.set_open(True)
    page.files.save.click()
    answer(qtbot, page.files, path)
    qtbot.waitUntil(path.exists, timeout=PATIENCE_MS)
    qtbot.waitUntil(lambda: page.files.message.summary == f"Saved: {path}", timeout=PATIENCE_MS)
    first.end()
    qtbot.waitUntil(lambda: not first.isVisible(), timeout=PATIENCE_MS)
    second = make_assistant(loop.name)
    second.navigation.go(Step.PLAN)
    assert second.preparation.request() != wanted
    files = second.pages.plan.files
    second.pages.plan.advanced.set_open(True)
    files.load.click()
    answer(qtbot, files, path)
    qtbot.waitUntil(lambda: files.message.summary == f"Loaded: {path}", timeout=PATIENCE_MS)
    assert second.preparation.request() == wanted
    second.measure()
    qtbot.waitUntil(lambda: second.step is Step.RESULT, timeout=PATIENCE_MS)
    record = second.running.record
    assert record is not None
    assert record.plan.aims == wanted.aims
    assert {run.variant for run in record.measurements} == {
        variant.name for variant in wanted.variants
    }


@pytest.mark.root
def test_a_plan_that_cant_be_meant_changes_nothing(
    make_assistant: MakeAssistant, loop: LoopDevice, state: Path, qtbot: QtBot
) -> None:
    assistant = make_assistant(loop.name)
    assistant.navigation.go(Step.PLAN)
    before = assistant.preparation.request()
    files = assistant.pages.plan.files
    for text, reason in (
        ('{"schema_version": 1, "use": "gaming"}', "at use: expected one of"),
        ('{"schema_version": 1, "use": "backup", "schedulers": ["cfq"]}', "doesn't support"),
        (
            '{"schema_version": 1, "varied": [{"name": "queue_depth", "values": ["1", "32"]}]}',
            "doesn't support what the plan compares: queue_depth",
        ),
    ):
        (state / "plan.json").write_text(text, encoding="utf-8")
        with qtbot.waitSignal(assistant.surveys.idle, timeout=PATIENCE_MS):
            files.load_asked.emit(state / "plan.json")
        assert reason in files.message.summary
        assert assistant.preparation.request() == before


def offered(qtbot: QtBot, assistant: Assistant) -> OverwritingOffer:
    assistant.navigation.go(Step.PLAN)
    offer = assistant.pages.plan.overwriting
    qtbot.waitUntil(offer.isVisible, timeout=PATIENCE_MS)
    return offer


@pytest.mark.slow
@pytest.mark.root
@pytest.mark.usefixtures("real_helper")
def test_an_empty_disk_is_overwritten_only_after_its_name_was_typed(
    make_assistant: MakeAssistant, loop: LoopDevice, qtbot: QtBot
) -> None:
    before = loop.file.read_bytes()
    assistant = make_assistant(loop.name)
    offer = offered(qtbot, assistant)
    page = assistant.pages.plan
    assert assistant.preparation.request().overwrite == ""
    assert dict(page.facts.rows)["Written"] == "Nothing (read-only test)"
    qtbot.mouseClick(offer.button, Qt.MouseButton.LeftButton)
    dialog = offer.dialog
    assert dialog is not None
    typed = dialog.typed
    qtbot.waitUntil(lambda: QApplication.focusWidget() is typed, timeout=PATIENCE_MS)
    assert not dialog.overwrite.isDefault()
    name = f"{loop.name} {len(before)}"
    for wrong in (name[:-1], "yes", loop.name):
        dialog.typed.setText(wrong)
        assert not dialog.overwrite.isEnabled()
    qtbot.keyClick(dialog.typed, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: offer.dialog is None, timeout=PATIENCE_MS)
    assert assistant.preparation.request().overwrite == ""
    qtbot.mouseClick(offer.button, Qt.MouseButton.LeftButton)
    dialog = offer.dialog
    assert dialog is not None
    qtbot.keyClicks(dialog.typed, name)
    assert dialog.overwrite.isEnabled()
    assert not dialog.overwrite.isDefault()
    qtbot.keyClick(dialog.overwrite, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: assistant.preparation.request().overwrite == name, timeout=PATIENCE_MS)
    qtbot.waitUntil(
        lambda: dict(page.facts.rows)["Written"] == "The whole disk", timeout=PATIENCE_MS
    )
    assert loop.file.read_bytes() == before
    assistant.measure()
    qtbot.waitUntil(lambda: assistant.step is Step.RESULT, timeout=PATIENCE_MS)
    record = assistant.running.record
    assert record is not None
    assert any(run.operation.writes for run in record.measurements)
    assert any("previous contents are lost" in str(sentence) for sentence in record.caveats)
    assert loop.file.read_bytes() != before


@pytest.mark.slow
@pytest.mark.root
def test_leave_to_overwrite_is_taken_back_and_counts_for_one_disk(
    make_assistant: MakeAssistant, loop: LoopDevice, qtbot: QtBot
) -> None:
    assistant = make_assistant(loop.name)
    offer = offered(qtbot, assistant)
    offer.allow()
    assert assistant.preparation.request().overwrite.startswith(loop.name)
    qtbot.mouseClick(offer.button, Qt.MouseButton.LeftButton)
    assert assistant.preparation.request().overwrite == ""
    offer.allow()
    assistant.navigation.go(Step.DEVICE)
    assistant.pages.device.choose(PRACTICE)
    assistant.navigation.go(Step.PLAN)
    assert assistant.preparation.request().overwrite == ""
    assert not offer.isVisible()
    assistant.navigation.go(Step.DEVICE)
    assistant.pages.device.choose(loop.name)
    assistant.navigation.go(Step.PLAN)
    qtbot.waitUntil(offer.isVisible, timeout=PATIENCE_MS)
    assert assistant.preparation.request().overwrite == ""


def test_another_disk_in_the_place_of_the_one_that_was_named_is_not_overwritten(
    qtbot: QtBot,
) -> None:
    offer = OverwritingOffer()
    qtbot.addWidget(offer)
    named = replace(sample_machine.BY_NAME["sdh"], diskseq=7)
    offer.offer(named, "EXAMPLE")
    assert offer.allowed(named) == ""
    offer.allow()
    assert offer.allowed(named) == "EXAMPLE"
    other = replace(named, diskseq=8)
    assert offer.allowed(other) == ""
    assert offer.allowed(None) == ""
    offer.offer(other, "EXAMPLE")
    assert offer.allowed(other) == ""


@pytest.mark.root
def test_a_disk_that_holds_something_is_never_offered_to_be_overwritten(
    make_assistant: MakeAssistant,
    mounted: tuple[LoopDevice, Path],
    services: Services,
    qtbot: QtBot,
) -> None:
    device, _ = mounted
    qtbot.waitUntil(
        lambda: any(
            each.name == device.name and each.in_use for each in services.inventory.devices
        ),
        timeout=PATIENCE_MS,
    )
    assistant = make_assistant(device.name)
    with qtbot.waitSignal(assistant.surveys.idle, timeout=PATIENCE_MS):
        assistant.navigation.go(Step.PLAN)
    assert not assistant.pages.plan.overwriting.isVisible()
    assert assistant.preparation.request().overwrite == ""
