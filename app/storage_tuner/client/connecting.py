"""Connects to the helper on this computer: over the system bus, or as a child process."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from storage_tuner.client.helper import HelperConnection, StdioConnection
from storage_tuner.core.errors import HelperNotInstalled, HelperUnavailable
from storage_tuner.core.message import sentence

LAUNCHER = Path(__file__).resolve().parents[3] / "helpers" / "storage-tuner-helper"
"""The helper of a checkout."""

INSTALLED = Path("/usr/lib/storage-tuner/storage-tuner-helper")
"""The helper of the distributions' packages; a wheel contains none."""


def connect() -> HelperConnection:
    """Connect to the installed system service; in a checkout start the checkout's helper.

    An installed application never falls back to pkexec: a checkout's helper is code that its user
    can change, which an administrator shouldn't have to authorise.
    """
    service = _installed_service()
    if service is not None:
        return service
    if not LAUNCHER.is_file():
        raise _not_there()
    launch = (str(LAUNCHER), "stdio")
    return StdioConnection(launch if os.geteuid() == 0 else ("pkexec", *launch))


def obstacle() -> HelperUnavailable | None:
    """The reason why connecting can't succeed, as far as can be determined without a password or
    starting anything; else None."""
    service = _installed_service()
    if service is not None:
        service.close()
        return None
    if not LAUNCHER.is_file():
        return _not_there()
    if os.geteuid() != 0 and shutil.which("pkexec") is None:
        return HelperUnavailable(sentence("pkexec is not installed"))
    return None


def asks_for_password() -> bool:
    """Whether connecting will prompt for a password."""
    return os.geteuid() != 0


def _not_there() -> HelperUnavailable:
    if INSTALLED.is_file():
        return HelperUnavailable(sentence("its system service is not installed"))
    return HelperNotInstalled()


def _installed_service() -> HelperConnection | None:
    # dbus-fast costs 60 ms to import and isn't needed where there is no system bus
    if not Path("/run/dbus/system_bus_socket").exists():
        return None
    from storage_tuner.client.bus import BusConnection

    try:
        connection = BusConnection()
    except HelperUnavailable:
        return None
    if connection.is_installed():
        return connection
    connection.close()
    return None
