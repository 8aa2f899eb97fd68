"""A slow disk of a guest's."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.slow_server import slow_server
from tests.vm.disks import SIZE, Backend, over_network


@dataclass(frozen=True)
class SlowDisk:
    """``errors``: while this file is there, every request fails."""

    backend: Backend
    errors: Path


@contextmanager
def slow_disk(milliseconds: int) -> Iterator[SlowDisk]:
    """A backend whose requests take so long each, as many at once as are sent."""
    with slow_server(milliseconds, SIZE) as server:
        yield SlowDisk(over_network(server.socket), server.errors)
