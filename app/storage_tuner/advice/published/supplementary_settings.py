"""Supplements a measured recommendation: settings that weren't compared, choices fixed at creation,
and throughput compared with physical limits; pure.

Nothing here was decided by measuring. Published advice on a setting that wasn't compared is a
hypothesis, and the present value stays.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from storage_tuner.advice.physics.expectations import Alternative
from storage_tuner.advice.published.device_advice import Advice, Shortfall
from storage_tuner.advice.published.evidence import (
    PublishedEvidence,
    PublishedValue,
    published_values,
    unmeasured,
    value_phrase,
)
from storage_tuner.advice.published.hypotheses import (
    Building,
    Hypothesis,
    HypothesisState,
    worst_risk,
)
from storage_tuner.advice.published.rule_matching import satisfies
from storage_tuner.core.decision import Confidence
from storage_tuner.core.knowledge import Choice, Demand, Standing
from storage_tuner.core.message import Text, sentence, together
from storage_tuner.core.verdict import Basis, ChoiceAdvice, PossibleCause, RateCheck, SettingAdvice

LEVEL_GAIN = 1.1
"""From how many times the present level's score on another level is worth a word; ours."""


def unmeasured_settings(
    published: PublishedEvidence, compared: Collection[str]
) -> tuple[SettingAdvice, ...]:
    """Other values that certainly applying rules recommend for settings that weren't ``compared``.

    Without values that aren't possible or that can make the computer nearly unresponsive.
    """
    found = (
        _unmeasured(published, one)
        for one in published.advice.settings
        if one.tunable.name not in compared
        and one.state in (HypothesisState.WORTH_MEASURING, HypothesisState.DISPUTED)
    )
    return tuple(one for one in found if one is not None)


def _unmeasured(published: PublishedEvidence, one: Hypothesis) -> SettingAdvice | None:
    name, place = one.tunable.name, one.places[0]
    offered = [value for value in one.trials if _is_offered(published.advice, name, value)]
    wishes = tuple(
        wish
        for wish in unmeasured(published.values_of(name), place.value, ())
        if any(satisfies(value, wish.claim) for value in offered)
    )
    if not wishes:
        return None
    stays = sentence(
        "Keep {value}: other values weren't measured.", value=value_phrase(place.value)
    )
    if len(one.places) > 1:
        stays = sentence(
            "Keep {value} on {devices}: other values weren't measured.",
            value=value_phrase(place.value),
            devices=together(place.devices, ", "),
        )
    return SettingAdvice(
        setting=name,
        value=place.value,
        before=place.value,
        change=False,
        basis=Basis.UNMEASURED,
        summary=stays,
        confidence=Confidence.LOW,
        evidence=published.evidence(name),
        risk=worst_risk(one.tunable, one.trials, one.places).value,
        hypothesis=sentence(
            "Published: {rules}. Not verified on this computer.",
            rules=published.named(wishes),
        ),
        surer=tuple(step for step in published.advice.next_steps if _measures(step, name)),
        trials=tuple(
            value for value in offered if any(satisfies(value, wish.claim) for wish in wishes)
        ),
        devices=tuple(device for each in one.places for device in each.devices),
    )


def _measures(step: str, name: str) -> bool:
    return "--schedulers" in step if name == "scheduler" else f" {name}=" in step


def _is_offered(advice: Advice, name: str, value: str) -> bool:
    """Whether it can be tried here: of schedulers, what all disks offer."""
    if name != "scheduler":
        return True
    return all(
        disk.scheduler is not None and value in disk.scheduler.available
        for disk in advice.setup.disks
    )


def choices(published: PublishedEvidence) -> tuple[ChoiceAdvice, ...]:
    """Choices that certainly applying rules would make differently, and their physical limits."""
    advice = published.advice
    if advice.facts.level in (None, "none"):
        return ()
    physics = _physics_of_choices(advice)
    reported = {one.choice: one for one in advice.buildings}
    found = (_choice(published, choice, reported.get(choice), physics) for choice in Choice)
    return tuple(one for one in found if one is not None)


