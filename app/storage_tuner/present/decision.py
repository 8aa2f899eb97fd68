"""A decision in sentences: what to do first, then how much could be gained at most."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from storage_tuner.core.decision import Action, Comparison, ComparisonState, Decision
from storage_tuner.core.message import (
    Message,
    Text,
    closed,
    counted,
    listed,
    sentence,
    together,
    tr,
    trn,
)
from storage_tuner.core.plan import UNCHANGED, USE_PHRASES
from storage_tuner.present import numbers
from storage_tuner.present.blocks import Headline, Tone
from storage_tuner.present.wording import printable, prose

MOST_NAMED = 3
"""Variants in one sentence, and sentences of one kind."""
MOST_BOUND = 1000.0
"""Percent; a greater bound means nothing."""
MOST_WAITED_S = 3600
"""Above this, measuring longer isn't suggested."""


def decision_sentence(decision: Decision, purpose: str = "") -> str:
    """What to do, and what could be gained: for a history, a notification or a list. An empty
    ``purpose`` means the decision's use."""
    return prose(decision_message(decision, purpose))


def decision_message(decision: Decision, purpose: str = "") -> Message:
    """As ``decision_sentence``, in any language."""
    return together((_action(decision, _purpose(decision, purpose)), _bound(decision)))


def decision_headline(
    decision: Decision, stopped: str = "", lacking: str = "", purpose: str = ""
) -> Headline:
    """``stopped`` says that measuring ended early, ``lacking`` why there is no recommendation; ""
    otherwise. ``purpose`` as in ``decision_sentence``."""
    tone = Tone.DECIDED if decision.is_decided else Tone.OPEN
    lines = (
        stopped,
        lacking if decision.action is Action.NONE else "",
        *_losers(decision.overall),
        *_others_faster(decision),
        *_refused(decision),
        _what_would_help(decision),
    )
    text = decision_sentence(decision, purpose)
    return Headline(
        Tone.STOPPED if stopped else tone,
        text,
        tuple(prose(line) for line in lines if line and prose(line) != text),
    )


def finding_headline(decision: Decision) -> Headline:
    """Which is faster, without a recommendation: disks can't be exchanged like settings."""
    found = decision.named(ComparisonState.FASTER) or decision.named(ComparisonState.SLOWER)
    return Headline(
        Tone.DECIDED if found else Tone.OPEN,
        prose(together((_finding(decision, _purpose(decision, "")), _bound(decision)))),
        tuple(prose(line) for line in (*_losers(decision.overall), *_others_faster(decision))),
    )


def tally_headline(comparisons: Sequence[Comparison], stopped: str = "") -> Headline:
    """For figures without a common score: how often the best variant is faster."""
    over_all = [each for each in comparisons if each.threads is None]
    tallies = [_Tally.of(name, over_all) for name in dict.fromkeys(e.variant for e in over_all)]
    best = max(tallies, key=lambda each: each.faster - each.slower)
    reference = over_all[0].reference
    decided = any(each.faster or each.slower for each in tallies)
    tone = Tone.DECIDED if decided else Tone.OPEN
    return Headline(
        Tone.STOPPED if stopped else tone,
        prose(best.sentence(reference) if decided else _no_difference(reference, best.compared)),
        (stopped,) if stopped else (),
    )


def _no_difference(reference: str, compared: int) -> str:
    return trn(
        compared,
        "No clear difference from {reference} in {count} comparison.",
        "No clear difference from {reference} in {count} comparisons.",
        reference=named(reference),
    )


@dataclass(frozen=True)
class _Tally:
    """How many of ``compared`` figures of ``variant`` are better and worse than the reference's."""

    variant: str
    faster: int
    slower: int
    compared: int

    @classmethod
    def of(cls, variant: str, comparisons: Iterable[Comparison]) -> _Tally:
        states = [each.state for each in comparisons if each.variant == variant]
        faster, slower = (
            states.count(each) for each in (ComparisonState.FASTER, ComparisonState.SLOWER)
        )
        return cls(variant, faster, slower, len(states))

    def sentence(self, reference: str) -> str:
        return tr(
            "{variant} is faster than {reference} in {faster} of {compared} comparisons, slower "
            "in {slower}.",
            variant=named(self.variant),
            reference=named(reference),
            faster=self.faster,
            compared=self.compared,
            slower=self.slower,
        )


def named(variant: str) -> Text:
    """A variant within a sentence, marked as a name."""
    if variant == UNCHANGED:
        return sentence("the current settings")
    return sentence('"{variant}"', variant=printable(variant))


def _purpose(decision: Decision, purpose: str) -> Text:
    return purpose or USE_PHRASES[decision.use]


def _action(decision: Decision, purpose: Text) -> Text:
    if decision.action is Action.NONE or decision.variant is None:
        return _finding(decision, purpose)
    if decision.action is Action.KEEP and decision.is_decided:
        return sentence("Keep {variant}: nothing is faster.", variant=named(decision.variant))
    if decision.action is Action.KEEP:
        return sentence("Keep {variant}.", variant=named(decision.variant))
    if decision.gain_percent is None:
        return sentence("Change to {variant}.", variant=named(decision.variant))
    return sentence(
        "Change to {variant}: {faster} than {reference} for {use}.",
        variant=named(decision.variant),
        faster=_faster(decision.gain_percent, decision.interval_percent),
        reference=named(decision.reference),
        use=purpose,
    )


