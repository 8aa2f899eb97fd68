"""A private system: mount namespace, bus, polkitd, users; held by ``holder.py``."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Protocol

from tests.bus.connections import (
    HELPER_NAME,
    REPOSITORY,
    BusClient,
    parent_of,
    wait_gone,
    wait_until,
)
from tests.bus.holder import BUS_SOCKET, PASSWORD, ROOM
from tests.other_mounts import WITHOUT_OTHER_MOUNTS

ADMIN = "st-admin"
USER = "st-user"
OTHER_USER = "st-other"
SYSTEM_PYTHON = "/usr/bin/python3"
ATTACK_SECONDS = 1800.0

TUNE_YES = """polkit.addRule(function(action, subject) {
  if (action.id.indexOf("org.storagetuner.") === 0 && subject.user == "st-user")
    return polkit.Result.YES;
});"""


class HasPid(Protocol):
    """Whatever is a process of its own."""

    @property
    def pid(self) -> int: ...


class Environment:
    """Runs commands inside the namespace and changes what polkit says."""

    def __init__(
        self, scratch: Path, interpreter: str = SYSTEM_PYTHON, daemon: str = "dbus-daemon"
    ) -> None:
        self.scratch = scratch
        self._polkit_is_as_shipped = True
        self.log: IO[bytes] = (scratch / "holder.log").open("wb")
        self._holder = subprocess.Popen(
            [
                "unshare",
                "--mount",
                "--propagation",
                "private",
                *WITHOUT_OTHER_MOUNTS,
                sys.executable,
                str(Path(__file__).with_name("holder.py")),
                str(REPOSITORY / "helpers"),
                str(REPOSITORY / "resources"),
                str(scratch),
                str(Path(__file__).parent),
                interpreter,
                daemon,
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.log,
        )
        self._expect("ready")

    @property
    def bus_address(self) -> str:
        """The bus, for a program outside of the namespace."""
        return f"unix:path=/proc/{self._holder.pid}/root{BUS_SOCKET}"

    def set_rules(self, text: str) -> None:
        """Replace polkit's extra rules (the empty text: none); polkitd starts anew."""
        self._command(f"rules {json.dumps(text)}")
        self._polkit_is_as_shipped = not text

    def forget_rules(self) -> None:
        """No extra rules, and a polkitd that remembers nobody's password; anew only where somebody
        touched it, since it takes a while to start."""
        if not self._polkit_is_as_shipped:
            self.set_rules("")

    def stop_polkitd(self) -> None:
        self._polkit_is_as_shipped = False
        self._command("stop-polkitd")

    def start_polkitd(self) -> None:
        self._command("start-polkitd")

    def signal_polkitd(self, number: signal.Signals) -> None:
        """Such as SIGSTOP: it's there, and answers nobody."""
        self._polkit_is_as_shipped = False
        self._command(f"signal-polkitd {int(number)}")

    def start_helper(self) -> None:
        """Where the bus can't, unless there is one: dbus-broker leaves it to systemd."""
        if self._helper_worker() is None:
            self._command("start-helper")

    def kill_bus(self) -> None:
        """The bus is gone for good; all that's left to do is ``close``."""
        self._command("kill-bus")

    def inside(self, *argv: str, user: str = "") -> list[str]:
        """The command line that runs ``argv`` in the namespace, as ``user`` or as root."""
        become = ["--reuid", user, "--regid", user, "--init-groups"] if user else []
        return [
            "nsenter",
            "--target",
            str(self._holder.pid),
            "--mount",
            "setpriv",
            *become,
            "--pdeathsig",
            "KILL",
            "--",
            *argv,
        ]

    @contextmanager
    def client(
        self,
        user: str = "",
        *,
        interactive: bool = False,
        listen: bool = False,
        python: str = SYSTEM_PYTHON,
    ) -> Iterator[BusClient]:
        """A program of ``user``'s (empty: root's) on the bus; the helper has ended what it began
        when it leaves."""
        more = ["--listen"] if listen else []
        argv = self.inside(python, "-I", f"{ROOM}/puppet.py", *more, user=user)
        client = BusClient(argv, interactive=interactive)
        try:
            yield client
        finally:
            client.leave()

    @contextmanager
    def agent(self, client: HasPid, user: str, password: str = PASSWORD) -> Iterator[list[str]]:
        """An authentication agent for ``client``; gives what it said so far."""
        self._polkit_is_as_shipped = False
        status = Path(f"/proc/{client.pid}/status")
        # polkit refuses a user's agent for a program that is root's still, about to become his
        wait_until(
            lambda: "Uid:\t0\t" not in status.read_text(encoding="utf-8"), "the user's program"
        )
        argv = self.inside(
            SYSTEM_PYTHON, "-I", f"{ROOM}/agent.py", str(client.pid), ADMIN, password, user=user
        )
        process = subprocess.Popen(
            argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.log, text=True
        )
        assert process.stdin and process.stdout
        assert process.stdout.readline().strip() == "registered", self._logged()
        said: list[str] = []
        try:
            yield said
        finally:
            process.stdin.close()
            said += process.stdout.read().splitlines()
            process.stdout.close()
            process.wait()

    def attack(self, name: str, seed: int, user: str = USER) -> None:
        """One of ``attacker.ATTACKS``, until the helper is through with it."""
        attacker = (SYSTEM_PYTHON, "-I", f"{ROOM}/attacker.py", name, str(seed))
        argv = self.inside(*attacker, user=user)
        done = subprocess.run(argv, capture_output=True, text=True, timeout=ATTACK_SECONDS)
        assert done.stdout == "done\n", done.stderr

    def end_helper(self) -> None:
        """End the running helper, so that the next call starts a new one."""
        worker = self._helper_worker()
        if worker is None:
            return
        with contextlib.suppress(OSError):
            os.kill(parent_of(worker), signal.SIGTERM)
        wait_gone(worker)

    def forget_disks(self) -> None:
        """Remove what the ended helper has noted. A disk that a test gave an identity would count
        as pulled from now on, and would be named to the tests that follow."""
        for folder in ("sessions", "originals"):
            for record in (self.scratch / "state" / folder).glob("*.json"):
                record.unlink()

    def _helper_worker(self) -> int | None:
        """The helper's process on the bus; None when there is none."""
        bus = "org.freedesktop.DBus"
        call = (f"--dest={bus}", "/", f"{bus}.GetConnectionUnixProcessID", f"string:{HELPER_NAME}")
        argv = self.inside("dbus-send", "--system", "--print-reply=literal", *call)
        asked = subprocess.run(argv, capture_output=True, text=True, check=False)
        return int(asked.stdout.split()[-1]) if asked.returncode == 0 else None

    def close(self) -> None:
        assert self._holder.stdin and self._holder.stdout
        self._holder.stdin.close()
        self._holder.wait()
        self._holder.stdout.close()
        self.log.close()

    def _command(self, line: str) -> None:
        assert self._holder.stdin
        self._holder.stdin.write(f"{line}\n".encode())
        self._holder.stdin.flush()
        self._expect("done")

    def _expect(self, word: str) -> None:
        assert self._holder.stdout
        found = self._holder.stdout.readline().decode().strip()
        assert found == word, f"{found!r}\n{self._logged()}"

    def _logged(self) -> str:
        """What the bus, polkitd and agents wrote last."""
        log = (self.scratch / "holder.log").read_text(encoding="utf-8", errors="replace")
        return log[-4000:]
