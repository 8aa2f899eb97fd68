"""Virtual-memory settings in sysctl.d (sysctl.d(5), systemd: sysctl.c)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fnmatch import fnmatchcase

from storage_tuner.core.device import SettingOwner
from storage_tuner.core.tunable import CATALOGUE, Scope
from storage_tuner.probe.owners.files import ConfigFile, locate, merged_files, read_config
from storage_tuner.probe.owners.tristate import UNCERTAIN
from storage_tuner_protocol.interface import SYSCTL_SETTINGS

TOOL = "sysctl.d"

_FOLDERS = (
    "/etc/sysctl.d",
    "/run/sysctl.d",
    "/usr/local/lib/sysctl.d",
    "/usr/lib/sysctl.d",
    "/lib/sysctl.d",
)
_OLD_FILE = "/etc/sysctl.conf"
_MACHINE = tuple(tunable for tunable in CATALOGUE if tunable.scope is Scope.MACHINE)
_PATHS = {tunable.attribute: tunable.name for tunable in _MACHINE}


def normal_key(key: str) -> str:
    """The key with slashes: vm.dirty_ratio and vm/dirty_ratio are the same, and the first separator
    determines the notation."""
    first = re.search("[./]", key)
    return key.translate(str.maketrans("./", "/.")) if first and first[0] == "." else key


def tunable_of(key: str) -> str | None:
    return _PATHS.get(normal_key(key.strip()))


def sysctl_owners(base: str) -> Iterator[SettingOwner]:
    """The owners by sysctl.d: the last file by name has priority, and a plain key overrides a
    pattern."""
    files = merged_files(base, _FOLDERS, ".conf")
    settings: dict[str, tuple[str | None, str]] = {}
    for file in files:
        settings.update(_settings(file))
    old = _old_file(base, files)
    if old is not None:
        read = {key: (value, f"{place} {UNCERTAIN}") for key, (value, place) in _settings(old)}
        yield from _owners(read)
    yield from _owners(settings)


def permanent_sysctl(base: str) -> dict[str, str]:
    """The values in our own file, by tunable, whatever another file sets."""
    file = read_config(base, SYSCTL_SETTINGS)
    found = _settings(file) if file else ()
    return {_PATHS[key]: value for key, (value, _) in found if key in _PATHS and value is not None}


def _old_file(base: str, files: tuple[ConfigFile, ...]) -> ConfigFile | None:
    """/etc/sysctl.conf, which only some systems read, unless one of ``files`` is a link to it."""
    where = locate(base, _OLD_FILE)
    if any(locate(base, file.place) == where for file in files):
        return None
    return read_config(base, _OLD_FILE)


def _settings(file: ConfigFile) -> Iterator[tuple[str, tuple[str | None, str]]]:
    """Pairs of a normal key and its value (None for a key that patterns must not set) with the
    place."""
    for number, line in enumerate(file.text.splitlines(), 1):
        line = line.strip()
        if not line or line[0] in "#;":
            continue
        key, sign, value = line.partition("=")
        left_out = key.startswith("-") and not sign
        if sign or left_out:
            plain = normal_key(key.strip().removeprefix("-").strip())
            yield plain, (None if left_out else value.strip(), file.at(number))


def _owners(settings: dict[str, tuple[str | None, str]]) -> Iterator[SettingOwner]:
    patterns = [key for key in settings if any(sign in key for sign in "*?[")]
    for path, name in _PATHS.items():
        key = path if path in settings else _last_match(path, patterns)
        value, place = settings[key] if key else (None, "")
        if value is not None:
            yield SettingOwner(TOOL, name, value, place)


def _last_match(path: str, patterns: list[str]) -> str | None:
    found = [pattern for pattern in patterns if fnmatchcase(path, pattern)]
    return found[-1] if found else None
