"""Runs side by side, in the window."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from storage_tuner.core.measurement import SessionRecord
from storage_tuner.report.charts import LineChart
from storage_tuner.services.qt_history import Opened
from storage_tuner.services.side_by_side import MOST_SHOWN
from storage_tuner.store.runs import open_runs
from storage_tuner.ui.compare import texts, words
from storage_tuner.ui.compare.page import ComparePage
from tests.ui.conftest import PATIENCE_MS
from tests.ui.pictures.compare import foreign, quick_tests, two_sessions
from tests.ui.still import StillComparer, StillHistory


@pytest.fixture
def history() -> StillHistory:
    return StillHistory()


@pytest.fixture
def page(history: StillHistory, qtbot: QtBot) -> ComparePage:
    made = ComparePage(StillComparer(history))
    qtbot.addWidget(made)
    made.resize(1000, 800)
    made.show()
    return made


@pytest.fixture
def compared(page: ComparePage, history: StillHistory) -> ComparePage:
    """One disk with four schedulers, before and after a new kernel."""
    page.show_runs(history.keep(*two_sessions()))
    return page


def chart_of(page: ComparePage, name: str) -> LineChart:
    found = getattr(page.overlays, name).chart.chart
    assert isinstance(found, LineChart)
    return found


def test_nothing_chosen_leads_to_the_list(page: ComparePage, qtbot: QtBot) -> None:
    assert page.empty.isVisible()
    with qtbot.waitSignal(page.runs_asked):
        page.empty.button.click()


def test_two_sessions_lie_over_each_other_in_every_chart(compared: ComparePage) -> None:
    found = compared.compared
    assert found is not None
    for name in ("rate", "latency", "spread", "course"):
        lines = chart_of(compared, name).lines
        names = [f"{letter} · {name}" for letter, name in zip("ABCDEFGH", found.shown, strict=True)]
        assert [line.name.replace("\N{NO-BREAK SPACE}", " ") for line in lines] == names
        assert len({line.style for line in lines}) == len(lines)
    assert [line.name for line in chart_of(compared, "seconds").lines] == [*found.lineup.labels]
    assert all(point.low is not None for point in chart_of(compared, "rate").lines[0].points)


def test_that_they_were_measured_at_other_times_is_said(
    compared: ComparePage, history: StillHistory
) -> None:
    assert compared.note.isVisible()
    assert "other times" in compared.note.summary
    assert "wider intervals" in compared.note.accessibleDescription()


def test_any_two_are_judged_by_themselves(compared: ComparePage) -> None:
    found = compared.compared
    assert found is not None
    one = compared.pair.one
    other = compared.pair.other
    first, last = found.shown[0], found.shown[-1]
    one.setCurrentIndex(one.findData(first))
    other.setCurrentIndex(other.findData(last))
    rates = [row[1] for row in compared.pair.table.rows]
    assert rates
    assert all(rate.startswith(("First", "Second", "=")) for rate in rates)
    assert all("…" in rate for rate in rates if not rate.startswith("="))
    assert compared.pair.note.text().startswith("Measured at other times")
    other.setCurrentIndex(other.findData(found.shown[1]))
    assert compared.pair.note.text() == "Measured in one session, in turns."
    other.setCurrentIndex(other.findData(first))
    assert compared.pair.summary.text() == "Choose two different ones."


def test_no_lead_is_cut(compared: ComparePage, qtbot: QtBot) -> None:
    compared.resize(900, 640)
    table = compared.pair.table
    columns = range(table.columnCount())

    def fits() -> bool:
        return all(table.sizeHintForColumn(each) <= table.columnWidth(each) for each in columns)

    qtbot.waitUntil(fits, timeout=PATIENCE_MS)
    table.selectAll()
    qtbot.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert len(QGuiApplication.clipboard().text().splitlines()) == table.rowCount()


def test_what_is_not_ticked_is_nowhere(compared: ComparePage) -> None:
    before = compared.compared
    assert before is not None
    gone = before.shown[0]
    item = compared.shown.list.item(0)
    item.setCheckState(Qt.CheckState.Unchecked)
    after = compared.compared
    assert after is not None
    assert after.shown == before.shown[1:]
    assert not any(line.name.endswith(gone) for line in chart_of(compared, "rate").lines)
    assert compared.pair.one.findData(gone) == -1
    assert compared.heat.table.columnCount() == len(after.shown) + 3
    assert not any(gone in row[1] for row in compared.ranking.table.rows)


def test_no_more_are_ticked_than_can_be_told_apart(
    page: ComparePage, history: StillHistory
) -> None:
    first, second = two_sessions()
    third = replace(first, created_at="2026-03-09T10:00:00+00:00")
    page.show_runs(history.keep(first, second, third))
    assert len(page.shown.names) == MOST_SHOWN
    items = [page.shown.list.item(row) for row in range(page.shown.list.count())]
    other = next(item for item in items if item.checkState() is Qt.CheckState.Unchecked)
    other.setCheckState(Qt.CheckState.Checked)
    assert other.checkState() is Qt.CheckState.Unchecked
    assert page.shown.note.text().startswith(f"More than {MOST_SHOWN}")


def test_two_are_needed(compared: ComparePage) -> None:
    for row in range(compared.shown.list.count()):
        compared.shown.list.item(row).setCheckState(Qt.CheckState.Unchecked)
    assert len(compared.shown.names) == 2


def test_disks_of_other_computers_are_marked_and_compared(
    page: ComparePage, history: StillHistory
) -> None:
    (theirs,) = history.keep(foreign(), imported_from="studio.json")
    page.show_runs([theirs, *history.keep(*quick_tests())])
    said = [page.shown.list.item(row).text() for row in range(page.shown.list.count())]
    assert "measured elsewhere" in said[0]
    assert not any("measured elsewhere" in text for text in said[1:])
    assert "studio" in said[0]
    found = page.ranking.table.rows
    assert found[0][0] == "1"
    assert "Example HDD" in found[-1][1]


def test_the_heatmap_has_a_field_for_every_variant_and_count(compared: ComparePage) -> None:
    rows = compared.heat.table.rows
    found = compared.compared
    assert found is not None
    assert {row.threads for row in rows} == {1, 2, 4, 8}
    assert all(len(row.values) == len(found.shown) for row in rows)


def test_the_ranking_follows_operation_and_metric(compared: ComparePage) -> None:
    compared.overlays.operation.setCurrentIndex(1)
    compared.ranked_by.setCurrentIndex(1)
    assert compared.ranking.about.text().startswith("Random read, access time")
    assert compared.ranking.table.rows[0][0] == "1"


def test_differences_come_before_what_is_the_same(compared: ComparePage) -> None:
    table = compared.conditions.differing
    assert table is not None
    assert ("kernel", "6.1.0", "6.12.0") in table.rows
    alike = {row[0]: row[1] for row in compared.conditions.alike.rows}
    assert alike["fio"] == "3.33"
    assert "kernel" not in alike


def test_it_can_be_copied_as_text(compared: ComparePage) -> None:
    compared.copy.click()
    text = QGuiApplication.clipboard().text()
    assert "What differs between the records:" in text
    assert "6.12.0" in text


def test_all_values_can_be_saved_as_csv(
    compared: ComparePage, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    dialog = compared.ask_where()
    assert dialog is not None
    assert Path(dialog.selectedFiles()[0]).parent == tmp_path
    path = tmp_path / "mine.csv"
    dialog.fileSelected.emit(str(path))
    dialog.reject()
    qtbot.waitUntil(path.exists, timeout=PATIENCE_MS)
    rows = list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8"))))
    found = compared.compared
    assert found is not None
    assert {row["variant"] for row in rows} == set(found.shown)
    rate = next(v for v in found.judgement.verdicts if v.metric.value == "rate")
    assert float(rows[0]["mean"]) == pytest.approx(rate.summaries[0].mean, rel=1e-5)
    assert texts.as_csv(found) == path.read_text(encoding="utf-8")


def test_what_is_gone_is_said(page: ComparePage) -> None:
    page.show_runs(["gone1", "gone2"])
    assert page.message.isVisible()
    assert "gone1" in page.message.summary
    assert page.empty.isVisible()


def test_names_are_no_longer_than_it_takes_to_tell_them_apart(history: StillHistory) -> None:
    first, second = two_sessions()
    disk, other_disk = quick_tests()
    assert [name.count(",") for name in labels(history, first, second)] == [0, 0]
    assert labels(history, disk, other_disk) == ("Example HDD 4 TB", "Example SSD 2 TB")
    same = replace(first, plan=replace(first.plan, seed=99))
    again = labels(history, first, same)
    assert again[0].endswith("(1)")
    assert again[1].endswith("(2)")


def labels(history: StillHistory, *records: SessionRecord) -> tuple[str, ...]:
    identifiers = history.keep(*records)
    with open_runs(history.path) as runs:
        lines = [runs.line(identifier) for identifier in identifiers]
    return words.labels(
        [
            Opened(line, record, None)  # type: ignore[arg-type]
            for line, record in zip(lines, records, strict=True)
        ]
    )
