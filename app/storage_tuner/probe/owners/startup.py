"""Values set at boot by tmpfiles.d, and by commands of systemd's services, rc.local, local.d and
cron.

Sources: tmpfiles.d(5), systemd.service(5), systemd-rc-local-generator(8), crontab(5), OpenRC's
local.d/README. Only literal commands are parsed, and whether a script reaches them is unknown, so
their values are marked as uncertain.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase

from storage_tuner.core.device import Device, SettingOwner
from storage_tuner.probe.owners.commands import MAY_CONCERN, settings_of
from storage_tuner.probe.owners.files import (
    entries,
    locate,
    logical_lines,
    merged_files,
    read_config,
    read_script,
)
from storage_tuner.probe.owners.services import Service, started_services
from storage_tuner.probe.owners.sysctl import tunable_of
from storage_tuner.probe.owners.tristate import UNCERTAIN
from storage_tuner.probe.owners.udev_lines import set_by

TMPFILES, SYSTEMD, RC_LOCAL = "tmpfiles.d", "systemd", "rc.local"
LOCAL_D, CRON = "local.d", "cron"

_TMPFILES_FOLDERS = tuple(
    f"{folder}/{TMPFILES}" for folder in ("/etc", "/run", "/usr/local/lib", "/usr/lib", "/lib")
)
_RC_LOCAL = ("/etc/rc.local", "/etc/rc.d/rc.local", "/etc/init.d/boot.local")
_LOCAL_D = "/etc/local.d"
_CRON_D = "/etc/cron.d"
_OF_ROOT = ("/var/spool/cron/crontabs/root", "/var/spool/cron/root")
"""root's own crontab, which has no column for the user; only root can read it."""

_CRON_TIME = re.compile(r"(?:@[a-z]+|(?:[\w*/,~-]+\s+){4}[\w*/,~-]+)\s+(.*)")
_WRITES = re.compile(r"(?:w|f\+|F)[-+!=~^]*")
_MAY_CONCERN = re.compile(rf"{MAY_CONCERN.pattern}|vm[./]")
_BLOCK = re.compile(r"/sys/(?:class/block|block|devices/.*/block)/([^/]+)/(.+)")
_PROC = "/proc/sys/"
_EXEC = re.compile(r"(Exec(?:Start|StartPre|StartPost))\s*=\s*[-@:+!|]*\s*(.*)")
_LOOP = re.compile(r"\bfor\s+(\w+)\s+in\s+([^\s;]+)\s*(?:;|\n|$)")
"""A loop over one path or pattern."""

_VARIABLE = re.compile(r"\$\{?\w+\}?")
_SYSCTL = re.compile(r"sysctl\s+(?:-\S+\s+)*([\w./-]+)=(\w+)")
_WRITTEN = re.compile(r"echo\s+(?:-n\s+)?['\"]?(\w+)['\"]?\s*(?:>+|\|\s*tee)\s*/proc/sys/([\w./]+)")


class Startup:
    """The values set at boot by files below ``base``; every file is read once."""

    def __init__(self, base: str) -> None:
        self._written = tuple(_written_by_tmpfiles(base))
        commands = (
            *_of_services(base),
            *_of_scripts(base, RC_LOCAL, _RC_LOCAL),
            *_of_scripts(base, LOCAL_D, _started_in_local_d(base)),
            *_of_cron(base),
        )
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


def _written_by_tmpfiles(base: str) -> Iterator[tuple[str, str | None, str]]:
    """Path (possibly with wildcards), value (None: encoded, or a credential) and place of the lines
    that write into existing files. Of several lines for one path the first counts, unless they are
    to be appended."""
    seen = set[str]()
    for file in merged_files(base, _TMPFILES_FOLDERS, ".conf"):
        for number, line in enumerate(file.text.splitlines(), 1):
            words = line.split(maxsplit=6)
            if len(words) < 7 or not _WRITES.fullmatch(words[0]) or "%" in words[1]:
                continue
            path, is_appended = words[1].strip("'\""), words[0].startswith("w+")
            if path in seen and not is_appended:
                continue
            seen.add(path)
            value = words[6].strip().strip("'\"").removesuffix("\\n").strip()
            yield path, None if set("~^") & set(words[0]) else value, file.at(number)


