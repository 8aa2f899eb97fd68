"""A real loop device."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.loop_device import SCRATCH, attached_loop


@pytest.fixture
def loop_device() -> Iterator[tuple[str, Path]]:
    """A loop device of our own: its kernel name and its file."""
    if os.geteuid() != 0 or not Path("/dev/loop-control").exists():
        pytest.skip("needs root and loop devices")
    with attached_loop(SCRATCH) as device:
        yield device.name, device.file
