"""Our own folder in the user's: made, left behind by a kill, found again, and nothing else."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from storage_tuner.bench.programs.tree_folder import MARKER, PREFIX, own_folder, remove_leftovers

NAME = f"{PREFIX}0123456789abcdef"
MARKING = f"Storage Tuner, tree test, format 1\n{NAME}\n"


@pytest.fixture
def parent(tmp_path: Path) -> Iterator[int]:
    descriptor = os.open(tmp_path, os.O_RDONLY | os.O_DIRECTORY)
    yield descriptor
    os.close(descriptor)


def leftover(tmp_path: Path, marking: str | None = MARKING, name: str = NAME) -> Path:
    """As a killed program leaves it."""
    folder = tmp_path / name
    (folder / "d0/d1").mkdir(parents=True)
    (folder / "d0/d1/f0").write_bytes(b"content")
    if marking is not None:
        (folder / MARKER).write_text(marking)
    return folder


def everything(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*")}


def test_the_folder_is_private_and_gone_afterwards(tmp_path: Path, parent: int) -> None:
    with own_folder(parent) as folder:
        path = tmp_path / folder.name
        assert path.stat().st_mode & 0o777 == 0o700
        assert (path / MARKER).read_text().endswith(f"\n{folder.name}\n")
        (path / "d5").mkdir()
        (path / "d5/f1").touch()
    assert everything(tmp_path) == set()
    assert not folder.is_left


def test_it_is_gone_after_an_error_too(tmp_path: Path, parent: int) -> None:
    with pytest.raises(KeyError), own_folder(parent) as folder:
        (tmp_path / folder.name / "f0").touch()
        raise KeyError
    assert everything(tmp_path) == set()


def test_what_others_put_into_it_stays(tmp_path: Path, parent: int) -> None:
    with own_folder(parent) as folder:
        path = tmp_path / folder.name
        (path / "d0").mkdir()
        (path / "d0/thesis.odt").touch()
        (path / "d0/f0").touch()
    assert folder.is_left
    assert everything(path) == {MARKER, "d0", "d0/thesis.odt"}
    (path / "d0/thesis.odt").unlink()
    assert remove_leftovers(parent) == 1
    assert everything(tmp_path) == set()


def test_a_leftover_is_removed(tmp_path: Path, parent: int) -> None:
    leftover(tmp_path)
    assert remove_leftovers(parent) == 1
    assert everything(tmp_path) == set()


@pytest.mark.parametrize("length", [0, 1, 40])
def test_one_that_was_killed_while_it_was_marked_is_removed(
    tmp_path: Path, parent: int, length: int
) -> None:
    (tmp_path / NAME).mkdir()
    (tmp_path / NAME / MARKER).write_text(MARKING[:length])
    assert remove_leftovers(parent) == 1
    (tmp_path / NAME).mkdir()
    assert remove_leftovers(parent) == 1
    assert everything(tmp_path) == set()


@pytest.mark.parametrize(
    "marking", [None, "", MARKING[:-3], MARKING + " ", MARKING.replace("0123", "3210"), "x" * 5000]
)
def test_what_is_not_marked_as_ours_stays(tmp_path: Path, parent: int, marking: str | None) -> None:
    folder = leftover(tmp_path, marking)
    before = everything(tmp_path)
    assert remove_leftovers(parent) == 0
    assert everything(tmp_path) == before
    assert (folder / "d0/d1/f0").read_bytes() == b"content"


def test_a_folder_with_nothing_but_a_strange_marker_stays(tmp_path: Path, parent: int) -> None:
    (tmp_path / NAME).mkdir()
    (tmp_path / NAME / MARKER).write_text("mine")
    assert remove_leftovers(parent) == 0
    assert everything(tmp_path) == {NAME, f"{NAME}/{MARKER}"}


@pytest.mark.parametrize("name", [f"{NAME}0", f"{NAME} copy", NAME.upper(), NAME[1:], "photos"])
def test_a_copy_under_another_name_stays(tmp_path: Path, parent: int, name: str) -> None:
    leftover(tmp_path, MARKING, name)
    leftover(tmp_path, MARKING, f"{PREFIX}{'1' * 16}")
    before = everything(tmp_path)
    assert remove_leftovers(parent) == 0
    assert everything(tmp_path) == before


def test_links_are_neither_followed_nor_removed(tmp_path: Path, parent: int) -> None:
    elsewhere = tmp_path / "elsewhere"
    (elsewhere / "d1").mkdir(parents=True)
    (elsewhere / "d1/f0").touch()
    folder = leftover(tmp_path)
    (folder / "d7").symlink_to(elsewhere)
    (folder / "f7").symlink_to(elsewhere / "d1/f0")
    (tmp_path / f"{PREFIX}{'2' * 16}").symlink_to(elsewhere)
    before = everything(elsewhere)
    assert remove_leftovers(parent) == 0
    assert everything(elsewhere) == before
    assert everything(folder) == {MARKER, "d7", "f7"}


def test_a_marker_behind_a_link_counts_for_nothing(tmp_path: Path, parent: int) -> None:
    folder = leftover(tmp_path, None)
    (tmp_path / "marker").write_text(MARKING)
    (folder / MARKER).symlink_to(tmp_path / "marker")
    before = everything(tmp_path)
    assert remove_leftovers(parent) == 0
    assert everything(tmp_path) == before


def test_a_marker_that_blocks_does_not_block_us(tmp_path: Path, parent: int) -> None:
    os.mkfifo(leftover(tmp_path, None) / MARKER)
    assert remove_leftovers(parent) == 0


def test_the_folder_of_one_who_works_stays(tmp_path: Path, parent: int) -> None:
    with own_folder(parent) as folder:
        (tmp_path / folder.name / "d0").mkdir()
        other = os.open(tmp_path, os.O_RDONLY | os.O_DIRECTORY)
        assert remove_leftovers(other) == 0
        os.close(other)
        assert (tmp_path / folder.name / "d0").exists()


def test_what_belongs_to_others_stays(tmp_path: Path, parent: int) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root can give a file away")
    folder = leftover(tmp_path)
    os.chown(folder / "d0/d1/f0", 12345, 12345)
    assert remove_leftovers(parent) == 0
    assert everything(folder) == {MARKER, "d0", "d0/d1", "d0/d1/f0"}
    os.chown(folder, 12345, 12345)
    os.chown(folder / "d0/d1/f0", 0, 0)
    assert remove_leftovers(parent) == 0
    assert (folder / "d0/d1/f0").exists()


def test_a_bottomless_folder_is_left(tmp_path: Path, parent: int) -> None:
    folder = leftover(tmp_path)
    deep = folder
    for _ in range(100):
        deep = deep / "d0"
    deep.mkdir(parents=True)
    assert remove_leftovers(parent) == 0


def test_removing_can_be_stopped_and_done_later(tmp_path: Path, parent: int) -> None:
    folder = leftover(tmp_path)

    def stop() -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        remove_leftovers(parent, stop)
    assert (folder / MARKER).exists()
    assert remove_leftovers(parent) == 1
