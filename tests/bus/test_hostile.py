"""Hostile input over both transports: everything stays as it was, and the helper goes on."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

from tests.bus.connections import HelperClient, Refused, StdioClient
from tests.bus.environment import TUNE_YES, USER, Environment
from tests.bus.hostile import TYPED, hostile_calls, is_ascii
from tests.bus.test_sessions import begin
from tests.loop_device import LoopDevice

SPOKEN = {
    "InvalidArgument",
    "NoSuchDevice",
    "NoSuchSession",
    "NoSuchJob",
    "DeviceChanged",
    "DeviceBusy",
    "UnknownMethod",
    "KernelRefused",
    "NotApplied",
    "NotSupported",
}


def assert_all_refused(
    helper: HelperClient, device: LoopDevice, session: str, *, can_send_all: bool
) -> None:
    before = device.settings()
    calls = hostile_calls(device.name, device.diskseq, session)
    for method, name, arguments in calls if can_send_all else filter(is_ascii, calls):
        what = f"{method} {name!r} {str(arguments)[:120]}"
        try:
            reply = helper.call(method, name, **arguments)
        except Refused as refused:
            assert refused.name in SPOKEN, f"{what}: {refused}"
            assert "Traceback" not in refused.message and len(refused.message) < 300
            assert all(part.isprintable() for part in refused.message)
        else:
            raise AssertionError(f"{what} was answered with {reply}")
        assert device.settings() == before, what
    assert helper.call("Describe")["protocol"] == 1


def test_hostile_calls_of_an_owner(stdio: StdioClient, device: LoopDevice) -> None:
    """Root's or an authorised user's program gone mad: the strongest position."""
    assert_all_refused(stdio, device, begin(stdio, device), can_send_all=True)


def test_hostile_calls_of_an_owner_on_the_bus(bus: Environment, device: LoopDevice) -> None:
    """With the tests' own Python, whose dbus-fast is a newer one."""
    with bus.client(python=sys.executable) as root:
        assert_all_refused(root, device, begin(root, device), can_send_all=True)


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"not json",
        b"[]",
        b"null",
        b"1",
        b'"text"',
        b"{}",
        b'{"id": 7}',
        b'{"id": true, "method": "Describe"}',
        b'{"id": 1e400, "method": "Describe"}',
        b'{"id": NaN, "method": "Describe"}',
        b'{"id": 99999999999999999999999, "method": "Describe"}',
        b'{"id": ' + b"9" * 10000 + b', "method": "Describe"}',
        b'{"id": 7, "method": ["Describe"]}',
        b'{"id": 7, "method": "Describe", "device": 1}',
        b'{"id": 7, "method": "Describe", "arguments": []}',
        b'{"id": 7, "method": "Describe", "extra": 1}',
        b'{"id": 7, "method": "BeginSession", "device": "\\ud800", "arguments": {"diskseq": 1}}',
        b'{"id": 7, "method": "BeginSession", "device": "\\u0000", "arguments": {"diskseq": 1}}',
        b'{"id": 7, "method": "Describe", "arguments": {"\\ud800": "\\ud800"}}',
        b"[" * 60000,
        b'{"a":' * 10000,
        b"\xff\xfe\x00",
        b"x" * 200_000,
        b'{"id": 7, "method": "Describe", "arguments": {"a": {"b": {"c": []}}}}',
    ],
)
def test_hostile_lines(stdio: StdioClient, line: bytes) -> None:
    stdio.client.write(line + b"\n")
    number = stdio.start("Describe")
    assert stdio.result(number)["protocol"] == 1
    answers = [stdio.client._answers.get(key) for key in (None, 7)]
    refusals = [answer.get(timeout=5) for answer in answers if answer and not answer.empty()]
    assert all("error" in refusal for refusal in refusals)


def test_a_client_that_never_reads_cannot_fill_the_memory(state: Path, device: LoopDevice) -> None:
    """Answers wait in a bounded queue; when it's full, that client counts as gone."""
    before = device.settings()
    helper = StdioClient(state, stop_reading_after_hello=True)
    helper.start("BeginSession", device.name, diskseq=device.diskseq)
    with pytest.raises(BrokenPipeError):
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            helper.client.write(b'{"id": 9, "method": "Nothing"}\n')
    assert helper.client.process.wait(30) == 0
    helper.client.leave()
    assert device.settings() == before


def test_hostile_types_on_the_bus(bus: Environment, device: LoopDevice) -> None:
    before = device.settings()
    with bus.client() as root:
        session = begin(root, device)
        for typed in TYPED:
            for key in ("diskseq", "session", "scheduler", "nr_requests", "keep", "seconds"):
                arguments = {"session": session, key: typed}
                for method in ("SetSettings", "TrySettings", "EndSession", "BeginSession"):
                    root.refusal(method, device.name, **arguments)
        assert device.settings() == before
        assert root.call("Describe")["protocol"] == 1


def test_the_owner_of_a_rule_that_says_yes_is_as_harmless(
    bus: Environment, device: LoopDevice
) -> None:
    bus.set_rules(TUNE_YES)
    with bus.client(USER) as client:
        assert_all_refused(client, device, begin(client, device), can_send_all=False)
