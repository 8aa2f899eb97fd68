"""Advice for persons: what is published, what physics says, and what would tell."""

from __future__ import annotations

from collections.abc import Iterator

from storage_tuner.advice.advising import Advice, Shortfall
from storage_tuner.advice.hypotheses import Candidate, Confidence, Hypothesis, State
from storage_tuner.advice.matching import Fit, Match
from storage_tuner.advice.physics import Expectation
from storage_tuner.advice.published import effects_of
from storage_tuner.cli.terminal import GAP, folded, table, wrapped
from storage_tuner.core.knowledge import Knowledge, Standing
from storage_tuner.core.plan import USE_PHRASES
from storage_tuner.core.recommended_set import RecommendedSet
from storage_tuner.present.blocks import Facts, Message, Table
from storage_tuner.present.published import (
    GAIN,
    GAIN_OF_OLD,
    OPERATIONS,
    current_gains,
    gains_of_old,
)
from storage_tuner.present.recommended import recommended_blocks

RULES_SHOWN = 2
"""Of each wish, the others are counted; all are in the JSON, and with --all."""

_WHEN_BUILT = "When it is built anew, for these can't be changed while it is used:"

_FACT_LABELS = {
    "kind": "kind of device",
    "transport": "transport",
    "rotational": "whether it spins",
    "raid": "which RAID it is",
    "level": "RAID level",
    "layout": "layout",
    "controller": "RAID controller",
    "mapping": "mapping",
    "virtual_machine": "whether this is a virtual machine",
    "zoned": "zones",
    "kernel": "kernel",
    "scheduler": "a scheduler that all disks have",
    "use": "use (--use-for)",
    "aim": "what counts first (--aims)",
    "disks": "number of disks",
}


def advice_lines(
    advice: Advice,
    knowledge: Knowledge,
    found: RecommendedSet,
    room: int,
    *,
    everything: bool,
) -> list[str]:
    """For a terminal of ``room`` columns, with the recommended set ``found``; ``everything`` shows
    each rule, also those of old."""
    shown = None if everything else RULES_SHOWN
    sections = (
        _heading(advice, room),
        *(_setting(one, advice, knowledge, room, shown) for one in advice.settings),
        *_choices(advice, knowledge, room, shown),
        _history(advice, knowledge, room) if everything else [],
        _physics(advice, room),
        _alternatives(advice, room),
        *(_shortfall(one, room) for one in advice.shortfalls),
        _incomparable(advice, room),
        _sources(advice, knowledge, room, everything=everything),
        _recommended(found, room),
        _next(advice, found, room),
    )
    return [line for section in sections if section for line in (*section, "")][:-1]


def _heading(advice: Advice, room: int) -> list[str]:
    device, setup = advice.setup.device, advice.setup
    what = f"{device.name}: {device.title}"
    lines = wrapped(what if device.name not in device.title else device.title, "", room)
    if setup.array is not None and setup.array.md is not None:
        disks = f" of {setup.array.md.disks} disks" if setup.array.md.disks else ""
        array = f"{setup.array.name}, {setup.array.md.level}{disks}"
        names = ", ".join(disk.name for disk in setup.disks)
        lines += wrapped(
            f"Its settings are those of {names}, beneath the array {array}."
            if setup.disks != (device,)
            else f"It is a member of the array {array}.",
            "",
            room,
        )
    if setup.unit is not None and setup.controller is not None:
        model = setup.controller.model or setup.controller.id
        lines += wrapped(f"It is unit {setup.unit.id} ({setup.unit.type}) of a {model}.", "", room)
    lines += wrapped(
        "What others published, and physical limits. Nothing of it was measured here: these are "
        "hypotheses.",
        "",
        room,
    )
    if advice.unknown:
        names = ", ".join(_FACT_LABELS[name] for name in advice.unknown)
        lines += wrapped(f"Not known: {names}.", "", room)
    return lines


def _setting(
    one: Hypothesis, advice: Advice, knowledge: Knowledge, room: int, shown: int | None
) -> list[str]:
    now = ", ".join(f"{place.value} ({', '.join(place.devices)})" for place in one.places)
    lines = [*wrapped(f"{now}", f"{one.tunable.name}: ", room)]
    lines += wrapped(_verdict(one), GAP, room)
    if one.tunable.name in advice.physics:
        lines += wrapped(advice.physics[one.tunable.name], f"{GAP}Physics: ", room)
    for candidate in one.candidates:
        lines += _candidate(candidate, knowledge, room, shown)
    effects = effects_of(one.first.position.matches, knowledge) if one.first else ()
    lines += wrapped(current_gains(effects), f"{GAP}{GAIN}: ", room)
    lines += wrapped(gains_of_old(effects), f"{GAP}{GAIN_OF_OLD}: ", room)
    if one.trials and one.state is not State.HELD_BACK:
        lines += wrapped(one.tunable.side_effects, f"{GAP}Side effects: ", room)
    return lines


