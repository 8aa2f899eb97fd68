"""A quick test: how fast a disk is as it is set now. Nothing is varied, so nothing is changed.

The tests are CrystalDiskMark's, as the catalogue has them. Everything here blocks, but for what is
computed from records.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from storage_tuner.advice.across import SideBySide
from storage_tuner.advice.methods import FixedBlocks
from storage_tuner.advice.verdict import judge_measurements
from storage_tuner.core.condition import Severity
from storage_tuner.core.device import Device
from storage_tuner.core.errors import Cancelled, DeviceGone, InvalidInput
from storage_tuner.core.measurement import Measurement, Metric, SessionRecord
from storage_tuner.core.plan import (
    UNCHANGED,
    Plan,
    Protocol,
    Target,
    TargetKind,
    Thoroughness,
    Use,
    Variant,
)
from storage_tuner.core.same_disk import is_same_disk
from storage_tuner.core.sentence import sentence
from storage_tuner.core.session_kinds import is_quick_test
from storage_tuner.core.verdict import Summary, Verdict
from storage_tuner.core.workload import Operation, Workload
from storage_tuner.probe.target import devices_to_tune, resolve_path
from storage_tuner.services.side_by_side import compare_records
from storage_tuner.services.workload_catalogue import KnownWorkloads, find_workloads

if TYPE_CHECKING:
    from storage_tuner.services.tuning import TuningSession

RUN_MS = 2000
RAMP_MS = 500
MOST_REPEATS = 5


class Profile(StrEnum):
    """Which tests are made. NVME keeps 512 requests under way at a time; EVERYDAY one, as most
    programs do."""

    DEFAULT = "default"
    NVME = "nvme"
    EVERYDAY = "everyday"

    @property
    def tests(self) -> tuple[str, ...]:
        """As CrystalDiskMark abbreviates them, in its order."""
        return {
            Profile.DEFAULT: ("seq1m-q8t1", "seq1m-q1t1", "rnd4k-q32t1", "rnd4k-q1t1"),
            Profile.NVME: ("seq1m-q8t1", "seq1m-q1t1", "rnd4k-q32t16", "rnd4k-q1t1"),
            Profile.EVERYDAY: ("seq1m-q1t1", "rnd4k-q1t1"),
        }[self]


@dataclass(frozen=True)
class QuickWish:
    """``device`` None: a practice disk. ``folder``: on a new file there instead of on the disk
    itself, which is read only."""

    device: Device | None
    folder: str | None = None
    profile: Profile = Profile.DEFAULT
    repeats: int = 3
    writing: bool = False

    @property
    def may_write(self) -> bool:
        return self.device is None or self.folder is not None

    @property
    def names(self) -> tuple[str, ...]:
        """The workloads, all reading first."""
        directions = ("read", "write") if self.writing and self.may_write else ("read",)
        return tuple(f"cdm-{test}-{way}" for way in directions for test in self.profile.tests)

    @property
    def seconds(self) -> float:
        """How long it takes, without what is prepared before."""
        return len(self.names) * self.repeats * (RUN_MS + RAMP_MS) / 1000

    @property
    def target(self) -> Target:
        if self.device is None:
            return Target(TargetKind.PRACTICE, None)
        if self.folder is not None:
            return Target(TargetKind.FILE, self.device.name, self.folder)
        return Target(TargetKind.DEVICE, self.device.name)


@dataclass(frozen=True)
class Figure:
    """What a test gave: the mean ``rate`` in MB/s with its 95 % interval (none below 2 runs),
    requests per second, and the mean latency in ms. ``disturbed`` says, as a phrase, why none
    of its runs is to be trusted; empty where one is."""

    operation: Operation
    rate: Summary
    iops: float | None
    access_ms: float | None
    disturbed: str = ""


@dataclass(frozen=True)
class QuickResult:
    """A record, and what can be said of it against the ``earlier`` one of the same tests in the
    same place; None where there is no such. ``changed`` are settings that had another value then:
    name, then, now."""

    record: SessionRecord
    earlier: SessionRecord | None = None
    comparison: SideBySide | None = None
    changed: tuple[tuple[str, str, str], ...] = ()

    @property
    def figures(self) -> tuple[Figure, ...]:
        return figures_of(self.record.measurements)

    def verdict(self, operation: Operation) -> Verdict | None:
        """On the rate against the earlier record, whose name is EARLIER."""
        if self.comparison is None:
            return None
        for verdict in self.comparison.judgement.verdicts:
            if (verdict.operation, verdict.metric, verdict.threads) == (
                operation,
                Metric.RATE,
                None,
            ):
                return verdict
        return None


def wish_of(plan: Plan, device: Device | None) -> QuickWish | None:
    """What was chosen for ``plan``, a quick test, to be measured on ``device`` again; None for what
    can't be chosen, as some of a profile's tests or a folder that was left out."""
    target = plan.target
    folder = target.path if target.kind is TargetKind.FILE else None
    if folder is not None and not Path(folder).is_absolute():
        return None
    names = tuple(workload.name for workload in plan.workloads)
    wishes = (
        QuickWish(device, folder, profile, min(plan.repeats, MOST_REPEATS), writing)
        for profile in Profile
        for writing in (False, True)
    )
    return next((wish for wish in wishes if wish.names == names), None)


NOW, EARLIER = "now", "earlier"


def workloads_of(wish: QuickWish, known: KnownWorkloads) -> tuple[Workload, ...]:
    return find_workloads(wish.names, known)


def measure_quickly(
    session: TuningSession, wish: QuickWish, workloads: tuple[Workload, ...]
) -> SessionRecord:
    """Open, measure and give the record; whoever has made ``session`` closes it.

    Raises the errors of the tree: ``Cancelled`` also where some of it was measured.
    """
    if wish.device is not None and wish.folder is not None:
        _require_on(wish.device, wish.folder)
    opened = session.open(wish.target)
    if wish.device and opened and not is_same_disk(wish.device, opened):
        raise DeviceGone(wish.device.name)
    plan = session.plan(
        Use.NOT_SURE,
        Thoroughness.QUICK,
        workloads=workloads,
        variants=(Variant(UNCHANGED, ()),),
        protocol=Protocol.RESTARTS,
    )
    plan = replace(plan, threads=(1,), repeats=wish.repeats, runtime_ms=RUN_MS, ramp_ms=RAMP_MS)
    for condition in session.conditions(plan):
        if condition.severity is Severity.BLOCKING:
            raise InvalidInput(condition.sentence, condition.remedy)
    record = session.measure(plan)
    if not record.completed:
        raise Cancelled
    return record


def result_of(record: SessionRecord, others: Iterable[SessionRecord]) -> QuickResult:
    """``others`` newest first."""
    earlier = next((other for other in others if _is_earlier(other, record)), None)
    if earlier is None:
        return QuickResult(record)
    comparison = compare_records(((EARLIER, earlier), (NOW, record)))
    return QuickResult(record, earlier, comparison, _changed(earlier, record))


def figures_of(measurements: Sequence[Measurement]) -> tuple[Figure, ...]:
    """In the order of measuring. Disturbed runs don't count where there are others."""
    operations = dict.fromkeys(run.operation for run in measurements)
    found = (_figure([run for run in measurements if run.operation == each]) for each in operations)
    return tuple(figure for figure in found if figure is not None)


