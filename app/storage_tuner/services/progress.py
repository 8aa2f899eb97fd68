"""What a tuning tells while it works."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from storage_tuner.bench.runner import Position, threads_phrase
from storage_tuner.core.measurement import Measurement
from storage_tuner.core.plan import Plan, RunSpecification
from storage_tuner.core.plan import Protocol as Procedure


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
    and ``leader`` is ahead by ``lead_percent`` so far.
    """

    phase: Phase
    fraction: float
    sentence: str
    run: int = 0
    runs: int = 0
    remaining_s: float | None = None
    specification: RunSpecification | None = None
    block: int | None = None
    leader: str | None = None
    lead_percent: float | None = None


class TuningListener(Protocol):
    """Who is told; called in the worker's thread."""

    def progressed(self, progress: Progress) -> None: ...

    def measured(self, measurement: Measurement) -> None: ...


def progress_of(position: Position, plan: Plan) -> Progress:
    """Where a runner is, for persons."""
    adaptive = plan.protocol is Procedure.ADAPTIVE
    specification = position.specification
    return Progress(
        Phase.MEASURING,
        position.fraction,
        _block_sentence(position) if adaptive else _run_sentence(specification),
        run=position.done + 1,
        runs=position.total,
        remaining_s=position.remaining_s,
        specification=specification,
        block=specification.repeat + 1 if adaptive else None,
        leader=position.leader,
        lead_percent=position.lead_percent,
    )


def _run_sentence(run: RunSpecification) -> str:
    """``bfq, random read, 4 threads``."""
    return f"{run.variant.name}, {_what(run)}"


def _block_sentence(position: Position) -> str:
    """``random read, 4 threads: block 5, bfq ahead by 12 %``."""
    run = position.specification
    text = f"{_what(run)}: block {run.repeat + 1}"
    if position.leader is None or position.lead_percent is None:
        return text
    return f"{text}, {position.leader} ahead by {position.lead_percent:.0f} %"


def _what(run: RunSpecification) -> str:
    return f"{run.operation.label.lower()}, {threads_phrase(run.threads)}"
