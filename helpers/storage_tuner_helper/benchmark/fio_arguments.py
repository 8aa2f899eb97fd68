"""Builds fio's whole argv. Every part of it is ours or a number; no client's text."""

from __future__ import annotations

import os

from storage_tuner_protocol import fio_arguments
from storage_tuner_protocol.workload import Stream, Workload

FIO = "/usr/bin/fio"
SETPRIV = "/usr/bin/setpriv"
ONLY_BELOW = ("/bin/sh", "-c", '[ "$PPID" = "$0" ] && exec /usr/bin/env -i "$@"')
"""Runs the program in the arguments after the first, which is a process's number, if that process
started us. A shell sets variables of its own."""


def arguments(
    workload: Workload, descriptor: int, size_bytes: int, fio_version: str
) -> tuple[str, ...]:
    """Return the command line for this process to start fio. The death signal, with ``--thread``,
    ensures that nothing keeps running when we are killed. If we are killed before it's set, fio
    isn't started."""
    return (
        SETPRIV,
        "--pdeathsig",
        "KILL",
        "--no-new-privs",
        "--",
        *ONLY_BELOW,
        str(os.getpid()),
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
