"""A quick test: how fast a disk is as it is set now. Nothing is varied, so nothing is changed.

The tests are CrystalDiskMark's, as the catalogue has them. Everything here blocks, but for what is
computed from records.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from storage_tuner.core.device import Device
from storage_tuner.core.measurement import Metric, SessionRecord
from storage_tuner.core.plan import Plan, Target, TargetKind
from storage_tuner.core.verdict import VariantSummary, Verdict
from storage_tuner.core.workload import Operation

if TYPE_CHECKING:
    from storage_tuner.advice.comparison_of_records import SideBySide

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
class QuickTestRequest:
    """``device`` None: a practice disk. ``folder``: on a new file there instead of on the disk
    itself, which is read only. ``only``: one of the profile's tests alone; "" for all of them."""

    device: Device | None
    folder: str | None = None
    profile: Profile = Profile.DEFAULT
    repeats: int = 3
    writing: bool = False
    only: str = ""

    @property
    def may_write(self) -> bool:
        return self.device is None or self.folder is not None

    @property
    def names(self) -> tuple[str, ...]:
        """The workloads, all reading first."""
        directions = ("read", "write") if self.writing and self.may_write else ("read",)
        tests = (self.only,) if self.only else self.profile.tests
        return tuple(f"cdm-{test}-{way}" for way in directions for test in tests)

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
    rate: VariantSummary
    iops: float | None
    access_ms: float | None
    disturbed: str = ""


@dataclass(frozen=True)
class QuickResult:
    """A record, and what can be said of it against the ``earlier`` one of the same tests in the
    same place; None where there is no such. ``changed`` are settings that had another value then:
    name, then, now."""

    record: SessionRecord
    figures: tuple[Figure, ...]
    earlier: SessionRecord | None = None
    comparison: SideBySide | None = None
    changed: tuple[tuple[str, str, str], ...] = ()

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


def request_of(plan: Plan, device: Device | None) -> QuickTestRequest | None:
    """What was chosen for ``plan``, a quick test, to be measured on ``device`` again; None for what
    can't be chosen, as two of a profile's tests or a folder that was left out."""
    target = plan.target
    folder = target.path if target.kind is TargetKind.FILE else None
    if folder is not None and not Path(folder).is_absolute():
        return None
    names = tuple(workload.name for workload in plan.workloads)
    wishes = (
        QuickTestRequest(device, folder, profile, min(plan.repeats, MOST_REPEATS), writing, only)
        for profile in Profile
        for writing in (False, True)
        for only in ("", *profile.tests)
    )
    return next((request for request in wishes if request.names == names), None)


NOW, EARLIER = "now", "earlier"
