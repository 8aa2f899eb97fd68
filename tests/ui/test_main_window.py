"""The main window over this computer's real devices."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible, QPalette, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QProgressBar,
    QWidget,
)
from pytestqt.qtbot import QtBot

from storage_tuner.client.setting_changes import Restored
from storage_tuner.core.device import Activity, Device
from storage_tuner.core.errors import Dismissed
from storage_tuner.core.plan import Target, TargetKind
from storage_tuner.core.progress import Progress
from storage_tuner.jobs.tuning_session import TuningSession
from storage_tuner.probe.block.devices import read_devices
from storage_tuner.store.database.run_store import open_runs
from storage_tuner.ui.assistant.assistant import Assistant
from storage_tuner.ui.assistant.steps.device_step import DeviceStep
from storage_tuner.ui.assistant.steps.step import Step
from storage_tuner.ui.live.chart import LiveChart
from storage_tuner.ui.live.recent_history import History
from storage_tuner.ui.style import theme
from storage_tuner.ui.style.theme import Scheme
from storage_tuner.ui.tree.device_tree import COMPUTER, PRACTICE, RESULTS
from storage_tuner.ui.widgets.card_row import CardRow
from storage_tuner.ui.widgets.elements import unbroken
from storage_tuner.ui.window.kept_settings import remembered_kept
from storage_tuner.ui.window.main_window import MainWindow
from storage_tuner.ui.window.services import Services
from storage_tuner_helper.practice.disk import PracticeFolder, new_identifier
from tests.loop_device import LoopDeviceFactory, attached_loop, scratch_folder
from tests.ui import samples
from tests.ui.conftest import PATIENCE_MS, visible

LIVE = 2
INTERACTIVE = (QAbstractButton, QAbstractItemView, QComboBox, QLineEdit, QProgressBar)


def keys(window: MainWindow) -> set[str]:
    return window.tree.present_keys()


def unnamed(widget: QWidget) -> list[str]:
    """Controls that a screen reader would have nothing to say about."""
    found = []
    for child in visible(widget):
        if isinstance(child, INTERACTIVE) and not child.objectName().startswith("qt_"):
            interface = QAccessible.queryAccessibleInterface(child)
            if not interface.text(QAccessible.Text.Name):
                found.append(repr(child))
    return found


def cut_off(widget: QWidget) -> list[str]:
    """Buttons that are narrower than what they say."""
    return [
        f"{button.text()}: {button.width()} < {button.minimumSizeHint().width()}"
        for button in visible(widget)
        if isinstance(button, QAbstractButton)
        and button.text()
        and button.width() < button.minimumSizeHint().width()
    ]


@pytest.mark.root
def test_shows_the_devices_that_the_probe_finds(
    window: MainWindow, loop_devices: LoopDeviceFactory, qtbot: QtBot
) -> None:
    ours = loop_devices().name

    def staying(names: Iterable[str]) -> set[str]:
        """Without what other tests attach and map meanwhile."""
        return {name for name in names if name == ours or not name.startswith(("loop", "dm-"))}

    qtbot.waitUntil(lambda: ours in keys(window), timeout=PATIENCE_MS)
    found = staying(device.name for device in read_devices())
    assert staying(keys(window)) == {*found, PRACTICE, COMPUTER, RESULTS}


@pytest.mark.root
def test_shows_what_the_probe_says_of_the_chosen_device(
    window: MainWindow, services: Services, loop_devices: LoopDeviceFactory, qtbot: QtBot
) -> None:
    ours = loop_devices().name  # others' come and go
    qtbot.waitUntil(lambda: ours in keys(window), timeout=PATIENCE_MS)
    device = next(each for each in services.inventory.devices if each.name == ours)
    assert window.tree.choose(device.name)
    assert device.scheduler is not None
    assert f"Scheduler: {device.scheduler.active}" in window.page.overview.text()
    assert window.page.head.place.text().startswith(device.path)


@pytest.mark.root
def test_a_device_appears_and_disappears(window: MainWindow, qtbot: QtBot) -> None:
    with scratch_folder() as folder:
        with attached_loop(folder) as loop:
            qtbot.waitUntil(lambda: loop.name in keys(window), timeout=PATIENCE_MS)
            window.tree.choose(loop.name)
            assert window.page.tune.isEnabled()
        qtbot.waitUntil(lambda: loop.name not in keys(window), timeout=PATIENCE_MS)
    assert window.page.notice.summary == f"{loop.name} is no longer connected."
    assert not window.page.tune.isEnabled()
    assert window.tree.current_key() == loop.name
    window.tree.choose(PRACTICE)
    assert window.right_side.practice.isVisible()
    qtbot.waitUntil(
        lambda: not any(item.is_gone for item in window.tree.items()), timeout=PATIENCE_MS
    )


@pytest.mark.root
def test_draws_what_a_device_does(
    window: MainWindow, loop_devices: LoopDeviceFactory, qtbot: QtBot
) -> None:
    loop = loop_devices()
    qtbot.waitUntil(lambda: loop.name in keys(window), timeout=PATIENCE_MS)
    window.tree.choose(loop.name)
    window.page.tabs.setCurrentIndex(LIVE)
    chart = window.page.live.charts.throughput

    def something_was_read() -> bool:
        with open(loop.path, "rb") as disk:  # noqa: PTH123 - a device, opened anew each time
            disk.read(1 << 20)
        loop.queue.joinpath("nr_requests").read_text()
        history = window.services.monitor.history(loop.name)
        return history is not None and (history.greatest("read_mb_s", 60) or 0) > 0

    qtbot.waitUntil(something_was_read, timeout=PATIENCE_MS)
    qtbot.waitUntil(lambda: "MB/s" in chart.accessibleDescription(), timeout=PATIENCE_MS)


def test_says_why_nothing_is_there_and_what_to_do(window: MainWindow) -> None:
    window.show_devices(())
    window.tree.choose(PRACTICE)
    assert window.right_side.empty.isVisible()
    assert window.right_side.empty.accessibleName() == "No disks found"
    assert window.right_side.empty.button.isVisible()
    assert window.right_side.empty.other_button.isVisible()
    assert keys(window) == {PRACTICE, COMPUTER, RESULTS}


def test_the_practice_disk_is_there_where_no_disk_is(services: Services, qtbot: QtBot) -> None:
    window = MainWindow(services)
    qtbot.addWidget(window)
    window.show_devices(())
    assert window.tree.current_key() == PRACTICE


def test_a_practice_disk_that_is_measured_is_no_device_of_the_computer(
    services: Services, qtbot: QtBot, tmp_path: Path
) -> None:
    window = MainWindow(services)
    qtbot.addWidget(window)
    file = PracticeFolder(tmp_path).image(new_identifier())
    practice = Device("loop7", "/dev/loop7", "loop", 1 << 30, backing_file=str(file))
    other = replace(practice, name="loop8", path="/dev/loop8", backing_file="/home/you/disk.img")
    window.show_devices((*samples.DEVICES, practice, other))
    assert "loop7" not in keys(window)
    assert "loop8" in keys(window)
    step = DeviceStep()
    qtbot.addWidget(step)
    step.show_devices((practice, other))
    listed = [step.list.item(row).text() for row in range(step.list.count())]
    (only,) = (text for text in listed if "loop" in text)
    assert "loop8" in only


def test_the_practice_page_tells_of_the_last_measurement(services: Services, qtbot: QtBot) -> None:
    with open_runs() as runs:
        record, judgement = samples.result(TargetKind.PRACTICE, {})
        runs.save(record, judgement)
    window = MainWindow(services)
    qtbot.addWidget(window)
    window.show()
    window.show_devices(samples.DEVICES)
    window.tree.choose(PRACTICE)
    last = window.practice_page.last
    assert last.isHidden()
    services.results.load()
    qtbot.waitUntil(lambda: not last.isHidden(), timeout=PATIENCE_MS)
    assert "Sequential read" in last.text()


def test_the_keyboard_alone_reaches_everything(window: MainWindow, qtbot: QtBot) -> None:
    window.show_devices(samples.DEVICES)
    window.tree.choose("nvme0n1")
    with qtbot.waitActive(window, timeout=PATIENCE_MS):
        window.activateWindow()
    page = window.page
    reached = set()
    for shortcut in (Qt.Key.Key_1, Qt.Key.Key_2, Qt.Key.Key_3):
        qtbot.keyClick(window, shortcut, Qt.KeyboardModifier.ControlModifier)
        window.tree.setFocus()
        for _ in range(16):
            focused = QApplication.focusWidget()
            reached.add(focused)
            qtbot.keyClick(focused, Qt.Key.Key_Tab)
    assert {page.tune, page.live.range, page.live.pause, window.tree} <= reached
    assert {page.tabs.tabBar(), page.settings.list, page.overview.health.button} <= reached
    window.tree.setFocus()
    qtbot.keyClick(window.tree, Qt.Key.Key_Down)
    assert window.current == "nvme1n1"


def test_alt_t_opens_the_assistant_with_the_device(
    window: MainWindow, loop_devices: LoopDeviceFactory, qtbot: QtBot
) -> None:
    loop = loop_devices()
    qtbot.waitUntil(lambda: loop.name in keys(window), timeout=PATIENCE_MS)
    window.tree.choose(loop.name)
    with qtbot.waitActive(window, timeout=PATIENCE_MS):
        window.activateWindow()
    qtbot.keyClick(window, Qt.Key.Key_T, Qt.KeyboardModifier.AltModifier)
    qtbot.waitUntil(lambda: window.assistant is not None, timeout=PATIENCE_MS)
    assert window.assistant is not None
    assert window.assistant.pages.device.current_key() == loop.name
    qtbot.keyClick(window.assistant, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: window.assistant is None, timeout=PATIENCE_MS)


def test_every_control_has_a_name(window: MainWindow, qtbot: QtBot) -> None:
    window.show_devices(samples.DEVICES)
    for key in ("nvme0n1", "md0", PRACTICE):
        window.tree.choose(key)
        assert not unnamed(window)
    window.kept.note("sdd")
    window.tree.choose("sdd")
    assert not unnamed(window)


def test_every_control_of_the_assistant_has_a_name(
    make_assistant: Callable[..., Assistant], qtbot: QtBot
) -> None:
    assistant = make_assistant()
    record, judgement = samples.result(TargetKind.DEVICE, {"bfq": 0.1})
    assistant.preparation.show_devices(samples.DEVICES)
    for step in (Step.DEVICE, Step.PURPOSE, Step.PLAN):
        assistant.navigation.go(step)
        assert not unnamed(assistant), step
    assistant.pages.measure.begin()
    assistant.navigation.go(Step.MEASURE)
    assert not unnamed(assistant)
    assistant.running.show_measured(record, judgement)
    for step in (Step.RESULT, Step.APPLY, Step.REPORT):
        assistant.navigation.go(step)
        assert not unnamed(assistant), step


@pytest.mark.parametrize("points", [0, 8, pytest.param(3, marks=pytest.mark.slow)])
def test_no_button_is_cut_off_with_larger_letters(
    window: MainWindow, qapp: QApplication, qtbot: QtBot, points: int
) -> None:
    before = qapp.font()
    font = qapp.font()
    font.setPointSizeF(font.pointSizeF() + points)
    try:
        qapp.setFont(font)
        window.show_devices(samples.DEVICES)
        window.kept.note("sdd")
        window.tree.choose("sdd")
        window.resize(900, 640)
        qtbot.waitUntil(lambda: not cut_off(window), timeout=PATIENCE_MS)
    finally:
        qapp.setFont(before)


def test_cards_beside_each_other_are_equally_wide_at_once(qtbot: QtBot) -> None:
    cards = [QLabel("a"), QLabel("a longer one")]
    row = CardRow(cards, least_width=10)
    qtbot.addWidget(row)
    row.resize(600, 100)
    row.show()
    assert cards[0].width() == cards[1].width()


class _Measured(QLabel):
    """Notes its widths."""

    def __init__(self) -> None:
        super().__init__()
        self.widths: list[int] = []

    def resizeEvent(self, event: QResizeEvent) -> None:  # noqa: N802
        super().resizeEvent(event)
        self.widths.append(self.width())


def test_cards_that_appear_together_are_laid_out_once(qtbot: QtBot, qapp: QApplication) -> None:
    """A chart takes milliseconds to lay out."""
    cards = [_Measured() for _ in range(3)]
    row = CardRow(cards, least_width=10)
    qtbot.addWidget(row)
    row.show_only([])
    row.resize(612, 100)
    row.show()
    qapp.processEvents()
    for card in cards:
        card.widths.clear()
    row.show_only(cards[:2])
    qapp.processEvents()
    assert [card.widths[-1:] for card in cards] == [[300], [300], []]
    assert all(len(set(card.widths)) <= 2 for card in cards)  # the first is that of a new widget
    assert not cards[2].isVisible()


def legend_fits(chart: LiveChart) -> bool:
    return chart.legend.width() >= chart.legend.needed_width()


def busy(device_rate: float) -> History:
    history = History(600, 0.1)
    for number in range(600):
        history.append(
            number * 0.1,
            Activity(0.1, device_rate, device_rate, 9000, 9000, 0.388, 0.388, 2, 0.5),
        )
    return history


@pytest.mark.parametrize("width", [1000, 1200, 1500])
def test_both_charts_are_equally_wide_and_their_legends_whole(
    make_assistant: Callable[..., Assistant], qapp: QApplication, width: int
) -> None:
    assistant = make_assistant()
    assistant.pages.measure.begin()
    assistant.navigation.go(Step.MEASURE)
    assistant.resize(width, 744)
    charts = assistant.pages.measure.charts
    for chart in (charts.throughput, charts.latency):
        chart.show_history(busy(12_300))
    qapp.processEvents()
    assert abs(charts.throughput.width() - charts.latency.width()) <= 1
    assert charts.throughput.y() == charts.latency.y()
    assert charts.throughput.legend.lines[0].figures == ("12\u202f300",)
    assert legend_fits(charts.throughput)
    assert legend_fits(charts.latency)


def test_the_charts_of_the_main_window_stand_beside_each_other(
    window: MainWindow, qapp: QApplication
) -> None:
    window.show_devices(samples.DEVICES)
    window.tree.choose("nvme0n1")
    letter = window.fontMetrics().averageCharWidth()
    window.page.tabs.setCurrentIndex(LIVE)
    window.resize(214 * letter, 124 * letter)
    qapp.processEvents()
    one, other = (window.page.live.charts.charts[key] for key in ("throughput", "iops"))
    assert one.y() == other.y()
    assert abs(one.width() - other.width()) <= 1


def test_a_long_path_is_broken_into_lines() -> None:
    assert unbroken("mq-deadline, bfq") == "mq\u2011deadline, bfq"
    path = "/var/lib/images/one-very-long-name-of-a-disk.img"
    assert unbroken(path) == path


def test_colours_can_be_chosen_and_are_remembered(
    window: MainWindow, services: Services, qapp: QApplication
) -> None:
    services.theme.choose(Scheme.DARK)
    assert qapp.palette().color(QPalette.ColorRole.Window).name() == theme.DARK.window
    later = theme.Theme(qapp, services.settings)
    assert later.scheme is Scheme.DARK
    shiboken6.delete(later)
    services.theme.choose(Scheme.LIGHT)
    assert qapp.palette().color(QPalette.ColorRole.Window).name() == theme.LIGHT.window


def test_the_place_of_the_window_is_remembered(services: Services, qtbot: QtBot) -> None:
    first = MainWindow(services)
    qtbot.addWidget(first)
    first.show()
    first.resize(760, 640)
    first.close()
    second = MainWindow(services)
    qtbot.addWidget(second)
    second.show()
    assert second.size() == first.size()
    assert second.height() == 640


class _Silent:
    def progressed(self, progress: Progress) -> None: ...

    def measured(self, measurement: object) -> None: ...


@pytest.mark.root
def test_kept_settings_are_shown_and_put_back(
    window: MainWindow, services: Services, loop_devices: LoopDeviceFactory, qtbot: QtBot
) -> None:
    loop = loop_devices()
    before = loop.scheduler
    other = "mq-deadline" if before != "mq-deadline" else "none"
    with TuningSession(services.connect, _Silent()) as session:
        session.open(Target(TargetKind.DEVICE, loop.name))
        session.keep((("scheduler", other),))
    assert loop.scheduler == other
    qtbot.waitUntil(lambda: loop.name in keys(window), timeout=PATIENCE_MS)
    window.tree.choose(loop.name)
    window.load()
    page = window.page
    qtbot.waitUntil(page.changed.isVisible, timeout=PATIENCE_MS)
    assert page.changed.summary == f"Storage Tuner changed settings of {loop.name}"
    assert page.changed.remedy == "Kept until reboot."
    qtbot.mouseClick(page.changed.button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not page.changed.isVisible(), timeout=PATIENCE_MS)
    assert loop.scheduler == before
    assert page.notice.summary == f"The previous settings of {loop.name} were restored."
    assert "scheduler" in page.notice.remedy


def test_what_was_said_stays_while_values_change(window: MainWindow) -> None:
    window.show_devices(samples.DEVICES)
    window.tree.choose("sdd")
    window.kept.note_put_back("sdd", Restored(("sdd: restored scheduler.",), (), ()))
    changed = (replace(samples.DEVICES[3], settings={"scheduler": "none"}), samples.DEVICES[0])
    window.show_devices(changed)
    assert window.page.notice.summary == "The previous settings of sdd were restored."
    window.tree.choose("sda")
    assert window.page.notice.summary == ""


def test_a_device_that_comes_back_is_no_longer_called_gone(window: MainWindow) -> None:
    window.show_devices(samples.DEVICES)
    window.tree.choose("sdd")
    window.show_devices(samples.DEVICES[:3])
    assert window.page.notice.summary == "sdd is no longer connected."
    window.show_devices(samples.DEVICES)
    assert window.page.notice.summary == ""


@pytest.mark.parametrize("goes_first", [True, False])
def test_another_disk_of_the_same_name_is_called_so(window: MainWindow, goes_first: bool) -> None:
    one, other = (
        replace(samples.DEVICES[3], diskseq=diskseq, serial=serial)
        for diskseq, serial in ((91, "ONE"), (92, "OTHER"))
    )
    window.show_devices((*samples.DEVICES[:3], one))
    window.tree.choose("sdd")
    window.kept.note("sdd")
    if goes_first:
        window.show_devices(samples.DEVICES[:3])
    window.show_devices((*samples.DEVICES[:3], other))
    said = "sdd is now a different disk. The previous one was disconnected."
    assert window.page.notice.summary == said
    assert window.changed_here() == []
    window.show_devices((*samples.DEVICES[:3], replace(other, settings={})))
    assert window.page.notice.summary == said
    window.tree.choose("sda")
    window.tree.choose("sdd")
    assert window.page.notice.summary == ""


def test_a_refused_password_is_said_and_can_be_tried_again(window: MainWindow) -> None:
    window.show_devices(samples.DEVICES)
    window.kept.note("sdd")
    window.tree.choose("sdd")
    window.kept.note_refused("sdd", Dismissed())
    assert window.page.notice.summary == "The password dialog was closed."
    assert window.page.notice.button.isVisible()
    assert window.page.changed.button.isEnabled()


def test_what_came_of_putting_back_waits_for_whoever_looks_elsewhere(window: MainWindow) -> None:
    """A success until it was read, a failure until it's tried again."""
    window.show_devices(samples.DEVICES)
    for name in ("sdb", "sdd"):
        window.kept.note(name)
    notice = window.page.notice
    window.tree.choose(RESULTS)
    window.kept.note_refused("sdd", Dismissed())
    window.kept.note_put_back("sdb", Restored(("sdb: restored scheduler.",), (), ()))
    for _ in range(2):
        window.tree.choose("sdd")
        assert notice.summary == "The password dialog was closed."
        assert notice.button.isVisible()
        window.tree.choose(PRACTICE)
    window.tree.choose("sdb")
    assert notice.summary == "The previous settings of sdb were restored."
    window.tree.choose("sda")
    window.tree.choose("sdb")
    assert notice.summary == ""


