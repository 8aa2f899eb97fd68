"""What is kept, in the window: listed, opened, compared, saved, removed and brought back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from pypdf import PdfReader
from PySide6.QtCore import Qt
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QDialog, QFileDialog, QLineEdit, QMessageBox
from pytestqt.qtbot import QtBot

from storage_tuner.core.measurement import Outcome, SessionRecord
from storage_tuner.core.plan import TargetKind
from storage_tuner.core.session_kinds import SessionKind
from storage_tuner.services.judging import judge_session
from storage_tuner.services.qt_reports import ReportWriter
from storage_tuner.services.qt_sessions import StoredResults
from storage_tuner.services.quick_test import QuickWish
from storage_tuner.store.folders import save, sessions_folder
from storage_tuner.ui.history.dialogs import ComparisonDialog, SessionDialog
from storage_tuner.ui.history_tab import HistoryTab
from tests.ui import sample_sessions, samples
from tests.ui.conftest import PATIENCE_MS, cell
from tests.ui.pictures.history import records

DISK = samples.DEVICES[0]
OTHER = samples.DEVICES[3]


@pytest.fixture
def tab(state: Path, qtbot: QtBot) -> Iterator[HistoryTab]:
    """Over the kept results of this test, not shown yet."""
    results = StoredResults()
    made = HistoryTab(results, ReportWriter())
    qtbot.addWidget(made)
    made.resize(900, 700)
    yield made
    results.finish()


def keep(*kept: SessionRecord) -> list[Path]:
    return [save(record, judge_session(record)) for record in kept]


def shows(qtbot: QtBot, tab: HistoryTab, count: int) -> None:
    """Wait until so many results are listed, and judged."""
    tab.show_device(DISK)
    tab.show()
    qtbot.waitUntil(lambda: tab.table.rowCount() == count, timeout=PATIENCE_MS)
    qtbot.waitUntil(lambda: "being judged …" not in texts(tab, 4), timeout=PATIENCE_MS)


def texts(tab: HistoryTab, column: int) -> list[str]:
    return [cell(tab.table, row, column).text() for row in range(tab.table.rowCount())]


def dialog(qtbot: QtBot, tab: HistoryTab, kind: type[QDialog]) -> QDialog:
    qtbot.waitUntil(lambda: bool(tab.findChildren(kind)), timeout=PATIENCE_MS)
    found = tab.findChildren(kind)[-1]
    assert isinstance(found, QDialog)
    qtbot.waitUntil(found.isVisible, timeout=PATIENCE_MS)
    return found


def test_nothing_is_read_before_it_is_seen(tab: HistoryTab, qtbot: QtBot) -> None:
    keep(*records())
    tab.show_device(DISK)
    assert not tab._results.is_loaded
    assert tab.table.rowCount() == 0
    shows(qtbot, tab, 5)


def test_sessions_of_every_kind_are_listed_newest_first(tab: HistoryTab, qtbot: QtBot) -> None:
    keep(*reversed(records()))
    shows(qtbot, tab, 5)
    assert [text.partition(":")[0] for text in texts(tab, 1)] == [
        "Quick test",
        "Comparison",
        "Comparison",
        "Comparison",
        "Quick test",
    ]
    assert texts(tab, 3) == [
        "Nothing changed",
        "Kept",
        "Stopped early",
        "Put back",
        "Nothing changed",
    ]
    assert texts(tab, 2) == ["–", "Desktop", "Desktop", "Desktop", "–"]
    results = texts(tab, 4)
    assert results[0].startswith("SEQ1M Q8T1 read ")
    assert results[1].startswith("bfq suits a desktop")
    assert results[3].startswith("Leave mq-deadline as it is")
    tab.table.choose([1])
    assert "bfq suits a desktop" in tab.chosen.text()


def test_only_this_device_is_listed(tab: HistoryTab, qtbot: QtBot) -> None:
    foreign = replace(sample_sessions.quick_record(QuickWish(OTHER)), device=OTHER)
    practised = sample_sessions.quick_record(QuickWish(None))
    keep(records()[1], foreign, practised)
    shows(qtbot, tab, 1)
    tab.show_device(None)
    assert texts(tab, 1) == ["Quick test: on a practice disk"]
    tab.show_device(OTHER)
    assert texts(tab, 1) == ["Quick test: on the disk itself"]


def test_an_empty_history_says_what_to_do(tab: HistoryTab, qtbot: QtBot) -> None:
    tab.show_device(DISK)
    tab.show()
    qtbot.waitUntil(tab.empty.isVisible, timeout=PATIENCE_MS)
    with qtbot.waitSignal(tab.quick_asked):
        tab.empty.button.click()
    with qtbot.waitSignal(tab.measure_asked):
        tab.empty.other_button.click()


def test_damaged_results_are_named_and_hide_no_other(tab: HistoryTab, qtbot: QtBot) -> None:
    keep(records()[1])
    (sessions_folder() / "torn.json").write_text('{"schema_version": 1', encoding="utf-8")
    newer = json.dumps({"schema_version": 99})
    (sessions_folder() / "newer.json").write_text(newer, encoding="utf-8")
    shows(qtbot, tab, 1)
    assert tab.damaged.isVisible()
    said = tab.damaged._remedy.text()
    assert "torn.json: " in said
    assert "newer.json: its schema_version is 99" in said


def test_a_filter_by_kind_and_by_words(tab: HistoryTab, qtbot: QtBot) -> None:
    keep(*records())
    shows(qtbot, tab, 5)
    tab.filter.kind.setCurrentIndex(tab.filter.kind.findData(SessionKind.QUICK_TEST))
    assert tab.table.rowCount() == 2
    tab.filter.search.setText("/srv")
    assert texts(tab, 1) == ["Quick test: in /srv"]
    tab.filter.kind.setCurrentIndex(0)
    tab.filter.search.setText("kept 2026-03-08")
    assert texts(tab, 3) == ["Kept"]
    tab.filter.search.setText("nothing like this")
    assert tab.table.rowCount() == 0
    assert tab.filter.isVisible()


def test_a_session_is_opened_for_reading(tab: HistoryTab, qtbot: QtBot) -> None:
    keep(*records())
    shows(qtbot, tab, 5)
    tab.table.choose([1])
    qtbot.keyClick(tab.table, Qt.Key.Key_Return)
    shown = dialog(qtbot, tab, SessionDialog)
    assert isinstance(shown, SessionDialog)
    assert shown.session.record.outcome is Outcome.KEPT
    assert shown.page.headline.summary.startswith("bfq suits a desktop")  # type: ignore[attr-defined]
    assert shown.page.headline.accessibleDescription() == "Kept: scheduler = bfq."  # type: ignore[attr-defined]
    assert not shown.page.confirming.isVisible()  # type: ignore[attr-defined]
    shown.reject()


def test_a_stopped_session_is_not_offered_to_go_on_with(tab: HistoryTab, qtbot: QtBot) -> None:
    keep(records()[2])
    shows(qtbot, tab, 1)
    tab.table.choose([0])
    tab.bar.open.click()
    shown = dialog(qtbot, tab, SessionDialog)
    assert isinstance(shown, SessionDialog)
    said = shown.page.headline.accessibleDescription()  # type: ignore[attr-defined]
    assert "stopped" in said
    assert not shown.page.going_on.isVisible()  # type: ignore[attr-defined]
    shown.reject()


def test_two_are_compared_and_what_differs_is_said(tab: HistoryTab, qtbot: QtBot) -> None:
    wish = QuickWish(DISK)
    slow = sample_sessions.quick_record(wish, day=2, factor=0.5)
    fast = sample_sessions.quick_record(wish, day=9)
    keep(slow, replace(fast, machine=replace(fast.machine, kernel="6.12.0")))
    shows(qtbot, tab, 2)
    assert not tab.bar.compare.isEnabled()
    tab.table.selectAll()
    tab.bar.compare.click()
    shown = dialog(qtbot, tab, ComparisonDialog)
    assert isinstance(shown, ComparisonDialog)
    rates = [row[1] for row in shown.verdicts.rows]
    newer = shown.differing.horizontalHeaderItem(2)
    assert newer is not None
    assert len(rates) == 4
    for rate in rates:
        assert rate.startswith(newer.text())
        assert "%" in rate
        assert "…" in rate  # never without its interval
    assert ("kernel", "6.1.0", "6.12.0") in shown.differing.rows
    shown.reject()


@pytest.mark.parametrize("suffix", [".pdf", ".html", ".csv", ".json"])
def test_a_report_is_saved(tab: HistoryTab, qtbot: QtBot, state: Path, suffix: str) -> None:
    keep(records()[1])
    shows(qtbot, tab, 1)
    tab.table.choose([0])
    tab.bar.save.click()
    asking = dialog(qtbot, tab, QFileDialog)
    name = asking.findChild(QLineEdit)
    assert name is not None
    path = state / f"mine{suffix}"
    name.setText(str(path))
    qtbot.keyClick(name, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: tab.message.summary == f"Saved: {path}", timeout=PATIENCE_MS)
    if suffix == ".pdf":
        assert "bfq" in "".join(page.extract_text() for page in PdfReader(path).pages)
    else:
        assert "bfq" in path.read_text(encoding="utf-8")


def test_a_report_that_cannot_be_saved_says_why(tab: HistoryTab, qtbot: QtBot, state: Path) -> None:
    keep(records()[1])
    shows(qtbot, tab, 1)
    session = tab.table.sessions[0]
    gist = tab._results.gist(session)
    assert gist is not None
    tab._save(session, gist, state / "no such folder" / "mine.csv", ".csv")
    qtbot.waitUntil(lambda: tab.message.summary not in ("", "Saving …"), timeout=PATIENCE_MS)
    assert "no such folder" in tab.message.summary + tab.message._remedy.text()


def test_removing_asks_and_can_be_undone(tab: HistoryTab, qtbot: QtBot) -> None:
    paths = keep(*records()[:2])
    contents = [path.read_bytes() for path in paths]
    shows(qtbot, tab, 2)
    tab.table.selectAll()
    qtbot.keyClick(tab.table, Qt.Key.Key_Delete)
    box = dialog(qtbot, tab, QMessageBox)
    assert isinstance(box, QMessageBox)
    default = box.defaultButton()
    assert default is not None
    assert box.standardButton(default) is QMessageBox.StandardButton.Cancel
    remove = next(button for button in box.buttons() if "trash" in button.text())
    remove.click()
    qtbot.waitUntil(lambda: tab.message.isVisible(), timeout=PATIENCE_MS)
    assert not any(path.exists() for path in paths)
    assert tab.table.rowCount() == 0
    tab.message.button.click()
    qtbot.waitUntil(lambda: tab.table.rowCount() == 2, timeout=PATIENCE_MS)
    assert [path.read_bytes() for path in paths] == contents
    trash = next(sessions_folder().parents[1].rglob("Trash"))
    assert [path for path in trash.rglob("*") if path.is_file()] == []


def test_a_cancelled_removal_removes_nothing(tab: HistoryTab, qtbot: QtBot) -> None:
    (path,) = keep(records()[0])
    shows(qtbot, tab, 1)
    tab.table.choose([0])
    tab.bar.remove.click()
    box = dialog(qtbot, tab, QMessageBox)
    qtbot.keyClick(box, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not box.isVisible(), timeout=PATIENCE_MS)
    assert path.exists()
    assert tab.table.rowCount() == 1


def test_what_cannot_be_removed_is_said(tab: HistoryTab, qtbot: QtBot) -> None:
    (path,) = keep(records()[0])
    shows(qtbot, tab, 1)
    session = tab.table.sessions[0]
    path.unlink()
    tab._results.remove(session)
    qtbot.waitUntil(tab.message.isVisible, timeout=PATIENCE_MS)
    assert tab.message.summary == "The result couldn't be moved to the trash."


def test_the_folder_is_opened_in_the_file_manager(
    tab: HistoryTab, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toLocalFile()))
    keep(records()[0])
    shows(qtbot, tab, 1)
    tab.bar.folder.click()
    assert opened == [str(sessions_folder())]


def test_a_session_that_is_kept_later_is_judged_anew(tab: HistoryTab, qtbot: QtBot) -> None:
    restored = replace(records()[1], outcome=Outcome.RESTORED)
    (path,) = keep(restored)
    shows(qtbot, tab, 1)
    assert texts(tab, 3) == ["Put back"]
    path.unlink()
    keep(replace(restored, outcome=Outcome.KEPT))
    tab._results.load()
    qtbot.waitUntil(lambda: texts(tab, 3) == ["Kept"], timeout=PATIENCE_MS)


def test_the_plan_of_a_practice_disk_belongs_to_no_device(state: Path, qtbot: QtBot) -> None:
    record, judgement = samples.result(TargetKind.PRACTICE, {})
    save(record, judgement)
    results = StoredResults()
    with qtbot.waitSignal(results.loaded, timeout=PATIENCE_MS):
        results.load()
    results.finish()
    assert results.newest(DISK) is None
    assert len(results.sessions(None)) == 1
