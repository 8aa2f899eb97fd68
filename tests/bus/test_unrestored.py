"""What doesn't come back at the end of its session isn't forgotten by the helper that lives on."""

from __future__ import annotations

import asyncio
import json
import socket
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager
from pathlib import Path

import pytest

from storage_tuner_helper.dispatcher import Dispatcher
from storage_tuner_helper.health.smartctl_client import SmartctlClient
from storage_tuner_helper.operations import Operations
from storage_tuner_helper.restoring.locks import Locks
from storage_tuner_helper.restoring.ownership import Ownership
from storage_tuner_helper.restoring.unrestored import UnrestoredDevices
from storage_tuner_helper.sessions import Sessions
from storage_tuner_helper.supervisor_line import SupervisorLine
from tests.bus.connections import PATIENCE, StdioClient, wait_until
from tests.bus.environment import Environment
from tests.bus.test_sessions import begin
from tests.loop_device import LoopDevice

OFTEN = 0.02


@contextmanager
def refusing(bus: Environment, device: LoopDevice, attribute: str) -> Iterator[None]:
    """The attribute keeps its value for the helper on the bus, as stripe_cache_size does for an
    array that is just checked; what the disk has is below."""
    still = bus.scratch / "still"
    still.write_text(device.read(attribute), encoding="ascii")
    place = str(device.queue / attribute)
    subprocess.run(bus.inside("mount", "--bind", str(still), place), check=True)
    try:
        subprocess.run(bus.inside("mount", "-o", "remount,ro,bind", place), check=True)
        yield
    finally:
        subprocess.run(bus.inside("umount", place), check=True)


def test_the_end_of_the_helper_tries_what_a_client_left_long_ago(
    bus: Environment, device: LoopDevice
) -> None:
    before = device.settings()
    with bus.client() as client, bus.client() as other:
        session = begin(client, device)
        client.call("SetSettings", device.name, session=session, nomerges=1)
        _, worker = other.helper_pids()
        lock = Path(f"/proc/{worker}/root{bus.scratch}/state/locks/{device.name}")
        with refusing(bus, device, "nomerges"):
            client.kill()
            wait_until(lambda: not lock.exists(), "the end of the session")
            other.call("Describe")
        assert device.read("nomerges") == "1"
        bus.end_helper()
        wait_until(lambda: device.settings() == before, "the settings")


def left_behind(state: Path, device: LoopDevice) -> tuple[Path, str]:
    """A session's record with a value that the device will never take, and what it should be."""
    helper = StdioClient(state)
    session = begin(helper, device)
    helper.call("SetSettings", device.name, session=session, nomerges=1)
    (file,) = (state / "state/sessions").iterdir()
    right = file.read_text(encoding="utf-8")
    helper.leave()
    record = json.loads(right)
    record["tunables"]["max_sectors_kb"] = "1000000000"
    file.write_text(json.dumps(record), encoding="utf-8")
    device.write("nomerges", "1")
    return file, right


@contextmanager
def made(state: Path, longest_seconds: float) -> Iterator[tuple[Dispatcher, UnrestoredDevices]]:
    """As in a worker, but that nobody answers for the supervisor."""
    folders = (state / "state", state / "runtime")
    ownership = Ownership(*folders)
    unrestored = UnrestoredDevices(folders[0], ownership, OFTEN, longest_seconds)
    ours, theirs = socket.socketpair()
    with ours, theirs:
        smartctl = SmartctlClient(SupervisorLine(ours))
        yield Dispatcher(Operations(*folders, ownership, smartctl, unrestored)), unrestored


@asynccontextmanager
async def watched(unrestored: UnrestoredDevices) -> AsyncIterator[None]:
    watching = asyncio.ensure_future(unrestored.watch())
    try:
        yield
    finally:
        watching.cancel()
        await asyncio.gather(watching, return_exceptions=True)


async def until_idle(dispatcher: Dispatcher, wanted: bool) -> None:
    async with asyncio.timeout(PATIENCE):
        while dispatcher.idle is not wanted:
            await asyncio.sleep(OFTEN)


def test_it_is_tried_again_until_it_works_and_nobody_goes_before(
    state: Path, device: LoopDevice
) -> None:
    file, right = left_behind(state, device)

    async def live() -> None:
        with made(state, longest_seconds=3600) as (dispatcher, unrestored):
            async with watched(unrestored):
                await until_idle(dispatcher, False)
                assert not await dispatcher.close([])
                file.write_text(right, encoding="utf-8")
                await until_idle(dispatcher, True)
            assert await dispatcher.close([])

    asyncio.run(live())
    assert device.read("nomerges") == "0"
    assert not file.exists()


def test_a_session_that_ends_meanwhile_has_left_nothing(
    state: Path, device: LoopDevice, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its record was read while it was open, and its lock is free by now."""
    file, _ = left_behind(state, device)
    folders = (state / "state", state / "runtime")
    sessions = Sessions(*folders, Ownership(*folders))
    assert sessions.unrestored_devices() == [device.name]
    look = Locks.attempted

    def end_and_look(locks: Locks, key: str) -> AbstractContextManager[bool]:
        file.unlink()
        return look(locks, key)

    monkeypatch.setattr(Locks, "attempted", end_and_look)
    assert sessions.unrestored_devices() == []


def test_what_is_never_taken_keeps_nobody_for_ever(state: Path, device: LoopDevice) -> None:
    """The end still says that something is left."""
    left_behind(state, device)

    async def live() -> None:
        with made(state, longest_seconds=0) as (dispatcher, unrestored):
            assert await unrestored.check()
            assert dispatcher.idle
            assert not await dispatcher.close([])

    asyncio.run(live())


@pytest.mark.parametrize("reason", ["held", "gone", "kept"])
def test_nobody_waits_for_what_is_not_there_or_somebody_elses(
    state: Path, device: LoopDevice, reason: str
) -> None:
    file, right = left_behind(state, device)
    record = json.loads(right)

    async def check() -> bool:
        with made(state, longest_seconds=3600) as (_, unrestored):
            return await unrestored.check()

    assert asyncio.run(check())
    if reason == "held":
        locks = Locks(state / "state")
        descriptor = locks.take(device.name, "another helper")
        assert descriptor is not None
        assert not asyncio.run(check())
        locks.give_back(device.name, descriptor)
        return
    if reason == "gone":
        file.write_text(json.dumps({**record, "diskseq": 1, "queue": 0}), encoding="utf-8")
    else:
        decided = {"kept": [record["session"]]}
        (state / "state/keeping/0.json").write_text(json.dumps(decided), encoding="utf-8")
    assert not asyncio.run(check())
