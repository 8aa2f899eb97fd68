"""Whether the window stays within reach while it has much to do."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QSettings, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from storage_tuner.probe.block.devices import read_devices
from storage_tuner.ui.application import dress, make_services, start, stop
from storage_tuner.ui.assistant.steps.step import Step
from storage_tuner.ui.live.monitor import LiveMonitor, new_history
from storage_tuner.ui.tree.device_tree import PRACTICE
from storage_tuner.ui.window.inventory import Inventory, _same
from storage_tuner.ui.window.main_window import MainWindow
from storage_tuner.ui.window.services import Services
from storage_tuner.ui.window.window_memory import WindowMemory
from tests.bench.conftest import Trees
from tests.bench.live_samples import filled, settle, watch_loop, wavy
from tests.bench.reference import slowness
from tests.ui.conftest import PATIENCE_MS, AssistantMaker, endless, state

__all__ = ["state"]

MOST_MS = 50.0
"""``slowness`` times as much on a slower computer."""
MANY = 1000
WATCHED = 64
LOOPS = 32
"""So many of the kernel's own loop devices are among the made ones, for the practice disk."""
HOUR = 36_000
SWEEP_S = 20.0
LIVE = "&Live"


@pytest.fixture
def root(trees: Trees) -> Path:
    """The made computer of so many disks, with this computer's loop devices."""
    made = trees(WATCHED)
    for number in range(LOOPS):
        link, real = made / f"sys/block/loop{number}", Path(f"/sys/block/loop{number}")
        if real.exists() and not link.is_symlink():
            link.symlink_to(real)
    return made


@pytest.fixture
def made_services(
    qapp: QApplication, state: Path, request: pytest.FixtureRequest
) -> Iterator[Callable[[Path], Services]]:
    settings = QSettings(str(state / "settings.ini"), QSettings.Format.IniFormat)
    WindowMemory(settings).note_welcomed()
    made: list[Services] = []

    def make(root: Path) -> Services:
        usual = make_services(settings, dress(qapp, settings))
        made.append(replace(usual, inventory=Inventory(root), monitor=LiveMonitor(root)))
        return made[-1]

    yield make
    for services in made:
        stop(services)
    qapp.processEvents()
    settings.sync()


METRONOME = """
import json, sys, time
gaps, last = [], time.perf_counter()
end = last + float(sys.argv[1])
while last < end:
    time.sleep(0.005)
    now = time.perf_counter()
    gaps.append(max(0.0, now - last - 0.005) * 1000)
    last = now
print(json.dumps(gaps))
"""
"""What a process has to wait here that does nothing but look at the clock."""


@pytest.mark.root
def test_the_window_is_within_reach_while_a_disk_is_measured(
    made_services: Callable[[Path], Services], root: Path, qapp: QApplication, qtbot: QtBot
) -> None:
    """A real sweep on a practice disk; 64 devices are watched, an hour of one is shown."""
    services = made_services(root)
    window = MainWindow(services)
    start(services, window)
    qtbot.waitUntil(lambda: len(services.inventory.devices) >= WATCHED, timeout=PATIENCE_MS)
    qtbot.waitUntil(lambda: services.library.is_ready, timeout=PATIENCE_MS)
    recorded = filled(new_history(), wavy(HOUR), time.monotonic())
    for name in [device.name for device in services.inventory.devices]:
        services.monitor.histories[name] = recorded.copy()
    window.tree.choose(services.inventory.devices[0].name)
    tabs = window.page.tabs
    tabs.setCurrentIndex([tabs.tabText(each) for each in range(tabs.count())].index(LIVE))
    window.page.live.range.setCurrentIndex(4)
    assistant = AssistantMaker(services, qtbot)(PRACTICE, adjust=endless)
    assistant.navigation.go(Step.PLAN)
    qtbot.waitUntil(assistant.next.isEnabled, timeout=PATIENCE_MS)
    qtbot.mouseClick(assistant.next, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: assistant.pages.measure.pause.isEnabled(), timeout=PATIENCE_MS)
    drawing = window.page.live.charts.throughput.plot
    assert drawing is not None and drawing.drawing is not None
    assert drawing.drawing.axes.end - drawing.drawing.axes.begin == 3600
    slow = slowness()
    argv = [sys.executable, "-c", METRONOME, str(SWEEP_S)]
    with subprocess.Popen(argv, stdout=subprocess.PIPE, text=True) as metronome:
        seen = watch_loop(SWEEP_S)
        told, _ = metronome.communicate()
    most_ms = MOST_MS * max(slow, slowness())
    bare_ms = json.loads(told)
    longest, exceeded = max(bare_ms), sum(gap > most_ms for gap in bare_ms) / len(bare_ms)
    print(
        f"longest gap {seen.longest_ms:.0f} ms, of a bare process {longest:.0f} ms; over "
        f"{most_ms:.0f} ms: {100 * seen.exceeded(most_ms):.2f} %, there {100 * exceeded:.2f} %; "
        f"longest own work {seen.longest_work_ms:.0f} ms; 99 % within "
        f"{seen.quantile(0.99):.0f} ms; {100 * seen.share:.0f} % of one core"
    )
    assistant.running.stop()
    qtbot.waitUntil(lambda: not assistant.running.measuring, timeout=PATIENCE_MS)
    assistant.end()
    qtbot.waitUntil(lambda: not assistant.isVisible(), timeout=PATIENCE_MS)
    window.end()
    assert seen.longest_work_ms <= most_ms
    assert seen.exceeded(most_ms) <= exceeded + 0.01
    if longest < 20:
        assert seen.longest_ms <= most_ms


def test_one_more_disk_among_a_thousand(
    made_services: Callable[[Path], Services], trees: Trees, qapp: QApplication
) -> None:
    """Of the thread's own time; the devices are read anew as they are whenever one comes."""
    root = trees(MANY + 1)
    services = made_services(root)
    first = read_devices(root)
    window = MainWindow(services)
    window.show()
    window.show_devices(first[:MANY])
    window.tree.choose(first[3].name)
    settle(qapp)
    known = {device.name: device for device in first}
    times, ordinary = [], []
    for _ in range(7):
        after = tuple(_same(device, known.get(device.name)) for device in read_devices(root))
        used = time.thread_time()
        window.show_devices(after)
        settle(qapp, 2)
        times.append(1000 * (time.thread_time() - used))
        ordinary.append(times[-1] / slowness())
        assert window.tree.topLevelItemCount() >= MANY + 1
        window.show_devices(first[:MANY])
        settle(qapp)
    window.end()
    print(
        f"one more disk among {MANY:,}: {min(times):.0f} ms (median "
        f"{statistics.median(times):.0f}), {min(ordinary):.0f} ms on an ordinary computer"
    )
    assert min(ordinary) <= MOST_MS
