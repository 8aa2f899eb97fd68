"""A D-Bus daemon of a test's own, in the place of the system's for this process."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest


@dataclass(frozen=True)
class OwnBus:
    """``process`` may be stopped and continued."""

    process: subprocess.Popen[bytes]
    socket: str

    def stop(self) -> None:
        os.kill(self.process.pid, signal.SIGSTOP)

    def go_on(self) -> None:
        os.kill(self.process.pid, signal.SIGCONT)


@contextmanager
def own_bus(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[OwnBus]:
    path = f"{folder}/bus"
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", f"unix:path={path}")
    command = ["dbus-daemon", "--session", "--nofork", "--print-address"]
    process = subprocess.Popen([*command, f"--address=unix:path={path}"], stdout=subprocess.PIPE)
    assert process.stdout
    bus = OwnBus(process, path)
    try:
        process.stdout.readline()
        yield bus
    finally:
        bus.go_on()
        process.terminate()
        process.wait()
        process.stdout.close()
