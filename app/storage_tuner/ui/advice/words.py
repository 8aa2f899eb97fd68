"""Published rules and their consequences in words."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication

from storage_tuner.advice.physics.expectations import Expectation
from storage_tuner.advice.published.device_advice import Advice
from storage_tuner.advice.published.hypotheses import (
    Hypothesis,
    HypothesisConfidence,
    HypothesisState,
)
from storage_tuner.advice.published.rule_matching import Fit, Match
from storage_tuner.core.knowledge import Knowledge, Standing
from storage_tuner.core.recommended_set import RecommendedLine
from storage_tuner.present.published import OPERATIONS
from storage_tuner.present.recommended import NOTHING, row
from storage_tuner.ui import numbers
from storage_tuner.ui.language import printable, translated
from storage_tuner.ui.tree.badges import Badge
from storage_tuner.ui.widgets.elements import Tone

translate = QCoreApplication.translate


def operation(name: str) -> str:
    return translated(OPERATIONS.get(name, name))


def fact(name: str) -> str:
    """What a rule asks for and nobody told."""
    return {
        "kind": translate("Advice", "kind of device"),
        "transport": translate("Advice", "transport"),
        "rotational": translate("Advice", "whether it spins"),
        "raid": translate("Advice", "which RAID it is"),
        "level": translate("Advice", "RAID level"),
        "layout": translate("Advice", "layout"),
        "controller": translate("Advice", "RAID controller"),
        "mapping": translate("Advice", "mapping"),
        "virtual_machine": translate("Advice", "whether this is a virtual machine"),
        "zoned": translate("Advice", "zones"),
        "kernel": translate("Advice", "kernel"),
        "scheduler": translate("Advice", "a scheduler that all disks have"),
        "use": translate("Advice", "what it is used for (above)"),
        "aim": translate("Advice", "what matters first (above)"),
        "disks": translate("Advice", "number of disks"),
    }.get(name, name)


def values_now(one: Hypothesis) -> str:
    """ "mq-deadline", or "mq-deadline (sda), none (sdb)" where they differ."""
    if len(one.places) == 1:
        return printable(one.places[0].value)
    return ", ".join(
        printable(f"{place.value} ({', '.join(place.devices)})") for place in one.places
    )


def change(one: Hypothesis) -> str:
    """What is set, and what would be tried."""
    if not one.trials:
        return values_now(one)
    trials = translate("Advice", " or ").join(map(printable, one.trials))
    return f"{values_now(one)} → {trials}"


def recommended(line: RecommendedLine) -> str:
    """What to keep or to set, and on what grounds: "128 → 2560 · published: SUSE"."""
    cells = [translated(cell.text) for cell in row(line)[1:5]]
    now, value, *rest = cells
    return printable(" · ".join((f"{now} → {value}", *(each for each in rest if each != NOTHING))))


def verdict(one: Hypothesis) -> str:
    """What to do about a setting."""
    return {
        HypothesisState.AS_PUBLISHED: translate("Advice", "It is as published rules want it."),
        HypothesisState.WORTH_MEASURING: translate("Advice", "Published rules want it otherwise."),
        HypothesisState.DISPUTED: translate(
            "Advice", "Published rules disagree; only measuring tells."
        ),
        HypothesisState.UP_TO_YOU: translate(
            "Advice",
            "Other values hang on the use, on what matters first, or on the program named.",
        ),
        HypothesisState.HELD_BACK: translate(
            "Advice",
            "Published, but with a wrong value the computer may hardly answer: not advised "
            "without need.",
        ),
        HypothesisState.NOT_POSSIBLE: translate("Advice", "What rules want isn't possible here."),
    }[one.state]


def badges(one: Hypothesis) -> tuple[Badge, ...]:
    """How sure it is; nothing published gives more than a medium confidence."""
    if one.state not in (HypothesisState.WORTH_MEASURING, HypothesisState.DISPUTED):
        return ()
    sure = {
        HypothesisConfidence.LOW: translate("Advice", "not measured, low confidence"),
        HypothesisConfidence.MEDIUM: translate("Advice", "not measured, medium confidence"),
    }[one.confidence]
    return (Badge(sure, Tone.PLAIN),)


def fit(match: Match) -> str:
    if match.fit is Fit.APPLIES:
        return translate("Advice", "applies here")
    doubts = [fact(name) for name in match.unknown]
    if match.question:
        doubts.append(
            translate("Advice", "if {question}").format(question=translated(match.question))
        )
    return translate("Advice", "may apply here; not known: {doubts}").format(
        doubts=", ".join(doubts)
    )


def source(match: Match, knowledge: Knowledge) -> str:
    """Who published it, when, and where it stands."""
    rule = match.rule
    found = knowledge.sources[rule.source]
    where = rule.place or rule.table
    parts = (
        translated(knowledge.kind_of(rule)),
        f"{found.author}: {found.title} ({found.date})",
        where,
        fit(match),
    )
    return printable(" · ".join(part for part in parts if part))


def standing(match: Match) -> str:
    """How far it still holds; "" where it does."""
    rule = match.rule
    note = translated(rule.standing_note)
    return {
        Standing.CURRENT: "",
        Standing.HYPOTHESIS: translate("Advice", "Only a hypothesis today: {note}").format(
            note=note
        ),
        Standing.HISTORY: translate("Advice", "History: {note}").format(note=note),
    }[rule.standing]


def flaws(match: Match, knowledge: Knowledge) -> str:
    """Errors that were found where a rule comes from."""
    texts = [translated(flaw.text) for flaw in knowledge.flaws_of(match.rule)]
    if not texts:
        return ""
    return translate("Advice", "Error found in the source: {text}").format(text=" ".join(texts))


def head(advice: Advice) -> str:
    """On what it is about, where that isn't the device itself."""
    setup = advice.setup
    parts = []
    if setup.array is not None and setup.array.md is not None:
        array = f"{setup.array.name}, {setup.array.md.level}"
        if setup.disks != (setup.device,):
            parts.append(
                translate(
                    "Advice", "Its settings are those of {disks}, beneath the array {array}."
                ).format(disks=_joined(disk.name for disk in setup.disks), array=array)
            )
        else:
            parts.append(
                translate("Advice", "It is a member of the array {array}.").format(array=array)
            )
    if setup.unit is not None and setup.controller is not None:
        parts.append(
            translate("Advice", "It is unit {unit} ({kind}) of a {model}.").format(
                unit=setup.unit.id,
                kind=setup.unit.type,
                model=setup.controller.model or setup.controller.id,
            )
        )
    parts.append(
        translate(
            "Advice",
            "What follows is what others published, and physical limits. Nothing of it was "
            "measured here: these are hypotheses.",
        )
    )
    if advice.unknown:
        names = ", ".join(fact(name) for name in advice.unknown)
        parts.append(translate("Advice", "Not known: {names}.").format(names=names))
    return printable(" ".join(parts))


def expectation(one: Expectation) -> str:
    """What physics expects of an operation, and how that is got."""
    shown = numbers.three_digits
    low, high = shown(one.low), shown(one.high)
    span = low if low == high else translate("Advice", "{low} to {high}").format(low=low, high=high)
    unit = translate("Advice", "times one disk") if one.unit == "disks" else one.unit
    load = f", {translated(one.load)}" if one.load else ""
    return f"{span} {unit}{load}\n{translated(one.formula)}; {translated(one.basis)}"


def _joined(names: Iterable[str]) -> str:
    return ", ".join(names)
