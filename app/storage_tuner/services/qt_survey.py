"""A look around before measuring, in a thread: the conditions, the workloads there are, and whether
a measurement of the same disk was interrupted."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal

from storage_tuner.advice.published.device_advice import UserFacts
from storage_tuner.client.overwriting import name_to_type, require_seen_empty
from storage_tuner.core.condition import Condition
from storage_tuner.core.controller import Controller
from storage_tuner.core.device import Device
from storage_tuner.core.errors import Cancelled, StorageTunerError
from storage_tuner.core.plan import Plan, Target
from storage_tuner.core.progress import Progress, TuningListener
from storage_tuner.core.sentence import sentence
from storage_tuner.jobs.candidates import PathTarget, path_target
from storage_tuner.jobs.plan_files import read_plan, write_plan
from storage_tuner.jobs.published_expectations import published_expectations
from storage_tuner.jobs.repeating import request_of
from storage_tuner.jobs.requests import TuningRequest
from storage_tuner.jobs.resuming import interrupted_on
from storage_tuner.jobs.tuning_session import TuningSession
from storage_tuner.jobs.unexpected import words_of
from storage_tuner.jobs.user_workloads import WorkloadDraft, save_workload
from storage_tuner.jobs.workload_catalogue import find_workloads, known_workloads
from storage_tuner.services.qt_threads import Threads

Known = tuple[tuple[Device, ...], tuple[Controller, ...]]
"""The devices and controllers of this computer."""

MakeSession = Callable[[TuningListener], TuningSession]

_log = logging.getLogger(__name__)


class Surveyor(QObject):
    """``looked`` carries the conditions (``Condition``) of the last question, ``failed`` the
    ``StorageTunerError`` why they can't be told. ``catalogued`` carries ``KnownWorkloads``;
    ``interrupted_found`` a ``StoredSession``, or None; ``place_found`` a ``Place`` and ``no_place``
    the error why there is none; ``overwritable`` a ``Device`` that looks empty, and what a person
    types to have it overwritten; ``published`` a kernel name and what rules expect of that device
    (``PublishedExpectation``es). ``plan_loaded`` carries the path, the ``TuningRequest`` and the
    ``KnownWorkloads``, ``plan_repeated`` the same without a path, ``plan_saved`` the path,
    ``plan_failed`` the error.
    ``workload_saved`` carries the ``Workload`` and the ``KnownWorkloads``, ``workload_failed`` the
    error.
    ``idle``: nothing is under way any more.

    Only the newest question is answered; an older look is broken off.
    """

    looked = Signal(object)
    failed = Signal(object)
    catalogued = Signal(object)
    interrupted_found = Signal(object)
    overwritable = Signal(object, str)
    published = Signal(str, object)
    plan_loaded = Signal(object, object, object)
    plan_repeated = Signal(object, object)
    plan_saved = Signal(object)
    plan_failed = Signal(object)
    workload_saved = Signal(object, object)
    workload_failed = Signal(object)
    place_found = Signal(object)
    no_place = Signal(object)
    idle = Signal()
    _answered = Signal(int, object, object)
    _found = Signal(int, object)
    _placed = Signal(int, object, object)

    def __init__(self, make_session: MakeSession, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._make_session = make_session
        self._looks = 0
        self._searches = 0
        self._places = 0
        self._threads = Threads("survey", self)
        self._threads.idle.connect(self.idle)
        self._session: TuningSession | None = None
        queued = Qt.ConnectionType.QueuedConnection
        self._answered.connect(self._answer, queued)
        self._found.connect(self._tell_found, queued)
        self._placed.connect(self._tell_placed, queued)

    @property
    def is_busy(self) -> bool:
        return self._threads.is_busy

    def look(self, request: TuningRequest) -> None:
        """Gather the conditions anew; returns at once."""
        self.stop_looking()
        session = self._session = self._make_session(_Nobody())
        number = self._looks
        self._threads.start(lambda: self._look(number, session, request))

    def stop_looking(self) -> None:
        """Break the look off; nothing is told of it then."""
        self._looks += 1
        if self._session is not None:
            self._session.cancel()
            self._session = None

    def catalogue(self) -> None:
        """Read the workloads that there are."""
        self._threads.start(lambda: self.catalogued.emit(known_workloads()))

    def find_interrupted(self, device: Device) -> None:
        """Look for a measurement of ``device`` to go on with."""
        self._searches += 1
        number = self._searches
        self._threads.start(lambda: self._found.emit(number, interrupted_on(device)))

    def find_place(self, path: Path) -> None:
        """Find out what a folder or file lies on."""
        self._places += 1
        number = self._places
        self._threads.start(lambda: self._find_place(number, path))

    def forget_place(self) -> None:
        """Nothing is told of a folder or file that is looked for."""
        self._places += 1

    def find_overwritable(self, device: Device) -> None:
        """Find out whether ``device`` may be offered to be overwritten, and what it's called."""
        self._threads.start(lambda: self._find_overwritable(device))

    def find_published(self, request: TuningRequest, known: Known) -> None:
        """Find out what published rules expect of the target."""
        self._threads.start(lambda: self._find_published(request, known))

    def load_plan(self, path: Path, target: Target) -> None:
        """Read a plan for ``target``."""
        self._threads.start(lambda: self._load_plan(path, target))

    def repeat_plan(self, plan: Plan, target: Target) -> None:
        """Have ``plan_repeated`` told: what is to be asked for to measure the same on
        ``target``."""
        self._threads.start(lambda: self._repeat_plan(plan, target))

    def save_plan(self, path: Path, request: TuningRequest) -> None:
        """Write what is chosen down."""
        self._threads.start(lambda: self._save_plan(path, request))

    def save_workload(self, draft: WorkloadDraft) -> None:
        """Write a workload of the user's own."""
        self._threads.start(lambda: self._save_workload(draft))

    def forget_interrupted(self) -> None:
        """Nothing is told of a search that is under way."""
        self._searches += 1

    def _look(self, number: int, session: TuningSession, request: TuningRequest) -> None:
        try:
            self._answered.emit(number, _conditions(session, request), None)
        except Cancelled:
            pass
        except StorageTunerError as error:
            self._answered.emit(number, (), error)
        except Exception as error:
            _log.exception("unexpected error")
            self._answered.emit(number, (), _unexpected(error))

    def _find_place(self, number: int, path: Path) -> None:
        try:
            self._placed.emit(number, path_target(path), None)
        except StorageTunerError as error:
            self._placed.emit(number, None, error)

    def _find_overwritable(self, device: Device) -> None:
        try:
            require_seen_empty(device)
        except StorageTunerError:
            return  # nothing is offered then
        self.overwritable.emit(device, name_to_type(device))

    def _find_published(self, request: TuningRequest, known: Known) -> None:
        devices, controllers = known
        device = next((one for one in devices if one.name == request.target.device), None)
        if device is None:
            return
        told = UserFacts(use=request.use, aims=request.aims)
        try:
            found = published_expectations(device, devices, controllers, told)
        except StorageTunerError as error:
            _log.info("published rules are left out: %s", error)
            found = ()
        self.published.emit(device.name, found)

    def _load_plan(self, path: Path, target: Target) -> None:
        try:
            known = known_workloads()
            request = read_plan(path, target, known)
        except StorageTunerError as error:
            self.plan_failed.emit(error)
        else:
            self.plan_loaded.emit(path, request, known)

    def _repeat_plan(self, plan: Plan, target: Target) -> None:
        try:
            known = known_workloads()
            request = request_of(plan, target)
            find_workloads([workload.name for workload in request.workloads], known)
        except StorageTunerError as error:
            self.plan_failed.emit(error)
        else:
            self.plan_repeated.emit(request, known)

    def _save_plan(self, path: Path, request: TuningRequest) -> None:
        try:
            write_plan(request, path)
        except StorageTunerError as error:
            self.plan_failed.emit(error)
        else:
            self.plan_saved.emit(path)

    def _save_workload(self, draft: WorkloadDraft) -> None:
        try:
            workload = save_workload(draft)
        except StorageTunerError as error:
            self.workload_failed.emit(error)
        else:
            self.workload_saved.emit(workload, known_workloads())

    def _answer(
        self, number: int, conditions: tuple[Condition, ...], error: StorageTunerError | None
    ) -> None:
        if number != self._looks:
            return
        self._session = None
        if error is not None:
            self.failed.emit(error)
        else:
            self.looked.emit(conditions)

    def _tell_found(self, number: int, found: object) -> None:
        if number == self._searches:
            self.interrupted_found.emit(found)

    def _tell_placed(self, number: int, place: PathTarget, error: StorageTunerError | None) -> None:
        if number != self._places:
            return
        if error is not None:
            self.no_place.emit(error)
        else:
            self.place_found.emit(place)


class _Nobody:
    """Isn't told anything."""

    def progressed(self, progress: Progress) -> None:
        pass

    def measured(self, measurement: object) -> None:
        pass


def _conditions(session: TuningSession, request: TuningRequest) -> tuple[Condition, ...]:
    with session:
        session.survey(request.target, overwriting=bool(request.overwrite))
        plan: Plan = session.plan(
            request.use,
            request.thoroughness,
            workloads=request.workloads,
            protocol=request.protocol,
        )
        return session.conditions(plan)


def _unexpected(error: Exception) -> StorageTunerError:
    return StorageTunerError(
        sentence("What may disturb could not be found out: {error}.", error=words_of(error)),
        sentence("The log has the details. It can be measured nevertheless."),
    )
