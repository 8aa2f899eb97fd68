"""Matches published rules to a device, and collects the values they recommend; pure.

A condition holds, fails, or is unknown. A rule with a failed condition is excluded; one whose
conditions all hold *applies*; the others *may apply* and name the missing facts. So a fact that
isn't known can never make a rule certain, nor rule it out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from storage_tuner.core.knowledge import (
    Claim,
    Demand,
    Facts,
    KernelRange,
    Rule,
    RuleConditions,
)
from storage_tuner.core.message import Text
from storage_tuner.core.plan import Use


class Fit(StrEnum):
    APPLIES = "applies"
    MAY_APPLY = "may apply"


@dataclass(frozen=True)
class Match:
    """A rule that isn't out. ``unknown`` names the facts that would make it certain; ``question``
    is something that no program can detect."""

    rule: Rule
    fit: Fit
    unknown: tuple[str, ...] = ()
    question: Text = ""


@dataclass(frozen=True)
class RulePosition:
    """The value that some matching rules want for a setting or choice, with these rules."""

    claim: Claim
    matches: tuple[Match, ...]


def matching(rules: Iterable[Rule], facts: Facts) -> tuple[Match, ...]:
    """Those of ``rules`` that apply or may apply, in their order."""
    return tuple(match for rule in rules if (match := match_of(rule, facts)) is not None)


def match_of(rule: Rule, facts: Facts) -> Match | None:
    """How ``rule`` fits; None when a fact that is known rules it out."""
    answers = dict(answers_to(rule.conditions, facts))
    if any(answer is False for answer in answers.values()):
        return None
    unknown = tuple(name for name, answer in answers.items() if answer is None)
    question = rule.conditions.question
    certain = not unknown and not question
    return Match(rule, Fit.APPLIES if certain else Fit.MAY_APPLY, unknown, question)


def answers_to(conditions: RuleConditions, facts: Facts) -> Iterator[tuple[str, bool | None]]:
    """For each fact that is asked for, whether it is as asked; None where it isn't known."""
    listed: tuple[tuple[str, tuple[str, ...], str | None], ...] = (
        ("kind", conditions.kind, facts.kind),
        ("transport", conditions.transport, facts.transport),
        ("raid", conditions.raid, facts.raid),
        ("level", conditions.level, facts.level),
        ("layout", conditions.layout, facts.layout),
        ("mapping", conditions.mapping, facts.mapping),
        ("zoned", conditions.zoned, facts.zoned),
        ("scheduler", conditions.scheduler, facts.scheduler),
        ("use", conditions.use, facts.use),
        ("aim", conditions.aim, facts.aim),
    )
    for name, wanted, found in listed:
        if wanted:
            yield name, None if found is None else bool({found, _ALSO.get(found)} & {*wanted})
    flags = (
        ("rotational", conditions.rotational, facts.rotational),
        ("virtual_machine", conditions.virtual_machine, facts.virtual_machine),
    )
    for name, flag, reported in flags:
        if flag is not None:
            yield name, None if reported is None else reported is flag
    if conditions.controller:
        yield "controller", _is_model(conditions.controller, facts.controller)
    if conditions.kernel is not None:
        yield "kernel", _is_in(conditions.kernel, facts.kernel)


_ALSO: dict[str, str] = {Use.RESPONSIVENESS: Use.DESKTOP}
"""A use with the one whose rules hold for it, too."""


def positions(matches: Sequence[Match]) -> dict[tuple[str, bool], tuple[RulePosition, ...]]:
    """By topic (and whether it is a choice) what the rules want of it, in their order."""
    found: dict[tuple[str, bool], dict[Claim, list[Match]]] = {}
    for match in matches:
        for claim in match.rule.says:
            wishes = found.setdefault((claim.topic, claim.structural), {})
            wishes.setdefault(claim, []).append(match)
    return {
        topic: tuple(RulePosition(claim, tuple(rules)) for claim, rules in wishes.items())
        for topic, wishes in found.items()
    }


def contradict(one: Claim, other: Claim) -> bool:
    """Whether no value could satisfy both; "no measurable difference" contradicts any claim of one.

    What "leave it" means depends on the kernel's default, so it contradicts every other wish than
    itself.
    """
    if one == other or one.topic != other.topic:
        return False
    vague = (Demand.LEAVE, Demand.NO_DIFFERENCE)
    if one.demand in vague or other.demand in vague:
        return one.demand is not other.demand
    exact = _exact(one), _exact(other)
    if exact[0] is not None:
        return not any(satisfies(value, other) for value in exact[0])
    if exact[1] is not None:
        return not any(satisfies(value, one) for value in exact[1])
    return _apart(one, other) or _apart(other, one)


def satisfies(value: str, claim: Claim) -> bool | None:
    """Whether a setting of ``value`` is as wished; None if unknown."""
    if claim.demand is Demand.NO_DIFFERENCE:
        return True
    if claim.demand is Demand.LEAVE:
        return None
    if claim.demand is Demand.AVOID:
        return value != claim.value
    if claim.demand in (Demand.VALUE, Demand.ONE_OF):
        return value in claim.values
    if not _is_number(value):
        return None
    number, bound = int(value), int(claim.value)
    if claim.demand is Demand.AT_LEAST:
        return number >= bound
    return number > bound if claim.demand is Demand.MORE_THAN else number <= bound


def _exact(claim: Claim) -> tuple[str, ...] | None:
    return claim.values if claim.demand in (Demand.VALUE, Demand.ONE_OF) else None


def _apart(low: Claim, high: Claim) -> bool:
    """Whether ``low`` wants more than ``high`` allows."""
    if high.demand is not Demand.AT_MOST:
        return False
    if low.demand is Demand.AT_LEAST:
        return int(low.value) > int(high.value)
    return low.demand is Demand.MORE_THAN and int(low.value) >= int(high.value)


def _is_number(text: str) -> bool:
    return text.removeprefix("-").isdecimal() and text.isascii()


def _is_model(wanted: Sequence[str], model: str | None) -> bool | None:
    if model is None:
        return None
    return any(part.lower() in model.lower() for part in wanted)


def _is_in(wanted: KernelRange, kernel: tuple[int, int] | None) -> bool | None:
    if kernel is None:
        return None
    since, before = wanted.since, wanted.before
    return (since is None or kernel >= since) and (before is None or kernel < before)
