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
    """Where the work is; ``fraction`` of this phase from 0 to 1, ``sentence`` for persons.

    While measuring, ``run`` of ``runs`` is under way: single runs of fio, or in the adaptive
    protocol tests of one operation and thread count. Then ``block`` counts the rounds in it from 1,
    and ``leader`` is ahead by ``lead_percent`` so far. ``notice`` is a sentence that is to stay
    visible: what can be told apart in the time given. ``doing``, a phrase, is done in the test
    instead of measuring. ``others_share`` as in ``Position``.
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
    """Who is told; called in the worker's thread."""

    def progressed(self, progress: Progress) -> None: ...

    def measured(self, measurement: Measurement) -> None:
        """Some are told again, when it turned out that they were disturbed."""
