"""Checks whether an installed tool is active: its service is enabled, or it's running."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from storage_tuner.probe.owners.files import (
    ConfigFile,
    entries,
    exists,
    locate,
    merged_files,
    read_config,
)

_UNITS = "/etc/systemd/system"
_UNIT_FOLDERS = (
    _UNITS,
    "/run/systemd/system",
    "/usr/local/lib/systemd/system",
    "/usr/lib/systemd/system",
    "/lib/systemd/system",
)
_STARTERS = ("service", "timer", "path", "socket")
_NAMED = re.compile(r"^(?:Unit|Service)\s*=\s*(\S+\.service)\s*$", re.MULTILINE)


def is_active(base: str, service: str, *runtime_files: str) -> bool:
    """Return whether systemd starts ``service`` (without ".service"), or a file shows that it's
    running.

    Where systemd's units are unknown, as in a captured tree, an installed tool counts as active.
    """
    if any(exists(base, path) for path in runtime_files):
        return True
    unit = f"{service}.service"
    if locate(base, f"{_UNITS}/{unit}") == "/dev/null":
        return False
    folders = entries(base, _UNITS)
    wants = (name for name in folders if name.endswith((".wants", ".requires")))
    return not folders or any(unit in entries(base, f"{_UNITS}/{name}") for name in wants)


@dataclass(frozen=True)
class Service:
    """A service with the files that define it: the unit and its drop-ins, in systemd's order.
    ``instance`` is the part of the name after "@"."""

    instance: str
    files: tuple[ConfigFile, ...]


def started_services(base: str) -> tuple[Service, ...]:
    """The services that systemd starts directly or by a timer, path or socket.

    Of files with the same name the one in the first folder counts; a masked service is a link to
    /dev/null there, or empty. A template's file has no instance in its name (systemd.unit(5)).
    """
    units = _Units(base)
    found = map(units.service, sorted(units.started()))
    return tuple(service for service in found if service is not None)


class _Units:
    """systemd's units below ``base``; each folder is listed once."""

    def __init__(self, base: str) -> None:
        self._base = base
        self._names = {folder: frozenset(entries(base, folder)) for folder in _UNIT_FOLDERS}

    def started(self) -> set[str]:
        """The services that a unit wants or requires, themselves or by what starts them."""
        return {
            service
            for folder, names in self._names.items()
            for name in names
            if name.endswith((".wants", ".requires"))
            for unit in entries(self._base, f"{folder}/{name}")
            if unit.rpartition(".")[2] in _STARTERS
            for service in self._started_by(unit)
        }

    def service(self, name: str) -> Service | None:
        template, sign, instance = name.removesuffix(".service").partition("@")
        names = (name, f"{template}@.service") if sign else (name,)
        file = next((file for one in names if (file := self._file(one))), None)
        if file is None or not file.text.strip():
            return None
        drop_ins = [path for one in names for path in self._paths(f"{one}.d")]
        return Service(instance, (file, *merged_files(self._base, drop_ins, ".conf")))

    def _started_by(self, unit: str) -> tuple[str, ...]:
        """The service itself, or what a timer, path or socket names in Unit= or Service=."""
        stem, _, kind = unit.rpartition(".")
        file = self._file(unit) if kind != "service" else None
        named = _NAMED.findall(file.text) if file else []
        return tuple(named) or (f"{stem}.service",)

    def _file(self, name: str) -> ConfigFile | None:
        """The file of a unit; None when it's missing, or masked by a link to /dev/null."""
        path = next(self._paths(name), None)
        return read_config(self._base, path) if path else None

    def _paths(self, name: str) -> Iterator[str]:
        """Where there is a file or folder of that name, in the order that counts."""
        return (f"{folder}/{name}" for folder, names in self._names.items() if name in names)
