"""What is kept, in the window: listed, filtered, noted, opened, compared, saved, removed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QDialog, QLabel, QLineEdit, QMessageBox
from pytestqt.qtbot import QtBot

from storage_tuner.core.measurement import SessionRecord, SettingsOutcome
from storage_tuner.core.plan import TargetKind
from storage_tuner.core.session_kinds import SessionKind
from storage_tuner.jobs.judging import judge_session
from storage_tuner.jobs.quick_test.request import QuickTestRequest
from storage_tuner.store.database.run_store import RunFilter, open_runs, runs_file
from storage_tuner.store.results import write_results
from storage_tuner.ui.device.history_tab import HistoryTab
from storage_tuner.ui.history import runs_model
from storage_tuner.ui.history.dialogs import SessionDialog
from storage_tuner.ui.history.importing import ImportedDialog
from storage_tuner.ui.history.run_history import RunHistory
from storage_tuner.ui.jobs import Jobs, RunJobs
from storage_tuner.ui.reports.dialog import SaveReport
from storage_tuner.ui.window.stored_results import StoredResults
from tests.ui import sample_sessions, samples
from tests.ui.conftest import PATIENCE_MS
from tests.ui.pictures.history import foreign, records

DISK = samples.DEVICES[0]
OTHER = samples.DEVICES[3]


@pytest.fixture
def history(state: Path) -> Iterator[RunHistory]:
    made = RunHistory(RunJobs("runs"), RunJobs("opened runs"))
    yield made
    made.finish()


@pytest.fixture
def tab(history: RunHistory, qtbot: QtBot) -> HistoryTab:
    """Over the kept results of this test, not shown yet."""
    made = HistoryTab(history, Jobs("report"))
    qtbot.addWidget(made)
    made.resize(900, 700)
    return made


@pytest.fixture
def everything(history: RunHistory, qtbot: QtBot) -> HistoryTab:
    """The list of all disks."""
    made = HistoryTab(history, Jobs("report"), of_all=True)
    qtbot.addWidget(made)
    made.resize(1100, 700)
    return made


def keep(*kept: SessionRecord, imported_from: str = "") -> list[str]:
    with open_runs() as runs:
        return [
            runs.save(record, judge_session(record), imported_from=imported_from) for record in kept
        ]


def shows(qtbot: QtBot, tab: HistoryTab, count: int) -> None:
    """Wait until so many results are listed."""
    tab.show_device(DISK)
    tab.show()
    lists(qtbot, tab, count)


def lists(qtbot: QtBot, tab: HistoryTab, count: int) -> None:
    qtbot.waitUntil(
        lambda: tab.is_listed and tab.table.runs_model.rowCount() == count, timeout=PATIENCE_MS
    )


def texts(tab: HistoryTab, column: int) -> list[str]:
    model = tab.table.runs_model
    return [model.index(row, column).data() for row in range(model.rowCount())]


def dialog(qtbot: QtBot, tab: HistoryTab, kind: type[QDialog]) -> QDialog:
    qtbot.waitUntil(lambda: bool(tab.findChildren(kind)), timeout=PATIENCE_MS)
    found = tab.findChildren(kind)[-1]
    assert isinstance(found, QDialog)
    qtbot.waitUntil(found.isVisible, timeout=PATIENCE_MS)
    return found


def test_nothing_is_read_before_it_is_seen(
    tab: HistoryTab, history: RunHistory, qtbot: QtBot
) -> None:
    keep(*records())
    tab.show_device(DISK)
    assert not history.listing.is_busy
    shows(qtbot, tab, 5)


def test_sessions_of_every_kind_are_listed_newest_first(tab: HistoryTab, qtbot: QtBot) -> None:
    keep(*reversed(records()))
    shows(qtbot, tab, 5)
    assert [text.partition(":")[0] for text in texts(tab, runs_model.WHAT)] == [
        "Quick test",
        "Comparison",
        "Comparison",
        "Comparison",
        "Quick test",
    ]
    assert texts(tab, runs_model.OUTCOME) == [
        "Nothing changed",
        "Kept",
        "Stopped early",
        "Restored",
        "Nothing changed",
    ]
    results = texts(tab, runs_model.RESULT)
    assert results[1].startswith('Change to "bfq"')
    assert results[3].startswith('Keep "mq-deadline"')
    tab.table.choose([1])
    assert 'Change to "bfq"' in tab.chosen.text()


def test_only_this_deviceis_listed(tab: HistoryTab, qtbot: QtBot) -> None:
    other = replace(sample_sessions.quick_record(QuickTestRequest(OTHER)), device=OTHER)
    practised = sample_sessions.quick_record(QuickTestRequest(None), day=4)
    keep(records()[1], other, practised)
    shows(qtbot, tab, 1)
    tab.show_device(None)
    qtbot.waitUntil(
        lambda: [run.target for run in tab.table.runs_model.runs] == ["practice disk"],
        timeout=PATIENCE_MS,
    )
    tab.show_device(OTHER)
    qtbot.waitUntil(
        lambda: [run.target for run in tab.table.runs_model.runs] == ["/dev/sdd"],
        timeout=PATIENCE_MS,
    )


def test_all_disks_are_listed_together_and_one_of_them_can_be_chosen(
    everything: HistoryTab, qtbot: QtBot
) -> None:
    keep(
        *records()[:2], replace(sample_sessions.quick_record(QuickTestRequest(OTHER)), device=OTHER)
    )
    everything.show()
    lists(qtbot, everything, 3)
    box = everything.filter.device
    names = [box.itemText(place) for place in range(box.count())]
    assert any("Example USB stick" in name for name in names)
    box.setCurrentIndex(next(place for place, name in enumerate(names) if "USB" in name))
    lists(qtbot, everything, 1)
    assert box.count() == len(names)


def test_runs_of_other_computers_are_marked(everything: HistoryTab, qtbot: QtBot) -> None:
    keep(foreign(), imported_from="results-of-the-studio.json")
    keep(records()[1])
    everything.show()
    lists(qtbot, everything, 2)
    model = everything.table.runs_model
    rows = {model.runs[row].host: row for row in range(2)}
    badges = {
        host: model.index(row, runs_model.WHAT).data(runs_model.BADGE) for host, row in rows.items()
    }
    assert badges["studio"].text == "measured elsewhere"
    assert badges["workshop"] is None
    everything.table.choose([rows["studio"]])
    assert "imported from results" in everything.chosen.text().replace("‑", "-")


def test_an_empty_history_says_what_to_do(tab: HistoryTab, qtbot: QtBot) -> None:
    tab.show_device(DISK)
    tab.show()
    qtbot.waitUntil(tab.empty.isVisible, timeout=PATIENCE_MS)
    with qtbot.waitSignal(tab.quick_asked):
        tab.empty.button.click()
    with qtbot.waitSignal(tab.measure_asked):
        tab.empty.other_button.click()


def test_a_damaged_file_is_told_of_and_hides_nothing_new(tab: HistoryTab, qtbot: QtBot) -> None:
    runs_file().parent.mkdir(parents=True)
    runs_file().write_bytes(b"SQLite format 3\0" + bytes(5000))
    keep(records()[1])  # whoever opens it first sets it aside
    (aside,) = runs_file().parent.glob("*.damaged-*[0-9]")
    assert aside.read_bytes().startswith(b"SQLite")
    shows(qtbot, tab, 1)
    runs_file().write_bytes(b"SQLite format 3\0" + bytes(5000))
    for end in ("-wal", "-shm"):
        runs_file().with_name(runs_file().name + end).unlink(missing_ok=True)
    again = RunHistory(RunJobs("runs"), RunJobs("opened runs"))
    other = HistoryTab(again, Jobs("report"))
    qtbot.addWidget(other)
    other.show_device(DISK)
    other.show()
    qtbot.waitUntil(other.damaged.isVisible, timeout=PATIENCE_MS)
    assert "damaged-" in other.damaged.remedy
    again.finish()


def test_a_list_that_cannot_be_read_says_why_and_can_be_tried_again(
    tab: HistoryTab, qtbot: QtBot
) -> None:
    runs_file().parent.mkdir(parents=True)
    runs_file().mkdir()
    tab.show_device(DISK)
    tab.show()
    qtbot.waitUntil(tab.message.isVisible, timeout=PATIENCE_MS)
    assert "runs.sqlite3" in tab.message.summary
    runs_file().rmdir()
    keep(records()[1])
    tab.message.button.click()
    lists(qtbot, tab, 1)


def test_a_list_that_recovers_by_itself_takes_back_what_it_said(
    tab: HistoryTab, history: RunHistory, qtbot: QtBot
) -> None:
    """Its button would undo a removal otherwise."""
    runs_file().parent.mkdir(parents=True)
    runs_file().mkdir()
    tab.show_device(DISK)
    tab.show()
    qtbot.waitUntil(tab.message.isVisible, timeout=PATIENCE_MS)
    runs_file().rmdir()
    keep(records()[1])
    history.note_change()
    lists(qtbot, tab, 1)
    assert not tab.message.isVisible()


def test_a_run_that_cannot_be_read_hinders_neither_the_others_nor_who_opens_one(
    tab: HistoryTab, qtbot: QtBot
) -> None:
    """All are read once to be told in the window's language, which nobody asked for."""
    gone, first, second = keep(*records()[1:4])
    shows(qtbot, tab, 3)
    with open_runs() as runs:
        runs.trash(gone)
        runs.delete(gone)
    model = tab.table.runs_model
    rows = {run.identifier: row for row, run in enumerate(model.runs)}
    told: list[int] = []
    model.dataChanged.connect(lambda place, _: told.append(place.row()))
    for identifier in (gone, first):
        model.result_wanted.emit(identifier)
    tab.table.choose([rows[second]])
    tab.bar.open.click()
    shown = dialog(qtbot, tab, SessionDialog)
    qtbot.waitUntil(lambda: rows[first] in told, timeout=PATIENCE_MS)
    assert not tab.message.isVisible()
    shown.reject()


