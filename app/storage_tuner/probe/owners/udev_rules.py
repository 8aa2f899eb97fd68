"""What udev's rules set, found out by going through them as udev does (udev(7), udev-rules.c).

Only the lines that matter are kept: those that set a tunable, those that set a property that such a
line asks for, and the jumps around them. So a device costs little, however many rules there are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache

from storage_tuner.core.device import Device, SettingOwner
from storage_tuner.core.tunable import OF_DEVICES
from storage_tuner.probe.owners.commands import MAY_CONCERN, settings_of
from storage_tuner.probe.owners.files import ConfigFile, merged_files
from storage_tuner.probe.owners.places import at_line, hedged
from storage_tuner.probe.owners.sysfs_node import SysfsNode, SysfsNodes
from storage_tuner.probe.owners.truth import Truth, matches
from storage_tuner.probe.owners.udev_event import Event, Tests, imported_by, tests_of
from storage_tuner.probe.owners.udev_syntax import Token, parse_rules

TOOL = "udev rule"
OWN_FILE = "99-storage-tuner.rules"

_FOLDERS = (
    "/etc/udev/rules.d",
    "/run/udev/rules.d",
    "/usr/local/lib/udev/rules.d",
    "/usr/lib/udev/rules.d",
    "/lib/udev/rules.d",
)
_ACTIONS = ("add", "change")
_ATTRIBUTES = {tunable.attribute: tunable.name for tunable in OF_DEVICES}
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


_SUBJECTS = (
    Subject("block", "disk", "", {**_ATTRIBUTES, "bdi/read_ahead_kb": "read_ahead_kb"}),
    Subject(
        "scsi",
        "scsi_device",
        "device",
        {
            "queue_depth": "queue_depth",
            **{f"block/*/{attribute}": name for attribute, name in _ATTRIBUTES.items()},
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


@dataclass(frozen=True)
class Effect:
    """One value that a line sets."""

    tunable: str
    value: str | None
    place: str
    certainty: Truth


@dataclass
class _Walk:
    """How far the rules were gone through: until the line ``doubtful`` it isn't sure that they
    count, because a jump that may be taken leads there."""

    doubtful: int = 0
    effects: list[Effect] = field(default_factory=list)
    commands: list[tuple[Rule, Token, Truth]] = field(default_factory=list)


class UdevRules:
    """The rules below ``base``; the files are read once for all devices."""

    def __init__(self, base: str, nodes: SysfsNodes) -> None:
        self._base, self._nodes = base, nodes
        files = tuple(
            file
            for file in merged_files(base, _FOLDERS, ".rules")
            if not file.place.endswith(f"/{OWN_FILE}")
        )
        drafts = tuple(draft for file in files for draft in _drafts_of(file))
        programs = (Program(base, drafts, subject) for subject in _SUBJECTS)
        self.programs = tuple(program for program in programs if program.rules)

    def owners(self, device: Device) -> Iterator[SettingOwner]:
        for program in self.programs:
            for effect in self._effects(program, self._nodes.block(device.name)):
                place = hedged(effect.place, effect.certainty)
                yield SettingOwner(TOOL, effect.tunable, effect.value, place)

    def _effects(self, program: Program, block: SysfsNode) -> Iterable[Effect]:
        link = program.subject.link
        node = self._nodes.linked(block, link) if link else block
        if node is None:
            return ()
        found: dict[tuple[str, str | None, str], Effect] = {}
        for action in _ACTIONS:
            event = program.event(node, action)
            for effect in program.run(event, block.kernel_name):
                key = (effect.tunable, effect.value, effect.place)
                known = found.get(key, effect)
                certainty = max(known.certainty, effect.certainty)
                found[key] = replace(effect, certainty=certainty)
            if not event.asked_for_action:
                break
        return found.values()


def _drafts_of(file: ConfigFile) -> Iterator[_Draft]:
    lines = parse_rules(file.text)
    for index, line in enumerate(lines):
        yield _Draft(at_line(file.place, line.number), line.tokens, len(lines) - index)


@dataclass(frozen=True)
class _Draft:
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


class Program:
    """The rules that matter for one sort of device, in order."""

    def __init__(self, base: str, drafts: tuple[_Draft, ...], subject: Subject) -> None:
        self.subject = subject
        self._base = base
        targets = _targets(drafts)
        self._possible = _possible(drafts, targets, subject)
        self.rules = _numbered(drafts, self._wanted(targets), targets, subject)
        self._is_set = lru_cache(None)(self._find_source)

    def _find_source(self, name: str) -> bool:
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

    def event(self, node: SysfsNode, action: str) -> Event:
        return Event(self._base, node, action, self._is_set)

    def run(self, event: Event, name: str) -> list[Effect]:
        """What counts in the end: of certain values the last one, and what may come after it.

        ``name`` is that of the block device that is concerned.
        """
        walk, index = _Walk(), 0
        while index < len(self.rules):
            index = self._step(index, event, walk)
        for rule, token, certainty in walk.commands:
            walk.effects += _effects_of_command(rule, token, certainty, event, name)
        return _last(walk.effects)

    def _step(self, index: int, event: Event, walk: _Walk) -> int:
        """Apply one line and give the index of the next."""
        rule = self.rules[index]
        holds = event.test(rule.tests)
        if holds is Truth.NO:
            return index + 1
        certainty = Truth.MAYBE if index < walk.doubtful else holds
        for token in rule.properties:
            event.assign(token, certainty)
        for token in rule.attributes:
            walk.effects += self._write(rule, token, certainty, event)
        for token in rule.commands:
            _queue(rule, token, certainty, walk)
        return _following(index, rule.target, holds, walk)

    def _write(self, rule: Rule, token: Token, certainty: Truth, event: Event) -> Iterator[Effect]:
        name = event.substituted(token.name)
        if not isinstance(name, str):
            return
        value = event.substituted(token.value)
        event.write(name, value)
        if tunable := self.subject.tunables.get(_plain(name)):
            yield Effect(tunable, value if isinstance(value, str) else None, rule.place, certainty)


def _following(index: int, target: int | None, holds: Truth, walk: _Walk) -> int:
    """The line after ``index``, which jumps to ``target``.

    Of two ways that both may be taken the nearer one is gone, and what lies before the end of the
    farther one is in doubt.
    """
    if target is None:
        return index + 1
    if holds is not Truth.YES:
        walk.doubtful = max(walk.doubtful, target)
        return index + 1
    if index >= walk.doubtful:
        return target
    nearer = min(walk.doubtful, target)
    walk.doubtful = max(walk.doubtful, target)
    return nearer


def _possible(
    drafts: tuple[_Draft, ...], targets: dict[int, int], subject: Subject
) -> dict[int, _Draft]:
    """By index the lines that can hold for this sort of device and aren't always jumped over."""
    found: dict[int, _Draft] = {}
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


