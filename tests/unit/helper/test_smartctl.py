"""Asking smartctl, from the worker to the supervisor and back; with programs that overdo it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from storage_tuner_helper.errors import NoAnswer, NoSmartctl
from storage_tuner_helper.health import smartctl_client, smartctl_service
from storage_tuner_helper.health.smartctl import (
    MAXIMUM_OUTPUT_BYTES,
    SMARTCTL,
    Answer,
    Question,
    arguments,
)
from storage_tuner_helper.health.smartctl_client import SmartctlClient
from storage_tuner_helper.supervisor_line import SupervisorLine

pytestmark = pytest.mark.root  # smartctl is given capabilities

PATIENCE = 30.0
OF_SDA = Question("/dev/sda", "auto")


@contextmanager
def asking(script: str, seconds: float = PATIENCE) -> Iterator[SmartctlClient]:
    """Both ends, with a shell script in smartctl's place."""
    ours, theirs = socket.socketpair(type=socket.SOCK_SEQPACKET)
    smartctl_service.start(theirs, lambda _: ("/bin/sh", "-c", script))
    with ours:
        yield SmartctlClient(SupervisorLine(ours), seconds)


def answer_of(script: str, seconds: float = PATIENCE) -> Answer:
    with asking(script, seconds) as client:
        return asyncio.run(client.ask("sda", OF_SDA))


def answer_over(control: socket.socket) -> Answer:
    return asyncio.run(SmartctlClient(SupervisorLine(control)).ask("sda", OF_SDA))


def is_alive(pid: int) -> bool:
    try:
        stat = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace")
    except OSError:
        return False
    return stat.rsplit(")", 1)[1].split()[0] not in "ZX"


def wait_dead(pids: list[int]) -> None:
    deadline = time.monotonic() + PATIENCE
    while any(map(is_alive, pids)):
        assert time.monotonic() < deadline, f"still running: {pids}"
        time.sleep(0.01)


def pids_in(file: Path) -> list[int]:
    return [int(word) for word in file.read_text(encoding="ascii").split()]


def test_every_word_is_ours_and_the_node_comes_last() -> None:
    words = arguments(Question("/dev/twa0", "3ware,127"))
    assert words[0] == SMARTCTL
    assert words[-2:] == ("--device=3ware,127", "/dev/twa0")
    assert "--nocheck=standby,3" in words
    changing = ("--smart", "--set", "--test", "--offline")
    assert not [word for word in words if word.startswith(changing)]


@pytest.mark.parametrize(
    "question",
    [
        Question("/dev/sda", "sat"),
        Question("/dev/cciss/c0d0", "auto"),
        Question("/dev/twl15", "3ware,0"),
    ],
)
def test_a_question_arrives_as_it_was(question: Question) -> None:
    assert Question.decoded(question.encoded()) == question


@pytest.mark.parametrize(
    "message",
    [
        b"",
        b"auto",
        b"auto ",
        b"auto /etc/shadow",
        b"auto /dev/../etc/shadow",
        b"auto /dev/sda ",
        b"auto /dev/sda\n",
        b"auto --test=short",
        b"auto /dev/sda --test=short",
        b"sat,12 /dev/sda",
        b"3ware,1234 /dev/twa0",
        b"3ware,1 -s off",
        b"\xff /dev/sda",
        "auto /dev/sdä".encode(),
    ],
)
def test_nothing_else_gets_through_to_the_supervisor(message: bytes) -> None:
    with pytest.raises(ValueError):
        Question.decoded(message)


def test_a_message_that_is_none_ends_its_line_and_nothing_more() -> None:
    ours, theirs = socket.socketpair(type=socket.SOCK_SEQPACKET)
    smartctl_service.start(theirs, lambda _: ("/bin/echo", "told"))
    with ours:
        line, other = socket.socketpair()
        with line:
            socket.send_fds(ours, [b"auto --test=short"], [other.fileno()])
            other.close()
            assert line.recv(10) == b""
        ours.send(b"auto /dev/sda")  # without a line to answer on
        assert answer_over(ours).output == "told\n"


@contextmanager
def no_more_threads() -> Iterator[None]:
    """As where as many tasks are at work as may be: there is no room for a stack so large."""
    threading.stack_size(1 << 47)
    try:
        with pytest.raises(RuntimeError):
            threading.Thread(target=print).start()
        yield
    finally:
        threading.stack_size(0)


