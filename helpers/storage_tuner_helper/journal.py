"""Snapshots on disk: what a device was set to before, so that no crash can lose it.

``sessions/`` holds one for every running session, ``originals/`` those from before changes that
the user kept. The kernel forgets settings at a reboot and with the request queue, so a snapshot is
worth something only in the same boot and for the same queue. A disk (``diskseq``) may be exchanged
in its queue, as in a card reader or behind a loop device: the settings stay there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from storage_tuner_helper.files import private_folder, read_record, remove_record, write_record
from storage_tuner_helper.settings import Settings
from storage_tuner_helper.sysfs import PinnedDevice, boot_id, is_name


@dataclass(frozen=True)
class Snapshot:
    """The settings of one device instance in one boot; ``queue`` as in ``PinnedDevice.queue``."""

    device: str
    diskseq: int
    queue: int
    boot: str
    settings: Settings

    @classmethod
    def of(cls, device: PinnedDevice, settings: Settings) -> Snapshot:
        return cls(device.name, device.diskseq, device.queue(), boot_id(), settings)

    @classmethod
    def from_record(cls, record: dict[str, Any]) -> Snapshot:
        """Raises an exception of whatever kind for a record that isn't one. Its names become paths
        and its values are written by root, so they are checked as if a client had sent them."""
        return cls(
            _text(record["device"], is_name),
            int(record["diskseq"]),
            int(record["queue"]),
            str(record["boot"]),
            Settings.from_record(record["tunables"], record["scheduler_values"]),
        )

    def is_of(self, other: Snapshot) -> bool:
        """Whether both are about the same settings: those of one disk, or of one queue."""
        if (self.device, self.boot) != (other.device, other.boot):
            return False
        return self.diskseq == other.diskseq or (self.queue == other.queue != 0)

    def record(self) -> dict[str, Any]:
        return {
            "device": self.device,
            "diskseq": self.diskseq,
            "queue": self.queue,
            "boot": self.boot,
            "tunables": self.settings.tunables,
            "scheduler_values": self.settings.scheduler_values,
        }


class SnapshotFolder:
    """One file a device instance; what it says is on disk when a method returns."""

    def __init__(self, path: Path) -> None:
        self._path = private_folder(path)

    def put(self, snapshot: Snapshot) -> None:
        write_record(self._file(snapshot.device, snapshot.diskseq), snapshot.record())

    def like(self, snapshot: Snapshot) -> Snapshot | None:
        """The one that is about the same settings as ``snapshot``."""
        return next((found for found in self.all() if found.is_of(snapshot)), None)

    def remove(self, device: str, diskseq: int) -> None:
        remove_record(self._file(device, diskseq))

    def all(self) -> list[Snapshot]:
        """Every snapshot that can be understood."""
        found = (_snapshot_in(path) for path in sorted(self._path.glob("*.json")))
        return [snapshot for snapshot in found if snapshot is not None]

    def set_aside_unreadable(self) -> list[str]:
        """Rename what can't be understood, so that a person can look at it; names of the files."""
        unreadable = [path for path in self._path.glob("*.json") if _snapshot_in(path) is None]
        for path in unreadable:
            path.replace(path.with_suffix(".unreadable"))
        return [path.name for path in unreadable]

    def _file(self, device: str, diskseq: int) -> Path:
        return self._path / f"{device}-{diskseq}.json"


class Journal:
    """Both folders of snapshots below the state folder."""

    def __init__(self, state: Path) -> None:
        self.sessions = SnapshotFolder(state / "sessions")
        self.originals = SnapshotFolder(state / "originals")

    def forget_kept_in(self, slot: Snapshot) -> None:
        """Drop what was kept in a loop device's queue since ``slot`` was read, which is restored by
        itself."""
        for original in self.originals.all():
            if original.is_of(slot) and original.diskseq > slot.diskseq:
                self.originals.remove(original.device, original.diskseq)


def _snapshot_in(path: Path) -> Snapshot | None:
    try:
        return Snapshot.from_record(read_record(path))
    except Exception:
        return None


def _text(value: object, is_right: Callable[[str], bool]) -> str:
    if not isinstance(value, str) or not is_right(value):
        raise ValueError("a name or value of a kind that no snapshot has")
    return value
