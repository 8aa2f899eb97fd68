"""What a job tells while it works."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from storage_tuner.core.condition import Condition
from storage_tuner.core.device import Device
from storage_tuner.core.errors import StorageTunerError
from storage_tuner.core.measurement import SessionRecord
from storage_tuner.core.plan import Plan
from storage_tuner.jobs.plans import Planned
from storage_tuner.services.progress import TuningListener


class JobListener(TuningListener, Protocol):
    """Who is told; called in the worker's thread, in the order of the methods.

    ``planned`` and ``looked`` come before anything is measured, and may raise a
    ``StorageTunerError`` to end the job there.
    """

    def planned(self, planned: Planned) -> None:
        """A comparison of its own, not one of a search."""

    def waiting(self, work: Condition) -> None:
        """An array's own work is waited for; at each look that finds some."""

    def looked(self, conditions: Sequence[Condition]) -> None:
        """What may spoil the result, gravest first."""

    def begins(self, device: Device | None, plan: Plan, begun: SessionRecord | None) -> None:
        """``plan`` is measured from now on; ``begun`` is what was measured of it before."""

    def noted(self, text: str) -> None:
        """What becomes of the job, as a sentence."""

    def warned(self, text: str) -> None:
        """What a person should know, as a sentence."""

    def not_saved(self, error: StorageTunerError) -> None:
        """Why what was measured isn't among the kept sessions; it's complete nevertheless."""
