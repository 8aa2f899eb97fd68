"""What a tuning tells while it works."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from storage_tuner.bench.runner import Position, threads_phrase
from storage_tuner.core.measurement import Measurement
from storage_tuner.core.plan import Plan, RunSpecification
from storage_tuner.core.sentence import sentence, together


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
    sentence: str
    run: int = 0
    runs: int = 0
    remaining_s: float | None = None
    specification: RunSpecification | None = None
    block: int | None = None
    leader: str | None = None
    lead_percent: float | None = None
    notice: str | None = None
    doing: str = ""
    others_share: float = 0.0


class TuningListener(Protocol):
    """Who is told; called in the worker's thread."""

    def progressed(self, progress: Progress) -> None: ...

    def measured(self, measurement: Measurement) -> None:
        """Some are told again, when it turned out that they were disturbed."""


def progress_of(position: Position, plan: Plan) -> Progress:
    """Where a runner is, for persons."""
    specification = position.specification
    return Progress(
        Phase.MEASURING,
        position.fraction,
        _block_sentence(position) if plan.raced else position.doing or _run_sentence(specification),
        run=position.done + 1,
        runs=position.total,
        remaining_s=position.remaining_s,
        specification=specification,
        block=specification.repeat + 1 if plan.raced else None,
        leader=position.leader,
        lead_percent=position.lead_percent,
        notice=position.notice,
        doing=position.doing,
        others_share=position.others_share,
    )


def _run_sentence(run: RunSpecification) -> str:
    """``bfq, random read, 4 threads``."""
    return together((run.variant.name, _what(run)), ", ")


def _block_sentence(position: Position) -> str:
    """``random read, 4 threads: block 5, bfq ahead by 12 %``."""
    run = position.specification
    if position.doing:
        return together((_what(run), position.doing), ": ")
    text = sentence("{run}: block {number}", run=_what(run), number=run.repeat + 1)
    if position.leader is None or position.lead_percent is None:
        return text
    return sentence(
        "{text}, {leader} ahead by {lead_percent:.0f} %",
        text=text,
        leader=position.leader,
        lead_percent=position.lead_percent,
    )


def _what(run: RunSpecification) -> str:
    return together((run.cell.workload.phrase, threads_phrase(run.cell.threads)), ", ")
