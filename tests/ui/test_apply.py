"""Which settings are offered, chosen, tried and kept after a measurement; over the real helper."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from storage_tuner.core.decision import Confidence
from storage_tuner.core.errors import (
    DeviceGone,
    HelperGone,
    InvalidInput,
    NotRestored,
    OperationRefused,
    StorageTunerError,
    ValueNotTaken,
)
from storage_tuner.core.measurement import SettingsOutcome
from storage_tuner.core.plan import TargetKind
from storage_tuner.core.verdict import Basis, Judgement, SettingAdvice
from storage_tuner.jobs.settings.offered_changes import offers
from storage_tuner.jobs.tuning_session import TuningSession
from storage_tuner.ui.assistant.assistant import Assistant
from storage_tuner.ui.assistant.steps.apply_step import ApplyStep
from storage_tuner.ui.assistant.steps.step import Step
from storage_tuner.ui.assistant.tuner import Tuner
from tests.loop_device import LoopDevice
from tests.ui import sample_results, samples
from tests.ui.conftest import PATIENCE_MS
from tests.unit.client.test_setting_changes import Helper

MakeAssistant = Callable[..., Assistant]


@pytest.fixture
def page(qtbot: QtBot) -> ApplyStep:
    made = ApplyStep()
    qtbot.addWidget(made)
    made.show()
    return made


def show(page: ApplyStep, kind: str) -> None:
    record, judgement = sample_results.judged(kind)
    page.show_result(record, judgement, samples.DEVICES[:3] if kind == "array" else ())


def chosen(page: ApplyStep) -> list[str]:
    return [f"{name}={value}" for name, value in page.chosen]


def test_what_was_measured_is_ticked_and_what_is_only_published_is_not(page: ApplyStep) -> None:
    show(page, "array")
    assert [row.offer.setting for row in page.measured.rows] == ["scheduler"]
    assert [row.offer.setting for row in page.beside.rows] == ["queue_depth"]
    assert chosen(page) == ["scheduler=bfq"]
    (row,) = page.beside.rows
    assert row.offer.now == (("sda", "1"), ("sdb", "1"), ("sdc", "1"))
    assert row.values is not None
    row.box.setChecked(True)
    assert chosen(page) == ["scheduler=bfq", "queue_depth=32"]
    row.values.setCurrentIndex(1)
    assert chosen(page) == ["scheduler=bfq", "queue_depth=2"]


def test_what_belongs_to_the_array_itself_is_not_set_on_its_members() -> None:
    record, judgement = sample_results.judged("array")
    assert "read_ahead_kb" in [each.setting for each in judgement.hypotheses]
    found = offers(record, judgement, samples.DEVICES[:3])
    assert "read_ahead_kb" not in [each.setting for each in found]


def test_every_line_is_spoken_and_ticked_by_keys(page: ApplyStep, qtbot: QtBot) -> None:
    show(page, "several")
    with qtbot.waitActive(page):
        page.activateWindow()
    QApplication.processEvents()  # the lines are shown when the loop turns
    (first, second) = page.measured.rows
    assert first.box.accessibleName() == "Scheduler of sda: now mq-deadline, new bfq"
    assert not page.part_note.isVisible()
    first.box.setFocus()
    qtbot.keyClick(first.box, Qt.Key.Key_Space)
    assert chosen(page) == ["nr_requests=512"]
    assert page.part_note.isVisible()
    qtbot.keyClick(first.box, Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is second.box
    qtbot.keyClick(second.box, Qt.Key.Key_Space)
    assert chosen(page) == []
    assert not page.try_now.isEnabled() and not page.keep.isEnabled()
    assert not page.part_note.isVisible()


def test_nothing_can_be_chosen_anew_while_it_is_on_trial(page: ApplyStep) -> None:
    show(page, "several")
    page.show_tried()
    assert page.countdown.isVisible()
    assert not any(row.box.isEnabled() for row in page.measured.rows)
    assert page.keep.isEnabled() and page.leave.isEnabled() and not page.try_now.isEnabled()
    page.show_left()
    assert all(row.box.isEnabled() for row in page.measured.rows)
    assert page.try_now.isEnabled()


def test_each_end_says_what_is_set_now(page: ApplyStep) -> None:
    show(page, "several")
    for error, words, may_try in (
        (
            ValueNotTaken("NotApplied", "nr_requests is 64", "sdb"),
            "previous settings are active",
            True,
        ),
        (OperationRefused("NotAllowed", "not that"), "previous settings were restored", True),
        (HelperGone(), "on trial are restored automatically", False),
        (NotRestored("NotApplied", "scheduler is bfq", "sda"), "restore sda", False),
        (DeviceGone("sdb"), "other disks of the array", False),
    ):
        page.show_offer()
        page.show_error(error)
        assert page.message.summary == str(error.summary)
        assert words in page.message.accessibleDescription()
        assert page.try_now.isEnabled() == may_try
        assert page.leave.isEnabled()


@pytest.mark.parametrize(
    "error", [NotRestored("NotApplied", "scheduler is bfq", "sda"), HelperGone()], ids=type
)
@pytest.mark.parametrize("elsewhere", [Step.RESULT, Step.REPORT])
def test_what_goes_wrong_is_told_wherever_the_user_went_meanwhile(
    make_assistant: MakeAssistant, elsewhere: Step, error: StorageTunerError
) -> None:
    """Who went on would believe that it's kept, or that the trial is over."""
    assistant = make_assistant()
    assistant.running.show_measured(*sample_results.judged("several"))
    assistant.navigation.go(Step.APPLY)
    page = assistant.pages.apply
    page.show_tried()
    assistant.navigation.go(elsewhere)
    page.countdown.seconds = 1
    page.countdown.tick()
    assistant.running.show_failed(error)
    assert assistant.step is Step.APPLY
    assert page.message.isVisible()
    assert page.message.summary == str(error.summary)
    assert page.leave.isEnabled()


