"""Block devices whose right answer is known: a loop device over a file with a slow server behind.

All of it is real, schedulers and queue included; only the service time is chosen. While more
threads wait than requests fit into the queue, the throughput is nr_requests ÷ service time: 5 are
25 % faster than 4, and 9 than 8 12.5 %. With fewer threads than requests the queue makes no
difference. libfuse serves ten requests at once, so that more than ten are no faster.
"""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.loop_device import LoopDevice, attached_file
from tests.slow_server import SlowServer, WriteCache, slow_server, wait_for

SERVICE_MS = 20
MOST_AT_ONCE = 10
_CONNECTIONS = 16


@dataclass(frozen=True)
class KnownDisk:
    """``server`` is what answers its requests, lets them fail and lets them hang."""

    device: LoopDevice
    server: SlowServer


@contextmanager
def known_disk(
    milliseconds: int = SERVICE_MS, cache: WriteCache | None = None
) -> Iterator[KnownDisk]:
    """A loop device each request of which takes so long, and whose writes become slow once
    ``cache`` is full. Needs root."""
    with (
        slow_server(milliseconds, cache=cache) as server,
        _as_file(server) as file,
        attached_file(file) as device,
    ):
        yield KnownDisk(device, server)


@contextmanager
def _as_file(server: SlowServer) -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder).resolve() / "disk"
        process = subprocess.Popen(
            ["nbdfuse", "-C", str(_CONNECTIONS), str(file), "--unix", str(server.socket)],
            stderr=subprocess.DEVNULL,  # a line for each request that fails
        )
        try:
            wait_for(file, process)
            yield file
        finally:
            subprocess.run(["fusermount3", "-u", folder], check=process.poll() is None)
            process.kill()  # it would stay as long as anybody's mount namespace has a copy
            process.wait()
