"""Snapshots on disk: a device's previous settings, so that no crash can lose them.

``sessions/`` holds one for every running session, ``originals/`` those from before changes that the
user kept. The kernel discards settings at a reboot and with the request queue. So a snapshot
describes the settings of one queue in one boot, whatever disk (``diskseq``) is in it, as in a card
reader. For a loop device, it's valid only until another file is attached (``file``), since the
settings then belong to another user. It also describes the disk itself, if that has a persistent
name (``identity``): when the disk returns under another name, its snapshot is found again. The
policies of a 3ware unit are stored by its controller, for all of its disks and over a reboot: they
are added as soon as one is to be changed. The values of a SCSI host (``host``) belong to that host
until a reboot, whatever disk it connects.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable, Collection
from dataclasses import astuple, dataclass, field, replace
from pathlib import Path
from typing import Any

from storage_tuner_helper import threeware
from storage_tuner_helper.arguments import is_device_name, is_session
from storage_tuner_helper.devices.identity import Identity
from storage_tuner_helper.devices.persistent_names import lasting_identity
from storage_tuner_helper.devices.scsi_hosts import HostIdentity, host_of
from storage_tuner_helper.devices.sysfs import boot_id
from storage_tuner_helper.devices.targets import Target
from storage_tuner_helper.files import (
    private_folder,
    read_record,
    remove_half_written,
    remove_record,
    write_record,
)
from storage_tuner_helper.practice import loop_device
from storage_tuner_helper.practice.loop_device import FileIdentity
from storage_tuner_helper.restoring.settings import belongs_to_a_host, checked_record
from storage_tuner_protocol.tunables import VIRTUAL_MEMORY


@dataclass(frozen=True)
class Snapshot:
    """The settings of one device instance in one boot.

    ``queue`` as in ``Target.queue``, ``identity`` as ``KEY=value``, ``vm`` or empty, ``settings``
    as ``settings.read`` returns them. ``session`` is the name of the session that they were read
    for, empty for none. ``unit`` identifies the unit whose ``policies`` were to be changed, empty
    for none. ``file`` is the file of a loop device, None for a free one, for other devices, and
    where it wasn't recorded. ``host`` is the SCSI host that connected the disk, None for other
    devices and where it wasn't recorded.
    """

    device: str
    diskseq: int
    queue: int
    boot: str
    identity: str
    settings: dict[str, str]
    session: str = ""
    unit: str = ""
    policies: dict[str, str] = field(default_factory=dict)
    file: FileIdentity | None = None
    host: HostIdentity | None = None

    @classmethod
    def of(cls, target: Target, settings: dict[str, str], session: str = "") -> Snapshot:
        return cls(
            target.name,
            target.diskseq,
            target.queue(),
            boot_id(),
            lasting_identity(target),
            settings,
            session,
            file=loop_device.file_behind(target.name),
            host=host_of(target),
        )

    @classmethod
    def from_record(cls, record: dict[str, Any]) -> Snapshot:
        """Parse a record. Raises an exception of any kind for an invalid one. Its names become
        paths and its values are written by root, so they are checked like a client's arguments."""
        return cls(
            _text(record["device"], is_device_name),
            int(record["diskseq"]),
            int(record["queue"]),
            str(record["boot"]),
            _text(record["identity"], _is_identity),
            checked_record(record["tunables"]),
            _text(record["session"], lambda text: not text or is_session(text)),
            _text(record.get("unit", ""), lambda text: not text or threeware.is_key(text)),
            checked_record(record.get("policies", {})),
            _file(record.get("file")),
            _host(record.get("host")),
        )

    def is_of(self, other: Snapshot) -> bool:
        """Return whether both describe the same settings: those of one disk, or of one queue."""
        if self.boot == other.boot and self.is_of_disk(other):
            return True
        return self.is_of_queue(other) and self._is_of_file(other)

    def _is_of_file(self, other: Snapshot) -> bool:
        """Return whether both describe the same file. A new file has a new diskseq; with the same
        diskseq the file is the same, even where it wasn't recorded, as by earlier versions."""
        return self.diskseq == other.diskseq or self.file == other.file

    def is_of_queue(self, other: Snapshot) -> bool:
        """Return whether both describe one queue, whatever file it's used for."""
        same_queue = self.diskseq == other.diskseq or (self.queue == other.queue != 0)
        return (self.boot, self.device) == (other.boot, other.device) and same_queue

    def is_of_disk(self, other: Snapshot) -> bool:
        """Return whether both describe one disk with a persistent name, even across boots."""
        return self.identity == other.identity != ""

    def record(self) -> dict[str, Any]:
        return {
            "device": self.device,
            "diskseq": self.diskseq,
            "queue": self.queue,
            "boot": self.boot,
            "identity": self.identity,
            "tunables": self.settings,
            "session": self.session,
            "unit": self.unit,
            "policies": self.policies,
            "file": list(astuple(self.file)) if self.file else None,
            "host": list(astuple(self.host)) if self.host else None,
        }

    def of_host(self) -> dict[str, str]:
        """Return the settings of the disk's host."""
        return {name: one for name, one in self.settings.items() if belongs_to_a_host(name)}

    def without_host(self) -> Snapshot:
        """Return the same without the settings of the disk's host."""
        own = {name: one for name, one in self.settings.items() if not belongs_to_a_host(name)}
        return replace(self, settings=own)

    @property
    def values(self) -> dict[str, str]:
        """All values to restore."""
        return {**self.settings, **self.policies}

    @property
    def key(self) -> str:
        """A file name that distinguishes it from all snapshots of other settings."""
        if not self.identity and self.unit:
            # diskseq may be reused in the next boot, and policies outlast a reboot
            return _hashed(f"{self.device}-{self.unit}")
        if not self.identity:
            return f"{self.device}-{self.diskseq}"
        return _hashed(self.identity)


