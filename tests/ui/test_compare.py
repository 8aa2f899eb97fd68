"""Runs side by side, in the window."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from storage_tuner.core.measurement import SessionRecord
from storage_tuner.jobs.results.kept_runs import Opened
from storage_tuner.jobs.results.run_comparison import MOST_SHOWN
from storage_tuner.present.blocks import DotPlot, Mark, Table
from storage_tuner.report.charts.svg import LineChart
from storage_tuner.store.database.run_store import open_runs
from storage_tuner.ui.blocks.table import BlockTable
from storage_tuner.ui.charts.result_chart import ResultChart
from storage_tuner.ui.compare import clipboard as texts
from storage_tuner.ui.compare import text as words
from storage_tuner.ui.compare.page import ComparePage
from storage_tuner.ui.widgets.facts import Facts
from storage_tuner.ui.widgets.fold import Fold
from tests.fleets import MadeFleet
from tests.ui.conftest import PATIENCE_MS
from tests.ui.pictures.compare import foreign, quick_tests, two_sessions
from tests.ui.still import RunsAtOnce, StillHistory


@pytest.fixture
def history() -> StillHistory:
    return StillHistory()


@pytest.fixture
def page(history: StillHistory, qtbot: QtBot) -> ComparePage:
    made = ComparePage(RunsAtOnce(history.path))
    qtbot.addWidget(made)
    made.resize(1000, 800)
    made.show()
    return made


@pytest.fixture
def compared(page: ComparePage, history: StillHistory) -> ComparePage:
    """One disk with four schedulers, before and after a new kernel."""
    page.show_runs(history.keep(*two_sessions()))
    return page


def test_machines_are_compared_and_their_report_is_saved(
    page: ComparePage, history: StillHistory, tmp_path: Path, qtbot: QtBot
) -> None:
    history.keep(*MadeFleet(9, {4: 0.5}).records(), imported_from="results.json")
    page.empty.other_button.click()
    assert page.fleet.isVisible()
    assert page.fleet.shown is not None
    assert [disk.host for disk in page.fleet.shown.deviating] == ["db004"]
    (table,) = (each for each in page.fleet.findChildren(BlockTable) if each.isVisible())
    assert table.shown.rows[0][0].text == "db004 · sdt"
    dialog = page.fleet.ask_where()
    dialog.fileSelected.emit(str(tmp_path))
    qtbot.waitUntil(lambda: "fleet.csv" in page.message.accessibleName(), timeout=PATIENCE_MS)
    assert {path.name for path in tmp_path.iterdir()} >= {"report.pdf", "report.html", "fleet.csv"}
    dialog.close()


def test_without_results_machines_cannot_be_compared(compared: ComparePage) -> None:
    """The two sessions are of one computer: shown, but not compared."""
    compared.machines.click()
    assert compared.fleet.isVisible()
    assert compared.fleet.shown is not None and not compared.fleet.shown.deviating
    assert compared.fleet.save.isEnabled() == bool(compared.fleet.shown.disks)


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


def results(page: ComparePage) -> Table:
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    tables = page.findChildren(BlockTable)
    return next(each.shown for each in tables if each.accessibleName() == "Results by operation")


def test_the_first_is_what_the_others_are_compared_with(compared: ComparePage) -> None:
    found = compared.compared
    assert found is not None
    shown = results(compared)
    assert {*shown.heads[1:]} == {*found.shown}
    first = next(row for row in shown.rows if row[0].text == "Random read")
    assert first[1].mark is Mark.NONE
    assert all(cell.mark is not Mark.NONE for cell in first[2:])
    assert all("IOPS" in cell.text for cell in first[1:])
    plot = compared.blocks.findChildren(ResultChart)[0].chart
    assert isinstance(plot, DotPlot)
    assert [dot.label for dot in plot.dots] == [*shown.heads[2:]]


def test_there_is_one_plot_and_one_table_and_the_rest_is_folded(compared: ComparePage) -> None:
    page = compared.blocks
    for kind in (ResultChart, BlockTable):
        assert len([each for each in page.findChildren(kind) if each.isVisible()]) == 1
    folds = compared.findChildren(Fold)
    assert {"Charts", "Compared variants", "Differing conditions", "Same conditions"} <= {
        fold.button.text() for fold in folds
    }
    assert not any(fold.is_open for fold in folds)


def test_conditions_are_told_on_demand(compared: ComparePage) -> None:
    rows: dict[str, str] = {}
    for fold in compared.blocks.findChildren(Fold):
        fold.set_open(True)
    for facts in compared.blocks.findChildren(Facts):
        rows |= dict(facts.rows)
    assert "6.1.0" in rows["kernel"]
    assert "6.12.0" in rows["kernel"]
    assert rows["fio"] == "3.33"


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
    assert {*results(compared).heads[1:]} == {*after.shown}


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
    assert page.shown.note.text().startswith(f"At most {MOST_SHOWN}")


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
    assert any("Example HDD" in head for head in results(page).heads)


def test_it_can_be_copied_as_text(compared: ComparePage) -> None:
    compared.copy.click()
    text = QGuiApplication.clipboard().text()
    assert "Differing conditions:" in text
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
