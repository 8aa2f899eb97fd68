"""Storage layers: which device is stacked on which, in both directions, at any depth; pure.

A damaged capture may contain cycles, so every walk visits a device only once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from storage_tuner.core.device import Device


@dataclass(frozen=True)
class Branch:
    """A device with all its underlying devices, or with all devices stacked on it. ``name`` is the
    kernel name of a whole device."""

    name: str
    branches: tuple[Branch, ...] = ()


class Topology:
    """The storage layers. ``below`` and ``above`` map each whole device to those directly
    underlying it and directly stacked on it.

    A member partition is represented by its disk.
    """

    def __init__(self, devices: Iterable[Device]) -> None:
        known = tuple(devices)
        self.partitions = frozenset(part.name for device in known for part in device.partitions)
        self._disk_of = {device.name: device.name for device in known}
        for device in known:
            for partition in device.partitions:
                self._disk_of.setdefault(partition.name, device.name)
        self.below: Mapping[str, tuple[str, ...]] = {
            device.name: self._disks(device.members, device.name) for device in known
        }
        above: dict[str, list[str]] = {device.name: [] for device in known}
        for device in known:
            for member in self.below[device.name]:
                if device.name not in above[member]:
                    above[member].append(device.name)
            for holder in self._disks(device.holders, device.name):
                if holder not in above[device.name]:
                    above[device.name].append(holder)
        self.above: Mapping[str, tuple[str, ...]] = {
            name: tuple(sorted(holders, key=natural)) for name, holders in above.items()
        }

    def underlying(self, name: str) -> tuple[Branch, ...]:
        """The devices underlying ``name``; a device visited before appears without branches."""
        return _walk(name, self.below, {name})

    def stacked(self, name: str) -> tuple[Branch, ...]:
        """The devices stacked on ``name``; a device visited before appears without branches."""
        return _walk(name, self.above, {name})

    def _disks(self, names: tuple[str, ...], own: str) -> tuple[str, ...]:
        if not names:
            return ()
        found = (self._disk_of.get(name) for name in names)
        return tuple(dict.fromkeys(disk for disk in found if disk is not None and disk != own))


def _walk(name: str, edges: Mapping[str, tuple[str, ...]], seen: set[str]) -> tuple[Branch, ...]:
    found = []
    for other in edges.get(name, ()):
        known = other in seen
        seen.add(other)
        found.append(Branch(other, () if known else _walk(other, edges, seen)))
    return tuple(found)


def flat(branches: Iterable[Branch]) -> tuple[str, ...]:
    """The names in the branches, each once, nearest first."""
    found: dict[str, None] = {}
    level = list(branches)
    while level:
        found.update(dict.fromkeys(branch.name for branch in level))
        level = [below for branch in level for below in branch.branches]
    return tuple(found)


@lru_cache(maxsize=1 << 14)
def natural(name: str) -> tuple[object, ...]:
    """The sort key for kernel names in natural order: sda, sdb, sdaa; md2, md10."""
    prefix, *rest = re.split(r"(\d+)", name)
    numbers = [int(part) if part.isdecimal() else part for part in rest]
    return (prefix[:2], len(prefix), prefix, *numbers)
