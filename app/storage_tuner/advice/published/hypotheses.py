"""From the rules that fit to what is worth measuring, setting by setting; pure.

The weights here order published evidence. They are ours, and no measurement: the best that comes
out is a medium confidence, because only measuring on this device gives more. Rules about removed
schedulers only decide between wishes that newer rules support equally.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from storage_tuner.advice.published.rule_matching import (
    Fit,
    Match,
    RulePosition,
    contradict,
    positions,
    satisfies,
)
from storage_tuner.core.knowledge import (
    Aim,
    Choice,
    Claim,
    Demand,
    EvidenceKind,
    Standing,
)
from storage_tuner.core.memory_risk import risk_of
from storage_tuner.core.message import Text, sentence, together
from storage_tuner.core.tunable import BY_NAME, Risk, Tunable

EVIDENCE_WEIGHTS = {
    EvidenceKind.MEASUREMENT: 3.0,
    EvidenceKind.VENDOR: 2.0,
    EvidenceKind.DOCUMENTATION: 2.0,
    EvidenceKind.DISTRIBUTION: 1.0,
}
STANDING_WEIGHTS = {Standing.CURRENT: 1.0, Standing.HYPOTHESIS: 0.5, Standing.HISTORY: 0.0}
FIT_WEIGHTS = {Fit.APPLIES: 1.0, Fit.MAY_APPLY: 0.4}
AIM_WEIGHTS = (1.0, 0.5, 0.25)
"""Of the first, second and third aim."""
OTHER_AIMS = 0.1

_WISHES = frozenset({"use", "aim"})
"""Facts that only a person can tell."""

DEFAULT_AIMS = (Aim.THROUGHPUT, Aim.LATENCY, Aim.CPU)

AIM_OF_METRIC = {
    "rate": Aim.THROUGHPUT,
    "access_time": Aim.LATENCY,
    "cpu_efficiency": Aim.CPU,
    "fairness": Aim.FAIRNESS,
}


class HypothesisState(StrEnum):
    """What to do about a setting.

    UP_TO_YOU: other rules depend on the use, the priorities, or something else that wasn't given.
    HELD_BACK: published, but a wrong value can make the computer nearly unresponsive, so it
    isn't recommended unmeasured.
    """

    AS_PUBLISHED = "as published"
    WORTH_MEASURING = "worth measuring"
    DISPUTED = "disputed"
    UP_TO_YOU = "up to you"
    HELD_BACK = "held back"
    NOT_POSSIBLE = "not possible here"


class HypothesisConfidence(StrEnum):
    LOW = "low"
    MEDIUM = "medium"


@dataclass(frozen=True)
class Preferences:
    """``operations`` has the weight of each operation for the use (they sum to 1)."""

    operations: Mapping[str, float]
    aims: tuple[Aim, ...] = DEFAULT_AIMS


@dataclass(frozen=True, order=True)
class Strength:
    """The weight of rules, in no unit: of those about what exists today, and of those about removed
    schedulers, which count only where ``today`` is equal."""

    today: float = 0.0
    removed: float = 0.0


NO_STRENGTH = Strength()


@dataclass(frozen=True)
class RuleTarget:
    """Where a setting is: the devices that have ``value``. ``limits`` bound whole numbers here.
    ``members`` counts the disks of the array that it is set on (None: of none, or not known)."""

    value: str
    devices: tuple[str, ...]
    default: str | None = None
    limits: tuple[int, int] | None = None
    members: int | None = None


@dataclass(frozen=True)
class CandidateValue:
    """A position with its strength and the value that would try it out: None when all places are as
    it wishes, or it can't be tried, and then ``refusal`` says why. ``firm`` is the strength of
    those rules alone that are asked for."""

    position: RulePosition
    strength: Strength
    trial: str | None
    refusal: Text = ""
    firm: Strength = NO_STRENGTH

    @property
    def claim(self) -> Claim:
        return self.position.claim

    @property
    def asked_for(self) -> tuple[Match, ...]:
        """The rules that depend only on facts that the computer may not report."""
        return tuple(match for match in self.position.matches if is_asked_for(match))


@dataclass(frozen=True)
class Hypothesis:
    """What is published of one setting, the strongest first. ``trials`` are the values worth
    measuring against what is set: not those of rules that depend on missing user input.
    ``conflicts`` are pairs of wishes that no value satisfies both."""

    tunable: Tunable
    places: tuple[RuleTarget, ...]
    candidates: tuple[CandidateValue, ...]
    conflicts: tuple[tuple[Claim, Claim], ...]
    trials: tuple[str, ...]
    state: HypothesisState
    confidence: HypothesisConfidence

    @property
    def first(self) -> CandidateValue | None:
        """Whose value would be tried first; None where nothing is to be tried."""
        return next((each for each in self.candidates if each.trial in self.trials), None)


@dataclass(frozen=True)
class Building:
    """What is published of a choice that is made when storage is built."""

    choice: Choice
    candidates: tuple[CandidateValue, ...]
    conflicts: tuple[tuple[Claim, Claim], ...]


def hypotheses(
    matches: Sequence[Match], places: Mapping[str, tuple[RuleTarget, ...]], preferences: Preferences
) -> tuple[Hypothesis, ...]:
    """For every tunable that a rule speaks of and that is in ``places``, in the catalogue's order.

    A tunable that isn't anywhere has nothing to be said about.
    """
    by_topic = positions(matches)
    return tuple(
        _hypothesis(tunable, places[name], by_topic[name, False], preferences)
        for name, tunable in BY_NAME.items()
        if (name, False) in by_topic and places.get(name)
    )


def buildings(matches: Sequence[Match], preferences: Preferences) -> tuple[Building, ...]:
    """What the rules say of choices, in the order of ``Choice``."""
    by_topic = positions(matches)
    found = []
    for choice in Choice:
        if reported := by_topic.get((choice.value, True)):
            candidates = _ranked(
                CandidateValue(position, strength(position.matches, preferences), None)
                for position in reported
            )
            found.append(Building(choice, candidates, _conflicts(candidates)))
    return tuple(found)


def strength(matches: Sequence[Match], preferences: Preferences) -> Strength:
    """Sums over the rules: kind of evidence × how far it holds × fit × what the user wants."""
    return Strength(
        today=math.fsum(_weight(each, preferences) for each in matches if not each.rule.gone),
        removed=math.fsum(_weight(each, preferences) for each in matches if each.rule.gone),
    )


def _weight(match: Match, preferences: Preferences) -> float:
    rule = match.rule
    return (
        EVIDENCE_WEIGHTS[rule.evidence]
        * STANDING_WEIGHTS[rule.standing]
        * FIT_WEIGHTS[match.fit]
        * _share_of_operations(rule.operations, preferences)
        * _share_of_aims(match, preferences)
    )


def _share_of_operations(operations: Sequence[str], preferences: Preferences) -> float:
    """1 for a rule about everything."""
    if not operations:
        return 1.0
    return math.fsum(preferences.operations.get(name, 0.0) for name in operations)


def _share_of_aims(match: Match, preferences: Preferences) -> float:
    """By the best aim that one of its effects serves; 1 where no effect is told, or all tie."""
    aims = [AIM_OF_METRIC[effect.metric] for effect in match.rule.effects if effect.winner != "="]
    return max((_weight_of_aim(aim, preferences.aims) for aim in aims), default=1.0)


def _weight_of_aim(aim: Aim, aims: Sequence[Aim]) -> float:
    return AIM_WEIGHTS[aims.index(aim)] if aim in aims[: len(AIM_WEIGHTS)] else OTHER_AIMS


def _hypothesis(
    tunable: Tunable,
    places: tuple[RuleTarget, ...],
    reported: Sequence[RulePosition],
    preferences: Preferences,
) -> Hypothesis:
    candidates = _ranked(
        _weighed(_candidate(tunable, places, position), preferences) for position in reported
    )
    conflicts = _conflicts(candidates)
    trials = tuple(
        dict.fromkeys(
            candidate.trial
            for candidate in candidates
            if candidate.trial is not None and candidate.asked_for
        )
    )
    return Hypothesis(
        tunable,
        places,
        candidates,
        conflicts,
        trials,
        _state(tunable, places, candidates, conflicts, trials),
        _confidence(candidates),
    )


def _ranked(candidates: Iterable[CandidateValue]) -> tuple[CandidateValue, ...]:
    """The strongest first; those of the same strength in the order of the files."""
    return tuple(sorted(candidates, key=lambda candidate: candidate.strength, reverse=True))


def is_asked_for(match: Match) -> bool:
    """Whether only facts that the computer didn't report are missing."""
    return not match.question and not set(match.unknown) & _WISHES


