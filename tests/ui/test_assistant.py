"""The assistant from its first page to a saved report, over the real helper."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from pypdf import PdfReader
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QFileDialog,
    QLineEdit,
    QPushButton,
    QWidget,
)
from pytestqt.qtbot import QtBot

from storage_tuner.client.helper import HelperConnection, HelperEvent, Value
from storage_tuner.core.errors import (
    Dismissed,
    HelperGone,
    HelperUnavailable,
    NoAuthenticationAgent,
    NoSpace,
    NotAuthorized,
    OperationRefused,
    StorageTunerError,
    ToolMissing,
)
from storage_tuner.core.measurement import SettingsOutcome
from storage_tuner.core.message import sentence
from storage_tuner.core.plan import Plan, TargetKind, Thoroughness, Use, Variant
from storage_tuner.store.results import read_results
from storage_tuner.ui.assistant.assistant import Assistant
from storage_tuner.ui.assistant.steps.step import Step
from storage_tuner.ui.blocks.table import BlockTable
from storage_tuner.ui.tree.device_tree import PRACTICE
from storage_tuner.ui.window.services import Services
from tests.kept_runs import kept_runs
from tests.loop_device import LoopDevice, slowed
from tests.processes import kill_worker
from tests.ui import samples
from tests.ui.conftest import PATIENCE_MS, endless, short
from tests.unit.client.test_setting_changes import Helper

MakeAssistant = Callable[..., Assistant]


def press(qtbot: QtBot, key: Qt.Key) -> None:
    """Send a key to whatever has the focus, as a keyboard does."""
    qtbot.keyClick(QApplication.focusWidget(), key)


def alt(qtbot: QtBot, window: QWidget, key: Qt.Key) -> None:
    with qtbot.waitActive(window, timeout=PATIENCE_MS):
        window.activateWindow()
    qtbot.keyClick(window, key, Qt.KeyboardModifier.AltModifier)


def arrives(qtbot: QtBot, assistant: Assistant, step: Step) -> None:
    """A button that is pressed by its letter stays down for a moment."""
    qtbot.waitUntil(lambda: assistant.step is step, timeout=PATIENCE_MS)


def practice_files(state: Path) -> list[Path]:
    return list((state / "state").glob("practice/*.img"))


def practice_devices(state: Path) -> list[str]:
    """Loop devices over a practice disk of this test."""
    found = []
    for file in Path("/sys/block").glob("loop*/loop/backing_file"):
        try:
            backing = file.read_text(encoding="utf-8")
        except OSError:
            continue  # detached between the listing and the reading
        if backing.startswith(str(state)):
            found.append(file.parts[3])
    return found


def measuring(assistant: Assistant) -> bool:
    return assistant.pages.measure.where.text().startswith("Test ")


def begin(qtbot: QtBot, assistant: Assistant) -> None:
    """Press the button that starts, and wait for the first run; or for the result, of a plan so
    short that its runs may be over before they're seen."""
    if assistant.step is Step.PURPOSE:
        qtbot.mouseClick(assistant.next, Qt.MouseButton.LeftButton)
    assert assistant.step is Step.PLAN
    qtbot.mouseClick(assistant.next, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(
        lambda: measuring(assistant) or assistant.step is Step.RESULT, timeout=PATIENCE_MS
    )


def save_as(qtbot: QtBot, assistant: Assistant, suffix: str, path: Path) -> None:
    """Press the button, type a name into the dialog, press Return, wait for the file."""
    button = assistant.pages.report.buttons[suffix]
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(assistant.findChildren(QFileDialog)), timeout=PATIENCE_MS)
    dialog = assistant.findChildren(QFileDialog)[-1]
    name = dialog.findChild(QLineEdit)
    assert name is not None
    assert name.text().endswith(suffix)
    name.setText(str(path))
    qtbot.keyClick(name, Qt.Key.Key_Return)
    wanted = assistant.pages.report.message
    qtbot.waitUntil(lambda: wanted.summary not in ("", "Saving …"), timeout=PATIENCE_MS)


