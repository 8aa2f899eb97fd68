"""The D-Bus system service; polkit decides about every caller, by its bus name, never by a pid."""

from __future__ import annotations

import asyncio
import secrets
import syslog
from collections.abc import Mapping
from typing import Any

from dbus_fast import BusType, Message, MessageFlag, MessageType, Variant
from dbus_fast.aio import MessageBus

from storage_tuner_helper import callers
from storage_tuner_helper.arguments import Value
from storage_tuner_helper.client import Client
from storage_tuner_helper.dispatcher import METHODS, Dispatcher
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
from storage_tuner_helper.targets import VIRTUAL_MEMORY

NAME = INTERFACE = "org.storagetuner.Helper1"
PATH = "/org/storagetuner/Helper1"
SIGNATURE = "sa{sv}"
SIGNALS = ("BenchmarkFinished", "PracticeDiskProgress", "Reverted")

_DAEMON = "org.freedesktop.DBus"
_DAEMON_PATH = "/org/freedesktop/DBus"
_POLKIT = "org.freedesktop.PolicyKit1"
_AUTHORITY = "org.freedesktop.PolicyKit1.Authority"
_AUTHORITY_PATH = "/org/freedesktop/PolicyKit1/Authority"
_ALLOW_USER_INTERACTION = 1
_DO_NOT_QUEUE = 4
_PRIMARY_OWNER = 1
_PLAIN_VALUES = frozenset("bynqiuxtds")
_ACCEPTED_VALUES = _PLAIN_VALUES | {"as"}
_GROUPS = "aa{sv}"
_MAXIMUM_WELCOMING = 256
_IDLE_SECONDS = 60.0
_IDLE_CHECK_SECONDS = 5.0
_IN_DIALOGS = {"": "all disks", VIRTUAL_MEMORY: "this computer's memory"}
"""What a person reads instead of names that are none of a disk."""
_DAEMON_SECONDS = 5.0


