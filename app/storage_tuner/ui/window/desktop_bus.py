"""What the desktop asks of the window, and tells it: over the session's bus, in a thread.

Sources: the Desktop Entry Specification 1.5 (org.freedesktop.Application) and the portal's
settings (org.freedesktop.appearance). Without such a bus nothing happens, and nobody waits for it.
"""

from __future__ import annotations

import logging
import math
import os
import threading
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote_to_bytes, urlsplit

from PySide6.QtCore import QObject, Signal

from storage_tuner.desktop.inhibit import session_address
from storage_tuner.desktop.notifications import ICON
from storage_tuner.ui.style.colours import hex_name

if TYPE_CHECKING:
    import asyncio

    from dbus_fast import Message
    from dbus_fast.aio import MessageBus

_PATH = "/org/storagetuner/StorageTuner"
_INTERFACE = "org.freedesktop.Application"
_PLACES = {"tune": "assistant", "practice": "practice"}
"""What the desktop file's actions open."""

_TOKENS = ("activation-token", "desktop-startup-id")
_PORTAL = ("org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop")
_SETTINGS = "org.freedesktop.portal.Settings"
_ACCENT = ("org.freedesktop.appearance", "accent-color")
_RULE = (
    f"type='signal',sender='{_PORTAL[0]}',interface='{_SETTINGS}',member='SettingChanged',"
    f"arg0='{_ACCENT[0]}'"
)

_log = logging.getLogger(__name__)


class DesktopBus(QObject):
    """``called`` carries an activation token and the files to import, ``place_asked`` the page to
    open; ``accent_told`` is ``#rrggbb``, "" for none."""

    called = Signal(str, object)
    place_asked = Signal(str)
    accent_changed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._thread: threading.Thread | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._task: asyncio.Task[None] | None = None
        self._is_ended = False
        self._guard = threading.Lock()

    def start(self) -> None:
        """Returns at once; more calls do nothing."""
        address = session_address()
        if self._thread is None and address:
            self._thread = threading.Thread(
                target=self._run, args=(address,), name="desktop bus", daemon=True
            )
            self._thread.start()

    def stop(self) -> None:
        with self._guard:
            self._is_ended = True
            if self._loop is not None and self._task is not None:
                self._loop.call_soon_threadsafe(self._task.cancel)
        if self._thread is not None:
            self._thread.join()

    def _run(self, address: str) -> None:
        # it takes as long to import as a window to show
        import asyncio

        try:
            asyncio.run(self._serve(address))
        except asyncio.CancelledError:
            return
        except Exception as error:
            # whatever is wrong with a desktop's bus, nobody's work depends on this
            _log.info("The desktop's bus isn't listened to: %s", error)

    async def _serve(self, address: str) -> None:
        """Runs until cancelled: a reply may never arrive."""
        import asyncio

        from dbus_fast.aio import MessageBus

        with self._guard:
            if self._is_ended:
                return
            self._loop, self._task = asyncio.get_running_loop(), asyncio.current_task()
        bus = MessageBus(bus_address=address)
        try:
            await bus.connect()
            await self._listen(bus)
            await asyncio.Event().wait()
        finally:
            with self._guard:
                self._loop = None
            bus.disconnect()

    async def _listen(self, bus: MessageBus) -> None:
        from dbus_fast import NameFlag

        bus.add_message_handler(self._take)
        # a second window on another display leaves the name to the first one
        await bus.request_name(ICON, NameFlag.DO_NOT_QUEUE)
        await self._ask_for_accent(bus)

    async def _ask_for_accent(self, bus: MessageBus) -> None:
        from dbus_fast import Message, MessageType

        watch = Message(
            destination="org.freedesktop.DBus",
            path="/org/freedesktop/DBus",
            interface="org.freedesktop.DBus",
            member="AddMatch",
            signature="s",
            body=[_RULE],
        )
        await bus.call(watch)
        ask = Message(
            destination=_PORTAL[0],
            path=_PORTAL[1],
            interface=_SETTINGS,
            member="ReadOne",
            signature="ss",
            body=[*_ACCENT],
        )
        reply = await bus.call(ask)
        if reply is not None and reply.message_type is MessageType.METHOD_RETURN:
            self.accent_changed.emit(accent_of(reply.body[0]))

    def _take(self, message: Message) -> Message | bool | None:
        """A call of the desktop, or a setting of it that changed."""
        from dbus_fast import Message, MessageType

        if message.message_type is MessageType.SIGNAL:
            reported = message.member == "SettingChanged" and message.signature == "ssv"
            if reported and tuple(message.body[:2]) == _ACCENT:
                self.accent_changed.emit(accent_of(message.body[2]))
            return None
        ours = message.path == _PATH and message.interface == _INTERFACE
        if message.message_type is not MessageType.METHOD_CALL or not ours:
            return None
        match message.member, message.signature:
            case "Activate", "a{sv}":
                self.called.emit(_token(message.body[0]), ())
            case "Open", "asa{sv}":
                self.called.emit(_token(message.body[1]), local_files(message.body[0]))
            case "ActivateAction", "sava{sv}":
                self.called.emit(_token(message.body[2]), ())
                self.place_asked.emit(_PLACES.get(message.body[0], "assistant"))
            case _:
                return None
        return Message.new_method_return(message)


def accent_of(value: Any) -> str:  # noqa: ANN401 - as dbus_fast has it
    """``#rrggbb`` of red, green and blue from 0 to 1; "" where they aren't, which means none."""
    while hasattr(value, "value"):
        value = value.value
    try:
        parts = [float(part) for part in value]
    except (TypeError, ValueError):
        return ""
    if len(parts) != 3 or not all(math.isfinite(part) and 0 <= part <= 1 for part in parts):
        return ""
    red, green, blue = parts
    return hex_name((red, green, blue))


def local_files(uris: list[str]) -> tuple[str, ...]:
    """The paths of those that are files of this computer."""
    return tuple(path for path in map(_local_file, uris) if path)


def _local_file(uri: str) -> str:
    """ "" for what isn't one. Names of files needn't be UTF-8."""
    try:
        parts = urlsplit(uri)
    except ValueError:
        return ""
    here = parts.scheme == "file" and parts.netloc in ("", "localhost")
    return os.fsdecode(unquote_to_bytes(parts.path)) if here else ""


def _token(platform: Mapping[str, Any]) -> str:
    """With what the desktop lets a window come to the front."""
    tokens = (platform.get(name) for name in _TOKENS)
    return next((str(each.value) for each in tokens if each is not None), "")
