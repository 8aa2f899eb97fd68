"""A disk as slow as one with heads, to be had through a socket: nbdkit answers each request after a
fixed time, as many at once as are sent. With a write cache, it slows down once that is full."""

from __future__ import annotations

import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
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


def slow_server(
    milliseconds: int, size: str = "1G", cache: WriteCache | None = None
) -> AbstractContextManager[SlowServer]:
    """Its content is zeros, which take no memory."""
    delays = (f"rdelay={milliseconds}ms", f"wdelay={milliseconds}ms")
    filters = ("--filter=delay", *(("--filter=rate",) if cache else ()))
    return _server(*filters, "memory", size, *delays, *(cache.options if cache else ()))


REST_MS = 200
_DROWSY_READ = f"""
now=$(date +%s%N)
last=$(cat {{folder}}/last 2>/dev/null || echo 0)
echo "$now" > {{folder}}/last
if [ $((now - last)) -gt {REST_MS}000000 ] && [ "$(cat {{switch}})" = "{{drowsy}}" ]; then
    sleep {{seconds}}
fi
head -c "$3" /dev/zero
"""


def drowsy_server(
    folder: Path, switch: Path, drowsy: str, milliseconds: int
) -> AbstractContextManager[SlowServer]:
    """A server that needs so long to wake up after a rest of ``REST_MS``, while the file ``switch``
    has the text ``drowsy``. ``folder`` is its memory. It takes a few ms for any request."""
    seconds = milliseconds / 1000
    read = _DROWSY_READ.format(folder=folder, switch=switch, drowsy=drowsy, seconds=seconds)
    return _server("eval", "get_size=echo 256M", f"pread={read}")


_SEEKING_BYTES = 256 << 20
_SEEKING_READ = f"""
read -r head < {{folder}}/head
read -r mode < {{switch}}
echo $(($4 + $3)) > {{folder}}/head
distance=$(($4 - head))
microseconds=$((${{{{distance#-}}}} * {{microseconds}} / {_SEEKING_BYTES}))
if [ "$mode" = "{{slow}}" ]; then microseconds=$((2 * microseconds)); fi
sleep "$(printf '%d.%06d' $((microseconds / 1000000)) $((microseconds % 1000000)))"
head -c "$3" /dev/zero
"""


def seeking_server(
    folder: Path, switch: Path, slow: str, milliseconds: int
) -> AbstractContextManager[SlowServer]:
    """A server with one head, which takes so long from one end to the other and as much less as
    the way is shorter; twice as long while the file ``switch`` has the text ``slow``. ``folder`` is
    its memory. It takes a few ms for any request, and serves one at a time."""
    (folder / "head").write_text("0\n")
    read = _SEEKING_READ.format(
        folder=folder, switch=switch, slow=slow, microseconds=1000 * milliseconds
    )
    alone = ("--filter=noparallel", "eval", "serialize=requests")
    return _server(*alone, f"get_size=echo {_SEEKING_BYTES}", f"pread={read}")


@contextmanager
def _server(*plugin: str) -> Iterator[SlowServer]:
    with tempfile.TemporaryDirectory() as folder:
        socket, errors = Path(folder) / "socket", Path(folder) / "errors"
        process = subprocess.Popen(
            [
                *("nbdkit", "--foreground", "--exit-with-parent", "--unix", str(socket)),
                *("--threads", "64", "--filter=error", *plugin),
                *("error=EIO", "error-rate=100%", f"error-file={errors}"),
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
