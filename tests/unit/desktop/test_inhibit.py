"""The computer is kept awake: on a real bus, by a program of its own that is also killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.packages import PACKAGES
from tests.unit.desktop.stand_in_desktop import (
    LOGIND,
    PORTAL,
    SCREEN_SAVER,
    StandIn,
    message_bus,
)

PROGRAM = """
import subprocess, sys
from storage_tuner.desktop.inhibit import kept_awake
with kept_awake("Measuring sda"):
    child = subprocess.Popen(["sleep", "600"]) if "--with-child" in sys.argv else None
    print(child.pid if child else 0, flush=True)
    sys.stdin.readline()
print("done", flush=True)
sys.stdin.readline()
"""


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    with message_bus(tmp_path) as address:
        yield address


@contextmanager
def stand_in(address: str, *names: str, refuses: bool = False) -> Iterator[StandIn]:
    service = StandIn(address, names, refuses=refuses)
    try:
        yield service
    finally:
        service.close()


@dataclass(frozen=True)
class Measuring:
    """``child`` is the process that it started meanwhile, 0 when it didn't."""

    program: subprocess.Popen[str]
    child: int

    def kill(self) -> None:
        self.program.send_signal(signal.SIGKILL)

    def end(self) -> tuple[str, str]:
        """Let it go on to its end; what it said then, and its complaints."""
        return self.program.communicate("\n\n")


@contextmanager
def measuring(system: str, session: str, *words: str) -> Iterator[Measuring]:
    """A program that keeps the computer awake until a line comes; it does so already."""
    environment = {
        name: value for name, value in os.environ.items() if name != "XDG_RUNTIME_DIR"
    } | {
        "PYTHONPATH": PACKAGES,
        "DBUS_SYSTEM_BUS_ADDRESS": system,
        "DBUS_SESSION_BUS_ADDRESS": session,
    }
    program = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )
    assert program.stdout
    try:
        yield Measuring(program, int(program.stdout.readline()))
    finally:
        program.kill()
        program.communicate()


def until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_sleep_and_idle_are_blocked_and_let_go_at_the_end(address: str) -> None:
    with stand_in(address, LOGIND) as logind, measuring(address, "") as ours:
        (asked,) = logind.asked
        assert asked.words == ("sleep:idle", "Storage Tuner", "Measuring sda", "block")
        assert asked.is_held()
        assert ours.program.stdin and ours.program.stdout
        ours.program.stdin.write("\n")
        ours.program.stdin.flush()
        assert ours.program.stdout.readline() == "done\n"
        until(lambda: not asked.is_held())


@pytest.mark.parametrize("words", [(), ("--with-child",)])
def test_a_kill_lets_go_also_with_a_child_left(address: str, words: tuple[str, ...]) -> None:
    with stand_in(address, LOGIND) as logind, measuring(address, "", *words) as ours:
        (asked,) = logind.asked
        assert asked.is_held()
        ours.kill()
        try:
            until(lambda: not asked.is_held())
        finally:
            if ours.child:
                os.kill(ours.child, signal.SIGKILL)


@pytest.mark.parametrize(
    ("name", "service", "words"),
    [
        (SCREEN_SAVER, SCREEN_SAVER, ("Storage Tuner", "Measuring sda")),
        (PORTAL, "org.freedesktop.portal.Inhibit", ("", 12)),
    ],
)
def test_the_screen_stays_on_while_we_are_connected(
    address: str, name: str, service: str, words: tuple[object, ...]
) -> None:
    with stand_in(address, name) as desktop, measuring("", address) as ours:
        (asked,) = desktop.asked
        assert asked.service == service
        assert asked.words[:2] == words
        assert desktop.is_connected(asked.sender)
        ours.kill()
        until(lambda: not desktop.is_connected(asked.sender))


def test_the_portal_is_not_asked_when_the_screen_saver_was(address: str) -> None:
    with stand_in(address, SCREEN_SAVER, PORTAL) as desktop, measuring("", address):
        assert [asked.service for asked in desktop.asked] == [SCREEN_SAVER]


def test_both_buses_are_asked(address: str) -> None:
    with stand_in(address, LOGIND, SCREEN_SAVER) as both, measuring(address, address):
        assert sorted(asked.service for asked in both.asked) == [SCREEN_SAVER, LOGIND]


@pytest.mark.parametrize("broken", ["unix:path=/nonexistent", "nonsense"])
def test_without_anybody_there_nothing_is_said(address: str, broken: str) -> None:
    with measuring(broken, address) as ours:  # no bus, and a bus where nobody is
        assert ours.end() == ("done\n", "")


def test_a_refusal_is_no_trouble(address: str) -> None:
    with stand_in(address, LOGIND, refuses=True), measuring(address, "") as ours:
        assert ours.end() == ("done\n", "")
