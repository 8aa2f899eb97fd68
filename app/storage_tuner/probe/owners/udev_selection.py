"""Which lines of udev's rules matter for a sort of device.

Kept are those that set a tunable, those that set a property that such a line asks for, and the
jumps around them. So a device costs little, however many rules there are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache

from storage_tuner.core.tunable import OF_DEVICES
from storage_tuner.probe.owners.commands import MAY_CONCERN
from storage_tuner.probe.owners.files import ConfigFile
from storage_tuner.probe.owners.places import at_line
from storage_tuner.probe.owners.truth import Truth, matches
from storage_tuner.probe.owners.udev_event import Tests, imported_by, tests_of
from storage_tuner.probe.owners.udev_syntax import Token, parse_rules

ACTIONS = ("add", "change")
"""The events with which a device appears, and is looked at again."""

ATTRIBUTES = {tunable.attribute: tunable.name for tunable in OF_DEVICES}
_PROPERTY = re.compile(r"(?:\$env|%E)\{([^}]*)\}")


@dataclass(frozen=True)
class Subject:
    """A sort of device whose events can set tunables of a block device.

    ``link`` leads to it from the block device's folder; ``tunables`` maps its attributes.
    """

    subsystem: str
    device_type: str
    link: str
    tunables: dict[str, str]


SUBJECTS = (
    Subject("block", "disk", "", {**ATTRIBUTES, "bdi/read_ahead_kb": "read_ahead_kb"}),
    Subject(
        "scsi",
        "scsi_device",
        "device",
        {
            "queue_depth": "queue_depth",
            **{f"block/*/{attribute}": name for attribute, name in ATTRIBUTES.items()},
        },
    ),
    Subject("bdi", "", "bdi", {"read_ahead_kb": "read_ahead_kb"}),
)


@dataclass(frozen=True)
class Rule:
    """A line of a rule file. ``target`` is the index of the line that GOTO leads to."""

    place: str
    tests: Tests
    properties: tuple[Token, ...]
    attributes: tuple[Token, ...]
    commands: tuple[Token, ...]
    target: int | None


def drafts_of(file: ConfigFile) -> Iterator[Draft]:
    lines = parse_rules(file.text)
    for index, line in enumerate(lines):
        yield Draft(at_line(file.place, line.number), line.tokens, len(lines) - index)


@dataclass(frozen=True)
class Draft:
    """A line before it's known for what devices. ``left`` counts the file's lines from here on:
    a jump never leaves its file."""

    place: str
    tokens: tuple[Token, ...]
    left: int

    def assigned(self, key: str) -> tuple[Token, ...]:
        return tuple(token for token in self.tokens if token.key == key and not token.is_match)

    @cached_property
    def goto(self) -> str | None:
        """Of several the first counts."""
        return next((token.value for token in self.tokens if token.key == "GOTO"), None)

    @cached_property
    def label(self) -> str | None:
        """Of several the last counts."""
        return next((token.value for token in reversed(self.tokens) if token.key == "LABEL"), None)


class Selection:
    """The lines that matter for one sort of device, in order."""

    def __init__(self, drafts: tuple[Draft, ...], subject: Subject) -> None:
        self.subject = subject
        targets = _targets(drafts)
        self._possible = _possible(drafts, targets, subject)
        self.rules = _numbered(drafts, self._wanted(targets), targets, subject)
        self.is_set = lru_cache(None)(self._find_source)

    def _find_source(self, name: str) -> bool:
        """Whether any line could set the property."""
        return any(_sets_property(draft, name) for draft in self._possible.values())

    def _wanted(self, targets: dict[int, int]) -> list[int]:
        """The lines with an effect of interest, and all that decides whether they have it."""
        possible = self._possible
        wanted = {i for i, draft in possible.items() if _sets_tunable(draft, self.subject)}
        known, last = -1, max(wanted, default=-1)
        while known != len(wanted):
            known = len(wanted)
            names = frozenset(name for index in wanted for name in _asked(possible[index]))
            runs = _run_anything(possible[index] for index in wanted)
            wanted |= {
                i
                for i, draft in possible.items()
                if any(_sets_property(draft, name) for name in names)
                or (runs and any(token.operator != "+=" for token in draft.assigned("RUN")))
                or (i in targets and any(i < other < targets[i] for other in wanted))
            }
        runs = _run_anything(possible[index] for index in wanted)
        return sorted(index for index in wanted if runs or index <= last)


def _possible(
    drafts: tuple[Draft, ...], targets: dict[int, int], subject: Subject
) -> dict[int, Draft]:
    """By index the lines that can hold for this sort of device and aren't always jumped over."""
    found: dict[int, Draft] = {}
    reached, landings = 0, set[int]()
    for index, draft in enumerate(drafts):
        if index < reached and index not in landings:
            continue
        holds = _in_general(draft, subject)
        reached = index
        if holds is Truth.NO:
            continue
        found[index] = draft
        if index in targets:
            landings.add(targets[index])
            reached = targets[index] if holds is Truth.YES else index
    return found


