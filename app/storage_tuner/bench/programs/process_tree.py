"""Finds all descendants of this process, even those detached from their parents.

A daemon forks twice and calls setsid(2) to detach from its parent. A process that has called
``adopt_orphans`` becomes its parent, and so can still find it.
"""

from __future__ import annotations

import ctypes
import os
import signal
import time
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path

_PR_SET_CHILD_SUBREAPER = 36
_POLL_S = 0.01


def adopt_orphans() -> None:
    """Become the parent of every descendant whose own parent ends, PR_SET_CHILD_SUBREAPER of
    prctl(2)."""
    ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1)


def reap_orphans(but: int) -> None:
    """Reap ended children other than ``but``, which is waited for elsewhere."""
    with suppress(ChildProcessError):
        while found := os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT):
            if found.si_pid == but:
                return
            os.waitpid(found.si_pid, 0)


def descendants(spared: Collection[int] = ()) -> set[int]:
    """The living descendants of this process, without ``spared`` and their descendants."""
    children: dict[int, list[int]] = {}
    for pid, parent in _living():
        children.setdefault(parent, []).append(pid)
    found: set[int] = set()
    waiting = [os.getpid()]
    while waiting:
        new = {pid for pid in children.get(waiting.pop(), ()) if pid not in spared} - found
        found |= new
        waiting.extend(new)
    return found


def signal_all(number: signal.Signals, spared: Collection[int] = ()) -> None:
    """Send the signal to all ``descendants``; the kernel doesn't deliver it to other users'
    processes."""
    for pid in descendants(spared):
        with suppress(ProcessLookupError, PermissionError):
            os.kill(pid, number)


def end_all(patience_s: float, spared: Collection[int] = ()) -> int:
    """Kill ``descendants`` until there are none. Return the number left after ``patience_s``
    seconds, which belong to other users or wait for a disk that doesn't respond."""
    deadline = time.monotonic() + patience_s
    while True:
        signal_all(signal.SIGKILL, spared)
        reap_orphans(but=0)
        left = len(descendants(spared))
        if not left or time.monotonic() > deadline:
            return left
        time.sleep(_POLL_S)


def _living() -> list[tuple[int, int]]:
    """Every process that isn't a zombie, with its parent. Source: proc_pid_stat(5)."""
    found = []
    for entry in os.listdir("/proc"):  # noqa: PTH208 - ten times as fast
        if not entry.isdecimal():
            continue
        try:
            status = Path("/proc", entry, "stat").read_bytes()
        except OSError:
            continue  # it ended meanwhile
        state, parent = status.rpartition(b")")[2].split()[:2]
        if state not in (b"Z", b"X"):
            found.append((int(entry), int(parent)))
    return found