def test_who_opens_a_run_that_cannot_be_read_is_told_why(tab: HistoryTab, qtbot: QtBot) -> None:
    (gone,) = keep(records()[1])
    shows(qtbot, tab, 1)
    with open_runs() as runs:
        runs.trash(gone)
        runs.delete(gone)
    tab.table.choose([0])
    tab.bar.open.click()
    qtbot.waitUntil(tab.message.isVisible, timeout=PATIENCE_MS)
    assert gone in tab.message.summary


def test_a_filter_by_kind_and_by_words(tab: HistoryTab, qtbot: QtBot) -> None:
    keep(*records())
    shows(qtbot, tab, 5)
    tab.filter.kind.setCurrentIndex(tab.filter.kind.findData(SessionKind.QUICK_TEST))
    lists(qtbot, tab, 2)
    tab.filter.search.setText("/srv")
    lists(qtbot, tab, 1)
    tab.filter.kind.setCurrentIndex(0)
    tab.filter.search.setText("kept 2026-03-08")
    qtbot.waitUntil(lambda: texts(tab, runs_model.OUTCOME) == ["Kept"], timeout=PATIENCE_MS)
    tab.filter.search.setText("nothing like this")
    lists(qtbot, tab, 0)
    assert tab.filter.isVisible()
    assert tab.chosen.text().startswith("No matching results")
    tab.filter.clear()
    lists(qtbot, tab, 5)