def test_nobody_goes_elsewhere_while_settings_are_being_kept(
    make_assistant: MakeAssistant,
) -> None:
    """A password may be asked for meanwhile; what else could be begun would end the keeping."""
    assistant = make_assistant()
    assistant.running.show_measured(*sample_results.judged("several"))
    assistant.navigation.go(Step.APPLY)
    page = assistant.pages.apply
    for end in (
        lambda: page.show_kept_for_good(()),
        page.show_left,
        page.show_tried,
        lambda: page.show_error(HelperGone()),
    ):
        page.show_keeping_for_good()
        assert not assistant.back.isEnabled()
        assert not assistant.next.isEnabled()
        assert assistant.cancel.isEnabled()
        end()
        assert assistant.back.isEnabled()
        assert assistant.next.isEnabled()


def test_nothing_is_confirmed_while_settings_are_being_kept(make_assistant: MakeAssistant) -> None:
    assistant = make_assistant()
    running = assistant.running
    running.show_measured(*samples.raced_result())
    running.tuner = Tuner(lambda told: TuningSession(Helper, told), lambda plan: plan)
    try:
        assistant.pages.apply.show_keeping_for_good()
        assistant.pages.result.confirming.acted.emit()
        assert not running.confirming
        assert assistant.step is Step.RESULT
    finally:
        running.tuner.finish()
        running.tuner = None


def test_what_is_kept_is_not_offered_anew_when_confirming_fails(
    make_assistant: MakeAssistant,
) -> None:
    """Leaving would claim that the old settings are back."""
    assistant = make_assistant()
    running, page = assistant.running, assistant.pages.apply
    record, judgement = samples.raced_result()
    running.show_measured(record, judgement)
    page.show_kept_for_good(())
    running.record = replace(record, outcome=SettingsOutcome.KEPT)
    running.measuring = running.confirming = True
    assistant.navigation.go(Step.MEASURE)
    running.show_failed(InvalidInput("The settings are kept."))
    assert assistant.step is Step.RESULT
    assert not page.leave.isEnabled()
    assistant.navigation.go(Step.APPLY)
    assert page.message.summary == "The settings are now permanent."


def test_an_answer_that_comes_late_does_not_offer_what_is_being_tried(page: ApplyStep) -> None:
    """Whether it could be kept for good was asked before the button was pressed."""
    show(page, "several")
    page.show_working()
    page.show_not_keepable(OperationRefused("NotSupported", "no name for good"))
    assert page.why_not_for_good.isVisible()
    assert not any(button.isEnabled() for button in page.buttons)
    page.show_tried()
    assert page.keep.isEnabled() and not page.for_good.isEnabled()


