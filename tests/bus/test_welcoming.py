"""Callers whom the helper doesn't know yet, and who leave before it does."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from dbus_fast import Message, MessageType, Variant

from storage_tuner_helper.bus import INTERFACE, PATH, SIGNATURE, BusTransport
from tests.bus.test_left_overs import made

DAEMON = "org.freedesktop.DBus"
MANY = 20_000


@contextmanager
def silent_bus(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """A daemon of our own in the place of the system's; its process, to be stopped."""
    address = f"unix:path={folder}/bus"
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", address)
    command = ["dbus-daemon", "--session", "--nofork", "--print-address", f"--address={address}"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE)
    assert process.stdout
    try:
        process.stdout.readline()
        yield process.pid
    finally:
        os.kill(process.pid, signal.SIGCONT)
        process.terminate()
        process.wait()
        process.stdout.close()


def departure(name: str) -> Message:
    return Message(
        message_type=MessageType.SIGNAL,
        sender=DAEMON,
        path="/org/freedesktop/DBus",
        interface=DAEMON,
        member="NameOwnerChanged",
        signature="sss",
        body=[name, name, ""],
    )


def call(name: str) -> Message:
    nothing: dict[str, Variant] = {}
    return Message(
        sender=name,
        serial=1,
        destination=INTERFACE,
        path=PATH,
        interface=INTERFACE,
        member="Describe",
        signature=SIGNATURE,
        body=["", nothing],
    )


def test_departures_take_no_memory_while_a_caller_is_welcomed(
    state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who isn't welcomed just then isn't remembered; who is, and left, becomes no client."""

    async def serve(daemon: int) -> None:
        with made(state, longest_seconds=0) as (dispatcher, _):
            transport = BusTransport(dispatcher, asyncio.Event())
            await transport.start()
            own_name = str(transport._bus.unique_name)
            os.kill(daemon, signal.SIGSTOP)
            transport._handle(call(own_name))
            await asyncio.sleep(0)
            tracemalloc.start()
            for number in range(MANY):
                transport._handle(departure(f":7.{number}"))
            kept_bytes, _ = tracemalloc.get_traced_memory()
            tracemalloc.stop()
            transport._handle(departure(own_name))
            os.kill(daemon, signal.SIGCONT)
            # answered after what was asked about the caller
            assert await transport._ask_daemon("GetId", "", [])
            assert transport.clients() == []
            assert kept_bytes < MANY
            await transport.stop()

    with silent_bus(state, monkeypatch) as daemon:
        asyncio.run(serve(daemon))
