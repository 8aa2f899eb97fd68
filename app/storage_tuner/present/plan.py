"""A planned measurement in words."""

from __future__ import annotations

from collections.abc import Sequence

from storage_tuner.core.condition import Condition, Severity, is_blocked
from storage_tuner.core.message import listed, sentence, together, tr, trn
from storage_tuner.core.plan import Plan, Protocol, TargetKind
from storage_tuner.core.workload import threads_phrase
from storage_tuner.present import numbers
from storage_tuner.present.blocks import Fact, Headline, Tone, known_facts
from storage_tuner.present.wording import variant_label


def plan_facts(plan: Plan) -> tuple[Fact, ...]:
    """Facts without the duration and the data written."""
    operations = listed(workload.phrase for workload in plan.workloads)
    found = (
        (tr("Compared"), compared(plan)),
        (tr("Operations"), operations),
        (tr("Concurrency"), _at_once(plan)),
        (tr("Repeats"), _repeats(plan)),
    )
    return known_facts(found)


def compared(plan: Plan) -> str:
    """The variants, separated clearly even where their names have commas."""
    names = [variant_label(variant.name) for variant in plan.variants]
    return str(together(names, "; ") if any("," in name for name in names) else listed(names))


def _at_once(plan: Plan) -> str:
    """Empty where the threads are the workloads' own, or found by measuring."""
    if plan.protocol is Protocol.MAP or all(
        workload.fixed_threads is not None for workload in plan.workloads
    ):
        return ""
    counts = sorted({cell.threads for cell in plan.cells})
    if len(counts) == 1:
        return str(threads_phrase(counts[0]))
    return tr("{counts} threads", counts=listed(map(str, counts)))


def _repeats(plan: Plan) -> str:
    if plan.protocol is Protocol.SUSTAINED:
        return tr("Once, without a pause")
    if plan.protocol is Protocol.MAP:
        return tr("As often as the time allows, in random order")
    if plan.raced:
        return tr("Until decided, in random order")
    if plan.protocol is Protocol.ARTICLE:
        return tr("{count} of each, one after the other, with pauses", count=plan.repeats)
    return tr("{count} of each, in random order", count=plan.repeats)


def written(plan: Plan) -> str:
    """The storage that a plan with the usual size and without custom commands writes to."""
    if plan.protocol is Protocol.SUSTAINED and plan.target.size_bytes is not None:
        return tr("{size}, once", size=numbers.decimal_bytes(plan.target.size_bytes))
    if plan.overwrites_device:
        return tr("The whole disk")
    if not any(workload.writes for workload in plan.workloads):
        return tr("Nothing (read-only test)")
    if plan.target.kind is TargetKind.PRACTICE:
        return tr("The 1 GB practice disk, repeatedly")
    return tr("A 1 GB test file, repeatedly")


SEVERITIES = {
    Severity.BLOCKING: sentence("Prevents measuring"),
    Severity.WARNING: sentence("May affect the result"),
    Severity.NOTE: sentence("Good to know"),
}


def summary(conditions: Sequence[Condition]) -> Headline:
    """Whether measuring is possible; the conditions follow, the most serious first."""
    if is_blocked(conditions):
        return Headline(
            Tone.STOPPED,
            tr("Can’t measure now"),
            (tr("The reasons are at the top of the list."),),
        )
    warnings = sum(each.severity is Severity.WARNING for each in conditions)
    if not warnings:
        return Headline(Tone.DECIDED, tr("Ready to measure"))
    text = trn(
        warnings,
        "One thing may affect the result",
        "{count} things may affect the result",
    )
    return Headline(Tone.WARNING, text)
