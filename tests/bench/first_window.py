"""An X server and the buses of a desktop, in which programs are started until their window is
there."""

from __future__ import annotations

import os
import re
import subprocess
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, Queue

from tests.x_server import x_server

PATIENCE_S = 60.0
UDISKS = Path("/usr/libexec/udisks2/udisksd")
POLKIT = Path("/usr/lib/polkit-1/polkitd")
BUS = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>{kind}</type><listen>unix:path={path}</listen><auth>EXTERNAL</auth>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/>
<allow own="*"/><allow user="*"/></policy>{more}</busconfig>
"""
SERVICES = "<standard_session_servicedirs/>"
_MAPPED = re.compile(r"^MapNotify event")


@contextmanager
def running(argv: Sequence[str], **more: object) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        argv,
        stderr=subprocess.DEVNULL,
        text=True,
        **{"stdout": subprocess.DEVNULL, **more},  # type: ignore[call-overload]
    )
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if process.stdout is not None:
            process.stdout.close()


@dataclass
class Desktop:
    """``environment`` is what programs are started with; ``mapped`` gets the time of each window
    that is shown."""

    environment: dict[str, str]
    mapped: Queue[float]

    def time_to_window(self, argv: Sequence[str]) -> float:
        """Seconds from the start of a program to its first window."""
        while not self.mapped.empty():
            self.mapped.get()
        began = time.monotonic()
        with running(argv, env=self.environment):
            try:
                return self.mapped.get(timeout=PATIENCE_S) - began
            except Empty:
                raise AssertionError(f"{argv[0]} never showed a window") from None


@contextmanager
def desktop(folder: Path, more: Mapping[str, str]) -> Iterator[Desktop]:
    """``folder`` is for its sockets; ``more`` is put into the environment."""
    with ExitStack() as stack:
        display = stack.enter_context(x_server())
        environment = {
            **os.environ,
            "QT_QPA_PLATFORM": "xcb",
            "GDK_BACKEND": "x11",
            "NO_AT_BRIDGE": "1",
            "DISPLAY": display,
            **more,
        }
        environment.pop("WAYLAND_DISPLAY", None)
        for kind, services in (("system", ""), ("session", SERVICES)):
            address = stack.enter_context(_bus(folder, kind, services))
            environment[f"DBUS_{kind.upper()}_BUS_ADDRESS"] = address
        for daemon in (POLKIT, UDISKS):
            if daemon.exists():
                stack.enter_context(running([str(daemon)], env=environment))
        yield stack.enter_context(_watched(environment))


@contextmanager
def _bus(folder: Path, kind: str, services: str) -> Iterator[str]:
    path, configuration = folder / f"{kind}.bus", folder / f"{kind}.conf"
    configuration.write_text(BUS.format(kind=kind, path=path, more=services))
    argv = ["dbus-daemon", f"--config-file={configuration}", "--nofork", "--nopidfile"]
    with running([*argv, "--print-address=1"], stdout=subprocess.PIPE) as bus:
        assert bus.stdout is not None
        yield bus.stdout.readline().strip()


@contextmanager
def _watched(environment: dict[str, str]) -> Iterator[Desktop]:
    mapped: Queue[float] = Queue()
    argv = ["stdbuf", "-oL", "xev", "-root", "-event", "substructure"]
    with running(argv, env=environment, stdout=subprocess.PIPE) as watcher:
        lines = watcher.stdout
        assert lines is not None

        def read() -> None:
            for line in lines:
                if _MAPPED.match(line):
                    mapped.put(time.monotonic())

        thread = threading.Thread(target=read, daemon=True)
        thread.start()
        yield Desktop(environment, mapped)
        watcher.terminate()
        thread.join()
