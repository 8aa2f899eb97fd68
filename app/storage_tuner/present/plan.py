"""What is going to be measured."""

from __future__ import annotations

from storage_tuner.core.message import listed, together, tr
from storage_tuner.core.plan import Plan, Protocol, TargetKind
from storage_tuner.core.workload import threads_phrase
from storage_tuner.present.blocks import Fact
from storage_tuner.present.wording import printable


def plan_facts(plan: Plan) -> tuple[Fact, ...]:
    """Without the time it takes and what is written."""
    operations = listed(workload.phrase for workload in plan.workloads)
    found = (
        (tr("Compared"), compared(plan)),
        (tr("Operations"), operations),
        (tr("At once"), _at_once(plan)),
        (tr("Repeats"), _repeats(plan)),
    )
    return tuple(Fact(name, str(text)) for name, text in found if text)


def compared(plan: Plan) -> str:
    """The variants; apart even where their names have commas."""
    names = [printable(variant.name) for variant in plan.variants]
    return str(together(names, "; ") if any("," in name for name in names) else listed(names))


def _at_once(plan: Plan) -> str:
    """Empty where the threads are the workloads' own."""
    if all(workload.fixed_threads is not None for workload in plan.workloads):
        return ""
    counts = sorted({cell.threads for cell in plan.cells})
    if len(counts) == 1:
        return str(threads_phrase(counts[0]))
    return tr("{counts} threads", counts=listed(map(str, counts)))


def _repeats(plan: Plan) -> str:
    if plan.raced:
        return tr("Until it is decided, in random order")
    if plan.protocol is Protocol.ARTICLE:
        return tr("{count} of each, one after the other, with pauses", count=plan.repeats)
    return tr("{count} of each, in random order", count=plan.repeats)


def written(plan: Plan) -> str:
    """What of the storage is written on by a plan with the usual size and without own commands."""
    if plan.overwrites_device:
        return tr("All over the disk")
    if not any(workload.writes for workload in plan.workloads):
        return tr("Nothing, it's only read")
    if plan.target.kind is TargetKind.PRACTICE:
        return tr("The practice disk of 1 GB, over and over")
    return tr("A test file of 1 GB, over and over")