def test_a_click_on_a_head_sorts(tab: HistoryTab, qtbot: QtBot) -> None:
    keep(*records())
    shows(qtbot, tab, 5)
    tab.table.choose([0])
    chosen = tab.table.chosen
    tab.table.horizontalHeader().setSortIndicator(runs_model.OUTCOME, Qt.SortOrder.AscendingOrder)
    assert texts(tab, runs_model.OUTCOME) == sorted(texts(tab, runs_model.OUTCOME))
    tab.table.horizontalHeader().setSortIndicator(runs_model.WHEN, Qt.SortOrder.AscendingOrder)
    dates = [run.created_at for run in tab.table.runs_model.runs]
    assert dates == sorted(dates)
    assert tab.table.chosen == chosen


def test_a_note_is_typed_into_the_list_and_found_again(tab: HistoryTab, qtbot: QtBot) -> None:
    keep(*records()[:2])
    shows(qtbot, tab, 2)
    tab.table.choose([1])
    tab.table.setFocus()
    qtbot.keyClick(tab.table, Qt.Key.Key_F2)
    editor = tab.table.viewport().findChild(QLineEdit)
    assert editor is not None
    editor.setText("with the old cable")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(
        lambda: texts(tab, runs_model.NOTE)[1] == "with the old cable", timeout=PATIENCE_MS
    )
    assert [run.note for run in tab.table.chosen] == ["with the old cable"]
    tab.filter.search.setText("cable")
    lists(qtbot, tab, 1)