@pytest.mark.root
def test_the_keyboard_alone_leads_from_the_first_page_to_the_result(
    make_assistant: MakeAssistant, state: Path, qtbot: QtBot
) -> None:
    assistant = make_assistant()
    assert assistant.step is Step.DEVICE
    press(qtbot, Qt.Key.Key_End)
    assert assistant.pages.device.current_key() == PRACTICE
    press(qtbot, Qt.Key.Key_Return)
    arrives(qtbot, assistant, Step.PURPOSE)
    for _ in range(3):
        press(qtbot, Qt.Key.Key_Down)
    assert assistant.pages.purpose.use() is Use.DATABASE
    alt(qtbot, assistant, Qt.Key.Key_N)
    arrives(qtbot, assistant, Step.PLAN)
    alt(qtbot, assistant, Qt.Key.Key_B)
    arrives(qtbot, assistant, Step.PURPOSE)
    press(qtbot, Qt.Key.Key_Return)
    arrives(qtbot, assistant, Step.PLAN)
    alt(qtbot, assistant, Qt.Key.Key_M)
    arrives(qtbot, assistant, Step.MEASURE)
    qtbot.waitUntil(lambda: assistant.step is Step.RESULT, timeout=PATIENCE_MS)
    press(qtbot, Qt.Key.Key_Return)
    arrives(qtbot, assistant, Step.APPLY)
    alt(qtbot, assistant, Qt.Key.Key_N)
    arrives(qtbot, assistant, Step.REPORT)
    press(qtbot, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not assistant.isVisible(), timeout=PATIENCE_MS)
    assert practice_devices(state) == []


@pytest.mark.root
@pytest.mark.usefixtures("real_helper")
def test_a_practice_disk_is_measured_judged_and_reported(
    make_assistant: MakeAssistant, state: Path, qtbot: QtBot
) -> None:
    assistant = make_assistant(PRACTICE)
    assert assistant.step is Step.PURPOSE
    begin(qtbot, assistant)
    (name,) = practice_devices(state)
    with slowed(name):
        qtbot.waitUntil(lambda: assistant.step is Step.RESULT, timeout=PATIENCE_MS)
    headline = assistant.pages.result.headline.summary
    assert headline
    table = assistant.pages.result.findChildren(BlockTable)[0]
    names = [row[0].text for row in table.shown.rows]
    assert {"Sequential read", "Random write"} <= {*names}
    assistant.navigation.go(Step.REPORT)
    for suffix in (".pdf", ".csv", ".json"):
        path = state / f"result{suffix}"
        save_as(qtbot, assistant, suffix, path)
        assert assistant.pages.report.message.summary == f"Saved: {path}"
    text = "".join(page.extract_text() for page in PdfReader(state / "result.pdf").pages)
    assert " ".join(headline.split()) in " ".join(text.split())
    record = read_results(state / "result.json")
    assert record.completed
    assert {(run.operation, run.threads, run.variant) for run in record.measurements} == {
        (operation, threads, variant.name)
        for operation in record.plan.operations
        for threads in record.plan.threads
        for variant in record.plan.variants
    }
    assert len(kept_runs()) == 1
    qtbot.mouseClick(assistant.next, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not assistant.isVisible(), timeout=PATIENCE_MS)
    assert practice_devices(state) == []
    assert practice_files(state) == []


@pytest.mark.root
def test_stopping_in_the_middle_brings_everything_back(
    make_assistant: MakeAssistant, loop: LoopDevice, qtbot: QtBot
) -> None:
    before = loop.settings()
    assistant = make_assistant(loop.name, adjust=endless)
    begin(qtbot, assistant)
    runs = assistant.pages.measure.standings
    qtbot.waitUntil(lambda: runs.disturbances.slices > 0, timeout=PATIENCE_MS)
    qtbot.mouseClick(assistant.cancel, Qt.MouseButton.LeftButton)
    box = assistant.running.question
    assert box is not None
    assert box.defaultButton().text() == "&Keep measuring"
    qtbot.keyClick(box, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: assistant.running.question is None, timeout=PATIENCE_MS)
    assert assistant.running.measuring
    assistant.close()
    assert assistant.isVisible()
    box = assistant.running.question
    assert box is not None
    stop = next(button for button in box.buttons() if button.text() == "&Stop")
    qtbot.mouseClick(stop, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: assistant.step is Step.RESULT, timeout=PATIENCE_MS)
    assert loop.settings() == before
    assert "Stopped early" in assistant.pages.result.headline.accessibleDescription()
    assistant.end()
    qtbot.waitUntil(lambda: not assistant.isVisible(), timeout=PATIENCE_MS)
    assert loop.settings() == before


