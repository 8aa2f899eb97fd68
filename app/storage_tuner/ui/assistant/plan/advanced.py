"""Connects the plan page with published recommendations, overwriting, plan files, own workloads
and the live comparison."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from storage_tuner.client.connecting import connect
from storage_tuner.core.errors import InvalidInput, StorageTunerError
from storage_tuner.core.message import tr
from storage_tuner.core.plan import Plan, Protocol, TargetKind
from storage_tuner.core.workload import Workload
from storage_tuner.jobs.planning.device_advice import PublishedExpectation
from storage_tuner.jobs.planning.plan_files import only_in_the_terminal, write_plan
from storage_tuner.jobs.planning.survey import (
    add_workload,
    load_plan,
    overwritable_name,
    published_for,
    repeat_plan,
)
from storage_tuner.jobs.planning.user_workloads import WorkloadDraft
from storage_tuner.jobs.planning.workload_catalogue import WorkloadCatalogue
from storage_tuner.jobs.requests import TuningRequest
from storage_tuner.ui.assistant.live_dialog import LiveDialog
from storage_tuner.ui.assistant.navigation import Navigation
from storage_tuner.ui.assistant.plan.measurement_choice import MeasuredKind
from storage_tuner.ui.assistant.plan.workload_dialog import WorkloadDialog
from storage_tuner.ui.assistant.preparing import Preparation
from storage_tuner.ui.assistant.steps.step import Step
from storage_tuner.ui.jobs import Jobs
from storage_tuner.ui.window.inventory import Inventory


class PlanAids(QObject):
    """``live_ended`` is emitted when the live comparison's window is closed, ``live_stayed`` if it
    stays open for the user to read and close."""

    live_ended = Signal()
    live_stayed = Signal()

    def __init__(
        self,
        navigation: Navigation,
        inventory: Inventory,
        surveys: Jobs,
        preparation: Preparation,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._navigation = navigation
        self._page = navigation.pages.plan
        self._inventory = inventory
        self.surveys = surveys
        self._preparation = preparation
        self.live: LiveDialog | None = None
        self.editor: WorkloadDialog | None = None
        self._repeated: Plan | None = None
        self._connect()

    def repeat(self, plan: Plan) -> None:
        """Choose an earlier plan as soon as the disk is chosen."""
        self._repeated = plan
        self._navigation.pages.purpose.choose(plan.use, plan.aims)

    def close(self) -> None:
        """End a live comparison; ``live_ended`` follows when there was one."""
        self._page.conditions.patience.stop()
        if self.live is not None:
            self.live.end()

    def _connect(self) -> None:
        files = self._page.files
        self._navigation.arrived.connect(self._arrive)
        self._page.overwriting.changed.connect(self._preparation.show_chosen)
        files.load_asked.connect(self._load)
        files.save_asked.connect(self._save)
        files.live.clicked.connect(self._open_live)
        self._page.workloads.own.clicked.connect(self._open_editor)
        files.reported.connect(self._page.show_below)

    def _arrive(self, step: Step) -> None:
        if step is not Step.PLAN:
            self._page.conditions.patience.stop()
        if step is not Step.PLAN or self._navigation.step is not step:
            return
        target = self._preparation.target()
        devices, controllers = self._inventory.devices, self._inventory.controllers
        device = self._inventory.device(target.device)
        self._page.files.message.hide()
        if self._repeated is not None:
            repeat = partial(repeat_plan, self._repeated, target)
            self.surveys.start(repeat, self._show_repeated, self._page.files.show_error)
            self._repeated = None
        self._page.files.live.setEnabled(device is not None)
        self._page.published.show_wishes(())
        if device is not None:
            request = self._preparation.request()
            find = partial(published_for, device, devices, controllers, request)
            self.surveys.start(find, partial(self._show_published, device.name))
            if target.kind is TargetKind.DEVICE:
                offer = partial(self._page.overwriting.offer, device)
                self.surveys.start(partial(overwritable_name, device), offer)

    def _show_published(self, device: str, found: Sequence[PublishedExpectation]) -> None:
        if device == self._preparation.target().device:
            self._page.published.show_wishes(found)

    def _load(self, path: Path) -> None:
        load = partial(load_plan, path, self._preparation.target())
        self.surveys.start(load, partial(self._show_loaded, path), self._page.files.show_error)

    def _save(self, path: Path) -> None:
        save, files = partial(write_plan, self._preparation.request(), path), self._page.files
        if problem := self._page.problem:
            files.show_error(InvalidInput(problem))
            return
        self.surveys.start(save, lambda _: files.show_saved(path), files.show_error)

    def _show_loaded(self, path: Path, found: tuple[TuningRequest, WorkloadCatalogue]) -> None:
        if self._take(*found):
            self._page.files.show_loaded(path)
            self._preparation.show_chosen()

    def _show_repeated(self, found: tuple[TuningRequest, WorkloadCatalogue]) -> None:
        if self._take(*found):
            self._page.files.show_repeated()
            self._preparation.show_chosen()

    def _take(self, request: TuningRequest, known: WorkloadCatalogue) -> bool:
        """Choose everything that a plan contains, or nothing."""
        page = self._page
        if self._navigation.step is not Step.PLAN:
            return False
        if request.protocol is Protocol.SUSTAINED:
            page.measurement.choose(request)
            return True
        if lacking := page.comparison.lacking(request):
            page.files.show_error(
                InvalidInput(
                    tr("This disk doesn't support what the plan compares: {what}.", what=lacking),
                    tr("Choose another plan or another disk; nothing was changed."),
                )
            )
            return False
        if only_in_the_terminal(request):
            page.files.show_error(
                InvalidInput(
                    tr("This plan uses options available only in the terminal."),
                    tr("Run it there: storage-tuner tune TARGET --plan FILE."),
                )
            )
            return False
        self._navigation.pages.purpose.choose(request.use, request.aims)
        page.choose(request.thoroughness, request.protocol, request.repeats)
        page.measurement.choose(request)
        if page.measurement.kind() is MeasuredKind.WORKLOADS:
            page.workloads.choose(request.workloads, request.threads, known)
        page.comparison.choose(request)
        return True

    def _open_editor(self) -> None:
        """Open the dialog for a new workload."""
        if self.editor is None:
            self.editor = WorkloadDialog(self._page.window())
            self.editor.save_asked.connect(self._add_workload)
            self.editor.finished.connect(self._forget_editor)
            self.editor.open()

    def _add_workload(self, draft: WorkloadDraft) -> None:
        self.surveys.start(partial(add_workload, draft), self._show_workload, self._show_not_saved)

    def _show_workload(self, found: tuple[Workload, WorkloadCatalogue]) -> None:
        if self.editor is not None:
            self.editor.accept()
        self._page.workloads.add(*found)

    def _show_not_saved(self, error: StorageTunerError) -> None:
        if self.editor is not None:
            self.editor.show_error(error)

    def _forget_editor(self) -> None:
        if self.editor is not None:
            self.editor.deleteLater()
            self.editor = None

    def _open_live(self) -> None:
        """Open the live workload comparison."""
        device = self._preparation.target().device
        if device is None or self.live is not None:
            return
        offered = tuple(self._page.comparison.schedulers)
        self._preparation.stop_checking()
        self.live = LiveDialog(self._page.window(), device, offered, connect)
        self.live.finished.connect(self._forget_live)
        self.live.stayed.connect(self.live_stayed)
        self.live.open()

    def _forget_live(self) -> None:
        if self.live is not None:
            self.live.deleteLater()
            self.live = None
        self._preparation.refresh_conditions()
        self.live_ended.emit()
