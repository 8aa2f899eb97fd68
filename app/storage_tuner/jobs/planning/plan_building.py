"""Makes plans from a target and the devices whose settings matter, before and after opening."""

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
from storage_tuner.jobs.planning.workload_catalogue import find_workloads, known_workloads
from storage_tuner.jobs.subject import Subject
from storage_tuner.probe.block.schedulers import offered_schedulers

RESPONSIVENESS_WORKLOADS = ("desktop-start-up", "playback", "saving")
RESPONSIVENESS_READING = ("desktop-start-up-read",)
"""For a target that is only read."""


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
    """The plan of a measurement; empty ``workloads`` and ``schedulers`` mean all sensible ones.

    ``variants``, if any, are compared instead of schedulers. ``budget_s`` is the longest total
    time, instead of that of ``thoroughness``; restarts with it continue until everything is
    decided. ``seed`` None: random.

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
        workloads=workloads or usual_workloads(use, target, overwriting=overwriting),
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
    """Return whether the slowest of ``devices`` is rotational; None where it isn't reliably
    known."""
    turning = {_turns(device) for device in devices}
    return True if True in turning else False if turning == {False} else None


def _turns(device: Device) -> bool | None:
    """Return whether ``device`` is rotational. A loop device's report is unreliable, so its file is
    assumed to be on an SSD: only the number of thread counts and the shortest time depend on it,
    since the load's noise is recorded first and practice should be short."""
    if device.kind == "loop":
        return False
    return device.rotational if device.rotational_believed else None


def usual_workloads(use: Use, target: Target, *, overwriting: bool = False) -> tuple[Workload, ...]:
    """The workloads that are measured for ``use`` if none are chosen, as far as ``target`` allows
    them; ``overwriting``: it may be overwritten."""
    if use is not Use.RESPONSIVENESS:
        return possible_classics(target, overwriting=overwriting)
    known = known_workloads()
    beside = find_workloads(RESPONSIVENESS_WORKLOADS, known)
    if all(is_possible(workload, target, overwriting=overwriting) for workload in beside):
        return beside
    return find_workloads(RESPONSIVENESS_READING, known)


def possible_classics(target: Target, *, overwriting: bool = False) -> tuple[Workload, ...]:
    """The classical workloads that ``target`` allows; ``overwriting``: it may be overwritten."""
    return tuple(
        workload
        for workload in CLASSICAL_WORKLOADS
        if is_possible(workload, target, overwriting=overwriting)
    )


def is_possible(workload: Workload, target: Target, *, overwriting: bool = False) -> bool:
    """Return whether ``target`` allows ``workload``: existing files are only read, and so are
    devices unless they may be overwritten."""
    try:
        require_possible(workload, target, overwriting=overwriting)
    except InvalidInput:
        return False
    return True


def require_possible(workload: Workload, target: Target, *, overwriting: bool = False) -> None:
    """Raises ``InvalidInput`` with the reason when ``target`` doesn't allow ``workload``;
    ``overwriting``: it may be overwritten."""
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
    """The schedulers that all of ``devices`` support, since members of an array are set alike."""
    offers = [offered_schedulers(device, root) for device in devices]
    if not offers:
        return ()
    return tuple(name for name in offers[0] if all(name in offer for offer in offers))


def prevailing_scheduler(devices: Sequence[Device]) -> str | None:
    """The current scheduler of most of ``devices``; in a tie, that of the first."""
    active = Counter(device.scheduler.active for device in devices if device.scheduler)
    return active.most_common(1)[0][0] if active else None
