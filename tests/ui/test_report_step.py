"""Saving a result in each format, and opening it afterwards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject, Qt, QUrl, Slot
from PySide6.QtGui import QDesktopServices
from pytestqt.qtbot import QtBot

from storage_tuner.core.errors import NoSpace
from storage_tuner.ui.assistant.assistant import Assistant
from storage_tuner.ui.assistant.steps.step import Step
from tests.ui import sample_results
from tests.ui.conftest import PATIENCE_MS

MakeAssistant = Callable[..., Assistant]


class Desktop(QObject):
    """Opens files in the place of other programs."""

    def __init__(self) -> None:
        super().__init__()
        self.opened: list[str] = []

    @Slot(QUrl)
    def open(self, url: QUrl) -> None:
        self.opened.append(url.toLocalFile())


@pytest.fixture
def desktop() -> Iterator[Desktop]:
    made = Desktop()
    QDesktopServices.setUrlHandler("file", made, "open")  # type: ignore[arg-type]
    yield made
    QDesktopServices.unsetUrlHandler("file")


@pytest.fixture
def assistant(make_assistant: MakeAssistant) -> Assistant:
    made = make_assistant()
    made.running.show_measured(*sample_results.judged("restarts"))
    made.navigation.go(Step.REPORT)
    return made


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("suffix", "beginning"), [(".html", b"<!DOCTYPE html>"), (".csv", b""), (".json", b"{")]
)
def test_each_format_is_saved_and_opened(
    assistant: Assistant,
    desktop: Desktop,
    tmp_path: Path,
    qtbot: QtBot,
    suffix: str,
    beginning: bytes,
) -> None:
    page = assistant.pages.report
    assert page.suggested_path(suffix).endswith(suffix)
    assert not page.opening.isVisible()
    path = tmp_path / f"result{suffix}"
    assistant.save(path, suffix)
    qtbot.waitUntil(page.opening.isVisible, timeout=PATIENCE_MS)
    assert path.read_bytes().lower().startswith(beginning.lower())
    qtbot.mouseClick(page.opening.open_file, Qt.MouseButton.LeftButton)
    qtbot.mouseClick(page.opening.open_folder, Qt.MouseButton.LeftButton)
    assert desktop.opened == [str(path), str(tmp_path)]


def test_an_error_takes_back_what_could_be_opened(assistant: Assistant, tmp_path: Path) -> None:
    page = assistant.pages.report
    page.show_saved(tmp_path / "result.json")
    assert page.opening.isVisible()
    page.show_error(NoSpace("to write it"))
    assert not page.opening.isVisible()
    assert all(button.isEnabled() for button in page.buttons.values())


def test_what_nothing_opens_is_said(assistant: Assistant, tmp_path: Path) -> None:
    page = assistant.pages.report
    path = tmp_path / "result.json"
    page.show_saved(path)
    page.opening.show_unopened(path)
    assert page.message.summary == f"No program can open {path}"
    assert page.opening.isVisible()
