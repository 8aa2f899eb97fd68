"""Trees of any shape."""

from __future__ import annotations

from storage_tuner.core.workload import FileTree, Operation, RateUnit

CREATE = Operation("tree/create", "Create a tree", RateUnit.FILES, writes=True)
REMOVE = Operation("tree/remove", "Remove a tree", RateUnit.FILES, writes=True)


def made_tree(*, depth: int, folders: int, files: int, file_bytes: int) -> FileTree:
    return FileTree(CREATE, REMOVE, depth, folders, files, file_bytes)
