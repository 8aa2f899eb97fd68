"""What may spoil a measurement on a device, said in sentences."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from storage_tuner.core.device import Device
from storage_tuner.probe.arrays import BUSY_ACTIONS
from storage_tuner.probe.attributes import read_attribute, read_table
from storage_tuner.probe.tree import tree_root

_SELF_GOVERNING = ("intel_pstate", "amd-pstate-epp")
"""Drivers under which the processor itself chooses: there "powersave" is the normal governor.

Source: kernel, admin-guide/pm/intel_pstate.rst and amd-pstate.rst, active mode.
"""


@dataclass(frozen=True)
class Facts:
    """What is read beside the device. None and empty stand for not known.

    ``syncing`` maps arrays that stand on the device (or are it) to their sync action;
    ``slow_processors`` counts those held at a low frequency by their governor.
    """

    virtual_machine: bool = False
    slow_processors: int = 0
    loop_direct: bool | None = None
    syncing: dict[str, str] = field(default_factory=dict)


def read_facts(device: Device, devices: Iterable[Device], root: Path = Path("/")) -> Facts:
    """Read what ``caveats`` wants to know of ``device``; never fails."""
    base = tree_root(root)
    direct = read_attribute(f"{base}/sys/block/{device.name}/loop/dio").text
    return Facts(
        virtual_machine=_is_virtual(base),
        slow_processors=_slow_processors(base),
        loop_direct=None if device.kind != "loop" or direct is None else direct == "1",
        syncing=_syncing(device, {one.name: one for one in devices}),
    )


def caveats(device: Device, facts: Facts) -> tuple[str, ...]:
    """Sentences for persons about what may spoil a result on ``device``; pure."""
    found = [
        f"{name} is busy with a {action}: wait for its end, or every number is too low."
        for name, action in facts.syncing.items()
    ]
    if device.md and device.md.degraded:
        found.append(f"{device.name} is degraded: it works with {device.md.degraded} disk missing.")
    if facts.loop_direct is False:
        found.append(f"{device.name} goes through the page cache: its numbers are those of memory.")
    if device.transport == "virtio":
        found.append(f"{device.name} is a virtual disk: the host's cache may answer in its place.")
    elif facts.virtual_machine:
        found.append("This is a virtual machine: its host's other work disturbs the measurement.")
    if facts.slow_processors:
        found.append(
            f"{facts.slow_processors} processors are kept slow by the governor 'powersave'."
        )
    if device.in_use:
        used = ", ".join(device.in_use)
        found.append(f"{device.name} is in use ({used}): other programs' work disturbs.")
    return tuple(found)


def _is_virtual(base: str) -> bool:
    """The processor flag by which a hypervisor shows itself (CPUID leaf 1, ECX bit 31)."""
    flags = (
        line.partition(":")[2].split()
        for line in read_table(f"{base}/proc/cpuinfo").splitlines()
        if line.startswith("flags")
    )
    return "hypervisor" in next(flags, [])


def _slow_processors(base: str) -> int:
    try:
        policies = list(Path(f"{base}/sys/devices/system/cpu").glob("cpu[0-9]*/cpufreq"))
    except OSError:
        return 0
    return sum(
        read_attribute(f"{policy}/scaling_governor").text == "powersave"
        and read_attribute(f"{policy}/scaling_driver").text not in _SELF_GOVERNING
        for policy in policies
    )


def arrays_on(device: Device, devices: Iterable[Device]) -> tuple[str, ...]:
    """The arrays that stand on the device, or are it: their work is its work."""
    known = {one.name: one for one in devices}
    found: list[str] = []
    waiting, seen = [device.name], {device.name}
    while waiting:
        current = known.get(waiting.pop())
        if current is None:
            continue
        if current.md:
            found.append(current.name)
        new = [holder for holder in current.holders if holder not in seen]
        seen.update(new)
        waiting.extend(new)
    return tuple(found)


def busy_arrays(names: Iterable[str], root: Path = Path("/")) -> dict[str, str]:
    """Those of the arrays that read or write their members by themselves now: name → action."""
    base = tree_root(root)
    actions = {name: read_attribute(f"{base}/sys/block/{name}/md/sync_action") for name in names}
    return {name: action.text for name, action in actions.items() if action.text in BUSY_ACTIONS}


def _syncing(device: Device, devices: dict[str, Device]) -> dict[str, str]:
    """The arrays at or above the device that read or write their members now."""
    arrays = ((name, devices[name].md) for name in arrays_on(device, devices.values()))
    return {name: md.sync_action for name, md in arrays if md and md.sync_action in BUSY_ACTIONS}
