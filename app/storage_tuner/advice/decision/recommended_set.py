"""One recommended set for a device: what was measured before what is published; pure.

Everything else about these settings (rules that only may apply, values that are disputed) is in the
advice that it is made of.
"""

from __future__ import annotations

from collections.abc import Sequence

from storage_tuner.advice.published.commands import command_for, decides, other_values
from storage_tuner.advice.published.device_advice import Advice
from storage_tuner.advice.published.evidence import PublishedEvidence, effects_of
from storage_tuner.advice.published.hypotheses import (
    NO_STRENGTH,
    CandidateValue,
    Hypothesis,
    HypothesisState,
    RuleTarget,
    worst_risk,
)
from storage_tuner.advice.published.rule_matching import Fit, Match, satisfies
from storage_tuner.core.decision import Confidence
from storage_tuner.core.knowledge import Claim, Demand, Knowledge
from storage_tuner.core.message import Message, Text, sentence, together
from storage_tuner.core.recommended_set import (
    Citation,
    Grounds,
    RecommendedLine,
    RecommendedSet,
)
from storage_tuner.core.tunable import BY_NAME, Risk, Tunable, named
from storage_tuner.core.verdict import Basis, Judgement, SettingAdvice

MATTERS = (
    "scheduler", "nr_requests", "queue_depth", "read_ahead_kb", "stripe_cache_size",
    "group_thread_cnt", "qpolicy", "rdcache", "wrcache",
)  # fmt: skip
"""Settings that always have a line where they can be set, even without published advice."""


_DISAGREE = sentence("Published recommendations differ; only a benchmark can decide.")


def recommended_set(
    published: PublishedEvidence, judgement: Judgement | None = None
) -> RecommendedSet:
    """The set for the device of ``published``; settings compared in ``judgement`` go first."""
    advice = published.advice
    recommendation = judgement.recommendation if judgement else None
    measured = {one.setting: one for one in recommendation.by_setting} if recommendation else {}
    lines = (
        _line(published, tunable, measured.get(tunable.name))
        for tunable in named({*BY_NAME, *measured})
    )
    return RecommendedSet(
        advice.setup.device.name, storage_of(advice), tuple(line for line in lines if line)
    )


def storage_of(advice: Advice) -> Text:
    """Such as "software RAID 5 of 4 disks", "NVMe"."""
    facts = advice.facts
    if facts.level in (None, "none"):
        return advice.setup.device.medium
    level = (facts.level or "").removeprefix("raid")
    if facts.raid == "hardware":
        array = sentence("hardware RAID {level}", level=level)
    else:
        array = sentence("software RAID {level}", level=level)
    if not facts.disks:
        return array
    return sentence("{array} of {count} disks", array=array, count=facts.disks)


def _line(
    published: PublishedEvidence, tunable: Tunable, measured: SettingAdvice | None
) -> RecommendedLine | None:
    places = published.advice.places.get(tunable.name, ())
    if measured is not None:
        return _measured_line(published.advice, tunable, places, measured)
    if not places:
        return None
    hypothesis = published.hypothesis(tunable.name)
    if hypothesis is not None and (best := _best(hypothesis)) is not None:
        return _published_line(published, hypothesis, best)
    return _kept_line(published.advice, tunable, places, hypothesis)


def _measured_line(
    advice: Advice, tunable: Tunable, places: Sequence[RuleTarget], measured: SettingAdvice
) -> RecommendedLine:
    is_decided = measured.basis is Basis.MEASURED
    command = "" if is_decided else _command(advice, tunable, places, ())
    return RecommendedLine(
        setting=tunable.name,
        devices=_devices(places),
        now=_values(places) or ((measured.before,) if measured.before is not None else ()),
        value=measured.value,
        grounds=Grounds.MEASURED if is_decided else Grounds.INCONCLUSIVE,
        confidence=measured.confidence,
        risk=Risk(measured.risk),
        gain_percent=measured.gain_percent,
        interval_percent=measured.gain_interval_percent,
        note=measured.disagreement or measured.hypothesis,
        command=command,
        decides=decides(command),
    )


def _best(hypothesis: Hypothesis) -> CandidateValue | None:
    """The strongest candidate for another value, if no candidate as strong opposes it; else the
    strongest for the current value. None without either, or where a stall is possible."""
    if hypothesis.state is HypothesisState.HELD_BACK:
        return None
    found = _followable(hypothesis)
    for one in found:
        rivals = (each for each in found if each.firm >= one.firm)
        if one.trial and not any(_opposes(each.claim, one.trial) for each in rivals):
            return one
    return next((each for each in found if not each.trial), None)


