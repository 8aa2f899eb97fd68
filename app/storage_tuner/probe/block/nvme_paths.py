"""The paths to an NVMe drive, as native NVMe multipath reports them.

Source: drivers/nvme/host/multipath.c and sysfs.c: ``iopolicy`` of the subsystem (since Linux 5.1,
commit 75c10e732724; queue-depth since 6.11, f227345f0a70), ``ana_state`` of the path (since 4.19,
0d0b660f214d of 2018-07-27, only with Asymmetric Namespace Access), ``state`` of its controller.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePath

from storage_tuner.core.device import NvmeMultipath, NvmePath
from storage_tuner.core.message import Text, sentence
from storage_tuner.probe.block.tree import Block, BlockTree

_OF_DRIVES = ("read_ahead_kb",)
"""Only the drive's page cache is used, since a path can't be opened."""

_OF_PATHS = ("add_random", "nomerges")
"""Requests are made, merged and completed in the queues of the paths (block/blk-mq.c)."""


def without_effect(block: Block, tree: BlockTree, settings: Mapping[str, str]) -> dict[str, Text]:
    """Those of ``settings`` that the kernel shows on a drive or a path but uses only on the other,
    with the reason."""
    if block.head is not None:
        reason = sentence("that of {drive} applies", drive=block.head)
        return {name: reason for name in _OF_DRIVES if name in settings}
    if not _paths(block, tree):
        return {}
    return {name: sentence("that of its paths applies") for name in _OF_PATHS if name in settings}


def read_multipath(drive: Block, tree: BlockTree) -> NvmeMultipath | None:
    """The paths to ``drive``; None for a device without any."""
    paths = tuple(map(_read_path, _paths(drive, tree)))
    return NvmeMultipath(drive.reader.reported("device/iopolicy"), paths) if paths else None


def _paths(drive: Block, tree: BlockTree) -> tuple[Block, ...]:
    members = (tree.blocks.get(name) for name in tree.members.get(drive.name, ()))
    return tuple(block for block in members if block is not None and block.head == drive.name)


def _read_path(block: Block) -> NvmePath:
    """A path's folder is in its controller's."""
    return NvmePath(
        block.name,
        PurePath(block.folder).parent.name,
        block.reader.reported("device/state"),
        block.reader.reported("ana_state"),
    )
