"""Sends a desktop notification when a job has ended and nobody is looking at its window.

Source: Desktop Notifications Specification 1.3 of freedesktop.org. Without a desktop that shows
such messages nothing happens, and nobody waits for it.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from storage_tuner.desktop.inhibit import session_address

if TYPE_CHECKING:
    import asyncio

    from dbus_fast import Message
    from dbus_fast.aio import MessageBus

APPLICATION = "Storage Tuner"
ICON = "org.storagetuner.StorageTuner"
"""As it's installed, and what the desktop file is called."""
ANSWER_S = 5.0
"""Replies take less."""
HEEDED_S = 3600.0
"""So long a click on a message is waited for; some desktops don't report that it was closed."""

_NAME = "org.freedesktop.Notifications"
_PATH = "/org/freedesktop/Notifications"
_DEFAULT = "default"
"""The action of a click on the message itself."""

_log = logging.getLogger(__name__)

Activated = Callable[[str], object]
"""Gets the token with which the desktop lets a window come to the front, "" for none."""


def notify(summary: str, body: str, activated: Activated | None = None) -> threading.Thread | None:
    """Show a message beside whatever is on the screen; returns at once. Never fails.

    ``activated`` is called in another thread when somebody clicks on it. Gives the thread that
    sends it, and waits for that; None where there is no desktop's bus.
    """
    address = session_address()
    if not address:
        return None
    thread = threading.Thread(
        target=_send, args=(address, summary, body, activated), name="notification", daemon=True
    )
    thread.start()
    return thread


def _send(address: str, summary: str, body: str, activated: Activated | None) -> None:
    # it takes as long to import as a window to show
    import asyncio

    try:
        token = asyncio.run(_notify(address, summary, body, heeded=activated is not None))
        if activated is not None and token is not None:
            activated(token)
    except Exception as error:
        # whatever is wrong with a desktop's bus, nobody's work depends on this message
        _log.info("The desktop notification wasn't sent: %s", error)


async def _notify(address: str, summary: str, body: str, *, heeded: bool) -> str | None:
    """The token of a click on it; None where there was none, or isn't ``heeded``."""
    # dbus-fast costs 60 ms to import and isn't needed where there is no bus
    import asyncio

    from dbus_fast.aio import MessageBus

    bus = await asyncio.wait_for(MessageBus(bus_address=address).connect(), ANSWER_S)
    try:
        clicks = _Clicks(bus)
        if heeded:
            await asyncio.wait_for(clicks.listen(), ANSWER_S)
        call = _message(summary, _escaped(body), [_DEFAULT, ""] if heeded else [])
        reply = await asyncio.wait_for(bus.call(call), ANSWER_S)
        if not heeded or reply is None or reply.signature != "u":
            return None
        return await asyncio.wait_for(clicks.of(reply.body[0]), HEEDED_S)
    finally:
        bus.disconnect()


class _Clicks:
    """Signals of the desktop about notifications: in order, the token, the click, the closing."""

    def __init__(self, bus: MessageBus) -> None:
        import asyncio

        self._bus = bus
        self._queued: asyncio.Queue[Message] = asyncio.Queue()

    async def listen(self) -> None:
        from dbus_fast import Message

        bus = "org.freedesktop.DBus"
        rule = f"type='signal',interface='{_NAME}',path='{_PATH}'"
        self._bus.add_message_handler(self._note)
        await self._bus.call(
            Message(
                destination=bus,
                path="/org/freedesktop/DBus",
                interface=bus,
                member="AddMatch",
                signature="s",
                body=[rule],
            )
        )

    async def of(self, identifier: int) -> str | None:
        token = ""
        while True:
            reported = await self._queued.get()
            if reported.body[0] != identifier:
                continue
            if reported.member == "ActivationToken":
                token = str(reported.body[1])
            elif reported.member == "ActionInvoked":
                return token
            elif reported.member == "NotificationClosed":
                return None

    def _note(self, message: Message) -> None:
        if message.interface == _NAME and message.body:
            self._queued.put_nowait(message)


def _message(summary: str, body: str, actions: list[str]) -> Message:
    from dbus_fast import Message, Variant

    hints = {"desktop-entry": Variant("s", ICON)}
    return Message(
        destination=_NAME,
        path=_PATH,
        interface=_NAME,
        member="Notify",
        signature="susssasa{sv}i",
        body=[APPLICATION, 0, ICON, summary, body, actions, hints, -1],
    )


def _escaped(text: str) -> str:
    """A body may have markup in it, and a name that looks like markup is none."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
