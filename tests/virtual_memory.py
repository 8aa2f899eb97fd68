"""The machine's virtual memory for tests: its real settings, which are as before at the end."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.turns import MEMORY, turn

_NAMES = (
    "dirty_ratio",
    "dirty_bytes",
    "dirty_background_ratio",
    "dirty_background_bytes",
    "dirty_expire_centisecs",
    "dirty_writeback_centisecs",
    "swappiness",
)


@dataclass(frozen=True)
class VirtualMemory:
    """The files of ``/proc/sys/vm``."""

    name: str = "vm"

    def read(self, name: str) -> str:
        return (Path("/proc/sys/vm") / name).read_text(encoding="ascii").strip()

    def write(self, name: str, value: str) -> None:
        (Path("/proc/sys/vm") / name).write_text(value, encoding="ascii")

    def settings(self) -> dict[str, str]:
        return {name: self.read(name) for name in _NAMES}


@pytest.fixture
def virtual_memory() -> Iterator[VirtualMemory]:
    """Nobody else's test sets it meanwhile; it begins with a ratio, as on a new system, also where
    the machine has a size. Needs root."""
    with turn(MEMORY, alone=True), _as_before(VirtualMemory()) as memory:
        if memory.read("dirty_ratio") == "0":
            memory.write("dirty_ratio", "20")
        yield memory


@pytest.fixture
def steady_memory() -> Iterator[None]:
    """Nobody's test sets the virtual memory, so that the test can find it unchanged."""
    with turn(MEMORY):
        yield


@contextmanager
def _as_before(memory: VirtualMemory) -> Iterator[VirtualMemory]:
    """Of a size and its ratio, writing the one that isn't 0 sets the other to 0."""
    before = memory.settings()
    try:
        yield memory
    finally:
        for name, value in before.items():
            if memory.read(name) != value != "0":
                memory.write(name, value)
        assert memory.settings() == before
