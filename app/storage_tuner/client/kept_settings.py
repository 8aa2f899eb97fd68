"""What the helper knows of kept settings: the devices with changed ones, and our own changes."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from storage_tuner.client.connecting import LAUNCHER
from storage_tuner.client.helper import HelperConnection, Value, call
from storage_tuner.core.drift import OwnChanges


def can_ask_quietly() -> bool:
    """Whether the helper can be called without a password prompt: as root, and
    where the system service is installed. A checkout's helper is started through pkexec."""
    return os.geteuid() == 0 or not LAUNCHER.is_file()


def this_boot() -> str:
    """The ID of the current boot; kept settings last until the next one."""
    return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()


@dataclass(frozen=True)
class KeptState:
    """``changed`` are the devices with changed settings, whose previous ones the helper has
    saved."""

    changed: tuple[str, ...]
    own: OwnChanges


def kept_state(connect: Callable[[], HelperConnection]) -> KeptState:
    """Ask the helper. Raises the errors of ``connect``."""
    connection = connect()
    try:
        known = call(connection, "Describe")
    finally:
        connection.close()
    lines = (line.split() for line in _texts(known.get("left_settings")))
    return KeptState(
        tuple(_texts(known["changed_devices"])),
        OwnChanges(
            {device: dict(_pairs(words)) for device, *words in lines},
            frozenset(_texts(known.get("devices_at_work"))),
        ),
    )


def _pairs(words: list[str]) -> Iterator[tuple[str, str]]:
    for word in words:
        name, _, value = word.partition("=")
        yield name, value


def _texts(value: Value | None) -> list[str]:
    """The texts of a list; empty where an earlier helper doesn't report it."""
    return list(map(str, value)) if isinstance(value, list) else []
