"""The standing of a test: short for the table, in full for screen readers."""

from __future__ import annotations

from collections.abc import Sequence

from storage_tuner.core.message import tr, trn
from storage_tuner.core.plan import Plan
from storage_tuner.jobs.provisional_standings import Certainty, Disturbances, Stand
from storage_tuner.present import numbers
from storage_tuner.present.wording import printable


def stand_words(stand: Stand, plan: Plan) -> str:
    """Short text for the table; a percentage always has its interval."""
    lead = numbers.change(stand.lead_percent, stand.interval_percent)
    best = printable(stand.best or "")
    if stand.certainty is Certainty.WAITING:
        return tr("not started")
    if stand.certainty is Certainty.ALONE:
        return tr("nothing to compare with")
    if stand.certainty is Certainty.EQUAL:
        return tr("= same, decided")
    if stand.certainty is Certainty.AHEAD:
        if not lead:
            return tr("✓ {variant}, decided", variant=best)
        return tr("✓ {variant} {lead}", variant=best, lead=lead)
    if stand.certainty is Certainty.EARLY or not lead:
        return _rounds(stand, plan)
    return tr("? {variant} {lead}", variant=best, lead=lead)


def stand_sentence(stand: Stand, plan: Plan) -> str:
    """The same in full for screen readers."""
    lead = numbers.change(stand.lead_percent, stand.interval_percent)
    if stand.certainty is Certainty.EQUAL:
        return tr(
            "Decided after {rounds}: the remaining variants are the same.",
            rounds=_rounds(stand, plan),
        )
    if stand.certainty is Certainty.AHEAD:
        return tr(
            "Decided after {rounds}: {best} is faster than {other} ({lead}).",
            best=printable(stand.best or ""),
            other=printable(stand.next_best or ""),
            lead=lead,
            rounds=_rounds(stand, plan),
        )
    if stand.certainty is not Certainty.OPEN:
        return stand_words(stand, plan)
    return tr(
        "Inconclusive after {rounds}: {best} is ahead of {other} by {lead} so far.",
        best=printable(stand.best or ""),
        other=printable(stand.next_best or ""),
        lead=lead,
        rounds=_rounds(stand, plan),
    )


def disturbance_words(found: Disturbances, others_share: float = 0.0) -> str:
    """The number of slices with interference, and its reasons. ``others_share``, from 0 to 1, is
    the share of all processors that other programs use constantly."""
    if not found.slices:
        return tr("not known yet")
    words = [_disturbed_words(found)] if found.count else []
    if others_share:
        words.append(
            tr(
                "{share} % of all processors in use; repeat when the computer is idle",
                share=f"{100 * others_share:.0f}",
            )
        )
    return "; ".join(words) or tr("no interference detected")


def _disturbed_words(found: Disturbances) -> str:
    reasons = "; ".join(
        f"{printable(reason)} ({count}×)" for reason, count in found.reasons.items()
    )
    return tr(
        "{disturbed} of {slices} slices were excluded because of interference: {reasons}",
        disturbed=numbers.whole(found.count),
        slices=numbers.whole(found.slices),
        reasons=reasons,
    )


def temperature_words(temperatures: Sequence[float]) -> str:
    """Current temperature and range of the hottest drive, from °C values in order of time."""
    now, low, high = temperatures[-1], min(temperatures), max(temperatures)
    text = tr("{degrees} °C", degrees=f"{now:.0f}")
    if round(low) == round(high):
        return text
    return tr(
        "{now} now, {low} to {high} °C so far", now=text, low=f"{low:.0f}", high=f"{high:.0f}"
    )


def _rounds(stand: Stand, plan: Plan) -> str:
    if plan.raced:
        return trn(stand.rounds, "{count} round", "{count} rounds")
    return trn(
        stand.rounds, "{count} of {most} round", "{count} of {most} rounds", most=plan.repeats
    )