def _opposes(claim: Claim, value: str) -> bool:
    """Whether ``claim`` opposes a change to ``value``."""
    if claim.demand in (Demand.LEAVE, Demand.NO_DIFFERENCE):
        return True
    return satisfies(value, claim) is False


def _followable(hypothesis: Hypothesis) -> list[CandidateValue]:
    """Candidates that depend only on facts of the computer, the strongest first."""
    firm = (each for each in hypothesis.candidates if each.firm > NO_STRENGTH)
    possible = (each for each in firm if not each.refusal)
    return sorted(possible, key=lambda each: each.firm, reverse=True)


def _published_line(
    published: PublishedEvidence, hypothesis: Hypothesis, best: CandidateValue
) -> RecommendedLine:
    tunable, places = hypothesis.tunable, hypothesis.places
    values = _values(places)
    kept = values[0] if len(values) == 1 else None
    command = _command(published.advice, tunable, places, hypothesis.trials)
    matches = sorted(best.asked_for, key=lambda match: match.fit is not Fit.APPLIES)
    return RecommendedLine(
        setting=tunable.name,
        devices=_devices(places),
        now=values,
        value=best.trial or kept,
        grounds=Grounds.PUBLISHED,
        confidence=Confidence(hypothesis.confidence.value),
        risk=worst_risk(tunable, [best.trial or places[0].value], places),
        citations=tuple(_citation(match, published.knowledge) for match in matches),
        effects=effects_of(matches, published.knowledge),
        note=_dispute(hypothesis, best),
        command=command,
        decides=decides(command),
    )


def _kept_line(
    advice: Advice, tunable: Tunable, places: Sequence[RuleTarget], hypothesis: Hypothesis | None
) -> RecommendedLine | None:
    """The line of an important setting without usable published advice."""
    if tunable.name not in MATTERS:
        return None
    values = _values(places)
    command = _command(advice, tunable, places, ())
    return RecommendedLine(
        setting=tunable.name,
        devices=_devices(places),
        now=values,
        value=values[0] if len(values) == 1 else None,
        grounds=Grounds.NOTHING,
        confidence=Confidence.LOW,
        risk=worst_risk(tunable, values[:1], places),
        note=_why_not(hypothesis) if hypothesis else "",
        command=command,
        decides=decides(command),
    )


def _command(
    advice: Advice, tunable: Tunable, places: Sequence[RuleTarget], trials: Sequence[str]
) -> str:
    """ "" where there is nothing to compare with."""
    values = trials or other_values(tunable, places) if places else ()
    if not values:
        return ""
    command = command_for(advice.setup, advice.user_facts.use, tunable, places, values)
    return command if trials or decides(command) else ""


def _dispute(hypothesis: Hypothesis, best: CandidateValue) -> Text:
    if best.trial:
        opposed = any(_opposes(each.claim, best.trial) for each in _followable(hypothesis))
    else:
        opposed = any(each.trial for each in _followable(hypothesis))
    return _DISAGREE if opposed else ""


def _why_not(hypothesis: Hypothesis) -> Message:
    values = together(dict.fromkeys(each.trial or "" for each in hypothesis.candidates), ", ")
    if hypothesis.state is HypothesisState.HELD_BACK:
        return sentence(
            "{values} is published, but a wrong value can make the computer nearly unresponsive.",
            values=values,
        )
    refusals = dict.fromkeys(each.refusal for each in hypothesis.candidates if each.refusal)
    if refusals:
        return sentence(
            "The published values aren't possible here: {reasons}.",
            reasons=together(refusals, "; "),
        )
    if any(each.asked_for for each in hypothesis.candidates):
        return _DISAGREE
    return sentence("Other values are published only for certain purposes, priorities or programs.")


def _citation(match: Match, knowledge: Knowledge) -> Citation:
    rule = match.rule
    source = knowledge.sources[rule.source]
    return Citation(
        rule=rule.id,
        statement=rule.statement,
        author=source.author,
        title=source.title,
        date=source.date,
        place=rule.place or rule.table,
        link=source.link,
        kind=rule.evidence.value,
        evidence=knowledge.kind_of(rule),
        gone=rule.gone,
        applies=match.fit is Fit.APPLIES,
    )


def _values(places: Sequence[RuleTarget]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(place.value for place in places))


def _devices(places: Sequence[RuleTarget]) -> tuple[str, ...]:
    return tuple(device for place in places for device in place.devices)
