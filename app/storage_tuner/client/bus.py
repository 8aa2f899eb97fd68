"""The helper as a D-Bus system service; dbus-fast on an asyncio loop in a separate thread."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Coroutine, Mapping, Sequence
from concurrent.futures import Future
from typing import Any, TypeVar

from dbus_fast import BusType, Message, MessageFlag, MessageType, Variant
from dbus_fast.aio import MessageBus
from dbus_fast.errors import AuthError, DBusError

from storage_tuner.client.helper import EventQueue, Group, HelperEvent, Value, error_from
from storage_tuner.core.errors import HelperGone, HelperUnavailable
from storage_tuner.core.message import sentence
from storage_tuner_protocol.interface import NAME, PATH

_BUS = "org.freedesktop.DBus"
Result = TypeVar("Result")


class BusConnection:
    """One client on the system bus; the helper and polkit identify it by its unique name."""

    def __init__(self) -> None:
        """Connect. Raises ``HelperUnavailable`` when there is no system bus."""
        self._events = EventQueue()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(
            target=self._loop.run_forever, name="helper-bus", daemon=True
        )
        self._thread.start()
        self._owner = ""
        self._gone = False
        self._lost = self._loop.create_future()
        """Done when the bus has died: dbus-fast then never completes earlier calls, and fails in
        various ways on later ones."""
        try:
            self._bus = self._wait(self._connect())
        except (OSError, AuthError, DBusError) as error:
            self._stop_loop()
            raise HelperUnavailable(
                sentence("the system bus isn't available ({error})", error=error)
            ) from None

    def is_installed(self) -> bool:
        """Whether the bus can start the helper, or the helper is already running."""
        return self._wait(self._is_installed())

    def submit(
        self, method: str, device: str = "", arguments: Mapping[str, Value] | None = None
    ) -> Future[dict[str, Value]]:
        if self._gone:
            raise HelperGone
        return asyncio.run_coroutine_threadsafe(
            self._call(method, device, arguments or {}), self._loop
        )

    def next_event(self, timeout: float) -> HelperEvent | None:
        return self._events.take(timeout)

    def close(self) -> None:
        """Leave the bus; the helper notices that and restores all settings that weren't kept."""
        if self._loop.is_closed():
            return
        self._wait(self._leave())
        self._stop_loop()

    async def _leave(self) -> None:
        with contextlib.suppress(OSError):  # it may have died
            self._bus.disconnect()
        await self._watching

    async def _watch(self, bus: MessageBus) -> None:
        with contextlib.suppress(Exception):  # the reason doesn't matter: it's gone
            await bus.wait_for_disconnect()  # type: ignore[no-untyped-call]
        self._lose()
        self._lost.set_result(None)

    def _lose(self) -> None:
        self._gone = True
        self._events.end()

    def _wait(self, coroutine: Coroutine[Any, Any, Result]) -> Result:
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result(timeout=30)

    def _stop_loop(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(timeout=5)
        self._loop.close()

    async def _connect(self) -> MessageBus:
        bus = await MessageBus(bus_type=BusType.SYSTEM).connect()
        bus.add_message_handler(self._receive)
        for rule in (
            f"type='signal',sender='{NAME}',interface='{NAME}'",
            f"type='signal',sender='{_BUS}',member='NameOwnerChanged',arg0='{NAME}'",
        ):
            await bus.call(_bus_message("AddMatch", "s", [rule]))
        self._watching = asyncio.ensure_future(self._watch(bus))
        return bus

    async def _is_installed(self) -> bool:
        for member in ("ListActivatableNames", "ListNames"):
            reply = await self._bus.call(_bus_message(member, "", []))
            if reply is not None and reply.body and NAME in reply.body[0]:
                return True
        return False

    async def _call(
        self, method: str, device: str, arguments: Mapping[str, Value]
    ) -> dict[str, Value]:
        reply = await self._answer(
            Message(
                destination=NAME,
                path=PATH,
                interface=NAME,
                member=method,
                signature="sa{sv}",
                body=[device, _variants(arguments)],
                flags=MessageFlag.ALLOW_INTERACTIVE_AUTHORIZATION,
            )
        )
        if reply.message_type is MessageType.ERROR:
            raise _error(reply, device)
        self._owner = reply.sender or self._owner
        return _plain(reply.body[0]) if reply.body else {}

    async def _answer(self, message: Message) -> Message:
        """Send a message and return its reply. Raises ``HelperGone`` when the bus has died or dies
        meanwhile."""
        asked = asyncio.ensure_future(self._bus.call(message))
        await asyncio.wait((asked, self._lost), return_when=asyncio.FIRST_COMPLETED)
        if not asked.done():
            asked.cancel()
            raise HelperGone
        if asked.exception() is not None:
            raise HelperGone
        reply = asked.result()
        assert reply is not None
        return reply

    def _receive(self, message: Message) -> None:
        if message.message_type is not MessageType.SIGNAL:
            return
        if message.interface == NAME and len(message.body) == 2:
            self._events.put(
                HelperEvent(message.member or "", message.body[0], _plain(message.body[1]))
            )
        elif message.member == "NameOwnerChanged" and message.sender == _BUS:
            _, old, new = message.body
            if self._owner and old == self._owner and new != self._owner:
                self._lose()


def _bus_message(member: str, signature: str, body: list[Any]) -> Message:
    return Message(
        destination=_BUS,
        path="/org/freedesktop/DBus",
        interface=_BUS,
        member=member,
        signature=signature,
        body=body,
    )


def _variant(value: Value) -> Variant:
    match value:
        case bool():
            return Variant("b", value)
        case int():
            return Variant("x", value)
        case float():
            return Variant("d", value)
        case str():
            return Variant("s", value)
        case _:
            return _list_variant(value)


def _list_variant(values: Sequence[str] | Sequence[Group]) -> Variant:
    groups = [_variants(value) for value in values if not isinstance(value, str)]
    return Variant("aa{sv}", groups) if groups else Variant("as", values)


def _variants(values: Mapping[str, Any]) -> dict[str, Variant]:
    return {key: _variant(value) for key, value in values.items()}


def _plain(values: Mapping[str, Variant]) -> dict[str, Value]:
    return {key: variant.value for key, variant in values.items()}


def _error(reply: Message, device: str) -> Exception:
    name = (reply.error_name or "").removeprefix(f"{NAME}.Error.").rpartition(".")[2]
    text = str(reply.body[0]) if reply.body else ""
    if name in ("NoReply", "ServiceUnknown", "NameHasNoOwner", "Disconnected"):
        return HelperGone()
    if name.startswith("Spawn") or "Spawn" in (reply.error_name or ""):
        return HelperUnavailable(text or name)
    return error_from(name, text, device, *reply.body[1:3])
