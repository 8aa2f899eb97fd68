"""Hostile input over both transports: everything stays as it was, and the helper goes on."""

from __future__ import annotations

import itertools
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from storage_tuner_helper.dispatcher import METHODS
from tests.bus.connections import HelperClient, Refused, StdioClient
from tests.bus.environment import TUNE_YES, USER, Environment
from tests.bus.hostile import (
    BENCHMARK,
    STREAM,
    TYPED,
    Call,
    foreign_calls,
    has_no_nul,
    hostile_calls,
    is_ascii,
    memory_calls,
    replayed_calls,
)
from tests.bus.test_persist_authorization import written
from tests.bus.test_sessions import begin
from tests.bus.udev_system import WWN, udev_system
from tests.bus.workloads import RANDOM_READ
from tests.loop_device import MEBIBYTE, LoopDevice, LoopDeviceFactory
from tests.machine_settings import changed, machine_settings
from tests.virtual_memory import VirtualMemory, steady_memory, virtual_memory

__all__ = ["steady_memory", "virtual_memory"]

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
    helper: HelperClient,
    device: LoopDevice,
    calls: Iterable[Call],
    *,
    stays: Callable[[], object] = lambda: None,
) -> int:
    """How many there were. ``stays``: what else must be as before after each."""
    before, other = device.settings(), stays()
    count = 0
    for method, name, arguments in calls:
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
        assert stays() == other, what
        count += 1
    assert helper.call("Describe")["protocol"] == 1
    return count


def test_no_method_is_left_out() -> None:
    attacked = {method for method, _, _ in hostile_calls("loop1", 1, "0" * 32)}
    assert attacked >= set(METHODS)


def own_calls(helper: HelperClient, device: LoopDevice) -> Iterator[Call]:
    """All that one program can do wrong with what is its own: a device, and the memory."""
    ended = begin(helper, device)
    helper.call("EndSession", device.name, session=ended, keep=False)
    session = begin(helper, device)
    memory = str(helper.call("BeginSession", "vm", diskseq=0)["session"])
    yield from hostile_calls(device.name, device.diskseq, session)
    yield from replayed_calls(device.name, ended)
    yield from memory_calls(memory)


@contextmanager
def nothing_changes(*devices: LoopDevice) -> Iterator[None]:
    """No disk, no setting of the memory, none of our files, whoever asked for it."""
    names = [device.name for device in devices]
    before = machine_settings(*names)
    yield
    assert changed(before, machine_settings(*names)) == {}


def enough(transport: str, count: int) -> None:
    print(f"{count} hostile calls over {transport}, all refused")
    assert count >= 200


def test_hostile_calls_of_an_owner(
    state: Path, device: LoopDevice, virtual_memory: VirtualMemory
) -> None:
    """Root's program gone mad: the strongest position, on a disk that could be kept for good."""
    with nothing_changes(device), udev_system(state, daemon=False) as system:
        system.identify(device, WWN)
        with system.helper() as helper:
            calls = own_calls(helper, device)
            count = assert_all_refused(helper, device, calls, stays=system.nothing_is_written)
        assert system.nothing_is_written()
    enough("a pipe", count)


@pytest.mark.slow
def test_hostile_calls_of_an_owner_on_the_bus(
    bus: Environment, device: LoopDevice, virtual_memory: VirtualMemory
) -> None:
    """With the tests' own Python, whose dbus-fast is a newer one."""
    with nothing_changes(device), bus.client(python=sys.executable) as root:
        calls = filter(has_no_nul, own_calls(root, device))
        count = assert_all_refused(root, device, calls)
        assert written(bus) == ""
    enough("the bus", count)


@pytest.mark.usefixtures("steady_memory")
def test_hostile_calls_on_what_is_somebody_elses(
    bus: Environment, loop_devices: LoopDeviceFactory
) -> None:
    """A session with its benchmark, and a practice disk, of another authorised program."""
    mine, his = loop_devices(), loop_devices()
    with nothing_changes(mine, his), bus.client() as other, bus.client() as client:
        session = begin(other, his)
        other.call("SetSettings", his.name, session=session, nomerges=1)
        long_run = {**RANDOM_READ, "runtime_ms": 600_000}
        job = other.call("StartBenchmark", his.name, session=session, **long_run)["job"]
        disk = other.call("CreatePracticeDisk", size_bytes=64 * MEBIBYTE)["device"]
        calls = [
            ("Restore", his.name, {}),
            *foreign_calls(his.name, session, job),
            *foreign_calls(disk, session, job),
            *foreign_calls(mine.name, session, job),
        ]
        count = assert_all_refused(client, mine, calls, stays=his.settings)
        stopped = other.call("EndSession", his.name, session=session, keep=False)
        assert stopped["restored"] == ["nomerges"]
    print(f"{count} calls on what is somebody else's, all refused")