@pytest.mark.root
def test_a_pause_gives_the_disk_back_until_it_goes_on(
    make_assistant: MakeAssistant, loop: LoopDevice, qtbot: QtBot
) -> None:
    before = loop.settings()
    assistant = make_assistant(loop.name, adjust=endless)
    begin(qtbot, assistant)
    page = assistant.pages.measure
    qtbot.waitUntil(lambda: page.standings.disturbances.slices > 0, timeout=PATIENCE_MS)
    qtbot.mouseClick(page.pause, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.where.text().startswith("Paused"), timeout=PATIENCE_MS)
    assert loop.settings() == before
    assert page.pause.text() == "&Resume"
    measured = page.standings.disturbances.slices
    qtbot.mouseClick(page.pause, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.standings.disturbances.slices > measured, timeout=PATIENCE_MS)
    assert measuring(assistant)
    assistant.running.stop()
    qtbot.waitUntil(lambda: assistant.step is Step.RESULT, timeout=PATIENCE_MS)
    assert loop.settings() == before


@pytest.mark.root
def test_stopping_while_the_practice_disk_is_filled_leaves_nothing(
    make_assistant: MakeAssistant, state: Path, qtbot: QtBot
) -> None:
    assistant = make_assistant(PRACTICE, adjust=endless)
    assistant.navigation.go(Step.PLAN)
    qtbot.mouseClick(assistant.next, Qt.MouseButton.LeftButton)
    assistant.running.stop()
    qtbot.waitUntil(lambda: not assistant.running.measuring, timeout=PATIENCE_MS)
    assert assistant.pages.measure.message.summary == "Stopped."
    assert assistant.back.isEnabled()
    assistant.end()
    qtbot.waitUntil(lambda: not assistant.isVisible(), timeout=PATIENCE_MS)
    assert practice_devices(state) == []
    assert practice_files(state) == []


