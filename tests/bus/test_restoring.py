"""Nothing stands between the end of a client, or of the helper, and everything restored."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.bus.connections import HelperClient, StdioClient, wait_gone, wait_until
from tests.bus.environment import SYSTEM_PYTHON, TUNE_YES, USER, Environment
from tests.bus.test_sessions import RANDOM_READ, begin
from tests.loop_device import LoopDevice, LoopDeviceFactory, scratch_folder

LONG_RUN = {**RANDOM_READ, "runtime_ms": 600_000}


def changed(helper: HelperClient, device: LoopDevice) -> str:
    """A session on ``device`` with another scheduler than before."""
    session = begin(helper, device)
    helper.call("SetSettings", device.name, session=session, scheduler="bfq", nomerges=1)
    return session


@pytest.mark.parametrize("interpreter", [SYSTEM_PYTHON, sys.executable])
def test_all_comes_back_when_the_bus_dies(device: LoopDevice, interpreter: str) -> None:
    """On both versions of dbus-fast, which never answers a call on a dead connection."""
    before = device.settings()
    with scratch_folder() as folder:
        system = Environment(folder, interpreter)
        try:
            with system.client() as root:
                session = begin(root, device)
                root.call("SetSettings", device.name, session=session, scheduler="bfq")
                supervisor, worker = root.helper_pids()
                system.kill_bus()
                wait_gone(worker)
                wait_gone(supervisor)
                assert device.settings() == before
        finally:
            system.close()


def test_a_polkitd_that_hangs_keeps_nothing_from_coming_back(
    bus: Environment, loop_devices: LoopDeviceFactory
) -> None:
    bus.set_rules(TUNE_YES)
    device, other = loop_devices(), loop_devices()
    before = device.settings()
    with bus.client(USER) as user:
        session = begin(user, device)
        user.call("SetSettings", device.name, session=session, scheduler="bfq")
        bus.signal_polkitd(signal.SIGSTOP)
        try:
            user.start("BeginSession", other.name, diskseq=other.diskseq)
            user.call("Describe")
            user.kill()
            wait_until(lambda: device.settings() == before, "the settings")
        finally:
            bus.signal_polkitd(signal.SIGCONT)


PRIVATELY = ("unshare", "--mount", "--propagation", "private", "sh", "-c")
"""Runs a shell's command line, then the helper, with mounts that nobody else sees."""


def hanging_instead_of(state: Path, program: str) -> tuple[list[str], Path]:
    """A prefix for the helper that puts a program that hangs in the place of ``program``, and the
    file where that notes its pid. It can't be killed away from its output, since what it started
    in a session of its own holds that: to the helper it looks like a process in the kernel."""
    note, script = state / "hanging-pid", state / "hanging"
    script.write_text(
        f"#!/bin/sh\nsetsid sh -c 'echo $$ > {note}.new; mv {note}.new {note}; exec sleep 600'\n",
        encoding="utf-8",
    )
    script.chmod(0o755)
    return [*PRIVATELY, f'mount --bind {script} {program} && exec "$@"', "sh"], note


@contextmanager
def killed_at_the_end(note: Path) -> Iterator[None]:
    try:
        yield
    finally:
        os.kill(int(note.read_text(encoding="ascii")), signal.SIGKILL)


def test_a_benchmark_that_hangs_keeps_no_device_from_coming_back(
    state: Path, loop_devices: LoopDeviceFactory
) -> None:
    """The other device comes back at once, the benchmark's own when it had its time to end."""
    device, other = loop_devices(), loop_devices()
    before, others = device.settings(), other.settings()
    prefix, note = hanging_instead_of(state, "/usr/bin/fio")
    helper = StdioClient(state, prefix=prefix)
    session = changed(helper, device)
    changed(helper, other)
    helper.call("StartBenchmark", device.name, session=session, **LONG_RUN)
    wait_until(note.exists, "the benchmark")
    with killed_at_the_end(note):
        assert helper.client.process.stdin
        helper.client.process.stdin.close()
        wait_until(lambda: other.settings() == others, "the other device's settings")
        assert device.settings() != before
        helper.leave()
        assert device.settings() == before


def test_caches_that_can_not_be_written_keep_no_device_from_coming_back(
    state: Path, device: LoopDevice
) -> None:
    before = device.settings()
    prefix, note = hanging_instead_of(state, "/usr/bin/sync")
    helper = StdioClient(state, prefix=prefix)
    session = changed(helper, device)
    helper.start("DropCaches", device.name, session=session)
    wait_until(note.exists, "sync")
    with killed_at_the_end(note):
        helper.leave()
        assert device.settings() == before
