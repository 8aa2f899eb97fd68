"""Tells the desktop that something is done, for who looks elsewhere meanwhile.

Source: Desktop Notifications Specification 1.2 of freedesktop.org. Without a desktop that shows
such messages nothing happens, and nobody waits for it.
"""

from __future__ import annotations

import logging
import threading

from storage_tuner.services.inhibiting import session_address

APPLICATION = "Storage Tuner"
ICON = "storage-tuner"
ANSWER_S = 5.0
"""Nobody who is there takes longer."""

_NAME = "org.freedesktop.Notifications"
_PATH = "/org/freedesktop/Notifications"

_log = logging.getLogger(__name__)


def notify(summary: str, body: str) -> threading.Thread | None:
    """Show a message beside whatever is on the screen; returns at once. Never fails.

    Gives the thread that sends it; None where there is no desktop's bus.
    """
    address = session_address()
    if not address:
        return None
    thread = threading.Thread(
        target=_send, args=(address, summary, body), name="notification", daemon=True
    )
    thread.start()
    return thread


def _send(address: str, summary: str, body: str) -> None:
    # it takes as long to import as a window to show
    import asyncio

    try:
        asyncio.run(asyncio.wait_for(_notify(address, summary, body), ANSWER_S))
    except Exception as error:
        # whatever is wrong with a desktop's bus, nobody's work depends on this message
        _log.info("The desktop wasn't told: %s", error)


async def _notify(address: str, summary: str, body: str) -> None:
    # dbus-fast costs 60 ms to import and isn't needed where there is no bus
    from dbus_fast import Message
    from dbus_fast.aio import MessageBus

    bus = await MessageBus(bus_address=address).connect()
    try:
        await bus.call(
            Message(
                destination=_NAME,
                path=_PATH,
                interface=_NAME,
                member="Notify",
                signature="susssasa{sv}i",
                body=[APPLICATION, 0, ICON, summary, _escaped(body), [], {}, -1],
            )
        )
    finally:
        bus.disconnect()


def _escaped(text: str) -> str:
    """A body may have markup in it, and a name that looks like markup is none."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
