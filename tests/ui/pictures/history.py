"""The lists of kept results in each of their states, and their dialogs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QDialog, QMessageBox, QWidget

from storage_tuner.core.errors import NoSpace, RunsRefused
from storage_tuner.core.measurement import SessionRecord, SettingsOutcome
from storage_tuner.core.plan import TargetKind
from storage_tuner.jobs.quick_test.request import QuickTestRequest
from storage_tuner.jobs.results.kept_runs import TakenFile
from storage_tuner.store.database.run_store import open_runs
from storage_tuner.ui.device.history_tab import HistoryTab
from storage_tuner.ui.history import runs_model
from storage_tuner.ui.history.dialogs import SessionDialog
from storage_tuner.ui.history.importing import ImportedDialog
from storage_tuner.ui.history.run_history import RunHistory
from storage_tuner.ui.jobs import Jobs, RunJobs
from tests.ui import sample_sessions, samples
from tests.ui.pictures.studio import Studio
from tests.ui.still import Never, StillHistory

DISK = samples.DEVICES[0]
NVME = samples.DEVICES[5]


class _NoRuns(Never, RunJobs):
    """Never answers."""


def pictures(studio: Studio) -> Iterator[tuple[str, QWidget]]:
    waiting = _of_disk(RunHistory(_NoRuns(), _NoRuns()))
    waiting.show()
    yield "history-looking", waiting
    history = StillHistory()
    tab = _of_disk(history)
    yield "history-empty", tab
    kept = history.keep(*records())
    with open_runs(history.path) as runs:
        runs.annotate(kept[1], note="With the old cable", added=("before", "cable"))
    tab.show()
    tab.table.choose([0])
    yield "history-list", tab
    tab.show()
    tab.filter.search.setText("bfq")
    tab.filter.changed.emit()
    yield "history-filtered", tab
    tab.show()
    tab.filter.search.setText("nothing like this")
    tab.filter.changed.emit()
    yield "history-nothing-found", tab
    tab.show()
    tab.filter.clear()
    tab.table.choose([2])
    tab.bar.remove.click()
    yield "history-removed", tab
    tab.show()
    tab.filter.trash.setChecked(True)
    tab.table.choose([0])
    yield "history-trash", tab
    tab.show()
    tab.bar.delete.click()
    yield "history-dialog-delete", _newest(tab, QMessageBox)
    tab.show()
    tab.filter.trash.setChecked(False)
    tab.removing.failed.emit(NoSpace("to write /media/stick/report.pdf"))
    yield "history-failed", tab
    yield from _dialogs(tab)
    yield from _refused(history)
    yield from of_all()


def records() -> tuple[SessionRecord, ...]:
    """One of each kind, newest first."""
    better, _ = samples.result(TargetKind.DEVICE, {"bfq": 0.11, "kyber": -0.05, "none": 0.02})
    stopped, _ = samples.result(TargetKind.DEVICE, {"bfq": 0.1}, completed=False)
    equal, _ = samples.result(TargetKind.DEVICE, {})
    return (
        sample_sessions.quick_record(QuickTestRequest(DISK), day=9, factor=0.05),
        replace(better, created_at="2026-03-08T09:12:00+00:00", outcome=SettingsOutcome.KEPT),
        replace(stopped, created_at="2026-03-07T21:40:00+00:00"),
        replace(equal, created_at="2026-03-05T08:00:00+00:00"),
        sample_sessions.quick_record(
            QuickTestRequest(DISK, "/srv", writing=True), day=2, factor=0.04
        ),
    )


def foreign() -> SessionRecord:
    """As measured on another computer."""
    record = sample_sessions.quick_record(QuickTestRequest(NVME), day=6)
    return replace(record, machine=replace(record.machine, host="studio"), device=NVME)


def of_all() -> Iterator[tuple[str, QWidget]]:
    history = StillHistory()
    tab = HistoryTab(history, Jobs("report"), of_all=True)
    tab.resize(1180, 640)
    tab.show()
    yield "history-all-empty", tab
    history.keep(*records(), sample_sessions.quick_record(QuickTestRequest(None), day=7))
    (identifier,) = history.keep(foreign(), imported_from="results-of-the-studio.json")
    with open_runs(history.path) as runs:
        runs.annotate(identifier, added=("studio",))
    tab.show()
    tab.table.choose([1, 3])
    yield "history-all", tab
    tab.table.choose([3])
    tab.bar.show_menu(tab.mapToGlobal(QPoint(300, 300)))
    yield "history-menu", tab.bar.menu
    tab.bar.menu.close()
    tab.show()
    tab.table.edit_column(runs_model.NOTE)
    yield "history-note", tab


def _of_disk(history: RunHistory) -> HistoryTab:
    tab = HistoryTab(history, Jobs("report"))
    tab.resize(900, 640)
    tab.show()
    tab.show_device(DISK)
    return tab


def _dialogs(tab: HistoryTab) -> Iterator[tuple[str, QWidget]]:
    tab.show()
    for row, name in ((1, "session"), (0, "quick-test")):
        tab.table.choose([row])
        tab.bar.open.click()
        yield f"history-dialog-{name}", _newest(tab, SessionDialog)
        tab.show()


def _refused(history: StillHistory) -> Iterator[tuple[str, QWidget]]:
    """A list that can't be read, a damaged file that was set aside, and an import."""
    tab = _of_disk(history)
    path = "/home/you/.local/share/storage-tuner/runs.sqlite3"
    error = RunsRefused(
        path,
        f"{path} is another program's database.",
        "Move it away so that new results can be saved there.",
    )
    tab.show_refused(error)
    yield "history-refused", tab
    damaged = StillHistory()
    damaged.path.write_bytes(b"SQLite format 3\0" + bytes(500))
    other = _of_disk(damaged)
    yield "history-set-aside", other
    with open_runs(history.path) as runs:
        lines = runs.listed()[:2]
    taken = (
        TakenFile(Path("/media/stick/results.json"), "Storage Tuner", lines),
        TakenFile(
            Path("/media/stick/kdiskmark.txt"),
            "KDiskMark",
            (),
            ((12, "expected a number"), (None, "the rest is missing")),
        ),
    )
    yield "history-dialog-imported", ImportedDialog(tab, taken)


def _newest(tab: HistoryTab, kind: type[QDialog]) -> QDialog:
    return tab.findChildren(kind)[-1]
