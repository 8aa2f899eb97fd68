"""Shows the progress of a measurement on the program's icon in the dock or the task bar.

Source: Unity's Launcher API (com.canonical.Unity.LauncherEntry), which KDE Plasma, Dash to Dock,
Plank and others follow. Without a desktop that does, nothing happens, and nobody waits for it.
"""

from __future__ import annotations

import logging
import queue
import threading
from typing import TYPE_CHECKING

from storage_tuner.desktop.inhibit import session_address
from storage_tuner.desktop.notifications import ICON

if TYPE_CHECKING:
    from dbus_fast import Message
    from dbus_fast.aio import MessageBus

_INTERFACE = "com.canonical.Unity.LauncherEntry"
_PATH = "/org/storagetuner/StorageTuner/LauncherEntry"

_log = logging.getLogger(__name__)


class LauncherProgress:
    """Of one window; its methods return at once and never fail."""

    def __init__(self) -> None:
        self._updates: queue.SimpleQueue[float | None] | None = None
        self._shown: float | None = None
        self._thread: threading.Thread | None = None

    def show(self, fraction: float) -> None:
        """From 0 to 1; steps of less than a hundredth aren't sent."""
        share = round(fraction, 2)
        if share == self._shown or not (address := session_address()):
            return
        self._shown = share
        if self._updates is None:
            self._updates = queue.SimpleQueue()
            self._thread = threading.Thread(
                target=_report, args=(address, self._updates), name="launcher", daemon=True
            )
            self._thread.start()
        self._updates.put(share)

    def hide(self) -> threading.Thread | None:
        """Gives the thread that is at work on it for a moment yet, if there is one."""
        self._shown = None
        if self._updates is not None:
            self._updates.put(None)
        self._updates = None
        return self._thread


def _report(address: str, updates: queue.SimpleQueue[float | None]) -> None:
    """Until None comes, in a thread. The desktop drops the progress when the connection ends."""
    # it takes as long to import as a window to show
    import asyncio

    with asyncio.Runner() as runner:
        try:
            bus = runner.run(_connect(address))
            share = updates.get()
            while share is not None:
                runner.run(_send(bus, _update(share, visible=True)))
                share = updates.get()
            runner.run(_send(bus, _update(0.0, visible=False)))
            bus.disconnect()
        except Exception as error:
            # whatever is wrong with a desktop's bus, nobody's work depends on this
            _log.info("The progress wasn't sent to the desktop: %s", error)


async def _connect(address: str) -> MessageBus:
    from dbus_fast.aio import MessageBus

    return await MessageBus(bus_address=address).connect()


async def _send(bus: MessageBus, message: Message) -> None:
    await bus.send(message)


def _update(share: float, *, visible: bool) -> Message:
    from dbus_fast import Message, Variant

    properties = {"progress": Variant("d", share), "progress-visible": Variant("b", visible)}
    body = [f"application://{ICON}.desktop", properties]
    return Message.new_signal(_PATH, _INTERFACE, "Update", "sa{sv}", body)
