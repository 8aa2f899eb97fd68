"""An NVMe drive with paths, of which there is none here: loop devices under the names of a drive
and its paths, in a mount namespace of their own.

Their settings are the kernel's; ``hidden`` is made up, and so is the drive's scheduler, since a
device without a queue has none.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from tests.bus.connections import StdioClient
from tests.loop_device import LoopDevice

DRIVE, FIRST, SECOND, THIRD = "nvme9n1", "nvme9c0n1", "nvme9c1n1", "nvme9c2n1"

_MEMORY_DEVICES = {"null": 3, "zero": 5, "full": 7, "random": 8, "urandom": 9}


class DriveWithPaths:
    """``paths`` are what is behind the three paths; the third isn't connected at first."""

    def __init__(self, folder: Path, drive: LoopDevice, paths: list[LoopDevice]) -> None:
        self.paths = paths
        self._folder = folder
        self._blocks = folder / "block"
        self._blocks.mkdir()
        (folder / "hidden").write_text("1\n", encoding="ascii")
        (folder / "scheduler").write_text("none\n", encoding="ascii")
        self._drive = drive
        self._connect(DRIVE, drive)
        self.connect(FIRST, paths[0])
        self.connect(SECOND, paths[1])
        self._refusing: tuple[str, ...] = ()

    @property
    def prefix(self) -> list[str]:
        """Starts a program that sees the drive, and no other disk."""
        hidden = (f"{path.queue.parent}/hidden" for path in self.paths)
        mounts = [
            *(f"mount --bind {self._folder}/hidden {place}" for place in hidden),
            f"mount --bind {self._folder}/scheduler {self._drive.queue}/scheduler",
            "mount -t tmpfs none /dev",
            *(f"mknod /dev/{name} c 1 {minor}" for name, minor in _MEMORY_DEVICES.items()),
            f"mknod /dev/{DRIVE} b $(sed 's/:/ /' {self._drive.queue.parent}/dev)",
            *self._refusing,
            f"mount --bind {self._blocks} /sys/block",
            'exec "$@"',
        ]
        return [
            "unshare", "--mount", "--propagation", "private", "sh", "-c", " && ".join(mounts), "sh",
        ]  # fmt: skip

    @property
    def diskseq(self) -> int:
        return self._drive.diskseq

    def connect(self, name: str, path: LoopDevice) -> None:
        self._connect(name, path)

    def disconnect(self, name: str) -> None:
        (self._blocks / name).unlink()

    def let_second_refuse(self) -> None:
        """The kernel takes no value of nomerges on the second path."""
        file = self._folder / "nomerges"
        file.write_text(self.paths[1].read("nomerges") + "\n", encoding="ascii")
        place = self.paths[1].queue / "nomerges"
        self._refusing = (
            f"mount --bind {file} {place}",
            f"mount -o remount,bind,ro {file} {place}",
        )

    def let_second_hang(self, helper: StdioClient) -> None:
        """From now on, reading a value of the second path doesn't return."""
        fifo = self._folder / "fifo"
        os.mkfifo(fifo)
        argv = ["nsenter", "--mount", "--target", str(helper.helper_pids()[1]), "mount", "--bind"]
        subprocess.run([*argv, fifo, (self.paths[1].queue / "nomerges").resolve()], check=True)

    def _connect(self, name: str, device: LoopDevice) -> None:
        (self._blocks / name).symlink_to(device.queue.parent.resolve())
