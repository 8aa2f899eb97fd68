"""What the supervisor sets of an array when the worker asks, and what it doesn't. That it does set
it is shown with real arrays (tests/vm/test_switch.py)."""

from __future__ import annotations

import errno
import socket
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage_tuner_helper import supervisor_line
from storage_tuner_helper.devices import array_attributes, array_client
from storage_tuner_helper.devices.array_attributes import MARK, Question
from storage_tuner_helper.devices.sysfs import current_diskseq
from storage_tuner_helper.health import smartctl_service
from storage_tuner_helper.supervisor_line import SupervisorLine
from storage_tuner_protocol.tunables import ALLOWED, Scope
from tests.loop_device import LoopDevice, LoopDeviceFactory, loop_devices

__all__ = ["loop_devices"]

OF_ARRAYS = sorted(one.name for one in ALLOWED if one.scope is Scope.ARRAY)


@pytest.fixture
def supervisor(monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """The worker's end of the line to it."""
    ours, theirs = socket.socketpair(type=socket.SOCK_SEQPACKET)
    smartctl_service.start(ours)
    monkeypatch.setattr(supervisor_line, "_used", [])
    supervisor_line.use(SupervisorLine(theirs))
    with theirs:
        yield theirs


@pytest.fixture
def device(loop_devices: LoopDeviceFactory) -> LoopDevice:
    return loop_devices()


@given(st.sampled_from(OF_ARRAYS), st.integers(17, 8192), st.integers(0, 1 << 62))
def test_what_may_be_set_arrives_as_it_was_said(name: str, value: int, diskseq: int) -> None:
    question = Question("md127", diskseq, name, str(value))
    assert Question.decoded(question.encoded()) == question


@given(st.binary(max_size=200))
def test_nothing_else_is_a_question(junk: bytes) -> None:
    for message in (junk, MARK + junk):
        with pytest.raises(ValueError):
            Question.decoded(message)


@pytest.mark.parametrize(
    "words",
    [
        "md0 1 array_state 0",
        "md0 1 scheduler bfq",
        "md0 1 stripe_cache_size system",
        "md0 1 stripe_cache_size 16",
        "md0 1 stripe_cache_size -1",
        "md0 1 stripe_cache_size 32769",
        "md0 1 stripe_cache_size 1024\n",
        "../md0 1 stripe_cache_size 1024",
        "md0/../sda 1 stripe_cache_size 1024",
        "md0 1 ../stripe_cache_size 1024",
        "md0 x stripe_cache_size 1024",
        "md0 1 sync_speed_min local",
    ],
)
def test_words_that_nobody_may_say(words: str) -> None:
    with pytest.raises(ValueError):
        Question.decoded(MARK + words.encode())


@pytest.mark.root
def test_only_the_very_device_that_was_looked_at(
    supervisor: socket.socket, device: LoopDevice
) -> None:
    """A loop device has no such attribute; another one under its name isn't even looked at."""
    found = current_diskseq(device.name)
    for diskseq, number in ((found, errno.ENOENT), (found + 1, errno.ENODEV)):
        with pytest.raises(OSError) as told:
            array_client.write(device.name, diskseq, "md/stripe_cache_size", "1024")
        assert told.value.errno == number


def test_what_isn_t_a_question_is_answered_by_the_line_s_end(supervisor: socket.socket) -> None:
    ours, theirs = socket.socketpair()
    with ours:
        with theirs:
            socket.send_fds(supervisor, [MARK + b"md0 1 level 0"], [theirs.fileno()])
        ours.settimeout(60)
        assert ours.recv(16) == b""


def test_who_has_no_supervisor_asks_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    denied = PermissionError(errno.EACCES, "")
    monkeypatch.setattr(supervisor_line, "_used", [])
    assert not array_client.may_ask("md/stripe_cache_size", denied)
    ours, theirs = socket.socketpair()
    with ours, theirs:
        supervisor_line.use(SupervisorLine(ours))
        assert array_client.may_ask("md/stripe_cache_size", denied)
        assert not array_client.may_ask("queue/scheduler", denied)
        assert not array_client.may_ask("md/stripe_cache_size", OSError(errno.EINVAL, ""))
    assert array_attributes.FOLDER == "md/"
