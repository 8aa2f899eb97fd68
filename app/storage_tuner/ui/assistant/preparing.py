"""The steps before a measurement: device, purpose, plan and conditions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from storage_tuner.bench.planning import usual_thoroughness
from storage_tuner.core.condition import Condition
from storage_tuner.core.device import Device
from storage_tuner.core.device_use import holds_desktop
from storage_tuner.core.errors import InvalidInput, StorageTunerError
from storage_tuner.core.plan import Protocol, Target, TargetKind, Thoroughness, Use
from storage_tuner.core.workload import Workload
from storage_tuner.jobs.planning.candidates import PathTarget, path_target
from storage_tuner.jobs.planning.plan_building import common_schedulers
from storage_tuner.jobs.planning.survey import Nobody, check_conditions
from storage_tuner.jobs.planning.workload_catalogue import known_workloads
from storage_tuner.jobs.plans import preview_of, refusal_of, tuned_by
from storage_tuner.jobs.requests import TuningRequest, sustained_request
from storage_tuner.jobs.resuming import interrupted_on
from storage_tuner.jobs.tuning_job import AdjustPlan, MakeSession
from storage_tuner.jobs.tuning_session import TuningSession
from storage_tuner.store.folders import StoredSession
from storage_tuner.ui.assistant.navigation import Navigation
from storage_tuner.ui.assistant.plan.last_choices import LastChoices
from storage_tuner.ui.assistant.plan.measurement_choice import MeasuredKind
from storage_tuner.ui.assistant.steps.step import Step
from storage_tuner.ui.jobs import Jobs, Newest
from storage_tuner.ui.window.inventory import Inventory


class Preparation(QObject):
    """``resume_asked`` carries the record of an interrupted session and its path."""

    resume_asked = Signal(object, object)

    def __init__(
        self,
        navigation: Navigation,
        inventory: Inventory,
        make_session: MakeSession,
        surveys: Jobs,
        adjust: AdjustPlan,
        last: LastChoices,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._navigation = navigation
        self._pages = navigation.pages
        self.inventory = inventory
        self._make_session = make_session
        self._session: TuningSession | None = None
        self._surveys = surveys
        self._checks = Newest(surveys)
        self._searches = Newest(surveys)
        self._places = Newest(surveys)
        self._adjust = adjust
        self._last = last
        self._practising = False
        self._offered_for: Target | None = None
        self._interrupted: StoredSession | None = None
        self._declined: Path | None = None
        self._show_last()
        self._connect()

    def target(self) -> Target:
        return self._pages.device.target()

    def request(self) -> TuningRequest:
        """All choices."""
        plan = self._pages.plan
        if plan.protocol() is Protocol.SUSTAINED:
            sustained = sustained_request(self.target(), plan.measurement.amount_bytes())
            return replace(sustained, overwrite=self._allowed())
        return self._comparison()

    def _comparison(self) -> TuningRequest:
        """The choices for a comparison, apart from sustained writes."""
        pages = self._pages
        kind = pages.plan.measurement.kind()
        protocol = Protocol.ARTICLE if pages.plan.article.isChecked() else Protocol.ADAPTIVE
        request = TuningRequest(
            self.target(),
            pages.purpose.use(),
            pages.plan.thoroughness(),
            pages.purpose.aims.aims(),
            protocol=Protocol.MAP if kind is MeasuredKind.MAP else protocol,
            workloads=self.workloads(),
            threads=pages.plan.workloads.threads() if kind is MeasuredKind.WORKLOADS else (),
            overwrite=self._leave_to_write(),
            repeats=pages.plan.repeats(),
        )
        return pages.plan.comparison.applied_to(request)

    def workloads(self) -> tuple[Workload, ...]:
        """The chosen workloads that the target allows; empty for the default ones, and for those of
        a map."""
        kind = self._pages.plan.measurement.kind()
        if kind is MeasuredKind.START:
            return self._pages.plan.measurement.starts()
        if kind is MeasuredKind.MAP:
            return ()
        return self._pages.plan.workloads.chosen(self.target())

    def _leave_to_write(self) -> str:
        """The name typed to allow overwriting; empty if no workload writes."""
        workloads = self.workloads()
        if workloads and not any(each.writes for each in workloads):
            return ""
        return self._allowed()

    def _allowed(self) -> str:
        """The name typed to allow overwriting the chosen disk."""
        target = self.target()
        if target.kind is not TargetKind.DEVICE:
            return ""
        return self._pages.plan.overwriting.allowed(self.inventory.device(target.device))

    def _connect(self) -> None:
        plan = self._pages.plan
        self.inventory.changed.connect(self.show_devices)
        self.inventory.controllers_changed.connect(self._show_controllers)
        self._pages.device.place_asked.connect(self._find_place)
        self._navigation.arrived.connect(self._arrive)
        plan.measurement.start.place_asked.connect(self._find_place)
        plan.effort_chosen.connect(self._show_plan)
        plan.effort_chosen.connect(self._remember)
        plan.conditions.acted.connect(self.refresh_conditions)
        plan.workloads.opened.connect(self._catalogue)
        plan.workloads.changed.connect(self.show_chosen)
        plan.comparison.changed.connect(self.show_chosen)
        plan.measurement.changed.connect(self.show_chosen)
        for offer in (self._pages.purpose.offer, plan.offer):
            offer.acted.connect(self._go_on_with_interrupted)
            offer.anew.clicked.connect(self._decline_interrupted)

    def show_devices(self, devices: Sequence[Device]) -> None:
        if self._navigation.step is Step.DEVICE:
            self._pages.device.show_devices(devices, self.inventory.controllers)
            self._navigation.changed.emit()

    def _show_controllers(self) -> None:
        self.show_devices(self.inventory.devices)

    def _arrive(self, step: Step) -> None:
        if step > Step.PURPOSE:
            self._remember()
        if step is Step.DEVICE:
            self._pages.device.show_devices(self.inventory.devices, self.inventory.controllers)
        else:
            self._places.forget()  # it would be chosen on a hidden page
        if step is not Step.PLAN:
            self.stop_checking()
        if step is Step.PURPOSE:
            self._offer_use()
            self._find_interrupted()
        if step is Step.PLAN:
            self._show_effort()
            self._show_plan()
            self.refresh_conditions()

    def _remember(self) -> None:
        """Choices for a practice disk don't carry over to others."""
        purpose, plan = self._pages.purpose, self._pages.plan
        self._last.keep(aims=purpose.aims.aims())
        if purpose.use() is not self._offered_use():
            self._last.keep(use=purpose.use())
        if not self._practising:
            protocol = Protocol.ARTICLE if plan.article.isChecked() else Protocol.ADAPTIVE
            self._last.keep(thoroughness=plan.thoroughness(), protocol=protocol)

    def _show_effort(self) -> None:
        """Choose the default on a practice disk, and the last choice on all others."""
        target = self.target()
        practising = target.kind is TargetKind.PRACTICE
        if practising == self._practising:
            return
        self._practising = practising
        if practising:
            self._pages.plan.choose(usual_thoroughness(target), Protocol.ADAPTIVE)
        else:
            self._show_last_effort()

    def _show_last(self) -> None:
        """Repeat the last choices."""
        self._pages.purpose.choose(self._offered_use(), self._last.aims())
        self._show_last_effort()

    def _offer_use(self) -> None:
        """Choose the default purpose of the target, unless another one is chosen than the default
        of the target before."""
        untouched = self._pages.purpose.use() is self._offered_use()
        self._offered_for = self.target()
        if untouched:
            self._pages.purpose.choose_use(self._offered_use())

    def _offered_use(self) -> Use:
        """The purpose chosen last; if none ever was, that of the disk with the system or the user's
        files is a responsive desktop."""
        target = self._offered_for
        device = self.inventory.device(target.device) if target else None
        home = str(Path.home())
        waits = device is not None and holds_desktop(device.in_use, device.mount_points, home)
        return self._last.use(Use.RESPONSIVENESS if waits else Use.DESKTOP)

    def _show_last_effort(self) -> None:
        self._pages.plan.choose(
            self._last.word("thoroughness", Thoroughness, Thoroughness.NORMAL),
            self._last.word("protocol", Protocol, Protocol.ADAPTIVE),
        )

    def _show_plan(self) -> None:
        target = self.target()
        device = self.inventory.device(target.device)
        if target.device is not None and device is None:
            self._navigation.go(Step.DEVICE)
            return
        page = self._pages.plan
        page.overwriting.show_device(target.device or "")
        use = self._pages.purpose.use()
        page.workloads.show_target(target, use, overwriting=bool(self._allowed()))
        tuned = tuned_by(target, self.inventory.devices)
        page.comparison.show_device(tuned, common_schedulers(tuned))
        page.measurement.show_target(target)
        try:
            if problem := page.measurement.problem:
                raise InvalidInput(problem)
            self._show_previews(self.request(), device)
        except InvalidInput as error:
            page.show_refused(error)
        page.comparison.show_problem()

    def _show_previews(self, request: TuningRequest, device: Device | None) -> None:
        """Raises ``InvalidInput`` if no plan can be made of ``request``."""
        page, devices = self._pages.plan, self.inventory.devices
        writes = request.protocol is Protocol.SUSTAINED
        sustained = preview_of(request, devices).plan if writes else None
        request = self._comparison()
        is_map = request.protocol is Protocol.MAP
        raced = request if is_map else replace(request, protocol=Protocol.ADAPTIVE)
        previews = {
            choice: preview_of(replace(raced, thoroughness=choice), devices)
            for choice in Thoroughness
        }
        runs = page.runs.value()
        article = preview_of(replace(request, protocol=Protocol.ARTICLE, repeats=runs), devices)
        plans = {choice: self._adjust(each.plan) for choice, each in previews.items()}
        shown = article if page.article.isChecked() else previews[page.thoroughness()]
        notes = [str(note) for note in shown.notes]
        page.show_plan(device, plans, self._adjust(article.plan), notes, sustained)
        chosen = request.workloads or request.threads
        refusal = refusal_of(plans[page.thoroughness()], devices) if chosen else ""
        page.workloads.show_problem(str(refusal))

    def show_chosen(self) -> None:
        """Show the plan of changed choices, and check conditions for it."""
        if self._navigation.step is Step.PLAN:
            self._show_plan()
            self.refresh_conditions()
            self._navigation.changed.emit()

    def refresh_conditions(self) -> None:
        """Check conditions again."""
        if self._navigation.step is not Step.PLAN or self._navigation.closing:
            return
        plan = self._pages.plan
        plan.conditions.show_checking()
        self.stop_checking()
        session = self._session = self._make_session(Nobody())
        job = partial(check_conditions, session, self.request())
        self._checks.start(job, self.show_conditions, self.show_no_conditions)
        self._navigation.changed.emit()

    def stop_checking(self) -> None:
        """Stop the check without showing its outcome."""
        self._checks.forget()
        if self._session is not None:
            self._session.cancel()
            self._session = None

    def _find_place(self, path: Path) -> None:
        self._places.start(partial(path_target, path), self._show_place, self._show_no_place)

    def _show_place(self, place: PathTarget) -> None:
        """Measure in another folder, which may also be chosen on the page of the plan."""
        self._pages.device.show_place(place)
        if self._navigation.step is Step.PLAN:
            self.forget_interrupted()
            self._navigation.arrived.emit(Step.PLAN)
            self._navigation.changed.emit()

    def _show_no_place(self, error: StorageTunerError) -> None:
        in_plan = self._navigation.step is Step.PLAN
        (self._pages.plan.measurement.start if in_plan else self._pages.device).show_error(error)

    def _catalogue(self) -> None:
        self._surveys.start(known_workloads, self._pages.plan.workloads.show_known)

    def show_conditions(self, conditions: Sequence[Condition]) -> None:
        if self._navigation.step is Step.PLAN:
            self._pages.plan.conditions.show_conditions(conditions)
            self._navigation.changed.emit()

    def show_no_conditions(self, error: StorageTunerError) -> None:
        if self._navigation.step is Step.PLAN:
            self._pages.plan.conditions.show_error(error)
            self._navigation.changed.emit()

    def _find_interrupted(self) -> None:
        """Look for an interrupted session on this device."""
        self.forget_interrupted()
        device = self.inventory.device(self.target().device)
        if device is not None:
            self._searches.start(partial(interrupted_on, device), self.show_interrupted)

    def show_interrupted(self, found: StoredSession | None) -> None:
        self._interrupted = found
        if found is not None and found.path != self._declined:
            self._pages.purpose.offer.offer(found.record)
            self._pages.plan.offer.offer(found.record)

    def _decline_interrupted(self) -> None:
        """Start over, and don't offer that session again."""
        if self._interrupted is not None:
            self._declined = self._interrupted.path
        self.forget_interrupted()

    def forget_interrupted(self) -> None:
        self._searches.forget()
        self._interrupted = None
        self._pages.purpose.offer.hide()
        self._pages.plan.offer.hide()

    def _go_on_with_interrupted(self) -> None:
        if self._interrupted is not None:
            self.resume_asked.emit(self._interrupted.record, self._interrupted.path)
