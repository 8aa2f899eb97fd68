"""Keeps the computer and its screen awake during a measurement.

A sleeping computer measures nothing, and a screen that wakes up disturbs the measurement. Without a
login manager and a desktop, nothing happens.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from storage_tuner.core.message import Text

_SYSTEM_SOCKET = Path("/run/dbus/system_bus_socket")


@contextmanager
def kept_awake(reason: Text) -> Iterator[None]:
    """Keep the computer awake until the block is left, or we are killed; ``reason`` is shown to
    who asks what keeps it so. Never fails."""
    addresses = (_system_address(), session_address())
    if not any(addresses):
        yield
        return
    # dbus-fast costs 60 ms to import and isn't needed where there is no bus
    from storage_tuner.desktop.inhibit_bus import Inhibitors

    inhibitors = Inhibitors(*addresses, str(reason))
    try:
        yield
    finally:
        inhibitors.release()


def _system_address() -> str:
    """ "" when there is no such bus."""
    reported = os.environ.get("DBUS_SYSTEM_BUS_ADDRESS", "")
    return reported or (f"unix:path={_SYSTEM_SOCKET}" if _SYSTEM_SOCKET.exists() else "")


def session_address() -> str:
    """Only from the environment of a desktop session; no other session's is guessed."""
    reported = os.environ.get("DBUS_SESSION_BUS_ADDRESS", "")
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    if reported or not runtime:
        return reported
    socket = Path(runtime, "bus")
    return f"unix:path={socket}" if socket.exists() else ""
