"""Callers whom the helper doesn't know yet, and what it says of those whom it knows."""

from __future__ import annotations

import asyncio
import pwd
import threading
import time
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from pathlib import Path

import pytest

from storage_tuner_helper.transport import bus as helper_bus
from storage_tuner_helper.transport import callers
from storage_tuner_helper.transport.bus import BusTransport
from tests.bus.attacker import INTERFACE, NO_REPLY, PATH, Connection, Envelope, arguments
from tests.bus.own_bus import OwnBus, own_bus
from tests.bus.test_unrestored import made

MANY = 300


def serve(
    state: Path,
    monkeypatch: pytest.MonkeyPatch,
    test: Callable[[OwnBus, BusTransport], Awaitable[None]],
) -> None:
    """Run ``test`` beside a helper's end of a bus, both in this thread: while ``test`` doesn't
    wait, the helper does nothing."""

    async def run(daemon: OwnBus) -> None:
        with made(state, longest_seconds=0) as (dispatcher, _):
            transport = BusTransport(dispatcher, asyncio.Event())
            await transport.start()
            try:
                await test(daemon, transport)
            finally:
                await transport.stop()

    with own_bus(state, monkeypatch) as daemon:
        asyncio.run(run(daemon))


async def settled(transport: BusTransport) -> None:
    """All that came before is dealt with: what the daemon is asked now it answers later."""
    while transport.strangers:
        await transport.ask_daemon("GetId")


def call(connection: Connection, member: str = "Describe", flags: int = 0) -> int:
    return connection.send(Envelope(flags=flags, member=member), "sa{sv}", arguments())


def test_who_leaves_before_he_is_known_becomes_no_client(
    state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(daemon: OwnBus, transport: BusTransport) -> None:
        for _ in range(MANY):
            caller = Connection(daemon.socket)
            call(caller)
            caller.close()
        await transport.ask_daemon("GetId")
        await settled(transport)
        assert transport.clients() == []

    serve(state, monkeypatch, test)


def test_however_many_call_at_once_each_is_answered(
    state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """None is refused for there being others: that is for the bounds of each user to say."""

    async def test(daemon: OwnBus, transport: BusTransport) -> None:
        with ExitStack() as stack:
            crowd = [Connection(daemon.socket) for _ in range(MANY)]
            for caller in crowd:
                stack.callback(caller.close)
            calls = [call(caller, "Unheard") for caller in crowd]
            answers = [
                await asyncio.to_thread(caller.wait, number)
                for caller, number in zip(crowd, calls, strict=True)
            ]
        assert all(b"There is no such method." in answer for answer in answers)

    serve(state, monkeypatch, test)


def test_a_caller_is_told_when_the_bus_does_not_say_who_he_is(
    state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(helper_bus, "_WELCOME_SECONDS", 0.05)

    async def test(daemon: OwnBus, transport: BusTransport) -> None:
        caller = Connection(daemon.socket)
        number = call(caller)
        caller.ask_daemon("GetId")  # the call is on its way to the helper
        daemon.stop()
        while not transport.strangers:
            await asyncio.sleep(0)
        while transport.strangers:
            await asyncio.sleep(0.01)
        daemon.go_on()
        answer = await asyncio.to_thread(caller.wait, number)
        caller.close()
        assert b"The system bus doesn't respond in time." in answer

    serve(state, monkeypatch, test)


def test_calls_that_want_no_reply_get_none(state: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(daemon: OwnBus, transport: BusTransport) -> None:
        caller = Connection(daemon.socket)
        for member in ("Describe", "Unheard", "BeginSession", "Restore"):
            call(caller, member, NO_REPLY)
        odd = Envelope(flags=NO_REPLY, path="/", interface="a.b")
        caller.send(odd, "s", b"\0\0\0\0\0")
        last = call(caller)
        caller.replies.clear()
        await asyncio.to_thread(caller.wait, last)
        caller.close()
        assert caller.replies == [last]

    serve(state, monkeypatch, test)


@pytest.mark.parametrize(
    ("interface", "member", "path", "answered"),
    [
        ("org.freedesktop.DBus.Introspectable", "Introspect", PATH, True),
        ("org.freedesktop.DBus.Introspectable", "Introspect", "/", False),
        ("org.freedesktop.DBus.Introspectable", "Anything", PATH, False),
        ("org.freedesktop.DBus.Properties", "GetAll", PATH, False),
        ("org.freedesktop.DBus.ObjectManager", "GetManagedObjects", PATH, False),
        (INTERFACE, "describe", PATH, False),
        (INTERFACE, "Describe", "/", False),
        ("", "Describe", PATH, False),
    ],
)
def test_nothing_but_our_own_members_is_answered(
    state: Path,
    monkeypatch: pytest.MonkeyPatch,
    interface: str,
    member: str,
    path: str,
    answered: bool,
) -> None:
    async def test(daemon: OwnBus, transport: BusTransport) -> None:
        caller = Connection(daemon.socket)
        number = caller.send(Envelope(interface=interface, member=member, path=path))
        answer = await asyncio.to_thread(caller.wait, number)
        caller.close()
        assert (b"<node>" in answer) is answered
        assert (b"There is no such method." in answer) is not answered

    serve(state, monkeypatch, test)


def test_a_user_database_that_hangs_holds_nothing_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the event loop, nor the caller, nor our end; and it gets a few threads at most."""
    hangs, before = threading.Event(), threading.active_count()

    def getpwuid(_: int) -> None:
        hangs.wait()
        raise KeyError

    monkeypatch.setattr(pwd, "getpwuid", getpwuid)
    monkeypatch.setattr(callers, "_SECONDS", 0.05)

    async def ask() -> list[str]:
        return await asyncio.gather(*(callers.described_soon(1, 4242) for _ in range(20)))

    found = asyncio.run(ask())
    at_most = threading.active_count() - before
    hangs.set()
    assert set(found) == {"a program (process 1, user 4242)"}
    assert 1 <= at_most <= 4
    while threading.active_count() > before:
        time.sleep(0.01)
