"""Sustained writes: throughput over the amount written, and the levels found in it."""

from __future__ import annotations

import itertools
from dataclasses import dataclass


@dataclass(frozen=True)
class CurvePoint:
    """A slice: ``end_bytes`` were written until its end, at ``rate_mb_s`` (10⁶ bytes) in it."""

    end_bytes: int
    rate_mb_s: float


@dataclass(frozen=True)
class WriteLevel:
    """A part of the curve with lasting throughput: its mean in MB/s, with a 95 % interval (None:
    too few slices)."""

    begin_bytes: int
    end_bytes: int
    rate_mb_s: float
    low_mb_s: float | None = None
    high_mb_s: float | None = None


@dataclass(frozen=True)
class SustainedWrites:
    """A curve and its ``levels``, which cover it; one level: no lasting drop. ``levels`` is empty
    where too little was measured. ``trend`` is the throughput at the beginning and at the end of a
    curve that changes gradually, in MB/s; None where it doesn't."""

    points: tuple[CurvePoint, ...]
    levels: tuple[WriteLevel, ...]
    trend: tuple[float, float] | None = None

    @property
    def written_bytes(self) -> int:
        return self.points[-1].end_bytes if self.points else 0

    @property
    def knees(self) -> tuple[WriteLevel, ...]:
        """The levels at whose ends throughput drops."""
        return tuple(
            before
            for before, after in itertools.pairwise(self.levels)
            if after.rate_mb_s < before.rate_mb_s
        )
