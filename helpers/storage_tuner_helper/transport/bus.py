"""The D-Bus system service; polkit authorises every caller by its bus name, never by a pid."""

from __future__ import annotations

import asyncio
import secrets
import syslog
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeGuard

from storage_tuner_helper.arguments import Value
from storage_tuner_helper.dispatcher import (
    MAXIMUM_CALLS_PER_CLIENT,
    METHODS,
    TOO_MANY_CALLS,
    Dispatcher,
)
from storage_tuner_helper.errors import (
    Busy,
    Dismissed,
    InteractiveAuthorizationRequired,
    InvalidArgs,
    InvalidArgument,
    NotAuthorized,
    Refusal,
    UnknownMethod,
)
from storage_tuner_helper.restoring.locks import UNKNOWN_HOLDER
from storage_tuner_helper.transport import callers
from storage_tuner_helper.transport.client import Client
from storage_tuner_helper.transport.sd_bus import (
    METHOD_CALL,
    SIGNAL,
    Budget,
    Bus,
    BusError,
    Message,
    Method,
    Reply,
    ReturnAddress,
    TooMuch,
    Typed,
)
from storage_tuner_protocol.interface import NAME, PATH, Signal
from storage_tuner_protocol.message import said
from storage_tuner_protocol.tunables import VIRTUAL_MEMORY

SIGNATURE = "sa{sv}"

_DAEMON = "org.freedesktop.DBus"
_DAEMON_PATH = "/org/freedesktop/DBus"
_PEER = "org.freedesktop.DBus.Peer"
_INTROSPECTABLE = "org.freedesktop.DBus.Introspectable"
_POLKIT = "org.freedesktop.PolicyKit1"
_AUTHORITY = "org.freedesktop.PolicyKit1.Authority"
_AUTHORITY_PATH = "/org/freedesktop/PolicyKit1/Authority"
_ALLOW_USER_INTERACTION = 1
_DO_NOT_QUEUE = 4
_PRIMARY_OWNER = 1
_NOTICED = frozenset(name for name, method in METHODS.items() if not method.changes_nothing)
"""Methods that change something, which run even when no reply is wanted; other calls without a
reply are dropped as cheaply as possible."""
_ACCEPTED_VALUES = frozenset(("as", *"bynqiuxtds"))
_GROUPS = "aa{sv}"
_TEXT_BYTES = 4096
_VALUES = 1024
_VALUES_OF_STRANGERS = 256
"""An unauthorised caller needs no more: its calls are refused in the end."""
_REPLY_VALUES = 256
_IDLE_SECONDS = 60.0
_IDLE_CHECK_SECONDS = 5.0
_IN_DIALOGS = {"": "all disks", VIRTUAL_MEMORY: "this computer's memory"}
"""Texts in dialogs for names that aren't a disk's."""
_DAEMON_SECONDS = 5.0
_WELCOME_SECONDS = 30.0
"""The daemon replies in order, even behind a flood."""


@dataclass(frozen=True)
class _Call:
    """A call for the dispatcher; ``reply_to`` is None if no reply is wanted."""

    member: str
    device: str
    values: Mapping[str, object]
    reply_to: ReturnAddress | None
    may_ask: bool


