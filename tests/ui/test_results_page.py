"""All results in the main window: reached by tree and key, and compared."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from storage_tuner.core.measurement import SessionRecord
from storage_tuner.services.judging import judge_session
from storage_tuner.store.runs import open_runs
from storage_tuner.ui.device_tree import RESULTS
from storage_tuner.ui.main_window import MainWindow
from tests.ui.conftest import PATIENCE_MS
from tests.ui.pictures.compare import two_sessions


def keep(*records: SessionRecord) -> list[str]:
    with open_runs() as runs:
        return [runs.save(record, judge_session(record)) for record in records]


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


def test_results_of_one_disk_lead_to_the_comparison_too(window: MainWindow, qtbot: QtBot) -> None:
    identifiers = keep(*two_sessions())
    window.page.measuring.compare_asked.emit(tuple(identifiers))
    assert window.tree.current_key() == RESULTS
    page = window.results_page.compare
    qtbot.waitUntil(lambda: page.compared is not None, timeout=PATIENCE_MS)
