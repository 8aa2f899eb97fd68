"""What the helper knows of kept settings, which it reports without a password: the devices with
changed ones, their previous values, and our own changes."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from storage_tuner.client.connecting import LAUNCHER
from storage_tuner.client.helper import HelperConnection, Value, call
from storage_tuner.client.messages import all_from
from storage_tuner.core.drift import OwnChanges
from storage_tuner.core.message import Text


def can_ask_quietly() -> bool:
    """Whether the helper can be called without a password prompt: as root, and
    where the system service is installed. A checkout's helper is started through pkexec."""
    return os.geteuid() == 0 or not LAUNCHER.is_file()


def this_boot() -> str:
    """The ID of the current boot; kept settings last until the next one."""
    return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()


@dataclass(frozen=True)
class KeptState:
    """``changed`` are the present devices whose previous settings the helper has saved,
    ``originals`` those settings by device. ``missing`` are sentences on devices that aren't there,
    as far as the caller may know them; ``unrestored`` are the names of these devices, and of those
    whose session has ended without restoring them."""

    changed: tuple[str, ...]
    originals: Mapping[str, Mapping[str, str]]
    own: OwnChanges
    missing: tuple[Text, ...]
    unrestored: frozenset[str] = frozenset()


def kept_state(connect: Callable[[], HelperConnection]) -> KeptState:
    """Ask the helper. Raises the errors of ``connect``."""
    with contextlib.closing(connect()) as connection:
        known = call(connection, "Describe")
    return KeptState(
        tuple(_texts(known.get("changed_devices"))),
        _by_device(known.get("originals")),
        OwnChanges(
            _by_device(known.get("left_settings")),
            frozenset(_texts(known.get("devices_at_work"))),
        ),
        all_from(known, "missing_devices"),
        frozenset(_texts(known.get("unrestored_devices"))),
    )


def _by_device(value: Value | None) -> dict[str, dict[str, str]]:
    """The settings in lines ``DEVICE tunable=value …``."""
    found = {}
    for line in _texts(value):
        device, *settings = line.split(" ")
        pairs = (setting.partition("=") for setting in settings)
        found[device] = {name: value for name, _, value in pairs}
    return found


def _texts(value: Value | None) -> list[str]:
    """The texts of a list; empty where an earlier helper doesn't report it."""
    return list(map(str, value)) if isinstance(value, list) else []
