"""Which pages of files are in memory, of real files on a disk."""

from __future__ import annotations

import mmap
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from storage_tuner.bench.programs.page_cache import cached_bytes, evict
from tests.loop_device import scratch_folder
from tests.ordinary_user import as_an_ordinary_user

SIZE = 1 << 20


@pytest.fixture
def file() -> Iterator[Path]:
    """In memory and on the disk."""
    with scratch_folder() as folder:
        path = folder / "file"
        path.write_bytes(os.urandom(SIZE))
        with path.open("rb") as opened:
            os.fsync(opened.fileno())
        yield path


def cached(path: Path) -> int:
    with path.open("rb") as opened:
        return cached_bytes(opened.fileno(), SIZE)


def test_a_file_leaves_memory(file: Path) -> None:
    assert cached(file) == SIZE
    found = evict([str(file)])
    assert (found.files, found.whole, found.left, found.unknown) == (1, SIZE, 0, 0)
    assert cached(file) == 0


def test_what_a_running_program_uses_stays_and_is_counted(file: Path) -> None:
    with file.open("rb") as opened, mmap.mmap(opened.fileno(), SIZE, prot=mmap.PROT_READ) as used:
        assert len(used[: SIZE // 2]) == SIZE // 2
        assert evict([str(file)]).left >= SIZE // 2
    assert evict([str(file)]).left == 0


def test_what_is_no_file_is_left_out(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    names = ("fifo", "missing", "", "\udcff")
    found = evict([*(str(tmp_path / name) for name in names), "/dev/null"])
    assert found.files == 0


def test_of_other_peoples_files_it_is_unknown() -> None:
    program = Path("/usr/bin/env").resolve()
    with as_an_ordinary_user():
        found = evict([str(program)])
    assert (found.files, found.left, found.unknown) == (1, 0, program.stat().st_size)