class BusTransport:
    """Takes calls from the bus, asks polkit, answers, and notices when a client leaves the bus."""

    def __init__(self, dispatcher: Dispatcher, ended: asyncio.Event) -> None:
        self._dispatcher = dispatcher
        self._ended = ended
        self._clients: dict[str, Client] = {}
        self._connection: asyncio.Task[None] | None = None
        self._background: list[asyncio.Task[None]] = []
        self._bus = MessageBus(bus_type=BusType.SYSTEM)
        self._owned = False
        self._welcoming: dict[asyncio.Task[None], str] = {}

    async def authorize(self, client: Client, action: str, device: str, ask: bool) -> None:
        """Everything but a clear yes is a no: an error, no answer, no polkit."""
        cancellation = secrets.token_hex(16)
        details = {"device": _IN_DIALOGS.get(device, device)}
        subject = ["system-bus-name", {"name": Variant("s", client.name)}]
        flags = _ALLOW_USER_INTERACTION if ask else 0
        try:
            reply = await self._ask_polkit(
                "CheckAuthorization",
                "(sa{sv})sa{ss}us",
                [subject, action, details, flags, cancellation],
            )
        except asyncio.CancelledError:
            # no answer is awaited: what is waiting for us is the restoring of settings
            self._send(
                _polkit_call(
                    "CancelCheckAuthorization", "s", [cancellation], MessageFlag.NO_REPLY_EXPECTED
                )
            )
            raise
        _judge(reply)

    def notify(
        self, client: Client, event: str, device: str, arguments: Mapping[str, Value]
    ) -> None:
        signal = Message.new_signal(PATH, INTERFACE, event, SIGNATURE, [device, _packed(arguments)])
        signal.destination = client.name
        self._send(signal)

    def clients(self) -> list[Client]:
        return list(self._clients.values())

    async def start(self) -> None:
        """Own the name; without it there is nothing to do here, and we end."""
        await self._bus.connect()
        self._bus.add_message_handler(self._handle)
        self._connection = asyncio.ensure_future(self._watch_connection())
        self._background = [self._connection, asyncio.ensure_future(self._watch_idleness())]
        rule = f"type='signal',sender='{_DAEMON}',member='NameOwnerChanged'"
        if _is_return(await self._ask_daemon("AddMatch", "s", [rule])):
            await self._own_name()
        else:
            # without news of departures nobody's settings would come back
            self._ended.set()

    async def withdraw(self) -> None:
        """Give the name away, so that the next call starts a new helper."""
        if self._owned:
            self._owned = False
            await self._ask_daemon("ReleaseName", "s", [NAME])

    async def stop(self) -> None:
        for task in self._background:
            task.cancel()
        await asyncio.gather(*self._background, return_exceptions=True)
        self._bus.disconnect()

    async def _own_name(self) -> None:
        reply = await self._ask_daemon("RequestName", "su", [NAME, _DO_NOT_QUEUE])
        self._owned = reply is not None and reply.body == [_PRIMARY_OWNER]
        if not self._owned:
            syslog.syslog(syslog.LOG_ERR, f"{NAME} can't be owned on the system bus")
            self._ended.set()

    async def _watch_connection(self) -> None:
        try:
            await self._bus.wait_for_disconnect()  # type: ignore[no-untyped-call]
        except Exception as error:
            syslog.syslog(syslog.LOG_WARNING, f"the bus was lost: {error!r}")
        finally:
            self._ended.set()

    @property
    def _idle(self) -> bool:
        return self._dispatcher.idle and not self._welcoming

    async def _watch_idleness(self) -> None:
        """End when nobody needed us for a while. A call that came while the name was given away
        is still answered, by us."""
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

    def _handle(self, message: Message) -> Message | bool | None:
        """Called by dbus-fast for everything that comes in; True or a message: it's answered."""
        if message.message_type is MessageType.SIGNAL:
            self._notice_departure(message)
            return None
        if message.message_type is not MessageType.METHOD_CALL:
            return None
        if message.interface == "org.freedesktop.DBus.Peer":
            return None
        if message.interface == "org.freedesktop.DBus.Introspectable" and message.path == PATH:
            return Message.new_method_return(message, "s", [introspection()])
        try:
            self._check(message)
            client = self._clients.get(str(message.sender))
            if client is None:
                self._welcome(message)
            else:
                self._accept(client, message)
        except Refusal as refusal:
            return Message.new_error(message, refusal.bus_name, _ascii(str(refusal)))
        return True

    def _welcome(self, message: Message) -> None:
        """A caller whom we don't know yet: find out whose it is, then take the call."""
        if len(self._welcoming) >= _MAXIMUM_WELCOMING:
            raise Busy("Too many programs are calling at once.")
        task = asyncio.ensure_future(self._welcome_and_accept(message))
        self._welcoming[task] = str(message.sender)
        task.add_done_callback(self._welcoming.pop)

    async def _welcome_and_accept(self, message: Message) -> None:
        name = str(message.sender)
        reply = await self._ask_daemon("GetConnectionCredentials", "s", [name])
        if reply is None or not _is_return(reply):
            return
        credentials = {key: variant.value for key, variant in reply.body[0].items()}
        if "UnixUserID" not in credentials:
            return
        client = self._clients.setdefault(name, self._client(name, credentials))
        try:
            self._accept(client, message)
        except Refusal as refusal:
            self._send(Message.new_error(message, refusal.bus_name, _ascii(str(refusal))))

    def _client(self, name: str, credentials: Mapping[str, Any]) -> Client:
        """The process is for a sentence to other users only: another one may get its number."""
        user, process = int(credentials["UnixUserID"]), int(credentials.get("ProcessID", 0))
        return Client(name, self, user, callers.described(process, user))

    def _check(self, message: Message) -> None:
        """Raises the refusal of a call that isn't one of ours at all."""
        known = message.interface == INTERFACE and message.path == PATH
        if not known or message.member not in METHODS:
            raise UnknownMethod
        if message.signature != SIGNATURE or message.unix_fds:
            raise InvalidArgs
        if not message.sender:
            raise NotAuthorized

    def _accept(self, client: Client, message: Message) -> None:
        self._dispatcher.accept(client, lambda: self._answer(client, message))

    async def _answer(self, client: Client, message: Message) -> None:
        wants_reply = not message.flags & MessageFlag.NO_REPLY_EXPECTED
        ask = wants_reply and bool(message.flags & MessageFlag.ALLOW_INTERACTIVE_AUTHORIZATION)
        device, variants = message.body
        try:
            values = _unpacked(variants)
            reply = await self._dispatcher.call(
                client, str(message.member), device, values, ask=ask
            )
            answer = Message.new_method_return(message, "a{sv}", [_packed(reply)])
        except Refusal as refusal:
            answer = Message.new_error(message, refusal.bus_name, _ascii(str(refusal)))
        if wants_reply and not client.gone:
            self._send(answer)

    def _notice_departure(self, message: Message) -> None:
        """The daemon tells who left; a client can't pretend that, its sender would be its own."""
        if message.sender != _DAEMON or message.member != "NameOwnerChanged":
            return
        name, _, new_owner = message.body
        if not new_owner:
            self._welcome_no_more(name)
        client = None if new_owner else self._clients.get(name)
        if client:
            self._dispatcher.leave(client).add_done_callback(
                lambda _: self._clients.pop(name, None)
            )
        self._forget_idle_clients()

    def _welcome_no_more(self, name: str) -> None:
        """Who left before we knew him becomes no client: nobody would tell us again."""
        for task, welcomed in self._welcoming.items():
            if welcomed == name:
                task.cancel()

    def _forget_idle_clients(self) -> None:
        for name, client in list(self._clients.items()):
            if not client.gone and self._dispatcher.is_forgettable(client):
                del self._clients[name]

    def _send(self, message: Message) -> None:
        if self._bus.connected:
            self._bus.send(message)

    async def _ask_polkit(self, member: str, signature: str, body: list[Any]) -> Message | None:
        """Waits as long as a person takes to answer."""
        return await self._ask(_polkit_call(member, signature, body), None)

    async def _ask_daemon(self, member: str, signature: str, body: list[Any]) -> Message | None:
        message = Message(
            destination=_DAEMON,
            path=_DAEMON_PATH,
            interface=_DAEMON,
            member=member,
            signature=signature,
            body=body,
        )
        return await self._ask(message, _DAEMON_SECONDS)

    async def _ask(self, message: Message, seconds: float | None) -> Message | None:
        """The reply; None when it doesn't come in time, or the bus is gone: dbus-fast would then
        wait for ever."""
        if self._connection is None or not self._bus.connected:
            return None
        asking = asyncio.ensure_future(self._bus.call(message))
        try:
            await asyncio.wait(
                {asking, self._connection},
                timeout=seconds,
                return_when=asyncio.FIRST_COMPLETED,
            )
            return asking.result() if asking.done() else None
        except Exception as error:
            syslog.syslog(syslog.LOG_WARNING, f"the bus gave no answer: {error!r}")
            return None
        finally:
            asking.cancel()