class BusTransport:
    """Receives calls from the bus, queries polkit, replies, and notices when a client leaves the
    bus."""

    def __init__(self, dispatcher: Dispatcher, ended: asyncio.Event) -> None:
        """Raises ``BusError`` if there is no bus."""
        self._dispatcher = dispatcher
        self._ended = ended
        self._clients: dict[str, Client] = {}
        self.strangers: dict[str, list[_Call]] = {}
        """The calls of callers whose user isn't known yet."""
        self._welcoming: set[asyncio.Task[None]] = set()
        self._watching_idleness: asyncio.Task[None] | None = None
        self._owned = False
        self._bus = Bus(self._receive, ended.set)

    async def authorize(
        self, client: Client, action: str, devices: Sequence[str], ask: bool
    ) -> None:
        """Authorise a call. Anything but a clear yes is a no: an error, no reply, no polkit."""
        cancellation = secrets.token_hex(16)
        subject = [("s", "system-bus-name"), ("a{sv}", {"name": ("s", client.name)})]
        body = [
            ("(sa{sv})", subject),
            ("s", action),
            ("a{ss}", {"device": _in_dialog(devices)}),
            ("u", _ALLOW_USER_INTERACTION if ask else 0),
            ("s", cancellation),
        ]
        try:
            # waits as long as a person needs to respond
            reply = await self._call(_authority("CheckAuthorization"), body, None)
        except asyncio.CancelledError:
            # no reply is awaited, since restoring the settings must not wait
            if self._bus.is_open:
                cancel = _authority("CancelCheckAuthorization")
                self._bus.call_without_reply(cancel, [("s", cancellation)])
            raise
        _judge(reply)
        if client.description == UNKNOWN_HOLDER:
            client.description = await self._described(client)

    def notify(
        self, client: Client, event: str, device: str, arguments: Mapping[str, Value]
    ) -> None:
        if self._bus.is_open:
            body = [("s", device), ("a{sv}", _packed(arguments))]
            self._bus.signal(client.name, PATH, NAME, event, body)

    def clients(self) -> list[Client]:
        return list(self._clients.values())

    async def start(self) -> None:
        """Own the name; without it the helper has nothing to do and ends."""
        self._watching_idleness = asyncio.ensure_future(self._watch_idleness())
        rule = f"type='signal',sender='{_DAEMON}',member='NameOwnerChanged'"
        if _is_return(await self.ask_daemon("AddMatch", ("s", rule))):
            await self._own_name()
        else:
            # without notice of departures, settings would never be restored
            self._ended.set()

    async def withdraw(self) -> None:
        """Release the name, so that the next call starts a new helper."""
        if self._owned:
            self._owned = False
            await self.ask_daemon("ReleaseName", ("s", NAME))

    async def stop(self) -> None:
        """Leave once everything is sent, as the daemon's reply to the last call shows."""
        if self._watching_idleness:
            self._watching_idleness.cancel()
        for task in self._welcoming:
            task.cancel()
        await self.ask_daemon("GetId")
        self._bus.close()

    async def _own_name(self) -> None:
        reply = await self.ask_daemon("RequestName", ("s", NAME), ("u", _DO_NOT_QUEUE))
        self._owned = _is_return(reply) and reply.body == (_PRIMARY_OWNER,)
        if not self._owned:
            syslog.syslog(syslog.LOG_ERR, f"{NAME} can't be owned on the system bus")
            self._ended.set()

    @property
    def _idle(self) -> bool:
        return self._dispatcher.idle and not self.strangers

    async def _watch_idleness(self) -> None:
        """End after a while without clients. A call that arrived while the name was released is
        still handled here."""
        loop = asyncio.get_running_loop()
        busy_at = loop.time()
        while True:
            await asyncio.sleep(_IDLE_CHECK_SECONDS)
            if not self._idle:
                busy_at = loop.time()
            elif loop.time() - busy_at >= _IDLE_SECONDS:
                await self.withdraw()
                if self._idle:
                    self._ended.set()
                    return
                await self._own_name()

    def _receive(self, message: Message) -> bool:
        """Handle every incoming call and signal; False leaves it to sd-bus."""
        kind = message.type
        if kind == SIGNAL:
            self._notice_departure(message)
        if kind != METHOD_CALL or not (message.wants_reply or message.member in _NOTICED):
            return True
        if message.interface == _PEER:
            return False
        try:
            self._receive_call(message)
        except Refusal as refusal:
            self._refuse(_reply_address(message), refusal)
        return True

    def _receive_call(self, message: Message) -> None:
        """Handle a call. Raises a ``Refusal``. Cheap checks come before anything is read."""
        if _is_introspection(message):
            self._bus.answer(message.return_address, [("s", introspection())])
            return
        _check(message)
        client = self._clients.get(message.sender)
        if client is None:
            self._receive_from_stranger(message)
        else:
            self._dispatcher.check_room(client)
            values = _VALUES if client.authorised else _VALUES_OF_STRANGERS
            self._accept(client, _read(message, values))

    def _receive_from_stranger(self, message: Message) -> None:
        """Queue calls of a caller whose user isn't known yet, find out the user, then run all of
        them."""
        name = message.sender
        calls = self.strangers.get(name, [])
        if len(calls) >= MAXIMUM_CALLS_PER_CLIENT:
            raise Busy(TOO_MANY_CALLS)
        calls.append(_read(message, _VALUES_OF_STRANGERS))
        if name not in self.strangers:
            self.strangers[name] = calls
            task = asyncio.ensure_future(self._welcome(name))
            self._welcoming.add(task)
            task.add_done_callback(self._welcoming.discard)

    async def _welcome(self, name: str) -> None:
        """Register the caller as a client, unless it left meanwhile: its departure wouldn't be
        signalled again."""
        reply = await self.ask_daemon(
            "GetConnectionUnixUser", ("s", name), seconds=_WELCOME_SECONDS
        )
        calls = self.strangers.pop(name, [])
        client = None
        if calls and _is_return(reply):
            client = self._clients.setdefault(name, Client(name, self, reply.body[0]))
        for call in calls:
            try:
                if client is None:
                    raise Busy(said("The system bus doesn't respond in time."))
                self._accept(client, call)
            except Refusal as refusal:
                self._refuse(call.reply_to, refusal)

    async def _described(self, client: Client) -> str:
        """Return a description of the caller for messages to other users only: its process number
        may be reused."""
        reply = await self.ask_daemon("GetConnectionUnixProcessID", ("s", client.name))
        if not _is_return(reply):
            return UNKNOWN_HOLDER
        return await callers.described_soon(reply.body[0], client.user)

    def _accept(self, client: Client, call: _Call) -> None:
        self._dispatcher.accept(client, partial(self._answer, client, call))

    async def _answer(self, client: Client, call: _Call) -> None:
        try:
            reply = await self._dispatcher.call(
                client, call.member, call.device, call.values, ask=call.may_ask
            )
        except Refusal as refusal:
            if not client.gone:
                self._refuse(call.reply_to, refusal)
            return
        if call.reply_to and self._bus.is_open and not client.gone:
            self._bus.answer(call.reply_to, [("a{sv}", _packed(reply))])

    def _refuse(self, reply_to: ReturnAddress | None, refusal: Refusal) -> None:
        if reply_to and self._bus.is_open:
            self._bus.refuse(reply_to, refusal.bus_name, _ascii(str(refusal)), _details(refusal))

    def _notice_departure(self, message: Message) -> None:
        """Handle a departure. The daemon signals it; a client can't forge that, because the sender
        would be its own name."""
        if message.sender != _DAEMON or message.member != "NameOwnerChanged":
            return
        name, _, new_owner = message.read(Budget(3, _TEXT_BYTES))
        if not new_owner:
            self.strangers.pop(name, None)
        client = None if new_owner else self._clients.get(name)
        if client:
            self._dispatcher.leave(client).add_done_callback(
                lambda _: self._clients.pop(name, None)
            )
        self._forget_idle_clients()

    def _forget_idle_clients(self) -> None:
        for name, client in list(self._clients.items()):
            if not client.gone and self._dispatcher.is_forgettable(client):
                del self._clients[name]

    async def ask_daemon(
        self, member: str, *body: Typed, seconds: float = _DAEMON_SECONDS
    ) -> Reply | None:
        """Call a method of the bus itself; None when the connection is lost."""
        return await self._call(Method(_DAEMON, _DAEMON_PATH, _DAEMON, member), body, seconds)

    async def _call(
        self, method: Method, body: Sequence[Typed], seconds: float | None
    ) -> Reply | None:
        """Call a method and return the reply; None when the connection is lost."""
        if not self._bus.is_open:
            return None
        return await self._bus.call(method, body, Budget(_REPLY_VALUES, _TEXT_BYTES), seconds)


