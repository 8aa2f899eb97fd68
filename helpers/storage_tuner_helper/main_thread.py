"""Signals for a program's main thread and none of its others."""

from __future__ import annotations

import ctypes
import signal
from pathlib import Path

_LIBC = ctypes.CDLL(None)


def send(pid: int, number: signal.Signals) -> None:
    """Signal the thread whose number is the process's. Without effect when there is none.

    kill(2) leaves the choice of a thread to the kernel, which takes another one whenever the main
    thread blocks signals, as it does while it creates threads. fio (3.33 to at least 3.41) then
    loses the thread that prints its state, which ends when a signal interrupts its waiting.
    """
    _LIBC.tgkill(pid, pid, int(number))


def handles(pid: int, number: signal.Signals) -> bool:
    """Whether the process has a handler for this signal, which would otherwise kill it."""
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="ascii", errors="replace")
    except OSError:
        return False
    for line in status.splitlines():
        if line.startswith("SigCgt:"):
            return bool(int(line.split()[1], 16) >> (int(number) - 1) & 1)
    return False
