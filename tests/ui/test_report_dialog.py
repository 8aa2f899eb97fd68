"""Choosing what is saved: kinds, paper, language, what to leave out; and a preview of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from storage_tuner.core.measurement import SessionRecord
from storage_tuner.jobs.judging import judge_session
from storage_tuner.jobs.results.report_files import not_written
from storage_tuner.report.layout import Paper
from storage_tuner.store.results import read_results
from storage_tuner.ui.jobs import Jobs
from storage_tuner.ui.reports.dialog import SaveReport
from tests.ui.conftest import PATIENCE_MS
from tests.ui.test_report_step import Desktop, desktop
from tests.unit.report.example_session import MACHINE, example_record

__all__ = ["desktop"]


@pytest.fixture
def record() -> SessionRecord:
    machine = replace(MACHINE, host="workshop")
    return replace(example_record(repeats=2), machine=machine, caveats=("workshop was busy",))


@pytest.fixture
def dialog(record: SessionRecord, qtbot: QtBot, tmp_path: Path) -> Iterator[SaveReport]:
    jobs = Jobs("report", surprise=not_written)
    made = SaveReport(None, record, judge_session(record), jobs)
    qtbot.addWidget(made)
    made.choices.folder.setText(str(tmp_path))
    made.choices.name.setText("result")
    made.show()
    yield made
    jobs.finish()


def choose(dialog: SaveReport, *kinds: str) -> None:
    for kind, box in dialog.choices.kinds.items():
        box.setChecked(kind in kinds)


def test_what_is_chosen_is_saved_and_said(dialog: SaveReport, qtbot: QtBot, tmp_path: Path) -> None:
    choose(dialog, "html", "md", "json")
    qtbot.mouseClick(dialog.save, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(dialog.opening.isVisible, timeout=PATIENCE_MS)
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "result.html",
        "result.json",
        "result.md",
    ]
    assert "result.html, result.md, result.json" in dialog.message.summary
    assert dialog.choices.replaced.isVisible()
    assert dialog.save.isEnabled()


def test_what_was_saved_is_opened_by_who_wants_that(
    dialog: SaveReport, desktop: Desktop, qtbot: QtBot, tmp_path: Path
) -> None:
    choose(dialog, "json")
    dialog.open_after.setChecked(True)
    qtbot.mouseClick(dialog.save, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(dialog.opening.isVisible, timeout=PATIENCE_MS)
    assert desktop.opened == [str(tmp_path / "result.json")]


def test_the_preview_is_what_the_files_will_say(dialog: SaveReport, qtbot: QtBot) -> None:
    def shown() -> str:
        return dialog.preview.toPlainText()

    qtbot.waitUntil(lambda: "workshop was busy" in shown(), timeout=PATIENCE_MS)
    dialog.choices.share.setChecked(True)
    qtbot.waitUntil(lambda: "workshop" not in shown(), timeout=PATIENCE_MS)
    assert "was busy" in shown()
    german = dialog.choices.language.findData("de")
    dialog.choices.language.setCurrentIndex(german)
    qtbot.waitUntil(lambda: "Wahlfreies Lesen" in shown(), timeout=PATIENCE_MS)


def test_what_is_shared_says_nothing_of_the_computer(
    dialog: SaveReport, qtbot: QtBot, tmp_path: Path, record: SessionRecord
) -> None:
    choose(dialog, "json")
    dialog.choices.share.setChecked(True)
    qtbot.mouseClick(dialog.save, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(dialog.opening.isVisible, timeout=PATIENCE_MS)
    assert "workshop" not in (tmp_path / "result.json").read_text()
    assert read_results(tmp_path / "result.json").measurements == record.measurements


def test_nothing_can_be_saved_as_long_as_something_is_missing(
    dialog: SaveReport, tmp_path: Path
) -> None:
    assert dialog.save.isEnabled()
    for name in ("", "a/b", ".."):
        dialog.choices.name.setText(name)
        assert not dialog.save.isEnabled()
        assert "slash" in dialog.save.toolTip()
    dialog.choices.name.setText("result")
    dialog.choices.folder.setText(str(tmp_path / "missing"))
    assert not dialog.save.isEnabled()
    dialog.choices.folder.setText(str(tmp_path))
    choose(dialog)
    assert not dialog.save.isEnabled()
    choose(dialog, "pdf")
    assert dialog.save.isEnabled()


def test_an_error_is_said_and_it_can_be_tried_again(
    dialog: SaveReport, qtbot: QtBot, tmp_path: Path
) -> None:
    choose(dialog, "csv")
    (tmp_path / "result.csv").mkdir()
    qtbot.mouseClick(dialog.save, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "can't be written" in dialog.message.summary, timeout=PATIENCE_MS)
    assert dialog.save.isEnabled()
    assert not dialog.opening.isVisible()


def test_paper_and_seconds_are_as_the_session_has_them(dialog: SaveReport) -> None:
    assert dialog.choices.request().paper in Paper
    assert not dialog.choices.kinds["seconds"].isEnabled()


def test_no_choice_is_cut_where_the_window_is_narrow(dialog: SaveReport, qtbot: QtBot) -> None:
    dialog.resize(dialog.minimumSizeHint())
    choices = dialog.choices

    def is_whole() -> bool:
        return choices.visibleRegion().boundingRect().width() >= choices.minimumSizeHint().width()

    qtbot.waitUntil(is_whole, timeout=PATIENCE_MS)