def test_what_came_of_a_disk_that_was_gone_meanwhile_is_said_when_it_is_back(
    window: MainWindow,
) -> None:
    window.show_devices(samples.DEVICES)
    window.kept.note("sdd")
    window.tree.choose("sdd")
    window.show_devices(samples.DEVICES[:3])
    window.kept.note_put_back("sdd", Restored((), (), ("sdd",), ("sdd: it went.",)))
    assert window.page.notice.summary == "sdd is no longer connected."
    window.show_devices(samples.DEVICES)
    assert window.page.notice.summary == "Some settings of sdd couldn't be restored."


def test_the_members_failure_is_not_hidden_by_what_came_back(window: MainWindow) -> None:
    window.show_devices(samples.DEVICES)
    for name in ("sda", "sdb"):
        window.kept.note(name)
    window.tree.choose("md0")
    window.kept.note_refused("sda", Dismissed())
    window.kept.note_put_back("sdb", Restored(("sdb: restored scheduler.",), (), ()))
    assert window.page.notice.summary == "The password dialog was closed."
    assert window.changed_here() == ["sda"]


def test_pausing_stops_the_charts_only(window: MainWindow, qtbot: QtBot) -> None:
    pause = window.page.live.pause
    window.tree.choose(min(keys(window) - {PRACTICE, COMPUTER, RESULTS}))
    window.page.tabs.setCurrentIndex(LIVE)
    qtbot.mouseClick(pause, Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    assert pause.isChecked()
    assert pause.text() == "&Resume"
    qtbot.mouseClick(pause, Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    assert pause.text() == "&Pause"


def test_an_array_shows_and_puts_back_what_was_changed_on_its_members(
    window: MainWindow,
) -> None:
    window.show_devices(samples.DEVICES)
    window.tree.choose("md0")
    assert window.page.changed.summary == ""
    window.kept.note("sdb")
    window.kept.note("sda")
    said = "Storage Tuner changed settings of sda and sdb"
    assert window.page.changed.summary == said
    window.tree.choose("sdd")
    assert window.page.changed.summary == ""


def test_kept_changes_are_forgotten_with_a_new_start_of_the_computer(
    services: Services, window: MainWindow
) -> None:
    window.kept.note("sda")
    assert remembered_kept(services.settings) == {"sda"}
    services.settings.setValue("kept/boot", "another")
    assert remembered_kept(services.settings) == set()


def test_a_long_mount_point_does_not_push_the_names_out(window: MainWindow) -> None:
    disk = dataclasses.replace(samples.DEVICES[0], in_use=(f"mounted at /{'long-folder/' * 12}",))
    window.show_devices((disk, *samples.DEVICES[1:]))
    assert window.tree.columnWidth(0) >= 0.3 * window.tree.viewport().width()