def _in_general(draft: _Draft, subject: Subject) -> Truth:
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
        return _ACTIONS
    return ()


def _run_anything(drafts: Iterable[_Draft]) -> bool:
    """Whether programs run; what they are told is known only at the end of all rules."""
    return any(draft.assigned("RUN") for draft in drafts)


def _targets(drafts: tuple[_Draft, ...]) -> dict[int, int]:
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
    drafts: tuple[_Draft, ...], kept: list[int], targets: dict[int, int], subject: Subject
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


def _sets_tunable(draft: _Draft, subject: Subject) -> bool:
    written = (token.name for token in draft.assigned("ATTR"))
    if any(_plain(name) in subject.tunables or "$" in name or "%" in name for name in written):
        return True
    return any(MAY_CONCERN.search(token.value) for token in draft.assigned("RUN"))


def _sets_property(draft: _Draft, name: str) -> bool:
    for token in draft.tokens:
        if token.key == "ENV" and not token.is_match and token.name == name:
            return True
        if token.key == "IMPORT" and any(name.startswith(start) for start in imported_by(token)):
            return True
    return False


def _asked(draft: _Draft) -> Iterator[str]:
    """The properties that the line matches or copies."""
    for token in draft.tokens:
        if token.key == "ENV" and token.is_match:
            yield token.name
        for text in (token.name, token.value):
            yield from _PROPERTY.findall(text)


def _queue(rule: Rule, token: Token, certainty: Truth, walk: _Walk) -> None:
    """RUN= empties the list of programs, RUN+= adds to it; they run after all rules."""
    if token.operator != "+=":
        if certainty is Truth.YES:
            walk.commands.clear()
        walk.commands[:] = [(rule, token, Truth.MAYBE) for rule, token, _ in walk.commands]
    if token.name in ("", "program"):
        walk.commands.append((rule, token, certainty))


def _effects_of_command(
    rule: Rule, token: Token, certainty: Truth, event: Event, name: str
) -> Iterator[Effect]:
    command = event.substituted(token.value)
    if not isinstance(command, str):
        return
    for attribute, value in settings_of(command, name):
        if tunable := _ATTRIBUTES.get(attribute):
            yield Effect(tunable, value, rule.place, certainty)


def _plain(name: str) -> str:
    """``../..`` of a disk in sysfs is its ``device``."""
    return re.sub(r"^(\.\./){2}", "device/", name)


def _last(effects: list[Effect]) -> list[Effect]:
    """Without what a later line certainly overwrites."""
    kept: list[Effect] = []
    settled: set[str] = set()
    for effect in reversed(effects):
        if effect.tunable not in settled:
            kept.append(effect)
        if effect.certainty is Truth.YES:
            settled.add(effect.tunable)
    return kept[::-1]
