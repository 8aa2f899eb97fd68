"""Runs a program with elevated but minimal privileges for another process, its output to a socket.

Its exit code follows as four bytes. Closing the other end of the socket cancels the request, and
the program is killed. Calls block, so use threads.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import socket
import struct
import subprocess
from collections.abc import Sequence
from pathlib import Path

from storage_tuner_helper.death_signal import dying_with_us

EXIT_CODE = struct.Struct("!i")
"""The format of the exit code that follows the program's output."""

NOT_PERMITTED = 1000
"""Sent instead of an exit code where we have no permission to query devices either."""

_CAP_SETPCAP = 1 << 8
_CAP_MKNOD = 1 << 27
_CAP_SYS_RAWIO = 1 << 17
_CAP_SYS_ADMIN = 1 << 21
_NEEDED = _CAP_SYS_RAWIO | _CAP_SYS_ADMIN
"""For ATA commands through SCSI, and for NVMe and 3ware commands. Without them smartctl takes a
drive that it may not query for a sleeping one."""

WITH_ERRORS = subprocess.STDOUT
"""Also sends the program's error output."""

_SECONDS = 60.0
"""Callers give up long before."""

_KILL_SECONDS = 2.0


def run_program(
    arguments: Sequence[str], line: socket.socket, errors: int = subprocess.DEVNULL
) -> int | None:
    """Run the program with ``line`` as its output. Return the exit code, negative for a signal, or
    None when it had to be killed. Raises ``OSError``."""
    capabilities = _capabilities()
    if capabilities & _NEEDED != _NEEDED:
        return NOT_PERMITTED
    process = subprocess.Popen(
        (*dying_with_us(_drop_others(capabilities)), *arguments),
        cwd="/",
        env={},
        stdin=subprocess.DEVNULL,
        stdout=line.fileno(),
        stderr=errors,
        start_new_session=True,
    )
    ended = _wait_for_end(process.pid, line)
    # not reaped yet, so its number still identifies it and its children
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    try:
        # a hanging drive may block its end, so the wait is short
        exit_code = process.wait(_KILL_SECONDS)
    except subprocess.TimeoutExpired:
        return None
    return exit_code if ended else None


def _wait_for_end(pid: int, line: socket.socket) -> bool:
    """Return whether the process ended before the time limit and before the request was
    cancelled."""
    process = os.pidfd_open(pid)
    try:
        poll = select.poll()
        poll.register(process, select.POLLIN)
        poll.register(line, select.POLLRDHUP)
        ready = poll.poll(_SECONDS * 1000)
    finally:
        os.close(process)
    return process in [descriptor for descriptor, _ in ready]


def send_exit_code(exit_code: int | None, line: socket.socket) -> None:
    if exit_code is not None:
        line.sendall(EXIT_CODE.pack(exit_code))


def is_given_up(line: socket.socket) -> bool:
    """Return whether the other end was closed."""
    poll = select.poll()
    poll.register(line, select.POLLRDHUP)
    return bool(poll.poll(0))


def _drop_others(capabilities: int) -> tuple[str, ...]:
    """Return the options that drop all capabilities but those needed; it takes one to drop them.
    Both programs create a 3ware controller's device node if it's missing."""
    if not capabilities & _CAP_SETPCAP:
        return ()
    nodes = ",+mknod" if capabilities & _CAP_MKNOD else ""
    return (f"--bounding-set=-all,+sys_rawio,+sys_admin{nodes}", "--inh-caps=-all")


def _capabilities() -> int:
    status = Path("/proc/self/status").read_text(encoding="ascii", errors="replace")
    [line] = [line for line in status.splitlines() if line.startswith("CapEff:")]
    return int(line.split()[1], 16)
