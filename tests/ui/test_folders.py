"""Where files are suggested to be saved, also in a home that has none of the desktop's folders."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from storage_tuner.ui.assistant.plan.plan_files import PlanFiles
from storage_tuner.ui.assistant.steps.report_step import ReportStep
from storage_tuner.ui.reports.choices import ReportChoices
from tests.ui import sample_results


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / ".config"))
    return tmp_path


def test_a_report_is_suggested_where_it_can_be_saved(home: Path, qtbot: QtBot) -> None:
    page = ReportStep()
    qtbot.addWidget(page)
    assert Path(page.suggested_path(".pdf")).parent == home
    (home / "Documents").mkdir()
    assert Path(page.suggested_path(".pdf")).parent == home / "Documents"
    (home / "reports").mkdir()
    page.show_saved(home / "reports" / "one.pdf")
    assert Path(page.suggested_path(".pdf")).parent == home / "reports"
    (home / "reports").rmdir()
    assert Path(page.suggested_path(".pdf")).parent == home / "Documents"


def test_the_suggestion_can_be_taken_as_it_is(home: Path, qtbot: QtBot) -> None:
    page = ReportStep()
    qtbot.addWidget(page)
    page.show()
    asked = []
    page.save_asked.connect(lambda path, _: asked.append(path))
    page.buttons[".json"].click()
    dialog = page.findChild(QFileDialog)
    assert dialog is not None
    dialog.accept()
    assert [path.parent for path in asked] == [home]


def test_every_place_that_saves_suggests_a_folder_that_is_there(home: Path, qtbot: QtBot) -> None:
    record, _ = sample_results.judged("restarts")
    choices = ReportChoices(record)
    qtbot.addWidget(choices)
    assert choices.folder.text() == str(home)
    files = PlanFiles()
    qtbot.addWidget(files)
    files.save.click()
    dialog = files.findChild(QFileDialog)
    assert dialog is not None
    assert Path(dialog.selectedFiles()[0]).parent == home
    dialog.reject()
