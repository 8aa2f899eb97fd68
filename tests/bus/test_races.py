"""Calls that get in each other's way: one after the other or refused, and all comes back."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

from storage_tuner_helper.dispatcher import METHODS
from tests.bus.connections import HelperClient, Refused, wait_until
from tests.bus.environment import Environment
from tests.bus.test_persist import BFQ
from tests.bus.test_persist_authorization import in_room, written
from tests.bus.test_sessions import begin
from tests.bus.udev_system import WWN
from tests.bus.workloads import RANDOM_READ
from tests.loop_device import MEBIBYTE, LoopDevice

ROUNDS = 12
AT_ONCE = 7
EXPECTED = {
    "NoSuchSession",
    "NoSuchJob",
    "NoSuchDevice",
    "NotApplied",
    "NotSupported",
    "DeviceBusy",
    "Busy",
    "Cancelled",
}
Calls = dict[str, tuple[str, dict[str, Any]]]


@pytest.fixture
def known(bus: Environment, device: LoopDevice) -> Iterator[LoopDevice]:
    """A disk that can be kept for good; nothing is, at the end."""
    number = (device.queue.parent / "dev").read_text(encoding="ascii").strip()
    in_room(bus, f"mkdir -p /run/udev/data && echo E:{WWN} > /run/udev/data/b{number}")
    try:
        yield device
    finally:
        in_room(bus, f"rm -f /run/udev/data/b{number}")


def every_call(device: LoopDevice, session: str) -> Calls:
    """Of each method one that is done when nothing is in its way; device and arguments."""
    of_session: dict[str, dict[str, Any]] = {
        "SetSettings": {**BFQ},
        "TrySettings": {"nomerges": 2, "seconds": 5},
        "Revert": {},
        "PreviewPersistent": {"nomerges": 0},
        "Persist": {"nomerges": 0},
        "AllowOverwriting": {"overwrite_model": f"{device.name} {64 * MEBIBYTE}"},
        "AllowRisk": {"risk": "storsave-perform"},
        "StartBenchmark": {**RANDOM_READ, "runtime_ms": 60_000},
        "StopBenchmark": {"job": 1},
        "SampleBenchmark": {"job": 1},
        "DropCaches": {},
        "EndSession": {"keep": False},
    }
    return {
        **{name: (device.name, {"session": session, **of_session[name]}) for name in of_session},
        "BeginSession": (device.name, {"diskseq": device.diskseq}),
        "KeepTogether": ("", {"sessions": [session]}),
        "ReadHealth": (device.name, {}),
        "Unpersist": (device.name, {}),
        "Restore": (device.name, {}),
        "Describe": ("", {}),
        "CreatePracticeDisk": ("", {"size_bytes": 64 * MEBIBYTE}),
        "RemovePracticeDisk": ("", {}),
    }


def start(helper: HelperClient, calls: Calls, method: str) -> int:
    device, arguments = calls[method]
    return helper.start(method, device, **arguments)


def outcome(helper: HelperClient, call: int) -> str:
    """``done``, or the refusal's name."""
    try:
        helper.result(call)
    except Refused as refused:
        assert refused.name in EXPECTED, refused
        return refused.name
    return "done"


def test_every_method_takes_part(device: LoopDevice) -> None:
    assert set(every_call(device, "")) == set(METHODS)


def test_calls_of_one_session_at_once(bus: Environment, known: LoopDevice) -> None:
    """In another order each time, some of them twice."""
    before, order = known.settings(), random.Random(7)
    for _ in range(ROUNDS):
        with bus.client() as helper:
            calls = every_call(known, begin(helper, known))
            chosen = order.choices(list(calls), k=AT_ONCE)
            started = [start(helper, calls, method) for method in chosen]
            said = [outcome(helper, call) for call in started]
            assert helper.call("Describe")["protocol"] == 1, (chosen, said)
        with bus.client() as helper:
            wait_until(lambda: not opened(bus), "the end of the session")
            helper.call("Restore")
            assert known.settings() == before and written(bus) == "", (chosen, said)


def opened(bus: Environment) -> list[str]:
    """Snapshots of running sessions."""
    return [path.name for path in (bus.scratch / "state/sessions").glob("*.json")]


@pytest.mark.parametrize("keeps", [(False, False), (True, False), (False, True), (True, True)])
def test_two_ends_at_once(bus: Environment, known: LoopDevice, keeps: tuple[bool, bool]) -> None:
    """One of them is done, and the settings are as that one left them."""
    before = known.settings()
    with bus.client() as helper:
        session = begin(helper, known)
        helper.call("SetSettings", known.name, session=session, **BFQ)
        started = [
            helper.start("EndSession", known.name, session=session, keep=keep) for keep in keeps
        ]
        said = [outcome(helper, call) for call in started]
        assert sorted(said) == ["NoSuchSession", "done"]
        kept = keeps[said.index("done")]
        assert known.scheduler == ("bfq" if kept else "none")
        helper.call("Restore")
    assert known.settings() == before


def test_the_end_waits_for_what_is_being_set(bus: Environment, known: LoopDevice) -> None:
    before = known.settings()
    with bus.client() as helper:
        for _ in range(ROUNDS):
            session = begin(helper, known)
            setting = helper.start("SetSettings", known.name, session=session, **BFQ)
            ending = helper.start("EndSession", known.name, session=session, keep=False)
            after = helper.start("SetSettings", known.name, session=session, nomerges=2)
            assert outcome(helper, ending) == "done"
            assert outcome(helper, setting) in ("done", "NoSuchSession")
            assert outcome(helper, after) == "NoSuchSession"
            assert known.settings() == before


def test_keeping_for_good_while_others_restore(bus: Environment, known: LoopDevice) -> None:
    """What is told as kept is kept, until somebody restores it afterwards."""
    before = known.settings()
    with bus.client() as owner, bus.client() as other:
        for _ in range(ROUNDS):
            session = begin(owner, known)
            owner.call("SetSettings", known.name, session=session, **BFQ)
            keeping = owner.start("Persist", known.name, session=session, **BFQ)
            restoring = [other.start("Restore", name) for name in ("", known.name, "")]
            assert outcome(owner, keeping) == "done"
            ending = owner.start("EndSession", known.name, session=session, keep=True)
            said = [outcome(other, call) for call in restoring]
            assert said[0] == said[2] == "done" and outcome(owner, ending) == "done"
            kept = owner.call("Describe")["persisted"]
            assert bool(kept) == (WWN in written(bus)) == (known.scheduler == "bfq"), said
            other.call("Restore")
            assert known.settings() == before and written(bus) == ""


@pytest.mark.sampled(3)
@pytest.mark.parametrize("method", sorted(METHODS))
def test_a_client_that_vanishes_in_the_middle_of_a_call(
    bus: Environment, known: LoopDevice, method: str
) -> None:
    """Nothing of it stays but what it wanted kept, and that has a way back."""
    before = known.settings()
    for wait_s in (0.0, 0.005, 0.05):
        with bus.client() as client:
            calls = every_call(known, begin(client, known))
            client.call("SetSettings", known.name, **calls["Revert"][1], nomerges=1)
            calls["Persist"][1]["nomerges"] = 1
            call = start(client, calls, method)
            with suppress(TimeoutError):
                client.client.answer(call, wait_s)
            client.kill()
        with bus.client() as helper:
            helper.call("Describe")
            wait_until(lambda: not opened(bus), "the end of the session")
            helper.call("Restore")
            assert helper.call("Describe")["practice_disks"] == []
            assert known.settings() == before and written(bus) == ""
            session = begin(helper, known)
            helper.call("EndSession", known.name, session=session, keep=False)