def _verdict(one: Hypothesis) -> str:
    trials = " or ".join(one.trials)
    sureness = {
        Confidence.LOW: "low confidence",
        Confidence.MEDIUM: "medium confidence; only measuring gives more",
    }[one.confidence]
    return {
        State.AS_PUBLISHED: "It is as published rules want it.",
        State.WORTH_MEASURING: f"Worth measuring: {trials} ({sureness}).",
        State.DISPUTED: f"Rules disagree; worth measuring: {trials} ({sureness}).",
        State.UP_TO_YOU: "Other values hang on the use (--use-for), on what counts first (--aims) "
        "or on the program named.",
        State.HELD_BACK: f"{trials} is published, but a wrong value can make the computer hardly "
        "answer: not advised without need.",
        State.NOT_POSSIBLE: "What rules want isn't possible here.",
    }[one.state]


def _candidate(
    candidate: Candidate, knowledge: Knowledge, room: int, shown: int | None
) -> Iterator[str]:
    refused = f" (not here: {candidate.refusal})" if candidate.refusal else ""
    yield from wrapped(f"{candidate.saying.phrase}{refused}", f"{GAP}- ", room)
    matches = sorted(candidate.position.matches, key=lambda match: match.fit is not Fit.APPLIES)
    for match in matches[:shown]:
        yield from wrapped(_sentence(match, knowledge), GAP * 3, room)
    if shown is not None and len(matches) > shown:
        yield f"{GAP * 3}… and {len(matches) - shown} more (--all)"


def _sentence(match: Match, knowledge: Knowledge) -> str:
    """What the rule says, and why one should believe it or not."""
    rule = match.rule
    place = f" ({rule.place})" if rule.place else ""
    wrong = ", error found" if knowledge.flaws_of(rule) else ""
    parts = [
        rule.statement,
        f"[{_fit(match)}; {knowledge.kind_of(rule)}, {rule.source}{place}{wrong}]",
    ]
    if rule.standing is not Standing.CURRENT:
        parts.append(f"Only a hypothesis today: {rule.standing_note}")
    return " ".join(parts)


def _fit(match: Match) -> str:
    if match.fit is Fit.APPLIES:
        return "applies"
    doubts = [_FACT_LABELS[name] for name in match.unknown]
    return f"may apply: {', '.join((*doubts, *filter(None, (_if(match.question),))))}"


def _if(question: str) -> str:
    return f"if {question}" if question else ""


def _choices(advice: Advice, knowledge: Knowledge, room: int, shown: int | None) -> list[list[str]]:
    sections = []
    for number, one in enumerate(advice.buildings):
        lines = [] if number else wrapped(_WHEN_BUILT, "", room)
        now = advice.built_as.get(one.choice)
        lines += wrapped(f"{one.choice.label}{f': {now}' if now else ''}", "", room)
        if one.choice.value in advice.physics:
            lines += wrapped(advice.physics[one.choice.value], f"{GAP}Physics: ", room)
        for candidate in one.candidates:
            lines += _candidate(candidate, knowledge, room, shown)
        sections.append(lines)
    return sections


def _history(advice: Advice, knowledge: Knowledge, room: int) -> list[str]:
    if not advice.history:
        return []
    lines = ["Of settings that don't exist any more:"]
    for match in advice.history:
        lines += wrapped(_sentence(match, knowledge), f"{GAP}- ", room)
    return lines


def _sources(advice: Advice, knowledge: Knowledge, room: int, *, everything: bool) -> list[str]:
    """Those of the rules that fit, each with the errors found where these rules come from."""
    settings = (candidate for one in advice.settings for candidate in one.candidates)
    choices = (candidate for one in advice.buildings for candidate in one.candidates)
    matches = [match for candidate in (*settings, *choices) for match in candidate.position.matches]
    matches += advice.history if everything else ()
    lines = []
    for source in knowledge.sources.values():
        rules = [match.rule for match in matches if match.rule.source == source.id]
        if not rules:
            continue
        lines += wrapped(
            f"{source.author}: {source.title} ({source.date})", f"{GAP}{source.id}: ", room
        )
        flaws = dict.fromkeys(flaw for rule in rules for flaw in knowledge.flaws_of(rule))
        for flaw in flaws:
            lines += wrapped(f"error found: {flaw.text}", GAP * 3, room)
    return ["Sources:", *lines] if lines else []


def _physics(advice: Advice, room: int) -> list[str]:
    lines = [
        text
        for one in advice.expectations
        for text in wrapped(_expectation(one), f"{GAP}{OPERATIONS[one.operation]}: ", room)
    ]
    for name, drive in advice.drives.items():
        if drive.links:
            links = ", ".join(f"{link.name} ({link.mb_s:.0f} MB/s)" for link in drive.links)
            lines += wrapped(f"{links}", f"{GAP}link of {name}: at most ", room)
    if not advice.expectations:
        lines += wrapped(_nothing_expected(advice), GAP, room)
    return ["To be expected by physics, not measured:", *lines]


