"""What a tuning would measure, before anything is opened and anybody asked for a password."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from storage_tuner.core.device import Device, SchedulerState
from storage_tuner.core.plan import Plan, Target, Thoroughness, Use
from storage_tuner.services.planning import plan_for
from storage_tuner.services.tuning import SAMPLE_BYTES


def preview_plan(
    target: Target,
    devices: Sequence[Device],
    use: Use,
    thoroughness: Thoroughness,
    root: Path = Path("/"),
) -> Plan:
    """The plan that ``TuningSession.plan`` would give, as far as can be known from outside."""
    known = {device.name: device for device in devices}
    device = known[target.device] if target.device else practice_stand_in(devices)
    tuned = tunable_devices(device, known)
    return plan_for(target, tuned, use, thoroughness, seed=0, root=root)


def practice_stand_in(devices: Sequence[Device]) -> Device:
    """The practice disk as it will be. Every device with a queue lists the same schedulers, those
    that the kernel has loaded, so another device tells them."""
    listed = [device.scheduler.available for device in devices if device.scheduler]
    available = max(listed, key=len, default=("none", "mq-deadline"))
    return Device(
        name="",
        path="",
        kind="loop",
        size_bytes=SAMPLE_BYTES,
        scheduler=SchedulerState("none", available),
    )


def tunable_devices(device: Device, known: Mapping[str, Device]) -> tuple[Device, ...]:
    """The devices whose scheduler counts for ``device``, from what is known already: itself, or
    the disks beneath it, at any depth, when it hands its requests on."""
    if device.scheduler is not None:
        return (device,) if len(device.scheduler.available) > 1 else ()
    found: dict[str, Device] = {}
    for disk in disks_beneath(device, known.values()):
        found.update({below.name: below for below in tunable_devices(disk, known)})
    return tuple(found.values())


def disks_beneath(device: Device, devices: Iterable[Device]) -> tuple[Device, ...]:
    """The whole disks directly below an array, also where a partition of them is the member."""
    return tuple(
        other
        for other in devices
        if other.name in device.members
        or any(partition.name in device.members for partition in other.partitions)
    )
