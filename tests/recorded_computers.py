"""Computers as they were recorded: their sysfs, and what other programs told of them."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

from tests.turns import turn

_ARCHIVES = Path(__file__).parent / "data" / "sysfs"

Recorded = Callable[[str], Path]
"""Gives a recorded computer by its name."""

RECORDED = (
    "6.1-01-plain",
    "6.1-02-md-mounted",
    "6.1-03-tuned",
    "6.12-01-plain",
    "6.12-04-degraded-and-check",
)


def recorded_computer(name: str, folder: Path) -> Path:
    """The computer ``name`` in a folder of its own in ``folder``. Its thousands of files are
    unpacked once for all who come, so nobody may change them."""
    computer = folder / name
    with turn("recorded computers", alone=True):
        if not computer.exists():
            unfinished = folder / f"{name}.unfinished"
            unfinished.mkdir()
            archive = _ARCHIVES / f"{name}.tar.gz"
            subprocess.run(
                ["tar", "--extract", "--gzip", "--file", archive], cwd=unfinished, check=True
            )
            unfinished.rename(computer)
    return computer
