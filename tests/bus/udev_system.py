"""A system with a udev of its own, in which the real helper keeps settings."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from storage_tuner_helper.keeping import sysctl_file, udev_rules
from tests.bus.connections import LAUNCHER, StdioClient, child_of, wait_until
from tests.loop_device import LoopDevice
from tests.other_mounts import WITHOUT_OTHER_MOUNTS

WWN = "ID_WWN=0x5000c500a1b2c3d4"
OTHER_WWN = "ID_WWN=0x5000c500a1b2c3d5"
RUNTIME = "/run/storage-tuner"


class UdevSystem:
    """A mount namespace; with udev's daemon, or with an entry in its database only."""

    def __init__(self, state: Path, *, daemon: bool) -> None:
        self.state = state
        self.daemon = daemon
        room = str(Path(__file__).with_name("udev_room.py"))
        self._holder = subprocess.Popen(
            [
                *("unshare", "--mount", "--propagation", "private", *WITHOUT_OTHER_MOUNTS),
                *(sys.executable, room),
                *(["daemon"] if daemon else []),
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert self._holder.stdout
        if self._holder.stdout.readline() != b"ready\n":
            self.close()
            raise RuntimeError("The room doesn't start.")

    def close(self) -> None:
        assert self._holder.stdin and self._holder.stdout
        self._holder.stdin.close()
        self._holder.wait()
        self._holder.stdout.close()

    @property
    def udevd(self) -> int:
        """The daemon's process."""
        return child_of(self._holder.pid)

    def place(self, path: str) -> Path:
        """A path inside, as it's seen from outside."""
        return Path(f"/proc/{self._holder.pid}/root{path}")

    def inside(self, *argv: str) -> list[str]:
        return ["nsenter", "--target", str(self._holder.pid), "--mount", *argv]

    def run(self, *argv: str) -> str:
        done = subprocess.run(self.inside(*argv), capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{argv}: {done.stdout}{done.stderr}"
        return done.stdout + done.stderr

    def as_helper(self, *argv: str) -> list[str]:
        """With the state and runtime folder that the helper here has."""
        folders = (f"STATE_DIRECTORY={self.state}/state", f"RUNTIME_DIRECTORY={RUNTIME}")
        return self.inside("env", *folders, *argv)

    @contextmanager
    def helper(self, launcher: Path = LAUNCHER) -> Iterator[StdioClient]:
        client = StdioClient(self.state, prefix=self.as_helper(), launcher=launcher)
        try:
            yield client
        finally:
            client.leave()

    def recover(self) -> list[str]:
        """What the helper's command for the boot says."""
        return self._told("recover")

    def undo_all(self) -> list[str]:
        """What the helper's command for purging the package says."""
        return self._told("undo-all")

    def _told(self, command: str) -> list[str]:
        done = subprocess.run(
            self.as_helper(str(LAUNCHER), command), capture_output=True, text=True, check=True
        )
        assert done.stderr == ""
        return done.stdout.splitlines()

    def identify(self, device: LoopDevice, *properties: str) -> None:
        """Give it lasting names, as udev's rules for real disks do."""
        values = dict(text.split("=", 1) for text in properties)
        rule = ", ".join(
            [
                f'KERNEL=="{device.name}"',
                *(f'ENV{{{key}}}="{text}"' for key, text in values.items()),
            ]
        )
        folder = self.place("/usr/lib/udev/rules.d")
        (folder / f"60-test-{device.name}.rules").write_text(f"{rule}\n", encoding="utf-8")
        if self.daemon:
            self.run("udevadm", "control", "--reload")
            wait_until(lambda: self._noted(device, properties), "udev's note of the names")
        else:
            self.write_database(device, *properties)

    def _noted(self, device: LoopDevice, properties: Sequence[str]) -> bool:
        """A busy daemon may have taken the event up with the rules from before."""
        self.event(device)
        file = self._database(device)
        lines = file.read_text("utf-8").splitlines() if file.exists() else []
        return {f"E:{line}" for line in properties} <= set(lines)

    def write_database(self, device: LoopDevice, *properties: str) -> None:
        """As udev writes it, but also what udev wouldn't."""
        text = "".join(f"E:{line}\n" for line in properties)
        self._database(device).write_text(f"I:1\n{text}G:systemd\n", "utf-8")

    def _database(self, device: LoopDevice) -> Path:
        number = Path("/sys/block", device.name, "dev").read_text(encoding="ascii").strip()
        return self.place(f"/run/udev/data/b{number}")

    def begin_event(self, device: LoopDevice, action: str = "change") -> None:
        """What happens when a disk appears or a writer closes it."""
        Path("/sys/block", device.name, "uevent").write_text(action, encoding="ascii")

    def event(self, device: LoopDevice, action: str = "change") -> None:
        """Begin an event; udev is done on return. Again, up to four times, where it has lost it, as
        it does at times: it replaces the device's entry at each one."""
        before = self._entry_version(device)
        for _ in range(4):
            self.begin_event(device, action)
            self.settle()
            if self._entry_version(device) != before:
                return

    def _entry_version(self, device: LoopDevice) -> tuple[int, int] | None:
        number = Path(device.path).stat().st_rdev
        entry = self.place(f"/run/udev/data/b{os.major(number)}:{os.minor(number)}")
        try:
            status = entry.stat()
        except FileNotFoundError:
            return None
        return status.st_ino, status.st_mtime_ns

    def settle(self) -> None:
        """Wait until udev is done with all events."""
        self.run("udevadm", "settle", "--timeout=20")

    @contextmanager
    def held_events(self, device: LoopDevice) -> Iterator[Callable[[], bool]]:
        """Until the end, udev stops at the device's events with all rules read and ours not yet
        applied; tells whether it does so by now."""
        hold, held = self.place("/run/hold"), self.place("/run/held")
        rule = self.place("/usr/lib/udev/rules.d") / "61-test-held.rules"
        wait = "touch /run/held; while [ -e /run/hold ]; do sleep 0.02; done"
        hold.touch()
        rule.write_text(f'KERNEL=="{device.name}", PROGRAM="/bin/sh -c \'{wait}\'"\n', "ascii")
        self.run("udevadm", "control", "--reload")
        try:
            yield held.exists
        finally:
            hold.unlink()

    def replay(self, device: LoopDevice, action: str = "change") -> str:
        """What udev would do at an event, which includes setting attributes; its words on that."""
        return self.run("udevadm", "test", f"--action={action}", f"/sys/block/{device.name}")

    def rules(self) -> str:
        return self._text(udev_rules.PATH)

    def sysctl(self) -> str:
        return self._text(sysctl_file.PATH)

    def nothing_is_written(self) -> bool:
        folders = [Path(path).parent for path in (udev_rules.PATH, sysctl_file.PATH)]
        return not [entry for folder in folders for entry in self.place(str(folder)).iterdir()]

    def _text(self, path: str) -> str:
        place = self.place(path)
        return place.read_text(encoding="ascii") if place.exists() else ""


@contextmanager
def udev_system(state: Path, *, daemon: bool) -> Iterator[UdevSystem]:
    system = UdevSystem(state, daemon=daemon)
    try:
        yield system
    finally:
        system.close()
