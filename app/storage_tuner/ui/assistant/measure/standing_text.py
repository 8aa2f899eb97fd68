"""The standing of a test: short for the table, in full for screen readers."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from storage_tuner.core.plan import Plan
from storage_tuner.jobs.provisional_standings import Certainty, Disturbances, Stand
from storage_tuner.ui import numbers
from storage_tuner.ui.language import printable, translated

translate = QCoreApplication.translate


def stand_words(stand: Stand, plan: Plan) -> str:
    """For the table: short, and never a percentage without its interval."""
    lead = numbers.change(stand.lead_percent, stand.interval_percent)
    best = printable(stand.best or "")
    if stand.certainty is Certainty.WAITING:
        return translate("Standing", "not begun")
    if stand.certainty is Certainty.ALONE:
        return translate("Standing", "nothing to compare with")
    if stand.certainty is Certainty.EQUAL:
        return translate("Standing", "= equal, decided")
    if stand.certainty is Certainty.AHEAD:
        if not lead:
            return translate("Standing", "✓ {variant}, decided").format(variant=best)
        return translate("Standing", "✓ {variant} {lead}").format(variant=best, lead=lead)
    if stand.certainty is Certainty.EARLY or not lead:
        return _rounds(stand, plan)
    return translate("Standing", "? {variant} {lead}").format(variant=best, lead=lead)


def stand_sentence(stand: Stand, plan: Plan) -> str:
    """The same in words that can be read aloud."""
    lead = numbers.change(stand.lead_percent, stand.interval_percent)
    if stand.certainty is Certainty.EQUAL:
        return translate(
            "Standing", "Decided: those that are left are shown to be equal, after {rounds}."
        ).format(rounds=_rounds(stand, plan))
    if stand.certainty is Certainty.AHEAD:
        return translate(
            "Standing", "Decided: {best} is better than {other} {lead}, after {rounds}."
        ).format(
            best=printable(stand.best or ""),
            other=printable(stand.next_best or ""),
            lead=lead,
            rounds=_rounds(stand, plan),
        )
    if stand.certainty is not Certainty.OPEN:
        return stand_words(stand, plan)
    return translate(
        "Standing", "Inconclusive: {best} is ahead of {other} so far, {lead}, after {rounds}."
    ).format(
        best=printable(stand.best or ""),
        other=printable(stand.next_best or ""),
        lead=lead,
        rounds=_rounds(stand, plan),
    )


def disturbance_words(found: Disturbances, others_share: float = 0.0) -> str:
    """Whether other work disturbed, how often and why. ``others_share`` of all processors, from
    0 to 1, is what other programs use all the time."""
    if not found.slices:
        return translate("Standing", "nothing known yet")
    words = [_disturbed_words(found)] if found.count else []
    if others_share:
        words.append(
            translate(
                "Standing", "they use {share} % of all processors; repeat when the computer is idle"
            ).format(share=f"{100 * others_share:.0f}")
        )
    return "; ".join(words) or translate("Standing", "no interference detected")


def _disturbed_words(found: Disturbances) -> str:
    reasons = "; ".join(
        f"{printable(translated(reason))} ({count}×)" for reason, count in found.reasons.items()
    )
    return translate(
        "Standing", "{disturbed} of {slices} slices were disturbed and don't count: {reasons}"
    ).format(
        disturbed=numbers.whole(found.count), slices=numbers.whole(found.slices), reasons=reasons
    )


def temperature_words(temperatures: Sequence[float]) -> str:
    """Of the hottest drive: now, and from where to where it went. In °C, in their order."""
    now, low, high = temperatures[-1], min(temperatures), max(temperatures)
    text = translate("Standing", "{degrees} °C").format(degrees=f"{now:.0f}")
    if round(low) == round(high):
        return text
    return translate("Standing", "{now} now, {low} to {high} °C so far").format(
        now=text, low=f"{low:.0f}", high=f"{high:.0f}"
    )


def _rounds(stand: Stand, plan: Plan) -> str:
    if plan.raced:
        return translate("Standing", "%n round(s)", "", stand.rounds)
    return translate("Standing", "%n of {most} round(s)", "", stand.rounds).format(
        most=plan.repeats
    )
