"""What may disturb a measurement, before it begins."""

from __future__ import annotations

from collections.abc import Sequence

from storage_tuner.core.condition import Condition, Severity, is_blocked
from storage_tuner.core.message import sentence, tr, trn
from storage_tuner.present.blocks import Headline, Tone

SEVERITIES = {
    Severity.BLOCKING: sentence("Prevents measuring"),
    Severity.WARNING: sentence("May disturb"),
    Severity.NOTE: sentence("Good to know"),
}


def summary(conditions: Sequence[Condition]) -> Headline:
    """Whether it can be measured; the conditions are listed below it, the gravest first."""
    if is_blocked(conditions):
        return Headline(
            Tone.STOPPED,
            tr("Measuring isn’t possible now"),
            (tr("What prevents it is on top of the list."),),
        )
    warnings = sum(each.severity is Severity.WARNING for each in conditions)
    if not warnings:
        return Headline(Tone.DECIDED, tr("Nothing speaks against measuring now"))
    text = trn(
        warnings,
        "Something may disturb the result",
        "{count} things may disturb the result",
    )
    return Headline(Tone.WARNING, text)
