"""The I/O schedulers that a device can use: those listed, and those that the kernel would load."""

from __future__ import annotations

import platform
from pathlib import Path

from storage_tuner.core.device import Device
from storage_tuner.core.tunable import SCHEDULERS
from storage_tuner.probe.block.kernel_defaults import read_kernel
from storage_tuner.probe.block.tree import tree_root
from storage_tuner.probe.block.zones import needs_mq_deadline
from storage_tuner_protocol.tunables import is_scheduler_name

_MODULES = {
    "mq-deadline": "mq-deadline.ko",
    "kyber": "kyber-iosched.ko",
    "bfq": "bfq.ko",
}


def offered_schedulers(device: Device | None, root: Path = Path("/")) -> tuple[str, ...]:
    """The schedulers to compare on ``device``: the kernel's own in the catalogue's order, then
    others that the device lists, such as adios, in its order; empty when it has none.

    bfq and kyber aren't listed until their modules are loaded, but writing the name loads them.
    """
    if device is None or device.scheduler is None or len(device.scheduler.available) < 2:
        return ()
    if device.zones and needs_mq_deadline(device.zones, read_kernel(tree_root(root))):
        return ()
    listed = device.scheduler.available
    possible = {*listed, *_loadable(root)}
    others = (name for name in listed if name not in SCHEDULERS and is_scheduler_name(name))
    return (*(name for name in SCHEDULERS if name in possible), *others)


def _loadable(root: Path) -> frozenset[str]:
    table = root / "lib/modules" / platform.release() / "modules.dep"
    try:
        text = table.read_text("utf-8", "replace")
    except OSError:
        return frozenset()
    files = {line.partition(":")[0].rpartition("/")[2] for line in text.splitlines()}
    return frozenset(
        name for name, module in _MODULES.items() if any(file.startswith(module) for file in files)
    )
