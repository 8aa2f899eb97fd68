"""Checks the conditions before measuring, without changing or requesting anything."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from storage_tuner.bench.measured_file import RESERVE_BYTES
from storage_tuner.bench.programs.tree_statistics import room_bytes
from storage_tuner.bench.test_size import LARGEST_DISK_CACHE_BYTES, Caches, size_condition
from storage_tuner.bench.thread_counts import LoadLimits
from storage_tuner.core.condition import Condition, Severity, gravest_first
from storage_tuner.core.errors import NotMeasurable
from storage_tuner.core.plan import TargetKind
from storage_tuner.core.workload import FileTree
from storage_tuner.jobs.subject import Subject
from storage_tuner.probe.load.conditions import (
    ConditionSubject,
    controller_cache_bytes,
    disk_count,
    read_conditions,
    read_system_load,
)
from storage_tuner.probe.load.idle_activity import WATCHED_S, idle_conditions, read_idle_snapshot
from storage_tuner.probe.load.memory import read_memory
from storage_tuner.probe.threeware import controllers_of

Wait = Callable[[float], None]


def condition_subject(
    subject: Subject,
    size_bytes: int | None,
    *,
    writes: bool,
    trees: Sequence[FileTree] = (),
) -> ConditionSubject:
    """``size_bytes`` is the size of the test file, None when there is none; ``trees`` are created
    one after the other, beside the test file."""
    target, device = subject.target, subject.device
    path = Path(target.path) if target.kind is TargetKind.FILE and target.path else None
    return ConditionSubject(
        device,
        subject.devices,
        subject.no_device,
        path,
        _room_bytes(path, size_bytes or 0, trees) if path and path.is_dir() else 0,
        writes,
        controllers_of(device, subject.devices) if device else (),
    )


def _room_bytes(folder: Path, size_bytes: int, trees: Sequence[FileTree]) -> int:
    """The space for a test file and the largest of ``trees``; 0 where there is neither."""
    if not size_bytes and not trees:
        return 0
    block_bytes = os.statvfs(folder).f_frsize
    largest = max((room_bytes(tree, block_bytes) for tree in trees), default=0)
    return size_bytes + largest + RESERVE_BYTES


def measured_bytes(subject: Subject, sample_bytes: int) -> int | None:
    """The number of bytes measured: all of a device or an existing file, or the size of a new
    sample. None when that isn't known."""
    target = subject.target
    if target.kind is TargetKind.FILE and target.path:
        path = Path(target.path)
        return path.stat().st_size if path.is_file() else sample_bytes
    if target.kind is TargetKind.PRACTICE:
        return sample_bytes
    return subject.device.size_bytes if subject.device else None


def bounds_of(subject: Subject, sample_bytes: int, root: Path = Path("/")) -> LoadLimits:
    """The limits for loads on ``subject``; arguments as for ``measured_bytes``."""
    return LoadLimits(
        measured_bytes(subject, sample_bytes),
        read_memory(root).total_bytes or None,
        subject.device.logical_block_bytes if subject.device else None,
    )


def check_conditions(
    subject: ConditionSubject, measured_bytes: int | None, wait: Wait, root: Path = Path("/")
) -> tuple[Condition, ...]:
    """The conditions, most severe first; takes a second, in which ``wait`` is called.

    ``measured_bytes`` is the measured size of the subject, None when that isn't known. Raises
    ``InvalidInput`` when the subject can't be examined, and what ``wait`` raises.
    """
    names = [disk.name for disk in subject.disks]
    before = read_idle_snapshot(names, root)
    wait(WATCHED_S)
    idle = idle_conditions(before, read_idle_snapshot(names, root))
    surroundings = read_system_load(subject, root)
    found = [*idle, *read_conditions(subject, surroundings, root)]
    if measured_bytes:
        caches = _caches(subject, root)
        found.append(size_condition(measured_bytes, caches, direct=surroundings.direct))
    return gravest_first(found)


def require_measurable(conditions: Iterable[Condition]) -> None:
    """Raises ``NotMeasurable`` with the first that prevents measuring."""
    for condition in conditions:
        if condition.severity is Severity.BLOCKING:
            raise NotMeasurable(condition.sentence, condition.remedy)


def _caches(subject: ConditionSubject, root: Path) -> Caches:
    """The caches on the way; no drive's cache is reported in sysfs, so the largest known is
    assumed."""
    device, controllers = subject.device, subject.controllers
    return Caches(
        read_memory(root).total_bytes,
        controller_cache_bytes(device, controllers) if device else 0,
        disk_count(subject) * LARGEST_DISK_CACHE_BYTES,
    )
