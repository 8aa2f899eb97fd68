"""Preparation of a measurement: conditions, published expectations, and earlier plans."""

from __future__ import annotations

import logging
from pathlib import Path

from storage_tuner.advice.published.device_advice import UserFacts
from storage_tuner.client.overwriting import name_to_type, require_seen_empty
from storage_tuner.core.condition import Condition
from storage_tuner.core.controller import Controller
from storage_tuner.core.device import Device
from storage_tuner.core.errors import StorageTunerError
from storage_tuner.core.message import sentence
from storage_tuner.core.plan import Plan, Protocol, Target
from storage_tuner.core.progress import Progress
from storage_tuner.core.workload import Workload
from storage_tuner.jobs.planning.device_advice import PublishedExpectation, published_expectations
from storage_tuner.jobs.planning.plan_building import plan_for
from storage_tuner.jobs.planning.plan_files import read_plan, request_of
from storage_tuner.jobs.planning.user_workloads import WorkloadDraft, save_workload
from storage_tuner.jobs.planning.workload_catalogue import (
    WorkloadCatalogue,
    find_workloads,
    known_workloads,
)
from storage_tuner.jobs.requests import TuningRequest
from storage_tuner.jobs.tuning_session import TuningSession
from storage_tuner.jobs.unexpected_errors import words_of

_log = logging.getLogger(__name__)


class Nobody:
    """A listener that ignores everything."""

    def progressed(self, progress: Progress) -> None:
        pass

    def measured(self, measurement: object) -> None:
        pass


def check_conditions(session: TuningSession, request: TuningRequest) -> tuple[Condition, ...]:
    """Return conditions that may disturb; another thread may cancel ``session`` meanwhile."""
    try:
        return _conditions(session, request)
    except StorageTunerError:
        raise
    except Exception as error:
        _log.exception("unexpected error")
        raise _not_found_out(error) from error


def overwritable_name(device: Device) -> str:
    """The name to type before ``device`` is overwritten; raises where that must not be offered."""
    require_seen_empty(device)
    return name_to_type(device)


def published_for(
    device: Device,
    devices: tuple[Device, ...],
    controllers: tuple[Controller, ...],
    request: TuningRequest,
) -> tuple[PublishedExpectation, ...]:
    """The published rules' expectations of ``device``."""
    reported = UserFacts(use=request.use, aims=request.aims)
    try:
        return published_expectations(device, devices, controllers, reported)
    except StorageTunerError as error:
        _log.info("published rules are left out: %s", error)
        return ()


def load_plan(path: Path, target: Target) -> tuple[TuningRequest, WorkloadCatalogue]:
    known = known_workloads()
    return read_plan(path, target, known), known


def repeat_plan(plan: Plan, target: Target) -> tuple[TuningRequest, WorkloadCatalogue]:
    """The request to repeat ``plan`` on ``target``."""
    known = known_workloads()
    request = request_of(plan, target)
    if request.protocol is not Protocol.SUSTAINED:
        named = [each.name for each in request.workloads if each.command is None]
        find_workloads(named, known)
    return request, known


def add_workload(draft: WorkloadDraft) -> tuple[Workload, WorkloadCatalogue]:
    """Write a user's own workload. Return it and the updated catalogue."""
    return save_workload(draft), known_workloads()


def _conditions(session: TuningSession, request: TuningRequest) -> tuple[Condition, ...]:
    with session:
        session.survey(request.target, overwriting=bool(request.overwrite))
        plan = plan_for(
            session.subject,
            request.use,
            request.thoroughness,
            workloads=request.workloads,
            protocol=request.protocol,
        )
        return session.conditions(plan)


def _not_found_out(error: Exception) -> StorageTunerError:
    return StorageTunerError(
        sentence("The conditions couldn't be checked: {error}.", error=words_of(error)),
        sentence("The log has the details. You can still measure."),
    )
