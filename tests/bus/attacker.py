"""Attacks on the helper by somebody without a password; runs as any user, with Python alone.

``attacker.py NAME SEED`` carries out one of ``ATTACKS`` and prints ``done`` once the helper has
dealt with all of it. Messages are marshalled by hand, since no library would send these.
"""

from __future__ import annotations

import os
import random
import socket
import struct
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial

NAME = INTERFACE = "org.storagetuner.Helper1"
PATH = "/org/storagetuner/Helper1"
DAEMON = "org.freedesktop.DBus"
SOCKET = "/run/dbus/system_bus_socket"
CALL, RETURN, ERROR, SIGNAL = 1, 2, 3, 4
NO_REPLY = 1
KIBIBYTE, MEBIBYTE = 1 << 10, 1 << 20
PATIENCE = 120.0


def padded(data: bytes, alignment: int) -> bytes:
    return data + b"\0" * (-len(data) % alignment)


def text(value: str) -> bytes:
    data = value.encode()
    return struct.pack("<I", len(data)) + data + b"\0"


def signature(value: str) -> bytes:
    return bytes([len(value)]) + value.encode() + b"\0"


Field = tuple[int, str, str | int]


def header_fields(fields: Sequence[Field]) -> bytes:
    out = b""
    for code, kind, value in fields:
        out = padded(out, 8) + bytes([code]) + signature(kind)
        if isinstance(value, int):
            out = padded(out, 4) + struct.pack("<I", value)
        else:
            out = out + signature(value) if kind == "g" else padded(out, 4) + text(value)
    return out


@dataclass(frozen=True)
class Envelope:
    """Everything of a message but its body; an empty text leaves its field out."""

    kind: int = CALL
    flags: int = 0
    destination: str = NAME
    path: str = PATH
    interface: str = INTERFACE
    member: str = "Describe"
    more: tuple[Field, ...] = ()


def message(serial: int, envelope: Envelope, kind: str = "", body: bytes = b"") -> bytes:
    texts = (
        (1, "o", envelope.path),
        (2, "s", envelope.interface),
        (3, "s", envelope.member),
        (6, "s", envelope.destination),
        (8, "g", kind),
    )
    fields = header_fields([field for field in texts if field[2]] + list(envelope.more))
    head = struct.pack(
        "<cBBBIII", b"l", envelope.kind, envelope.flags, 1, len(body), serial, len(fields)
    )
    return padded(head + fields, 8) + body


def arguments(entries: bytes = b"", device: str = "") -> bytes:
    """A body ``sa{sv}`` with entries that are marshalled already."""
    head = padded(text(device), 4) + struct.pack("<I", len(entries))
    return padded(head, 8) + entries


def entry(key: str, kind: str, value: bytes, alignment: int = 1) -> bytes:
    return padded(text(key) + signature(kind), alignment) + value


def packed(items: Sequence[bytes], alignment: int) -> bytes:
    """The elements of an array, each but the last padded for the next one."""
    return b"".join(padded(item, alignment) for item in items[:-1]) + b"".join(items[-1:])


