"""Quick tests in the window; over the real helper and fio where those are stopped or killed."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

import psutil
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QMessageBox
from pytestqt.qtbot import QtBot

from storage_tuner.client.helper import HelperConnection
from storage_tuner.core.device import Device
from storage_tuner.core.errors import DeviceGone, Dismissed, HelperGone, StorageTunerError
from storage_tuner.core.plan import TargetKind
from storage_tuner.core.session_kinds import is_quick_test
from storage_tuner.core.verdict import Judgement
from storage_tuner.jobs.quick_test.request import Profile, QuickTestRequest, request_of
from storage_tuner.jobs.quick_test.run import result_of
from storage_tuner.jobs.tuning_session import TuningSession
from storage_tuner.store.folders import sessions_folder
from storage_tuner.store.kept_sessions import keep
from storage_tuner.ui.benchmark.tester import QuickTester
from storage_tuner.ui.benchmark.tiles import share
from storage_tuner.ui.device.benchmark_tab import BenchmarkTab
from storage_tuner.ui.window.main_window import MainWindow
from storage_tuner.ui.window.services import Services
from tests.kept_runs import kept_runs
from tests.loop_device import LoopDevice, LoopDeviceFactory
from tests.processes import kill_worker
from tests.ui import sample_sessions, samples
from tests.ui.conftest import PATIENCE_MS, SMALL_DISK_BYTES, Connect
from tests.ui.still import StillTester
from tests.ui.test_assistant import practice_devices, practice_files

NVME = next(device for device in samples.DEVICES if device.name == "nvme0n1")
SLOW = next(device for device in samples.DEVICES if device.name == "sda")
MakeTab = Callable[..., BenchmarkTab]


@pytest.fixture
def make_tab(services: Services, connecting: Connect, qtbot: QtBot) -> Iterator[MakeTab]:
    """Gives tabs over a real session with a small practice disk; their tests end with the test."""
    made: list[tuple[BenchmarkTab, QuickTester]] = []

    def make(device: Device | None, connecting: Connect = connecting) -> BenchmarkTab:
        tester = QuickTester(partial(TuningSession, connecting, sample_bytes=SMALL_DISK_BYTES))
        tab = BenchmarkTab(tester)
        qtbot.addWidget(tab)
        made.append((tab, tester))
        tab.show_device(device)
        tab.resize(800, 900)
        tab.show()
        tab.choices.profile.setCurrentIndex(tab.choices.profile.findData(Profile.EVERYDAY))
        tab.choices.repeats.setValue(1)
        return tab

    services.inventory.start()
    yield make
    for tab, tester in made:
        tester.finish()
        qtbot.waitUntil(tab.under_way.isHidden, timeout=PATIENCE_MS)


def device_of(services: Services, loop: LoopDevice) -> Device:
    return next(device for device in services.inventory.devices if device.name == loop.name)


def start(qtbot: QtBot, tab: BenchmarkTab) -> None:
    qtbot.mouseClick(tab.choices.start, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: ": run 1 of " in tab.under_way.doing.text(), timeout=PATIENCE_MS)


def ends(qtbot: QtBot, tab: BenchmarkTab) -> None:
    qtbot.waitUntil(lambda: tab.choices.start.isEnabled(), timeout=PATIENCE_MS)
    assert not tab.under_way.isVisible()


def fio_children() -> list[psutil.Process]:
    found = []
    for child in psutil.Process().children(recursive=True):
        try:
            if child.name() == "fio" and child.status() != psutil.STATUS_ZOMBIE:
                found.append(child)
        except psutil.NoSuchProcess:
            continue
    return found


@pytest.mark.root
def test_a_test_has_a_button_of_its_own(
    make_tab: MakeTab, services: Services, loop: LoopDevice, qtbot: QtBot
) -> None:
    tab = make_tab(device_of(services, loop))
    qtbot.mouseClick(tab.figures.grid.buttons["rnd4k-q1t1"], Qt.MouseButton.LeftButton)
    assert not tab.figures.grid.buttons["rnd4k-q1t1"].isEnabled()
    ends(qtbot, tab)
    result = tab.figures.result
    assert result is not None, tab.message.summary
    assert [figure.operation.name for figure in result.figures] == ["cdm-rnd4k-q1t1-read"]
    tiles = tab.figures.grid.tiles
    assert "MB/s" in tiles["rnd4k-q1t1", False].text
    assert "MB/s" not in tiles["seq1m-q1t1", False].text
    again = request_of(result.record.plan, tab.choices.request.device)
    assert again is not None
    assert again.only == "rnd4k-q1t1"


@pytest.mark.parametrize("height", [700, 768])
def test_all_numbers_are_seen_at_1024_pixels(services: Services, qtbot: QtBot, height: int) -> None:
    window = MainWindow(services)
    qtbot.addWidget(window)
    window.resize(1024, height)
    window.show_devices(samples.DEVICES)
    window.tree.choose(NVME.name)
    tab = window.page.measuring.runs.benchmark
    window.page.tabs.setCurrentIndex(3)
    window.show()
    record = sample_sessions.quick_record(QuickTestRequest(NVME, "/", writing=True))
    tab.figures.show_result(result_of(record, ()), NVME)
    tiles = tab.figures.grid.tiles
    assert len(tiles) == 8
    qtbot.waitUntil(lambda: all(tile.isVisible() for tile in tiles.values()), timeout=PATIENCE_MS)
    QApplication.processEvents()
    for tile in tiles.values():
        shown = tile.visibleRegion().boundingRect()
        assert shown.height() >= 0.5 * tile.height()  # the number and its bar at least
        assert shown.width() == tile.width()


@pytest.mark.root
def test_one_click_measures_a_disk_and_changes_nothing(
    make_tab: MakeTab, services: Services, loop: LoopDevice, qtbot: QtBot
) -> None:
    before = loop.settings()
    content = loop.file.read_bytes()
    tab = make_tab(device_of(services, loop))
    assert tab.figures.title == "Not measured yet"
    start(qtbot, tab)
    ends(qtbot, tab)
    result = tab.figures.result
    assert result is not None, tab.message.summary
    assert [figure.operation.name for figure in result.figures] == [
        "cdm-seq1m-q1t1-read",
        "cdm-rnd4k-q1t1-read",
    ]
    for figure in result.figures:
        assert figure.rate.mean > 0
        assert figure.iops is not None
        assert figure.iops > 0
        assert figure.access_ms is not None
        assert figure.access_ms > 0
        tile = tab.figures.grid.tiles[figure.operation.name[4:-5], False]
        assert "MB/s" in tile.text
        assert "IOPS" in tile.text
    assert result.record.plan.target.kind is TargetKind.DEVICE
    assert loop.settings() == before
    assert loop.file.read_bytes() == content
    (kept,) = kept_runs()
    assert is_quick_test(kept.record.plan)
    assert kept.record.measurements == result.record.measurements


@pytest.mark.slow
@pytest.mark.root
def test_the_last_result_is_there_again_and_the_next_one_compared_with_it(
    make_tab: MakeTab, services: Services, loop: LoopDevice, qtbot: QtBot
) -> None:
    device = device_of(services, loop)
    earlier = sample_sessions.quick_record(
        QuickTestRequest(device, profile=Profile.EVERYDAY, repeats=1)
    )
    keep(earlier, Judgement((), None))
    tab = make_tab(device)
    qtbot.waitUntil(lambda: tab.figures.result is not None, timeout=PATIENCE_MS)
    start(qtbot, tab)
    ends(qtbot, tab)
    result = tab.figures.result
    assert result is not None
    assert result.earlier == earlier
    tile = tab.figures.grid.tiles["rnd4k-q1t1", False]
    assert "one run, no interval" in tile.text or "disturbed" in tile.text
    assert "%" not in tile.text


@pytest.mark.slow
@pytest.mark.root
def test_a_practice_disk_is_written_too_and_nothing_is_left_of_it(
    make_tab: MakeTab, state: Path, qtbot: QtBot
) -> None:
    tab = make_tab(None)
    tab.choices.writing.setChecked(True)
    qtbot.mouseClick(tab.choices.start, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(practice_files(state)), timeout=PATIENCE_MS)
    ends(qtbot, tab)
    result = tab.figures.result
    assert result is not None, tab.message.summary
    assert {figure.operation.writes for figure in result.figures} == {False, True}
    assert all(figure.rate.mean > 0 for figure in result.figures)
    assert practice_files(state) == []
    assert practice_devices(state) == []


@pytest.mark.root
@pytest.mark.usefixtures("real_helper")
def test_stopping_ends_fio_and_leaves_nothing(
    make_tab: MakeTab, services: Services, loop: LoopDevice, qtbot: QtBot
) -> None:
    before = loop.settings()
    tab = make_tab(device_of(services, loop))
    tab.choices.repeats.setValue(5)
    start(qtbot, tab)
    qtbot.waitUntil(lambda: bool(fio_children()), timeout=PATIENCE_MS)
    qtbot.mouseClick(tab.under_way.cancel, Qt.MouseButton.LeftButton)
    ends(qtbot, tab)
    assert tab.message.summary == "The quick test was stopped."
    assert fio_children() == []
    assert loop.settings() == before
    assert kept_runs() == ()
    assert tab.figures.result is None


@pytest.mark.slow
@pytest.mark.root
@pytest.mark.usefixtures("real_helper")
def test_a_helper_that_is_killed_is_said_and_the_settings_are_as_before(
    make_tab: MakeTab, services: Services, loop: LoopDevice, qtbot: QtBot
) -> None:
    before = loop.settings()
    tab = make_tab(device_of(services, loop))
    tab.choices.repeats.setValue(5)
    start(qtbot, tab)
    kill_worker()
    ends(qtbot, tab)
    assert tab.message.summary == str(HelperGone().summary)
    assert loop.settings() == before
    assert kept_runs() == ()
    tab.choices.repeats.setValue(1)
    qtbot.mouseClick(tab.message.button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: tab.under_way.isVisible(), timeout=PATIENCE_MS)
    ends(qtbot, tab)
    assert tab.figures.result is not None, tab.message.summary


@pytest.mark.root
@pytest.mark.usefixtures("real_helper")
def test_a_folder_elsewhere_is_refused_before_anything_is_done(
    make_tab: MakeTab, services: Services, loop: LoopDevice, qtbot: QtBot
) -> None:
    tab = make_tab(device_of(services, loop))
    tab.choices.choose_folder("/dev/shm")
    qtbot.mouseClick(tab.choices.start, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(tab.message.summary), timeout=PATIENCE_MS)
    assert tab.message.summary.startswith(f"The folder /dev/shm isn't on {loop.name}.")
    assert fio_children() == []


@pytest.mark.parametrize("error", [Dismissed(), StorageTunerError("It broke.", "Mend it.")])
def test_what_goes_wrong_is_said_with_a_way_on(
    make_tab: MakeTab, qtbot: QtBot, error: StorageTunerError
) -> None:
    def refuse() -> HelperConnection:
        raise error

    tab = make_tab(None, refuse)
    qtbot.mouseClick(tab.choices.start, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(tab.message.summary), timeout=PATIENCE_MS)
    ends(qtbot, tab)
    assert tab.message.summary == str(error.summary)
    assert tab.message.button.isVisible()


def test_while_one_disk_is_tested_another_one_can_only_be_looked_at(qtbot: QtBot) -> None:
    tester = StillTester()
    tab = BenchmarkTab(tester)
    qtbot.addWidget(tab)
    tab.show_device(NVME)
    tab.show()
    qtbot.mouseClick(tab.choices.start, Qt.MouseButton.LeftButton)
    tab.show_device(SLOW)
    assert tab.under_way.doing.text() == "Measuring Example SSD 1 TB …"
    assert not tab.choices.start.isEnabled()
    tester.measured.emit(
        result_of(sample_sessions.quick_record(QuickTestRequest(NVME)), ()).figures
    )
    assert tab.figures.grid.tiles["rnd4k-q1t1", False].text == "–"
    tester.end(HelperGone())
    assert tab.message.summary == ""
    assert tab.choices.start.isEnabled()


def test_a_disk_itself_is_only_read(qtbot: QtBot) -> None:
    tab = BenchmarkTab(StillTester())
    qtbot.addWidget(tab)
    tab.show_device(NVME)
    assert not tab.choices.writing.isEnabled()
    tab.choices.choose_folder("/")
    assert tab.choices.writing.isEnabled()
    tab.choices.writing.setChecked(True)
    assert tab.choices.request.writing
    assert tab.choices.request.folder == "/"
    tab.choices.place.setCurrentIndex(0)
    assert not tab.choices.request.writing
    assert tab.choices.request.folder is None


def test_a_disk_that_is_gone_cannot_be_tested(qtbot: QtBot) -> None:
    tab = BenchmarkTab(StillTester())
    qtbot.addWidget(tab)
    tab.show_device(NVME)
    assert tab.choices.start.isEnabled()
    tab.show_gone()
    assert not tab.choices.start.isEnabled()
    tab.show_device(NVME)
    assert tab.choices.start.isEnabled()


def test_a_result_is_copied_as_text_and_as_image(qtbot: QtBot) -> None:
    tester = StillTester()
    tab = BenchmarkTab(tester)
    qtbot.addWidget(tab)
    tab.show_device(NVME)
    tab.show()
    before = sample_sessions.quick_record(QuickTestRequest(NVME), day=2, factor=0.5)
    now = sample_sessions.quick_record(QuickTestRequest(NVME), day=9)
    tester.recalled.emit(NVME, result_of(now, (before,)))
    tab.figures.copy_text.click()
    text = QGuiApplication.clipboard().text()
    assert "Example SSD 1 TB" in text
    assert "Random, read, 4 KiB, queue depth 1: 61.7 MB/s" in text
    assert "▲ faster than last time" in text
    assert "fio 3.33, Linux 6.1.0" in text
    tab.figures.copy_image.click()
    assert QGuiApplication.clipboard().image().width() == tab.figures.width()
    assert tab.figures.copy_text.isVisible()


def test_a_percentage_never_stands_without_its_interval(qtbot: QtBot) -> None:
    tester = StillTester()
    tab = BenchmarkTab(tester)
    qtbot.addWidget(tab)
    tab.show_device(NVME)
    before = sample_sessions.quick_record(QuickTestRequest(NVME), day=2, factor=0.97)
    now = sample_sessions.quick_record(QuickTestRequest(NVME), day=9)
    tester.recalled.emit(NVME, result_of(now, (before,)))
    for tile in tab.figures.grid.tiles.values():
        assert "difference from last time inconclusive" in tile.text
        assert "%" not in tile.text
        assert "95 % interval" in tile.toolTip().replace("\u00a0", " ")


def test_the_bar_is_logarithmic() -> None:
    assert [share(rate) for rate in (0.0, 0.1, 10_000, 1e9)] == [0, 0, 1, 1]
    steps = [share(10**decade) - share(10 ** (decade - 1)) for decade in range(5)]
    assert steps == pytest.approx([0.2] * 5)


def test_the_full_sweep_opens_the_assistant_with_this_device(
    window: MainWindow, loop: LoopDevice, qtbot: QtBot
) -> None:
    tabs = window.page.measuring.runs
    tabs.show_benchmark()
    qtbot.waitUntil(lambda: loop.name in window.tree.present_keys(), timeout=PATIENCE_MS)
    window.tree.choose(loop.name)
    qtbot.mouseClick(tabs.benchmark.choices.sweep, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.assistant is not None, timeout=PATIENCE_MS)
    assert window.assistant is not None
    assert window.assistant.pages.device.current_key() == loop.name


@pytest.mark.slow
@pytest.mark.root
def test_a_folder_on_a_disk_is_written_too_and_left_as_it_was(
    make_tab: MakeTab,
    services: Services,
    loop_devices: LoopDeviceFactory,
    tmp_path: Path,
    qtbot: QtBot,
) -> None:
    loop = loop_devices(512 << 20)
    subprocess.run(["mkfs.ext4", "-q", loop.path], check=True)
    subprocess.run(["mount", loop.path, tmp_path], check=True)
    try:
        before = loop.settings()
        services.inventory.refresh()
        qtbot.waitUntil(
            lambda: any(
                device.name == loop.name and f"mounted at {tmp_path}" in map(str, device.in_use)
                for device in services.inventory.devices
            ),
            timeout=PATIENCE_MS,
        )
        tab = make_tab(device_of(services, loop))
        tab.choices.place.setCurrentIndex(1)
        tab.choices.writing.setChecked(True)
        start(qtbot, tab)
        ends(qtbot, tab)
        result = tab.figures.result
        assert result is not None, tab.message.summary
        assert result.record.device is not None
        assert result.record.device.name == loop.name
        assert [figure.operation.writes for figure in result.figures] == [False, False, True, True]
        assert all(figure.rate.mean > 0 for figure in result.figures)
        assert [path.name for path in tmp_path.iterdir()] == ["lost+found"]
        assert loop.settings() == before
    finally:
        subprocess.run(["umount", tmp_path], check=True)


@pytest.mark.root
@pytest.mark.usefixtures("real_helper")
def test_closing_the_window_asks_and_stops_the_test(
    window: MainWindow, services: Services, loop: LoopDevice, qtbot: QtBot
) -> None:
    before = loop.settings()
    qtbot.waitUntil(lambda: loop.name in window.tree.present_keys(), timeout=PATIENCE_MS)
    assert window.tree.choose(loop.name)
    tab = window.page.measuring.runs.benchmark
    window.page.measuring.runs.show_benchmark()
    start(qtbot, tab)
    window.close()
    assert window.isVisible()
    box = window.findChild(QMessageBox)
    assert box is not None
    assert box.text() == "A quick test is running."
    next(button for button in box.buttons() if "Stop" in button.text()).click()
    qtbot.waitUntil(lambda: not window.isVisible(), timeout=PATIENCE_MS)
    assert services.quick.request is None
    assert fio_children() == []
    assert loop.settings() == before
    assert kept_runs() == ()


@pytest.mark.root
def test_another_disk_under_the_same_name_is_not_measured(
    make_tab: MakeTab, services: Services, loop: LoopDevice, qtbot: QtBot
) -> None:
    before = loop.settings()
    device = device_of(services, loop)
    tab = make_tab(replace(device, diskseq=loop.diskseq - 1))
    qtbot.mouseClick(tab.choices.start, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(tab.message.summary), timeout=PATIENCE_MS)
    ends(qtbot, tab)
    assert tab.message.summary == str(DeviceGone(loop.name).summary)
    assert kept_runs() == ()
    assert loop.settings() == before


def test_damaged_results_do_not_hide_the_last_quick_test(
    make_tab: MakeTab, state: Path, qtbot: QtBot
) -> None:
    keep(sample_sessions.quick_record(QuickTestRequest(NVME)), Judgement((), None))
    sessions_folder().mkdir()
    (sessions_folder() / "torn.json").write_text("{", encoding="utf-8")
    tab = make_tab(NVME)
    qtbot.waitUntil(lambda: tab.figures.result is not None, timeout=PATIENCE_MS)
    assert os.fspath(state) in os.fspath(sessions_folder())