def introspection() -> str:
    """The interface in D-Bus's XML; the same as resources/org.storagetuner.Helper1.xml."""
    inwards = '<arg name="device" type="s"{0}/><arg name="arguments" type="a{{sv}}"{0}/>'
    into, outof = inwards.format(' direction="in"'), inwards.format("")
    back = '<arg name="reply" type="a{sv}" direction="out"/>'
    methods = "".join(f'<method name="{name}">{into}{back}</method>' for name in METHODS)
    signals = "".join(f'<signal name="{name}">{outof}</signal>' for name in SIGNALS)
    return f'<node><interface name="{INTERFACE}">{methods}{signals}</interface></node>'


def _polkit_call(
    member: str, signature: str, body: list[Any], flags: MessageFlag = MessageFlag.NONE
) -> Message:
    return Message(
        destination=_POLKIT,
        path=_AUTHORITY_PATH,
        interface=_AUTHORITY,
        member=member,
        signature=signature,
        body=body,
        flags=flags,
    )


def _is_return(reply: Message | None) -> bool:
    return reply is not None and reply.message_type is MessageType.METHOD_RETURN


def _judge(reply: Message | None) -> None:
    """Return for a clear yes only."""
    if reply is None or not _is_return(reply):
        raise NotAuthorized
    authorized, challenge, details = reply.body[0]
    if authorized is True:
        return
    if challenge:
        raise InteractiveAuthorizationRequired
    raise Dismissed if details.get("polkit.dismissed") else NotAuthorized


def _unpacked(variants: Mapping[str, Variant]) -> dict[str, object]:
    """Plain values, and lists of arguments with plain values; what nests deeper is refused."""
    return {key: _plain(variant) for key, variant in variants.items()}


def _plain(variant: Variant) -> object:
    if variant.signature == _GROUPS:
        return [
            {key: _checked(part, _PLAIN_VALUES) for key, part in group.items()}
            for group in variant.value
        ]
    return _checked(variant, _ACCEPTED_VALUES)


def _checked(variant: Variant, accepted: frozenset[str]) -> object:
    if variant.signature not in accepted:
        raise InvalidArgument("An argument has a type that is never expected.")
    return variant.value


def _packed(values: Mapping[str, Value]) -> dict[str, Variant]:
    return {key: _variant(value) for key, value in values.items()}


def _variant(value: Value) -> Variant:
    if isinstance(value, str):
        return Variant("s", _ascii(value))
    if isinstance(value, list):
        return Variant("as", [_ascii(text) for text in value])
    return Variant(_signature_of(value), value)


def _ascii(text: str) -> str:
    """Old versions of dbus-fast (Debian 12: 1.84) count characters where bytes are meant, so the
    daemon would end our connection for any other text; and D-Bus carries no NUL."""
    return text.encode("ascii", "replace").decode("ascii").replace("\0", "?")


def _signature_of(value: bool | int | float) -> str:
    """``bool`` first, since it's an ``int`` too."""
    if isinstance(value, bool):
        return "b"
    return "x" if isinstance(value, int) else "d"