def repeated(items: Sequence[bytes], alignment: int, size: int) -> bytes:
    """``items`` over and over again, about ``size`` bytes."""
    block = b"".join(padded(item, alignment) for item in items)
    return block * (size // len(block)) + items[0]


class Connection:
    """One connection to the system bus, or to the one that listens there."""

    def __init__(self, path: str = SOCKET) -> None:
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(PATIENCE)
        self.socket.connect(path)
        user = str(os.getuid()).encode().hex().encode()
        self.socket.sendall(b"\0AUTH EXTERNAL " + user + b"\r\nBEGIN\r\n")
        while self.socket.recv(1) != b"\n":
            pass
        self._serial = 0
        self._received = b""
        self.replies: list[int] = []
        """The serials of the messages that were answered."""
        self.ask_daemon("Hello")

    def send(self, envelope: Envelope, kind: str = "", body: bytes = b"") -> int:
        self._serial += 1
        self.socket.sendall(message(self._serial, envelope, kind, body))
        return self._serial

    def describe(self) -> None:
        """As anybody may; what was sent before is dealt with then."""
        self.wait(self.send(Envelope(), "sa{sv}", arguments()))

    def ask_daemon(self, member: str, kind: str = "", body: bytes = b"") -> bytes:
        where = Envelope(destination=DAEMON, path="/", interface=DAEMON, member=member)
        return self.wait(self.send(where, kind, body))

    def wait(self, serial: int) -> bytes:
        """The body of the reply to this message, or of the error."""
        while True:
            replies_to, body = self._next()
            if replies_to:  # no signal
                self.replies.append(replies_to)
            if replies_to == serial:
                return body

    def close(self) -> None:
        self.socket.close()

    def _next(self) -> tuple[int, bytes]:
        head = self._take(16)
        _, _, _, _, body_bytes, _, fields_bytes = struct.unpack("<cBBBIII", head)
        fields = self._take(fields_bytes + -fields_bytes % 8)[:fields_bytes]
        return _reply_serial(fields), self._take(body_bytes)

    def _take(self, count: int) -> bytes:
        while len(self._received) < count:
            data = self.socket.recv(1 << 20)
            if not data:
                raise EOFError
            self._received += data
        taken, self._received = self._received[:count], self._received[count:]
        return taken


def _reply_serial(fields: bytes) -> int:
    place = 0
    while place < len(fields):
        place += -place % 8
        code, length = fields[place], fields[place + 1]
        kind = fields[place + 2 : place + 2 + length].decode()
        place += 3 + length
        if kind == "u":
            place += -place % 4
            if code == 5:
                return int(struct.unpack_from("<I", fields, place)[0])
            place += 4
        elif kind == "g":
            place += fields[place] + 2
        else:
            place += -place % 4
            place += struct.unpack_from("<I", fields, place)[0] + 5
    return 0


@contextmanager
def connections(count: int) -> Iterator[list[Connection]]:
    with ExitStack() as stack:
        found = [Connection() for _ in range(count)]
        for connection in found:
            stack.callback(connection.close)
        yield found


def odd_envelopes() -> list[Envelope]:
    """Flags, kinds and fields that the specification leaves for later, or for others."""
    with connections(1) as (asking,):
        owner = asking.ask_daemon("GetNameOwner", "s", text(NAME))[4:-1].decode()
    signal = Envelope(SIGNAL, destination=owner, path="/z", interface="x.y", member="Z")
    return [
        *(Envelope(flags=flags) for flags in (3, 4, 6, 0x80, 0xFF)),
        Envelope(kind=5),
        signal,
        Envelope(SIGNAL, 3, owner, "/z", "x.y", "Z"),
        Envelope(more=((17, "s", "x"),)),
    ]


def odd_flags_and_types(_: random.Random) -> None:
    for envelope in odd_envelopes():
        with connections(1) as (attacker,):
            attacker.send(envelope, "sa{sv}", arguments())
            attacker.describe()


def calls_without_reply(_: random.Random) -> None:
    flood(1, message(9, Envelope(flags=NO_REPLY, member="X")) * 20_000)


def calls_without_reply_of_many(_: random.Random) -> None:
    flood(8, message(9, Envelope(flags=NO_REPLY, member="X")) * 2_000)


def calls_at_once(_: random.Random) -> None:
    flood(1, _describe_calls(120))


def connections_at_once(_: random.Random) -> None:
    flood(240, _describe_calls(1))


def calls_at_once_of_many(_: random.Random) -> None:
    flood(20, _describe_calls(120))


def calls_of_who_never_reads(_: random.Random) -> None:
    flood(4, _describe_calls(120) * 20)


def connections_that_leave(_: random.Random) -> None:
    for _number in range(300):
        with connections(1) as (attacker,):
            attacker.socket.sendall(_describe_calls(8))
    flood(1, b"")


def ten_seconds(_: random.Random) -> None:
    """Eight connections send as fast as the bus takes it."""
    calls = message(9, Envelope(flags=NO_REPLY), "sa{sv}", arguments()) * 500
    end = time.monotonic() + 10

    def send(connection: Connection) -> None:
        while time.monotonic() < end:
            connection.socket.sendall(calls)

    with connections(8) as attackers:
        at_once([partial(send, attacker) for attacker in attackers])
    flood(1, b"")


def _describe_calls(count: int) -> bytes:
    calls = (message(9 + n, Envelope(), "sa{sv}", arguments()) for n in range(count))
    return b"".join(calls)


def flood(count: int, data: bytes) -> None:
    """Send the same from many connections at once, and wait until the helper is through."""
    with connections(count) as attackers:
        for attacker in attackers:
            attacker.socket.sendall(data)
        with connections(1) as (last,):
            last.describe()


def at_once(tasks: Sequence[Callable[[], None]]) -> None:
    threads = [threading.Thread(target=task) for task in tasks]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def new_signatures(chance: random.Random) -> None:
    """Each a type that nobody has seen before: what remembers them grows."""
    for size in (*[60 * KIBIBYTE] * 20, *[MEBIBYTE] * 2):
        with connections(1) as (attacker,):
            attacker.wait(attacker.send(Envelope(), "sa{sv}", arguments(_unseen(chance, size))))


def _unseen(chance: random.Random, size: int) -> bytes:
    """Entries with an empty array of a structure of random numbers each."""
    out = bytearray()
    while len(out) < size:
        kind = "a(" + "".join(chance.choices("ybnqiuxtd", k=250)) + ")"
        out += padded(padded(entry("k", kind, b""), 4) + struct.pack("<I", 0), 8)
    return bytes(out)


def _entries(size: int) -> bytes:
    return repeated([entry(f"{number:06x}", "y", b"\1") for number in range(4096)], 8, size)


def _array_of(kind: str, element: bytes, alignment: int, size: int) -> bytes:
    """One entry with a long array."""
    data = repeated([element], alignment, size)
    head = padded(text("session") + signature(f"a{kind}"), 4) + struct.pack("<I", len(data))
    return padded(head, alignment) + data


BIG_BODIES: dict[str, Callable[[int], bytes]] = {
    "entries": _entries,
    "texts": lambda size: _array_of("s", text(""), 4, size),
    "variants": lambda size: _array_of("v", signature("y") + b"\7", 1, size),
    "structures": lambda size: _array_of("(y)", b"\1", 8, size),
    "one text": lambda size: padded(text("session") + signature("s"), 4) + text("x" * size),
}


def big_messages(_: random.Random) -> None:
    for make in BIG_BODIES.values():
        send_big(1, make)


def big_messages_at_once(_: random.Random) -> None:
    send_big(6, _entries)


def send_big(count: int, make: Callable[[int], bytes]) -> None:
    body = arguments(make(30 * MEBIBYTE))

    def send(connection: Connection) -> None:
        connection.wait(connection.send(Envelope(), "sa{sv}", body))

    with connections(count) as attackers:
        at_once([partial(send, attacker) for attacker in attackers])


MEMBERS = (
    *("Describe", "BeginSession", "SetSettings", "TrySettings", "AllowRisk", "Revert"),
    *("EndSession", "PreviewPersistent", "Persist", "Unpersist", "KeepTogether", "Restore"),
    *("AllowOverwriting", "StartBenchmark", "SampleBenchmark", "StopBenchmark", "DropCaches"),
    *("ReadHealth", "CreatePracticeDisk", "RemovePracticeDisk", "Introspect", "GetAll", "X"),
)
KEYS = ("session", "diskseq", "scheduler", "nr_requests", "streams", "keep", "size_bytes", "é", "")
VALUES = (
    ("s", text(""), 4),
    ("s", text("0" * 32), 4),
    ("s", text("\x1b]0;x\a" * 9), 4),
    ("x", struct.pack("<q", -1), 8),
    ("b", struct.pack("<I", 1), 4),
    ("d", struct.pack("<d", float("nan")), 8),
    ("y", b"\xff", 1),
    ("o", text("/"), 4),
    ("g", signature("a{sv}"), 1),
    ("ay", struct.pack("<I", 0), 4),
    ("v", signature("y") + b"\1", 1),
)
"""Type, value and alignment."""


def fuzzed_calls(chance: random.Random, count: int = 20_000) -> None:
    """Anything that the daemon lets through."""
    rounds, lost = count // 100, 0
    for _ in range(rounds):
        try:
            _send_fuzzed(chance, 100)
        except (OSError, EOFError):
            lost += 1
    assert lost <= rounds // 10, f"the daemon ended {lost} of {rounds} connections"


def fuzzed_calls_for_long(chance: random.Random) -> None:
    fuzzed_calls(chance, 100_000)


def _send_fuzzed(chance: random.Random, count: int) -> None:
    with connections(1) as (attacker,):
        for _ in range(count):
            attacker.socket.sendall(_fuzzed(chance))
        attacker.describe()


def _fuzzed(chance: random.Random) -> bytes:
    kind = chance.choices((CALL, SIGNAL, RETURN, 7), (40, 1, 1, 1))[0]
    envelope = Envelope(
        kind=kind,
        flags=chance.choice((0, 0, NO_REPLY, 2, 4, 5, 0xF0)),
        path=chance.choice((PATH, PATH, PATH, "/", "/org")),
        interface=chance.choice((INTERFACE, INTERFACE, INTERFACE, f"{DAEMON}.Introspectable")),
        member=chance.choice(MEMBERS),
        more=((5, "u", chance.randrange(1, 99)),) if kind == RETURN else (),
    )
    device = chance.choice(("", "vda", "loop0", "vm", "../x", "\x1b[2J", "x" * 5000))
    items = [_fuzzed_entry(chance) for _ in range(chance.choice((0, 1, 1, 2, 40)))]
    serial = chance.randrange(1, 1 << 31)
    return message(serial, envelope, "sa{sv}", arguments(packed(items, 8), device))


def _fuzzed_entry(chance: random.Random) -> bytes:
    kind, value, alignment = chance.choice(VALUES)
    return entry(chance.choice(KEYS), kind, value, alignment)


ATTACKS: dict[str, Callable[[random.Random], None]] = {
    attack.__name__: attack
    for attack in (
        odd_flags_and_types,
        calls_without_reply,
        calls_without_reply_of_many,
        calls_at_once,
        connections_at_once,
        calls_at_once_of_many,
        calls_of_who_never_reads,
        connections_that_leave,
        new_signatures,
        big_messages,
        big_messages_at_once,
        fuzzed_calls,
        fuzzed_calls_for_long,
        ten_seconds,
    )
}

if __name__ == "__main__":
    ATTACKS[sys.argv[1]](random.Random(int(sys.argv[2])))
    print("done", flush=True)
