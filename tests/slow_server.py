"""A disk as slow as one with heads, to be had through a socket: nbdkit answers each request after a
fixed time, as many at once as are sent. With a write cache, it slows down once that is full."""

from __future__ import annotations

import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

_PATIENCE_S = 30


@dataclass(frozen=True)
class SlowServer:
    """``errors``: while this file is there, every request fails."""

    socket: Path
    errors: Path
    _process: subprocess.Popen[bytes] = field(repr=False)

    @property
    def is_running(self) -> bool:
        return self._process.poll() is None

    @contextmanager
    def hanging(self) -> Iterator[None]:
        """No request ends in the meantime; then all go on."""
        self._process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self._process.send_signal(signal.SIGCONT)


@dataclass(frozen=True)
class WriteCache:
    """A cache that is empty at first and is emptied at ``bytes_per_s`` all the time; once it's
    full, writes are no faster than that. nbdkit's rate filter is such a bucket."""

    size_bytes: int
    bytes_per_s: int

    def full_after(self, fast_bytes_per_s: float) -> float:
        """The bytes written until it's full, at this throughput."""
        return self.size_bytes / (1 - self.bytes_per_s / fast_bytes_per_s)

    @property
    def options(self) -> tuple[str, ...]:
        seconds = self.size_bytes / self.bytes_per_s
        return f"rate={8 * self.bytes_per_s}", f"burstiness={seconds:g}"


@contextmanager
def slow_server(
    milliseconds: int, size: str = "1G", cache: WriteCache | None = None
) -> Iterator[SlowServer]:
    """Its content is zeros, which take no memory."""
    with tempfile.TemporaryDirectory() as folder:
        socket, errors = Path(folder) / "socket", Path(folder) / "errors"
        process = subprocess.Popen(
            [
                *("nbdkit", "--foreground", "--exit-with-parent", "--unix", str(socket)),
                *("--threads", "64", "--filter=error", "--filter=delay"),
                *(("--filter=rate", "memory") if cache else ("memory",)),
                *(size, f"rdelay={milliseconds}ms", f"wdelay={milliseconds}ms"),
                *("error=EIO", "error-rate=100%", f"error-file={errors}"),
                *(cache.options if cache else ()),
            ],
            stderr=subprocess.DEVNULL,
        )
        try:
            wait_for(socket, process)
            yield SlowServer(socket, errors, process)
        finally:
            process.kill()  # asked to, it would wait for its clients to go first
            process.wait()


def wait_for(path: Path, process: subprocess.Popen[bytes]) -> None:
    """Until ``process`` has made ``path``."""
    deadline = time.monotonic() + _PATIENCE_S
    while not path.exists():
        if process.poll() is not None or time.monotonic() > deadline:
            raise RuntimeError(f"{process.args!r} doesn't start")
        time.sleep(0.02)
