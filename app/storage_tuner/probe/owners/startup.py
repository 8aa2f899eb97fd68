"""Values set at boot by tmpfiles.d, by systemd's services and by rc.local.

Sources: tmpfiles.d(5), systemd.service(5), systemd-rc-local-generator(8). Only literal commands are
parsed, and whether a script reaches them is unknown, so their values are marked as uncertain.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterator
from fnmatch import fnmatchcase

from storage_tuner.core.device import Device, SettingOwner
from storage_tuner.probe.owners.commands import MAY_CONCERN, settings_of
from storage_tuner.probe.owners.files import locate, logical_lines, merged_files, read_config
from storage_tuner.probe.owners.services import started_services
from storage_tuner.probe.owners.sysctl import tunable_of
from storage_tuner.probe.owners.tristate import UNCERTAIN
from storage_tuner.probe.owners.udev_lines import set_by

TMPFILES, SYSTEMD, RC_LOCAL = "tmpfiles.d", "systemd", "rc.local"

_TMPFILES_FOLDERS = tuple(
    f"{folder}/{TMPFILES}" for folder in ("/etc", "/run", "/usr/local/lib", "/usr/lib", "/lib")
)
_RC_LOCAL = ("/etc/rc.local", "/etc/rc.d/rc.local")
_WRITES = re.compile(r"(?:w|f\+|F)[-+!=~^]*")
_MAY_CONCERN = re.compile(rf"{MAY_CONCERN.pattern}|vm[./]")
_BLOCK = re.compile(r"/sys/(?:class/block|block|devices/.*/block)/([^/]+)/(.+)")
_PROC = "/proc/sys/"
_EXEC = re.compile(r"Exec(?:Start|StartPre|StartPost)\s*=\s*[-@:+!|]*\s*(.*)")
_VARIABLE = re.compile(r"\$\{?\w+\}?")
_SYSCTL = re.compile(r"sysctl\s+(?:-\S+\s+)*([\w./-]+)=(\w+)")
_WRITTEN = re.compile(r"echo\s+(?:-n\s+)?['\"]?(\w+)['\"]?\s*(?:>+|\|\s*tee)\s*/proc/sys/([\w./]+)")


class Startup:
    """The values set at boot by files below ``base``; every file is read once."""

    def __init__(self, base: str) -> None:
        self._written = tuple(_written_by_tmpfiles(base))
        commands = (*_of_services(base), *_of_rc_local(base))
        self._commands = tuple(each for each in commands if _MAY_CONCERN.search(each[1]))

    def owners(self, device: Device) -> Iterator[SettingOwner]:
        name = device.name.replace("/", "!")
        for path, value, place in self._written:
            found = _BLOCK.fullmatch(path)
            if found and fnmatchcase(name, found[1]) and (tunable := set_by(found[2])):
                yield SettingOwner(TMPFILES, tunable, value, place)
        for tool, command, place in self._commands:
            for attribute, reported in settings_of(command, device.name):
                if tunable := set_by(attribute):
                    yield SettingOwner(tool, tunable, reported, f"{place} {UNCERTAIN}")

    def machine_owners(self) -> Iterator[SettingOwner]:
        for path, value, place in self._written:
            tunable = tunable_of(path.removeprefix(_PROC)) if path.startswith(_PROC) else None
            if tunable:
                yield SettingOwner(TMPFILES, tunable, value, place)
        for tool, command, place in self._commands:
            for key, value in _set_in_memory(command):
                if tunable := tunable_of(key):
                    yield SettingOwner(tool, tunable, value, f"{place} {UNCERTAIN}")


def _set_in_memory(command: str) -> Iterator[tuple[str, str]]:
    for key, value in _SYSCTL.findall(command):
        yield key, value
    for value, key in _WRITTEN.findall(command):
        yield key, value


def _written_by_tmpfiles(base: str) -> Iterator[tuple[str, str, str]]:
    """Path (possibly with wildcards), value and place of the lines that write into existing
    files."""
    for file in merged_files(base, _TMPFILES_FOLDERS, ".conf"):
        for number, line in enumerate(file.text.splitlines(), 1):
            words = line.split(maxsplit=6)
            if len(words) == 7 and _WRITES.fullmatch(words[0]) and "%" not in words[1]:
                value = words[6].strip().strip("'\"").removesuffix("\\n").strip()
                yield words[1].strip("'\""), value, file.at(number)


def _of_services(base: str) -> Iterator[tuple[str, str, str]]:
    """Tool, command and place for the services that are started."""
    for file in started_services(base):
        for number, line in logical_lines(file.text):
            if found := _EXEC.fullmatch(line):
                yield SYSTEMD, _anywhere(found[1].replace("%%", "%")), file.at(number)
                yield from _of_script(base, SYSTEMD, _program(found[1]))


def _of_rc_local(base: str) -> Iterator[tuple[str, str, str]]:
    """The commands of rc.local, which systemd runs only if it's executable; the first path is often
    a link to the second."""
    for path in dict.fromkeys(locate(base, path) or "" for path in _RC_LOCAL):
        if path and os.access(f"{base}{path}", os.X_OK):
            yield from _of_script(base, RC_LOCAL, path)


def _of_script(base: str, tool: str, path: str) -> Iterator[tuple[str, str, str]]:
    """The lines of a shell script; empty for another program."""
    file = read_config(base, path) if path.startswith("/") else None
    if file is None or not re.match(r"#!.*sh\b", file.text):
        return
    for number, line in logical_lines(file.text):
        yield tool, _anywhere(line), file.at(number)


def _program(command: str) -> str:
    """The program that is run; for a shell with a script, the script."""
    try:
        words = shlex.split(command)
    except ValueError:
        return ""
    is_shell = bool(words) and words[0].rpartition("/")[2] in ("sh", "bash", "dash")
    return next(iter(words[1:] if is_shell else words), "")


def _anywhere(command: str) -> str:
    """``command`` with variables replaced by wildcards, since the disks that they name are
    unknown."""
    return _VARIABLE.sub("*", command)