def _in_general(draft: Draft, subject: Subject) -> Truth:
    """What can be said of the line's matches for all devices of this sort."""
    result = Truth.YES
    for token in draft.tokens:
        if token.is_match:
            held = {_holds(token, value) for value in _possible_values(token, subject)}
            result = min(result, held.pop() if len(held) == 1 else Truth.MAYBE)
    return result


def _holds(token: Token, value: str) -> Truth:
    held = matches(token.value, value, ignore_case=token.ignore_case)
    return held.opposite if token.operator == "!=" else held


def _possible_values(token: Token, subject: Subject) -> tuple[str, ...]:
    """The values that are possible for what the token asks; none when it depends."""
    if token.key == "SUBSYSTEM" or (token.key, token.name) == ("ENV", "SUBSYSTEM"):
        return (subject.subsystem,)
    if (token.key, token.name) == ("ENV", "DEVTYPE"):
        return (subject.device_type,)
    if token.key == "ACTION" or (token.key, token.name) == ("ENV", "ACTION"):
        return ACTIONS
    return ()


def _run_anything(drafts: Iterable[Draft]) -> bool:
    """Whether programs run; what they are told is known only at the end of all rules."""
    return any(draft.assigned("RUN") for draft in drafts)


def _targets(drafts: tuple[Draft, ...]) -> dict[int, int]:
    """By index of a line with GOTO that of its LABEL, which stands below it in the same file."""
    found: dict[int, int] = {}
    labels: dict[str, int] = {}
    for index in reversed(range(len(drafts))):
        draft = drafts[index]
        if draft.left == 1:
            labels.clear()
        if draft.goto in labels:
            found[index] = labels[draft.goto]
        if draft.label is not None:
            labels[draft.label] = index
    return found


def _is_open(token: Token, subject: Subject) -> bool:
    """Whether it is a match that doesn't hold for all devices of this sort anyway."""
    held = {_holds(token, value) for value in _possible_values(token, subject)}
    return token.is_match and held != {Truth.YES}


def _numbered(
    drafts: tuple[Draft, ...], kept: list[int], targets: dict[int, int], subject: Subject
) -> tuple[Rule, ...]:
    """The kept lines, their jumps leading to the next kept line at or below the label."""
    rules = []
    for index in kept:
        draft, target = drafts[index], targets.get(index)
        rules.append(
            Rule(
                draft.place,
                tests_of(token for token in draft.tokens if _is_open(token, subject)),
                draft.assigned("ENV"),
                draft.assigned("ATTR"),
                draft.assigned("RUN"),
                None if target is None else sum(other < target for other in kept),
            )
        )
    return tuple(rules)


def _sets_tunable(draft: Draft, subject: Subject) -> bool:
    written = (token.name for token in draft.assigned("ATTR"))
    if any(plain_name(name) in subject.tunables or "$" in name or "%" in name for name in written):
        return True
    return any(MAY_CONCERN.search(token.value) for token in draft.assigned("RUN"))


def _sets_property(draft: Draft, name: str) -> bool:
    for token in draft.tokens:
        if token.key == "ENV" and not token.is_match and token.name == name:
            return True
        if token.key == "IMPORT" and any(name.startswith(start) for start in imported_by(token)):
            return True
    return False


def _asked(draft: Draft) -> Iterator[str]:
    """The properties that the line matches or copies."""
    for token in draft.tokens:
        if token.key == "ENV" and token.is_match:
            yield token.name
        for text in (token.name, token.value):
            yield from _PROPERTY.findall(text)


def plain_name(name: str) -> str:
    """``../..`` of a disk in sysfs is its ``device``."""
    return re.sub(r"^(\.\./){2}", "device/", name)
