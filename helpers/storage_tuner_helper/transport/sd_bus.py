"""The system bus by sd-bus (libsystemd.so.0) on an asyncio event loop.

sd-bus reads one message at a time and parses only the requested parts, so that no peer's flags,
types or sizes cost more than the message itself. It isn't thread-safe, and Python's garbage
collection may drop a reference in any thread: so nothing here keeps a message. A callback reads
what it needs within a ``Budget``; a reply is built from the ``ReturnAddress`` of its call.

Reference: sd-bus(3) and the pages it names.
"""

from __future__ import annotations

import asyncio
import ctypes
import os
import syslog
import traceback
from collections.abc import Callable, Mapping, Sequence
from ctypes import POINTER, byref, c_char, c_char_p, c_double, c_int, c_uint64, c_void_p
from dataclasses import dataclass
from typing import Any

Value = Any
"""A value of the type in its signature, which is unknown to type checkers."""

Typed = tuple[str, Value]
"""A D-Bus signature of one complete type, and the value: also how a variant is read and written.
Structures are sequences of these; arrays of dictionary entries are mappings."""

METHOD_CALL = 1
SIGNAL = 4

_METHOD_ERROR = 3
_POLLOUT = 4
_NO_TIME_LIMIT = 2**64 - 1
_MAXIMUM_DEPTH = 8
_AT_ONCE = 100
"""Messages that are processed before other work of the event loop gets its turn."""
_MAXIMUM_UNSENT = 512
"""Messages that may wait for room in the socket; above that, reading pauses."""
_SYSTEM_BUS = "unix:path=/run/dbus/system_bus_socket"

_INTEGERS: Mapping[str, Any] = {
    "y": ctypes.c_uint8,
    "b": c_int,
    "n": ctypes.c_int16,
    "q": ctypes.c_uint16,
    "i": ctypes.c_int32,
    "u": ctypes.c_uint32,
    "x": ctypes.c_int64,
    "t": c_uint64,
    "d": c_double,
}
_TEXTS = frozenset("sog")
_CONTAINERS = frozenset("aver")

_Callback = ctypes.CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p)
_library = ctypes.CDLL("libsystemd.so.0")
_strnlen = ctypes.CDLL(None).strnlen
_strnlen.argtypes, _strnlen.restype = (c_void_p, ctypes.c_size_t), ctypes.c_size_t


class _Error(ctypes.Structure):
    """``sd_bus_error``."""

    _fields_ = (("name", c_char_p), ("message", c_char_p), ("need_free", c_int))


def _declare(*functions: str, takes: Sequence[Any], gives: type[Value] = c_int) -> None:
    for name in functions:
        function = getattr(_library, name)
        function.argtypes, function.restype = tuple(takes), gives


_declare(
    *(f"sd_bus_message_get_{part}" for part in ("sender", "interface", "member", "path")),
    takes=[c_void_p],
    gives=c_char_p,
)
_declare("sd_bus_message_get_signature", takes=[c_void_p, c_int], gives=c_char_p)
_declare("sd_bus_message_get_type", takes=[c_void_p, POINTER(ctypes.c_uint8)])
_declare("sd_bus_message_get_cookie", takes=[c_void_p, POINTER(c_uint64)])
_declare(
    "sd_bus_message_get_expect_reply",
    "sd_bus_message_get_allow_interactive_authorization",
    "sd_bus_message_exit_container",
    "sd_bus_message_close_container",
    "sd_bus_get_fd",
    "sd_bus_get_events",
    "sd_bus_start",
    takes=[c_void_p],
)
_declare("sd_bus_message_unref", "sd_bus_close_unref", takes=[c_void_p], gives=c_void_p)
_declare("sd_bus_message_peek_type", takes=[c_void_p, POINTER(c_char), POINTER(c_char_p)])
_declare(
    "sd_bus_message_enter_container",
    "sd_bus_message_open_container",
    takes=[c_void_p, c_char, c_char_p],
)
_declare(
    "sd_bus_message_read_basic", "sd_bus_message_append_basic", takes=[c_void_p, c_char, c_void_p]
)
_declare("sd_bus_message_set_sender", "sd_bus_message_set_destination", takes=[c_void_p, c_char_p])
_declare("sd_bus_message_set_expect_reply", takes=[c_void_p, c_int])
_declare("sd_bus_message_seal", takes=[c_void_p, c_uint64, c_uint64])
_declare("sd_bus_message_new_method_call", takes=[c_void_p, POINTER(c_void_p), *[c_char_p] * 4])
_declare("sd_bus_message_new_method_return", takes=[c_void_p, POINTER(c_void_p)])
_declare("sd_bus_message_new_method_error", takes=[c_void_p, POINTER(c_void_p), POINTER(_Error)])
_declare("sd_bus_message_new_signal", takes=[c_void_p, POINTER(c_void_p), *[c_char_p] * 3])
_declare("sd_bus_new", takes=[POINTER(c_void_p)])
_declare("sd_bus_set_address", takes=[c_void_p, c_char_p])
_declare("sd_bus_set_bus_client", "sd_bus_negotiate_fds", takes=[c_void_p, c_int])
_declare("sd_bus_get_timeout", "sd_bus_get_n_queued_write", takes=[c_void_p, POINTER(c_uint64)])
_declare("sd_bus_process", takes=[c_void_p, c_void_p])
_declare("sd_bus_send", takes=[c_void_p, c_void_p, c_void_p])
_declare("sd_bus_call_async", takes=[c_void_p, c_void_p, c_void_p, _Callback, c_void_p, c_uint64])
_declare("sd_bus_add_filter", takes=[c_void_p, c_void_p, _Callback, c_void_p])


