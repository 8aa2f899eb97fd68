"""The events of a job."""

from __future__ import annotations

from collections.abc import Sequence

from storage_tuner.core.condition import Condition
from storage_tuner.core.device import Device
from storage_tuner.core.errors import StorageTunerError
from storage_tuner.core.measurement import Measurement, SessionRecord
from storage_tuner.core.message import Text
from storage_tuner.core.plan import Plan
from storage_tuner.core.progress import Progress
from storage_tuner.jobs.plans import Planned


class JobListener:
    """Receives events in the worker's thread and ignores them: a base class for listeners.

    ``planned`` and ``conditions_checked`` are called before anything is measured, and may raise a
    ``StorageTunerError`` to end the job there.
    """

    def progressed(self, progress: Progress) -> None:
        """As in ``TuningListener``."""

    def measured(self, measurement: Measurement) -> None:
        """As in ``TuningListener``."""

    def planned(self, planned: Planned) -> None:
        """A separate comparison was planned, not one of a search."""

    def waiting(self, work: Condition) -> None:
        """The job waits for an array's own work; called at each check that finds some."""

    def conditions_checked(self, conditions: Sequence[Condition]) -> None:
        """The conditions that may spoil the result, most severe first."""

    def begins(self, device: Device | None, plan: Plan, begun: SessionRecord | None) -> None:
        """``plan`` is measured from now on; ``begun`` has its earlier measurements."""

    def noted(self, text: Text) -> None:
        """A sentence on the course of the job."""

    def warned(self, text: Text) -> None:
        """A sentence that a person should not miss."""

    def not_saved(self, error: StorageTunerError) -> None:
        """The reason why the result isn't among the kept sessions; it's complete nevertheless."""