def _of_services(base: str) -> Iterator[tuple[str, str, str]]:
    """Tool, command and place for the services that are started."""
    for service in started_services(base):
        for command, place in _started_commands(service):
            yield SYSTEMD, _anywhere(command), place
            yield from _of_script(base, SYSTEMD, _program(command))


def _started_commands(service: Service) -> list[tuple[str, str]]:
    """The commands of the unit and its drop-ins, with their places; an empty assignment removes
    earlier ones of its kind."""
    found: dict[str, list[tuple[str, str]]] = {}
    for file in service.files:
        for number, line in logical_lines(file.text):
            if not (match := _EXEC.fullmatch(line)):
                continue
            of_kind = found.setdefault(match[1], [])
            if match[2]:
                of_kind.append((_expanded(match[2], service.instance), file.at(number)))
            else:
                of_kind.clear()
    return [command for commands in found.values() for command in commands]


def _expanded(command: str, instance: str) -> str:
    """``command`` with the specifiers for the instance and a percent sign replaced."""
    return re.sub(r"%[iI]", lambda _: instance, command.replace("%%", "\0")).replace("\0", "%")


def _of_scripts(base: str, tool: str, paths: Iterable[str]) -> Iterator[tuple[str, str, str]]:
    """The commands of scripts that run only if they are executable; one is often a link to
    another."""
    for path in dict.fromkeys(locate(base, path) or "" for path in paths):
        if path and os.access(f"{base}{path}", os.X_OK):
            yield from _of_script(base, tool, path)


def _started_in_local_d(base: str) -> list[str]:
    return [f"{_LOCAL_D}/{name}" for name in entries(base, _LOCAL_D) if name.endswith(".start")]


def _of_cron(base: str) -> Iterator[tuple[str, str, str]]:
    """The commands of cron, at whatever time they run."""
    names = (name for name in entries(base, _CRON_D) if "." not in name and name[-1] != "~")
    for path in ("/etc/crontab", *(f"{_CRON_D}/{name}" for name in names), *_OF_ROOT):
        file = read_config(base, path)
        for number, line in enumerate(file.text.splitlines() if file else (), 1):
            if not (found := _CRON_TIME.fullmatch(line.strip())):
                continue
            command = found[1] if path in _OF_ROOT else " ".join(found[1].split(maxsplit=1)[1:])
            yield CRON, _anywhere(command), f"{path}:{number}"
            yield from _of_script(base, CRON, _program(command))


def _of_script(base: str, tool: str, path: str) -> Iterator[tuple[str, str, str]]:
    """The lines of a shell script that may set something; empty for another program."""
    file = read_script(base, path) if path.startswith("/") else None
    if file is None or not re.match(r"#!.*sh\b", file.text):
        return
    if not _MAY_CONCERN.search(file.text):  # of most, to read every line would take long
        return
    paths = _loops(file.text)
    for number, line in logical_lines(file.text):
        yield tool, _anywhere(line, paths), file.at(number)


def _program(command: str) -> str:
    """The program that is run; for a shell with a script, the script."""
    try:
        words = shlex.split(command)
    except ValueError:
        return ""
    is_shell = bool(words) and words[0].rpartition("/")[2] in ("sh", "bash", "dash")
    return next(iter(words[1:] if is_shell else words), "")


def _loops(text: str) -> dict[str, str]:
    """By variable, what its loop is over; without variables of several loops."""
    found = _LOOP.findall(text)
    names = [name for name, _ in found]
    return {name: path for name, path in found if names.count(name) == 1}


def _anywhere(command: str, paths: Mapping[str, str] | None = None) -> str:
    """``command`` with the variables of loops over paths replaced by these, and others by
    wildcards, since the disks that they name are unknown."""
    known = paths if paths is not None else _loops(command)
    return _VARIABLE.sub(lambda found: known.get(found[0].strip("${}"), "*"), command)