class TooMuch(Exception):
    """A message's body exceeds its budget, nests too deep, or has a type that is never read."""


class BusError(OSError):
    """sd-bus refused or failed; ``errno`` is the reason."""


def _checked(result: int) -> int:
    if result < 0:
        raise BusError(-result, os.strerror(-result))
    return result


@dataclass
class Budget:
    """The remaining limit for reading a message: values of any type, and bytes of text in each."""

    values: int
    text_bytes: int

    def spend(self) -> None:
        """Count one value. Raises ``TooMuch``."""
        self.values -= 1
        if self.values < 0:
            raise TooMuch


@dataclass(frozen=True)
class Method:
    """The destination of a call."""

    destination: str
    path: str
    interface: str
    member: str


@dataclass(frozen=True)
class ReturnAddress:
    """Everything that a reply needs from its call."""

    sender: str
    cookie: int


@dataclass(frozen=True)
class Reply:
    """The reply to a call of ours; ``body`` is empty for an error."""

    is_error: bool
    body: tuple[Value, ...]


class Message:
    """A received message; valid only while the callback that got it runs."""

    def __init__(self, pointer: int) -> None:
        self._pointer = pointer

    @property
    def type(self) -> int:
        kind = ctypes.c_uint8()
        _checked(_library.sd_bus_message_get_type(self._pointer, byref(kind)))
        return kind.value

    @property
    def sender(self) -> str:
        return self._text("sender")

    @property
    def path(self) -> str:
        return self._text("path")

    @property
    def interface(self) -> str:
        return self._text("interface")

    @property
    def member(self) -> str:
        return self._text("member")

    @property
    def signature(self) -> str:
        return (_library.sd_bus_message_get_signature(self._pointer, 1) or b"").decode()

    @property
    def wants_reply(self) -> bool:
        return bool(_library.sd_bus_message_get_expect_reply(self._pointer) > 0)

    @property
    def may_ask(self) -> bool:
        """Return whether the caller allows a password dialog."""
        allows = _library.sd_bus_message_get_allow_interactive_authorization
        return bool(allows(self._pointer) > 0)

    @property
    def return_address(self) -> ReturnAddress:
        cookie = c_uint64()
        _checked(_library.sd_bus_message_get_cookie(self._pointer, byref(cookie)))
        return ReturnAddress(self.sender, cookie.value)

    def read(self, budget: Budget) -> tuple[Value, ...]:
        """Return the whole body: numbers, booleans and texts as such, structures and arrays as
        lists, arrays of dictionary entries as dicts, variants as ``Typed``.

        Raises ``TooMuch``, and ``BusError`` for a body that contradicts its signature.
        """
        values = []
        while (kind := self._peek()) is not None:
            values.append(self._value(*kind, budget, 0))
        return tuple(values)

    def _text(self, part: str) -> str:
        get = getattr(_library, f"sd_bus_message_get_{part}")
        return (get(self._pointer) or b"").decode("utf-8", "replace")

    def _peek(self) -> tuple[str, str] | None:
        """Return the next type and its contents' signature; None at the end of the container."""
        kind, contents = c_char(), c_char_p()
        peek = _library.sd_bus_message_peek_type
        if not _checked(peek(self._pointer, byref(kind), byref(contents))):
            return None
        return kind.value.decode(), (contents.value or b"").decode()

    def _value(self, kind: str, contents: str, budget: Budget, depth: int) -> Value:
        budget.spend()
        if kind in _INTEGERS:
            number = _INTEGERS[kind]()
            self._read_basic(kind, number)
            return bool(number.value) if kind == "b" else number.value
        if kind in _TEXTS:
            return self._read_text(kind, budget.text_bytes)
        if kind not in _CONTAINERS or depth >= _MAXIMUM_DEPTH:
            raise TooMuch
        return self._read_container(kind, contents, budget, depth)

    def _read_container(self, kind: str, contents: str, budget: Budget, depth: int) -> Value:
        enter = _library.sd_bus_message_enter_container
        _checked(enter(self._pointer, kind.encode(), contents.encode()))
        parts = []
        while (inner := self._peek()) is not None:
            parts.append(self._value(*inner, budget, depth + 1))
        _checked(_library.sd_bus_message_exit_container(self._pointer))
        if kind == "v":
            return contents, parts[0]
        return dict(parts) if kind == "a" and contents.startswith("{") else parts

    def _read_text(self, kind: str, longest: int) -> str:
        """Read a text. Its length is checked before anything is copied: it may have many
        megabytes."""
        start = c_void_p()
        self._read_basic(kind, start)
        length = _strnlen(start, longest + 1)
        if length > longest:
            raise TooMuch
        return ctypes.string_at(start.value or 0, length).decode("utf-8", "replace")

    def _read_basic(self, kind: str, into: Value) -> None:
        _checked(_library.sd_bus_message_read_basic(self._pointer, kind.encode(), byref(into)))


