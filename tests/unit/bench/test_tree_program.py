"""What a tree test writes, seen while it is there."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from storage_tuner.bench.programs.tree_folder import PREFIX
from storage_tuner.bench.programs.tree_program import TreeTest, tree_run_from
from storage_tuner.bench.programs.tree_statistics import entry_count
from storage_tuner.core.workload import FileTree
from tests.unit.bench.made_trees import CREATE, REMOVE, made_tree

MEBIBYTE = 1 << 20


@pytest.fixture
def parent(tmp_path: Path) -> Iterator[int]:
    descriptor = os.open(tmp_path, os.O_RDONLY | os.O_DIRECTORY)
    yield descriptor
    os.close(descriptor)


class Watcher:
    """Is called before each step, and remembers the whole tree as it last was."""

    def __init__(self, folder: Path, tree: FileTree) -> None:
        self._folder = folder
        self._whole = entry_count(tree) + 1  # the marker
        self.contents: dict[str, bytes] | None = None
        self.steps = 0

    def __call__(self) -> None:
        self.steps += 1
        paths = list(self._folder.glob(f"{PREFIX}*/**/*"))
        if len(paths) == self._whole:
            self.contents = {
                "/".join(path.parts[len(self._folder.parts) + 1 :]): path.read_bytes()
                for path in paths
                if path.is_file() and path.name.startswith("f")
            }


def watched(folder: Path, parent: int, tree: FileTree) -> Watcher:
    watcher = Watcher(folder, tree)
    run = TreeTest(tree, None, watcher).carry_out(parent)
    assert tree_run_from(run.document()) == run
    assert list(folder.iterdir()) == []
    return watcher


def test_all_of_it_is_there_in_between(tmp_path: Path, parent: int) -> None:
    tree = made_tree(depth=2, folders=2, files=2, file_bytes=5000)
    contents = watched(tmp_path, parent, tree).contents
    assert contents is not None
    assert set(contents) == {
        f"d{one}/d{two}/f{file}" for one in range(2) for two in range(2) for file in range(2)
    }
    assert {len(content) for content in contents.values()} == {5000}


@pytest.mark.parametrize("apart", [True, False])
def test_files_may_be_in_all_folders(tmp_path: Path, parent: int, apart: bool) -> None:
    tree = replace(
        made_tree(depth=2, folders=2, files=1, file_bytes=7),
        files_everywhere=True,
        create_folders=CREATE if apart else None,
        remove_folders=REMOVE if apart else None,
    )
    contents = watched(tmp_path, parent, tree).contents
    assert contents is not None
    assert set(contents) == {
        "f0",
        "d0/f0",
        "d1/f0",
        *(f"d{a}/d{b}/f0" for a in (0, 1) for b in (0, 1)),
    }


def test_no_two_blocks_are_the_same(tmp_path: Path, parent: int) -> None:
    tree = made_tree(depth=1, folders=1, files=20, file_bytes=16384)
    contents = watched(tmp_path, parent, tree).contents
    assert contents is not None
    blocks = [each[at : at + 512] for each in contents.values() for at in range(0, 16384, 512)]
    assert len(set(blocks)) == len(blocks)


def test_large_files_are_written_in_pieces(tmp_path: Path, parent: int) -> None:
    """Between them it can be stopped."""
    tree = made_tree(depth=1, folders=1, files=1, file_bytes=10 * MEBIBYTE)
    watcher = watched(tmp_path, parent, tree)
    assert watcher.contents is not None
    assert len(watcher.contents["d0/f0"]) == 10 * MEBIBYTE
    assert watcher.steps == 6  # folder, file, twice in between, and for the removal of either


def test_empty_files_and_folders_only(tmp_path: Path, parent: int) -> None:
    contents = watched(tmp_path, parent, made_tree(depth=1, folders=2, files=1, file_bytes=0))
    assert contents.contents == {"d0/f0": b"", "d1/f0": b""}
    folders = watched(tmp_path, parent, made_tree(depth=3, folders=2, files=0, file_bytes=0))
    assert folders.contents == {}


def test_too_large_a_tree_is_refused_before_anything_is_made(tmp_path: Path, parent: int) -> None:
    free = os.fstatvfs(parent)
    tree = made_tree(depth=1, folders=1, files=1, file_bytes=free.f_bavail * free.f_frsize)
    with pytest.raises(OSError, match="No space left") as caught:
        TreeTest(tree, None, lambda: None).carry_out(parent)
    assert caught.value.errno == errno.ENOSPC
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("step", [1, 3, 5, 8, 11])
def test_wherever_it_is_stopped_nothing_stays(tmp_path: Path, parent: int, step: int) -> None:
    steps = iter(range(1000))

    def stop() -> None:
        if next(steps) == step:
            raise InterruptedError

    tree = made_tree(depth=2, folders=1, files=4, file_bytes=10)
    with pytest.raises(InterruptedError):
        TreeTest(tree, None, stop).carry_out(parent)
    assert list(tmp_path.iterdir()) == []
