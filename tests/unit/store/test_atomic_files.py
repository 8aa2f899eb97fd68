"""Whole files or none, also on a disk that is really full."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from storage_tuner.core.errors import InvalidInput, NoSpace
from storage_tuner.store.atomic_files import write_atomically
from tests.ordinary_user import as_an_ordinary_user
from tests.packages import PACKAGES

APP = Path(__file__).parents[3] / "app"

FILL = """
import subprocess, sys
from pathlib import Path
from storage_tuner.core.errors import NoSpace
from storage_tuner.store.atomic_files import write_atomically

folder = Path(sys.argv[1])
subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "none", folder], check=True)
target = folder / "results.json"
write_atomically(target, b"old")
try:
    write_atomically(target, bytes(1 << 20))
except NoSpace as error:
    print(error)
print([(path.name, path.read_bytes()) for path in folder.iterdir()])
"""


def _private_mounts() -> list[str]:
    """How to run a child with mounts of its own; skips where the system allows none."""
    argv = ["unshare", "--mount"] if os.geteuid() == 0 else ["unshare", "--mount", "-r"]
    if subprocess.run([*argv, "true"], capture_output=True, check=False).returncode:
        pytest.skip("this system allows no mount namespace")
    return argv


def test_a_full_disk_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    child = subprocess.run(
        [*_private_mounts(), sys.executable, "-c", FILL, tmp_path],
        env={**os.environ, "PYTHONPATH": PACKAGES},
        capture_output=True,
        text=True,
        check=True,
    )
    message, left = child.stdout.splitlines()
    assert message.startswith(f"There is not enough free space to write {tmp_path}")
    assert left == "[('results.json', b'old')]"
    assert list(tmp_path.iterdir()) == []


def test_a_device_that_is_full() -> None:
    with pytest.raises(NoSpace, match="/dev/full"):
        write_atomically(Path("/dev/full"), b"x")


def test_the_file_is_replaced_and_keeps_its_links(tmp_path: Path) -> None:
    target, link = tmp_path / "real", tmp_path / "link"
    target.write_bytes(b"old")
    link.symlink_to(target)
    write_atomically(link, b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link", "real"]


def test_the_umask_decides_who_may_read(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_atomically(tmp_path / "file", b"")
    finally:
        os.umask(before)
    assert (tmp_path / "file").stat().st_mode & 0o777 == 0o640


def test_a_pipe_is_written_into(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    try:
        write_atomically(Path(f"/dev/fd/{writing}"), b"through")
        assert os.read(reading, 100) == b"through"
    finally:
        os.close(reading)
        os.close(writing)


@pytest.mark.parametrize("place", ["/dev/fd/{}", "/proc/self/fd/{}", "link"])
def test_what_is_appended_to_keeps_what_is_there(tmp_path: Path, place: str) -> None:
    """As a shell's ``--md /dev/stdout >> notes.md`` does."""
    notes, link = tmp_path / "notes.md", tmp_path / "link"
    notes.write_bytes(b"my notes\n")
    with notes.open("ab") as file:
        link.symlink_to(f"/dev/fd/{file.fileno()}")
        write_atomically(tmp_path / place.format(file.fileno()), b"the report\n")
        file.write(b"foot\n")
    assert notes.read_bytes() == b"my notes\nthe report\nfoot\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link", "notes.md"]


def test_an_open_file_is_gone_on_with_where_it_is(tmp_path: Path) -> None:
    """As within a shell's ``{ …; } > file``, which writes on afterwards."""
    with (tmp_path / "file").open("wb", buffering=0) as file:
        file.write(b"head\n")
        write_atomically(Path(f"/dev/fd/{file.fileno()}"), b"the report\n")
        file.write(b"foot\n")
    assert (tmp_path / "file").read_bytes() == b"head\nthe report\nfoot\n"


def test_an_open_file_that_is_only_read_can_not_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"old")
    with (tmp_path / "file").open("rb") as file, pytest.raises(InvalidInput, match="/dev/fd"):
        write_atomically(Path(f"/dev/fd/{file.fileno()}"), b"new")
    assert (tmp_path / "file").read_bytes() == b"old"


def test_a_folder_that_can_not_be_listed_can_be_written_into() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o333)
        with as_an_ordinary_user():
            write_atomically(folder / "file", b"x")
        assert (folder / "file").read_bytes() == b"x"


@pytest.mark.parametrize("name", ["missing/file", "folder", "x" * 300])
def test_a_place_that_can_not_be_written(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(InvalidInput, match="can't be written"):
        write_atomically(tmp_path / name, b"x")
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]
    assert list((tmp_path / "folder").iterdir()) == []
