"""The progress of a job, as it is reported to a listener."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol

from storage_tuner.core.message import Text

if TYPE_CHECKING:
    from storage_tuner.core.measurement import Measurement
    from storage_tuner.core.plan import RunSpecification


class Phase(StrEnum):
    CONNECTING = "connecting"
    PREPARING = "preparing"
    FILLING = "filling"
    MEASURING = "measuring"
    PAUSED = "paused"
    RESTORING = "restoring"


@dataclass(frozen=True)
class Progress:
    """The progress of a job; ``fraction`` of this phase from 0 to 1, ``sentence`` for the user.

    While measuring, ``run`` of ``runs`` is in progress: a single run of fio, or in the adaptive
    protocol a test of one operation and thread count. In the latter, ``block`` counts its rounds
    from 1, and ``leader`` is ahead by ``lead_percent`` so far. ``notice`` is a sentence that stays
    visible, on the differences detectable in the time given. ``doing`` is a phrase on what the test
    does instead of measuring. ``others_share`` is as in ``Position``.
    """

    phase: Phase
    fraction: float
    sentence: Text
    run: int = 0
    runs: int = 0
    remaining_s: float | None = None
    specification: RunSpecification | None = None
    block: int | None = None
    leader: str | None = None
    lead_percent: float | None = None
    notice: Text | None = None
    doing: Text = ""
    others_share: float = 0.0


class TuningListener(Protocol):
    """The listener to a job's progress; called in the worker's thread."""

    def progressed(self, progress: Progress) -> None: ...

    def measured(self, measurement: Measurement) -> None:
        """Called for each measurement, and again if it's later found to be disturbed."""