def introspection() -> str:
    """Return the interface in D-Bus's XML; the same as resources/org.storagetuner.Helper1.xml."""
    inwards = '<arg name="device" type="s"{0}/><arg name="arguments" type="a{{sv}}"{0}/>'
    into, outof = inwards.format(' direction="in"'), inwards.format("")
    back = '<arg name="reply" type="a{sv}" direction="out"/>'
    methods = "".join(f'<method name="{name}">{into}{back}</method>' for name in METHODS)
    signals = "".join(f'<signal name="{name}">{outof}</signal>' for name in Signal)
    return f'<node><interface name="{NAME}">{methods}{signals}</interface></node>'


def _authority(member: str) -> Method:
    return Method(_POLKIT, _AUTHORITY_PATH, _AUTHORITY, member)


def _is_return(reply: Reply | None) -> TypeGuard[Reply]:
    return reply is not None and not reply.is_error


def _in_dialog(devices: Sequence[str]) -> str:
    return ", ".join(_IN_DIALOGS.get(name, name) for name in devices)


def _judge(reply: Reply | None) -> None:
    """Return for a clear yes only."""
    if not _is_return(reply):
        raise NotAuthorized
    authorized, challenge, details = reply.body[0]
    if authorized is True:
        return
    if challenge:
        raise InteractiveAuthorizationRequired
    raise Dismissed if details.get("polkit.dismissed") else NotAuthorized