def test_tags_are_typed_with_commas_and_can_be_filtered_by(tab: HistoryTab, qtbot: QtBot) -> None:
    keep(*records()[:2])
    shows(qtbot, tab, 2)
    model = tab.table.runs_model
    model.setData(model.index(0, runs_model.TAGS), "before,  old cable")
    qtbot.waitUntil(lambda: tab.filter.tag.count() == 3, timeout=PATIENCE_MS)
    assert model.runs[0].tags == ("before", "old cable")
    tab.filter.tag.setCurrentIndex(tab.filter.tag.findData("old cable"))
    lists(qtbot, tab, 1)


def test_choices_come_on_demand_and_choose_nothing_unseen(tab: HistoryTab, qtbot: QtBot) -> None:
    keep(*records())
    shows(qtbot, tab, 5)
    assert not tab.filter.kind.isVisible()
    tab.filter.more.click()
    assert tab.filter.kind.isVisible()
    tab.filter.kind.setCurrentIndex(tab.filter.kind.findData(SessionKind.QUICK_TEST))
    lists(qtbot, tab, 2)
    tab.filter.more.click()
    lists(qtbot, tab, 5)
    assert not tab.filter.is_narrowed


def test_what_came_of_a_comparison_is_told_whole(tab: HistoryTab, qtbot: QtBot) -> None:
    """As wide as the tab is in a window of the usual size."""
    keep(*records())
    shows(qtbot, tab, 5)
    tab.resize(834, 700)
    table = tab.table
    for row, run in enumerate(table.runs_model.runs):
        for column in range(table.runs_model.columnCount()):
            if table.isColumnHidden(column) or run.kind == SessionKind.QUICK_TEST.value:
                continue
            text = str(table.runs_model.index(row, column).data())
            room = table.visualRect(table.runs_model.index(row, column)).adjusted(6, 0, -6, 0)
            needed = table.fontMetrics().boundingRect(room, Qt.TextFlag.TextWordWrap, text)
            assert needed.height() <= room.height(), text


def test_columns_that_say_nothing_leave_their_room_to_others(tab: HistoryTab, qtbot: QtBot) -> None:
    keep(*records()[:2])
    shows(qtbot, tab, 2)
    table = tab.table
    assert table.isColumnHidden(runs_model.NOTE) and table.isColumnHidden(runs_model.TAGS)
    before = table.columnWidth(runs_model.RESULT)
    table.choose([1])
    table.edit_column(runs_model.NOTE)
    assert not table.isColumnHidden(runs_model.NOTE)
    assert table.columnWidth(runs_model.RESULT) < before
    model = table.runs_model
    model.setData(model.index(0, runs_model.TAGS), "before")
    qtbot.waitUntil(lambda: not table.isColumnHidden(runs_model.TAGS), timeout=PATIENCE_MS)


def test_in_a_narrow_window_names_and_buttons_are_whole(tab: HistoryTab, qtbot: QtBot) -> None:
    (kept, *_) = keep(*records()[:2])
    with open_runs() as runs:
        runs.annotate(kept, note="with the old cable", added=["before"])
    shows(qtbot, tab, 2)
    table, bar = tab.table, tab.bar
    table.choose([0])
    letter = table.fontMetrics().averageCharWidth()
    for width in (530, 700, 1200):
        tab.resize(width, 600)
        assert tab.width() == width
        for column in (runs_model.WHAT, runs_model.RESULT):
            assert table.columnWidth(column) >= 14 * letter
        qtbot.waitUntil(
            lambda: all(
                button.width() >= button.sizeHint().width()
                and bar.rect().contains(button.geometry())
                for button in (bar.open, bar.compare, bar.again, bar.save, bar.remove)
            ),
            timeout=PATIENCE_MS,
        )
    assert not table.isColumnHidden(runs_model.NOTE)
    tab.resize(530, 600)
    assert table.isColumnHidden(runs_model.NOTE)
    assert "with the old cable" in tab.chosen.text()
    assert "before" in tab.chosen.text()


def test_a_tag_that_a_command_put_on_meanwhile_stays(tab: HistoryTab, qtbot: QtBot) -> None:
    keep(records()[1])
    shows(qtbot, tab, 1)
    model = tab.table.runs_model
    model.setData(model.index(0, runs_model.TAGS), "before, old cable")
    qtbot.waitUntil(lambda: bool(model.runs[0].tags), timeout=PATIENCE_MS)
    with open_runs() as runs:
        runs.annotate(model.runs[0].identifier, added=["theirs"])
    model.setData(model.index(0, runs_model.TAGS), "new cable, before")
    qtbot.waitUntil(lambda: "new cable" in model.runs[0].tags, timeout=PATIENCE_MS)
    assert model.runs[0].tags == ("before", "theirs", "new cable")


