"""A quick test of a disk with its current settings. Nothing is varied, so nothing is changed.

The tests are CrystalDiskMark's, as the catalogue has them. Everything here blocks, except
computations from records.
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
    """The set of tests. NVME keeps 512 requests in flight; EVERYDAY one, as most programs do."""

    DEFAULT = "default"
    NVME = "nvme"
    EVERYDAY = "everyday"

    @property
    def tests(self) -> tuple[str, ...]:
        """The tests by CrystalDiskMark's abbreviations, in its order."""
        return {
            Profile.DEFAULT: ("seq1m-q8t1", "seq1m-q1t1", "rnd4k-q32t1", "rnd4k-q1t1"),
            Profile.NVME: ("seq1m-q8t1", "seq1m-q1t1", "rnd4k-q32t16", "rnd4k-q1t1"),
            Profile.EVERYDAY: ("seq1m-q1t1", "rnd4k-q1t1"),
        }[self]


@dataclass(frozen=True)
class QuickTestRequest:
    """``device`` None: a practice disk. ``folder``: use a new file there instead of the disk
    itself, which is only read. ``only``: one of the profile's tests alone; "" for all of them."""

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
        """The names of the workloads, reads first."""
        directions = ("read", "write") if self.writing and self.may_write else ("read",)
        tests = (self.only,) if self.only else self.profile.tests
        return tuple(f"cdm-{test}-{way}" for way in directions for test in tests)

    @property
    def seconds(self) -> float:
        """The duration in seconds, without preparation."""
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
    """The result of a test: the mean ``rate`` in MB/s with its 95 % interval (none below 2 runs),
    requests per second, and the mean latency in ms. ``disturbed`` is the reason, as a phrase, if
    all of its runs were disturbed; else empty."""

    operation: Operation
    rate: VariantSummary
    iops: float | None
    access_ms: float | None
    disturbed: str = ""


@dataclass(frozen=True)
class QuickResult:
    """A record, compared with the ``earlier`` one of the same tests in the same place (None: there
    is none). ``changed`` are settings that had another value then: name, then, now."""

    record: SessionRecord
    figures: tuple[Figure, ...]
    earlier: SessionRecord | None = None
    comparison: SideBySide | None = None
    changed: tuple[tuple[str, str, str], ...] = ()

    def verdict(self, operation: Operation) -> Verdict | None:
        """The verdict on throughput against the earlier record, whose name is EARLIER."""
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
    """The request to repeat ``plan``, a quick test, on ``device``; None for what can't be chosen,
    such as two of a profile's tests or a folder left out of the record."""
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
