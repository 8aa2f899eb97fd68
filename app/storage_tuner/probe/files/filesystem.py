"""The effects of the file system between a test file and its disk."""

from __future__ import annotations

import fcntl
import os
from dataclasses import dataclass
from pathlib import Path

from storage_tuner.core.condition import Condition, ConditionKind, blocking, note, warning
from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.message import Message, quantity, sentence
from storage_tuner.probe.block.attributes import clean, opened
from storage_tuner.probe.block.usage import mount_of, read_mounts

_GET_FLAGS = 0x80086601
_COMPRESSED, _ENCRYPTED, _JOURNALLED, _NO_COPY = 0x4, 0x800, 0x4000, 0x800000
"""Flags from linux/fs.h for FS_IOC_GETFLAGS: FS_COMPR_FL, FS_ENCRYPT_FL, FS_JOURNAL_DATA_FL and
FS_NOCOW_FL. New files inherit them from their folder."""

_COPYING = ("btrfs", "zfs", "bcachefs", "nilfs2")
_LAYERS = ("overlay", "ecryptfs", "aufs")
_FULL_SHARE = 0.9
"""Share of used space above which file systems fragment new data, and SSDs have little room for
garbage collection."""


@dataclass(frozen=True)
class FileSystem:
    """The file system of a file or of its future folder; ``options`` are those of the mount,
    ``flags`` those of the file or folder itself. Sizes in bytes; ``free_bytes`` are those available
    to an ordinary user."""

    kind: str
    point: str
    options: tuple[str, ...] = ()
    flags: int = 0
    size_bytes: int = 0
    free_bytes: int = 0

    @property
    def compresses(self) -> bool:
        """Return whether it compresses data: btrfs and bcachefs by a mount option, these and f2fs
        by the file's own flag; zfs by default."""
        if self.flags & _COMPRESSED or self.kind == "zfs":
            return True
        by_option = {"btrfs": ("compress", "compress-force"), "bcachefs": ("compression",)}
        return any(
            self._option(name) not in (None, "none") for name in by_option.get(self.kind, ())
        )

    @property
    def copies_on_write(self) -> bool:
        """Return whether rewritten blocks get a new location and a checksum."""
        spared = self.flags & _NO_COPY or "nodatacow" in self.options
        return self.kind in _COPYING and not spared

    @property
    def why_buffered(self) -> Message | None:
        """The reason why direct I/O may still be buffered, as a phrase; None if there is none.

        Source: ext4(5), data=journal; fs/ext4/file.c, ext4_dio_supported; btrfs documentation on
        checksumming: direct writes of checksummed files are buffered since Linux 6.14.
        """
        if self.kind == "zfs":
            return sentence("zfs reads through its own cache in memory")
        if self.kind.startswith("fuse"):
            return sentence("the effect of {kind} on it is unknown", kind=self.kind)
        if self.kind in _LAYERS:
            return sentence("{kind} is only a layer over another file system", kind=self.kind)
        if self._option("data") == "journal" or self.flags & _JOURNALLED:
            return sentence("with data in the journal, it doesn't support direct I/O")
        if self.flags & _ENCRYPTED:
            return sentence("it encrypts the file")
        if self.kind == "btrfs" and self.copies_on_write and "nodatasum" not in self.options:
            return sentence(
                "since Linux 6.14, btrfs buffers writes to files with checksums in memory"
            )
        return None

    def _option(self, name: str) -> str | None:
        """The last value of a mount option; "" for one without a value."""
        found = [word for word in self.options if word.partition("=")[0] == name]
        return found[-1].partition("=")[2] if found else None


def read_file_system(path: Path) -> FileSystem | None:
    """Read the file system of an existing file or folder; None when its mount is unknown.

    Raises ``InvalidInput`` when it can't be examined.
    """
    mount = mount_of(str(path.resolve()), read_mounts(""))
    try:
        room = os.statvfs(path)
    except OSError as error:
        raise InvalidInput(
            sentence(
                "{path!r} can't be examined: {strerror}.", path=str(path), strerror=error.strerror
            )
        ) from None
    if mount is None:
        return None
    return FileSystem(
        clean(mount.kind),
        clean(mount.point),
        mount.options,
        _flags_of(path),
        room.f_blocks * room.f_frsize,
        room.f_bavail * room.f_frsize,
    )


def _flags_of(path: Path) -> int:
    """The flags; 0 where the file system has none, or the file can't be opened."""
    buffer = bytearray(8)  # the kernel fills the lower four, whatever the request's size says
    try:
        with opened(path) as descriptor:
            fcntl.ioctl(descriptor, _GET_FLAGS, buffer)
    except OSError:
        return 0
    return int.from_bytes(buffer[:4], "little")


def file_system_conditions(found: FileSystem) -> tuple[Condition, ...]:
    """The conditions from how the file system handles the data; pure."""
    fine_there = sentence(
        "Fine if your own files are stored there too; otherwise measure a folder elsewhere."
    )
    elsewhere = sentence("Measure the device itself, or a folder on another file system.")
    reported = []
    if found.compresses:
        reported.append(
            warning(
                ConditionKind.FILE_SYSTEM,
                sentence(
                    "{point} compresses data ({kind}), so results also depend on the CPUs.",
                    point=found.point,
                    kind=found.kind,
                ),
                sentence(
                    "{elsewhere} The test file contains incompressible data.",
                    elsewhere=elsewhere,
                ),
            )
        )
    if found.why_buffered:
        reported.append(
            warning(
                ConditionKind.FILE_SYSTEM,
                sentence(
                    "Direct I/O on {point} may be buffered in memory: {why_buffered}.",
                    point=found.point,
                    why_buffered=found.why_buffered,
                ),
                elsewhere,
            )
        )
    if found.copies_on_write:
        reported.append(
            note(
                ConditionKind.FILE_SYSTEM,
                sentence(
                    "{point} moves every rewritten block to a new place ({kind}), so "
                    "random writes become partly sequential.",
                    point=found.point,
                    kind=found.kind,
                ),
                fine_there,
            )
        )
    if found.kind == "f2fs":
        reported.append(
            note(
                ConditionKind.FILE_SYSTEM,
                sentence(
                    "{point} writes sequentially whatever the requested order (f2fs).",
                    point=found.point,
                ),
                fine_there,
            )
        )
    return tuple(reported)


def room_conditions(found: FileSystem, needed_bytes: int) -> tuple[Condition, ...]:
    """The conditions of free space. ``needed_bytes`` is the size of new files plus the reserve; 0
    for none; pure."""
    if found.free_bytes < needed_bytes:
        return (
            blocking(
                ConditionKind.FREE_SPACE,
                sentence(
                    "{point} has {free_bytes} available; the test files and the space "
                    "reserved for other programs need {needed_bytes}.",
                    point=found.point,
                    free_bytes=_megabytes(found.free_bytes),
                    needed_bytes=_megabytes(needed_bytes),
                ),
                sentence(
                    "Free some space, set a smaller --size, or choose workloads that need less."
                ),
            ),
        )
    filled = 1 - found.free_bytes / found.size_bytes if found.size_bytes else 0.0
    if filled <= _FULL_SHARE:
        return ()
    return (
        warning(
            ConditionKind.FILL,
            sentence(
                "{point} is {filled:.0f} % full: new files become fragmented, and an SSD "
                "has little room for garbage collection.",
                point=found.point,
                filled=100 * filled,
            ),
            sentence("Free some space first, unless it is usually this full."),
        ),
    )


def _megabytes(size: int) -> Message:
    return quantity(size / 1e6, ",.0f", "MB")
