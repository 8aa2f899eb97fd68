"""Inhibits sleep through the login manager and the desktop over D-Bus, and releases it.

Whatever ends us lets go of all of it: logind watches a descriptor that we hold, the desktop our
connection. Sources: org.freedesktop.login1(5), Inhibit; the Idle Inhibition Service Draft of
freedesktop.org; org.freedesktop.portal.Inhibit.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import threading
from collections.abc import Coroutine
from typing import Any

from dbus_fast import Message, MessageFlag, MessageType, Variant
from dbus_fast.aio import MessageBus
from dbus_fast.errors import AuthError, DBusError, InvalidAddressError

APPLICATION = "Storage Tuner"

ANSWER_S = 5.0
"""Replies take less; a measurement must not wait for a desktop that hangs."""

_SUSPEND, _IDLE = 4, 8
"""Flags of the portal."""

_log = logging.getLogger(__name__)


class Inhibitors:
    """Those that were granted, until ``release``, which is called once.

    Each bus is called separately; none is required. A thread of its own serves the
    connections.
    """

    def __init__(self, system: str, session: str, reason: str) -> None:
        """``system`` and ``session`` are addresses of buses; "" means that there is none."""
        self._reason = reason
        self._buses: list[MessageBus] = []
        self._descriptor: int | None = None
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="awake", daemon=True)
        self._thread.start()
        self._within(self._ask(system, session), 3 * ANSWER_S)

    def release(self) -> None:
        """Let the computer sleep again."""
        self._within(self._leave(), ANSWER_S)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(timeout=ANSWER_S)
        if not self._loop.is_running():
            self._loop.close()
        if self._descriptor is not None:
            os.close(self._descriptor)

    def _within(self, work: Coroutine[Any, Any, None], seconds: float) -> None:
        with contextlib.suppress(TimeoutError):
            asyncio.run_coroutine_threadsafe(work, self._loop).result(timeout=seconds)

    async def _leave(self) -> None:
        for bus in self._buses:
            bus.disconnect()
        with contextlib.suppress(EOFError, OSError):
            for bus in self._buses:
                await bus.wait_for_disconnect()  # type: ignore[no-untyped-call]

    async def _ask(self, system: str, session: str) -> None:
        for address, ask in ((system, self._ask_logind), (session, self._ask_desktop)):
            if not address:
                continue
            try:
                async with asyncio.timeout(ANSWER_S):
                    await ask(await self._connected(address))
            except (OSError, AuthError, DBusError, InvalidAddressError, EOFError) as error:
                _log.info("Sleep couldn't be inhibited on %s: %s", address, error)

    async def _connected(self, address: str) -> MessageBus:
        bus = await MessageBus(bus_address=address, negotiate_unix_fd=True).connect()
        self._buses.append(bus)
        return bus

    async def _ask_logind(self, bus: MessageBus) -> None:
        name = "org.freedesktop.login1"
        words = ["sleep:idle", APPLICATION, self._reason, "block"]
        reply = await _call(
            bus, name, "/org/freedesktop/login1", f"{name}.Manager", "Inhibit", "ssss", words
        )
        if reply and reply.unix_fds:
            self._descriptor = reply.unix_fds[0]
            os.set_inheritable(self._descriptor, False)

    async def _ask_desktop(self, bus: MessageBus) -> None:
        """The screen saver's old and common service, or else the portal, which sandboxes have."""
        name = "org.freedesktop.ScreenSaver"
        words = [APPLICATION, self._reason]
        path = "/org/freedesktop/ScreenSaver"
        if await _call(bus, name, path, name, "Inhibit", "ss", words):
            return
        await _call(
            bus,
            "org.freedesktop.portal.Desktop",
            "/org/freedesktop/portal/desktop",
            "org.freedesktop.portal.Inhibit",
            "Inhibit",
            "sua{sv}",
            ["", _SUSPEND | _IDLE, {"reason": Variant("s", self._reason)}],
        )


async def _call(
    bus: MessageBus,
    destination: str,
    path: str,
    interface: str,
    member: str,
    signature: str,
    body: list[Any],
) -> Message | None:
    """The reply; None when it was refused, or nobody is there. Nobody is started for it: who
    isn't running keeps nothing awake."""
    reply = await bus.call(
        Message(
            destination=destination,
            path=path,
            interface=interface,
            member=member,
            signature=signature,
            body=body,
            flags=MessageFlag.NO_AUTOSTART,
        )
    )
    refused = reply is None or reply.message_type is MessageType.ERROR
    return None if refused else reply