def _figure(runs: Sequence[Measurement]) -> Figure | None:
    trusted = [run for run in runs if run.disturbed is None]
    counted = trusted or [replace(run, disturbed=None) for run in runs]
    rate = next(
        (
            verdict.summaries[0]
            for verdict in judge_measurements(counted, FixedBlocks())
            if verdict.metric is Metric.RATE and verdict.summaries
        ),
        None,
    )
    if rate is None:
        return None
    return Figure(
        counted[0].operation,
        rate,
        _mean(run.iops for run in counted),
        _mean(run.latency_mean_ms for run in counted),
        "" if trusted else str(runs[0].disturbed),
    )


def _mean(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None


def _is_earlier(other: SessionRecord, record: SessionRecord) -> bool:
    """Of the same tests in the same place, and from before. No practice disk is another one."""
    one, two = other.plan, record.plan
    return (
        is_quick_test(one)
        and other.created_at < record.created_at
        and one.target.kind is not TargetKind.PRACTICE
        and (one.target.kind, one.target.path) == (two.target.kind, two.target.path)
        and one.workloads == two.workloads
    )


def _changed(earlier: SessionRecord, record: SessionRecord) -> tuple[tuple[str, str, str], ...]:
    then, now = earlier.original_settings, record.original_settings
    return tuple(
        (name, then[name], now[name]) for name in then if name in now and then[name] != now[name]
    )


def _require_on(device: Device, folder: str) -> None:
    """Raises ``InvalidInput`` unless ``folder`` lies on all of ``device`` and nothing else."""
    beneath = resolve_path(Path(folder))
    if set(beneath.devices) != set(devices_to_tune(device)):
        where = beneath.reason or sentence("It lies on {disks}.", disks=", ".join(beneath.devices))
        raise InvalidInput(
            sentence(
                "The folder {folder} isn't on {disk}. {where}",
                folder=folder,
                disk=device.name,
                where=where,
            ),
            sentence("Choose a folder on this disk."),
        )
