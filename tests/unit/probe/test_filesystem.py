"""What file systems do with the data: real ones on loop devices, and all by their options."""

from __future__ import annotations

import fcntl
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from storage_tuner.core.condition import ConditionKind, Severity
from storage_tuner.probe.files.extents import read_layout
from storage_tuner.probe.files.filesystem import (
    FileSystem,
    file_system_conditions,
    read_file_system,
    room_conditions,
)
from tests.loop_device import LoopDevice, LoopDeviceFactory, loop_devices, mounted, scratch_folder

__all__ = ["loop_devices"]

MEBIBYTE = 1 << 20
SET_FLAGS = 0x40086602
NO_COPY = 0x800000


def kinds(found: FileSystem) -> list[str]:
    """The beginning of each sentence, which tells them apart."""
    return [str(each.sentence).partition(" (")[0] for each in file_system_conditions(found)]


@pytest.mark.parametrize(
    ("found", "compresses", "copies", "direct"),
    [
        (FileSystem("ext4", "/", ("rw", "relatime")), False, False, True),
        (FileSystem("xfs", "/", ("rw",)), False, False, True),
        (FileSystem("ext4", "/", ("rw", "data=journal")), False, False, False),
        (FileSystem("ext4", "/", ("rw", "data=ordered")), False, False, True),
        (FileSystem("ext4", "/", ("rw",), flags=0x800), False, False, False),
        (FileSystem("btrfs", "/", ("rw",)), False, True, False),
        (FileSystem("btrfs", "/", ("rw", "compress=zstd:3")), True, True, False),
        (FileSystem("btrfs", "/", ("rw", "compress-force=lzo")), True, True, False),
        (FileSystem("btrfs", "/", ("rw", "nodatacow", "nodatasum")), False, False, True),
        (FileSystem("btrfs", "/", ("rw", "nodatasum")), False, True, True),
        (FileSystem("btrfs", "/", ("rw",), flags=NO_COPY), False, False, True),
        (FileSystem("btrfs", "/", ("rw",), flags=0x4), True, True, False),
        (FileSystem("bcachefs", "/", ("rw", "compression=lz4")), True, True, True),
        (FileSystem("bcachefs", "/", ("rw", "compression=none")), False, True, True),
        (FileSystem("zfs", "/", ("rw",)), True, True, False),
        (FileSystem("f2fs", "/", ("rw", "compress_algorithm=lz4")), False, False, True),
        (FileSystem("f2fs", "/", ("rw",), flags=0x4), True, False, True),
        (FileSystem("fuse.sshfs", "/", ("rw",)), False, False, False),
        (FileSystem("overlay", "/", ("rw",)), False, False, False),
    ],
)
def test_by_kind_and_options(
    found: FileSystem, compresses: bool, copies: bool, direct: bool
) -> None:
    assert found.compresses is compresses
    assert found.copies_on_write is copies
    assert (found.why_buffered is None) is direct
    expected = compresses + copies + (not direct) + (found.kind == "f2fs")
    assert len(file_system_conditions(found)) == expected


def test_room() -> None:
    found = FileSystem("ext4", "/srv", size_bytes=100_000_000_000, free_bytes=5_000_000_000)
    (short,) = room_conditions(found, 6_000_000_000)
    assert (short.kind, short.severity) == (ConditionKind.FREE_SPACE, Severity.BLOCKING)
    (full,) = room_conditions(found, 4_000_000_000)
    assert (full.kind, full.severity) == (ConditionKind.FILL, Severity.WARNING)
    assert "95 % full" in str(full.sentence)
    half = FileSystem("ext4", "/srv", size_bytes=100, free_bytes=50)
    assert room_conditions(half, 50) == room_conditions(FileSystem("proc", "/proc"), 0) == ()


def test_this_computers_own() -> None:
    found = read_file_system(Path("/proc"))
    assert found
    assert (found.kind, found.point) == ("proc", "/proc")


@contextmanager
def on_scratch(device: LoopDevice, *options: str) -> Iterator[Path]:
    with scratch_folder() as folder, mounted(device, folder, *options):
        yield folder


def formatted(device: LoopDevice, *command: str) -> LoopDevice:
    subprocess.run([*command, device.path], check=True, capture_output=True)
    return device


@pytest.mark.root
@pytest.mark.machine
def test_a_real_btrfs(loop_devices: LoopDeviceFactory) -> None:
    def made() -> LoopDevice:
        """A new one for each mount: the one before may still be mounted in the namespace of another
        test, with its options."""
        return formatted(loop_devices(128 * MEBIBYTE), "mkfs.btrfs", "-q")

    with on_scratch(made(), "-o", "compress-force=zstd") as folder:
        found = read_file_system(folder)
        assert found
        assert (found.kind, found.compresses, found.copies_on_write) == ("btrfs", True, True)
        assert 0 < found.free_bytes < found.size_bytes == 128 * MEBIBYTE
        zeros = folder / "zeros"
        zeros.write_bytes(bytes(4 * MEBIBYTE))
        with zeros.open("rb") as file:
            # written in pieces on a busy computer, it may leave a piece that is too short to gain
            assert read_layout(file.fileno()).encoded_bytes >= 3 * MEBIBYTE
    with on_scratch(made()) as folder:
        spared = folder / "spared"
        with spared.open("wb") as empty:
            fcntl.ioctl(empty.fileno(), SET_FLAGS, NO_COPY.to_bytes(8, "little"))
        plain, flagged = read_file_system(folder), read_file_system(spared)
        assert plain
        assert flagged
        assert (plain.compresses, plain.copies_on_write) == (False, True)
        assert (flagged.copies_on_write, flagged.why_buffered) == (False, None)


@pytest.mark.root
@pytest.mark.machine
def test_a_real_ext4_with_its_data_in_the_journal(loop_devices: LoopDeviceFactory) -> None:
    def made() -> LoopDevice:
        """A new one for each mount, as above."""
        return formatted(loop_devices(), "mkfs.ext4", "-q")

    with on_scratch(made(), "-o", "data=journal") as folder:
        found = read_file_system(folder)
        assert found
        assert (found.kind, found.why_buffered is not None) == ("ext4", True)
    with on_scratch(made()) as folder:
        found = read_file_system(folder)
        assert found
        assert found.why_buffered is None
        needed = found.free_bytes + 1
        assert [each.severity for each in room_conditions(found, needed)] == [Severity.BLOCKING]
        filled = folder / "filled"
        with filled.open("wb") as file:
            os.posix_fallocate(file.fileno(), 0, int(0.95 * found.free_bytes))
        now = read_file_system(filled)
        assert now
        assert [each.kind for each in room_conditions(now, 0)] == [ConditionKind.FILL]