class _Outgoing:
    """A message being written; freed at the end of the ``with`` block."""

    def __init__(self, kind: str, origin: c_void_p, *details: object) -> None:
        """Create it with ``sd_bus_message_new_KIND``, from a bus or from the call that it replies
        to. Raises ``BusError``."""
        self.pointer = c_void_p()
        make = getattr(_library, f"sd_bus_message_new_{kind}")
        _checked(make(origin, byref(self.pointer), *details))

    def __enter__(self) -> _Outgoing:
        return self

    def __exit__(self, *_: object) -> None:
        _library.sd_bus_message_unref(self.pointer)

    def append(self, body: Sequence[Typed]) -> None:
        """Append values. Raises ``BusError`` for a text that D-Bus can't carry."""
        for signature, value in body:
            self._append(signature, value)

    def _append(self, signature: str, value: Value) -> None:
        if signature in _INTEGERS:
            self._append_basic(signature, byref(_INTEGERS[signature](value)))
        elif signature in _TEXTS:
            self._append_basic(signature, c_char_p(value.encode()))
        elif signature == "v":
            self._append_container("v", value[0], [value])
        elif signature.startswith("("):
            self._append_container("r", signature[1:-1], value)
        elif signature.startswith("a{"):
            self._append_entries(signature[2:-1], value)
        else:
            inner = signature[1:]
            self._append_container("a", inner, [(inner, part) for part in value])

    def _append_entries(self, contents: str, values: Mapping[str, Any]) -> None:
        self._open("a", f"{{{contents}}}")
        for key, value in values.items():
            self._append_container("e", contents, [(contents[0], key), (contents[1:], value)])
        self._close()

    def _append_container(self, kind: str, contents: str, parts: Sequence[Typed]) -> None:
        self._open(kind, contents)
        self.append(parts)
        self._close()

    def _append_basic(self, signature: str, place: Value) -> None:
        append = _library.sd_bus_message_append_basic
        _checked(append(self.pointer, signature.encode(), ctypes.cast(place, c_void_p)))

    def _open(self, kind: str, contents: str) -> None:
        open_container = _library.sd_bus_message_open_container
        _checked(open_container(self.pointer, kind.encode(), contents.encode()))

    def _close(self) -> None:
        _checked(_library.sd_bus_message_close_container(self.pointer))


