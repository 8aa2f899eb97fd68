"""Turns at what all tests of this machine share, also those of other workers."""

from __future__ import annotations

import fcntl
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

WHOLE_MACHINE = "machine"
"""Every test that uses the machine has a turn at it, ``alone`` only what is marked so."""

MEMORY = "memory"
"""``/proc/sys/vm``: alone whoever sets it, with others whoever finds it unchanged."""

_FOLDER = Path(tempfile.gettempdir())


@contextmanager
def turn(name: str, *, alone: bool = False) -> Iterator[None]:
    """Wait for a turn at ``name`` and hold it, beside others or ``alone``.

    A turn is a lock on a file. Who waits for one stands in the gate, so that nobody who comes later
    gets ahead: else an exclusive lock had to wait until all others are between two tests at once.
    """
    with _file(f"{name}-gate").open("w") as gate, _file(name).open("w") as file:
        fcntl.flock(gate, fcntl.LOCK_EX)
        fcntl.flock(file, fcntl.LOCK_EX if alone else fcntl.LOCK_SH)
        fcntl.flock(gate, fcntl.LOCK_UN)
        try:
            yield
        finally:
            fcntl.flock(file, fcntl.LOCK_UN)  # a child that was only forked may have it open still


def _file(name: str) -> Path:
    return _FOLDER / f"storage-tuner-tests-{os.getuid()}-{name}"
