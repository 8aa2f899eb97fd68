"""Published findings on a setting, as evidence beside a measurement; pure.

Only rules that surely apply to the device count here: a rule that depends on
unknown facts proves nothing for or against a measurement.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from storage_tuner.advice.published.device_advice import Advice
from storage_tuner.advice.published.hypotheses import NO_STRENGTH, CandidateValue, Hypothesis
from storage_tuner.advice.published.rule_matching import Fit, Match, satisfies
from storage_tuner.core.knowledge import (
    Claim,
    Demand,
    Knowledge,
    PublishedEffect,
    Rule,
    Standing,
)
from storage_tuner.core.message import Message, Text, sentence, together
from storage_tuner.core.verdict import Evidence

MOST_NAMED = 2
"""Wishes in one sentence; all of them are in the evidence."""


@dataclass(frozen=True)
class PublishedValue:
    """A value wanted by rules that certainly apply, the strongest first."""

    claim: Claim
    rules: tuple[Rule, ...]


@dataclass(frozen=True)
class PublishedEvidence:
    """``advice`` is that on the device, unmeasured."""

    knowledge: Knowledge
    advice: Advice

    def hypothesis(self, setting: str) -> Hypothesis | None:
        return next((one for one in self.advice.settings if one.tunable.name == setting), None)

    def values_of(self, setting: str) -> tuple[PublishedValue, ...]:
        found = self.hypothesis(setting)
        return published_values(found.candidates) if found else ()

    def evidence(self, setting: str) -> tuple[Evidence, ...]:
        """Physics first: it holds whatever was published."""
        physics = self.advice.physics.get(setting)
        reported = (Evidence(physics, sentence("physics")),) if physics else ()
        return (*reported, *self.evidence_of(self.values_of(setting)))

    def evidence_of(self, wishes: Iterable[PublishedValue]) -> tuple[Evidence, ...]:
        rules = dict.fromkeys(rule.id for wish in wishes for rule in wish.rules)
        known = {rule.id: rule for rule in self.knowledge.rules}
        return tuple(self._evidence(known[name]) for name in rules)

    def named(self, wishes: Sequence[PublishedValue]) -> Message:
        """ "bfq (Fedora, distribution default)"."""
        return together((self._named(wish) for wish in wishes[:MOST_NAMED]), "; ")

    def origin_of(self, rule: Rule) -> Message:
        """Author and kind of evidence, with the removed schedulers that the rule is about."""
        author = self.knowledge.sources[rule.source].author
        return together((author, self.knowledge.kind_of(rule)), ", ")

    def _named(self, wish: PublishedValue) -> Message:
        rule = wish.rules[0]
        author = self.knowledge.sources[rule.source].author
        wanted, kind = wish.claim.phrase, self.knowledge.kind_of(rule)
        if len(wish.rules) == 1:
            return sentence("{wanted} ({author}, {kind})", wanted=wanted, author=author, kind=kind)
        return sentence(
            "{wanted} ({author}, {kind}; {count} more)",
            wanted=wanted,
            author=author,
            kind=kind,
            count=len(wish.rules) - 1,
        )

    def _evidence(self, rule: Rule) -> Evidence:
        source = self.knowledge.sources[rule.source]
        parts: list[Text] = [
            f"{source.author}: {source.title} ({source.date})",
            self.knowledge.kind_of(rule),
        ]
        if rule.standing is not Standing.CURRENT:
            parts.append(sentence("may no longer apply"))
        if self.knowledge.flaws_of(rule):
            parts.append(sentence("contains a known error"))
        return Evidence(rule.statement, together(parts, "; "))


def value_phrase(value: str) -> Text:
    """``value`` within a sentence; a word, such as the scheduler none, in quotes."""
    return (
        value
        if value[:1].isdecimal() or value[:1] == "-"
        else sentence('"{variant}"', variant=value)
    )


def effects_of(matches: Iterable[Match], knowledge: Knowledge) -> tuple[PublishedEffect, ...]:
    """Published effects with a figure, each once."""
    found = (
        PublishedEffect(effect, knowledge.sources[match.rule.source].kernel)
        for match in matches
        for effect in match.rule.effects
        if effect.percent
    )
    return tuple(dict.fromkeys(found))


def published_values(candidates: Sequence[CandidateValue]) -> tuple[PublishedValue, ...]:
    """Without those whose operations don't count for the use at all."""
    found = []
    for candidate in candidates:
        rules = tuple(
            match.rule for match in candidate.position.matches if match.fit is Fit.APPLIES
        )
        if rules and candidate.strength > NO_STRENGTH:
            found.append(PublishedValue(candidate.claim, rules))
    return tuple(found)


def against(
    wishes: Sequence[PublishedValue], value: str, measured: Sequence[str]
) -> tuple[PublishedValue, ...]:
    """Wishes that ``value`` doesn't meet, although one of the ``measured`` values does."""
    return tuple(
        wish
        for wish in wishes
        if satisfies(value, wish.claim) is False
        and any(satisfies(other, wish.claim) for other in measured)
    )


def finding_no_difference(wishes: Sequence[PublishedValue]) -> tuple[PublishedValue, ...]:
    return tuple(wish for wish in wishes if wish.claim.demand is Demand.NO_DIFFERENCE)


def unmeasured(
    wishes: Sequence[PublishedValue], value: str, measured: Sequence[str]
) -> tuple[PublishedValue, ...]:
    """Wishes that neither ``value`` nor any measured value meets."""
    return tuple(
        wish
        for wish in wishes
        if satisfies(value, wish.claim) is False
        and not any(satisfies(other, wish.claim) for other in measured)
    )
