"""Checks whether an installed tool is active: its service is enabled, or it's running."""

from __future__ import annotations

from storage_tuner.probe.owners.files import ConfigFile, entries, exists, locate, read_config

_UNITS = "/etc/systemd/system"
_UNIT_FOLDERS = (
    _UNITS,
    "/run/systemd/system",
    "/usr/local/lib/systemd/system",
    "/usr/lib/systemd/system",
    "/lib/systemd/system",
)
_STARTERS = ("service", "timer", "path", "socket")


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


def started_services(base: str) -> tuple[ConfigFile, ...]:
    """The files of the services that systemd starts directly or by a timer, path or socket.

    Of files with the same name the one in the first folder counts; a masked service is a link to
    /dev/null there, or empty.
    """
    names = {folder: entries(base, folder) for folder in _UNIT_FOLDERS}
    wanted = {
        f"{unit.rpartition('.')[0]}.service"
        for folder in _UNIT_FOLDERS
        for name in names[folder]
        if name.endswith((".wants", ".requires"))
        for unit in entries(base, f"{folder}/{name}")
        if unit.rpartition(".")[2] in _STARTERS
    }
    found: dict[str, str] = {}
    for folder in _UNIT_FOLDERS:
        for unit in wanted.intersection(names[folder]):
            found.setdefault(unit, f"{folder}/{unit}")
    return tuple(file for _, path in sorted(found.items()) if (file := read_config(base, path)))
