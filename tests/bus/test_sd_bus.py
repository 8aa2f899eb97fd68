"""The binding to libsystemd's sd-bus, between two connections on a real bus."""

from __future__ import annotations

import asyncio
import os
import subprocess
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from storage_tuner_helper.transport import sd_bus
from storage_tuner_helper.transport.sd_bus import (
    METHOD_CALL,
    Budget,
    Bus,
    BusError,
    Message,
    Method,
    Reply,
    TooMuch,
    Typed,
    Value,
)
from tests.bus.attacker import Connection, Envelope
from tests.bus.connections import REPOSITORY
from tests.bus.environment import SYSTEM_PYTHON
from tests.bus.own_bus import OwnBus, own_bus

DAEMON = "org.freedesktop.DBus"
ROOMY = (1000, 1000)
BODY: tuple[Typed, ...] = (
    ("s", "a text, ä"),
    ("b", True),
    ("y", 255),
    ("n", -5),
    ("q", 5),
    ("i", -(1 << 31)),
    ("u", (1 << 32) - 1),
    ("x", -(1 << 63)),
    ("t", (1 << 64) - 1),
    ("d", 0.5),
    ("o", "/a"),
    ("g", "a{sv}"),
    ("as", ["x", ""]),
    ("(si)", [("s", "in"), ("i", 3)]),
    ("a{ss}", {"k": "v"}),
    ("a{sv}", {"k": ("as", ["z"]), "l": ("v", ("b", False))}),
)
READ = (
    *(value for _, value in BODY[:13]),
    ["in", 3],
    {"k": "v"},
    {"k": ("as", ["z"]), "l": ("v", ("b", False))},
)


class Echo:
    """A service that notes what it can read of each call within a budget, and answers "done"."""

    def __init__(self, budget: tuple[int, int] = ROOMY) -> None:
        self.ended = asyncio.Event()
        self.read: list[tuple[Value, ...] | type[Exception]] = []
        self.bus = Bus(self._receive, self.ended.set)
        self._budget = budget

    async def name(self) -> str:
        """Of the connection, as the daemon tells it."""
        who = Method(DAEMON, "/", DAEMON, "RequestName")
        await self.bus.call(who, (("s", "a.b.Echo"), ("u", 0)), Budget(*ROOMY), 5)
        return "a.b.Echo"

    def _receive(self, message: Message) -> bool:
        if message.type != METHOD_CALL:
            return True
        try:
            self.read.append(message.read(Budget(*self._budget)))
        except (TooMuch, BusError) as error:
            self.read.append(type(error))
        if message.member == "Refuse":
            self.bus.refuse(message.return_address, "a.b.Error", "no")
        else:
            text = "done" * 25_000 if message.member == "Large" else "done"
            self.bus.answer(message.return_address, [("s", text)])
        return True


def between(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    test: Callable[[OwnBus, Echo, Bus], Awaitable[None]],
    budget: tuple[int, int] = ROOMY,
) -> None:
    async def run(daemon: OwnBus) -> None:
        echo = Echo(budget)
        await echo.name()
        caller = Bus(lambda _: True, lambda: None)
        try:
            await test(daemon, echo, caller)
        finally:
            caller.close()
            echo.bus.close()

    with own_bus(folder, monkeypatch) as daemon:
        asyncio.run(run(daemon))


def called(bus: Bus, body: tuple[Typed, ...], member: str = "Do") -> asyncio.Future[Reply | None]:
    return bus.call(Method("a.b.Echo", "/", "a.b", member), body, Budget(*ROOMY), 20)


