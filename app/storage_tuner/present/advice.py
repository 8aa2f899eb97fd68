"""The recommendation's parts in plain words, for both terminal and report.

Each item is one short sentence first; notes and evidence follow.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from storage_tuner.core.decision import Confidence
from storage_tuner.core.message import sentence, together, tr
from storage_tuner.core.verdict import (
    Basis,
    ChoiceAdvice,
    Evidence,
    Judgement,
    RateCheck,
    SettingAdvice,
)
from storage_tuner.present import numbers, wording

BY_SETTING = sentence("Reasons by setting")
NOT_COMPARED = sentence("Published advice, not measured here")
WHEN_BUILT = sentence("Fixed when the storage was created")
AGAINST_PHYSICS = sentence("Compared with physical limits")

MOST_EVIDENCE = 6
"""Of each item in the report; results.json has all."""

CONFIDENCES = {
    Confidence.HIGH: sentence("high"),
    Confidence.MEDIUM: sentence("medium"),
    Confidence.LOW: sentence("low"),
}

RISKS = {
    "slow": sentence("A wrong value can slow the device down."),
    "stall": sentence("A wrong value can make the computer nearly unresponsive."),
}


@dataclass(frozen=True)
class Item:
    """``text`` is one sentence about ``name``; ``strong`` marks items that call for action."""

    name: str
    text: str
    notes: tuple[str, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    strong: bool = False


@dataclass(frozen=True)
class Part:
    title: str
    items: tuple[Item, ...]


def advice_parts(judgement: Judgement) -> tuple[Part, ...]:
    """Parts that have items, the measured one first."""
    parts = (
        Part(str(BY_SETTING), tuple(map(setting_item, _worth_saying(judgement)))),
        Part(str(AGAINST_PHYSICS), tuple(map(rate_item, judgement.rate_checks))),
        Part(str(NOT_COMPARED), tuple(map(setting_item, judgement.hypotheses))),
        Part(str(WHEN_BUILT), tuple(map(choice_item, judgement.choices))),
    )
    return tuple(part for part in parts if part.items)


def _worth_saying(judgement: Judgement) -> tuple[SettingAdvice, ...]:
    """The decision covers a single setting, unless published advice differs."""
    advised = judgement.recommendation.by_setting if judgement.recommendation else ()
    if len(advised) > 1 or judgement.decision is None:
        return advised
    return tuple(one for one in advised if one.disagreement or one.hypothesis)


def setting_item(one: SettingAdvice) -> Item:
    """Published advice names its basis itself and needs no confidence."""
    sure = (
        ""
        if one.basis is Basis.UNMEASURED
        else tr("Confidence in this setting: {confidence}.", confidence=CONFIDENCES[one.confidence])
    )
    return Item(
        name=one.setting,
        text=wording.prose(together((one.summary, sure))),
        notes=tuple(wording.prose(note) for note in _notes(one) if note),
        evidence=_evidence(one.evidence),
        strong=one.change,
    )


def _notes(one: SettingAdvice) -> tuple[str, ...]:
    return (
        str(one.disagreement),
        str(one.hypothesis),
        tr("Risk: {risk}", risk=RISKS[one.risk]) if one.change and one.risk in RISKS else "",
        tr("Side effects: {side_effects}", side_effects=one.side_effects)
        if one.side_effects
        else "",
        _surer(one),
    )


def _surer(one: SettingAdvice) -> str:
    seconds = one.seconds_needed
    more = (
        (tr("measure for about {time}", time=numbers.more_time(seconds)),)
        if seconds is not None
        else ()
    )
    wishes = (*more, *one.surer)
    if not wishes:
        return ""
    steps = together(wishes, "; ")
    if one.basis is Basis.UNMEASURED:
        return tr("To find out: {steps}.", steps=steps)
    return tr("To increase confidence: {steps}.", steps=steps)


def choice_item(one: ChoiceAdvice) -> Item:
    now = tr("Currently {now}.", now=one.now) if one.now else tr("Current value unknown.")
    wishes: str = str(together(one.wishes, ", "))
    if one.wishes:
        others = tr("others recommend the current value") if one.agreed else ""
        wishes = tr("Recommended for this use: {wishes}.", wishes=together((wishes, others), "; "))
    return Item(
        name=str(one.label),
        text=wording.prose(together((now, wishes))),
        notes=(wording.prose(one.physics),) if one.physics else (),
        evidence=_evidence(one.evidence),
    )


def rate_item(one: RateCheck) -> Item:
    """Measured ÷ expected, with possible causes where that is far too low."""
    expected = tr("at least {low:.0f} {unit} expected", low=one.low, unit=one.unit)
    text = tr(
        "{measured:.0f} {unit} measured, {expected} (ratio {ratio:.2f}).",
        measured=one.measured,
        unit=one.unit,
        ratio=one.ratio,
        expected=expected,
    )
    if one.alarming:
        text = str(together((text, tr("This is far too slow."))))
    return Item(
        name=str(one.label),
        text=wording.prose(text),
        notes=tuple(wording.prose(note) for note in _looks(one)),
        evidence=_evidence((Evidence(f"{one.formula}; {one.basis}.", "physics"),)),
        strong=one.alarming,
    )


def _looks(one: RateCheck) -> tuple[str, ...]:
    return tuple(
        tr(
            "Possible cause: {what} (found: {found}). To check: {check}.",
            what=look.what,
            found=look.found,
            check=look.check,
        )
        if look.found
        else tr("Possible cause: {what}. To check: {check}.", what=look.what, check=look.check)
        for look in one.look_for
    )


def _evidence(found: Sequence[Evidence]) -> tuple[Evidence, ...]:
    """The first ones, which are the strongest."""
    shown = tuple(
        Evidence(wording.prose(item.statement), wording.printable(item.source))
        for item in found[:MOST_EVIDENCE]
    )
    left = len(found) - len(shown)
    return (
        (*shown, Evidence(tr("And {count} more.", count=left), "results.json"))
        if left > 0
        else shown
    )