def _weighed(candidate: CandidateValue, preferences: Preferences) -> CandidateValue:
    return replace(
        candidate,
        strength=strength(candidate.position.matches, preferences),
        firm=strength(candidate.asked_for, preferences),
    )


def _candidate(
    tunable: Tunable, places: Sequence[RuleTarget], position: RulePosition
) -> CandidateValue:
    """With the first value that would change one of the places."""
    refusal: Text = ""
    for place in places:
        value = trial(position.claim, place)
        if value is None:
            continue
        refusal = refusal_at(tunable, value, place)
        if not refusal:
            return CandidateValue(position, NO_STRENGTH, value)
    return CandidateValue(position, NO_STRENGTH, None, refusal)


def trial(claim: Claim, place: RuleTarget) -> str | None:
    """A value that would satisfy ``saying`` where ``place`` doesn't; None where it does, or no
    value is told.

    Where only a bound is told, the bound is tried; for "more than" twice it, which is ours.
    """
    if claim.demand is not Demand.LEAVE and satisfies(place.value, claim) is not False:
        return None
    if claim.demand in (Demand.LEAVE, Demand.AVOID):
        return place.default if place.default not in (None, place.value) else None
    if claim.demand is Demand.MORE_THAN:
        return _more_than(int(claim.value), place)
    return claim.value