def measured(
    make_assistant: MakeAssistant, loop: LoopDevice, qtbot: QtBot, **settings: str
) -> Assistant:
    """From the start of measuring to the page; recommended is what is told, whatever was found."""
    assistant = make_assistant(loop.name)
    assistant.navigation.go(Step.PLAN)
    qtbot.mouseClick(assistant.next, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: assistant.step is Step.RESULT, timeout=PATIENCE_MS)
    record = assistant.running.record
    assert record is not None
    _, judgement = samples.result(TargetKind.DEVICE, {"bfq": 0.2})
    assert judgement.recommendation is not None
    advice = replace(judgement.recommendation, settings=tuple(settings.items()))
    beside = SettingAdvice(
        setting="read_ahead_kb",
        value=loop.settings()["read_ahead_kb"],
        before=loop.settings()["read_ahead_kb"],
        change=False,
        basis=Basis.UNMEASURED,
        summary="",
        confidence=Confidence.LOW,
        trials=("4096",),
        devices=(loop.name,),
    )
    told = Judgement(judgement.verdicts, advice, hypotheses=(beside,))
    assistant.running.show_measured(record, told)
    assistant.navigation.go(Step.APPLY)
    return assistant


def other_than(scheduler: str) -> str:
    return "bfq" if scheduler != "bfq" else "mq-deadline"


@pytest.mark.root
def test_from_measuring_to_kept_by_keys_with_what_was_ticked(
    make_assistant: MakeAssistant, loop: LoopDevice, qtbot: QtBot
) -> None:
    before = loop.settings()
    other = other_than(before["scheduler"])
    assistant = measured(make_assistant, loop, qtbot, scheduler=other)
    page = assistant.pages.apply
    (row,) = page.beside.rows
    assert row.offer.now == ((loop.name, before["read_ahead_kb"]),)
    row.box.setFocus()
    qtbot.keyClick(row.box, Qt.Key.Key_Space)
    page.try_now.setFocus()
    qtbot.keyClick(page.try_now, Qt.Key.Key_Space)
    qtbot.waitUntil(page.countdown.isVisible, timeout=PATIENCE_MS)
    assert (loop.scheduler, loop.settings()["read_ahead_kb"]) == (other, "4096")
    page.leave.setFocus()
    qtbot.keyClick(page.leave, Qt.Key.Key_Space)
    qtbot.waitUntil(
        lambda: page.message.summary == "The previous settings were restored.", timeout=PATIENCE_MS
    )
    assert loop.settings() == before
    page.keep.setFocus()
    with qtbot.waitSignal(assistant.settings_kept, timeout=PATIENCE_MS):
        qtbot.keyClick(page.keep, Qt.Key.Key_Space)
    assistant.end()
    qtbot.waitUntil(lambda: not assistant.isVisible(), timeout=PATIENCE_MS)
    assert (loop.scheduler, loop.settings()["read_ahead_kb"]) == (other, "4096")


@pytest.mark.slow
@pytest.mark.root
def test_what_isn_t_ticked_is_not_set(
    make_assistant: MakeAssistant, loop: LoopDevice, qtbot: QtBot
) -> None:
    before = loop.settings()
    other = other_than(before["scheduler"])
    assistant = measured(make_assistant, loop, qtbot, scheduler=other)
    page = assistant.pages.apply
    page.measured.rows[0].box.click()
    page.beside.rows[0].box.click()
    qtbot.mouseClick(page.try_now, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(page.countdown.isVisible, timeout=PATIENCE_MS)
    assert (loop.scheduler, loop.settings()["read_ahead_kb"]) == (before["scheduler"], "4096")
    assistant.end()
    qtbot.waitUntil(lambda: not assistant.isVisible(), timeout=PATIENCE_MS)
    assert loop.settings() == before


@pytest.mark.slow
@pytest.mark.root
def test_a_refused_value_leaves_all_as_it_was_and_can_be_left_out(
    make_assistant: MakeAssistant, loop: LoopDevice, qtbot: QtBot
) -> None:
    before = loop.settings()
    other = other_than(before["scheduler"])
    assistant = measured(make_assistant, loop, qtbot, scheduler=other, nr_requests="1")
    page = assistant.pages.apply
    qtbot.mouseClick(page.try_now, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(page.message.summary), timeout=PATIENCE_MS)
    assert "previous settings were restored" in page.message.accessibleDescription()
    assert loop.settings() == before
    refused = next(row for row in page.measured.rows if row.offer.setting == "nr_requests")
    refused.box.click()
    qtbot.mouseClick(page.try_now, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(page.countdown.isVisible, timeout=PATIENCE_MS)
    assert loop.scheduler == other
    qtbot.mouseClick(page.leave, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(
        lambda: page.message.summary == "The previous settings were restored.", timeout=PATIENCE_MS
    )
    assert loop.settings() == before
