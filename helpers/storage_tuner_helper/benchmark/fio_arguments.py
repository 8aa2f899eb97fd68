"""Builds fio's whole argv. Every part of it is ours or a number; no client's text."""

from __future__ import annotations

from storage_tuner_helper.death_signal import dying_with_us
from storage_tuner_protocol import fio_arguments
from storage_tuner_protocol.workload import Stream, Workload

FIO = "/usr/bin/fio"


def arguments(
    workload: Workload, descriptor: int, size_bytes: int, fio_version: str
) -> tuple[str, ...]:
    """Return the command line for this process to start fio. The death signal, with ``--thread``,
    ensures that nothing keeps running when we are killed."""
    return (
        *dying_with_us(),
        FIO,
        # invalidating a disk's cache needs a capability that we dropped; direct I/O bypasses it
        "--invalidate=0",
        *fio_arguments.arguments(workload, _name_of(descriptor), size_bytes, fio_version),
    )


def iolog(stream: Stream, descriptor: int) -> str:
    """Return the log of a replay on what is open as ``descriptor``."""
    return fio_arguments.iolog_text(stream, _name_of(descriptor))


def _name_of(descriptor: int) -> str:
    return f"/proc/self/fd/{descriptor}"
