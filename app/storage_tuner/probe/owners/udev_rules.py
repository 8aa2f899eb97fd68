"""Values set by udev's rules, as far as they are written literally (udev(7), udev-rules.c).

A line doesn't count where a name, an attribute or udev's database excludes it. It's uncertain after
a match that can't be decided, or a jump that may be taken: properties that rules pass to each
other, imports and programs aren't followed. Whether a command runs and succeeds is never certain.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from storage_tuner.core.device import Device, SettingOwner
from storage_tuner.probe.owners.commands import settings_of
from storage_tuner.probe.owners.files import entries, exists
from storage_tuner.probe.owners.sysctl import tunable_of
from storage_tuner.probe.owners.sysfs_node import SysfsNode, Values
from storage_tuner.probe.owners.tristate import Truth, hedged, matches, truth
from storage_tuner.probe.owners.udev_lines import LINKS, Line, Token, read_rules, set_by
from storage_tuner_protocol.interface import UDEV_RULES

TOOL = "udev rule"

_ACTIONS = ("add", "change")
"""The events when a device appears and when it's examined again."""

_OF_PARENTS = ("KERNELS", "SUBSYSTEMS", "DRIVERS", "ATTRS", "TAGS")
_SUBSTITUTED = re.compile(
    r"([$%])\1|\$(kernel|name|devnode|devpath|sys|root)|%[kDNpSr]|[$%]\w+(?:\{[^}]*\})?"
)

_Effect = tuple[SettingOwner, Truth]


class UdevRules:
    """The rules below ``base``; the files are read once for all devices."""

    def __init__(self, base: str) -> None:
        self._base, self._rules = base, read_rules(base)

    def owners(self, device: Device) -> Iterator[SettingOwner]:
        """The owners by events of the disk, of its parent device, its ``bdi`` and its host; none of
        a path to an NVMe drive, since the kernel announces no event of a hidden disk
        (block/genhd.c)."""
        if device.head is not None:
            return
        found: dict[SettingOwner, Truth] = {}
        for link, path in self._places(device) if self._rules.files else ():
            node = SysfsNode(self._base, path)
            for action in _ACTIONS if exists(self._base, path) else ():
                event = _Event(node, action, device.name, link, self._rules.properties)
                for owner, certainty in _last(event.effects(self._rules.files)):
                    found[owner] = max(certainty, found.get(owner, certainty))
        for owner, certainty in found.items():
            yield replace(owner, place=hedged(owner.place, certainty))

    def _places(self, device: Device) -> Iterator[tuple[str, str]]:
        """The links from the disk, each with every path that it stands for."""
        for link in LINKS:
            above, star, _ = f"/sys/block/{device.name}{link}".partition("/*")
            for name in entries(self._base, above) if star else ("",):
                yield link, f"{above}/{name}" if star else above

    def permanent(self, device: Device) -> dict[str, str]:
        """The values in our own file for the disk with this one's identity, by tunable: also those
        that a later rule overrides, or of a scheduler that isn't active."""
        ours = [lines for lines in self._rules.files if lines[0].place.startswith(UDEV_RULES)]
        if not ours:
            return {}
        node = SysfsNode(self._base, f"/sys/block/{device.name}")
        event = _Event(node, "change", device.name, "", self._rules.properties)
        return {
            tunable: token.value
            for line in ours[0]
            for token in line.assigned
            if token.key == "ATTR"
            and (tunable := set_by(token.name)) is not None
            and event.identifies(line)
        }

    def machine_owners(self) -> Iterator[SettingOwner]:
        """The owners of virtual memory settings. Whether any device has such an event isn't
        checked."""
        for line in (line for lines in self._rules.files for line in lines):
            for token in line.assigned:
                if token.key == "SYSCTL" and (tunable := tunable_of(token.name)):
                    value = None if _SUBSTITUTED.search(token.value) else token.value
                    yield SettingOwner(TOOL, tunable, value, hedged(line.place, Truth.MAYBE))