@dataclass(frozen=True)
class _Awaited:
    """A pending reply, and the budget for reading it."""

    future: asyncio.Future[Reply | None]
    budget: Budget


class Bus:
    """One connection to the system bus, used from its event loop's thread alone.

    ``received`` is called with every method call and signal, and replies to calls itself; those
    that it returns False for are left to sd-bus. ``ended`` is called once, when the connection is
    lost.
    """

    def __init__(self, received: Callable[[Message], bool], ended: Callable[[], None]) -> None:
        """Raises ``BusError`` if there is no bus."""
        self._received, self._ended = received, ended
        self._loop = asyncio.get_running_loop()
        self._awaited: dict[int, _Awaited] = {}
        self._calls = 0
        self._timer: asyncio.TimerHandle | None = None
        # referenced here, because Python would free them while sd-bus still uses them
        self._on_message = _Callback(self._take)
        self._on_reply = _Callback(self._take_reply)
        self._bus, self._count = c_void_p(), c_uint64()
        self._connect()
        self._socket = _checked(_library.sd_bus_get_fd(self._bus))
        self._reads = self._writes = False
        self.is_open = True
        self._arm()

    @property
    def unsent(self) -> int:
        """Return the number of messages that wait for room in the socket."""
        _library.sd_bus_get_n_queued_write(self._bus, byref(self._count))
        return self._count.value

    def call(
        self, method: Method, body: Sequence[Typed], budget: Budget, seconds: float | None
    ) -> asyncio.Future[Reply | None]:
        """Return the reply, its body within ``budget``; None when the call can't be sent or the
        connection is lost. After ``seconds`` (None: never) the reply is an error."""
        future: asyncio.Future[Reply | None] = self._loop.create_future()
        self._calls += 1
        self._awaited[self._calls] = _Awaited(future, budget)
        if not self._send_call(method, body, self._calls, seconds):
            del self._awaited[self._calls]
            future.set_result(None)
        return future

    def call_without_reply(self, method: Method, body: Sequence[Typed]) -> None:
        with self._new_call(method) as message:
            _checked(_library.sd_bus_message_set_expect_reply(message.pointer, 0))
            message.append(body)
            self._send(message)

    def signal(
        self, destination: str, path: str, interface: str, member: str, body: Sequence[Typed]
    ) -> None:
        """Send a signal to one connection only."""
        names = (path.encode(), interface.encode(), member.encode())
        with _Outgoing("signal", self._bus, *names) as message:
            set_destination = _library.sd_bus_message_set_destination
            _checked(set_destination(message.pointer, destination.encode()))
            message.append(body)
            self._send(message)

    def answer(self, to: ReturnAddress, body: Sequence[Typed]) -> None:
        with self._stand_in(to) as call, _Outgoing("method_return", call.pointer) as message:
            message.append(body)
            self._send(message)

    def refuse(self, to: ReturnAddress, name: str, text: str, body: Sequence[Typed] = ()) -> None:
        """Reply with an error; ``body`` follows ``text``."""
        error = byref(_Error(name.encode(), text.encode(), 0))
        with self._stand_in(to) as call, _Outgoing("method_error", call.pointer, error) as message:
            message.append(body)
            self._send(message)

    def close(self) -> None:
        """Leave the bus at once; unsent messages are lost."""
        self._stop()
        _library.sd_bus_close_unref(self._bus)

    def _connect(self) -> None:
        """Connect without descriptor passing, so that no peer can make us hold files open."""
        address = os.environ.get("DBUS_SYSTEM_BUS_ADDRESS", _SYSTEM_BUS)
        _checked(_library.sd_bus_new(byref(self._bus)))
        _checked(_library.sd_bus_set_address(self._bus, address.encode()))
        _checked(_library.sd_bus_set_bus_client(self._bus, 1))
        _checked(_library.sd_bus_negotiate_fds(self._bus, 0))
        _checked(_library.sd_bus_add_filter(self._bus, None, self._on_message, None))
        _checked(_library.sd_bus_start(self._bus))

    def _new_call(self, method: Method) -> _Outgoing:
        words = (method.destination, method.path, method.interface, method.member)
        return _Outgoing("method_call", self._bus, *(word.encode() for word in words))

    def _send_call(
        self, method: Method, body: Sequence[Typed], number: int, seconds: float | None
    ) -> bool:
        limit = _NO_TIME_LIMIT if seconds is None else int(seconds * 1e6)
        call_async = _library.sd_bus_call_async
        try:
            with self._new_call(method) as message:
                message.append(body)
                _checked(
                    call_async(self._bus, None, message.pointer, self._on_reply, number, limit)
                )
        except BusError as error:
            syslog.syslog(syslog.LOG_WARNING, f"{method.member} can't be called: {error}")
            return False
        self._arm()
        return True

    def _stand_in(self, to: ReturnAddress) -> _Outgoing:
        """Create a message that sd-bus treats as the original call, which was freed long ago: a
        waiting caller costs no more than this, whatever it sent."""
        call = self._new_call(Method("a.b", "/", "a.b", "a"))
        _checked(_library.sd_bus_message_set_sender(call.pointer, to.sender.encode()))
        _checked(_library.sd_bus_message_seal(call.pointer, to.cookie, 0))
        return call

    def _send(self, message: _Outgoing) -> None:
        """Send a message. An unsent one is lost; reading then detects a lost connection."""
        result = _library.sd_bus_send(self._bus, message.pointer, None)
        if result < 0:
            syslog.syslog(syslog.LOG_WARNING, f"a message is lost: {os.strerror(-result)}")
        self._arm()

    def _take(self, pointer: int, _data: int, _error: int) -> int:
        """Handle sd-bus's callback for every message but replies: 1 marks it as handled."""
        try:
            return int(self._received(Message(pointer)))
        except Exception:
            syslog.syslog(syslog.LOG_ERR, traceback.format_exc())
            return 1

    def _take_reply(self, pointer: int, number: int, _error: int) -> int:
        """Handle sd-bus's callback for a reply, or for the error that it creates on a timeout."""
        awaited = self._awaited.pop(number)
        if not awaited.future.done():
            awaited.future.set_result(_reply(Message(pointer), awaited.budget))
        return 1

    def _process(self) -> None:
        """Process some messages, then give other tasks their turn."""
        result = 1
        for _ in range(_AT_ONCE):
            result = _library.sd_bus_process(self._bus, None)
            if result <= 0 or self.unsent > _MAXIMUM_UNSENT:
                break
        if result < 0:
            self._lose(-result)
        else:
            self._arm()

    def _lose(self, error: int) -> None:
        syslog.syslog(syslog.LOG_WARNING, f"the bus is lost: {os.strerror(error)}")
        self._stop()
        self._ended()

    def _stop(self) -> None:
        """Stop processing, and resolve pending replies."""
        self.is_open = False
        self._loop.remove_reader(self._socket)
        self._loop.remove_writer(self._socket)
        if self._timer:
            self._timer.cancel()
        for awaited in self._awaited.values():
            if not awaited.future.done():
                awaited.future.set_result(None)
        self._awaited.clear()

    def _arm(self) -> None:
        """Wait for the events that sd-bus needs. While too much is unsent, nothing is read, so that
        a peer that sends faster than it reads can't fill the memory."""
        if not self.is_open:
            return
        writes = bool(_library.sd_bus_get_events(self._bus) & _POLLOUT)
        reads = not writes or self.unsent <= _MAXIMUM_UNSENT
        if reads != self._reads:
            self._watch(reads, self._loop.add_reader, self._loop.remove_reader)
        if writes != self._writes:
            self._watch(writes, self._loop.add_writer, self._loop.remove_writer)
        self._reads, self._writes = reads, writes
        self._arm_timer(reads)

    def _watch(
        self, wanted: bool, add: Callable[..., object], remove: Callable[..., object]
    ) -> None:
        if wanted:
            add(self._socket, self._process)
        else:
            remove(self._socket)

    def _arm_timer(self, reads: bool) -> None:
        """Set a timer for a call's time limit; or for now, if sd-bus has messages that it read
        before."""
        if self._timer:
            self._timer.cancel()
            self._timer = None
        until = c_uint64()
        found = _library.sd_bus_get_timeout(self._bus, byref(until))
        if found > 0 and until.value != _NO_TIME_LIMIT and (until.value or reads):
            self._timer = self._loop.call_at(until.value / 1e6, self._process)


def _reply(message: Message, budget: Budget) -> Reply:
    try:
        if message.type == _METHOD_ERROR:
            return Reply(True, ())
        return Reply(False, message.read(budget))
    except (TooMuch, BusError):
        return Reply(True, ())
