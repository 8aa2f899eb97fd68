"""From a target and the devices whose settings count to a plan, before and after opening."""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from storage_tuner.bench.measured_file import require_large_enough
from storage_tuner.bench.planning import make_plan
from storage_tuner.bench.slice_length import medium_pace
from storage_tuner.core.device import Device
from storage_tuner.core.errors import InvalidInput
from storage_tuner.core.message import sentence, together
from storage_tuner.core.plan import Plan, Protocol, Target, TargetKind, Thoroughness, Use, Variant
from storage_tuner.core.workload import CLASSICAL_WORKLOADS, PriorityClass, Workload
from storage_tuner.jobs.subject import Subject
from storage_tuner.probe.block.schedulers import offered_schedulers


def plan_for(
    subject: Subject,
    use: Use,
    thoroughness: Thoroughness,
    *,
    seed: int | None = None,
    workloads: tuple[Workload, ...] = (),
    schedulers: tuple[str, ...] = (),
    variants: tuple[Variant, ...] = (),
    protocol: Protocol = Protocol.ADAPTIVE,
    budget_s: float | None = None,
    root: Path = Path("/"),
) -> Plan:
    """What would be measured; empty ``workloads`` and ``schedulers`` mean all that make sense.

    ``variants`` are compared instead of schedulers, where there are any. ``budget_s`` is the
    longest time in all, instead of the one that belongs to ``thoroughness``; restarts with it go on
    until it's decided. ``seed`` None: drawn.

    Raises ``InvalidInput`` for a workload or scheduler that the target doesn't allow, and for a
    file that is too small.
    """
    target, tuned, overwriting = subject.target, subject.tuned, subject.overwriting
    for workload in workloads:
        require_possible(workload, target, overwriting=overwriting)
    if target.kind is TargetKind.FILE and target.path and Path(target.path).is_file():
        require_large_enough(Path(target.path), Path(target.path).stat().st_size)
    offered = common_schedulers(tuned, root)
    if unknown := [name for name in schedulers if name not in offered]:
        raise InvalidInput(
            sentence(
                "The scheduler {unknown} isn't available for this target.", unknown=unknown[0]
            ),
            sentence(
                "Available: {offered}.",
                offered=together(offered, ", ") or sentence("no settable scheduler"),
            ),
        )
    return make_plan(
        target,
        current=prevailing_scheduler(tuned),
        workloads=workloads or possible_classics(target, overwriting=overwriting),
        schedulers=schedulers or offered,
        variants=variants,
        use=use,
        thoroughness=thoroughness,
        seed=random.SystemRandom().randrange(1 << 31) if seed is None else seed,
        protocol=protocol,
        pace=medium_pace(_rotational(tuned)),
        budget_s=budget_s,
    )


def _rotational(devices: Sequence[Device]) -> bool | None:
    """Whether the slowest of ``devices`` turns; None where that isn't known for sure."""
    turning = {_turns(device) for device in devices}
    return True if True in turning else False if turning == {False} else None


def _turns(device: Device) -> bool | None:
    """Of a loop device, whose word is never to be believed, it's guessed that its file lies on a
    solid-state disk: only the number of thread counts and the shortest time hang on that, for how
    evenly it goes is recorded first, and practice is to be short."""
    if device.kind == "loop":
        return False
    return device.rotational if device.rotational_believed else None


def possible_classics(target: Target, *, overwriting: bool = False) -> tuple[Workload, ...]:
    """The classical workloads that ``target`` allows; ``overwriting``: it may be."""
    return tuple(
        workload
        for workload in CLASSICAL_WORKLOADS
        if is_possible(workload, target, overwriting=overwriting)
    )


def is_possible(workload: Workload, target: Target, *, overwriting: bool = False) -> bool:
    """Files that exist are only ever read, and so are devices unless they may be overwritten."""
    try:
        require_possible(workload, target, overwriting=overwriting)
    except InvalidInput:
        return False
    return True


def require_possible(workload: Workload, target: Target, *, overwriting: bool = False) -> None:
    """Raises ``InvalidInput`` that says why ``workload`` can't be done on ``target``;
    ``overwriting``: it may be."""
    new = target.kind is TargetKind.FILE and Path(target.path or "").is_dir()
    if workload.needs_file and not new:
        raise InvalidInput(
            sentence("{label} needs a folder on a file system as its target.", label=workload.label)
        )
    ours = target.kind is TargetKind.PRACTICE or new
    if workload.writes and not (ours or (overwriting and target.kind is TargetKind.DEVICE)):
        raise _not_written(workload, target)
    if _is_realtime(workload) and (target.kind is not TargetKind.FILE or os.geteuid() != 0):
        raise InvalidInput(
            sentence(
                "{label} needs realtime I/O priority, which the helper may not use.",
                label=workload.label,
            ),
            sentence("Run as root, with a folder or file as the target."),
        )


def _not_written(workload: Workload, target: Target) -> InvalidInput:
    if target.kind is not TargetKind.DEVICE:
        return InvalidInput(
            sentence(
                "{label} isn't possible here: Storage Tuner writes only to the practice "
                "disk and new test files.",
                label=workload.label,
            )
        )
    return InvalidInput(
        sentence(
            "{label} isn't possible here: a disk is only read, unless it is empty and you "
            "allow overwriting it.",
            label=workload.label,
        ),
        sentence("In the terminal, --overwrite allows it; all data on the disk is lost."),
    )


def _is_realtime(workload: Workload) -> bool:
    return any(
        stream.priority is not None and stream.priority.priority_class is PriorityClass.REALTIME
        for stream in workload.streams
    )


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
