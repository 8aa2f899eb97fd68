"""The computer on which measurements run."""

from __future__ import annotations

import os
import platform
import re
import shlex
from pathlib import Path

from storage_tuner import __version__
from storage_tuner.core.measurement import Machine
from storage_tuner.probe.block.attributes import read_attribute, read_table
from storage_tuner.probe.block.tree import tree_root
from storage_tuner.probe.load.memory import read_memory

_PROCESSOR_NAMES = ("model name", "Model", "Hardware", "cpu model", "cpu")
"""Keys in /proc/cpuinfo with the CPU's name, which depend on the architecture."""


def read_machine(fio_version: str, root: Path = Path("/")) -> Machine:
    """Read facts about the computer; "" and 0 are unknown. ``fio_version`` is passed on."""
    base = tree_root(root)
    processors = read_table(f"{base}/proc/cpuinfo")
    return Machine(
        host=_host(base),
        kernel=_kernel(base),
        distribution=_distribution(base),
        processor=_processor(processors) or ("" if base else platform.machine()),
        processors=len(re.findall(r"^processor\s*:", processors, re.MULTILINE))
        or (0 if base else os.cpu_count() or 0),
        memory_bytes=read_memory(root).total_bytes,
        fio=fio_version,
        storage_tuner=__version__,
        virtual_machine=is_virtual(root),
    )


def is_virtual(root: Path = Path("/")) -> bool | None:
    """Return whether this is a virtual machine, by the CPU flag that hypervisors set (CPUID leaf 1,
    ECX bit 31); None where no flags are reported, as in a captured tree without them."""
    for line in read_table(f"{tree_root(root)}/proc/cpuinfo").splitlines():
        if line.startswith("flags"):
            return "hypervisor" in line.partition(":")[2].split()
    return None


def _host(base: str) -> str:
    reported = read_attribute(f"{base}/proc/sys/kernel/hostname").text
    return reported or read_attribute(f"{base}/etc/hostname").text or ""


def _kernel(base: str) -> str:
    """The kernel release, the third word of /proc/version: "Linux version 6.1.0-13-amd64 …"."""
    words = read_table(f"{base}/proc/version").split()
    return words[2] if len(words) > 2 else ""


def _distribution(base: str) -> str:
    """PRETTY_NAME in os-release(5), whose values are quoted as in a shell."""
    text = read_table(f"{base}/etc/os-release") or read_table(f"{base}/usr/lib/os-release")
    for line in text.splitlines():
        name, _, value = line.partition("=")
        if name == "PRETTY_NAME":
            return _unquoted(value)
    return ""


def _unquoted(value: str) -> str:
    try:
        return " ".join(shlex.split(value))
    except ValueError:
        return value.strip("\"' ")


def _processor(text: str) -> str:
    for name in _PROCESSOR_NAMES:
        found = re.search(rf"^{name}\s*:\s*(\S.*)$", text, re.MULTILINE)
        if found:
            return " ".join(found[1].split())
    return ""
