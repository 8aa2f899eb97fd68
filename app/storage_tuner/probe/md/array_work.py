"""Arrays that are reading or writing their members in the background: resync, recovery, check,
reshape."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from storage_tuner.core.device import Device
from storage_tuner.core.topology import Topology, flat
from storage_tuner.probe.block.attributes import read_attribute
from storage_tuner.probe.block.tree import tree_root
from storage_tuner.probe.md.arrays import BUSY_ACTIONS


def arrays_on(device: Device, devices: Iterable[Device]) -> tuple[str, ...]:
    """The arrays above the device, or the device itself if it's one: their work affects it."""
    known = {one.name: one for one in devices}
    names = (device.name, *flat(Topology(known.values()).stacked(device.name)))
    return tuple(name for name in names if name in known and known[name].md)


def busy_arrays(names: Iterable[str], root: Path = Path("/")) -> dict[str, str]:
    """The arrays that are reading or writing their members in the background now: name → action."""
    base = tree_root(root)
    actions = {name: read_attribute(f"{base}/sys/block/{name}/md/sync_action") for name in names}
    return {name: action.text for name, action in actions.items() if action.text in BUSY_ACTIONS}
