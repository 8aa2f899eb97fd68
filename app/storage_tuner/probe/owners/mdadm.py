"""Values that mdadm writes to an array it assembles: the SYSFS lines of mdadm.conf(5)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from storage_tuner.core.device import Device, SettingOwner
from storage_tuner.core.tunable import OF_DEVICES
from storage_tuner.probe.owners.files import ConfigFile, entries, read_config
from storage_tuner.probe.owners.sysfs_node import SysfsNode
from storage_tuner.probe.owners.tristate import Truth, hedged, truth

TOOL = "mdadm.conf"

_FILES = ("/etc/mdadm/mdadm.conf", "/etc/mdadm.conf")
_FOLDERS = ("/etc/mdadm/mdadm.conf.d", "/etc/mdadm.conf.d")
_WORD = re.compile(r"""(?:"[^"]*"?|'[^']*'?|[^\s"'])+""")
_TUNABLES = {tunable.attribute: tunable.name for tunable in OF_DEVICES}


@dataclass(frozen=True)
class _Line:
    """A SYSFS line. ``name`` is the one below /dev/md, and is ignored when there is a ``uuid``."""

    uuid: str
    name: str
    attributes: tuple[tuple[str, str], ...]
    place: str


class MdadmConf:
    """The SYSFS lines of mdadm's configuration below ``base``."""

    def __init__(self, base: str) -> None:
        self._base = base
        self._lines = tuple(line for file in _files(base) for line in _sysfs_lines(file))

    def owners(self, device: Device) -> Iterator[SettingOwner]:
        if device.kind != "md":
            return
        for line in self._lines:
            meant = self._is_meant(line, device)
            if meant is Truth.NO:
                continue
            for name, value in line.attributes:
                if tunable := _TUNABLES.get(f"md/{name}"):
                    yield SettingOwner(TOOL, tunable, value, hedged(line.place, meant))

    def _is_meant(self, line: _Line, device: Device) -> Truth:
        known = SysfsNode(self._base, f"/sys/block/{device.name}").database or {}
        if line.uuid:
            uuid = (device.md.uuid if device.md else None) or known.get("MD_UUID")
            return truth(_hexadecimal(uuid) == line.uuid) if uuid else Truth.MAYBE
        name = known.get("MD_DEVNAME") or known.get("MD_NAME", "").rpartition(":")[2]
        return truth(line.name in (name, device.name)) if name else Truth.MAYBE


def _files(base: str) -> Iterator[ConfigFile]:
    in_folders = (
        f"{folder}/{name}"
        for folder in _FOLDERS
        for name in entries(base, folder)
        if name.endswith(".conf")
    )
    for path in (*_FILES, *in_folders):
        if file := read_config(base, path):
            yield file


def _sysfs_lines(file: ConfigFile) -> Iterator[_Line]:
    for number, words in _logical_lines(file.text):
        if len(words[0]) < 3 or not "sysfs".startswith(words[0].lower()):
            continue
        pairs = [(name, value) for name, sign, value in map(_pair, words[1:]) if sign and value]
        uuid = next((_hexadecimal(value) for name, value in pairs if name.lower() == "uuid"), "")
        name = next((value for name, value in pairs if name.lower() == "name"), "")
        if uuid or name.startswith("/dev/md/"):
            rest = tuple(pair for pair in pairs if pair[0].lower() not in ("uuid", "name"))
            place = file.at(number)
            yield _Line(uuid, name.removeprefix("/dev/md/"), rest, place)


def _pair(word: str) -> tuple[str, str, str]:
    return word.partition("=")


def _logical_lines(text: str) -> Iterator[tuple[int, list[str]]]:
    """The words of each line, including the indented lines below it, and the line's number."""
    lines: list[tuple[int, list[str]]] = []
    for number, line in enumerate(text.splitlines(), 1):
        words = _words(line)
        if not words:
            continue
        if line[0] in " \t" and lines:
            lines[-1][1].extend(words)
        else:
            lines.append((number, words))
    return iter(lines)


def _words(line: str) -> list[str]:
    words = []
    for found in _WORD.finditer(line):
        if found[0].startswith("#"):
            break
        words.append(found[0].replace('"', "").replace("'", ""))
    return words


def _hexadecimal(uuid: str) -> str:
    """The digits only: mdadm writes 8:8:8:8, other tools 8-4-4-4-12."""
    return re.sub(r"[^0-9a-f]", "", uuid.lower())
