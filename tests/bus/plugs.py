"""Disks that are plugged in and pulled out: loop devices made and removed whole, and known by an
entry in a udev database of the helper's own."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.loop_device import MEBIBYTE, LoopDevice, worker

_LOOP_CTL_ADD = 0x4C80
_LOOP_CTL_REMOVE = 0x4C81
_FIRST_NUMBER = 300
_NUMBERS_PER_WORKER = 50
_PATIENCE_S = 60.0

NAMESPACE = ("unshare", "--mount", "--propagation", "private", "sh", "-c")


class Plugs:
    """A folder with a udev database that a helper started with ``prefix`` sees, and nobody else."""

    def __init__(self, folder: Path) -> None:
        self._run, self._rules, self._sysctl = folder / "run", folder / "rules", folder / "sysctl"
        self._database = self._run / "udev/data"
        self._database.mkdir(parents=True)
        self._rules.mkdir()
        self._sysctl.mkdir()
        self._image = folder / "disk.img"
        with self._image.open("wb") as file:
            file.truncate(64 * MEBIBYTE)
        self._plugged: list[LoopDevice] = []

    @property
    def prefix(self) -> list[str]:
        places = {
            "/run": self._run,
            "/etc/udev/rules.d": self._rules,
            "/etc/sysctl.d": self._sysctl,
        }
        mounts = (f"mount --bind {ours} {place}" for place, ours in places.items())
        return [*NAMESPACE, " && ".join((*mounts, 'exec "$@"')), "sh"]

    def write_rules(self, text: str) -> None:
        (self._rules / "99-storage-tuner.rules").write_text(text, encoding="utf-8")

    def write_sysctl(self, text: str) -> None:
        (self._sysctl / "90-storage-tuner.conf").write_text(text, encoding="utf-8")

    def plug(self, identity: str) -> LoopDevice:
        """A new disk with a new name; ``identity`` is empty for one that has none."""
        device = _added(self._image)
        self._plugged.append(device)
        if identity:
            self._entry(device).write_text(f"E:{identity}\n", encoding="ascii")
        return device

    def pull(self, device: LoopDevice) -> None:
        """It's gone, with its queue and all settings."""
        self._entry(device).unlink(missing_ok=True)
        self._plugged.remove(device)
        subprocess.run(["losetup", "--detach", device.path], check=True)
        _repeat_while_busy(_LOOP_CTL_REMOVE, device)

    def pull_all(self) -> None:
        for device in list(self._plugged):
            self.pull(device)

    def _entry(self, device: LoopDevice) -> Path:
        number = (Path("/sys/block") / device.name / "dev").read_text(encoding="ascii").strip()
        return self._database / f"b{number}"


@contextmanager
def plugs_in(folder: Path) -> Iterator[Plugs]:
    plugs = Plugs(folder)
    try:
        yield plugs
    finally:
        plugs.pull_all()


def _added(image: Path) -> LoopDevice:
    """Numbers that nobody else uses: the kernel gives away the smallest first, and each worker has
    its own, so that a disk comes back at the slot it had."""
    first = _FIRST_NUMBER + worker() * _NUMBERS_PER_WORKER
    for number in range(first, first + _NUMBERS_PER_WORKER):
        with contextlib.suppress(FileExistsError):
            _control(_LOOP_CTL_ADD, number)
            device = LoopDevice(f"loop{number}", image)
            subprocess.run(["losetup", device.path, image], check=True)
            return device
    raise AssertionError("there is no free loop device")


def _control(request: int, number: int) -> None:
    control = os.open("/dev/loop-control", os.O_RDWR)
    try:
        fcntl.ioctl(control, request, number)
    finally:
        os.close(control)


def _repeat_while_busy(request: int, device: LoopDevice) -> None:
    """The kernel lets go at the last close, and somebody may just be looking at it."""
    deadline = time.monotonic() + _PATIENCE_S
    while True:
        try:
            return _control(request, int(device.name.removeprefix("loop")))
        except OSError as error:
            if error.errno != errno.EBUSY or time.monotonic() > deadline:
                raise
        time.sleep(0.02)