def test_what_cannot_be_a_tag_is_refused(tab: HistoryTab, qtbot: QtBot) -> None:
    keep(records()[1])
    shows(qtbot, tab, 1)
    model = tab.table.runs_model
    model.setData(model.index(0, runs_model.TAGS), "x" * 60)
    qtbot.waitUntil(tab.message.isVisible, timeout=PATIENCE_MS)
    assert "can't be used as a tag" in tab.message.summary
    assert model.runs[0].tags == ()


def test_a_session_is_opened_for_reading(tab: HistoryTab, qtbot: QtBot) -> None:
    keep(*records())
    shows(qtbot, tab, 5)
    tab.table.choose([1])
    qtbot.keyClick(tab.table, Qt.Key.Key_Return)
    shown = dialog(qtbot, tab, SessionDialog)
    assert isinstance(shown, SessionDialog)
    assert shown.opened.record.outcome is SettingsOutcome.KEPT
    assert shown.page.headline.summary.startswith('Change to "bfq"')  # type: ignore[attr-defined]
    said = [label.text() for label in shown.page.findChildren(QLabel)]
    assert any("Kept: scheduler = bfq." in text for text in said)
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
    assert "Stopped early" in said
    assert shown.page.headline.button.isHidden()  # type: ignore[attr-defined]
    shown.reject()


def test_from_two_to_eight_can_be_compared_the_oldest_first(tab: HistoryTab, qtbot: QtBot) -> None:
    kept = keep(*records())
    shows(qtbot, tab, 5)
    assert not tab.bar.compare.isEnabled()
    tab.table.choose([0])
    assert not tab.bar.compare.isEnabled()
    tab.table.choose([0, 3])
    with qtbot.waitSignal(tab.compare_asked) as asked:
        tab.bar.compare.click()
    assert asked.args == [(kept[3], kept[0])]


def test_the_same_test_is_asked_for_again_with_its_plan(tab: HistoryTab, qtbot: QtBot) -> None:
    keep(records()[1])
    shows(qtbot, tab, 1)
    tab.table.choose([0])
    with qtbot.waitSignal(tab.again_asked, timeout=PATIENCE_MS) as asked:
        tab.bar.again.click()
    assert asked.args is not None
    assert asked.args[0].record.plan == records()[1].plan


def test_a_report_of_the_chosen_result_can_be_saved(tab: HistoryTab, qtbot: QtBot) -> None:
    keep(records()[1])
    shows(qtbot, tab, 1)
    tab.table.choose([0])
    tab.bar.save.click()
    shown = dialog(qtbot, tab, SaveReport)
    assert isinstance(shown, SaveReport)
    qtbot.waitUntil(lambda: "bfq" in shown.preview.toPlainText(), timeout=PATIENCE_MS)
    shown.reject()


def test_removing_can_be_undone(tab: HistoryTab, qtbot: QtBot) -> None:
    kept = keep(*records()[:2])
    shows(qtbot, tab, 2)
    tab.table.selectAll()
    qtbot.keyClick(tab.table, Qt.Key.Key_Delete)
    lists(qtbot, tab, 0)
    with open_runs() as runs:
        assert {run.identifier for run in runs.listed(RunFilter(trashed=True))} == set(kept)
    qtbot.waitUntil(tab.message.isVisible, timeout=PATIENCE_MS)
    tab.message.button.click()
    lists(qtbot, tab, 2)


def test_what_is_in_the_trash_can_be_brought_back(tab: HistoryTab, qtbot: QtBot) -> None:
    kept = keep(*records()[:2])
    with open_runs() as runs:
        runs.trash(kept[0])
    shows(qtbot, tab, 1)
    tab.filter.trash.setChecked(True)
    qtbot.waitUntil(
        lambda: [run.identifier for run in tab.table.runs_model.runs] == [kept[0]],
        timeout=PATIENCE_MS,
    )
    assert not tab.bar.compare.isEnabled()
    tab.table.choose([0])
    tab.bar.bring_back.click()
    lists(qtbot, tab, 0)
    assert tab.chosen.text() == "The trash is empty."
    tab.filter.trash.setChecked(False)
    lists(qtbot, tab, 2)


