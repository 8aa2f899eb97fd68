"""Advice without measuring: published rules setting by setting, and what physics expects."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from storage_tuner.advice.physics.expectations import Expectation, LinkSpeed
from storage_tuner.advice.published.device_advice import Advice
from storage_tuner.advice.published.evidence import effects_of
from storage_tuner.advice.published.hypotheses import (
    CandidateValue,
    Hypothesis,
    HypothesisConfidence,
    HypothesisState,
)
from storage_tuner.advice.published.rule_matching import Fit, Match
from storage_tuner.core.knowledge import Knowledge, Standing
from storage_tuner.core.message import either, sentence, together, tr
from storage_tuner.core.plan import USE_PHRASES
from storage_tuner.present import numbers
from storage_tuner.present.blocks import Fact, Table, TableCell, known_facts
from storage_tuner.present.published import (
    GAIN,
    GAIN_OF_OLD,
    OPERATIONS,
    current_gains,
    gains_of_old,
)
from storage_tuner.present.wording import printable

EXPECTED = sentence("Expected from physics, not measured")
LEGACY = sentence("Legacy rules")
_PHYSICS = sentence("Physics")

_FACTS = {
    "kind": sentence("kind of device"),
    "transport": sentence("connection"),
    "rotational": sentence("rotational or not"),
    "raid": sentence("RAID type"),
    "level": sentence("RAID level"),
    "layout": sentence("layout"),
    "controller": sentence("RAID controller"),
    "mapping": sentence("mapping"),
    "virtual_machine": sentence("virtual machine or not"),
    "zoned": sentence("zones"),
    "kernel": sentence("kernel"),
    "scheduler": sentence("a scheduler available on all disks"),
    "use": sentence("purpose"),
    "aim": sentence("your priorities"),
    "disks": sentence("number of disks"),
}
"""What a rule may ask for."""

_CONFIDENCES = {
    HypothesisConfidence.LOW: sentence("not measured, low confidence"),
    HypothesisConfidence.MEDIUM: sentence("not measured, medium confidence"),
}
"""Nothing that is only published gives more."""


@dataclass(frozen=True)
class PublishedRule:
    """``source`` says who published it, where, and whether it applies here; ``cautions`` what
    speaks against it."""

    statement: str
    source: str
    cautions: tuple[str, ...]


@dataclass(frozen=True)
class PublishedValue:
    """A value that rules recommend, those first that apply for certain."""

    phrase: str
    rules: tuple[PublishedRule, ...]


def introduction(advice: Advice) -> str:
    """Whose settings these are, what they rest on, and what is unknown."""
    names = together((_FACTS[name] for name in advice.unknown), ", ")
    return str(
        together(
            (
                *_of_array(advice),
                *_of_unit(advice),
                tr(
                    "This advice comes from published sources and physical limits, not from "
                    "measurements on this computer. Benchmark before you rely on it."
                ),
                tr("Unknown: {names}.", names=names) if names else "",
            )
        )
    )


def _of_array(advice: Advice) -> Iterable[str]:
    setup = advice.setup
    if setup.array is None or setup.array.md is None:
        return
    state = setup.array.md
    name = printable(together((setup.array.name, state.level), ", "))
    array = tr("{name} of {count} disks", name=name, count=state.disks)
    array = array if state.disks else name
    if setup.disks == (setup.device,):
        yield tr("It is a member of the array {array}.", array=array)
        return
    disks = printable(", ".join(disk.name for disk in setup.disks))
    yield tr(
        "Its settings are those of {disks}, the member disks of the array {array}.",
        disks=disks,
        array=array,
    )


def _of_unit(advice: Advice) -> Iterable[str]:
    unit, controller = advice.setup.unit, advice.setup.controller
    if unit is not None and controller is not None:
        yield tr(
            "It is unit {unit} ({kind}) of a {model}.",
            unit=printable(unit.id),
            kind=printable(unit.type),
            model=printable(controller.model or controller.id),
        )


def values_now(one: Hypothesis) -> str:
    """ "mq-deadline", or "mq-deadline (sda), none (sdb)" where they differ."""
    if len(one.places) == 1:
        return printable(one.places[0].value)
    found = (f"{place.value} ({', '.join(place.devices)})" for place in one.places)
    return printable(", ".join(found))


def change(one: Hypothesis) -> str:
    """What is set, and what would be tried."""
    trials = either(map(printable, one.trials))
    return str(together((values_now(one), trials), " → "))


def verdict(one: Hypothesis) -> str:
    """What to do about a setting."""
    trials = either(map(printable, one.trials))
    return {
        HypothesisState.AS_PUBLISHED: tr("Already set as published rules recommend."),
        HypothesisState.WORTH_MEASURING: tr("Benchmark {trials}.", trials=trials),
        HypothesisState.DISPUTED: tr(
            "Published recommendations differ. Benchmark {trials}.", trials=trials
        ),
        HypothesisState.UP_TO_YOU: tr(
            "Other values are published only for certain purposes, priorities or programs."
        ),
        HypothesisState.HELD_BACK: tr(
            "Published recommendation: {trials}. Change it only if needed: a wrong value can make "
            "the computer nearly unresponsive.",
            trials=trials,
        ),
        HypothesisState.NOT_POSSIBLE: tr("The published values aren’t possible here."),
    }[one.state]


def confidence(one: Hypothesis) -> str:
    """Empty where there is nothing to measure."""
    measurable = one.state in (HypothesisState.WORTH_MEASURING, HypothesisState.DISPUTED)
    return str(_CONFIDENCES[one.confidence] if measurable else "")


def setting_facts(one: Hypothesis, advice: Advice, knowledge: Knowledge) -> tuple[Fact, ...]:
    """Gains, physics and side effects, as far as they are known."""
    effects = effects_of(one.first.position.matches, knowledge) if one.first else ()
    side_effects = one.trials and one.state is not HypothesisState.HELD_BACK
    return known_facts(
        (
            (GAIN, current_gains(effects)),
            (GAIN_OF_OLD, gains_of_old(effects)),
            (_PHYSICS, advice.physics.get(one.tunable.name)),
            (tr("Side effects"), one.tunable.side_effects if side_effects else None),
        )
    )


def choice_facts(choice: str, advice: Advice) -> tuple[Fact, ...]:
    """Of something that was decided when the storage was built."""
    return known_facts(((_PHYSICS, advice.physics.get(choice)),))


def published_values(
    candidates: Iterable[CandidateValue], knowledge: Knowledge
) -> tuple[PublishedValue, ...]:
    """The strongest first."""
    return tuple(_value(candidate, knowledge) for candidate in candidates)


def _value(candidate: CandidateValue, knowledge: Knowledge) -> PublishedValue:
    phrase = candidate.claim.phrase
    if candidate.refusal:
        phrase = tr("{wish} (not possible here: {reason})", wish=phrase, reason=candidate.refusal)
    matches = sorted(candidate.position.matches, key=lambda match: match.fit is not Fit.APPLIES)
    return PublishedValue(str(phrase), published_rules(matches, knowledge))


def published_rules(matches: Iterable[Match], knowledge: Knowledge) -> tuple[PublishedRule, ...]:
    return tuple(
        PublishedRule(
            str(match.rule.statement), _source(match, knowledge), tuple(_cautions(match, knowledge))
        )
        for match in matches
    )


def _source(match: Match, knowledge: Knowledge) -> str:
    """The kind of evidence, who published it, when and where, and whether it applies."""
    rule = match.rule
    found = knowledge.sources[rule.source]
    cited = printable(f"{found.author}: {found.title} ({found.date})")
    where = printable(rule.place or rule.table or "")
    return str(together((knowledge.kind_of(rule), cited, where, _fit(match)), " · "))


def _fit(match: Match) -> str:
    if match.fit is Fit.APPLIES:
        return tr("applies here")
    doubts = [str(_FACTS[name]) for name in match.unknown]
    if match.question:
        doubts.append(tr("if {question}", question=match.question))
    return tr("may apply here; unknown: {doubts}", doubts=together(doubts, ", "))


def _cautions(match: Match, knowledge: Knowledge) -> Iterable[str]:
    """How far the rule still holds, and errors found where it comes from."""
    note = match.rule.standing_note
    if match.rule.standing is Standing.HYPOTHESIS:
        yield tr("Applicability today: {note}", note=note)
    elif match.rule.standing is Standing.HISTORY:
        yield tr("History: {note}", note=note)
    if flaws := together(flaw.text for flaw in knowledge.flaws_of(match.rule)):
        yield tr("Error in the source: {text}", text=flaws)


def expected_facts(advice: Advice) -> tuple[Fact, ...]:
    """What physics expects of each operation, and the limits of the drives' links."""
    links = (
        (printable(name), together(map(_link, drive.links), ", "))
        for name, drive in advice.drives.items()
    )
    return (
        *(Fact(str(OPERATIONS[one.operation]), _expectation(one)) for one in advice.expectations),
        *(
            Fact(tr("Maximum link speed of {disk}", disk=name), str(said))
            for name, said in links
            if said
        ),
    )


