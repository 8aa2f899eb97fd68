"""Holds a private mount namespace with a real system bus and a real polkitd in it.

Started by ``unshare --mount``; nothing it does is seen outside. It reads commands, one a line, and
answers each with one line. At end of file (also when the tests are killed) it ends its daemons.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

ROOM = Path("/mnt")
BUS_SOCKET = "/run/dbus/system_bus_socket"
POLKIT_BUS_NAME = "org.freedesktop.PolicyKit1"
PEER = "org.freedesktop.DBus.Peer"
SERVICES = "/usr/share/dbus-1/system-services"
POLKITD_PLACES = (
    "/usr/lib/polkit-1/polkitd",
    "/usr/libexec/polkitd",
    "/usr/libexec/polkit-1/polkitd",
)
USERS = ("st-admin", "st-user", "st-other")
PASSWORD = "correct horse"


def main(
    helpers: str, resources: str, state: str, tests: str, interpreter: str, daemon: str
) -> None:
    _mount()
    _add_users()
    _install(Path(helpers), Path(resources), Path(state), Path(tests), interpreter)
    bus = BUS_DAEMONS[daemon]()
    polkitd: subprocess.Popen[bytes] | None = None
    helper: subprocess.Popen[bytes] | None = None
    try:
        _wait_for(lambda: Path(BUS_SOCKET).exists(), "the bus")
        polkitd = _start_polkitd()
        _answer("ready")
        for line in sys.stdin:
            word, _, rest = line.strip().partition(" ")
            if word in ("stop-polkitd", "rules"):
                _stop(polkitd)
                polkitd = None
            if word == "rules":
                Path("/etc/polkit-1/rules.d/10-test.rules").write_text(
                    json.loads(rest), encoding="utf-8"
                )
            if word in ("start-polkitd", "rules"):
                polkitd = _start_polkitd()
            if word == "signal-polkitd" and polkitd:
                polkitd.send_signal(int(rest))
            if word == "start-helper":
                helper = _start_helper()
            if word == "kill-bus":
                bus.kill()
                bus.wait()
            _answer("done")
    finally:
        _stop(helper)
        _stop(polkitd)
        _stop(bus)


def _start_dbus_daemon() -> subprocess.Popen[bytes]:
    argv = ["/usr/bin/dbus-daemon", "--system", "--nofork", "--nopidfile", "--nosyslog"]
    return subprocess.Popen(argv, stdout=sys.stderr, stderr=sys.stderr)


def _start_dbus_broker() -> subprocess.Popen[bytes]:
    """It gets its socket from systemd, logs to the journal, and has systemd start services: there
    are stand-ins for the first two, and the helper is started by a command."""
    Path("/run/systemd/journal").mkdir(parents=True, exist_ok=True)
    journal = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    journal.bind("/run/systemd/journal/socket")
    threading.Thread(target=_drain, args=(journal,), daemon=True).start()
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(BUS_SOCKET)
        Path(BUS_SOCKET).chmod(0o666)
        listening.listen(128)
        # systemd's protocol: descriptors from 3 on, for the process of that number
        descriptor = listening.fileno()
        launch = "LISTEN_FDS=1 LISTEN_PID=$$ exec dbus-broker-launch --scope system"
        argv = ["/bin/sh", "-c", f"{launch} 3<&{descriptor}"]
        return subprocess.Popen(argv, pass_fds=(descriptor,), stderr=sys.stderr)


def _drain(journal: socket.socket) -> None:
    while journal.recv(1 << 16):
        pass


def _start_helper() -> subprocess.Popen[bytes]:
    service = Path(SERVICES, "org.storagetuner.Helper1.service").read_text(encoding="utf-8")
    (command,) = (line[5:] for line in service.splitlines() if line.startswith("Exec="))
    process = subprocess.Popen(command.split(), stdout=sys.stderr, stderr=sys.stderr)
    _wait_for(lambda: _answers("org.storagetuner.Helper1"), "the helper")
    return process


BUS_DAEMONS = {"dbus-daemon": _start_dbus_daemon, "dbus-broker": _start_dbus_broker}


def _mount() -> None:
    _run("mount", "-t", "tmpfs", "-o", "mode=0755", "tmpfs", str(ROOM))
    _overlay("/etc")
    _overlay("/usr/share")
    _overlay("/run")
    Path("/run/dbus").mkdir(exist_ok=True)
    _run("mount", "-t", "tmpfs", "-o", "mode=0755", "tmpfs", "/run/dbus")


def _overlay(folder: str) -> None:
    """Make ``folder`` writable for us alone."""
    layer = ROOM / "layers" / folder.strip("/").replace("/", "-")
    for part in ("upper", "work"):
        (layer / part).mkdir(parents=True)
    options = f"lowerdir={folder},upperdir={layer}/upper,workdir={layer}/work"
    _run("mount", "-t", "overlay", "overlay", "-o", options, folder)


def _add_users() -> None:
    """An administrator (Debian's are in the group sudo) and ordinary users, all with passwords."""
    for user in USERS:
        groups = ["--groups", "sudo"] if user == "st-admin" else []
        _run("useradd", "--no-create-home", "--shell", "/bin/sh", *groups, user)
        _run("chpasswd", given=f"{user}:{PASSWORD}\n")


def _install(helpers: Path, resources: Path, state: Path, tests: Path, interpreter: str) -> None:
    shutil.copytree(helpers, ROOM / "helpers", ignore=shutil.ignore_patterns("__pycache__"))
    _run(interpreter, "-m", "compileall", "-q", str(ROOM / "helpers"))  # it leaves none itself
    for name in ("puppet.py", "agent.py", "attacker.py"):
        shutil.copy(tests / name, ROOM)
        (ROOM / name).chmod(0o644)
    _copy(resources / "org.storagetuner.policy", "/usr/share/polkit-1/actions")
    _copy(resources / "org.storagetuner.Helper1.conf", "/usr/share/dbus-1/system.d")
    template = (resources / "org.storagetuner.Helper1.service.in").read_text(encoding="utf-8")
    command = " ".join(
        (
            "/usr/bin/env",
            f"STATE_DIRECTORY={state}/state",
            f"RUNTIME_DIRECTORY={state}/runtime",
            f"{interpreter} -I {ROOM}/helpers/storage-tuner-helper",
        )
    )
    # The bus would start polkitd by itself, also where a test is about its absence.
    Path(SERVICES, "org.freedesktop.PolicyKit1.service").unlink(missing_ok=True)
    service = Path(SERVICES, "org.storagetuner.Helper1.service")
    service.write_text(template.replace("@HELPER@", command), encoding="utf-8")


def _copy(file: Path, folder: str) -> None:
    shutil.copy(file, folder)
    Path(folder, file.name).chmod(0o644)


def _start_polkitd() -> subprocess.Popen[bytes]:
    program = next(place for place in POLKITD_PLACES if Path(place).exists())
    process = subprocess.Popen([program, "--no-debug"], stdout=sys.stderr, stderr=sys.stderr)
    _wait_for(lambda: _answers(POLKIT_BUS_NAME), "polkitd")
    return process


def _answers(name: str) -> bool:
    argv = ["dbus-send", "--system", "--print-reply", f"--dest={name}", "/", f"{PEER}.Ping"]
    return subprocess.run(argv, capture_output=True, check=False).returncode == 0


def _stop(process: subprocess.Popen[bytes] | None) -> None:
    if process:
        process.send_signal(signal.SIGCONT)
        process.terminate()
        process.wait()


def _wait_for(condition: object, what: str) -> None:
    assert callable(condition)
    deadline = time.monotonic() + 120
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError(what)
        time.sleep(0.02)


def _answer(word: str) -> None:
    print(word, flush=True)


def _run(*argv: str, given: str = "") -> None:
    done = subprocess.run(argv, input=given, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{argv}: {done.stderr}")


if __name__ == "__main__":
    os.umask(0o022)
    main(*sys.argv[1:])
