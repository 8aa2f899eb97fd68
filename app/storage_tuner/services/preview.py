"""What a tuning would measure, before anything is opened and anybody asked for a password."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from storage_tuner.bench.thread_counts import refusal
from storage_tuner.core.device import Device
from storage_tuner.core.plan import Plan, Protocol, Target, Thoroughness, Use, Variant
from storage_tuner.core.siblings import tunable_devices
from storage_tuner.core.workload import Workload
from storage_tuner.services.checking import bounds_of
from storage_tuner.services.planning import plan_for
from storage_tuner.services.practice_disk import practice_stand_in
from storage_tuner.services.tuning import SAMPLE_BYTES


def preview_plan(
    target: Target,
    devices: Sequence[Device],
    use: Use,
    thoroughness: Thoroughness,
    workloads: tuple[Workload, ...] = (),
    root: Path = Path("/"),
    *,
    schedulers: tuple[str, ...] = (),
    variants: tuple[Variant, ...] = (),
    protocol: Protocol = Protocol.ADAPTIVE,
    overwriting: bool = False,
) -> Plan:
    """The plan that ``TuningSession.plan`` would give, as far as can be known from outside.

    Raises ``InvalidInput`` for a workload or scheduler that the target doesn't allow.
    """
    return plan_for(
        target,
        tuned_by(target, devices),
        use,
        thoroughness,
        seed=0,
        workloads=workloads,
        schedulers=schedulers,
        variants=variants,
        protocol=protocol,
        overwriting=overwriting,
        root=root,
    )


def tuned_by(target: Target, devices: Sequence[Device]) -> tuple[Device, ...]:
    """The devices that get the settings; of a practice disk what it will be like."""
    known = {device.name: device for device in devices}
    device = known[target.device] if target.device else practice_stand_in(devices, SAMPLE_BYTES)
    return tunable_devices(device, known)


def refusal_of(plan: Plan, devices: Sequence[Device], root: Path = Path("/")) -> str:
    """Why a load of ``plan`` can't be made on its target, as a sentence; empty when all can."""
    known = {device.name: device for device in devices}
    bounds = bounds_of(plan.target, known.get(plan.target.device or ""), SAMPLE_BYTES, root)
    return next((reason for cell in plan.cells if (reason := refusal(cell, bounds))), "")
