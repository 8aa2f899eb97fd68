"""The tabs about measuring in the whole window."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtWidgets import QWidget

from storage_tuner.jobs.quick_test.request import QuickTestRequest
from storage_tuner.jobs.quick_test.run import result_of
from storage_tuner.ui.tree.device_tree import PRACTICE
from storage_tuner.ui.window.main_window import MainWindow
from tests.ui import sample_sessions, samples
from tests.ui.pictures.history import records
from tests.ui.pictures.studio import Studio
from tests.ui.still import StillHistory

NVME = next(device for device in samples.DEVICES if device.name == "nvme0n1")


def pictures(studio: Studio) -> Iterator[tuple[str, QWidget]]:
    window = MainWindow(studio.services)
    studio.inventory.show(samples.DEVICES)
    window.tree.choose("nvme0n1")
    tabs = window.page.measuring.runs
    tabs.show_benchmark()
    tabs.benchmark.show()
    record = sample_sessions.quick_record(QuickTestRequest(NVME, "/", writing=True))
    studio.services.quick.recalled.emit(NVME, result_of(record, ()))
    yield "tabs-benchmark", window
    window.hide()
    window.tree.choose("sda")
    kept = studio.services.history
    assert isinstance(kept, StillHistory)
    kept.keep(*records())
    page = tabs.history.parentWidget()
    assert page is not None
    window.page.tabs.setCurrentWidget(page)
    window.show()
    window.resize(1280, 800)
    yield "tabs-history", window
    window.resize(1024, 700)
    yield "tabs-history-small", window
    window.tree.choose(PRACTICE)
    yield "tabs-practice", window
    window.right_side.practice.tabs.setCurrentIndex(1)
    yield "tabs-practice-benchmark", window