HOSTILE_LINES = (
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
)


def test_hostile_lines(stdio: StdioClient) -> None:
    for line in HOSTILE_LINES:
        stdio.client.write(line + b"\n")
        number = stdio.start("Describe")
        assert stdio.result(number)["protocol"] == 1, line[:80]
        answers = [stdio.client.answers.get(key) for key in (None, 7)]
        refusals = [answer.get(timeout=5) for answer in answers if answer and not answer.empty()]
        assert all("error" in refusal for refusal in refusals), line[:80]


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


TYPED_KEYS = {
    "BeginSession": ("diskseq",),
    "SetSettings": ("session", "scheduler", "nr_requests"),
    "TrySettings": ("session", "nr_requests", "seconds"),
    "EndSession": ("session", "keep"),
    "Persist": ("session", "scheduler", "nr_requests"),
    "PreviewPersistent": ("session", "scheduler", "nr_requests"),
    "KeepTogether": ("sessions",),
    "StartBenchmark": ("session", "streams", "runtime_ms"),
    "AllowOverwriting": ("session", "overwrite_model"),
    "AllowRisk": ("session", "risk"),
    "SampleBenchmark": ("session", "job"),
    "StopBenchmark": ("session", "job"),
    "DropCaches": ("session",),
    "ReadHealth": ("controller", "port"),
    "CreatePracticeDisk": ("size_bytes",),
}


@pytest.mark.usefixtures("steady_memory")
def test_hostile_types_on_the_bus(bus: Environment, device: LoopDevice) -> None:
    count = 0
    with nothing_changes(device), bus.client() as root:
        session = begin(root, device)
        for method, keys in TYPED_KEYS.items():
            name = "" if method in ("KeepTogether", "CreatePracticeDisk") else device.name
            for typed, key in itertools.product(TYPED, keys):
                arguments = {"session": session, key: typed}
                root.refusal(method, name, **arguments)
                count += 1
        assert root.call("Describe")["protocol"] == 1
    enough("the bus, of other types", count)


INNER_KEYS = ("mode", "block_bytes", "shared", "order", "priority_class", "write_percent")


@pytest.mark.usefixtures("steady_memory")
def test_hostile_types_inside_of_streams_on_the_bus(bus: Environment, device: LoopDevice) -> None:
    count = 0
    with nothing_changes(device), bus.client() as root:
        session = begin(root, device)
        for typed, key in itertools.product(TYPED, INNER_KEYS):
            given = {**BENCHMARK, "streams": [STREAM, {**STREAM, key: typed}]}
            root.refusal("StartBenchmark", device.name, session=session, **given)
            count += 1
        assert root.call("Describe")["protocol"] == 1
    print(f"{count} calls with odd types inside of lists, all refused")


@pytest.mark.usefixtures("steady_memory")
def test_hostile_signatures_of_every_method(bus: Environment, device: LoopDevice) -> None:
    count = 0
    with nothing_changes(device), bus.client() as root:
        session = begin(root, device)
        bodies = odd_bodies(device.name, session)
        for method, (signature, body) in itertools.product(METHODS, bodies):
            answer = root.raw_answer(method, signature, body)
            assert answer["error"] == "org.freedesktop.DBus.Error.InvalidArgs", (method, signature)
            count += 1
    enough("the bus, of other signatures", count)


def odd_bodies(device: str, session: str) -> list[tuple[str, list[object]]]:
    variant = {"session": {"type": "s", "value": session}}
    return [
        ("", []),
        ("s", [device]),
        ("a{sv}", [variant]),
        ("a{sv}s", [variant, device]),
        ("ss", [device, session]),
        ("sa{ss}", [device, {"session": session}]),
        ("sa{sv}s", [device, variant, ""]),
        ("sa{sv}a{sv}", [device, variant, {}]),
        ("(sa{sv})", [[device, variant]]),
        ("oa{sv}", ["/" + device, variant]),
        ("va{sv}", [{"type": "s", "value": device}, variant]),
        ("asa{sv}", [[device], variant]),
        ("sas", [device, [session]]),
    ]


@pytest.mark.slow
def test_the_owner_of_a_rule_that_says_yes_is_as_harmless(
    bus: Environment, device: LoopDevice, virtual_memory: VirtualMemory
) -> None:
    bus.set_rules(TUNE_YES)
    with nothing_changes(device), bus.client(USER) as client:
        calls = filter(has_no_nul, filter(is_ascii, own_calls(client, device)))
        count = assert_all_refused(client, device, calls)
        assert written(bus) == ""
    enough("the bus, of an ordinary user", count)
