"""What the assistant tells before, while and after it measures, over the real helper."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QTreeWidgetItem
from pytestqt.qtbot import QtBot

from storage_tuner.bench.adaptive import complete_blocks
from storage_tuner.bench.confirmation import confirmation_plan
from storage_tuner.client.helper import HelperConnection
from storage_tuner.core.errors import HelperGone, HelperUnavailable, ToolMissing
from storage_tuner.core.measurement import Metric, SessionRecord, SettingsOutcome
from storage_tuner.core.plan import Plan, Protocol, TargetKind
from storage_tuner.core.progress import Phase, Progress
from storage_tuner.core.verdict import Judgement, State, VariantSummary, Verdict
from storage_tuner.core.workload import Operation
from storage_tuner.ui.assistant.assistant import Assistant
from storage_tuner.ui.assistant.steps.result_step import ResultStep
from storage_tuner.ui.assistant.steps.step import Step
from storage_tuner.ui.tree.device_tree import PRACTICE
from tests.kept_runs import kept_runs
from tests.loop_device import LoopDevice
from tests.ui import samples
from tests.ui.conftest import PATIENCE_MS, cell, endless, short, unpaced

MakeAssistant = Callable[..., Assistant]


def look(qtbot: QtBot, assistant: Assistant) -> None:
    """Wait until it's known what may disturb."""
    conditions = assistant.pages.plan.conditions
    qtbot.waitUntil(conditions.busy.isHidden, timeout=PATIENCE_MS)


def items(assistant: Assistant) -> dict[str, QTreeWidgetItem]:
    """The catalogue's rows by what they are called."""
    tree = assistant.pages.plan.workloads.tree
    groups = [tree.topLevelItem(row) for row in range(tree.topLevelItemCount())]
    return {
        child.text(0): child
        for group in groups
        if group is not None
        for child in (group.child(row) for row in range(group.childCount()))
        if child is not None
    }


def facts(assistant: Assistant) -> dict[str, str]:
    return dict(assistant.pages.plan.facts.rows)


