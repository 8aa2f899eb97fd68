"""What the helper says in English comes with its code and arguments, over both transports, and
arrives in the application."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from storage_tuner.client.bus import BusConnection
from storage_tuner.client.helper import HelperConnection, StdioConnection, call
from storage_tuner.core.errors import OperationRefused
from storage_tuner.core.message import Message as OurMessage
from storage_tuner_protocol.interface import TRIAL_SECONDS
from storage_tuner_protocol.message import Message, said
from tests.bus.connections import LAUNCHER, HelperClient, Refused, wait_until
from tests.bus.own_bus import own_bus
from tests.bus.test_sessions import begin, keep
from tests.loop_device import LoopDevice

OUT_OF_RANGE = said(
    "{key} must be from {minimum} to {maximum}.",
    key="seconds",
    minimum=min(TRIAL_SECONDS),
    maximum=max(TRIAL_SECONDS),
)


def test_a_refusal_has_code_and_arguments(helper: HelperClient, device: LoopDevice) -> None:
    session = begin(helper, device)
    with pytest.raises(Refused) as caught:
        helper.call("TrySettings", device.name, session=session, seconds=0, nomerges=1)
    assert Message.decoded(caught.value.coded) == OUT_OF_RANGE
    assert (caught.value.name, caught.value.message) == ("InvalidArgument", str(OUT_OF_RANGE))


def test_a_refusal_without_arguments_has_none(helper: HelperClient) -> None:
    with pytest.raises(Refused) as caught:
        helper.call("Revert", "loop0", session="0" * 32)
    assert Message.decoded(caught.value.coded) == Message("There is no such session.")


def test_sentences_in_replies_have_them_too(helper: HelperClient, device: LoopDevice) -> None:
    described = helper.call("Describe")
    assert described["missing_devices_coded"] == described["recovered_coded"] == []
    keep(helper, device)
    reply = helper.call("Restore", device.name)
    (done,) = map(Message.decoded, reply["restored_coded"])
    assert done.code == "{device}: restored {what}."
    assert done.arguments["device"] == device.name
    assert [str(done)] == reply["restored"]
    assert reply["left"] == reply["left_coded"] == []


@pytest.mark.parametrize("transport", ["stdio", "bus"])
def test_they_arrive_in_the_application(
    transport: str, state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with (
        connected(transport, state, monkeypatch) as connection,
        pytest.raises(OperationRefused) as caught,
    ):
        call(connection, "BeginSession", "vm", {"diskseq": -1})
    assert caught.value.name == "InvalidArgument"
    reason = caught.value.reason
    assert isinstance(reason, OurMessage)
    assert reason.code == "{key} must be from {minimum} to {maximum}"
    assert dict(reason.arguments)["key"] == "diskseq"


@contextmanager
def connected(
    transport: str, state: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[HelperConnection]:
    """To a helper of its own, on a bus of its own, where nobody can be asked for a password."""
    monkeypatch.setenv("STATE_DIRECTORY", str(state / "state"))
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(state / "runtime"))
    if transport == "stdio":
        with closing(StdioConnection((str(LAUNCHER), "stdio"))) as child:
            yield child
        return
    with own_bus(state, monkeypatch), serving(), closing(BusConnection()) as connection:
        wait_until(connection.is_installed, "the helper on the bus")
        yield connection


@contextmanager
def serving() -> Iterator[None]:
    helper = subprocess.Popen((str(LAUNCHER), "bus"), env=dict(os.environ))
    try:
        yield
    finally:
        helper.terminate()
        helper.wait(30)
