"""The lines in udev's rule files that set a tunable, and the jumps around them (udev(7))."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from storage_tuner.core.tunable import Scope, of_attribute
from storage_tuner.probe.owners.commands import MAY_CONCERN
from storage_tuner.probe.owners.files import ConfigFile, logical_lines, merged_files
from storage_tuner.probe.owners.sysctl import tunable_of

LINKS = ("", "/device", "/bdi", "/device/../../scsi_host/*")
"""The paths from a disk to the devices whose attributes set its tunables. A folder ``*`` stands for
any."""

_READ_AHEAD = "bdi/read_ahead_kb"
_DISK_OF_DEVICE = "block/*/"

_JUMPS = ("GOTO", "LABEL")
_FOLDERS = tuple(
    f"{folder}/udev/rules.d" for folder in ("/etc", "/run", "/usr/local/lib", "/usr/lib", "/lib")
)
_IDENTIFIED = "64"
"""Files after this name are read after those with which udev identifies a disk
(60-persistent-storage.rules, 63-md-raid-arrays.rules)."""

_LONGEST_LINE = 16384
"""udev drops longer lines (udev-rules.c: UDEV_LINE_SIZE)."""

_LINES_KEPT = 4096
"""Lines whose tokens are remembered: every look at the disks reads the same files, which have about
a thousand."""

_ASSIGNABLE = {
    "ATTR", "ENV", "GOTO", "GROUP", "LABEL", "MODE", "NAME", "OPTIONS", "OWNER", "RUN", "SECLABEL",
    "SYMLINK", "SYSCTL", "TAG",
}  # fmt: skip
_TOKEN = re.compile(
    r'[\s,]*([A-Z_]+)(?:\{([^}]*)\})?\s*(==|!=|\+=|-=|:=|=)\s*([ei]*)"((?:\\"|[^"])*+)"[\s,]*'
)


@dataclass(frozen=True)
class Token:
    """``KEY{name}operator"value"``, with an ``i`` or ``e`` before the value as part of the
    operator."""

    key: str
    name: str
    operator: str
    value: str

    @property
    def is_match(self) -> bool:
        """Return whether it's a match. PROGRAM and IMPORT are matches even when written as an
        assignment, and invalid tokens count as matches that can't be decided."""
        return self.operator.startswith(("==", "!=", "-=")) or self.key not in _ASSIGNABLE


@dataclass(frozen=True)
class Line:
    """A line of a rule file. ``is_late``: the disk's identity is known when the line is read. Of
    the assignments, ``assigned`` has those that set a tunable, and jumps."""

    place: str
    is_late: bool
    matches: tuple[Token, ...]
    assigned: tuple[Token, ...]

    def jump(self, key: str) -> str | None:
        return next((token.value for token in self.assigned if token.key == key), None)


@dataclass(frozen=True)
class Rules:
    """The relevant lines of each file, in the order in which udev reads them, and the properties
    that any line assigns, with a flag for those assigned by a late one."""

    files: tuple[tuple[Line, ...], ...]
    properties: Mapping[str, bool]


def set_by(attribute: str, link: str = "") -> str | None:
    """The name of the tunable that is set by an attribute of a disk, or of the device at ``link``
    from it. A scheduler's own values have their described name, whichever scheduler is active."""
    path = f"{link}/{attribute}".removeprefix("/")
    if path == _READ_AHEAD:
        return "read_ahead_kb"
    if link == "/device" and attribute.startswith(_DISK_OF_DEVICE):
        return set_by(attribute.removeprefix(_DISK_OF_DEVICE))
    tunable = of_attribute(path, None)
    return tunable.name if tunable is not None and tunable.scope is not Scope.MACHINE else None


def read_rules(base: str) -> Rules:
    """Read the rules below ``base``."""
    properties: dict[str, bool] = {}
    files = [tuple(_lines(file, properties)) for file in merged_files(base, _FOLDERS, ".rules")]
    return Rules(tuple(lines for lines in files if _sets_something(lines)), properties)


def _sets_something(lines: tuple[Line, ...]) -> bool:
    return any(token.key not in _JUMPS for line in lines for token in line.assigned)


def _lines(file: ConfigFile, properties: dict[str, bool]) -> Iterator[Line]:
    is_late = file.place.rpartition("/")[2] > _IDENTIFIED
    for number, text in logical_lines(file.text, joint=""):
        tokens = parse_line(text) if len(text) < _LONGEST_LINE else ()
        for token in tokens:
            if token.key == "ENV" and not token.is_match:
                properties[token.name] = properties.get(token.name, False) or is_late
        assigned = tuple(token for token in tokens if not token.is_match and _matters(token))
        if assigned:
            asked = tuple(token for token in tokens if token.is_match)
            yield Line(file.at(number), is_late, asked, assigned)


@lru_cache(_LINES_KEPT)
def parse_line(text: str) -> tuple[Token, ...]:
    """The tokens of one line; empty when it contains anything else, since udev then drops it."""
    tokens, position = [], 0
    while found := _TOKEN.match(text, position):
        key, name, operator, prefix, value = found.groups(default="")
        plain = re.sub(r"^(\.\./){2}", "device/", name)  # two levels above a disk is its device
        tokens.append(Token(key, plain, operator + prefix, value.replace('\\"', '"')))
        position = found.end()
    return tuple(tokens) if position == len(text) else ()


def _matters(token: Token) -> bool:
    if token.key == "RUN":
        return MAY_CONCERN.search(token.value) is not None
    if token.key == "SYSCTL":
        return tunable_of(token.name) is not None
    is_set = token.key == "ATTR" and any(set_by(token.name, link) for link in LINKS)
    return token.key in _JUMPS or is_set
