"""Checks that fio can run a workload on this device and computer; a different one is never run
instead."""

from __future__ import annotations

import resource
from pathlib import Path

from storage_tuner_helper.errors import InvalidArgument, NotSupported
from storage_tuner_helper.process_status import OWN, mask_in
from storage_tuner_protocol.fio_arguments import RIGHT_FSYNC, is_countable, is_right_fsync
from storage_tuner_protocol.message import said
from storage_tuner_protocol.workload import (
    MEMORY_SHARE,
    THREAD_BYTES,
    PriorityClass,
    Stream,
    Workload,
    extent_of,
)

OTHER_FILES = 64
_MEMORY = Path("/proc/meminfo")
_STATUS = OWN
_REALTIME_CAPABILITIES = 1 << 21 | 1 << 23
"""CAP_SYS_ADMIN or CAP_SYS_NICE (block/ioprio.c, ioprio_check_cap)."""


def check_device(workload: Workload, size_bytes: int, logical_block_bytes: int) -> None:
    """Raise ``InvalidArgument`` when the streams don't fit a device of this size and blocks."""
    for stream in workload.streams:
        _check_reads(stream, size_bytes, logical_block_bytes)
        if stream.block_bytes % logical_block_bytes or stream.stride_bytes % logical_block_bytes:
            raise InvalidArgument(
                said(
                    "Sizes must be multiples of this device's blocks of {size} bytes.",
                    size=logical_block_bytes,
                )
            )
        if extent_of(stream, size_bytes).part < stream.least_bytes:
            raise InvalidArgument(said("The device is too small for this many threads."))


def _check_reads(stream: Stream, size_bytes: int, logical_block_bytes: int) -> None:
    for read in stream.reads:
        if read.offset + read.length > size_bytes:
            raise InvalidArgument(said("A read extends beyond the end of the device."))
        if read.offset % logical_block_bytes or read.length % logical_block_bytes:
            raise InvalidArgument(
                said(
                    "Sizes must be multiples of this device's blocks of {size} bytes.",
                    size=logical_block_bytes,
                )
            )


def check_computer(workload: Workload, fio_version: str) -> None:
    """Raise ``NotSupported`` for options that this fio, this kernel or our privileges don't
    allow."""
    priorities = (stream.priority for stream in workload.streams)
    if any(one and one.priority_class is PriorityClass.REALTIME for one in priorities):
        _check_realtime()
    if any(map(_needs_right_fsync, workload.streams)) and not is_right_fsync(fio_version):
        raise NotSupported(
            said(
                "fio {version} can't call fsync that often in this mix of reads and "
                "writes, or with a queue_depth above 1: fio {needed} is needed.",
                version=fio_version,
                needed="{}.{}".format(*RIGHT_FSYNC),
            )
        )
    _check_files(workload)
    _check_memory(workload)


def _needs_right_fsync(stream: Stream) -> bool:
    if stream.queue_depth > 1:
        return stream.fsync_every > 0
    return stream.mode.mixed and not is_countable(stream.fsync_every, stream.write_percent)


def _check_realtime() -> None:
    if not mask_in(_STATUS, "CapEff") & _REALTIME_CAPABILITIES:
        raise NotSupported(said("The helper may not use the realtime I/O class."))


def _check_files(workload: Workload) -> None:
    """Check the limit of open files: each thread opens the device and, with io_uring, a ring."""
    needed = workload.threads * (2 if workload.engine == "io_uring" else 1) + OTHER_FILES
    allowed, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if needed > allowed:
        raise NotSupported(
            said(
                "Only {count} files may be open here, too few for this many threads.", count=allowed
            )
        )


def _check_memory(workload: Workload) -> None:
    needed = workload.buffer_bytes + workload.threads * THREAD_BYTES
    available = _available_bytes()
    if needed > MEMORY_SHARE * available:
        raise NotSupported(
            said(
                "The requests in flight need {needed} MiB, more than half of the "
                "{available} MiB of free memory.",
                needed=needed >> 20,
                available=available >> 20,
            )
        )


def _available_bytes() -> int:
    for line in _MEMORY.read_text(encoding="ascii").splitlines():
        if line.startswith("MemAvailable:"):
            return int(line.split()[1]) << 10
    return 0
