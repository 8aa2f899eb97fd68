"""Each state of the window has its own words: first start, no helper, busy, measured elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from storage_tuner.client import connecting
from storage_tuner.core.device import BackgroundWork, Device
from storage_tuner.core.errors import HelperUnavailable
from storage_tuner.core.message import sentence
from storage_tuner.core.plan import TargetKind
from storage_tuner.store.session_journal import SessionJournal, interrupted_folder
from storage_tuner.ui.jobs import Jobs
from storage_tuner.ui.tree.device_tree import PRACTICE
from storage_tuner.ui.window.main_window import MainWindow
from storage_tuner.ui.window.measured_elsewhere import MeasuredElsewhere
from storage_tuner.ui.window.services import Services
from tests.ui import samples
from tests.ui.conftest import PATIENCE_MS


@pytest.fixture
def newcomers_window(services: Services, qtbot: QtBot) -> Iterator[MainWindow]:
    """The window at the very first start, over the sample's devices."""
    services.settings.clear()
    made = MainWindow(services)
    qtbot.addWidget(made)
    with qtbot.waitActive(made, timeout=PATIENCE_MS):
        made.show()
        made.activateWindow()
    made.show_devices(samples.DEVICES)
    yield made
    made.end()
    qtbot.waitUntil(lambda: made.assistant is None, timeout=PATIENCE_MS)


def test_a_newcomer_is_welcomed_once(newcomers_window: MainWindow, services: Services) -> None:
    assert newcomers_window.right_side.welcome.isVisible()
    assert newcomers_window.tree.current_key() == ""
    assert QApplication.focusWidget() is newcomers_window.right_side.welcome.practise
    newcomers_window.close()
    again = MainWindow(services)
    again.show()
    again.show_devices(samples.DEVICES)
    assert not again.right_side.welcome.isVisible()
    assert again.page.isVisible()
    again.close()


def test_what_changes_does_not_drive_the_welcome_away(newcomers_window: MainWindow) -> None:
    newcomers_window.show_devices(samples.DEVICES[:-1])
    assert newcomers_window.right_side.welcome.isVisible()


def test_looking_around_chooses_the_first_device(
    newcomers_window: MainWindow, qtbot: QtBot
) -> None:
    qtbot.mouseClick(newcomers_window.right_side.welcome.refresh, Qt.MouseButton.LeftButton)
    assert newcomers_window.tree.current_key() == "md0"
    assert newcomers_window.page.isVisible()


def test_choosing_a_device_ends_the_welcome(newcomers_window: MainWindow) -> None:
    newcomers_window.tree.choose("nvme0n1")
    assert newcomers_window.page.isVisible()
    newcomers_window.show_devices(samples.DEVICES[1:])
    assert newcomers_window.page.isVisible()


def test_the_welcome_leads_to_the_practice_disk_and_comes_again_from_help(
    newcomers_window: MainWindow, qtbot: QtBot
) -> None:
    qtbot.mouseClick(newcomers_window.right_side.welcome.practise, Qt.MouseButton.LeftButton)
    assistant = newcomers_window.assistant
    assert assistant is not None
    assert assistant.pages.device.current_key() == PRACTICE
    assistant.reject()
    qtbot.waitUntil(lambda: newcomers_window.assistant is None, timeout=PATIENCE_MS)
    assert newcomers_window.right_side.practice.isVisible()
    newcomers_window.menus.welcome.trigger()
    assert newcomers_window.right_side.welcome.isVisible()
    assert newcomers_window.tree.current_key() == ""


def test_without_a_helper_it_is_said_what_still_works(window: MainWindow) -> None:
    bar = window.right_side.bar
    bar.show_obstacle(HelperUnavailable(sentence("its system service is not installed")))
    assert bar.isVisible()
    said = bar.message.remedy
    assert "its system service is not installed" in said
    assert "are still available" in said
    assert "install Storage Tuner with its system service" in said
    bar.show_obstacle(None)
    assert not bar.isVisible()


@pytest.mark.root
def test_a_checkout_that_root_runs_has_its_helper(window: MainWindow, qtbot: QtBot) -> None:
    bar = window.right_side.bar
    bar.show_obstacle(HelperUnavailable(sentence("its system service is not installed")))
    bar.message.acted.emit()
    qtbot.waitUntil(lambda: not bar.isVisible(), timeout=PATIENCE_MS)


def test_a_helper_that_is_not_there_is_missed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(connecting, "LAUNCHER", tmp_path / "nothing")
    monkeypatch.setattr(connecting, "_installed_service", lambda: None)
    assert isinstance(connecting.obstacle(), HelperUnavailable)


def test_a_device_that_is_busy_with_itself_says_so(window: MainWindow) -> None:
    md0 = next(each for each in samples.DEVICES if each.name == "md0")
    others = tuple(each for each in samples.DEVICES if each is not md0)
    busy = replace(md0, background=BackgroundWork("resync", 43.0))
    window.show_devices((busy, *others))
    window.tree.choose("md0")
    assert window.page.work.summary.startswith("md0 · RAID 5 is busy: resync 43")
    window.show_devices(samples.DEVICES)
    assert window.page.work.summary == ""


@pytest.fixture
def measured(state: Path) -> Iterator[Device]:
    """A disk of the samples that is being measured, by somebody who holds its journal."""
    record, _ = samples.result(TargetKind.DEVICE, {"bfq": 0.1})
    assert record.device is not None
    journal = SessionJournal(interrupted_folder())
    journal.begin(replace(record, measurements=(), completed=False))
    journal.add(record.measurements[:2])
    assert not journal.problem
    yield record.device
    journal.discard()


def test_a_device_that_is_measured_elsewhere_says_so(
    measured: Device, window: MainWindow, qtbot: QtBot
) -> None:
    window.services.inventory.stop()  # it would take these devices away
    QApplication.processEvents()
    window.show_devices(samples.DEVICES)
    window.tree.choose(measured.name)
    window.load()
    qtbot.waitUntil(lambda: "is being measured" in window.page.work.summary, timeout=PATIENCE_MS)
    window.tree.choose("nvme1n1")
    assert window.page.work.summary == ""


def test_what_nobody_holds_any_more_is_not_under_way(
    measured: Device, state: Path, qtbot: QtBot
) -> None:
    jobs = Jobs("test")
    elsewhere = MeasuredElsewhere(jobs)
    with qtbot.waitSignal(elsewhere.changed, timeout=PATIENCE_MS):
        elsewhere.refresh()
    assert elsewhere.is_measured(measured)
    for journal in interrupted_folder().iterdir():
        journal.unlink()
    with qtbot.waitSignal(elsewhere.changed, timeout=PATIENCE_MS):
        elsewhere.refresh()
    assert not elsewhere.is_measured(measured)
    jobs.finish()
