"""Holds a private mount namespace with a /dev, /etc and udev of its own, until end of file.

Started by ``unshare --mount``; nothing it does is seen outside but the settings that a udev rule
sets on the test's own loop devices. ``udev_room.py daemon`` runs udev's daemon in it, too.
"""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

UDEVD_PLACES = ("/usr/lib/systemd/systemd-udevd", "/lib/systemd/systemd-udevd")
NODES = {"null": (1, 3), "zero": (1, 5), "full": (1, 7), "random": (1, 8), "urandom": (1, 9)}
LOOP_CONTROL = (10, 237)


def main(daemon: bool) -> None:
    for folder in ("/run", "/etc/udev", "/etc/sysctl.d", "/usr/lib/udev/rules.d"):
        _mount(folder)
    for folder in ("/etc/udev/rules.d", "/run/udev/data"):
        Path(folder).mkdir(parents=True)
    _make_nodes()
    udevd = _start_udevd() if daemon else None
    try:
        print("ready", flush=True)
        sys.stdin.read()
    finally:
        if udevd:
            udevd.terminate()
            udevd.wait()


def _mount(folder: str) -> None:
    subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "mode=0755", "tmpfs", folder], check=True, stdout=sys.stderr
    )


def _make_nodes() -> None:
    """udev's daemon makes links in /dev; here they are its own."""
    loops = dict(_loop_numbers())
    _mount("/dev")
    for name, (major, minor) in NODES.items():
        os.mknod(f"/dev/{name}", 0o666 | stat.S_IFCHR, os.makedev(major, minor))
    os.mknod("/dev/loop-control", 0o600 | stat.S_IFCHR, os.makedev(*LOOP_CONTROL))
    for name, (major, minor) in loops.items():
        os.mknod(f"/dev/{name}", 0o600 | stat.S_IFBLK, os.makedev(major, minor))


def _loop_numbers() -> Iterator[tuple[str, tuple[int, int]]]:
    """Name, and major and minor number, of every loop device; others' may go meanwhile."""
    for path in Path("/sys/block").glob("loop*"):
        with suppress(OSError):
            major, minor = (path / "dev").read_text(encoding="ascii").split(":")
            yield path.name, (int(major), int(minor))


def _start_udevd() -> subprocess.Popen[bytes]:
    program = next(place for place in UDEVD_PLACES if Path(place).exists())
    udevd = subprocess.Popen([program], stdin=subprocess.DEVNULL, stdout=sys.stderr)
    deadline = time.monotonic() + 20
    while not Path("/run/udev/control").exists():
        if time.monotonic() > deadline or udevd.poll() is not None:
            raise RuntimeError("udev's daemon doesn't start")
        time.sleep(0.02)
    return udevd


if __name__ == "__main__":
    os.umask(0o022)
    main("daemon" in sys.argv[1:])