def _is_introspection(message: Message) -> bool:
    named = message.interface == _INTROSPECTABLE and message.member == "Introspect"
    return named and message.path == PATH


def _check(message: Message) -> None:
    """Raise the refusal of a call that isn't one of ours at all."""
    known = message.interface == NAME and message.path == PATH
    if not known or message.member not in METHODS:
        raise UnknownMethod
    if message.signature != SIGNATURE:
        raise InvalidArgs
    if not message.sender:
        raise NotAuthorized


def _details(refusal: Refusal) -> Sequence[Typed]:
    """Return the values after the sentence: its code, and the failures by device."""
    coded = ("s", refusal.message.encoded())
    rows = [
        [
            ("s", device),
            ("s", one.name.value),
            ("s", _ascii(str(one))),
            ("s", one.message.encoded()),
        ]
        for device, one in refusal.by_device.items()
    ]
    return [coded, ("a(ssss)", rows)] if rows else [coded]


def _reply_address(message: Message) -> ReturnAddress | None:
    return message.return_address if message.wants_reply else None


def _read(message: Message, values: int) -> _Call:
    """Read a call. Raises ``InvalidArgument``."""
    try:
        device, variants = message.read(Budget(values, _TEXT_BYTES))
    except (TooMuch, BusError):
        raise InvalidArgument(said("The call is too large.")) from None
    reply_to = _reply_address(message)
    may_ask = reply_to is not None and message.may_ask
    return _Call(message.member, device, _unpacked(variants), reply_to, may_ask)


def _unpacked(variants: Mapping[str, Typed]) -> dict[str, object]:
    """Return plain values, lists of texts, and lists of arguments with these; deeper nesting is
    refused."""
    return {key: _plain(variant) for key, variant in variants.items()}


def _plain(variant: Typed) -> object:
    signature, value = variant
    if signature == _GROUPS:
        return [
            {key: _checked(part, _ACCEPTED_VALUES) for key, part in group.items()}
            for group in value
        ]
    return _checked(variant, _ACCEPTED_VALUES)


def _checked(variant: Typed, accepted: frozenset[str]) -> object:
    signature, value = variant
    if signature not in accepted:
        raise InvalidArgument(said("An argument has an unexpected type."))
    return value


def _packed(values: Mapping[str, Value]) -> dict[str, Typed]:
    return {key: _variant(value) for key, value in values.items()}


def _variant(value: Value) -> Typed:
    if isinstance(value, str):
        return "s", _ascii(value)
    if isinstance(value, list):
        return "as", [_ascii(text) for text in value]
    return _signature_of(value), value


def _ascii(text: str) -> str:
    """Return ASCII text, as the protocol specifies, without NUL, which D-Bus can't carry."""
    return text.encode("ascii", "replace").decode("ascii").replace("\0", "?")


def _signature_of(value: bool | int | float) -> str:
    """Return the D-Bus type. ``bool`` is checked first, since it's an ``int`` too."""
    if isinstance(value, bool):
        return "b"
    return "x" if isinstance(value, int) else "d"
