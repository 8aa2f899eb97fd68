"""What the helper has recorded, which it reports without a password: devices with kept settings,
their previous values, and the devices in use."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from storage_tuner.client.connecting import LAUNCHER
from storage_tuner.client.helper import HelperConnection, Value, call
from storage_tuner.client.messages import all_from
from storage_tuner.core.message import Text


@dataclass(frozen=True)
class KeptState:
    """``changed`` are the present devices whose previous settings are saved, ``originals`` those
    settings by device, ``held`` the devices that a program is working on. ``missing`` are sentences
    on devices that aren't there, as far as the caller may know them."""

    changed: tuple[str, ...]
    originals: Mapping[str, Mapping[str, str]]
    held: frozenset[str]
    missing: tuple[Text, ...]


def can_ask_quietly() -> bool:
    """Whether the helper can be called without a password prompt: as root, and
    where the system service is installed. A checkout's helper is started through pkexec."""
    return os.geteuid() == 0 or not LAUNCHER.is_file()


def this_boot() -> str:
    """The ID of the current boot; kept settings last until the next one."""
    return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()


def kept_state(connect: Callable[[], HelperConnection]) -> KeptState:
    """What the helper has recorded. Raises the errors of ``connect``."""
    with contextlib.closing(connect()) as connection:
        known = call(connection, "Describe")
    originals = {}
    for line in _texts(known, "originals"):
        device, *settings = line.split(" ")
        pairs = (setting.partition("=") for setting in settings)
        originals[device] = {name: value for name, _, value in pairs}
    return KeptState(
        _texts(known, "changed_devices"),
        originals,
        frozenset(_texts(known, "held_devices")),
        all_from(known, "missing_devices"),
    )


def changed_devices(connect: Callable[[], HelperConnection]) -> tuple[str, ...]:
    """The devices with changed settings, whose previous ones the helper has saved.

    Raises the errors of ``connect``.
    """
    return kept_state(connect).changed


def _texts(reply: Mapping[str, Value], key: str) -> tuple[str, ...]:
    values = reply.get(key, ())
    return tuple(map(str, values)) if isinstance(values, list) else ()