@pytest.mark.root
def test_what_may_disturb_is_looked_for_and_can_be_looked_for_again(
    make_assistant: MakeAssistant, loop: LoopDevice, qtbot: QtBot
) -> None:
    assistant = make_assistant(loop.name)
    assistant.navigation.go(Step.PLAN)
    page = assistant.pages.plan.conditions
    assert page.summary == "Checking for interference …"
    assert page.busy.isVisible()
    assert assistant.next.isEnabled()
    look(qtbot, assistant)
    assert page.table.rowCount() > 0
    assert not cell(page.table, 0, 0).icon().isNull()
    assistant.preparation.show_conditions(samples.CONDITIONS)
    assert page.summary == "Can’t measure now"
    assert not assistant.next.isEnabled()
    assert assistant.next.accessibleDescription() == str(samples.CONDITIONS[0].sentence)
    assert QApplication.focusWidget() is page.button
    spoken = cell(page.table, 0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == f"Prevents measuring: {samples.CONDITIONS[0].sentence}"
    qtbot.keyClick(page.button, Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is page.table
    qtbot.mouseClick(page.button, Qt.MouseButton.LeftButton)
    assert page.busy.isVisible()
    look(qtbot, assistant)
    assert assistant.next.isEnabled()
    assistant.preparation.show_no_conditions(ToolMissing("fio"))
    assert page.summary == "fio isn't installed."
    assert assistant.next.isEnabled()
    assert page.button.text() == "&Check again"


@pytest.mark.root
def test_leaving_the_plan_breaks_the_look_off(
    make_assistant: MakeAssistant, loop: LoopDevice, qtbot: QtBot
) -> None:
    assistant = make_assistant(loop.name)
    assistant.navigation.go(Step.PLAN)
    assert assistant.surveys.is_busy
    qtbot.mouseClick(assistant.back, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not assistant.surveys.is_busy, timeout=PATIENCE_MS)
    assert assistant.pages.plan.conditions.busy.isVisibleTo(assistant.pages.plan)
    assistant.end()
    qtbot.waitUntil(lambda: not assistant.isVisible(), timeout=PATIENCE_MS)


@pytest.mark.root
def test_experts_choose_workloads_from_the_catalogue(
    make_assistant: MakeAssistant, loop: LoopDevice, qtbot: QtBot
) -> None:
    assistant = make_assistant(loop.name, adjust=lambda plan: plan)
    assistant.navigation.go(Step.PLAN)
    usual = facts(assistant)["Operations"]
    choice = assistant.pages.plan.workloads
    assert not choice.tree.isVisible()
    assert assistant.preparation.workloads() == ()
    assistant.pages.plan.advanced.set_open(True)
    choice.button.setFocus()
    qtbot.keyClick(choice.button, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: bool(items(assistant)), timeout=PATIENCE_MS)
    assert choice.tree.isVisible()
    rows = items(assistant)
    ticked = [name for name, row in rows.items() if row.checkState(0) == Qt.CheckState.Checked]
    assert ticked == ["Sequential read", "Random read"]
    assert rows["Sequential write"].isDisabled()
    assert rows["Sequential write"].toolTip(0).startswith("Sequential write isn't possible here")
    choice.tree.setCurrentItem(rows["Random read, 8 KiB"])
    qtbot.keyClick(choice.tree, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: "8 KiB" in facts(assistant)["Operations"], timeout=PATIENCE_MS)
    assert [str(each.label) for each in assistant.preparation.workloads()] == [
        "Sequential read",
        "Random read",
        "Random read, 8 KiB",
    ]
    for name in ("Sequential read", "Random read", "Random read, 8 KiB"):
        rows[name].setCheckState(0, Qt.CheckState.Unchecked)
    qtbot.waitUntil(lambda: not assistant.next.isEnabled(), timeout=PATIENCE_MS)
    assert choice.note.text().startswith("Tick at least one workload")
    qtbot.mouseClick(choice.usual, Qt.MouseButton.LeftButton)
    assert assistant.next.isEnabled()
    assert facts(assistant)["Operations"] == usual
    assert assistant.preparation.workloads() == ()
    group = choice.tree.topLevelItem(0)
    assert group is not None
    group.setCheckState(0, Qt.CheckState.Checked)
    assert "Random write" not in [str(each.label) for each in assistant.preparation.workloads()]
    assert rows["Random write"].checkState(0) == Qt.CheckState.Unchecked


@pytest.mark.slow
@pytest.mark.root
@pytest.mark.usefixtures("real_helper")  # noise is read from the kernel's own counters
def test_a_practice_disk_tells_what_is_visible_and_is_confirmed_by_restarts(
    make_assistant: MakeAssistant, qtbot: QtBot
) -> None:
    assistant = make_assistant(PRACTICE, adjust=unpaced)
    assistant.navigation.go(Step.PLAN)
    assistant.measure()
    now = assistant.pages.measure.now
    qtbot.waitUntil(
        lambda: now.text().endswith(": measuring how much results vary"), timeout=PATIENCE_MS
    )
    qtbot.waitUntil(lambda: assistant.step is Step.RESULT, timeout=PATIENCE_MS)
    assert assistant.pages.measure.notice.text().endswith(" detectable here.")
    record = assistant.running.record
    assert record is not None
    assert record.plan.paces
    assistant.running.show_measured(record, _decided(record))
    page = assistant.pages.result.confirming
    assert page.button.text() == "&Verify"
    qtbot.mouseClick(page.button, Qt.MouseButton.LeftButton)
    assert assistant.step is Step.MEASURE
    assert assistant.pages.measure.title.text() == "Verifying with separate runs"
    assert assistant.cancel.text() == "&Stop…"
    qtbot.waitUntil(lambda: assistant.step is Step.RESULT, timeout=PATIENCE_MS)
    assert len(page.sentences) == 1
    assert page.sentences[0].startswith("Random read, 1 thread: ")
    assert assistant.running.record == record
    stored = [session.record for session in kept_runs()]
    assert {each.plan.protocol for each in stored} == {Protocol.ADAPTIVE, Protocol.RESTARTS}
    assert all(each.measurements for each in stored)


@pytest.mark.slow
@pytest.mark.root
def test_a_trial_ends_before_restarts_and_what_is_kept_is_not_confirmed(
    make_assistant: MakeAssistant, loop: LoopDevice, qtbot: QtBot
) -> None:
    before = loop.scheduler
    assistant = make_assistant(loop.name)
    assistant.measure()
    qtbot.waitUntil(lambda: assistant.step is Step.RESULT, timeout=PATIENCE_MS)
    record, tuner = assistant.running.record, assistant.running.tuner
    assert record is not None
    assert tuner is not None
    other = next(each.name for each in record.plan.variants if each.name != before)
    with qtbot.waitSignal(tuner.tried, timeout=PATIENCE_MS):
        tuner.try_settings((("scheduler", other),))
    assert loop.scheduler == other
    judgement = _decided(record, Operation.SEQUENTIAL_READ)
    with qtbot.waitSignal(tuner.confirmed, timeout=PATIENCE_MS) as confirmed:
        tuner.confirm(record, judgement)
    assert confirmed.args[0].measurements
    assert loop.scheduler == before
    with qtbot.waitSignal(tuner.kept, timeout=PATIENCE_MS) as kept:
        tuner.keep((("scheduler", other),))
    (found,) = kept.args
    after = found.circumstances.settings_after
    assert after[loop.name]["scheduler"] == other
    circumstances = replace(record.circumstances, settings_after=after)
    assert found == replace(record, outcome=SettingsOutcome.KEPT, circumstances=circumstances)
    with qtbot.waitSignal(tuner.failed, timeout=PATIENCE_MS) as failed:
        tuner.confirm(record, judgement)
    assert "can't compare any more" in str(failed.args[0].summary)
    assert assistant.pages.result.confirming.button.isHidden()


@pytest.mark.slow
@pytest.mark.root
def test_restarts_that_are_stopped_tell_what_they_say_so_far(
    make_assistant: MakeAssistant, loop: LoopDevice, qtbot: QtBot
) -> None:
    before = loop.settings()
    assistant = make_assistant(
        loop.name, adjust=lambda plan: endless(plan) if plan.contests else short(plan)
    )
    assistant.measure()
    qtbot.waitUntil(lambda: assistant.step is Step.RESULT, timeout=PATIENCE_MS)
    record = assistant.running.record
    assert record is not None
    assistant.running.show_measured(record, _decided(record, Operation.SEQUENTIAL_READ))
    page = assistant.pages.result.confirming
    qtbot.mouseClick(page.button, Qt.MouseButton.LeftButton)
    measuring = assistant.pages.measure
    qtbot.waitUntil(lambda: measuring.standings.disturbances.slices > 0, timeout=PATIENCE_MS)
    assert measuring.standings.table.rowCount() == 1
    qtbot.mouseClick(assistant.cancel, Qt.MouseButton.LeftButton)
    assert assistant.running.question is not None
    assistant.running.stop()
    qtbot.waitUntil(lambda: assistant.step is Step.RESULT, timeout=PATIENCE_MS)
    assert page.summary == "Verification was stopped early"
    assert len(page.sentences) == 1
    assert loop.settings() == before
    assert assistant.running.record == record


def test_restarts_that_fail_leave_the_result_as_it_is(make_assistant: MakeAssistant) -> None:
    assistant = make_assistant()
    record, judgement = samples.raced_result()
    assistant.running.show_measured(record, judgement)
    assistant.running.measuring = assistant.running.confirming = True
    assistant.navigation.go(Step.MEASURE)
    assistant.running.show_failed(HelperGone())
    assert assistant.step is Step.RESULT
    page = assistant.pages.result
    assert page.confirming.summary == str(HelperGone().summary)
    assert page.headline.summary
    assert assistant.next.isEnabled()


def _decided(record: SessionRecord, of: Operation = Operation.RANDOM_READ) -> Judgement:
    """That the first variant won the test, whatever was found."""
    names = tuple(variant.name for variant in record.plan.variants)
    verdict = Verdict(
        of,
        Metric.RATE,
        1,
        State.BETTER,
        winner=names[0],
        runner_up=names[1],
        best=names[:1],
        summaries=tuple(VariantSummary(name, 1.0, None, None, None, 1) for name in names),
    )
    return Judgement((verdict,), None)


@pytest.mark.slow
@pytest.mark.root
def test_what_was_stopped_is_gone_on_with_now_and_later(
    make_assistant: MakeAssistant, loop: LoopDevice, qtbot: QtBot
) -> None:
    before = loop.settings()
    assistant = make_assistant(loop.name, adjust=endless)
    assistant.navigation.go(Step.PLAN)
    assert not assistant.pages.plan.offer.isVisible()
    assistant.measure()
    first = _stop_after_a_block(qtbot, assistant)
    headline = assistant.pages.result.headline
    assert headline.button.text() == "&Resume"
    qtbot.mouseClick(headline.button, Qt.MouseButton.LeftButton)
    second = _stop_after_a_block(qtbot, assistant)
    assert second.measurements[: len(first.measurements)] == first.measurements
    assert len(second.measurements) > len(first.measurements)
    assert any("Measured in parts" in str(sentence) for sentence in second.caveats)
    assistant.end()
    qtbot.waitUntil(lambda: not assistant.isVisible(), timeout=PATIENCE_MS)
    assert [session.record for session in kept_runs()] == [second]
    later = make_assistant(loop.name, adjust=endless)
    offer = later.pages.purpose.offer
    qtbot.waitUntil(offer.isVisible, timeout=PATIENCE_MS)
    assert "was interrupted on" in offer.summary
    later.navigation.go(Step.PLAN)
    assert later.pages.plan.offer.isVisible()
    qtbot.mouseClick(later.pages.plan.offer.button, Qt.MouseButton.LeftButton)
    third = _stop_after_a_block(qtbot, later)
    assert len(third.measurements) > len(second.measurements)
    qtbot.mouseClick(later.pages.result.anew, Qt.MouseButton.LeftButton)
    assert later.step is Step.PLAN
    later.end()
    qtbot.waitUntil(lambda: not later.isVisible(), timeout=PATIENCE_MS)
    assert loop.settings() == before


def _stop_after_a_block(qtbot: QtBot, assistant: Assistant) -> SessionRecord:
    """Let it measure something new, and stop it."""
    assert assistant.running.measuring
    assert assistant.running.tuner is not None
    with qtbot.waitSignal(assistant.running.tuner.measured, timeout=PATIENCE_MS):
        pass
    assistant.running.stop()
    qtbot.waitUntil(lambda: assistant.step is Step.RESULT, timeout=PATIENCE_MS)
    assert assistant.running.record is not None
    return assistant.running.record


@pytest.mark.slow
@pytest.mark.root
def test_a_practice_disk_is_measured_longer_by_the_same_session(
    make_assistant: MakeAssistant, qtbot: QtBot
) -> None:
    assistant = make_assistant(PRACTICE, adjust=_for_seconds)
    assistant.navigation.go(Step.PLAN)
    assistant.measure()
    qtbot.waitUntil(lambda: assistant.step is Step.RESULT, timeout=PATIENCE_MS)
    first = assistant.running.record
    assert first is not None
    assert first.completed
    assistant.pages.result.more_asked.emit(60.0)
    assert assistant.step is Step.MEASURE
    second = _stop_after_a_block(qtbot, assistant)
    assert second.measurements[: len(first.measurements)] == first.measurements
    assert len(second.measurements) > len(first.measurements)
    assert first.plan.budget_s is not None
    assert second.plan.budget_s is not None
    assert second.plan.budget_s > first.plan.budget_s
    qtbot.waitUntil(
        lambda: [session.record for session in kept_runs()] == [second], timeout=PATIENCE_MS
    )


def _for_seconds(plan: Plan) -> Plan:
    """Nothing is decided in so short a time."""
    return replace(endless(plan), budget_s=6.0)


@pytest.mark.root
def test_who_starts_anew_is_not_asked_again(
    make_assistant: MakeAssistant, loop: LoopDevice, qtbot: QtBot
) -> None:
    assistant = make_assistant(loop.name)
    record, _ = samples.result(TargetKind.DEVICE, {"bfq": 0.1}, completed=False)
    assistant.preparation.show_interrupted(samples.stored(record))
    offer = assistant.pages.purpose.offer
    assert offer.isVisible()
    qtbot.mouseClick(offer.anew, Qt.MouseButton.LeftButton)
    assert not offer.isVisible()
    qtbot.mouseClick(assistant.next, Qt.MouseButton.LeftButton)
    assert not assistant.pages.plan.offer.isVisible()
    qtbot.mouseClick(assistant.back, Qt.MouseButton.LeftButton)
    assistant.preparation.show_interrupted(samples.stored(record))
    assert not offer.isVisible()


def test_a_confirmation_is_told_test_by_test(qtbot: QtBot) -> None:
    page = ResultStep()
    qtbot.addWidget(page)
    record, judgement = samples.raced_result()
    page.show_result(record, judgement)
    page.offer_measuring(record, judgement)
    plan = confirmation_plan(record.plan, judgement.verdicts, seed=1)
    assert plan is not None
    count = len(plan.contests)
    told = f"{count} decided tests" if count > 1 else "The one decided test"
    assert told in page.confirming.remedy
    found = samples.confirmed(record, judgement)
    page.confirming.show_outcome(found, completed=True)
    assert page.confirming.summary == "Separate runs contradict the result in part"
    assert len(page.confirming.sentences) == len(found)
    page.confirming.show_outcome(found[:1], completed=True)
    assert page.confirming.summary == "Separate runs confirm the result"
    assert len(page.confirming.sentences) == 1
    page.show_result(samples.result(TargetKind.DEVICE, {"bfq": 0.1})[0], judgement)
    assert page.confirming.isHidden()


def test_what_can_be_told_apart_stays_visible(make_assistant: MakeAssistant) -> None:
    assistant = make_assistant()
    page = assistant.pages.measure
    page.begin()
    assert page.notice.isHidden()
    page.show_progress(Progress(Phase.MEASURING, 0.1, "", 1, 4, notice=samples.VISIBLE))
    page.show_progress(Progress(Phase.MEASURING, 0.2, "", 1, 4))
    assert not page.notice.isHidden()
    page.begin(confirming=True)
    assert page.notice.isHidden()


def test_a_computer_that_others_use_is_not_called_quiet(make_assistant: MakeAssistant) -> None:
    page = make_assistant().pages.measure
    plan = samples.plan(TargetKind.PRACTICE)
    page.begin()
    page.show_plan("", plan)
    page.add(samples.measurements(plan, {})[0])
    assert dict(page.facts.rows)["Other programs"] == "no interference detected"
    page.show_progress(Progress(Phase.MEASURING, 0.1, "", 1, 4, others_share=0.78))
    assert "78 % of all processors" in dict(page.facts.rows)["Other programs"]
    page.show_progress(Progress(Phase.MEASURING, 0.2, "", 1, 4))
    assert dict(page.facts.rows)["Other programs"] == "no interference detected"


@pytest.mark.slow
@pytest.mark.root
def test_the_heatmap_of_a_real_run_has_the_means_of_what_was_measured(
    make_assistant: MakeAssistant, loop: LoopDevice, qtbot: QtBot
) -> None:
    assistant = make_assistant(loop.name)
    assistant.navigation.go(Step.PLAN)
    qtbot.mouseClick(assistant.next, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: assistant.step is Step.RESULT, timeout=PATIENCE_MS)
    record = assistant.running.record
    assert record is not None
    shown = assistant.pages.measure.standings.table.rows
    assert [(row.operation, row.threads) for row in shown] == [
        (str(cell.workload.label), cell.threads) for cell in record.plan.cells
    ]
    for row in shown:
        runs = [
            run
            for run in record.measurements
            if (str(run.operation.label), run.threads) == (row.operation, row.threads)
        ]
        names = tuple(variant.name for variant in record.plan.variants)
        blocks = complete_blocks(runs)
        assert blocks
        for name in names:
            rates = [block[name] for block in blocks if name in block]
            assert row.values[name] == pytest.approx(statistics.geometric_mean(rates))
    assert assistant.pages.measure.standings.disturbances.slices == len(
        {run.index for run in record.measurements}
    )


def test_stopping_says_what_comes_back(make_assistant: MakeAssistant) -> None:
    assistant = make_assistant()
    plan = samples.plan(TargetKind.DEVICE)
    assistant.running.note_opened(samples.DEVICES[0], plan)
    assistant.running.measuring = True
    assistant.reject()
    question = assistant.running.question
    assert question is not None
    assert "will be restored (Scheduler: mq-deadline)" in question.informativeText()
    assert question.defaultButton() is not question.stop
    question.reject()
    assert assistant.running.measuring
    assistant.running.measuring = False


def test_stopping_names_nothing_of_what_was_measured_before(
    make_assistant: MakeAssistant,
) -> None:
    """Until it's known what is set on the next one."""

    def refuse() -> HelperConnection:
        raise HelperUnavailable("it's asleep")

    assistant = make_assistant(PRACTICE, connecting=refuse)
    assistant.running.note_opened(samples.DEVICES[0], samples.plan(TargetKind.DEVICE))
    assistant.measure()
    assistant.reject()
    question = assistant.running.question
    assert question is not None
    assert question.informativeText().startswith("The previous settings will be restored. ")
    question.reject()
