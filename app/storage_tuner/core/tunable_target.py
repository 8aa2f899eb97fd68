"""A block device, or the machine's virtual memory, with its tunables."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

from storage_tuner.core.device import Device, SettingOwner
from storage_tuner.core.memory_risk import members_of
from storage_tuner.core.message import Text
from storage_tuner.core.tunable import OF_DEVICES, UNDESCRIBED, Tunable, find
from storage_tuner.core.virtual_memory import VirtualMemory


@dataclass(frozen=True)
class Tuned:
    """A device, or the machine's virtual memory, with its tunables. ``name`` is its name on the
    command line, ``available`` the schedulers that it lists, ``locked`` the reasons why some of
    ``settings`` can't be set now, ``members`` the number of disks if it's an array, ``permanent``
    the values that Storage Tuner made permanent, ``newer`` the tunables that it has in another form
    than under earlier kernels."""

    name: str
    settings: Mapping[str, str]
    defaults: Mapping[str, str]
    limits: Mapping[str, tuple[int, int]]
    owners: tuple[SettingOwner, ...]
    missing: Mapping[str, Text]
    available: tuple[str, ...] = ()
    locked: Mapping[str, Text] = field(default_factory=dict)
    members: int | None = None
    permanent: Mapping[str, str] = field(default_factory=dict)
    newer: tuple[str, ...] = ()

    def form(self, tunable: Tunable) -> Tunable:
        """The form that the tunable has on this device."""
        return form_of(tunable, self.newer)

    def choices(self, tunable: Tunable) -> tuple[str, ...]:
        """The values available here: of schedulers, those that the kernel lists as loaded."""
        if tunable.name == "scheduler" and self.available:
            return self.available
        return tunable.choices

    def bounds(self, tunable: Tunable) -> tuple[int | None, int | None]:
        """The smallest and the largest number here; None for a tunable with words only."""
        return self.limits.get(tunable.name, tunable.bounds)

    def default(self, tunable: Tunable) -> str | None:
        """The default on this device if the tunable exists here, else the catalogue's."""
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
        device.permanent,
        device.newer,
    )


def device_tunables(device: Device) -> tuple[Tunable, ...]:
    """Every tunable that a device can have, in the catalogue's order and in this one's form; then
    those that its scheduler has without a description, also if they can't be set."""
    return (
        *(form_of(one, device.newer) for one in OF_DEVICES),
        *_undescribed(device),
    )


def form_of(tunable: Tunable, newer: Collection[str]) -> Tunable:
    """The form of the tunable on a device with ``newer`` tunables, as in ``Device``."""
    return tunable if tunable.name in newer else tunable.earlier_form


def _undescribed(device: Device) -> Iterator[Tunable]:
    for name in sorted({*device.settings, *device.missing}):
        if name.startswith(UNDESCRIBED) and (tunable := find(name)):
            yield tunable


def tuned_memory(name: str, memory: VirtualMemory) -> Tuned:
    return Tuned(
        name,
        memory.settings,
        memory.defaults,
        memory.limits,
        memory.owners,
        memory.missing,
        permanent=memory.permanent,
    )


def _limits(device: Device) -> Mapping[str, tuple[int, int]]:
    """The device's limits; for the queue depth, the drive's maximum unless the device has one."""
    depth = device.queue_depth
    if depth is None or depth.maximum is None or "queue_depth" in device.limits:
        return device.limits
    return {**device.limits, "queue_depth": (1, depth.maximum)}