def _finding(decision: Decision, use: Text) -> Text:
    """The finding where nothing can be recommended."""
    reference = named(decision.reference)
    if not decision.overall:
        return sentence("No recommendation: too little was measured. Measure longer or repeat.")
    best = _best_first(decision.overall)[0]
    if best.state is ComparisonState.FASTER:
        return sentence(
            "{variant} is {faster} than {reference} for {use}.",
            variant=named(best.variant),
            faster=_faster(best.effect_percent, best.interval_percent),
            reference=reference,
            use=use,
        )
    if all(each.interval_percent is None for each in decision.overall):
        return _unjudged_leader(best, use)
    if decision.named(ComparisonState.INCONCLUSIVE):
        return sentence(
            "Nothing faster than {reference} was found for {use}.", reference=reference, use=use
        )
    return sentence("Nothing is faster than {reference} for {use}.", reference=reference, use=use)


def _unjudged_leader(best: Comparison, use: Text) -> Text:
    """The finding of single runs, whose spread is unknown."""
    leader, other = best.variant, best.reference
    if best.effect_percent < 0:
        leader, other = other, leader
    return sentence(
        "{leader} is {percent} faster than {other} for {use}, but one run is too few for a "
        "verdict.",
        leader=named(leader),
        other=named(other),
        percent=numbers.percent_message(abs(best.effect_percent)),
        use=use,
    )


def _bound(decision: Decision) -> Text:
    """The most that any variant could gain; the interval of a faster one says it, unless another
    one could gain more."""
    if decision.action is Action.CHANGE:
        return _greater_bound(decision)
    losers = _slower_ones(decision.named(ComparisonState.SLOWER))
    most = decision.most_gain_percent
    found = decision.action is Action.NONE and decision.named(ComparisonState.FASTER)
    if found or most is None or not most <= MOST_BOUND:
        return closed(losers) if losers else ""
    gain = (
        sentence("At most {percent} could be gained", percent=numbers.percent_message(most))
        if round(most) > 0
        else ""
    )
    return closed(together((gain, losers), "; ")) if gain or losers else ""


def _greater_bound(decision: Decision) -> Text:
    most, interval = decision.most_gain_percent, decision.interval_percent
    bounds = (most, *(interval or (None,)))
    open_states = (ComparisonState.INCONCLUSIVE, ComparisonState.FASTER)
    others = [each for each in decision.overall if each.variant != decision.variant]
    if not any(each.state in open_states for each in others):
        return ""
    if any(bound is None or not bound <= MOST_BOUND for bound in bounds):
        return ""
    assert most is not None and interval is not None
    if round(most) <= round(max(interval)):
        return ""
    return sentence(
        "Another variant could gain at most {percent}.", percent=numbers.percent_message(most)
    )


def _slower_ones(variants: Sequence[str]) -> Text:
    if not variants:
        return ""
    if len(variants) > MOST_NAMED:
        return counted(len(variants), "{count} other is slower", "{count} others are slower")
    names = listed(named(each) for each in variants)
    return counted(len(variants), "{names} is slower", "{names} are slower", names=names)


def _losers(overall: Sequence[Comparison]) -> Iterator[str]:
    """The worst first."""
    losers = [each for each in overall if each.state is ComparisonState.SLOWER]
    for each in sorted(losers, key=lambda each: each.effect_percent)[:MOST_NAMED]:
        yield tr(
            "Avoid {variant}: {slower}.",
            variant=named(each.variant),
            slower=_slower(each.effect_percent, each.interval_percent),
        )


def _others_faster(decision: Decision) -> Iterator[str]:
    """Without the variant already recommended or named, and without refused ones."""
    named_already = {each.variant for each in decision.refused} | {decision.variant}
    faster = [
        each
        for each in _best_first(decision.overall)
        if each.state is ComparisonState.FASTER and each.variant not in named_already
    ]
    if decision.variant is None:
        faster = faster[1:]
    for each in faster[:MOST_NAMED]:
        yield tr(
            "{variant} is also {faster}.",
            variant=named(each.variant),
            faster=_faster(each.effect_percent, each.interval_percent),
        )


def _refused(decision: Decision) -> Iterator[str]:
    for each in decision.refused[:MOST_NAMED]:
        yield tr(
            "{variant} is faster but not recommended: {reason}.",
            variant=named(each.variant),
            reason=printable(each.reason),
        )


def _what_would_help(decision: Decision) -> str:
    """More time where little is needed, otherwise the cause."""
    needed, spread = decision.seconds_needed, decision.spread_percent
    if needed is not None and needed <= MOST_WAITED_S:
        return tr(
            "Benchmarking for about {time} may decide more comparisons.",
            time=numbers.more_time(needed),
        )
    if decision.is_decided or (needed is None and spread is None):
        return ""
    if spread is None:
        return tr("Results varied too much. Repeat when the computer is idle.")
    return tr(
        "The difference varied by ±{percent} between blocks. Repeat when the computer is idle.",
        percent=numbers.percent(spread),
    )


def _best_first(overall: Iterable[Comparison]) -> list[Comparison]:
    return sorted(
        overall,
        key=lambda each: (each.state is ComparisonState.FASTER, each.effect_percent),
        reverse=True,
    )


def _faster(effect: float, interval: tuple[float, float] | None) -> Text:
    span = numbers.percent_span(interval) if interval else ""
    places = numbers.places_of(interval)
    amount = numbers.percent_message(effect, places)
    if not span:
        return sentence("{percent} faster", percent=amount)
    return sentence("{percent} faster ({interval})", percent=amount, interval=span)


def _slower(effect: float, interval: tuple[float, float] | None) -> Text:
    turned = (-interval[1], -interval[0]) if interval else None
    span = numbers.percent_span(turned) if turned else ""
    amount = numbers.percent_message(-effect, numbers.places_of(turned))
    if not span:
        return sentence("{percent} slower", percent=amount)
    return sentence("{percent} slower ({interval})", percent=amount, interval=span)
