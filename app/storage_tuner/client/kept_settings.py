"""Lists devices with kept settings."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from storage_tuner.client.connecting import LAUNCHER
from storage_tuner.client.helper import HelperConnection, call


def can_ask_quietly() -> bool:
    """Whether the helper can be called without a password prompt: as root, and
    where the system service is installed. A checkout's helper is started through pkexec."""
    return os.geteuid() == 0 or not LAUNCHER.is_file()


def this_boot() -> str:
    """The ID of the current boot; kept settings last until the next one."""
    return Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()


def changed_devices(connect: Callable[[], HelperConnection]) -> tuple[str, ...]:
    """The devices with changed settings, whose previous ones the helper has saved.

    Raises the errors of ``connect``.
    """
    connection = connect()
    try:
        names = call(connection, "Describe")["changed_devices"]
    finally:
        connection.close()
    assert isinstance(names, list)
    return tuple(map(str, names))
