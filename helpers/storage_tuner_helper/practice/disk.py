"""Practice disks: a file full of random bytes behind a loop device with direct I/O.

The file is written from end to end, since unwritten blocks would be read at the speed of memory,
and compressible ones at the speed of the compressor. A record on disk precedes every step, so that
another process can undo whatever was begun.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import mmap
import os
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from storage_tuner_helper.devices import file_systems
from storage_tuner_helper.devices.claim import open_exclusively, open_node
from storage_tuner_helper.devices.sysfs import boot_id, current_diskseq, pinned, pinned_queue
from storage_tuner_helper.errors import (
    Busy,
    Cancelled,
    DeviceBusy,
    KernelRefused,
    NoSpace,
    NotSupported,
    Refusal,
)
from storage_tuner_helper.files import (
    private_folder,
    read_record,
    remove_half_written,
    remove_record,
    write_record,
)
from storage_tuner_helper.practice import loop_device
from storage_tuner_helper.practice.loop_device import FileIdentity
from storage_tuner_helper.restoring import settings
from storage_tuner_helper.restoring.journal import Snapshot
from storage_tuner_protocol.message import said

MEBIBYTE = 1 << 20
RESERVE_BYTES = 512 * MEBIBYTE
"""Space that stays free on the file system, so that a practice disk never fills it up."""

_CHUNK_BYTES = 4 * MEBIBYTE
_ATTEMPTS = 40
_BETWEEN_ATTEMPTS_SECONDS = 0.05
_IN_MEMORY = ("tmpfs", "ramfs")


@dataclass(frozen=True)
class PracticeRecord:
    """The data needed to undo a practice disk. ``slot`` has the loop device's previous settings;
    None until one was chosen."""

    identifier: str
    slot: Snapshot | None = None

    @classmethod
    def from_record(cls, identifier: str, record: dict[str, Any]) -> PracticeRecord:
        slot = record.get("slot")
        return cls(identifier, Snapshot.from_record(slot) if slot else None)

    def record(self) -> dict[str, Any]:
        return {"slot": self.slot.record() if self.slot else None}


@dataclass(frozen=True)
class PracticeDisk:
    """A complete practice disk; ``descriptor`` is the claim on it, open for writing, until it's
    removed."""

    record: PracticeRecord
    device: str
    diskseq: int
    size_bytes: int
    descriptor: int


def new_identifier() -> str:
    return secrets.token_hex(8)


def lock_key(identifier: str) -> str:
    """Return the name of the practice disk's lock, held by its creator and owner."""
    return f"practice-{identifier}"


