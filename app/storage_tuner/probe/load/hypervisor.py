"""Detects whether the computer is a virtual one."""

from __future__ import annotations

from pathlib import Path

from storage_tuner.probe.block.attributes import read_table
from storage_tuner.probe.block.tree import tree_root


def is_virtual(root: Path = Path("/")) -> bool | None:
    """By the processor flag with which a hypervisor shows itself (CPUID leaf 1, ECX bit 31); None
    where no flags are told, as in a captured tree without them."""
    for line in read_table(f"{tree_root(root)}/proc/cpuinfo").splitlines():
        if line.startswith("flags"):
            return "hypervisor" in line.partition(":")[2].split()
    return None
