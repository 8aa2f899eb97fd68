"""Real files: with holes, reserved and never written, in pieces, and full."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from storage_tuner.core.condition import ConditionKind, Severity
from storage_tuner.probe.files.extents import FileLayout, layout_conditions, read_layout
from tests.loop_device import scratch_folder

MEBIBYTE = 1 << 20
MEMORY = Path("/dev/shm")
"""A file system that tells no extents."""


@pytest.fixture
def folder() -> Iterator[Path]:
    with scratch_folder() as folder:
        yield folder


def write(path: Path, *, size: int = 0, reserve: int = 0, at: dict[int, int] | None = None) -> None:
    """``size`` bytes of nothing, of which the first ``reserve`` have a place; then ``at`` each
    place so many random bytes."""
    with path.open("wb") as file:
        if reserve:
            os.posix_fallocate(file.fileno(), 0, reserve)
        if size:
            file.truncate(size)
        for place, count in (at or {}).items():
            file.seek(place)
            file.write(os.urandom(count))


def layout(path: Path) -> FileLayout:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        return read_layout(descriptor)
    finally:
        os.close(descriptor)


def test_a_full_file(folder: Path) -> None:
    write(folder / "full", at={0: 8 * MEBIBYTE})
    found = layout(folder / "full")
    assert (found.size_bytes, found.hole_bytes, found.unwritten_bytes) == (8 * MEBIBYTE, 0, 0)
    assert found.extents
    assert layout_conditions(found, turning=False) == ()


def test_an_end_within_a_block(folder: Path) -> None:
    write(folder / "odd", at={0: MEBIBYTE + 5})
    assert layout(folder / "odd").hole_bytes == 0


def test_holes(folder: Path) -> None:
    write(folder / "holes", size=8 * MEBIBYTE, at={2 * MEBIBYTE: MEBIBYTE, 5 * MEBIBYTE: MEBIBYTE})
    found = layout(folder / "holes")
    assert (found.hole_bytes, found.unwritten_bytes) == (6 * MEBIBYTE, 0)
    (told,) = layout_conditions(found, turning=False)
    assert (told.kind, told.severity) == (ConditionKind.EXTENTS, Severity.WARNING)
    assert str(told.sentence).startswith("75 % of the file were never written")


def test_reserved_and_never_written(folder: Path) -> None:
    """``st_blocks`` takes that for written; a practice file made by fallocate would be read at the
    speed of memory."""
    path = folder / "reserved"
    write(path, reserve=8 * MEBIBYTE, at={0: 2 * MEBIBYTE})
    assert path.stat().st_blocks * 512 >= 8 * MEBIBYTE
    found = layout(path)
    assert (found.hole_bytes, found.unwritten_bytes) == (0, 6 * MEBIBYTE)
    (told,) = layout_conditions(found, turning=False)
    assert str(told.sentence).startswith("75 %")


def test_nothing_but_a_hole(folder: Path) -> None:
    write(folder / "empty", size=MEBIBYTE)
    assert layout(folder / "empty").hole_bytes == MEBIBYTE


def test_more_extents_than_are_told_at_once(folder: Path) -> None:
    pieces = {2 * 4096 * place: 4096 for place in range(700)}
    write(folder / "many", at=pieces)
    found = layout(folder / "many")
    assert found.hole_bytes == 699 * 4096
    assert found.extents
    assert found.extents >= 350


def test_holes_where_no_extents_are_told() -> None:
    path = MEMORY / f"storage-tuner-test-{os.getpid()}"
    try:
        write(path, size=4 * MEBIBYTE, at={MEBIBYTE: MEBIBYTE})
        found = layout(path)
        assert (found.hole_bytes, found.extents) == (3 * MEBIBYTE, None)
    finally:
        path.unlink()


def test_a_file_in_pieces_matters_where_jumps_take_time() -> None:
    scattered = FileLayout(64 * MEBIBYTE, extents=64)
    assert layout_conditions(scattered, turning=False) == ()
    (told,) = layout_conditions(scattered, turning=True)
    assert told.severity is Severity.NOTE
    assert layout_conditions(FileLayout(64 * MEBIBYTE, extents=8), turning=True) == ()


def test_compressed() -> None:
    (told,) = layout_conditions(FileLayout(100, encoded_bytes=40, extents=1), turning=False)
    assert str(told.sentence).startswith("40 % of the file are compressed")
