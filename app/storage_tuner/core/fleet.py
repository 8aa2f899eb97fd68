"""Disks of several computers, each with its newest result, compared with others of their model."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from storage_tuner.core.decision import ComparisonState
from storage_tuner.core.measurement import Metric
from storage_tuner.core.message import Text
from storage_tuner.core.workload import Operation

DEVIATING = (ComparisonState.FASTER, ComparisonState.SLOWER)


class Grouping(StrEnum):
    """How the disks of a fleet are listed; they are always compared with others of their model."""

    MODEL = "model"
    HOST = "host"


@dataclass(frozen=True)
class FleetFigure:
    """A disk's ``value`` (in ``Metric.unit``) in an operation, and how it differs from the disks of
    its model: ``state`` is FASTER or SLOWER where it deviates, SAME within the margin, None where
    fewer than ``advice.siblings.LEAST_DISKS`` were measured alike.

    ``value`` is the geometric mean over thread counts and settings, if compared over those that
    enough disks have in common. ``effect_percent`` is the difference from the median disk in the
    metric's own value (negative: less). Its interval allows for how much ordinary disks of the
    model differ, and is at the level of the claim.
    """

    operation: Operation
    metric: Metric
    value: float
    state: ComparisonState | None = None
    effect_percent: float | None = None
    interval_percent: tuple[float, float] | None = None

    @property
    def deviates(self) -> bool:
        return self.state in DEVIATING


@dataclass(frozen=True)
class UnusualCondition:
    """A condition in which a disk was measured, unlike more than half of its model."""

    condition: Text
    value: Text
    usual: Text


@dataclass(frozen=True)
class FleetDisk:
    """A disk with its newest result. ``host`` and ``model`` are "" where unknown; ``device`` is its
    kernel name there, ``scheduler`` the one before the measurement, ``recommended`` the variant to
    use ("": no recommendation), ``created_at`` ISO 8601. ``unusual`` is known of deviating disks
    only."""

    host: str
    device: str
    model: str
    size_bytes: int | None
    scheduler: str
    recommended: Text
    created_at: str
    figures: tuple[FleetFigure, ...] = ()
    unusual: tuple[UnusualCondition, ...] = ()

    @property
    def deviating(self) -> tuple[FleetFigure, ...]:
        """Throughput first, the largest deviation in front."""
        found = (figure for figure in self.figures if figure.deviates)
        return tuple(sorted(found, key=lambda each: (each.metric is not Metric.RATE, -_far(each))))

    @property
    def is_compared(self) -> bool:
        return any(figure.state is not None for figure in self.figures)


@dataclass(frozen=True)
class FleetGroup:
    """Disks of one model and size, or of one host; deviating ones first. ``size_bytes`` is None for
    a host, or where unknown."""

    name: str
    size_bytes: int | None
    disks: tuple[FleetDisk, ...]


@dataclass(frozen=True)
class Fleet:
    """``error_level`` is the share of fleets in which any disk is named falsely, at most;
    ``margin`` the share below which a difference doesn't matter."""

    disks: tuple[FleetDisk, ...]
    error_level: float
    margin: float

    @property
    def deviating(self) -> tuple[FleetDisk, ...]:
        return tuple(disk for disk in deviating_first(self.disks) if disk.deviating)

    def grouped(self, grouping: Grouping) -> tuple[FleetGroup, ...]:
        """Groups with deviating disks first, then by name."""
        found: dict[tuple[str, int | None], list[FleetDisk]] = {}
        for disk in self.disks:
            found.setdefault(_key(disk, grouping), []).append(disk)
        groups = [FleetGroup(*key, deviating_first(disks)) for key, disks in found.items()]
        return tuple(
            sorted(
                groups,
                key=lambda each: (not each.disks[0].deviating, each.name, each.size_bytes or 0),
            )
        )


def model_key(model: str, size_bytes: int | None) -> tuple[str, int | None]:
    """The same for disks that may be compared: of one model, and of one size to three digits, since
    some controllers and hypervisors report the same model for all sizes."""
    return model, None if size_bytes is None else int(float(f"{size_bytes:.3g}"))


def deviating_first(disks: Iterable[FleetDisk]) -> tuple[FleetDisk, ...]:
    """Deviating disks first, those that deviate most in front; then by host and device."""

    def rank(disk: FleetDisk) -> tuple[float, str, str]:
        return -max(map(_far, disk.deviating), default=0.0), disk.host, disk.device

    return tuple(sorted(disks, key=rank))


def _far(figure: FleetFigure) -> float:
    """The size of a deviation, the same for twice and half of a value."""
    return abs(math.log1p((figure.effect_percent or 0.0) / 100))


def _key(disk: FleetDisk, grouping: Grouping) -> tuple[str, int | None]:
    if grouping is Grouping.HOST:
        return disk.host, None
    return model_key(disk.model, disk.size_bytes)