class SnapshotFolder:
    """A folder with one file per device instance; changes are on disk when a method returns."""

    def __init__(self, path: Path) -> None:
        self.path = private_folder(path)

    def put(self, snapshot: Snapshot) -> None:
        write_record(self._file(snapshot), snapshot.record())

    def like(self, snapshot: Snapshot) -> Snapshot | None:
        """Return the snapshot of the same settings as ``snapshot``."""
        return next((found for found in self.all() if found.is_of(snapshot)), None)

    def remove(self, snapshot: Snapshot) -> None:
        remove_record(self._file(snapshot))

    def all(self) -> list[Snapshot]:
        """Return all readable snapshots."""
        found = (_snapshot_in(path) for path in sorted(self.path.glob("*.json")))
        return [snapshot for snapshot in found if snapshot is not None]

    def set_aside_unreadable(self) -> list[str]:
        """Rename unreadable files, so that a person can look at them; return their names."""
        unreadable = [path for path in self.path.glob("*.json") if _is_no_snapshot(path)]
        for path in unreadable:
            path.replace(path.with_suffix(".unreadable"))
        return [path.name for path in unreadable]

    def _file(self, snapshot: Snapshot) -> Path:
        return self.path / f"{snapshot.key}.json"


class Decisions:
    """Records which sessions are kept, all in one step: a remaining snapshot of such a session is
    never restored."""

    def __init__(self, path: Path) -> None:
        self.path = private_folder(path)

    def note(self, sessions: Collection[str]) -> None:
        write_record(self.path / f"{min(sessions)}.json", {"kept": sorted(sessions)})

    def kept(self) -> set[str]:
        return {session for path in self._paths() for session in _sessions_in(path)}

    def forget(self, alive: Callable[[], set[str]]) -> None:
        """Remove decisions on sessions that are no longer ``alive``. ``alive`` is called after
        listing them, so that a decision being carried out is seen either alive or done."""
        paths = self._paths()
        living = alive()
        for path in paths:
            if not _sessions_in(path) & living:
                remove_record(path)

    def _paths(self) -> list[Path]:
        return sorted(self.path.glob("*.json"))


