"""Reads the tunables of virtual memory (kernel: admin-guide/sysctl/vm.rst)."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from storage_tuner.core.device import SettingOwner
from storage_tuner.core.message import sentence
from storage_tuner.core.tunable import BY_NAME, CATALOGUE, Scope
from storage_tuner.core.virtual_memory import VirtualMemory
from storage_tuner.probe.block.attributes import AttributeReader
from storage_tuner.probe.block.kernel_defaults import read_kernel
from storage_tuner.probe.block.settings import read_value
from storage_tuner.probe.block.tree import tree_root
from storage_tuner.probe.owners import machine_owners, permanent_in_machine
from storage_tuner_protocol.tunables import COUNTERPARTS, EITHER_OR

_MACHINE = tuple(tunable for tunable in CATALOGUE if tunable.scope is Scope.MACHINE)
_FULL_SWAPPINESS = (5, 8)


def read_virtual_memory(root: Path = Path("/")) -> VirtualMemory:
    """Read the machine's settings below ``root``. Never fails: ``missing`` has the reasons for
    unreadable values."""
    base = tree_root(root)
    reader = AttributeReader(f"{base}/proc/sys")
    settings = {
        tunable.name: value
        for tunable in _MACHINE
        if (value := read_value(reader, tunable, sentence("this kernel has no such setting")))
    }
    return VirtualMemory(
        settings=settings,
        limits={name: bounds for name, bounds in _limits(base) if name in settings},
        defaults={
            tunable.name: tunable.default
            for tunable in _MACHINE
            if tunable.name in settings and tunable.default is not None
        },
        owners=tuple(_with_counterparts(machine_owners(root))),
        permanent=permanent_in_machine(root),
        missing=reader.missing,
    )


def _limits(base: str) -> Iterator[tuple[str, tuple[int, int]]]:
    """The bounds by name. dirty_bytes is at least two pages (mm/page-writeback.c); the maximum of
    swappiness was 100 on older kernels."""
    if not base:
        smallest = 2 * os.sysconf("SC_PAGESIZE")
        for name, _ in EITHER_OR:
            yield name, (smallest, BY_NAME[name].maximum)
    kernel = read_kernel(base)
    if kernel is not None and kernel < _FULL_SWAPPINESS:
        yield "swappiness", (0, 100)


def _with_counterparts(owners: tuple[SettingOwner, ...]) -> Iterator[SettingOwner]:
    """The owners with those of the counterparts: setting the ratio sets the bytes to 0, and vice
    versa."""
    known = {(owner.tool, owner.tunable) for owner in owners}
    for owner in owners:
        yield owner
        other = COUNTERPARTS.get(owner.tunable)
        if other and owner.value != "0" and (owner.tool, other) not in known:
            yield SettingOwner(owner.tool, other, "0", f"{owner.place}, by {owner.tunable}")
