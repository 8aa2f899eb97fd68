"""Block devices whose right answer is known: a loop device over a file with a slow server behind.

All of it is real, schedulers and queue included; only the service time is chosen. While more
threads wait than requests fit into the queue, the throughput is nr_requests ÷ service time: 5 are
25 % faster than 4, and 9 than 8 12.5 %. With fewer threads than requests the queue makes no
difference. libfuse serves ten requests at once, so that more than ten are no faster.
"""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.loop_device import LoopDevice, attached_file
from tests.slow_server import (
    SlowServer,
    WriteCache,
    drowsy_server,
    seeking_server,
    slow_server,
    wait_for,
)

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


def drowsy_disk(drowsy: str, milliseconds: int) -> AbstractContextManager[KnownDisk]:
    """A loop device that takes so long to wake up after a rest, while ``drowsy`` is in its
    ``queue/nomerges``; otherwise a rest makes no difference. Needs root."""
    return _switched_disk(
        lambda folder, switch: drowsy_server(folder, switch, drowsy, milliseconds)
    )


def seeking_disk(slow: str, milliseconds: int) -> AbstractContextManager[KnownDisk]:
    """A loop device with one head that takes so long to cross it, and twice as long while ``slow``
    is in its ``queue/nomerges``. Needs root."""
    return _switched_disk(lambda folder, switch: seeking_server(folder, switch, slow, milliseconds))


@contextmanager
def _switched_disk(
    serve: Callable[[Path, Path], AbstractContextManager[SlowServer]],
) -> Iterator[KnownDisk]:
    """A loop device over the server that ``serve`` starts, given a folder to use and a file that
    has the text of the device's ``queue/nomerges``."""
    with tempfile.TemporaryDirectory() as folder:
        switch = Path(folder) / "switch"
        switch.write_text("")
        with (
            serve(Path(folder), switch) as server,
            _as_file(server) as file,
            attached_file(file) as device,
        ):
            switch.unlink()
            switch.symlink_to(f"/sys/block/{device.name}/queue/nomerges")
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
