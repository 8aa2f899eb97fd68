"""A real message bus on which a stand-in for the login manager and the desktop keeps book."""

from __future__ import annotations

import asyncio
import os
import select
import subprocess
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from dbus_fast import Message, MessageType, Variant
from dbus_fast.aio import MessageBus

LOGIND = "org.freedesktop.login1"
SCREEN_SAVER = "org.freedesktop.ScreenSaver"
NOTIFICATIONS = "org.freedesktop.Notifications"
Result = TypeVar("Result")
PORTAL = "org.freedesktop.portal.Desktop"

_CONFIGURATION = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path={socket}</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
"""


@contextmanager
def message_bus(folder: Path) -> Iterator[str]:
    """A dbus-daemon of our own; gives its address."""
    socket, configuration = folder / "bus", folder / "bus.conf"
    configuration.write_text(_CONFIGURATION.format(socket=socket), encoding="utf-8")
    daemon = subprocess.Popen(
        ["dbus-daemon", f"--config-file={configuration}", "--nofork", "--print-address"],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert daemon.stdout
    try:
        yield daemon.stdout.readline().strip()
    finally:
        daemon.terminate()
        daemon.wait()
        daemon.stdout.close()


@dataclass(frozen=True)
class Asked:
    """A call of Inhibit or Notify. ``end`` is logind's end of the pipe whose other end the caller
    holds."""

    service: str
    words: tuple[Any, ...]
    sender: str
    end: int | None = None

    def is_held(self) -> bool:
        """Whether the caller still holds its descriptor: at its last close the pipe hangs up."""
        assert self.end is not None
        poll = select.poll()
        poll.register(self.end, 0)
        return not poll.poll(0)


class StandIn:
    """Owns ``names`` on the bus, and answers whoever calls Inhibit or Notify there, or asks for
    the ``accent`` colour (red, green and blue from 0 to 1)."""

    def __init__(self, address: str, names: tuple[str, ...], *, refuses: bool = False) -> None:
        self.asked: list[Asked] = []
        self.heard: list[Message] = []
        self.accent: tuple[float, float, float] | None = None
        self._refuses = refuses
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._bus = self._wait(self._connect(address, names))

    def is_connected(self, sender: str) -> bool:
        return bool(self._wait(self._has_owner(sender)))

    def tell(self, member: str, signature: str, *body: Any) -> None:  # noqa: ANN401
        """Send everybody a signal of the desktop's messages."""
        path = "/org/freedesktop/Notifications"
        signal = Message.new_signal(path, NOTIFICATIONS, member, signature, list(body))
        self._wait(self._emit(signal))

    def change_accent(self, *accent: float) -> None:
        """Tell everybody."""
        name, key = "org.freedesktop.appearance", "accent-color"
        body = [name, key, Variant("(ddd)", list(accent))]
        signal = Message.new_signal(
            "/org/freedesktop/portal/desktop",
            "org.freedesktop.portal.Settings",
            "SettingChanged",
            "ssv",
            body,
        )
        self._wait(self._emit(signal))

    def call(self, name: str, path: str, interface: str, member: str, *told: Any) -> Message:  # noqa: ANN401
        """``told`` begins with the signature of what follows."""
        signature, *body = told
        return self._wait(
            self._call(
                Message(
                    destination=name,
                    path=path,
                    interface=interface,
                    member=member,
                    signature=signature,
                    body=body,
                )
            )
        )

    async def _call(self, message: Message) -> Message:
        reply = await self._bus.call(message)
        assert reply
        return reply

    def hear(self, interface: str) -> None:
        """Keep the signals of ``interface`` in ``heard``."""
        self._wait(self._ask_bus("AddMatch", f"type='signal',interface='{interface}'"))

    def close(self) -> None:
        self._wait(self._leave())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
        for each in self.asked:
            if each.end is not None:
                os.close(each.end)

    def _wait(self, coroutine: Coroutine[Any, Any, Result]) -> Result:
        future = asyncio.run_coroutine_threadsafe(coroutine, self._loop)
        return future.result(timeout=10)

    async def _connect(self, address: str, names: tuple[str, ...]) -> MessageBus:
        bus = await MessageBus(bus_address=address, negotiate_unix_fd=True).connect()
        bus.add_message_handler(self._receive)
        for name in names:
            await bus.request_name(name)
        return bus

    async def _emit(self, signal: Message) -> None:
        await self._bus.send(signal)

    async def _leave(self) -> None:
        self._bus.disconnect()
        await self._bus.wait_for_disconnect()  # type: ignore[no-untyped-call]

    async def _has_owner(self, name: str) -> bool:
        return bool((await self._ask_bus("NameHasOwner", name)).body[0])

    async def _ask_bus(self, member: str, text: str) -> Message:
        bus = "org.freedesktop.DBus"
        reply = await self._bus.call(
            Message(
                destination=bus,
                path="/org/freedesktop/DBus",
                interface=bus,
                member=member,
                signature="s",
                body=[text],
            )
        )
        assert reply
        return reply

    def _receive(self, message: Message) -> Message | bool | None:
        if message.message_type is MessageType.SIGNAL:
            self.heard.append(message)
        if message.member == "ReadOne" and self.accent is not None:
            return Message.new_method_return(message, "v", [Variant("(ddd)", list(self.accent))])
        wanted = message.member in ("Inhibit", "Notify")
        if message.message_type is not MessageType.METHOD_CALL or not wanted:
            return None
        if self._refuses:
            return Message.new_error(message, f"{LOGIND}.Refused", "not now")
        answers: dict[str, Callable[[Message], Message | None]] = {
            f"{LOGIND}.Manager": self._hand_out,
            NOTIFICATIONS: lambda call: self._note(call, "u", [1]),
            SCREEN_SAVER: lambda call: self._note(call, "u", [7]),
            "org.freedesktop.portal.Inhibit": lambda call: self._note(call, "o", ["/request"]),
        }
        return answers[message.interface or ""](message) or True

    def _note(self, message: Message, signature: str, body: list[Any]) -> Message:
        assert message.destination and message.sender
        self.asked.append(Asked(message.interface or "", tuple(message.body), message.sender))
        return Message.new_method_return(message, signature, body)

    def _hand_out(self, message: Message) -> None:
        """As logind does: the caller gets one end of a pipe, and we see it hang up."""
        ours, theirs = os.pipe()
        self.asked.append(Asked(LOGIND, tuple(message.body), message.sender or "", ours))
        reply = Message.new_method_return(message, "h", [0], [theirs])
        self._sending = self._loop.create_task(_send(self._bus, reply, theirs))


async def _send(bus: MessageBus, reply: Message, descriptor: int) -> None:
    await bus.send(reply)
    os.close(descriptor)
