"""The page that lays runs side by side."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta

from PySide6.QtWidgets import QScrollArea, QWidget

from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.plan import TargetKind
from storage_tuner.core.time_course import TimeCourse
from storage_tuner.jobs.quick_test.request import QuickTestRequest
from storage_tuner.ui.compare.page import ComparePage
from storage_tuner.ui.widgets.fold import Fold
from tests.fleets import MadeFleet
from tests.ui import sample_sessions, samples
from tests.ui.pictures.studio import Studio
from tests.ui.still import RunsAtOnce, StillHistory

DISK = samples.DEVICES[0]
NVME = samples.DEVICES[5]


def pictures(studio: Studio) -> Iterator[tuple[str, QWidget]]:
    history = StillHistory()
    page = ComparePage(RunsAtOnce(history.path))
    page.resize(900, 640)
    page.show()
    yield "compare-empty", page
    page.show_runs(history.keep(*two_sessions()))
    yield "compare-two-sessions", page
    page.resize(1100, 2600)
    for fold in page.findChildren(Fold):
        fold.set_open(True)
    yield "compare-open", page
    page.resize(900, 640)
    _to_the_end(page)
    yield "compare-scrolled", page
    (elsewhere,) = history.keep(foreign(), imported_from="results-of-the-studio.json")
    ours = history.keep(*quick_tests())
    page.show_runs([elsewhere, *ours])
    page.resize(1100, 2400)
    yield "compare-three-disks", page
    page.resize(900, 640)
    page.show_runs(["nothing"])
    yield "compare-failed", page
    history.keep(*MadeFleet(9, {4: 0.5}).records(), imported_from="results.json")
    page.show_machines()
    yield "compare-machines", page


def two_sessions() -> tuple[SessionRecord, ...]:
    """One disk before and after."""
    before, _ = samples.result(TargetKind.DEVICE, {"bfq": 0.11, "kyber": -0.05, "none": 0.02})
    after, _ = samples.result(TargetKind.DEVICE, {"bfq": 0.21, "kyber": 0.1, "none": 0.12})
    newer = replace(after.machine, kernel="6.12.0")
    return (
        in_time(replace(before, created_at="2026-03-03T14:20:00+00:00")),
        in_time(replace(after, created_at="2026-03-08T09:12:00+00:00", machine=newer)),
    )


def in_time(record: SessionRecord) -> SessionRecord:
    """With a moment for every run, one after the other, and what the disk did meanwhile."""
    begin = datetime.fromisoformat(record.created_at)
    runs = tuple(
        replace(run, started_at=(begin + timedelta(seconds=10 * place)).isoformat())
        for place, run in enumerate(record.measurements)
    )
    seconds = tuple(float(second) for second in range(1, 90))
    moved = tuple(120 + 40 * (second % 17) / 17 for second in range(1, 90))
    nothing = tuple(0.0 for _ in seconds)
    course = TimeCourse(
        record.created_at, seconds, moved, nothing, moved, nothing, nothing, nothing, nothing
    )
    return replace(record, measurements=runs, time_course=course)


def foreign() -> SessionRecord:
    """As measured on another computer."""
    record = sample_sessions.quick_record(QuickTestRequest(NVME), day=6)
    return replace(record, machine=replace(record.machine, host="studio"), device=NVME)


def quick_tests() -> tuple[SessionRecord, ...]:
    return (
        sample_sessions.quick_record(QuickTestRequest(DISK), day=9, factor=0.05),
        sample_sessions.quick_record(QuickTestRequest(samples.DEVICES[6]), day=4, factor=0.9),
    )


def _to_the_end(page: ComparePage) -> None:
    for area in page.findChildren(QScrollArea):
        area.verticalScrollBar().setValue(area.verticalScrollBar().maximum())