@pytest.mark.root
def test_settings_are_tried_left_and_kept(
    make_assistant: MakeAssistant, loop: LoopDevice, qtbot: QtBot
) -> None:
    before = loop.scheduler
    assistant = make_assistant(loop.name)
    begin(qtbot, assistant)
    qtbot.waitUntil(lambda: assistant.step is Step.RESULT, timeout=PATIENCE_MS)
    record = assistant.running.record
    assert record is not None
    other = next(each.name for each in record.plan.variants if each.name != before)
    _, judgement = samples.result(TargetKind.DEVICE, {"bfq": 0.2})
    advice = judgement.recommendation
    assert advice is not None
    changed = type(advice)(**{**advice.__dict__, "settings": (("scheduler", other),)})
    assistant.running.show_measured(record, type(judgement)(judgement.verdicts, changed))
    assistant.navigation.go(Step.APPLY)
    page = assistant.pages.apply
    (row,) = page.measured.rows
    assert (row.offer.now, row.value) == (((loop.name, before),), other)
    qtbot.mouseClick(page.try_now, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(page.countdown.isVisible, timeout=PATIENCE_MS)
    assert loop.scheduler == other
    qtbot.mouseClick(page.leave, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(
        lambda: page.message.summary == "The previous settings were restored.", timeout=PATIENCE_MS
    )
    assert loop.scheduler == before
    qtbot.mouseClick(page.try_now, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(page.countdown.isVisible, timeout=PATIENCE_MS)
    page.countdown.seconds = 1
    page.countdown.tick()
    qtbot.waitUntil(lambda: page.message.isVisible(), timeout=PATIENCE_MS)
    assert loop.scheduler == before
    with qtbot.waitSignal(assistant.settings_kept, timeout=PATIENCE_MS) as kept:
        qtbot.mouseClick(page.keep, Qt.MouseButton.LeftButton)
    assert kept.args == [loop.name]
    assert "kept until the next reboot" in page.message.summary
    stored = kept_runs()
    assert [session.record.outcome for session in stored] == [SettingsOutcome.KEPT]
    assistant.end()
    qtbot.waitUntil(lambda: not assistant.isVisible(), timeout=PATIENCE_MS)
    assert loop.scheduler == other


@pytest.mark.slow
@pytest.mark.root
@pytest.mark.usefixtures("real_helper")
def test_a_helper_that_is_killed_is_said_and_everything_is_back(
    make_assistant: MakeAssistant, loop: LoopDevice, qtbot: QtBot
) -> None:
    before = loop.settings()
    assistant = make_assistant(loop.name, adjust=endless)
    begin(qtbot, assistant)
    runs = assistant.pages.measure.standings
    qtbot.waitUntil(lambda: runs.disturbances.slices > 0, timeout=PATIENCE_MS)
    kill_worker()
    qtbot.waitUntil(lambda: not assistant.running.measuring, timeout=PATIENCE_MS)
    page = assistant.pages.result
    arrives(qtbot, assistant, Step.RESULT)
    assert page.error.summary == "The privileged helper stopped unexpectedly."
    assert page.error.remedy == str(HelperGone().remedy)
    assert "Stopped early" in page.headline.accessibleDescription()
    stored = kept_runs()
    assert [session.record for session in stored] == [assistant.running.record]
    assert not stored[0].record.completed
    qtbot.waitUntil(lambda: loop.settings() == before, timeout=PATIENCE_MS)
    qtbot.mouseClick(page.error.button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: measuring(assistant), timeout=PATIENCE_MS)
    assert assistant.step is Step.MEASURE
    assistant.end()
    qtbot.waitUntil(lambda: not assistant.isVisible(), timeout=PATIENCE_MS)
    assert loop.settings() == before


@pytest.mark.root
def test_a_measurement_without_a_run_says_why(
    make_assistant: MakeAssistant, state: Path, qtbot: QtBot
) -> None:
    def impossible(plan: Plan) -> Plan:
        return replace(short(plan), variants=(Variant("x", (("scheduler", "nonsense"),)),))

    assistant = make_assistant(PRACTICE, adjust=impossible)
    assistant.navigation.go(Step.PLAN)
    qtbot.mouseClick(assistant.next, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not assistant.running.measuring, timeout=PATIENCE_MS)
    page = assistant.pages.measure
    assert assistant.step is Step.MEASURE
    assert page.title.text() == "Measurement failed"
    assert page.message.summary.startswith("The helper refused")
    assert assistant.next.text() == "Try &again"
    assert kept_runs() == ()


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "error",
    [
        Dismissed(),
        NotAuthorized(),
        NoAuthenticationAgent(),
        HelperUnavailable(sentence("its system service is not installed")),
        NoSpace("for the practice disk"),
        ToolMissing("fio"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_what_goes_wrong_is_said_with_a_way_on(
    make_assistant: MakeAssistant, qtbot: QtBot, error: StorageTunerError
) -> None:
    def refuse() -> HelperConnection:
        raise error

    assistant = make_assistant(PRACTICE, connecting=refuse)
    assistant.navigation.go(Step.PLAN)
    qtbot.mouseClick(assistant.next, Qt.MouseButton.LeftButton)
    message = assistant.pages.measure.message
    qtbot.waitUntil(message.isVisible, timeout=PATIENCE_MS)
    assert message.summary == str(error.summary)
    assert message.remedy == str(error.remedy)
    assert assistant.next.text() == "Try &again"
    assert assistant.next.isEnabled()
    qtbot.mouseClick(assistant.back, Qt.MouseButton.LeftButton)
    assert assistant.step is Step.PLAN


def test_an_error_nobody_thought_of_is_said_without_a_traceback(
    make_assistant: MakeAssistant, qtbot: QtBot, caplog: pytest.LogCaptureFixture
) -> None:
    def break_down() -> HelperConnection:
        raise RuntimeError("the wind blew")

    assistant = make_assistant(PRACTICE, connecting=break_down)
    assistant.navigation.go(Step.PLAN)
    qtbot.mouseClick(assistant.next, Qt.MouseButton.LeftButton)
    message = assistant.pages.measure.message
    qtbot.waitUntil(message.isVisible, timeout=PATIENCE_MS)
    assert message.summary == "Unexpected error: the wind blew."
    assert "unexpected error" in caplog.text


def test_a_report_that_cannot_be_saved_is_said_in_words(
    make_assistant: MakeAssistant, qtbot: QtBot, tmp_path: Path
) -> None:
    assistant = make_assistant()
    assistant.running.show_measured(*samples.result(TargetKind.DEVICE, {"bfq": 0.1}))
    assistant.navigation.go(Step.REPORT)
    assistant.save(tmp_path / "missing" / "result.csv", ".csv")
    message = assistant.pages.report.message
    qtbot.waitUntil(lambda: "can't be written" in message.summary, timeout=PATIENCE_MS)
    assert all(button.isEnabled() for button in assistant.pages.report.buttons.values())


@pytest.mark.root
def test_the_plan_says_what_is_safe_and_how_long_it_takes(
    make_assistant: MakeAssistant, services: Services, loop: LoopDevice
) -> None:
    assistant = make_assistant(PRACTICE, adjust=lambda plan: plan)
    assistant.navigation.go(Step.PLAN)
    page = assistant.pages.plan
    assert page.safety.summary == "No data can be lost"
    facts = dict(page.facts.rows)
    assert "sequential write" in facts["Operations"]
    assert "Done by " in facts["Time"]
    times = [page.buttons[choice].text() for choice in Thoroughness]
    assert len(set(times)) == len(times)
    assistant.pages.device.show_devices(services.inventory.devices)
    assistant.pages.device.choose(loop.name)
    assistant.navigation.go(Step.PLAN)
    assert page.safety.summary == "Your files stay untouched"
    assert "write" not in dict(page.facts.rows)["Operations"]


def test_leaving_it_as_it_is_is_said_kindly(make_assistant: MakeAssistant) -> None:
    assistant = make_assistant()
    assistant.running.show_measured(*samples.result(TargetKind.DEVICE, {}))
    assistant.navigation.go(Step.APPLY)
    assert assistant.pages.apply.message.summary.startswith('Keep "mq-deadline"')
    assert not assistant.pages.apply.try_now.isVisible()
    buttons = [button for button in assistant.findChildren(QPushButton) if button.isDefault()]
    assert buttons == [assistant.next]


class UnwillingConnection:
    """A helper that refuses everything, and whose leaving takes until ``may_leave``."""

    def __init__(self) -> None:
        self.may_leave = threading.Event()

    def submit(
        self,
        method: str,  # noqa: ARG002 - the protocol has them
        device: str = "",  # noqa: ARG002
        arguments: Mapping[str, Value] | None = None,  # noqa: ARG002
    ) -> Future[dict[str, Value]]:
        reply: Future[dict[str, Value]] = Future()
        reply.set_exception(NoSpace("for the practice disk"))
        return reply

    def next_event(self, timeout: float) -> HelperEvent | None:  # noqa: ARG002
        return None

    def close(self) -> None:
        self.may_leave.wait(PATIENCE_MS / 1000)


def test_the_window_answers_while_settings_are_put_back(
    make_assistant: MakeAssistant, qtbot: QtBot
) -> None:
    connection = UnwillingConnection()
    assistant = make_assistant(PRACTICE, connecting=lambda: connection)
    try:
        assistant.navigation.go(Step.PLAN)
        qtbot.mouseClick(assistant.next, Qt.MouseButton.LeftButton)
        message = assistant.pages.measure.message
        qtbot.waitUntil(message.isVisible, timeout=PATIENCE_MS)
        press(qtbot, Qt.Key.Key_Escape)
        assert assistant.ending.text() == "Restoring settings …"
        press(qtbot, Qt.Key.Key_Escape)
        QApplication.processEvents()
        assert assistant.isVisible()
        assert not connection.may_leave.is_set()
    finally:
        connection.may_leave.set()
    qtbot.waitUntil(lambda: not assistant.isVisible(), timeout=PATIENCE_MS)


def test_a_setting_that_stays_changed_is_said_before_the_window_vanishes(
    make_assistant: MakeAssistant, loop: LoopDevice, qtbot: QtBot
) -> None:
    """Nobody would be told otherwise; who closes it again knows."""
    left = OperationRefused("NotApplied", f"scheduler of {loop.name} couldn't be restored")
    helper = Helper(
        **{f"StartBenchmark_{loop.name}": NotAuthorized(), f"EndSession_{loop.name}": left}
    )
    assistant = make_assistant(loop.name, connecting=lambda: helper)
    assistant.navigation.go(Step.PLAN)
    qtbot.waitUntil(assistant.next.isEnabled, timeout=PATIENCE_MS)
    assistant.measure()
    message = assistant.pages.measure.message
    qtbot.waitUntil(lambda: message.summary == str(NotAuthorized().summary), timeout=PATIENCE_MS)
    assistant.end()
    qtbot.waitUntil(lambda: "couldn't be restored" in message.summary, timeout=PATIENCE_MS)
    assert assistant.isVisible()
    assert message.isVisible()
    assert f"'storage-tuner restore {loop.name}'" in message.remedy
    assert assistant.cancel.isEnabled()
    qtbot.mouseClick(assistant.cancel, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not assistant.isVisible(), timeout=PATIENCE_MS)


def test_the_window_answers_while_a_report_is_written(
    make_assistant: MakeAssistant, qtbot: QtBot, tmp_path: Path
) -> None:
    pipe = tmp_path / "result.json"
    os.mkfifo(pipe)
    assistant = make_assistant()
    assistant.running.show_measured(*samples.result(TargetKind.DEVICE, {"bfq": 0.1}))
    assistant.navigation.go(Step.REPORT)
    assistant.save(pipe, ".json")
    with ThreadPoolExecutor(1) as pool:
        assistant.end()
        assert assistant.isVisible()
        assert assistant.ending.text() == "Saving the report …"
        written = pool.submit(pipe.read_bytes)
        qtbot.waitUntil(lambda: not assistant.isVisible(), timeout=PATIENCE_MS)
        assert json.loads(written.result())["schema_version"] == 1


def test_an_error_nobody_thought_of_while_saving_is_said(
    make_assistant: MakeAssistant, qtbot: QtBot, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assistant = make_assistant()
    assistant.running.show_measured(*samples.result(TargetKind.DEVICE, {"bfq": 0.1}))
    assistant.navigation.go(Step.REPORT)
    assistant.save(Path("/\0"), ".json")
    message = assistant.pages.report.message
    qtbot.waitUntil(lambda: "couldn't be written" in message.summary, timeout=PATIENCE_MS)
    assert "unexpected error" in caplog.text
    assistant.end()
    qtbot.waitUntil(lambda: not assistant.isVisible(), timeout=PATIENCE_MS)


def test_after_an_error_the_old_settings_can_still_be_asked_for(
    make_assistant: MakeAssistant, qtbot: QtBot
) -> None:
    assistant = make_assistant()
    assistant.running.show_measured(*samples.result(TargetKind.DEVICE, {"bfq": 0.1}))
    assistant.navigation.go(Step.APPLY)
    page = assistant.pages.apply
    assert page.offers_change
    page.show_working()
    assistant.running.show_failed(HelperGone())
    assert page.message.summary == str(HelperGone().summary)
    assert not page.try_now.isEnabled()
    assert not page.keep.isEnabled()
    assert not page.offers_change
    with qtbot.waitSignal(page.leave_asked, timeout=PATIENCE_MS):
        qtbot.mouseClick(page.leave, Qt.MouseButton.LeftButton)


def test_escape_closes_where_nothing_is_measured(
    make_assistant: MakeAssistant, qtbot: QtBot
) -> None:
    assistant = make_assistant()
    press(qtbot, Qt.Key.Key_Escape)
    assert not assistant.isVisible()
    assert assistant.result() == QDialog.DialogCode.Rejected
