"""A freshly installed system that has Storage Tuner's package: with its own processes, a real
system bus, polkitd and an X server, until its test ends. Nothing of it is seen outside but what it
does to a loop device.
"""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.bus.connections import HELPER_NAME, wait_until
from tests.bus.holder import PASSWORD
from tests.fresh.systems import CACHE, FreshSystem

USER = "person"
ADMIN = "st-admin"
PLACE = "/root/storage-tuner.deb"
LIBRARY = "/usr/local/lib"
DISPLAY = ":7"
RUNTIME = "/run/user/1000"
TOOLS = ("xvfb", "xdotool", "libglib2.0-bin", "procps", "man-db", "bash-completion", "udev")
UNSAFE = "--force-unsafe-io"  # for a system that a power failure may well destroy
SCREEN = "/run/screen"  # what its X server shows, as a file of xwd's

SERVE = f"""
mkdir -p /run/dbus {RUNTIME} {SCREEN} && chown {USER}: {RUNTIME}
mkdir -p /tmp/.X11-unix && chmod 1777 /tmp/.X11-unix /tmp
dbus-uuidgen --ensure
dbus-daemon --system --nofork --nopidfile --nosyslog 2>/run/dbus/said &
Xvfb {DISPLAY} -screen 0 1400x1000x24 -fbdir {SCREEN} -nolisten local -noreset >/dev/null 2>&1 &
while ! [ -S /run/dbus/system_bus_socket ] || ! [ -S /tmp/.X11-unix/X{DISPLAY[1:]} ]; do
    sleep 0.1
done
echo ready
exec sleep infinity
"""


@dataclass(frozen=True)
class Installed:
    """``init``: the process whose namespaces are the system's."""

    system: FreshSystem
    init: int

    def command(self, *argv: str, user: str = "") -> list[str]:
        become = ["setpriv", f"--reuid={user}", f"--regid={user}", "--init-groups", "--"]
        home = f"/home/{user}" if user else "/root"
        return [
            "nsenter", f"--target={self.init}", "--mount", "--pid", "--root", "--wd",
            "env", "--ignore-environment",
            "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            f"HOME={home}", f"XDG_RUNTIME_DIR={RUNTIME}", f"DISPLAY={DISPLAY}", "LANG=C.UTF-8",
            *(become if user else []), *argv,
        ]  # fmt: skip

    def run(self, *argv: str, user: str = "") -> str:
        """To the end; what it printed. Fails the test when it failed."""
        done = subprocess.run(
            self.command(*argv, user=user), capture_output=True, text=True, timeout=300
        )
        assert done.returncode == 0, f"{argv}: {done.stdout[-4000:]}{done.stderr[-4000:]}"
        return done.stdout

    def dpkg(self, *argv: str) -> str:
        return self.run("env", "DEBIAN_FRONTEND=noninteractive", "dpkg", UNSAFE, *argv)

    @contextmanager
    def started(self, *argv: str) -> Iterator[subprocess.Popen[str]]:
        """A program of the user's, whose questions an administrator answers with his password."""
        waiting = ("sh", "-c", 'echo $$; read go; exec "$@"', "sh", *argv)
        with subprocess.Popen(
            self.command(*waiting, user=USER),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        ) as program:
            assert program.stdin and program.stdout
            number = program.stdout.readline().strip()
            with self._agent(number):
                program.stdin.write("go\n")
                program.stdin.close()
                program.stdin = None
                try:
                    yield program
                finally:
                    program.kill()

    def install(self, package: Path) -> None:
        self.path(PLACE).write_bytes(package.read_bytes())
        self.dpkg("--install", PLACE)

    def run_authorised(self, *argv: str) -> str:
        with self.started(*argv) as program:
            output, _ = program.communicate(timeout=300)
        assert program.returncode == 0, output
        return output

    def attack(self, name: str) -> None:
        """One of ``tests.bus.attacker.ATTACKS``, by a user without a password."""
        attacker = ("/usr/bin/python3", "-I", f"{LIBRARY}/attacker.py", name, "1")
        assert self.run(*attacker, user=USER) == "done\n"

    def helper_worker(self) -> int:
        """The number of the helper's process in the system; it's started if need be."""
        bus = "org.freedesktop.DBus"
        ask = ("dbus-send", "--system", "--print-reply=literal")
        self.run(*ask, f"--dest={HELPER_NAME}", "/", f"{bus}.Peer.Ping")
        which = (f"--dest={bus}", "/", f"{bus}.GetConnectionUnixProcessID", f"string:{HELPER_NAME}")
        return int(self.run(*ask, *which).split()[-1])

    def windows(self) -> list[str]:
        """The titles of those that show. No window at all is an error to xdotool."""
        script = "for one in $(xdotool search --onlyvisible --name .); do "
        script += 'xdotool getwindowname "$one"; done; true'
        return self.run("sh", "-c", script, user=USER).splitlines()

    def colours(self) -> set[bytes]:
        """Those that are to be seen now."""
        picture = self.path(SCREEN, "Xvfb_screen0").read_bytes()
        return {picture[at : at + 4] for at in range(len(picture) % 4, len(picture), 4)}

    def path(self, *inside: str) -> Path:
        """A place in it as it is seen from outside, also below what is mounted in it."""
        return Path(f"/proc/{self.init}/root", *(part.lstrip("/") for part in inside))

    @contextmanager
    def _agent(self, number: str) -> Iterator[None]:
        program = ("python3", "-I", f"{LIBRARY}/agent.py", number, ADMIN, PASSWORD)
        with subprocess.Popen(
            self.command(*program, user=USER),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        ) as agent:
            assert agent.stdin and agent.stdout
            assert agent.stdout.readline().strip() == "registered"
            yield
            agent.stdin.close()


