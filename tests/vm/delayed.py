"""A disk as slow as one with heads: nbdkit answers each request of it after a fixed time."""

from __future__ import annotations

import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.vm.disks import SIZE, Backend, over_network


@dataclass(frozen=True)
class SlowDisk:
    """``errors``: while this file is there, every request fails."""

    backend: Backend
    errors: Path


@contextmanager
def slow_disk(milliseconds: int) -> Iterator[SlowDisk]:
    """A backend whose requests take so long each, as many at once as are sent."""
    with tempfile.TemporaryDirectory() as folder:
        socket, errors = Path(folder) / "socket", Path(folder) / "errors"
        process = subprocess.Popen(
            [
                *("nbdkit", "--foreground", "--exit-with-parent", "--unix", str(socket)),
                *("--threads", "64", "--filter=error", "--filter=delay", "memory", SIZE),
                *(f"rdelay={milliseconds}ms", f"wdelay={milliseconds}ms"),
                *("error=EIO", "error-rate=100%", f"error-file={errors}"),
            ],
            stderr=subprocess.DEVNULL,
        )
        try:
            deadline = time.monotonic() + 30
            while not socket.exists():
                if process.poll() is not None or time.monotonic() > deadline:
                    raise RuntimeError("nbdkit doesn't start")
                time.sleep(0.02)
            yield SlowDisk(over_network(socket), errors)
        finally:
            process.kill()  # asked to, it would wait for the guest to go first
            process.wait()