def _more_than(bound: int, place: RuleTarget) -> str:
    """The default where that is more, else twice as much."""
    default = place.default or ""
    if default.isdecimal() and int(default) > bound:
        return default
    return str(max(2 * bound, 1))


def refusal_at(tunable: Tunable, value: str, place: RuleTarget) -> Text:
    """Why ``value`` can't be set there; "" when it can."""
    if reported := tunable.refusal(value):
        return reported
    if place.limits is None or tunable.choices or not value.removeprefix("-").isdecimal():
        return ""
    low, high = place.limits
    if not low <= int(value) <= high:
        return sentence(
            "the range of {devices} is {low} to {high}",
            devices=together(place.devices, ", "),
            low=low,
            high=high,
        )
    return ""


def worst_risk(tunable: Tunable, values: Iterable[str], places: Iterable[RuleTarget]) -> Risk:
    """Of any of ``values`` at any of ``places``."""
    found = {
        risk_of(tunable, value, place.members) for value, place in itertools.product(values, places)
    }
    return next((risk for risk in reversed(Risk) if risk in found), Risk.NONE)


def _conflicts(candidates: Sequence[CandidateValue]) -> tuple[tuple[Claim, Claim], ...]:
    return tuple(
        (one.claim, other.claim)
        for one, other in itertools.combinations(candidates, 2)
        if contradict(one.claim, other.claim)
    )


def _state(
    tunable: Tunable,
    places: Sequence[RuleTarget],
    candidates: Sequence[CandidateValue],
    conflicts: Sequence[tuple[Claim, Claim]],
    trials: Sequence[str],
) -> HypothesisState:
    wishes = any(candidate.trial is not None for candidate in candidates)
    if not trials and wishes:
        return HypothesisState.UP_TO_YOU
    if not trials:
        refused = any(candidate.refusal for candidate in candidates)
        return HypothesisState.NOT_POSSIBLE if refused else HypothesisState.AS_PUBLISHED
    if worst_risk(tunable, trials, places) is Risk.STALL:
        return HypothesisState.HELD_BACK
    return HypothesisState.DISPUTED if conflicts else HypothesisState.WORTH_MEASURING


def _confidence(candidates: Sequence[CandidateValue]) -> HypothesisConfidence:
    """Medium when a rule of today surely applies, and no contradicting wish is half as strong."""
    best = candidates[0]
    sure = any(
        match.fit is Fit.APPLIES and match.rule.standing is Standing.CURRENT and not match.rule.gone
        for match in best.position.matches
    )
    against = max(
        (other.strength.today for other in candidates[1:] if contradict(best.claim, other.claim)),
        default=0.0,
    )
    return (
        HypothesisConfidence.MEDIUM
        if sure and against < best.strength.today / 2
        else HypothesisConfidence.LOW
    )
