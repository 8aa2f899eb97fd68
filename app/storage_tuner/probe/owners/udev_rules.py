"""What udev's rules set, found out by going through them as udev does (udev(7), udev-rules.c)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from storage_tuner.core.device import Device, SettingOwner
from storage_tuner.probe.owners.commands import settings_of
from storage_tuner.probe.owners.files import merged_files
from storage_tuner.probe.owners.places import hedged
from storage_tuner.probe.owners.sysfs_node import SysfsNode, SysfsNodes
from storage_tuner.probe.owners.truth import Truth
from storage_tuner.probe.owners.udev_event import Event
from storage_tuner.probe.owners.udev_selection import (
    ACTIONS,
    ATTRIBUTES,
    SUBJECTS,
    Rule,
    Selection,
    drafts_of,
    plain_name,
)
from storage_tuner.probe.owners.udev_syntax import Token

TOOL = "udev rule"

_FOLDERS = (
    "/etc/udev/rules.d",
    "/run/udev/rules.d",
    "/usr/local/lib/udev/rules.d",
    "/usr/lib/udev/rules.d",
    "/lib/udev/rules.d",
)


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
        self._nodes = nodes
        files = merged_files(base, _FOLDERS, ".rules")
        drafts = tuple(draft for file in files for draft in drafts_of(file))
        selections = (Selection(drafts, subject) for subject in SUBJECTS)
        self.programs = tuple(Program(base, chosen) for chosen in selections if chosen.rules)

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
        for action in ACTIONS:
            event = program.event(node, action)
            for effect in program.run(event, block.kernel_name):
                key = (effect.tunable, effect.value, effect.place)
                known = found.get(key, effect)
                certainty = max(known.certainty, effect.certainty)
                found[key] = replace(effect, certainty=certainty)
            if not event.asked_for_action:
                break
        return found.values()


class Program:
    """The rules that matter for one sort of device, in order."""

    def __init__(self, base: str, selection: Selection) -> None:
        self._base, self._selection = base, selection
        self.subject, self.rules = selection.subject, selection.rules

    def event(self, node: SysfsNode, action: str) -> Event:
        return Event(self._base, node, action, self._selection.is_set)

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
        if tunable := self.subject.tunables.get(plain_name(name)):
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
    for attribute, value in settings_of(event.as_far_as_known(token.value), name):
        if tunable := ATTRIBUTES.get(attribute):
            yield Effect(tunable, value, rule.place, certainty)


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
