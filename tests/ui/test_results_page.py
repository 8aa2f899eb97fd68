"""All results in the main window: reached by tree and key, compared, measured again."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.plan import TargetKind
from storage_tuner.jobs.judging import judge_session
from storage_tuner.jobs.quick_test.request import Profile, QuickTestRequest
from storage_tuner.jobs.results.kept_runs import Opened, opened
from storage_tuner.store.database.run_store import open_runs
from storage_tuner.ui.assistant.steps.step import Step
from storage_tuner.ui.tree.device_tree import PRACTICE, RESULTS
from storage_tuner.ui.window.main_window import MainWindow
from tests.ui import sample_sessions, samples
from tests.ui.conftest import PATIENCE_MS
from tests.ui.pictures.compare import two_sessions


def keep(*records: SessionRecord) -> list[str]:
    with open_runs() as runs:
        return [runs.save(record, judge_session(record)) for record in records]


def again(record: SessionRecord) -> Opened:
    (identifier,) = keep(record)
    with open_runs() as runs:
        return opened(runs, identifier)


def test_all_results_are_an_entry_of_the_tree_and_have_a_key(
    window: MainWindow, qtbot: QtBot
) -> None:
    keep(*two_sessions())
    window.menus.history.trigger()
    assert window.tree.current_key() == RESULTS
    history = window.results_page.history
    qtbot.waitUntil(lambda: history.table.runs_model.rowCount() == 2, timeout=PATIENCE_MS)
    assert not window.menus.tune.isEnabled()
    keys = {action.shortcut().toString() for action in (window.menus.history, window.menus.compare)}
    assert keys == {"Ctrl+H", "Ctrl+Shift+H"}


def test_chosen_results_are_compared_beside_the_list(window: MainWindow, qtbot: QtBot) -> None:
    keep(*two_sessions())
    window.menus.history.trigger()
    history = window.results_page.history
    qtbot.waitUntil(lambda: history.table.runs_model.rowCount() == 2, timeout=PATIENCE_MS)
    history.table.selectAll()
    history.bar.compare.click()
    page = window.results_page.compare
    qtbot.waitUntil(lambda: page.compared is not None, timeout=PATIENCE_MS)
    assert page.isVisible()
    page.shown.other.click()
    assert history.isVisible()


@pytest.mark.slow
def test_results_of_one_disk_lead_to_the_comparison_too(window: MainWindow, qtbot: QtBot) -> None:
    identifiers = keep(*two_sessions())
    window.page.measuring.runs.compare_asked.emit(tuple(identifiers))
    assert window.tree.current_key() == RESULTS
    page = window.results_page.compare
    qtbot.waitUntil(lambda: page.compared is not None, timeout=PATIENCE_MS)


def test_a_quick_test_is_made_again_where_quick_tests_are(window: MainWindow) -> None:
    """All of it is chosen as it was then, and the next key starts it."""
    wish = QuickTestRequest(None, None, Profile.EVERYDAY, 5, writing=True)
    window.results_page.again_asked.emit(again(sample_sessions.quick_record(wish)))
    assert window.tree.current_key() == PRACTICE
    tab = window.practice_page.runs.benchmark
    assert tab.isVisible()
    assert tab.choices.request == wish
    assert window.focusWidget() is tab.choices.start
    assert window.assistant is None


def test_a_quick_test_of_a_disk_is_made_again_in_its_folder(window: MainWindow) -> None:
    device = next(each for each in window.services.inventory.devices if each.size_bytes)
    wish = QuickTestRequest(device, "/srv/data", Profile.NVME, 1, writing=True)
    window.results_page.again_asked.emit(again(sample_sessions.quick_record(wish)))
    assert window.tree.current_key() == device.name
    tab = window.page.measuring.runs.benchmark
    assert tab.choices.request == wish
    assert window.focusWidget() is tab.choices.start


def test_a_quick_test_of_the_command_line_is_made_again_in_the_assistant(
    window: MainWindow,
) -> None:
    """The tab can have all of its tests done, or one, but not two."""
    record = sample_sessions.quick_record(QuickTestRequest(None))
    first = record.plan.workloads[:2]
    operations = [operation for workload in first for operation in workload.operations]
    runs = tuple(run for run in record.measurements if run.operation in operations)
    plan = replace(record.plan, workloads=first)
    window.results_page.again_asked.emit(again(replace(record, plan=plan, measurements=runs)))
    assert window.assistant is not None


@pytest.mark.slow
@pytest.mark.root
def test_a_comparison_is_made_again_with_its_plan(window: MainWindow, qtbot: QtBot) -> None:
    """The plan of a practice disk is chosen in the assistant, all of it."""
    record, _ = samples.result(TargetKind.PRACTICE, {})
    plan = replace(record.plan, threads=(3, 5))
    window.results_page.again_asked.emit(again(replace(record, plan=plan)))
    assistant = window.assistant
    assert assistant is not None
    assert assistant.step is Step.PLAN
    files = assistant.pages.plan.files
    qtbot.waitUntil(files.message.isVisible, timeout=PATIENCE_MS)
    assert "earlier result" in files.message.summary
    request = assistant.preparation.request()
    assert request.threads == (3, 5)
    assert request.use == plan.use
    assert {each.name for each in request.workloads} == {each.name for each in plan.workloads}


@pytest.mark.slow
@pytest.mark.root
def test_without_its_disk_another_one_is_chosen_first(window: MainWindow, qtbot: QtBot) -> None:
    record, _ = samples.result(TargetKind.DEVICE, {})
    window.results_page.again_asked.emit(again(record))
    assistant = window.assistant
    assert assistant is not None
    assert assistant.step is Step.DEVICE
    assistant.pages.device.choose(PRACTICE)
    assistant.next.click()
    assistant.next.click()
    files = assistant.pages.plan.files
    qtbot.waitUntil(files.message.isVisible, timeout=PATIENCE_MS)
    assert "earlier result" in files.message.summary
