"""The memory available to programs."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from storage_tuner.core.condition import Condition, ConditionKind, warning
from storage_tuner.core.message import sentence
from storage_tuner.probe.block.attributes import read_table
from storage_tuner.probe.block.tree import tree_root

_SHORT_SHARE = 0.05
"""Share below which the kernel begins to write out and drop data that it will need again."""


@dataclass(frozen=True)
class Memory:
    """Sizes in bytes; 0 when unknown."""

    total_bytes: int = 0
    available_bytes: int = 0


def read_memory(root: Path = Path("/")) -> Memory:
    """Read the sizes from /proc/meminfo (proc_meminfo(5))."""
    text = read_table(f"{tree_root(root)}/proc/meminfo")
    return Memory(_bytes(text, "MemTotal"), _bytes(text, "MemAvailable"))


def _bytes(text: str, name: str) -> int:
    found = re.search(rf"^{name}:\s*(\d{{1,15}}) kB$", text, re.MULTILINE)
    return int(found[1]) * 1024 if found else 0


def memory_conditions(memory: Memory) -> tuple[Condition, ...]:
    """The condition that memory is short; pure."""
    if not memory.available_bytes or memory.available_bytes >= _SHORT_SHARE * memory.total_bytes:
        return ()
    return (
        warning(
            ConditionKind.MEMORY,
            sentence(
                "Only {available_bytes:,.0f} MB of memory are available: the computer may "
                "have to swap during the measurement.",
                available_bytes=memory.available_bytes / 1000000.0,
            ),
            sentence("Close programs that use much memory."),
        ),
    )