def _link(link: LinkSpeed) -> str:
    return tr("{link} ({rate})", link=link.name, rate=numbers.rate(link.mb_s))


def _expectation(one: Expectation) -> str:
    """The span, and how it is got."""
    low, high = numbers.three_digits(one.low), numbers.three_digits(one.high)
    span = low if low == high else tr("{low} to {high}", low=low, high=high)
    unit = tr("times one disk") if one.unit == "disks" else one.unit
    figure = together((together((span, unit)), one.load), ", ")
    return str(together((figure, together((one.formula, one.basis), "; ")), "\n"))


def nothing_expected(advice: Advice) -> tuple[str, tuple[str, ...]]:
    """Why physics expects nothing, and examples of facts with which it would."""
    if advice.facts.level is None or advice.facts.disks is None:
        return (
            tr("The RAID level or the number of disks is unknown."),
            ("level=raid5", "disks=6"),
        )
    if advice.facts.rotational is False:
        return tr("It isn’t rotational: only its links set a simple limit."), ()
    return tr("Its rotational speed (rpm) is unknown."), ("rpm=7200",)


def levels_introduction(advice: Advice) -> str:
    return tr(
        "The same {disks} disks at other RAID levels, best for {use} first (by our weights); "
        "levels that survive no failure come last. Values are multiples of a single disk, for "
        "small writes and one stream.",
        disks=advice.facts.disks,
        use=USE_PHRASES[advice.user_facts.use],
    )


_RATES = ("rand-read", "rand-write", "seq-read", "seq-write")


def levels_table(advice: Advice | None) -> Table:
    """Without rows for no advice."""
    heads = (
        tr("Level"),
        tr("Random read"),
        tr("Random write"),
        tr("Sequential read"),
        tr("Sequential write"),
        tr("Capacity"),
        tr("Tolerated failures"),
    )
    alternatives = [one for one, _ in advice.alternatives] if advice else []
    rows = (
        (
            f"{one.level} {one.layout}".rstrip(),
            *(_rate(one.rates.get(name)) for name in _RATES),
            numbers.three_digits(one.usable),
            str(one.survives),
        )
        for one in alternatives
    )
    cells = tuple(tuple(map(TableCell, row)) for row in rows)
    return Table(tr("The same disks at other RAID levels"), heads, cells)


def _rate(rate: float | None) -> str:
    return numbers.NOTHING if rate is None else numbers.three_digits(rate)
