"""Whether the list of ten thousand kept runs lets the window answer."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from storage_tuner.jobs.judging import judge_session
from storage_tuner.jobs.quick_test.request import QuickTestRequest
from storage_tuner.store.database.run_store import open_runs
from storage_tuner.ui.device.history_tab import HistoryTab
from storage_tuner.ui.history.run_history import RunHistory
from storage_tuner.ui.jobs import Jobs, RunJobs
from tests.bench.live_samples import watch_loop
from tests.ui import sample_sessions, samples
from tests.ui.conftest import state

__all__ = ["state"]

MOST_MS = 50.0
MANY = 10_000


def test_ten_thousand_runs(state: Path, qapp: QApplication, qtbot: QtBot) -> None:
    """Listed, filtered, sorted and scrolled; of the thread's own time."""
    keep_many()
    history = RunHistory(RunJobs("runs"), RunJobs("opened runs"))
    tab = HistoryTab(history, Jobs("report"), of_all=True)
    tab.resize(1200, 800)
    tab.show()

    def lists(count: int) -> bool:
        return tab.is_listed and tab.table.runs_model.rowCount() == count

    seen = [watch_loop(60, lambda: lists(MANY))]
    tab.filter.search.setText("2026-03-01")
    seen.append(watch_loop(60, lambda: not lists(MANY)))
    tab.filter.clear()
    seen.append(watch_loop(60, lambda: lists(MANY)))
    for column in range(tab.table.runs_model.columnCount()):
        tab.table.horizontalHeader().setSortIndicator(column, Qt.SortOrder.AscendingOrder)
        seen.append(watch_loop(0.3))
    tab.table.verticalScrollBar().setValue(tab.table.verticalScrollBar().maximum())
    seen.append(watch_loop(0.5))
    history.finish()
    qtbot.addWidget(tab)
    longest = max(each.longest_work_ms for each in seen)
    each = [round(one.longest_work_ms) for one in seen]
    print(f"{MANY:,} runs: longest own work {longest:.0f} ms; step by step {each}")
    assert longest <= MOST_MS


def keep_many() -> None:
    record = sample_sessions.quick_record(QuickTestRequest(samples.DEVICES[0]))
    short = replace(record, measurements=record.measurements[:1])
    judgement = judge_session(short)
    begin = datetime(2023, 1, 1, tzinfo=UTC)
    with open_runs() as runs, runs.at_once():
        for number in range(MANY):
            moment = (begin + timedelta(hours=3 * number)).isoformat()
            runs.save(replace(short, created_at=moment), judgement)
