"""The tab of kept results in each of its states, and its dialogs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from PySide6.QtWidgets import QDialog, QMessageBox, QWidget

from storage_tuner.core.errors import NoSpace, UnreadableResult
from storage_tuner.core.measurement import Outcome, SessionRecord
from storage_tuner.core.plan import TargetKind
from storage_tuner.services.qt_reports import ReportWriter
from storage_tuner.services.quick_test import QuickWish
from storage_tuner.ui.history.dialogs import ComparisonDialog, SessionDialog
from storage_tuner.ui.history_tab import HistoryTab
from tests.ui import sample_sessions, samples
from tests.ui.pictures.studio import Studio
from tests.ui.still import KeptRecords

DISK = samples.DEVICES[0]
DAMAGED = (UnreadableResult("/home/you/.local/share/sessions/torn.json", "it ends too early"),)


def pictures(studio: Studio) -> Iterator[tuple[str, QWidget]]:
    results = KeptRecords()
    tab = HistoryTab(results, ReportWriter())
    tab.resize(800, 640)
    tab.show_device(DISK)
    yield "history-looking", tab
    results.show()
    yield "history-empty", tab
    results.show(*records())
    tab.show()
    tab.table.choose([0])
    yield "history-list", tab
    tab.filter.search.setText("bfq")
    yield "history-filtered", tab
    tab.filter.search.setText("nothing like this")
    yield "history-nothing-found", tab
    tab.filter.search.clear()
    tab.show()
    results.show(*records(), damaged=DAMAGED)
    tab._say_removed("Moved to the trash: 3 March 2026, Quick test: on the disk itself")
    yield "history-damaged", tab
    tab.show()
    results.failed.emit(NoSpace("to write /media/stick/report.pdf"))
    yield "history-failed", tab
    yield from _dialogs(tab)


def records() -> tuple[SessionRecord, ...]:
    """One of each kind, newest first."""
    better, _ = samples.result(TargetKind.DEVICE, {"bfq": 0.11, "kyber": -0.05, "none": 0.02})
    stopped, _ = samples.result(TargetKind.DEVICE, {"bfq": 0.1}, completed=False)
    equal, _ = samples.result(TargetKind.DEVICE, {})
    return (
        sample_sessions.quick_record(QuickWish(DISK), day=9, factor=0.05),
        replace(better, created_at="2026-03-08T09:12:00+00:00", outcome=Outcome.KEPT),
        replace(stopped, created_at="2026-03-07T21:40:00+00:00"),
        replace(equal, created_at="2026-03-05T08:00:00+00:00"),
        sample_sessions.quick_record(QuickWish(DISK, "/srv", writing=True), day=2, factor=0.04),
    )


def _dialogs(tab: HistoryTab) -> Iterator[tuple[str, QWidget]]:
    tab.show()
    for row, name in ((1, "session"), (0, "quick-test")):
        tab.table.choose([row])
        tab.bar.open.click()
        yield f"history-dialog-{name}", _newest(tab, SessionDialog)
    tab.show()
    tab.table.choose([1, 3])
    tab.bar.compare.click()
    yield "history-dialog-compared", _newest(tab, ComparisonDialog)
    tab.show()
    tab.bar.remove.click()
    yield "history-dialog-remove", _newest(tab, QMessageBox)


def _newest(tab: HistoryTab, kind: type[QDialog]) -> QDialog:
    return tab.findChildren(kind)[-1]