class Journal:
    """The folders of snapshots below the state folder, and the decisions on sessions."""

    def __init__(self, state: Path) -> None:
        self.sessions = SnapshotFolder(state / "sessions")
        self.originals = SnapshotFolder(state / "originals")
        self.decisions = Decisions(state / "keeping")

    def keep(self, snapshots: Collection[Snapshot], unchanged: Collection[Snapshot]) -> None:
        """Keep the present settings of all devices or, when this raises or is killed, of none: the
        snapshots then stay. Original ones are stored; those of ``unchanged`` devices are dropped,
        since nothing differs from before the first change that was kept.

        Raises ``OSError``.
        """
        before = self.originals.all()
        filed: list[Snapshot] = []
        try:
            for snapshot in snapshots:
                if snapshot not in unchanged and (new := self._to_be_filed(snapshot)):
                    filed.append(new)
                    self._refile(new)
            self.decisions.note({snapshot.session for snapshot in snapshots})
        except BaseException:
            with contextlib.suppress(OSError):
                for new in filed:
                    self.originals.remove(new)
                for old in before:
                    self.originals.put(old)
            raise
        with contextlib.suppress(OSError):
            self._carry_out(snapshots, unchanged)

    def _carry_out(self, snapshots: Collection[Snapshot], unchanged: Collection[Snapshot]) -> None:
        """Carry out a decision. The next holder of the device does whatever remains undone."""
        for snapshot in snapshots:
            first = self.originals_of(snapshot)
            if first is not None and snapshot in unchanged:
                self.originals.remove(first)
            self.sessions.remove(snapshot)
        self.forget_decisions()

    def tidy(self) -> None:
        """Remove half-written files of killed helpers."""
        for path in (self.sessions.path, self.originals.path, self.decisions.path):
            remove_half_written(path)

    def forget_decisions(self) -> None:
        """Remove decisions that are carried out."""
        self.decisions.forget(lambda: {snapshot.session for snapshot in self.sessions.all()})

    def originals_of(self, snapshot: Snapshot) -> Snapshot | None:
        """Return the disk's settings from before the first change that was kept."""
        return next(
            (
                found
                for found in self.originals.all()
                if found.is_of(snapshot) or found.is_of_disk(snapshot)
            ),
            None,
        )

    def file_originals(self, snapshot: Snapshot) -> None:
        """Store ``snapshot`` as the originals, unless there are some already: later ones aren't
        original."""
        if new := self._to_be_filed(snapshot):
            self._refile(new)

    def _to_be_filed(self, snapshot: Snapshot) -> Snapshot | None:
        """Return the original part of ``snapshot``, merged with the disk's stored originals; None
        if there is no such part. A unit's policies are stored once, for any one of its disks."""
        first = self.originals_of(snapshot)
        if snapshot.unit and any(one.unit == snapshot.unit for one in self.originals.all()):
            snapshot = replace(snapshot, unit="", policies={})
        if first is None:
            return snapshot
        if snapshot.unit and not first.unit:
            return replace(first, unit=snapshot.unit, policies=snapshot.policies)
        return None

    def _refile(self, new: Snapshot) -> None:
        first = self.originals_of(new)
        self.originals.put(new)
        if first and first.key != new.key:
            self.originals.remove(first)

    def note_unit(self, snapshot: Snapshot, unit: str, policies: dict[str, str]) -> Snapshot:
        """Add the unit's policies that are about to be changed to the session's snapshot, and
        return it; it's on disk then. Raises ``OSError``."""
        noted = replace(snapshot, unit=unit, policies=policies)
        self.sessions.put(noted)
        if noted.key != snapshot.key:
            self.sessions.remove(snapshot)
        return noted

    def unit_is_noted(self, unit: str, session: str) -> bool:
        """Return whether the old policies of the unit are recorded for another session than this
        one."""
        return any(one.unit == unit and one.session != session for one in self.sessions.all())

    def forget_kept(self, device: str, diskseq: int) -> None:
        """Drop the originals of a device that is about to be removed permanently."""
        for original in self.originals.all():
            if (original.device, original.diskseq) == (device, diskseq):
                self.originals.remove(original)

    def forget_kept_in(self, slot: Snapshot) -> None:
        """Drop what was kept in a loop device's queue since ``slot`` was read; ``slot`` is restored
        separately."""
        for original in self.originals.all():
            if original.is_of_queue(slot) and original.diskseq > slot.diskseq:
                self.originals.remove(original)


def _hashed(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def _snapshot_in(path: Path) -> Snapshot | None:
    try:
        return Snapshot.from_record(read_record(path))
    except Exception:
        return None


def _is_no_snapshot(path: Path) -> bool:
    """Return whether the file is invalid, not just unreadable at the moment: that may be a snapshot
    in use."""
    try:
        Snapshot.from_record(read_record(path))
    except (OSError, MemoryError):
        return False
    except Exception:
        return True
    return False


def _sessions_in(path: Path) -> set[str]:
    """Return the sessions of a decision; none if it's unreadable: its sessions are then restored,
    which is always safe."""
    try:
        kept = read_record(path)["kept"]
        return {session for session in kept if is_session(session)}
    except Exception:
        return set()


def _is_identity(text: str) -> bool:
    return text in ("", VIRTUAL_MEMORY) or str(Identity.parse(text)) == text


def _file(value: Any) -> FileIdentity | None:  # noqa: ANN401 - of a record
    if value is None:
        return None
    device, inode = value
    return FileIdentity(int(device), int(inode))


def _host(value: Any) -> HostIdentity | None:  # noqa: ANN401 - of a record
    if value is None:
        return None
    name, inode = value
    return HostIdentity(str(name), int(inode))


def _text(value: object, is_right: Callable[[str], bool]) -> str:
    if not isinstance(value, str) or not is_right(value):
        raise ValueError("a name or value of a kind that no snapshot has")
    return value
