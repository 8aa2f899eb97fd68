"""A thing with tunables: a block device, or the machine's virtual memory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from storage_tuner.core.device import Device, SettingOwner
from storage_tuner.core.memory_risk import members_of
from storage_tuner.core.message import Text
from storage_tuner.core.tunable import Tunable
from storage_tuner.core.virtual_memory import VirtualMemory


@dataclass(frozen=True)
class Tuned:
    """What has tunables: a device, or the machine's virtual memory. ``name`` is what a person
    gives for it, ``available`` the schedulers that it lists, ``locked`` why some of ``settings``
    can't be set now, ``members`` how many disks it has as an array."""

    name: str
    settings: Mapping[str, str]
    defaults: Mapping[str, str]
    limits: Mapping[str, tuple[int, int]]
    owners: tuple[SettingOwner, ...]
    missing: Mapping[str, Text]
    available: tuple[str, ...] = ()
    locked: Mapping[str, Text] = field(default_factory=dict)
    members: int | None = None

    def choices(self, tunable: Tunable) -> tuple[str, ...]:
        """What may be chosen here: the kernel lists the schedulers that are loaded."""
        if tunable.name == "scheduler" and self.available:
            return self.available
        return tunable.choices

    def bounds(self, tunable: Tunable) -> tuple[int | None, int | None]:
        """The smallest and the largest number here; None for what takes words only."""
        return self.limits.get(tunable.name, tunable.bounds)

    def default(self, tunable: Tunable) -> str | None:
        """Of what is there what is known of it, and otherwise the catalogue's."""
        if tunable.name in self.settings:
            return self.defaults.get(tunable.name)
        return tunable.default

    def owners_of(self, tunable: Tunable) -> tuple[SettingOwner, ...]:
        return tuple(owner for owner in self.owners if owner.tunable == tunable.name)


def tuned_device(device: Device) -> Tuned:
    return Tuned(
        device.name,
        device.settings,
        device.defaults,
        _limits(device),
        device.owners,
        device.missing,
        device.scheduler.available if device.scheduler else (),
        device.locked,
        members_of(device),
    )


def tuned_memory(name: str, memory: VirtualMemory) -> Tuned:
    return Tuned(
        name, memory.settings, memory.defaults, memory.limits, memory.owners, memory.missing
    )


def _limits(device: Device) -> Mapping[str, tuple[int, int]]:
    """The device's, and of the queue depth at least what the drive tells."""
    depth = device.queue_depth
    if depth is None or depth.maximum is None or "queue_depth" in device.limits:
        return device.limits
    return {**device.limits, "queue_depth": (1, depth.maximum)}
