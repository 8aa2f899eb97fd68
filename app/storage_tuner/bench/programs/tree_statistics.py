"""The number of folders, files and bytes in a tree."""

from __future__ import annotations

from storage_tuner.core.workload import FileTree

_FOLDER_BYTES = 8192
"""A generous size of an inode and the block of an empty folder; also used for a file's inode."""


def lowest_count(tree: FileTree) -> int:
    """The number of folders on the lowest level."""
    count: int = tree.folders**tree.depth
    return count


def folder_count(tree: FileTree) -> int:
    """The number of folders, where each one above the lowest level contains ``tree.folders``
    others."""
    return sum(tree.folders**level for level in range(1, tree.depth + 1))


def file_count(tree: FileTree) -> int:
    holding = 1 + folder_count(tree) if tree.files_everywhere else lowest_count(tree)
    return holding * tree.files


def entry_count(tree: FileTree) -> int:
    """The number of folders and files created."""
    return folder_count(tree) + file_count(tree)


def phase_counts(tree: FileTree) -> tuple[int, ...]:
    """The number of folders, files or both in each of ``tree.operations``."""
    if tree.create_folders is None:
        return entry_count(tree), entry_count(tree)
    folders, files = folder_count(tree), file_count(tree)
    return folders, files, files, folders


def content_bytes(tree: FileTree) -> int:
    return file_count(tree) * tree.file_bytes


def room_bytes(tree: FileTree, block_bytes: int) -> int:
    """The space it needs on a file system that allocates blocks of ``block_bytes``."""
    blocks_of_file = -(-tree.file_bytes // block_bytes)
    return file_count(tree) * blocks_of_file * block_bytes + entry_count(tree) * _FOLDER_BYTES
