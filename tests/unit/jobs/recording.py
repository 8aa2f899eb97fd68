"""A listener that records the events of a job."""

from __future__ import annotations

from collections.abc import Sequence

from storage_tuner.core.condition import Condition
from storage_tuner.core.device import Device
from storage_tuner.core.errors import StorageTunerError
from storage_tuner.core.measurement import Measurement, SessionRecord
from storage_tuner.core.message import Text
from storage_tuner.core.plan import Plan
from storage_tuner.core.progress import Progress
from storage_tuner.jobs.events import JobListener
from storage_tuner.jobs.plans import Planned


class RecordingListener(JobListener):
    """``events`` are the names of the methods in their order; the lists hold what they carried, and
    sentences in English."""

    def __init__(self) -> None:
        self.events: list[str] = []
        self.plans: list[Plan] = []
        self.begun: list[SessionRecord | None] = []
        self.notes: list[str] = []
        self.warnings: list[str] = []
        self.errors: list[StorageTunerError] = []

    def progressed(self, progress: Progress) -> None:
        pass

    def measured(self, measurement: Measurement) -> None:
        pass

    def planned(self, planned: Planned) -> None:
        del planned
        self.events.append("planned")

    def waiting(self, work: Condition) -> None:
        del work
        self.events.append("waiting")

    def conditions_checked(self, conditions: Sequence[Condition]) -> None:
        del conditions
        self.events.append("looked")

    def begins(self, device: Device | None, plan: Plan, begun: SessionRecord | None) -> None:
        del device
        self.events.append("begins")
        self.plans.append(plan)
        self.begun.append(begun)

    def noted(self, text: Text) -> None:
        self.notes.append(str(text))

    def warned(self, text: Text) -> None:
        self.warnings.append(str(text))

    def not_saved(self, error: StorageTunerError) -> None:
        self.errors.append(error)