def test_every_type_arrives_as_it_was_sent(state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(_: OwnBus, echo: Echo, caller: Bus) -> None:
        assert await called(caller, BODY) == Reply(False, ("done",))
        assert echo.read == [READ]

    between(state, monkeypatch, test)


@pytest.mark.parametrize(
    ("budget", "body"),
    [
        ((15, 100), (("as", ["x"] * 15),)),
        ((100, 15), (("s", "x" * 16),)),
        ((100, 15), (("v", ("v", ("s", "x" * 16))),)),
        ((100, 100), (("aaaaaaaaas", [[[[[[[[["x"]]]]]]]]]),)),
    ],
)
def test_what_exceeds_the_budget_is_not_read(
    state: Path,
    monkeypatch: pytest.MonkeyPatch,
    budget: tuple[int, int],
    body: tuple[Typed, ...],
) -> None:
    """And the next call is."""

    async def test(_: OwnBus, echo: Echo, caller: Bus) -> None:
        await called(caller, body)
        await called(caller, (("s", "x"),))
        assert echo.read == [TooMuch, ("x",)]

    between(state, monkeypatch, test, budget)


def test_a_refusal_is_an_error(state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(_: OwnBus, echo: Echo, caller: Bus) -> None:
        assert await called(caller, (), "Refuse") == Reply(True, ())

    between(state, monkeypatch, test)


def test_a_call_without_an_answer_in_time_is_an_error(
    state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(daemon: OwnBus, echo: Echo, caller: Bus) -> None:
        await called(caller, ())  # both ends are connected
        daemon.stop()
        where = Method(DAEMON, "/", DAEMON, "GetId")
        assert await caller.call(where, (), Budget(*ROOMY), 0.05) == Reply(True, ())
        daemon.go_on()
        assert await called(caller, ()) == Reply(False, ("done",))

    between(state, monkeypatch, test)


def test_the_end_of_the_bus_is_noticed_and_answers_all(
    state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(daemon: OwnBus, echo: Echo, caller: Bus) -> None:
        await called(caller, ())
        daemon.stop()
        pending = [called(caller, ()) for _ in range(3)]
        daemon.process.kill()
        daemon.go_on()
        replies = await asyncio.gather(*pending)
        assert all(reply is None or reply.is_error for reply in replies)
        await echo.ended.wait()
        assert not echo.bus.is_open
        assert await called(caller, ()) is None

    between(state, monkeypatch, test)


def test_while_the_bus_takes_nothing_no_more_is_read(
    state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or who floods a service that can't get rid of its answers would fill its memory."""
    monkeypatch.setattr(sd_bus, "_MAXIMUM_UNSENT", 10)
    where = Envelope(destination="a.b.Echo", path="/", interface="a.b", member="Large")

    async def test(daemon: OwnBus, echo: Echo, _: Bus) -> None:
        caller = Connection(daemon.socket)
        calls = [caller.send(where) for _number in range(200)]
        caller.ask_daemon("GetId")
        daemon.stop()  # the calls are in the echo's socket, and no answer gets out of it
        for _turn in range(500):
            await asyncio.sleep(0)
        assert 1 <= echo.bus.unsent <= 11 and len(echo.read) < 200
        daemon.go_on()
        await asyncio.to_thread(caller.wait, calls[-1])
        caller.close()
        assert set(calls) <= set(caller.replies)

    between(state, monkeypatch, test)


def test_a_text_that_can_not_be_sent_is_an_error_of_ours(
    state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(_: OwnBus, echo: Echo, caller: Bus) -> None:
        with pytest.raises(BusError):
            echo.bus.signal("not a name", "/", "a.b", "C", ())
        assert await called(caller, (("o", "not a path"),)) is None

    between(state, monkeypatch, test)


UNDER_THE_UNITS_RULES = """
import asyncio, ctypes, sys
PR_SET_MDWE, PR_MDWE_REFUSE_EXEC_GAIN = 65, 1
assert ctypes.CDLL(None).prctl(PR_SET_MDWE, PR_MDWE_REFUSE_EXEC_GAIN, 0, 0, 0) == 0
sys.path.insert(0, sys.argv[1])
from storage_tuner_helper.transport.sd_bus import Budget, Bus, Method
async def ask():
    bus = Bus(lambda _: True, lambda: None)
    daemon = "org.freedesktop.DBus"
    reply = await bus.call(Method(daemon, "/", daemon, "GetId"), (), Budget(9, 99), 20)
    bus.close()
    return reply
print(len(asyncio.run(ask()).body[0]))
"""


def test_callbacks_need_no_memory_that_is_written_and_run(
    state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the unit's MemoryDenyWriteExecute wants it (prctl's PR_SET_MDWE since Linux 6.3)."""
    with own_bus(state, monkeypatch):
        argv = [SYSTEM_PYTHON, "-I", "-c", UNDER_THE_UNITS_RULES, str(REPOSITORY / "helpers")]
        done = subprocess.run(argv, capture_output=True, text=True, env=os.environ, timeout=60)
    assert done.stdout == "32\n", done.stderr


def test_without_a_bus_there_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", f"unix:path={tmp_path}/nothing")

    async def connect() -> None:
        Bus(lambda _: True, lambda: None)

    with pytest.raises(BusError):
        asyncio.run(connect())