def _choice(
    published: PublishedEvidence,
    choice: Choice,
    reported: Building | None,
    physics: Mapping[str, Text],
) -> ChoiceAdvice | None:
    now = published.advice.built_as.get(choice)
    all_wishes = published_values(reported.candidates) if reported else ()
    wishes = [wish for wish in all_wishes if _differs(wish, now)]
    said = physics.get(choice.value, "")
    if not wishes and not said:
        return None
    return ChoiceAdvice(
        choice=choice.value,
        label=choice.label,
        now=now,
        wishes=tuple(map(_phrase, wishes)),
        agreed=any(_is_met(wish, now) for wish in all_wishes),
        physics=said,
        evidence=published.evidence_of(wishes),
    )


def _differs(wish: PublishedValue, now: str | None) -> bool:
    """True also where the present choice is unknown; False where nothing is asked for."""
    if wish.claim.demand in (Demand.LEAVE, Demand.NO_DIFFERENCE):
        return False
    return not _is_met(wish, now)


def _is_met(wish: PublishedValue, now: str | None) -> bool:
    if now is None or wish.claim.demand is Demand.NO_DIFFERENCE:
        return False
    return satisfies(now.removesuffix(" KiB"), wish.claim) is True


def _phrase(wish: PublishedValue) -> Text:
    old = all(rule.standing is not Standing.CURRENT for rule in wish.rules)
    phrase = wish.claim.phrase
    return sentence("{phrase} (may no longer apply)", phrase=phrase) if old else phrase


def _physics_of_choices(advice: Advice) -> dict[str, Text]:
    found: dict[str, Text] = {
        name: text for name, text in advice.physics.items() if name in set(Choice)
    }
    if text := _other_level(advice):
        found[Choice.LEVEL.value] = text
    if advice.facts.disks and advice.facts.disks > 1 and (each := _of_one_disk(advice)):
        found[Choice.SPINDLES.value] = sentence(
            "Each additional disk adds about {each:.0f} random-read IOPS as long as enough "
            "requests are queued.",
            each=each,
        )
    return found


def _of_one_disk(advice: Advice) -> float | None:
    """The slower end of what one serves, one request at a time."""
    single = (one for one in advice.expectations if one.operation == "rand-read")
    return next((one.low for one in single), None)


def _other_level(advice: Advice) -> Text:
    """What the best level that survives a failure gives over the present one, by the formulas."""
    present = next((score for one, score in advice.alternatives if _is_present(advice, one)), None)
    safe = [(one, score) for one, score in advice.alternatives if one.survives]
    if present is None or not safe:
        return ""
    best, score = safe[0]
    if score < LEVEL_GAIN * present:
        return ""
    level = f"{best.level} {best.layout}".rstrip()
    return sentence(
        "By formula, the same {disks} disks as {level} deliver about {times:.1f} times as much "
        "for this purpose, with the capacity of {usable:g} disks.",
        disks=advice.facts.disks,
        level=level,
        times=score / present,
        usable=best.usable,
    )


def _is_present(advice: Advice, one: Alternative) -> bool:
    layout = advice.facts.layout or "near"
    return one.level == advice.facts.level and one.layout in ("", layout)


def rate_checks(advice: Advice, labels: Mapping[str, Text]) -> tuple[RateCheck, ...]:
    """``labels`` are those of the operations, by name."""
    return tuple(
        _rate_check(one, labels.get(one.comparison.operation, one.comparison.operation))
        for one in advice.shortfalls
    )


def _rate_check(one: Shortfall, label: Text) -> RateCheck:
    comparison, expected = one.comparison, one.comparison.expectation
    return RateCheck(
        operation=comparison.operation,
        label=label,
        measured=comparison.measured,
        low=expected.low,
        high=expected.high,
        unit=expected.unit,
        ratio=comparison.ratio,
        alarming=comparison.alarming,
        formula=expected.formula,
        basis=expected.basis,
        look_for=tuple(PossibleCause(each.what, each.check, each.found) for each in one.suspects),
    )
