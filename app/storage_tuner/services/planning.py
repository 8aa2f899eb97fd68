"""From a target and the devices whose settings count to a plan, before and after opening."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from storage_tuner.bench.pace import medium_pace
from storage_tuner.bench.planning import make_plan
from storage_tuner.core.device import Device
from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.plan import Operation, Plan, Protocol, Target, TargetKind, Thoroughness, Use
from storage_tuner.probe.schedulers import offered_schedulers


def plan_for(
    target: Target,
    tuned: Sequence[Device],
    use: Use,
    thoroughness: Thoroughness,
    *,
    seed: int,
    operations: tuple[Operation, ...] = (),
    schedulers: tuple[str, ...] = (),
    protocol: Protocol = Protocol.ADAPTIVE,
    budget_s: float | None = None,
    root: Path = Path("/"),
) -> Plan:
    """What would be measured; empty ``operations`` and ``schedulers`` mean all that make sense.

    ``tuned`` are the devices that get the settings: the target itself, an array's members, or what
    lies beneath a file. ``budget_s`` is the longest time in all, for the adaptive protocol only.
    Raises ``InvalidInput`` for an operation or scheduler that the target doesn't allow.
    """
    allowed = allowed_operations(target)
    if refused := [operation for operation in operations if operation not in allowed]:
        raise InvalidInput(
            f"{refused[0].label} is not possible here: only the practice disk and a new test "
            "file are ever written."
        )
    offered = common_schedulers(tuned, root)
    if unknown := [name for name in schedulers if name not in offered]:
        raise InvalidInput(
            f"The scheduler {unknown[0]} is not available for this target.",
            f"Available: {', '.join(offered) or 'none that could be switched'}.",
        )
    return make_plan(
        target,
        current=prevailing_scheduler(tuned),
        operations=operations or allowed,
        schedulers=schedulers or offered,
        use=use,
        thoroughness=thoroughness,
        seed=seed,
        protocol=protocol,
        pace=medium_pace(_rotational(tuned)),
        budget_s=budget_s,
    )


def _rotational(devices: Sequence[Device]) -> bool | None:
    """Whether the slowest of ``devices`` turns; None where that isn't known for sure."""
    believed = {device.rotational_believed for device in devices}
    return True if True in believed else False if believed == {False} else None


def allowed_operations(target: Target) -> tuple[Operation, ...]:
    """Raw devices and files that exist are only ever read."""
    new = target.kind is TargetKind.FILE and Path(target.path or "").is_dir()
    if target.kind is TargetKind.PRACTICE or new:
        return tuple(Operation)
    return tuple(operation for operation in Operation if not operation.writes)


def common_schedulers(devices: Sequence[Device], root: Path = Path("/")) -> tuple[str, ...]:
    """The schedulers that all of ``devices`` can use: members of an array are set alike."""
    offers = [offered_schedulers(device, root) for device in devices]
    if not offers:
        return ()
    return tuple(name for name in offers[0] if all(name in offer for offer in offers))


def prevailing_scheduler(devices: Sequence[Device]) -> str | None:
    """The scheduler that most of ``devices`` have now, the first one's among equals."""
    active = Counter(device.scheduler.active for device in devices if device.scheduler)
    return active.most_common(1)[0][0] if active else None