class _Event:
    """The event ``action`` of the device ``node``, which is or belongs to the block device
    ``name``, from which ``link`` leads to it; ``properties`` are as in ``Rules``."""

    def __init__(
        self,
        node: SysfsNode,
        action: str,
        name: str,
        link: str,
        properties: Mapping[str, bool],
    ) -> None:
        self._properties = properties
        self._node, self._action, self._name, self._link = node, action, name, link
        self._written: set[str] = set()
        self._words = {
            **dict.fromkeys(("$kernel", "%k", "$name", "%D"), node.kernel_name),
            **dict.fromkeys(("$devnode", "%N"), f"/dev/{node.kernel_name}"),
            **dict.fromkeys(("$devpath", "%p"), node.devpath),
            **dict.fromkeys(("$sys", "%S"), "/sys"),
            **dict.fromkeys(("$root", "%r"), "/dev"),
            "$$": "$",
            "%%": "%",
        }

    def effects(self, files: tuple[tuple[Line, ...], ...]) -> Iterator[_Effect]:
        """The settings in their order; commands run after all rules."""
        applied = [found for lines in files for found in self._applied(lines)]
        tokens = [(line, token, sure) for line, sure in applied for token in line.assigned]
        for line, token, certainty in tokens:
            if token.key == "ATTR" and (tunable := set_by(token.name, self._link)):
                value = self._substituted(token.value)
                is_escaped = token.operator.endswith("e") and "\\" in value
                known = None if is_escaped or "\0" in value else value
                yield SettingOwner(TOOL, tunable, known, line.place), certainty
        for line, token, _ in tokens:
            command = self._substituted(token.value).replace("\0", "*")
            for attribute, reported in (
                settings_of(command, self._name) if token.key == "RUN" else ()
            ):
                if tunable := set_by(attribute):
                    yield SettingOwner(TOOL, tunable, reported, line.place), Truth.MAYBE

    def identifies(self, line: Line) -> bool:
        """Return whether the line is for this device, by its name and by its properties in udev's
        database, which our own file, one of the last, finds as they are there."""
        known = {**(self._node.database or {}), **self._node.uevent}
        return all(
            _compared(token, (known.get(token.name),)) is Truth.YES
            if token.key == "ENV"
            else self._decided(token, line) is Truth.YES
            for token in line.matches
            if token.key in ("KERNEL", "ENV")
        )

    def _applied(self, lines: tuple[Line, ...]) -> Iterator[tuple[Line, Truth]]:
        """The lines of a file that may apply. Up to the label of a jump that may be taken, nothing
        is certain."""
        doubtful, jumped = set[str | None](), None
        labels = {line.jump("LABEL"): number for number, line in enumerate(lines, 1)}
        for number, line in enumerate(lines, 1):
            doubtful.discard(label := line.jump("LABEL"))
            if jumped is not None and label != jumped:
                continue
            jumped = None
            holds = self._holds(line)
            if holds is Truth.NO:
                continue
            certainty = min(holds, Truth.MAYBE) if doubtful else holds
            yield line, certainty
            self._written.update(token.name for token in line.assigned)
            target = line.jump("GOTO")
            if target and labels.get(target, 0) > number:
                jumped = target if certainty is Truth.YES else None
                doubtful.add(target)

    def _holds(self, line: Line) -> Truth:
        """Return whether all matches hold, those of parents for one and the same device."""
        result = Truth.YES
        for token in line.matches:
            if token.key not in _OF_PARENTS:
                result = min(result, self._decided(token, line))
            if result is Truth.NO:
                return result
        tokens = [token for token in line.matches if token.key in _OF_PARENTS]
        nodes = self._node.line if tokens else ()
        held = (min(_of_parent(node, token) for token in tokens) for node in nodes)
        return min(result, max(held, default=Truth.YES))

    def _decided(self, token: Token, line: Line) -> Truth:
        is_named = token.key == "ENV" and token.name in ("ACTION", "DEVPATH", "SUBSYSTEM")
        key = token.name if is_named else token.key
        if key == "TEST":
            return self._exists(token)
        if key == "ACTION":
            return _compared(token, (self._action,))
        if key == "ENV":
            return _compared(token, self._property(token.name, line))
        is_written = key == "ATTR" and token.name in self._written
        return _compared(token, () if is_written else _values(self._node, key, token.name))

    def _property(self, name: str, line: Line) -> Values:
        """The possible values: the final one in udev's database, which an early line may not have
        yet; unknown when a late or newer rule may change it."""
        node = self._node
        if name in node.uevent:
            return (node.uevent[name],)
        if name.startswith(".") or node.database is None or not node.uevent:
            return ()
        value = node.database.get(name)
        if self._properties.get(name) or (value is None and name in self._properties):
            return ()
        return (value,) if line.is_late or value is None else (value, None)

    def _exists(self, token: Token) -> Truth:
        """Return whether the file exists; a captured tree is incomplete, so there it's MAYBE
        outside sysfs."""
        path = self._substituted(token.value)
        path = path if path.startswith("/") else f"{self._node.folder}/{path}"
        is_captured = bool(self._node.base) and not path.startswith("/sys/")
        is_written_wrongly = token.operator not in ("==", "!=")
        if is_captured or is_written_wrongly or token.name or any(sign in path for sign in "\0*?["):
            return Truth.MAYBE
        return truth(exists(self._node.base, path) == (token.operator == "=="))

    def _substituted(self, text: str) -> str:
        r"""``text`` with $name, %k and the like replaced; "\0" marks unknown values."""
        return _SUBSTITUTED.sub(lambda found: self._words.get(found[0], "\0"), text)


def _of_parent(node: SysfsNode, token: Token) -> Truth:
    """The result for a parent, whose keys have an S appended."""
    return _compared(token, _values(node, token.key.removesuffix("S"), token.name))


def _values(node: SysfsNode, key: str, name: str) -> Values:
    if key == "KERNEL":
        return (node.kernel_name,)
    if key in ("SUBSYSTEM", "DRIVER"):
        return (node.link(key.lower()),)
    if key == "DEVPATH":
        return (node.devpath,)
    is_plain = key == "ATTR" and not any(sign in name for sign in "$%[")
    return node.attribute(name) if is_plain else ()


def _compared(token: Token, values: Values) -> Truth:
    """The result of a comparison. A missing attribute matches neither == nor !=."""
    if values == (None,) and token.key in ("ATTR", "ATTRS"):
        return Truth.NO
    found = {matches(token.value, value) for value in values}
    if len(found) != 1 or token.operator not in ("==", "!="):
        return Truth.MAYBE
    held = found.pop()
    return held if token.operator == "==" else held.opposite


def _last(effects: Iterator[_Effect]) -> list[_Effect]:
    """The effects that may be final: the last certain one for each tunable, and uncertain ones
    after it."""
    kept: dict[str, list[_Effect]] = {}
    for owner, certainty in effects:
        of_tunable = kept.setdefault(owner.tunable, [])
        if certainty is Truth.YES:
            of_tunable.clear()
        of_tunable.append((owner, certainty))
    return [each for of_tunable in kept.values() for each in of_tunable]