def test_a_question_too_many_ends_its_line_and_nothing_more() -> None:
    ours, theirs = socket.socketpair(type=socket.SOCK_SEQPACKET)
    smartctl_service.start(theirs, lambda _: ("/bin/echo", "told"))
    with ours:
        with no_more_threads(), SupervisorLine(ours).ask(OF_SDA.encoded()) as line:
            line.settimeout(PATIENCE)
            assert line.recv(10) == b""
        assert answer_over(ours).output == "told\n"


def test_smartctl_has_three_capabilities_and_no_environment() -> None:
    """One is for a 3ware controller's node, which its driver doesn't make."""
    told = answer_of("grep ^Cap /proc/self/status; cat /proc/$$/environ; pwd").output
    found = dict(line.split() for line in told.splitlines()[:-1])
    raw_admin_and_mknod = f"{1 << 17 | 1 << 21 | 1 << 27:016x}"
    assert found["CapBnd:"] == found["CapEff:"] == found["CapPrm:"] == raw_admin_and_mknod
    assert told.endswith("\n/\n")


def test_smartctl_isn_t_started_by_anybody_but_us(monkeypatch: pytest.MonkeyPatch) -> None:
    """If we're killed before its death signal is set, somebody else is its parent."""
    assert answer_of("echo started") == Answer("started\n", 0)
    monkeypatch.setattr(os, "getpid", os.getppid)
    assert answer_of("echo started") == Answer("", 1)


def test_a_supervisor_that_is_gone() -> None:
    ours, theirs = socket.socketpair(type=socket.SOCK_SEQPACKET)
    theirs.close()
    with ours, pytest.raises(NoAnswer, match="no longer available"):
        answer_over(ours)


def test_without_smartctl(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(smartctl_client, "SMARTCTL", "/no/smartctl")
    with pytest.raises(NoSmartctl):
        answer_of("echo told")


def test_a_program_that_can_t_be_started() -> None:
    ours, theirs = socket.socketpair(type=socket.SOCK_SEQPACKET)
    smartctl_service.start(theirs, lambda _: ("/no/program",))
    with ours:
        assert answer_over(ours) == Answer("", 127)


def test_output_and_exit_code() -> None:
    assert answer_of("echo said; echo more >&2; exit 68") == Answer("said\n", 68)


def test_no_character_that_a_bus_can_t_carry() -> None:
    assert answer_of(r"printf 'a\0b\377'").output == "ab\N{REPLACEMENT CHARACTER}"


@pytest.mark.parametrize(
    "script",
    [
        "sleep 1000",
        "trap '' TERM INT HUP; while :; do sleep 1; done",
        "while :; do echo said; sleep 0.01; done",
    ],
)
def test_who_never_ends_is_killed_with_all_children(tmp_path: Path, script: str) -> None:
    pids = tmp_path / "pids"
    with pytest.raises(NoAnswer, match="sda didn't respond within 1\\.5 s"):
        answer_of(f"sleep 1000 & echo $$ $! > {pids}; {script}", 1.5)
    assert len(pids_in(pids)) == 2
    wait_dead(pids_in(pids))


def test_who_says_too_much_is_killed(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    with pytest.raises(NoAnswer, match="too much output"):
        answer_of(f"echo $$ > {pids}; exec yes")
    wait_dead(pids_in(pids))


def test_as_much_as_is_allowed() -> None:
    assert len(answer_of(f"head -c {MAXIMUM_OUTPUT_BYTES} /dev/zero | tr '\\0' x").output) == (
        MAXIMUM_OUTPUT_BYTES
    )


def test_a_signal_is_no_answer() -> None:
    with pytest.raises(NoAnswer, match="signal 11"):
        answer_of("kill -SEGV $$")


def test_nobody_wants_the_answer_any_more(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    os.mkfifo(pids)

    async def give_up(client: SmartctlClient) -> list[int]:
        asked = asyncio.ensure_future(client.ask("sda", OF_SDA))
        started = await asyncio.to_thread(pids_in, pids)
        asked.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await asked
        await asyncio.to_thread(wait_dead, started)
        return started

    with asking(f"echo $$ > {pids}; sleep 1000") as client:
        assert asyncio.run(give_up(client))
