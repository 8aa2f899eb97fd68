"""Sends signals to a program's main thread only."""

from __future__ import annotations

import ctypes
import signal
from pathlib import Path

from storage_tuner_helper.process_status import mask_in

_LIBC = ctypes.CDLL(None)


def send(pid: int, number: signal.Signals) -> None:
    """Signal the thread whose number is the process's. No effect if there is none.

    kill(2) leaves the choice of a thread to the kernel, which chooses another one whenever the main
    thread blocks signals, as it does while it creates threads. fio (3.33 to at least 3.41) then
    loses the thread that prints its state, which ends when a signal interrupts its waiting.
    """
    _LIBC.tgkill(pid, pid, int(number))


def handles(pid: int, number: signal.Signals) -> bool:
    """Return whether the process has a handler for this signal, which would otherwise kill it."""
    try:
        handled = mask_in(Path(f"/proc/{pid}/status"), "SigCgt")
    except OSError:
        return False
    return bool(handled >> (int(number) - 1) & 1)