@contextmanager
def installed(system: FreshSystem, package: Path) -> Iterator[Installed]:
    """``system`` with ``package`` and what it depends on, and a bus and a screen."""
    system.path(PLACE).write_bytes(package.read_bytes())
    for program in ("agent.py", "attacker.py"):
        source = Path(__file__).parents[1] / "bus" / program
        system.path(f"{LIBRARY}/{program}").write_bytes(source.read_bytes())
    _apt(system, "update")
    with _kept_downloads(system):
        _apt(system, "--option", f"Dpkg::Options::={UNSAFE}", "install", "--yes",
             "--no-install-recommends", PLACE, *TOOLS)  # fmt: skip
    users = f"useradd --groups sudo {ADMIN} && echo '{ADMIN}:{PASSWORD}' | chpasswd"
    finished = system.run("sh", "-c", users)
    assert finished.exit_code == 0, finished.errors
    with system.start("sh", "-ec", SERVE) as holder:
        try:
            assert holder.stdout is not None
            assert holder.stdout.readline() == "ready\n"
            yield Installed(system, _child_of(holder.pid))
        finally:
            holder.kill()


@contextmanager
def _kept_downloads(system: FreshSystem) -> Iterator[None]:
    """What apt loads is kept for the next such system; apt looks whether it's still right."""
    kept, archives = CACHE / "archives", system.path("/var/cache/apt/archives")
    kept.mkdir(exist_ok=True)
    _link_packages(kept, archives)
    yield
    _link_packages(archives, kept)


def _link_packages(source: Path, destination: Path) -> None:
    for package in source.glob("*.deb"):
        with contextlib.suppress(FileExistsError):
            (destination / package.name).hardlink_to(package)


def _apt(system: FreshSystem, *argv: str) -> None:
    quietly = {"DEBIAN_FRONTEND": "noninteractive"}
    finished = system.run("apt-get", "--quiet=2", *argv, environment=quietly, seconds=1800)
    assert finished.exit_code == 0, finished.output[-4000:] + finished.errors[-4000:]


def _child_of(pid: int) -> int:
    """The first process in the new namespaces."""
    found: list[str] = []

    def is_there() -> bool:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
        found[:] = children.split()
        return bool(found)

    wait_until(is_there, "the system's first process")
    return int(found[0])
