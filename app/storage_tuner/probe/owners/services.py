"""Checks whether an installed tool is active: its service is enabled, or it's running."""

from __future__ import annotations

import re
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
    wanted = {
        service
        for folder in _UNIT_FOLDERS
        for name in entries(base, folder)
        if name.endswith((".wants", ".requires"))
        for unit in entries(base, f"{folder}/{name}")
        if unit.rpartition(".")[2] in _STARTERS
        for service in _started_by(base, unit)
    }
    found = (_service(base, name) for name in sorted(wanted))
    return tuple(service for service in found if service is not None)


def _started_by(base: str, unit: str) -> tuple[str, ...]:
    """The service itself, or what a timer, path or socket names in Unit= or Service=."""
    stem, _, kind = unit.rpartition(".")
    file = _unit_file(base, unit) if kind != "service" else None
    named = _NAMED.findall(file.text) if file else []
    return tuple(named) or (f"{stem}.service",)


def _service(base: str, name: str) -> Service | None:
    template, sign, instance = name.removesuffix(".service").partition("@")
    names = (name, f"{template}@.service") if sign else (name,)
    file = next((file for one in names if (file := _unit_file(base, one))), None)
    if file is None or not file.text.strip():
        return None
    folders = [f"{folder}/{one}.d" for one in names for folder in _UNIT_FOLDERS]
    return Service(instance, (file, *merged_files(base, folders, ".conf")))


def _unit_file(base: str, name: str) -> ConfigFile | None:
    """The file of a unit; None when it's missing, or masked by a link to /dev/null."""
    for folder in _UNIT_FOLDERS:
        if name in entries(base, folder):
            return read_config(base, f"{folder}/{name}")
    return None