class PracticeFolder:
    """The folder with the files and records of all practice disks."""

    def __init__(self, state: Path) -> None:
        self._path = private_folder(state / "practice")

    def make(
        self,
        identifier: str,
        size_bytes: int,
        progress: Callable[[int], None],
        cancelled: Callable[[], bool],
    ) -> PracticeDisk:
        """Create a practice disk of ``size_bytes`` rounded down to MiB; takes seconds to minutes.
        The caller holds its lock.

        ``progress`` gets the bytes done so far. Raises ``NoSpace``, ``NotSupported``,
        ``Cancelled``, ``KernelRefused`` or ``Busy``; nothing of it remains then.
        """
        size_bytes -= size_bytes % MEBIBYTE
        if file_systems.kind_of(self._path) in _IN_MEMORY:
            raise NotSupported(
                said(
                    "The helper's state folder is in memory, so a practice disk would be "
                    "meaningless."
                )
            )
        record = PracticeRecord(identifier)
        self.write(record)
        try:
            return self._make(record, size_bytes, progress, cancelled)
        except BaseException:
            self.remove(record.identifier)
            raise

    def remove(self, identifier: str, disk: PracticeDisk | None = None) -> Snapshot | None:
        """Undo all existing parts of a practice disk: settings of the loop device, then the loop
        device, then the file. ``disk`` contains its claim, which is closed. Returns the loop
        device's previous settings, if one was chosen.

        Raises ``Busy`` when another program holds the device open; the record then stays, so that
        the next start tries again.
        """
        record = self._read(identifier)
        image = self.image(identifier)
        if image.exists():
            self._detach(image, record, disk)
            image.unlink()
        remove_record(self._file(identifier))
        return record.slot

    def leftovers(self) -> list[str]:
        """Return the identifiers of everything in the folder; half-written files are removed."""
        remove_half_written(self._path)
        suffixes = (".img", ".json")
        names = (
            name
            for name in (entry.name for entry in self._path.iterdir())
            if name.endswith(suffixes)
        )
        return sorted({name.split(".", 1)[0] for name in names})

    def _make(
        self,
        record: PracticeRecord,
        size_bytes: int,
        progress: Callable[[int], None],
        cancelled: Callable[[], bool],
    ) -> PracticeDisk:
        file = self.reserve(record.identifier, size_bytes)
        try:
            _fill(file, size_bytes, progress, cancelled)
            return self._attach(record, file, size_bytes)
        finally:
            os.close(file)

    def reserve(self, identifier: str, size_bytes: int) -> int:
        """Create a file with all its space allocated. One at a time, over all helpers, so that two
        can't both find the same space free."""
        with _locked(self._path):
            self._check_space(size_bytes)
            file = _create(self.image(identifier))
            try:
                _allocate(file, size_bytes)
            except BaseException:
                os.close(file)
                raise
            return file

    def _attach(self, record: PracticeRecord, file: int, size_bytes: int) -> PracticeDisk:
        """Attach the file to a free loop device, whose claim is acquired before it's ours."""
        block_bytes = _logical_block_bytes(file)
        for _ in range(_ATTEMPTS):
            name = loop_device.free_name()
            try:
                descriptor = open_exclusively(name)
            except DeviceBusy:
                # the kernel reports it as free while its last user is still closing it
                time.sleep(_BETWEEN_ATTEMPTS_SECONDS)
                continue
            try:
                chosen = PracticeRecord(record.identifier, _slot(name))
                self.write(chosen)
                if loop_device.configure(descriptor, file, block_bytes):
                    return _finished(chosen, name, size_bytes, descriptor)
            except BaseException:
                os.close(descriptor)
                raise
            os.close(descriptor)
        raise Busy(said("All free loop devices were taken by other programs; try again."))

    def _detach(self, image: Path, record: PracticeRecord, disk: PracticeDisk | None) -> None:
        with image.open("rb") as file:
            identity = FileIdentity.of(file.fileno())
        name = loop_device.attached_to(identity)
        if name is None:
            if disk:
                os.close(disk.descriptor)
            _restore_free_slot(record)
            return
        descriptor = disk.descriptor if disk else open_node(name, os.O_RDWR)
        try:
            if loop_device.backing_file(descriptor) == identity:
                _restore_slot(record)
                loop_device.detach(name, descriptor)
        finally:
            os.close(descriptor)
        if not loop_device.wait_detached(name, identity):
            raise Busy(said("Another program has the practice disk {device} open.", device=name))

    def _check_space(self, size_bytes: int) -> None:
        status = os.statvfs(self._path)
        if status.f_bavail * status.f_frsize < size_bytes + RESERVE_BYTES:
            raise NoSpace(
                said(
                    "A practice disk of {size} MB doesn't fit: {free} MB are free, and "
                    "{reserve} MB of them must stay free.",
                    size=size_bytes // 10**6,
                    free=status.f_bavail * status.f_frsize // 10**6,
                    reserve=RESERVE_BYTES // 10**6,
                )
            )

    def write(self, record: PracticeRecord) -> None:
        """Write ``record``, so that a later helper can remove the disk."""
        write_record(self._file(record.identifier), record.record())

    def _read(self, identifier: str) -> PracticeRecord:
        try:
            return PracticeRecord.from_record(identifier, read_record(self._file(identifier)))
        except Exception:
            return PracticeRecord(identifier)

    def image(self, identifier: str) -> Path:
        """Return the file behind the disk."""
        return self._path / f"{identifier}.img"

    def _file(self, identifier: str) -> Path:
        return self._path / f"{identifier}.json"


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def _create(path: Path) -> int:
    flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_DIRECT
    try:
        return os.open(path, flags, 0o600)
    except OSError as error:
        if error.errno == errno.EINVAL:
            raise _no_direct_io() from None
        raise _file_refusal(error) from None


