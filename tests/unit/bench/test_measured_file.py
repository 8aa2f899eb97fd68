from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from storage_tuner.bench.measured_file import existing_file, new_file
from storage_tuner.core.errors import Cancelled, InvalidInput, NoSpace
from tests.packages import PACKAGES

SIZE = (64 << 20) + 12345


def never() -> bool:
    return False


def ignore(_: int) -> None:
    pass


def test_a_new_file_is_full_nameless_and_gone_afterwards(tmp_path: Path) -> None:
    seen: list[int] = []
    with new_file(tmp_path, SIZE, on_progress=seen.append, is_cancelled=never) as file:
        status = Path(file.path).stat()
        assert (file.size_bytes, status.st_size) == (SIZE, SIZE)
        assert status.st_blocks * 512 >= SIZE
        assert status.st_mode & 0o777 == 0o600
        assert list(tmp_path.iterdir()) == []
        sample = Path(file.path).read_bytes()[: 1 << 20]
        assert len(set(sample)) == 256
    assert seen[-1] == SIZE
    assert seen == sorted(seen)
    assert not Path(file.path).exists()


def test_a_kill_leaves_nothing_behind(tmp_path: Path) -> None:
    program = (
        "import sys, pathlib\n"
        "from storage_tuner.bench.measured_file import new_file\n"
        "with new_file(pathlib.Path(sys.argv[1]), 1 << 20, on_progress=lambda _: None,"
        " is_cancelled=lambda: False):\n"
        "    print('ready', flush=True)\n"
        "    sys.stdin.read()\n"
    )
    child = subprocess.Popen(
        [sys.executable, "-c", program, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={"PYTHONPATH": PACKAGES},
    )
    with child:
        assert child.stdout is not None
        assert child.stdout.readline() == b"ready\n"
        child.kill()
    assert list(tmp_path.iterdir()) == []


def test_a_cancel_while_filling(tmp_path: Path) -> None:
    with (
        pytest.raises(Cancelled),
        new_file(tmp_path, SIZE, on_progress=ignore, is_cancelled=lambda: True),
    ):
        pytest.fail("not reached")
    assert list(tmp_path.iterdir()) == []


def too_early(written_bytes: int) -> None:
    pytest.fail(f"{written_bytes} bytes were written")


def test_too_little_space_is_said_before_anything_is_written(tmp_path: Path) -> None:
    with (
        pytest.raises(NoSpace, match="not enough free space in"),
        new_file(tmp_path, 1 << 60, on_progress=too_early, is_cancelled=never),
    ):
        pytest.fail("not reached")


def test_a_folder_that_is_none(tmp_path: Path) -> None:
    with (
        pytest.raises(InvalidInput, match="No such file"),
        new_file(tmp_path / "no", SIZE, on_progress=ignore, is_cancelled=never),
    ):
        pytest.fail("not reached")


def test_a_file_system_without_nameless_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """O_TMPFILE is taken away, as on NFS or vfat: the file then has a name for a moment only."""
    monkeypatch.setattr(os, "O_TMPFILE", os.O_DIRECTORY)
    with new_file(tmp_path, 1 << 20, on_progress=ignore, is_cancelled=never) as file:
        assert Path(file.path).stat().st_size == 1 << 20
        assert list(tmp_path.iterdir()) == []


def test_an_existing_file_is_opened_for_reading_only(tmp_path: Path) -> None:
    path = tmp_path / "movie"
    path.write_bytes(bytes(64 << 20))
    with existing_file(path) as file:
        assert file.size_bytes == 64 << 20
        number = int(file.path.rpartition("/")[2])
        flags = Path(f"/proc/self/fdinfo/{number}").read_text().split("flags:")[1].split()[0]
        assert int(flags, 8) & os.O_ACCMODE == os.O_RDONLY


def test_small_or_missing_files_are_refused(tmp_path: Path) -> None:
    small = tmp_path / "small"
    small.write_bytes(b"x")
    with pytest.raises(InvalidInput, match="too small"), existing_file(small):
        pytest.fail("not reached")
    with pytest.raises(InvalidInput, match="can't be read"), existing_file(tmp_path / "no"):
        pytest.fail("not reached")