def _alternatives(advice: Advice, room: int) -> list[str]:
    """Levels below each other, in disks."""
    if not advice.alternatives:
        return []
    rows: list[tuple[str, ...]] = [
        ("LEVEL", "RAND READ", "RAND WRITE", "SEQ READ", "SEQ WRITE", "SPACE", "MAY FAIL")
    ]
    for one, _ in advice.alternatives:
        rates = (one.rates.get(name) for name in ("rand-read", "rand-write", "seq-read",
                                                  "seq-write"))  # fmt: skip
        cells = ("–" if rate is None else f"{rate:.1f}" for rate in rates)
        level = f"{one.level} {one.layout}".rstrip()
        rows.append((level, *cells, f"{one.usable:.1f}", str(one.survives)))
    use = USE_PHRASES[advice.told.use]
    head = wrapped(
        f"The same {advice.facts.disks} disks at other levels, the best for {use} first by our "
        "weights, what survives no failure last (in disks: as much as so many alone; small writes, "
        "one stream):",
        "",
        room,
    )
    lines = table(rows, room, shrinkable=(0,), right=(1, 2, 3, 4, 5, 6))
    return [*head, *(f"{GAP}{line}" for line in lines)]


def _nothing_expected(advice: Advice) -> str:
    if advice.facts.level is None or advice.facts.disks is None:
        return (
            "What it could do isn't known, as the level or the number of disks isn't: tell it with "
            "--known level=raid5 --known disks=6."
        )
    if advice.facts.rotational is False:
        return "Nothing in it turns or seeks: there is no simple limit but its links."
    return "How fast it turns isn't known: tell it with --known rpm=7200 if it does."


def _expectation(one: Expectation) -> str:
    digits = 0 if one.unit != "disks" else 1
    texts = f"{one.low:.{digits}f}", f"{one.high:.{digits}f}"
    span = texts[0] if texts[0] == texts[1] else " to ".join(texts)
    unit = {"disks": "times one disk"}.get(one.unit, one.unit)
    load = f", {one.load}" if one.load else ""
    return f"{span} {unit}{load} ({one.formula}; {one.basis})"


def _shortfall(one: Shortfall, room: int) -> list[str]:
    comparison = one.comparison
    expected = comparison.expectation
    told = (
        f"{OPERATIONS[comparison.operation]}: {comparison.measured:g} {expected.unit} as you "
        f"measured are {comparison.ratio:.2f} of the {expected.low:.0f} expected."
    )
    if not comparison.alarming:
        return wrapped(f"{told} Nothing is wrong with that.", "", room)
    lines = wrapped(f"{told} Something is wrong. Look for:", "", room)
    for suspect in one.suspects:
        found = f" Found: {suspect.found}." if suspect.found else ""
        lines += wrapped(f"{suspect.what}.{found} To tell: {suspect.check}.", f"{GAP}- ", room)
    return lines


def _incomparable(advice: Advice, room: int) -> list[str]:
    if not advice.incomparable:
        return []
    names = ", ".join(OPERATIONS[name] for name in advice.incomparable)
    return wrapped(
        f"Nothing to compare with what you measured of {names}: for random requests the level, the "
        "number of disks and the rpm must be known, for sequential ones --known disk-mb-s=RATE "
        "of one disk.",
        "",
        room,
    )


def _recommended(found: RecommendedSet, room: int) -> list[str]:
    """The table, what is to be known of it, and the commands, a line each however long: they are to
    be copied."""
    lines: list[str] = []
    for block in recommended_blocks(found):
        if isinstance(block, Table):
            lines += ["", *wrapped(f"{block.title}:", "", room), *_table(block, room), ""]
        elif isinstance(block, Message):
            lines += wrapped(block.text, "", room)
        elif isinstance(block, Facts):
            lines += ["", f"{block.title}:", *(f"{GAP}{fact.text}" for fact in block.rows)]
    return lines


def _table(block: Table, room: int) -> list[str]:
    rows = [tuple(head.upper() for head in block.heads)]
    rows += [tuple(cell.text for cell in row) for row in block.rows]
    return [f"{GAP}{line}" for line in folded(rows, room - len(GAP), foldable=(3, 4))]


def _next(advice: Advice, found: RecommendedSet, room: int) -> list[str]:
    """Commands for what isn't in the set, or that nothing is worth a change."""
    commands = {line.command for line in found.lines}
    others = [step for step in advice.next_steps if step not in commands]
    if others:
        return [*wrapped("Also worth measuring:", "", room), *(f"{GAP}{step}" for step in others)]
    if any(line.command for line in found.lines):
        return []
    return wrapped(
        "Nothing published is worth a change here. To know, measure: storage-tuner tune "
        f"{advice.setup.device.name}",
        "",
        room,
    )