def _allocate(file: int, size_bytes: int) -> None:
    try:
        os.posix_fallocate(file, 0, size_bytes)
    except OSError as error:
        raise _file_refusal(error) from None


def _fill(
    file: int, size_bytes: int, progress: Callable[[int], None], cancelled: Callable[[], bool]
) -> None:
    """Write random bytes everywhere, bypassing the page cache, which needs an aligned buffer."""
    with mmap.mmap(-1, _CHUNK_BYTES) as buffer:
        done = 0
        while done < size_bytes:
            if cancelled():
                raise Cancelled
            length = min(_CHUNK_BYTES, size_bytes - done)
            buffer[:length] = os.urandom(length)
            done += _write_at(file, buffer, length, done)
            progress(done)
    os.fsync(file)


def _write_at(file: int, buffer: mmap.mmap, length: int, offset: int) -> int:
    with memoryview(buffer) as view, view[:length] as part:
        try:
            written = os.pwrite(file, part, offset)
        except OSError as error:
            raise _file_refusal(error) from None
    if written != length:
        raise NoSpace(
            said("The file system became full while the practice disk was being created.")
        )
    return written


def _slot(name: str) -> Snapshot:
    """Return the settings of a free loop device, which outlast the files attached to it."""
    diskseq = current_diskseq(name)
    with pinned(name, diskseq) as device:
        return Snapshot.of(device, settings.read(device))


def _finished(record: PracticeRecord, name: str, size_bytes: int, descriptor: int) -> PracticeDisk:
    if not loop_device.has_direct_io(name):
        raise _no_direct_io()
    return PracticeDisk(record, name, current_diskseq(name), size_bytes, descriptor)


def _restore_free_slot(record: PracticeRecord) -> None:
    """Restore a loop device that another program detached: its settings remain. Once another file
    is attached, they belong to another user."""
    if record.slot is None:
        return
    with (
        contextlib.suppress(Refusal),
        loop_device.kept_from_others(record.slot.device, None),
    ):
        _restore_slot(record)


def _restore_slot(record: PracticeRecord) -> None:
    """Restore the loop device's settings. A value that it doesn't accept (sizes follow its file)
    mustn't keep it attached."""
    slot = record.slot
    if slot is None or slot.boot != boot_id():
        return
    try:
        with pinned_queue(slot.device, slot.queue) as device:
            settings.restore_what_goes(device, slot.settings)
    except Refusal:
        return


def _logical_block_bytes(file: int) -> int:
    """Return the block size that direct I/O on this file needs; 0 if the kernel must find out."""
    number = os.fstat(file).st_dev
    folder = Path(f"/sys/dev/block/{os.major(number)}:{os.minor(number)}").resolve()
    for candidate in (folder, folder.parent):
        try:
            return int((candidate / "queue/logical_block_size").read_text(encoding="ascii"))
        except OSError:
            continue
    return 0


def _file_refusal(error: OSError) -> NoSpace | KernelRefused:
    if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        return NoSpace(said("There is too little free space for the practice disk."))
    return KernelRefused(
        said("The file of the practice disk can't be written: {reason}.", reason=error.strerror)
    )


def _no_direct_io() -> NotSupported:
    return NotSupported(
        said(
            "The file system of the helper's state folder doesn't support direct I/O, "
            "which a practice disk needs."
        )
    )
