"""The tab of quick tests in each of its states."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtWidgets import QWidget

from storage_tuner.core.device import Device
from storage_tuner.core.errors import Dismissed, HelperGone
from storage_tuner.core.message import sentence
from storage_tuner.core.plan import RunSpecification
from storage_tuner.core.progress import Phase, Progress
from storage_tuner.jobs.quick_test.request import Profile, QuickTestRequest
from storage_tuner.jobs.quick_test.run import figures_of, result_of
from storage_tuner.ui.device.benchmark_tab import BenchmarkTab
from tests.ui import sample_sessions, samples
from tests.ui.pictures.studio import Studio
from tests.ui.still import StillTester

NVME = next(device for device in samples.DEVICES if device.name == "nvme0n1")
SLOW = next(device for device in samples.DEVICES if device.name == "sda")


def pictures(studio: Studio) -> Iterator[tuple[str, QWidget]]:
    yield from _states()
    yield from _results()


def _tab(device: Device | None) -> tuple[BenchmarkTab, StillTester]:
    tester = StillTester()
    tab = BenchmarkTab(tester)
    tab.resize(800, 680)
    tab.show_device(device)
    return tab, tester


def _states() -> Iterator[tuple[str, QWidget]]:
    tab, tester = _tab(NVME)
    yield "benchmark-empty", tab
    tab.choices.choose_folder("/")
    tab.choices.writing.setChecked(True)
    yield "benchmark-folder", tab
    tab.choices.start.click()
    tester.progressed.emit(Progress(Phase.FILLING, 0.4, sentence("Writing the test file…")))
    yield "benchmark-preparing", tab
    record = sample_sessions.quick_record(tab.choices.request)
    tester.progressed.emit(_progress(record.plan.cells[2].workload.name))
    tester.measured.emit(figures_of(record.measurements[:2]))
    yield "benchmark-running", tab
    tab.show_device(SLOW)
    yield "benchmark-other-runs", tab
    tab.show_device(NVME)
    for name, error in (("denied", Dismissed()), ("helper-gone", HelperGone())):
        tab.choices.start.click()
        tester.end(error)
        yield f"benchmark-{name}", tab
    tab.choices.start.click()
    tester.end(None)
    yield "benchmark-stopped", tab
    tab.show_gone()
    yield "benchmark-gone", tab
    practice, _ = _tab(None)
    yield "benchmark-practice", practice


def _progress(workload: str) -> Progress:
    plan = sample_sessions.quick_plan(QuickTestRequest(NVME))
    cell = next(each for each in plan.cells if each.workload.name == workload)
    run = RunSpecification(2, 0, cell, plan.variants[0])
    return Progress(Phase.MEASURING, 0.1, "", 3, 24, 54.0, run)


def _results() -> Iterator[tuple[str, QWidget]]:
    tab, tester = _tab(NVME)
    reading = QuickTestRequest(NVME)
    before = sample_sessions.quick_record(
        reading, day=2, factor=0.7, settings={**NVME.settings, "scheduler": "bfq"}
    )
    now = sample_sessions.quick_record(reading, day=9)
    tester.recalled.emit(NVME, result_of(now, ()))
    yield "benchmark-result", tab
    tester.recalled.emit(NVME, result_of(now, (before,)))
    yield "benchmark-compared", tab
    tab.figures.copy_text.click()
    yield "benchmark-copied", tab
    writing = QuickTestRequest(NVME, "/", Profile.NVME, 1, writing=True)
    single = sample_sessions.quick_record(writing, day=9, disturbed=True)
    again = sample_sessions.quick_record(writing, day=2)
    tester.recalled.emit(NVME, result_of(single, (again,)))
    yield "benchmark-single-runs", tab
