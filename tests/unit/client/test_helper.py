"""The client's end with children that misbehave as a helper might; the real one is in tests/bus."""

from __future__ import annotations

from pathlib import Path

import pytest

from storage_tuner.client.helper import StdioConnection, call, error_from
from storage_tuner.core.errors import (
    DeviceBusy,
    DeviceGone,
    Dismissed,
    HelperGone,
    HelperUnavailable,
    NoAuthenticationAgent,
    NoSpace,
    NotAuthorized,
    NotEmpty,
    OperationRefused,
    QuestionFailed,
    StorageTunerError,
    ToolMissing,
    UnknownDevice,
)
from tests.unit.client.scripted_helper import HELLO, scripted


def test_replies_find_their_calls_whatever_their_order() -> None:
    connection = scripted(
        HELLO,
        "one, two = hear(), hear()",
        'say({"id": two["id"], "result": {"was": two["method"], "device": two["device"]}})',
        'say({"id": one["id"], "result": {"was": one["method"], **one["arguments"]}})',
        "hear()",
    )
    first = connection.submit("One", "sda", {"number": 5})
    second = connection.submit("Two", "sdb")
    assert second.result(20) == {"was": "Two", "device": "sdb"}
    assert first.result(20) == {"was": "One", "number": 5}
    connection.close()


def test_events_wait_until_they_are_taken() -> None:
    connection = scripted(
        HELLO,
        'say({"event": "Reverted", "device": "sda", "arguments": {"reason": "timeout"}})',
        "hear()",
    )
    event = connection.next_event(20)
    assert event is not None
    assert (event.name, event.device, event.arguments) == ("Reverted", "sda", {"reason": "timeout"})
    assert connection.next_event(0.01) is None
    connection.close()


def test_a_helper_that_dies_in_the_middle_of_a_call() -> None:
    connection = scripted(HELLO, "hear()")
    with pytest.raises(HelperGone):
        call(connection, "SetSettings", "sda")
    with pytest.raises(HelperGone):
        connection.next_event(20)
    with pytest.raises(HelperGone):
        connection.submit("Describe")
    connection.close()


def test_a_helper_that_says_nonsense_is_not_trusted_with_more() -> None:
    connection = scripted(HELLO, 'print("garbage", flush=True)', "print('[1]')", "hear()")
    with pytest.raises(HelperGone):
        call(connection, "Describe")
    connection.close()


def test_no_greeting_tells_the_reason_the_child_gave() -> None:
    with pytest.raises(HelperUnavailable, match="another helper is at work"):
        scripted("sys.exit('another helper is at work')")


def test_another_protocol_is_refused() -> None:
    with pytest.raises(HelperUnavailable, match="uses protocol 9"):
        scripted('say({"event": "Hello", "device": "", "arguments": {"protocol": 9}})', "hear()")


def test_a_program_that_is_missing() -> None:
    with pytest.raises(HelperUnavailable, match="no-such-helper"):
        StdioConnection(["/no-such-helper"])


@pytest.mark.parametrize(
    ("exit_code", "said", "expected"),
    [
        (126, "", Dismissed),
        (127, "Error executing command as another user: Not authorized", NotAuthorized),
        (
            127,
            "Error executing command as another user: No authentication agent found.",
            NoAuthenticationAgent,
        ),
        (
            127,
            "Error getting authority: Error initializing authority: Could not connect: No such "
            "file or directory",
            HelperUnavailable,
        ),
        (3, "helper: broken", HelperUnavailable),
    ],
)
def test_what_pkexec_means(
    exit_code: int, said: str, expected: type[StorageTunerError], tmp_path: Path
) -> None:
    """A stand-in named pkexec that ends as pkexec(1) says it does."""
    stand_in = tmp_path / "pkexec"
    stand_in.write_text(f"#!/bin/sh\necho '{said}' >&2\nexit {exit_code}\n")
    stand_in.chmod(0o755)
    with pytest.raises(expected):
        StdioConnection([str(stand_in), "helper", "stdio"])


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("NotAuthorized", NotAuthorized),
        ("Dismissed", Dismissed),
        ("InteractiveAuthorizationRequired", NoAuthenticationAgent),
        ("Ending", HelperGone),
        ("NoSuchDevice", UnknownDevice),
        ("DeviceChanged", DeviceGone),
        ("DeviceBusy", DeviceBusy),
        ("NoSpace", NoSpace),
        ("NotEmpty", NotEmpty),
        ("NoFio", ToolMissing),
        ("NoSmartctl", ToolMissing),
        ("NoAnswer", QuestionFailed),
        ("NotApplied", OperationRefused),
    ],
)
def test_every_error_of_the_helper_becomes_one_of_ours(
    name: str, expected: type[StorageTunerError]
) -> None:
    error = error_from(name, "It says why.", "sda")
    assert type(error) is expected
    assert ".." not in str(error)
