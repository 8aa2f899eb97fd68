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
    """Receives the events in the worker's thread, and does nothing: the base of those that need
    some of them.

    ``planned`` and ``looked`` come before anything is measured, and may raise a
    ``StorageTunerError`` to end the job there.
    """

    def progressed(self, progress: Progress) -> None:
        """As in ``TuningListener``."""

    def measured(self, measurement: Measurement) -> None:
        """As in ``TuningListener``."""

    def planned(self, planned: Planned) -> None:
        """A comparison of its own, not one of a search."""

    def waiting(self, work: Condition) -> None:
        """An array's own work is waited for; at each look that finds some."""

    def conditions_checked(self, conditions: Sequence[Condition]) -> None:
        """What may spoil the result, gravest first."""

    def begins(self, device: Device | None, plan: Plan, begun: SessionRecord | None) -> None:
        """``plan`` is measured from now on; ``begun`` is what was measured of it before."""

    def noted(self, text: Text) -> None:
        """A sentence on the course of the job."""

    def warned(self, text: Text) -> None:
        """A sentence that a person should not miss."""

    def not_saved(self, error: StorageTunerError) -> None:
        """Why what was measured isn't among the kept sessions; it's complete nevertheless."""