def test_only_who_says_so_deletes_for_good(tab: HistoryTab, qtbot: QtBot) -> None:
    (kept,) = keep(records()[0])
    with open_runs() as runs:
        runs.trash(kept)
    tab.filter.trash.setChecked(True)
    shows(qtbot, tab, 1)
    tab.table.choose([0])
    qtbot.keyClick(tab.table, Qt.Key.Key_Delete)
    box = dialog(qtbot, tab, QMessageBox)
    assert isinstance(box, QMessageBox)
    default = box.defaultButton()
    assert default is not None
    assert box.standardButton(default) is QMessageBox.StandardButton.Cancel
    default.click()
    assert tab.table.runs_model.rowCount() == 1
    tab.bar.delete.click()
    qtbot.waitUntil(
        lambda: any(b.isVisible() for b in tab.findChildren(QMessageBox)), timeout=PATIENCE_MS
    )
    box = tab.findChildren(QMessageBox)[-1]
    next(button for button in box.buttons() if "permanently" in button.text()).click()
    lists(qtbot, tab, 0)
    with open_runs() as runs:
        assert runs.listed(RunFilter(trashed=True)) == ()


def test_files_dropped_onto_the_list_are_imported(
    everything: HistoryTab, qtbot: QtBot, state: Path
) -> None:
    keep(records()[1])
    everything.show()
    lists(qtbot, everything, 1)
    theirs = state / "theirs.json"
    write_results(foreign(), judge_session(foreign()), theirs)
    broken = state / "broken.json"
    broken.write_text('{"schema_version": 1', encoding="utf-8")
    drop(everything, theirs, broken)
    shown = dialog(qtbot, everything, ImportedDialog)
    assert isinstance(shown, ImportedDialog)
    assert [row[0] for row in shown.runs.rows] == ["theirs.json"]
    assert [row[0] for row in shown.problems.rows] == ["broken.json"]
    assert shown.headline.summary.startswith("1 result")
    shown.reject()
    lists(qtbot, everything, 2)


def test_what_comes_while_files_are_imported_is_told_too(
    everything: HistoryTab, qtbot: QtBot, state: Path
) -> None:
    keep(records()[1])
    everything.show()
    lists(qtbot, everything, 1)
    broken = [state / "one.json", state / "other.json"]
    for path in broken:
        path.write_text('{"schema_version": 1', encoding="utf-8")
        everything.importing.take([str(path)])
    qtbot.waitUntil(
        lambda: len(everything.findChildren(ImportedDialog)) == len(broken), timeout=PATIENCE_MS
    )
    told = {
        row[0] for each in everything.findChildren(ImportedDialog) for row in each.problems.rows
    }
    assert told == {"one.json", "other.json"}
    for each in everything.findChildren(ImportedDialog):
        each.reject()


def drop(tab: HistoryTab, *paths: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    tab.dropEvent(
        QDropEvent(
            QPointF(20, 20),
            Qt.DropAction.CopyAction,
            data,
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        )
    )


def test_a_session_that_is_kept_lateris_listed_anew(
    tab: HistoryTab, history: RunHistory, qtbot: QtBot
) -> None:
    restored = replace(records()[1], outcome=SettingsOutcome.RESTORED)
    keep(restored)
    shows(qtbot, tab, 1)
    assert texts(tab, runs_model.OUTCOME) == ["Restored"]
    keep(replace(restored, outcome=SettingsOutcome.KEPT))
    history.note_change()
    qtbot.waitUntil(lambda: texts(tab, runs_model.OUTCOME) == ["Kept"], timeout=PATIENCE_MS)


def test_the_plan_of_a_practice_disk_belongs_to_no_device(state: Path, qtbot: QtBot) -> None:
    record, _ = samples.result(TargetKind.PRACTICE, {})
    keep(record)
    results = StoredResults(RunJobs("results"))
    with qtbot.waitSignal(results.loaded, timeout=PATIENCE_MS):
        results.load()
    results.finish()
    assert results.newest(DISK) is None
    found = results.newest(None)
    assert found is not None and found.record.plan == record.plan


def test_the_newest_comparison_is_found_behind_quick_tests(state: Path, qtbot: QtBot) -> None:
    keep(*records())
    results = StoredResults(RunJobs("results"))
    with qtbot.waitSignal(results.loaded, timeout=PATIENCE_MS):
        results.load()
    results.finish()
    found = results.newest(DISK)
    assert found is not None
    assert found.record.created_at == records()[1].created_at
    assert results.newest_comparison(DISK) == found
