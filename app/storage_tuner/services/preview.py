"""What a tuning would measure, before anything is opened and anybody asked for a password."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from storage_tuner.core.device import Device, SchedulerState
from storage_tuner.core.plan import Plan, Target, Thoroughness, Use
from storage_tuner.core.siblings import disks_that_count
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
    return tuple(
        disk
        for disk in disks_that_count(device, known.values())
        if disk.scheduler is not None and len(disk.scheduler.available) > 1
    )
