"""A runner's position as a progress message."""

from __future__ import annotations

from storage_tuner.bench.runner import RunPosition
from storage_tuner.core.message import Message, sentence, together
from storage_tuner.core.plan import Plan, RunSpecification, shown_name
from storage_tuner.core.progress import Phase, Progress
from storage_tuner.core.workload import threads_phrase


def progress_of(position: RunPosition, plan: Plan) -> Progress:
    """The position of a runner, for display."""
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


def _run_sentence(run: RunSpecification) -> Message:
    """``bfq, random read, 4 threads``."""
    return together((shown_name(run.variant.name), _what(run)), ", ")


def _block_sentence(position: RunPosition) -> Message:
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
        leader=shown_name(position.leader),
        lead_percent=position.lead_percent,
    )


def _what(run: RunSpecification) -> Message:
    return together((run.cell.workload.phrase, threads_phrase(run.cell.threads)), ", ")
